//! Known facts of a game, as its `expect` lines state them: what to ask of a solution, and the answer.

use crate::program::{Expr, Register, Span};

/// One `expect` line.
#[derive(Clone, Debug, PartialEq)]
pub struct Fact {
    /// Where it stands.
    pub at: Span,
    /// The fact as written, without `expect`.
    pub text: String,
    /// Whether it is about all positions of the space, reachable or not.
    pub everywhere: bool,
    /// The parameters it changes, as written: names and values.
    pub settings: Vec<(String, String)>,
    /// What it asks. `None` where it changes parameters, or parameters were set from outside: compile the
    /// rules again with the fact's settings alone and take the question of the fact with the same
    /// number there, by [`crate::Request::fact`].
    pub question: Option<Question>,
}

/// Where a fact looks: the start, or the sum of these states (registers of the state; one state is no sum).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// The game's start.
    Start,
    /// A position, or a sum of several.
    At(Vec<Vec<i64>>),
}

/// An outcome for the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExpectedOutcome {
    /// The player to move wins.
    Win,
    /// The player to move loses.
    Loss,
    /// Nobody wins.
    Draw,
}

/// What can be counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counted {
    /// All positions.
    Positions,
    /// Positions won for the player to move.
    Wins,
    /// Positions lost.
    Losses,
    /// Positions drawn.
    Draws,
    /// Positions where the game has ended.
    Terminals,
    /// Legal moves of all positions.
    Moves,
    /// Classes of positions under the declared symmetries.
    Classes,
}

/// A number that a position has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Valued {
    /// The Grundy value.
    Grundy,
    /// The score.
    Score,
    /// The remoteness, in plies.
    Remoteness,
}

/// The expected number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExpectedValue {
    /// A whole number.
    Number(i64),
    /// The loopy value infinity with a set, ascending.
    Infinite(Vec<u32>),
}

/// A position that a list of facts runs over: its registers, and how the fact writes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// The registers of the state.
    pub state: Vec<i64>,
    /// The values of the axes, in the fact's order.
    pub axes: Vec<i64>,
    /// These values in text: `7`, or `(1, 2)` for two axes.
    pub text: String,
}

/// What a fact asks, and the answer it expects.
#[derive(Clone, Debug, PartialEq)]
pub enum Question {
    /// The outcome, and the remoteness in plies if stated.
    Outcome {
        /// Where.
        at: Place,
        /// The outcome for the player to move.
        outcome: ExpectedOutcome,
        /// The remoteness.
        remoteness: Option<u32>,
    },
    /// How many there are (that satisfy the condition).
    Count {
        /// Of what.
        what: Counted,
        /// A condition over the state and [`FactRegisters`].
        condition: Option<Expr>,
        /// The number.
        expected: u64,
    },
    /// The greatest remoteness (of the positions that satisfy the condition).
    Deepest {
        /// A condition over the state and [`FactRegisters`].
        condition: Option<Expr>,
        /// In plies.
        expected: u32,
    },
    /// A number of one position.
    Value {
        /// Which number.
        what: Valued,
        /// Where.
        at: Place,
        /// Its value.
        expected: ExpectedValue,
    },
    /// A number of each of a row of positions.
    Values {
        /// Which number.
        what: Valued,
        /// The positions.
        at: Vec<Candidate>,
        /// Their values.
        expected: Vec<i64>,
    },
    /// Which of these positions have an outcome.
    Positions {
        /// The outcome for the player to move.
        outcome: ExpectedOutcome,
        /// The positions asked about.
        among: Vec<Candidate>,
        /// The axes' values of exactly those that have it.
        expected: Vec<Vec<i64>>,
    },
    /// Which values of a parameter give a start with an outcome: the rules are compiled again for each.
    Starts {
        /// The parameter.
        parameter: String,
        /// Its values.
        among: Vec<i64>,
        /// The outcome for the player to move.
        outcome: ExpectedOutcome,
        /// The values that have it.
        expected: Vec<i64>,
    },
    /// A number of the start for each of a row of values of a parameter.
    StartValues {
        /// The parameter.
        parameter: String,
        /// Its values.
        among: Vec<i64>,
        /// Which number.
        what: Valued,
        /// The numbers.
        expected: Vec<i64>,
    },
    /// All the winning moves, as they are printed: `take(3)`.
    WinningMoves {
        /// Where.
        at: Place,
        /// The moves' names.
        expected: Vec<String>,
    },
}

/// The registers, behind all of the program's, that a fact's condition finds the solution's values in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FactRegisters {
    /// 1 if the position is won.
    pub win: Register,
    /// 1 if it is lost.
    pub loss: Register,
    /// 1 if it is drawn.
    pub draw: Register,
    /// 1 if the game has ended there.
    pub terminal: Register,
    /// The remoteness in plies, −1 if it has none.
    pub remoteness: Register,
    /// The Grundy value, −1 if it has none.
    pub grundy: Register,
    /// The score.
    pub score: Register,
}
