//! The contest problem of the crossing: boards in the judge's format, answers in the judge's words,
//! solved through the rules file `games/crossing.game`.

use unmove_core::{Outcome, Progress};

use crate::error::Error;
use crate::loaded::Source;
use crate::session::{How, Session};

/// The rules.
pub const RULES: &str = include_str!("../../../games/crossing.game");

/// One board: rows of `.` (free), `#` (a wall), `X` (the black pawn) and `O` (a red pawn).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// The rows, from the top.
    pub rows: Vec<String>,
    /// The line of the input that the first row stands on, from 1.
    pub line: usize,
}

/// What is wrong with the input, and where: line and column from 1.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {message}")]
pub struct InputError {
    /// The line.
    pub line: usize,
    /// The column, in characters.
    pub column: usize,
    /// What is wrong and what would be right.
    pub message: String,
}

/// The widest and highest board that is taken for one.
const LARGEST: usize = 1000;

/// Reads the input of the contest: a line with a number and the count of cases; for each case a line
/// with the number of rows and of columns, and the rows.
pub fn parse(text: &str) -> Result<Vec<Board>, InputError> {
    let mut lines = Lines::new(text);
    let [_, cases] = lines.numbers("a number and the count of cases, as in `0 5`", &[0, 0])?;
    let mut boards = Vec::new();
    for _ in 0..cases {
        let [rows, columns] =
            lines.numbers("the number of rows and of columns, as in `5 5`", &[1, 1])?;
        if rows > LARGEST || columns > LARGEST {
            return Err(lines.wrong(1, format!("a board has at most {LARGEST} rows and columns")));
        }
        boards.push(board(&mut lines, rows, columns)?);
    }
    if let Some(extra) = lines.rest.find(|(_, line)| !line.trim().is_empty()) {
        return Err(InputError {
            line: extra.0 + 1,
            column: 1,
            message: "the input goes on after the last case".to_owned(),
        });
    }
    Ok(boards)
}

/// Reads one board.
fn board(lines: &mut Lines<'_>, rows: usize, columns: usize) -> Result<Board, InputError> {
    let mut board = Board {
        rows: Vec::new(),
        line: lines.number + 1,
    };
    let (mut black, mut red) = (0, 0);
    for row in 1..=rows {
        let line = lines.next(|| format!("row {row} of {rows}"))?.trim_end();
        for (column, character) in line.chars().enumerate() {
            match character {
                '.' | '#' => {}
                'X' => black += 1,
                'O' => red += 1,
                other => {
                    let message = format!(
                        "unknown character {other:?}: a board is written with `.`, `#`, `X` and `O`"
                    );
                    return Err(lines.wrong(column + 1, message));
                }
            }
            if black > 1 {
                return Err(lines.wrong(column + 1, "a second `X`: there is one black pawn"));
            }
            if red > 2 {
                return Err(lines.wrong(column + 1, "a third `O`: there are two red pawns"));
            }
        }
        let length = line.chars().count();
        if length != columns {
            let column = length.min(columns) + 1;
            return Err(lines.wrong(
                column,
                format!("the row has {length} cells, and {columns} are announced"),
            ));
        }
        board.rows.push(line.to_owned());
    }
    if black != 1 || red != 2 {
        return Err(InputError {
            line: board.line,
            column: 1,
            message: format!(
                "the board has {black} `X` and {red} `O`: there must be one black pawn and two red ones"
            ),
        });
    }
    Ok(board)
}

/// The lines of the input, with the number of the last one read.
struct Lines<'a> {
    rest: std::iter::Enumerate<std::str::Lines<'a>>,
    number: usize,
}

impl<'a> Lines<'a> {
    fn new(text: &'a str) -> Self {
        Self {
            rest: text.lines().enumerate(),
            number: 0,
        }
    }

    fn wrong(&self, column: usize, message: impl Into<String>) -> InputError {
        InputError {
            line: self.number,
            column,
            message: message.into(),
        }
    }

    /// The next line; blank lines between cases are no lines.
    fn next(&mut self, expected: impl Fn() -> String) -> Result<&'a str, InputError> {
        for (place, line) in self.rest.by_ref() {
            self.number = place + 1;
            if !line.trim().is_empty() {
                return Ok(line);
            }
        }
        self.number += 1;
        Err(self.wrong(1, format!("the input ends where {} should be", expected())))
    }

    /// Two numbers on a line, each at least as great as told.
    fn numbers(&mut self, expected: &str, least: &[usize; 2]) -> Result<[usize; 2], InputError> {
        let line = self.next(|| expected.to_owned())?;
        let mut numbers = [0; 2];
        let mut words = words(line);
        for (number, &least) in numbers.iter_mut().zip(least) {
            let Some((column, word)) = words.next() else {
                let column = line.trim_end().chars().count() + 1;
                return Err(self.wrong(column, format!("expected {expected}")));
            };
            *number = word
                .parse()
                .ok()
                .filter(|&found| found >= least)
                .ok_or_else(|| {
                    self.wrong(
                        column,
                        format!("`{}` is wrong here: expected {expected}", printable(word)),
                    )
                })?;
        }
        match words.next() {
            None => Ok(numbers),
            Some((column, _)) => Err(self.wrong(
                column,
                format!("too much on this line: expected {expected}"),
            )),
        }
    }
}

/// The words of a line with the column each begins at, from 1.
fn words(line: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut column = 1;
    line.split(char::is_whitespace).filter_map(move |word| {
        let at = column;
        column += word.chars().count() + 1;
        (!word.is_empty()).then_some((at, word))
    })
}

/// A word of the input as it can be shown: short, and without what a terminal would obey.
fn printable(word: &str) -> String {
    const LONGEST: usize = 40;
    let mut shown = String::new();
    for (place, character) in word.chars().enumerate() {
        if place == LONGEST {
            shown.push('…');
            break;
        }
        if character.is_control() {
            shown.extend(character.escape_default());
        } else {
            shown.push(character);
        }
    }
    shown
}

/// Solves a board: `Red 9`, `Black 4` (in so many plies) or `Tie`.
pub fn answer(board: &Board, how: How, progress: &dyn Progress) -> Result<String, Error> {
    let source = Source {
        name: "crossing.game".to_owned(),
        text: RULES.to_owned(),
        folder: std::path::PathBuf::new(),
    };
    let text = board.rows.join("\n");
    let settings = [("map".to_owned(), "case".to_owned())];
    let loaded = source.compile_reading(&settings, None, &|_, _| Ok(text.clone()))?;
    let start = loaded.start().ok_or_else(|| {
        Error::NotApplicable("the rules of the crossing have no start".to_owned())
    })?;
    let session = Session::solve(&loaded, how, progress, &mut |_| {})?;
    let answer = session.answer(&start)?;
    let length = answer.remoteness.map(|plies| plies.0);
    Ok(match (answer.outcome, answer.winner, length) {
        (Outcome::Win | Outcome::Loss, Some(winner), Some(length)) => format!("{winner} {length}"),
        _ => "Tie".to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_is_read_row_by_row() {
        let boards = parse("0 1\n2 3\nO.O\n#X.\n").expect("the input is right");
        assert_eq!(boards[0].rows, ["O.O", "#X."]);
        assert_eq!(boards[0].line, 3);
    }

    #[test]
    fn wrong_input_is_told_with_line_and_column() {
        for (text, line, column) in [
            ("", 1, 1),
            ("0", 1, 2),
            ("0 x", 1, 3),
            ("0 1 2", 1, 5),
            ("0 1\n0 3\n", 2, 1),
            ("0 1\n2 3\nO.O\n", 4, 1),
            ("0 1\n2 3\nO.O\n#X\n", 4, 3),
            ("0 1\n2 3\nO.O\n#X..\n", 4, 4),
            ("0 1\n2 3\nO.O\n#Y.\n", 4, 2),
            ("0 1\n2 3\nOOO\n#X.\n", 3, 3),
            ("0 1\n2 3\nO..\n#X.\n", 3, 1),
            ("0 1\n2 3\nO.O\n#X.\n\nmore\n", 6, 1),
            ("0 1\n99999 3\n", 2, 1),
        ] {
            let error = parse(text).expect_err(text);
            assert_eq!(
                (error.line, error.column),
                (line, column),
                "{text:?}: {error}"
            );
        }
    }

    #[test]
    fn a_hundred_thousand_cases_that_are_not_there_cost_nothing() {
        assert!(parse("0 18446744073709551615\n").is_err());
    }
}
