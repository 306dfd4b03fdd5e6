//! `unmove check`: do the facts that rules state hold?

use std::path::PathBuf;

use clap::Args;
use serde_json::{Value as Json, json};
use unmove::facts::{Verdict, positions, run as run_fact};
use unmove::number::counted;
use unmove::{Error, Loaded, Session, Setting, Source};
use unmove_rules::fact::{Fact, Question};

use crate::complaint::{self, Complaint, line_of};
use crate::failure::{Done, Failure};
use crate::options::{SetArgs, SolvingArgs, warn};
use crate::terminal::{Bar, Terminal};

/// Check the facts that rules files state with `expect`
#[derive(Args, Debug)]
#[command(after_help = "\
Example:
  unmove check games/*.game

Exit code 0: every fact holds; 1: some fact does not; 2: some rules are wrong.")]
pub struct CheckArgs {
    /// The rules: .game files
    #[arg(required = true)]
    files: Vec<PathBuf>,

    #[command(flatten)]
    set: SetArgs,

    #[command(flatten)]
    solving: SolvingArgs,
}

/// A fact that has been run.
struct Checked {
    fact: Fact,
    line: usize,
    verdict: Verdict,
}

/// Facts that ask about the game with the same parameters.
struct Group {
    settings: Vec<Setting>,
    facts: Vec<usize>,
}

/// Runs the command.
pub fn run(args: &CheckArgs, terminal: &mut Terminal) -> Result<Done, Failure> {
    let (mut hold, mut fail, mut wrong) = (0_u64, 0_u64, 0_u64);
    let mut all = Vec::new();
    for path in &args.files {
        let name = path.display().to_string();
        let checked = match check(path, args) {
            Ok(checked) => checked,
            Err(Failure::Input(complaints)) => {
                terminal.flush()?;
                for found in &complaints {
                    complaint::show(found);
                }
                wrong += 1;
                continue;
            }
            Err(other) => return Err(other),
        };
        let failing = checked.iter().filter(|one| !one.verdict.holds).count() as u64;
        fail += failing;
        hold += checked.len() as u64 - failing;
        if args.solving.json {
            all.extend(checked.iter().map(|one| as_json(&name, one)));
        } else {
            print(terminal, &name, &checked, path)?;
        }
    }
    if args.solving.json {
        terminal.json(&json!({ "facts": all, "hold": hold, "fail": fail, "wrong_files": wrong }))?;
    } else if args.files.len() > 1 {
        terminal.line(&summary(hold, fail))?;
    }
    Ok(match (wrong, fail) {
        (0, 0) => Done::Good,
        (0, _) => Done::Refuted,
        _ => Done::BadInput,
    })
}

/// `36 facts hold, 1 does not`.
fn summary(hold: u64, fail: u64) -> String {
    let held = if hold == 1 { "1 fact holds".to_owned() } else { format!("{} hold", counted(hold, "fact", "facts")) };
    match fail {
        0 => held,
        1 => format!("{held}, 1 does not"),
        many => format!("{held}, {} do not", unmove::number::grouped(many)),
    }
}

/// Runs all facts of a file.
fn check(path: &std::path::Path, args: &CheckArgs) -> Result<Vec<Checked>, Failure> {
    let failed = |error: &Error| Failure::loading(error);
    let source = Source::open(path).map_err(|error| failed(&error))?;
    let base = source.compile(&args.set.settings, None).map_err(|error| failed(&error))?;
    if !args.solving.quiet {
        warn(&base);
    }
    let mut checked = Vec::new();
    for group in groups(&base) {
        let settings = merged(&args.set.settings, &group.settings);
        let first = group.facts.first().copied();
        let changed = match (group.settings.is_empty(), first) {
            (false, Some(first)) => {
                Some(source.compile(&settings, Some(first)).map_err(|error| failed(&error))?)
            }
            _ => None,
        };
        let loaded = changed.as_ref().unwrap_or(&base);
        let mut questions = Vec::new();
        for &number in &group.facts {
            questions.push(question(&source, &base, &settings, number)?);
        }
        let bar = Bar::new(args.solving.quiet);
        let wrong = |error: Error| Failure::of(error, loaded);
        let mut session = Session::solve(loaded, args.solving.how(), &bar, &mut |_| {})
            .map_err(|error| wrong(error.into()))?;
        let mut needed = Vec::new();
        for question in &questions {
            needed.extend(positions(question, &session).map_err(wrong)?);
        }
        session.cover(&needed, &bar).map_err(|error| wrong(error.into()))?;
        for (&number, question) in group.facts.iter().zip(&questions) {
            let fact = base.rules.facts[number].clone();
            checked.push(Checked {
                line: line_of(&source.text, fact.at),
                verdict: run_fact(question, &mut session, &bar).map_err(wrong)?,
                fact,
            });
        }
    }
    checked.sort_by_key(|one| one.fact.at.start);
    Ok(checked)
}

/// The facts of rules, by the parameters they change.
fn groups(loaded: &Loaded) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    for (number, fact) in loaded.rules.facts.iter().enumerate() {
        match groups.iter_mut().find(|group| group.settings == fact.settings) {
            Some(group) => group.facts.push(number),
            None => groups.push(Group {
                settings: fact.settings.clone(),
                facts: vec![number],
            }),
        }
    }
    groups
}

/// Parameters with others on top.
fn merged(below: &[Setting], above: &[Setting]) -> Vec<Setting> {
    let kept = below.iter().filter(|(name, _)| !above.iter().any(|(other, _)| other == name));
    kept.chain(above).cloned().collect()
}

/// What a fact asks, with its own parameters in force.
fn question(source: &Source, base: &Loaded, settings: &[Setting], number: usize) -> Result<Question, Failure> {
    if let Some(question) = &base.rules.facts[number].question {
        return Ok(question.clone());
    }
    let loaded = source.compile(settings, Some(number)).map_err(|error| Failure::loading(&error))?;
    let question = loaded.rules.facts.get(number).and_then(|fact| fact.question.clone());
    question.ok_or_else(|| Failure::because(format!("the fact `{}` asks nothing", base.rules.facts[number].text)))
}

/// The facts of one file for people.
fn print(
    terminal: &mut Terminal,
    name: &str,
    checked: &[Checked],
    path: &std::path::Path,
) -> Result<(), Failure> {
    let fail = checked.iter().filter(|one| !one.verdict.holds).count() as u64;
    let hold = checked.len() as u64 - fail;
    let words = if checked.is_empty() { "no facts to check".to_owned() } else { summary(hold, fail) };
    let title = terminal.bold(name);
    terminal.line(&format!("{title}: {words}"))?;
    if fail == 0 {
        return Ok(());
    }
    let text = std::fs::read_to_string(path).unwrap_or_default();
    for one in checked.iter().filter(|one| !one.verdict.holds) {
        let shown = Complaint::new(format!("`expect {}` does not hold", one.fact.text))
            .help(Some(format!("expected: {}\nfound: {}", one.verdict.expected, one.verdict.found)))
            .pointing(name, &text, one.fact.at, &format!("found {}", short(&one.verdict.found)));
        terminal.bytes(shown.render(terminal.colour()).as_bytes())?;
    }
    Ok(())
}

/// A text short enough to stand under a line of rules.
fn short(text: &str) -> String {
    const LONGEST: usize = 60;
    if text.chars().count() <= LONGEST {
        return text.to_owned();
    }
    let mut short: String = text.chars().take(LONGEST - 1).collect();
    short.push('…');
    short
}

/// A fact for machines.
fn as_json(file: &str, checked: &Checked) -> Json {
    json!({
        "file": file,
        "line": checked.line,
        "fact": checked.fact.text,
        "holds": checked.verdict.holds,
        "expected": checked.verdict.expected,
        "found": checked.verdict.found,
    })
}
