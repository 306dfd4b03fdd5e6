//! What can go wrong while rules run.

use crate::program::Span;
use std::fmt;
use thiserror::Error;

/// An error in the rules that shows only at some position: boxed, since results of evaluation are
/// passed about all the time and failures are rare.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunError {
    inner: Box<Inner>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Inner {
    kind: RunErrorKind,
    at: Span,
    position: Option<String>,
    played: Option<String>,
}

/// What went wrong.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum RunErrorKind {
    /// A variable would get a value outside its range.
    #[error("`{variable}` would become {value}, but must be {allowed}")]
    OutOfRange {
        /// The variable, with its index if it has one.
        variable: String,
        /// The value, in words.
        value: String,
        /// What is allowed, in words.
        allowed: String,
    },
    /// A value given for a variable is outside its range.
    #[error("`{variable}` is {value}, but must be {allowed}")]
    NotInRange {
        /// The variable, with its index if it has one.
        variable: String,
        /// The value, in words.
        value: String,
        /// What is allowed, in words.
        allowed: String,
    },
    /// An array was asked for an element it does not have.
    #[error("`{variable}` has no element {index}")]
    BadIndex {
        /// The array.
        variable: String,
        /// The index, in words.
        index: String,
    },
    /// A constant table was asked for an entry it does not have.
    #[error("{}", no_entry(*index, *length))]
    BadLookup {
        /// The index, from 0.
        index: i64,
        /// How many entries there are.
        length: usize,
    },
    /// A quotient or remainder by zero.
    #[error("{dividend} is divided by zero")]
    DivisionByZero {
        /// What is divided.
        dividend: i64,
    },
    /// A result that 64 bits do not hold.
    #[error("the result does not fit 64 bits")]
    Overflow,
    /// `xor` of a negative number.
    #[error("xor needs numbers that are not negative, and got {0}")]
    NegativeXor(i64),
    /// `min` or `max` of nothing.
    #[error("the {0} of nothing is asked for")]
    OfNothing(&'static str),
    /// A piece is moved to a cell where another of its set stands.
    #[error("a piece of `{variable}` would move from {from} onto the piece on {to}")]
    PieceOntoPiece {
        /// The set of pieces.
        variable: String,
        /// Where it stands.
        from: String,
        /// Where it would go.
        to: String,
    },
    /// A piece is moved off the cells it is allowed on.
    #[error("a piece of `{variable}` would move from {from} to {to}, where it cannot be")]
    PieceOffBoard {
        /// The set of pieces.
        variable: String,
        /// Where it stands.
        from: String,
        /// Where it would go.
        to: String,
    },
    /// A piece is moved that is no longer in its set.
    #[error("`{variable}` has no piece on {from} to move")]
    NoPiece {
        /// The set of pieces.
        variable: String,
        /// Where the piece should stand.
        from: String,
    },
    /// Points that do not fit 32 bits.
    #[error("{0} points do not fit 32 bits")]
    Points(i64),
    /// A sum in a game where the players have moves of their own.
    #[error("`becomes` needs a game without players")]
    SumWithPlayers,
    /// A position took more steps than any sensible rules need.
    #[error("more than {0} steps at one position: is a range far too long?")]
    TooManySteps(u64),
    /// A declared symmetry does not keep the cells or values of the variables.
    #[error("the symmetry `{symmetry}` does not map the cells of `{variable}` onto themselves")]
    SymmetryOfSpace {
        /// The symmetry.
        symmetry: String,
        /// The variable.
        variable: String,
    },
    /// A declared symmetry has the wrong size or is no permutation.
    #[error("the symmetry `{symmetry}` is no permutation of its board's cells")]
    NoPermutation {
        /// The symmetry.
        symmetry: String,
    },
    /// The declared symmetries generate too many.
    #[error("the declared symmetries are more than {0} taken together")]
    TooManySymmetries(usize),
    /// A declared symmetry changes the game.
    #[error("the symmetry `{symmetry}` does not keep the game: {difference}")]
    SymmetryOfGame {
        /// The symmetry.
        symmetry: String,
        /// What differs.
        difference: String,
    },
    /// A declared measure is negative.
    #[error("the measure is {0} here, and must not be negative")]
    NegativeMeasure(i64),
    /// A variable without any value, or a program that does not hold together.
    #[error("`{variable}` can have no value at all")]
    NoValue {
        /// The variable.
        variable: String,
    },
    /// Registers that are no position of this program.
    #[error("a position takes {expected} registers, and {found} are given")]
    WrongLength {
        /// How many there should be.
        expected: usize,
        /// How many there are.
        found: usize,
    },
}

impl RunError {
    /// An error with its place in the rules.
    pub(crate) fn new(kind: RunErrorKind, at: Span) -> Self {
        Self {
            inner: Box::new(Inner {
                kind,
                at,
                position: None,
                played: None,
            }),
        }
    }

    /// The error of a value that is given, where this is the one of an assignment.
    pub(crate) fn given(mut self) -> Self {
        if let RunErrorKind::OutOfRange {
            variable,
            value,
            allowed,
        } = self.inner.kind
        {
            self.inner.kind = RunErrorKind::NotInRange {
                variable,
                value,
                allowed,
            };
        }
        self
    }

    /// The same error, with the position unless it is known already.
    pub(crate) fn at_position(mut self, position: impl FnOnce() -> String) -> Self {
        self.inner.position.get_or_insert_with(position);
        self
    }

    /// The same error, with the move unless it is known already.
    pub(crate) fn in_move(mut self, name: impl FnOnce() -> String) -> Self {
        self.inner.played.get_or_insert_with(name);
        self
    }

    /// What went wrong.
    pub fn kind(&self) -> &RunErrorKind {
        &self.inner.kind
    }

    /// Where in the rules.
    pub fn at(&self) -> Span {
        self.inner.at
    }

    /// At which position, in text.
    pub fn position(&self) -> Option<&str> {
        self.inner.position.as_deref()
    }

    /// By which move, as `take(3)`; `walk(b2, …)` if not all parameters were chosen yet.
    pub fn played(&self) -> Option<&str> {
        self.inner.played.as_deref()
    }
}

impl fmt::Display for RunError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let inner = &*self.inner;
        if let Some(played) = &inner.played {
            write!(f, "in the move {played}")?;
            if inner.position.is_some() {
                f.write_str(" ")?;
            }
        }
        if let Some(position) = &inner.position {
            write!(f, "at the position {position}")?;
        }
        if inner.played.is_some() || inner.position.is_some() {
            f.write_str(": ")?;
        }
        inner.kind.fmt(f)
    }
}

impl std::error::Error for RunError {}

/// A list's missing entry in words. Cells have numbers, so what is asked of `nowhere` is entry −1.
fn no_entry(index: i64, length: usize) -> String {
    if index == crate::program::NOWHERE {
        "there is no entry -1 here: is a row, a column or an element asked of `nowhere`?".to_owned()
    } else {
        format!("there is no entry {index} in a list of {length}")
    }
}
