//! Positions as text for people: boards as boards, piles as rows of stones.

use super::layout::{Position, set_cells};
use super::machine::Machine;
use super::text::{self, characters};
use crate::program::{Board, Kind, MOVER, Program, Shape, Variable};

/// Stones in a row that are drawn one by one; larger piles are numbers only.
const MOST_STONES: i64 = 40;

/// What a cell shows where nothing stands.
const EMPTY: char = '.';
/// What a cell shows that no variable can have anything on.
const WALL: char = '#';

impl Machine {
    /// A position drawn for the terminal; `None` if the state has no variables to draw.
    pub fn draw(&self, position: &Position) -> Option<String> {
        let registers = self.registers(position);
        let program = &self.ready.program;
        let mut parts = Vec::new();
        if program.players.is_some() {
            let mover = text::value(program, &Kind::Player, registers[MOVER as usize]);
            parts.push(format!("{mover} to move"));
        }
        for (number, board) in program.boards.iter().enumerate() {
            if let Some(drawn) = draw_board(program, number, board, &registers) {
                parts.push(drawn);
            }
        }
        let mut rest = Vec::new();
        for variable in program.variables.iter().filter(|it| home(it).is_none()) {
            rest.extend(draw_rest(program, variable, &registers));
        }
        if !rest.is_empty() {
            parts.push(rest.join("\n"));
        }
        (!program.variables.is_empty()).then(|| parts.join("\n"))
    }
}

/// The board that a variable is drawn on.
fn home(variable: &Variable) -> Option<usize> {
    match (&variable.shape, &variable.kind) {
        (
            Shape::Cells { board, .. },
            Kind::Names(_) | Kind::Bool | Kind::Range(..) | Kind::Player,
        )
        | (_, Kind::Cell { board, .. } | Kind::Set { board, .. }) => Some(*board),
        _ => None,
    }
}

/// What the cells of one board show.
struct Picture {
    cells: Vec<String>,
    legend: Vec<String>,
    /// Pieces that stand nowhere, and what else does not fit on the cells.
    notes: Vec<String>,
}

impl Picture {
    fn put(&mut self, cell: usize, mark: &str) {
        let Some(shown) = self.cells.get_mut(cell) else {
            return;
        };
        if shown.chars().all(|c| c == EMPTY || c == WALL) {
            mark.clone_into(shown);
        } else {
            shown.push_str(mark);
        }
    }
}

/// Whether anything can ever stand on each cell of a board.
fn used_cells(program: &Program, number: usize, board: &Board) -> Vec<bool> {
    let mut used = vec![false; board.len()];
    let mut mark = |cells: &[u32]| {
        for &cell in cells {
            if let Some(used) = used.get_mut(cell as usize) {
                *used = true;
            }
        }
    };
    for variable in &program.variables {
        match &variable.shape {
            Shape::Cells { board, cells } if *board == number => mark(cells),
            _ => {}
        }
        match &variable.kind {
            Kind::Cell { board, cells, .. } | Kind::Set { board, cells, .. }
                if *board == number =>
            {
                mark(cells);
            }
            _ => {}
        }
    }
    used
}

/// A letter for each variable that stands on a board by itself; digits where two would share one.
fn marks(variables: &[&Variable]) -> Vec<String> {
    let letters: Vec<String> = variables
        .iter()
        .map(|variable| {
            let letter = variable.name.chars().next().unwrap_or('?');
            letter.to_uppercase().collect()
        })
        .collect();
    letters
        .iter()
        .enumerate()
        .map(|(number, letter)| {
            if letters.iter().filter(|other| *other == letter).count() == 1 {
                letter.clone()
            } else {
                (number + 1).to_string()
            }
        })
        .collect()
}

fn draw_board(
    program: &Program,
    number: usize,
    board: &Board,
    registers: &[i64],
) -> Option<String> {
    let here: Vec<&Variable> = program
        .variables
        .iter()
        .filter(|variable| home(variable) == Some(number))
        .collect();
    if here.is_empty() {
        return None;
    }
    let mut picture = Picture {
        cells: used_cells(program, number, board)
            .iter()
            .map(|used| if *used { EMPTY } else { WALL }.to_string())
            .collect(),
        legend: Vec::new(),
        notes: Vec::new(),
    };
    let (arrays, pieces): (Vec<&Variable>, Vec<&Variable>) = here
        .iter()
        .partition(|it| !matches!(it.kind, Kind::Cell { .. } | Kind::Set { .. }));
    for variable in arrays {
        array(program, variable, registers, &mut picture);
    }
    for (variable, mark) in pieces.iter().zip(marks(&pieces)) {
        piece(program, variable, &mark, registers, &mut picture);
    }
    let mut lines = match board.grid {
        Some((columns, _)) => grid(board, columns as usize, &picture.cells),
        None => graph(board, &picture.cells),
    };
    if !picture.legend.is_empty() {
        lines.push(picture.legend.join(", "));
    }
    lines.extend(picture.notes);
    Some(lines.join("\n"))
}

/// Puts the elements of an array on their cells.
fn array(program: &Program, variable: &Variable, registers: &[i64], picture: &mut Picture) {
    let Shape::Cells { cells, .. } = &variable.shape else {
        return;
    };
    let names: Vec<char> = match &variable.kind {
        Kind::Names(names) => {
            let characters = characters(names);
            let shown = names
                .iter()
                .zip(&characters)
                .filter(|(name, character)| **character != EMPTY && name.chars().count() > 1)
                .map(|(name, character)| format!("{character} {name}"));
            picture.legend.extend(shown);
            characters
        }
        Kind::Player => match &program.players {
            Some(players) => characters(players),
            None => Vec::new(),
        },
        Kind::Bool => {
            picture.legend.push(format!("* {}", variable.name));
            vec![EMPTY, '*']
        }
        _ => Vec::new(),
    };
    for &cell in cells {
        let value = registers[(variable.register + cell) as usize];
        let mark = usize::try_from(value)
            .ok()
            .and_then(|value| names.get(value))
            .map_or_else(|| value.to_string(), char::to_string);
        if mark.chars().ne([EMPTY]) {
            picture.put(cell as usize, &mark);
        }
    }
}

/// Puts pieces on their cells.
fn piece(
    program: &Program,
    variable: &Variable,
    mark: &str,
    registers: &[i64],
    picture: &mut Picture,
) {
    picture.legend.push(format!("{mark} {}", variable.name));
    if let Kind::Set { .. } = variable.kind {
        for cell in set_cells(registers, variable.register, variable.width) {
            picture.put(cell as usize, mark);
        }
        return;
    }
    let live = super::allowed::live(variable);
    for &register in &live {
        let mark = match &variable.shape {
            Shape::Single => mark.to_owned(),
            _ => format!("{mark}{}", register - variable.register),
        };
        match usize::try_from(registers[register as usize]) {
            Ok(cell) => picture.put(cell, &mark),
            Err(_) => picture.notes.push(format!("{mark} is nowhere")),
        }
    }
    if variable.shape != Shape::Single {
        let value = text::variable(program, variable, registers);
        picture.notes.push(format!("{} = {value}", variable.name));
    }
}

fn grid(board: &Board, columns: usize, cells: &[String]) -> Vec<String> {
    let columns = columns.max(1);
    let rows = board.len().div_ceil(columns);
    // A cell's name is its column's letters and its row's number.
    let letters = |column: usize| -> &str {
        let name = board.names.get(column).map_or("", String::as_str);
        name.trim_end_matches(|c: char| c.is_ascii_digit())
    };
    let width = cells
        .iter()
        .map(|cell| cell.chars().count())
        .chain((0..columns).map(|column| letters(column).len()))
        .max()
        .unwrap_or(1);
    let margin = rows.to_string().len();
    let line = |label: &str, items: Vec<&str>| {
        let items: Vec<String> = items.iter().map(|item| format!("{item:<width$}")).collect();
        format!("{label:>margin$} {}", items.join(" "))
            .trim_end()
            .to_owned()
    };
    let mut lines = vec![line("", (0..columns).map(letters).collect())];
    for (row, cells) in cells.chunks(columns).enumerate() {
        let label = (row + 1).to_string();
        lines.push(line(&label, cells.iter().map(String::as_str).collect()));
    }
    lines
}

/// A graph: by its coordinates if every cell has a place of its own, else as a list.
fn graph(board: &Board, cells: &[String]) -> Vec<String> {
    let shown = |cell: usize| format!("{} {}", board.names[cell], cells[cell]);
    let mut places = board.coordinates.clone();
    places.sort_unstable();
    places.dedup();
    let placed = places.len() == board.len()
        && places
            .iter()
            .all(|&(x, y)| (1..=100).contains(&x) && (1..=100).contains(&y));
    if !placed {
        let all: Vec<String> = (0..board.len()).map(shown).collect();
        return vec![all.join(", ")];
    }
    let width = (0..board.len())
        .map(|cell| shown(cell).chars().count())
        .max()
        .unwrap_or(1);
    let columns = places.iter().map(|&(x, _)| x).max().unwrap_or(1);
    let rows = places.iter().map(|&(_, y)| y).max().unwrap_or(1);
    let at = |x: i64, y: i64| {
        let cell = board.coordinates.iter().position(|&place| place == (x, y));
        cell.map_or_else(String::new, shown)
    };
    (1..=rows)
        .map(|y| {
            let line: Vec<String> = (1..=columns)
                .map(|x| format!("{:<width$}", at(x, y)))
                .collect();
            line.join("  ").trim_end().to_owned()
        })
        .filter(|line| !line.is_empty())
        .collect()
}

/// Variables that stand on no board, a line each; arrays a line for each element.
fn draw_rest(program: &Program, variable: &Variable, registers: &[i64]) -> Vec<String> {
    let pile = |label: String, value: i64| {
        if (1..=MOST_STONES).contains(&value) {
            format!("{label} {value} {}", "o".repeat(value as usize))
        } else {
            format!("{label} {value}")
        }
    };
    let first = variable.register as usize;
    match (&variable.shape, &variable.kind) {
        (Shape::Single, Kind::Range(..)) => vec![pile(variable.name.clone(), registers[first])],
        (Shape::List(length), Kind::Range(..)) => (0..*length as usize)
            .map(|index| {
                pile(
                    format!("{}[{index}]", variable.name),
                    registers[first + index],
                )
            })
            .collect(),
        (Shape::Players, Kind::Range(..)) => (0..2)
            .map(|player| {
                let name = text::value(program, &Kind::Player, player);
                let value = registers[first + player as usize];
                pile(format!("{}[{name}]", variable.name), value)
            })
            .collect(),
        _ => {
            let value = text::variable(program, variable, registers);
            vec![format!("{} {value}", variable.name)]
        }
    }
}
