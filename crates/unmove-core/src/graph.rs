//! The explored graph of a game: numbered positions and their moves.

use std::hash::{BuildHasher, Hash};

use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;

use crate::bits::Bits;
use crate::game::{Payoff, Player};

/// The number of a position in its [`Graph`]: 0, 1, 2, … in the order of discovery.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Index(pub u32);

impl Index {
    /// The number as an index into a slice.
    pub fn at(self) -> usize {
        self.0 as usize
    }
}

/// One component that a move leads to; a move that splits the game is several edges.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Edge {
    /// The component's position.
    pub to: Index,
    /// The same player moves again.
    pub again: bool,
    /// What the mover gains.
    pub gain: i32,
    /// This component belongs to the same move as the edge before it.
    pub joined: bool,
}

/// One legal move of the graph.
#[derive(Clone, Copy, Debug)]
pub struct Step<'a> {
    targets: &'a [u32],
    /// The same player moves again.
    pub again: bool,
    /// What the mover gains.
    pub gain: i32,
}

impl<'a> Step<'a> {
    /// The components the move leads to: one, or those of a sum (which may have none at all).
    pub fn components(&self) -> impl Iterator<Item = Index> + use<'a> {
        self.targets
            .iter()
            .filter(|&&tagged| tagged & TARGET != NOWHERE)
            .map(|&tagged| Index(tagged & TARGET))
    }
}

/// The bits of a stored edge that hold its target.
pub(crate) const TARGET: u32 = (1 << 30) - 1;
/// The target of a move to the sum of no components.
pub(crate) const NOWHERE: u32 = TARGET;
/// The bit of a stored edge that says that the mover moves again.
pub(crate) const AGAIN: u32 = 1 << 31;
/// The bit of a stored edge that joins it to the one before.
pub(crate) const JOINED: u32 = 1 << 30;

/// All positions that the roots can reach, numbered breadth first, and every move between them.
///
/// Edges are kept in compressed sparse rows: 4 bytes an edge and 4 a position, besides the
/// position itself and 6 to 12 bytes of hash table.
#[derive(Clone)]
pub struct Graph<P> {
    pub(crate) positions: Vec<P>,
    /// Indices into `positions`, by the hash of the position.
    pub(crate) table: HashTable<u32>,
    /// Where the row of each position begins in `targets`, and one more for the end of the last.
    pub(crate) rows: Vec<u32>,
    /// Successors with their flags, row after row in the order of the moves.
    pub(crate) targets: Vec<u32>,
    /// Gains beside the targets; empty where no move gains anything.
    pub(crate) gains: Vec<i32>,
    /// Indices of the terminals, rising, and beside them what they pay.
    pub(crate) terminals: Vec<u32>,
    pub(crate) payoffs: Vec<Payoff>,
    /// Empty where every position stands for itself alone.
    pub(crate) orbits: Vec<u64>,
    /// Positions where the second player moves.
    pub(crate) second: Bits,
    pub(crate) roots: Vec<Index>,
    pub(crate) traits: Traits,
    /// Bytes that the positions own on the heap.
    pub(crate) owned: u64,
}

/// What exploring has found out about the whole graph.
#[derive(Clone, Copy, Debug)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "independent facts, none a state"
)]
pub(crate) struct Traits {
    pub(crate) impartial: bool,
    pub(crate) scored: bool,
    pub(crate) measured: bool,
    pub(crate) sums: bool,
    pub(crate) again: bool,
    /// Every edge leads to a greater index.
    pub(crate) rising: bool,
    pub(crate) endless: Payoff,
}

impl<P> Graph<P> {
    /// How many positions there are.
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// Whether there are no positions at all.
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// The position of that number.
    ///
    /// # Panics
    /// If the index is not one of this graph's.
    pub fn position(&self, at: Index) -> &P {
        &self.positions[at.at()]
    }

    /// Every index, rising.
    pub fn indices(&self) -> impl Iterator<Item = Index> + use<P> {
        (0..self.positions.len() as u32).map(Index)
    }

    /// The positions that exploring began with.
    pub fn roots(&self) -> &[Index] {
        &self.roots
    }

    /// The stored row of a position.
    fn row(&self, at: Index) -> std::ops::Range<usize> {
        self.rows[at.at()] as usize..self.rows[at.at() + 1] as usize
    }

    /// The stored edges of a position, flags and all.
    pub(crate) fn tagged(&self, at: Index) -> &[u32] {
        &self.targets[self.row(at)]
    }

    /// The legal moves of a position in the game's order.
    pub fn moves(&self, at: Index) -> impl Iterator<Item = Step<'_>> {
        let mut row = self.row(at);
        std::iter::from_fn(move || {
            let start = row.next()?;
            let mut end = start + 1;
            while end < row.end && self.targets[end] & JOINED != 0 {
                end += 1;
            }
            row.start = end;
            Some(Step {
                targets: &self.targets[start..end],
                again: self.targets[start] & AGAIN != 0,
                gain: self.gain(start),
            })
        })
    }

    /// Every component that a move of this position leads to.
    pub fn successors(&self, at: Index) -> impl Iterator<Item = Edge> {
        self.row(at)
            .filter(|&edge| self.targets[edge] & TARGET != NOWHERE)
            .map(|edge| {
                let tagged = self.targets[edge];
                Edge {
                    to: Index(tagged & TARGET),
                    again: tagged & AGAIN != 0,
                    gain: self.gain(edge),
                    joined: tagged & JOINED != 0,
                }
            })
    }

    fn gain(&self, edge: usize) -> i32 {
        self.gains.get(edge).copied().unwrap_or(0)
    }

    /// What the game pays the player to move if it has ended here.
    pub fn terminal(&self, at: Index) -> Option<Payoff> {
        if !self.row(at).is_empty() {
            return None;
        }
        let place = self.terminals.binary_search(&at.0).ok()?;
        self.payoffs.get(place).copied()
    }

    /// Who moves here; `None` in an impartial game.
    pub fn player(&self, at: Index) -> Option<Player> {
        if self.traits.impartial {
            None
        } else if self.second.get(at.at()) {
            Some(Player::Second)
        } else {
            Some(Player::First)
        }
    }

    /// How many positions this one stands for.
    pub fn orbit(&self, at: Index) -> u64 {
        self.orbits.get(at.at()).copied().unwrap_or(1)
    }

    /// How many moves are stored, each counted once whatever its position's orbit.
    pub fn edges(&self) -> u64 {
        if !self.traits.sums {
            return self.targets.len() as u64;
        }
        let joined = self.targets.iter().filter(|&&tagged| tagged & JOINED != 0);
        (self.targets.len() - joined.count()) as u64
    }

    /// Whether some move splits the game into a sum.
    pub fn has_sums(&self) -> bool {
        self.traits.sums
    }

    /// Whether after some move the same player moves again.
    pub fn has_again(&self) -> bool {
        self.traits.again
    }

    /// Whether both players have the same moves everywhere.
    pub fn is_impartial(&self) -> bool {
        self.traits.impartial
    }

    /// Whether values are scores.
    pub fn is_scored(&self) -> bool {
        self.traits.scored
    }

    /// Whether every move was seen to lower the game's measure.
    pub fn is_measured(&self) -> bool {
        self.traits.measured
    }

    /// What endless play pays the first player.
    pub fn endless(&self) -> Payoff {
        self.traits.endless
    }

    /// Bytes that the graph takes, what the positions own included.
    pub fn bytes(&self) -> u64 {
        let vectors = self.positions.capacity() * size_of::<P>()
            + (self.rows.capacity() + self.targets.capacity()) * size_of::<u32>()
            + self.gains.capacity() * size_of::<i32>()
            + self.terminals.capacity() * (size_of::<u32>() + size_of::<Payoff>())
            + self.orbits.capacity() * size_of::<u64>()
            + self.second.bytes()
            + self.table.allocation_size();
        self.owned + vectors as u64
    }

    /// What an endless game pays the player to move at a position.
    pub(crate) fn endless_at(&self, at: Index) -> Payoff {
        crate::preference::endless_for(self.traits.endless, self.player(at))
    }
}

impl<P: Eq + Hash> Graph<P> {
    /// The number of a position, if it was reached.
    pub fn index_of(&self, position: &P) -> Option<Index> {
        self.table
            .find(hash(position), |&at| {
                self.positions[at as usize] == *position
            })
            .map(|&at| Index(at))
    }
}

impl<P> std::fmt::Debug for Graph<P> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Graph")
            .field("positions", &self.positions.len())
            .field("edges", &self.targets.len())
            .finish_non_exhaustive()
    }
}

/// The hash that the table of positions uses.
pub(crate) fn hash<P: Hash>(position: &P) -> u64 {
    FxBuildHasher.hash_one(position)
}
