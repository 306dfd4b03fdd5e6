//! Code for moves taken back: candidates for the position before, each restored and confirmed. What fails on the way is no
//! position to come from.

use super::code::{Code, Made};
use super::effects::Written;
use super::helpers;
use crate::machine::unmoves::Unmove;
use crate::program::{MOVER, Register};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{Block, InstBuilder, Value};

impl Code<'_, '_> {
    /// Code for every position from which a move leads to the one in the registers; `found` gets its number.
    pub(super) fn back(
        &mut self,
        unmoves: &[Unmove],
        found: &mut dyn FnMut(&mut Self, Value, &Unmove) -> Made,
    ) -> Made {
        self.play.drops = true;
        let target = self.target();
        for unmove in unmoves {
            let over = self.block();
            let outer = std::mem::replace(&mut self.ask, over);
            let mover = self.read(MOVER);
            let before = if self.shared.program.players.is_some() && !unmove.again {
                self.build.ins().bxor_imm_u(mover, 1)
            } else {
                mover
            };
            let rule = &unmove.reverse;
            if let Some(player) = rule.player {
                let on = self.block();
                let theirs = self.compare_int(IntCC::Equal, before, i64::from(player));
                self.split(theirs, on, over);
                self.enter(on);
            }
            self.write(MOVER, before);
            for condition in &rule.conditions {
                self.unless(condition, over)?;
            }
            self.bind_back(unmove, 0, &mut |code| {
                code.candidate(unmove, mover, before, target, found)
            })?;
            self.jump(over);
            self.enter(over);
            self.write(MOVER, mover);
            self.ask = outer;
        }
        self.play.drops = false;
        Ok(())
    }

    /// A copy of the position that moves must lead to, for where the effects have to be run.
    fn target(&mut self) -> Value {
        let state = self.shared.program.state;
        let copy = self.slot(state as usize);
        for register in 0..state {
            let value = self.read(register);
            self.store_slot(copy, register as usize, value);
        }
        self.slot_address(copy)
    }

    fn bind_back(
        &mut self,
        unmove: &Unmove,
        depth: usize,
        inside: &mut dyn FnMut(&mut Self) -> Made,
    ) -> Made {
        let Some(parameter) = unmove.reverse.parameters.get(depth) else {
            return inside(self);
        };
        let done = self.block();
        let outer = std::mem::replace(&mut self.ask, done);
        self.each(&parameter.domain, &mut |code, element, _| {
            code.write(parameter.local, element);
            let next = code.block();
            code.ask = next;
            for condition in &parameter.conditions {
                code.unless(condition, next)?;
            }
            code.bind_back(unmove, depth + 1, inside)?;
            code.jump(next);
            code.enter(next);
            code.ask = done;
            Ok(())
        })?;
        self.jump(done);
        self.enter(done);
        self.ask = outer;
        Ok(())
    }

    fn candidate(
        &mut self,
        unmove: &Unmove,
        mover: Value,
        before: Value,
        target: Value,
        found: &mut dyn FnMut(&mut Self, Value, &Unmove) -> Made,
    ) -> Made {
        self.transient(&unmove.reverse.effects, &mut |code, written| {
            // A move that is not legal ends here as well as what fails.
            let over = code.ask;
            for ending in &code.shared.program.ends {
                let on = code.block();
                code.branch(&ending.condition, over, on)?;
                code.enter(on);
            }
            for condition in &unmove.confirm {
                code.unless(condition, over)?;
            }
            code.single_changes(usize::MAX, MOVER, mover, before);
            let number = if code.shared.terms.whole {
                None
            } else {
                Some(code.number_after(written, mover != before)?)
            };
            if !unmove.exact {
                code.must_lead(unmove, written, target, over)?;
            }
            let number = match number {
                Some(number) => number,
                None => code.number_after(written, true)?,
            };
            found(code, number, unmove)
        })
    }

    /// Goes on if the rule's effects lead to the target, else to a block.
    fn must_lead(&mut self, unmove: &Unmove, restored: &Written, target: Value, no: Block) -> Made {
        let shared = self.shared;
        let zero = self.int(0);
        let leads = self.variable(zero);
        let rule = &shared.program.moves[unmove.rule];
        self.transient(&rule.effects, &mut |code, written| {
            let over = code.ask;
            let again = code.play.again;
            let again = code.get(again);
            let same = code.compare_int(IntCC::Equal, again, i64::from(unmove.again));
            let on = code.block();
            code.split(same, on, over);
            code.enter(on);
            let same = code.arrived(restored, written, target);
            code.put(leads, same);
            Ok(())
        })?;
        let leads = self.get(leads);
        let yes = self.block();
        self.split(leads, yes, no);
        self.enter(yes);
        Ok(())
    }

    /// Whether the registers are those of the target, the mover left aside, which follows from whether the mover moves again.
    fn arrived(&mut self, restored: &Written, written: &Written, target: Value) -> Value {
        let shared = self.shared;
        let grouped =
            shared.program.unordered.iter().flatten().any(|&register| {
                restored.touches(self, register) || written.touches(self, register)
            });
        if grouped || !restored.arrays.is_empty() || !written.arrays.is_empty() {
            let frame = self.spill();
            let ready = self.int(std::ptr::from_ref(shared.ready) as i64);
            return self.call(helpers::arrived as *const u8, &[ready, frame, target]);
        }
        let mut other = self.int(0);
        let state: Vec<Register> = (1..shared.program.state).collect();
        for register in state {
            if restored.touches(self, register) || written.touches(self, register) {
                let here = self.read(register);
                let there = self.load(target, register as usize);
                let differs = self.build.ins().bxor(here, there);
                other = self.build.ins().bor(other, differs);
            }
        }
        let same = self.compare_int(IntCC::Equal, other, 0);
        self.number(same)
    }
}
