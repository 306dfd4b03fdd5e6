//! Sets of positions at a time: retrograde analysis on words of 64 positions.
//!
//! Where one variable of a state has few values, the positions that share all others and the
//! mover make a *strip*, one bit for each value: a *lane*. A move that leaves that variable alone
//! takes a whole strip to another one; a move that only shifts it shifts the bits. So one
//! operation on a word works out the moves of 64 positions. The game hands out its strips one
//! after the other ([`Strips`]); what they have to say is kept in compressed rows, and all levels
//! run on bit sets.

mod levels;
mod map;
mod rows;
mod set;
mod table;

pub use levels::sweep;
pub use map::{Map, Shift};
pub use rows::Halt;
pub use table::Swept;

use crate::game::{Fault, Payoff};

/// The lanes of a strip: which bits stand for a position, in the order of their numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lanes {
    bits: Vec<u32>,
    words: usize,
    /// By bit: its rank among the lanes.
    ranks: Vec<u32>,
    valid: Vec<u64>,
}

impl Lanes {
    /// Lanes at these bits, the first lane first.
    pub fn new(bits: Vec<u32>) -> Self {
        let words = bits.iter().map(|bit| bit / 64 + 1).max().unwrap_or(0) as usize;
        let mut ranks = vec![0; words * 64];
        let mut valid = vec![0; words];
        for (rank, &bit) in bits.iter().enumerate() {
            ranks[bit as usize] = rank as u32;
            valid[bit as usize / 64] |= 1 << (bit % 64);
        }
        Self {
            bits,
            words,
            ranks,
            valid,
        }
    }

    /// Makes sets of lanes take at least so many words.
    pub fn widen(&mut self, words: usize) {
        self.words = self.words.max(words);
        self.ranks.resize(self.words * 64, 0);
        self.valid.resize(self.words, 0);
    }

    /// How many lanes there are.
    pub fn len(&self) -> usize {
        self.bits.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.bits.is_empty()
    }

    /// Words of 64 bits that a set of lanes takes.
    pub fn words(&self) -> usize {
        self.words
    }

    /// The bit of a lane.
    ///
    /// # Panics
    /// If there is no such lane.
    pub fn bit(&self, lane: usize) -> u32 {
        self.bits[lane]
    }

    /// The bits that stand for a position.
    pub fn valid(&self) -> &[u64] {
        &self.valid
    }
}

/// What becomes of the lane in a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Way {
    /// It stays.
    Same,
    /// It goes where one of the game's [maps](Strips::maps) says.
    Map(u32),
    /// It goes to this bit.
    To(u32),
}

/// A set of lanes in a [`Strip`], by the place of its first word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mask(usize);

/// A move of many positions of a strip at once.
#[derive(Clone, Copy, Debug)]
pub struct StripMove {
    /// The strip it leads to.
    pub to: u32,
    /// What becomes of the lane.
    pub way: Way,
    /// The lanes that have the move; `None` for all that are open.
    pub guard: Option<Mask>,
    /// The lanes it may lead to; `None` for all.
    pub filter: Option<Mask>,
}

/// Lanes where the game has ended, by what that pays the player to move.
#[derive(Clone, Debug, Default)]
pub struct Ends {
    /// Where the player to move has won.
    pub won: Vec<u64>,
    /// Where the player to move has lost.
    pub lost: Vec<u64>,
    /// Where nobody has won.
    pub drawn: Vec<u64>,
}

impl Ends {
    fn clear(&mut self, words: usize) {
        for set in [&mut self.won, &mut self.lost, &mut self.drawn] {
            set.clear();
            set.resize(words, 0);
        }
    }

    /// The set of the lanes that pay this; `None` if it is no win, loss or draw by one.
    pub fn paying(&mut self, payoff: Payoff) -> Option<&mut [u64]> {
        Some(match payoff {
            Payoff::WIN => &mut self.won,
            Payoff::LOSS => &mut self.lost,
            Payoff::DRAW => &mut self.drawn,
            Payoff(_) => return None,
        })
    }
}

/// All that there is to know of a strip: where the game has ended, and the moves of the other lanes.
#[derive(Clone, Debug, Default)]
pub struct Strip {
    /// Where the game has ended by a rule of its own.
    pub ends: Ends,
    moves: Vec<StripMove>,
    words: Vec<u64>,
    width: usize,
}

impl Strip {
    /// Forgets everything; sets of lanes take `words` words.
    pub fn clear(&mut self, words: usize) {
        self.ends.clear(words);
        self.moves.clear();
        self.words.clear();
        self.width = words;
    }

    /// Keeps a set of lanes.
    pub fn mask(&mut self, lanes: &[u64]) -> Mask {
        let first = self.words.len();
        self.words.extend_from_slice(lanes);
        self.words.resize(first + self.width, 0);
        Mask(first)
    }

    /// Adds a move.
    pub fn push(&mut self, play: StripMove) {
        self.moves.push(play);
    }

    /// The moves so far.
    pub fn moves(&self) -> &[StripMove] {
        &self.moves
    }

    /// The lanes of a set.
    ///
    /// # Panics
    /// If the set is of another strip.
    pub fn lanes(&self, mask: Mask) -> &[u64] {
        &self.words[mask.0..mask.0 + self.width]
    }
}

/// A game whose positions lie in strips; the position of a strip's lane has the number
/// `strip × lanes + lane`.
///
/// Payoffs are −1, 0 and 1, endless play is a draw, nothing is gained on the way.
pub trait Strips: Sync {
    /// How many strips there are, below 2³².
    fn strips(&self) -> u64;

    /// The lanes of every strip.
    fn lanes(&self) -> &Lanes;

    /// The maps that moves use, by number.
    fn maps(&self) -> &[Map];

    /// What lies side by side in a strip, in words: `pawn`.
    fn along(&self) -> &str;

    /// Somebody to ask: every thread has its own.
    fn sweeper(&self) -> Box<dyn Sweeper + '_>;
}

/// Answers for the strips of a game, one at a time.
pub trait Sweeper {
    /// What there is to know of a strip. `strip` is clear.
    fn strip(&mut self, at: u64, strip: &mut Strip) -> Result<(), Fault>;

    /// What the lanes in `stuck`, which have no move, pay. `ends` is clear.
    fn stuck(&mut self, at: u64, stuck: &[u64], ends: &mut Ends) -> Result<(), Fault>;
}

/// The lanes of a set, by bit, ascending.
pub(crate) fn bits_of(words: &[u64]) -> impl Iterator<Item = usize> + '_ {
    words.iter().enumerate().flat_map(|(number, &word)| {
        let mut rest = word;
        std::iter::from_fn(move || {
            (rest != 0).then(|| {
                let bit = rest.trailing_zeros() as usize;
                rest &= rest - 1;
                number * 64 + bit
            })
        })
    })
}

/// How many lanes a set has.
pub(crate) fn size(words: &[u64]) -> u64 {
    words.iter().map(|word| u64::from(word.count_ones())).sum()
}
