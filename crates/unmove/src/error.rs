//! What can go wrong between a rules file and an answer.

use std::io;
use std::path::PathBuf;

use unmove_core::SolveError;
use unmove_rules::diagnostic::Diagnostic;
use unmove_rules::machine::{Position, RunError, TextError};

use crate::axis::AxisError;
use crate::drawing::DrawingError;
use crate::loaded::{Setting, Source};

/// What goes wrong while a game written in rules is solved.
pub type GameError = SolveError<Position>;

/// What can go wrong between a rules file and an answer. [`crate::explain()`] puts it in the rules' words.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A file cannot be read.
    #[error("cannot read {}: {error}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// What the system said.
        error: io::Error,
    },
    /// The rules, or the values of their parameters, are wrong.
    #[error("{}", found.first().map_or("the rules are wrong", |first| first.message.as_str()))]
    Rules {
        /// The rules' text.
        rules: Box<Source>,
        /// The parameters that were set.
        settings: Vec<Setting>,
        /// Everything found, errors and warnings.
        found: Vec<Diagnostic>,
    },
    /// A position is written wrongly.
    #[error("{error}")]
    Text {
        /// What was written.
        text: String,
        /// What is wrong with it.
        error: Box<TextError>,
    },
    /// The game cannot be solved.
    #[error("{0}")]
    Solve(Box<GameError>),
    /// An expression or a position of the rules fails.
    #[error(transparent)]
    Run(#[from] RunError),
    /// The axes of a table are wrong.
    #[error(transparent)]
    Axis(#[from] AxisError),
    /// A picture cannot be made.
    #[error(transparent)]
    Drawing(#[from] DrawingError),
    /// What was asked for does not exist for this game; why, in words.
    #[error("{0}")]
    NotApplicable(String),
}

impl From<GameError> for Error {
    fn from(error: GameError) -> Self {
        Self::Solve(Box::new(error))
    }
}
