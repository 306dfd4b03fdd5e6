//! Numbering and its inverse, against all positions of spaces.

use super::Numbering;
use crate::machine::Machine;
use crate::{Request, compile};
use proptest::prelude::*;
use std::path::Path;

/// Positions that a space may have to be walked in whole.
const MOST: u128 = 20_000;

fn machine(text: &str) -> Machine {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games");
    let request = Request {
        text,
        settings: &[],
        read: &|path, _| std::fs::read_to_string(folder.join(path)),
        fact: None,
    };
    match compile(&request) {
        Ok(rules) => rules.machine,
        Err(faults) => panic!("{faults:#?}"),
    }
}

/// Every number is that of its own state, and every state that of its own number.
fn is_one_to_one(machine: &Machine) {
    let numbering = Numbering::new(&machine.ready).unwrap();
    assert_eq!(u128::from(numbering.size), machine.space());
    let mut registers = vec![7; machine.ready.program.registers as usize];
    let state = machine.ready.program.state as usize;
    let step = (numbering.size / MOST as u64).max(1) | 1;
    let mut number = 0;
    while number < numbering.size {
        numbering.unrank(number, &mut registers);
        assert_eq!(numbering.rank(&registers), Some(number));
        machine.ready.check(&registers[..state]).unwrap();
        let mut sorted = registers[..state].to_vec();
        machine.ready.layout.sort(&mut sorted);
        assert_eq!(sorted, registers[..state], "sorted at {number}");
        number += step;
    }
    let last = numbering.size - 1;
    numbering.unrank(last, &mut registers);
    assert_eq!(numbering.rank(&registers), Some(last));
    for position in machine.all_positions().take(MOST as usize) {
        let before = machine.registers(&position);
        let number = numbering.rank(&before).unwrap();
        assert!(number < numbering.size);
        let mut after = vec![-3; before.len()];
        numbering.unrank(number, &mut after);
        assert_eq!(before, after);
    }
}

#[test]
fn all_games_are_numbered_one_to_one() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games");
    let mut numbered = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|ending| ending == "game") {
            let machine = machine(&std::fs::read_to_string(&path).unwrap());
            if machine.space() < 1 << 63 {
                is_one_to_one(&machine);
                numbered += 1;
            } else {
                Numbering::new(&machine.ready).unwrap_err();
            }
        }
    }
    assert!(numbered > 20);
}

#[test]
fn sets_and_multisets_at_their_bounds() {
    for state in [
        "cells B = grid(5, 5)\nstate s: set of B = {}",
        "cells B = grid(5, 5)\nstate s: set of 25 B = B",
        "cells B = grid(5, 5)\nstate s: set of 0 B = {}",
        "cells B = grid(12, 12)\nstate s: set of 2..3 B = {a1, a2}",
        "state a: 0..0 = 0, b: 0..0 = 0\nunordered a, b",
        "state a[5]: -3..4 = 0\nunordered a",
        "cells B = grid(3, 3)\nstate a: B or nowhere = nowhere, b: B or nowhere = a1, c: B or nowhere = a1\nunordered a, b, c",
    ] {
        let text = format!("game g\n{state}\nmove m: require 1 == 2\nstart all\n");
        let request = Request {
            text: &text,
            settings: &[],
            read: &|_, _| Err(std::io::Error::other("there are no files")),
            fact: None,
        };
        match compile(&request) {
            Ok(rules) => is_one_to_one(&rules.machine),
            Err(faults) => panic!("{text}: {faults:#?}"),
        }
    }
}

#[test]
fn huge_spaces_are_refused_with_a_reason() {
    let machine =
        machine("game g\nstate a[64]: 0..7 = 0\nmove m(i in 0..63) if a[i] > 0: a[i] -= 1\n");
    assert!(Numbering::new(&machine.ready).unwrap_err().contains("2^63"));
}

proptest! {
    #[test]
    fn random_spaces_are_numbered_one_to_one(
        least in -3_i64..3, span in 0_i64..6, list in 1_u32..4, piles in 2_u32..5, size in 0_u32..5, more in 0_u32..5,
        players in any::<bool>(), nowhere in any::<bool>(),
    ) {
        let most = least + span;
        let set = format!("set of {size}..{} B", (size + more).min(9));
        let first: Vec<String> = ["a1", "b1", "c1", "a2", "b2", "c2"][..size as usize].iter().map(|&it| it.to_owned()).collect();
        let text = format!(
            "game g\n{}cells B = grid(3, 3)\nstate r[{list}]: {least}..{most} = {least}\nstate p[{piles}]: {least}..{most} = {least}\n\
             unordered p\nstate s: {set} = {{{}}}\nstate c: B{} = a1\nmove m: require 1 == 2\n",
            if players { "players L, R\n" } else { "" }, first.join(", "), if nowhere { " or nowhere" } else { "" },
        );
        is_one_to_one(&machine(&text));
    }
}
