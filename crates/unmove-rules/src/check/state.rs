//! Values of state variables that are known: initial values, starts, positions in facts.

use super::term::{Term, Type};
use super::{Checker, Turn};
use crate::machine;
use crate::program::{Expr, Kind, MOVER, Set, Shape, Span, Start};
use crate::syntax::{Item, Name, Node, Tuple};

impl Checker<'_> {
    /// The value a variable has at the start.
    pub(super) fn initial_value(&mut self, variable: usize, node: &Node) {
        let mut state = std::mem::take(&mut self.initial);
        self.write(variable, node, &mut state);
        self.initial = state;
    }

    /// The registers of cells without a value have one that never changes.
    pub(super) fn holes(&mut self, variable: usize) {
        let mut state = std::mem::take(&mut self.initial);
        self.fill_holes(variable, &mut state);
        self.initial = state;
    }

    fn fill_holes(&self, variable: usize, state: &mut [Option<i64>]) {
        let variable = &self.program.variables[variable];
        let Shape::Cells { cells, .. } = &variable.shape else {
            return;
        };
        let first = first_value(&variable.kind);
        for offset in 0..variable.width {
            if !cells.contains(&offset) {
                state[(variable.register + offset) as usize] = Some(first);
            }
        }
    }

    /// Writes a variable's value into registers, or reports why it cannot.
    fn write(&mut self, variable: usize, node: &Node, state: &mut [Option<i64>]) {
        self.fill_holes(variable, state);
        let term = self.term(node);
        let declared = self.program.variables[variable].clone();
        if let Kind::Set { board, .. } = declared.kind {
            let set = self.cells_of_board(term, board, node.at);
            let Set::Constant(number) = set else {
                self.not_constant(node.at);
                return;
            };
            let words = self.program.sets[number].clone();
            self.check_set(&declared.kind, &words, node.at);
            for (offset, word) in words.into_iter().enumerate() {
                state[declared.register as usize + offset] = Some(word as i64);
            }
            return;
        }
        let offsets: Vec<u32> = match &declared.shape {
            Shape::Cells { cells, .. } => cells.clone(),
            _ => (0..declared.width).collect(),
        };
        let values = match term {
            Term::Bad => return,
            Term::List(items) if declared.shape != Shape::Single => {
                let items = flat(items);
                if items.len() != offsets.len() {
                    let (found, expected) = (items.len(), offsets.len());
                    self.error(
                        "list-length",
                        node.at,
                        format!(
                            "`{}` has {expected} elements, this list {found}",
                            declared.name
                        ),
                    );
                    return;
                }
                items
                    .into_iter()
                    .map(|item| self.known_value(item, &declared.kind, &declared.name, node.at))
                    .collect()
            }
            Term::Text(text) if declared.shape != Shape::Single => {
                self.values_of_text(&text, &declared.kind, &declared.shape, node.at)
            }
            term => {
                let value = self.known_value(term, &declared.kind, &declared.name, node.at);
                vec![value; offsets.len()]
            }
        };
        for (offset, value) in offsets.into_iter().zip(values) {
            state[(declared.register + offset) as usize] = value;
        }
    }

    fn check_set(&mut self, kind: &Kind, words: &[u64], at: Span) {
        let Kind::Set {
            cells, least, most, ..
        } = kind
        else {
            return;
        };
        let found = super::board::cells_of(words);
        if (found.len() as u32) < *least || found.len() as u32 > *most {
            let wanted = if least == most {
                format!("{least}")
            } else {
                format!("{least} to {most}")
            };
            let found = found.len();
            self.error(
                "set-size",
                at,
                format!("a set of {wanted} cells is needed here, this one has {found}"),
            );
        } else if found.iter().any(|cell| !cells.contains(cell)) {
            self.error(
                "out-of-range",
                at,
                "this set has cells that the variable's type does not",
            );
        }
    }

    /// A constant of a variable's kind.
    fn known_value(&mut self, term: Term, kind: &Kind, name: &str, at: Span) -> Option<i64> {
        let wanted = self.type_of(kind);
        let faults = self.faults();
        let Expr::Constant(value) = self.coerce(term, &wanted, at) else {
            self.not_constant(at);
            return None;
        };
        if self.faults() > faults {
            return None;
        }
        let allowed = match kind {
            Kind::Range(low, high) => (*low..=*high).contains(&value),
            Kind::Cell { cells, nowhere, .. } => match u32::try_from(value) {
                Ok(cell) => cells.contains(&cell),
                Err(_) => *nowhere,
            },
            _ => true,
        };
        if !allowed {
            let range = match kind {
                Kind::Range(low, high) => {
                    format!("`{name}` ranges over {low}..{high}, and {value} is outside")
                }
                _ => format!("`{name}` cannot stand there"),
            };
            self.error("out-of-range", at, range);
            return None;
        }
        Some(value)
    }

    /// The values of an array written as a text, a character an element.
    fn values_of_text(
        &mut self,
        text: &str,
        kind: &Kind,
        shape: &Shape,
        at: Span,
    ) -> Vec<Option<i64>> {
        let Kind::Names(names) = kind else {
            self.error("type", at, "only arrays of names can be written as a text");
            return Vec::new();
        };
        let characters = machine::characters(names);
        let rows: Vec<Vec<char>> = text
            .split(['\n', '/', ' '])
            .map(|row| row.chars().collect::<Vec<char>>())
            .filter(|row| !row.is_empty())
            .collect();
        let (expected, cells): (Vec<usize>, Vec<u32>) = match shape {
            Shape::Cells { board, cells } => match self.program.boards[*board].grid {
                Some((width, height)) => (vec![width as usize; height as usize], cells.clone()),
                None => (vec![cells.len()], (0..cells.len() as u32).collect()),
            },
            Shape::List(length) => (vec![*length as usize], (0..*length).collect()),
            _ => (vec![2], vec![0, 1]),
        };
        let found: Vec<usize> = rows.iter().map(Vec::len).collect();
        if found != expected {
            let lengths: Vec<String> = found.iter().map(usize::to_string).collect();
            let message = format!(
                "this text has rows of {} characters, and the array has {} of {}",
                lengths.join(", "),
                expected.len(),
                expected.first().copied().unwrap_or(0)
            );
            self.error("map-shape", at, message).help =
                Some("write a character an element, and `/` between rows".into());
            return Vec::new();
        }
        let all: Vec<char> = rows.concat();
        let mut values = Vec::new();
        for (number, character) in all.iter().enumerate() {
            if !cells.contains(&(number as u32)) {
                continue;
            }
            let value = characters.iter().position(|known| known == character);
            if value.is_none() {
                let known: Vec<String> = characters
                    .iter()
                    .zip(names)
                    .map(|(character, name)| format!("`{character}` {name}"))
                    .collect();
                self.error(
                    "unknown-character",
                    at,
                    format!("`{character}` is no element of this array"),
                )
                .help = Some(format!("its characters are {}", known.join(", ")));
                return Vec::new();
            }
            values.push(value.map(|value| value as i64));
        }
        values
    }

    /// Where the game starts, of all that the rules say about it.
    pub(super) fn initial_position(&mut self, items: &[Item]) {
        let complete: Option<Vec<i64>> = self.initial.iter().copied().collect();
        self.program.initial.clone_from(&complete);
        self.program.initial_parts.clone_from(&self.initial);
        self.program.start = match complete {
            Some(initial) => Start::Positions(vec![initial]),
            None => Start::All(None),
        };
        let mut said: Option<Span> = None;
        for item in items {
            let (start, at) = match item {
                Item::StartAll(condition, at) => {
                    let condition = condition.as_ref().map(|condition| {
                        self.during(Turn::Mover, |checker| checker.condition(condition))
                    });
                    (Some(Start::All(condition)), *at)
                }
                Item::Start(tuples, at) => {
                    let positions: Option<Vec<Vec<i64>>> =
                        tuples.iter().map(|tuple| self.position(tuple)).collect();
                    (positions.map(Start::Positions), *at)
                }
                _ => continue,
            };
            if let Some(earlier) = said {
                let fault = crate::diagnostic::Diagnostic::error(
                    "defined-twice",
                    at,
                    "the start is given twice",
                )
                .also(earlier, "first here");
                self.report(fault);
            }
            said = Some(at);
            if let Some(start) = start {
                self.program.start = start;
            }
        }
    }

    /// The state variable that a value of a position is of: the one named, or the one in that place. Reports
    /// that there is none.
    pub(super) fn variable_of_entry(
        &mut self,
        number: usize,
        name: Option<&Name>,
        at: Span,
    ) -> Option<usize> {
        let Some(name) = name else {
            if number >= self.program.variables.len() {
                let message = "there are more values here than state variables";
                self.error("position", at, message);
                return None;
            }
            return Some(number);
        };
        let variable = self.variable_named(&name.text);
        if variable.is_none() {
            self.unknown_name(&name.text, name.at, "a state variable");
        }
        variable
    }

    /// The registers of a position that the rules write out.
    pub(super) fn position(&mut self, tuple: &Tuple) -> Option<Vec<i64>> {
        let faults = self.faults();
        let mut state = match &self.program.start {
            Start::Positions(positions) => positions
                .first()
                .map(|first| first.iter().copied().map(Some).collect()),
            Start::All(_) => None,
        }
        .unwrap_or_else(|| self.initial.clone());
        for (number, (name, value)) in tuple.entries.iter().enumerate() {
            let turn = name.as_ref().is_some_and(|name| name.text == "turn");
            if turn && self.program.players.is_some() {
                match self.expr(value, &Type::Player) {
                    Expr::Constant(player) => state[MOVER as usize] = Some(player),
                    _ => self.not_constant(value.at),
                }
                continue;
            }
            match self.variable_of_entry(number, name.as_ref(), value.at) {
                Some(variable) => self.write(variable, value, &mut state),
                None if name.is_none() => return None,
                // The values behind it may be wrong, too.
                None => {}
            }
        }
        if self.faults() > faults {
            return None;
        }
        let complete: Option<Vec<i64>> = state.iter().copied().collect();
        if complete.is_none() {
            let missing = self
                .program
                .variables
                .iter()
                .find(|variable| {
                    let first = variable.register as usize;
                    state[first..first + variable.width as usize].contains(&None)
                })
                .map_or_else(String::new, |variable| variable.name.clone());
            self.error(
                "position",
                tuple.at,
                format!("`{missing}` has no initial value and none here"),
            )
            .help = Some(format!("add `{missing} = …`"));
        }
        complete
    }
}

/// The items of a list, those of lists in it one after the other.
fn flat(items: Vec<Term>) -> Vec<Term> {
    items
        .into_iter()
        .flat_map(|item| match item {
            Term::List(inner) => inner,
            item => vec![item],
        })
        .collect()
}

/// The first value of a kind.
fn first_value(kind: &Kind) -> i64 {
    match kind {
        Kind::Range(low, _) => *low,
        Kind::Cell {
            cells,
            nowhere: false,
            ..
        } => cells.first().copied().map_or(0, i64::from),
        Kind::Cell { .. } => crate::program::NOWHERE,
        _ => 0,
    }
}
