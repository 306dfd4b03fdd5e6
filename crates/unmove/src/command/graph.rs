//! `unmove graph`: the positions around one, and the moves between them.

use std::path::PathBuf;

use clap::Args;
use serde_json::{Value as Json, json};
use unmove::{Diagram, Extent, diagram, layers};

use super::table::write;
use crate::failure::{Done, Failure};
use crate::options::{GameArgs, one_place};
use crate::terminal::Terminal;

/// Draw the graph of a game around a position, coloured by outcome
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  unmove graph games/subtract.game --at stones=8 --svg --out stones.svg
  unmove graph games/tictactoe.game --depth 2 --dot | dot -Tpdf > tictactoe.pdf

Won positions (N) are blue, lost ones (P) orange, drawn ones (D) grey, for the player to move; the best moves \
are drawn thick.")]
pub struct GraphArgs {
    #[command(flatten)]
    game: GameArgs,

    /// The position to begin at, in the rules' words [default: the start]
    #[arg(long, value_name = "POSITION")]
    at: Option<String>,

    /// Write the language of Graphviz (the default)
    #[arg(long, conflicts_with_all = ["svg", "png"])]
    dot: bool,

    /// Draw a picture, in layers by the number of moves
    #[arg(long, conflicts_with = "png")]
    svg: bool,

    /// Draw the same picture in pixels, to the file named with --out
    #[arg(long, requires = "out")]
    png: bool,

    /// The most positions to show
    #[arg(long, value_name = "POSITIONS", default_value_t = 200, value_parser = at_least_one)]
    limit: usize,

    /// The most moves away [default: no limit]
    #[arg(long, value_name = "MOVES")]
    depth: Option<usize>,

    /// The file to write to [default: standard output]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// Reads how many positions are shown.
fn at_least_one(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(0) => Err("the first position is always shown: write 1 or more".to_owned()),
        Ok(limit) => Ok(limit),
        Err(_) => Err("write a whole number, as in --limit 200".to_owned()),
    }
}

/// Runs the command.
pub fn run(args: &GraphArgs, terminal: &mut Terminal) -> Result<Done, Failure> {
    let loaded = args.game.load()?;
    let at = one_place(&loaded, args.at.as_deref())?;
    let mut session = args.game.solve(&loaded, &mut |_| {})?;
    args.game.cover(&mut session, std::slice::from_ref(&at))?;
    let extent = Extent {
        limit: args.limit,
        depth: args.depth.unwrap_or(usize::MAX),
    };
    let drawn = diagram(&session, &at, extent).map_err(|error| Failure::of(error, &loaded))?;
    if let Some(cut) = drawn.cut()
        && !args.game.solving.quiet
    {
        eprintln!("{cut}; --limit and --depth say how much is shown");
    }
    let bytes = if args.game.solving.json {
        format!("{:#}\n", as_json(&drawn)).into_bytes()
    } else if args.svg {
        layers(&drawn).svg().into_bytes()
    } else if args.png {
        layers(&drawn)
            .png()
            .map_err(|error| Failure::of(error, &loaded))?
    } else {
        drawn.dot().into_bytes()
    };
    write(terminal, args.out.as_deref(), &bytes)?;
    Ok(Done::Good)
}

/// For machines.
fn as_json(diagram: &Diagram) -> Json {
    let nodes: Vec<Json> = diagram
        .nodes
        .iter()
        .map(|node| {
            json!({
                "position": node.text,
                "outcome": node.outcome.to_string(),
                "distance": node.distance,
                "sum": node.sum,
                "cut": node.cut,
            })
        })
        .collect();
    let moves: Vec<Json> = diagram
        .arrows
        .iter()
        .map(|arrow| json!({ "from": arrow.from, "to": arrow.to, "move": arrow.name, "best": arrow.best }))
        .collect();
    json!({
        "game": diagram.game,
        "nodes": nodes,
        "moves": moves,
        "cut": diagram.cut(),
    })
}
