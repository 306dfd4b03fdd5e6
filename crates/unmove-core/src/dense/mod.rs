//! Solving games numbered by a rule: one byte a position, no table of positions, no stored edges.
//!
//! | to find | look in |
//! |---|---|
//! | what can be reached, and what there is to know before solving | `survey` |
//! | which numbers are stored, and where | `places` |
//! | what a cell holds | `cells` |
//! | threads, and how cells are shared among them | `crew`, `field` |
//! | values | `retrograde` (with `stored` edges, or in `passes`); in one pass (`stream`) `backward`, `grundy`, `score` |
//! | how many wins and losses there are | `tally` |
//! | the check | `verify` |

mod backward;
pub(crate) mod cells;
mod crew;
mod field;
mod grundy;
mod passes;
pub(crate) mod places;
mod retrograde;
mod score;
mod stored;
mod stream;
pub(crate) mod survey;
mod tally;
#[cfg(test)]
mod tests;
mod verify;

pub(crate) use backward::backward;
pub(crate) use grundy::grundy;
pub(crate) use places::Places;
pub(crate) use retrograde::retrograde;
pub(crate) use score::score;
pub(crate) use survey::{Survey, Wanted, survey};
pub(crate) use tally::count;
pub(crate) use verify::{Claimed, Stands, verify};

use crate::error::SolveError;
use crew::Trouble;
use stream::Way;

/// What solving may take, and how it goes about it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Settings {
    /// Bytes of memory in all.
    pub(crate) memory: u64,
    pub(crate) threads: usize,
    pub(crate) tuning: Tuning,
}

impl Settings {
    pub(crate) fn new(memory: u64, threads: usize) -> Self {
        Self {
            memory,
            threads,
            tuning: Tuning::default(),
        }
    }
}

/// Sizes that change how fast the work goes, and nothing else.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tuning {
    /// Cells of a region, which one thread at a time works on, as a power of two: at the least.
    pub(crate) region: u32,
    /// Regions at the most.
    pub(crate) regions: u64,
    /// Changes that are gathered before a region is taken.
    pub(crate) batch: usize,
    /// Blocks of a level from which on more than one thread is worth it.
    pub(crate) crowd: u32,
    /// Numbers up to which a byte each is spent before it is known which of them are reached.
    pub(crate) direct: u64,
    /// Whether what listed roots reach is kept in a set rather than a map of all numbers; `None` decides by their sizes.
    pub(crate) listed: Option<bool>,
    /// Whether to store all numbers or only those reached; `None` decides by how many are reached.
    pub(crate) all: Option<bool>,
}

impl Default for Tuning {
    fn default() -> Self {
        Self {
            region: 14,
            regions: 1024,
            batch: 2048,
            crowd: 64,
            direct: u64::MAX,
            listed: None,
            all: None,
        }
    }
}

/// Whether so many bytes more than the survey takes are allowed.
fn afford(settings: &Settings, survey: &Survey, bytes: u64) -> Result<(), Trouble> {
    let needed = survey.bytes().saturating_add(bytes);
    if needed > settings.memory {
        return Err(Trouble::Memory {
            needed,
            positions: survey.tally.classes,
        });
    }
    Ok(())
}

/// The direction of all moves.
fn one_way<P>(survey: &Survey) -> Result<Way, SolveError<P>> {
    Way::of(survey).ok_or_else(|| SolveError::NotApplicable {
        reason: "moves lead to lower numbers and to higher ones".to_owned(),
    })
}
