//! Games whose positions are numbered by a rule: no table of positions, no stored edges.

use std::fmt;

use crate::game::{Fault, Payoff};

/// One end of an edge seen from the other: a position's number, and whether the same player moves at both ends.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Link(u64);

/// The bit of a link that says that the mover moves again.
const AGAIN: u64 = 1 << 63;

impl Link {
    /// A link to a number below 2⁶³.
    pub fn new(number: u64, again: bool) -> Self {
        Self(number | if again { AGAIN } else { 0 })
    }

    /// A link from its bits: the number, and in the highest bit whether the mover moves again.
    pub fn from_bits(bits: u64) -> Self {
        Self(bits)
    }

    /// The position's number.
    pub fn number(self) -> u64 {
        self.0 & !AGAIN
    }

    /// Whether the same player moves at both ends.
    pub fn again(self) -> bool {
        self.0 & AGAIN != 0
    }
}

impl fmt::Debug for Link {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let again = if self.again() { " again" } else { "" };
        write!(f, "→{}{again}", self.number())
    }
}

/// What a number stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// For no position: a hole of the numbering, or a position that another one stands for.
    Nothing,
    /// For a position where the game has ended (or nobody can move), and what it pays the player to move.
    Ended(Payoff),
    /// For a position with moves.
    Open,
}

/// The moves of one position, in the game's order.
#[derive(Clone, Debug, Default)]
pub struct Row {
    /// Where each legal move leads; moves that do the same are all there.
    pub links: Vec<Link>,
    /// What each move gains; empty where no move of the game gains anything.
    pub gains: Vec<i32>,
}

impl Row {
    /// Forgets all moves.
    pub fn clear(&mut self) {
        self.links.clear();
        self.gains.clear();
    }
}

/// Which positions a numbering is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scope {
    /// Every position of the space.
    Whole,
    /// What the start can reach.
    Reachable,
    /// What the start can reach, as far as it can be guessed: the numbering may leave out positions that seem
    /// never to come up. Where one does, the [`Worker`] fails with [`Outside`].
    Guessed,
}

/// The fault of a move that leads out of a numbering: what the numbering took for granted does not hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a move leads to a position that the numbering leaves out")]
pub struct Outside;

/// Where a game starts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Roots {
    /// At these positions, the usual one first.
    Listed(Vec<u64>),
    /// At every position for which [`Worker::is_root`] holds.
    Where,
}

/// A game whose positions are the numbers from 0 to its size, or some of them; no move splits it into a sum.
///
/// `P` is the position that people see. Numbers stay below 2⁶³.
pub trait Numbered<P>: Send + Sync + fmt::Debug {
    /// Numbers run from 0 to this, exclusive.
    fn size(&self) -> u64;

    /// The number of a position; `None` if it is none of the space.
    fn number(&self, position: &P) -> Option<u64>;

    /// The position of a number; `None` where the number stands for nothing.
    fn position(&self, number: u64) -> Option<P>;

    /// Where the game starts.
    fn roots(&self) -> Result<Roots, Fault>;

    /// Whether both players have the same moves everywhere.
    fn impartial(&self) -> bool;

    /// Whether values are scores.
    fn scored(&self) -> bool;

    /// What endless play pays the first player.
    fn endless(&self) -> Payoff;

    /// Whether predecessors can be worked out, or why not, as a clause.
    fn unmoves(&self) -> Result<(), String>;

    /// Whether [`Worker::sources`] names a predecessor as often as its moves lead here; if not, once.
    fn repeats(&self) -> bool;

    /// How the numbers are made, in words: `mixed radix over …`.
    fn encoding(&self) -> String;

    /// Somebody to ask: every thread has its own.
    fn worker(&self) -> Box<dyn Worker + '_>;

    /// Somebody to ask who comes to the same answers by another way, for the verifier: plain rather than fast.
    fn referee(&self) -> Box<dyn Worker + '_> {
        self.worker()
    }
}

/// Answers for the positions of a [`Numbered`] game, one at a time; keeps what it needs between two questions.
pub trait Worker {
    /// What a number stands for; leaves its moves in `row`, which is empty unless the position is open.
    fn row(&mut self, at: u64, row: &mut Row) -> Result<Standing, Fault>;

    /// Leaves in `sources` the positions from which a move leads to `at`. Those where the game has ended are
    /// not among them. Numbers beyond what was explored may be.
    fn sources(&mut self, at: u64, sources: &mut Vec<Link>) -> Result<(), Fault>;

    /// Whether the game may start here; never asked where the number stands for nothing.
    fn is_root(&mut self, at: u64) -> Result<bool, Fault>;

    /// How many positions this one stands for.
    fn orbit(&mut self, _at: u64) -> u64 {
        1
    }
}
