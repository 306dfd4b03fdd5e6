//! Games by number answer as the machine's game does, at every position explored.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use unmove_core::game::{Game, Move, Successor};
use unmove_core::numbered::{Link, Numbered, Roots, Row, Standing, Worker};
use unmove_core::{Numbering, Options, Silent, solve};
use unmove_rules::machine::{Engine, Machine, Numbers, Position, Wanted};
use unmove_rules::{Request, compile};

/// Positions looked at of one game.
const MOST_POSITIONS: usize = 3000;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games")
}

fn machine(name: &str, settings: &[(&str, &str)]) -> Machine {
    let text = std::fs::read_to_string(folder().join(format!("{name}.game"))).unwrap();
    let settings: Vec<_> = settings
        .iter()
        .map(|&(name, value)| (name.to_owned(), value.to_owned()))
        .collect();
    let request = Request {
        text: &text,
        settings: &settings,
        read: &|path, _| std::fs::read_to_string(folder().join(path)),
        fact: None,
    };
    match compile(&request) {
        Ok(rules) => rules.machine,
        Err(faults) => panic!("{name}: {faults:#?}"),
    }
}

fn written(text: &str) -> Machine {
    let request = Request {
        text,
        settings: &[],
        read: &|_, _| Err(std::io::Error::other("there are no files")),
        fact: None,
    };
    match compile(&request) {
        Ok(rules) => rules.machine,
        Err(faults) => panic!("{faults:#?}"),
    }
}

fn games() -> Vec<String> {
    let mut names: Vec<String> = std::fs::read_dir(folder())
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "game"))
        .map(|path| path.file_stem().unwrap().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

fn roots(numbers: &Numbers) -> Vec<u64> {
    match numbers.roots().unwrap() {
        Roots::Listed(roots) => roots,
        Roots::Where => {
            let mut worker = numbers.worker();
            (0..numbers.size())
                .filter(|&at| numbers.position(at).is_some() && worker.is_root(at).unwrap())
                .take(MOST_POSITIONS / 3)
                .collect()
        }
    }
}

/// What the machine's game says of a position, in numbers.
fn expected(machine: &Machine, numbers: &Numbers, position: &Position) -> (Standing, Row) {
    let mut row = Row::default();
    if let Some(payoff) = machine.end(position).unwrap() {
        return (Standing::Ended(payoff), row);
    }
    let mut moves: Vec<Move<Position>> = Vec::new();
    machine.moves(position, &mut moves).unwrap();
    if moves.is_empty() {
        return (Standing::Ended(machine.stuck(position).unwrap()), row);
    }
    for played in moves {
        let Successor::One(to) = played.to else {
            panic!("a sum");
        };
        row.links
            .push(Link::new(numbers.number(&to).unwrap(), played.again));
        if machine.scored() {
            row.gains.push(played.gain);
        }
    }
    (Standing::Open, row)
}

/// The moves with what they gain, in an order that does not depend on the game's.
fn sorted(row: &Row) -> Vec<(Link, Option<i32>)> {
    let links = row.links.iter().enumerate();
    let mut moves: Vec<_> = links
        .map(|(place, &link)| (link, row.gains.get(place).copied()))
        .collect();
    moves.sort_unstable();
    moves
}

/// Compares workers with the game wherever the roots lead; how many positions that were, and whether that is all.
fn agree(machine: &Machine, wanted: Wanted, most: usize) -> (usize, bool) {
    let checked = machine.numbered_by_rule(wanted).unwrap();
    let believing = machine
        .numbered_by_rule(Wanted {
            checks_symmetries: false,
            ..wanted
        })
        .unwrap();
    let mut workers: Vec<Box<dyn Worker + '_>> =
        vec![checked.worker(), believing.worker(), believing.referee()];
    let mut open = roots(&believing);
    let mut seen: HashSet<u64> = open.iter().copied().collect();
    let mut next = 0;
    let mut row = Row::default();
    while next < open.len() && next < most {
        let at = open[next];
        next += 1;
        let position = believing.position(at).unwrap();
        assert_eq!(believing.number(&position), Some(at));
        let (standing, wanted) = expected(machine, &believing, &position);
        for worker in &mut workers {
            assert_eq!(worker.row(at, &mut row).unwrap(), standing);
            // One position of a class has the moves of another in another order.
            let (found, expected) = (sorted(&row), sorted(&wanted));
            assert_eq!(found, expected, "at {}", machine.text(&position));
            assert_eq!(worker.orbit(at), machine.orbit(&position));
        }
        for link in &wanted.links {
            assert!(link.number() < believing.size());
            if seen.insert(link.number()) {
                open.push(link.number());
            }
        }
    }
    (next, next == open.len())
}

fn plain() -> Wanted {
    Wanted {
        guesses_above: None,
        ..Wanted::default()
    }
}

#[test]
fn all_games_answer_alike_by_number() {
    let mut compared = 0;
    for name in games() {
        let machine = machine(&name, &[]);
        for wanted in [plain(), Wanted::default()] {
            match machine.numbered_by_rule(wanted) {
                Ok(_) => {
                    agree(&machine, wanted, MOST_POSITIONS);
                    compared += 1;
                }
                Err(reason) => assert!(
                    reason.contains("2^63") || reason.contains("sums"),
                    "{name}: {reason}"
                ),
            }
        }
    }
    assert!(compared > 30);
}

#[test]
fn numbers_of_one_class_are_one() {
    for name in ["tictactoe", "three_mens_morris", "krk", "mu_torere"] {
        let machine = machine(name, &[]);
        let numbers = machine.numbered_by_rule(plain()).unwrap();
        let mut classes: HashMap<u64, u64> = HashMap::new();
        let step = numbers.size() / 5000 + 1;
        for raw in (0..numbers.size()).step_by(step as usize) {
            let stands = numbers.position(raw);
            let mut worker = numbers.referee();
            if stands.is_none() {
                let mut row = Row::default();
                assert_eq!(worker.row(raw, &mut row).unwrap(), Standing::Nothing);
                continue;
            }
            let position = stands.unwrap();
            let folded = machine.folded(position.clone());
            assert_eq!(numbers.number(&folded), Some(raw));
            *classes.entry(raw).or_default() += machine.orbit(&position);
        }
        if step == 1 {
            let all: u64 = classes.values().sum();
            assert_eq!(all, numbers.size(), "{name}: the classes make up the space");
        }
    }
}

#[test]
fn whole_spaces_start_anywhere_and_others_where_the_rules_say() {
    let crossing = machine("crossing", &[]);
    let whole = Wanted {
        whole: true,
        ..Wanted::default()
    };
    let numbers = crossing.numbered_by_rule(whole).unwrap();
    assert_eq!(numbers.roots().unwrap(), Roots::Where);
    assert!(numbers.worker().is_root(5).unwrap());
    assert_eq!(u128::from(numbers.size()), crossing.space());
    let numbers = crossing.numbered_by_rule(plain()).unwrap();
    let Roots::Listed(roots) = numbers.roots().unwrap() else {
        panic!("the start is one position");
    };
    assert_eq!(roots.len(), 1);
    assert!(numbers.worker().is_root(roots[0]).unwrap());
    let krk = machine("krk", &[("n", "4")]);
    let numbers = krk.numbered_by_rule(plain()).unwrap();
    let mut worker = numbers.worker();
    let found = (0..numbers.size())
        .filter(|&at| numbers.position(at).is_some() && worker.is_root(at).unwrap())
        .count();
    assert_eq!(found, krk.starts().unwrap().len());
    assert!(numbers.encoding().contains(" × "), "{}", numbers.encoding());
}

#[test]
fn sums_are_refused_with_a_reason() {
    let kayles = machine("kayles", &[]);
    let reason = kayles.numbered_by_rule(plain()).unwrap_err();
    assert!(reason.contains("sums"), "{reason}");
}

#[test]
fn errors_are_those_of_the_machine() {
    let machine =
        written("game g\nplayers L, R\nstate a: 0..3 = 3\nmove m: a -= 1\nend a < 0: draw\n");
    let numbers = machine.numbered_by_rule(plain()).unwrap();
    let position = machine.parse("turn = L, a = 0").unwrap();
    let at = numbers.number(&position).unwrap();
    let mut moves = Vec::new();
    let expected = machine.moves(&position, &mut moves).unwrap_err();
    let mut row = Row::default();
    let found = numbers.worker().row(at, &mut row).unwrap_err();
    assert_eq!(found.to_string(), expected.to_string());
}

#[test]
fn a_wrong_guess_is_noticed() {
    let machine = written(
        "game g\nplayers L, R\nstate t: 0..1000 = 0\nstate x[3, 4]: {off, on} = off\n\
         move wait if t < 1000: t += 1\nmove go(c in x) if t == 1000 and x[c] == off: x[c] = on\n",
    );
    let numbers = machine.numbered_by_rule(Wanted::default()).unwrap();
    assert!(numbers.size() < 5000, "{}", numbers.encoding());
    let Roots::Listed(roots) = numbers.roots().unwrap() else {
        panic!("the start is one position");
    };
    let mut at = roots[0];
    for by_referee in [false, true] {
        let mut worker = if by_referee {
            numbers.referee()
        } else {
            numbers.worker()
        };
        let mut row = Row::default();
        let fault = loop {
            match worker.row(at, &mut row) {
                Ok(_) => at = row.links[0].number(),
                Err(fault) => break fault,
            }
        };
        assert!(fault.is::<unmove_core::Outside>(), "{fault}");
    }
    let (_, all) = agree(&machine, plain(), MOST_POSITIONS);
    assert!(!all);
}

#[test]
fn pieces_that_change_sides_are_counted() {
    let machine = written(
        "game g\nplayers A, B\nstate man[3, 3]: {empty, A, B} = \"AAA/.../BBB\"\nstate hand[player]: 0..6 = 0\n\
         move step(c in man, d in man) if man[c] == me and man[d] != me and adjacent(c, d):\n  \
         if man[d] == opp: hand[me] += 1\n  man[c] = empty\n  man[d] = me\n\
         move drop(c in man) if hand[me] > 0 and man[c] == empty: man[c] = me; hand[me] -= 1\n\
         end count(c in man: man[c] == me) == 0: last wins\n",
    );
    let numbers = machine.numbered_by_rule(Wanted::default()).unwrap();
    assert!(numbers.size() < 200_000, "{}", numbers.encoding());
    agree(&machine, Wanted::default(), MOST_POSITIONS);
}

/// Sources are the rows turned round, of all positions reached.
#[test]
fn sources_are_rows_turned_round() {
    let settings: [(&str, &[(&str, &str)]); 14] = [
        ("tictactoe", &[]),
        ("connect4", &[("h", "3"), ("k", "3")]),
        ("crossing", &[]),
        ("krk", &[("n", "3")]),
        ("three_mens_morris", &[]),
        ("mu_torere", &[]),
        ("pong_hau_ki", &[]),
        ("fox_and_hounds", &[("n", "4")]),
        ("hare_and_hounds", &[]),
        ("kalah", &[("houses", "2")]),
        ("dodgem", &[]),
        ("walkers", &[]),
        ("kfold", &[("stones", "30")]),
        ("nim", &[]),
    ];
    let mut compared = 0;
    for (name, settings) in settings {
        let machine = machine(name, settings);
        for guesses_above in [None, Some(0)] {
            let numbers = machine
                .numbered_by_rule(Wanted {
                    guesses_above,
                    ..Wanted::default()
                })
                .unwrap();
            if numbers.unmoves().is_err() {
                continue;
            }
            compared += 1;
            turned_round(&numbers, name);
        }
    }
    assert!(compared > 16, "{compared}");
}

fn turned_round(numbers: &Numbers, name: &str) {
    let mut worker = numbers.worker();
    let mut open = roots(numbers);
    let mut seen: HashSet<u64> = open.iter().copied().collect();
    let mut expected: HashMap<u64, Vec<Link>> = HashMap::new();
    let mut row = Row::default();
    let mut next = 0;
    while next < open.len() {
        let at = open[next];
        next += 1;
        worker.row(at, &mut row).unwrap();
        for link in &row.links {
            let back = Link::new(at, link.again());
            expected.entry(link.number()).or_default().push(back);
            if seen.insert(link.number()) {
                open.push(link.number());
            }
        }
    }
    let mut sources = Vec::new();
    for at in open {
        let mut wanted = expected.remove(&at).unwrap_or_default();
        worker.sources(at, &mut sources).unwrap();
        sources.retain(|source| seen.contains(&source.number()));
        sources.sort_unstable();
        wanted.sort_unstable();
        if !numbers.repeats() {
            wanted.dedup();
        }
        assert_eq!(sources, wanted, "{name} at {at}");
    }
}

#[test]
fn a_condition_for_starts_may_hold_at_any_position_of_a_class() {
    let solved = |cell: &str, numbering, engine| {
        let text = format!(
            "game corners\ncells B = grid(4, 4)\nstate token: B, left: 0..3\n\
             move step(c in around(token)) if left > 0:\n  token = c\n  left -= 1\n\
             start all where token == {cell} and left == 3\nsymmetry dihedral\n"
        );
        let machine = written(&text).run_by(engine);
        let options = Options {
            numbering: Some(numbering),
            ..Options::default()
        };
        *solve(&machine, &options, &Silent).unwrap().counts()
    };
    let classes = [
        vec!["a1", "a4", "d1", "d4"],
        vec!["a2", "a3", "b1", "b4", "c1", "c4", "d2", "d3"],
        vec!["b2", "b3", "c2", "c3"],
    ];
    for class in classes {
        let known = solved(class[0], Numbering::Reached, Engine::Interpreter);
        assert!(known.positions > 4, "all four corners at least, with moves");
        for cell in class {
            for numbering in [Numbering::Reached, Numbering::Dense] {
                for engine in [Engine::Interpreter, Engine::Native] {
                    let counts = solved(cell, numbering, engine);
                    assert_eq!(counts, known, "{cell}, {numbering:?}, {engine:?}");
                }
            }
        }
    }
}
