//! Values before and after a move as forms over what is not known.

use super::super::allowed::Values;
use super::super::ready::Ready;
use super::form::{ANY, Facts, Form, Interval, Symbol};
use crate::program::{
    Arithmetic, Comparison, DIRECTIONS, Domain, Expr, Fold, MOVER, NOWHERE, Register, Shape,
};
use std::collections::BTreeMap;

/// What stands for the same value wherever it is asked for.
#[derive(Clone, Debug, PartialEq)]
enum Key {
    /// An element of an array, at the array's version.
    Element(usize, u32, Form),
    /// A product, quotient or step of forms: which, on which board, and of what.
    Pure(&'static str, usize, Vec<Form>),
    /// The row or column of a cell.
    Line(Axis, usize, Form),
}

/// Rows or columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Axis {
    /// Rows, counted from the top.
    Row,
    /// Columns, counted from the left.
    Column,
}

/// What is known on one path through a move's effects.
#[derive(Clone)]
pub(super) struct Path<'r> {
    pub(super) ready: &'r Ready,
    pub(super) facts: Facts,
    /// The values of registers now.
    pub(super) now: BTreeMap<Register, Form>,
    /// How often each array and each set (by its first register) has been written.
    versions: BTreeMap<Register, u32>,
    keys: Vec<(Key, Form)>,
    /// Whether a cell is in a set (by its first register and version).
    pub(super) members: Vec<(Register, u32, Form, bool)>,
    /// By how much quantities have changed so far, by their number.
    pub(super) changes: BTreeMap<usize, Form>,
    /// The values of symbols that have but a few.
    pub(super) options: BTreeMap<Symbol, Vec<i64>>,
    /// Whether the mover moves again, if that is known.
    pub(super) again: Option<bool>,
}

/// A table with so many different values or fewer is looked at value by value.
const FEW: usize = 8;

/// An upper end for products, so that all sums stay far inside `i128`.
fn clamp((least, most): Interval) -> Interval {
    (least.max(ANY.0), most.min(ANY.1))
}

impl<'r> Path<'r> {
    /// The path at the start of a move: the state is as it is.
    pub(super) fn new(ready: &'r Ready, player: Option<u8>) -> Self {
        let mut path = Self {
            ready,
            facts: Facts::default(),
            now: BTreeMap::new(),
            versions: BTreeMap::new(),
            keys: Vec::new(),
            members: Vec::new(),
            changes: BTreeMap::new(),
            options: BTreeMap::new(),
            again: Some(false),
        };
        let mover = match (&ready.program.players, player) {
            (None, _) => Form::constant(0),
            (_, Some(player)) => Form::constant(i64::from(player)),
            (Some(_), None) => path.unknown((0, 1)),
        };
        path.now.insert(MOVER, mover);
        for (number, variable) in ready.program.variables.iter().enumerate() {
            if variable.shape == Shape::Single {
                let interval = path.range(number);
                let form = path.unknown(interval);
                path.now.insert(variable.register, form);
            }
        }
        path
    }

    /// Something of which only the interval is known.
    pub(super) fn unknown(&mut self, interval: Interval) -> Form {
        Form::symbol(self.facts.fresh(clamp(interval)))
    }

    /// What a register of a variable may hold.
    pub(super) fn range(&self, variable: usize) -> Interval {
        match &self.ready.layout.allowed[variable].values {
            Values::Range(least, most) => (i128::from(*least), i128::from(*most)),
            Values::Cell { cells, nowhere, .. } => {
                let least = if *nowhere {
                    i128::from(NOWHERE)
                } else {
                    cells.first().map_or(0, |&cell| i128::from(cell))
                };
                let most = cells
                    .last()
                    .map_or(i128::from(NOWHERE), |&cell| i128::from(cell));
                (least, most)
            }
            Values::Set { .. } => ANY,
        }
    }

    pub(super) fn version(&self, register: Register) -> u32 {
        self.versions.get(&register).copied().unwrap_or(0)
    }

    /// Forgets what an array or a set holds.
    pub(super) fn written(&mut self, register: Register) {
        *self.versions.entry(register).or_insert(0) += 1;
    }

    fn known(&self, key: &Key) -> Option<Form> {
        let known = self.keys.iter().find(|(known, _)| known == key);
        known.map(|(_, form)| form.clone())
    }

    fn keyed(&mut self, key: Key, interval: Interval) -> Form {
        if let Some(form) = self.known(&key) {
            return form;
        }
        let form = self.unknown(interval);
        self.keys.push((key, form.clone()));
        form
    }

    fn or_unknown(&mut self, form: Option<Form>) -> Form {
        form.unwrap_or_else(|| self.unknown(ANY))
    }

    pub(super) fn element(&mut self, variable: usize, index: Form) -> Form {
        let version = self.version(self.ready.program.variables[variable].register);
        let interval = self.range(variable);
        self.keyed(Key::Element(variable, version, index), interval)
    }

    /// Notes what an element holds now.
    pub(super) fn set_element(&mut self, variable: usize, index: Form, value: Form) {
        let register = self.ready.program.variables[variable].register;
        self.written(register);
        let version = self.version(register);
        self.keys
            .push((Key::Element(variable, version, index), value));
    }

    /// The form of an expression.
    pub(super) fn form(&mut self, expr: &Expr) -> Form {
        match expr {
            Expr::Constant(value) => Form::constant(*value),
            Expr::Register(register) => match self.now.get(register) {
                Some(form) => form.clone(),
                None => self.unknown(ANY),
            },
            Expr::Element {
                variable, index, ..
            } => {
                let index = self.form(index);
                self.element(*variable, index)
            }
            Expr::Lookup {
                table: table_number,
                index,
                ..
            } => {
                let index = self.form(index);
                let table = &self.ready.program.tables[*table_number];
                let entry = index
                    .known()
                    .and_then(|at| table.get(usize::try_from(at).ok()?));
                match entry {
                    Some(&entry) => Form::constant(entry),
                    None => self.entry(*table_number, table, index),
                }
            }
            Expr::Step {
                board,
                cell,
                direction,
            } => {
                let of = vec![self.form(cell), self.form(direction)];
                let cells = self.ready.program.boards[*board].len() as i128;
                self.keyed(Key::Pure("step", *board, of), (-1, cells - 1))
            }
            Expr::CellAt { board, column, row } => {
                let of = vec![self.form(column), self.form(row)];
                let cells = self.ready.program.boards[*board].len() as i128;
                self.keyed(Key::Pure("cell", *board, of), (-1, cells - 1))
            }
            Expr::Negate(of, _) => {
                let of = self.form(of);
                let form = Form::default().plus(&of, -1);
                self.or_unknown(form)
            }
            Expr::Arithmetic {
                op, left, right, ..
            } => {
                let left = self.form(left);
                let right = self.form(right);
                self.arithmetic(*op, &left, &right)
            }
            Expr::Not(of) => {
                let of = self.form(of);
                match self.facts.interval(&of) {
                    (0.., ..=1) => {
                        let form = Form::constant(1).plus(&of, -1);
                        self.or_unknown(form)
                    }
                    _ => self.unknown((0, 1)),
                }
            }
            Expr::Compare { .. }
            | Expr::And(..)
            | Expr::Or(..)
            | Expr::OneOf(..)
            | Expr::In(..)
            | Expr::SameSet(..)
            | Expr::Subset(..) => self.unknown((0, 1)),
            Expr::If(condition, then, other) => self.choice(condition, then, other),
            Expr::Size(_) => self.unknown((0, ANY.1)),
            Expr::Fold {
                fold,
                local,
                domain,
                body,
                ..
            } => self.fold(*fold, *local, domain, body),
            Expr::Let { local, value, body } => {
                let value = self.form(value);
                self.now.insert(*local, value);
                self.form(body)
            }
        }
    }

    /// Some entry of a table.
    fn entry(&mut self, number: usize, table: &[i64], index: Form) -> Form {
        let key = Key::Pure("table", number, vec![index]);
        if let Some(form) = self.known(&key) {
            return form;
        }
        let mut values = table.to_vec();
        values.sort_unstable();
        values.dedup();
        let interval = hull(values.iter().copied());
        let form = if values.len() <= FEW {
            let forms = values.into_iter().map(Form::constant).collect();
            Form::symbol(self.facts.fresh_among(forms, interval))
        } else {
            self.unknown(interval)
        };
        self.keys.push((key, form.clone()));
        form
    }

    fn arithmetic(&mut self, op: Arithmetic, left: &Form, right: &Form) -> Form {
        let (left_range, right_range) = (self.facts.interval(left), self.facts.interval(right));
        match op {
            Arithmetic::Add => {
                let form = left.plus(right, 1);
                self.or_unknown(form)
            }
            Arithmetic::Subtract => {
                let form = left.plus(right, -1);
                self.or_unknown(form)
            }
            Arithmetic::Multiply => {
                if let Some(factor) = left.known() {
                    let form = Form::default().plus(right, factor);
                    return self.or_unknown(form);
                }
                if let Some(factor) = right.known() {
                    let form = Form::default().plus(left, factor);
                    return self.or_unknown(form);
                }
                let ends = [
                    left_range.0.saturating_mul(right_range.0),
                    left_range.0.saturating_mul(right_range.1),
                    left_range.1.saturating_mul(right_range.0),
                    left_range.1.saturating_mul(right_range.1),
                ];
                let least = ends.into_iter().min().unwrap_or(ANY.0);
                let most = ends.into_iter().max().unwrap_or(ANY.1);
                // What is known of the factors may grow, so the same product is asked for anew each time.
                self.unknown((least, most))
            }
            Arithmetic::Divide if right_range.0 >= 1 => self.quotient(left, right),
            Arithmetic::Remainder if right_range.0 >= 1 => {
                self.unknown((0, right_range.1.saturating_sub(1)))
            }
            Arithmetic::Xor if left_range.0 >= 0 && right_range.0 >= 0 => {
                let most = left_range.1.max(right_range.1).max(0);
                self.unknown((
                    0,
                    (most.cast_unsigned() + 1).next_power_of_two() as i128 - 1,
                ))
            }
            Arithmetic::Divide | Arithmetic::Remainder | Arithmetic::Xor => self.unknown(ANY),
        }
    }

    /// A quotient by what is at least 1, rounded down.
    fn quotient(&mut self, left: &Form, right: &Form) -> Form {
        let (least, most) = self.facts.interval(left);
        let divisor = self.facts.interval(right).0;
        let quotient = if least >= 0 {
            let quotient = self.unknown((0, most.div_euclid(divisor)));
            self.facts.compare(Comparison::AtMost, &quotient, left);
            quotient
        } else {
            self.unknown((least, most.max(0)))
        };
        // times * quotient <= left < times * quotient + times
        if let Some(times) = right.known()
            && let Some(product) = Form::default().plus(&quotient, times)
        {
            self.facts.compare(Comparison::AtMost, &product, left);
            if let Some(above) = product.plus(&Form::constant(times), 1) {
                self.facts.compare(Comparison::Less, left, &above);
            }
        }
        quotient
    }

    /// `if`: between its branches; the smaller or larger of two where it is written so.
    fn choice(&mut self, condition: &Expr, then: &Expr, other: &Expr) -> Form {
        let (one, two) = (self.form(then), self.form(other));
        if let Expr::Compare {
            op: Comparison::Less | Comparison::AtMost,
            left,
            right,
        } = condition
        {
            if **left == *then && **right == *other {
                return self.extreme(&[one, two], true);
            }
            if **left == *other && **right == *then {
                return self.extreme(&[one, two], false);
            }
        }
        let (first, second) = (self.facts.interval(&one), self.facts.interval(&two));
        let hull = (first.0.min(second.0), first.1.max(second.1));
        Form::symbol(self.facts.fresh_among(vec![one, two], clamp(hull)))
    }

    /// The least or the greatest of some forms.
    fn extreme(&mut self, of: &[Form], least: bool) -> Form {
        let mut ends: Option<Interval> = None;
        for form in of {
            let (low, high) = self.facts.interval(form);
            ends = Some(match ends {
                None => (low, high),
                Some(ends) if least => (ends.0.min(low), ends.1.min(high)),
                Some(ends) => (ends.0.max(low), ends.1.max(high)),
            });
        }
        let ends = clamp(ends.unwrap_or(ANY));
        let result = Form::symbol(self.facts.fresh_among(of.to_vec(), ends));
        for form in of {
            if least {
                self.facts.compare(Comparison::AtMost, &result, form);
            } else {
                self.facts.compare(Comparison::AtMost, form, &result);
            }
        }
        result
    }

    fn fold(&mut self, fold: Fold, local: Register, domain: &Domain, body: &Expr) -> Form {
        match fold {
            Fold::Some | Fold::All => self.unknown((0, 1)),
            Fold::Count => self.unknown((0, ANY.1)),
            Fold::First => self.unknown((-1, ANY.1)),
            Fold::Sum => self.unknown(ANY),
            Fold::Least | Fold::Greatest => {
                if let (Domain::Each(values), Expr::Register(register)) = (domain, body)
                    && *register == local
                {
                    let forms: Vec<Form> = values.iter().map(|value| self.form(value)).collect();
                    return self.extreme(&forms, fold == Fold::Least);
                }
                self.unknown(ANY)
            }
        }
    }

    /// The row or column of a cell that is on the board.
    pub(super) fn line(&mut self, axis: Axis, board: usize, cell: &Expr) -> Form {
        if let Expr::Step {
            cell, direction, ..
        } = cell
        {
            let from = self.line(axis, board, cell);
            let direction = self.form(direction);
            let (least, most) = self.facts.interval(&direction);
            let options = match direction.terms[..] {
                [(symbol, 1)] if direction.constant == 0 => self.options.get(&symbol),
                _ => None,
            };
            let moved = DIRECTIONS
                .iter()
                .enumerate()
                .filter(|(number, _)| {
                    (least..=most).contains(&(*number as i128))
                        && options.is_none_or(|options| options.contains(&(*number as i64)))
                })
                .map(|(_, &(_, column, row))| match axis {
                    Axis::Row => row,
                    Axis::Column => column,
                });
            let moved = self.unknown(hull(moved));
            let form = from.plus(&moved, 1);
            return self.or_unknown(form);
        }
        let cell = self.form(cell);
        self.line_of(axis, board, cell)
    }

    /// The row or column of the cell that a form stands for.
    pub(super) fn line_of(&mut self, axis: Axis, board: usize, cell: Form) -> Form {
        let (columns, rows) = self.ready.program.boards[board].grid.unwrap_or((0, 0));
        let most = match axis {
            Axis::Row => rows,
            Axis::Column => columns,
        };
        self.keyed(Key::Line(axis, board, cell), (1, i128::from(most)))
    }
}

/// The least and the greatest of some values; all there is if there are none.
fn hull(values: impl Iterator<Item = i64>) -> Interval {
    values
        .fold(None, |ends: Option<Interval>, value| {
            let value = i128::from(value);
            let (least, most) = ends.unwrap_or((value, value));
            Some((least.min(value), most.max(value)))
        })
        .unwrap_or(ANY)
}
