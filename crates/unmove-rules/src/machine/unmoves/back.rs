//! The unmoves of a machine, for those who ask for positions rather than registers.

use super::super::error::RunError;
use super::super::evaluate::MOST_STEPS;
use super::super::layout::Position;
use super::super::machine::Machine;
use super::run;
use super::{Unmove, Unmoves};

/// What leads to a position, found by taking moves back; see [`Machine::back`].
#[derive(Debug)]
pub struct Back<'m> {
    machine: &'m Machine,
    unmoves: Unmoves,
}

/// How to find the positions before a position, and what it takes.
impl Machine {
    /// Derives from every move how to take it back. Fails, with the reason as a clause, where that would cost
    /// more than it is worth.
    pub fn back(&self) -> Result<Back<'_>, String> {
        let unmoves = Unmoves::derive(&self.ready)?;
        Ok(Back {
            machine: self,
            unmoves,
        })
    }
}

impl Back<'_> {
    /// The positions from which a move leads to this one, and whether the mover then moves again; and how many steps
    /// it took to find them. Positions where the game has ended are not among them. Under symmetries they stand for classes.
    pub fn sources(&self, position: &Position) -> Result<(Vec<(Position, bool)>, u64), RunError> {
        let ready = &self.machine.ready;
        let target = self.machine.registers(position);
        let mut sources = Vec::new();
        let steps = run::sources(
            ready,
            &self.unmoves,
            &target,
            MOST_STEPS,
            &mut |registers, again| {
                sources.push((ready.canonical(&mut registers.to_vec()), again));
            },
        )?;
        Ok((sources, steps))
    }

    /// Whether a position is found as often as its moves lead here; if not, at least once.
    pub fn repeats(&self) -> bool {
        self.unmoves.repeats
    }

    /// How many of the unmoves need not be confirmed by moving forwards, and how many there are.
    pub fn exact(&self) -> (usize, usize) {
        let rules: &[Unmove] = &self.unmoves.rules;
        (
            rules.iter().filter(|unmove| unmove.exact).count(),
            rules.len(),
        )
    }
}
