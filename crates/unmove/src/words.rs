//! What is found, in words and as JSON.

use serde_json::{Value as Json, json};
use std::fmt::Write as _;
use unmove::number::plies;
use unmove::{Answer, Choice};
use unmove_core::{Loopy, Outcome, Remoteness, Score};

/// `win for Red, who is to move, in 75 plies`.
pub fn outcome(answer: &Answer) -> String {
    let who = |name: &str| match name {
        "first" => "the first player".to_owned(),
        "second" => "the second player".to_owned(),
        name => name.to_owned(),
    };
    let mut words = match (answer.outcome, &answer.winner) {
        (Outcome::Win, Some(winner)) => format!("win for {}, who is to move", who(winner)),
        (Outcome::Loss, Some(winner)) => {
            format!(
                "loss for {}, who is to move: {} wins",
                who(&answer.mover),
                who(winner)
            )
        }
        _ => "draw".to_owned(),
    };
    if answer.terminal {
        words += "; the game has ended here";
    } else if let Some(length) = answer.remoteness {
        let _ = write!(words, ", in {}", plies(length.0));
    } else if answer.outcome == Outcome::Draw && answer.score.is_none() {
        words += ": with best play nobody wins";
    }
    words
}

/// What a move leads to, said for who makes it: `wins`, `draws`, `loses`.
pub fn verb(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Win => "wins",
        Outcome::Draw => "draws",
        Outcome::Loss => "loses",
    }
}

/// What a move is worth: `wins, 5 plies left, Grundy 0`.
pub fn worth(choice: &Choice) -> String {
    let judged = &choice.judged;
    let mut words = verb(judged.value.outcome()).to_owned();
    if let Some(length) = judged.value.remoteness {
        let _ = write!(words, ", {} left", plies(length.0));
    }
    if let Some(grundy) = &judged.grundy {
        let _ = write!(words, ", Grundy {grundy}");
    }
    if let Some(score) = judged.score {
        let _ = write!(words, ", score {score}");
    }
    words
}

/// A remoteness as JSON.
pub fn remoteness(remoteness: Option<Remoteness>) -> Json {
    remoteness.map_or(Json::Null, |plies| json!(plies.0))
}

/// A Grundy value as JSON: a number, or a text such as `∞{0, 2}`.
pub fn grundy(grundy: Option<&Loopy>) -> Json {
    match grundy {
        None => Json::Null,
        Some(Loopy::Nimber(nimber)) => json!(nimber.0),
        Some(infinite @ Loopy::Infinite(_)) => json!(infinite.to_string()),
    }
}

/// A score as JSON.
pub fn score(score: Option<Score>) -> Json {
    score.map_or(Json::Null, |score| json!(score.0))
}

/// Texts as a JSON array.
pub fn list<'a>(texts: impl IntoIterator<Item = &'a str>) -> Json {
    Json::Array(texts.into_iter().map(Json::from).collect())
}

/// Rows of cells as lines, the columns aligned.
pub fn aligned(rows: &[Vec<String>], indent: usize) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column));
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let mut out = String::new();
    for row in rows {
        let mut line = " ".repeat(indent);
        for (cell, width) in row.iter().zip(&widths) {
            line += cell;
            line += &" ".repeat(width + 2 - cell.chars().count());
        }
        out += line.trim_end();
        out.push('\n');
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_aligned_by_characters() {
        let rows = [["∞", "a"], ["three", "b"]].map(|row| row.map(str::to_owned).to_vec());
        assert_eq!(aligned(&rows, 1), " ∞      a\n three  b\n");
    }
}
