//! Compiled code beside the interpreter, on the games of this repository and on random rules.

#[path = "../../tests/random_rules/generate.rs"]
#[allow(dead_code, reason = "the generator is written for another test")]
mod generate;
#[path = "../../tests/random_rules/tree.rs"]
#[allow(dead_code, reason = "as above")]
mod tree;

use super::Native;
use super::helpers::least_number;
use crate::compile::{Request, compile};
use crate::machine::Machine;
use crate::machine::numbering::Numbering;
use crate::machine::unmoves::{Unmoves, run::sources};
use crate::program::Start;
use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use std::cell::Cell;
use std::time::Instant;
use unmove_core::game::{Fault, Game, Successor};
use unmove_core::numbered::{Link, Row, Standing};

/// What the interpreter says of a number.
fn interpreted(
    machine: &Machine,
    numbering: &Numbering,
    number: u64,
    row: &mut Row,
) -> Result<Standing, Fault> {
    row.clear();
    let ready = &machine.ready;
    let mut registers = numbering.template.clone();
    numbering.unrank(number, &mut registers);
    if least_number(ready, numbering, &registers) != Some(number) {
        return Ok(Standing::Nothing);
    }
    let position = ready.layout.pack(&registers);
    if let Some(payoff) = machine.end(&position)? {
        return Ok(Standing::Ended(payoff));
    }
    let mut moves = Vec::new();
    machine.moves(&position, &mut moves)?;
    for played in &moves {
        let Successor::One(to) = &played.to else {
            return Err(Fault::from("a sum"));
        };
        let Some(to) = least_number(ready, numbering, &machine.registers(to)) else {
            return Err(Fault::from("no number"));
        };
        row.links.push(Link::new(to, played.again));
        if machine.scored() {
            row.gains.push(played.gain);
        }
    }
    if moves.is_empty() {
        return Ok(Standing::Ended(machine.stuck(&position)?));
    }
    Ok(Standing::Open)
}

#[derive(Default)]
struct Tally {
    files: Cell<u32>,
    compiled: Cell<u32>,
    numbers: Cell<u64>,
    faults: Cell<u64>,
}

fn bump<T: Copy + std::ops::Add<Output = T> + From<u8>>(counter: &Cell<T>) {
    counter.set(counter.get() + T::from(1));
}

/// Compares all numbers, or so many spread over the space; `Err` in words where the two differ.
fn compare(machine: &Machine, most: u64, tally: &Tally) -> Result<(), String> {
    let Ok(numbering) = Numbering::new(&machine.ready) else {
        return Ok(());
    };
    let unmoves = Unmoves::derive(&machine.ready);
    let native = match Native::compile(&machine.ready, &numbering, unmoves.as_ref().ok()) {
        Ok(native) => native,
        Err(reason) => {
            println!("{}: {}", machine.program().name, reason.0);
            return Ok(());
        }
    };
    bump(&tally.compiled);
    let mut runner = native.runner();
    let (mut found, mut expected) = (Row::default(), Row::default());
    let step = (numbering.size / most).max(1);
    let mut number = 0;
    while number < numbering.size {
        bump(&tally.numbers);
        let wanted = interpreted(machine, &numbering, number, &mut expected);
        let standing = runner.row(number, &mut found);
        let told = || {
            let mut registers = numbering.template.clone();
            numbering.unrank(number, &mut registers);
            format!("{number} = {}", machine.ready.text(&registers))
        };
        match (&wanted, standing) {
            (Err(_), None) => bump(&tally.faults),
            (Ok(wanted), Some(standing)) => {
                if *wanted != standing {
                    return Err(format!("{}: {standing:?} for {wanted:?}", told()));
                }
                if standing == Standing::Open
                    && (found.links != expected.links || found.gains != expected.gains)
                {
                    return Err(format!("{}: {found:?} for {expected:?}", told()));
                }
            }
            _ => return Err(format!("{}: {standing:?} for {wanted:?}", told())),
        }
        if let Start::All(Some(condition)) = &machine.program().start
            && matches!(wanted, Ok(Standing::Open | Standing::Ended(_)))
        {
            let mut registers = numbering.template.clone();
            numbering.unrank(number, &mut registers);
            let position = machine.ready.layout.pack(&registers);
            let wanted = machine.evaluate(condition, &position, &[]).ok();
            let root = native.is_root(number);
            if root != wanted.map(|value| value != 0) {
                return Err(format!("{}: root {root:?} for {wanted:?}", told()));
            }
        }
        if let Ok(unmoves) = &unmoves
            && !matches!(wanted, Ok(Standing::Nothing))
        {
            let mut registers = numbering.template.clone();
            numbering.unrank(number, &mut registers);
            let mut wanted = Vec::new();
            let tried = sources(&machine.ready, unmoves, &registers, &mut |state, again| {
                if let Some(from) = least_number(&machine.ready, &numbering, state) {
                    wanted.push(Link::new(from, again));
                }
            });
            let mut found = Vec::new();
            let answered = runner.sources(number, &mut found);
            if answered.is_some() != tried.is_ok() || (answered.is_some() && found != wanted) {
                return Err(format!("{}: from {found:?} for {wanted:?}", told()));
            }
        }
        number += step;
    }
    Ok(())
}

fn machine_of(text: &str, settings: &[(&str, &str)]) -> Option<Machine> {
    let settings: Vec<(String, String)> = settings
        .iter()
        .map(|&(name, value)| (name.to_owned(), value.to_owned()))
        .collect();
    let request = Request {
        text,
        settings: &settings,
        read: &|path, _| {
            std::fs::read_to_string(format!("{}/../../games/{path}", env!("CARGO_MANIFEST_DIR")))
        },
        fact: None,
    };
    Some(compile(&request).ok()?.machine)
}

#[test]
fn games_are_the_same_compiled() {
    let folder = format!("{}/../../games", env!("CARGO_MANIFEST_DIR"));
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .expect("there are games")
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|ending| ending == "game"))
        .collect();
    files.sort();
    let mut wrong = Vec::new();
    for file in files {
        let text = std::fs::read_to_string(&file).expect("a game can be read");
        let machine = machine_of(&text, &[]).expect("a game compiles");
        let tally = Tally::default();
        let begin = Instant::now();
        if let Ok(numbering) = Numbering::new(&machine.ready) {
            let unmoves = Unmoves::derive(&machine.ready);
            if let Err(reason) = &unmoves {
                println!("{reason}");
            }
            let counted = begin.elapsed();
            let made = Native::compile(&machine.ready, &numbering, unmoves.as_ref().ok()).is_ok();
            println!(
                "{} size {} numbered in {:?} made {made} in {:?}",
                machine.program().name,
                numbering.size,
                counted,
                begin.elapsed() - counted
            );
        }
        if let Err(fault) = compare(&machine, 2_000, &tally) {
            wrong.push(format!("{}: {fault}", file.display()));
        }
        println!(
            "  {} numbers, {} faults",
            tally.numbers.get(),
            tally.faults.get()
        );
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Files checked; `UNMOVE_RANDOM_RULES` sets another number.
fn cases() -> u32 {
    let asked = std::env::var("UNMOVE_RANDOM_RULES").ok();
    asked.and_then(|asked| asked.parse().ok()).unwrap_or(500)
}

#[test]
fn random_rules_are_the_same_compiled() {
    let config = Config {
        cases: cases(),
        failure_persistence: None,
        max_shrink_iters: 2000,
        ..Config::default()
    };
    let seed = std::env::var("UNMOVE_RANDOM_SEED").ok();
    let seed = [seed.and_then(|asked| asked.parse().ok()).unwrap_or(7); 32];
    let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &seed);
    let mut runner = TestRunner::new_with_rng(config, rng);
    let tally = Tally::default();
    let result = runner.run(&prop::collection::vec(any::<u8>(), 0..300), |choices| {
        let text = generate::rules(&choices).text();
        bump(&tally.files);
        let Some(machine) = machine_of(&text, &[]) else {
            return Ok(());
        };
        compare(&machine, 300, &tally)
            .map_err(|fault| TestCaseError::fail(format!("{fault}\n--- the rules:\n{text}")))
    });
    if let Err(fault) = result {
        panic!("{fault}");
    }
    let (files, compiled) = (tally.files.get(), tally.compiled.get());
    println!(
        "{files} files, {compiled} compiled, {} numbers, {} faults",
        tally.numbers.get(),
        tally.faults.get()
    );
    // Else the test would say nothing.
    assert!(compiled * 2 > files, "only {compiled} of {files} compiled");
}

#[test]
#[ignore = "looks at one file"]
fn one_file_is_the_same_compiled() {
    let file = std::env::var("UNMOVE_RULES").expect("a file is named");
    let text = std::fs::read_to_string(file).expect("a file is named");
    let machine = machine_of(&text, &[]).expect("it compiles");
    println!("{:#?}", machine.program().moves);
    compare(&machine, u64::MAX, &Tally::default()).expect("they agree");
}
