//! What it takes to make moves and to take them back, in steps of the interpreter.

use super::error::{RunError, RunErrorKind};
use super::machine::first_ending;
use super::numbered::Numbers;
use super::ready::Ready;
use super::{scratch, unmoves};
use unmove_core::numbered::Toil;

/// Steps after which an average tells enough.
const ENOUGH: u64 = 2_000_000;

/// What it takes at some positions, on average; none where taking moves back is not known or a position fails.
pub(super) fn toil(numbers: &Numbers, sample: &[u64]) -> Option<Toil> {
    let ready = &numbers.machine.ready;
    let unmoves = numbers.taken_back().ok()?;
    let mut state = ready.layout.template().to_vec();
    let (mut made, mut taken_back, mut count) = (0, 0, 0u32);
    for &number in sample {
        if taken_back >= ENOUGH {
            break;
        }
        numbers.numbering.unrank(number, &mut state);
        made += moves(ready, &state).ok()?;
        let left = ENOUGH - taken_back;
        taken_back += match unmoves::sources(ready, unmoves, &state, left, &mut |_, _| {}) {
            Ok(steps) => steps,
            Err(error) if matches!(error.kind(), RunErrorKind::TooManySteps(_)) => left,
            Err(_) => return None,
        };
        count += 1;
    }
    let mean = |steps: u64| steps as f64 / f64::from(count.max(1));
    Some(Toil {
        moves: mean(made),
        unmoves: mean(taken_back),
    })
}

/// The steps that it takes to find out whether the game has ended and to make all moves.
fn moves(ready: &Ready, state: &[i64]) -> Result<u64, RunError> {
    scratch::on(ready, state, |run| {
        if first_ending(run, false)?.is_none() {
            run.moves(&mut |_, _, _| Ok(()))?;
        }
        Ok(run.steps)
    })
}
