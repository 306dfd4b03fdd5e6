//! The check of a solved table: what has to hold at each position, with moves asked of the referee.
//!
//! Forward moves only, and no count of what the solvers counted. The rules are those of
//! [`OutcomeClaim`](crate::verify::OutcomeClaim), [`NimberClaim`](crate::verify::NimberClaim) and
//! [`ScoreClaim`](crate::verify::ScoreClaim), over again for numbers.

use std::sync::atomic::{AtomicU64, Ordering};

use super::Settings;
use super::cells::Cells;
use super::crew::{Beat, Crew, Trouble};
use super::survey::{Survey, Wanted};
use crate::error::SolveError;
use crate::game::Payoff;
use crate::graph::Index;
use crate::grundy::Nimbers;
use crate::numbered::{Numbered, Row, Standing, Worker};
use crate::order::Rank;
use crate::outcomes::Outcomes;
use crate::progress::{Phase, Progress};
use crate::score::Scores;
use crate::value::{Remoteness, Value};
use crate::verify::{Checked, ENOUGH, Flaw, words};

/// Which indices are claimed to stand for a position.
#[derive(Clone, Copy)]
pub(crate) enum Stands<'a> {
    /// All.
    All,
    /// Those whose cell is not 0.
    Cells(&'a Cells),
}

impl Stands<'_> {
    fn at(self, at: Index) -> bool {
        match self {
            Self::All => true,
            Self::Cells(cells) => cells.get(at.at()) != 0,
        }
    }
}

/// What is claimed.
#[derive(Clone, Copy)]
pub(crate) struct Claimed<'a> {
    pub(crate) stands: Stands<'a>,
    /// Of a game whose ends pay 1, 0 or −1, and where endless play is a draw.
    pub(crate) outcomes: Option<&'a Outcomes>,
    pub(crate) nimbers: Option<&'a Nimbers>,
    pub(crate) scores: Option<&'a Scores>,
}

/// Checks everything that is claimed.
pub(crate) fn verify<P>(
    game: &dyn Numbered<P>,
    survey: &Survey,
    wanted: Wanted,
    claimed: &Claimed<'_>,
    settings: &Settings,
    progress: &dyn Progress,
) -> Result<Checked, SolveError<P>> {
    let total = Some(survey.places.len().into());
    let crew = Crew::new(game, settings.threads, progress, Phase::Verify, total);
    let mut crew = crew.refereeing();
    let mut checkers: Vec<Checker> = Vec::new();
    checkers.resize_with(crew.threads(), || Checker {
        survey,
        claimed,
        wanted,
        row: Row::default(),
        nimbers: Vec::new(),
        checked: Checked::default(),
        flaws: Vec::new(),
    });
    let next = AtomicU64::new(0);
    let found = AtomicU64::new(0);
    let walked = crew.run(&mut checkers, |checker, worker, beat| {
        checker.walk(worker, beat, &next, &found)
    });
    let walked = walked.and_then(|()| crew.tell());
    walked.map_err(|trouble| trouble.named(game, settings.memory))?;
    let mut checked = Checked::default();
    let mut flaws: Vec<Flaw> = missing(survey, claimed.stands).into_iter().collect();
    for checker in checkers {
        checked.positions += checker.checked.positions;
        checked.moves += checker.checked.moves;
        flaws.extend(checker.flaws);
    }
    if flaws.is_empty() {
        return Ok(checked);
    }
    flaws.sort_by_key(Flaw::at);
    flaws.truncate(ENOUGH);
    Err(SolveError::Flawed { flaws })
}

/// A start that is not among what was solved.
fn missing(survey: &Survey, stands: Stands<'_>) -> Option<Flaw> {
    let listed = survey.start.listed.iter();
    let mut indices = listed.map(|&root| survey.places.index(root));
    let stands = |at: Index| stands.at(at);
    let missing = indices.any(|at| !at.is_some_and(stands));
    missing.then(|| Flaw::new(Index(0), "that every start is solved", "one that is not"))
}

/// One thread's part of the walk.
struct Checker<'a> {
    survey: &'a Survey,
    claimed: &'a Claimed<'a>,
    wanted: Wanted,
    row: Row,
    /// Room for the values that moves lead to.
    nimbers: Vec<u32>,
    checked: Checked,
    flaws: Vec<Flaw>,
}

/// Indices that a thread goes through at a time.
const CHUNK: u64 = 1 << 14;

impl Checker<'_> {
    fn walk(
        &mut self,
        worker: &mut dyn Worker,
        beat: &mut Beat<'_>,
        next: &AtomicU64,
        found: &AtomicU64,
    ) -> Result<(), Trouble> {
        let mut cursor = self.survey.places.cursor();
        let len = u64::from(self.survey.places.len());
        loop {
            let start = next.fetch_add(CHUNK, Ordering::Relaxed);
            if start >= len || found.load(Ordering::Relaxed) >= ENOUGH as u64 {
                return Ok(());
            }
            for at in start..len.min(start + CHUNK) {
                let at = Index(at as u32);
                let stands = self.claimed.stands.at(at);
                // What is claimed not to be reached may be anything.
                if !stands && self.wanted == Wanted::Reachable {
                    continue;
                }
                beat.step()?;
                let number = cursor.number(at);
                let standing = worker.row(number, &mut self.row);
                let standing = standing.map_err(|source| Trouble::Fault { at: number, source })?;
                if let Some(flaw) = self.check(at, stands, standing) {
                    self.flaws.push(flaw);
                    if found.fetch_add(1, Ordering::Relaxed) + 1 >= ENOUGH as u64 {
                        return Ok(());
                    }
                }
                if stands {
                    self.checked.positions += 1;
                    self.checked.moves += self.row.links.len() as u64;
                }
            }
        }
    }

    fn check(&mut self, at: Index, stands: bool, standing: Standing) -> Option<Flaw> {
        if stands == (standing == Standing::Nothing) {
            let (is, is_not) = ("a position", "nothing");
            return Some(if stands {
                Flaw::new(at, is, is_not)
            } else {
                Flaw::new(at, is_not, is)
            });
        }
        if !stands {
            return None;
        }
        let places = &self.survey.places;
        let known = |number| {
            let index = places.index(number);
            index.is_some_and(|to| self.claimed.stands.at(to))
        };
        if !self.row.links.iter().all(|link| known(link.number())) {
            let claim = "that every move leads to a position solved";
            return Some(Flaw::new(at, claim, "a move that leads elsewhere"));
        }
        if standing == Standing::Open && self.row.links.is_empty() {
            return Some(Flaw::new(at, "a position with moves", "none"));
        }
        let outcomes = self.claimed.outcomes;
        let flaw = outcomes.and_then(|outcomes| self.outcome(outcomes, at, standing));
        let flaw = flaw.or_else(|| self.nimber(self.claimed.nimbers?, at, standing));
        flaw.or_else(|| self.score(self.claimed.scores?, at, standing))
    }

    /// The index that a link leads to; all are known to be stored.
    fn to(&self, number: u64) -> Index {
        self.survey.places.index(number).unwrap_or(Index(0))
    }

    /// A win has a move to a loss, and takes one ply more than the shortest; a loss has only moves to
    /// wins, and takes one ply more than the longest; anything else is a draw, and has a move to one.
    fn outcome(&self, outcomes: &Outcomes, at: Index, standing: Standing) -> Option<Flaw> {
        let claimed = outcomes.get(at);
        let found = match standing {
            Standing::Ended(payoff) => Value {
                payoff,
                remoteness: (payoff != Payoff::DRAW).then_some(Remoteness(0)),
            },
            _ => self.best(outcomes)?,
        };
        if claimed.remoteness.is_none() && claimed.payoff != Payoff::DRAW {
            let found = "no end of it, and endless play is a draw";
            return Some(Flaw::new(at, words(claimed), found));
        }
        (claimed != found).then(|| Flaw::new(at, words(claimed), words(found)))
    }

    /// What the values after the moves make of a position.
    fn best(&self, outcomes: &Outcomes) -> Option<Value> {
        let values = self.row.links.iter().map(|link| {
            let value = outcomes.get(self.to(link.number()));
            if link.again() {
                value
            } else {
                value.reversed()
            }
        });
        // The greatest payoff; of equal ones the soonest win or the latest loss.
        let eager = |value: &Value| {
            let plies = value.remoteness.map_or(i64::MAX, |plies| plies.0.into());
            let sooner = match value.payoff.cmp(&Payoff::DRAW) {
                std::cmp::Ordering::Greater => -plies,
                std::cmp::Ordering::Equal => 0,
                std::cmp::Ordering::Less => plies,
            };
            (value.payoff, sooner)
        };
        let best = values.max_by_key(eager)?;
        let remoteness = best.remoteness.filter(|_| best.payoff != Payoff::DRAW);
        Some(Value {
            payoff: best.payoff,
            remoteness: remoteness.map(|plies| Remoteness(plies.0.saturating_add(1))),
        })
    }

    fn nimber(&mut self, nimbers: &Nimbers, at: Index, standing: Standing) -> Option<Flaw> {
        if let Standing::Ended(payoff) = standing
            && payoff != Payoff::LOSS
        {
            let found = format!("an end that pays {}", payoff.0);
            return Some(Flaw::new(at, "that ends are losses", found));
        }
        if let Some(flaw) = self.risen(nimbers.rank(), at) {
            return Some(flaw);
        }
        let mut values = std::mem::take(&mut self.nimbers);
        values.clear();
        let links = self.row.links.iter();
        values.extend(links.map(|link| nimbers.get(self.to(link.number())).0));
        values.sort_unstable();
        values.dedup();
        let present = values.iter().zip(0..).take_while(|&(&n, place)| n == place);
        let found = present.count() as u32;
        self.nimbers = values;
        let claimed = nimbers.get(at);
        (claimed.0 != found).then(|| {
            let found = format!("moves to all below {found} and none to {found}");
            Flaw::new(at, format!("Grundy value {claimed}"), found)
        })
    }

    fn score(&self, scores: &Scores, at: Index, standing: Standing) -> Option<Flaw> {
        if let Some(flaw) = self.risen(scores.rank(), at) {
            return Some(flaw);
        }
        let found = if let Standing::Ended(payoff) = standing {
            i64::from(payoff.0)
        } else {
            let totals = self.row.links.iter().enumerate().map(|(place, link)| {
                let gain = self.row.gains.get(place).copied().unwrap_or(0);
                let rest = scores.get(self.to(link.number())).0;
                i64::from(gain) + if link.again() { rest } else { -rest }
            });
            totals.max()?
        };
        let claimed = scores.get(at).0;
        let words = |score| format!("a score of {score}");
        (claimed != found).then(|| Flaw::new(at, words(claimed), words(found)))
    }

    fn risen(&self, rank: &Rank, at: Index) -> Option<Flaw> {
        let mut indices = self.row.links.iter().map(|link| self.to(link.number()));
        let risen = indices.find(|&to| rank.of(to) >= rank.of(at))?;
        let found = format!("a move to position {}, no lower in the order", risen.0);
        Some(Flaw::new(at, "that play comes to an end", found))
    }
}
