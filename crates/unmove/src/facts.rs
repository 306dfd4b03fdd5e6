//! The known facts of a rules file, run against solutions of the game.
//!
//! Facts may change parameters (`with`), be about all positions of the space, or about the starts of
//! games with other parameters. Facts about the same game share one solution.

use unmove_core::{Outcome, Progress};
use unmove_rules::fact::{ExpectedOutcome, Fact, Question, Valued};

use crate::error::Error;
use crate::loaded::{Loaded, Setting};
use crate::question::{self, Looked, Verdict, ask};
use crate::session::{How, Session};

/// A fact that has been run.
#[derive(Clone, Debug)]
pub struct Checked {
    /// The fact.
    pub fact: Fact,
    /// The line of the rules that it stands on, from 1.
    pub line: usize,
    /// Whether it holds.
    pub verdict: Verdict,
}

/// Facts about one game.
struct Group {
    settings: Vec<Setting>,
    everywhere: bool,
    facts: Vec<usize>,
}

/// Runs all facts of rules, and gives them in the order of the text. A fact is about the game as the rules
/// write it, with the parameters that the fact itself changes: those set from outside do not count.
pub fn check(loaded: &Loaded, how: How, progress: &dyn Progress) -> Result<Vec<Checked>, Error> {
    let mut checked = Vec::new();
    for group in groups(loaded) {
        let verdicts = run(loaded, &group, how, progress)?;
        for (&number, verdict) in group.facts.iter().zip(verdicts) {
            let fact = loaded.rules.facts[number].clone();
            checked.push(Checked {
                line: line_of(&loaded.source.text, fact.at.start as usize),
                fact,
                verdict,
            });
        }
    }
    checked.sort_by_key(|one| one.fact.at.start);
    Ok(checked)
}

/// The facts of rules, by the game they are about.
fn groups(loaded: &Loaded) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    for (number, fact) in loaded.rules.facts.iter().enumerate() {
        let same = |group: &&mut Group| {
            group.settings == fact.settings && group.everywhere == fact.everywhere
        };
        match groups.iter_mut().find(same) {
            Some(group) => group.facts.push(number),
            None => groups.push(Group {
                settings: fact.settings.clone(),
                everywhere: fact.everywhere,
                facts: vec![number],
            }),
        }
    }
    groups
}

/// Runs the facts of a group.
fn run(
    base: &Loaded,
    group: &Group,
    how: How,
    progress: &dyn Progress,
) -> Result<Vec<Verdict>, Error> {
    let how = How {
        all: how.all || group.everywhere,
        ..how
    };
    let mut changed = None;
    let mut questions = Vec::with_capacity(group.facts.len());
    for &number in &group.facts {
        match &base.rules.facts[number].question {
            Some(question) if group.settings.is_empty() && base.settings.is_empty() => {
                questions.push(question.clone());
            }
            _ => {
                let loaded = base.source.compile(&group.settings, Some(number))?;
                let question = loaded
                    .rules
                    .facts
                    .get(number)
                    .and_then(|fact| fact.question.clone());
                questions.push(question.ok_or_else(|| nothing(base, number))?);
                changed = Some(loaded);
            }
        }
    }
    let loaded = changed.as_ref().unwrap_or(base);
    let mut session = None;
    let mut verdicts = Vec::with_capacity(questions.len());
    for question in &questions {
        if let Some(verdict) = about_starts(question, loaded, how, progress)? {
            verdicts.push(verdict);
            continue;
        }
        if session.is_none() {
            session = Some(solved(loaded, &questions, how, progress)?);
        }
        if let Some(session) = &mut session {
            verdicts.push(ask(question, session, progress)?);
        }
    }
    Ok(verdicts)
}

/// A session in which all these questions can be asked.
fn solved<'a>(
    loaded: &'a Loaded,
    questions: &[Question],
    how: How,
    progress: &dyn Progress,
) -> Result<Session<'a>, Error> {
    let mut session = Session::solve(loaded, how, progress, &mut |_| {})?;
    let mut needed = Vec::new();
    for question in questions {
        needed.extend(question::positions(question, &session)?);
    }
    session.cover(&needed, progress)?;
    Ok(session)
}

/// The error for a fact without a question.
fn nothing(base: &Loaded, number: usize) -> Error {
    Error::NotApplicable(format!(
        "the fact `{}` asks nothing",
        base.rules.facts[number].text
    ))
}

/// Answers a question about the starts of games with other parameters; `None` if it is another question.
fn about_starts(
    question: &Question,
    loaded: &Loaded,
    how: How,
    progress: &dyn Progress,
) -> Result<Option<Verdict>, Error> {
    match question {
        Question::Starts {
            parameter,
            among,
            outcome,
            expected,
        } => starts(loaded, parameter, among, *outcome, expected, how, progress).map(Some),
        Question::StartValues {
            parameter,
            among,
            what,
            expected,
        } => start_values(loaded, parameter, among, *what, expected, how, progress).map(Some),
        _ => Ok(None),
    }
}

/// Which values of a parameter give a start with an outcome.
fn starts(
    loaded: &Loaded,
    parameter: &str,
    among: &[i64],
    outcome: ExpectedOutcome,
    expected: &[i64],
    how: How,
    progress: &dyn Progress,
) -> Result<Verdict, Error> {
    let wanted: Outcome = question::outcome(outcome);
    let mut found = Vec::with_capacity(among.len());
    for &value in among {
        let has = start(loaded, parameter, value, how, progress)?.outcome == wanted;
        found.push((vec![value], value.to_string(), has));
    }
    let expected: Vec<Vec<i64>> = expected.iter().map(|&value| vec![value]).collect();
    Ok(question::compare_listed(&expected, &found))
}

/// A number of the start for each value of a parameter.
fn start_values(
    loaded: &Loaded,
    parameter: &str,
    among: &[i64],
    what: Valued,
    expected: &[i64],
    how: How,
    progress: &dyn Progress,
) -> Result<Verdict, Error> {
    let mut found = Vec::with_capacity(among.len());
    for &value in among {
        found.push(question::number(
            what,
            &start(loaded, parameter, value, how, progress)?,
        ));
    }
    let places: Vec<String> = among.iter().map(i64::to_string).collect();
    Ok(question::compare_values(expected, &found, &places))
}

/// What is known of the start when a parameter has a value.
fn start(
    loaded: &Loaded,
    parameter: &str,
    value: i64,
    how: How,
    progress: &dyn Progress,
) -> Result<Looked, Error> {
    let above = [(parameter.to_owned(), value.to_string())];
    let changed = loaded
        .source
        .compile(&merged(&loaded.settings, &above), None)?;
    let mut session = Session::solve(&changed, how, progress, &mut |_| {})?;
    question::look(&unmove_rules::fact::Place::Start, &mut session, progress)
}

/// Parameters with others on top.
fn merged(below: &[Setting], above: &[Setting]) -> Vec<Setting> {
    let kept = below
        .iter()
        .filter(|(name, _)| !above.iter().any(|(other, _)| other == name));
    kept.chain(above).cloned().collect()
}

/// The line (from 1) that a byte of a text is on.
fn line_of(text: &str, at: usize) -> usize {
    let before = &text.as_bytes()[..at.min(text.len())];
    before.split(|&byte| byte == b'\n').count()
}
