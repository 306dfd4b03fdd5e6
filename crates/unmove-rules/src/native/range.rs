//! Code for whole ranges of numbers, which reads and writes the tables that are solved: no move goes through a buffer.

use super::code::{Code, I8, Made};
use super::helpers;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, MemFlagsData, Value};
use cranelift_frontend::Variable;
use unmove_core::numbered::{ASK, ENDED_DRAWN, ENDED_LOST, ENDED_WON, MOST_COUNTED, NOTHING};

/// What a walk over a range adds up, in words; in the order of [`Sums`].
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub(super) struct Sums {
    pub(super) positions: u64,
    pub(super) moves: u64,
    pub(super) edges: u64,
    pub(super) terminals: u64,
    pub(super) least: i64,
    pub(super) greatest: i64,
    pub(super) most: i64,
    pub(super) falling: i64,
    pub(super) rising: i64,
    pub(super) again: i64,
    pub(super) gains: i64,
}

impl Default for Sums {
    fn default() -> Self {
        Self {
            positions: 0,
            moves: 0,
            edges: 0,
            terminals: 0,
            least: i64::MAX,
            greatest: i64::MIN,
            most: 0,
            falling: 1,
            rising: 1,
            again: 0,
            gains: 0,
        }
    }
}

/// The places of the sums in memory.
mod sum {
    pub(super) const POSITIONS: usize = 0;
    pub(super) const MOVES: usize = 1;
    pub(super) const EDGES: usize = 2;
    pub(super) const TERMINALS: usize = 3;
    pub(super) const LEAST: usize = 4;
    pub(super) const GREATEST: usize = 5;
    pub(super) const MOST: usize = 6;
    pub(super) const FALLING: usize = 7;
    pub(super) const RISING: usize = 8;
    pub(super) const AGAIN: usize = 9;
    pub(super) const GAINS: usize = 10;
}

/// What code takes down of the moves of a number.
struct Seen {
    /// The address of the links so far.
    links: Value,
    moves: Variable,
    last: Variable,
    /// Whether each link is greater than the one before.
    sorted: Variable,
    low: Variable,
    high: Variable,
    again: Variable,
    gains: Variable,
}

impl Code<'_, '_> {
    fn store_byte(&mut self, address: Value, value: Value) {
        let byte = self.build.ins().ireduce(I8, value);
        self.build
            .ins()
            .store(MemFlagsData::trusted(), byte, address, 0);
    }

    fn grow_sum(&mut self, sums: Value, place: usize, by: Value) {
        let old = self.load(sums, place);
        let new = self.build.ins().iadd(old, by);
        self.store(sums, place, new);
    }

    fn extend_sum(&mut self, sums: Value, place: usize, op: IntCC, value: Value) {
        let old = self.load(sums, place);
        let better = self.compare(op, value, old);
        let new = self.select(better, value, old);
        self.store(sums, place, new);
    }

    /// `open(from, count, repeats, cells, sums)`: what the numbers of a range stand for, a byte each, the first at `cells`.
    pub(super) fn open(
        &mut self,
        from: Value,
        count: Value,
        repeats: Value,
        cells: Value,
        sums: Value,
    ) -> Made {
        let links = self.slot(usize::from(MOST_COUNTED) + 1);
        let links = self.slot_address(links);
        let zero = self.int(0);
        let one = self.int(1);
        let none = self.int(i64::MAX);
        let place = self.variable(zero);
        let (head, inside, next, over) = (self.block(), self.block(), self.block(), self.block());
        self.jump(head);
        self.build.switch_to_block(head);
        let here = self.get(place);
        let more = self.compare(IntCC::SignedLessThan, here, count);
        self.split(more, inside, over);
        self.enter(inside);
        let asked = self.block();
        self.build.set_cold_block(asked);
        let outer = (self.ask, self.give_up);
        (self.ask, self.give_up) = (asked, asked);
        let number = self.build.ins().iadd(from, here);
        let cell = self.build.ins().iadd(cells, here);
        let nothing = self.int(i64::from(NOTHING));
        self.store_byte(cell, nothing);
        self.refuel();
        self.unrank(number);
        let program = self.shared.program;
        let ended = self.block();
        let payoff = self.build.append_block_param(ended, super::code::I64);
        self.endings(&program.ends, &mut |code, payoff| {
            code.jump_with(ended, payoff);
        })?;
        let seen = Seen {
            links,
            moves: self.variable(zero),
            last: self.variable(zero),
            sorted: self.variable(one),
            low: self.variable(none),
            high: self.variable(zero),
            again: self.variable(zero),
            gains: self.variable(zero),
        };
        self.moves(&mut |code, number| {
            code.see(&seen, number);
            Ok(())
        })?;
        let moves = self.get(seen.moves);
        let (stuck, open) = (self.block(), self.block());
        self.split(moves, open, stuck);
        self.enter(open);
        self.add_up(&seen, number, repeats, cell, sums);
        self.jump(next);
        self.enter(stuck);
        self.endings(&program.stuck, &mut |code, payoff| {
            code.jump_with(ended, payoff);
        })?;
        let default = self.stuck_default();
        let default = self.int(default);
        self.jump_with(ended, default);
        self.enter(ended);
        self.add_end(payoff, cell, sums);
        self.jump(next);
        self.enter(asked);
        let byte = self.int(i64::from(ASK));
        self.store_byte(cell, byte);
        self.jump(next);
        (self.ask, self.give_up) = outer;
        self.enter(next);
        let further = self.build.ins().iadd_imm_s(here, 1);
        self.put(place, further);
        self.jump(head);
        self.build.seal_block(head);
        self.enter(over);
        let status = self.int(super::entry::status::OPEN);
        self.build.ins().return_(&[status]);
        Ok(())
    }

    /// Takes down a move to a number.
    fn see(&mut self, seen: &Seen, number: Value) {
        if self.shared.program.scored {
            let gain = self.gain();
            let before = self.get(seen.gains);
            let any = self.build.ins().bor(before, gain);
            self.put(seen.gains, any);
        }
        let count = self.get(seen.moves);
        let full = self.compare_int(
            IntCC::SignedGreaterThanOrEqual,
            count,
            i64::from(MOST_COUNTED),
        );
        self.ask_if(full);
        let turn = self.play.again;
        let turn = self.get(turn);
        let any = self.get(seen.again);
        let any = self.build.ins().bor(any, turn);
        self.put(seen.again, any);
        let bit = self.build.ins().ishl_imm_u(turn, 63);
        let link = self.build.ins().bor(number, bit);
        let address = self.at(seen.links, count);
        self.store(address, 0, link);
        let before = self.get(seen.last);
        let ascends = self.compare(IntCC::UnsignedGreaterThan, link, before);
        let first = self.compare_int(IntCC::Equal, count, 0);
        let ascends = self.build.ins().bor(ascends, first);
        let ascends = self.number(ascends);
        let all = self.get(seen.sorted);
        let all = self.build.ins().band(all, ascends);
        self.put(seen.sorted, all);
        self.put(seen.last, link);
        let least = self.get(seen.low);
        let less = self.compare(IntCC::SignedLessThan, number, least);
        let least = self.select(less, number, least);
        self.put(seen.low, least);
        let greatest = self.get(seen.high);
        let more = self.compare(IntCC::SignedGreaterThan, number, greatest);
        let greatest = self.select(more, number, greatest);
        self.put(seen.high, greatest);
        let count = self.build.ins().iadd_imm_s(count, 1);
        self.put(seen.moves, count);
    }

    /// Writes the cell of a number with moves, and adds what was seen of them to the sums.
    fn add_up(&mut self, seen: &Seen, number: Value, repeats: Value, cell: Value, sums: Value) {
        let one = self.int(1);
        let moves = self.get(seen.moves);
        let sorted = self.get(seen.sorted);
        let sure = self.build.ins().bor(sorted, repeats);
        let (doubtful, counted) = (self.block(), self.block());
        let edges = self.build.append_block_param(counted, super::code::I64);
        let early = [cranelift_codegen::ir::BlockArg::Value(moves)];
        self.build.ins().brif(sure, counted, &early, doubtful, &[]);
        self.enter(doubtful);
        let distinct = self.call(helpers::distinct as *const u8, &[seen.links, moves]);
        self.jump_with(counted, distinct);
        self.enter(counted);
        self.store_byte(cell, edges);
        self.grow_sum(sums, sum::POSITIONS, one);
        self.grow_sum(sums, sum::MOVES, moves);
        self.grow_sum(sums, sum::EDGES, edges);
        self.extend_sum(sums, sum::MOST, IntCC::SignedGreaterThan, edges);
        let high = self.get(seen.high);
        let falls = self.compare(IntCC::SignedLessThan, high, number);
        let falls = self.number(falls);
        self.extend_sum(sums, sum::FALLING, IntCC::SignedLessThan, falls);
        let low = self.get(seen.low);
        let rises = self.compare(IntCC::SignedGreaterThan, low, number);
        let rises = self.number(rises);
        self.extend_sum(sums, sum::RISING, IntCC::SignedLessThan, rises);
        let again = self.get(seen.again);
        self.extend_sum(sums, sum::AGAIN, IntCC::SignedGreaterThan, again);
        let gains = self.get(seen.gains);
        let gains = self.compare_int(IntCC::NotEqual, gains, 0);
        let gains = self.number(gains);
        self.extend_sum(sums, sum::GAINS, IntCC::SignedGreaterThan, gains);
    }

    /// Writes the cell of a number where the game is over, and adds it to the sums.
    fn add_end(&mut self, payoff: Value, cell: Value, sums: Value) {
        let one = self.int(1);
        let [draw, won, lost] =
            [ENDED_DRAWN, ENDED_WON, ENDED_LOST].map(|byte| self.int(i64::from(byte)));
        let wins = self.compare_int(IntCC::SignedGreaterThan, payoff, 0);
        let loses = self.compare_int(IntCC::SignedLessThan, payoff, 0);
        let byte = self.select(wins, won, draw);
        let byte = self.select(loses, lost, byte);
        self.store_byte(cell, byte);
        self.grow_sum(sums, sum::POSITIONS, one);
        self.grow_sum(sums, sum::TERMINALS, one);
        self.extend_sum(sums, sum::LEAST, IntCC::SignedLessThan, payoff);
        self.extend_sum(sums, sum::GREATEST, IntCC::SignedGreaterThan, payoff);
    }
}
