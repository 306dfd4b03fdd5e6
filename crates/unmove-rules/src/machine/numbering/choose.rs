//! A table of binomial coefficients.

/// As many entries as a table may have.
const MOST_ENTRIES: u64 = 1 << 22;

/// C(n, k) for n from 0 on and k up to a bound, as rows of a flat table.
#[derive(Clone, Copy)]
pub(super) struct Choose<'t> {
    table: &'t [u64],
    columns: usize,
}

/// The table for n below `rows` and k up to `most`, `u64::MAX` for all that is more; `None` if it is too large.
pub(super) fn table(rows: u64, most: u32) -> Option<Vec<u64>> {
    let columns = u64::from(most) + 1;
    let entries = rows.checked_mul(columns)?;
    if entries > MOST_ENTRIES {
        return None;
    }
    let (rows, columns) = (rows as usize, columns as usize);
    let mut table = vec![0_u64; rows * columns];
    for row in 0..rows {
        table[row * columns] = 1;
        for column in 1..columns.min(row + 1) {
            let above = (row - 1) * columns + column;
            table[row * columns + column] = table[above - 1].saturating_add(table[above]);
        }
    }
    Some(table)
}

impl<'t> Choose<'t> {
    pub(super) fn new(table: &'t [u64], most: u32) -> Self {
        Self {
            table,
            columns: most as usize + 1,
        }
    }

    /// How many rows there are.
    pub(super) fn rows(self) -> u64 {
        (self.table.len() / self.columns) as u64
    }

    pub(super) fn get(self, of: u64, chosen: u32) -> u64 {
        self.table[of as usize * self.columns + chosen as usize]
    }

    /// The greatest n below `bound` for which C(n, k) is at most `limit`; k ≥ 1 and `bound` ≥ 1.
    pub(super) fn last(self, bound: u64, chosen: u32, limit: u64) -> u64 {
        let (mut least, mut above) = (0, bound);
        while above - least > 1 {
            let middle = least + (above - least) / 2;
            if self.get(middle, chosen) <= limit {
                least = middle;
            } else {
                above = middle;
            }
        }
        least
    }
}
