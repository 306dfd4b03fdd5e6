//! `unmove classic`: known problems, in the input format of the contest they come from.

use std::io::Read;

use clap::Args;
use serde_json::{Value as Json, json};
use unmove::crossing;
use unmove_classics::{Ask, CLASSICS, Classic, classic};

use crate::complaint::Complaint;
use crate::failure::{Done, Failure};
use crate::options::SolvingArgs;
use crate::terminal::{Bar, Terminal};

/// Solve a classic in its contest's own format, from standard input
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  unmove classic --list
  unmove classic crossing < judge.in
  unmove classic kfold --move --why < judge.in

Nothing is printed before the whole input has been read and found right.")]
pub struct ClassicArgs {
    /// The problem
    #[arg(required_unless_present = "list")]
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

    #[command(flatten)]
    solving: SolvingArgs,
}

/// The crossing is solved through its rules file.
const CROSSING: &str = "crossing";

/// Name, game, format and method of all that there is.
fn problems() -> Vec<[&'static str; 4]> {
    let crossing = [
        CROSSING,
        "two hunters and a pawn that wants to cross a board with walls",
        "`id cases`, then `rows columns` and a board of .#XO for each; answers `Red plies`, `Black plies` or `Tie`",
        "the rules file games/crossing.game, solved",
    ];
    let classics = CLASSICS.iter();
    let others =
        classics.map(|classic| [classic.name, classic.game, classic.format, classic.method]);
    std::iter::once(crossing).chain(others).collect()
}

/// Runs the command.
pub fn run(args: &ClassicArgs, terminal: &mut Terminal) -> Result<Done, Failure> {
    if args.list {
        return list(args, terminal);
    }
    let name = args.name.as_deref().unwrap_or_default();
    match classic(name) {
        Some(classic) => answer(args, classic, terminal),
        None if name == CROSSING => crossing(args, terminal),
        None => {
            let known: Vec<&str> = problems().iter().map(|[name, ..]| *name).collect();
            let message = format!("there is no classic `{name}`");
            let help = format!("there is {}", known.join(", "));
            Err(Failure::Input(vec![
                Complaint::new(message).help(Some(help)),
            ]))
        }
    }
}

/// Lists the problems.
fn list(args: &ClassicArgs, terminal: &mut Terminal) -> Result<Done, Failure> {
    let problems = problems();
    if args.solving.json {
        let problems = problems.iter().map(|[name, game, format, method]| {
            json!({ "name": name, "game": game, "format": format, "method": method })
        });
        terminal.json(&Json::Array(problems.collect()))?;
        return Ok(Done::Good);
    }
    for [name, game, format, method] in problems {
        let name = terminal.bold(&format!("{name:<9}"));
        terminal.line(&format!("{name} {game}"))?;
        terminal.line(&format!("          in and out: {format}"))?;
        terminal.line(&format!("          fast by: {method}"))?;
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

/// A classic with a fast algorithm.
fn answer(args: &ClassicArgs, classic: &Classic, terminal: &mut Terminal) -> Result<Done, Failure> {
    let ask = Ask {
        winning_move: args.winning_move,
        why: args.why,
    };
    let answers =
        (classic.answer)(&input()?, ask).map_err(|error| Failure::because(error.to_string()))?;
    if args.solving.json {
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

/// The crossing: nothing is printed before all of the input has been read.
fn crossing(args: &ClassicArgs, terminal: &mut Terminal) -> Result<Done, Failure> {
    if args.winning_move || args.why {
        let message = "the crossing tells no moves and no reasons here";
        let help = "ask `unmove moves games/crossing.game --set map=BOARD` for its moves";
        return Err(Failure::Input(vec![
            Complaint::new(message).help(Some(help.to_owned())),
        ]));
    }
    let boards = crossing::parse(&input()?).map_err(|error| Failure::because(error.to_string()))?;
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
