//! `unmove classic`: known problems, in the input format of the contest they come from.

use std::io::Read;

use clap::Args;
use clap::builder::PossibleValuesParser;
use serde_json::{Value as Json, json};
use unmove_classics::{Ask, CLASSICS, Classic, classic};

use crate::failure::{Done, Failure};
use crate::terminal::Terminal;

/// Solve a classic in its contest's own format, from standard input
#[derive(Args, Debug)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a switch on the command line"
)]
#[command(after_help = "\
Examples:
  unmove classic --list
  unmove classic crossing < judge.in
  unmove classic kfold --move --why < judge.in

Nothing is printed before the whole input has been read and found right.")]
pub struct ClassicArgs {
    /// The problem
    #[arg(required_unless_present = "list", hide_possible_values = true)]
    #[arg(value_parser = PossibleValuesParser::new(CLASSICS.iter().map(|classic| classic.name)))]
    name: Option<String>,

    /// List the problems
    #[arg(long)]
    list: bool,

    /// A winning (or best) move below each answer that has one
    #[arg(long = "move")]
    winning_move: bool,

    /// The reason below each answer: the rule that decided
    #[arg(long)]
    why: bool,

    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub fn run(args: &ClassicArgs, terminal: &mut Terminal) -> Result<Done, Failure> {
    match args.name.as_deref().and_then(classic) {
        Some(classic) if !args.list => answer(args, classic, terminal),
        _ => list(args, terminal),
    }
}

fn list(args: &ClassicArgs, terminal: &mut Terminal) -> Result<Done, Failure> {
    if args.json {
        let classics = CLASSICS.iter().map(|classic| {
            json!({
                "name": classic.name,
                "game": classic.game,
                "format": classic.format,
                "method": classic.method,
            })
        });
        terminal.json(&Json::Array(classics.collect()))?;
        return Ok(Done::Good);
    }
    let widest = CLASSICS.iter().map(|classic| classic.name.len()).max();
    let widest = widest.unwrap_or_default();
    for classic in CLASSICS {
        let name = terminal.bold(&format!("{:<widest$}", classic.name));
        terminal.line(&format!("{name}  {}", classic.game))?;
        terminal.line(&format!("{:widest$}  in and out: {}", "", classic.format))?;
        terminal.line(&format!("{:widest$}  fast by: {}", "", classic.method))?;
    }
    Ok(Done::Good)
}

fn answer(args: &ClassicArgs, classic: &Classic, terminal: &mut Terminal) -> Result<Done, Failure> {
    let ask = Ask {
        winning_move: args.winning_move,
        why: args.why,
    };
    let answers =
        (classic.answer)(&input()?, ask).map_err(|error| Failure::because(error.to_string()))?;
    if args.json {
        let answers = answers.iter().map(
            |answer| json!({ "answer": answer.line, "move": answer.winning_move, "why": answer.why }),
        );
        terminal.json(&Json::Array(answers.collect()))?;
        return Ok(Done::Good);
    }
    for answer in answers {
        terminal.line(&answer.line)?;
        for (name, words) in [("move", answer.winning_move), ("why", answer.why)] {
            if let Some(words) = words {
                terminal.line(&format!("  {name}: {words}"))?;
            }
        }
    }
    Ok(Done::Good)
}

/// The whole input.
fn input() -> Result<String, Failure> {
    let mut bytes = Vec::new();
    std::io::stdin()
        .read_to_end(&mut bytes)
        .map_err(|error| Failure::because(format!("cannot read the input: {error}")))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}
