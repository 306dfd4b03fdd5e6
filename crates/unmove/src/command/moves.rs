//! `unmove moves`: what each legal move is worth.

use clap::Args;
use serde_json::{Value as Json, json};
use unmove::Choice;

use crate::failure::{Done, Failure};
use crate::options::{GameArgs, one_place};
use crate::terminal::Terminal;
use crate::words;

/// List the legal moves of a position with what they lead to, the best first
#[derive(Args, Debug)]
#[command(after_help = "\
Example:
  unmove moves games/subtract.game --at stones=17

Outcomes are said for the player who makes the move; the plies left are counted after it.")]
pub struct MovesArgs {
    #[command(flatten)]
    game: GameArgs,

    /// The position, in the rules' words [default: the start]
    #[arg(long, value_name = "POSITION")]
    at: Option<String>,
}

/// Runs the command.
pub fn run(args: &MovesArgs, terminal: &mut Terminal) -> Result<Done, Failure> {
    let loaded = args.game.load()?;
    let at = one_place(&loaded, args.at.as_deref())?;
    let mut session = args.game.solve(&loaded, &mut |_| {})?;
    args.game.cover(&mut session, std::slice::from_ref(&at))?;
    let choices = session
        .moves(&at)
        .map_err(|error| Failure::of(error, &loaded))?;
    if args.game.solving.json {
        terminal.json(&Json::Array(choices.iter().map(as_json).collect()))?;
        return Ok(Done::Good);
    }
    let answer = session
        .answer(&at)
        .map_err(|error| Failure::of(error, &loaded))?;
    let position = terminal.bold(&answer.position);
    terminal.line(&format!("{position}: {}", words::outcome(&answer)))?;
    if choices.is_empty() {
        terminal.line("no legal move")?;
    }
    let rows: Vec<Vec<String>> = choices
        .iter()
        .map(|choice| vec![choice.name.clone(), words::worth(choice), choice.to.clone()])
        .collect();
    terminal.bytes(words::aligned(&rows, 2).as_bytes())?;
    Ok(Done::Good)
}

/// A move for machines.
fn as_json(choice: &Choice) -> Json {
    let judged = &choice.judged;
    json!({
        "move": choice.name,
        "outcome": judged.value.outcome().to_string(),
        "remoteness": words::remoteness(judged.value.remoteness),
        "grundy": words::grundy(judged.grundy.as_ref()),
        "score": words::score(judged.score),
        "best": judged.rank == 0,
        "to": choice.to,
        "again": judged.play.again,
        "gain": judged.play.gain,
    })
}
