//! The games of `games/`, run by the machine.

use std::path::Path;
use unmove_core::game::{Game, Successor};
use unmove_rules::machine::{Machine, Position};
use unmove_rules::{Request, compile};

fn games() -> Vec<(String, Machine)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games");
    let mut games = Vec::new();
    for entry in std::fs::read_dir(&folder).expect("the games' folder") {
        let path = entry.expect("an entry").path();
        if path.extension().is_none_or(|extension| extension != "game") {
            continue;
        }
        let name = path.file_stem().expect("a name").to_string_lossy();
        let text = std::fs::read_to_string(&path).expect("rules");
        let rules = compile(&Request {
            text: &text,
            settings: &[],
            read: &|file, _| std::fs::read_to_string(folder.join(file)),
            fact: None,
        });
        let rules = rules.unwrap_or_else(|wrong| panic!("{name}: {wrong:?}"));
        games.push((name.into_owned(), rules.machine));
    }
    games.sort_by(|(one, _), (other, _)| one.cmp(other));
    games
}

/// What every move of these games does; `none` where nothing is found.
const MEASURES: [(&str, &str); 20] = [
    ("ball", "every move raises `r` + `c`"),
    ("chomp", "every move lowers the size of `left`"),
    (
        "connect4",
        "every move lowers the number of `empty` in `cell`",
    ),
    ("cram", "every move lowers the size of `free`"),
    ("crossing", "none"),
    ("dawsons_chess", "every move lowers `files`"),
    ("dots_and_boxes", "every move lowers the size of `open`"),
    ("ed", "every move lowers `x` + `y`"),
    (
        "ends",
        "every move raises `l`, or keeps that and lowers `r`",
    ),
    ("euclid", "every move lowers `x` + `y`"),
    (
        "fox_and_hounds",
        "every move raises the sum of the rows of `hounds`, or keeps that and raises `turn`",
    ),
    ("grundy", "every move lowers `heap`"),
    ("hare_and_hounds", "none"),
    ("hex", "every move lowers the number of `empty` in `cell`"),
    ("kayles", "every move lowers `pins`"),
    ("kfold", "every move lowers `left`"),
    ("nim", "every move lowers the sum of `heap`"),
    ("node_kayles", "every move lowers the size of `free`"),
    ("three_mens_morris", "none"),
    (
        "tictactoe",
        "every move lowers the number of `empty` in `cell`",
    ),
];

#[test]
fn measures_are_found_where_games_cannot_go_on_for_ever() {
    let games = games();
    for (wanted, words) in MEASURES {
        let found = games.iter().find(|(name, _)| name == wanted);
        let (name, machine) = found.expect(wanted);
        assert_eq!(machine.measure_words().unwrap_or("none"), words, "{name}");
    }
}

/// The first positions of a game, breadth first from its start or from where it may start.
fn some_positions(machine: &Machine, most: usize) -> Vec<Position> {
    let starts = machine.default_registers().map(|registers| {
        let start = machine.position(registers).expect("the start is allowed");
        vec![start]
    });
    let mut found = starts.unwrap_or_else(|| machine.all_positions().take(most).collect());
    let mut seen: std::collections::HashSet<Position> = found.iter().cloned().collect();
    let mut next = 0;
    while next < found.len() && found.len() < most {
        let position = found[next].clone();
        next += 1;
        for to in successors(machine, &position) {
            if seen.insert(to.clone()) {
                found.push(to);
            }
        }
    }
    found
}

fn successors(machine: &Machine, position: &Position) -> Vec<Position> {
    if machine.end(position).expect("the rules run").is_some() {
        return Vec::new();
    }
    let mut moves = Vec::new();
    machine.moves(position, &mut moves).expect("the rules run");
    let of = |to: Successor<Position>| match to {
        Successor::One(position) => vec![position],
        Successor::Sum(parts) => parts,
    };
    moves.into_iter().flat_map(|played| of(played.to)).collect()
}

#[test]
fn positions_of_all_games_print_read_back_and_lower_their_measure() {
    for (name, machine) in games() {
        for position in some_positions(&machine, 300) {
            let text = machine.text(&position);
            assert_eq!(
                machine.parse(&text).as_ref(),
                Ok(&position),
                "{name}: {text}"
            );
            assert!(machine.draw(&position).is_some(), "{name}: {text}");
            let value = machine.measure(&position).expect("the rules run");
            for to in successors(&machine, &position) {
                let lower = machine.measure(&to).expect("the rules run");
                let words = machine.text(&to);
                assert!(
                    lower.is_none() || lower < value,
                    "{name}: {text} to {words}"
                );
            }
        }
    }
}
