//! Code for what parameters and bound names run over.

use super::code::{Code, I64, Made, Unsupported};
use super::tables::Key;
use crate::program::{Domain, Set};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{Block, InstBuilder, Value};

/// Makes the code for one element; it may jump to the block given to end the loop.
pub(super) type Body<'b, 'c, 'p> = &'b mut dyn FnMut(&mut Code<'c, 'p>, Value, Block) -> Made;

/// Elements of a domain that may be known only while the game changes: kept in a row first.
const MOST_KEPT: u64 = 1 << 12;

impl<'c, 'p> Code<'c, 'p> {
    /// Code for each element of a domain, in order.
    pub(super) fn each(&mut self, domain: &Domain, body: Body<'_, 'c, 'p>) -> Made {
        let shared = self.shared;
        match domain {
            Domain::Range(from, to) => {
                let from = self.value(from)?;
                let to = self.value(to)?;
                self.range(from, to, body)
            }
            Domain::Values(values) => {
                let Some((&first, &last)) = values.first().zip(values.last()) else {
                    return Ok(());
                };
                let row = values
                    .windows(2)
                    .all(|pair| pair[0].checked_add(1) == Some(pair[1]));
                if row {
                    let (first, last) = (self.int(first), self.int(last));
                    return self.range(first, last, body);
                }
                let table = self.tables.keep(values.clone());
                let begin = self.int(table);
                let end = self.int(table + values.len() as i64 * 8);
                self.memory(begin, end, body)
            }
            Domain::Each(of) => {
                let kept = self.slot(of.len());
                let begin = self.slot_address(kept);
                let end = self.variable(begin);
                let mut values: Vec<Value> = Vec::new();
                for expr in of {
                    values.push(self.value(expr)?);
                }
                for (number, &value) in values.iter().enumerate() {
                    let mut known = self.build.ins().iconst(super::code::I8, 0);
                    for &before in &values[..number] {
                        let equal = self.compare(IntCC::Equal, before, value);
                        known = self.build.ins().bor(known, equal);
                    }
                    let place = self.get(end);
                    self.store(place, 0, value);
                    let further = self.build.ins().iadd_imm_s(place, 8);
                    let place = self.select(known, place, further);
                    self.put(end, place);
                }
                let end = self.get(end);
                self.memory(begin, end, body)
            }
            Domain::Cells(set) => {
                let words = self.set(set)?;
                self.each_cell(&words, &mut |code, cell, stop| {
                    code.step();
                    body(code, cell, stop)
                })
            }
            Domain::List { lists, index } => {
                let interval = self.interval(index);
                let index = self.value(index)?;
                let all = &shared.program.lists[*lists];
                let length = all.len() as i64;
                if interval.most >= length {
                    let over = self.compare_int(IntCC::SignedGreaterThanOrEqual, index, length);
                    self.ask_if(over);
                }
                let index = self.bounded(index, interval, length);
                let values: Vec<i64> = all.iter().flatten().copied().collect();
                let key = Key::Lists(*lists);
                let mut ends = vec![0; 2];
                let first = self.tables.numbers(Key::ListValues(*lists), || values);
                let mut place = first;
                for list in all {
                    ends.push(place);
                    place += list.len() as i64 * 8;
                    ends.push(place);
                }
                let table = self.tables.numbers(key, || ends);
                let row = self.build.ins().ishl_imm_u(index, 1);
                let begin = self.entry(table, row, 2);
                let end = self.entry(table, row, 3);
                self.memory(begin, end, body)
            }
            Domain::Filter {
                local,
                of,
                condition,
            } => self.each(of, &mut |code, element, stop| {
                code.write(*local, element);
                let next = code.block();
                code.unless(condition, next)?;
                body(code, element, stop)?;
                code.jump(next);
                code.enter(next);
                Ok(())
            }),
        }
    }

    /// Code for each element of a domain that what is done for them may change: the elements are as they are before the first.
    pub(super) fn each_fixed(&mut self, domain: &Domain, body: Body<'_, 'c, 'p>) -> Made {
        let Domain::Filter { .. } = domain else {
            // All others look at the registers only before the first element.
            return self.each(domain, body);
        };
        let most = self.shared.intervals.size(domain);
        if most > MOST_KEPT {
            return Err(Unsupported(
                "it goes over too many numbers of a kind while it changes the state".to_owned(),
            ));
        }
        let kept = self.slot(most as usize);
        let begin = self.slot_address(kept);
        let end = self.variable(begin);
        self.each(domain, &mut |code, element, _| {
            let place = code.get(end);
            code.store(place, 0, element);
            let place = code.build.ins().iadd_imm_s(place, 8);
            code.put(end, place);
            Ok(())
        })?;
        let end = self.get(end);
        self.loop_over(begin, end, body)
    }

    fn range(&mut self, from: Value, to: Value, body: Body<'_, 'c, 'p>) -> Made {
        let (head, inside, done) = (self.block(), self.block(), self.block());
        let element = self.variable(from);
        let some = self.compare(IntCC::SignedLessThanOrEqual, from, to);
        self.split(some, head, done);
        self.build.switch_to_block(head);
        let here = self.get(element);
        self.jump(inside);
        self.enter(inside);
        self.step();
        body(self, here, done)?;
        let last = self.compare(IntCC::Equal, here, to);
        let next = self.build.ins().iadd_imm_s(here, 1);
        self.put(element, next);
        self.split(last, done, head);
        self.build.seal_block(head);
        self.enter(done);
        Ok(())
    }

    fn memory(&mut self, begin: Value, end: Value, body: Body<'_, 'c, 'p>) -> Made {
        self.loop_over(begin, end, &mut |code, element, stop| {
            code.step();
            body(code, element, stop)
        })
    }

    fn loop_over(&mut self, begin: Value, end: Value, body: Body<'_, 'c, 'p>) -> Made {
        let (head, inside, done) = (self.block(), self.block(), self.block());
        let place = self.variable(begin);
        self.jump(head);
        self.build.switch_to_block(head);
        let here = self.get(place);
        let more = self.compare(IntCC::NotEqual, here, end);
        self.split(more, inside, done);
        self.enter(inside);
        let element = self.load(here, 0);
        body(self, element, done)?;
        let next = self.build.ins().iadd_imm_s(here, 8);
        self.put(place, next);
        self.jump(head);
        self.build.seal_block(head);
        self.enter(done);
        Ok(())
    }

    /// Code for each cell of a set, ascending; counts no steps.
    pub(super) fn each_cell(&mut self, words: &[Value], body: Body<'_, 'c, 'p>) -> Made {
        if words.len() > 2 {
            return self.each_cell_of_many(words, body);
        }
        let rest: Vec<_> = words.iter().map(|&word| self.variable(word)).collect();
        let Some(&first) = rest.first() else {
            return Ok(());
        };
        let (head, inside, done) = (self.block(), self.block(), self.block());
        self.jump(head);
        self.build.switch_to_block(head);
        let low = self.get(first);
        let low_bit = self.build.ins().ctz(low);
        let one = self.build.ins().iadd_imm_s(low, -1);
        let low_rest = self.build.ins().band(low, one);
        let cell = if let Some(&second) = rest.get(1) {
            let high = self.get(second);
            let any = self.build.ins().bor(low, high);
            self.split(any, inside, done);
            self.enter(inside);
            let high_bit = self.build.ins().ctz(high);
            let high_bit = self.build.ins().iadd_imm_s(high_bit, 64);
            let one = self.build.ins().iadd_imm_s(high, -1);
            let high_rest = self.build.ins().band(high, one);
            let in_low = self.compare_int(IntCC::NotEqual, low, 0);
            let high_rest = self.select(in_low, high, high_rest);
            self.put(first, low_rest);
            self.put(second, high_rest);
            self.select(in_low, low_bit, high_bit)
        } else {
            self.split(low, inside, done);
            self.enter(inside);
            self.put(first, low_rest);
            low_bit
        };
        body(self, cell, done)?;
        self.jump(head);
        self.build.seal_block(head);
        self.enter(done);
        Ok(())
    }

    fn each_cell_of_many(&mut self, words: &[Value], body: Body<'_, 'c, 'p>) -> Made {
        let kept = self.slot(words.len());
        for (number, &word) in words.iter().enumerate() {
            self.store_slot(kept, number, word);
        }
        let zero = self.int(0);
        let number = self.variable(zero);
        let rest = self.variable(zero);
        let (outer, begin, head, inside) = (self.block(), self.block(), self.block(), self.block());
        let (next, done) = (self.block(), self.block());
        self.jump(outer);
        self.build.switch_to_block(outer);
        let here = self.get(number);
        let more = self.compare_int(IntCC::SignedLessThan, here, words.len() as i64);
        self.split(more, begin, done);
        self.enter(begin);
        let base = self.slot_address(kept);
        let address = self.at(base, here);
        let word = self.load(address, 0);
        self.put(rest, word);
        self.jump(head);
        self.build.switch_to_block(head);
        let word = self.get(rest);
        self.split(word, inside, next);
        self.enter(inside);
        let bit = self.build.ins().ctz(word);
        let before = self.build.ins().ishl_imm_u(here, 6);
        let cell = self.build.ins().iadd(before, bit);
        let one = self.build.ins().iadd_imm_s(word, -1);
        let left = self.build.ins().band(word, one);
        self.put(rest, left);
        body(self, cell, done)?;
        self.jump(head);
        self.build.seal_block(head);
        self.enter(next);
        let further = self.build.ins().iadd_imm_s(here, 1);
        self.put(number, further);
        self.jump(outer);
        self.build.seal_block(outer);
        self.enter(done);
        Ok(())
    }

    /// The size that a set variable always has, if it has one.
    pub(super) fn fixed_size(&self, set: &Set) -> Option<u32> {
        let Set::Variable(register, _) = set else {
            return None;
        };
        self.shared.program.variables.iter().find_map(|variable| {
            match (&variable.kind, variable.register == *register) {
                (crate::program::Kind::Set { least, most, .. }, true) if least == most => {
                    Some(*most)
                }
                _ => None,
            }
        })
    }

    /// A loop that counts from 0 to below a number.
    pub(super) fn count(&mut self, to: i64, body: Body<'_, 'c, 'p>) -> Made {
        let zero = self.int(0);
        let number = self.variable(zero);
        let (head, inside, done) = (self.block(), self.block(), self.block());
        self.jump(head);
        self.build.switch_to_block(head);
        let here = self.get(number);
        let more = self.compare_int(IntCC::SignedLessThan, here, to);
        self.split(more, inside, done);
        self.enter(inside);
        body(self, here, done)?;
        let next = self.build.ins().iadd_imm_s(here, 1);
        self.put(number, next);
        self.jump(head);
        self.build.seal_block(head);
        self.enter(done);
        let _ = I64;
        Ok(())
    }
}
