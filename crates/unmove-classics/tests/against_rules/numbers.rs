//! Piles, rows and pairs of numbers.

use num_bigint::BigUint;
use proptest::prelude::*;
use unmove_classics::ends::{End, best};
use unmove_classics::{ed, euclid, fibnim, kfold, take};
use unmove_core::closure::intervals::{Interval, ends_from};

use crate::generic::Generic;

#[test]
fn take_is_as_its_rules_say() {
    for most in 1..=100u64 {
        let settings = [("limit", "200".to_owned()), ("most", most.to_string())];
        let rules = Generic::solve("take", &settings, (0..=200).map(|n| format!("stones={n}")));
        let won = |stones: u64| rules.won(&format!("stones={stones}"));
        for stones in 0..=200 {
            let least = (1..=most.min(stones)).find(|taken| !won(stones - taken));
            assert_eq!(take::winning_take(stones, most), least, "{stones} {most}");
        }
    }
}

#[test]
fn euclid_is_as_its_rules_say() {
    let settings = [("a", "150".to_owned()), ("b", "150".to_owned())];
    let pairs = (1..=150).flat_map(|x| (0..=x).map(move |y| format!("x={x} y={y}")));
    let rules = Generic::solve("euclid", &settings, pairs);
    let won = |a: u32, b: u32| rules.won(&format!("x={} y={}", a.max(b), a.min(b)));
    for a in 1..=150u32 {
        for b in 1..=150 {
            let decision = euclid::decide(BigUint::from(a), BigUint::from(b));
            let decision = decision.expect("both are above 0");
            assert_eq!(decision.won(), won(a, b), "{a} {b}");
            if let Some(times) = decision.winning_move {
                let times = u32::try_from(times).expect("it is small");
                let (greater, smaller) = (a.max(b), a.min(b));
                assert!(
                    times >= 1 && !won(greater - times * smaller, smaller),
                    "{a} {b}"
                );
            }
        }
    }
}

#[test]
fn pairs_of_piles_are_as_their_rules_say() {
    let pairs = (1..=150).flat_map(|x| (1..=x).map(move |y| format!("x={x} y={y}")));
    let rules = Generic::solve("ed", &[("limit", "150".to_owned())], pairs);
    let grundy: Vec<Vec<u32>> = (1..=150)
        .map(|a: u64| {
            let pairs = (1..=150).map(|b| (a.max(b), a.min(b)));
            let values = pairs.map(|(x, y)| rules.grundy(&format!("x={x} y={y}")).0);
            values.collect()
        })
        .collect();
    let of = |&(a, b): &(u64, u64)| grundy[a as usize - 1][b as usize - 1];
    for (a, row) in (1..).zip(&grundy) {
        for (b, &value) in (1..).zip(row) {
            assert_eq!(ed::grundy(a, b), value, "{a} {b}");
        }
    }
    let pairs = proptest::collection::vec((1..=150u64, 1..=150u64), 1..6);
    proptest!(ProptestConfig::with_cases(20_000), |(mut pairs in pairs)| {
        let sum = |pairs: &[(u64, u64)]| pairs.iter().fold(0, |sum, pair| sum ^ of(pair));
        let found = ed::winning_split(&pairs);
        prop_assert_eq!(found.is_some(), sum(&pairs) != 0);
        if let Some(found) = found {
            let (a, b) = pairs[found.pair];
            prop_assert!(found.pile == a || found.pile == b);
            prop_assert!(found.into.0 >= 1 && found.into.1 >= 1);
            prop_assert_eq!(found.into.0 + found.into.1, found.pile);
            pairs[found.pair] = found.into;
            prop_assert_eq!(sum(&pairs), 0);
        }
    });
}

/// The ends of a ride in one direction, station by station.
fn ends_by_riding(stations: u64, x: u64, lines: &[Interval]) -> Vec<u64> {
    let mut is_end = vec![false; stations as usize + 1];
    for rightwards in [true, false] {
        let mut is_reached = vec![false; stations as usize + 1];
        is_reached[x as usize] = true;
        let all = 1..=stations;
        let order: Vec<u64> = if rightwards {
            all.collect()
        } else {
            all.rev().collect()
        };
        for at in order {
            for line in lines
                .iter()
                .filter(|line| line.left <= at && at <= line.right)
            {
                let end = if rightwards { line.right } else { line.left };
                if is_reached[at as usize] && end != x {
                    (at.min(end)..=at.max(end)).for_each(|on| is_reached[on as usize] = true);
                    is_end[end as usize] = true;
                }
            }
        }
    }
    (1..=stations).filter(|&at| is_end[at as usize]).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20_000))]

    #[test]
    fn rides_end_where_riding_leads(
        x in 1..=20u64,
        lines in proptest::collection::vec((1..=20u64, 0..6u64), 0..15),
    ) {
        let lines: Vec<Interval> = lines
            .into_iter()
            .map(|(left, length)| Interval { left, right: (left + length).min(20) })
            .collect();
        prop_assert_eq!(ends_from(x, &lines), ends_by_riding(20, x, &lines));
    }
}

/// Every pile, before the first take.
fn piles(stones: usize) -> impl Iterator<Item = String> {
    (1..=stones).map(|left| format!("left={left} most={}", left - 1))
}

/// Holds a way to find the least winning take against the rules.
fn is_kfold(
    most_stones: usize,
    factors: std::ops::RangeInclusive<usize>,
    by: fn(usize, usize) -> Option<usize>,
) {
    for k in factors {
        let settings = [("stones", most_stones.to_string()), ("k", k.to_string())];
        let rules = Generic::solve("kfold", &settings, piles(most_stones));
        let won = |left: usize, most: usize| rules.won(&format!("left={left} most={most}"));
        for stones in 1..=most_stones {
            let least = (1..stones).find(|take| {
                let rest = stones - take;
                !won(rest, rest.min(k * take))
            });
            assert_eq!(by(stones, k), least, "{stones} {k}");
        }
    }
}

#[test]
fn kfold_by_the_table_is_as_its_rules_say() {
    is_kfold(60, 1..=8, kfold::by_table);
}

#[test]
fn kfold_by_the_least_takes_is_as_its_rules_say() {
    is_kfold(150, 1..=140, kfold::by_least_take);
}

#[test]
fn fibonacci_nim_is_as_its_rules_say() {
    let rules = Generic::solve("fibnim", &[("stones", "150".to_owned())], piles(150));
    for stones in 2..=150u64 {
        let least = (1..stones).find(|take| {
            let rest = stones - take;
            !rules.won(&format!("left={rest} most={}", rest.min(2 * take)))
        });
        assert_eq!(fibnim::winning_take(stones), least, "{stones}");
    }
    for stones in 2..=20_000 {
        assert_eq!(fibnim::winning_take(stones), kfold::by_walls(stones, 2));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// Each row is as many inputs as it has parts: 66 on average, 20,000 in all.
    #[test]
    fn a_row_is_as_its_rules_say(row in proptest::collection::vec(-50..=50i64, 11)) {
        let settings = [("row", format!("{row:?}"))];
        let whole = std::iter::once(format!("l=0 r={}", row.len()));
        let rules = Generic::solve("ends", &settings, whole);
        let score = |l: usize, r: usize| rules.score(&format!("l={l} r={r}"));
        for l in 0..row.len() {
            for r in l + 1..=row.len() {
                let (difference, end) = best(&row[l..r]);
                prop_assert_eq!(difference, score(l, r));
                let by_end = match end.expect("the row has numbers") {
                    End::Left => row[l] - score(l + 1, r),
                    End::Right => row[r - 1] - score(l, r - 1),
                };
                prop_assert_eq!(difference, by_end);
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20_000))]

    #[test]
    fn the_least_take_is_that_of_the_table(stones in 1..24usize, k in 1..30usize) {
        prop_assert_eq!(kfold::by_least_take(stones, k), kfold::by_table(stones, k));
    }

    #[test]
    fn the_walls_give_the_least_take(stones in 1..300usize, k in 1..400usize) {
        let least = kfold::by_least_take(stones, k).map(|take| take as u64);
        prop_assert_eq!(kfold::by_walls(stones as u64, k as u64), least);
    }

    #[test]
    fn the_numeration_gives_what_the_walls_give(stones in 1..3000u64, k in 1..200u32) {
        let least = kfold::by_walls(stones, u64::from(k)).map(BigUint::from);
        prop_assert_eq!(kfold::by_numeration(&BigUint::from(stones), k), least);
    }
}
