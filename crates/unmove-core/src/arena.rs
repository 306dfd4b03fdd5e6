//! The narrow view of a game that the solvers of graphs with cycles run on.

use std::convert::Infallible;

use crate::game::{Payoff, Player};
use crate::graph::{AGAIN, Graph, Index, TARGET};

/// One end of an edge, seen from the other end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Arrow {
    /// The position at the far end.
    pub at: Index,
    /// The same player moves at both ends.
    pub again: bool,
}

/// Numbered positions with their edges in both directions; no sums.
///
/// Successors and predecessors must agree: every edge that one names, the other names as often.
pub trait Arena {
    /// Why the arena may fail to answer.
    type Error;

    /// Numbers run from 0 to this, exclusive. Some may stand for no position: they have neither
    /// edges nor a payoff.
    fn len(&self) -> usize;

    /// Whether there are no positions.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// What the game pays the player to move if it has ended here.
    fn terminal(&self, at: Index) -> Result<Option<Payoff>, Self::Error>;

    /// Who moves here; `None` in an impartial game.
    fn player(&self, at: Index) -> Result<Option<Player>, Self::Error>;

    /// What endless play pays the first player.
    fn endless(&self) -> Payoff;

    /// Visits every successor.
    fn successors(&self, at: Index, visit: impl FnMut(Arrow)) -> Result<(), Self::Error>;

    /// Visits every predecessor.
    fn predecessors(&self, at: Index, visit: impl FnMut(Arrow)) -> Result<(), Self::Error>;
}

/// An explored graph with its reverse edges.
#[derive(Debug)]
pub struct Stored<'a, P> {
    graph: &'a Graph<P>,
    rows: Vec<u32>,
    /// Predecessors, with [`AGAIN`] where it applies.
    sources: Vec<u32>,
}

impl<'a, P> Stored<'a, P> {
    /// Reverses every edge: two passes over the graph. Sums have no meaning here; their components
    /// are taken for positions of their own.
    pub fn new(graph: &'a Graph<P>) -> Self {
        let mut rows = vec![0u32; graph.len() + 1];
        for &tagged in &graph.targets {
            if let Some(row) = rows.get_mut((tagged & TARGET) as usize) {
                *row += 1;
            }
        }
        // From counts to the ends of the rows; filling them backwards leaves their beginnings.
        let mut end = 0;
        for row in &mut rows {
            end += *row;
            *row = end;
        }
        let mut sources = vec![0u32; end as usize];
        for from in graph.indices() {
            for &tagged in graph.tagged(from) {
                if let Some(row) = rows.get_mut((tagged & TARGET) as usize) {
                    *row -= 1;
                    sources[*row as usize] = from.0 | (tagged & AGAIN);
                }
            }
        }
        Self {
            graph,
            rows,
            sources,
        }
    }
}

impl<P> Arena for Stored<'_, P> {
    type Error = Infallible;

    fn len(&self) -> usize {
        self.graph.len()
    }

    fn terminal(&self, at: Index) -> Result<Option<Payoff>, Infallible> {
        Ok(self.graph.terminal(at))
    }

    fn player(&self, at: Index) -> Result<Option<Player>, Infallible> {
        Ok(self.graph.player(at))
    }

    fn endless(&self) -> Payoff {
        self.graph.endless()
    }

    fn successors(&self, at: Index, mut visit: impl FnMut(Arrow)) -> Result<(), Infallible> {
        for &tagged in self.graph.tagged(at) {
            visit(arrow(tagged));
        }
        Ok(())
    }

    fn predecessors(&self, at: Index, mut visit: impl FnMut(Arrow)) -> Result<(), Infallible> {
        let row = self.rows[at.at()] as usize..self.rows[at.at() + 1] as usize;
        for &tagged in &self.sources[row] {
            visit(arrow(tagged));
        }
        Ok(())
    }
}

fn arrow(tagged: u32) -> Arrow {
    Arrow {
        at: Index(tagged & TARGET),
        again: tagged & AGAIN != 0,
    }
}
