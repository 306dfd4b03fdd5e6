//! What a table runs over: `x=1..8,y={1, 2}`, `pawn`, `heap[0]=0..7`.

use unmove_rules::machine::Machine;
use unmove_rules::program::{Kind, MOVER, NOWHERE, Program, Register, Shape};

/// One direction of a table: a register of the state and the values it takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Axis {
    /// As it was written: `x`, `heap[0]`, `turn`.
    pub name: String,
    /// The register that holds the value.
    pub register: Register,
    /// The values, in order.
    pub values: Vec<i64>,
    /// The values in the rules' words.
    pub labels: Vec<String>,
    /// The board, if the values are cells of a grid (its number, columns and rows).
    pub grid: Option<(usize, u32, u32)>,
    /// Whether the values are numbers.
    pub numeric: bool,
}

/// What is wrong with the axes of a table.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum AxisError {
    /// Nothing was written, or too much.
    #[error(
        "a table runs over one or two variables, and here are {0}; write for example `x=1..8,y=1..8`"
    )]
    Number(usize),
    /// There is no such variable.
    #[error("the game has no variable `{name}`; it has {known}")]
    Unknown {
        /// What was written.
        name: String,
        /// What there is.
        known: String,
    },
    /// Sets cannot be run over.
    #[error("`{name}` holds sets of cells, and a table runs over single values")]
    Set {
        /// The variable.
        name: String,
    },
    /// An array needs an index, a single variable has none.
    #[error("{message}")]
    Index {
        /// What would be right.
        message: String,
    },
    /// A value that the variable does not take.
    #[error("`{name}` is never {value}: it takes {allowed}")]
    Value {
        /// The variable.
        name: String,
        /// What was written.
        value: String,
        /// What would be right.
        allowed: String,
    },
    /// No values are named.
    #[error("`{written}` names no values: {right}")]
    Empty {
        /// What was written.
        written: String,
        /// What would be right.
        right: String,
    },
    /// Both axes are the same.
    #[error("both axes are `{0}`")]
    Twice(String),
}

/// The most values an axis can have.
const LONGEST: i64 = 1_000_000;

/// Reads the axes of a table.
pub fn parse_axes(text: &str, machine: &Machine) -> Result<Vec<Axis>, AxisError> {
    let parts: Vec<&str> = split(text)
        .into_iter()
        .map(str::trim)
        .filter(|p| !p.is_empty())
        .collect();
    if !(1..=2).contains(&parts.len()) {
        return Err(AxisError::Number(parts.len()));
    }
    let axes = parts
        .into_iter()
        .map(|part| parse_axis(part, machine))
        .collect::<Result<Vec<Axis>, AxisError>>()?;
    if let [first, second] = axes.as_slice()
        && first.register == second.register
    {
        return Err(AxisError::Twice(first.name.clone()));
    }
    Ok(axes)
}

/// Splits at the commas that are in no brackets.
fn split(text: &str) -> Vec<&str> {
    let mut depth = 0_i32;
    let mut begin = 0;
    let mut parts = Vec::new();
    for (place, character) in text.char_indices() {
        match character {
            '{' | '[' | '(' => depth += 1,
            '}' | ']' | ')' => depth -= 1,
            ',' if depth <= 0 => {
                parts.push(&text[begin..place]);
                begin = place + 1;
            }
            _ => {}
        }
    }
    parts.push(&text[begin..]);
    parts
}

/// Reads one axis.
fn parse_axis(text: &str, machine: &Machine) -> Result<Axis, AxisError> {
    let (name, values) = match text.split_once('=') {
        Some((name, values)) => (name.trim(), Some(values.trim())),
        None => (text, None),
    };
    let program = machine.program();
    let (register, kind) = register_of(name, machine)?;
    let values = match values {
        None => every_value(&kind, name)?,
        Some(values) => listed(values, &kind, name, machine)?,
    };
    let labels = values
        .iter()
        .map(|&value| machine.value_text(&kind, value))
        .collect();
    let grid = match &kind {
        Kind::Cell { board, .. } => program
            .boards
            .get(*board)
            .and_then(|found| found.grid)
            .map(|(columns, rows)| (*board, columns, rows)),
        _ => None,
    };
    Ok(Axis {
        name: name.to_owned(),
        register,
        values,
        labels,
        grid,
        numeric: matches!(kind, Kind::Range(..)),
    })
}

/// The register and the kind behind `x`, `heap[0]`, `cell[b3]` or `turn`.
fn register_of(text: &str, machine: &Machine) -> Result<(Register, Kind), AxisError> {
    let program = machine.program();
    let (name, index) = match text.split_once('[') {
        Some((name, rest)) => (name.trim(), Some(rest.trim_end_matches(']').trim())),
        None => (text, None),
    };
    if name == "turn" && program.players.is_some() {
        return Ok((MOVER, Kind::Player));
    }
    let Some(variable) = program
        .variables
        .iter()
        .find(|variable| variable.name == name)
    else {
        return Err(AxisError::Unknown {
            name: name.to_owned(),
            known: known(program),
        });
    };
    if matches!(variable.kind, Kind::Set { .. }) {
        return Err(AxisError::Set {
            name: name.to_owned(),
        });
    }
    let wrong = |message: String| AxisError::Index { message };
    let offset = match (&variable.shape, index) {
        (Shape::Single, None) => 0,
        (Shape::Single, Some(_)) => {
            return Err(wrong(format!("`{name}` is one value and takes no index")));
        }
        (Shape::List(length), Some(index)) => index
            .parse::<u32>()
            .ok()
            .filter(|place| place < length)
            .ok_or_else(|| {
                wrong(format!(
                    "the indices of `{name}` are 0..{}",
                    i64::from(*length) - 1
                ))
            })?,
        (Shape::Cells { board, cells }, Some(index)) => program.boards[*board]
            .names
            .iter()
            .position(|cell| cell == index)
            .map(|cell| cell as u32)
            .filter(|cell| cells.contains(cell))
            .ok_or_else(|| wrong(format!("`{name}` has no cell `{index}`")))?,
        (Shape::Players, Some(index)) => program
            .players
            .iter()
            .flatten()
            .position(|player| player == index)
            .map(|player| player as u32)
            .ok_or_else(|| wrong(format!("no player is called `{index}`")))?,
        (Shape::List(_), None) => {
            return Err(wrong(format!(
                "`{name}` is a list: name an element, as in `{name}[0]`"
            )));
        }
        (Shape::Cells { board, cells }, None) => {
            let example = cells.first().map_or("a1", |&cell| {
                program.boards[*board].names[cell as usize].as_str()
            });
            return Err(wrong(format!(
                "`{name}` has a value for every cell: name one, as in `{name}[{example}]`"
            )));
        }
        (Shape::Players, None) => {
            return Err(wrong(format!(
                "`{name}` has a value for each player: name one, as in `{name}[{}]`",
                program
                    .players
                    .as_ref()
                    .map_or("X", |names| names[0].as_str())
            )));
        }
    };
    Ok((variable.register + offset, variable.kind.clone()))
}

/// What a table can run over, in words.
fn known(program: &Program) -> String {
    let mut names: Vec<String> = program
        .variables
        .iter()
        .filter(|variable| !matches!(variable.kind, Kind::Set { .. }))
        .map(|variable| match variable.shape {
            Shape::Single => format!("`{}`", variable.name),
            _ => format!("`{}[…]`", variable.name),
        })
        .collect();
    if program.players.is_some() {
        names.push("`turn`".to_owned());
    }
    names.join(", ")
}

/// All values of a kind.
fn every_value(kind: &Kind, name: &str) -> Result<Vec<i64>, AxisError> {
    Ok(match kind {
        Kind::Range(low, high) => {
            if high.saturating_sub(*low) >= LONGEST {
                return Err(AxisError::Index {
                    message: format!(
                        "`{name}` takes too many values for a table: name some, as in `{name}={low}..{}`",
                        low.saturating_add(99)
                    ),
                });
            }
            (*low..=*high).collect()
        }
        Kind::Names(names) => (0..names.len() as i64).collect(),
        Kind::Bool | Kind::Player => vec![0, 1],
        Kind::Direction => (0..8).collect(),
        Kind::Cell { cells, nowhere, .. } => {
            let cells = cells.iter().map(|&cell| i64::from(cell));
            cells.chain(nowhere.then_some(NOWHERE)).collect()
        }
        Kind::Set { .. } => Vec::new(),
    })
}

/// The values written behind `=`: a range, a list in brackets, or one value.
fn listed(text: &str, kind: &Kind, name: &str, machine: &Machine) -> Result<Vec<i64>, AxisError> {
    let empty = |right: String| AxisError::Empty {
        written: format!("{name}={text}"),
        right,
    };
    if let Some((first, last)) = text.split_once("..") {
        let (first, last) = (first.trim(), last.trim());
        let low = value(first, kind, name, machine)?;
        let high = value(last, kind, name, machine)?;
        let named = every_in(kind, low, high, name)?;
        if named.is_empty() {
            return Err(empty(format!(
                "the smaller one comes first, as in `{name}={last}..{first}`"
            )));
        }
        return Ok(named);
    }
    let inner = text
        .strip_prefix(['{', '['])
        .and_then(|rest| rest.strip_suffix(['}', ']']))
        .unwrap_or(text);
    let items: Vec<&str> = inner
        .split(',')
        .map(str::trim)
        .filter(|item| !item.is_empty())
        .collect();
    if items.is_empty() {
        return Err(empty(format!(
            "it takes {}, and `{name}` alone stands for all of them",
            allowed(kind, machine)
        )));
    }
    items
        .into_iter()
        .map(|item| value(item, kind, name, machine))
        .collect()
}

/// The values of a kind from `low` to `high`.
fn every_in(kind: &Kind, low: i64, high: i64, name: &str) -> Result<Vec<i64>, AxisError> {
    if let Kind::Range(..) = kind {
        return every_value(&Kind::Range(low, high), name);
    }
    let mut all = every_value(kind, name)?;
    all.retain(|value| (low..=high).contains(value));
    Ok(all)
}

/// One value in words.
fn value(text: &str, kind: &Kind, name: &str, machine: &Machine) -> Result<i64, AxisError> {
    let found = match kind {
        Kind::Range(low, high) => text
            .parse::<i64>()
            .ok()
            .filter(|value| (low..=high).contains(&value)),
        _ => every_value(kind, name)?
            .into_iter()
            .find(|&value| machine.value_text(kind, value) == text),
    };
    found.ok_or_else(|| AxisError::Value {
        name: name.to_owned(),
        value: if text.is_empty() {
            "nothing".to_owned()
        } else {
            format!("`{text}`")
        },
        allowed: allowed(kind, machine),
    })
}

/// The values of a kind in words.
fn allowed(kind: &Kind, machine: &Machine) -> String {
    const SHOWN: usize = 12;
    if let Kind::Range(low, high) = kind {
        return format!("{low}..{high}");
    }
    let all = every_value(kind, "").unwrap_or_default();
    let mut words: Vec<String> = all
        .iter()
        .take(SHOWN)
        .map(|&value| machine.value_text(kind, value))
        .collect();
    if all.len() > SHOWN {
        words.push("…".to_owned());
    }
    words.join(", ")
}
