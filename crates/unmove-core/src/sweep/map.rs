//! Where lanes go: shifts of bits under masks.

/// Some lanes that all go equally far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shift {
    /// How far: the bit of the lane behind the move, minus the bit before.
    pub by: i32,
    /// The lanes that go.
    pub from: Vec<u64>,
}

/// Where each lane goes: nowhere, to one lane, or to several.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Map {
    shifts: Vec<Shift>,
}

impl Map {
    /// The map of these pairs of bits, before and after, in sets of `words` words. A pair that is
    /// there twice counts for two moves.
    pub fn new(pairs: &[(u32, u32)], words: usize) -> Self {
        let mut shifts: Vec<Shift> = Vec::new();
        for &(from, to) in pairs {
            let by = to.cast_signed() - from.cast_signed();
            let (word, bit) = (from as usize / 64, 1 << (from % 64));
            let free = shifts
                .iter_mut()
                .find(|shift| shift.by == by && shift.from[word] & bit == 0);
            if let Some(shift) = free {
                shift.from[word] |= bit;
            } else {
                let mut from = vec![0; words];
                from[word] |= bit;
                shifts.push(Shift { by, from });
            }
        }
        Self { shifts }
    }

    /// The shifts it is made of.
    pub fn shifts(&self) -> &[Shift] {
        &self.shifts
    }

    /// Gives `visit` the lanes that have a way into `targets`, word by word and shift by shift: a
    /// lane with several ways comes several times.
    #[inline]
    pub fn sources(&self, targets: &[u64], mut visit: impl FnMut(usize, u64)) {
        for shift in &self.shifts {
            let (offset, by) = split(shift.by);
            for (at, &from) in shift.from.iter().enumerate() {
                if from != 0 {
                    visit(at, from & shifted(targets, at, offset, by));
                }
            }
        }
    }

    /// Gives `visit` the lanes that `sources` have a way to, word by word.
    pub fn targets(&self, sources: &[u64], mut visit: impl FnMut(usize, u64)) {
        let mut going = vec![0; sources.len()];
        for shift in &self.shifts {
            for (going, (source, from)) in going.iter_mut().zip(sources.iter().zip(&shift.from)) {
                *going = source & from;
            }
            let (offset, by) = split(-shift.by);
            for at in 0..sources.len() {
                visit(at, shifted(&going, at, offset, by));
            }
        }
    }
}

/// A distance as whole words and the bits that are left.
#[inline]
fn split(by: i32) -> (isize, u32) {
    (
        by.div_euclid(64) as isize,
        by.rem_euclid(64).cast_unsigned(),
    )
}

/// The word at `at` of a set whose bits have been moved down by `offset` words and `by` bits.
#[inline]
fn shifted(words: &[u64], at: usize, offset: isize, by: u32) -> u64 {
    let word = |at: Option<usize>| at.and_then(|at| words.get(at)).copied().unwrap_or(0);
    let low = at.checked_add_signed(offset);
    let lower = word(low) >> by;
    if by == 0 {
        return lower;
    }
    let high = at.checked_add_signed(offset + 1);
    lower | word(high) << (64 - by)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sweep::bits_of;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_map_goes_there_and_back(
            pairs in prop::collection::vec((0u32..200, 0u32..200), 0..60),
            set in prop::collection::vec(any::<u64>(), 4),
        ) {
            let map = Map::new(&pairs, 4);
            let has = |bit: u32| set[bit as usize / 64] >> (bit % 64) & 1 == 1;
            let mut sources = [0; 4];
            let mut count = 0;
            map.sources(&set, |at, word| {
                sources[at] |= word;
                count += word.count_ones() as usize;
            });
            let mut expected: Vec<u32> =
                pairs.iter().filter(|pair| has(pair.1)).map(|pair| pair.0).collect();
            prop_assert_eq!(count, expected.len());
            expected.sort_unstable();
            expected.dedup();
            let found: Vec<u32> = bits_of(&sources).map(|bit| bit as u32).collect();
            prop_assert_eq!(found, expected);
            let mut targets = [0; 4];
            map.targets(&set, |at, word| targets[at] |= word);
            let mut expected: Vec<u32> =
                pairs.iter().filter(|pair| has(pair.0)).map(|pair| pair.1).collect();
            expected.sort_unstable();
            expected.dedup();
            let found: Vec<u32> = bits_of(&targets).map(|bit| bit as u32).collect();
            prop_assert_eq!(found, expected);
        }
    }
}
