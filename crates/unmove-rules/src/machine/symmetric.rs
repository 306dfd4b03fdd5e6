//! Declared symmetries are believed only where they have been seen to hold: at every position explored, the
//! images must have the same moves and the same ends.

use super::error::{RunError, RunErrorKind};
use super::layout::Position;
use super::machine::{Machine, NamedMove, first_ending, named};
use super::scratch;
use super::symmetry::Element;
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

impl Machine {
    /// For every symmetry the image of a position's registers, if it is another one.
    fn images(&self, position: &Position) -> Vec<(&Element, Vec<i64>)> {
        let registers = self.registers(position);
        let mut images = Vec::new();
        for element in self.ready.group.elements() {
            let mut image = registers.clone();
            element.image(&registers, &mut image);
            self.ready.layout.sort(&mut image);
            if image != registers {
                images.push((element, image));
            }
        }
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
        for (element, image) in self.images(position) {
            found.clear();
            scratch::on(&self.ready, &image, |run| {
                run.moves(&mut |_, _, played| {
                    found.push(played);
                    Ok(())
                })
            })
            .map_err(|error| error.at_position(|| self.ready.text(&image)))?;
            if essences(&found) != wanted {
                return Err(self.broken_moves(position, element, &image)?);
            }
        }
        Ok(())
    }

    /// The error that names a move which has no counterpart.
    fn broken_moves(
        &self,
        position: &Position,
        element: &Element,
        image: &[i64],
    ) -> Result<RunError, RunError> {
        let here = self.named_moves(position)?;
        let mut there = Vec::new();
        scratch::on(&self.ready, image, |run| named(run, &mut there))?;
        let difference = match (unmatched(&here, &there), unmatched(&there, &here)) {
            (Some(played), _) => format!(
                "the move {} has no counterpart at {}",
                played.name,
                self.ready.text(image)
            ),
            (None, Some(played)) => format!(
                "the move {} at {} has no counterpart here",
                played.name,
                self.ready.text(image)
            ),
            (None, None) => format!("the moves differ from those at {}", self.ready.text(image)),
        };
        Ok(self.broken(position, element, difference))
    }

    fn broken(&self, position: &Position, element: &Element, difference: String) -> RunError {
        let at = self.ready.program.symmetries[element.generator].at;
        let symmetry = element.name.clone();
        let kind = RunErrorKind::SymmetryOfGame {
            symmetry,
            difference,
        };
        RunError::new(kind, at).at_position(|| self.text(position))
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
            Some(Payoff(points)) => format!("pays {points}"),
            None => "does not end".to_owned(),
        };
        for (element, image) in self.images(position) {
            let found = scratch::on(&self.ready, &image, |run| first_ending(run, stuck))
                .map_err(|error| error.at_position(|| self.ready.text(&image)))?;
            if found != payoff {
                let difference = format!(
                    "the game {} here and {} at {}",
                    words(payoff),
                    words(found),
                    self.ready.text(&image)
                );
                return Err(self.broken(position, element, difference));
            }
        }
        Ok(())
    }
}
