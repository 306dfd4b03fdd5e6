//! Heaps of stones, and what comes to the same.

use proptest::collection::vec;
use proptest::prelude::*;
use unmove_classics::northcott::Row;
use unmove_classics::wythoff::Take;
use unmove_classics::{moore, nim, northcott, staircase, wythoff};

use crate::generic::Generic;

/// All lists of so many numbers of a range.
fn lists(count: usize, range: std::ops::RangeInclusive<u64>) -> Vec<Vec<u64>> {
    let mut lists = vec![Vec::new()];
    for _ in 0..count {
        let longer = lists.iter().flat_map(|list| {
            range.clone().map(move |number| {
                let mut list = list.clone();
                list.push(number);
                list
            })
        });
        lists = longer.collect();
    }
    lists
}

#[test]
fn nim_is_as_its_rules_say() {
    let piles = lists(3, 0..=27);
    let written = |piles: &[u64]| format!("heap={piles:?}");
    let settings = [("heaps", "[27, 27, 27]".to_owned())];
    let rules = Generic::solve("nim", &settings, piles.iter().map(|piles| written(piles)));
    for mut piles in piles {
        let found = nim::winning_take(&piles);
        assert_eq!(found.is_some(), rules.won(&written(&piles)), "{piles:?}");
        if let Some(take) = found {
            piles[take.pile] -= take.stones;
            assert!(take.stones > 0 && !rules.won(&written(&piles)), "{piles:?}");
        }
    }
}

#[test]
fn moores_nim_is_as_its_rules_say() {
    let piles = lists(4, 0..=11);
    let written = |piles: &[u64]| format!("heap={piles:?}");
    let settings = [("heaps", "[11, 11, 11, 11]".to_owned())];
    let rules = Generic::solve("moore", &settings, piles.iter().map(|piles| written(piles)));
    for mut piles in piles {
        let found = moore::winning_move(&piles, 2);
        assert_eq!(found.is_some(), rules.won(&written(&piles)), "{piles:?}");
        if let Some(made) = found {
            assert!(made.len() <= 2);
            for (at, left) in made {
                assert!(left < piles[at]);
                piles[at] = left;
            }
            assert!(!rules.won(&written(&piles)), "{piles:?}");
        }
    }
}

#[test]
fn the_stair_is_as_its_rules_say() {
    let stairs = lists(5, 0..=16);
    let stairs: Vec<Vec<u64>> = stairs
        .into_iter()
        .filter(|steps| steps.iter().sum::<u64>() <= 16)
        .collect();
    assert!(stairs.len() >= 20_000);
    let written = |steps: &[u64]| format!("coins={steps:?}");
    let settings = [("steps", "[0, 0, 0, 0, 16]".to_owned())];
    let rules = Generic::solve(
        "staircase",
        &settings,
        stairs.iter().map(|steps| written(steps)),
    );
    for mut steps in stairs {
        let found = staircase::winning_move(&steps);
        assert_eq!(found.is_some(), rules.won(&written(&steps)), "{steps:?}");
        if let Some(take) = found {
            steps[take.pile] -= take.stones;
            if let Some(below) = take.pile.checked_sub(1) {
                steps[below] += take.stones;
            }
            assert!(take.stones > 0 && !rules.won(&written(&steps)), "{steps:?}");
        }
    }
}

#[test]
fn northcotts_game_is_as_its_rules_say() {
    for (count, columns) in [(1, 9), (2, 8), (3, 5), (4, 4)] {
        let rows =
            (1..=columns).flat_map(|mine| (1..=columns).map(move |theirs| Row { mine, theirs }));
        let rows: Vec<Row> = rows.filter(|row| row.mine != row.theirs).collect();
        let boards = lists(count, 0..=rows.len() as u64 - 1);
        let board = |list: &Vec<u64>| list.iter().map(|&at| rows[at as usize]).collect::<Vec<_>>();
        let written = |board: &[Row], turn: &str| {
            let [mine, theirs]: [Vec<u64>; 2] = [
                board.iter().map(|row| row.mine).collect(),
                board.iter().map(|row| row.theirs).collect(),
            ];
            format!("w={mine:?} b={theirs:?} turn={turn}")
        };
        let settings = [
            ("white", format!("{:?}", vec![1; count])),
            ("black", format!("{:?}", vec![2; count])),
            ("columns", columns.to_string()),
        ];
        let roots = boards.iter().map(|list| written(&board(list), "White"));
        let rules = Generic::solve("northcott", &settings, roots);
        for list in &boards {
            let mut board = board(list);
            let found = northcott::winning_move(&board);
            let plies = rules.plies(&written(&board, "White"));
            let won = plies.expect("there are no draws") % 2 == 1;
            assert_eq!(found.is_some(), won, "{board:?}");
            if let Some((row, column)) = found {
                let Row { mine, theirs } = board[row];
                assert!(column != mine && (mine < theirs) == (column < theirs));
                board[row].mine = column;
                let plies = rules.plies(&written(&board, "Black"));
                assert!(plies.is_some_and(|plies| plies % 2 == 0), "{board:?}");
            }
        }
    }
}

#[test]
fn wythoffs_game_is_as_its_rules_say() {
    let piles = lists(2, 0..=150);
    let written = |piles: &[u64]| format!("x={} y={}", piles[0], piles[1]);
    let settings = [("limit", "150".to_owned())];
    let rules = Generic::solve(
        "wythoff",
        &settings,
        piles.iter().map(|piles| written(piles)),
    );
    for piles in piles {
        let found = wythoff::winning_take(piles[0], piles[1]);
        assert_eq!(found.is_some(), rules.won(&written(&piles)), "{piles:?}");
        if let Some(Take { first, second }) = found {
            assert!(first == second || first.min(second) == 0);
            let left = [piles[0] - first, piles[1] - second];
            assert!(
                first + second > 0 && !rules.won(&written(&left)),
                "{piles:?}"
            );
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20_000))]

    #[test]
    fn a_take_from_large_piles_leaves_the_nim_sum_0(mut piles in vec(any::<u64>(), 0..6)) {
        let found = nim::winning_take(&piles);
        prop_assert_eq!(found.is_none(), nim::nim_sum(piles.iter().copied()) == 0);
        if let Some(take) = found {
            prop_assert!(0 < take.stones && take.stones <= piles[take.pile]);
            piles[take.pile] -= take.stones;
            prop_assert_eq!(nim::nim_sum(piles), 0);
        }
    }

    #[test]
    fn moores_move_leaves_each_digit_in_a_multiple(
        mut piles in vec(prop_oneof![any::<u64>(), 0..8u64], 0..9),
        k in prop_oneof![1..10usize, Just(usize::MAX)],
    ) {
        let fits = |piles: &[u64]| (0..64).all(|digit| {
            let having = piles.iter().filter(|&pile| pile >> digit & 1 == 1).count();
            (having as u128).is_multiple_of(k as u128 + 1)
        });
        let found = moore::winning_move(&piles, k);
        prop_assert_eq!(found.is_none(), fits(&piles));
        if let Some(made) = found {
            prop_assert!(made.len() <= k);
            for (at, left) in made {
                prop_assert!(left < piles[at]);
                piles[at] = left;
            }
            prop_assert!(fits(&piles));
        }
    }

    #[test]
    fn a_take_from_a_large_pair_leaves_a_lost_one(first: u64, difference in prop_oneof![any::<u64>(), 0..100u64], swap: bool) {
        let piles = [first, first.saturating_add(difference)];
        let piles = if swap { [piles[1], piles[0]] } else { piles };
        let is_lost = |first: u64, second: u64| {
            wythoff::lower(first.abs_diff(second)) == Some(first.min(second))
        };
        let found = wythoff::winning_take(piles[0], piles[1]);
        prop_assert_eq!(found.is_none(), is_lost(piles[0], piles[1]));
        if let Some(Take { first, second }) = found {
            prop_assert!(first == second || first.min(second) == 0);
            prop_assert!(first.max(second) > 0);
            prop_assert!(is_lost(piles[0] - first, piles[1] - second));
        }
    }
}
