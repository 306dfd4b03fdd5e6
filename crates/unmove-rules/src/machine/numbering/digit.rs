//! One register's value as a number from 0 on.

use super::super::allowed::Values;
use crate::program::{NOWHERE, Register};

/// One register's value as 0 up to a count.
#[derive(Clone, Debug)]
pub(crate) enum Digit {
    /// The value less the least.
    Number {
        /// The register.
        register: Register,
        /// The least value.
        least: i64,
        /// How many values there are.
        count: u64,
    },
    /// A cell's place among those allowed; `NOWHERE`, if it is allowed, comes first.
    Cell {
        /// The register.
        register: Register,
        /// Whether the cell may be `NOWHERE`.
        nowhere: bool,
        /// The cells allowed, ascending.
        cells: Vec<u32>,
        /// By cell: its place among `cells`.
        ranks: Vec<u32>,
    },
}

impl Digit {
    /// A register with these values; `None` for sets, and for more values than 64 bits count.
    pub(super) fn new(register: Register, values: &Values) -> Option<Self> {
        match values {
            Values::Range(least, _) => Some(Self::Number {
                register,
                least: *least,
                count: u64::try_from(values.count()).ok()?,
            }),
            Values::Cell {
                cells,
                ranks,
                nowhere,
                ..
            } => Some(Self::Cell {
                register,
                nowhere: *nowhere,
                cells: cells.clone(),
                ranks: ranks.clone(),
            }),
            Values::Set { .. } => None,
        }
    }

    /// The register.
    pub(crate) fn register(&self) -> Register {
        match self {
            Self::Number { register, .. } | Self::Cell { register, .. } => *register,
        }
    }

    /// How many values there are.
    pub(crate) fn count(&self) -> u64 {
        match self {
            Self::Number { count, .. } => *count,
            Self::Cell { nowhere, cells, .. } => cells.len() as u64 + u64::from(*nowhere),
        }
    }

    /// The number of the value that the register holds.
    pub(crate) fn read(&self, registers: &[i64]) -> u64 {
        match self {
            Self::Number {
                register, least, ..
            } => registers[*register as usize].wrapping_sub(*least) as u64,
            Self::Cell {
                register,
                nowhere,
                ranks,
                ..
            } => match usize::try_from(registers[*register as usize]) {
                Ok(cell) => u64::from(ranks[cell]) + u64::from(*nowhere),
                Err(_) => 0,
            },
        }
    }

    /// The value with this number.
    pub(crate) fn value(&self, number: u64) -> i64 {
        match self {
            Self::Number { least, .. } => least.wrapping_add_unsigned(number),
            Self::Cell { nowhere, cells, .. } => match number.checked_sub(u64::from(*nowhere)) {
                Some(place) => i64::from(cells[place as usize]),
                None => NOWHERE,
            },
        }
    }

    /// Writes the value with this number.
    pub(crate) fn write(&self, number: u64, registers: &mut [i64]) {
        registers[self.register() as usize] = self.value(number);
    }
}
