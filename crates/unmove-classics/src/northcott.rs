//! Northcott's game: a white and a black checker in each row of a board; move one of yours along its row,
//! forward or back, as far as you like but not onto or over the other; whoever cannot move loses.
//!
//! The free squares between the two checkers of a row are a pile of Nim, from which both players take by
//! moving forward. Moving back makes a pile larger, but the opponent follows as far, and the pile is as
//! before; as there are only so many squares to go back, this cannot go on for ever (Winning Ways, chapter
//! 3). The squares behind the checkers do not count. O(n) for n rows.

use crate::classic::{Answer, Ask, Classic};
use crate::input::{InputError, Words};
use crate::nim::{self, Take, nim_sum};

/// The classic.
pub const NORTHCOTT: Classic = Classic {
    name: "northcott",
    game: "a white and a black checker in each row: move yours along its row; whoever cannot loses",
    format: "`rows columns`, then the columns of the white and of the black checker of each row, for each case; White moves; answers `White wins` or `Black wins`",
    method: "the Nim-sum of the gaps between the checkers, O(n)",
    rules: Some(include_str!("../../../games/northcott.game")),
    answer,
};

/// The columns of the checkers of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// Of the one who moves.
    pub mine: u64,
    /// Of the other, which is not the same.
    pub theirs: u64,
}

impl Row {
    /// The number of squares between the checkers.
    pub fn gap(self) -> u64 {
        self.mine.abs_diff(self.theirs) - 1
    }
}

/// A row and the column to go to so that the gaps have the Nim-sum 0, if they have not already.
pub fn winning_move(rows: &[Row]) -> Option<(usize, u64)> {
    let gaps: Vec<u64> = rows.iter().map(|row| row.gap()).collect();
    let Take { pile, stones } = nim::winning_take(&gaps)?;
    let Row { mine, theirs } = rows[pile];
    let to = if mine < theirs {
        mine + stones
    } else {
        mine - stones
    };
    Some((pile, to))
}

fn answer(text: &str, ask: Ask) -> Result<Vec<Answer>, InputError> {
    let mut words = Words::new(text);
    let mut answers = Vec::new();
    while let Some(count) = words.next_number("the count of rows", 0..=nim::MOST)? {
        let columns = words.number("the count of columns", 2..=u64::MAX)?;
        let mut rows = Vec::new();
        for _ in 0..count {
            let mine = words.number("the column of a white checker", 1..=columns)?;
            let word = words.word("the column of a black checker")?;
            let theirs = word.number("the column of a black checker", &(1..=columns))?;
            if mine == theirs {
                return Err(word.wrong("the white checker stands there: the columns differ"));
            }
            rows.push(Row { mine, theirs });
        }
        answers.push(decide(&rows, ask));
    }
    Ok(answers)
}

fn decide(rows: &[Row], ask: Ask) -> Answer {
    let found = winning_move(rows);
    let winner = if found.is_some() { "White" } else { "Black" };
    Answer {
        line: format!("{winner} wins"),
        winning_move: found
            .filter(|_| ask.winning_move)
            .map(|(row, to)| format!("in row {} to column {to}", row + 1)),
        why: ask
            .why
            .then(|| nim::reason("the gaps", nim_sum(rows.iter().map(|row| row.gap())))),
    }
}
