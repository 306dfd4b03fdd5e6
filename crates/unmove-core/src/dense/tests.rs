//! Random games on numbers: whatever way they are solved, the values are those of the explored game.

mod crossing;
mod table;

use std::ops::ControlFlow;

use proptest::prelude::*;

use self::table::{Shape, Spot, Table, tables};
use super::cells::Cells;
use super::*;
use crate::game::Payoff;
use crate::graph::Index;
use crate::grundy::Nimbers;
use crate::numbered::{Link, Numbered, Roots};
use crate::outcomes::Outcomes;
use crate::progress::{Phase, Progress, Silent};
use crate::score::Scores;
use crate::solution::Solution;
use crate::solve::Predecessors;
use crate::solve::{Options, Verify, solve};
use crate::value::{Nimber, Remoteness, Score, Value};
use crate::verify::Checked;

/// Sizes so small that every limit is met.
fn small(all: Option<bool>) -> Tuning {
    Tuning {
        region: 3,
        regions: 1 << 20,
        batch: 2,
        crowd: 1,
        direct: u64::MAX,
        listed: Some(false),
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
        Tuning {
            direct: 0,
            ..small(None)
        },
        Tuning {
            listed: Some(true),
            ..small(None)
        },
    ];
    let ways = tunings.into_iter().zip([1, 2, 3, 4, 2, 2]);
    ways.map(|(tuning, threads)| settings(threads, tuning))
}

/// The explored game: of all positions, or of what the starts reach. `None` if there are none.
fn explored(table: &Table, wanted: Wanted) -> Option<Solution<u64>> {
    let roots = match wanted {
        Wanted::Whole => table.positions(),
        Wanted::Reachable => table.starts(),
    };
    if roots.is_empty() {
        return None;
    }
    let options = Options {
        roots: Some(roots),
        verify: Verify::Never,
        ..Options::default()
    };
    Some(solve(table, &options, &Silent).expect("a small game"))
}

/// What the explored solution says of each position it has, by number.
fn list<T>(table: &Table, solution: &Solution<u64>, say: impl Fn(Index) -> T) -> Vec<(u64, T)> {
    let known = table.positions().into_iter();
    let known = known.filter_map(|at| Some((at, say(solution.index_of(&at)?))));
    known.collect()
}

/// The same of what was solved on numbers.
fn dense<T>(places: &Places, stands: &Cells, say: impl Fn(Index) -> T) -> Vec<(u64, T)> {
    let indices = (0..places.len()).map(Index);
    let indices = indices.filter(|at| stands.get(at.at()) != 0);
    indices.map(|at| (places.number(at), say(at))).collect()
}

fn roots<P>(game: &dyn Numbered<P>) -> Roots {
    game.roots().expect("the roots have numbers")
}

/// Surveys and solves in every way, and hands each over with what was explored.
fn every_way(
    table: &Table,
    mut check: impl FnMut(&Solution<u64>, Wanted, Survey, Cells, &Settings) -> Result<(), TestCaseError>,
) -> Result<(), TestCaseError> {
    for wanted in [Wanted::Whole, Wanted::Reachable] {
        let Some(solution) = explored(table, wanted) else {
            continue;
        };
        for settings in ways() {
            let (found, cells) =
                survey(table, wanted, &roots(table), &settings, &Silent).expect("a small game");
            let counts = solution.counts();
            prop_assert_eq!(found.tally.classes, counts.classes);
            prop_assert_eq!(found.tally.positions, counts.positions);
            prop_assert_eq!(found.tally.moves, counts.moves);
            prop_assert_eq!(found.tally.terminals, counts.terminals);
            prop_assert_eq!(found.start.count, table.starts().len() as u64);
            check(&solution, wanted, found, cells, &settings)?;
        }
    }
    Ok(())
}

fn flawed(checked: &Result<Checked, SolveError<u64>>) -> bool {
    matches!(checked, Err(SolveError::Flawed { .. }))
}

/// Whether outcomes are those that were explored, hold by the verifier, and do not with a fault.
fn right(
    table: &Table,
    solution: &Solution<u64>,
    wanted: Wanted,
    found: &Survey,
    outcomes: &Outcomes,
    settings: &Settings,
) -> Result<(), TestCaseError> {
    let cells = outcomes.cells().expect("a compact table");
    let expected = list(table, solution, |at| solution.value(at));
    prop_assert_eq!(dense(&found.places, cells, |at| outcomes.get(at)), expected);
    let won = count(table, found, |at| outcomes.known(at), settings, &Silent);
    let won = won.expect("a small game");
    let counts = solution.counts();
    prop_assert_eq!((won.wins, won.losses), (counts.wins, counts.losses));
    prop_assert_eq!((won.draws, won.deepest), (counts.draws, counts.deepest));
    let claim = |outcomes: &Outcomes| {
        let claimed = Claimed {
            stands: Stands::Cells(outcomes.cells().expect("a compact table")),
            outcomes: Some(outcomes),
            nimbers: None,
            scores: None,
        };
        verify(table, found, wanted, &claimed, settings, &Silent)
    };
    let checked = claim(outcomes).expect("right values");
    prop_assert_eq!(checked.positions, found.tally.classes);
    let stored = (0..found.places.len()).map(Index);
    let known = stored.filter(|&at| outcomes.known(at).is_some());
    for at in known.take(4) {
        let value = outcomes.get(at);
        let longer = value.remoteness.map(|plies| Remoteness(plies.0 + 2));
        let payoffs = [Payoff::LOSS, Payoff::DRAW, Payoff::WIN];
        let planted = payoffs.map(|payoff| Value {
            payoff,
            remoteness: (payoff != Payoff::DRAW).then_some(longer.unwrap_or(Remoteness(0))),
        });
        for planted in planted.into_iter().filter(|&planted| planted != value) {
            let mut wrong = outcomes.clone();
            wrong.set(at, planted);
            if wrong.cells().is_some() {
                prop_assert!(flawed(&claim(&wrong)));
            }
        }
    }
    Ok(())
}

fn same_by_retrograde(table: &Table) -> Result<(), TestCaseError> {
    let mut bytes = std::collections::HashMap::new();
    every_way(table, |solution, wanted, found, cells, settings| {
        for predecessors in [
            Predecessors::Derived,
            Predecessors::Stored,
            Predecessors::Passes,
        ] {
            let opened = cells.clone();
            let solved = retrograde(table, &found, opened, predecessors, settings, &Silent);
            let outcomes = solved.expect("a small game");
            right(table, solution, wanted, &found, &outcomes, settings)?;
            // To the byte, too.
            let raw = outcomes.cells().map(|cells| cells.raw().to_vec());
            let all = matches!(found.places, Places::All(_));
            let first = bytes.entry((wanted, all)).or_insert_with(|| raw.clone());
            prop_assert_eq!(&*first, &raw);
        }
        Ok(())
    })
}

fn same_by_backward(table: &Table) -> Result<(), TestCaseError> {
    every_way(table, |solution, wanted, found, cells, settings| {
        let solved = backward(table, &found, cells, settings, &Silent);
        let outcomes = solved.expect("a small game");
        right(table, solution, wanted, &found, &outcomes, settings)
    })
}

fn same_by_grundy(table: &Table) -> Result<(), TestCaseError> {
    every_way(table, |solution, wanted, found, cells, settings| {
        let solved = grundy(table, &found, &cells, settings, &Silent);
        let mut nimbers = solved.expect("a small game");
        let expected = solution.nimbers().expect("a game without cycles");
        let expected = list(table, solution, |at| expected.get(at));
        let solved = dense(&found.places, &cells, |at| nimbers.get(at));
        prop_assert_eq!(solved, expected);
        let claim = |nimbers: &Nimbers| {
            let claimed = Claimed {
                stands: Stands::Cells(&cells),
                outcomes: None,
                nimbers: Some(nimbers),
                scores: None,
            };
            verify(table, &found, wanted, &claimed, settings, &Silent)
        };
        prop_assert!(claim(&nimbers).is_ok());
        if let Some(at) = (0..found.places.len()).rfind(|&at| cells.get(at as usize) != 0) {
            let right = nimbers.get(Index(at));
            nimbers.set(Index(at), Nimber(right.0 + 1));
            prop_assert!(flawed(&claim(&nimbers)));
        }
        Ok(())
    })
}

fn same_by_score(table: &Table) -> Result<(), TestCaseError> {
    every_way(table, |solution, wanted, found, cells, settings| {
        let solved = score(table, &found, &cells, settings, &Silent);
        let mut scores = solved.expect("a small game");
        let expected = list(table, solution, |at| solution.score(at).expect("a score"));
        let solved = dense(&found.places, &cells, |at| scores.get(at));
        prop_assert_eq!(solved, expected);
        let claim = |scores: &Scores| {
            let claimed = Claimed {
                stands: Stands::Cells(&cells),
                outcomes: None,
                nimbers: None,
                scores: Some(scores),
            };
            verify(table, &found, wanted, &claimed, settings, &Silent)
        };
        prop_assert!(claim(&scores).is_ok());
        if let Some(at) = (0..found.places.len()).rfind(|&at| cells.get(at as usize) != 0) {
            let right = scores.get(Index(at));
            scores.set(Index(at), Score(right.0 + 1));
            prop_assert!(flawed(&claim(&scores)));
        }
        Ok(())
    })
}

/// Backwards from the last position, whose number is the greatest: a chain of so many moves.
fn chain(len: usize) -> Table {
    let spots = (0..len as u64).map(|at| match at {
        0 => Spot::Ended(Payoff::LOSS),
        _ => Spot::Open(vec![(Link::new(at - 1, false), 0)]),
    });
    Table {
        spots: spots.collect(),
        roots: Roots::Listed(vec![len as u64 - 1]),
        repeats: false,
        scored: false,
        faults: (None, None),
    }
}

#[test]
fn cells_become_wider_while_solving() {
    for len in [200, 300, 70_000] {
        let table = chain(len);
        for settings in ways() {
            let (found, cells) = survey(
                &table,
                Wanted::Reachable,
                &roots(&table),
                &settings,
                &Silent,
            )
            .expect("a chain");
            let passed = backward(&table, &found, cells.clone(), &settings, &Silent);
            let passed = passed.expect("a chain");
            let last = passed.get(Index(len as u32 - 1));
            assert_eq!(last.remoteness, Some(Remoteness(len as u32 - 1)));
            // Asking for sources takes a walk over the whole chain.
            if len < 1000 {
                let way = Predecessors::Derived;
                let solved = retrograde(&table, &found, cells, way, &settings, &Silent);
                assert_eq!(solved.expect("a chain"), passed);
            }
        }
    }
}

#[test]
fn positions_with_very_many_moves_have_wider_cells_from_the_beginning() {
    for moves in [248u64, 249, 252, 253, 300] {
        let mut table = chain(moves as usize + 1);
        let last = table.spots.len() - 1;
        let links = (0..moves).map(|to| (Link::new(to, to % 2 == 0), 0));
        table.spots[last] = Spot::Open(links.collect());
        same_by_retrograde(&table).expect("the same");
        same_by_backward(&table).expect("the same");
    }
}

#[test]
fn a_fault_of_the_game_is_an_error_at_its_position() {
    for settings in ways() {
        let mut table = chain(100);
        table.faults = (Some(40), Some(30));
        let faulty = survey(
            &table,
            Wanted::Reachable,
            &roots(&table),
            &settings,
            &Silent,
        );
        assert!(matches!(
            faulty,
            Err(SolveError::Fault { at: Some(40), .. })
        ));
        table.faults.0 = None;
        let (found, cells) =
            survey(&table, Wanted::Whole, &roots(&table), &settings, &Silent).expect("a chain");
        let way = Predecessors::Derived;
        let faulty = retrograde(&table, &found, cells.clone(), way, &settings, &Silent);
        assert!(matches!(
            faulty,
            Err(SolveError::Fault { at: Some(30), .. })
        ));
        table.faults.0 = Some(50);
        let faulty = backward(&table, &found, cells, &settings, &Silent);
        assert!(matches!(
            faulty,
            Err(SolveError::Fault { at: Some(50), .. })
        ));
        let astray = Roots::Listed(vec![100]);
        let faulty = survey(&table, Wanted::Reachable, &astray, &settings, &Silent);
        assert!(matches!(faulty, Err(SolveError::Fault { at: None, .. })));
        let none = Roots::Listed(Vec::new());
        let faulty = survey(&table, Wanted::Reachable, &none, &settings, &Silent);
        assert!(matches!(faulty, Err(SolveError::NoStart)));
    }
}

#[test]
fn memory_is_counted_and_whoever_listens_can_stop() {
    struct Stopping;
    impl Progress for Stopping {
        fn report(&self, _: Phase, _: u64, _: Option<u64>) -> ControlFlow<()> {
            ControlFlow::Break(())
        }
    }
    let table = chain(20_000);
    let settings = settings(2, small(None));
    let tight = Settings {
        memory: 10_000,
        ..settings
    };
    let short = survey(&table, Wanted::Reachable, &roots(&table), &tight, &Silent);
    assert!(matches!(
        short,
        Err(SolveError::Memory { limit: 10_000, .. })
    ));
    let stopped = survey(
        &table,
        Wanted::Reachable,
        &roots(&table),
        &settings,
        &Stopping,
    );
    assert!(matches!(stopped, Err(SolveError::Stopped)));
    let (found, cells) = survey(
        &table,
        Wanted::Reachable,
        &roots(&table),
        &settings,
        &Silent,
    )
    .expect("a chain");
    let stopped = backward(&table, &found, cells, &settings, &Stopping);
    assert!(matches!(stopped, Err(SolveError::Stopped)));
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 200,
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

    #[test]
    fn backward_on_numbers(table in tables(Shape { falling: true, ..Shape::default() })) {
        same_by_backward(&table)?;
        same_by_retrograde(&table)?;
        same_by_backward(&table.turned())?;
    }

    #[test]
    fn grundy_on_numbers(
        table in tables(Shape { falling: true, again: false, payoffs: &[-1], ..Shape::default() })
    ) {
        same_by_grundy(&table)?;
        same_by_grundy(&table.turned())?;
    }

    #[test]
    fn score_on_numbers(
        table in tables(Shape { falling: true, payoffs: &[-7, 0, 3], ..Shape::default() })
    ) {
        let mut table = table;
        table.scored = true;
        same_by_score(&table)?;
        same_by_score(&table.turned())?;
    }
}
