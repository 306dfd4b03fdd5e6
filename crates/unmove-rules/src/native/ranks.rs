//! Code for numbers: a number to registers, and registers after a move to a number. What a move leaves alone is not worked out
//! again: the number after it is the number before it, less the terms of what it changes, and the new ones.

use super::code::{Code, Made};
use super::effects::Written;
use super::helpers;
use super::tables::Key;
use crate::machine::numbering::{Digit, Part, Way};
use crate::program::{MOVER, MoveRule, Register};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, Value};
use cranelift_frontend::{FunctionBuilder, Variable};

/// So many words may a table of what is written for each rank have.
const MOST_UNRANKED: u64 = 1 << 16;
/// So many entries may a table of terms have.
pub(super) const MOST_TERMS: u64 = 1 << 18;

/// So many digits of an automaton are read by code of their own.
const MOST_DIGITS: usize = 32;

/// What a register adds to the number.
#[derive(Clone, Copy)]
enum Term {
    /// It is no part of the position.
    None,
    /// The value times this, and a constant.
    Linear(u64),
    /// A table's entry for the value, `NOWHERE` first; already multiplied.
    Table(usize),
    /// It is in a part that is worked out as a whole.
    Part(usize),
}

/// How a program's registers make numbers.
pub(super) struct Terms {
    of: Vec<Term>,
    /// Whether numbers are worked out as a whole: positions are folded, say.
    pub(super) whole: bool,
    /// Whether all parts are numbered in whichever order registers come that may change places.
    pub(super) sorted: bool,
    /// The code that finds the least number among the images of a state, where there is some.
    pub(super) least: Option<i64>,
    /// The code that tells whether a state stands for its images, where there is some, and how many these are.
    pub(super) stands: Option<(i64, i64)>,
}

impl Terms {
    pub(super) fn new(
        ready: &crate::machine::ready::Ready,
        numbering: &crate::machine::numbering::Numbering,
    ) -> Self {
        let program = &ready.program;
        let mut of = vec![Term::None; program.state as usize];
        let mut sorted = true;
        for (number, part) in numbering.parts.iter().enumerate() {
            match &part.way {
                Way::Digit(digit) => {
                    of[digit.register() as usize] = if linear(digit) {
                        Term::Linear(part.stride)
                    } else {
                        Term::Table(number)
                    };
                }
                Way::Set {
                    register, words, ..
                } => {
                    of[*register as usize..(*register + *words) as usize].fill(Term::Part(number));
                }
                Way::Multiset { digits, .. } | Way::Automaton { digits, .. } => {
                    for digit in digits {
                        of[digit.register() as usize] = Term::Part(number);
                    }
                }
            }
        }
        for group in program.unordered.iter().filter(|group| group.len() > 1) {
            for &register in group {
                sorted &= match of[register as usize] {
                    Term::Part(number) => {
                        matches!(numbering.parts[number].way, Way::Multiset { .. })
                    }
                    _ => false,
                };
            }
        }
        Self {
            of,
            whole: !sorted || !ready.group.is_trivial(),
            sorted,
            least: None,
            stands: None,
        }
    }
}

/// Whether a digit is the value, less a constant.
fn linear(digit: &Digit) -> bool {
    match digit {
        Digit::Number { .. } => true,
        Digit::Cell { nowhere, cells, .. } => {
            let first = cells.first().copied().unwrap_or(0);
            let row = cells
                .iter()
                .zip(first..)
                .all(|(&cell, place)| cell == place);
            row && (!nowhere || first == 0)
        }
    }
}

/// The number in the making.
pub(super) struct Touched {
    /// The number of the position that the registers held first.
    pub(super) number: Variable,
    /// What the terms of the registers have grown by.
    grown: Variable,
    /// By part: its term in the number, where the part is worked out as a whole.
    terms: Vec<Option<Variable>>,
}

impl Touched {
    pub(super) fn new(build: &mut FunctionBuilder<'_>) -> Self {
        Self {
            number: build.declare_var(super::code::I64),
            grown: build.declare_var(super::code::I64),
            terms: Vec::new(),
        }
    }
}

impl Code<'_, '_> {
    /// Writes the position of a number into the registers.
    pub(super) fn unrank(&mut self, number: Value) {
        let shared = self.shared;
        let kept = self.touched.number;
        self.put(kept, number);
        for (register, &value) in (0..).zip(&shared.numbering.template) {
            // All others are parts of the position.
            if matches!(shared.terms.of[register as usize], Term::None) {
                let value = self.int(value);
                self.write(register, value);
            }
        }
        let mut rest = number;
        self.touched.terms.clear();
        for (place, part) in shared.numbering.parts.iter().enumerate() {
            let (rank, term) = self.next_rank(&mut rest, part);
            let term = match part.way {
                Way::Digit(_) => None,
                _ => Some(self.variable(term)),
            };
            self.touched.terms.push(term);
            self.unrank_part(place, part, rank);
        }
    }

    /// The rank of the next part and what it adds to the number.
    fn next_rank(&mut self, rest: &mut Value, part: &Part) -> (Value, Value) {
        if part.stride == 1 {
            // Parts of one value may follow.
            let zero = self.int(0);
            let rank = std::mem::replace(rest, zero);
            return (rank, rank);
        }
        let rank = self.build.ins().udiv_imm_u(*rest, part.stride as i64);
        let term = self.build.ins().imul_imm_u(rank, part.stride as i64);
        *rest = self.build.ins().isub(*rest, term);
        (rank, term)
    }

    fn unrank_part(&mut self, place: usize, part: &Part, rank: Value) {
        let shared = self.shared;
        let registers = registers(&part.way);
        match &part.way {
            Way::Digit(Digit::Number {
                register, least, ..
            }) => {
                let value = self.build.ins().iadd_imm_s(rank, *least);
                self.write(*register, value);
            }
            Way::Digit(digit) if linear(digit) => {
                let value = self.build.ins().iadd_imm_s(rank, digit.value(0));
                self.write(digit.register(), value);
            }
            Way::Digit(digit) => {
                let table = self.tables.numbers(Key::Values(place, 0), || {
                    (0..digit.count())
                        .map(|number| digit.value(number))
                        .collect()
                });
                let value = self.entry(table, rank, 0);
                self.write(digit.register(), value);
            }
            way if part.count.saturating_mul(registers.len() as u64) <= MOST_UNRANKED => {
                let table = self.tables.numbers(Key::Unranked(place), || {
                    let mut values = shared.numbering.template.clone();
                    let mut table = Vec::new();
                    for rank in 0..part.count {
                        values.copy_from_slice(&shared.numbering.template);
                        way.unrank(rank, &mut values);
                        table.extend(registers.iter().map(|&register| values[register as usize]));
                    }
                    table
                });
                let row = self.build.ins().imul_imm_u(rank, registers.len() as i64);
                for (word, &register) in registers.iter().enumerate() {
                    let value = self.entry(table, row, word);
                    self.write(register, value);
                }
            }
            Way::Automaton {
                digits,
                offsets,
                next,
            } if digits.len() <= MOST_DIGITS => {
                self.unrank_by(place, (digits, offsets, next), rank);
            }
            way => {
                let way = self.int(std::ptr::from_ref(way) as i64);
                for (register, &value) in (0..).zip(&shared.numbering.template) {
                    if registers.contains(&register) {
                        let value = self.int(value);
                        self.store_slot(self.frame, register as usize, value);
                    }
                }
                let frame = self.slot_address(self.frame);
                let words = self.int(i64::from(shared.program.state));
                self.call(helpers::unrank as *const u8, &[way, rank, frame, words]);
                for register in registers {
                    let value = self.load_slot(self.frame, register as usize);
                    self.write(register, value);
                }
            }
        }
    }

    /// Before a move: nothing has changed.
    pub(super) fn begin_number(&mut self, _written: &Written) {
        let zero = self.int(0);
        let grown = self.touched.grown;
        self.put(grown, zero);
    }

    fn grow(&mut self, by: Value) {
        let grown = self.touched.grown;
        let before = self.get(grown);
        let after = self.build.ins().iadd(before, by);
        self.put(grown, after);
    }

    /// A single variable changes its value.
    pub(super) fn single_changes(
        &mut self,
        _variable: usize,
        register: Register,
        old: Value,
        new: Value,
    ) {
        let shared = self.shared;
        if shared.terms.whole {
            return;
        }
        match shared.terms.of[register as usize] {
            Term::None | Term::Part(_) => {}
            Term::Linear(stride) => {
                let change = self.build.ins().isub(new, old);
                let change = self.build.ins().imul_imm_u(change, stride as i64);
                self.grow(change);
            }
            Term::Table(part) => {
                let part_of = &shared.numbering.parts[part];
                let Way::Digit(digit) = &part_of.way else {
                    return;
                };
                let table = self
                    .tables
                    .numbers(Key::Terms(part, 0), || terms(digit, part_of.stride));
                let before = self.entry(table, old, 1);
                let after = self.entry(table, new, 1);
                let change = self.build.ins().isub(after, before);
                self.grow(change);
            }
        }
    }

    /// An element of an array changes its value.
    pub(super) fn element_changes(
        &mut self,
        variable: usize,
        index: Value,
        old: Value,
        new: Value,
    ) {
        let shared = self.shared;
        if shared.terms.whole {
            return;
        }
        let declared = &shared.program.variables[variable];
        let range = declared.register as usize..(declared.register + declared.width) as usize;
        let all = &shared.terms.of[range];
        let strides: Vec<i64> = all
            .iter()
            .map(|term| match *term {
                Term::None | Term::Part(_) => 0,
                Term::Linear(stride) => stride as i64,
                Term::Table(part) => shared.numbering.parts[part].stride as i64,
            })
            .collect();
        if strides.iter().all(|stride| *stride == 0) {
            return;
        }
        let step = strides[0];
        let stride = if strides.iter().all(|stride| *stride == step) {
            self.int(step)
        } else {
            let table = self.tables.numbers(Key::Strides(variable), || strides);
            self.entry(table, index, 0)
        };
        let ranked = all.iter().find_map(|term| match *term {
            Term::Table(part) => Some(part),
            _ => None,
        });
        let change = match ranked {
            Some(part) => {
                let Way::Digit(digit) = &shared.numbering.parts[part].way else {
                    return;
                };
                // All elements are of one kind, so one table tells the place of a cell for all.
                let table = self
                    .tables
                    .numbers(Key::Values(part, 1), || terms(digit, 1));
                let before = self.entry(table, old, 1);
                let after = self.entry(table, new, 1);
                self.build.ins().isub(after, before)
            }
            None => self.build.ins().isub(new, old),
        };
        let change = self.build.ins().imul(change, stride);
        self.grow(change);
    }

    /// The number of the position after a move, the turn passed on.
    pub(super) fn successor(&mut self, rule: &MoveRule, written: &Written) -> Made<Value> {
        let shared = self.shared;
        if shared.program.players.is_some() {
            let again = self.play.again;
            let again = self.get(again);
            let old = self.read(MOVER);
            let passes = self.build.ins().bxor_imm_u(again, 1);
            let new = self.build.ins().bxor(old, passes);
            self.single_changes(usize::MAX, MOVER, old, new);
            self.write(MOVER, new);
        }
        let _ = rule;
        self.number_after(written, shared.program.players.is_some())
    }

    /// The number of the position in the registers, of which some have been written since the number was unranked.
    pub(super) fn number_after(&mut self, written: &Written, mover: bool) -> Made<Value> {
        let shared = self.shared;
        if shared.terms.whole {
            let frame = self.spill();
            let any = self.int(0);
            let number = self.least_number(frame, any);
            let none = self.compare_int(IntCC::SignedLessThan, number, 0);
            self.ask_if(none);
            return Ok(number);
        }
        let number = self.touched.number;
        let mut number = self.get(number);
        let grown = self.touched.grown;
        let grown = self.get(grown);
        number = self.build.ins().iadd(number, grown);
        for (place, part) in shared.numbering.parts.iter().enumerate() {
            let Some(term) = self.touched.terms[place] else {
                continue;
            };
            let touched = registers(&part.way)
                .into_iter()
                .any(|register| (register == MOVER && mover) || written.touches(self, register));
            if touched {
                let old = self.get(term);
                let new = self.part_term(place, part)?;
                number = self.build.ins().isub(number, old);
                number = self.build.ins().iadd(number, new);
            }
        }
        Ok(number)
    }

    /// The number of the position in the frame, the least among its images, or one that is below a bound; negative if it has none.
    pub(super) fn least_number(&mut self, frame: Value, bound: Value) -> Value {
        if let Some(least) = self.shared.terms.least {
            return self.call(least as *const u8, &[frame, bound]);
        }
        let ready = self.int(std::ptr::from_ref(self.shared.ready) as i64);
        let numbering = self.int(std::ptr::from_ref(self.shared.numbering) as i64);
        self.call(helpers::least as *const u8, &[ready, numbering, frame])
    }

    /// What a part adds to the number, worked out from the registers.
    fn part_term(&mut self, place: usize, part: &Part) -> Made<Value> {
        match &part.way {
            Way::Set {
                register,
                words,
                ranks,
                least,
                most,
                ..
            } if u64::from(*most) * ranks.len() as u64 <= MOST_TERMS => {
                let set: super::sets::Words = (*register..*register + *words)
                    .map(|register| self.read(register))
                    .collect();
                self.set_term(place, part, &set, *least, *most)
            }
            Way::Multiset { digits, .. }
                if digits.iter().all(|digit| digit.count() <= MOST_TERMS) =>
            {
                Ok(self.multiset_term(place, part, digits))
            }
            Way::Automaton {
                digits,
                offsets,
                next,
            } if digits.len() <= MOST_DIGITS => {
                Ok(self.automaton_term(place, part, (digits, offsets, next)))
            }
            way => {
                for register in registers(way) {
                    if !self.lives_in_frame(register) {
                        let value = self.read(register);
                        self.store_slot(self.frame, register as usize, value);
                    }
                }
                let way = self.int(std::ptr::from_ref(way) as i64);
                let frame = self.slot_address(self.frame);
                let words = self.int(i64::from(self.shared.program.state));
                let rank = self.call(helpers::rank as *const u8, &[way, frame, words]);
                let none = self.compare_int(IntCC::SignedLessThan, rank, 0);
                self.ask_if(none);
                Ok(self.build.ins().imul_imm_u(rank, part.stride as i64))
            }
        }
    }

    pub(super) fn set_term(
        &mut self,
        place: usize,
        part: &Part,
        set: &[Value],
        least: u32,
        most: u32,
    ) -> Made<Value> {
        let Way::Set {
            ranks,
            bases,
            choose,
            ..
        } = &part.way
        else {
            return Ok(self.int(0));
        };
        let cells = ranks.len();
        let stride = part.stride;
        if most == 0 {
            return Ok(self.int(0));
        }
        let table = self.tables.numbers(Key::Choices(place), || {
            let mut table = Vec::with_capacity(most as usize * cells);
            for size in 1..=most as usize {
                for &rank in ranks {
                    let ways = choose
                        .get(rank as usize * (most as usize + 1) + size)
                        .copied()
                        .unwrap_or(0);
                    table.push(ways.wrapping_mul(stride) as i64);
                }
            }
            table
        });
        if least == most && most <= 2 {
            let low = self.extreme(set, true);
            let mut term = self.entry(table, low, 0);
            if most == 2 {
                let high = self.extreme(set, false);
                let more = self.entry(table, high, cells);
                term = self.build.ins().iadd(term, more);
            }
            return Ok(term);
        }
        let zero = self.int(0);
        let sum = self.variable(zero);
        let row = self.variable(zero);
        let size = self.variable(zero);
        self.each_cell(set, &mut |code, cell, _| {
            let before = code.get(row);
            let index = code.build.ins().iadd(before, cell);
            let more = code.entry(table, index, 0);
            let old = code.get(sum);
            let new = code.build.ins().iadd(old, more);
            code.put(sum, new);
            let next = code.build.ins().iadd_imm_s(before, cells as i64);
            code.put(row, next);
            let count = code.get(size);
            let count = code.build.ins().iadd_imm_s(count, 1);
            code.put(size, count);
            Ok(())
        })?;
        let sum = self.get(sum);
        if least == most {
            return Ok(sum);
        }
        let table = self.tables.numbers(Key::Terms(place, 0), || {
            bases
                .iter()
                .map(|base| base.wrapping_mul(stride) as i64)
                .collect()
        });
        let size = self.get(size);
        let size = self.build.ins().iadd_imm_s(size, -i64::from(least));
        let base = self.entry(table, size, 0);
        Ok(self.build.ins().iadd(base, sum))
    }

    fn multiset_term(&mut self, place: usize, part: &Part, digits: &[Digit]) -> Value {
        let Way::Multiset { choose, .. } = &part.way else {
            return self.int(0);
        };
        let many = digits.len();
        let mut values: Vec<Value> = digits
            .iter()
            .map(|digit| self.read(digit.register()))
            .collect();
        for next in 1..many {
            for at in (1..=next).rev() {
                let (one, other) = (values[at - 1], values[at]);
                let less = self.compare(IntCC::SignedLessThan, one, other);
                values[at - 1] = self.select(less, other, one);
                values[at] = self.select(less, one, other);
            }
        }
        let mut sum = self.int(0);
        for (number, digit) in digits.iter().enumerate() {
            let left = many - number;
            let term_of = |rank: u64| {
                choose[(rank as usize + left - 1) * (many + 1) + left].wrapping_mul(part.stride)
                    as i64
            };
            let term = match digit {
                Digit::Number { least, count, .. } => {
                    let table = self.tables.numbers(Key::Terms(place, number), || {
                        (0..*count).map(term_of).collect()
                    });
                    let rank = self
                        .build
                        .ins()
                        .iadd_imm_s(values[number], least.wrapping_neg());
                    self.entry(table, rank, 0)
                }
                Digit::Cell { nowhere, ranks, .. } => {
                    let table = self.tables.numbers(Key::Terms(place, number), || {
                        let mut table = vec![term_of(0)];
                        table.extend(ranks.iter().map(|&rank| {
                            term_of((u64::from(rank) + u64::from(*nowhere)).min(digit.count() - 1))
                        }));
                        table
                    });
                    self.entry(table, values[number], 1)
                }
            };
            sum = self.build.ins().iadd(sum, term);
        }
        sum
    }
}

/// By cell, `NOWHERE` first: a digit times a stride.
pub(super) fn terms(digit: &Digit, stride: u64) -> Vec<i64> {
    let Digit::Cell { nowhere, ranks, .. } = digit else {
        return Vec::new();
    };
    let mut table = vec![0];
    table.extend(ranks.iter().map(|&rank| {
        let rank = u64::from(rank) + u64::from(*nowhere);
        rank.wrapping_mul(stride) as i64
    }));
    table
}

/// The registers that a part is made of.
pub(super) fn registers(way: &Way) -> Vec<Register> {
    match way {
        Way::Digit(digit) => vec![digit.register()],
        Way::Set {
            register, words, ..
        } => (*register..*register + *words).collect(),
        Way::Multiset { digits, .. } | Way::Automaton { digits, .. } => {
            digits.iter().map(Digit::register).collect()
        }
    }
}
