//! Which numbers of a numbered game are stored, and where.

mod list;

use std::ops::Range;

pub(crate) use self::list::{List, Packed};
use crate::graph::Index;

/// The most numbers that an [`Index`] can tell apart.
pub(crate) const MOST: u64 = u32::MAX as u64 - 1;

/// The numbers that are stored, in rising order, and the index of each.
#[derive(Clone, Debug)]
pub(crate) enum Places {
    /// All numbers below this: the index is the number.
    All(u32),
    /// The numbers of a set: the index is how many of the set are smaller.
    Ranked(Ranks),
    /// The numbers of a list: the index is the place there.
    Listed(List),
}

impl Places {
    pub(crate) fn len(&self) -> u32 {
        match self {
            Self::All(len) => *len,
            Self::Ranked(ranks) => ranks.len,
            Self::Listed(list) => list.len(),
        }
    }

    pub(crate) fn bytes(&self) -> u64 {
        match self {
            Self::All(_) => 0,
            Self::Ranked(ranks) => ranks.bytes(),
            Self::Listed(list) => list.bytes(),
        }
    }

    /// The index of a number; `None` if it is not stored.
    #[inline]
    pub(crate) fn index(&self, number: u64) -> Option<Index> {
        match self {
            Self::All(len) => (number < u64::from(*len)).then_some(Index(number as u32)),
            Self::Ranked(ranks) => ranks.index(number),
            Self::Listed(list) => list.index(number),
        }
    }

    /// The number of an index below the length; numbers beyond all for others.
    pub(crate) fn number(&self, at: Index) -> u64 {
        self.cursor().number(at)
    }

    /// To ask for the numbers of rising indices.
    pub(crate) fn cursor(&self) -> Cursor<'_> {
        match self {
            Self::All(_) => Cursor::All,
            Self::Ranked(ranks) => Cursor::Ranked(Within {
                ranks,
                block: usize::MAX,
                indices: 0..0,
            }),
            Self::Listed(list) => Cursor::Listed(list.cursor()),
        }
    }
}

/// A set of numbers as a bitmap, with the counts that turn a number into an index and back.
///
/// A block is a word with the count of the set before the block (32 bits) and the counts of its
/// first and of its first two words (8 bits each), and then three words of bits: whatever is asked
/// lies in one line of the cache, and takes one population count.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ranks {
    blocks: Vec<[u64; 4]>,
    /// The block of every 4,096th index.
    guide: Vec<u32>,
    len: u32,
}

/// Words of bits in a block.
const WORDS: usize = 3;
/// Indices between two entries of the guide.
const STRIDE: u32 = 4096;

impl Ranks {
    /// Bytes that the ranks of `size` numbers take, of which `len` are in the set.
    pub(crate) fn needed(size: u64, len: u64) -> u64 {
        size.div_ceil(64 * WORDS as u64) * 32 + len.div_ceil(STRIDE.into()) * 4
    }

    /// From the words of a bitmap; `None` if more are in it than an index can tell apart.
    pub(crate) fn new(size: u64, mut words: impl Iterator<Item = u64>) -> Option<Self> {
        let count = size.div_ceil(64 * WORDS as u64) as usize;
        let mut ranks = Self {
            blocks: Vec::with_capacity(count),
            guide: Vec::new(),
            len: 0,
        };
        let mut len = 0u64;
        for _ in 0..count {
            let bits = [(); WORDS].map(|()| words.next().unwrap_or(0));
            ranks.push(bits, &mut len)?;
        }
        ranks.len = len as u32;
        Some(ranks)
    }

    fn push(&mut self, bits: [u64; WORDS], len: &mut u64) -> Option<()> {
        let [first, second, third] = bits.map(|word| u64::from(word.count_ones()));
        let head = *len | first << 32 | (first + second) << 40;
        let before = *len;
        *len += first + second + third;
        if *len > MOST {
            return None;
        }
        let stride = u64::from(STRIDE);
        if before.div_ceil(stride) < len.div_ceil(stride) {
            self.guide.push(self.blocks.len() as u32);
        }
        let [first, second, third] = bits;
        self.blocks.push([head, first, second, third]);
        Some(())
    }

    fn bytes(&self) -> u64 {
        self.blocks.capacity() as u64 * 32 + self.guide.capacity() as u64 * 4
    }

    #[inline]
    fn index(&self, number: u64) -> Option<Index> {
        let word = number / 64;
        let block = self.blocks.get((word / WORDS as u64) as usize)?;
        let place = word % WORDS as u64;
        let bits = block[1 + place as usize];
        let below = bits & ((1 << (number % 64)) - 1);
        if bits >> (number % 64) & 1 == 0 {
            return None;
        }
        // The counts of the words before: none, the byte at 32, the byte at 40.
        let within = (block[0] >> 32 << 8) >> (8 * place) & 0xFF;
        Some(Index(block[0] as u32 + within as u32 + below.count_ones()))
    }

    /// The index of the first of the set in or after a block.
    fn start(&self, block: usize) -> u32 {
        self.blocks
            .get(block)
            .map_or(self.len, |block| block[0] as u32)
    }

    /// The block that holds an index, at or after `from`.
    fn block(&self, at: u32, from: usize) -> usize {
        let guided = self.guide.get((at / STRIDE) as usize);
        let guided = guided.map_or(0, |&block| block as usize);
        let mut block = guided.max(from);
        while self
            .blocks
            .get(block + 1)
            .is_some_and(|next| next[0] as u32 <= at)
        {
            block += 1;
        }
        block
    }

    /// The number of an index, whose block is known.
    fn select(&self, at: u32, block: usize) -> u64 {
        let Some(&[head, first, second, third]) = self.blocks.get(block) else {
            return u64::MAX;
        };
        let mut left = at - head as u32;
        let (one, two) = ((head >> 32) as u32 & 0xFF, (head >> 40) as u32 & 0xFF);
        let (word, mut bits) = if left < one {
            (0, first)
        } else if left < two {
            left -= one;
            (1, second)
        } else {
            left -= two;
            (2, third)
        };
        for _ in 0..left {
            bits &= bits.wrapping_sub(1);
        }
        (block * WORDS + word) as u64 * 64 + u64::from(bits.trailing_zeros())
    }
}

/// Gives the numbers of indices, fastest if they rise.
pub(crate) enum Cursor<'a> {
    All,
    Ranked(Within<'a>),
    Listed(list::Within<'a>),
}

/// A place in a set.
pub(crate) struct Within<'a> {
    ranks: &'a Ranks,
    block: usize,
    /// The indices that lie in the block.
    indices: Range<u32>,
}

impl Cursor<'_> {
    #[inline]
    pub(crate) fn number(&mut self, at: Index) -> u64 {
        match self {
            Self::All => at.0.into(),
            Self::Ranked(within) => within.number(at.0),
            Self::Listed(within) => within.number(at.0),
        }
    }
}

impl Within<'_> {
    fn number(&mut self, at: u32) -> u64 {
        if !self.indices.contains(&at) {
            if at >= self.ranks.len {
                return u64::MAX >> 1;
            }
            self.block = self.find(at);
            let start = self.ranks.start(self.block);
            self.indices = start..self.ranks.start(self.block + 1);
        }
        self.ranks.select(at, self.block)
    }

    /// The block of an index, from the present one onwards or backwards if that is near.
    fn find(&self, at: u32) -> usize {
        const NEAR: usize = 64;
        if self.block == usize::MAX || at >= self.indices.end {
            return self.ranks.block(at, self.block.wrapping_add(1));
        }
        let nearby = (self.block.saturating_sub(NEAR)..self.block).rev();
        let mut nearby = nearby.skip_while(|&block| self.ranks.start(block) > at);
        // Empty blocks begin where the next one does: the last to begin there is the one.
        nearby.next().unwrap_or_else(|| self.ranks.block(at, 0))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn words(size: u64, set: &[u64]) -> Vec<u64> {
        let mut words = vec![0; size.div_ceil(64) as usize];
        for number in set {
            words[(number / 64) as usize] |= 1 << (number % 64);
        }
        words
    }

    proptest! {
        #[test]
        fn ranks_number_the_set_in_order(
            set in proptest::collection::btree_set(0u64..30_000, 0..9000),
            size in 30_000u64..31_000,
        ) {
            let set: Vec<u64> = set.into_iter().collect();
            let ranks = Ranks::new(size, words(size, &set).into_iter()).expect("few");
            let places = Places::Ranked(ranks);
            prop_assert_eq!(places.len() as usize, set.len());
            let mut cursor = places.cursor();
            for (at, &number) in (0..).map(Index).zip(&set) {
                prop_assert_eq!(places.index(number), Some(at));
                prop_assert_eq!(places.number(at), number);
                prop_assert_eq!(cursor.number(at), number);
            }
            for (at, &number) in set.iter().enumerate().rev() {
                prop_assert_eq!(cursor.number(Index(at as u32)), number);
            }
            let missing = (0..size).filter(|number| set.binary_search(number).is_err());
            for number in missing {
                prop_assert_eq!(places.index(number), None);
            }
            prop_assert_eq!(places.index(size + 500), None);
        }
    }
}
