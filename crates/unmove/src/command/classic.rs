//! `unmove classic`: known problems, in the input format of the contest they come from.

use std::io::Read;

use clap::Args;
use serde_json::{Value as Json, json};
use unmove::crossing;

use crate::complaint::Complaint;
use crate::failure::{Done, Failure};
use crate::options::SolvingArgs;
use crate::terminal::{Bar, Terminal};

/// Solve a classic in its contest's own format, from standard input
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  unmove classic --list
  unmove classic crossing < judge.in")]
pub struct ClassicArgs {
    /// The problem
    #[arg(required_unless_present = "list")]
    name: Option<String>,

    /// List the problems
    #[arg(long)]
    list: bool,

    #[command(flatten)]
    solving: SolvingArgs,
}

/// What there is.
const PROBLEMS: [(&str, &str); 1] = [(
    "crossing",
    "a pawn and two hunters on a board: `id cases`, then `rows columns` and a board of .#XO for each; answers `Red plies`, `Black plies` or `Tie`",
)];

/// Runs the command.
pub fn run(args: &ClassicArgs, terminal: &mut Terminal) -> Result<Done, Failure> {
    if args.list {
        return list(args, terminal);
    }
    match args.name.as_deref() {
        Some("crossing") => crossing(args, terminal),
        other => {
            let known: Vec<&str> = PROBLEMS.iter().map(|(name, _)| *name).collect();
            let message = format!("there is no classic `{}`", other.unwrap_or_default());
            let help = format!("there is {}", known.join(", "));
            Err(Failure::Input(vec![
                Complaint::new(message).help(Some(help)),
            ]))
        }
    }
}

/// Lists the problems.
fn list(args: &ClassicArgs, terminal: &mut Terminal) -> Result<Done, Failure> {
    if args.solving.json {
        let problems = PROBLEMS.map(|(name, words)| json!({ "name": name, "format": words }));
        terminal.json(&Json::Array(problems.to_vec()))?;
    } else {
        for (name, words) in PROBLEMS {
            let name = terminal.bold(name);
            terminal.line(&format!("{name}  {words}"))?;
        }
    }
    Ok(Done::Good)
}

/// The crossing: nothing is printed before all of the input has been read.
fn crossing(args: &ClassicArgs, terminal: &mut Terminal) -> Result<Done, Failure> {
    let mut bytes = Vec::new();
    std::io::stdin()
        .read_to_end(&mut bytes)
        .map_err(|error| Failure::because(format!("cannot read the input: {error}")))?;
    let text = String::from_utf8_lossy(&bytes);
    let boards = crossing::parse(&text).map_err(|error| Failure::because(error.to_string()))?;
    let how = args.solving.how();
    let mut answers = Vec::with_capacity(boards.len());
    for (place, board) in boards.iter().enumerate() {
        let bar = Bar::new(args.solving.quiet);
        let answer = crossing::answer(board, how, &bar)
            .map_err(|error| wrong(&error, place + 1, board.line))?;
        drop(bar);
        if args.solving.json {
            answers.push(as_json(&answer));
        } else {
            terminal.line(&answer)?;
        }
    }
    if args.solving.json {
        terminal.json(&Json::Array(answers))?;
    }
    Ok(Done::Good)
}

/// An error while one case is solved.
fn wrong(error: &unmove::Error, case: usize, line: usize) -> Failure {
    if let unmove::Error::Solve(error) = error
        && matches!(**error, unmove_core::SolveError::Stopped)
    {
        return Failure::Stopped;
    }
    Failure::because(format!("case {case} (line {line}): {error}"))
}

/// An answer for machines.
fn as_json(answer: &str) -> Json {
    match answer.split_once(' ') {
        Some((winner, plies)) => {
            json!({ "winner": winner, "remoteness": plies.parse::<u32>().ok() })
        }
        None => json!({ "winner": null, "remoteness": null }),
    }
}
