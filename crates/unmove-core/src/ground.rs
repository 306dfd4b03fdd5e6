//! What a solution stands on: the positions, their numbers, and what the game says of each.

use std::hash::Hash;
use std::sync::Arc;

use crate::bits::Bits;
use crate::dense::Survey;
use crate::game::Payoff;
use crate::graph::{Graph, Index};
use crate::numbered::{Numbered, Row, Standing};

/// The numbered positions of a solved game.
#[derive(Clone, Debug)]
pub(crate) enum Ground<P> {
    /// Positions numbered as they were reached, with their moves stored.
    Explored(Graph<P>),
    /// Positions numbered by a rule of the game's own, with nothing stored.
    Numbered(Ruled<P>),
}

/// Positions that a rule numbers.
#[derive(Clone, Debug)]
pub(crate) struct Ruled<P> {
    pub(crate) game: Arc<dyn Numbered<P>>,
    pub(crate) survey: Arc<Survey>,
    pub(crate) roots: Vec<Index>,
    /// Indices that stand for no position, where there are such.
    pub(crate) holes: Option<Bits>,
}

impl<P> Ruled<P> {
    /// What a position is to the game, and its moves. The game has answered for it before, so that it cannot
    /// fail; if it does, it counts as no position.
    fn row(&self, at: Index) -> (Standing, Row) {
        let mut row = Row::default();
        let number = self.survey.places.number(at);
        let standing = self.game.worker().row(number, &mut row);
        (standing.unwrap_or(Standing::Nothing), row)
    }

    fn holds(&self, at: Index) -> bool {
        self.holes.as_ref().is_none_or(|holes| !holes.get(at.at()))
    }
}

impl<P> Ground<P> {
    /// How many positions are stored.
    pub(crate) fn len(&self) -> usize {
        match self {
            Self::Explored(graph) => graph.len(),
            Self::Numbered(ruled) => ruled.survey.places.len() as usize,
        }
    }

    /// The numbers of all positions, rising.
    pub(crate) fn indices(&self) -> Box<dyn Iterator<Item = Index> + '_> {
        match self {
            Self::Explored(graph) => Box::new(graph.indices()),
            Self::Numbered(ruled) => {
                let all = (0..ruled.survey.places.len()).map(Index);
                Box::new(all.filter(|&at| ruled.holds(at)))
            }
        }
    }

    /// The positions that the game was solved from.
    pub(crate) fn roots(&self) -> &[Index] {
        match self {
            Self::Explored(graph) => graph.roots(),
            Self::Numbered(ruled) => &ruled.roots,
        }
    }

    /// What the game pays the player to move if it has ended at a position.
    pub(crate) fn terminal(&self, at: Index) -> Option<Payoff> {
        match self {
            Self::Explored(graph) => graph.terminal(at),
            Self::Numbered(ruled) => match ruled.row(at).0 {
                Standing::Ended(payoff) => Some(payoff),
                Standing::Open | Standing::Nothing => None,
            },
        }
    }

    /// How many legal moves a position has.
    pub(crate) fn count_moves(&self, at: Index) -> u64 {
        match self {
            Self::Explored(graph) => graph.moves(at).count() as u64,
            Self::Numbered(ruled) => ruled.row(at).1.links.len() as u64,
        }
    }

    /// How many positions this one stands for.
    pub(crate) fn orbit(&self, at: Index) -> u64 {
        match self {
            Self::Explored(graph) => graph.orbit(at),
            Self::Numbered(ruled) => ruled.game.worker().orbit(ruled.survey.places.number(at)),
        }
    }

    /// Whether values are scores.
    pub(crate) fn is_scored(&self) -> bool {
        match self {
            Self::Explored(graph) => graph.is_scored(),
            Self::Numbered(ruled) => ruled.game.scored(),
        }
    }

    /// What endless play pays the first player.
    pub(crate) fn endless(&self) -> Payoff {
        match self {
            Self::Explored(graph) => graph.endless(),
            Self::Numbered(ruled) => ruled.game.endless(),
        }
    }
}

impl<P: Clone + Eq + Hash> Ground<P> {
    /// The position of a number.
    ///
    /// # Panics
    /// If there is none.
    pub(crate) fn position(&self, at: Index) -> P {
        match self {
            Self::Explored(graph) => graph.position(at).clone(),
            Self::Numbered(ruled) => {
                let position = ruled.game.position(ruled.survey.places.number(at));
                position.expect("an index that stands for a position")
            }
        }
    }

    /// The number of a position, if it has one.
    pub(crate) fn index_of(&self, position: &P) -> Option<Index> {
        match self {
            Self::Explored(graph) => graph.index_of(position),
            Self::Numbered(ruled) => {
                let number = ruled.game.number(position)?;
                let at = ruled.survey.places.index(number)?;
                ruled.holds(at).then_some(at)
            }
        }
    }
}
