//! Contest problems with the judges' answers, solved by the rules files in `games/` alone.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use unmove::session::session;
use unmove::{Answer, Loaded, Setting, Source};
use unmove_core::{Loopy, Nimber, Outcome};

fn game(name: &str, settings: &[(&str, String)]) -> Loaded {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games");
    let settings: Vec<Setting> = settings
        .iter()
        .map(|(name, value)| ((*name).to_owned(), value.clone()))
        .collect();
    Source::open(&folder.join(format!("{name}.game")))
        .expect("the game's file is there")
        .compile(&settings, None)
        .unwrap_or_else(|error| panic!("{name} with {settings:?}: {error}"))
}

/// The start, solved and verified.
fn start(loaded: &Loaded) -> (Answer, Vec<String>) {
    let session = session(loaded).expect("the game can be solved");
    assert!(session.solution().verified().is_some());
    let start = loaded.start().expect("the game has a start");
    let answer = session.answer(&start).expect("the start is solved");
    let mut winning: Vec<String> = session
        .moves(&start)
        .expect("the start has moves")
        .into_iter()
        .filter(|choice| choice.judged.value.outcome() == Outcome::Win)
        .map(|choice| choice.name)
        .collect();
    winning.sort();
    (answer, winning)
}

/// Holds what `solve` prints for each case file of a problem against the judges' answer.
fn hold(problem: &str, solve: impl Fn(&mut dyn Iterator<Item = &str>) -> String) {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("tests/cases")
        .join(problem);
    let mut held = 0;
    for entry in std::fs::read_dir(&folder).expect("the cases are there") {
        let input = entry.expect("the folder can be read").path();
        if input.extension().is_none_or(|extension| extension != "in") {
            continue;
        }
        let text = std::fs::read_to_string(&input).expect("the case can be read");
        let answer = std::fs::read_to_string(input.with_extension("out")).expect("the answer, too");
        let found = solve(&mut text.split_whitespace());
        assert_eq!(found.trim(), answer.trim(), "{}", input.display());
        held += 1;
    }
    assert!(held > 0, "no case in {}", folder.display());
}

fn number(words: &mut dyn Iterator<Item = &str>) -> usize {
    let word = words.next().expect("the input goes on");
    word.parse().expect("a number stands here")
}

#[test]
fn pairs_of_piles_are_won_where_the_grundy_values_do_not_cancel() {
    let loaded = game("ed", &[("limit", "40".to_owned())]);
    let session = session(&loaded).expect("the game can be solved");
    hold("ed", |words| {
        let mut out = String::new();
        for _ in 0..number(words) {
            let mut sum = 0;
            for _ in 0..number(words) / 2 {
                let text = format!("x={} y={}", number(words), number(words));
                let position = loaded.position(&text).expect("the pair is in range");
                let answer = session.answer(&position).expect("the pair is solved");
                let Some(Loopy::Nimber(Nimber(value))) = answer.grundy else {
                    panic!("{text} has no Grundy value");
                };
                sum ^= value;
            }
            out += if sum == 0 { "NO\n" } else { "YES\n" };
        }
        out
    });
}

#[test]
fn euclid_is_won_by_whom_the_judges_say() {
    hold("euclid", |words| {
        let mut out = String::new();
        for _ in 0..number(words) {
            let settings = [
                ("a", number(words).to_string()),
                ("b", number(words).to_string()),
            ];
            let (answer, _) = start(&game("euclid", &settings));
            let stan = answer.outcome == Outcome::Win;
            out += if stan { "Stan wins\n" } else { "Ollie wins\n" };
        }
        out
    });
}

#[test]
fn the_row_of_numbers_is_worth_what_the_judges_say() {
    hold("ends", |words| {
        let row: Vec<String> = (0..number(words))
            .map(|_| words.next().expect("the row goes on").to_owned())
            .collect();
        let settings = [("row", format!("[{}]", row.join(", ")))];
        let (answer, _) = start(&game("ends", &settings));
        answer.score.expect("a game of scores").0.to_string()
    });
}

/// The least winning take of a pile, or `None` if it is lost.
fn least_take(stones: usize, k: usize) -> Option<usize> {
    let settings = [("stones", stones.to_string()), ("k", k.to_string())];
    let (_, winning) = start(&game("kfold", &settings));
    winning
        .iter()
        .map(|name| {
            let inside = name.trim_start_matches("take(").trim_end_matches(')');
            inside.parse::<usize>().expect("a move is take(n)")
        })
        .min()
}

#[test]
fn piles_of_limited_takes_are_lost_where_the_judges_say() {
    hold("kfold", |words| {
        let mut out = String::new();
        for case in 1..=number(words) {
            let (stones, k) = (number(words), number(words));
            let answer = match least_take(stones, k) {
                Some(take) => take.to_string(),
                None => "lose".to_owned(),
            };
            let _ = writeln!(out, "Case {case}: {answer}");
        }
        out
    });
}

#[test]
fn fibonacci_piles_are_lost() {
    hold("fibnim", |words| {
        let mut out = String::new();
        loop {
            let stones = number(words);
            if stones == 0 {
                return out;
            }
            // The position space grows with the square of the pile: a pile of thousands is for the
            // numeration, not for this test, and only whether it is a Fibonacci number is asked.
            let lost = if stones > 200 {
                let (mut a, mut b) = (1, 2);
                while b < stones {
                    (a, b) = (b, a + b);
                }
                b == stones
            } else {
                least_take(stones, 2).is_none()
            };
            out += if lost { "Second win\n" } else { "First win\n" };
        }
    });
}

#[test]
fn walkers_are_won_by_whom_the_judges_say() {
    hold("walkers", |words| {
        let mut out = String::new();
        for _ in 0..number(words) {
            let rows: Vec<&str> = (0..number(words))
                .map(|_| words.next().expect("the board goes on"))
                .collect();
            let settings = [("board", format!("map \"{}\"", rows.join("/")))];
            let (answer, _) = start(&game("walkers", &settings));
            let _ = writeln!(out, "{}", answer.winner.expect("never a draw"));
        }
        out
    });
}
