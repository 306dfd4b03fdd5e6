//! Games whose positions are numbered by a rule: no table of positions, no stored edges.

use std::fmt;
use std::ops::Range;

use crate::game::{Fault, Payoff};
use crate::sweep::Strips;

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
    /// How many positions this one stands for, where that came to light on the way; else [`Worker::orbit`] tells.
    pub orbit: Option<u64>,
}

impl Row {
    /// Forgets all of them.
    pub fn clear(&mut self) {
        self.links.clear();
        self.gains.clear();
        self.orbit = None;
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

/// What moves take at a position, in steps of whatever runs the rules.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Toil {
    /// To make all moves.
    pub moves: f64,
    /// To find the positions from which a move leads there.
    pub unmoves: f64,
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

    /// What it takes to make the moves of some positions and to take back those that lead there, on average; `None` where
    /// nothing is known of that.
    fn toil(&self, _sample: &[u64]) -> Option<Toil> {
        None
    }

    /// What the numbers are made of, to go on after "numbered by": `turn (2) × stones (101)`; empty where there is
    /// only one.
    fn encoding(&self) -> String;

    /// What the numbering takes for granted of every position that comes up, in words; see [`Scope::Guessed`].
    fn assumed(&self) -> Option<String> {
        None
    }

    /// The positions in strips, under the same numbers, where many of them can be solved at once: all numbers then stand
    /// for a position. `None` where they cannot.
    fn strips(&self) -> Option<&dyn Strips> {
        None
    }

    /// How many positions most positions stand for: as many as there are symmetries.
    fn symmetries(&self) -> u64 {
        1
    }

    /// What runs the game's rules, as a clause; empty where that is not worth a word.
    fn engine(&self) -> String {
        String::new()
    }

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

    /// As [`row`](Self::row), of a number that is known to stand for a position: nothing is done to find that out again.
    fn moves(&mut self, at: u64, row: &mut Row) -> Result<Standing, Fault> {
        self.row(at, row)
    }

    /// Leaves in `sources` the positions from which a move leads to `at`. Those where the game has ended are
    /// not among them. Numbers beyond what was explored may be.
    fn sources(&mut self, at: u64, sources: &mut Vec<Link>) -> Result<(), Fault>;

    /// Whether the game may start here; never asked where the number stands for nothing.
    fn is_root(&mut self, at: u64) -> Result<bool, Fault>;

    /// How many positions this one stands for.
    fn orbit(&mut self, _at: u64) -> u64 {
        1
    }
    /// Opens the cells of a range of numbers, one byte each; `false` leaves everything to
    /// [`Worker::row`], and so does [`ASK`] for a single number.
    ///
    /// A byte says what the number stands for: [`NOTHING`], the count of its moves (up to
    /// [`MOST_COUNTED`]; each distinct link once unless [`Numbered::repeats`] holds), or how the game
    /// has ended. What is answered has to be added to the tally.
    fn open_range(&mut self, _range: Range<u64>, _cells: &mut [u8], _tally: &mut Tally) -> bool {
        false
    }

    /// Settles a range of numbers whose moves all lead to lower numbers (`falling`: from the first of
    /// the range to its last) or all to higher ones (from the last to the first), and says for how
    /// many of them it was done: where it ends, [`Worker::row`] takes over for the rest of the range.
    ///
    /// `cells` is the whole table, `width` bytes a number (1, 2 or 4, the lowest first), coded as [`Codec`] says; what the moves lead to is
    /// settled in it. Cells of 0 stand for nothing and are left alone, as are those of settled ends. It
    /// stops before a value whose code does not fit.
    fn settle_range(
        &mut self,
        _range: Range<u64>,
        _falling: bool,
        _codec: Codec,
        _cells: &mut [u8],
        _width: usize,
    ) -> u64 {
        0
    }

    /// Works out the Grundy values of a range of numbers in the order of [`settle_range`](Self::settle_range), of a game whose ends are
    /// all losses; says for how many of them it was done.
    ///
    /// `cells` has a byte for each number as the survey leaves it: 1 to `most` where there are moves. `values` has
    /// those of all that the moves lead to, and 0 where there are no moves.
    fn grundy_range(
        &mut self,
        _range: Range<u64>,
        _falling: bool,
        _most: u32,
        _cells: &[u8],
        _values: &mut [u32],
    ) -> u64 {
        0
    }
}

/// Cell opened by [`Worker::open_range`]: nothing here.
pub const NOTHING: u8 = 0;
/// Cell opened by [`Worker::open_range`]: the greatest count of moves.
pub const MOST_COUNTED: u8 = 248;
/// Cell opened by [`Worker::open_range`]: the game has ended and nobody has won.
pub const ENDED_DRAWN: u8 = 249;
/// Cell opened by [`Worker::open_range`]: the game has ended and pays the player to move more than 0.
pub const ENDED_WON: u8 = 250;
/// Cell opened by [`Worker::open_range`]: the game has ended and pays the player to move less than 0.
pub const ENDED_LOST: u8 = 251;
/// Cell opened by [`Worker::open_range`]: left to [`Worker::row`].
pub const ASK: u8 = 255;

/// What the cells of a solved table mean.
///
/// | code | meaning |
/// |---|---|
/// | 0 | nothing |
/// | 1 … `most` | open, with that many moves not yet known to be bad |
/// | `most` + 1 | a draw |
/// | `most` + 2 + 2 × remoteness (+ 1 if lost) | won or lost, where `told` is [`Told::Apart`] |
/// | `most` + 2 + remoteness | won or lost, where the remoteness tells which |
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Codec {
    /// The greatest count of moves.
    pub most: u32,
    /// How wins are told from losses.
    pub told: Told,
}

/// How a code tells wins from losses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Told {
    /// By a code each.
    Apart,
    /// The game ends by losses (and draws) and the turn always passes: losses have even remoteness.
    LossesEven,
    /// The game ends by wins (and draws) and the turn always passes: wins have even remoteness.
    WinsEven,
}

/// What a walk over the positions finds; the numbers of several walks add up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "independent facts, none a state"
)]
pub struct Tally {
    /// Positions, each as often as it stands for others.
    pub positions: u64,
    /// Positions that are stored.
    pub classes: u64,
    /// Moves of all positions.
    pub moves: u64,
    /// Edges that are stored: the links of [`Row`], each distinct one of a position once unless
    /// [`Numbered::repeats`] holds.
    pub edges: u64,
    /// Positions where the game has ended.
    pub terminals: u64,
    /// The least and the greatest payoff of an end.
    pub payoffs: Option<(Payoff, Payoff)>,
    /// The most edges of a position.
    pub most: u32,
    /// Whether every move leads to a lower number.
    pub falling: bool,
    /// Whether every move leads to a higher number.
    pub rising: bool,
    /// Whether the same player moves again after some move.
    pub again: bool,
    /// Whether some move gains something.
    pub gains: bool,
}

impl Default for Tally {
    fn default() -> Self {
        Self {
            positions: 0,
            classes: 0,
            moves: 0,
            edges: 0,
            terminals: 0,
            payoffs: None,
            most: 0,
            falling: true,
            rising: true,
            again: false,
            gains: false,
        }
    }
}

impl Tally {
    /// Adds what another walk has found. Numbers out of range stay at the greatest there is.
    pub fn add(&mut self, other: &Self) {
        self.positions = self.positions.saturating_add(other.positions);
        self.classes = self.classes.saturating_add(other.classes);
        self.moves = self.moves.saturating_add(other.moves);
        self.edges = self.edges.saturating_add(other.edges);
        self.terminals = self.terminals.saturating_add(other.terminals);
        if let Some((least, greatest)) = other.payoffs {
            self.pay(least);
            self.pay(greatest);
        }
        self.most = self.most.max(other.most);
        self.falling &= other.falling;
        self.rising &= other.rising;
        self.again |= other.again;
        self.gains |= other.gains;
    }

    /// Takes note of what an end pays.
    pub fn pay(&mut self, payoff: Payoff) {
        self.payoffs = Some(match self.payoffs {
            None => (payoff, payoff),
            Some((least, greatest)) => (least.min(payoff), greatest.max(payoff)),
        });
    }
}
