//! The verifier: re-checks every value with code that shares nothing with the solvers.
//!
//! It asks the game itself for the moves of every position, not the graph, and knows nothing of
//! orders, counters and attractors. What it checks at each position is local; that the local checks
//! together prove the values is the well-foundedness of remoteness, rank or stage.

mod certificate;
mod flaw;
mod walk;

pub use certificate::{Claim, LoopyClaim, NimberClaim, OutcomeClaim, ScoreClaim};
pub use flaw::Flaw;
pub use walk::{Checked, walk};

use crate::error::SolveError;
use crate::game::Game;
use crate::progress::Progress;
use crate::solution::{Grundy, Solution, Values};

/// Checks everything that a solution says.
pub fn solution<G: Game + ?Sized>(
    game: &G,
    solution: &Solution<G::Position>,
    progress: &dyn Progress,
) -> Result<Checked, SolveError<G::Position>> {
    let graph = &solution.graph;
    let mut claims: Vec<Box<dyn Claim + '_>> = Vec::new();
    match &solution.values {
        Values::Outcomes(outcomes) => claims.push(Box::new(OutcomeClaim::new(outcomes))),
        Values::Scores(scores) => claims.push(Box::new(ScoreClaim::new(scores))),
        Values::Grundy => {}
        Values::Sums(sums) => return walk::sums(game, graph, sums, progress),
    }
    match &solution.grundy {
        Grundy::Nimbers(nimbers) => claims.push(Box::new(NimberClaim::new(nimbers))),
        Grundy::Loopies(loopies) => claims.push(Box::new(LoopyClaim::new(loopies))),
        Grundy::None(_) => {}
    }
    walk(game, graph, &claims, progress)
}
