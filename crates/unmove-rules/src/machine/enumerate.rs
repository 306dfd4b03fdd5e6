//! All positions of a space, one after the other, never as a list.

use super::allowed::{Values, live};
use super::layout::{Layout, Position};
use super::ready::Ready;
use crate::program::{MOVER, Program, Register};

/// A part of the state that counts through its values by itself, like a digit.
#[derive(Debug)]
enum Digit {
    /// One register, or several that are kept in descending order; their values' numbers below `count`.
    Numbers {
        registers: Vec<Register>,
        values: Option<usize>,
        numbers: Vec<u64>,
        count: u128,
    },
    /// A set: which of the allowed cells are in it, by their place.
    Set {
        register: Register,
        width: u32,
        values: usize,
        chosen: Vec<u32>,
    },
}

impl Digit {
    /// Goes to the first value.
    fn reset(&mut self, layout: &Layout) {
        match self {
            Self::Numbers { numbers, .. } => numbers.fill(0),
            Self::Set { values, chosen, .. } => {
                if let Values::Set { least, .. } = &layout.allowed[*values].values {
                    *chosen = (0..*least).collect();
                }
            }
        }
    }

    /// Goes to the next value; says whether there was one.
    fn advance(&mut self, layout: &Layout) -> bool {
        match self {
            Self::Numbers { numbers, count, .. } => {
                for place in (0..numbers.len()).rev() {
                    let below = match place {
                        0 => u128::from(numbers[0]) + 1 < *count,
                        _ => numbers[place] < numbers[place - 1],
                    };
                    if below {
                        numbers[place] += 1;
                        numbers[place + 1..].fill(0);
                        return true;
                    }
                }
                false
            }
            Self::Set { values, chosen, .. } => {
                let Values::Set { cells, most, .. } = &layout.allowed[*values].values else {
                    return false;
                };
                advance_choice(chosen, cells.len() as u32, *most)
            }
        }
    }

    fn write(&self, layout: &Layout, registers: &mut [i64]) {
        match self {
            Self::Numbers {
                registers: places,
                values,
                numbers,
                ..
            } => {
                for (&register, &number) in places.iter().zip(numbers) {
                    registers[register as usize] = match values {
                        Some(values) => layout.allowed[*values].values.value(number),
                        None => number as i64,
                    };
                }
            }
            Self::Set {
                register,
                width,
                values,
                chosen,
            } => {
                registers[*register as usize..(*register + *width) as usize].fill(0);
                if let Values::Set { cells, .. } = &layout.allowed[*values].values {
                    for &rank in chosen {
                        let cell = cells[rank as usize];
                        registers[(register + cell / 64) as usize] |= 1 << (cell % 64);
                    }
                }
            }
        }
    }
}

/// The next choice among `of` places: of the same size, else the first of the next size up to `most`.
fn advance_choice(chosen: &mut Vec<u32>, of: u32, most: u32) -> bool {
    let size = chosen.len() as u32;
    for place in (0..chosen.len()).rev() {
        if chosen[place] < of - size + place as u32 {
            let first = chosen[place] + 1;
            for (step, later) in chosen[place..].iter_mut().enumerate() {
                *later = first + step as u32;
            }
            return true;
        }
    }
    if size < most {
        *chosen = (0..=size).collect();
        return true;
    }
    false
}

/// All positions of a space in order: of positions that are alike under symmetries only the one
/// that is kept.
#[derive(Debug)]
pub struct AllPositions<'m> {
    ready: &'m Ready,
    digits: Vec<Digit>,
    registers: Vec<i64>,
    done: bool,
}

impl<'m> AllPositions<'m> {
    pub(super) fn new(ready: &'m Ready) -> Self {
        let layout = &ready.layout;
        let mut digits = digits(&ready.program, layout);
        let mut registers = layout.template().to_vec();
        for digit in &mut digits {
            digit.reset(layout);
            digit.write(layout, &mut registers);
        }
        Self {
            ready,
            digits,
            registers,
            done: false,
        }
    }

    fn advance(&mut self) {
        let layout = &self.ready.layout;
        for digit in self.digits.iter_mut().rev() {
            let advanced = digit.advance(layout);
            if !advanced {
                digit.reset(layout);
            }
            digit.write(layout, &mut self.registers);
            if advanced {
                return;
            }
        }
        self.done = true;
    }
}

impl Iterator for AllPositions<'_> {
    type Item = Position;

    fn next(&mut self) -> Option<Position> {
        while !self.done {
            let position = self.ready.layout.pack(&self.registers);
            let kept = self.ready.group.is_trivial()
                || self.ready.canonical(&mut self.registers.clone()) == position;
            self.advance();
            if kept {
                return Some(position);
            }
        }
        None
    }
}

fn digits(program: &Program, layout: &Layout) -> Vec<Digit> {
    let mut digits = Vec::new();
    let mut grouped: Vec<Register> = Vec::new();
    if program.players.is_some() {
        digits.push(Digit::Numbers {
            registers: vec![MOVER],
            values: None,
            numbers: vec![0],
            count: 2,
        });
    }
    for (number, variable) in program.variables.iter().enumerate() {
        let values = &layout.allowed[number].values;
        if let Values::Set { .. } = values {
            digits.push(Digit::Set {
                register: variable.register,
                width: variable.width,
                values: number,
                chosen: Vec::new(),
            });
            continue;
        }
        for register in live(variable) {
            if grouped.contains(&register) {
                continue;
            }
            let registers = program
                .unordered
                .iter()
                .find(|group| group.contains(&register))
                .cloned()
                .unwrap_or_else(|| vec![register]);
            grouped.extend(&registers);
            digits.push(Digit::Numbers {
                numbers: vec![0; registers.len()],
                registers,
                values: Some(number),
                count: values.count(),
            });
        }
    }
    digits
}
