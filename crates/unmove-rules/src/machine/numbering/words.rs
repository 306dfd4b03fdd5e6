//! A numbering in words.

use super::super::ready::Ready;
use super::{Numbering, Way};
use crate::program::{MOVER, Program, Register};
use unmove_core::plan::grouped;

/// The variable that a register belongs to, by name.
fn name(program: &Program, register: Register) -> &str {
    if register == MOVER {
        return "turn";
    }
    program
        .variables
        .iter()
        .find(|variable| {
            (variable.register..variable.register + variable.width).contains(&register)
        })
        .map_or("", |variable| &variable.name)
}

/// What a part is made of, each name once, and what its ranks tell apart.
fn names(program: &Program, way: &Way) -> (String, &'static str) {
    let (registers, what): (Vec<Register>, _) = match way {
        Way::Digit(digit) => (vec![digit.register()], ""),
        Way::Set { register, .. } => (vec![*register], " sets"),
        Way::Multiset { digits, .. } => (
            digits.iter().map(super::Digit::register).collect(),
            " multisets",
        ),
        Way::Automaton { digits, .. } => (
            digits.iter().map(super::Digit::register).collect(),
            " combinations",
        ),
    };
    let mut names: Vec<&str> = Vec::new();
    for register in registers {
        let name = name(program, register);
        if !names.contains(&name) {
            names.push(name);
        }
    }
    (names.join(" and "), what)
}

impl Numbering {
    /// What the numbers are made of, as `turn (2) × cell (3^9)`; what there is only one of is left out.
    pub(in crate::machine) fn words(&self, ready: &Ready) -> String {
        let program = &ready.program;
        // Parts alike in a row are told as one: the cells of a board.
        let mut runs: Vec<((String, &str), u64, u32)> = Vec::new();
        for part in self.parts.iter().filter(|part| part.count > 1) {
            let names = names(program, &part.way);
            match runs.last_mut() {
                Some((last, count, times)) if *last == names && *count == part.count => *times += 1,
                _ => runs.push((names, part.count, 1)),
            }
        }
        let parts: Vec<String> = runs
            .iter()
            .map(|((names, what), count, times)| match times {
                1 if runs.len() == 1 => names.clone(),
                1 => format!("{names} ({}{what})", grouped(count)),
                _ => format!("{names} ({}^{times})", grouped(count)),
            })
            .collect();
        parts.join(" × ")
    }

    /// What the numbering takes for granted, in words.
    pub(in crate::machine) fn assumed(&self) -> Option<String> {
        (!self.guesses.is_empty()).then(|| self.guesses.join("; "))
    }
}
