//! Programs run by the machine, against models written out in plain Rust.

mod machine_support;

use machine_support as programs;
use std::collections::{BTreeMap, HashMap, HashSet};
use unmove_core::game::{Game, Payoff, Successor};
use unmove_rules::machine::{Machine, Position};
use unmove_rules::program::Program;

fn machine(program: Program) -> Machine {
    Machine::new(program).expect("the program is sound")
}

fn one(to: &Successor<Position>) -> &Position {
    match to {
        Successor::One(position) => position,
        Successor::Sum(_) => panic!("a sum where none is expected"),
    }
}

/// The moves of a position by name, with where they lead in text.
fn moves(machine: &Machine, text: &str) -> BTreeMap<String, String> {
    let position = machine.parse(text).expect(text);
    let mut plain = Vec::new();
    machine.moves(&position, &mut plain).expect("the rules run");
    let named = machine.named_moves(&position).expect("the rules run");
    assert!(plain.iter().eq(named.iter().map(|named| &named.to)));
    let words = |to: &Successor<Position>| match to {
        Successor::One(position) => machine.text(position),
        Successor::Sum(parts) => {
            let parts: Vec<String> = parts.iter().map(|part| machine.text(part)).collect();
            parts.join(" + ")
        }
    };
    named
        .into_iter()
        .map(|named| (named.name, words(&named.to.to)))
        .collect()
}

#[test]
fn subtract_takes_what_is_there() {
    let machine = machine(programs::subtract(20, &[1, 3, 4]));
    let expected = [("take(1)", "stones=2"), ("take(3)", "stones=0")];
    let expected = expected.map(|(name, to)| (name.to_owned(), to.to_owned()));
    assert_eq!(moves(&machine, "stones=3"), BTreeMap::from(expected));
    assert_eq!(machine.space(), 21);
    assert_eq!(machine.all_positions().count(), 21);
}

#[test]
fn euclid_sorts_its_pair() {
    let machine = machine(programs::euclid(9));
    let found = moves(&machine, "x=3, y=7");
    let expected = [("subtract(1)", "x=4 y=3"), ("subtract(2)", "x=3 y=1")];
    let expected = expected.map(|(name, to)| (name.to_owned(), to.to_owned()));
    assert_eq!(found, BTreeMap::from(expected));
    assert_eq!(machine.space(), 55);
    assert_eq!(machine.all_positions().collect::<HashSet<_>>().len(), 55);
}

#[test]
fn kayles_falls_apart_into_sums() {
    let machine = machine(programs::kayles(10));
    let found = moves(&machine, "pins=3");
    assert_eq!(found.len(), 5);
    assert_eq!(found["knock(1, 1)"], "pins=1 + pins=1");
    assert_eq!(found["knock(2, 0)"], "pins=0 + pins=1");
}

#[test]
fn ends_of_a_row_are_worth_their_numbers() {
    let machine = machine(programs::ends(&[4, 7, 2, 9]));
    let start = machine.starts().expect("the rules run").remove(0);
    assert_eq!(memo_score(&machine, &start, &mut HashMap::new()), 10);
    assert_eq!(machine.stuck(&start).expect("the rules run"), Payoff::DRAW);
}

/// All that can be reached, with the number of edges.
fn reachable(machine: &Machine) -> (HashSet<Position>, usize) {
    let mut open = machine.starts().expect("the rules run");
    let mut seen: HashSet<Position> = open.iter().cloned().collect();
    let mut edges = 0;
    let mut moves = Vec::new();
    while let Some(position) = open.pop() {
        if machine.end(&position).expect("the rules run").is_some() {
            continue;
        }
        moves.clear();
        machine.moves(&position, &mut moves).expect("the rules run");
        edges += moves.len();
        for played in &moves {
            let to = one(&played.to);
            if seen.insert(to.clone()) {
                open.push(to.clone());
            }
        }
    }
    (seen, edges)
}

#[test]
fn tictactoe_has_5478_positions_in_765_classes() {
    let machine = machine(programs::tictactoe());
    let (seen, _) = reachable(&machine);
    assert_eq!(seen.len(), 765);
    let all: u64 = seen.iter().map(|position| machine.orbit(position)).sum();
    assert_eq!(all, 5478);
    let mut program = programs::tictactoe();
    program.symmetries.clear();
    let machine = self::machine(program);
    assert_eq!(reachable(&machine).0.len(), 5478);
}

#[test]
fn crossing_moves_as_a_model_does() {
    let map = ["..#.", ".X..", "O..O", "#..."];
    let machine = machine(programs::crossing(&map));
    let wall = |x: i32, y: i32| {
        !(0..4).contains(&x)
            || !(0..4).contains(&y)
            || map[usize::try_from(y).expect("inside")].as_bytes()
                [usize::try_from(x).expect("inside")]
                == b'#'
    };
    let name = |(x, y): (i32, i32)| {
        let letter = char::from(b'a' + u8::try_from(x).expect("inside"));
        format!("{letter}{}", y + 1)
    };
    let cells: Vec<(i32, i32)> = (0..4)
        .flat_map(|y| (0..4).map(move |x| (x, y)))
        .filter(|&(x, y)| !wall(x, y))
        .collect();
    let text = |turn: &str, pawn, one: (i32, i32), other: (i32, i32)| {
        let (first, second) = if (one.1, one.0) < (other.1, other.0) {
            (one, other)
        } else {
            (other, one)
        };
        format!(
            "turn={turn} pawn={} hunters={{{}, {}}}",
            name(pawn),
            name(first),
            name(second)
        )
    };
    let mut checked = 0;
    for &pawn in &cells {
        for (number, &one) in cells.iter().enumerate() {
            for &other in &cells[number + 1..] {
                let mut expected = Vec::new();
                for (piece, rest) in [(one, other), (other, one)] {
                    for (dx, dy) in [(0, -1), (0, 1), (-1, 0), (1, 0)] {
                        let to = (piece.0 + dx, piece.1 + dy);
                        if !wall(to.0, to.1) && to != rest {
                            expected.push(text("Black", pawn, to, rest));
                        }
                    }
                }
                let found = moves(&machine, &text("Red", pawn, one, other));
                let mut found: Vec<String> = found.into_values().collect();
                expected.sort();
                found.sort();
                assert_eq!(found, expected);
                let mut expected = Vec::new();
                for (dx, dy) in [(0, -1), (-1, 0), (1, 0)] {
                    let to = (pawn.0 + dx, pawn.1 + dy);
                    if !wall(to.0, to.1) {
                        expected.push(text("Red", to, one, other));
                    }
                }
                let found = moves(&machine, &text("Black", pawn, one, other));
                let mut found: Vec<String> = found.into_values().collect();
                expected.sort();
                found.sort();
                assert_eq!(found, expected);
                checked += 2;
            }
        }
    }
    assert_eq!(u128::from(checked as u32), machine.space());
}

#[test]
fn spaces_count_what_is_enumerated_and_every_position_reads_back() {
    let all = [
        programs::subtract(12, &[1, 2]),
        programs::euclid(6),
        programs::ed(5),
        programs::kfold(5, 2),
        programs::kayles(7),
        programs::ends(&[1, 2, 3]),
        programs::crossing(&["X.#", "O.O"]),
    ];
    for program in all {
        let machine = machine(program);
        let mut numbers: HashMap<Position, usize> = HashMap::new();
        for position in machine.all_positions() {
            let number = numbers.len();
            assert_eq!(numbers.insert(position.clone(), number), None);
            let text = machine.text(&position);
            assert_eq!(machine.parse(&text).as_ref(), Ok(&position), "{text}");
            let registers = machine.registers(&position);
            assert_eq!(machine.position(&registers).as_ref(), Ok(&position));
        }
        assert_eq!(numbers.len() as u128, machine.space());
    }
}

/// The best score of a row of boxes, on a mask of edges; sides of a box as [`programs::boxes`] numbers them.
fn boxes_model(width: u32, drawn: u32, known: &mut HashMap<u32, i32>) -> i32 {
    if let Some(&score) = known.get(&drawn) {
        return score;
    }
    let right = |number| {
        if number + 1 == width {
            3 * width
        } else {
            3 * number + 4
        }
    };
    let full = |drawn: u32| {
        let has = |edge: u32| drawn >> edge & 1 == 1;
        let closed =
            |it: &u32| has(3 * it) && has(3 * it + 1) && has(3 * it + 2) && has(right(*it));
        i32::try_from((0..width).filter(closed).count()).expect("few boxes")
    };
    let mut best = None;
    for edge in (0..=3 * width).filter(|edge| drawn >> edge & 1 == 0) {
        let next = drawn | 1 << edge;
        let gain = full(next) - full(drawn);
        let rest = boxes_model(width, next, known);
        let score = if gain > 0 { gain + rest } else { -rest };
        best = best.max(Some(score));
    }
    let score = best.unwrap_or(0);
    known.insert(drawn, score);
    score
}

#[test]
fn who_closes_a_box_gains_and_moves_again() {
    for width in 1..=2 {
        let machine = machine(programs::boxes(width));
        let start = machine.starts().expect("the rules run").remove(0);
        let expected = boxes_model(width, 0, &mut HashMap::new());
        let mut known = HashMap::new();
        assert_eq!(memo_score(&machine, &start, &mut known), expected);
        let words = "every move raises the sum of `edge`";
        assert_eq!(machine.measure_words(), Some(words));
    }
}

fn memo_score(machine: &Machine, position: &Position, known: &mut HashMap<Position, i32>) -> i32 {
    if let Some(&score) = known.get(position) {
        return score;
    }
    let mut moves = Vec::new();
    machine.moves(position, &mut moves).expect("the rules run");
    let mut best = None;
    for played in &moves {
        let rest = memo_score(machine, one(&played.to), known);
        best = best.max(Some(played.gain + if played.again { rest } else { -rest }));
    }
    let score = best.unwrap_or(0);
    known.insert(position.clone(), score);
    score
}

#[test]
fn machines_are_shared_between_threads_and_positions_are_small() {
    fn shared<T: Send + Sync>() {}
    shared::<Machine>();
    shared::<Position>();
    assert_eq!(size_of::<Position>(), 16);
}
