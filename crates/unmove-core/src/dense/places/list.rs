//! A sorted list of numbers.

use std::ops::Range;

use crate::graph::Index;

/// Few numbers among very many, in rising order: the high digits of each say in which bucket it is, and only
/// its low digits are stored (Elias, 1974; Fano, 1971).
#[derive(Clone, Debug, Default)]
pub(crate) struct List {
    /// Low digits, in bits.
    shift: u32,
    /// The index of the first number of each bucket, and the length in the end.
    begins: Vec<u32>,
    lows: Vec<u32>,
}

/// Numbers in a bucket, on average, where low digits do not run out of room.
const CROWD: u64 = 4;

/// A number below 2⁵⁶ and a byte, in one: packed ones are in the order of their numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Packed(u64);

impl Packed {
    pub(crate) fn new(number: u64, byte: u8) -> Self {
        Self(number << 8 | u64::from(byte))
    }

    fn number(self) -> u64 {
        self.0 >> 8
    }

    fn byte(self) -> u8 {
        self.0 as u8
    }
}

impl List {
    /// Sorts numbers below `size`, of which none may come twice: the list, and the byte of each.
    pub(crate) fn sorted(size: u64, numbers: Vec<Vec<Packed>>) -> (Self, Vec<u8>) {
        let len: usize = numbers.iter().map(Vec::len).sum();
        let most = (len as u64 / CROWD).max(1);
        let mut shift = 0;
        while shift < 32 && size.saturating_sub(1) >> shift >= most {
            shift += 1;
        }
        let buckets = (size.saturating_sub(1) >> shift) as usize + 1;
        let bucket = |packed: Packed| (packed.number() >> shift) as usize;
        let mut begins = vec![0u32; buckets + 1];
        for &packed in numbers.iter().flatten() {
            begins[bucket(packed) + 1] += 1;
        }
        for at in 1..begins.len() {
            begins[at] += begins[at - 1];
        }
        let mut all = vec![Packed(0); len];
        for packed in numbers.into_iter().flatten() {
            let next = &mut begins[bucket(packed)];
            all[*next as usize] = packed;
            *next += 1;
        }
        // Each beginning has moved on to the next one.
        begins.rotate_right(1);
        begins[0] = 0;
        for ends in begins.windows(2) {
            all[ends[0] as usize..ends[1] as usize].sort_unstable();
        }
        let mask = (1u64 << shift) - 1;
        let lows = all.iter().map(|packed| (packed.number() & mask) as u32);
        let list = Self {
            shift,
            begins,
            lows: lows.collect(),
        };
        (list, all.into_iter().map(Packed::byte).collect())
    }

    pub(super) fn len(&self) -> u32 {
        self.lows.len() as u32
    }

    pub(super) fn bytes(&self) -> u64 {
        (self.begins.capacity() + self.lows.capacity()) as u64 * 4
    }

    #[inline]
    pub(super) fn index(&self, number: u64) -> Option<Index> {
        const FEW: usize = 16;
        let bucket = (number >> self.shift) as usize;
        let begin = *self.begins.get(bucket)?;
        let end = *self.begins.get(bucket + 1)?;
        let lows = &self.lows[begin as usize..end as usize];
        let low = (number & ((1 << self.shift) - 1)) as u32;
        let place = if lows.len() <= FEW {
            lows.iter().position(|&other| other == low)
        } else {
            lows.binary_search(&low).ok()
        };
        place.map(|place| Index(begin + place as u32))
    }

    pub(super) fn cursor(&self) -> Within<'_> {
        Within {
            list: self,
            bucket: 0,
            indices: 0..0,
        }
    }

    fn indices(&self, bucket: usize) -> Range<u32> {
        self.begins[bucket]..self.begins[bucket + 1]
    }
}

/// Gives the numbers of a list by their indices, fastest one after another, up or down.
pub(crate) struct Within<'a> {
    list: &'a List,
    bucket: usize,
    /// The indices that lie in the bucket.
    indices: Range<u32>,
}

impl Within<'_> {
    pub(super) fn number(&mut self, at: u32) -> u64 {
        if !self.indices.contains(&at) {
            if at >= self.list.len() {
                return u64::MAX >> 1;
            }
            self.bucket = self.find(at);
            self.indices = self.list.indices(self.bucket);
        }
        (self.bucket as u64) << self.list.shift | u64::from(self.list.lows[at as usize])
    }

    /// The bucket of an index below the length: a near one, or else by halves.
    fn find(&self, at: u32) -> usize {
        const NEAR: usize = 16;
        let last = self.list.begins.len() - 2;
        let holds = |bucket: &usize| self.list.indices(*bucket).contains(&at);
        let near = if at >= self.indices.end {
            (self.bucket..=last).take(NEAR).find(holds)
        } else {
            (0..=self.bucket).rev().take(NEAR).find(holds)
        };
        near.unwrap_or_else(|| self.list.begins.partition_point(|&begin| begin <= at) - 1)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::Places;
    use super::*;

    proptest! {
        #[test]
        fn a_list_numbers_the_set_in_order(
            set in proptest::collection::btree_set(prop_oneof![0..1u64 << 44, 7_000_000..7_000_300u64], 0..600),
            parts in 1..5usize,
        ) {
            let size = 1 << 44;
            let set: Vec<u64> = set.into_iter().collect();
            let byte = |number: u64| (number % 251) as u8;
            let mut numbers = vec![Vec::new(); parts];
            for (at, &number) in set.iter().enumerate() {
                numbers[at * 7 % parts].insert(0, Packed::new(number, byte(number)));
            }
            let (list, bytes) = List::sorted(size, numbers);
            let expected: Vec<u8> = set.iter().copied().map(byte).collect();
            prop_assert_eq!(bytes, expected);
            let places = Places::Listed(list);
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
            for step in [7, 61, 131] {
                for at in (0..set.len()).map(|place| place * step % set.len()) {
                    prop_assert_eq!(cursor.number(Index(at as u32)), set[at]);
                }
            }
            for number in set.iter().flat_map(|number| [number.wrapping_sub(1), number + 1, number ^ 1 << 40]) {
                prop_assert_eq!(places.index(number).is_some(), set.binary_search(&number).is_ok());
            }
            prop_assert_eq!(places.index(size + 500), None);
            prop_assert_eq!(cursor.number(Index(set.len() as u32)), u64::MAX >> 1);
        }
    }
}
