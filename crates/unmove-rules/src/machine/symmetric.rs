//! Declared symmetries are believed only where they have been seen to hold: at every position explored, the
//! images must have the same moves and the same ends.

use super::error::{RunError, RunErrorKind};
use super::layout::Position;
use super::machine::{Machine, NamedMove, first_ending, named, played};
use super::scratch;
use crate::program::Span;
use unmove_core::game::{Move, Payoff, Successor};

/// A move as far as solvers can tell moves apart.
fn essence(played: &Move<Position>) -> (Vec<Position>, bool, i32) {
    let mut to = match &played.to {
        Successor::One(position) => vec![position.clone()],
        Successor::Sum(positions) => positions.clone(),
    };
    to.sort_unstable();
    (to, played.again, played.gain)
}

fn essences(moves: &[Move<Position>]) -> Vec<(Vec<Position>, bool, i32)> {
    let mut all: Vec<_> = moves.iter().map(essence).collect();
    all.sort_unstable();
    all
}

/// The first move of `one` that has no match in `other`.
fn unmatched<'m>(one: &'m [NamedMove], other: &[NamedMove]) -> Option<&'m NamedMove> {
    let mut rest: Vec<_> = other.iter().map(|other| essence(&other.to)).collect();
    one.iter().find(|played| {
        let wanted = essence(&played.to);
        match rest.iter().position(|other| *other == wanted) {
            Some(place) => {
                rest.swap_remove(place);
                false
            }
            None => true,
        }
    })
}

/// A position's registers as a declared symmetry changes them.
struct Image {
    symmetry: String,
    /// Where it is declared.
    at: Span,
    registers: Vec<i64>,
}

impl Machine {
    /// The images of a position that are written otherwise and should be as good.
    fn images(&self, position: &Position) -> Vec<Image> {
        let registers = self.registers(position);
        let program = &self.ready.program;
        let mut images = Vec::new();
        for element in self.ready.group.elements() {
            let mut image = registers.clone();
            element.image(&registers, &mut image);
            self.ready.layout.sort(&mut image);
            images.push(Image {
                symmetry: element.name.clone(),
                at: program.symmetries[element.generator].at,
                registers: image,
            });
        }
        images.retain(|image| image.registers != registers);
        images
    }

    /// Fails unless the images of a position have moves to where this one's lead.
    pub(super) fn symmetric_moves(
        &self,
        position: &Position,
        moves: &[Move<Position>],
    ) -> Result<(), RunError> {
        if self.ready.group.is_trivial() {
            return Ok(());
        }
        let wanted = essences(moves);
        let mut found = Vec::new();
        for image in self.images(position) {
            found.clear();
            scratch::on(&self.ready, &image.registers, |run| played(run, &mut found))
                .map_err(|error| error.at_position(|| self.ready.text(&image.registers)))?;
            if essences(&found) != wanted {
                return Err(self.broken_moves(position, &image)?);
            }
        }
        Ok(())
    }

    /// The error that names a move which has no counterpart.
    fn broken_moves(&self, position: &Position, image: &Image) -> Result<RunError, RunError> {
        let here = self.named_moves(position)?;
        let mut there = Vec::new();
        scratch::on(&self.ready, &image.registers, |run| named(run, &mut there))?;
        let elsewhere = self.ready.text(&image.registers);
        let difference = match (unmatched(&here, &there), unmatched(&there, &here)) {
            (Some(played), _) => {
                format!("the move {} has no counterpart at {elsewhere}", played.name)
            }
            (None, Some(played)) => format!(
                "the move {} at {elsewhere} has no counterpart here",
                played.name
            ),
            (None, None) => format!("the moves differ from those at {elsewhere}"),
        };
        Ok(self.broken(position, image, difference))
    }

    fn broken(&self, position: &Position, image: &Image, difference: String) -> RunError {
        let kind = RunErrorKind::SymmetryOfGame {
            symmetry: image.symmetry.clone(),
            difference,
        };
        RunError::new(kind, image.at).at_position(|| self.text(position))
    }

    /// Fails unless the images of a position end with the same payoff.
    pub(super) fn symmetric_ending(
        &self,
        position: &Position,
        payoff: Option<Payoff>,
        stuck: bool,
    ) -> Result<(), RunError> {
        if self.ready.group.is_trivial() {
            return Ok(());
        }
        let words = |payoff: Option<Payoff>| match payoff {
            Some(Payoff(points)) => format!("ends and pays {points} to the player to move"),
            None => "goes on".to_owned(),
        };
        for image in self.images(position) {
            let found = scratch::on(&self.ready, &image.registers, |run| {
                first_ending(run, stuck)
            })
            .map_err(|error| error.at_position(|| self.ready.text(&image.registers)))?;
            if found != payoff {
                let difference = format!(
                    "here the game {}, and at {} it {}",
                    words(payoff),
                    self.ready.text(&image.registers),
                    words(found)
                );
                return Err(self.broken(position, &image, difference));
            }
        }
        Ok(())
    }
}
