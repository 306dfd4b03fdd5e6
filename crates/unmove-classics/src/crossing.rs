//! The crossing, a contest problem: a pawn must get to the top row of a board with walls; two hunters, who
//! move first, must catch it. The hunters step in all four directions, the pawn never down; whoever steps
//! onto the enemy wins, whoever has no move loses, and play without an end is a tie.
//!
//! Positions recur, so values are found backwards from the ends (retrograde analysis; Ströhlein, 1970): see
//! [`Hunt`]. Two bytes a position are stored, and no edges: predecessors are made on demand by taking moves
//! back. A board of n free cells has n² (n − 1) positions, each looked at once for each move to it: O(n³).

mod hunt;

use std::ops::Range;

pub use hunt::{End, Hunt, Position, Side};

use crate::classic::{Answer, Ask, Classic};
use crate::grid::{Grid, Piece};
use crate::input::{InputError, Words};

/// The classic.
pub const CROSSING: Classic = Classic {
    name: "crossing",
    game: "two hunters and a pawn that wants to cross a board with walls",
    format: "`id cases`, then `rows columns` and a board of .#XO for each; answers `Red plies`, `Black plies` or `Tie`",
    method: "backwards from the ends, moves taken back on demand, two bytes a position: O(free cells cubed)",
    rules: Some(include_str!("../../../games/crossing.game")),
    answer,
};

const PIECES: [Piece; 2] = [
    Piece {
        symbol: b'X',
        name: "black pawn",
        count: 1,
    },
    Piece {
        symbol: b'O',
        name: "red pawns",
        count: 2,
    },
];

/// The most rows and columns.
const LONGEST: usize = 1000;

/// The most free cells: with these the table has 2 GiB.
const MOST_CELLS: usize = 1024;

/// The free cells of a board, numbered row by row.
pub struct Field {
    /// Row and column of each, from 0.
    places: Vec<[usize; 2]>,
    /// The free cells above, left of, right of and below each; itself where there is none.
    beside: Vec<[usize; 4]>,
}

impl Field {
    /// Reads a board, written as in the contest: its free cells, and the position that it shows.
    pub fn read(board: &str) -> Result<(Self, Position), InputError> {
        let mut rows = board.split_whitespace();
        let columns = rows.next().map_or(1, |row| row.chars().count());
        let size = [1 + rows.count(), columns];
        Ok(Self::new(&Grid::read(
            &mut Words::new(board),
            size,
            &PIECES,
        )?))
    }

    fn new(grid: &Grid<'_>) -> (Self, Position) {
        let cells: Vec<usize> = grid.free_cells().collect();
        let number = |[row, column]: [usize; 2]| {
            let inside = row < grid.rows() && column < grid.columns;
            let cell = inside.then(|| row * grid.columns + column)?;
            cells.binary_search(&cell).ok()
        };
        let places: Vec<[usize; 2]> = cells
            .iter()
            .map(|cell| [cell / grid.columns, cell % grid.columns])
            .collect();
        let beside = (0..).zip(&places).map(|(own, &[row, column])| {
            // Row or column -1 wraps around to a number that no board reaches.
            let places = [
                [row.wrapping_sub(1), column],
                [row, column.wrapping_sub(1)],
                [row, column + 1],
                [row + 1, column],
            ];
            places.map(|place| number(place).unwrap_or(own))
        });
        let beside = beside.collect();
        // Every piece stands on a free cell.
        let cell = |piece: usize, which: usize| {
            cells.partition_point(|&cell| cell < grid.pieces[piece][which])
        };
        let start = Position {
            hunters: [cell(1, 0), cell(1, 1)],
            pawn: cell(0, 0),
            mover: Side::Red,
        };
        (Self { places, beside }, start)
    }

    /// The number of free cells.
    pub fn cells(&self) -> usize {
        self.places.len()
    }

    fn is_on_first_row(&self, cell: usize) -> bool {
        self.places[cell][0] == 0
    }

    /// Where a hunter can step to, and whence it can have come.
    fn beside(&self, cell: usize) -> impl Iterator<Item = usize> {
        self.others(cell, 0..4)
    }

    /// Where the pawn can step to.
    fn ahead(&self, cell: usize) -> impl Iterator<Item = usize> {
        self.others(cell, 0..3)
    }

    /// Whence the pawn can have come.
    fn behind(&self, cell: usize) -> impl Iterator<Item = usize> {
        self.others(cell, 1..4)
    }

    fn others(&self, cell: usize, directions: Range<usize>) -> impl Iterator<Item = usize> {
        let beside = self.beside[cell][directions].iter().copied();
        beside.filter(move |&other| other != cell)
    }

    fn place(&self, cell: usize) -> String {
        let [row, column] = self.places[cell];
        format!("row {}, column {}", row + 1, column + 1)
    }
}

fn answer(text: &str, ask: Ask) -> Result<Vec<Answer>, InputError> {
    let mut words = Words::new(text);
    let _: u64 = words.number("a number that tells nothing", 0..=u64::MAX)?;
    let count = words.number("the count of cases", 0..=usize::MAX)?;
    let mut boards = Vec::new();
    for _ in 0..count {
        let rows = words.number("the count of rows", 1..=LONGEST)?;
        let columns = words.number("the count of columns", 1..=LONGEST)?;
        let board = Grid::read(&mut words, [rows, columns], &PIECES)?;
        let free = board.free_cells().count();
        if free > MOST_CELLS {
            return Err(board.first.wrong(format!(
                "the board has {free} free cells, and its positions are held in memory: at most {MOST_CELLS}"
            )));
        }
        boards.push(board);
    }
    words.end("the last case")?;
    let answers = boards.iter().map(|board| {
        let (field, start) = Field::new(board);
        let hunt = Hunt::solve(&field, Some(start));
        let long = || board.first.wrong("play on this board is too long");
        Ok(decide(&field, &hunt.ok_or_else(long)?, start, ask))
    });
    answers.collect()
}

fn decide(field: &Field, hunt: &Hunt<'_>, start: Position, ask: Ask) -> Answer {
    let line = match hunt.plies(start) {
        None => "Tie".to_owned(),
        Some(plies) if plies % 2 == 1 => format!("Red {plies}"),
        Some(plies) => format!("Black {plies}"),
    };
    let best = hunt.best(start).filter(|_| ask.winning_move);
    Answer {
        line,
        winning_move: best.map(|after| told(field, start, after)),
        why: ask.why.then(|| reason(hunt, start)),
    }
}

/// A move of a hunter in words.
fn told(field: &Field, before: Position, after: Position) -> String {
    let moved = |some: Position, other: Position| {
        let mut cells = some.hunters.into_iter();
        cells.find(|cell| !other.hunters.contains(cell))
    };
    let places = [moved(before, after), moved(after, before)];
    let [from, to] = places.map(|cell| cell.map_or_else(String::new, |cell| field.place(cell)));
    format!("hunter from {from} to {to}")
}

/// What play that is best for both comes to.
fn reason(hunt: &Hunt<'_>, start: Position) -> String {
    let Some(plies) = hunt.plies(start) else {
        return "neither side can force an end".to_owned();
    };
    let mut last = start;
    while let Some(next) = hunt.best(last) {
        last = next;
    }
    let end = match (hunt.end(last), last.mover) {
        (Some(End::Crossed), _) => "the pawn stands on the first row",
        (Some(End::Met), Side::Black) => "a hunter steps onto the pawn",
        (Some(End::Met), Side::Red) => "the pawn steps onto a hunter",
        (_, Side::Black) => "the pawn has no move",
        (_, Side::Red) => "the hunters have no move",
    };
    let unit = if plies == 1 { "ply" } else { "plies" };
    format!("after {plies} {unit} {end}")
}
