//! What has to hold at each position for the values to be right.

use super::flaw::Flaw;
use super::walk::{Seen, Shown};
use crate::game::Payoff;
use crate::graph::Index;
use crate::grundy::Nimbers;
use crate::loopy::Loopies;
use crate::outcomes::Outcomes;
use crate::score::Scores;
use crate::value::{Nimber, Remoteness, Value};

/// Values that can be checked position by position.
pub trait Claim {
    /// Checks the value of one position against its moves. `beyond` holds its followers in the
    /// same way, if the claim has asked for them.
    fn check(&self, seen: &Seen, beyond: &[Seen]) -> Option<Flaw>;

    /// Whether the check needs the moves of the followers too.
    fn looks_further(&self) -> bool {
        false
    }
}

/// The claim that payoff and remoteness are right.
///
/// The value is the best that a move gives. A win of remoteness d has an equal successor of d − 1
/// and none lower; a loss has only equal or worse successors, the greatest of the equal at d − 1; a
/// value without remoteness is that of endless play and has an equal successor without one, and a
/// winner none with one.
/// Remoteness falls along the moves that prove a win or a loss, so the proof comes to an end.
#[derive(Debug)]
pub struct OutcomeClaim<'a>(&'a Outcomes);

impl<'a> OutcomeClaim<'a> {
    /// Claims these values.
    pub fn new(outcomes: &'a Outcomes) -> Self {
        Self(outcomes)
    }
}

impl Claim for OutcomeClaim<'_> {
    fn check(&self, seen: &Seen, _beyond: &[Seen]) -> Option<Flaw> {
        let claimed = self.0.get(seen.at);
        let found = match seen.ended {
            Some(payoff) => {
                let counts = eagerness(payoff, seen.endless) != 0;
                Value {
                    payoff,
                    remoteness: counts.then_some(Remoteness(0)),
                }
            }
            None => best(self.0, seen)?,
        };
        if claimed.remoteness.is_none() && claimed.payoff != seen.endless {
            let found = format!("no end of it, and endless play pays {}", seen.endless.0);
            return Some(Flaw::new(seen.at, words(claimed), found));
        }
        (claimed != found).then(|| Flaw::new(seen.at, words(claimed), words(found)))
    }
}

/// What the values of the successors make of a position.
fn best(outcomes: &Outcomes, seen: &Seen) -> Option<Value> {
    let values = seen.moves().filter_map(|shown| {
        let value = outcomes.get(*shown.components.first()?);
        Some(if shown.again { value } else { value.reversed() })
    });
    let values: Vec<Value> = values.collect();
    let payoff = values.iter().map(|value| value.payoff).max()?;
    let equal = values.iter().filter(|value| value.payoff == payoff);
    // Endless play counts as longer than any other.
    let plies = equal.map(|value| value.remoteness.map_or(u64::MAX, |r| r.0.into()));
    let plies = match eagerness(payoff, seen.endless) {
        1 => plies.min(),
        -1 => plies.max(),
        _ => None,
    };
    let ends = plies.and_then(|plies| u32::try_from(plies).ok());
    Some(Value {
        payoff,
        remoteness: ends.map(|plies| Remoteness(plies.saturating_add(1))),
    })
}

/// 1 for a payoff that its owner wants soon, −1 for one to put off, 0 if it is all the same.
fn eagerness(payoff: Payoff, endless: Payoff) -> i32 {
    match payoff.cmp(&endless) {
        std::cmp::Ordering::Less => -1,
        std::cmp::Ordering::Equal => payoff.0.signum(),
        std::cmp::Ordering::Greater => 1,
    }
}

pub(crate) fn words(value: Value) -> String {
    let Payoff(payoff) = value.payoff;
    match value.remoteness {
        Some(remoteness) => format!("{} (payoff {payoff}) in {remoteness}", value.outcome()),
        None => format!("{} (payoff {payoff})", value.outcome()),
    }
}

/// The claim that Grundy values are right: each is the least that no move leads to, and a rank
/// falls along every move.
#[derive(Debug)]
pub struct NimberClaim<'a>(&'a Nimbers);

impl<'a> NimberClaim<'a> {
    /// Claims these values.
    pub fn new(nimbers: &'a Nimbers) -> Self {
        Self(nimbers)
    }
}

impl Claim for NimberClaim<'_> {
    fn check(&self, seen: &Seen, _beyond: &[Seen]) -> Option<Flaw> {
        let claimed = self.0.get(seen.at);
        if let Some(flaw) = not_a_loss(seen) {
            return Some(flaw);
        }
        if let Some(flaw) = rank_rises(seen, |at| self.0.rank().of(at)) {
            return Some(flaw);
        }
        let sums = seen.moves().map(|shown| {
            let values = shown.components.iter().map(|&at| self.0.get(at).0);
            values.fold(0, |sum, value| sum ^ value)
        });
        let found = least_missing(sums.collect());
        (claimed.0 != found).then(|| {
            let found = format!("moves to all below {found} and none to {found}");
            Flaw::new(seen.at, format!("Grundy value {claimed}"), found)
        })
    }
}

/// The claim that Smith–Fraenkel values are right.
///
/// A label m: the least that no follower has, and every follower that is greater or infinite has a
/// follower labelled m at an earlier stage. Infinity: some follower is infinite, and none of that
/// one's followers has the label that this position would get. (Fraenkel and Yesha, 1986: such a
/// labelling with such a counter is the only one.)
#[derive(Debug)]
pub struct LoopyClaim<'a>(&'a Loopies);

impl<'a> LoopyClaim<'a> {
    /// Claims these values.
    pub fn new(loopies: &'a Loopies) -> Self {
        Self(loopies)
    }

    fn labels(&self, followers: &[Index]) -> Vec<u32> {
        let labels = followers.iter().filter_map(|&at| self.0.label(at));
        labels.map(|nimber| nimber.0).collect()
    }

    fn check_label(&self, seen: &Seen, beyond: &[Seen], label: Nimber, mex: u32) -> Option<Flaw> {
        let claimed = format!("loopy value {label}");
        if label.0 != mex {
            let found = format!("moves to all below {mex} and none to {mex}");
            return Some(Flaw::new(seen.at, claimed, found));
        }
        let answered = |(&follower, further): (&Index, &Seen)| {
            let smaller = self.0.label(follower).is_some_and(|other| other < label);
            smaller
                || further.followers().iter().any(|&at| {
                    self.0.label(at) == Some(label) && self.0.stage(at) < self.0.stage(seen.at)
                })
        };
        let mut followers = seen.followers().iter().zip(beyond);
        let unanswered = followers.find(|&pair| !answered(pair))?.0;
        let found = format!(
            "a move to position {} that no earlier {label} answers",
            unanswered.0
        );
        Some(Flaw::new(seen.at, claimed, found))
    }

    fn check_infinite(&self, seen: &Seen, beyond: &[Seen], mex: u32) -> Option<Flaw> {
        let followers = seen.followers().iter().zip(beyond);
        let keeps = followers.into_iter().any(|(&follower, further)| {
            self.0.label(follower).is_none() && !self.labels(further.followers()).contains(&mex)
        });
        (!keeps).then(|| {
            let found = format!("every infinite follower can move to {mex}");
            Flaw::new(seen.at, "loopy value ∞", found)
        })
    }
}

impl Claim for LoopyClaim<'_> {
    fn check(&self, seen: &Seen, beyond: &[Seen]) -> Option<Flaw> {
        if let Some(flaw) = not_a_loss(seen) {
            return Some(flaw);
        }
        let mex = least_missing(self.labels(seen.followers()));
        match self.0.label(seen.at) {
            Some(label) => self.check_label(seen, beyond, label, mex),
            None => self.check_infinite(seen, beyond, mex),
        }
    }

    fn looks_further(&self) -> bool {
        true
    }
}

/// The claim that scores are right: the best total of a move, and a rank falls along every move.
#[derive(Debug)]
pub struct ScoreClaim<'a>(&'a Scores);

impl<'a> ScoreClaim<'a> {
    /// Claims these values.
    pub fn new(scores: &'a Scores) -> Self {
        Self(scores)
    }

    fn total(&self, shown: Shown<'_>) -> Option<i64> {
        let rest = self.0.get(*shown.components.first()?).0;
        let rest = if shown.again { rest } else { -rest };
        Some(i64::from(shown.gain) + rest)
    }
}

impl Claim for ScoreClaim<'_> {
    fn check(&self, seen: &Seen, _beyond: &[Seen]) -> Option<Flaw> {
        if let Some(flaw) = rank_rises(seen, |at| self.0.rank().of(at)) {
            return Some(flaw);
        }
        let claimed = self.0.get(seen.at);
        let found = match seen.ended {
            Some(payoff) => i64::from(payoff.0),
            None => seen.moves().filter_map(|shown| self.total(shown)).max()?,
        };
        let words = |score| format!("a score of {score}");
        (claimed.0 != found).then(|| Flaw::new(seen.at, words(claimed.0), words(found)))
    }
}

/// Grundy values need every end to be a loss of the player to move.
fn not_a_loss(seen: &Seen) -> Option<Flaw> {
    let payoff = seen.ended?;
    (payoff != Payoff::LOSS).then(|| {
        let found = format!("an end that pays {}", payoff.0);
        Flaw::new(seen.at, "that ends are losses", found)
    })
}

fn rank_rises(seen: &Seen, rank: impl Fn(Index) -> u32) -> Option<Flaw> {
    let mut followers = seen.followers().iter();
    let risen = followers.find(|&&at| rank(at) >= rank(seen.at))?;
    let found = format!("a move to position {}, no lower in the order", risen.0);
    Some(Flaw::new(seen.at, "that play comes to an end", found))
}

/// The least number that is not in the list.
fn least_missing(mut numbers: Vec<u32>) -> u32 {
    numbers.sort_unstable();
    numbers.dedup();
    let present = numbers
        .iter()
        .zip(0..)
        .take_while(|&(&n, place)| n == place);
    present.count() as u32
}
