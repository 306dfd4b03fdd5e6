//! A row of numbers; take the one at the left or at the right end; each player wants the greater sum.
//!
//! Let d(l, r) be the difference that the mover makes of the numbers from l to r:
//! d(l, r) = max(a(l) − d(l + 1, r), a(r) − d(l, r − 1)). Rows of equal length need only those one shorter, so
//! one row of memory is enough: O(n²) time and O(n) memory, and no branch in the inner loop, which the compiler
//! does eight at a time.

use crate::classic::{Answer, Ask, Classic};
use crate::input::{InputError, Words};

/// The classic.
pub const ENDS: Classic = Classic {
    name: "ends",
    game: "a row of numbers: take the left or the right end; the greater sum wins",
    format: "n and n numbers, negative ones too; answers the first player's sum minus the second's",
    method: "the differences of all parts of equal length in one row of memory, O(n^2)",
    rules: Some(include_str!("../../../games/ends.game")),
    answer,
};

/// The longest row; with numbers of at most [`LARGEST`] no sum leaves 64 bits.
const LONGEST: usize = 100_000;

/// The greatest number, above and below 0.
const LARGEST: i64 = 1_000_000_000_000;

/// Which end to take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The left one.
    Left,
    /// The right one.
    Right,
}

/// The greatest difference that the mover can make, and an end that makes it (the left one if both do);
/// no end where the row is empty. The sum of the numbers' sizes must fit 63 bits.
pub fn best(row: &[i64]) -> (i64, Option<End>) {
    let mut differences = row.to_vec();
    let (Some(&first), Some(&last)) = (row.first(), row.last()) else {
        return (0, None);
    };
    let mut shorter = (0, 0);
    for length in 2..=row.len() {
        if length == row.len() {
            shorter = (differences[0], differences[1]);
        }
        let parts = row.len() - length + 1;
        // Of equal lengths, so that the inner loop needs no checks of bounds.
        let (lefts, rights) = (&row[..parts], &row[length - 1..]);
        let differences = &mut differences[..=parts];
        for left in 0..parts {
            // differences[left] is of the part one shorter that begins at left.
            let by_left = lefts[left] - differences[left + 1];
            let by_right = rights[left] - differences[left];
            differences[left] = by_left.max(by_right);
        }
    }
    let (without_last, without_first) = shorter;
    let left_is_best = row.len() == 1 || first - without_first >= last - without_last;
    let end = if left_is_best { End::Left } else { End::Right };
    (differences[0], Some(end))
}

fn answer(text: &str, ask: Ask) -> Result<Vec<Answer>, InputError> {
    let mut words = Words::new(text);
    let count = words.number("the count of numbers", 0..=LONGEST)?;
    let row = words.numbers("a number", count, -LARGEST..=LARGEST)?;
    words.end("the last number")?;
    let (difference, end) = best(&row);
    let side = |end| match end {
        End::Left => "left",
        End::Right => "right",
    };
    Ok(vec![Answer {
        line: difference.to_string(),
        winning_move: end
            .filter(|_| ask.winning_move)
            .map(|end| format!("take the {} end", side(end))),
        why: ask.why.then(|| match end {
            Some(end) => {
                let number = if end == End::Left {
                    row[0]
                } else {
                    row[row.len() - 1]
                };
                format!(
                    "{number} at the {} end, minus the {} that the opponent then makes of the rest",
                    side(end),
                    number - difference
                )
            }
            None => "the row is empty".to_owned(),
        }),
    }])
}
