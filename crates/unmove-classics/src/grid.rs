//! Boards of a contest's input: rows of cells, a character each.

use crate::input::{InputError, Word, Words};

/// A piece on a board: its character, what it is called, and how many there must be.
pub(crate) struct Piece {
    pub symbol: u8,
    pub name: &'static str,
    pub count: usize,
}

/// A board: `.` for a free cell, `#` for a wall, and pieces, which stand on free cells.
pub(crate) struct Grid<'a> {
    /// The first row, as a place to point at.
    pub first: Word<'a>,
    /// The number of columns.
    pub columns: usize,
    /// The characters of all cells, row by row.
    pub symbols: Vec<u8>,
    /// The cells of the pieces, in the order of the pieces asked for; cells of one piece ascend.
    pub pieces: Vec<Vec<usize>>,
}

impl<'a> Grid<'a> {
    /// Reads a board of as many rows and columns, of which there is at least one.
    pub fn read(
        words: &mut Words<'a>,
        [rows, columns]: [usize; 2],
        pieces: &[Piece],
    ) -> Result<Self, InputError> {
        let first = words.word(&row_of(0, rows))?;
        let mut grid = Self {
            first,
            columns,
            symbols: Vec::new(),
            pieces: vec![Vec::new(); pieces.len()],
        };
        grid.read_row(first, pieces)?;
        for row in 1..rows {
            grid.read_row(words.word(&row_of(row, rows))?, pieces)?;
        }
        for (piece, cells) in pieces.iter().zip(&grid.pieces) {
            if cells.len() != piece.count {
                return Err(first.wrong(format!(
                    "the board has {} `{}`: there must be {} {}",
                    cells.len(),
                    char::from(piece.symbol),
                    piece.count,
                    piece.name
                )));
            }
        }
        Ok(grid)
    }

    fn read_row(&mut self, word: Word<'_>, pieces: &[Piece]) -> Result<(), InputError> {
        let before = self.symbols.len();
        for (column, character) in word.text.chars().enumerate() {
            let at = word.shifted(column);
            if column == self.columns {
                let length = word.text.chars().count();
                return Err(at.wrong(self.length(length)));
            }
            let symbol = u8::try_from(character).unwrap_or_default();
            if let Some(which) = pieces.iter().position(|piece| piece.symbol == symbol) {
                let (piece, cells) = (&pieces[which], &mut self.pieces[which]);
                if cells.len() == piece.count {
                    return Err(at.wrong(format!(
                        "one more `{character}`: there must be {} {}",
                        piece.count, piece.name
                    )));
                }
                cells.push(before + column);
            } else if !matches!(symbol, b'.' | b'#') {
                let symbols = pieces.iter().map(|piece| char::from(piece.symbol));
                return Err(at.wrong(format!(
                    "unknown character {character:?}: a board is written with {}",
                    ['.', '#'].into_iter().chain(symbols).collect::<String>()
                )));
            }
            self.symbols.push(symbol);
        }
        let length = self.symbols.len() - before;
        if length < self.columns {
            return Err(word.shifted(length).wrong(self.length(length)));
        }
        Ok(())
    }

    fn length(&self, length: usize) -> String {
        format!(
            "the row has {length} cells, and {} are announced",
            self.columns
        )
    }

    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.symbols.len() / self.columns
    }

    /// The cells that a piece can stand on, in ascending order.
    pub fn free_cells(&self) -> impl Iterator<Item = usize> {
        let cells = 0..self.symbols.len();
        cells.filter(|&cell| self.symbols[cell] != b'#')
    }
}

fn row_of(row: usize, rows: usize) -> String {
    format!("row {} of {rows} of a board", row + 1)
}
