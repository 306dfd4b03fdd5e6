//! Code for expressions.

use super::code::{Code, I64, Made, Unsupported};
use super::intervals::Interval;
use super::tables::Key;
use crate::machine::allowed::Indices;
use crate::program::{Arithmetic, Comparison, Domain, Expr, Fold, NOWHERE, Set};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{Block, InstBuilder, Value};

/// So long may a table be that tells which numbers are among some.
const LONGEST_MEMBERS: i128 = 1 << 16;

impl Code<'_, '_> {
    pub(super) fn interval(&self, expr: &Expr) -> Interval {
        self.shared.intervals.of(expr)
    }

    /// The value of an expression as a number.
    pub(super) fn value(&mut self, expr: &Expr) -> Made<Value> {
        Ok(match expr {
            Expr::Constant(value) => self.int(*value),
            Expr::Register(register) => self.read(*register),
            Expr::Element {
                variable, index, ..
            } => {
                let interval = self.interval(index);
                let index = self.value(index)?;
                let address = self.element(*variable, index, interval);
                self.load(address, 0)
            }
            Expr::Lookup { table, index, .. } => {
                let interval = self.interval(index);
                let index = self.value(index)?;
                self.lookup(*table, index, interval)
            }
            Expr::Step {
                board,
                cell,
                direction,
            } => self.beside(*board, cell, direction)?,
            Expr::CellAt { board, column, row } => {
                let column = self.value(column)?;
                let row = self.value(row)?;
                self.cell_at(*board, column, row)
            }
            Expr::Negate(of, _) => {
                let least = self.interval(of).least;
                let value = self.value(of)?;
                if least == i64::MIN {
                    let over = self.compare_int(IntCC::Equal, value, i64::MIN);
                    self.ask_if(over);
                }
                self.build.ins().ineg(value)
            }
            Expr::Arithmetic {
                op, left, right, ..
            } => self.arithmetic(*op, left, right)?,
            Expr::If(condition, then, other) => {
                if self.is_light(condition) && self.is_light(then) && self.is_light(other) {
                    let condition = self.truth(condition)?;
                    let then = self.value(then)?;
                    let other = self.value(other)?;
                    self.select(condition, then, other)
                } else {
                    let (yes, no, join) = (self.block(), self.block(), self.block());
                    let result = self.build.append_block_param(join, I64);
                    self.branch(condition, yes, no)?;
                    self.enter(yes);
                    let value = self.value(then)?;
                    self.jump_with(join, value);
                    self.enter(no);
                    let value = self.value(other)?;
                    self.jump_with(join, value);
                    self.enter(join);
                    result
                }
            }
            Expr::Size(set) => {
                let words = self.set(set)?;
                let mut sum = self.int(0);
                for word in words {
                    let count = self.build.ins().popcnt(word);
                    sum = self.build.ins().iadd(sum, count);
                }
                sum
            }
            Expr::Fold {
                fold,
                local,
                domain,
                body,
                ..
            } => self.fold(*fold, *local, domain, body)?,
            Expr::Let { local, value, body } => {
                let value = self.value(value)?;
                self.write(*local, value);
                self.value(body)?
            }
            Expr::Not(_)
            | Expr::Compare { .. }
            | Expr::And(..)
            | Expr::Or(..)
            | Expr::OneOf(..)
            | Expr::In(..)
            | Expr::SameSet(..)
            | Expr::Subset(..) => {
                let truth = self.truth(expr)?;
                self.number(truth)
            }
        })
    }

    /// Whether an expression is not 0, as a truth value.
    pub(super) fn truth(&mut self, expr: &Expr) -> Made<Value> {
        Ok(match expr {
            Expr::Not(of) => {
                let of = self.truth(of)?;
                self.compare_int(IntCC::Equal, of, 0)
            }
            Expr::Compare { op, left, right } => {
                let op = match op {
                    Comparison::Equal => IntCC::Equal,
                    Comparison::Unequal => IntCC::NotEqual,
                    Comparison::Less => IntCC::SignedLessThan,
                    Comparison::AtMost => IntCC::SignedLessThanOrEqual,
                };
                let left = self.value(left)?;
                let right = self.value(right)?;
                self.compare(op, left, right)
            }
            Expr::And(left, right) if self.is_light(right) => {
                let left = self.truth(left)?;
                let right = self.truth(right)?;
                self.build.ins().band(left, right)
            }
            Expr::Or(left, right) if self.is_light(right) => {
                let left = self.truth(left)?;
                let right = self.truth(right)?;
                self.build.ins().bor(left, right)
            }
            Expr::And(..) | Expr::Or(..) => {
                let (yes, no, join) = (self.block(), self.block(), self.block());
                let result = self.build.append_block_param(join, super::code::I8);
                self.branch(expr, yes, no)?;
                for (block, truth) in [(yes, 1), (no, 0)] {
                    self.enter(block);
                    let truth = self.build.ins().iconst(super::code::I8, truth);
                    self.jump_with(join, truth);
                }
                self.enter(join);
                result
            }
            Expr::OneOf(of, values) => {
                let value = self.value(of)?;
                self.one_of(value, values)?
            }
            Expr::In(cell, set) => {
                let interval = self.interval(cell);
                let cell = self.value(cell)?;
                self.contains(set, cell, interval)?
            }
            Expr::SameSet(left, right) => {
                let left = self.set(left)?;
                let right = self.set(right)?;
                if left.len() != right.len() {
                    return Ok(self.build.ins().iconst(super::code::I8, 0));
                }
                let mut rest = self.int(0);
                for (left, right) in left.into_iter().zip(right) {
                    let other = self.build.ins().bxor(left, right);
                    rest = self.build.ins().bor(rest, other);
                }
                self.compare_int(IntCC::Equal, rest, 0)
            }
            Expr::Subset(left, right) => {
                let left = self.set(left)?;
                let right = self.set(right)?;
                let mut rest = self.int(0);
                for (word, left) in left.into_iter().enumerate() {
                    let other = match right.get(word) {
                        Some(&right) => self.build.ins().band_not(left, right),
                        None => left,
                    };
                    rest = self.build.ins().bor(rest, other);
                }
                self.compare_int(IntCC::Equal, rest, 0)
            }
            _ => {
                let value = self.value(expr)?;
                self.compare_int(IntCC::NotEqual, value, 0)
            }
        })
    }

    /// Goes to the first block if an expression is not 0, else to the second.
    pub(super) fn branch(&mut self, expr: &Expr, yes: Block, no: Block) -> Made {
        match expr {
            Expr::And(left, right) if !self.is_light(right) => {
                let middle = self.block();
                self.branch(left, middle, no)?;
                self.enter(middle);
                self.branch(right, yes, no)
            }
            Expr::Or(left, right) if !self.is_light(right) => {
                let middle = self.block();
                self.branch(left, yes, middle)?;
                self.enter(middle);
                self.branch(right, yes, no)
            }
            Expr::Not(of) => self.branch(of, no, yes),
            Expr::Constant(value) => {
                self.jump(if *value == 0 { no } else { yes });
                Ok(())
            }
            Expr::If(condition, then, other) => {
                let (first, second) = (self.block(), self.block());
                self.branch(condition, first, second)?;
                self.enter(first);
                self.branch(then, yes, no)?;
                self.enter(second);
                self.branch(other, yes, no)
            }
            Expr::Let { local, value, body } => {
                let value = self.value(value)?;
                self.write(*local, value);
                self.branch(body, yes, no)
            }
            _ => {
                let truth = self.truth(expr)?;
                self.split(truth, yes, no);
                Ok(())
            }
        }
    }

    /// Goes on if an expression is not 0, else to a block.
    pub(super) fn unless(&mut self, expr: &Expr, no: Block) -> Made {
        let yes = self.block();
        self.branch(expr, yes, no)?;
        self.enter(yes);
        Ok(())
    }

    /// Whether an expression is quick, cannot fail and changes no register: it may be worked out before it is known to be wanted.
    pub(super) fn is_light(&self, expr: &Expr) -> bool {
        self.weight(expr).is_some_and(|weight| weight <= 12)
    }

    /// How much work an expression is; `None` if it may fail, or is too much.
    fn weight(&self, expr: &Expr) -> Option<u32> {
        Some(match expr {
            Expr::Constant(_) => 0,
            Expr::Register(_) => 1,
            Expr::Element {
                variable, index, ..
            } => {
                let allowed = &self.shared.ready.layout.allowed[*variable];
                let interval = self.interval(index);
                let sure = match &allowed.indices {
                    Indices::Below(length) => interval.within(0, i64::from(*length) - 1),
                    Indices::Cells(cells) => all_cells(cells, interval),
                    Indices::None => false,
                };
                if !sure {
                    return None;
                }
                2 + self.weight(index)?
            }
            Expr::Lookup { table, index, .. } => {
                let length = self.shared.program.tables[*table].len() as i64;
                if !self.interval(index).within(0, length - 1) {
                    return None;
                }
                2 + self.weight(index)?
            }
            Expr::Step {
                cell, direction, ..
            } => 4 + self.weight(cell)? + self.weight(direction)?,
            Expr::CellAt { column, row, .. } => 8 + self.weight(column)? + self.weight(row)?,
            Expr::Arithmetic {
                op, left, right, ..
            } => {
                let sure = match op {
                    Arithmetic::Add | Arithmetic::Subtract | Arithmetic::Multiply => {
                        !self.shared.intervals.overflows(*op, left, right)
                    }
                    _ => false,
                };
                if !sure {
                    return None;
                }
                1 + self.weight(left)? + self.weight(right)?
            }
            Expr::Compare { left, right, .. } => 1 + self.weight(left)? + self.weight(right)?,
            Expr::And(left, right) | Expr::Or(left, right) => {
                1 + self.weight(left)? + self.weight(right)?
            }
            Expr::Not(of) => 1 + self.weight(of)?,
            Expr::If(condition, then, other) => {
                1 + self.weight(condition)? + self.weight(then)? + self.weight(other)?
            }
            Expr::In(cell, set) => 2 + self.weight(cell)? + set_weight(set)?,
            _ => return None,
        })
    }

    /// The address of an element of an array; asks if there is none.
    pub(super) fn element(&mut self, variable: usize, index: Value, interval: Interval) -> Value {
        let shared = self.shared;
        let allowed = &shared.ready.layout.allowed[variable];
        match &allowed.indices {
            Indices::None => self.ask(),
            Indices::Below(length) => {
                let length = i64::from(*length);
                if !interval.within(0, length - 1) {
                    let over = self.compare_int(IntCC::UnsignedGreaterThanOrEqual, index, length);
                    self.ask_if(over);
                }
            }
            Indices::Cells(words) => {
                if !all_cells(words, interval) {
                    let cells = words.len() * 64;
                    let table = self.tables.bytes(Key::Indices(variable), || members(words));
                    let has = self.has(table, cells as i64, index, interval);
                    let bad = self.compare_int(IntCC::Equal, has, 0);
                    self.ask_if(bad);
                }
            }
        }
        let register = shared.program.variables[variable].register;
        let base = self
            .build
            .ins()
            .stack_addr(I64, self.frame, register as i32 * 8);
        self.at(base, index)
    }

    /// Looks a cell up in a table of bytes, `NOWHERE` first, of which there are so many more; 0 for all other numbers.
    pub(super) fn has(&mut self, table: i64, cells: i64, cell: Value, interval: Interval) -> Value {
        let cell = self.bounded(cell, interval, cells);
        self.byte(table, cell, 1)
    }

    /// A number that may serve as an index: -1 for all that is not from 0 to below a length.
    pub(super) fn bounded(&mut self, value: Value, interval: Interval, length: i64) -> Value {
        if interval.within(NOWHERE, length - 1) {
            return value;
        }
        let inside = self.compare_int(IntCC::UnsignedLessThan, value, length);
        let nowhere = self.int(NOWHERE);
        self.select(inside, value, nowhere)
    }

    fn lookup(&mut self, table: usize, index: Value, interval: Interval) -> Value {
        let shared = self.shared;
        let entries = &shared.program.tables[table];
        let length = entries.len() as i64;
        if !interval.within(0, length - 1) {
            let over = self.compare_int(IntCC::UnsignedGreaterThanOrEqual, index, length);
            self.ask_if(over);
        }
        if entries.is_empty() {
            return self.int(0);
        }
        let table = self.tables.numbers(Key::Table(table), || entries.clone());
        self.entry(table, index, 0)
    }

    fn beside(&mut self, board: usize, cell: &Expr, direction: &Expr) -> Made<Value> {
        let shared = self.shared;
        let steps = &shared.program.boards[board].steps;
        let cells = steps.len() as i64 / 8;
        let (cell_in, direction_in) = (self.interval(cell), self.interval(direction));
        let cell = self.value(cell)?;
        let mut cell = self.bounded(cell, cell_in, cells);
        let mut direction = self.value(direction)?;
        if !direction_in.within(0, 7) {
            let inside = self.compare_int(IntCC::UnsignedLessThan, direction, 8);
            let (nowhere, first) = (self.int(NOWHERE), self.int(0));
            cell = self.select(inside, cell, nowhere);
            direction = self.select(inside, direction, first);
        }
        let table = self.tables.numbers(Key::Steps(board), || {
            let mut rows = vec![NOWHERE; 8];
            rows.extend(steps);
            rows
        });
        let row = self.build.ins().ishl_imm_u(cell, 3);
        let index = self.build.ins().iadd(row, direction);
        Ok(self.entry(table, index, 8))
    }

    fn cell_at(&mut self, board: usize, column: Value, row: Value) -> Value {
        let Some((columns, rows)) = self.shared.program.boards[board].grid else {
            return self.int(NOWHERE);
        };
        let column = self.build.ins().iadd_imm_s(column, -1);
        let row = self.build.ins().iadd_imm_s(row, -1);
        let inside = self.compare_int(IntCC::UnsignedLessThan, column, i64::from(columns));
        let below = self.compare_int(IntCC::UnsignedLessThan, row, i64::from(rows));
        let inside = self.build.ins().band(inside, below);
        let first = self.build.ins().imul_imm_s(row, i64::from(columns));
        let cell = self.build.ins().iadd(first, column);
        let nowhere = self.int(NOWHERE);
        self.select(inside, cell, nowhere)
    }

    fn arithmetic(&mut self, op: Arithmetic, left: &Expr, right: &Expr) -> Made<Value> {
        let checked = self.shared.intervals.overflows(op, left, right);
        let (of, by) = (self.interval(left), self.interval(right));
        let left = self.value(left)?;
        let right = self.value(right)?;
        Ok(match op {
            Arithmetic::Add => {
                let sum = self.build.ins().iadd(left, right);
                if checked {
                    self.ask_if_signs(left, sum, right, sum);
                }
                sum
            }
            Arithmetic::Subtract => {
                let difference = self.build.ins().isub(left, right);
                if checked {
                    self.ask_if_signs(left, right, left, difference);
                }
                difference
            }
            Arithmetic::Multiply => {
                let product = self.build.ins().imul(left, right);
                if checked {
                    let high = self.build.ins().smulhi(left, right);
                    let sign = self.build.ins().sshr_imm_u(product, 63);
                    let over = self.compare(IntCC::NotEqual, high, sign);
                    self.ask_if(over);
                }
                product
            }
            Arithmetic::Divide | Arithmetic::Remainder => {
                if by.within(1, i64::MAX) && of.least >= 0 {
                    return Ok(if op == Arithmetic::Divide {
                        self.build.ins().udiv(left, right)
                    } else {
                        self.build.ins().urem(left, right)
                    });
                }
                if !by.within(1, i64::MAX) {
                    let zero = self.compare_int(IntCC::Equal, right, 0);
                    self.ask_if(zero);
                    let least = self.compare_int(IntCC::Equal, left, i64::MIN);
                    let minus = self.compare_int(IntCC::Equal, right, -1);
                    let over = self.build.ins().band(least, minus);
                    self.ask_if(over);
                }
                let quotient = self.build.ins().sdiv(left, right);
                let whole = self.build.ins().imul(quotient, right);
                let rest = self.build.ins().isub(left, whole);
                // The remainder must have the divisor's sign.
                let inexact = self.compare_int(IntCC::NotEqual, rest, 0);
                let signs = self.build.ins().bxor(rest, right);
                let wrong = self.compare_int(IntCC::SignedLessThan, signs, 0);
                let wrong = self.build.ins().band(inexact, wrong);
                if op == Arithmetic::Divide {
                    let wrong = self.number(wrong);
                    self.build.ins().isub(quotient, wrong)
                } else {
                    let moved = self.build.ins().iadd(rest, right);
                    self.select(wrong, moved, rest)
                }
            }
            Arithmetic::Xor => {
                if of.least < 0 || by.least < 0 {
                    let signs = self.build.ins().bor(left, right);
                    let negative = self.compare_int(IntCC::SignedLessThan, signs, 0);
                    self.ask_if(negative);
                }
                self.build.ins().bxor(left, right)
            }
        })
    }

    /// Asks if both pairs differ in sign.
    fn ask_if_signs(&mut self, one: Value, other: Value, two: Value, another: Value) {
        let first = self.build.ins().bxor(one, other);
        let second = self.build.ins().bxor(two, another);
        let both = self.build.ins().band(first, second);
        let over = self.compare_int(IntCC::SignedLessThan, both, 0);
        self.ask_if(over);
    }

    /// A sum that asks if it overflows.
    pub(super) fn checked_sum(&mut self, left: Value, right: Value) -> Value {
        let sum = self.build.ins().iadd(left, right);
        self.ask_if_signs(left, sum, right, sum);
        sum
    }

    fn one_of(&mut self, value: Value, values: &[i64]) -> Made<Value> {
        let (Some(&least), Some(&most)) = (values.first(), values.last()) else {
            return Ok(self.build.ins().iconst(super::code::I8, 0));
        };
        let span = i128::from(most) - i128::from(least) + 1;
        if span == values.len() as i128 {
            let place = self.build.ins().iadd_imm_s(value, least.wrapping_neg());
            return Ok(self.compare_int(IntCC::UnsignedLessThan, place, span as i64));
        }
        if values.len() > 3 && span <= LONGEST_MEMBERS {
            let mut bytes = vec![0_u8; span as usize + 1];
            for value in values {
                bytes[(value - least + 1) as usize] = 1;
            }
            let table = self.tables.keep_bytes(bytes);
            let place = self.build.ins().iadd_imm_s(value, least.wrapping_neg());
            let any = Interval::new(i64::MIN, i64::MAX);
            return Ok(self.has(table, span as i64, place, any));
        }
        if values.len() > 64 {
            return Err(Unsupported(
                "it asks for one of too many numbers".to_owned(),
            ));
        }
        let mut any = self.compare_int(IntCC::Equal, value, least);
        for &other in &values[1..] {
            let equal = self.compare_int(IntCC::Equal, value, other);
            any = self.build.ins().bor(any, equal);
        }
        Ok(any)
    }

    fn fold(&mut self, fold: Fold, local: u32, domain: &Domain, body: &Expr) -> Made<Value> {
        let first = match fold {
            Fold::All => 1,
            Fold::First => NOWHERE,
            _ => 0,
        };
        let first = self.int(first);
        let result = self.variable(first);
        let none = self.int(1);
        let none_yet = self.variable(none);
        let sure = body == &Expr::Register(local) && surely_some(domain);
        self.each(domain, &mut |code, element, stop| {
            code.write(local, element);
            match fold {
                Fold::Some | Fold::All | Fold::First => {
                    let (found, on) = (code.block(), code.block());
                    let (yes, no) = if fold == Fold::All {
                        (on, found)
                    } else {
                        (found, on)
                    };
                    code.branch(body, yes, no)?;
                    code.enter(found);
                    let value = match fold {
                        Fold::Some => code.int(1),
                        Fold::All => code.int(0),
                        _ => element,
                    };
                    code.put(result, value);
                    code.jump(stop);
                    code.enter(on);
                }
                Fold::Count => {
                    let truth = code.truth(body)?;
                    let truth = code.number(truth);
                    let sum = code.get(result);
                    let sum = code.build.ins().iadd(sum, truth);
                    code.put(result, sum);
                }
                Fold::Sum => {
                    let value = code.value(body)?;
                    let sum = code.get(result);
                    let sum = code.checked_sum(sum, value);
                    code.put(result, sum);
                }
                Fold::Least | Fold::Greatest => {
                    let value = code.value(body)?;
                    let best = code.get(result);
                    let op = if fold == Fold::Least {
                        IntCC::SignedLessThan
                    } else {
                        IntCC::SignedGreaterThan
                    };
                    let better = code.compare(op, value, best);
                    let first = code.get(none_yet);
                    let first = code.compare_int(IntCC::NotEqual, first, 0);
                    let better = code.build.ins().bor(better, first);
                    let best = code.select(better, value, best);
                    code.put(result, best);
                    let zero = code.int(0);
                    code.put(none_yet, zero);
                }
            }
            Ok(())
        })?;
        if matches!(fold, Fold::Least | Fold::Greatest) && !sure {
            let none = self.get(none_yet);
            self.ask_if(none);
        }
        Ok(self.get(result))
    }
}

/// How much work a set is; `None` where it may fail or loops.
fn set_weight(set: &Set) -> Option<u32> {
    Some(match set {
        Set::Constant(_) => 1,
        Set::Variable(_, width) => 2 * width,
        Set::Union(left, right) | Set::Intersection(left, right) | Set::Difference(left, right) => {
            1 + set_weight(left)? + set_weight(right)?
        }
        _ => return None,
    })
}

/// Whether a set of cells, as words, has all of an interval.
pub(super) fn all_cells(words: &[u64], interval: Interval) -> bool {
    interval.least >= 0
        && interval.most < words.len() as i64 * 64
        && (interval.least..=interval.most).all(|cell| crate::machine::allowed::has(words, cell))
}

fn surely_some(domain: &Domain) -> bool {
    match domain {
        Domain::Each(of) => !of.is_empty(),
        Domain::Values(values) => !values.is_empty(),
        _ => false,
    }
}

/// A byte for each cell, `NOWHERE` first: whether a set has it.
pub(super) fn members(words: &[u64]) -> Vec<u8> {
    let cells = words.len() as i64 * 64;
    (NOWHERE..cells)
        .map(|cell| u8::from(crate::machine::allowed::has(words, cell)))
        .collect()
}
