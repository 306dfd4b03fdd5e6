//! Positions and values in the words of the rules.

use super::allowed::Values;
use super::layout::set_cells;
use crate::program::{Board, DIRECTIONS, Kind, MOVER, NOWHERE, Program, Shape, Variable};
use std::collections::HashMap;

/// What stands in rows of characters for a cell that has no value.
pub const HOLE: char = '#';

/// The character that stands for each name of a type in rows of characters: its first letter, `.`
/// for the first name if that is `empty` or `none`; where two would share one, their numbers.
pub fn characters(names: &[String]) -> Vec<char> {
    let first = |(number, name): (usize, &String)| match name.as_str() {
        "empty" | "none" if number == 0 => '.',
        _ => name.chars().next().unwrap_or('?'),
    };
    let letters: Vec<char> = names.iter().enumerate().map(first).collect();
    let mut times: HashMap<char, usize> = HashMap::new();
    for &letter in &letters {
        *times.entry(letter).or_default() += 1;
    }
    letters
        .iter()
        .enumerate()
        .map(|(number, letter)| {
            if times[letter] == 1 {
                return *letter;
            }
            // Past nine there are no digits left; letters that no name of the rules has go on.
            char::from_digit(number as u32, 10)
                .or_else(|| char::from_u32(0x3b1 + number as u32))
                .unwrap_or('?')
        })
        .collect()
}

/// A cell's name, or `nowhere`.
pub(super) fn cell(board: &Board, cell: i64) -> String {
    usize::try_from(cell)
        .ok()
        .and_then(|cell| board.names.get(cell).cloned())
        .unwrap_or_else(|| "nowhere".to_owned())
}

/// A value of a kind; not for sets.
pub(super) fn value(program: &Program, kind: &Kind, value: i64) -> String {
    let named = |names: &[String]| {
        let name = usize::try_from(value).ok().and_then(|at| names.get(at));
        name.cloned().unwrap_or_else(|| value.to_string())
    };
    match kind {
        Kind::Range(..) => value.to_string(),
        Kind::Names(names) => named(names),
        Kind::Bool => match value {
            0 => "false".to_owned(),
            1 => "true".to_owned(),
            _ => value.to_string(),
        },
        Kind::Player => match &program.players {
            Some(players) => named(players),
            None => value.to_string(),
        },
        Kind::Cell { board, .. } | Kind::Set { board, .. } => cell(&program.boards[*board], value),
        Kind::Direction => usize::try_from(value)
            .ok()
            .and_then(|at| DIRECTIONS.get(at))
            .map_or_else(|| value.to_string(), |(name, ..)| (*name).to_owned()),
    }
}

/// What a variable may hold, in words.
pub(super) fn allowed(program: &Program, kind: &Kind, values: &Values) -> String {
    let list = |board: usize, cells: &[u32]| {
        let board = &program.boards[board];
        if cells.len() == board.len() {
            return "a cell of the board".to_owned();
        }
        if cells.len() > 12 {
            return format!("one of the {} cells of its range", cells.len());
        }
        let names: Vec<String> = cells
            .iter()
            .map(|&number| cell(board, i64::from(number)))
            .collect();
        format!("one of {}", names.join(", "))
    };
    match (kind, values) {
        (Kind::Names(names), _) => format!("one of {}", names.join(", ")),
        (Kind::Bool, _) => "true or false".to_owned(),
        (Kind::Player, _) => match &program.players {
            Some([first, second]) => format!("{first} or {second}"),
            None => "0 or 1".to_owned(),
        },
        (Kind::Direction, _) => "a direction".to_owned(),
        (
            _,
            Values::Cell {
                board,
                cells,
                nowhere,
                ..
            },
        ) => {
            let cells = list(*board, cells);
            if *nowhere {
                cells + " or nowhere"
            } else {
                cells
            }
        }
        (
            _,
            Values::Set {
                board,
                cells,
                least,
                most,
                ..
            },
        ) => {
            let size = if least == most {
                least.to_string()
            } else {
                format!("{least}..{most}")
            };
            format!("a set of {size}, each {}", list(*board, cells))
        }
        (_, Values::Range(least, most)) => format!("in {least}..{most}"),
    }
}

/// Whether an array is written in rows of characters, and then in how many columns and rows.
pub(super) fn rows_of(program: &Program, variable: &Variable) -> Option<(u32, u32)> {
    match (&variable.shape, &variable.kind) {
        (Shape::Cells { board, .. }, Kind::Names(_)) => program.boards[*board].grid,
        _ => None,
    }
}

/// A variable's value.
pub(super) fn variable(program: &Program, variable: &Variable, registers: &[i64]) -> String {
    let first = variable.register as usize;
    if let Kind::Set { board, .. } = &variable.kind {
        let board = &program.boards[*board];
        let cells: Vec<String> = set_cells(registers, variable.register, variable.width)
            .into_iter()
            .map(|number| cell(board, i64::from(number)))
            .collect();
        return format!("{{{}}}", cells.join(", "));
    }
    if let (Some((columns, rows)), Shape::Cells { cells, .. }, Kind::Names(names)) =
        (rows_of(program, variable), &variable.shape, &variable.kind)
    {
        let characters = characters(names);
        let mut grid = vec![HOLE; columns as usize * rows as usize];
        for &number in cells {
            let value = registers[first + number as usize] as usize;
            grid[number as usize] = characters.get(value).copied().unwrap_or('?');
        }
        let lines: Vec<String> = grid
            .chunks(columns.max(1) as usize)
            .map(|line| line.iter().collect())
            .collect();
        return lines.join("/");
    }
    if variable.shape == Shape::Single {
        return value(program, &variable.kind, registers[first]);
    }
    let elements: Vec<String> = super::allowed::live(variable)
        .into_iter()
        .map(|register| value(program, &variable.kind, registers[register as usize]))
        .collect();
    format!("[{}]", elements.join(", "))
}

/// A position.
pub(super) fn position(program: &Program, registers: &[i64]) -> String {
    let mut items = Vec::with_capacity(program.variables.len() + 1);
    if program.players.is_some() {
        let mover = value(program, &Kind::Player, registers[MOVER as usize]);
        items.push(format!("turn={mover}"));
    }
    for declared in &program.variables {
        let value = variable(program, declared, registers);
        items.push(format!("{}={value}", declared.name));
    }
    items.join(" ")
}

/// The number of a value of a kind, if the word means one; not for sets.
pub(super) fn read_value(program: &Program, kind: &Kind, word: &str) -> Option<i64> {
    let place = |names: &[String]| names.iter().position(|name| name == word);
    match kind {
        Kind::Range(..) => word.parse().ok(),
        Kind::Names(names) => place(names).map(|at| at as i64),
        Kind::Bool => match word {
            "false" => Some(0),
            "true" => Some(1),
            _ => None,
        },
        Kind::Player => match &program.players {
            Some(players) => place(players).map(|at| at as i64),
            None => word.parse().ok(),
        },
        Kind::Cell { board, .. } | Kind::Set { board, .. } => {
            if word == "nowhere" {
                return Some(NOWHERE);
            }
            place(&program.boards[*board].names).map(|at| at as i64)
        }
        Kind::Direction => DIRECTIONS
            .iter()
            .position(|(name, ..)| *name == word)
            .map(|at| at as i64),
    }
}

/// The words that [`read_value`] knows for a kind; none where they are numbers.
pub(super) fn known_words(program: &Program, kind: &Kind) -> Vec<String> {
    match kind {
        Kind::Range(..) => Vec::new(),
        Kind::Names(names) => names.clone(),
        Kind::Bool => vec!["false".to_owned(), "true".to_owned()],
        Kind::Player => program
            .players
            .as_ref()
            .map_or_else(Vec::new, |players| players.to_vec()),
        Kind::Cell { board, .. } | Kind::Set { board, .. } => program.boards[*board].names.clone(),
        Kind::Direction => DIRECTIONS
            .iter()
            .map(|(name, ..)| (*name).to_owned())
            .collect(),
    }
}
