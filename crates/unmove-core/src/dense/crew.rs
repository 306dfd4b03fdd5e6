//! Threads that share a job, each with a worker of its own; one of them tells how far they are.

use std::ops::ControlFlow;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;

use crate::error::SolveError;
use crate::game::Fault;
use crate::numbered::{Numbered, Worker};
use crate::progress::{Phase, Progress, Stopped};

/// Why a job was left undone.
#[derive(Debug)]
pub(crate) enum Trouble {
    Stopped,
    /// The game failed at this number.
    Fault {
        at: u64,
        source: Fault,
    },
    /// More memory would have been taken than allowed: so much in all, after so many positions.
    Memory {
        needed: u64,
        positions: u64,
    },
    /// More than `limit` of something.
    TooMany {
        what: &'static str,
        limit: u64,
    },
    /// A number grew out of its range.
    Overflow {
        what: &'static str,
    },
}

impl From<Stopped> for Trouble {
    fn from(Stopped: Stopped) -> Self {
        Self::Stopped
    }
}

impl Trouble {
    /// A move leads where nothing is, from or at this number.
    pub(crate) fn astray(at: u64) -> Self {
        Self::Fault {
            at,
            source: Box::new(Astray),
        }
    }

    /// The error that the users of `game` see; `limit` bytes were allowed.
    pub(crate) fn named<P>(self, game: &dyn Numbered<P>, limit: u64) -> SolveError<P> {
        match self {
            Self::Stopped => SolveError::Stopped,
            Self::Fault { at, source } => SolveError::Fault {
                at: game.position(at),
                source,
            },
            Self::Memory { needed, positions } => SolveError::Memory {
                limit,
                needed,
                positions,
            },
            Self::TooMany { what, limit } => SolveError::TooMany { what, limit },
            Self::Overflow { what } => SolveError::Overflow { what },
        }
    }

    /// Which of several troubles to tell of: the fault at the least number, then whatever is not
    /// just the echo of another's.
    fn weight(&self) -> (u8, u64) {
        match self {
            Self::Fault { at, .. } => (0, *at),
            Self::Stopped => (2, 0),
            _ => (1, 0),
        }
    }
}

/// A move that leads where nothing is: the game contradicts itself.
#[derive(Debug, thiserror::Error)]
#[error("a move leads to a number that stands for no position")]
struct Astray;

/// How many steps a thread takes between two looks at what the others do.
const INTERVAL: u64 = 8192;

/// Those who work together on one phase.
pub(crate) struct Crew<'a, P> {
    game: &'a dyn Numbered<P>,
    /// The worker of the thread that everything is called from.
    own: Box<dyn Worker + 'a>,
    referee: bool,
    threads: usize,
    progress: &'a dyn Progress,
    watch: Watch,
}

/// What the threads of a crew see of each other.
struct Watch {
    phase: Phase,
    done: AtomicU64,
    total: Option<u64>,
    stop: AtomicBool,
}

impl<'a, P> Crew<'a, P> {
    pub(crate) fn new(
        game: &'a dyn Numbered<P>,
        threads: usize,
        progress: &'a dyn Progress,
        phase: Phase,
        total: Option<u64>,
    ) -> Self {
        Self {
            game,
            own: game.worker(),
            referee: false,
            threads: threads.max(1),
            progress,
            watch: Watch {
                phase,
                done: AtomicU64::new(0),
                total,
                stop: AtomicBool::new(false),
            },
        }
    }

    /// The same crew with referees for workers.
    pub(crate) fn refereeing(mut self) -> Self {
        self.own = self.game.referee();
        self.referee = true;
        self
    }

    pub(crate) fn game(&self) -> &'a dyn Numbered<P> {
        self.game
    }

    pub(crate) fn threads(&self) -> usize {
        self.threads
    }

    /// Does a job on one thread for each state, the calling one among them.
    pub(crate) fn run<T: Send>(
        &mut self,
        states: &mut [T],
        job: impl Fn(&mut T, &mut dyn Worker, &mut Beat<'_>) -> Result<(), Trouble> + Sync,
    ) -> Result<(), Trouble> {
        let Some((first, rest)) = states.split_first_mut() else {
            return Ok(());
        };
        let (game, watch, referee) = (self.game, &self.watch, self.referee);
        let own = &mut *self.own;
        let mut beat = Beat::new(watch, Some(self.progress));
        let done = thread::scope(|scope| {
            let job = &job;
            let hired = rest.iter_mut().map(|state| {
                scope.spawn(move || {
                    let mut worker = if referee {
                        game.referee()
                    } else {
                        game.worker()
                    };
                    let mut beat = Beat::new(watch, None);
                    let done = job(state, &mut *worker, &mut beat);
                    beat.finish(&done);
                    done
                })
            });
            let hired: Vec<_> = hired.collect();
            let mut done = vec![job(first, own, &mut beat)];
            beat.finish(&done[0]);
            for thread in hired {
                // Whoever panics takes all with them, as on one thread.
                done.push(thread.join().unwrap_or_else(|panic| resume_unwind(panic)));
            }
            done
        });
        let troubles = done.into_iter().filter_map(Result::err);
        match troubles.min_by_key(Trouble::weight) {
            Some(trouble) => Err(trouble),
            None => Ok(()),
        }
    }

    /// Tells how far the work is.
    pub(crate) fn tell(&self) -> Result<(), Trouble> {
        Beat::new(&self.watch, Some(self.progress)).tell()
    }
}

/// Counts the steps of one thread, and notices when everybody is to stop.
pub(crate) struct Beat<'a> {
    watch: &'a Watch,
    progress: Option<&'a dyn Progress>,
    steps: u64,
}

impl<'a> Beat<'a> {
    fn new(watch: &'a Watch, progress: Option<&'a dyn Progress>) -> Self {
        Self {
            watch,
            progress,
            steps: 0,
        }
    }

    /// One more position is done.
    #[inline]
    pub(crate) fn step(&mut self) -> Result<(), Trouble> {
        self.steps += 1;
        if self.steps >= INTERVAL {
            self.tell()?;
        }
        Ok(())
    }

    /// So many positions more are done.
    pub(crate) fn steps(&mut self, count: u64) -> Result<(), Trouble> {
        self.steps += count;
        if self.steps >= INTERVAL {
            self.tell()?;
        }
        Ok(())
    }

    fn tell(&mut self) -> Result<(), Trouble> {
        let steps = std::mem::take(&mut self.steps);
        let done = self.watch.done.fetch_add(steps, Ordering::Relaxed) + steps;
        if let Some(progress) = self.progress {
            let heard = progress.report(self.watch.phase, done, self.watch.total);
            if heard == ControlFlow::Break(()) {
                self.watch.stop.store(true, Ordering::Relaxed);
            }
        }
        if self.watch.stop.load(Ordering::Relaxed) {
            return Err(Trouble::Stopped);
        }
        Ok(())
    }

    fn finish(&mut self, done: &Result<(), Trouble>) {
        let steps = std::mem::take(&mut self.steps);
        self.watch.done.fetch_add(steps, Ordering::Relaxed);
        if done.is_err() {
            self.watch.stop.store(true, Ordering::Relaxed);
        }
    }
}
