//! Retrograde analysis: any graph, payoffs from the extremes inwards.
//!
//! The positions are settled one rank of payoff after another, the furthest from what endless play
//! pays first (see [`preference`](crate::preference)). While a rank is being settled, whoever gets
//! it is the winner and whoever pays it the loser, so that each rank is one attractor. What is
//! never settled goes on for ever.

use std::cmp::Reverse;

use crate::arena::Arena;
use crate::attractor::{Field, Halted, Verdict, grow};
use crate::game::Payoff;
use crate::graph::Index;
use crate::outcomes::{NONE, Outcomes};
use crate::preference::{endless_for, payoff_of, rank};
use crate::progress::{Phase, Progress, Steps};

/// Marks a position that is not settled yet; no payoff is that low.
const OPEN: i32 = i32::MIN;

/// Solves any graph of positions without sums.
pub(crate) fn retrograde<A: Arena>(
    arena: &A,
    progress: &dyn Progress,
) -> Result<Outcomes, Halted<A::Error>> {
    let mut steps = Steps::new(progress, Phase::Solve, Some(arena.len() as u64));
    let (mut ranks, seeds) = open(arena).map_err(Halted::Arena)?;
    let mut rest = seeds.as_slice();
    while let Some(&(magnitude, _)) = rest.first() {
        let len = rest.partition_point(|seed| seed.0 == magnitude);
        let (stage, later) = rest.split_at(len);
        rest = later;
        ranks.magnitude = magnitude.unsigned_abs().cast_signed();
        let seeds = stage.iter().map(|&(_, (at, verdict))| (at, verdict));
        let seeds: Vec<_> = seeds.collect();
        for &(at, verdict) in &seeds {
            ranks.settle(at, verdict, 0);
        }
        grow(arena, &mut ranks, seeds, &mut steps)?;
    }
    steps.report()?;
    ranks.close(arena).map_err(Halted::Arena)
}

/// A terminal of nonzero rank, with the magnitude of its rank before it, for sorting.
type Seed = (i64, (Index, Verdict));

/// Counts every position's successors and gathers the terminals, greatest rank first.
fn open<A: Arena>(arena: &A) -> Result<(Ranks<'_, A>, Vec<Seed>), A::Error> {
    let mut values = Values {
        payoffs: vec![OPEN; arena.len()],
        plies: vec![NONE; arena.len()],
    };
    let mut seeds = Vec::new();
    for at in (0..arena.len() as u32).map(Index) {
        if let Some(payoff) = arena.terminal(at)? {
            let endless = endless_for(arena.endless(), arena.player(at)?);
            let rank = rank(payoff, endless);
            let verdict = if rank > 0 {
                Verdict::Won
            } else {
                Verdict::Lost
            };
            if rank != 0 {
                seeds.push((rank.abs(), (at, verdict)));
            }
        } else {
            let mut count = 0;
            arena.successors(at, |_| count += 1)?;
            values.plies[at.at()] = count;
        }
    }
    seeds.sort_by_key(|&(magnitude, _)| Reverse(magnitude));
    let ranks = Ranks {
        arena,
        values,
        magnitude: 0,
    };
    Ok((ranks, seeds))
}

/// Payoffs and plies that are not final yet.
struct Values {
    payoffs: Vec<i32>,
    plies: Vec<u32>,
}

/// The field that one rank after the other grows over.
///
/// While a position is open its cell of plies counts the successors not yet known to be bad; once
/// it is settled the same cell holds the remoteness.
struct Ranks<'a, A> {
    arena: &'a A,
    values: Values,
    /// The rank being settled, without its sign.
    magnitude: i64,
}

impl<A: Arena> Ranks<'_, A> {
    /// Gives what is still open the payoff of endless play.
    fn close(self, arena: &A) -> Result<Outcomes, A::Error> {
        let mut values = self.values;
        for at in (0..arena.len() as u32).map(Index) {
            if values.payoffs[at.at()] != OPEN {
                continue;
            }
            let endless = endless_for(arena.endless(), arena.player(at)?);
            values.payoffs[at.at()] = endless.0;
            values.plies[at.at()] = NONE;
        }
        Ok(Outcomes::wide(values.payoffs, values.plies))
    }
}

impl<A: Arena> Field for Ranks<'_, A> {
    fn open(&self, at: Index) -> bool {
        self.values.payoffs[at.at()] == OPEN
    }

    fn count_down(&mut self, at: Index) -> bool {
        let count = &mut self.values.plies[at.at()];
        // A terminal has no successors and is never counted down.
        *count = count.saturating_sub(1);
        *count == 0
    }

    fn settle(&mut self, at: Index, verdict: Verdict, level: u32) {
        let endless = self.arena.endless();
        let payoff = if endless == Payoff::DRAW {
            payoff_of(self.signed(verdict), endless)
        } else {
            // An arena that has counted this position's successors knows its player.
            let player = self.arena.player(at).unwrap_or(None);
            payoff_of(self.signed(verdict), endless_for(endless, player))
        };
        self.values.payoffs[at.at()] = payoff.0;
        self.values.plies[at.at()] = level;
    }
}

impl<A> Ranks<'_, A> {
    fn signed(&self, verdict: Verdict) -> i64 {
        match verdict {
            Verdict::Won => self.magnitude,
            Verdict::Lost => -self.magnitude,
        }
    }
}
