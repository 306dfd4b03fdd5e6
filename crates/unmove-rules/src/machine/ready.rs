//! A program with all that is computed from it once.

use super::allowed::{Values, Words, cells_of};
use super::error::{RunError, RunErrorKind};
use super::layout::{Layout, Position};
use super::symmetry::Group;
use super::text;
use crate::program::{Kind, MoveRule, Program, Shape, Span, Variable};
use smallvec::SmallVec;

/// What every run of a program needs.
#[derive(Debug)]
pub(crate) struct Ready {
    pub(crate) program: Program,
    pub(crate) layout: Layout,
    pub(crate) group: Group,
}

impl Ready {
    pub(crate) fn new(program: Program) -> Result<Self, RunError> {
        let layout = Layout::new(&program)?;
        let group = Group::new(&program)?;
        Ok(Self {
            program,
            layout,
            group,
        })
    }

    /// The position of registers that hold allowed values, not folded; sorts what is unordered.
    pub(crate) fn sorted(&self, registers: &mut [i64]) -> Position {
        self.layout.sort(registers);
        self.layout.pack(registers)
    }

    /// The canonical position of registers that hold allowed values; sorts what is unordered on the way.
    pub(crate) fn canonical(&self, registers: &mut [i64]) -> Position {
        let mut least = self.sorted(registers);
        if self.group.is_trivial() {
            return least;
        }
        let state = &registers[..self.program.state as usize];
        let mut image: SmallVec<[i64; 64]> = SmallVec::from_slice(state);
        for element in self.group.elements() {
            element.image(state, &mut image);
            self.layout.sort(&mut image);
            let packed = self.layout.pack(&image);
            if packed < least {
                least = packed;
            }
        }
        least
    }

    /// The position in the words of the rules.
    pub(crate) fn text(&self, registers: &[i64]) -> String {
        text::position(&self.program, registers)
    }

    /// A cell of the board that a variable is indexed by or takes its values from.
    pub(crate) fn cell_name(&self, variable: &Variable, cell: i64) -> String {
        let board = match (&variable.kind, &variable.shape) {
            (_, Shape::Cells { board, .. })
            | (Kind::Set { board, .. } | Kind::Cell { board, .. }, _) => *board,
            _ => return cell.to_string(),
        };
        text::cell(&self.program.boards[board], cell)
    }

    /// The name of a move, as far as its parameters are bound.
    pub(crate) fn move_name(&self, rule: &MoveRule, registers: &[i64], bound: usize) -> String {
        if rule.parameters.is_empty() {
            return rule.name.clone();
        }
        let mut values: Vec<String> = rule
            .parameters
            .iter()
            .take(bound)
            .map(|parameter| {
                let value = registers[parameter.local as usize];
                text::value(&self.program, &parameter.kind, value)
            })
            .collect();
        if bound < rule.parameters.len() {
            values.push("…".to_owned());
        }
        format!("{}({})", rule.name, values.join(", "))
    }

    /// A variable with the index that a register of it has, as `cell[b2]`.
    fn place(&self, variable: &Variable, register: u32) -> String {
        let index = register - variable.register;
        match &variable.shape {
            Shape::Single => variable.name.clone(),
            Shape::List(_) => format!("{}[{index}]", variable.name),
            Shape::Cells { board, .. } => {
                let cell = text::cell(&self.program.boards[*board], i64::from(index));
                format!("{}[{cell}]", variable.name)
            }
            Shape::Players => {
                let player = text::value(&self.program, &Kind::Player, i64::from(index));
                format!("{}[{player}]", variable.name)
            }
        }
    }

    /// The error of a value that a register may not hold.
    pub(crate) fn out_of_range(
        &self,
        variable: usize,
        register: u32,
        value: i64,
        at: Span,
    ) -> RunError {
        let declared = &self.program.variables[variable];
        let kind = RunErrorKind::OutOfRange {
            variable: self.place(declared, register),
            value: text::value(&self.program, &declared.kind, value),
            allowed: self.allowed(variable),
        };
        RunError::new(kind, at)
    }

    /// The error of a set that a variable may not hold.
    pub(crate) fn set_out_of_range(&self, variable: usize, words: &Words, at: Span) -> RunError {
        let declared = &self.program.variables[variable];
        let cells: Vec<String> = cells_of(words)
            .map(|cell| self.cell_name(declared, i64::from(cell)))
            .collect();
        let kind = RunErrorKind::OutOfRange {
            variable: declared.name.clone(),
            value: format!("{{{}}}", cells.join(", ")),
            allowed: self.allowed(variable),
        };
        RunError::new(kind, at)
    }

    /// What a variable may hold, in words.
    pub(crate) fn allowed(&self, variable: usize) -> String {
        text::allowed(
            &self.program,
            &self.program.variables[variable].kind,
            &self.layout.allowed[variable].values,
        )
    }

    /// Checks registers that come from outside.
    pub(crate) fn check(&self, registers: &[i64]) -> Result<(), RunError> {
        let program = &self.program;
        let (expected, found) = (program.state as usize, registers.len());
        if expected != found {
            return Err(RunError::new(
                RunErrorKind::WrongLength { expected, found },
                Span::default(),
            ));
        }
        let movers = i64::from(program.players.is_some());
        if !(0..=movers).contains(&registers[0]) {
            return Err(RunError::new(
                RunErrorKind::NotInRange {
                    variable: "turn".to_owned(),
                    value: registers[0].to_string(),
                    allowed: format!("0..{movers}"),
                },
                Span::default(),
            ));
        }
        let Some((variable, register)) = self.layout.first_bad(program, registers) else {
            return Ok(());
        };
        let at = program.variables[variable].at;
        if let Values::Set { .. } = self.layout.allowed[variable].values {
            let width = program.variables[variable].width;
            let range = register as usize..(register + width) as usize;
            let words: Words = registers[range].iter().map(|&word| word as u64).collect();
            return Err(self.set_out_of_range(variable, &words, at).given());
        }
        let value = registers[register as usize];
        Err(self.out_of_range(variable, register, value, at).given())
    }
}
