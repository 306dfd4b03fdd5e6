//! The functions that are called from outside.

use super::code::{Code, Made};
use super::images::Images;
use crate::machine::unmoves::Unmove;
use crate::program::{Ending, Expr};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{Block, InstBuilder, Value};
use cranelift_frontend::Variable;
use unmove_core::game::Payoff;

/// How functions end: in the lowest bits of what they return.
pub(super) mod status {
    /// The number stands for nothing.
    pub(in crate::native) const NOTHING: i64 = 0;
    /// The game has ended; what it pays stands above.
    pub(in crate::native) const ENDED: i64 = 1;
    /// There are moves; how many stands above.
    pub(in crate::native) const OPEN: i64 = 2;
    /// The interpreter must look at it.
    pub(in crate::native) const ASK: i64 = 3;
    /// The buffer is too small.
    pub(in crate::native) const SMALL: i64 = 4;
    /// So many bits the above take.
    pub(in crate::native) const BITS: u32 = 3;
}

/// The bit of a link that says that the mover moves again.
const AGAIN_BIT: i64 = 63;

impl Code<'_, '_> {
    pub(super) fn leave(&mut self, kind: i64) {
        let status = self.int(kind);
        self.build.ins().return_(&[status]);
    }

    fn leave_with(&mut self, kind: i64, payload: Value) {
        let above = self
            .build
            .ins()
            .ishl_imm_u(payload, i64::from(status::BITS));
        let status = self.build.ins().bor_imm_u(above, kind);
        self.build.ins().return_(&[status]);
    }

    /// Goes to the position of a number. Unless it is known to stand for one, leaves if it stands for nothing, and notes down how
    /// many positions it stands for, where that comes to light.
    fn go_to(&mut self, number: Value, known: Value, orbit: Value) {
        self.unrank(number);
        if !self.shared.terms.whole {
            return;
        }
        let (check, nothing, found, on) = (self.block(), self.block(), self.block(), self.block());
        self.split(known, on, check);
        self.enter(check);
        let frame = self.spill();
        if let Some((stands, images)) = self.shared.terms.stands {
            let same = self.call(stands as *const u8, &[frame, number]);
            self.split(same, found, nothing);
            self.enter(found);
            // The symmetries that keep a position are as many for each of its images.
            let images = self.int(images);
            let different = self.build.ins().udiv(images, same);
            self.store(orbit, 0, different);
        } else {
            let least = self.least_number(frame, number);
            let same = self.compare(IntCC::Equal, least, number);
            self.split(same, found, nothing);
            self.enter(found);
        }
        self.jump(on);
        self.enter(nothing);
        self.leave(status::NOTHING);
        self.enter(on);
    }

    /// What the first ending that holds pays goes to `pays`; goes on if none does.
    pub(super) fn endings(
        &mut self,
        endings: &[Ending],
        pays: &mut dyn FnMut(&mut Self, Value),
    ) -> Made {
        for ending in endings {
            let (yes, no) = (self.block(), self.block());
            self.branch(&ending.condition, yes, no)?;
            self.enter(yes);
            let interval = self.interval(&ending.payoff);
            let payoff = self.value(&ending.payoff)?;
            self.must_be_points(payoff, interval);
            pays(self, payoff);
            self.enter(no);
        }
        Ok(())
    }

    fn must_be_points(&mut self, points: Value, interval: super::intervals::Interval) {
        if !interval.within(i64::from(i32::MIN), i64::from(i32::MAX)) {
            let low = self
                .build
                .ins()
                .ireduce(cranelift_codegen::ir::types::I32, points);
            let same = self.build.ins().sextend(super::code::I64, low);
            let over = self.compare(IntCC::NotEqual, same, points);
            self.ask_if(over);
        }
    }

    /// What one gets who has no move, if no rule says so.
    pub(super) fn stuck_default(&self) -> i64 {
        let default = if self.shared.program.scored {
            Payoff::DRAW
        } else {
            Payoff::LOSS
        };
        i64::from(default.0)
    }

    /// What the move in hand gains, checked.
    pub(super) fn gain(&mut self) -> Value {
        let gain = self.play.gain;
        let gain = self.get(gain);
        self.must_be_points(gain, super::intervals::Interval::new(i64::MIN, i64::MAX));
        gain
    }

    /// `row(number, buffer, capacity, known)`: what a number stands for, and after a word for how many positions that are, its moves
    /// as links, each followed by its gain in games with scores. If it is `known` that it stands for a position, that word is left
    /// alone.
    pub(super) fn row(
        &mut self,
        number: Value,
        (orbit, capacity): (Value, Value),
        known: Value,
    ) -> Made {
        let shared = self.shared;
        let program = shared.program;
        self.go_to(number, known, orbit);
        let buffer = self.build.ins().iadd_imm_s(orbit, 8);
        self.endings(&program.ends, &mut |code, payoff| {
            code.leave_with(status::ENDED, payoff);
        })?;
        let size = if program.scored { 16 } else { 8 };
        let place = self.variable(buffer);
        let bytes = self.build.ins().imul_imm_u(capacity, size);
        let end = self.build.ins().iadd(buffer, bytes);
        let small = self.block();
        self.build.set_cold_block(small);
        self.moves(&mut |code, number| {
            let gain = program.scored.then(|| code.gain());
            let here = code.room(place, end, small);
            let again = code.play.again;
            let again = code.get(again);
            let again = code.build.ins().ishl_imm_u(again, AGAIN_BIT);
            let link = code.build.ins().bor(number, again);
            code.store(here, 0, link);
            if let Some(gain) = gain {
                code.store(here, 1, gain);
            }
            let next = code.build.ins().iadd_imm_s(here, size);
            code.put(place, next);
            Ok(())
        })?;
        let place = self.get(place);
        let bytes = self.build.ins().isub(place, buffer);
        let (stuck, open) = (self.block(), self.block());
        self.split(bytes, open, stuck);
        self.enter(open);
        let count = self.build.ins().udiv_imm_u(bytes, size);
        self.leave_with(status::OPEN, count);
        self.enter(stuck);
        self.endings(&program.stuck, &mut |code, payoff| {
            code.leave_with(status::ENDED, payoff);
        })?;
        let default = self.stuck_default();
        let default = self.int(default);
        self.leave_with(status::ENDED, default);
        self.enter(small);
        self.leave(status::SMALL);
        Ok(())
    }

    /// The place for the next thing in a buffer; goes to a block if there is none.
    fn room(&mut self, place: Variable, end: Value, small: Block) -> Value {
        let here = self.get(place);
        let on = self.block();
        let full = self.compare(IntCC::Equal, here, end);
        self.split(full, small, on);
        self.enter(on);
        here
    }

    /// `sources(number, buffer, capacity)`: the positions from which a move leads to a number, as links.
    pub(super) fn sources(
        &mut self,
        unmoves: &[Unmove],
        number: Value,
        buffer: Value,
        capacity: Value,
    ) -> Made {
        self.unrank(number);
        let place = self.variable(buffer);
        let bytes = self.build.ins().ishl_imm_u(capacity, 3);
        let end = self.build.ins().iadd(buffer, bytes);
        let small = self.block();
        self.build.set_cold_block(small);
        self.back(unmoves, &mut |code, number, unmove| {
            let here = code.room(place, end, small);
            let again = i64::from(unmove.again) << AGAIN_BIT;
            let link = code.build.ins().bor_imm_u(number, again);
            code.store(here, 0, link);
            let next = code.build.ins().iadd_imm_s(here, 8);
            code.put(place, next);
            Ok(())
        })?;
        let place = self.get(place);
        let bytes = self.build.ins().isub(place, buffer);
        let count = self.build.ins().ushr_imm_u(bytes, 3);
        self.leave_with(status::OPEN, count);
        self.enter(small);
        self.leave(status::SMALL);
        Ok(())
    }

    /// `is_root(number)`: whether the game may start there or at an image, by the condition that its rules give.
    pub(super) fn root(
        &mut self,
        images: Option<&Images>,
        number: Value,
        condition: &Expr,
    ) -> Made {
        self.unrank(number);
        let Some(images) = images else {
            let truth = self.truth(condition)?;
            let truth = self.number(truth);
            self.leave_with(status::OPEN, truth);
            return Ok(());
        };
        let frame = self.spill();
        self.each_image(images, frame, &mut |code, image| {
            code.unrank(image);
            let (found, on) = (code.block(), code.block());
            code.branch(condition, found, on)?;
            code.enter(found);
            let yes = code.int(1);
            code.leave_with(status::OPEN, yes);
            code.enter(on);
            Ok(())
        })?;
        let no = self.int(0);
        self.leave_with(status::OPEN, no);
        Ok(())
    }
}
