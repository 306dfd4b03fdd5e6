//! What a fact asks of a solution, and whether the answer is the one it states.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use unmove_core::{Index, Loopy, Outcome, Progress};
use unmove_rules::fact::{
    Candidate, Counted, ExpectedOutcome, ExpectedValue, FactRegisters, Place, Question, Valued,
};
use unmove_rules::machine::Position;
use unmove_rules::program::{Expr, Register};

use crate::error::Error;
use crate::number::{grouped, plies};
use crate::session::Session;
use crate::sum::{SumAnswer, sum};

/// Whether a fact holds, and what was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// Whether it holds.
    pub holds: bool,
    /// What it states.
    pub expected: String,
    /// What is so.
    pub found: String,
}

impl Verdict {
    pub(crate) fn of<T: PartialEq>(expected: &T, found: &T, words: impl Fn(&T) -> String) -> Self {
        Self {
            holds: expected == found,
            expected: words(expected),
            found: words(found),
        }
    }
}

/// The positions that a question looks at by themselves, beside the start: so that one solution can cover
/// the questions of many facts.
pub fn positions(question: &Question, session: &Session<'_>) -> Result<Vec<Position>, Error> {
    let states: Vec<&[i64]> = match question {
        Question::Outcome { at, .. }
        | Question::Value { at, .. }
        | Question::WinningMoves { at, .. } => match at {
            Place::Start => Vec::new(),
            Place::At(states) => states.iter().map(Vec::as_slice).collect(),
        },
        Question::Values { at, .. } => at
            .iter()
            .map(|candidate| candidate.state.as_slice())
            .collect(),
        Question::Positions { among, .. } => among
            .iter()
            .map(|candidate| candidate.state.as_slice())
            .collect(),
        Question::Count { .. }
        | Question::Deepest { .. }
        | Question::Starts { .. }
        | Question::StartValues { .. } => Vec::new(),
    };
    states
        .into_iter()
        .map(|state| Ok(session.loaded().machine().position(state)?))
        .collect()
}

/// Asks one question. Those about other starts are no business of one session: see [`crate::facts`].
pub fn ask(
    question: &Question,
    session: &mut Session<'_>,
    progress: &dyn Progress,
) -> Result<Verdict, Error> {
    let needed = positions(question, session)?;
    session.cover(&needed, progress)?;
    match question {
        Question::Outcome {
            at,
            outcome,
            remoteness,
        } => {
            let found = look(at, session, progress)?;
            let expected = (self::outcome(*outcome), *remoteness);
            let found = (found.outcome, remoteness.and(found.remoteness));
            Ok(Verdict::of(&expected, &found, |(outcome, remoteness)| {
                outcome_text(*outcome, *remoteness)
            }))
        }
        Question::Value { what, at, expected } => {
            let looked = look(at, session, progress)?;
            let found = number(*what, &looked);
            Ok(Verdict::of(&Some(expected.clone()), &found, |value| {
                value_text(value.as_ref())
            }))
        }
        Question::Count {
            what,
            condition,
            expected,
        } => {
            let found = count(*what, condition.as_ref(), session)?;
            Ok(Verdict::of(expected, &found, |number| grouped(*number)))
        }
        Question::Deepest {
            condition,
            expected,
        } => {
            let found = deepest(condition.as_ref(), session)?;
            Ok(Verdict::of(&Some(*expected), &found, |depth| {
                depth.map_or("no position whose remoteness is known".to_owned(), plies)
            }))
        }
        Question::Values { what, at, expected } => values(*what, at, expected, session),
        Question::Positions {
            outcome,
            among,
            expected,
        } => listed(self::outcome(*outcome), among, expected, session),
        Question::Starts { .. } | Question::StartValues { .. } => Err(Error::NotApplicable(
            "this fact is about games with other parameters".to_owned(),
        )),
        Question::WinningMoves { at, expected } => {
            let found: BTreeSet<String> =
                winning_moves(at, session, progress)?.into_iter().collect();
            let expected: BTreeSet<String> = expected.iter().cloned().collect();
            Ok(Verdict::of(&expected, &found, |names| {
                set_text(names.iter().cloned())
            }))
        }
    }
}

/// What a fact sees of its place.
pub(crate) struct Looked {
    pub(crate) outcome: Outcome,
    remoteness: Option<u32>,
    grundy: Option<Loopy>,
    score: Option<i64>,
}

/// Looks at a place.
pub(crate) fn look(
    place: &Place,
    session: &mut Session<'_>,
    progress: &dyn Progress,
) -> Result<Looked, Error> {
    match at(place, session)?.as_slice() {
        [position] => {
            let answer = session.answer(position)?;
            Ok(Looked {
                outcome: answer.outcome,
                remoteness: answer.remoteness.map(|plies| plies.0),
                grundy: answer.grundy,
                score: answer.score.map(|score| score.0),
            })
        }
        several => {
            let SumAnswer {
                outcome,
                remoteness,
                value,
                score,
                ..
            } = sum(session, several, progress)?;
            Ok(Looked {
                outcome,
                remoteness: remoteness.map(|plies| plies.0),
                grundy: value,
                score: score.map(|score| score.0),
            })
        }
    }
}

/// The components at a place; one is no sum.
fn at(place: &Place, session: &Session<'_>) -> Result<Vec<Position>, Error> {
    match place {
        Place::Start => {
            let start = session.loaded().start().ok_or_else(|| {
                Error::NotApplicable(
                    "the game has no one start: name a position in the fact".to_owned(),
                )
            })?;
            Ok(vec![start])
        }
        Place::At(states) => states
            .iter()
            .map(|state| Ok(session.loaded().machine().position(state)?))
            .collect(),
    }
}

/// One number of a place.
pub(crate) fn number(what: Valued, looked: &Looked) -> Option<ExpectedValue> {
    match what {
        Valued::Grundy => looked.grundy.as_ref().map(|value| match value {
            Loopy::Nimber(nimber) => ExpectedValue::Number(i64::from(nimber.0)),
            Loopy::Infinite(set) => ExpectedValue::Infinite(set.clone()),
        }),
        Valued::Score => looked.score.map(ExpectedValue::Number),
        Valued::Remoteness => looked
            .remoteness
            .map(|plies| ExpectedValue::Number(i64::from(plies))),
    }
}

/// The numbers of a row of positions.
fn values(
    what: Valued,
    at: &[Candidate],
    expected: &[i64],
    session: &mut Session<'_>,
) -> Result<Verdict, Error> {
    let mut found = Vec::with_capacity(at.len());
    for candidate in at {
        let position = session.loaded().machine().position(&candidate.state)?;
        let answer = session.answer(&position)?;
        let looked = Looked {
            outcome: answer.outcome,
            remoteness: answer.remoteness.map(|plies| plies.0),
            grundy: answer.grundy,
            score: answer.score.map(|score| score.0),
        };
        found.push(number(what, &looked));
    }
    let texts: Vec<String> = at.iter().map(|candidate| candidate.text.clone()).collect();
    Ok(compare_values(expected, &found, &texts))
}

/// Compares a row of numbers, and says where the first differs.
pub(crate) fn compare_values(
    expected: &[i64],
    found: &[Option<ExpectedValue>],
    places: &[String],
) -> Verdict {
    let numbers = expected
        .iter()
        .map(|&value| Some(ExpectedValue::Number(value)));
    let expected: Vec<Option<ExpectedValue>> = numbers.collect();
    let mut verdict = Verdict::of(&expected.as_slice(), &found, |values| {
        let words: Vec<String> = values
            .iter()
            .map(|value| value_text(value.as_ref()))
            .collect();
        format!("[{}]", words.join(", "))
    });
    let pairs = places.iter().zip(found.iter().zip(&expected));
    if let Some((place, (found, _))) = pairs
        .into_iter()
        .find(|(_, (found, expected))| found != expected)
    {
        verdict.found = format!(
            "{} at {place}: {}",
            value_text(found.as_ref()),
            verdict.found
        );
    }
    verdict
}

/// Which of some positions have an outcome.
fn listed(
    outcome: Outcome,
    among: &[Candidate],
    expected: &[Vec<i64>],
    session: &mut Session<'_>,
) -> Result<Verdict, Error> {
    let mut found = Vec::with_capacity(among.len());
    for candidate in among {
        let position = session.loaded().machine().position(&candidate.state)?;
        let has = session.answer(&position)?.outcome == outcome;
        found.push((candidate.axes.clone(), candidate.text.clone(), has));
    }
    Ok(compare_listed(expected, &found))
}

/// Compares a list with what was found: the values of the axes, their text, and whether they belong.
pub(crate) fn compare_listed(expected: &[Vec<i64>], found: &[(Vec<i64>, String, bool)]) -> Verdict {
    let stated: BTreeSet<&[i64]> = expected.iter().map(Vec::as_slice).collect();
    let texts = |chosen: fn(bool, bool) -> bool| -> Vec<String> {
        let mut list = Vec::new();
        for (axes, text, has) in found {
            if chosen(*has, stated.contains(axes.as_slice())) {
                list.push(text.clone());
            }
        }
        list
    };
    let extra = texts(|has, stated| has && !stated);
    let missing = texts(|has, stated| !has && stated);
    let asked = |axes: &[i64]| found.iter().any(|(other, _, _)| other.as_slice() == axes);
    let stray: Vec<String> = stated
        .iter()
        .filter(|axes| !asked(axes))
        .map(|axes| axes_text(axes))
        .collect();
    let mut words = set_text(texts(|has, _| has).into_iter());
    for (what, list) in [
        ("not expected", &extra),
        ("not found", &missing),
        ("not asked about", &stray),
    ] {
        if !list.is_empty() {
            let _ = write!(words, "; {what}: {}", list.join(" "));
        }
    }
    Verdict {
        holds: extra.is_empty() && missing.is_empty() && stray.is_empty(),
        expected: set_text(stated.iter().map(|axes| axes_text(axes))),
        found: words,
    }
}

/// The values of axes in text: `7`, or `(1, 2)`.
fn axes_text(axes: &[i64]) -> String {
    match axes {
        [one] => one.to_string(),
        several => {
            let words: Vec<String> = several.iter().map(i64::to_string).collect();
            format!("({})", words.join(", "))
        }
    }
}

/// The names of the winning moves at a place, in a sum with the component's number before each.
fn winning_moves(
    place: &Place,
    session: &mut Session<'_>,
    progress: &dyn Progress,
) -> Result<Vec<String>, Error> {
    match at(place, session)?.as_slice() {
        [position] => Ok(session
            .moves(position)?
            .into_iter()
            .filter(|choice| choice.judged.value.outcome() == Outcome::Win)
            .map(|choice| choice.name)
            .collect()),
        several => Ok(sum(session, several, progress)?
            .moves
            .into_iter()
            .filter(|play| play.outcome == Outcome::Win)
            .map(|play| format!("{}: {}", play.component, play.name))
            .collect()),
    }
}

/// Whether positions satisfy a condition.
struct Condition<'a, 's> {
    expr: Option<&'a Expr>,
    registers: FactRegisters,
    session: &'a Session<'s>,
}

impl Condition<'_, '_> {
    fn holds(&self, index: Index) -> Result<bool, Error> {
        let Some(expr) = self.expr else {
            return Ok(true);
        };
        let solution = self.session.solution();
        let outcome = solution.outcome(index);
        let truth = |holds: bool| i64::from(holds);
        let grundy = match solution.grundy(index) {
            Some(Loopy::Nimber(nimber)) => i64::from(nimber.0),
            _ => -1,
        };
        let at = &self.registers;
        let extra: [(Register, i64); 7] = [
            (at.win, truth(outcome == Outcome::Win)),
            (at.loss, truth(outcome == Outcome::Loss)),
            (at.draw, truth(outcome == Outcome::Draw)),
            (at.terminal, truth(solution.terminal(index).is_some())),
            (
                at.remoteness,
                solution
                    .value(index)
                    .remoteness
                    .map_or(-1, |plies| i64::from(plies.0)),
            ),
            (at.grundy, grundy),
            (
                at.score,
                self.session
                    .score(solution, index)
                    .map_or(0, |score| score.0),
            ),
        ];
        let machine = self.session.loaded().machine();
        Ok(machine.evaluate(expr, &solution.position(index), &extra)? != 0)
    }
}

/// Counts.
fn count(what: Counted, condition: Option<&Expr>, session: &Session<'_>) -> Result<u64, Error> {
    let solution = session.solution();
    let counts = solution.counts();
    let Some(expr) = condition else {
        return Ok(match what {
            Counted::Positions => counts.positions,
            Counted::Wins => counts.wins,
            Counted::Losses => counts.losses,
            Counted::Draws => counts.draws,
            Counted::Terminals => counts.terminals,
            Counted::Moves => counts.moves,
            Counted::Classes => counts.classes,
        });
    };
    let condition = Condition {
        expr: Some(expr),
        registers: session.loaded().rules.fact_registers,
        session,
    };
    let mut total = 0_u64;
    for index in solution.indices() {
        let each = match what {
            Counted::Positions | Counted::Classes => 1,
            Counted::Wins => u64::from(solution.outcome(index) == Outcome::Win),
            Counted::Losses => u64::from(solution.outcome(index) == Outcome::Loss),
            Counted::Draws => u64::from(solution.outcome(index) == Outcome::Draw),
            Counted::Terminals => u64::from(solution.terminal(index).is_some()),
            Counted::Moves => solution.count_moves(index),
        };
        if each > 0 && condition.holds(index)? {
            let weight = if what == Counted::Classes {
                1
            } else {
                solution.orbit(index)
            };
            total = each
                .checked_mul(weight)
                .and_then(|more| total.checked_add(more))
                .ok_or_else(|| Error::NotApplicable("the count does not fit 64 bits".to_owned()))?;
        }
    }
    Ok(total)
}

/// The greatest remoteness.
fn deepest(condition: Option<&Expr>, session: &Session<'_>) -> Result<Option<u32>, Error> {
    let solution = session.solution();
    let Some(expr) = condition else {
        return Ok(solution.counts().deepest.map(|plies| plies.0));
    };
    let condition = Condition {
        expr: Some(expr),
        registers: session.loaded().rules.fact_registers,
        session,
    };
    let mut deepest = None;
    for index in solution.indices() {
        let depth = solution.value(index).remoteness.map(|plies| plies.0);
        if depth > deepest && condition.holds(index)? {
            deepest = depth;
        }
    }
    Ok(deepest)
}

/// The core's word for an expected outcome.
pub(crate) fn outcome(expected: ExpectedOutcome) -> Outcome {
    match expected {
        ExpectedOutcome::Win => Outcome::Win,
        ExpectedOutcome::Loss => Outcome::Loss,
        ExpectedOutcome::Draw => Outcome::Draw,
    }
}

/// `win in 9 plies`.
fn outcome_text(outcome: Outcome, remoteness: Option<u32>) -> String {
    match remoteness {
        Some(length) => format!("{outcome} in {}", plies(length)),
        None => outcome.to_string(),
    }
}

/// A number, or a loopy value.
pub(crate) fn value_text(value: Option<&ExpectedValue>) -> String {
    match value {
        Some(ExpectedValue::Number(number)) => number.to_string(),
        Some(ExpectedValue::Infinite(set)) => Loopy::Infinite(set.clone()).to_string(),
        None => "none".to_owned(),
    }
}

/// `{a, b}`.
pub(crate) fn set_text(items: impl Iterator<Item = String>) -> String {
    let words: Vec<String> = items.collect();
    format!("{{{}}}", words.join(", "))
}
