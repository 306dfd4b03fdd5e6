//! Positions packed into few bits, and back.

use super::allowed::{Allowed, Values, cells_of, live, multisets};
use super::error::{RunError, RunErrorKind};
use crate::program::{MOVER, Program, Register};
use std::collections::HashMap;

/// A position of a [`Machine`](super::Machine): the state's values packed into as few bits as
/// their ranges need, the player to move first. Positions of one machine compare and hash by content.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Position(Packed);

/// One word where it will do: most games' positions then need no memory of their own.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
enum Packed {
    Word(u64),
    Words(Box<[u64]>),
}

impl Position {
    /// Stands where no position is asked for.
    pub(super) fn unsaid() -> Self {
        Self(Packed::Word(0))
    }

    fn words(&self) -> &[u64] {
        match &self.0 {
            Packed::Word(word) => std::slice::from_ref(word),
            Packed::Words(words) => words,
        }
    }
}

/// How one part of the state is packed.
#[derive(Debug)]
enum Field {
    /// A number's place in its range.
    Number {
        register: u32,
        least: i64,
        bits: u32,
    },
    /// A cell's place among those allowed, `nowhere` first.
    Cell {
        register: u32,
        values: usize,
        bits: u32,
    },
    /// The sorted cells of a set of fixed size.
    Sorted {
        register: u32,
        words: u32,
        values: usize,
        size: u32,
        bits: u32,
    },
    /// A bit for each cell a set may have.
    Bits {
        register: u32,
        words: u32,
        values: usize,
    },
}

/// How positions of a program are packed.
#[derive(Debug)]
pub(crate) struct Layout {
    fields: Vec<Field>,
    /// Bits in all.
    bits: u32,
    /// Registers before a position is unpacked into them: those that are no part of it keep this.
    template: Vec<i64>,
    /// For each variable what it may hold.
    pub(crate) allowed: Vec<Allowed>,
    unordered: Vec<Vec<Register>>,
    /// Positions in the whole space, saturating; symmetries ignored.
    pub(crate) space: u128,
}

/// How many bits it takes to tell this many values apart.
fn bits_for(count: u128) -> u32 {
    u128::BITS - count.saturating_sub(1).leading_zeros()
}

impl Layout {
    /// The layout of a program's positions; fails if some variable can have no value.
    pub(crate) fn new(program: &Program) -> Result<Self, RunError> {
        let allowed: Vec<Allowed> = program
            .variables
            .iter()
            .map(|variable| Allowed::new(variable, program))
            .collect();
        let mut layout = Self {
            fields: Vec::new(),
            bits: 0,
            template: vec![0; program.state as usize],
            allowed: Vec::new(),
            unordered: program
                .unordered
                .iter()
                .filter(|group| group.len() > 1)
                .cloned()
                .collect(),
            space: 1,
        };
        if program.players.is_some() {
            layout.push(
                Field::Number {
                    register: MOVER,
                    least: 0,
                    bits: 1,
                },
                1,
            );
            layout.space = 2;
        }
        for (number, variable) in program.variables.iter().enumerate() {
            let values = &allowed[number].values;
            let count = values.count();
            if count == 0 {
                let variable_name = variable.name.clone();
                return Err(RunError::new(
                    RunErrorKind::NoValue {
                        variable: variable_name,
                    },
                    variable.at,
                ));
            }
            layout.add(
                number,
                variable.register,
                variable.width,
                values,
                &live(variable),
            );
        }
        layout.space = layout.space.saturating_mul(space(program, &allowed));
        layout.allowed = allowed;
        Ok(layout)
    }

    fn push(&mut self, field: Field, bits: u32) {
        self.fields.push(field);
        self.bits += bits;
    }

    fn add(&mut self, number: usize, register: u32, width: u32, values: &Values, live: &[u32]) {
        let bits = bits_for(values.count());
        match values {
            Values::Range(least, _) => {
                self.fill(register, width, *least);
                for &register in live {
                    let least = *least;
                    self.push(
                        Field::Number {
                            register,
                            least,
                            bits,
                        },
                        bits,
                    );
                }
            }
            Values::Cell { .. } => {
                self.fill(register, width, values.value(0));
                for &register in live {
                    self.push(
                        Field::Cell {
                            register,
                            values: number,
                            bits,
                        },
                        bits,
                    );
                }
            }
            Values::Set {
                cells, least, most, ..
            } => {
                let each = bits_for(cells.len() as u128);
                let (values, words) = (number, width);
                if least == most && each * most < cells.len() as u32 {
                    let (size, bits) = (*most, each);
                    let field = Field::Sorted {
                        register,
                        words,
                        values,
                        size,
                        bits,
                    };
                    self.push(field, each * most);
                } else {
                    let field = Field::Bits {
                        register,
                        words,
                        values,
                    };
                    self.push(field, cells.len() as u32);
                }
            }
        }
    }

    fn fill(&mut self, register: u32, width: u32, value: i64) {
        let range = register as usize..(register + width) as usize;
        if let Some(registers) = self.template.get_mut(range) {
            registers.fill(value);
        }
    }

    /// Bits that a position takes.
    pub(crate) fn bits(&self) -> u32 {
        self.bits
    }

    /// The registers of the state with every part of the position at its least value, sets empty.
    pub(crate) fn template(&self) -> &[i64] {
        &self.template
    }

    /// Sorts the registers that can be exchanged, the greatest first.
    pub(crate) fn sort(&self, registers: &mut [i64]) {
        for group in &self.unordered {
            for next in 1..group.len() {
                let mut place = next;
                while place > 0 {
                    let (before, here) = (group[place - 1] as usize, group[place] as usize);
                    if registers[before] >= registers[here] {
                        break;
                    }
                    registers.swap(before, here);
                    place -= 1;
                }
            }
        }
    }

    /// Packs registers that hold allowed values, sorted already.
    pub(crate) fn pack(&self, registers: &[i64]) -> Position {
        if self.bits <= 64 {
            let mut word = [0];
            self.write(registers, &mut word);
            return Position(Packed::Word(word[0]));
        }
        let mut words = vec![0; self.bits.div_ceil(64) as usize].into_boxed_slice();
        self.write(registers, &mut words);
        Position(Packed::Words(words))
    }

    fn write(&self, registers: &[i64], words: &mut [u64]) {
        let mut place = 0;
        for field in &self.fields {
            match *field {
                Field::Number {
                    register,
                    least,
                    bits,
                } => {
                    let number = registers[register as usize].wrapping_sub(least) as u64;
                    put(words, &mut place, bits, number);
                }
                Field::Cell {
                    register,
                    values,
                    bits,
                } => {
                    let number = self.allowed[values]
                        .values
                        .number(registers[register as usize]);
                    put(words, &mut place, bits, number);
                }
                Field::Sorted {
                    register,
                    words: width,
                    values,
                    size,
                    bits,
                } => {
                    let Values::Set { ranks, .. } = &self.allowed[values].values else {
                        continue;
                    };
                    let end = place + bits * size;
                    for word in 0..width {
                        let mut rest = registers[(register + word) as usize] as u64;
                        while rest != 0 {
                            let cell = word * 64 + rest.trailing_zeros();
                            rest &= rest - 1;
                            put(words, &mut place, bits, u64::from(ranks[cell as usize]));
                        }
                    }
                    place = end;
                }
                Field::Bits {
                    register,
                    words: width,
                    values,
                } => {
                    let Values::Set { ranks, cells, .. } = &self.allowed[values].values else {
                        continue;
                    };
                    for word in 0..width {
                        let mut rest = registers[(register + word) as usize] as u64;
                        while rest != 0 {
                            let cell = word * 64 + rest.trailing_zeros();
                            rest &= rest - 1;
                            let bit = place + ranks[cell as usize];
                            words[bit as usize / 64] |= 1 << (bit % 64);
                        }
                    }
                    place += cells.len() as u32;
                }
            }
        }
    }

    /// Unpacks a position of this layout into the state's registers.
    pub(crate) fn unpack(&self, position: &Position, registers: &mut [i64]) {
        let words = position.words();
        let state = self.template.len();
        registers[..state].copy_from_slice(&self.template);
        let mut place = 0;
        for field in &self.fields {
            match *field {
                Field::Number {
                    register,
                    least,
                    bits,
                } => {
                    let number = take(words, &mut place, bits);
                    registers[register as usize] = least.wrapping_add_unsigned(number);
                }
                Field::Cell {
                    register,
                    values,
                    bits,
                } => {
                    let number = take(words, &mut place, bits);
                    registers[register as usize] = self.allowed[values].values.value(number);
                }
                Field::Sorted {
                    register,
                    values,
                    size,
                    bits,
                    ..
                } => {
                    let Values::Set { cells, .. } = &self.allowed[values].values else {
                        continue;
                    };
                    for _ in 0..size {
                        let number = take(words, &mut place, bits);
                        let cell = cells[number as usize];
                        registers[(register + cell / 64) as usize] |= 1 << (cell % 64);
                    }
                }
                Field::Bits {
                    register, values, ..
                } => {
                    let Values::Set { cells, .. } = &self.allowed[values].values else {
                        continue;
                    };
                    for (number, cell) in cells.iter().enumerate() {
                        let bit = place as usize + number;
                        if words[bit / 64] >> (bit % 64) & 1 == 1 {
                            registers[(register + cell / 64) as usize] |= 1 << (cell % 64);
                        }
                    }
                    place += cells.len() as u32;
                }
            }
        }
    }

    /// The player to move; positions of games with players begin with that.
    pub(crate) fn mover(position: &Position) -> u64 {
        position.words().first().copied().unwrap_or(0) & 1
    }

    /// The variable (by number) and the register of the first value that is not allowed.
    pub(crate) fn first_bad(&self, program: &Program, registers: &[i64]) -> Option<(usize, u32)> {
        program
            .variables
            .iter()
            .enumerate()
            .find_map(|(number, variable)| {
                let values = &self.allowed[number].values;
                let range =
                    variable.register as usize..(variable.register + variable.width) as usize;
                if let Values::Set { .. } = values {
                    let words: Vec<u64> =
                        registers[range].iter().map(|&word| word as u64).collect();
                    return (!values.allows_set(&words)).then_some((number, variable.register));
                }
                live(variable)
                    .into_iter()
                    .find(|&register| !values.allows(registers[register as usize]))
                    .map(|register| (number, register))
            })
    }
}

/// How many positions there are, whoever moves, saturating.
fn space(program: &Program, allowed: &[Allowed]) -> u128 {
    let mut grouped: HashMap<Register, usize> = HashMap::new();
    for (group, registers) in program.unordered.iter().enumerate() {
        for &register in registers {
            grouped.insert(register, group);
        }
    }
    let mut counted = vec![false; program.unordered.len()];
    let mut space: u128 = 1;
    for (variable, allowed) in program.variables.iter().zip(allowed) {
        let count = allowed.values.count();
        if matches!(allowed.values, Values::Set { .. }) {
            space = space.saturating_mul(count);
            continue;
        }
        for register in live(variable) {
            let factor = match grouped.get(&register) {
                Some(&group) if counted[group] => 1,
                Some(&group) => {
                    counted[group] = true;
                    multisets(count, program.unordered[group].len() as u128)
                }
                None => count,
            };
            space = space.saturating_mul(factor);
        }
    }
    space
}

/// Writes the low bits of a number at a place, and moves on.
fn put(words: &mut [u64], place: &mut u32, bits: u32, number: u64) {
    if bits == 0 {
        return;
    }
    let (word, shift) = (*place as usize / 64, *place % 64);
    words[word] |= number << shift;
    if shift + bits > 64 {
        words[word + 1] |= number >> (64 - shift);
    }
    *place += bits;
}

/// Reads what [`put`] wrote.
fn take(words: &[u64], place: &mut u32, bits: u32) -> u64 {
    if bits == 0 {
        return 0;
    }
    let (word, shift) = (*place as usize / 64, *place % 64);
    let mut number = words[word] >> shift;
    if shift + bits > 64 {
        number |= words[word + 1] << (64 - shift);
    }
    *place += bits;
    if bits == 64 {
        number
    } else {
        number & ((1 << bits) - 1)
    }
}

/// The cells that a set variable holds, ascending.
pub(crate) fn set_cells(registers: &[i64], register: u32, words: u32) -> Vec<u32> {
    let range = register as usize..(register + words) as usize;
    let words: Vec<u64> = registers[range].iter().map(|&word| word as u64).collect();
    cells_of(&words).collect()
}
