//! Code that settles whole ranges of numbers in the order of their moves: nothing goes through a buffer.

use super::code::{Code, I8, I64, Made};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, MemFlagsData, Type, Value, types};
use cranelift_frontend::Variable;

/// What a cell of so many bytes is for the code generator.
fn kind(width: usize) -> Type {
    match width {
        1 => I8,
        2 => types::I16,
        _ => types::I32,
    }
}

impl Code<'_, '_> {
    /// The address of a cell of a table.
    fn table_cell(&mut self, cells: Value, number: Value, width: usize) -> Value {
        let shift = i64::from(width.trailing_zeros());
        let offset = self.build.ins().ishl_imm_u(number, shift);
        self.build.ins().iadd(cells, offset)
    }

    fn load_cell(&mut self, address: Value, width: usize) -> Value {
        let flags = MemFlagsData::trusted();
        let cell = self.build.ins().load(kind(width), flags, address, 0);
        self.build.ins().uextend(I64, cell)
    }

    fn store_cell(&mut self, address: Value, value: Value, width: usize) {
        let cell = self.build.ins().ireduce(kind(width), value);
        self.build
            .ins()
            .store(MemFlagsData::trusted(), cell, address, 0);
    }

    /// Goes through the open cells of a range: from the first to the last, or back. The variable tells how many cells are done.
    fn open_cells(
        &mut self,
        numbers: Numbers,
        cells: Cells,
        body: &mut dyn FnMut(&mut Self, Value, Value) -> Made,
    ) -> Made<Variable> {
        let Numbers {
            from,
            count,
            falling,
        } = numbers;
        let Cells {
            at: cells,
            most,
            width,
        } = cells;
        let zero = self.int(0);
        let done = self.variable(zero);
        let last = self.build.ins().iadd(from, count);
        let last = self.build.ins().iadd_imm_s(last, -1);
        let (head, inside, next, over) = (self.block(), self.block(), self.block(), self.block());
        self.jump(head);
        self.build.switch_to_block(head);
        let here = self.get(done);
        let more = self.compare(IntCC::SignedLessThan, here, count);
        self.split(more, inside, over);
        self.enter(inside);
        let up = self.build.ins().iadd(from, here);
        let down = self.build.ins().isub(last, here);
        let number = self.select(falling, up, down);
        let cell = self.table_cell(cells, number, width);
        let code = self.load_cell(cell, width);
        let place = self.build.ins().iadd_imm_s(code, -1);
        let open = self.compare(IntCC::UnsignedLessThan, place, most);
        let look = self.block();
        self.split(open, look, next);
        self.enter(look);
        self.refuel();
        self.unrank(number);
        body(self, number, cell)?;
        self.jump(next);
        self.enter(next);
        let further = self.build.ins().iadd_imm_s(here, 1);
        self.put(done, further);
        self.jump(head);
        self.build.seal_block(head);
        self.enter(over);
        self.build.ins().return_(&[count]);
        Ok(done)
    }

    /// `settle(from, count, falling, most, told apart, odd wins, cells)`: the values of a range whose moves lead to what is
    /// settled already; returns for how many numbers it was done. Cells have so many bytes.
    pub(super) fn settle(&mut self, parameters: &[Value], width: usize) -> Made<Option<Variable>> {
        let &[from, count, falling, most, apart, flip, at] = parameters else {
            return Ok(None);
        };
        let numbers = Numbers {
            from,
            count,
            falling,
        };
        let cells = Cells { at, most, width };
        let draw = self.build.ins().iadd_imm_s(most, 1);
        let first = self.build.ins().iadd_imm_s(most, 2);
        let done = self.open_cells(numbers, cells, &mut |code, _, cell| {
            let zero = code.int(0);
            let never = code.int(i64::MAX);
            let soonest = code.variable(never);
            let latest = code.variable(zero);
            let drawn = code.variable(zero);
            code.moves(&mut |code, number| {
                let cell = code.table_cell(at, number, width);
                let there = code.load_cell(cell, width);
                let nothing = code.compare_int(IntCC::Equal, there, 0);
                code.ask_if(nothing);
                let place = code.build.ins().isub(there, first);
                let is_draw = code.compare_int(IntCC::SignedLessThan, place, 0);
                let remoteness = code.build.ins().ushr(place, apart);
                let won = code.build.ins().band_imm_u(place, 1);
                let won = code.build.ins().bxor(won, flip);
                let again = code.play.again;
                let again = code.get(again);
                // What is won there is won here if the same player moves.
                let good = code.compare(IntCC::Equal, won, again);
                let draw_number = code.number(is_draw);
                let before = code.get(drawn);
                let after = code.build.ins().bor(before, draw_number);
                code.put(drawn, after);
                let best = code.get(soonest);
                let none = code.int(i64::MAX);
                let mine = code.select(good, remoteness, none);
                let mine = code.select(is_draw, none, mine);
                let sooner = code.compare(IntCC::SignedLessThan, mine, best);
                let best = code.select(sooner, mine, best);
                code.put(soonest, best);
                let worst = code.get(latest);
                let none = code.int(0);
                let theirs = code.select(good, none, remoteness);
                let theirs = code.select(is_draw, none, theirs);
                let later = code.compare(IntCC::SignedGreaterThan, theirs, worst);
                let worst = code.select(later, theirs, worst);
                code.put(latest, worst);
                Ok(())
            })?;
            let soonest = code.get(soonest);
            let latest = code.get(latest);
            let drawn = code.get(drawn);
            let wins = code.compare_int(IntCC::NotEqual, soonest, i64::MAX);
            let remoteness = code.select(wins, soonest, latest);
            let remoteness = code.build.ins().iadd_imm_s(remoteness, 1);
            let place = code.build.ins().ishl(remoteness, apart);
            let lost = code.select(wins, zero, apart);
            let place = code.build.ins().iadd(place, lost);
            let decided = code.build.ins().iadd(place, first);
            let drawn = code.compare_int(IntCC::NotEqual, drawn, 0);
            let undecided = code.select(drawn, draw, decided);
            let value = code.select(wins, decided, undecided);
            let limit = code.int((1 << (8 * width)) - 1);
            let over_limit = code.compare(IntCC::SignedGreaterThan, value, limit);
            code.ask_if(over_limit);
            code.store_cell(cell, value, width);
            Ok(())
        })?;
        Ok(Some(done))
    }

    /// `grundy(from, count, falling, most, cells, values)`: the Grundy values of the open cells, four bytes each, of a range whose
    /// moves lead to what has its value already. It stops where a move leads to a value beyond 63.
    pub(super) fn grundy(
        &mut self,
        numbers: Numbers,
        cells: Cells,
        values: Value,
    ) -> Made<Variable> {
        self.open_cells(numbers, cells, &mut |code, number, _| {
            let zero = code.int(0);
            let seen = code.variable(zero);
            code.moves(&mut |code, to| {
                let value = code.table_cell(values, to, 4);
                let value = code.load_cell(value, 4);
                let beyond = code.compare_int(IntCC::UnsignedGreaterThan, value, 63);
                code.ask_if(beyond);
                let one = code.int(1);
                let bit = code.build.ins().ishl(one, value);
                let before = code.get(seen);
                let after = code.build.ins().bor(before, bit);
                code.put(seen, after);
                Ok(())
            })?;
            let seen = code.get(seen);
            let free = code.build.ins().bnot(seen);
            let mex = code.build.ins().ctz(free);
            let value = code.table_cell(values, number, 4);
            code.store_cell(value, mex, 4);
            Ok(())
        })
    }
}

/// Numbers to go through.
#[derive(Clone, Copy)]
pub(super) struct Numbers {
    pub(super) from: Value,
    pub(super) count: Value,
    /// Whether moves lead to lower numbers.
    pub(super) falling: Value,
}

/// The cells of all numbers.
#[derive(Clone, Copy)]
pub(super) struct Cells {
    pub(super) at: Value,
    /// The greatest code of an open cell.
    pub(super) most: Value,
    /// Bytes a cell.
    pub(super) width: usize,
}
