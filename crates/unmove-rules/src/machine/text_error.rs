//! What can be wrong with a position in text.

use crate::program::Span;
use thiserror::Error;

/// What is wrong with a position in text, and where in the text.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("{kind}")]
pub struct TextError {
    /// Where in the text, in bytes.
    pub at: Span,
    /// What is wrong.
    pub kind: TextErrorKind,
}

/// What is wrong with a position in text.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum TextErrorKind {
    /// Something else stands where it must not.
    #[error("expected {expected}, found {found}")]
    Expected {
        /// What should stand there.
        expected: String,
        /// What stands there.
        found: String,
    },
    /// No variable has this name.
    #[error("there is no variable `{name}`; the position has {known}")]
    UnknownName {
        /// The name.
        name: String,
        /// All names, in words.
        known: String,
        /// The nearest of them.
        nearest: Option<String>,
    },
    /// A variable cannot have this value.
    #[error("`{variable}` cannot be {value}: it must be {allowed}")]
    BadValue {
        /// The variable.
        variable: String,
        /// What stands in the text.
        value: String,
        /// What is allowed, in words.
        allowed: String,
        /// The nearest word that is known here.
        nearest: Option<String>,
    },
    /// A list of the wrong length.
    #[error("`{variable}` takes {expected} values, and {found} are given")]
    WrongCount {
        /// The variable.
        variable: String,
        /// How many there should be.
        expected: usize,
        /// How many there are.
        found: usize,
    },
    /// Rows of characters that do not fit the board.
    #[error("`{variable}` takes {rows} rows of {columns} characters, separated by `/`")]
    BadRows {
        /// The variable.
        variable: String,
        /// How many characters a row has.
        columns: u32,
        /// How many rows there are.
        rows: u32,
    },
    /// A variable given twice.
    #[error("`{0}` is given twice")]
    Twice(String),
    /// Variables that have no value at the start are left out.
    #[error("the position must say {0}: there is no start to take it from")]
    Missing(String),
}

impl TextError {
    /// A suggestion, as `did you mean "stones"?`.
    pub fn help(&self) -> Option<String> {
        match &self.kind {
            TextErrorKind::UnknownName {
                nearest: Some(name),
                ..
            }
            | TextErrorKind::BadValue {
                nearest: Some(name),
                ..
            } => Some(format!("did you mean `{name}`?")),
            _ => None,
        }
    }
}
