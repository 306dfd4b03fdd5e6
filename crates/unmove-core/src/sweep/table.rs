//! The value of every position of a swept game.

use super::Lanes;
use crate::counts::Counts;
use crate::game::Payoff;
use crate::value::{Remoteness, Value};

/// Remotenesses bit by bit: in the planes of a Gray code, where going on to the next number changes
/// one bit. So a level takes one operation on the words of one plane: it changes the bit of every
/// lane that is still open, and a lane keeps the number of the level that settles it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Plies {
    planes: Vec<Vec<u64>>,
}

impl Plies {
    /// The plane that changes from the level before to this one, and the level's bits.
    pub(super) fn plane(&mut self, level: u32, words: usize) -> &mut Vec<u64> {
        let number = level.trailing_zeros() as usize;
        while self.planes.len() <= number {
            self.planes.push(vec![0; words]);
        }
        &mut self.planes[number]
    }

    /// The remoteness at a bit of a word.
    fn get(&self, word: usize, bit: u32) -> u32 {
        // The code of n is n ^ n >> 1: from the highest bit on, each bit of n is that of the code or its
        // opposite, as the bit above it says.
        self.planes.iter().rev().fold(0, |number, plane| {
            let code = (plane[word] >> bit & 1) as u32;
            number << 1 | (number & 1) ^ code
        })
    }

    fn bytes(&self) -> u64 {
        self.planes.iter().map(|plane| plane.len() as u64 * 8).sum()
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
        let plies = self.plies.get(place, bit as u32 % 64);
        Value {
            payoff,
            remoteness: (payoff != Payoff::DRAW).then_some(Remoteness(plies)),
        }
    }

    /// The remotenesses of all positions of a strip that are won or lost, in the order of their
    /// numbers, and 0 for draws.
    ///
    /// # Panics
    /// If there is no such strip.
    pub fn remotenesses(&self, strip: u64, into: &mut Vec<u32>) {
        let words = self.lanes.words();
        into.clear();
        into.resize(self.lanes.len(), 0);
        for at in 0..words {
            let place = strip as usize * words + at;
            let settled = self.won[place] | self.lost[place];
            let mut above = 0;
            for (number, plane) in self.plies.planes.iter().enumerate().rev() {
                above ^= plane[place];
                let mut rest = above & settled;
                while rest != 0 {
                    let bit = at * 64 + rest.trailing_zeros() as usize;
                    rest &= rest - 1;
                    into[self.lanes.ranks[bit] as usize] |= 1 << number;
                }
            }
        }
    }
}
