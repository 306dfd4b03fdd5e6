//! What went wrong while solving, in the rules' own words.

use unmove_core::SolveError;
use unmove_rules::machine::{Machine, RunError};
use unmove_rules::program::Span;

use crate::error::{Error, GameError};
use crate::number::{bytes, grouped};

/// An error for people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explained {
    /// What happened, in a sentence without a full stop.
    pub message: String,
    /// Where in the rules it comes from.
    pub at: Option<Span>,
    /// What would be right, or what to do.
    pub help: Option<String>,
}

/// How many positions of a cycle are shown.
const SHOWN: usize = 12;

/// Explains an error; positions are written as the rules write them.
pub fn explain(error: &Error, machine: &Machine) -> Explained {
    match error {
        Error::Solve(error) => explain_solving(error, machine),
        Error::Run(error) => Explained {
            message: error.to_string(),
            at: Some(error.at()),
            help: None,
        },
        other => Explained {
            message: other.to_string(),
            at: None,
            help: None,
        },
    }
}

/// Explains why a game could not be solved.
fn explain_solving(error: &GameError, machine: &Machine) -> Explained {
    let mut at = None;
    let mut help = None;
    let message = match error {
        SolveError::Fault {
            at: position,
            source,
        } => {
            if let Some(run) = source.downcast_ref::<RunError>() {
                at = Some(run.at());
            } else if let Some(position) = position {
                help = Some(format!("at {}", machine.text(position)));
            }
            source.to_string()
        }
        SolveError::NoStart => {
            help = Some("is the condition behind `start all where` ever true?".to_owned());
            "the game has no position to start from".to_owned()
        }
        SolveError::Memory {
            limit,
            needed,
            positions,
        } => {
            help = Some("allow more with --memory, or make the game smaller with --set".to_owned());
            let so_far = match positions {
                0 => String::new(),
                positions => format!(" ({} positions so far)", grouped(positions)),
            };
            format!(
                "the game does not fit into memory: {} allowed, at least {} needed{so_far}",
                bytes(*limit),
                bytes(*needed)
            )
        }
        SolveError::Cycle {
            positions,
            question,
        } => {
            let mut shown: Vec<String> = positions
                .iter()
                .take(SHOWN)
                .map(|position| machine.text(position))
                .collect();
            if positions.len() > SHOWN {
                shown.push(format!("… {} more", grouped(positions.len() - SHOWN)));
            }
            if let Some(first) = shown.first().cloned() {
                shown.push(first);
            }
            help = Some(format!("the cycle: {}", shown.join(" → ")));
            format!("play can go round in a cycle, so that {question} is not defined")
        }
        SolveError::MeasureNotLowered {
            from,
            to,
            before,
            after,
        } => {
            at = machine.program().measure.as_ref().map(|(_, at)| *at);
            let after = after.map_or("nothing".to_owned(), grouped);
            format!(
                "the measure is not lowered: it is {} at {} and {after} after the move to {}",
                grouped(before),
                machine.text(from),
                machine.text(to)
            )
        }
        SolveError::TurnNotPassed { from, to } => format!(
            "the turn goes wrong between {} and {}: the players alternate, except after a move with `again`",
            machine.text(from),
            machine.text(to)
        ),
        SolveError::Unknown { position } => {
            format!(
                "the position {} has not been solved",
                machine.text(position)
            )
        }
        SolveError::Flawed { flaws } => {
            help = Some("this is a bug in Unmove: please report it with the rules".to_owned());
            let list: Vec<String> = flaws.iter().map(ToString::to_string).collect();
            format!(
                "the verifier disagrees with the solver: {}",
                list.join("; ")
            )
        }
        other @ (SolveError::Stopped
        | SolveError::NotApplicable { .. }
        | SolveError::TooMany { .. }
        | SolveError::Overflow { .. }) => other.to_string(),
    };
    Explained { message, at, help }
}
