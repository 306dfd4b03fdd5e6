//! Grundy values of games with cycles, after Smith and Fraenkel.
//!
//! For m = 0, 1, 2, … one attractor: a position gets m when every follower without a smaller label
//! has itself a follower labelled m. Only positions whose followers carry all of 0 … m − 1 take
//! part, so that a position of infinite value soon drops out.

use crate::arena::{Arena, Stored};
use crate::attractor::{Field, Halted, Verdict, grow};
use crate::graph::{Graph, Index};
use crate::progress::{Phase, Progress, Steps, Stopped};
use crate::value::{Loopy, Nimber};

/// No finite label.
const INFINITE: u32 = u32::MAX;

/// A Smith–Fraenkel value for every position: 8 bytes each, the sets are read off the graph.
#[derive(Clone, Debug)]
pub struct Loopies {
    labels: Vec<u32>,
    stages: Vec<u32>,
}

impl Loopies {
    /// The value of a position.
    ///
    /// # Panics
    /// If the graph has no position of that number.
    pub fn get<P>(&self, graph: &Graph<P>, at: Index) -> Loopy {
        if let Some(nimber) = self.label(at) {
            return Loopy::Nimber(nimber);
        }
        let labels = graph.successors(at).filter_map(|edge| self.label(edge.to));
        let mut set: Vec<u32> = labels.map(|nimber| nimber.0).collect();
        set.sort_unstable();
        set.dedup();
        Loopy::Infinite(set)
    }

    /// The finite value of a position; `None` for infinity.
    ///
    /// # Panics
    /// If there is no position of that number.
    pub fn label(&self, at: Index) -> Option<Nimber> {
        let label = self.labels[at.at()];
        (label != INFINITE).then_some(Nimber(label))
    }

    /// When a position got its label: the certificate that the moves which answer a move to a
    /// greater value come to an end. Compare only stages of the same label.
    pub fn stage(&self, at: Index) -> u32 {
        self.stages.get(at.at()).copied().unwrap_or(0)
    }

    /// Replaces the label and the stage of a position; no label is infinity.
    ///
    /// # Panics
    /// If there is no position of that number.
    pub fn set(&mut self, at: Index, label: Option<Nimber>, stage: u32) {
        self.labels[at.at()] = label.map_or(INFINITE, |nimber| nimber.0);
        self.stages[at.at()] = stage;
    }
}

/// Solves an impartial graph without sums where every terminal is a loss.
pub(crate) fn loopy<P>(arena: &Stored<'_, P>, progress: &dyn Progress) -> Result<Loopies, Stopped> {
    let mut steps = Steps::new(progress, Phase::Solve, None);
    let mut labels = Labels::new(arena);
    let mut candidates: Vec<Index> = (0..arena.len() as u32).map(Index).collect();
    while !candidates.is_empty() {
        let seeds = labels.begin(&candidates);
        match grow(arena, &mut labels, seeds, &mut steps) {
            Ok(()) => {}
            Err(Halted::Stopped) => return Err(Stopped),
            Err(Halted::Arena(never)) => match never {},
        }
        labels.end(arena);
        candidates.retain(|&at| labels.may_be_greater(at));
    }
    steps.report()?;
    Ok(labels.values)
}

/// The field that one label after the other grows over.
struct Labels {
    values: Loopies,
    /// The label being given.
    label: u32,
    /// Followers without a label.
    unlabelled: Vec<u32>,
    /// Of the candidates: followers without a label that are not yet known to have a follower
    /// labelled `label`.
    unanswered: Vec<u32>,
    /// One more than the last label that a follower was seen to have.
    answered: Vec<u32>,
    /// Positions that have just got `label`.
    fresh: Vec<Index>,
}

/// In `unanswered`: not a candidate for this label.
const EXCLUDED: u32 = u32::MAX;

impl Labels {
    fn new<P>(arena: &Stored<'_, P>) -> Self {
        let len = arena.len();
        let mut unlabelled = vec![0; len];
        for (at, count) in unlabelled.iter_mut().enumerate() {
            match arena.successors(Index(at as u32), |_| *count += 1) {
                Ok(()) => {}
                Err(never) => match never {},
            }
        }
        Self {
            values: Loopies {
                labels: vec![INFINITE; len],
                stages: vec![0; len],
            },
            label: 0,
            unlabelled,
            unanswered: vec![EXCLUDED; len],
            answered: vec![0; len],
            fresh: Vec::new(),
        }
    }

    /// Sets up the pass for the present label; the seeds are the candidates that have nothing but
    /// smaller labels to move to.
    fn begin(&mut self, candidates: &[Index]) -> Vec<(Index, Verdict)> {
        for &at in candidates {
            self.unanswered[at.at()] = self.unlabelled[at.at()];
        }
        let seeds = candidates
            .iter()
            .filter(|at| self.unlabelled[at.at()] == 0)
            .map(|&at| (at, Verdict::Lost));
        let seeds: Vec<_> = seeds.collect();
        for &(at, verdict) in &seeds {
            self.settle(at, verdict, 0);
        }
        seeds
    }

    /// Ends the pass: tells the predecessors of what has been labelled, and goes on to the next.
    fn end<P>(&mut self, arena: &Stored<'_, P>) {
        for at in std::mem::take(&mut self.fresh) {
            match arena.predecessors(at, |from| self.unlabelled[from.at.at()] -= 1) {
                Ok(()) => {}
                Err(never) => match never {},
            }
        }
        self.label += 1;
    }

    /// Whether a candidate of the pass just ended is one of the next: without a label, and with a
    /// follower that has got one. The others are infinite.
    fn may_be_greater(&mut self, at: Index) -> bool {
        self.unanswered[at.at()] = EXCLUDED;
        self.values.labels[at.at()] == INFINITE && self.answered[at.at()] == self.label
    }
}

impl Field for Labels {
    fn open(&self, at: Index) -> bool {
        self.values.labels[at.at()] == INFINITE && self.answered[at.at()] != self.label + 1
    }

    fn count_down(&mut self, at: Index) -> bool {
        let count = &mut self.unanswered[at.at()];
        if *count == EXCLUDED {
            return false;
        }
        *count -= 1;
        *count == 0
    }

    fn settle(&mut self, at: Index, verdict: Verdict, level: u32) {
        match verdict {
            Verdict::Won => self.answered[at.at()] = self.label + 1,
            Verdict::Lost => {
                self.values.labels[at.at()] = self.label;
                self.values.stages[at.at()] = level;
                self.fresh.push(at);
            }
        }
    }
}
