//! What the registers of a variable may hold, prepared for quick checks and for numbering.

use crate::program::{Board, Kind, NOWHERE, Program, Shape, Variable};
use smallvec::SmallVec;

/// A set of cells as words of 64 bits; boards of up to 256 cells stay off the heap.
pub(crate) type Words = SmallVec<[u64; 4]>;

/// Whether a cell (or `NOWHERE`) is in a set given as words.
pub(crate) fn has(words: &[u64], cell: i64) -> bool {
    let Ok(cell) = usize::try_from(cell) else {
        return false;
    };
    words
        .get(cell / 64)
        .is_some_and(|word| word >> (cell % 64) & 1 == 1)
}

/// The cells of a set given as words, ascending.
pub(crate) fn cells_of(words: &[u64]) -> impl Iterator<Item = u32> + '_ {
    words.iter().enumerate().flat_map(|(number, &word)| {
        let mut rest = word;
        std::iter::from_fn(move || {
            (rest != 0).then(|| {
                let bit = rest.trailing_zeros();
                rest &= rest - 1;
                number as u32 * 64 + bit
            })
        })
    })
}

/// The words of a list of cells.
pub(crate) fn words_of(cells: &[u32], words: usize) -> Words {
    let mut set = Words::from_elem(0, words);
    for &cell in cells {
        if let Some(word) = set.get_mut(cell as usize / 64) {
            *word |= 1 << (cell % 64);
        }
    }
    set
}

/// The values a register may hold.
#[derive(Clone, Debug)]
pub(crate) enum Values {
    /// Whole numbers from the first to the second.
    Range(i64, i64),
    /// One of some cells, or nowhere.
    Cell {
        /// The board.
        board: usize,
        /// The cells, ascending.
        cells: Vec<u32>,
        /// For each cell of the board its place among `cells`.
        ranks: Vec<u32>,
        /// The cells, as words.
        mask: Words,
        /// Whether `NOWHERE` is allowed; it is then the first value.
        nowhere: bool,
    },
    /// A set of some cells.
    Set {
        /// The board.
        board: usize,
        /// The cells, ascending.
        cells: Vec<u32>,
        /// For each cell of the board its place among `cells`.
        ranks: Vec<u32>,
        /// The cells, as words.
        mask: Words,
        /// The least size.
        least: u32,
        /// The greatest size, at most the number of cells.
        most: u32,
    },
}

/// The indices that have an element.
#[derive(Clone, Debug)]
pub(crate) enum Indices {
    /// The variable is no array.
    None,
    /// From 0, below this.
    Below(u32),
    /// These cells, as words.
    Cells(Words),
}

/// What a variable may hold, and where.
#[derive(Clone, Debug)]
pub(crate) struct Allowed {
    /// The indices with an element.
    pub(crate) indices: Indices,
    /// The values of each.
    pub(crate) values: Values,
}

fn ranks(cells: &[u32], board: &Board) -> Vec<u32> {
    let mut ranks = vec![0; board.len()];
    for (rank, &cell) in cells.iter().enumerate() {
        if let Some(place) = ranks.get_mut(cell as usize) {
            *place = rank as u32;
        }
    }
    ranks
}

impl Values {
    /// The values of a kind.
    pub(crate) fn new(kind: &Kind, program: &Program) -> Self {
        match kind {
            Kind::Range(least, most) => Self::Range(*least, *most),
            Kind::Names(names) => Self::Range(0, names.len() as i64 - 1),
            Kind::Bool | Kind::Player => Self::Range(0, 1),
            Kind::Direction => Self::Range(0, 7),
            Kind::Cell {
                board,
                cells,
                nowhere,
            } => {
                let on = &program.boards[*board];
                Self::Cell {
                    board: *board,
                    cells: cells.clone(),
                    ranks: ranks(cells, on),
                    mask: words_of(cells, on.words()),
                    nowhere: *nowhere,
                }
            }
            Kind::Set {
                board,
                cells,
                least,
                most,
            } => {
                let on = &program.boards[*board];
                Self::Set {
                    board: *board,
                    cells: cells.clone(),
                    ranks: ranks(cells, on),
                    mask: words_of(cells, on.words()),
                    least: *least,
                    most: (*most).min(cells.len() as u32),
                }
            }
        }
    }

    /// Whether a register may hold this value; sets are asked by [`Values::allows_set`].
    pub(crate) fn allows(&self, value: i64) -> bool {
        match self {
            Self::Range(least, most) => (*least..=*most).contains(&value),
            Self::Cell { mask, nowhere, .. } => has(mask, value) || (*nowhere && value == NOWHERE),
            Self::Set { .. } => false,
        }
    }

    /// Whether a set of cells is allowed.
    pub(crate) fn allows_set(&self, words: &[u64]) -> bool {
        let Self::Set {
            mask, least, most, ..
        } = self
        else {
            return false;
        };
        let size: u32 = words.iter().map(|word| word.count_ones()).sum();
        words.len() == mask.len()
            && words.iter().zip(mask).all(|(word, mask)| word & !mask == 0)
            && (*least..=*most).contains(&size)
    }

    /// How many values there are, saturating.
    pub(crate) fn count(&self) -> u128 {
        match self {
            Self::Range(least, most) => {
                u128::try_from(i128::from(*most) - i128::from(*least) + 1).unwrap_or(0)
            }
            Self::Cell { cells, nowhere, .. } => cells.len() as u128 + u128::from(*nowhere),
            Self::Set {
                cells, least, most, ..
            } => (*least..=*most)
                .map(|size| combinations(cells.len() as u128, u128::from(size)))
                .fold(0, u128::saturating_add),
        }
    }

    /// The value with this number, from 0; numbers follow the values' order, `nowhere` first.
    pub(crate) fn value(&self, number: u64) -> i64 {
        match self {
            Self::Range(least, _) => least.wrapping_add_unsigned(number),
            Self::Cell { cells, nowhere, .. } => {
                let skipped = u64::from(*nowhere);
                if number < skipped {
                    return NOWHERE;
                }
                cells
                    .get((number - skipped) as usize)
                    .map_or(NOWHERE, |&cell| i64::from(cell))
            }
            Self::Set { .. } => 0,
        }
    }

    /// The number of an allowed value.
    pub(crate) fn number(&self, value: i64) -> u64 {
        match self {
            Self::Range(least, _) => value.wrapping_sub(*least) as u64,
            Self::Cell { ranks, nowhere, .. } => match usize::try_from(value) {
                Ok(cell) => u64::from(ranks[cell]) + u64::from(*nowhere),
                Err(_) => 0,
            },
            Self::Set { .. } => 0,
        }
    }
}

impl Allowed {
    /// What a variable may hold.
    pub(crate) fn new(variable: &Variable, program: &Program) -> Self {
        let indices = match &variable.shape {
            Shape::Single => Indices::None,
            Shape::List(length) => Indices::Below(*length),
            Shape::Players => Indices::Below(2),
            Shape::Cells { board, cells } => {
                Indices::Cells(words_of(cells, program.boards[*board].words()))
            }
        };
        Self {
            indices,
            values: Values::new(&variable.kind, program),
        }
    }

    /// Whether there is an element at this index.
    pub(crate) fn has_index(&self, index: i64) -> bool {
        match &self.indices {
            Indices::None => false,
            Indices::Below(length) => (0..i64::from(*length)).contains(&index),
            Indices::Cells(words) => has(words, index),
        }
    }
}

/// The registers of a variable that are part of the position, ascending; for a set its words.
pub(crate) fn live(variable: &Variable) -> Vec<u32> {
    match &variable.shape {
        Shape::Cells { cells, .. } => cells.iter().map(|cell| variable.register + cell).collect(),
        _ => (variable.register..variable.register + variable.width).collect(),
    }
}

/// How many ways there are to choose, saturating.
pub(crate) fn combinations(of: u128, chosen: u128) -> u128 {
    if chosen > of {
        return 0;
    }
    let chosen = chosen.min(of - chosen);
    let mut ways: u128 = 1;
    for step in 0..chosen {
        let Some(product) = ways.checked_mul(of - step) else {
            return u128::MAX;
        };
        ways = product / (step + 1);
    }
    ways
}

/// How many multisets of a size there are, saturating.
pub(crate) fn multisets(of: u128, size: u128) -> u128 {
    if of == 0 {
        return u128::from(size == 0);
    }
    combinations(of.saturating_add(size).saturating_sub(1), size)
}
