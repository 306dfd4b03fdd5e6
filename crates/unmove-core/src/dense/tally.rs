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
    let symmetries = game.symmetries();
    let lesser = survey.orbits.lesser();
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
                    let orbit = match lesser {
                        Some(_) => symmetries,
                        None => worker.orbit(cursor.number(at)),
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
        all.wins = all.wins.wrapping_add(part.wins);
        all.losses = all.losses.wrapping_add(part.losses);
        all.draws = all.draws.wrapping_add(part.draws);
        all.deepest = all.deepest.max(part.deepest);
    }
    for &(number, orbit) in lesser.unwrap_or_default() {
        if let Some(value) = survey.places.index(number).and_then(&value) {
            all.less(value, symmetries.wrapping_sub(orbit));
        }
    }
    Ok(all)
}

impl Won {
    fn of(&mut self, outcome: Outcome) -> &mut u64 {
        match outcome {
            Outcome::Win => &mut self.wins,
            Outcome::Loss => &mut self.losses,
            Outcome::Draw => &mut self.draws,
        }
    }

    // The survey has made sure that the sum of all is in range; what stands for less can only be too much for a while.

    fn add(&mut self, value: Value, orbit: u64) {
        let of = self.of(value.outcome());
        *of = of.wrapping_add(orbit);
        self.deepest = self.deepest.max(value.remoteness);
    }

    fn less(&mut self, value: Value, too_many: u64) {
        let of = self.of(value.outcome());
        *of = of.wrapping_sub(too_many);
    }
}
