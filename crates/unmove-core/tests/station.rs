//! The train lines of `cases/station`: stations, lines and where one stands; the ends that a ride
//! in one direction can arrive at.

use std::fs;
use std::path::Path;

use unmove_core::closure::intervals::{Interval, ends_from};

#[test]
fn a_ride_ends_where_the_cases_say() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases/station");
    let entries = fs::read_dir(&folder).expect("the cases are there");
    let paths = entries.map(|entry| entry.expect("the folder can be read").path());
    let mut checked = 0;
    for path in paths.filter(|path| path.extension().is_some_and(|e| e == "in")) {
        let input = fs::read_to_string(&path).expect("a case can be read");
        let answer = fs::read_to_string(path.with_extension("out")).expect("so can its answer");
        let found = ends_from_text(&input);
        assert_eq!(found, numbers(&answer), "{}", path.display());
        checked += 1;
    }
    assert!(checked > 0);
}

fn ends_from_text(input: &str) -> Vec<u64> {
    let numbers = numbers(input);
    let lines: Vec<Interval> = numbers[3..]
        .chunks(2)
        .map(|ends| Interval {
            left: ends[0],
            right: ends[1],
        })
        .collect();
    ends_from(numbers[2], &lines)
}

fn numbers(text: &str) -> Vec<u64> {
    let words = text.split_whitespace();
    words.map(|word| word.parse().expect("a number")).collect()
}
