//! Code for sets of cells: a value for each word.

use super::code::{Code, I8, I64, Made};
use super::expression::members;
use super::helpers;
use super::intervals::Interval;
use super::tables::Key;
use crate::program::{Expr, NOWHERE, Register, Set};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{BlockArg, InstBuilder, Value};
use smallvec::SmallVec;

/// The words of a set.
pub(super) type Words = SmallVec<[Value; 4]>;

impl Code<'_, '_> {
    fn zeros(&mut self, count: usize) -> Words {
        let zero = self.int(0);
        (0..count).map(|_| zero).collect()
    }

    /// The words of a set, as many as [`Intervals::words`](super::intervals::Intervals::words) says.
    pub(super) fn set(&mut self, set: &Set) -> Made<Words> {
        let shared = self.shared;
        Ok(match set {
            Set::Constant(number) => shared.program.sets[*number]
                .iter()
                .map(|&word| self.int(word as i64))
                .collect(),
            Set::Variable(register, width) => (*register..*register + *width)
                .map(|register| self.read(register))
                .collect(),
            Set::Family { family, index } => self.family(*family, index)?,
            Set::Listed(cells, board) => {
                let mut words = self.zeros(shared.program.boards[*board].words());
                for cell in cells {
                    let interval = self.interval(cell);
                    let cell = self.value(cell)?;
                    self.add(&mut words, cell, interval);
                }
                words
            }
            Set::Union(left, right) => {
                let (left, right) = (self.set(left)?, self.set(right)?);
                self.both(&left, &right, |code, left, right| {
                    code.build.ins().bor(left, right)
                })
            }
            Set::Intersection(left, right) => {
                let (left, right) = (self.set(left)?, self.set(right)?);
                self.both(&left, &right, |code, left, right| {
                    code.build.ins().band(left, right)
                })
            }
            Set::Difference(left, right) => {
                let (left, right) = (self.set(left)?, self.set(right)?);
                self.both(&left, &right, |code, left, right| {
                    code.build.ins().band_not(left, right)
                })
            }
            Set::Filter {
                local,
                of,
                condition,
            } => self.filter(*local, of, condition)?,
            Set::Slides {
                board,
                from,
                directions,
                blockers,
            } => self.slides(*board, from, directions, blockers)?,
            Set::Reach {
                board,
                from,
                within,
            } => {
                let count = shared.intervals.words(set);
                self.reach(*board, from, within, count)?
            }
            Set::If(condition, then, other) => {
                let count = shared.intervals.words(set);
                let (yes, no, join) = (self.block(), self.block(), self.block());
                let result: Words = (0..count)
                    .map(|_| self.build.append_block_param(join, I64))
                    .collect();
                self.branch(condition, yes, no)?;
                for (block, branch) in [(yes, then), (no, other)] {
                    self.enter(block);
                    let words = self.set(branch)?;
                    let mut arguments: Vec<BlockArg> =
                        words.into_iter().map(BlockArg::Value).collect();
                    while arguments.len() < count {
                        arguments.push(BlockArg::Value(self.int(0)));
                    }
                    self.build.ins().jump(join, &arguments);
                }
                self.enter(join);
                result
            }
            Set::Let { local, value, body } => {
                let value = self.value(value)?;
                self.write(*local, value);
                self.set(body)?
            }
        })
    }

    fn family(&mut self, family: usize, index: &Expr) -> Made<Words> {
        let shared = self.shared;
        let interval = self.interval(index);
        let index = self.value(index)?;
        let index = self.family_index(family, index, interval);
        let sets = &shared.program.families[family];
        let words = sets.first().map_or(0, Vec::len);
        let table = self.tables.numbers(Key::FamilyWords(family), || {
            let mut all = vec![0; words];
            for set in sets {
                all.extend(set.iter().map(|&word| word as i64));
            }
            all
        });
        let row = self.build.ins().imul_imm_s(index, words as i64);
        Ok((0..words)
            .map(|word| self.entry(table, row, words + word))
            .collect())
    }

    /// Those of a set for which a condition holds.
    fn filter(&mut self, local: Register, of: &Set, condition: &Expr) -> Made<Words> {
        let shared = self.shared;
        let most = shared.intervals.greatest(of);
        let of = self.set(of)?;
        let zero = self.int(0);
        let found: Vec<_> = of.iter().map(|_| self.variable(zero)).collect();
        self.each_cell(&of, &mut |code, cell, _| {
            code.step();
            code.write(local, cell);
            let next = code.block();
            code.unless(condition, next)?;
            let mut words: Words = found.iter().map(|&word| code.get(word)).collect();
            code.add(&mut words, cell, Interval::new(0, most.max(0)));
            for (&variable, word) in found.iter().zip(words) {
                code.put(variable, word);
            }
            code.jump(next);
            code.enter(next);
            Ok(())
        })?;
        Ok(found.iter().map(|&word| self.get(word)).collect())
    }

    fn reach(&mut self, board: usize, from: &Set, within: &Set, count: usize) -> Made<Words> {
        let shared = self.shared;
        let from = self.set(from)?;
        let within = self.set(within)?;
        let memory = self.slot(2 * count);
        for word in 0..count {
            self.store_slot(memory, word, from[word]);
            self.store_slot(memory, count + word, within[word]);
        }
        let address = self.slot_address(memory);
        let board = std::ptr::from_ref(&shared.program.boards[board]);
        let board = self.int(board as i64);
        let words = self.int(count as i64);
        self.step();
        self.call(helpers::reach as *const u8, &[board, address, words]);
        Ok((0..count)
            .map(|word| self.load_slot(memory, word))
            .collect())
    }

    fn both(
        &mut self,
        left: &[Value],
        right: &[Value],
        join: impl Fn(&mut Self, Value, Value) -> Value,
    ) -> Words {
        let zero = self.int(0);
        (0..left.len().max(right.len()))
            .map(|word| {
                let left = left.get(word).copied().unwrap_or(zero);
                let right = right.get(word).copied().unwrap_or(zero);
                join(self, left, right)
            })
            .collect()
    }

    /// Adds a cell to a set, unless it is none of those that the words have room for.
    pub(super) fn add(&mut self, words: &mut Words, cell: Value, interval: Interval) {
        let one = self.int(1);
        let bit = self.build.ins().ishl(one, cell);
        let zero = self.int(0);
        if let [word] = words.as_mut_slice() {
            let bit = if interval.within(0, 63) {
                bit
            } else {
                let inside = self.compare_int(IntCC::UnsignedLessThan, cell, 64);
                self.select(inside, bit, zero)
            };
            *word = self.build.ins().bor(*word, bit);
            return;
        }
        let place = self.build.ins().sshr_imm_u(cell, 6);
        for (number, word) in words.iter_mut().enumerate() {
            let here = self.compare_int(IntCC::Equal, place, number as i64);
            let bit = self.select(here, bit, zero);
            *word = self.build.ins().bor(*word, bit);
        }
    }

    /// The bit of a cell in the words, 0 or 1, for cells that may be anything.
    pub(super) fn bit(&mut self, words: &[Value], cell: Value, interval: Interval) -> Value {
        let zero = self.int(0);
        let Some((&first, rest)) = words.split_first() else {
            return zero;
        };
        let mut word = first;
        let place = self.build.ins().sshr_imm_u(cell, 6);
        if let [last] = rest {
            let low = self.compare_int(IntCC::SignedLessThan, cell, 64);
            word = self.select(low, first, *last);
        } else {
            for (number, &other) in rest.iter().enumerate() {
                let here = self.compare_int(IntCC::Equal, place, number as i64 + 1);
                word = self.select(here, other, word);
            }
        }
        if !interval.within(0, words.len() as i64 * 64 - 1) {
            let inside = self.compare_int(IntCC::UnsignedLessThan, cell, words.len() as i64 * 64);
            word = self.select(inside, word, zero);
        }
        let bit = self.build.ins().ushr(word, cell);
        self.build.ins().band_imm_u(bit, 1)
    }

    fn family_index(&mut self, family: usize, index: Value, interval: Interval) -> Value {
        let length = self.shared.program.families[family].len() as i64;
        if interval.most >= length {
            let over = self.compare_int(IntCC::SignedGreaterThanOrEqual, index, length);
            self.ask_if(over);
        }
        self.bounded(index, interval, length)
    }

    /// Whether a cell is in a set.
    pub(super) fn contains(&mut self, set: &Set, cell: Value, interval: Interval) -> Made<Value> {
        let shared = self.shared;
        Ok(match set {
            Set::Constant(number) => {
                let words = &shared.program.sets[*number];
                let table = self.tables.bytes(Key::Has(*number), || members(words));
                self.has(table, words.len() as i64 * 64, cell, interval)
            }
            Set::Variable(register, width) => {
                let words: Words = (*register..*register + *width)
                    .map(|register| self.read(register))
                    .collect();
                let bit = self.bit(&words, cell, interval);
                self.build.ins().ireduce(I8, bit)
            }
            Set::Family { family, index } => {
                self.family_contains(*family, index, cell, interval)?
            }
            Set::Listed(cells, _) => self.listed_contains(cells, cell, interval)?,
            Set::Union(left, right)
            | Set::Intersection(left, right)
            | Set::Difference(left, right)
                if self.is_plain(right) =>
            {
                let left = self.contains(left, cell, interval)?;
                let right = self.contains(right, cell, interval)?;
                match set {
                    Set::Union(..) => self.build.ins().bor(left, right),
                    Set::Intersection(..) => self.build.ins().band(left, right),
                    _ => {
                        let right = self.compare_int(IntCC::Equal, right, 0);
                        self.build.ins().band(left, right)
                    }
                }
            }
            Set::Union(left, right)
            | Set::Intersection(left, right)
            | Set::Difference(left, right) => {
                let left = self.contains(left, cell, interval)?;
                let (more, join) = (self.block(), self.block());
                let result = self.build.append_block_param(join, I8);
                let early = [BlockArg::Value(left)];
                if matches!(set, Set::Union(..)) {
                    self.build.ins().brif(left, join, &early, more, &[]);
                } else {
                    self.build.ins().brif(left, more, &[], join, &early);
                }
                self.enter(more);
                let right = self.contains(right, cell, interval)?;
                let right = if matches!(set, Set::Difference(..)) {
                    self.compare_int(IntCC::Equal, right, 0)
                } else {
                    right
                };
                self.jump_with(join, right);
                self.enter(join);
                result
            }
            Set::Filter {
                local,
                of,
                condition,
            } => {
                let inside = self.contains(of, cell, interval)?;
                let (more, join) = (self.block(), self.block());
                let result = self.build.append_block_param(join, I8);
                let early = [BlockArg::Value(inside)];
                self.build.ins().brif(inside, more, &[], join, &early);
                self.enter(more);
                self.write(*local, cell);
                let truth = self.truth(condition)?;
                self.jump_with(join, truth);
                self.enter(join);
                result
            }
            Set::Slides { .. } | Set::Reach { .. } => {
                let words = self.set(set)?;
                let bit = self.bit(&words, cell, interval);
                self.build.ins().ireduce(I8, bit)
            }
            Set::If(condition, then, other) => {
                let (yes, no, join) = (self.block(), self.block(), self.block());
                let result = self.build.append_block_param(join, I8);
                self.branch(condition, yes, no)?;
                for (block, branch) in [(yes, then), (no, other)] {
                    self.enter(block);
                    let truth = self.contains(branch, cell, interval)?;
                    self.jump_with(join, truth);
                }
                self.enter(join);
                result
            }
            Set::Let { local, value, body } => {
                let value = self.value(value)?;
                self.write(*local, value);
                self.contains(body, cell, interval)?
            }
        })
    }

    fn listed_contains(&mut self, cells: &[Expr], cell: Value, interval: Interval) -> Made<Value> {
        let mut any = self.build.ins().iconst(I8, 0);
        for listed in cells {
            let listed = self.value(listed)?;
            let equal = self.compare(IntCC::Equal, listed, cell);
            any = self.build.ins().bor(any, equal);
        }
        if interval.least <= NOWHERE {
            let somewhere = self.compare_int(IntCC::NotEqual, cell, NOWHERE);
            any = self.build.ins().band(any, somewhere);
        }
        Ok(any)
    }

    fn family_contains(
        &mut self,
        family: usize,
        index: &Expr,
        cell: Value,
        interval: Interval,
    ) -> Made<Value> {
        let shared = self.shared;
        let index_in = self.interval(index);
        let index = self.value(index)?;
        let index = self.family_index(family, index, index_in);
        let sets = &shared.program.families[family];
        let cells = sets.first().map_or(0, Vec::len) as i64 * 64;
        let table = self.tables.bytes(Key::FamilyHas(family), || {
            let mut all = vec![0; cells as usize + 1];
            for set in sets {
                all.extend(members(set));
            }
            all
        });
        let cell = self.bounded(cell, interval, cells);
        let row = self.build.ins().imul_imm_s(index, cells + 1);
        let place = self.build.ins().iadd(row, cell);
        Ok(self.byte(table, place, cells as usize + 2))
    }

    /// Whether asking a set about a cell is quick, cannot fail and changes no register.
    fn is_plain(&self, set: &Set) -> bool {
        match set {
            Set::Constant(_) | Set::Variable(..) => true,
            Set::Family { family, index } => {
                let length = self.shared.program.families[*family].len() as i64;
                self.is_light(index) && self.interval(index).most < length
            }
            Set::Listed(cells, _) => {
                cells.len() <= 4 && cells.iter().all(|cell| self.is_light(cell))
            }
            Set::Union(left, right)
            | Set::Intersection(left, right)
            | Set::Difference(left, right) => self.is_plain(left) && self.is_plain(right),
            _ => false,
        }
    }

    /// What sliding pieces reach. Where the cells of every ray ascend (or descend), the first blocker on it is the lowest (or
    /// highest) bit of the ray, and what lies behind is the ray from there.
    fn slides(
        &mut self,
        board: usize,
        from: &Expr,
        directions: &[u8],
        blockers: &Set,
    ) -> Made<Words> {
        let shared = self.shared;
        let on = &shared.program.boards[board];
        let count = on.words();
        let cells = on.steps.len() as i64 / 8;
        let interval = self.interval(from);
        let from = self.value(from)?;
        let from = self.bounded(from, interval, cells);
        let blockers = self.set(blockers)?;
        let mut reached = self.zeros(count);
        for &direction in directions {
            self.step();
            let Some((rays, ascending)) = rays(&on.steps, usize::from(direction), count) else {
                return Err(super::code::Unsupported(
                    "a sliding piece could go round in circles".to_owned(),
                ));
            };
            let table = self.tables.numbers(Key::Rays(board, direction), || rays);
            let row = self.build.ins().imul_imm_s(from, count as i64);
            let ray: Words = (0..count)
                .map(|word| self.entry(table, row, count + word))
                .collect();
            let hit = self.both(
                &ray,
                &blockers[..count.min(blockers.len())],
                |code, ray, blockers| code.build.ins().band(ray, blockers),
            );
            let first = self.extreme(&hit, ascending);
            let row = self.build.ins().imul_imm_s(first, count as i64);
            for word in 0..count {
                let behind = self.entry(table, row, count + word);
                let seen = self.build.ins().band_not(ray[word], behind);
                reached[word] = self.build.ins().bor(reached[word], seen);
            }
        }
        Ok(reached)
    }

    /// The lowest or the highest cell of a set, -1 if it has none.
    pub(super) fn extreme(&mut self, words: &[Value], lowest: bool) -> Value {
        let mut cell = self.int(NOWHERE);
        let mut order: Vec<usize> = (0..words.len()).collect();
        if lowest {
            order.reverse();
        }
        // The word that decides comes last.
        for number in order {
            let word = words[number];
            let bit = if lowest {
                self.build.ins().ctz(word)
            } else {
                let zeros = self.build.ins().clz(word);
                let top = self.int(63);
                self.build.ins().isub(top, zeros)
            };
            let here = self.build.ins().iadd_imm_s(bit, number as i64 * 64);
            let some = self.compare_int(IntCC::NotEqual, word, 0);
            cell = self.select(some, here, cell);
        }
        cell
    }
}

/// The rays from each cell in a direction as words, from `NOWHERE` first, and whether their cells ascend; `None` if some ray does
/// neither.
fn rays(steps: &[i64], direction: usize, words: usize) -> Option<(Vec<i64>, bool)> {
    let cells = steps.len() / 8;
    let next = |cell: usize| usize::try_from(steps[cell * 8 + direction]).ok();
    let ascending = (0..cells).find_map(|cell| Some(next(cell)? > cell));
    let ascending = ascending.unwrap_or(true);
    let mut rays = vec![0; (cells + 1) * words];
    for cell in 0..cells {
        let mut place = cell;
        while let Some(further) = next(place) {
            if further == place || (further > place) != ascending {
                return None;
            }
            rays[(cell + 1) * words + further / 64] |= 1 << (further % 64);
            place = further;
        }
    }
    Some((rays, ascending))
}
