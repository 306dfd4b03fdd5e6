//! `unmove sum`: who wins a sum of positions.

use clap::Args;
use serde_json::{Value as Json, json};
use std::fmt::Write as _;
use unmove::number::{grouped, plies};
use unmove::{Error, Loaded, SumAnswer, sum};
use unmove_core::Outcome;
use unmove_rules::machine::Position;
use unmove_rules::program::MOVER;

use crate::failure::{Done, Failure};
use crate::options::GameArgs;
use crate::terminal::{Bar, Terminal};
use crate::words;

/// Say who wins a sum of positions, and with which moves
#[derive(Args, Debug)]
#[command(after_help = "\
Example:
  unmove sum games/kayles.game 'pins=5 + pins=7 + pins=2'

A player moves in one component of their choice. Values are added where the theory of Grundy values applies; \
a sum of any other game is solved as one game.")]
pub struct SumArgs {
    #[command(flatten)]
    game: GameArgs,

    /// Positions in the rules' words, joined by +
    #[arg(value_name = "POSITION + POSITION")]
    positions: String,
}

/// Runs the command.
pub fn run(args: &SumArgs, terminal: &mut Terminal) -> Result<Done, Failure> {
    let loaded = args.game.load()?;
    let components = components(&args.positions, &loaded)?;
    let mut session = args.game.solve(&loaded, &mut |_| {})?;
    let bar = Bar::new(args.game.solving.quiet);
    let answer =
        sum(&mut session, &components, &bar).map_err(|error| Failure::of(error, &loaded))?;
    drop(bar);
    if args.game.solving.json {
        terminal.json(&as_json(&loaded, &answer))?;
    } else {
        terminal.bytes(as_text(&answer).as_bytes())?;
    }
    Ok(Done::Good)
}

/// Reads the positions between the plus signs that are in no brackets.
fn components(text: &str, loaded: &Loaded) -> Result<Vec<Position>, Failure> {
    let mut depth = 0_i32;
    let mut parts = vec![String::new()];
    for character in text.chars() {
        match character {
            '{' | '[' | '(' => depth += 1,
            '}' | ']' | ')' => depth -= 1,
            '+' if depth <= 0 => {
                parts.push(String::new());
                continue;
            }
            _ => {}
        }
        if let Some(part) = parts.last_mut() {
            part.push(character);
        }
    }
    let machine = loaded.machine();
    // Who is to move, said in the first position, is so in all.
    let mut default = machine.default_registers().map(<[i64]>::to_vec);
    parts
        .iter()
        .map(|part| {
            let part = part.trim();
            // `(stones = 3)`, as facts write positions.
            let inner = part
                .strip_prefix('(')
                .and_then(|rest| rest.strip_suffix(')'))
                .unwrap_or(part);
            if inner.trim().is_empty() {
                return Err(Failure::because("a position is missing beside a `+`"));
            }
            let position = machine
                .parse_from(inner.trim(), default.as_deref())
                .map_err(|error| {
                    let text = inner.trim().to_owned();
                    let error = Box::new(error);
                    Failure::of(Error::Text { text, error }, loaded)
                })?;
            if let (Some(default), Some(&mover)) =
                (&mut default, machine.registers(&position).first())
            {
                default[MOVER as usize] = mover;
            }
            Ok(position)
        })
        .collect()
}

/// For people.
fn as_text(answer: &SumAnswer) -> String {
    let mut rows = Vec::new();
    for (place, component) in answer.components.iter().enumerate() {
        let grundy = component
            .grundy
            .as_ref()
            .map_or(String::new(), |value| format!("Grundy {value}"));
        rows.push(vec![
            format!("{}", place + 1),
            component.position.clone(),
            grundy,
        ]);
    }
    let mut out = words::aligned(&rows, 2);
    let who = match answer.winner.as_deref() {
        Some("first") => "the first player".to_owned(),
        Some("second") => "the second player".to_owned(),
        Some(name) => name.to_owned(),
        None => "nobody".to_owned(),
    };
    let _ = write!(out, "{} for the player to move: {who} wins", answer.outcome);
    if let Some(length) = answer.remoteness {
        let _ = write!(out, " in {}", plies(length.0));
    }
    if let Some(score) = answer.score {
        let _ = write!(out, "; the score is {}", grouped(score.0));
    }
    if let Some(value) = &answer.value {
        let _ = write!(out, "; the sum has the value {value}");
    }
    let _ = write!(out, "\n{}\n", answer.theory);
    let rows: Vec<Vec<String>> = answer
        .moves
        .iter()
        .filter(|play| match answer.score {
            Some(_) => play.score == answer.score,
            None => play.outcome == Outcome::Win,
        })
        .map(|play| {
            let left = play
                .remoteness
                .map_or(String::new(), |length| format!("{} left", plies(length.0)));
            vec![format!("in {}", play.component), play.name.clone(), left]
        })
        .collect();
    if rows.is_empty() {
        out += match answer.score {
            Some(_) => "no move\n",
            None => "no winning move\n",
        };
    } else {
        out += match answer.score {
            Some(_) => "best moves\n",
            None => "winning moves\n",
        };
        out += &words::aligned(&rows, 2);
    }
    out
}

/// For machines.
fn as_json(loaded: &Loaded, answer: &SumAnswer) -> Json {
    let components: Vec<Json> = answer
        .components
        .iter()
        .map(|component| {
            json!({
                "position": component.position,
                "grundy": words::grundy(component.grundy.as_ref()),
            })
        })
        .collect();
    let moves: Vec<Json> = answer
        .moves
        .iter()
        .map(|play| {
            let to: Vec<String> = play
                .after
                .iter()
                .map(|part| loaded.machine().text(part))
                .collect();
            json!({
                "component": play.component,
                "move": play.name,
                "outcome": play.outcome.to_string(),
                "score": words::score(play.score),
                "remoteness": words::remoteness(play.remoteness),
                "to": to.join(" + "),
            })
        })
        .collect();
    json!({
        "game": loaded.game(),
        "outcome": answer.outcome.to_string(),
        "winner": answer.winner,
        "remoteness": words::remoteness(answer.remoteness),
        "grundy": words::grundy(answer.value.as_ref()),
        "score": words::score(answer.score),
        "theory": answer.theory,
        "components": components,
        "moves": moves,
    })
}
