//! Why a game could not be solved.

use crate::game::Fault;
use crate::progress::Stopped;
use crate::verify::Flaw;

/// Why a game could not be solved. `P` is the game's position.
///
/// The messages name no positions, since only the game knows how to write them; match on the
/// variant to show them.
#[derive(Debug, thiserror::Error)]
pub enum SolveError<P> {
    /// The game's own code failed.
    #[error("the rules fail: {source}")]
    Fault {
        /// Where, if at a position.
        at: Option<P>,
        /// What went wrong.
        source: Fault,
    },
    /// The game has no position to start from.
    #[error("the game has no position to start from")]
    NoStart,
    /// The work would not fit into the memory allowed.
    #[error(
        "solving needs at least {needed} bytes of memory after {positions} positions, and {limit} are allowed"
    )]
    Memory {
        /// Bytes allowed.
        limit: u64,
        /// Bytes that the next step would have taken the whole work to.
        needed: u64,
        /// Positions numbered until then.
        positions: u64,
    },
    /// Somebody asked for the work to stop.
    #[error("stopped")]
    Stopped,
    /// Play can come back to the same position, where what was asked for has no meaning.
    #[error("{question} needs a game without cycles, and this one has a cycle of {} moves", positions.len())]
    Cycle {
        /// The cycle in order; from the last position a move leads to the first.
        positions: Vec<P>,
        /// What was asked for, in words.
        question: String,
    },
    /// The measure of the game does not fall along a move.
    #[error("the measure must fall with every move, and it goes from {before} to {}",
        after.map_or("none".to_owned(), |after| after.to_string()))]
    MeasureNotLowered {
        /// The position before the move.
        from: P,
        /// The position after it.
        to: P,
        /// The measure before.
        before: u64,
        /// The measure after, if there is one.
        after: Option<u64>,
    },
    /// After a move it is not the turn of the player whose turn it should be.
    #[error("after a move the turn must pass to the other player (or stay, if the move says so)")]
    TurnNotPassed {
        /// The position before the move.
        from: P,
        /// The position after it.
        to: P,
    },
    /// What was asked for does not exist for this game.
    #[error("{reason}")]
    NotApplicable {
        /// Why not, in words.
        reason: String,
    },
    /// More of something than the numbering can hold.
    #[error("more than {limit} {what}")]
    TooMany {
        /// Of what.
        what: &'static str,
        /// The most there can be.
        limit: u64,
    },
    /// A number grew out of its range.
    #[error("{what} is out of range")]
    Overflow {
        /// Which number.
        what: &'static str,
    },
    /// The position asked for was not reached.
    #[error("this position cannot be reached from where the game was solved")]
    Unknown {
        /// The position.
        position: P,
    },
    /// The verifier found values that do not hold: a bug in a solver, or a game whose moves differ
    /// from one call to the next.
    #[error("the solution does not hold: {}", flaws.first().map_or(String::new(), ToString::to_string))]
    Flawed {
        /// The first flaws found.
        flaws: Vec<Flaw>,
    },
}

impl<P> SolveError<P> {
    /// The game's code failed at `position`.
    pub(crate) fn fault(position: P, source: Fault) -> Self {
        Self::Fault {
            at: Some(position),
            source,
        }
    }
}

impl<P> From<Stopped> for SolveError<P> {
    fn from(Stopped: Stopped) -> Self {
        Self::Stopped
    }
}

impl<P> From<std::convert::Infallible> for SolveError<P> {
    fn from(never: std::convert::Infallible) -> Self {
        match never {}
    }
}
