//! Constant memory that compiled code reads: kept beside the code, never moved.

use std::collections::HashMap;

/// Tables by what they are of, so that each is made once.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Key {
    /// A constant table of the program.
    Table(usize),
    /// The steps of a board, a row for `NOWHERE` first.
    Steps(usize),
    /// A byte for each cell, `NOWHERE` first: whether a constant set has it.
    Has(usize),
    /// The same for all sets of a family, the empty one first.
    FamilyHas(usize),
    /// The words of the sets of a family, the empty one first.
    FamilyWords(usize),
    /// Where each list of a family begins and ends, the empty one first.
    Lists(usize),
    /// All values of a family of lists, one list after the other.
    ListValues(usize),
    /// By cell, `NOWHERE` first: what a digit adds to the number; of a part, by the digit's place in it.
    Terms(usize, usize),
    /// The value of each digit; of a part, by the digit's place in it.
    Values(usize, usize),
    /// The rank of each cell, `NOWHERE` first: of a part, by the digit's place in it.
    Ranked(usize, usize),
    /// What each rank adds to the number at a place of a multiset, which is a part.
    Chosen(usize, usize),
    /// What the symmetries do.
    Images,
    /// What each cell at each place of a set adds to the rank.
    Choices(usize),
    /// What is written of a part for each rank.
    Unranked(usize),
    /// By index: the stride of an element of an array variable.
    Strides(usize),
    /// Which cells index an array variable.
    Indices(usize),
    /// Which cells a variable may hold.
    Allowed(usize),
    /// The rays from each cell of a board in a direction, as words.
    Rays(usize, u8),
}

/// The memory.
#[derive(Default)]
pub(super) struct Tables {
    numbers: Vec<Box<[i64]>>,
    bytes: Vec<Box<[u8]>>,
    known: HashMap<Key, i64>,
}

impl Tables {
    /// The address of a table of numbers, made if it is new.
    pub(super) fn numbers(&mut self, key: Key, make: impl FnOnce() -> Vec<i64>) -> i64 {
        if let Some(&address) = self.known.get(&key) {
            return address;
        }
        let address = self.keep(make());
        self.known.insert(key, address);
        address
    }

    /// The address of a table of bytes, made if it is new.
    pub(super) fn bytes(&mut self, key: Key, make: impl FnOnce() -> Vec<u8>) -> i64 {
        if let Some(&address) = self.known.get(&key) {
            return address;
        }
        let table = make().into_boxed_slice();
        let address = table.as_ptr() as i64;
        self.bytes.push(table);
        self.known.insert(key, address);
        address
    }

    /// Keeps numbers that nothing else asks for.
    pub(super) fn keep(&mut self, numbers: Vec<i64>) -> i64 {
        let table = numbers.into_boxed_slice();
        let address = table.as_ptr() as i64;
        self.numbers.push(table);
        address
    }

    /// Keeps bytes that nothing else asks for.
    pub(super) fn keep_bytes(&mut self, bytes: Vec<u8>) -> i64 {
        let table = bytes.into_boxed_slice();
        let address = table.as_ptr() as i64;
        self.bytes.push(table);
        address
    }
}
