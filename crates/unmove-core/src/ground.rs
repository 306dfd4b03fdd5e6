//! What a solution stands on: the positions, their numbers, and what the game says of each.

use std::hash::Hash;

use crate::game::Payoff;
use crate::graph::{Graph, Index};

/// The numbered positions of a solved game.
#[derive(Clone, Debug)]
pub(crate) enum Ground<P> {
    /// Positions numbered as they were reached, with their moves stored.
    Explored(Graph<P>),
}

impl<P> Ground<P> {
    /// How many positions are stored.
    pub(crate) fn len(&self) -> usize {
        match self {
            Self::Explored(graph) => graph.len(),
        }
    }

    /// The numbers of all positions, rising.
    pub(crate) fn indices(&self) -> Box<dyn Iterator<Item = Index> + '_> {
        match self {
            Self::Explored(graph) => Box::new(graph.indices()),
        }
    }

    /// The positions that the game was solved from.
    pub(crate) fn roots(&self) -> &[Index] {
        match self {
            Self::Explored(graph) => graph.roots(),
        }
    }

    /// What the game pays the player to move if it has ended at a position.
    pub(crate) fn terminal(&self, at: Index) -> Option<Payoff> {
        match self {
            Self::Explored(graph) => graph.terminal(at),
        }
    }

    /// How many legal moves a position has.
    pub(crate) fn count_moves(&self, at: Index) -> u64 {
        match self {
            Self::Explored(graph) => graph.moves(at).count() as u64,
        }
    }

    /// How many positions this one stands for.
    pub(crate) fn orbit(&self, at: Index) -> u64 {
        match self {
            Self::Explored(graph) => graph.orbit(at),
        }
    }

    /// Whether values are scores.
    pub(crate) fn is_scored(&self) -> bool {
        match self {
            Self::Explored(graph) => graph.is_scored(),
        }
    }

    /// What endless play pays the first player.
    pub(crate) fn endless(&self) -> Payoff {
        match self {
            Self::Explored(graph) => graph.endless(),
        }
    }
}

impl<P: Clone + Eq + Hash> Ground<P> {
    /// The position of a number.
    pub(crate) fn position(&self, at: Index) -> P {
        match self {
            Self::Explored(graph) => graph.position(at).clone(),
        }
    }

    /// The number of a position, if it has one.
    pub(crate) fn index_of(&self, position: &P) -> Option<Index> {
        match self {
            Self::Explored(graph) => graph.index_of(position),
        }
    }
}
