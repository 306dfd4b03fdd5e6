//! How many positions of which kind a solved game has.

use crate::game::Payoff;
use crate::graph::{Graph, Index};
use crate::value::{Outcome, Remoteness, Value};

/// Numbers of positions and moves, each position counted as often as it stands for others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// All positions.
    pub positions: u64,
    /// Positions that the player to move wins.
    pub wins: u64,
    /// Positions that the player to move loses.
    pub losses: u64,
    /// Positions that nobody wins.
    pub draws: u64,
    /// Positions where the game has ended.
    pub terminals: u64,
    /// Legal moves of all positions.
    pub moves: u64,
    /// Positions that are stored, each standing for its whole class under the symmetries.
    pub classes: u64,
    /// The greatest remoteness, if any position has one.
    pub deepest: Option<Remoteness>,
}

impl Counts {
    /// Counts the positions of a graph; `None` if a count is out of range.
    pub(crate) fn of<P>(graph: &Graph<P>, value: impl Fn(Index) -> Value) -> Option<Self> {
        let mut counts = Self {
            classes: graph.len() as u64,
            ..Self::default()
        };
        for at in graph.indices() {
            counts.add(graph, at, value(at))?;
        }
        Some(counts)
    }

    fn add<P>(&mut self, graph: &Graph<P>, at: Index, value: Value) -> Option<()> {
        let orbit = graph.orbit(at);
        let outcome = match value.outcome() {
            Outcome::Win => &mut self.wins,
            Outcome::Loss => &mut self.losses,
            Outcome::Draw => &mut self.draws,
        };
        *outcome = outcome.checked_add(orbit)?;
        self.positions = self.positions.checked_add(orbit)?;
        if graph.terminal(at).is_some() {
            self.terminals = self.terminals.checked_add(orbit)?;
        }
        let moves = (graph.moves(at).count() as u64).checked_mul(orbit)?;
        self.moves = self.moves.checked_add(moves)?;
        self.deepest = self.deepest.max(value.remoteness);
        Some(())
    }
}

/// What the terminals of a graph have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ends {
    /// There are none.
    None,
    /// They all pay the player to move the same.
    Same(Payoff),
    /// They pay this and that.
    Mixed,
}

impl Ends {
    pub(crate) fn of<P>(graph: &Graph<P>) -> Self {
        let mut payoffs = graph.payoffs.iter();
        let Some(&first) = payoffs.next() else {
            return Self::None;
        };
        if payoffs.all(|&payoff| payoff == first) {
            Self::Same(first)
        } else {
            Self::Mixed
        }
    }

    /// From the least and the greatest payoff, if there are ends.
    pub(crate) fn between(payoffs: Option<(Payoff, Payoff)>) -> Self {
        match payoffs {
            None => Self::None,
            Some((least, greatest)) if least == greatest => Self::Same(least),
            Some(_) => Self::Mixed,
        }
    }
}
