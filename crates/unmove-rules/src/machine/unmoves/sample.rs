//! What unmoves cost, measured at positions chosen at random.

use super::super::allowed::{Values, live};
use super::super::ready::Ready;
use super::run::{self, Effort};
use super::{Unmove, Unmoves};
use crate::program::MOVER;

/// Positions to try.
const SAMPLES: u64 = 100;

/// As many values as a rule's unmoves may try at a position, on average.
const MOST_STEPS: u64 = 20_000;

/// Numbers without a pattern, always the same ones.
struct Dice(u64);

impl Dice {
    fn below(&mut self, count: u128) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (u128::from(mixed ^ (mixed >> 31)) % count.max(1)) as u64
    }
}

/// A position of the space.
fn position(ready: &Ready, dice: &mut Dice) -> Vec<i64> {
    let mut registers = ready.layout.template().to_vec();
    if ready.program.players.is_some() {
        registers[MOVER as usize] = dice.below(2) as i64;
    }
    for (variable, allowed) in ready.program.variables.iter().zip(&ready.layout.allowed) {
        match &allowed.values {
            Values::Set {
                cells, least, most, ..
            } => {
                let size = u64::from(*least) + dice.below(u128::from(most - least) + 1);
                let mut left = cells.clone();
                for _ in 0..size {
                    let cell = left.swap_remove(dice.below(left.len() as u128) as usize);
                    registers[(variable.register + cell / 64) as usize] |= 1 << (cell % 64);
                }
            }
            values => {
                for register in live(variable) {
                    registers[register as usize] = values.value(dice.below(values.count()));
                }
            }
        }
    }
    ready.layout.sort(&mut registers);
    registers
}

/// How many positions are tried at a position, on average; fails, as a clause in words, if it takes too much.
pub(super) fn candidates(ready: &Ready, unmoves: &Unmoves) -> Result<f64, String> {
    let mut all = 0;
    for unmove in &unmoves.rules {
        all += of_rule(ready, unmove, unmoves.registers as usize)?.candidates;
    }
    Ok(all as f64 / SAMPLES as f64)
}

fn of_rule(ready: &Ready, unmove: &Unmove, registers: usize) -> Result<Effort, String> {
    let mut dice = Dice(0);
    let mut effort = Effort::default();
    for sample in 1..=SAMPLES {
        let target = position(ready, &mut dice);
        let left = MOST_STEPS * SAMPLES - effort.steps;
        let spent = run::take_back(ready, unmove, registers, &target, left, &mut |_, _| {});
        let spent = spent.map_err(|_| too_much(unmove, sample))?;
        effort.candidates += spent.candidates;
        effort.steps += spent.steps;
    }
    Ok(effort)
}

/// Where so many positions have taken more than all may.
fn too_much(unmove: &Unmove, positions: u64) -> String {
    let widest = unmove.reverse.parameters.last();
    let what = widest.map_or("what is unknown", |parameter| parameter.name.as_str());
    let thousands = MOST_STEPS * SAMPLES / positions / 1000;
    let tries = match thousands {
        1000.. => format!("{} million", thousands / 1000),
        _ => format!("{thousands} thousand"),
    };
    format!(
        "`{}` cannot be taken back: to find {what} takes more than {tries} tries at a position",
        unmove.reverse.name
    )
}
