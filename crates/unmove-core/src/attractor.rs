//! The one fixed point that every solver of graphs with cycles is made of.
//!
//! Starting from positions that are known, it grows backwards, level by level: a position is won
//! when a move leads to a position lost for the opponent, and lost when all its moves lead to
//! positions won for the opponent. What counts as won and lost, and which positions take part, is
//! the business of the [`Field`] that the kernel grows over.

use crate::arena::Arena;
use crate::graph::Index;
use crate::progress::{Steps, Stopped};

/// What the kernel finds out about a position, for the player to move there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    Won,
    Lost,
}

/// The state that the attractor grows over.
pub(crate) trait Field {
    /// Whether the position can still become won.
    fn open(&self, at: Index) -> bool;

    /// One more successor is known to be won for the opponent. True when that was the last one and
    /// the position is lost by it. Only called for open positions.
    fn count_down(&mut self, at: Index) -> bool;

    /// The position is settled, at that level: its distance from the seeds.
    fn settle(&mut self, at: Index, verdict: Verdict, level: u32);
}

/// Why growing stopped early.
pub(crate) enum Halted<E> {
    Stopped,
    Arena(E),
}

impl<E> From<Stopped> for Halted<E> {
    fn from(Stopped: Stopped) -> Self {
        Self::Stopped
    }
}

/// Grows the field from `seeds`, which must be settled already, until nothing more follows.
///
/// Every edge into a settled position is looked at once.
pub(crate) fn grow<A: Arena, F: Field>(
    arena: &A,
    field: &mut F,
    seeds: Vec<(Index, Verdict)>,
    steps: &mut Steps<'_>,
) -> Result<(), Halted<A::Error>> {
    let mut level = 0;
    let mut current = seeds;
    let mut next = Vec::new();
    while !current.is_empty() {
        level += 1;
        for &(settled, verdict) in &current {
            steps.step()?;
            let visited = arena.predecessors(settled, |from| {
                if !field.open(from.at) {
                    return;
                }
                // After a move that keeps the turn, the same player is the one who has won.
                let good = (verdict == Verdict::Lost) != from.again;
                let found = if good {
                    Verdict::Won
                } else if field.count_down(from.at) {
                    Verdict::Lost
                } else {
                    return;
                };
                field.settle(from.at, found, level);
                next.push((from.at, found));
            });
            visited.map_err(Halted::Arena)?;
        }
        current.clear();
        std::mem::swap(&mut current, &mut next);
    }
    Ok(())
}
