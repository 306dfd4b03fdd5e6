//! `unmove check`: do the facts that rules state hold?

use std::path::PathBuf;

use clap::Args;
use serde_json::{Value as Json, json};
use unmove::facts::{self, Checked};
use unmove::number::counted;
use unmove::{Error, Source};

use crate::complaint::{self, Complaint};
use crate::failure::{Done, Failure};
use crate::options::{SolvingArgs, warn};
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
    solving: SolvingArgs,
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
        terminal
            .json(&json!({ "facts": all, "hold": hold, "fail": fail, "wrong_files": wrong }))?;
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
    let held = if hold == 1 {
        "1 fact holds".to_owned()
    } else {
        format!("{} hold", counted(hold, "fact", "facts"))
    };
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
    let loaded = source.compile(&[], None).map_err(|error| failed(&error))?;
    if !args.solving.quiet {
        warn(&loaded);
    }
    let bar = Bar::new(args.solving.quiet);
    facts::check(&loaded, args.solving.how(), &bar).map_err(|error| Failure::of(error, &loaded))
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
    let words = if checked.is_empty() {
        "no facts to check".to_owned()
    } else {
        summary(hold, fail)
    };
    let title = terminal.bold(name);
    terminal.line(&format!("{title}: {words}"))?;
    if fail == 0 {
        return Ok(());
    }
    // As it was read, so that the places of the facts are right.
    let text = Source::open(path).map_or_else(|_| String::new(), |source| source.text);
    for one in checked.iter().filter(|one| !one.verdict.holds) {
        let shown = Complaint::new(format!("`expect {}` does not hold", one.fact.text)).pointing(
            name,
            &text,
            one.fact.at,
            "",
        );
        terminal.bytes(shown.render(terminal.colour()).as_bytes())?;
        terminal.line(&format!("  expected {}", one.verdict.expected))?;
        terminal.line(&format!("  found    {}", one.verdict.found))?;
    }
    Ok(())
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
