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

pub(crate) use certificate::words;
pub(crate) use walk::ENOUGH;

use crate::error::SolveError;
use crate::game::Game;
use crate::ground::Ground;
use crate::progress::Progress;
use crate::solution::{Grundy, Solution, Values};

/// Checks everything that a solution says.
pub fn solution<G: Game + ?Sized>(
    game: &G,
    solution: &Solution<G::Position>,
    progress: &dyn Progress,
) -> Result<Checked, SolveError<G::Position>> {
    let Ground::Explored(graph) = &solution.ground else {
        return Err(SolveError::NotApplicable {
            reason: "the moves of this game are not stored".to_owned(),
        });
    };
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Fault, Move, Payoff};
    use crate::graph::Index;
    use crate::progress::Silent;
    use crate::solve::{Options, solve};
    use crate::value::{Remoteness, Value};

    /// Misère: take one stone, or part the rest of a heap in two by it. Whoever cannot move wins.
    struct Parting;

    impl Game for Parting {
        type Position = u32;

        fn starts(&self) -> Result<Vec<u32>, Fault> {
            Ok(vec![7])
        }

        fn moves(&self, heap: &u32, moves: &mut Vec<Move<u32>>) -> Result<(), Fault> {
            let left = 0..*heap;
            moves.extend(left.map(|at| Move::to_sum(vec![at, heap - 1 - at])));
            Ok(())
        }

        fn stuck(&self, _: &u32) -> Result<Payoff, Fault> {
            Ok(Payoff::WIN)
        }
    }

    #[test]
    fn a_wrong_value_of_a_sum_is_caught() {
        let mut solution = solve(&Parting, &Options::default(), &Silent).expect("a small game");
        assert!(solution.verified().is_some());
        let Values::Sums(sums) = &mut solution.values else {
            panic!("misère play that splits is solved over sums");
        };
        let right = sums.outcomes.clone();
        for at in (0..right.len() as u32).map(Index) {
            let Value { payoff, remoteness } = right.get(at);
            let longer = remoteness.map(|r| Remoteness(r.0 + 1));
            for (payoff, remoteness) in [(payoff.reversed(), remoteness), (payoff, longer)] {
                let Values::Sums(sums) = &mut solution.values else {
                    return;
                };
                sums.outcomes = right.clone();
                sums.outcomes.set(at, Value { payoff, remoteness });
                let checked = super::solution(&Parting, &solution, &Silent);
                assert!(matches!(checked, Err(SolveError::Flawed { .. })));
            }
        }
    }
}
