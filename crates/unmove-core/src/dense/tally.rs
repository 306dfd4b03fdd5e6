//! How many positions are won, lost and drawn.

use std::sync::atomic::{AtomicU64, Ordering};

use super::Settings;
use super::crew::{Crew, Trouble};
use super::survey::Survey;
use crate::error::SolveError;
use crate::graph::Index;
use crate::numbered::Numbered;
use crate::progress::{Phase, Progress};
use crate::value::{Outcome, Remoteness, Value};

/// Positions by how they come out, each as often as it stands for others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Won {
    pub(crate) wins: u64,
    pub(crate) losses: u64,
    pub(crate) draws: u64,
    /// The greatest remoteness, if any position has one.
    pub(crate) deepest: Option<Remoteness>,
}

/// Indices that a thread goes through at a time.
const CHUNK: u64 = 1 << 16;

/// Counts the positions of a survey by their values; `value` gives none for an index that stands for
/// nothing.
pub(crate) fn count<P>(
    game: &dyn Numbered<P>,
    survey: &Survey,
    value: impl Fn(Index) -> Option<Value> + Sync,
    settings: &Settings,
    progress: &dyn Progress,
) -> Result<Won, SolveError<P>> {
    let len = u64::from(survey.places.len());
    let mut crew = Crew::new(game, settings.threads, progress, Phase::Solve, Some(len));
    let next = AtomicU64::new(0);
    let alone = survey.tally.positions == survey.tally.classes;
    let mut parts = vec![Won::default(); crew.threads()];
    let counted = crew.run(&mut parts, |won, worker, beat| {
        let mut cursor = survey.places.cursor();
        loop {
            let start = next.fetch_add(CHUNK, Ordering::Relaxed);
            if start >= len {
                return Ok(());
            }
            let end = len.min(start + CHUNK);
            for at in (start..end).map(|at| Index(at as u32)) {
                if let Some(value) = value(at) {
                    let orbit = if alone {
                        1
                    } else {
                        worker.orbit(cursor.number(at))
                    };
                    won.add(value, orbit);
                }
            }
            beat.steps(end - start)?;
        }
    });
    counted.map_err(|trouble: Trouble| trouble.named(game, settings.memory))?;
    let mut all = Won::default();
    for part in parts {
        all.wins += part.wins;
        all.losses += part.losses;
        all.draws += part.draws;
        all.deepest = all.deepest.max(part.deepest);
    }
    Ok(all)
}

impl Won {
    fn add(&mut self, value: Value, orbit: u64) {
        // The survey has made sure that the sum of all is in range.
        match value.outcome() {
            Outcome::Win => self.wins += orbit,
            Outcome::Loss => self.losses += orbit,
            Outcome::Draw => self.draws += orbit,
        }
        self.deepest = self.deepest.max(value.remoteness);
    }
}
