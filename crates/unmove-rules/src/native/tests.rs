//! Compiled code beside the interpreter, on the games of this repository and on random rules.

#[path = "../../tests/random_rules/generate.rs"]
#[allow(dead_code, reason = "the generator is written for another test")]
mod generate;
#[path = "../../tests/random_rules/tree.rs"]
#[allow(dead_code, reason = "as above")]
mod tree;

use super::Native;
use super::Runner;
use super::helpers::least_number;
use crate::compile::{Request, compile};
use crate::machine::Machine;
use crate::machine::numbering::Numbering;
use crate::machine::unmoves::{Unmoves, run::sources};
use crate::machine::{RunError, RunErrorKind};
use crate::program::Start;
use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use std::cell::Cell;
use std::collections::BTreeSet;
use std::time::Instant;
use unmove_core::game::{Fault, Game, Payoff, Successor};
use unmove_core::numbered::{
    ASK, Codec, ENDED_DRAWN, ENDED_LOST, ENDED_WON, Link, MOST_COUNTED, NOTHING, Row, Standing,
    Tally, Told,
};

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
struct Checked {
    files: Cell<u32>,
    compiled: Cell<u32>,
    numbers: Cell<u64>,
    orbits: Cell<u64>,
    faults: Cell<u64>,
}

fn bump<T: Copy + std::ops::Add<Output = T> + From<u8>>(counter: &Cell<T>) {
    counter.set(counter.get() + T::from(1));
}

/// Whether the interpreter has found that a declared symmetry does not hold.
fn broken_symmetry(fault: &Fault) -> bool {
    fault
        .downcast_ref::<RunError>()
        .is_some_and(|error| matches!(error.kind(), RunErrorKind::SymmetryOfGame { .. }))
}

fn too_many_steps(error: &RunError) -> bool {
    matches!(error.kind(), RunErrorKind::TooManySteps(_))
}

/// Compares what leads to a number, if that takes the interpreter at most so many steps; how many are left.
fn compare_sources(
    machine: &Machine,
    numbering: &Numbering,
    number: u64,
    (unmoves, runner): (&Unmoves, &mut Runner<'_>),
    most: u64,
) -> Result<u64, String> {
    let mut registers = numbering.template.clone();
    numbering.unrank(number, &mut registers);
    let mut wanted = Vec::new();
    let tried = sources(
        &machine.ready,
        unmoves,
        &registers,
        most,
        &mut |state, again| {
            if let Some(from) = least_number(&machine.ready, numbering, state) {
                wanted.push(Link::new(from, again));
            }
        },
    );
    if tried.as_ref().is_err_and(too_many_steps) {
        return Ok(0);
    }
    let mut found = Vec::new();
    let answered = runner.sources(number, &mut found);
    if answered.is_some() != tried.is_ok() || (answered.is_some() && found != wanted) {
        return Err(format!("from {found:?} for {wanted:?}"));
    }
    Ok(most - tried.unwrap_or(0))
}

/// Compares all numbers, or so many spread over the space; `Err` in words where the two differ.
fn compare(machine: &Machine, most: u64, tally: &Checked) -> Result<(), String> {
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
    // Of the interpreter, for taking moves back.
    let mut steps = 3_000_000;
    let mut number = 0;
    while number < numbering.size {
        bump(&tally.numbers);
        let wanted = interpreted(machine, &numbering, number, &mut expected);
        if wanted.as_ref().is_err_and(broken_symmetry) {
            // Code believes in symmetries; where the start never leads they need not hold.
            number += step;
            continue;
        }
        let standing = runner.row(number, &mut found);
        if standing.is_some_and(|standing| standing != Standing::Nothing) {
            let mut again = Row::default();
            let same = runner.moves(number, &mut again) == standing;
            if !same || again.links != found.links || again.gains != found.gains {
                return Err(format!("{number}: {again:?} for {found:?}"));
            }
        }
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
        if let Some(orbit) = runner.orbit(number) {
            let mut registers = numbering.template.clone();
            numbering.unrank(number, &mut registers);
            let wanted = machine.ready.group.orbit(&machine.ready.layout, &registers);
            if orbit != wanted {
                return Err(format!("{}: {orbit} images for {wanted}", told()));
            }
            bump(&tally.orbits);
        }
        if let Start::All(Some(condition)) = &machine.program().start
            && matches!(wanted, Ok(Standing::Open | Standing::Ended(_)))
        {
            let mut registers = numbering.template.clone();
            numbering.unrank(number, &mut registers);
            let position = machine.ready.layout.pack(&registers);
            let wanted = machine.starts_where(condition, &position).ok();
            let root = runner.is_root(number);
            // Images are asked in another order, so that one of them may say yes before another fails.
            let folds = !machine.ready.group.is_trivial();
            let sure = root.is_some() && wanted.is_some() || !folds;
            if sure && root != wanted {
                return Err(format!("{}: root {root:?} for {wanted:?}", told()));
            }
        }
        if let Ok(unmoves) = &unmoves
            && !matches!(wanted, Ok(Standing::Nothing))
            && steps > 0
        {
            let by = (unmoves, &mut runner);
            steps = compare_sources(machine, &numbering, number, by, steps)
                .map_err(|differ| format!("{}: {differ}", told()))?;
        }
        number += step;
    }
    bulk(&native, &numbering, machine.scored())
}

/// Whole ranges beside their rows.
fn bulk(native: &Native, numbering: &Numbering, scored: bool) -> Result<(), String> {
    if numbering.size > 5_000 {
        return Ok(());
    }
    let mut runner = native.runner();
    let mut cells = vec![0; numbering.size as usize];
    let mut tally = Tally::default();
    if !runner.open_range(0..numbering.size, &mut cells, &mut tally) {
        return Ok(());
    }
    let mut expected = Tally::default();
    let mut rows = Vec::new();
    for number in 0..numbering.size {
        let mut row = Row::default();
        let standing = runner.row(number, &mut row);
        let mut distinct = row.links.clone();
        if !native.repeats {
            distinct.sort_unstable();
            distinct.dedup();
        }
        let byte = match standing {
            Some(Standing::Nothing) => NOTHING,
            Some(Standing::Ended(Payoff(0))) => ENDED_DRAWN,
            Some(Standing::Ended(Payoff(1..))) => ENDED_WON,
            Some(Standing::Ended(_)) => ENDED_LOST,
            Some(Standing::Open) if row.links.len() <= usize::from(MOST_COUNTED) => {
                distinct.len() as u8
            }
            _ => ASK,
        };
        if cells[number as usize] != byte {
            return Err(format!(
                "{number} opens with {} for {byte}",
                cells[number as usize]
            ));
        }
        if byte != ASK && byte != NOTHING {
            expected.positions += 1;
            expected.classes += 1;
            if let Some(Standing::Ended(payoff)) = standing {
                expected.terminals += 1;
                expected.pay(payoff);
            } else {
                expected.moves += row.links.len() as u64;
                expected.edges += distinct.len() as u64;
                expected.most = expected.most.max(distinct.len() as u32);
                expected.falling &= row.links.iter().all(|link| link.number() < number);
                expected.rising &= row.links.iter().all(|link| link.number() > number);
                expected.again |= row.links.iter().any(|link| link.again());
                expected.gains |= row.gains.iter().any(|&gain| gain != 0);
            }
        }
        rows.push((standing, row));
    }
    if tally != expected {
        return Err(format!("{tally:?} for {expected:?}"));
    }
    let Some((least, greatest)) = tally.payoffs else {
        return Ok(());
    };
    let plain = least.0 >= -1 && greatest.0 <= 1 && !scored && tally.most < 100;
    if cells.contains(&ASK) || !(tally.falling || tally.rising) || !plain {
        return Ok(());
    }
    settled(native, &rows, &tally, (least, greatest))?;
    nimbers(native, &rows, &tally)
}

/// Holds Grundy values by machine code against the least values that no move leads to.
fn nimbers(native: &Native, rows: &[(Option<Standing>, Row)], tally: &Tally) -> Result<(), String> {
    let opened = |(standing, row): &(Option<Standing>, Row)| match standing {
        Some(Standing::Open) => row.links.len().min(1) as u8,
        _ => 200,
    };
    let cells: Vec<u8> = rows.iter().map(opened).collect();
    let mut order: Vec<usize> = (0..rows.len()).collect();
    if !tally.falling {
        order.reverse();
    }
    let mut wanted = vec![0; rows.len()];
    let mut worked_out = 0;
    for at in order {
        let row = &rows[at].1;
        let seen: BTreeSet<u32> = row
            .links
            .iter()
            .map(|link| wanted[link.number() as usize])
            .collect();
        if seen.last().is_some_and(|&last| last > 63) {
            break;
        }
        if cells[at] == 1 {
            wanted[at] = (0..=64)
                .find(|value| !seen.contains(value))
                .expect("a free value");
        }
        worked_out += 1;
    }
    let mut values = vec![0; rows.len()];
    let size = rows.len() as u64;
    let done = native.runner().grundy_range(
        0..size,
        tally.falling,
        tally.most.max(1),
        &cells,
        &mut values,
    );
    if (done, &values) != (worked_out, &wanted) {
        return Err(format!(
            "{done} Grundy values for {worked_out}: {values:?} for {wanted:?}"
        ));
    }
    Ok(())
}

fn settled(
    native: &Native,
    rows: &[(Option<Standing>, Row)],
    tally: &Tally,
    (least, greatest): (Payoff, Payoff),
) -> Result<(), String> {
    let told = match (tally.again, least.0 < 0, greatest.0 > 0) {
        (true, ..) | (_, true, true) => Told::Apart,
        (_, false, true) => Told::WinsEven,
        _ => Told::LossesEven,
    };
    let codec = Codec {
        most: tally.most,
        told,
    };
    let mut cells: Vec<u32> = Vec::new();
    for (standing, row) in rows {
        cells.push(match standing {
            Some(Standing::Ended(Payoff(0))) => codec.drawn(),
            Some(Standing::Ended(payoff)) => codec.settled(payoff.0 > 0, 0).expect("a code fits"),
            _ => row.links.len().min(1) as u32,
        });
    }
    for width in [1, 2, 4] {
        let most = u32::MAX >> (32 - 8 * width);
        let mut wanted = cells.clone();
        let mut order: Vec<usize> = (0..rows.len()).collect();
        if !tally.falling {
            order.reverse();
        }
        let mut settled = 0;
        for at in order {
            if matches!(rows[at].0, Some(Standing::Open)) {
                let mut best = None;
                for link in &rows[at].1.links {
                    let value = codec.value(wanted[link.number() as usize]);
                    let value = value.ok_or("a move leads to nothing")?;
                    // The sooner a win the better, the later a loss.
                    let won = value
                        .remoteness
                        .map(|_| (value.payoff.0 > 0) == link.again());
                    let far = value
                        .remoteness
                        .map_or(0, |remoteness| i64::from(remoteness.0));
                    let good = match won {
                        Some(true) => (2, -far),
                        None => (1, 0),
                        Some(false) => (0, far),
                    };
                    best = best.max(Some(good));
                }
                let (kind, far) = best.ok_or("no move")?;
                let far = (far.abs() + 1) as u32;
                let code = match kind {
                    1 => codec.drawn(),
                    kind => codec.settled(kind == 2, far).expect("a code fits"),
                };
                if code > most {
                    break;
                }
                wanted[at] = code;
            }
            settled += 1;
        }
        let narrow = |cells: &[u32]| -> Vec<u8> {
            let bytes = cells.iter().map(|cell| cell.to_le_bytes());
            bytes
                .flat_map(|bytes| bytes.into_iter().take(width))
                .collect()
        };
        let size = rows.len() as u64;
        let mut table = narrow(&cells);
        let done = native
            .runner()
            .settle_range(0..size, tally.falling, codec, &mut table, width);
        let wanted = narrow(&wanted);
        if (done, &table) != (settled, &wanted) {
            return Err(format!(
                "{done} settled for {settled}, {width} bytes each: {table:?} for {wanted:?}"
            ));
        }
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
        let tally = Checked::default();
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
                begin.elapsed().saturating_sub(counted)
            );
        }
        if let Err(fault) = compare(&machine, 2_000, &tally) {
            wrong.push(format!("{}: {fault}", file.display()));
        }
        println!(
            "  {} numbers, {} orbits, {} faults",
            tally.numbers.get(),
            tally.orbits.get(),
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
    let tally = Checked::default();
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
    compare(&machine, u64::MAX, &Checked::default()).expect("they agree");
}

/// A map of 100 free cells for the crossing game.
fn empty_map() -> String {
    let mut rows = vec![".".repeat(10); 10];
    rows[1].replace_range(0..1, "X");
    rows[9].replace_range(0..2, "OO");
    format!("map \"{}\"", rows.join("/"))
}

#[test]
#[ignore = "measures time: run it with --release --ignored --nocapture"]
fn how_fast_compiled_code_is() {
    let map = empty_map();
    let games: [(&str, &[(&str, &str)]); 8] = [
        ("crossing", &[("map", &map)]),
        ("subtract", &[("limit", "1000000")]),
        ("tictactoe", &[]),
        ("connect4", &[]),
        ("krk", &[]),
        ("nim", &[]),
        ("hex", &[]),
        ("othello", &[]),
    ];
    for (name, settings) in games {
        let file = format!("{}/../../games/{name}.game", env!("CARGO_MANIFEST_DIR"));
        let text = std::fs::read_to_string(file).expect("a game can be read");
        let Some(machine) = machine_of(&text, settings) else {
            println!("{name} does not compile");
            continue;
        };
        let numbering = Numbering::new(&machine.ready).expect("it has numbers");
        let unmoves = Unmoves::derive(&machine.ready);
        let begin = Instant::now();
        let rows_only = Native::compile(&machine.ready, &numbering, None).expect("it compiles");
        let rows_made = begin.elapsed();
        drop(rows_only);
        let begin = Instant::now();
        let native = Native::compile(&machine.ready, &numbering, unmoves.as_ref().ok())
            .expect("it compiles");
        let made = begin.elapsed();
        let mut runner = native.runner();
        let mut row = Row::default();
        let most = numbering.size.min(4_000_000);
        let (mut positions, mut edges, mut asked) = (0_u64, 0_u64, 0_u64);
        let begin = Instant::now();
        for number in 0..most {
            match runner.row(number, &mut row) {
                Some(Standing::Open) => {
                    positions += 1;
                    edges += row.links.len() as u64;
                }
                Some(_) => {}
                None => asked += 1,
            }
        }
        let took = begin.elapsed();
        print!(
            "{name}: rows made in {rows_made:?}, all in {made:?}; {most} rows in {took:?}, {:.1} ns a number, {edges} edges, {:.1} ns an edge, {asked} asked, {positions} open",
            took.as_nanos() as f64 / most as f64,
            took.as_nanos() as f64 / edges.max(1) as f64,
        );
        let mut links = Vec::new();
        let begin = Instant::now();
        let mut back = 0_u64;
        for number in 0..most {
            if runner.sources(number, &mut links).is_some() {
                back += links.len() as u64;
            }
        }
        let took = begin.elapsed();
        println!(
            "; back {:.1} ns a number, {back} sources, {:.1} ns a source",
            took.as_nanos() as f64 / most as f64,
            took.as_nanos() as f64 / back.max(1) as f64,
        );
    }
}
