//! Grundy values of games without cycles: the least number that no move leads to.
//!
//! R. P. Sprague, "Über mathematische Kampfspiele" (1935); P. M. Grundy, "Mathematics and games"
//! (1939).

use crate::graph::{Graph, Index};
use crate::order::{Order, Rank};
use crate::progress::{Phase, Progress, Steps, Stopped};
use crate::value::Nimber;

/// A Grundy value for every position, with the order that proves that play ends.
#[derive(Clone, Debug)]
pub struct Nimbers {
    pub(crate) values: Vec<u32>,
    pub(crate) rank: Rank,
}

impl Nimbers {
    /// The Grundy value of a position.
    ///
    /// # Panics
    /// If there is no position of that number.
    pub fn get(&self, at: Index) -> Nimber {
        Nimber(self.values[at.at()])
    }

    /// Replaces the Grundy value of a position.
    ///
    /// # Panics
    /// If there is no position of that number.
    pub fn set(&mut self, at: Index, nimber: Nimber) {
        self.values[at.at()] = nimber.0;
    }

    /// A number for every position that falls along every move.
    pub fn rank(&self) -> &Rank {
        &self.rank
    }
}

/// Grundy values in one pass; a move to a sum has the xor of its components.
pub(crate) fn grundy<P>(
    graph: &Graph<P>,
    order: &Order,
    progress: &dyn Progress,
) -> Result<Nimbers, Stopped> {
    let mut steps = Steps::new(progress, Phase::Solve, Some(graph.len() as u64));
    let mut values = vec![0u32; graph.len()];
    let mut seen = Seen::default();
    for at in order.iter() {
        steps.step()?;
        for step in graph.moves(at) {
            let sum = step.components().fold(0, |sum, to| sum ^ values[to.at()]);
            seen.insert(sum);
        }
        values[at.at()] = seen.take_mex();
    }
    steps.report()?;
    Ok(Nimbers {
        values,
        rank: order.rank(),
    })
}

/// A set of nimbers that is emptied by moving on to the next stamp.
#[derive(Default)]
pub(crate) struct Seen {
    stamps: Vec<u32>,
    stamp: u32,
}

impl Seen {
    pub(crate) fn insert(&mut self, nimber: u32) {
        let at = nimber as usize;
        if self.stamps.len() <= at {
            self.stamps.resize(at + 1, u32::MAX);
        }
        self.stamps[at] = self.stamp;
    }

    /// The least number that is not in the set; the set is empty afterwards.
    pub(crate) fn take_mex(&mut self) -> u32 {
        let missing = self.stamps.iter().position(|&stamp| stamp != self.stamp);
        let mex = missing.unwrap_or(self.stamps.len());
        self.stamp += 1;
        mex as u32
    }
}
