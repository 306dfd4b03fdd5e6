//! Expressions: a walk over the tree, on registers.

use super::allowed::{Indices, has};
use super::error::{RunError, RunErrorKind};
use super::layout::Position;
use super::numbering::Numbering;
use super::ready::Ready;
use crate::program::{Arithmetic, Comparison, Expr, Fold, NOWHERE, Span};

/// Steps allowed at one position: far above what rules need, and soon over where a range is absurd.
pub(crate) const MOST_STEPS: u64 = 50_000_000;

/// A run of the rules at one position.
pub(super) struct Run<'a> {
    pub(super) ready: &'a Ready,
    pub(super) registers: &'a mut [i64],
    /// A stack of registers to come back to.
    pub(super) saved: &'a mut Vec<i64>,
    /// Steps so far.
    pub(super) steps: u64,
    /// The statement that runs, for errors in expressions that have no place of their own.
    pub(super) here: Span,
    /// Parameters of the move that are bound so far.
    pub(super) bound: usize,
    /// What the move has gained so far.
    pub(super) gain: i64,
    /// Whether the mover moves again.
    pub(super) again: bool,
    /// Whether positions are folded into their classes under the symmetries.
    pub(super) folds: bool,
    /// Where moves are wanted by number: the numbering; the position handed on then says nothing.
    pub(super) numbering: Option<&'a Numbering>,
    /// The number of where the move leads, `None` if it has none.
    pub(super) number: Option<u64>,
    /// The components that the move has split the game into.
    pub(super) components: Vec<Position>,
}

impl<'a> Run<'a> {
    pub(super) fn new(ready: &'a Ready, registers: &'a mut [i64], saved: &'a mut Vec<i64>) -> Self {
        saved.clear();
        Self {
            ready,
            registers,
            saved,
            steps: 0,
            here: Span::default(),
            bound: 0,
            gain: 0,
            again: false,
            folds: true,
            numbering: None,
            number: None,
            components: Vec::new(),
        }
    }

    pub(super) fn error<T>(&self, kind: RunErrorKind) -> Result<T, RunError> {
        Err(RunError::new(kind, self.here))
    }

    pub(super) fn step(&mut self) -> Result<(), RunError> {
        self.steps += 1;
        if self.steps > MOST_STEPS {
            return self.error(RunErrorKind::TooManySteps(MOST_STEPS));
        }
        Ok(())
    }

    /// Whether an expression is not 0.
    pub(super) fn holds(&mut self, expr: &Expr) -> Result<bool, RunError> {
        Ok(self.value(expr)? != 0)
    }

    /// The value of an expression.
    pub(super) fn value(&mut self, expr: &Expr) -> Result<i64, RunError> {
        match expr {
            Expr::Constant(value) => Ok(*value),
            Expr::Register(register) => Ok(self.registers[*register as usize]),
            Expr::Element {
                variable,
                index,
                at,
            } => {
                let index = self.value(index)?;
                let register = self.element(*variable, index, *at)?;
                Ok(self.registers[register])
            }
            Expr::Lookup { table, index, at } => {
                let index = self.value(index)?;
                self.entry(*table, index, *at)
            }
            Expr::Step {
                board,
                cell,
                direction,
            } => {
                let cell = self.value(cell)?;
                let direction = self.value(direction)?;
                Ok(self.beside(*board, cell, direction))
            }
            Expr::CellAt { board, column, row } => {
                let column = self.value(column)?;
                let row = self.value(row)?;
                Ok(self.cell_at(*board, column, row))
            }
            Expr::Negate(of, at) => {
                let value = self.value(of)?;
                value
                    .checked_neg()
                    .ok_or_else(|| RunError::new(RunErrorKind::Overflow, *at))
            }
            Expr::Not(of) => Ok(i64::from(!self.holds(of)?)),
            Expr::Arithmetic {
                op,
                left,
                right,
                at,
            } => {
                let left = self.value(left)?;
                let right = self.value(right)?;
                calculate(*op, left, right).map_err(|kind| RunError::new(kind, *at))
            }
            Expr::Compare { op, left, right } => {
                let left = self.value(left)?;
                let right = self.value(right)?;
                Ok(i64::from(compare(*op, left, right)))
            }
            Expr::And(left, right) => Ok(i64::from(self.holds(left)? && self.holds(right)?)),
            Expr::Or(left, right) => Ok(i64::from(self.holds(left)? || self.holds(right)?)),
            Expr::If(condition, then, other) => {
                if self.holds(condition)? {
                    self.value(then)
                } else {
                    self.value(other)
                }
            }
            Expr::OneOf(of, values) => {
                let value = self.value(of)?;
                Ok(i64::from(values.binary_search(&value).is_ok()))
            }
            Expr::In(cell, set) => {
                let cell = self.value(cell)?;
                Ok(i64::from(self.contains(set, cell)?))
            }
            Expr::Size(set) => {
                let words = self.set(set)?;
                Ok(words.iter().map(|word| i64::from(word.count_ones())).sum())
            }
            Expr::SameSet(left, right) => {
                let left = self.set(left)?;
                Ok(i64::from(left == self.set(right)?))
            }
            Expr::Subset(left, right) => {
                let left = self.set(left)?;
                let right = self.set(right)?;
                Ok(i64::from(is_part(&left, &right)))
            }
            Expr::Fold {
                fold,
                local,
                domain,
                body,
                at,
            } => self.fold(*fold, *local as usize, domain, body, *at),
            Expr::Let { local, value, body } => {
                self.registers[*local as usize] = self.value(value)?;
                self.value(body)
            }
        }
    }

    /// An entry of a constant table.
    fn entry(&self, table: usize, index: i64, at: Span) -> Result<i64, RunError> {
        let table = &self.ready.program.tables[table];
        let entry = usize::try_from(index).ok().and_then(|at| table.get(at));
        entry.copied().ok_or_else(|| {
            let length = table.len();
            RunError::new(RunErrorKind::BadLookup { index, length }, at)
        })
    }

    /// The cell beside a cell.
    fn beside(&self, board: usize, cell: i64, direction: i64) -> i64 {
        if cell < 0 || !(0..8).contains(&direction) {
            return NOWHERE;
        }
        let steps = &self.ready.program.boards[board].steps;
        let place = (cell as usize)
            .saturating_mul(8)
            .saturating_add(direction as usize);
        steps.get(place).copied().unwrap_or(NOWHERE)
    }

    /// The cell at a column and a row of a grid.
    fn cell_at(&self, board: usize, column: i64, row: i64) -> i64 {
        let Some((columns, rows)) = self.ready.program.boards[board].grid else {
            return NOWHERE;
        };
        let (columns, rows) = (i64::from(columns), i64::from(rows));
        if (1..=columns).contains(&column) && (1..=rows).contains(&row) {
            (row - 1) * columns + column - 1
        } else {
            NOWHERE
        }
    }

    /// The register of an element.
    pub(super) fn element(&self, variable: usize, index: i64, at: Span) -> Result<usize, RunError> {
        let allowed = &self.ready.layout.allowed[variable];
        let variable = &self.ready.program.variables[variable];
        if allowed.has_index(index) {
            return Ok(variable.register as usize + index as usize);
        }
        let index = match &allowed.indices {
            Indices::Cells(words) if !has(words, index) => self.ready.cell_name(variable, index),
            _ => index.to_string(),
        };
        let variable = variable.name.clone();
        Err(RunError::new(
            RunErrorKind::BadIndex { variable, index },
            at,
        ))
    }

    fn fold(
        &mut self,
        fold: Fold,
        local: usize,
        domain: &crate::program::Domain,
        body: &Expr,
        at: Span,
    ) -> Result<i64, RunError> {
        let overflow = || RunError::new(RunErrorKind::Overflow, at);
        let mut result = match fold {
            Fold::All => 1,
            Fold::First => NOWHERE,
            _ => 0,
        };
        let mut none_yet = true;
        self.each(domain, &mut |run, element| {
            run.registers[local] = element;
            let value = run.value(body)?;
            let first = std::mem::replace(&mut none_yet, false);
            match fold {
                Fold::Some if value != 0 => {
                    result = 1;
                    return Ok(false);
                }
                Fold::All if value == 0 => {
                    result = 0;
                    return Ok(false);
                }
                Fold::First if value != 0 => {
                    result = element;
                    return Ok(false);
                }
                Fold::Some | Fold::All | Fold::First => {}
                Fold::Count => result += i64::from(value != 0),
                Fold::Sum => result = result.checked_add(value).ok_or_else(overflow)?,
                Fold::Least => result = if first { value } else { result.min(value) },
                Fold::Greatest => result = if first { value } else { result.max(value) },
            }
            Ok(true)
        })?;
        match fold {
            Fold::Least if none_yet => Err(RunError::new(RunErrorKind::OfNothing("least"), at)),
            Fold::Greatest if none_yet => {
                Err(RunError::new(RunErrorKind::OfNothing("greatest"), at))
            }
            _ => Ok(result),
        }
    }
}

pub(super) fn compare(op: Comparison, left: i64, right: i64) -> bool {
    match op {
        Comparison::Equal => left == right,
        Comparison::Unequal => left != right,
        Comparison::Less => left < right,
        Comparison::AtMost => left <= right,
    }
}

/// Whether all of a set is in another one.
fn is_part(part: &[u64], whole: &[u64]) -> bool {
    part.iter()
        .enumerate()
        .all(|(at, word)| word & !whole.get(at).copied().unwrap_or(0) == 0)
}

/// Arithmetic that fails rather than wraps; quotients are rounded down.
pub(super) fn calculate(op: Arithmetic, left: i64, right: i64) -> Result<i64, RunErrorKind> {
    let zero = RunErrorKind::DivisionByZero { dividend: left };
    let result = match op {
        Arithmetic::Add => left.checked_add(right),
        Arithmetic::Subtract => left.checked_sub(right),
        Arithmetic::Multiply => left.checked_mul(right),
        Arithmetic::Divide => {
            if right == 0 {
                return Err(zero);
            }
            let inexact = left.wrapping_rem(right) != 0 && (left < 0) != (right < 0);
            left.checked_div(right)
                .map(|down| down - i64::from(inexact))
        }
        Arithmetic::Remainder => {
            if right == 0 {
                return Err(zero);
            }
            let rest = left.wrapping_rem(right);
            let wrong_sign = rest != 0 && (rest < 0) != (right < 0);
            Some(if wrong_sign { rest + right } else { rest })
        }
        Arithmetic::Xor => {
            if let Some(&negative) = [left, right].iter().find(|&&side| side < 0) {
                return Err(RunErrorKind::NegativeXor(negative));
            }
            Some(left ^ right)
        }
    };
    result.ok_or(RunErrorKind::Overflow)
}
