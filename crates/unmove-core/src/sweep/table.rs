//! The value of every position of a swept game.

use super::Lanes;
use crate::counts::Counts;
use crate::game::Payoff;
use crate::value::{Remoteness, Value};

/// Remotenesses: a byte each, two once one is too great for that.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Plies {
    Bytes(Vec<u8>),
    Words(Vec<u16>),
}

impl Plies {
    fn get(&self, at: usize) -> u32 {
        match self {
            Self::Bytes(bytes) => u32::from(bytes[at]),
            Self::Words(words) => u32::from(words[at]),
        }
    }

    /// Makes room for a remoteness; `None` if there is none for it.
    pub(super) fn reach(&mut self, level: u32) -> Option<()> {
        if let Self::Bytes(bytes) = self
            && level > u32::from(u8::MAX)
        {
            *self = Self::Words(bytes.iter().map(|&byte| u16::from(byte)).collect());
        }
        (level <= u32::from(u16::MAX)).then_some(())
    }

    fn bytes(&self) -> u64 {
        match self {
            Self::Bytes(bytes) => bytes.len() as u64,
            Self::Words(words) => words.len() as u64 * 2,
        }
    }
}

/// What best play pays at every position of a game in strips, and how long it takes.
#[derive(Debug)]
pub struct Swept {
    pub(super) lanes: Lanes,
    pub(super) won: Vec<u64>,
    pub(super) lost: Vec<u64>,
    pub(super) plies: Plies,
    pub(super) counts: Counts,
    pub(super) peak: u64,
}

/// The same values; how much memory that took does not matter.
impl PartialEq for Swept {
    fn eq(&self, other: &Self) -> bool {
        self.lanes == other.lanes
            && (&self.won, &self.lost) == (&other.won, &other.lost)
            && self.plies == other.plies
            && self.counts == other.counts
    }
}

impl Swept {
    /// How many positions there are.
    pub fn len(&self) -> u64 {
        self.counts.positions
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// What is to be counted over all positions.
    pub fn counts(&self) -> Counts {
        self.counts
    }

    /// The most bytes that were taken at a time.
    pub fn peak_bytes(&self) -> u64 {
        self.peak
    }

    /// Bytes that this takes.
    pub fn bytes(&self) -> u64 {
        self.plies.bytes() + (self.won.len() + self.lost.len()) as u64 * 8
    }

    /// The value of the position of a number.
    ///
    /// # Panics
    /// If there is no position of that number.
    pub fn value(&self, number: u64) -> Value {
        let lanes = self.lanes.len() as u64;
        let bit = self.lanes.bit((number % lanes) as usize) as usize;
        let place = (number / lanes) as usize * self.lanes.words() + bit / 64;
        let has = |set: &[u64]| set[place] >> (bit % 64) & 1 == 1;
        let payoff = match (has(&self.won), has(&self.lost)) {
            (true, _) => Payoff::WIN,
            (_, true) => Payoff::LOSS,
            _ => Payoff::DRAW,
        };
        let plies = self.plies.get(number as usize);
        Value {
            payoff,
            remoteness: (payoff != Payoff::DRAW).then_some(Remoteness(plies)),
        }
    }
}
