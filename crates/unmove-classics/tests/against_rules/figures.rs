//! Bars of chocolate, and figures of edges.

use std::collections::BTreeSet;
use std::fmt::Write;

use proptest::prelude::*;
use unmove_classics::chomp::{self, Bite};
use unmove_classics::hackenbush::{self, Figure};

use crate::generic::Generic;

/// What is left of a bar, row by row, as the rules write it.
fn bar(rows: &[u64]) -> String {
    let squares = rows.iter().zip(1..).flat_map(|(&count, row)| {
        (1..=count).map(move |column| {
            let letter = |at: u64| char::from(b'a' + at as u8);
            let column = column - 1;
            match column / 26 {
                0 => format!("{}{row}", letter(column)),
                more => format!("{}{}{row}", letter(more - 1), letter(column % 26)),
            }
        })
    });
    format!("left={{{}}}", squares.collect::<Vec<_>>().join(", "))
}

fn bitten(rows: &[u64], bite: Bite) -> Vec<u64> {
    let rows = rows.iter().zip(1..);
    let left = rows.map(|(&count, row)| {
        if row < bite.row {
            count
        } else {
            count.min(bite.column - 1)
        }
    });
    left.collect()
}

/// Whether a bite is one of a square that is left, and wins.
fn wins(rules: &Generic, rows: &[u64], bite: Bite) -> bool {
    let is_there = rows[bite.row as usize - 1] >= bite.column;
    let is_poisoned = bite == Bite { row: 1, column: 1 };
    is_there && !is_poisoned && !rules.won(&bar(&bitten(rows, bite)))
}

fn settings(rows: u64, columns: u64) -> [(&'static str, String); 2] {
    [("w", columns.to_string()), ("h", rows.to_string())]
}

#[test]
fn two_rows_of_chocolate_are_as_their_rules_say() {
    let longest = 90;
    let bars = (1..=longest).flat_map(|first| (0..=first).map(move |second| [first, second]));
    let bars: Vec<[u64; 2]> = bars.collect();
    let rules = Generic::solve(
        "chomp",
        &settings(2, longest),
        bars.iter().map(|rows| bar(rows)),
    );
    for rows in bars {
        let bite = chomp::two_rows(rows[0], rows[1]);
        assert_eq!(bite.is_some(), rules.won(&bar(&rows)), "{rows:?}");
        assert!(
            bite.is_none_or(|bite| wins(&rules, &rows, bite)),
            "{rows:?}"
        );
    }
}

#[test]
fn two_rows_of_chocolate_are_as_a_table_of_them() {
    let longest = 200;
    let bites = |rows: [u64; 2]| {
        let squares = (1..)
            .zip(rows)
            .flat_map(|(row, count)| (1..=count).map(move |column| Bite { row, column }));
        squares.filter(|&bite| bite != Bite { row: 1, column: 1 })
    };
    let mut lost = BTreeSet::new();
    let wins =
        |lost: &BTreeSet<Vec<u64>>, rows: [u64; 2], bite| lost.contains(&bitten(&rows, bite));
    for first in 1..=longest {
        for second in 0..=first {
            let rows = [first, second];
            let bite = chomp::two_rows(first, second);
            let is_won = bites(rows).any(|bite| wins(&lost, rows, bite));
            assert_eq!(bite.is_some(), is_won, "{rows:?}");
            assert!(bite.is_none_or(|bite| wins(&lost, rows, bite)), "{rows:?}");
            if !is_won {
                lost.insert(rows.to_vec());
            }
        }
    }
}

#[test]
fn arms_of_chocolate_are_as_their_rules_say() {
    let longest = 20;
    let left = |row: u64, column: u64| {
        let mut rows = vec![row + 1];
        rows.resize(column as usize + 1, 1);
        rows.resize(longest as usize + 1, 0);
        rows
    };
    let arms = (0..=longest).flat_map(|row| (0..=longest).map(move |column| (row, column)));
    let arms: Vec<(u64, u64)> = arms.collect();
    let roots = arms.iter().map(|&(row, column)| bar(&left(row, column)));
    let rules = Generic::solve("chomp", &settings(longest + 1, longest + 1), roots);
    for (row, column) in arms {
        let rows = left(row, column);
        let bite = chomp::arms(row, column);
        assert_eq!(bite.is_some(), rules.won(&bar(&rows)), "{rows:?}");
        assert!(
            bite.is_none_or(|bite| wins(&rules, &rows, bite)),
            "{rows:?}"
        );
    }
}

#[test]
fn whole_bars_are_as_their_rules_say() {
    for rows in 1..=5 {
        for columns in 1..=5 {
            let whole = vec![columns; rows];
            let rules = Generic::solve(
                "chomp",
                &settings(rows as u64, columns),
                std::iter::once(bar(&whole)),
            );
            assert_eq!(rules.won(&bar(&whole)), rows > 1 || columns > 1);
            let bite = chomp::winning_bite(rows as u64, columns);
            assert!(
                bite.is_none_or(|bite| wins(&rules, &whole, bite)),
                "{rows} x {columns}"
            );
            let is_known = rows.min(columns as usize) <= 2 || rows == columns as usize;
            assert_eq!(bite.is_some(), is_known && (rows > 1 || columns > 1));
        }
    }
}

/// The edges that are joined to the ground, by going on from it until nothing is added.
fn standing(edges: &[[usize; 2]], left: &BTreeSet<usize>) -> BTreeSet<usize> {
    let mut joined = BTreeSet::from([0]);
    loop {
        let is_joined = |edge: &usize| edges[*edge].iter().any(|end| joined.contains(end));
        let stands: BTreeSet<usize> = left.iter().copied().filter(is_joined).collect();
        let before = joined.len();
        joined.extend(stands.iter().flat_map(|&edge| edges[edge]));
        if joined.len() == before {
            return stands;
        }
    }
}

/// The rules with a figure of these edges, of which one begins on the ground.
fn rules_of(edges: &[[usize; 2]]) -> String {
    let rules = unmove_classics::hackenbush::HACKENBUSH
        .rules
        .expect("it is a game");
    let (head, rest) = rules.split_once("graph figure:").expect("it has a figure");
    let (_, rest) = rest.split_once("state left").expect("it has a state");
    let (state, _) = rest.split_once("expect").expect("it has facts");
    let named = |vertex: &usize| match vertex {
        0 => "ground".to_owned(),
        _ => format!("v{vertex}"),
    };
    let mut text = format!("{head}graph figure:\n");
    for (edge, [one, other]) in edges.iter().enumerate() {
        let ends = [one, other].map(named);
        let more = if one == other {
            String::new()
        } else {
            format!(" - {}", ends[1])
        };
        writeln!(text, "  {} - e{edge}{more}", ends[0]).expect("a text can be written to");
    }
    let ends: BTreeSet<String> = edges.iter().flatten().map(named).collect();
    let ends: Vec<String> = ends.into_iter().collect();
    format!(
        "{text}cells ends = {{{}}}\ncells edges = figure - ends\nstate left{state}",
        ends.join(", ")
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    /// Each figure is as many inputs as edges can be left of it: 51 on average, 30,000 in all.
    #[test]
    fn hackenbush_is_as_its_rules_say(
        root in 0..5usize,
        edges in proptest::collection::vec((0..5usize, 0..5usize), 5..8),
    ) {
        let mut edges: Vec<[usize; 2]> = edges.into_iter().map(|(one, other)| [one, other]).collect();
        edges.push([0, root]);
        let written = |left: &BTreeSet<usize>| {
            let named: Vec<String> = left.iter().map(|edge| format!("e{edge}")).collect();
            format!("left={{{}}}", named.join(", "))
        };
        let rules = Generic::with_rules(&rules_of(&edges), &[], std::iter::once(written(&standing(&edges, &(0..edges.len()).collect()))));
        let subsets = (0..1usize << edges.len()).map(|subset| {
            let left = (0..edges.len()).filter(|edge| subset >> edge & 1 == 1);
            standing(&edges, &left.collect())
        });
        let subsets: BTreeSet<BTreeSet<usize>> = subsets.collect();
        for left in &subsets {
            let names: Vec<usize> = left.iter().copied().collect();
            let figure = Figure::new(4, names.iter().map(|&edge| edges[edge]).collect());
            let value = hackenbush::grundy(&figure);
            prop_assert_eq!(value, u64::from(rules.grundy(&written(left)).0), "{:?} {:?}", edges, left);
            let cut = hackenbush::winning_cut(&figure);
            prop_assert_eq!(cut.is_some(), value > 0);
            if let Some(cut) = cut {
                let mut left = left.clone();
                left.remove(&names[cut]);
                let after = standing(&edges, &left);
                prop_assert_eq!(rules.grundy(&written(&after)).0, 0, "{:?} {:?}", edges, left);
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20_000))]

    #[test]
    fn a_cut_leaves_a_figure_of_the_grundy_value_0(
        edges in proptest::collection::vec((0..12usize, 0..12usize), 0..20),
    ) {
        let edges: Vec<[usize; 2]> = edges.into_iter().map(|(one, other)| [one, other]).collect();
        let value = hackenbush::grundy(&Figure::new(11, edges.clone()));
        let cut = hackenbush::winning_cut(&Figure::new(11, edges.clone()));
        prop_assert_eq!(cut.is_some(), value > 0);
        if let Some(cut) = cut {
            let mut left = edges;
            left.remove(cut);
            prop_assert_eq!(hackenbush::grundy(&Figure::new(11, left)), 0);
        }
    }
}

#[test]
fn large_figures_are_decided_without_recursion() {
    let count = 300_000;
    let stalk: Vec<[usize; 2]> = (0..count).map(|at| [at, at + 1]).collect();
    let figure = Figure::new(count, stalk);
    assert_eq!(hackenbush::grundy(&figure), count as u64);
    assert_eq!(hackenbush::winning_cut(&figure), Some(0));
    let cycle: Vec<[usize; 2]> = (0..=count).map(|at| [at, (at + 1) % (count + 1)]).collect();
    let figure = Figure::new(count, cycle);
    assert_eq!(hackenbush::grundy(&figure), 1);
    assert_eq!(hackenbush::winning_cut(&figure), Some(count / 2));
}
