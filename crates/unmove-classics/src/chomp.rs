//! Chomp: a bar of chocolate; bite off a square with all that is right of it and below. The square in the
//! corner is poisoned: whoever is left with it alone has lost.
//!
//! The first player wins on every bar but that of one square: if biting off the far corner does not win,
//! the answer to it does, and could have been bitten at once (Gale, 1974; as divisors of a number: Schuh,
//! 1952). The proof shows no bite, and none is known in general; but it is where the bar has two rows or
//! two columns ([`two_rows`]), where it is square ([`arms`]), and where it is a strip. O(1) a case.

use crate::classic::{Answer, Ask, Classic};
use crate::input::{InputError, Words};

/// The classic.
pub const CHOMP: Classic = Classic {
    name: "chomp",
    game: "a bar of chocolate: bite off a square with all right of it and below; the corner is poisoned",
    format: "`rows columns` per case; answers `N` or `P`",
    method: "strategy stealing; the bite for strips, two rows or columns, and squares, O(1)",
    rules: Some(include_str!("../../../games/chomp.game")),
    answer,
};

/// A square to bite off, by its row and column from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bite {
    /// The row.
    pub row: u64,
    /// The column.
    pub column: u64,
}

/// A winning bite where so many squares are left in the first row and so many, at most, in the second;
/// the mover has lost if the second has one less.
pub fn two_rows(first: u64, second: u64) -> Option<Bite> {
    if first == second {
        let column = second;
        (column > 0).then_some(Bite { row: 2, column })
    } else if first == second + 1 {
        None
    } else {
        let column = second + 2;
        Some(Bite { row: 1, column })
    }
}

/// A winning bite where of the first row and of the first column so many squares are left beside the corner,
/// and nothing else: the mover has lost if they are equal, as each bite at one is answered at the other.
pub fn arms(row: u64, column: u64) -> Option<Bite> {
    match row.cmp(&column) {
        std::cmp::Ordering::Less => Some(Bite {
            row: row + 2,
            column: 1,
        }),
        std::cmp::Ordering::Equal => None,
        std::cmp::Ordering::Greater => Some(Bite {
            row: 1,
            column: column + 2,
        }),
    }
}

/// A winning bite from a whole bar, where one is known.
pub fn winning_bite(rows: u64, columns: u64) -> Option<Bite> {
    match (rows, columns) {
        (1, _) | (_, 1) => arms(columns - 1, rows - 1),
        (2, _) => two_rows(columns, columns),
        (_, 2) => two_rows(rows, rows).map(|Bite { row, column }| Bite {
            row: column,
            column: row,
        }),
        _ if rows == columns => Some(Bite { row: 2, column: 2 }),
        _ => None,
    }
}

fn answer(text: &str, ask: Ask) -> Result<Vec<Answer>, InputError> {
    let mut words = Words::new(text);
    let mut bars = Vec::new();
    while let Some(rows) = words.next_number("the count of rows", 1..=u64::MAX)? {
        let columns = words.number("the count of columns", 1..=u64::MAX)?;
        bars.push([rows, columns]);
    }
    Ok(bars.into_iter().map(|bar| decide(bar, ask)).collect())
}

fn decide([rows, columns]: [u64; 2], ask: Ask) -> Answer {
    let bite = winning_bite(rows, columns);
    let why = match (rows, columns) {
        (1, 1) => "only the poisoned square is there",
        (1, _) | (_, 1) => "a strip: leave the poisoned square alone",
        (2, _) | (_, 2) => "leave two rows or columns of which the second has one square less",
        _ if rows == columns => "leave two arms of the same length",
        _ => {
            "biting off the far corner wins, or the answer to it does and could be bitten at once; which bite it is is not known in general"
        }
    };
    Answer {
        line: if rows == 1 && columns == 1 { "P" } else { "N" }.to_owned(),
        winning_move: bite
            .filter(|_| ask.winning_move)
            .map(|Bite { row, column }| format!("bite row {row}, column {column}")),
        why: ask.why.then(|| why.to_owned()),
    }
}
