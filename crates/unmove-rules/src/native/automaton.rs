//! Code that reads digits through an automaton, to a rank and back.

use super::code::{Code, I64};
use super::ranks::terms;
use super::tables::Key;
use crate::machine::numbering::{Digit, Part, REFUSED};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{Block, InstBuilder, MemFlagsData, Value, types};

impl Code<'_, '_> {
    /// What a part adds to the number that is read by an automaton.
    pub(super) fn automaton_term(
        &mut self,
        place: usize,
        part: &Part,
        (digits, offsets, next): (&[Digit], &[u64], &[u32]),
    ) -> Value {
        let mut ranks = Vec::with_capacity(digits.len());
        for (number, digit) in digits.iter().enumerate() {
            let value = self.read(digit.register());
            ranks.push(match digit {
                Digit::Number { least, .. } => {
                    self.build.ins().iadd_imm_s(value, least.wrapping_neg())
                }
                Digit::Cell { .. } => {
                    let key = Key::Ranked(place, number);
                    let table = self.tables.numbers(key, || terms(digit, 1));
                    self.entry(table, value, 1)
                }
            });
        }
        let refused = self.ask;
        let rank = self.read_by(offsets, next, &ranks, refused);
        self.build.ins().imul_imm_u(rank, part.stride as i64)
    }

    /// The rank of what an automaton reads; goes elsewhere if it is refused.
    pub(super) fn read_by(
        &mut self,
        offsets: &[u64],
        next: &[u32],
        ranks: &[Value],
        refused: Block,
    ) -> Value {
        let mut sum = self.int(0);
        let mut row = self.int(0);
        for &rank in ranks {
            let entry = self.build.ins().iadd(row, rank);
            row = self.next_row(next, entry);
            let on = self.block();
            let none = self.compare_int(IntCC::Equal, row, i64::from(REFUSED));
            self.split(none, refused, on);
            self.enter(on);
            let more = self.offset(offsets, entry);
            sum = self.build.ins().iadd(sum, more);
        }
        sum
    }

    // The numbering is kept as long as the code, so its tables stay where they are.

    fn next_row(&mut self, next: &[u32], entry: Value) -> Value {
        let base = self.int(next.as_ptr() as i64);
        let bytes = self.build.ins().ishl_imm_u(entry, 2);
        let address = self.build.ins().iadd(base, bytes);
        let flags = MemFlagsData::trusted().with_readonly();
        let row = self.build.ins().load(types::I32, flags, address, 0);
        self.build.ins().uextend(I64, row)
    }

    fn offset(&mut self, offsets: &[u64], entry: Value) -> Value {
        let base = self.int(offsets.as_ptr() as i64);
        let address = self.at(base, entry);
        self.read_only(address, 0)
    }

    /// Writes the digits that an automaton reads to come to a rank.
    pub(super) fn unrank_by(
        &mut self,
        place: usize,
        (digits, offsets, next): (&[Digit], &[u64], &[u32]),
        rank: Value,
    ) {
        let mut rest = rank;
        let mut row = self.int(0);
        for (number, digit) in digits.iter().enumerate() {
            // The last entry whose offset is not above what is left, by halving.
            let last = self.int(digit.count() as i64 - 1);
            let mut found = self.int(0);
            let mut entry = row;
            let mut passed = self.offset(offsets, row);
            let mut step = digit.count().next_power_of_two() / 2;
            while step > 0 {
                let further = self.build.ins().iadd_imm_s(found, step as i64);
                let further = self.build.ins().umin(further, last);
                let there = self.build.ins().iadd(row, further);
                let offset = self.offset(offsets, there);
                let fits = self.compare(IntCC::UnsignedLessThanOrEqual, offset, rest);
                found = self.select(fits, further, found);
                entry = self.select(fits, there, entry);
                passed = self.select(fits, offset, passed);
                step /= 2;
            }
            rest = self.build.ins().isub(rest, passed);
            let value = match digit {
                Digit::Number { least, .. } => self.build.ins().iadd_imm_s(found, *least),
                Digit::Cell { .. } => {
                    let table = self.tables.numbers(Key::Values(place, number), || {
                        let ranks = 0..digit.count();
                        ranks.map(|rank| digit.value(rank)).collect()
                    });
                    self.entry(table, found, 0)
                }
            };
            self.write(digit.register(), value);
            if number + 1 < digits.len() {
                row = self.next_row(next, entry);
            }
        }
    }
}
