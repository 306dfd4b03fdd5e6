//! The other fixed point: everything that can be reached going forwards.

pub mod intervals;

use std::hash::Hash;

use crate::error::SolveError;
use crate::explore::{Limits, explore};
use crate::game::Game;
use crate::graph::{Graph, Index};
use crate::progress::Progress;

/// The positions that can be reached, and in how few moves.
#[derive(Debug)]
pub struct Reach<P> {
    graph: Graph<P>,
    distances: Vec<u32>,
}

/// Finds everything that can be reached from some positions. Of a move that splits the game every
/// component counts as reached.
pub fn reach<G: Game + ?Sized>(
    game: &G,
    from: Vec<G::Position>,
    limits: &Limits,
    progress: &dyn Progress,
) -> Result<Reach<G::Position>, SolveError<G::Position>> {
    let graph = explore(game, from, limits, progress)?;
    let distances = distances(&graph);
    Ok(Reach { graph, distances })
}

/// Positions are numbered breadth first, so that by the time a row is read its distance is final.
fn distances<P>(graph: &Graph<P>) -> Vec<u32> {
    const FAR: u32 = u32::MAX;
    let mut distances = vec![FAR; graph.len()];
    for root in graph.roots() {
        distances[root.at()] = 0;
    }
    for at in graph.indices() {
        let next = distances[at.at()].saturating_add(1);
        for edge in graph.successors(at) {
            let distance = &mut distances[edge.to.at()];
            *distance = next.min(*distance);
        }
    }
    distances
}

impl<P> Reach<P> {
    /// How many positions can be reached, those at the start included.
    pub fn len(&self) -> usize {
        self.graph.len()
    }

    /// Whether nothing can be reached.
    pub fn is_empty(&self) -> bool {
        self.graph.is_empty()
    }

    /// Every position reached with the least number of moves that lead there, nearest first.
    pub fn iter(&self) -> impl Iterator<Item = (&P, u32)> {
        let indices = self.graph.indices();
        indices.map(|at| (self.graph.position(at), self.distances[at.at()]))
    }

    /// The positions and moves.
    pub fn graph(&self) -> &Graph<P> {
        &self.graph
    }
}

impl<P: Eq + Hash> Reach<P> {
    /// The least number of moves that lead to a position; `None` if none do.
    pub fn distance(&self, position: &P) -> Option<u32> {
        let Index(at) = self.graph.index_of(position)?;
        self.distances.get(at as usize).copied()
    }
}
