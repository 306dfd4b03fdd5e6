//! Moves taken back: the sources of every position are the moves of all others, turned round.

mod unmoves_support;

use std::path::Path;
use unmove_rules::{Request, compile};
use unmoves_support::{Found, compare};

fn game(name: &str, settings: &[(&str, &str)]) -> unmove_rules::machine::Machine {
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games");
    let text = std::fs::read_to_string(games.join(format!("{name}.game"))).expect("a game");
    let settings: Vec<(String, String)> = settings
        .iter()
        .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
        .collect();
    let request = Request {
        text: &text,
        settings: &settings,
        read: &|path, _| std::fs::read_to_string(games.join(path)),
        fact: None,
    };
    match compile(&request) {
        Ok(rules) => rules.machine,
        Err(faults) => panic!("{name}: {}", faults[0].message),
    }
}

/// Games with settings that leave them few positions.
const SMALL: [(&str, &[(&str, &str)]); 35] = [
    ("ball", &[]),
    ("chomp", &[("w", "4"), ("h", "3")]),
    ("connect4", &[("w", "3"), ("h", "3"), ("k", "3")]),
    ("cram", &[("w", "4"), ("h", "3")]),
    ("crossing", &[("map", "map \"O../.#X/.O.\"")]),
    ("dawsons_chess", &[]),
    ("dawsons_kayles", &[]),
    ("dodgem", &[]),
    ("dots_and_boxes", &[("w", "2"), ("h", "1")]),
    ("ed", &[]),
    ("ends", &[]),
    ("euclid", &[]),
    ("fibonacci_nim", &[("stones", "40")]),
    ("fox_and_hounds", &[("n", "4")]),
    ("grundy", &[]),
    ("hare_and_hounds", &[]),
    ("hex", &[]),
    ("kalah", &[("houses", "1"), ("seeds", "3")]),
    ("kayles", &[]),
    ("kfold", &[("stones", "40"), ("k", "3")]),
    ("krk", &[("n", "3")]),
    ("misere_kayles", &[]),
    ("misere_tictactoe", &[("w", "3"), ("h", "2")]),
    ("mu_torere", &[]),
    ("nim", &[]),
    ("nim_sum", &[]),
    ("node_kayles", &[("w", "4"), ("h", "3")]),
    ("othello", &[]),
    ("pong_hau_ki", &[]),
    ("subtract", &[]),
    ("take", &[]),
    ("three_mens_morris", &[("hop", "true")]),
    ("tictactoe", &[]),
    ("walkers", &[]),
    ("wythoff", &[]),
];

/// Games whose moves make a sum, or overwrite too much.
const NOT_DERIVED: [&str; 7] = [
    "dawsons_chess",
    "dawsons_kayles",
    "grundy",
    "kalah",
    "kayles",
    "misere_kayles",
    "othello",
];

#[test]
fn sources_are_the_moves_turned_round() {
    for (name, settings) in SMALL {
        let machine = game(name, settings);
        match compare(&machine, 60_000) {
            Ok(Found::Not(why)) => {
                println!("{name}: {why}");
                assert!(NOT_DERIVED.contains(&name), "{name}: {why}");
            }
            Ok(found) => println!("{name}: {found:?}"),
            Err(fault) => panic!("{name}: {fault}"),
        }
    }
}
