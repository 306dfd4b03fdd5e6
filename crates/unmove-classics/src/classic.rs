//! What a classic is: a name, a format, a fast method, and the function that answers an input.

use crate::CLASSICS;
use crate::input::InputError;

/// A known game or problem and its fast algorithm.
#[derive(Clone, Copy, Debug)]
pub struct Classic {
    /// The name, as `unmove classic NAME` takes it.
    pub name: &'static str,
    /// The game in a sentence.
    pub game: &'static str,
    /// What the input holds and what the answers look like.
    pub format: &'static str,
    /// The structure that makes it fast, with its cost.
    pub method: &'static str,
    /// The rules file that defines the same game (its text), where it is a game.
    pub rules: Option<&'static str>,
    /// Reads the whole input and answers it; no answer is given before all of it is known to be right.
    pub answer: fn(&str, Ask) -> Result<Vec<Answer>, InputError>,
}

/// What is asked beside the answer itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ask {
    /// A winning (or best) move, where there is one.
    pub winning_move: bool,
    /// The rule that decided.
    pub why: bool,
}

/// An answer to one case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The line of the contest's format.
    pub line: String,
    /// The move, in words; none where none was asked for or none wins.
    pub winning_move: Option<String>,
    /// The reason, in words; none where none was asked for.
    pub why: Option<String>,
}

impl Answer {
    /// An answer with nothing beside it.
    pub fn new(line: impl Into<String>) -> Self {
        Self {
            line: line.into(),
            winning_move: None,
            why: None,
        }
    }
}

/// The classic of that name.
pub fn classic(name: &str) -> Option<&'static Classic> {
    CLASSICS.iter().find(|classic| classic.name == name)
}
