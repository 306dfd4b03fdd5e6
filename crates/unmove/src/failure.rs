//! Why a command does not come to its end, and the exit code that says so.

use std::io;
use std::process::ExitCode;

use unmove::{Error, Loaded};
use unmove_core::SolveError;

use crate::complaint::{self, Complaint};
use crate::interrupt;

/// How a command ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Done {
    /// As wished.
    Good,
    /// A fact does not hold.
    Refuted,
    /// Some of the input was wrong; the rest was done.
    BadInput,
}

impl Done {
    /// The exit code.
    pub fn code(self) -> ExitCode {
        ExitCode::from(match self {
            Self::Good => 0,
            Self::Refuted => 1,
            Self::BadInput => 2,
        })
    }
}

/// Why a command does not come to its end.
#[derive(Debug)]
pub enum Failure {
    /// The input is wrong, or asks for what cannot be.
    Input(Vec<Complaint>),
    /// The verifier found a flaw.
    Flaw(Box<Complaint>),
    /// Ctrl-C.
    Stopped,
    /// Whoever reads the output has gone.
    Closed,
    /// The output cannot be written.
    Output(io::Error),
}

impl Failure {
    /// A failure for a reason in words.
    pub fn because(message: impl Into<String>) -> Self {
        Self::Input(vec![Complaint::new(message)])
    }

    /// An error, in the words of the rules that it is about.
    pub fn of(error: impl Into<Error>, loaded: &Loaded) -> Self {
        match error.into() {
            Error::Solve(error) if matches!(*error, SolveError::Stopped) => Self::Stopped,
            Error::Solve(error) if matches!(*error, SolveError::Flawed { .. }) => {
                Self::Flaw(Box::new(Complaint::of(&Error::Solve(error), loaded)))
            }
            error @ (Error::Rules { .. } | Error::Read { .. }) => Self::loading(&error),
            error => Self::Input(vec![Complaint::of(&error, loaded)]),
        }
    }

    /// An error from before there were rules.
    pub fn loading(error: &Error) -> Self {
        match error {
            Error::Rules {
                rules,
                settings,
                found,
            } => Self::Input(
                found
                    .iter()
                    .map(|one| Complaint::in_rules(one, rules, settings))
                    .collect(),
            ),
            other => Self::because(other.to_string()),
        }
    }

    /// Says what is wrong on standard error.
    pub fn report(self) -> ExitCode {
        match self {
            Self::Input(complaints) => {
                for complaint in &complaints {
                    complaint::show(complaint);
                }
                ExitCode::from(2)
            }
            Self::Flaw(complaint) => {
                complaint::show(&complaint);
                ExitCode::from(1)
            }
            Self::Stopped => {
                eprintln!("stopped");
                ExitCode::from(interrupt::CODE)
            }
            Self::Closed => ExitCode::SUCCESS,
            Self::Output(error) => {
                complaint::show(&Complaint::new(format!("cannot write the output: {error}")));
                ExitCode::from(2)
            }
        }
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        if error.kind() == io::ErrorKind::BrokenPipe {
            Self::Closed
        } else {
            Self::Output(error)
        }
    }
}
