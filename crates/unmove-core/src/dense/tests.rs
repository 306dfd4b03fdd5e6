//! Random games on numbers: whatever way they are solved, the values are those of the explored game.

mod table;

use proptest::prelude::*;

use self::table::{Shape, Table, tables};
use super::*;
use crate::graph::Index;
use crate::numbered::Numbered;
use crate::outcomes::Outcomes;
use crate::progress::Silent;
use crate::solve::{Options, Verify, solve};
use crate::value::Value;

/// Sizes so small that every limit is met.
fn small(all: Option<bool>) -> Tuning {
    Tuning {
        region: 3,
        regions: 1 << 20,
        batch: 2,
        crowd: 1,
        direct: u64::MAX,
        all,
    }
}

fn settings(threads: usize, tuning: Tuning) -> Settings {
    Settings {
        memory: 1 << 24,
        threads,
        tuning,
    }
}

/// Every way to go about it.
fn ways() -> impl Iterator<Item = Settings> {
    let tunings = [
        Tuning::default(),
        small(None),
        small(Some(true)),
        small(Some(false)),
    ];
    let ways = tunings.into_iter().zip([1, 2, 3, 4]);
    ways.map(|(tuning, threads)| settings(threads, tuning))
}

/// The values of the positions that are wanted, by exploring them.
fn explored(table: &Table, wanted: Wanted) -> Vec<(u64, Value)> {
    let roots = match wanted {
        Wanted::Whole => table.positions(),
        Wanted::Reachable => table.starts(),
    };
    if roots.is_empty() {
        return Vec::new();
    }
    let options = Options {
        roots: Some(roots),
        verify: Verify::Never,
        grundy: false,
        ..Options::default()
    };
    let solution = solve(table, &options, &Silent).expect("a small game");
    let known = table.positions().into_iter();
    let known = known.filter_map(|at| Some((at, solution.value(solution.index_of(&at)?))));
    known.collect()
}

fn values(places: &Places, outcomes: &Outcomes) -> Vec<(u64, Value)> {
    let stands = |at: &Index| outcomes.cells().is_none_or(|cells| cells.get(at.at()) != 0);
    let indices = (0..places.len()).map(Index).filter(stands);
    let values = indices.map(|at| (places.number(at), outcomes.get(at)));
    values.collect()
}

fn same_by_retrograde(table: &Table) -> Result<(), TestCaseError> {
    for wanted in [Wanted::Whole, Wanted::Reachable] {
        if wanted == Wanted::Reachable && table.starts().is_empty() {
            continue;
        }
        let expected = explored(table, wanted);
        for settings in ways() {
            let (found, cells) =
                survey(table, wanted, None, &settings, &Silent).expect("a small game");
            prop_assert_eq!(found.tally.classes, expected.len() as u64);
            prop_assert_eq!(found.start.count, table.starts().len() as u64);
            let solved = retrograde(
                table,
                &found,
                cells,
                Predecessors::Derived,
                &settings,
                &Silent,
            );
            let outcomes = solved.expect("a small game");
            prop_assert_eq!(&values(&found.places, &outcomes), &expected);
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 600,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn retrograde_on_numbers(table in tables(Shape::default())) {
        same_by_retrograde(&table)?;
    }

    #[test]
    fn retrograde_on_numbers_with_losses_only(
        table in tables(Shape { payoffs: &[-1], again: false, ..Shape::default() })
    ) {
        same_by_retrograde(&table)?;
    }

    #[test]
    fn retrograde_on_numbers_with_wins_and_draws(
        table in tables(Shape { payoffs: &[0, 1], again: false, ..Shape::default() })
    ) {
        same_by_retrograde(&table)?;
    }
}
