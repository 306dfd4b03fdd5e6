//! A numbering in words.

use super::super::ready::Ready;
use super::{Numbering, Way};
use crate::program::{MOVER, Program, Register};
use std::fmt::Write;

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

/// What a part is made of, each name once.
fn names(program: &Program, way: &Way) -> String {
    let registers: Vec<Register> = match way {
        Way::Digit(digit) => vec![digit.register()],
        Way::Set { register, .. } => vec![*register],
        Way::Multiset { digits, .. } | Way::Automaton { digits, .. } => {
            digits.iter().map(super::Digit::register).collect()
        }
    };
    let mut names: Vec<&str> = Vec::new();
    for register in registers {
        let name = name(program, register);
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names.join(" and ")
}

impl Numbering {
    /// How the numbers are made, as `mixed radix over turn (2) and cell (3^9): 39366 numbers`.
    pub(in crate::machine) fn words(&self, ready: &Ready) -> String {
        let program = &ready.program;
        // Parts alike in a row are told as one: the cells of a board.
        let mut runs: Vec<(String, u64, u32)> = Vec::new();
        for part in &self.parts {
            let names = names(program, &part.way);
            match runs.last_mut() {
                Some((last, count, times)) if *last == names && *count == part.count => *times += 1,
                _ => runs.push((names, part.count, 1)),
            }
        }
        let parts: Vec<String> = runs
            .into_iter()
            .map(|(names, count, times)| match times {
                1 => format!("{names} ({count})"),
                _ => format!("{names} ({count}^{times})"),
            })
            .collect();
        let size = self.size;
        if parts.is_empty() {
            return "there is one position".to_owned();
        }
        let mut words = format!("mixed radix over {}: {size} numbers", parts.join(", "));
        if !self.guesses.is_empty() {
            let guesses = self.guesses.join("; ");
            let _ = write!(
                words,
                "; {guesses}: so in random play, and checked at every move"
            );
        }
        words
    }
}
