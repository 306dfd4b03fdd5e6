//! Scores of games without cycles: gains along the way plus the payoff at the end.

use crate::graph::{Graph, Index};
use crate::order::{Order, Rank};
use crate::progress::{Phase, Progress, Steps, Stopped};
use crate::value::Score;

/// A score for every position, with the order that proves that play ends.
#[derive(Clone, Debug)]
pub struct Scores {
    pub(crate) values: Vec<i64>,
    pub(crate) rank: Rank,
}

impl Scores {
    /// The score of a position.
    ///
    /// # Panics
    /// If there is no position of that number.
    pub fn get(&self, at: Index) -> Score {
        Score(self.values[at.at()])
    }

    /// Replaces the score of a position.
    ///
    /// # Panics
    /// If there is no position of that number.
    pub fn set(&mut self, at: Index, score: Score) {
        self.values[at.at()] = score.0;
    }

    /// A number for every position that falls along every move.
    pub fn rank(&self) -> &Rank {
        &self.rank
    }
}

/// Scores in one pass over a graph without cycles and without sums.
pub(crate) fn score<P>(
    graph: &Graph<P>,
    order: &Order,
    progress: &dyn Progress,
) -> Result<Scores, Stopped> {
    let mut steps = Steps::new(progress, Phase::Solve, Some(graph.len() as u64));
    let mut values = vec![0i64; graph.len()];
    for at in order.iter() {
        steps.step()?;
        let options = graph.successors(at).map(|edge| {
            let rest = values[edge.to.at()];
            total(edge.gain, edge.again, rest)
        });
        let ended = graph.terminal(at).map_or(0, |payoff| payoff.0.into());
        values[at.at()] = options.max().unwrap_or(ended);
    }
    steps.report()?;
    Ok(Scores {
        values,
        rank: order.rank(),
    })
}

/// The mover's total of a move: what it gains and what comes after it.
///
/// No game here has enough moves to overflow: 2³⁰ gains below 2³¹ stay below 2⁶³.
pub(crate) fn total(gain: i32, again: bool, rest: i64) -> i64 {
    let rest = if again { rest } else { rest.saturating_neg() };
    i64::from(gain).saturating_add(rest)
}
