//! `unmove solve`: the whole truth about a game.

use clap::Args;
use serde_json::{Value as Json, json};
use unmove::number::{counted, grouped, plies, seconds};
use unmove::{Answer, Choice, Session};

use crate::failure::{Done, Failure};
use crate::options::{GameArgs, place};
use crate::terminal::Terminal;
use crate::words;

/// Solve a game: who wins from the start, how fast, with which moves
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  unmove solve games/subtract.game
  unmove solve games/subtract.game --set takes='{1, 5}' --at stones=17
  unmove solve games/crossing.game --set map=board.txt --json

`outcome` is said for the player to move; remoteness counts plies (single moves) to the end when the \
winner hurries and the loser delays. Counts are over the positions that the start can reach.")]
pub struct SolveArgs {
    #[command(flatten)]
    game: GameArgs,

    /// The position to tell about, in the rules' words [default: the start]
    #[arg(long, value_name = "POSITION")]
    at: Option<String>,
}

/// The line shown in text is cut here.
const LONGEST: usize = 200;

/// The line in JSON is cut here: a game of a hundred million plies is no line that anybody reads.
const LONGEST_IN_JSON: usize = 10_000;

/// What is told about one position.
struct Told {
    answer: Answer,
    line: Vec<Choice>,
}

/// Runs the command.
pub fn run(args: &SolveArgs, terminal: &mut Terminal) -> Result<Done, Failure> {
    let json = args.game.solving.json;
    let loaded = args.game.load()?;
    let at = place(&loaded, args.at.as_deref())?;
    let mut printed = Ok(());
    let mut session = args.game.solve(&loaded, &mut |plan| {
        if !json {
            printed = print_plan(terminal, loaded.game(), &plan.sentences);
        }
    })?;
    printed?;
    let told = match &at {
        Some(position) => {
            args.game
                .cover(&mut session, std::slice::from_ref(position))?;
            let failed = |error| Failure::of(error, &loaded);
            let longest = if json { LONGEST_IN_JSON } else { LONGEST };
            Some(Told {
                answer: session.answer(position).map_err(failed)?,
                line: session.line(position, longest + 1).map_err(failed)?,
            })
        }
        None => None,
    };
    if json {
        terminal.json(&as_json(&session, told.as_ref()))?;
    } else {
        print(terminal, &session, told.as_ref())?;
    }
    Ok(Done::Good)
}

/// A line with what it is about in front.
fn item(terminal: &mut Terminal, name: &str, text: &str) -> Result<(), Failure> {
    let name = terminal.bold(&format!("{name:<11}"));
    terminal.line(&format!("{name}{text}"))
}

/// The plan, before the solver runs.
fn print_plan(terminal: &mut Terminal, game: &str, sentences: &[String]) -> Result<(), Failure> {
    item(terminal, "game", game)?;
    for (place, sentence) in sentences.iter().enumerate() {
        item(terminal, if place == 0 { "plan" } else { "" }, sentence)?;
    }
    terminal.line("")?;
    terminal.flush()
}

/// The result for people.
fn print(
    terminal: &mut Terminal,
    session: &Session<'_>,
    told: Option<&Told>,
) -> Result<(), Failure> {
    match told {
        Some(told) => print_position(terminal, session, told)?,
        None => item(
            terminal,
            "position",
            "the game has no one start; ask about a position with --at",
        )?,
    }
    terminal.line("")?;
    print_counts(terminal, session)
}

/// What is told about one position.
fn print_position(
    terminal: &mut Terminal,
    session: &Session<'_>,
    told: &Told,
) -> Result<(), Failure> {
    let answer = &told.answer;
    item(terminal, "position", &answer.position)?;
    item(terminal, "outcome", &words::outcome(answer))?;
    if let Some(score) = answer.score {
        let word = "for the player to move, minus the opponent's";
        item(terminal, "score", &format!("{} {word}", grouped(score)))?;
    }
    if let Some(grundy) = &answer.grundy {
        item(terminal, "grundy", &grundy.to_string())?;
    }
    if told.line.is_empty() {
        return Ok(());
    }
    let shown = &told.line[..told.line.len().min(LONGEST)];
    let mut line: Vec<&str> = shown.iter().map(|choice| choice.name.as_str()).collect();
    if told.line.len() > LONGEST {
        line.push("… (cut; --json has more of it)");
    } else if falls_apart(told).is_none() && !ends(session, told) {
        line.push("…");
    }
    for (number, row) in rows(&line).iter().enumerate() {
        item(terminal, if number == 0 { "best line" } else { "" }, row)?;
    }
    match falls_apart(told) {
        Some(parts) => {
            let words = format!("here the line ends, since the game falls apart into {parts}");
            item(terminal, "", &words)
        }
        None => Ok(()),
    }
}

/// Words in rows that fit most screens.
fn rows(words: &[&str]) -> Vec<String> {
    const WIDTH: usize = 88;
    let mut rows: Vec<String> = Vec::new();
    for word in words {
        match rows.last_mut() {
            Some(row) if row.chars().count() + word.chars().count() < WIDTH => {
                row.push(' ');
                row.push_str(word);
            }
            _ => rows.push((*word).to_owned()),
        }
    }
    rows
}

/// The components that the game falls apart into where the line ends, if there are several.
fn falls_apart(told: &Told) -> Option<&str> {
    if told.line.len() > LONGEST {
        return None;
    }
    let last = told.line.last()?;
    match &last.judged.play.to {
        unmove_core::Successor::Sum(parts) if parts.len() > 1 => Some(&last.to),
        _ => None,
    }
}

/// Whether the best line comes to an end of the game.
fn ends(session: &Session<'_>, told: &Told) -> bool {
    let Some(last) = told.line.last() else {
        return true;
    };
    match &last.judged.play.to {
        unmove_core::Successor::One(position) => {
            session.answer(position).is_ok_and(|answer| answer.terminal)
        }
        unmove_core::Successor::Sum(parts) => parts.is_empty(),
    }
}

/// What is told about the whole game.
fn print_counts(terminal: &mut Terminal, session: &Session<'_>) -> Result<(), Failure> {
    let counts = session.solution().counts();
    let whole = match (session.reachable(), session.loaded().start()) {
        (false, _) if session.counts_images() => {
            "reachable from the start, or images of such under the symmetries"
        }
        (false, _) => "in the whole space",
        (true, Some(_)) => "reachable from the start",
        (true, None) => "reachable from all the starts",
    };
    item(
        terminal,
        "positions",
        &format!("{} {whole}", grouped(counts.positions)),
    )?;
    let split = format!(
        "{}, {}, {} for the player to move; {}",
        counted(counts.wins, "win", "wins"),
        counted(counts.losses, "loss", "losses"),
        counted(counts.draws, "draw", "draws"),
        counted(counts.terminals, "terminal", "terminals")
    );
    item(terminal, "", &split)?;
    if counts.classes != counts.positions {
        item(
            terminal,
            "classes",
            &format!("{} under the symmetries", grouped(counts.classes)),
        )?;
    }
    item(terminal, "moves", &grouped(counts.moves))?;
    if let Some(deepest) = counts.deepest {
        item(
            terminal,
            "deepest",
            &format!("{} is the greatest remoteness", plies(deepest.0)),
        )?;
    }
    let verified = match session.solution().verified() {
        Some(checked) => format!(
            "{} and {} checked: every value holds",
            counted(checked.positions, "position", "positions"),
            counted(checked.moves, "move", "moves")
        ),
        None => "not checked; --verify checks every value".to_owned(),
    };
    item(terminal, "verified", &verified)?;
    item(terminal, "time", &time(counts.classes, session.seconds()))
}

/// How long it took, and how fast that was where the time is long enough to tell.
fn time(positions: u64, length: f64) -> String {
    const TELLING: f64 = 0.01;
    if length < TELLING {
        return seconds(length);
    }
    let rate = grouped((positions as f64 / length) as u64);
    format!("{}, {rate} positions a second", seconds(length))
}

/// The result for machines.
fn as_json(session: &Session<'_>, told: Option<&Told>) -> Json {
    let solution = session.solution();
    let counts = solution.counts();
    let answer = told.map(|told| &told.answer);
    let verified = match solution.verified() {
        Some(checked) => json!({ "positions": checked.positions, "moves": checked.moves }),
        None => json!(false),
    };
    let line = told.map(|told| {
        let shown = told.line.iter().take(LONGEST_IN_JSON);
        words::list(shown.map(|choice| choice.name.as_str()))
    });
    json!({
        "game": session.loaded().game(),
        "position": answer.map(|answer| &answer.position),
        "outcome": answer.map(|answer| answer.outcome.to_string()),
        "winner": answer.and_then(|answer| answer.winner.as_ref()),
        "remoteness": words::remoteness(answer.and_then(|answer| answer.remoteness)),
        "grundy": words::grundy(answer.and_then(|answer| answer.grundy.as_ref())),
        "score": words::score(answer.and_then(|answer| answer.score)),
        "line": line,
        "line_cut": told.map(|told| told.line.len() > LONGEST_IN_JSON),
        "positions": counts.positions,
        "wins": counts.wins,
        "losses": counts.losses,
        "draws": counts.draws,
        "terminals": counts.terminals,
        "moves": counts.moves,
        "classes": counts.classes,
        "deepest": words::remoteness(counts.deepest),
        "reachable": session.reachable(),
        "verified": verified,
        "plan": solution.plan().sentences,
        "seconds": session.seconds(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rate_is_told_only_where_the_time_is_long_enough() {
        assert_eq!(time(345, 0.0009), "under 1 ms");
        assert_eq!(time(345, 0.009), "9 ms");
        assert_eq!(time(3000, 1.5), "1.5 s, 2,000 positions a second");
    }
}
