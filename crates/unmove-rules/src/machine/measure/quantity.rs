//! Quantities that may be found to fall with every move.

use super::super::allowed::{Values, live};
use super::super::ready::Ready;
use super::form::Interval;
use super::symbolic::Axis;
use crate::program::{Kind, MOVER, Program, Register, Shape, Variable};

/// A number that a position has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Quantity {
    /// The sum of these variables, lists and arrays with all their elements.
    Sum(Vec<usize>),
    /// For how many elements an array of names has this one.
    Count(usize, i64),
    /// How many cells a set has.
    Size(usize),
    /// The row or column of a cell, or the sum of those of a set.
    Lines(Axis, usize),
    /// Whose turn it is.
    Turn,
}

fn is_number(variable: &Variable) -> bool {
    matches!(
        variable.kind,
        Kind::Range(..) | Kind::Bool | Kind::Names(_) | Kind::Player
    )
}

/// The variables, by number, whose registers a group exchanges.
fn exchanged(program: &Program, group: &[Register]) -> Vec<usize> {
    let has = |variable: &Variable| {
        let registers = variable.register..variable.register + variable.width;
        group.iter().any(|register| registers.contains(register))
    };
    (0..program.variables.len())
        .filter(|&number| has(&program.variables[number]))
        .collect()
}

/// All quantities worth a try: those that exchanges and symmetries leave as they are.
pub(super) fn candidates(program: &Program) -> Vec<Quantity> {
    let groups: Vec<Vec<usize>> = program
        .unordered
        .iter()
        .map(|group| exchanged(program, group))
        .collect();
    // A sum is left alone by an exchange if it has all or none of the variables.
    let kept = |sum: &[usize]| {
        groups.iter().all(|group| {
            let inside = group.iter().filter(|number| sum.contains(number)).count();
            inside == 0 || inside == group.len()
        })
    };
    let mut found = Vec::new();
    for (number, variable) in program.variables.iter().enumerate() {
        match (&variable.shape, &variable.kind) {
            (Shape::Single, _) if is_number(variable) => found.push(Quantity::Sum(vec![number])),
            (_, Kind::Range(..) | Kind::Bool) => found.push(Quantity::Sum(vec![number])),
            (Shape::Single, Kind::Set { .. }) => found.push(Quantity::Size(number)),
            (_, Kind::Names(names)) => {
                let values = 0..names.len() as i64;
                found.extend(values.map(|value| Quantity::Count(number, value)));
            }
            _ => {}
        }
    }
    found.extend(groups.iter().cloned().map(Quantity::Sum));
    let ranges: Vec<usize> = (0..program.variables.len())
        .filter(|&number| matches!(program.variables[number].kind, Kind::Range(..)))
        .collect();
    found.push(Quantity::Sum(ranges));
    found.retain(|quantity| match quantity {
        Quantity::Sum(sum) => {
            !sum.is_empty()
                && kept(sum)
                && sum
                    .iter()
                    .all(|&number| is_number(&program.variables[number]))
        }
        Quantity::Count(number, _) => groups
            .iter()
            .all(|group| !group.contains(number) || group.len() == 1),
        _ => true,
    });
    if program.symmetries.is_empty() {
        found.extend(lines(program, &groups));
    }
    if program.players.is_some() {
        found.push(Quantity::Turn);
    }
    let mut distinct: Vec<Quantity> = Vec::new();
    for quantity in found {
        if !distinct.contains(&quantity) {
            distinct.push(quantity);
        }
    }
    distinct
}

fn lines(program: &Program, groups: &[Vec<usize>]) -> Vec<Quantity> {
    let mut found = Vec::new();
    for (number, variable) in program.variables.iter().enumerate() {
        let board = match (&variable.shape, &variable.kind) {
            (
                Shape::Single,
                Kind::Cell {
                    board,
                    nowhere: false,
                    ..
                }
                | Kind::Set { board, .. },
            ) => *board,
            _ => continue,
        };
        if program.boards[board].grid.is_some() && !groups.iter().any(|it| it.contains(&number)) {
            found.push(Quantity::Lines(Axis::Row, number));
            found.push(Quantity::Lines(Axis::Column, number));
        }
    }
    found
}

impl Quantity {
    /// In words, as what a move lowers.
    pub(super) fn words(&self, program: &Program) -> String {
        let name = |number: usize| {
            let variable = &program.variables[number];
            match variable.shape {
                Shape::Single => format!("`{}`", variable.name),
                _ => format!("the sum of `{}`", variable.name),
            }
        };
        match self {
            Self::Sum(sum) => {
                let names: Vec<String> = sum.iter().map(|&number| name(number)).collect();
                names.join(" + ")
            }
            Self::Count(number, value) => {
                let variable = &program.variables[*number];
                let value = super::super::text::value(program, &variable.kind, *value);
                format!("the number of `{value}` in `{}`", variable.name)
            }
            Self::Size(number) => format!("the size of `{}`", program.variables[*number].name),
            Self::Lines(axis, number) => {
                let axis = match axis {
                    Axis::Row => "row",
                    Axis::Column => "column",
                };
                let variable = &program.variables[*number];
                match variable.kind {
                    Kind::Set { .. } => format!("the sum of the {axis}s of `{}`", variable.name),
                    _ => format!("the {axis} of `{}`", variable.name),
                }
            }
            Self::Turn => "`turn`".to_owned(),
        }
    }

    /// Between what it lies.
    pub(super) fn range(&self, ready: &Ready) -> Interval {
        let program = &ready.program;
        match self {
            Self::Sum(sum) => sum.iter().fold((0, 0), |(least, most), &number| {
                let Values::Range(low, high) = ready.layout.allowed[number].values else {
                    return (least, most);
                };
                let elements = live(&program.variables[number]).len() as i128;
                (
                    least + elements * i128::from(low),
                    most + elements * i128::from(high),
                )
            }),
            Self::Count(number, _) => (0, live(&program.variables[*number]).len() as i128),
            Self::Size(number) => match ready.layout.allowed[*number].values {
                Values::Set { least, most, .. } => (i128::from(least), i128::from(most)),
                _ => (0, 0),
            },
            Self::Lines(axis, number) => {
                let (board, least, most) = match ready.layout.allowed[*number].values {
                    Values::Set {
                        board, least, most, ..
                    } => (board, least, most),
                    Values::Cell { board, .. } => (board, 1, 1),
                    Values::Range(..) => return (0, 0),
                };
                let (columns, rows) = program.boards[board].grid.unwrap_or((0, 0));
                let lines = match axis {
                    Axis::Row => rows,
                    Axis::Column => columns,
                };
                (i128::from(least), i128::from(most) * i128::from(lines))
            }
            Self::Turn => (0, 1),
        }
    }

    /// The registers that it is computed from.
    pub(super) fn registers(&self, program: &Program) -> Vec<Register> {
        let of = |number: usize| live(&program.variables[number]);
        match self {
            Self::Sum(sum) => sum.iter().flat_map(|&number| of(number)).collect(),
            Self::Count(number, _) | Self::Size(number) | Self::Lines(_, number) => of(*number),
            Self::Turn => vec![MOVER],
        }
    }

    /// Its value at a position; `from` is what [`Quantity::registers`] says.
    pub(super) fn value(&self, program: &Program, from: &[Register], registers: &[i64]) -> i128 {
        let elements = from.iter().map(|&register| registers[register as usize]);
        match self {
            Self::Sum(_) | Self::Turn => elements.map(i128::from).sum(),
            Self::Count(_, value) => elements.filter(|element| element == value).count() as i128,
            Self::Size(_) => elements.map(|word| i128::from(word.count_ones())).sum(),
            Self::Lines(axis, number) => {
                let kind = &program.variables[*number].kind;
                let (Kind::Set { board, .. } | Kind::Cell { board, .. }) = kind else {
                    return 0;
                };
                let coordinates = &program.boards[*board].coordinates;
                let line = |cell: usize| {
                    let (column, row) = coordinates.get(cell).copied().unwrap_or((0, 0));
                    i128::from(match axis {
                        Axis::Row => row,
                        Axis::Column => column,
                    })
                };
                if let Kind::Cell { .. } = kind {
                    return elements
                        .filter_map(|cell| usize::try_from(cell).ok())
                        .map(line)
                        .sum();
                }
                elements
                    .enumerate()
                    .flat_map(|(word, bits)| cells_of_word(word, bits))
                    .map(line)
                    .sum()
            }
        }
    }
}

/// The cells that one word of a set has.
fn cells_of_word(word: usize, bits: i64) -> impl Iterator<Item = usize> {
    let mut rest = bits as u64;
    std::iter::from_fn(move || {
        let bit = rest.trailing_zeros() as usize;
        (rest != 0).then(|| {
            rest &= rest - 1;
            word * 64 + bit
        })
    })
}
