//! Registers to run on, kept from call to call.

use super::evaluate::Run;
use super::layout::Position;
use super::ready::Ready;
use std::cell::RefCell;

#[derive(Default)]
struct Scratch {
    registers: Vec<i64>,
    saved: Vec<i64>,
}

thread_local! {
    /// A stack, since a run may need another one inside it.
    static FREE: RefCell<Vec<Scratch>> = const { RefCell::new(Vec::new()) };
}

/// Runs something on registers that hold the position, with at least `least` registers in all.
pub(super) fn at<T>(
    ready: &Ready,
    position: &Position,
    least: usize,
    work: impl FnOnce(&mut Run<'_>) -> T,
) -> T {
    with(ready, least, |run| {
        ready.layout.unpack(position, run.registers);
        work(run)
    })
}

/// Runs something on registers that hold these values of the state.
pub(super) fn on<T>(ready: &Ready, state: &[i64], work: impl FnOnce(&mut Run<'_>) -> T) -> T {
    with(ready, state.len(), |run| {
        run.registers[..state.len()].copy_from_slice(state);
        work(run)
    })
}

/// Runs something on registers whose values are of no matter, at least `least` of them.
pub(super) fn with<T>(ready: &Ready, least: usize, work: impl FnOnce(&mut Run<'_>) -> T) -> T {
    let mut scratch = FREE.with_borrow_mut(Vec::pop).unwrap_or_default();
    let registers = least.max(ready.program.registers as usize);
    scratch.registers.resize(registers, 0);
    let mut run = Run::new(ready, &mut scratch.registers, &mut scratch.saved);
    let result = work(&mut run);
    FREE.with_borrow_mut(|free| free.push(scratch));
    result
}
