//! Code for moves: parameters bound one after the other, then the effects, each on registers that come back.

use super::code::{Code, I8, Made, Unsupported};
use super::expression::{all_cells, members};
use super::tables::Key;
use crate::machine::allowed::Values;
use crate::program::{Domain, Effect, Expr, MOVER, MoveRule, NOWHERE, Register, Set};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{Block, InstBuilder, StackSlot, Value};
use cranelift_frontend::{FunctionBuilder, Variable};
use std::collections::BTreeSet;

/// What is made of each legal move: the code gets the number of the position after it.
pub(super) type Sink<'s, 'c, 'p> = &'s mut dyn FnMut(&mut Code<'c, 'p>, Value) -> Made;

/// What must be put back of an array's element: where, and what.
#[derive(Clone, Copy)]
struct Undo {
    address: Variable,
    old: Variable,
}

/// The move in hand.
pub(super) struct Play {
    /// Whether the mover moves again, 0 or 1.
    pub(super) again: Variable,
    /// What the mover has gained.
    pub(super) gain: Variable,
    /// The elements that are assigned once at most, in the order of the assignments.
    undo: Vec<Undo>,
    /// How many of them have been assigned so far.
    undone: usize,
    /// Loops around the effect in hand.
    loops: u32,
    /// Where a move goes on that is not legal.
    illegal: Option<Block>,
    /// Whether what fails is as good as not legal.
    pub(super) drops: bool,
}

impl Play {
    pub(super) fn new(build: &mut FunctionBuilder<'_>) -> Self {
        Self {
            again: build.declare_var(super::code::I64),
            gain: build.declare_var(super::code::I64),
            undo: Vec::new(),
            undone: 0,
            loops: 0,
            illegal: None,
            drops: false,
        }
    }
}

/// What effects write.
#[derive(Default)]
pub(super) struct Written {
    /// Registers that are written one by one.
    registers: BTreeSet<Register>,
    /// Arrays of which elements are written inside a loop.
    looped: BTreeSet<usize>,
    /// All arrays of which elements are written.
    pub(super) arrays: BTreeSet<usize>,
    /// How many elements are assigned outside of loops.
    elements: usize,
}

impl Written {
    fn effects(&mut self, code: &Code<'_, '_>, effects: &[Effect], looped: bool) {
        let program = code.shared.program;
        for effect in effects {
            match effect {
                Effect::Assign { variable, .. }
                | Effect::AssignSet { variable, .. }
                | Effect::MovePiece { variable, .. } => {
                    let variable = &program.variables[*variable];
                    let range = variable.register..variable.register + variable.width;
                    self.registers.extend(range);
                    if let Effect::MovePiece { piece, .. } = effect {
                        self.registers.insert(*piece);
                    }
                }
                Effect::AssignElement { variable, .. } => {
                    self.arrays.insert(*variable);
                    if looped {
                        self.looped.insert(*variable);
                    } else {
                        self.elements += 1;
                    }
                }
                Effect::Let(local, _) => {
                    self.registers.insert(*local);
                }
                Effect::LetSet(local, set) => {
                    let words = code.shared.intervals.words(set) as u32;
                    self.registers.extend(*local..*local + words);
                }
                Effect::If(_, then, other) => {
                    self.effects(code, then, looped);
                    self.effects(code, other, looped);
                }
                Effect::For(local, _, body) => {
                    self.registers.insert(*local);
                    self.effects(code, body, true);
                }
                Effect::Gain(..) | Effect::Again | Effect::Become(_) | Effect::Require(_) => {}
            }
        }
    }

    /// What is written by some effects.
    pub(super) fn by(code: &Code<'_, '_>, effects: &[Effect]) -> Self {
        let mut written = Self::default();
        written.effects(code, effects, false);
        written
    }

    /// Whether a register of the state may be written.
    pub(super) fn touches(&self, code: &Code<'_, '_>, register: Register) -> bool {
        self.registers.contains(&register)
            || self.arrays.iter().any(|&variable| {
                let variable = &code.shared.program.variables[variable];
                (variable.register..variable.register + variable.width).contains(&register)
            })
    }
}

impl<'c, 'p> Code<'c, 'p> {
    /// Code for every legal move of the position in the registers, in order.
    pub(super) fn moves(&mut self, sink: Sink<'_, 'c, 'p>) -> Made {
        for rule in &self.shared.program.moves {
            let over = self.block();
            if let Some(player) = rule.player {
                let turn = self.block();
                let mover = self.read(MOVER);
                let theirs = self.compare_int(IntCC::Equal, mover, i64::from(player));
                self.split(theirs, turn, over);
                self.enter(turn);
            }
            for condition in &rule.conditions {
                self.unless(condition, over)?;
            }
            self.bind(rule, 0, &mut |code| code.play(rule, sink))?;
            self.jump(over);
            self.enter(over);
        }
        Ok(())
    }

    /// Binds the parameters of a rule from one on, and makes the code for each choice.
    pub(super) fn bind(
        &mut self,
        rule: &MoveRule,
        depth: usize,
        inside: &mut dyn FnMut(&mut Self) -> Made,
    ) -> Made {
        let Some(parameter) = rule.parameters.get(depth) else {
            return inside(self);
        };
        self.each(&parameter.domain, &mut |code, element, _| {
            code.write(parameter.local, element);
            let next = code.block();
            for condition in &parameter.conditions {
                code.unless(condition, next)?;
            }
            code.bind(rule, depth + 1, inside)?;
            code.jump(next);
            code.enter(next);
            Ok(())
        })
    }

    /// Runs the effects of a move and hands it on, if it is legal; the registers are as before afterwards.
    fn play(&mut self, rule: &MoveRule, sink: Sink<'_, 'c, 'p>) -> Made {
        self.transient(&rule.effects, &mut |code, written| {
            let number = code.successor(rule, written)?;
            sink(code, number)
        })
    }

    /// Runs effects and then something, unless they turn out not to be legal; the registers are as before afterwards.
    pub(super) fn transient(
        &mut self,
        effects: &[Effect],
        then: &mut dyn FnMut(&mut Self, &Written) -> Made,
    ) -> Made {
        let written = Written::by(self, effects);
        let mut registers: Vec<Register> = written.registers.iter().copied().collect();
        if !registers.contains(&MOVER) {
            registers.push(MOVER);
        }
        registers.retain(|&register| !self.lives_in_frame(register));
        let saved: Vec<(Register, Value)> = registers
            .into_iter()
            .map(|register| (register, self.read(register)))
            .collect();
        let copies: Vec<(usize, StackSlot)> = written
            .looped
            .iter()
            .map(|&variable| (variable, self.back_up(variable)))
            .collect();
        let undo = self.undo_sites(written.elements);
        let zero = self.int(0);
        let (again, gain) = (self.play.again, self.play.gain);
        self.put(again, zero);
        self.put(gain, zero);
        self.begin_number(&written);
        let over = self.block();
        let outer = (
            std::mem::replace(&mut self.play.undo, undo),
            std::mem::take(&mut self.play.undone),
            self.play.illegal.replace(over),
        );
        let ask = self.ask;
        if self.play.drops {
            self.ask = over;
        }
        self.effects(effects)?;
        then(self, &written)?;
        self.ask = ask;
        self.jump(over);
        self.enter(over);
        let undo = std::mem::replace(&mut self.play.undo, outer.0);
        self.play.undone = outer.1;
        self.play.illegal = outer.2;
        for Undo { address, old } in undo.into_iter().rev() {
            let address = self.get(address);
            let old = self.get(old);
            self.store(address, 0, old);
        }
        for (variable, copy) in copies {
            self.restore(variable, copy);
        }
        for (register, value) in saved {
            self.write(register, value);
        }
        Ok(())
    }

    fn undo_sites(&mut self, count: usize) -> Vec<Undo> {
        if count == 0 {
            return Vec::new();
        }
        let nowhere = self.slot(1);
        let nowhere = self.slot_address(nowhere);
        let zero = self.int(0);
        (0..count)
            .map(|_| Undo {
                address: self.variable(nowhere),
                old: self.variable(zero),
            })
            .collect()
    }

    fn back_up(&mut self, variable: usize) -> StackSlot {
        let variable = &self.shared.program.variables[variable];
        let copy = self.slot(variable.width as usize);
        for word in 0..variable.width {
            let value = self.read(variable.register + word);
            self.store_slot(copy, word as usize, value);
        }
        copy
    }

    fn restore(&mut self, variable: usize, copy: StackSlot) {
        let variable = &self.shared.program.variables[variable];
        for word in 0..variable.width {
            let value = self.load_slot(copy, word as usize);
            self.write(variable.register + word, value);
        }
    }

    pub(super) fn effects(&mut self, effects: &[Effect]) -> Made {
        for effect in effects {
            self.effect(effect)?;
        }
        Ok(())
    }

    fn effect(&mut self, effect: &Effect) -> Made {
        match effect {
            Effect::Assign {
                variable, value, ..
            } => {
                let register = self.shared.program.variables[*variable].register;
                let interval = self.interval(value);
                let value = self.value(value)?;
                self.check_range(*variable, value, interval);
                let old = self.read(register);
                self.single_changes(*variable, register, old, value);
                self.write(register, value);
            }
            Effect::AssignElement {
                variable,
                index,
                value,
                ..
            } => {
                let index_in = self.interval(index);
                let value_in = self.interval(value);
                let index = self.value(index)?;
                let value = self.value(value)?;
                let address = self.element(*variable, index, index_in);
                self.check_range(*variable, value, value_in);
                let old = self.load(address, 0);
                if self.play.loops == 0 {
                    let undo = self.play.undo[self.play.undone];
                    self.play.undone += 1;
                    self.put(undo.address, address);
                    self.put(undo.old, old);
                }
                self.element_changes(*variable, index, old, value);
                self.store(address, 0, value);
            }
            Effect::AssignSet { variable, set, .. } => self.assign_set(*variable, set)?,
            Effect::MovePiece {
                variable,
                piece,
                to,
                ..
            } => self.move_piece(*variable, *piece, to)?,
            Effect::Gain(points, _) => {
                let points = self.value(points)?;
                let gain = self.play.gain;
                let before = self.get(gain);
                let after = self.checked_sum(before, points);
                self.put(gain, after);
            }
            Effect::Again => {
                let one = self.int(1);
                let again = self.play.again;
                self.put(again, one);
            }
            Effect::Become(_) => {
                return Err(Unsupported("a move splits the game into a sum".to_owned()));
            }
            Effect::Let(local, value) => {
                let value = self.value(value)?;
                self.write(*local, value);
            }
            Effect::LetSet(local, set) => {
                let words = self.set(set)?;
                for (register, word) in (*local..).zip(words) {
                    self.write(register, word);
                }
            }
            Effect::If(condition, then, other) => {
                let (yes, no, join) = (self.block(), self.block(), self.block());
                self.branch(condition, yes, no)?;
                self.enter(yes);
                self.effects(then)?;
                self.jump(join);
                self.enter(no);
                self.effects(other)?;
                self.jump(join);
                self.enter(join);
            }
            Effect::For(local, domain, body) => self.repeat(*local, domain, body)?,
            Effect::Require(condition) => {
                let illegal = self.illegal()?;
                self.unless(condition, illegal)?;
            }
        }
        Ok(())
    }

    fn illegal(&self) -> Made<Block> {
        self.play
            .illegal
            .ok_or_else(|| Unsupported("effects stand outside of a move".to_owned()))
    }

    fn repeat(&mut self, local: Register, domain: &Domain, body: &[Effect]) -> Made {
        self.play.loops += 1;
        self.each_fixed(domain, &mut |code, element, _| {
            code.write(local, element);
            code.effects(body)
        })?;
        self.play.loops -= 1;
        Ok(())
    }

    fn check_range(&mut self, variable: usize, value: Value, interval: super::intervals::Interval) {
        let shared = self.shared;
        let bad = match &shared.ready.layout.allowed[variable].values {
            Values::Range(least, most) => {
                if interval.within(*least, *most) {
                    return;
                }
                let span = most
                    .checked_sub(*least)
                    .and_then(|span| span.checked_add(1));
                if let Some(span) = span {
                    let place = self.build.ins().iadd_imm_s(value, least.wrapping_neg());
                    self.compare_int(IntCC::UnsignedGreaterThanOrEqual, place, span)
                } else {
                    let under = self.compare_int(IntCC::SignedLessThan, value, *least);
                    let over = self.compare_int(IntCC::SignedGreaterThan, value, *most);
                    self.build.ins().bor(under, over)
                }
            }
            Values::Cell { mask, nowhere, .. } => {
                let somewhere =
                    super::intervals::Interval::new(interval.least.max(0), interval.most);
                if (interval.least >= 0 || (*nowhere && interval.least == NOWHERE))
                    && all_cells(mask, somewhere)
                {
                    return;
                }
                let table = self.tables.bytes(Key::Allowed(variable), || members(mask));
                let has = self.has(table, mask.len() as i64 * 64, value, interval);
                let bad = self.compare_int(IntCC::Equal, has, 0);
                if *nowhere {
                    let somewhere = self.compare_int(IntCC::NotEqual, value, NOWHERE);
                    self.build.ins().band(bad, somewhere)
                } else {
                    bad
                }
            }
            Values::Set { .. } => self.build.ins().iconst(I8, 1),
        };
        self.ask_if(bad);
    }

    fn assign_set(&mut self, variable: usize, set: &Set) -> Made {
        let shared = self.shared;
        let words = self.set(set)?;
        let Values::Set {
            mask,
            least,
            most,
            cells,
            ..
        } = &shared.ready.layout.allowed[variable].values
        else {
            self.ask();
            return Ok(());
        };
        if words.len() != mask.len() {
            self.ask();
            return Ok(());
        }
        let mut size = self.int(0);
        let mut outside = self.int(0);
        for (&word, &mask) in words.iter().zip(mask) {
            let mask = self.int(mask as i64);
            let more = self.build.ins().band_not(word, mask);
            outside = self.build.ins().bor(outside, more);
            let count = self.build.ins().popcnt(word);
            size = self.build.ins().iadd(size, count);
        }
        let mut bad = self.compare_int(IntCC::NotEqual, outside, 0);
        if *least > 0 || (*most as usize) < cells.len() {
            let place = self.build.ins().iadd_imm_s(size, -i64::from(*least));
            let span = i64::from(*most) - i64::from(*least);
            let wrong = self.compare_int(IntCC::UnsignedGreaterThan, place, span);
            bad = self.build.ins().bor(bad, wrong);
        }
        self.ask_if(bad);
        let first = shared.program.variables[variable].register;
        for (register, word) in (first..).zip(words) {
            self.write(register, word);
        }
        Ok(())
    }

    fn move_piece(&mut self, variable: usize, piece: Register, to: &Expr) -> Made {
        let shared = self.shared;
        let declared = &shared.program.variables[variable];
        let Values::Set { mask, .. } = &shared.ready.layout.allowed[variable].values else {
            self.ask();
            return Ok(());
        };
        let to_in = self.interval(to);
        let to = self.value(to)?;
        let from = self.read(piece);
        let from_in = self.interval(&Expr::Register(piece));
        let registers = declared.register..declared.register + declared.width;
        let mut words: super::sets::Words = registers
            .clone()
            .map(|register| self.read(register))
            .collect();
        let stands = self.bit(&words, from, from_in);
        let missing = self.compare_int(IntCC::Equal, stands, 0);
        self.ask_if(missing);
        if !all_cells(mask, to_in) {
            let table = self.tables.bytes(Key::Allowed(variable), || members(mask));
            let has = self.has(table, mask.len() as i64 * 64, to, to_in);
            let bad = self.compare_int(IntCC::Equal, has, 0);
            self.ask_if(bad);
        }
        let taken = self.bit(&words, to, to_in);
        let taken = self.compare_int(IntCC::NotEqual, taken, 0);
        self.ask_if(taken);
        // Both cells are on the board now, and the piece stands on the first only.
        let last = words.len() as i64 * 64 - 1;
        let board = super::intervals::Interval::new(0, last);
        self.flip(&mut words, from, board);
        self.flip(&mut words, to, board);
        for (register, word) in registers.zip(words) {
            self.write(register, word);
        }
        self.write(piece, to);
        Ok(())
    }

    fn flip(
        &mut self,
        words: &mut super::sets::Words,
        cell: Value,
        board: super::intervals::Interval,
    ) {
        let zero = self.int(0);
        let mut bits: super::sets::Words = words.iter().map(|_| zero).collect();
        self.add(&mut bits, cell, board);
        for (word, bit) in words.iter_mut().zip(bits) {
            *word = self.build.ins().bxor(*word, bit);
        }
    }
}
