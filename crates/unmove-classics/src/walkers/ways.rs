//! The maze, and the shortest ways through it.

use super::{PIECES, Walker};
use crate::grid::Grid;
use crate::input::{InputError, Words};

/// A board of free cells and walls, with walls all around it.
pub struct Maze {
    /// The length of a row, with its walls.
    width: usize,
    free: Vec<bool>,
    starts: [usize; 2],
}

impl Maze {
    /// Reads a board, written as in the contest.
    pub fn read(board: &str) -> Result<Self, InputError> {
        let mut rows = board.split_whitespace();
        let columns = rows.next().map_or(1, |row| row.chars().count());
        let size = [1 + rows.count(), columns];
        let board = Grid::read(&mut Words::new(board), size, &PIECES)?;
        Ok(Self::new(&board))
    }

    pub(super) fn new(board: &Grid<'_>) -> Self {
        let width = board.columns + 2;
        let walled = |cell: usize| (cell / board.columns + 1) * width + cell % board.columns + 1;
        let mut free = vec![false; (board.rows() + 2) * width];
        for cell in board.free_cells() {
            free[walled(cell)] = true;
        }
        Self {
            width,
            free,
            starts: [0, 1].map(|walker| walled(board.pieces[walker][0])),
        }
    }

    /// The number of cells, free or not.
    pub fn size(&self) -> usize {
        self.free.len()
    }

    /// Where a walker starts, and the other wants to.
    pub fn start(&self, of: Walker) -> usize {
        self.starts[of as usize]
    }

    /// The free cells beside a free one, clockwise from the one above.
    pub fn beside(&self, cell: usize) -> impl Iterator<Item = usize> {
        let around = self.around(cell).into_iter();
        around.filter(|&cell| self.is_free(cell))
    }

    /// The cells around a free one, clockwise from the one above.
    fn around(&self, cell: usize) -> [usize; 4] {
        [cell - self.width, cell + 1, cell + self.width, cell - 1]
    }

    /// Whether a cell is free.
    pub fn is_free(&self, cell: usize) -> bool {
        self.free[cell]
    }

    /// The row and the column of a free cell, from 1.
    pub fn place(&self, cell: usize) -> [usize; 2] {
        [cell / self.width, cell % self.width]
    }
}

/// The layer of a cell that is on no shortest way.
const NONE: u32 = u32::MAX;

/// The shortest ways from A's start to B's. Layer j is the cells on them that are j steps from A's start.
pub struct Ways<'a> {
    maze: &'a Maze,
    layers: Vec<u32>,
    length: u32,
}

impl<'a> Ways<'a> {
    /// Finds them; none where there is no way. O(cells).
    pub fn new(maze: &'a Maze) -> Option<Self> {
        let [from, to] = [Walker::A, Walker::B].map(|walker| maze.start(walker));
        let mut steps = vec![NONE; maze.size()];
        steps[from] = 0;
        let mut reached = vec![from];
        let mut length = 0;
        while steps[to] == NONE {
            length += 1;
            let mut next = Vec::new();
            for cell in reached {
                for beside in maze.beside(cell) {
                    if steps[beside] == NONE {
                        steps[beside] = length;
                        next.push(beside);
                    }
                }
            }
            if next.is_empty() {
                return None;
            }
            reached = next;
        }
        // Back from B's start: only what leads there is on a way.
        let mut layers = vec![NONE; maze.size()];
        layers[to] = length;
        let mut kept = vec![to];
        for layer in (0..length).rev() {
            let mut next = Vec::new();
            for cell in kept {
                for beside in maze.beside(cell) {
                    if steps[beside] == layer && layers[beside] == NONE {
                        layers[beside] = layer;
                        next.push(beside);
                    }
                }
            }
            kept = next;
        }
        Some(Self {
            maze,
            layers,
            length,
        })
    }

    /// The maze.
    pub fn maze(&self) -> &'a Maze {
        self.maze
    }

    /// The number of steps of a shortest way.
    pub fn length(&self) -> usize {
        self.length as usize
    }

    /// The cells one step further on the shortest ways, clockwise.
    pub fn after(&self, cell: usize) -> impl Iterator<Item = usize> {
        let layer = self.layers[cell] + 1;
        let beside = self.maze.beside(cell);
        beside.filter(move |&cell| self.layers[cell] == layer)
    }

    /// The cells one step further, clockwise from those one step back.
    pub(super) fn after_in_order(&self, cell: usize) -> impl Iterator<Item = usize> {
        let layer = self.layers[cell];
        let around = self.maze.around(cell);
        let is_behind = |at: usize| self.layers[around[at % 4]].checked_add(1) == Some(layer);
        let last = (0..4).find(|&at| is_behind(at) && !is_behind(at + 1));
        // Around the start, which has none behind, any order will do.
        let first = last.map_or(0, |last| last + 1);
        let clockwise = (first..first + 4).map(move |at| around[at % 4]);
        clockwise.filter(move |&next| self.layers[next] == layer + 1)
    }
}
