//! Random rules files with their moves taken back: what is found must be the moves turned round.

use super::{generate, machine_of, seed};
use crate::unmoves_support::{Found, compare};
use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestError, TestRng, TestRunner};
use std::cell::Cell;

/// Positions of a space that is looked at.
const MOST_POSITIONS: u128 = 400;

#[derive(Default)]
struct Tally {
    files: Cell<u32>,
    skipped: Cell<u32>,
    not_derived: Cell<u32>,
    same: Cell<u32>,
}

fn bump(counter: &Cell<u32>) {
    counter.set(counter.get() + 1);
}

fn check(choices: &[u8], tally: &Tally) -> Result<(), TestCaseError> {
    let text = generate::rules(choices).text();
    bump(&tally.files);
    let Some(machine) = machine_of(&text)? else {
        bump(&tally.skipped);
        return Ok(());
    };
    match compare(&machine, MOST_POSITIONS) {
        Ok(Found::Not(why)) => {
            prop_assert!(!why.is_empty());
            bump(&tally.not_derived);
        }
        Ok(Found::Skipped) => bump(&tally.skipped),
        Ok(Found::Same { .. }) => bump(&tally.same),
        Err(fault) => {
            return Err(TestCaseError::fail(format!(
                "{fault}\n--- the rules:\n{text}"
            )));
        }
    }
    Ok(())
}

#[test]
fn sources_of_random_rules_are_their_moves_turned_round() {
    let asked = std::env::var("UNMOVE_RANDOM_RULES").ok();
    let config = Config {
        cases: asked.and_then(|asked| asked.parse().ok()).unwrap_or(1500),
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
    let (files, skipped) = (tally.files.get(), tally.skipped.get());
    let (not_derived, same) = (tally.not_derived.get(), tally.same.get());
    println!("{files} files, {skipped} skipped, {not_derived} not derived, {same} the same");
    // Else the test would say nothing.
    assert!(
        same * 5 > files,
        "only {same} of {files} files were compared"
    );
}
