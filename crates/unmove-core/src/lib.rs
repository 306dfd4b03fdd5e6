//! Games, positions, solvers and the verifier of Unmove: no text, no input or output.
//!
//! A type with a start and moves over any hashable position is a [`Game`]. [`solve()`] finds every
//! position that the start can reach, says what it has found and how it will solve it, gives each
//! position its value, and has the values checked by code that knows nothing of the solvers.
//!
//! ```
//! use unmove_core::{Fault, Game, Move, Options, Outcome, Remoteness, Silent, solve};
//!
//! /// A pile from which 1, 3 or 4 stones are taken; whoever cannot move loses.
//! struct Pile(u32);
//!
//! impl Game for Pile {
//!     type Position = u32;
//!
//!     fn starts(&self) -> Result<Vec<u32>, Fault> {
//!         Ok(vec![self.0])
//!     }
//!
//!     fn moves(&self, stones: &u32, moves: &mut Vec<Move<u32>>) -> Result<(), Fault> {
//!         let takes = [1, 3, 4].into_iter();
//!         moves.extend(takes.filter_map(|k| stones.checked_sub(k)).map(Move::to));
//!         Ok(())
//!     }
//! }
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let game = Pile(20);
//! let solution = solve(&game, &Options::default(), &Silent)?;
//! let value = solution.value(solution.start());
//! assert_eq!(value.outcome(), Outcome::Win);
//! assert_eq!(value.remoteness, Some(Remoteness(11)));
//!
//! // Of 20 stones leave 16: with 16 the other player loses, whatever they do.
//! let best = solution.best(&game, &20)?.ok_or("20 stones are not the end")?;
//! assert_eq!(best.play, Move::to(16));
//! assert_eq!(solution.counts().positions, 21);
//! assert!(solution.verified().is_some());
//! # Ok(())
//! # }
//! ```
//!
//! | to find | look in |
//! |---|---|
//! | what a game is | [`game`]; with numbers and unmoves of its own, [`space`] |
//! | positions, moves and the graph they make | [`graph`], [`mod@explore`], [`explored`], [`arena`] |
//! | how a solver is chosen, and the way from game to solution | [`plan`], [`mod@solve`], [`solution`] |
//! | values | [`value`], [`outcomes`], [`grundy`], [`loopy`], [`score`], [`counts`] |
//! | sums of games | [`sum`] |
//! | the check of every value | [`verify`] |
//! | forward reachability | [`closure`] |
//! | what can go wrong, and how to watch and stop long work | [`error`], [`progress`] |

pub mod arena;
mod attractor;
mod backward;
mod bits;
pub mod closure;
pub mod counts;
mod dense;
pub mod error;
pub mod explore;
pub mod explored;
pub mod game;
pub mod graph;
mod ground;
pub mod grundy;
pub mod loopy;
pub mod numbered;
pub mod order;
pub mod outcomes;
pub mod plan;
mod preference;
pub mod progress;
mod retrograde;
pub mod score;
pub mod solution;
pub mod solve;
pub mod space;
pub mod sum;
pub mod sweep;
pub mod value;
pub mod verify;

pub use closure::{Reach, reach};
pub use counts::Counts;
pub use error::SolveError;
pub use explore::{Limits, explore};
pub use explored::Explored;
pub use game::{Fault, Game, Known, Move, Payoff, Player, Successor};
pub use graph::{Edge, Graph, Index, Step};
pub use numbered::{Link, Numbered, Outside, Roots, Row, Scope, Standing, Toil, Worker};
pub use plan::{Plan, Solver};
pub use progress::{Phase, Progress, Silent};
pub use solution::{Judged, Solution};
pub use solve::{
    Dense, Numbering, Options, Predecessors, Verify, explore_and_solve, solve, solve_dense,
    solve_with_plan,
};
pub use space::{Indexed, Unmove, Unmoves, solve_space};
pub use sum::{Sum, SumPosition};
pub use value::{Loopy, Nimber, Outcome, Remoteness, Score, Value};
pub use verify::{Checked, Flaw};
