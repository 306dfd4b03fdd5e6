//! Word of how far long work has come, and the way to stop it.

use std::fmt;
use std::ops::ControlFlow;

/// What is being done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Phase {
    /// Finding and numbering the positions.
    Explore,
    /// Looking for an order without cycles.
    Order,
    /// Working out the values.
    Solve,
    /// Checking the values.
    Verify,
}

impl fmt::Display for Phase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Explore => "exploring",
            Self::Order => "ordering",
            Self::Solve => "solving",
            Self::Verify => "verifying",
        })
    }
}

/// Hears now and then how far the work has come, and may stop it.
pub trait Progress {
    /// `done` positions are done, of `total` where that is known. `Break` stops the work with
    /// [`SolveError::Stopped`](crate::SolveError::Stopped).
    fn report(&self, phase: Phase, done: u64, total: Option<u64>) -> ControlFlow<()>;
}

/// Reports to nobody and never stops.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Progress for Silent {
    fn report(&self, _phase: Phase, _done: u64, _total: Option<u64>) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// How many steps go by between two reports.
const INTERVAL: u64 = 8192;

/// Somebody asked for the work to stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped;

/// Counts steps of one phase and reports every few thousand.
pub(crate) struct Steps<'a> {
    progress: &'a dyn Progress,
    phase: Phase,
    done: u64,
    total: Option<u64>,
}

impl<'a> Steps<'a> {
    pub(crate) fn new(progress: &'a dyn Progress, phase: Phase, total: Option<u64>) -> Self {
        Self {
            progress,
            phase,
            done: 0,
            total,
        }
    }

    /// One more position is done.
    pub(crate) fn step(&mut self) -> Result<(), Stopped> {
        self.done += 1;
        if self.done.is_multiple_of(INTERVAL) {
            return self.report();
        }
        Ok(())
    }

    /// Reports now.
    pub(crate) fn report(&self) -> Result<(), Stopped> {
        match self.progress.report(self.phase, self.done, self.total) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(Stopped),
        }
    }
}
