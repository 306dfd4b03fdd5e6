//! Positions as whole numbers: each part of the state has a rank, and the ranks make one number in a mixed radix.

mod automaton;
mod choose;
mod compact;
mod digit;
mod feature;
mod guess;
mod linear;
mod order;
mod parts;
mod play;
#[cfg(test)]
mod tests;
mod words;

pub(crate) use digit::Digit;

use super::ready::Ready;
use choose::Choose;
use smallvec::SmallVec;

/// A rule that numbers positions: the number is the sum of each part's rank times its stride.
#[derive(Clone, Debug)]
pub(crate) struct Numbering {
    /// The parts in the order of their significance: the last has stride 1.
    pub(crate) parts: Vec<Part>,
    /// Numbers run from 0 to this, exclusive; below 2⁶³.
    pub(crate) size: u64,
    /// The state's registers before a number is unpacked into them.
    pub(crate) template: Vec<i64>,
    /// What is taken for granted since random play has met nothing else, in words; states for which it does not hold have no
    /// number.
    pub(crate) guesses: Vec<String>,
}

/// One part of the state.
#[derive(Clone, Debug)]
pub(crate) struct Part {
    /// What a rank is multiplied by.
    pub(crate) stride: u64,
    /// Ranks are below this.
    pub(crate) count: u64,
    /// How values become a rank.
    pub(crate) way: Way,
}

/// How the values of a part become a rank.
#[derive(Clone, Debug)]
pub(crate) enum Way {
    /// One register.
    Digit(Digit),
    /// A set of cells: smaller sets first, then the sum of C(placeᵢ, i + 1) over the places (among `cells`), ascending, i from 0.
    Set {
        /// The first of the registers that hold the set.
        register: u32,
        /// How many registers hold it.
        words: u32,
        /// The cells allowed, ascending.
        cells: Vec<u32>,
        /// By cell: its place among `cells`.
        ranks: Vec<u32>,
        /// The least size.
        least: u32,
        /// The greatest size.
        most: u32,
        /// By size, from the least on: the rank of the first of that size.
        bases: Vec<u64>,
        /// C(n, k) at `n * (most + 1) + k`, `u64::MAX` for all that is more.
        choose: Vec<u64>,
    },
    /// Exchangeable registers, kept descending: the sum of C(vᵢ + m - 1 - i, m - i) over their m values, i from 0.
    Multiset {
        /// The registers, in the order that is kept descending.
        digits: Vec<Digit>,
        /// C(n, k) at `n * (m + 1) + k`, `u64::MAX` for all that is more.
        choose: Vec<u64>,
    },
    /// Digits read one after the other through an automaton that refuses what cannot be. The accepted words are numbered without
    /// holes. Reading a digit's value d in a row: the rank grows by `offsets[row + d]` and the next digit's row is `next[row + d]`,
    /// [`REFUSED`] for values that cannot be. The first row is 0. A refused entry has the offset of the next accepted one, or what
    /// the row counts in all, so that the last entry whose offset is not above what is left of a rank is the one to take.
    Automaton {
        /// What is read, in order.
        digits: Vec<Digit>,
        /// By entry: how many accepted words come before, from here.
        offsets: Vec<u64>,
        /// By entry: the row of the next digit; 0 after the last.
        next: Vec<u32>,
    },
}

/// The next row of an entry that is refused.
pub(crate) const REFUSED: u32 = u32::MAX;

impl Numbering {
    /// Numbers the whole space; the reason in words where that cannot be done.
    pub(crate) fn new(ready: &Ready) -> Result<Self, String> {
        compact::best(ready, None)
    }

    /// As [`Numbering::new`]; but if that makes more than `bound` numbers, leaves out what random play has met nothing like.
    pub(in crate::machine) fn compact(ready: &Ready, bound: u64) -> Result<Self, String> {
        compact::best(ready, Some(bound))
    }

    /// Numbers the whole space with this register's part as the last, so that its values follow each other. The register must be a
    /// part of its own.
    pub(in crate::machine) fn ending_with(ready: &Ready, register: u32) -> Result<Self, String> {
        let mut parts = parts::plain(ready)?;
        let is_it = |part: &(u64, Way)| matches!(&part.1, Way::Digit(digit) if digit.register() == register);
        let Some(place) = parts.iter().position(is_it) else {
            return Err("the register is numbered together with others".to_owned());
        };
        let last = parts.remove(place);
        parts.push(last);
        Self::of(ready, parts)
    }

    /// Puts parts (each a count and a way) one after the other, the most significant first.
    fn of(ready: &Ready, ways: Vec<(u64, Way)>) -> Result<Self, String> {
        let mut size: u64 = 1;
        let mut parts = Vec::with_capacity(ways.len());
        for (count, way) in ways.into_iter().rev() {
            parts.push(Part {
                stride: size,
                count,
                way,
            });
            size = size
                .checked_mul(count)
                .filter(|size| *size < 1 << 63)
                .ok_or_else(parts::too_many)?;
        }
        parts.reverse();
        Ok(Self {
            parts,
            size,
            template: ready.layout.template().to_vec(),
            guesses: Vec::new(),
        })
    }

    /// The number of the state in the registers, which hold allowed values, unordered ones sorted. `None` if an automaton
    /// refuses them.
    pub(crate) fn rank(&self, registers: &[i64]) -> Option<u64> {
        let mut number = 0;
        for part in &self.parts {
            number += part.stride * part.way.rank(registers)?;
        }
        Some(number)
    }

    /// The number that stands for the class of the state in the registers: the least among its images.
    pub(crate) fn least(&self, ready: &Ready, registers: &[i64]) -> Option<u64> {
        let mut least = self.rank(registers);
        if ready.group.is_trivial() {
            return least;
        }
        let mut image: SmallVec<[i64; 64]> = SmallVec::from_slice(registers);
        for element in ready.group.elements() {
            element.image(registers, &mut image);
            ready.layout.sort(&mut image);
            // An image that the automaton refuses does not stand for anything.
            least = match (least, self.rank(&image)) {
                (Some(least), Some(number)) => Some(least.min(number)),
                (least, number) => least.or(number),
            };
        }
        least
    }

    /// Writes the state of a number into the registers, of which there may be more than the state has.
    pub(crate) fn unrank(&self, number: u64, registers: &mut [i64]) {
        registers[..self.template.len()].copy_from_slice(&self.template);
        let mut rest = number;
        for part in &self.parts {
            part.way.unrank(rest / part.stride, registers);
            rest %= part.stride;
        }
    }
}

impl Way {
    pub(crate) fn rank(&self, registers: &[i64]) -> Option<u64> {
        Some(match self {
            Self::Digit(digit) => digit.read(registers),
            Self::Set {
                register,
                words,
                ranks,
                least,
                most,
                bases,
                choose,
                ..
            } => {
                let choose = Choose::new(choose, *most);
                let (mut sum, mut size) = (0, 0);
                let range = *register as usize..(*register + *words) as usize;
                for (word, &bits) in registers[range].iter().enumerate() {
                    let mut rest = bits as u64;
                    while rest != 0 {
                        let cell = word * 64 + rest.trailing_zeros() as usize;
                        rest &= rest - 1;
                        size += 1;
                        sum += choose.get(u64::from(ranks[cell]), size);
                    }
                }
                bases[(size - least) as usize] + sum
            }
            Self::Multiset { digits, choose } => {
                let many = digits.len() as u32;
                let choose = Choose::new(choose, many);
                let mut sum = 0;
                for (place, digit) in digits.iter().enumerate() {
                    let left = many - place as u32;
                    sum += choose.get(digit.read(registers) + u64::from(left) - 1, left);
                }
                sum
            }
            Self::Automaton {
                digits,
                offsets,
                next,
            } => {
                let (mut sum, mut row) = (0, 0);
                for digit in digits {
                    let entry = row as usize + digit.read(registers) as usize;
                    row = next[entry];
                    if row == REFUSED {
                        return None;
                    }
                    sum += offsets[entry];
                }
                sum
            }
        })
    }

    pub(crate) fn unrank(&self, rank: u64, registers: &mut [i64]) {
        match self {
            Self::Digit(digit) => digit.write(rank, registers),
            Self::Set {
                register,
                cells,
                least,
                most,
                bases,
                choose,
                ..
            } => {
                let choose = Choose::new(choose, *most);
                let after = bases.partition_point(|base| *base <= rank);
                let mut rest = rank - bases[after - 1];
                let mut place = cells.len() as u64;
                for size in (1..least + after as u32).rev() {
                    place = choose.last(place, size, rest);
                    rest -= choose.get(place, size);
                    let cell = cells[place as usize];
                    registers[(register + cell / 64) as usize] |= 1 << (cell % 64);
                }
            }
            Self::Multiset { digits, choose } => {
                let many = digits.len() as u32;
                let choose = Choose::new(choose, many);
                let mut rest = rank;
                let mut bound = choose.rows();
                for (place, digit) in digits.iter().enumerate() {
                    let left = many - place as u32;
                    let above = choose.last(bound, left, rest);
                    rest -= choose.get(above, left);
                    digit.write(above - u64::from(left - 1), registers);
                    bound = above;
                }
            }
            Self::Automaton {
                digits,
                offsets,
                next,
            } => {
                let (mut rest, mut row) = (rank, 0);
                for digit in digits {
                    let entries = &offsets[row..row + digit.count() as usize];
                    let value = entries.partition_point(|offset| *offset <= rest) - 1;
                    rest -= entries[value];
                    digit.write(value as u64, registers);
                    row = next[row + value] as usize;
                }
            }
        }
    }
}
