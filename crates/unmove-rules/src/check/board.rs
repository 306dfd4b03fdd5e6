//! Boards, constant sets of cells, and families of them: neighbours, lines, rays.

use super::Checker;
use super::term::{Term, Type};
use crate::program::{Board, DIRECTIONS, NOWHERE, Set, Span};
use crate::syntax::{GraphLine, Name};

/// The directions of the neighbours on a grid that does not name others.
pub(super) const ORTHOGONAL: [usize; 4] = [0, 1, 2, 3];

/// The most cells a board may have.
pub(super) const MOST_CELLS: i64 = 10_000;

/// Which family of sets, or of lists, of which board.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum FamilyKey {
    /// The neighbours of each cell.
    Neighbours(usize),
    /// The cells around each cell.
    Around(usize),
    /// All lines of a length.
    Lines(usize, i64),
    /// The cells between each two.
    Between(usize),
    /// The lists of cells from each cell in each direction.
    Rays(usize),
}

/// The name of a column: `a` to `z`, then `aa`.
fn column_name(column: u32) -> String {
    let letter = |number: u32| char::from(b'a' + number as u8);
    let mut name = String::new();
    let mut rest = column;
    loop {
        name.insert(0, letter(rest % 26));
        match (rest / 26).checked_sub(1) {
            Some(next) => rest = next,
            None => return name,
        }
    }
}

/// A set of cells as words.
pub(super) fn words(cells: impl IntoIterator<Item = usize>, size: usize) -> Vec<u64> {
    let mut words = vec![0; size.div_ceil(64)];
    for cell in cells {
        words[cell / 64] |= 1 << (cell % 64);
    }
    words
}

/// The cells of a set in words, ascending.
pub(super) fn cells_of(words: &[u64]) -> Vec<u32> {
    (0..words.len() as u32 * 64)
        .filter(|cell| words[*cell as usize / 64] >> (cell % 64) & 1 == 1)
        .collect()
}

impl Checker<'_> {
    /// The grid of this size whose neighbours lie in these directions.
    fn grid(&mut self, width: u32, height: u32, directions: &[usize]) -> usize {
        let (columns, rows) = (i64::from(width), i64::from(height));
        let inside =
            |column: i64, row: i64| (1..=columns).contains(&column) && (1..=rows).contains(&row);
        let number = |column: i64, row: i64| (row - 1) * columns + column - 1;
        let mut board = Board {
            grid: Some((width, height)),
            names: Vec::new(),
            coordinates: Vec::new(),
            steps: Vec::new(),
            neighbours: Vec::new(),
        };
        for row in 1..=rows {
            for column in 1..=columns {
                board
                    .names
                    .push(format!("{}{row}", column_name(column as u32 - 1)));
                board.coordinates.push((column, row));
                let mut neighbours = Vec::new();
                for (direction, (_, dx, dy)) in DIRECTIONS.iter().enumerate() {
                    let (to_column, to_row) = (column + dx, row + dy);
                    if inside(to_column, to_row) {
                        let cell = number(to_column, to_row);
                        board.steps.push(cell);
                        if directions.contains(&direction) {
                            neighbours.push(cell as u32);
                        }
                    } else {
                        board.steps.push(NOWHERE);
                    }
                }
                neighbours.sort_unstable();
                board.neighbours.push(neighbours);
            }
        }
        if let Some(known) = self.program.boards.iter().position(|known| *known == board) {
            return known;
        }
        self.program.boards.push(board);
        self.program.boards.len() - 1
    }

    /// The grid of a size given by the rules, or a report that there is none of it.
    pub(super) fn grid_of(
        &mut self,
        width: i64,
        height: i64,
        directions: &[usize],
        at: Span,
    ) -> Option<usize> {
        let fits = width >= 1
            && height >= 1
            && width
                .checked_mul(height)
                .is_some_and(|cells| cells <= MOST_CELLS);
        if !fits {
            self.error(
                "board-size",
                at,
                format!("a grid of {width} columns and {height} rows cannot be"),
            )
            .help = Some(format!("it has 1 to {MOST_CELLS} cells"));
            return None;
        }
        Some(self.grid(width as u32, height as u32, directions))
    }

    pub(super) fn set_constant(&mut self, set: Vec<u64>) -> usize {
        if let Some(&known) = self.sets.get(&set) {
            return known;
        }
        let number = self.program.sets.len();
        self.sets.insert(set.clone(), number);
        self.program.sets.push(set);
        number
    }

    /// A constant set of cells of a board.
    pub(super) fn cells_term(
        &mut self,
        cells: impl IntoIterator<Item = usize>,
        board: usize,
    ) -> Term {
        let size = self.program.boards[board].len();
        let set = self.set_constant(words(cells, size));
        Term::Cells(Set::Constant(set), board)
    }

    /// All cells of a board.
    pub(super) fn whole_board(&mut self, board: usize) -> Term {
        let size = self.program.boards[board].len();
        self.cells_term(0..size, board)
    }

    /// The cells of a set that is known, ascending.
    pub(super) fn known_cells(&self, set: &Set) -> Option<Vec<u32>> {
        match set {
            Set::Constant(number) => Some(cells_of(&self.program.sets[*number])),
            _ => None,
        }
    }

    pub(super) fn family(&mut self, key: FamilyKey) -> usize {
        if let Some(&known) = self.families.get(&key) {
            return known;
        }
        let number = match key {
            FamilyKey::Rays(board) => {
                let rays = self.rays(board);
                self.program.lists.push(rays);
                self.program.lists.len() - 1
            }
            FamilyKey::Neighbours(board) => {
                let lists = self.program.boards[board].neighbours.clone();
                self.push_family(board, lists)
            }
            FamilyKey::Around(board) => {
                let lists = self.program.boards[board]
                    .steps
                    .chunks(DIRECTIONS.len())
                    .map(|steps| {
                        steps
                            .iter()
                            .filter_map(|cell| u32::try_from(*cell).ok())
                            .collect()
                    })
                    .collect();
                self.push_family(board, lists)
            }
            FamilyKey::Lines(board, length) => {
                let lists = self.lines(board, length);
                self.push_family(board, lists)
            }
            FamilyKey::Between(board) => {
                let lists = self.between(board);
                self.push_family(board, lists)
            }
        };
        self.families.insert(key, number);
        number
    }

    fn push_family(&mut self, board: usize, lists: Vec<Vec<u32>>) -> usize {
        let size = self.program.boards[board].len();
        let family = lists
            .into_iter()
            .map(|cells| words(cells.into_iter().map(|cell| cell as usize), size))
            .collect();
        self.program.families.push(family);
        self.program.families.len() - 1
    }

    fn rays(&self, board: usize) -> Vec<Vec<i64>> {
        let steps = &self.program.boards[board].steps;
        let ways = DIRECTIONS.len();
        (0..steps.len())
            .map(|entry| {
                let direction = entry % ways;
                let mut ray = Vec::new();
                let mut cell = steps[entry];
                while let Ok(next) = usize::try_from(cell) {
                    ray.push(cell);
                    cell = steps[next * ways + direction];
                }
                ray
            })
            .collect()
    }

    fn lines(&self, board: usize, length: i64) -> Vec<Vec<u32>> {
        let rays = self.rays(board);
        let ways = DIRECTIONS.len();
        let more = usize::try_from(length - 1).unwrap_or(0);
        let mut lines = Vec::new();
        for cell in 0..self.program.boards[board].len() {
            // Each line once, from its left or upper end; a line of one cell has no direction.
            for direction in ["right", "down", "down_right", "down_left"] {
                let Some(number) = DIRECTIONS
                    .iter()
                    .position(|(name, _, _)| *name == direction)
                else {
                    continue;
                };
                let ray = &rays[cell * ways + number];
                if ray.len() >= more {
                    let mut line = vec![cell as u32];
                    line.extend(ray[..more].iter().map(|cell| *cell as u32));
                    lines.push(line);
                }
                if more == 0 {
                    break;
                }
            }
        }
        lines
    }

    fn between(&self, board: usize) -> Vec<Vec<u32>> {
        let size = self.program.boards[board].len();
        let rays = self.rays(board);
        let mut between = vec![Vec::new(); size * size];
        for (entry, ray) in rays.iter().enumerate() {
            let from = entry / DIRECTIONS.len();
            for (passed, to) in ray.iter().enumerate() {
                between[from * size + *to as usize] =
                    ray[..passed].iter().map(|cell| *cell as u32).collect();
            }
        }
        between
    }

    /// A map from its text, rows separated by line ends or `/`.
    pub(super) fn map(&mut self, text: &str, at: Span) -> Term {
        let mut rows: Vec<Vec<char>> = text
            .split(['\n', '/'])
            .map(|row| row.trim_end().chars().collect())
            .collect();
        while rows.last().is_some_and(Vec::is_empty) {
            rows.pop();
        }
        let width = rows.first().map_or(0, Vec::len);
        if let Some(odd) = rows.iter().position(|row| row.len() != width) {
            let message = format!(
                "the map's row {} has {} characters, its first has {width}",
                odd + 1,
                rows[odd].len()
            );
            self.error("map-shape", at, message).help =
                Some("give all rows of a map the same length".into());
            return Term::Bad;
        }
        let Some(board) = self.grid_of(width as i64, rows.len() as i64, &ORTHOGONAL, at) else {
            return Term::Bad;
        };
        let characters = rows.concat().into_iter().map(i64::from_char).collect();
        let table = self.table(characters);
        self.maps.push(super::Map { board, table });
        Term::Map(self.maps.len() - 1)
    }

    /// Declares a graph board.
    pub(super) fn graph(&mut self, name: &Name, lines: &[GraphLine]) {
        let mut board = Board {
            grid: None,
            names: Vec::new(),
            coordinates: Vec::new(),
            steps: Vec::new(),
            neighbours: Vec::new(),
        };
        for line in lines {
            if let GraphLine::Chain(groups, both) = line {
                let groups: Vec<Vec<usize>> = groups
                    .iter()
                    .map(|group| {
                        group
                            .iter()
                            .map(|name| node(&mut board, &name.text))
                            .collect()
                    })
                    .collect();
                for (pair, both) in groups.windows(2).zip(both) {
                    for &from in &pair[0] {
                        for &to in &pair[1] {
                            board.neighbours[from].push(to as u32);
                            if *both {
                                board.neighbours[to].push(from as u32);
                            }
                        }
                    }
                }
            }
        }
        for neighbours in &mut board.neighbours {
            neighbours.sort_unstable();
            neighbours.dedup();
        }
        for line in lines {
            if let GraphLine::At(places) = line {
                for (cell, column, row) in places {
                    let (column, row) = (self.number(column), self.number(row));
                    match board.names.iter().position(|known| *known == cell.text) {
                        Some(found) => {
                            board.coordinates[found] = (column.unwrap_or(0), row.unwrap_or(0));
                        }
                        None => self.unknown_name(&cell.text, cell.at, "a cell of this board"),
                    }
                }
            }
        }
        let number = self.program.boards.len();
        for (cell, name) in board.names.iter().enumerate() {
            self.symbol(name, Type::Cell(number), cell as i64);
        }
        self.program.boards.push(board);
        let term = self.whole_board(number);
        self.define(name, super::Meaning::Constant(term));
    }
}

fn node(board: &mut Board, name: &str) -> usize {
    if let Some(known) = board.names.iter().position(|known| known == name) {
        return known;
    }
    board.names.push(name.to_string());
    board.coordinates.push((0, 0));
    board.neighbours.push(Vec::new());
    board.names.len() - 1
}

/// Characters as the numbers that registers hold.
pub(super) trait FromCharacter {
    /// The character's number.
    fn from_char(character: char) -> Self;
}

impl FromCharacter for i64 {
    fn from_char(character: char) -> Self {
        i64::from(u32::from(character))
    }
}
