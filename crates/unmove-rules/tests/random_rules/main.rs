//! Random rules files: what the machine says of them against a plain evaluator written apart, and
//! what the solvers say of them against naive solvers.

mod evaluate;
mod generate;
mod naive;
mod numbered;
mod tree;
mod unmoves;
#[path = "../unmoves_support/mod.rs"]
mod unmoves_support;

use evaluate::State;
use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestError, TestRng, TestRunner};
use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use tree::Rules;
use unmove_core::game::{Game, Successor};
use unmove_rules::machine::{Machine, Position, RunError};
use unmove_rules::{Request, compile};

/// Positions looked at of one file.
const MOST_POSITIONS: usize = 300;

/// What the checker may rightly refuse: it sees that something always fails.
const REFUSED: [&str; 4] = ["out-of-range", "no-element", "arithmetic", "empty-range"];

/// What a plain walk over the game finds.
struct Walk {
    states: Vec<State>,
    nodes: Vec<Node>,
}

/// A position: ended, or with moves to others (several: a sum).
struct Node {
    ended: Option<i64>,
    turn: usize,
    moves: Vec<Step>,
}

struct Step {
    to: Vec<usize>,
    again: bool,
    gain: i64,
}

fn machine_of(text: &str) -> Result<Option<Machine>, TestCaseError> {
    let request = Request {
        text,
        settings: &[],
        read: &|_, _| Err(std::io::Error::other("there are no files")),
        fact: None,
    };
    match compile(&request) {
        Ok(rules) => Ok(Some(rules.machine)),
        Err(faults) if faults.iter().all(|fault| REFUSED.contains(&fault.code)) => Ok(None),
        Err(faults) => Err(TestCaseError::fail(format!("refused: {faults:#?}"))),
    }
}

/// The machine's move that failed must be the one that the evaluator says.
fn same_failure(found: &RunError, expected: &str) -> Result<(), TestCaseError> {
    prop_assert_eq!(found.played(), Some(expected), "{}", found);
    Ok(())
}

/// Walks over all positions, machine and evaluator side by side. `None` where the walk is cut short.
fn walk(rules: &Rules, machine: &Machine) -> Result<Option<Walk>, TestCaseError> {
    let starts = rules.starts();
    if starts.is_empty() || starts.len() > MOST_POSITIONS {
        return Ok(None);
    }
    let mut numbers: BTreeMap<State, usize> = BTreeMap::new();
    let mut walk = Walk {
        states: Vec::new(),
        nodes: Vec::new(),
    };
    let mut queue: VecDeque<State> = VecDeque::new();
    for start in starts {
        if !numbers.contains_key(&start) {
            numbers.insert(start.clone(), numbers.len());
            queue.push_back(start);
        }
    }
    let mut whole = true;
    while let Some(state) = queue.pop_front() {
        let text = rules.position_text(&state);
        let position = machine
            .parse(&text)
            .map_err(|error| TestCaseError::fail(format!("{text}: {error}")))?;
        prop_assert_eq!(machine.text(&position), text.as_str(), "text round trip");
        let ended = match (rules.end(&state), machine.end(&position)) {
            (Ok(expected), Ok(found)) => {
                prop_assert_eq!(
                    found.map(|payoff| i64::from(payoff.0)),
                    expected,
                    "end at {}",
                    text
                );
                expected
            }
            (Err(_), Err(_)) => return Ok(None),
            (expected, found) => {
                return Err(TestCaseError::fail(format!(
                    "end at {text}: {found:?} for {expected:?}"
                )));
            }
        };
        let mut node = Node {
            ended,
            turn: state.turn,
            moves: Vec::new(),
        };
        let Some(expected) = moves(rules, machine, &state, &position)? else {
            whole &= ended.is_some();
            walk.states.push(state);
            walk.nodes.push(node);
            continue;
        };
        if ended.is_none() {
            if expected.is_empty() {
                match (rules.stuck(&state), machine.stuck(&position)) {
                    (Ok(expected), Ok(found)) => {
                        prop_assert_eq!(i64::from(found.0), expected, "stuck at {}", text);
                        node.ended = Some(expected);
                    }
                    (Err(_), Err(_)) => whole = false,
                    (expected, found) => {
                        return Err(TestCaseError::fail(format!(
                            "stuck at {text}: {found:?} for {expected:?}"
                        )));
                    }
                }
            }
            for played in expected {
                let mut to = Vec::new();
                for state in played.to {
                    let known = numbers.len();
                    if known >= MOST_POSITIONS && !numbers.contains_key(&state) {
                        return Ok(None);
                    }
                    to.push(*numbers.entry(state.clone()).or_insert_with(|| {
                        queue.push_back(state);
                        known
                    }));
                }
                node.moves.push(Step {
                    to,
                    again: played.again,
                    gain: played.gain,
                });
            }
        }
        walk.states.push(state);
        walk.nodes.push(node);
    }
    Ok(whole.then_some(walk))
}

/// The moves of a position, if none fails: the machine's as the evaluator says they are.
fn moves(
    rules: &Rules,
    machine: &Machine,
    state: &State,
    position: &Position,
) -> Result<Option<Vec<evaluate::Played>>, TestCaseError> {
    let text = rules.position_text(state);
    let named = machine.named_moves(position);
    let mut expected = rules.moves(state, false);
    let agree = match (&expected, &named) {
        (Ok(_), Ok(_)) => true,
        (Err((played, _)), Err(found)) => found.played() == Some(played),
        _ => false,
    };
    if !agree {
        expected = rules.moves(state, true);
    }
    match (expected, named) {
        (Ok(expected), Ok(found)) => {
            compare(rules, machine, &text, &expected, &found)?;
            Ok(Some(expected))
        }
        (Err((played, _)), Err(found)) => {
            same_failure(&found, &played)?;
            prop_assert_eq!(found.position(), Some(text.as_str()));
            Ok(None)
        }
        (expected, found) => {
            let found = found
                .map(|moves| moves.len())
                .map_err(|error| error.to_string());
            Err(TestCaseError::fail(format!(
                "moves at {text}: {found:?} for {expected:?}"
            )))
        }
    }
}

fn compare(
    rules: &Rules,
    machine: &Machine,
    text: &str,
    expected: &[evaluate::Played],
    found: &[unmove_rules::machine::NamedMove],
) -> Result<(), TestCaseError> {
    let words = |position: &Position| machine.text(position);
    let found: Vec<_> = found
        .iter()
        .map(|found| {
            let to = match &found.to.to {
                Successor::One(to) => vec![words(to)],
                Successor::Sum(parts) => parts.iter().map(words).collect(),
            };
            (
                found.name.clone(),
                to,
                found.to.again,
                i64::from(found.to.gain),
            )
        })
        .collect();
    let expected: Vec<_> = expected
        .iter()
        .map(|played| {
            let to: Vec<String> = played.to.iter().map(|to| rules.position_text(to)).collect();
            (played.name.clone(), to, played.again, played.gain)
        })
        .collect();
    prop_assert_eq!(found, expected, "moves at {}", text);
    Ok(())
}

/// The whole space, if it is small.
fn space(rules: &Rules, machine: &Machine) -> Result<(), TestCaseError> {
    let Some(everything) = rules.everything(1000) else {
        return Ok(());
    };
    prop_assert_eq!(
        machine.space(),
        everything.len() as u128,
        "size of the space"
    );
    let expected: BTreeSet<String> = everything
        .iter()
        .map(|state| rules.position_text(state))
        .collect();
    let all: Vec<String> = machine
        .all_positions()
        .map(|position| machine.text(&position))
        .collect();
    prop_assert_eq!(all.len(), expected.len(), "positions of the space");
    prop_assert_eq!(all.into_iter().collect::<BTreeSet<String>>(), expected);
    Ok(())
}

#[derive(Default)]
struct Tally {
    files: Cell<u32>,
    refused: Cell<u32>,
    solved: Cell<u32>,
}

fn bump(counter: &Cell<u32>) {
    counter.set(counter.get() + 1);
}

fn check(choices: &[u8], tally: &Tally) -> Result<(), TestCaseError> {
    let rules = generate::rules(choices);
    let text = rules.text();
    bump(&tally.files);
    let found = || {
        let Some(machine) = machine_of(&text)? else {
            bump(&tally.refused);
            return Ok(());
        };
        space(&rules, &machine)?;
        numbered::hold(&machine)?;
        if let Some(walk) = walk(&rules, &machine)? {
            bump(&tally.solved);
            naive::hold(&rules, &machine, &walk)?;
        }
        Ok(())
    };
    found().map_err(|fault: TestCaseError| {
        TestCaseError::fail(format!("{fault}\n--- the rules:\n{text}"))
    })
}

/// Files checked; `UNMOVE_RANDOM_RULES` sets another number.
fn cases() -> u32 {
    let asked = std::env::var("UNMOVE_RANDOM_RULES").ok();
    asked.and_then(|asked| asked.parse().ok()).unwrap_or(3000)
}

fn seed() -> [u8; 32] {
    let asked = std::env::var("UNMOVE_RANDOM_SEED").ok();
    [asked.and_then(|asked| asked.parse().ok()).unwrap_or(7); 32]
}

#[test]
fn random_rules_mean_what_a_plain_evaluator_says() {
    let config = Config {
        cases: cases(),
        failure_persistence: None,
        max_shrink_iters: 5000,
        ..Config::default()
    };
    let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &seed());
    let mut runner = TestRunner::new_with_rng(config, rng);
    let tally = Tally::default();
    let result = runner.run(&prop::collection::vec(any::<u8>(), 0..300), |choices| {
        check(&choices, &tally)
    });
    match result {
        Ok(()) => {}
        Err(TestError::Fail(reason, _)) => panic!("{reason}"),
        Err(other) => panic!("{other}"),
    }
    // Else the test would say nothing.
    let (files, refused, solved) = (tally.files.get(), tally.refused.get(), tally.solved.get());
    println!("{files} files, {refused} refused, {solved} solved");
    assert!(
        refused * 5 < files,
        "{refused} of {files} files were refused"
    );
    assert!(
        solved * 3 > files,
        "only {solved} of {files} files were solved"
    );
}
