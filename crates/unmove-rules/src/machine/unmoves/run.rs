//! Running unmoves: the positions from which moves lead to one, plainly.

use super::super::error::{RunError, RunErrorKind};
use super::super::evaluate::{MOST_STEPS, Run};
use super::super::interpret::Flow;
use super::super::machine::first_ending;
use super::super::ready::Ready;
use super::super::scratch;
use super::{Unmove, Unmoves};
use crate::program::MOVER;

/// What is done with each source: the registers of the position before the move, and whether the mover moved again.
pub(crate) type Visit<'v> = &'v mut dyn FnMut(&[i64], bool);

/// A failure while trying says that there is no such position, unless it says that it takes too long.
fn dropped<T>(result: Result<T, RunError>, instead: T) -> Result<T, RunError> {
    match result {
        Err(error) if !matches!(error.kind(), RunErrorKind::TooManySteps(_)) => Ok(instead),
        result => result,
    }
}

/// Visits the positions from which moves lead to the one in these registers, which are sorted as the rules say, in so
/// many steps at the most; how many it took.
///
/// Under symmetries a move may lead to any position of a class: the images of those that lead to this very one
/// are the others.
pub(crate) fn sources(
    ready: &Ready,
    unmoves: &Unmoves,
    target: &[i64],
    most: u64,
    visit: Visit<'_>,
) -> Result<u64, RunError> {
    let registers = unmoves.registers as usize;
    unmoves.rules.iter().try_fold(0, |steps, unmove| {
        let left = most.saturating_sub(steps);
        Ok(steps + take_back(ready, unmove, registers, target, left, visit)?)
    })
}

/// Visits the positions from which the moves of one unmove lead to the target, in so many steps at the most.
fn take_back(
    ready: &Ready,
    unmove: &Unmove,
    registers: usize,
    target: &[i64],
    most: u64,
    visit: Visit<'_>,
) -> Result<u64, RunError> {
    let mut mover = target[MOVER as usize];
    if ready.program.players.is_some() && !unmove.again {
        mover ^= 1;
    }
    let rule = &unmove.reverse;
    if rule.player.is_some_and(|player| i64::from(player) != mover) {
        return Ok(0);
    }
    scratch::with(ready, registers, |run| {
        run.registers[..target.len()].copy_from_slice(target);
        run.registers[MOVER as usize] = mover;
        run.folds = false;
        // The run stops at a limit that is the same for all: it begins nearer to it.
        let begun = MOST_STEPS.saturating_sub(most);
        run.steps = begun;
        let mut back = Back {
            unmove,
            target,
            visit,
        };
        let held = run.all_hold(&rule.conditions);
        if dropped(held, false)? {
            back.bind(run, 0)?;
        }
        Ok(run.steps - begun)
    })
}

struct Back<'v, 't> {
    unmove: &'t Unmove,
    target: &'t [i64],
    visit: Visit<'v>,
}

impl Back<'_, '_> {
    fn bind(&mut self, run: &mut Run<'_>, depth: usize) -> Result<(), RunError> {
        let unmove = self.unmove;
        let Some(parameter) = unmove.reverse.parameters.get(depth) else {
            let base = run.save();
            let tried = self.candidate(run);
            run.restore(base);
            return tried;
        };
        let local = parameter.local as usize;
        let mut failed = Ok(());
        let all = run.each(&parameter.domain, &mut |run, element| {
            run.registers[local] = element;
            let held = run.all_hold(&parameter.conditions);
            let tried = match dropped(held, false) {
                Ok(true) => self.bind(run, depth + 1),
                Ok(false) => Ok(()),
                Err(error) => Err(error),
            };
            failed = tried;
            Ok(failed.is_ok())
        });
        failed?;
        dropped(all, true).map(|_| ())
    }

    fn candidate(&mut self, run: &mut Run<'_>) -> Result<(), RunError> {
        let restored = run.effects(&self.unmove.reverse.effects);
        if dropped(restored, Flow::Illegal)? != Flow::On {
            return Ok(());
        }
        let ended = first_ending(run, false).map(|payoff| payoff.is_some());
        if dropped(ended, true)? {
            return Ok(());
        }
        let confirmed = run.all_hold(&self.unmove.confirm);
        if !dropped(confirmed, false)? {
            return Ok(());
        }
        if !self.unmove.exact {
            let base = run.save();
            let leads_here = self.leads_here(run);
            run.restore(base);
            if !dropped(leads_here, false)? {
                return Ok(());
            }
        }
        (self.visit)(&run.registers[..self.target.len()], self.unmove.again);
        Ok(())
    }

    /// Whether the rule's effects lead from the restored position to the target.
    fn leads_here(&self, run: &mut Run<'_>) -> Result<bool, RunError> {
        let ready = run.ready;
        run.gain = 0;
        run.again = false;
        run.components.clear();
        let rule = &ready.program.moves[self.unmove.rule];
        let flow = run.effects(&rule.effects)?;
        if run.again != self.unmove.again {
            return Ok(false);
        }
        let there = match flow {
            Flow::Illegal => return Ok(false),
            Flow::On => run.successor(),
            Flow::Sum => match std::mem::take(&mut run.components).as_slice() {
                [only] => only.clone(),
                _ => return Ok(false),
            },
        };
        Ok(there == ready.layout.pack(self.target))
    }
}
