//! All that a domain may hold, wherever the game stands.

use super::super::allowed::{Values, cells_of};
use super::super::ready::Ready;
use super::bounds::{self, Interval};
use crate::program::{Domain, Expr, Register, Set};
use std::collections::BTreeSet;

/// What an unknown may be at most.
#[derive(Debug)]
pub(super) struct Superset {
    /// The values; meaningless where there is no end of them.
    pub(super) domain: Domain,
    /// How many there are; the greatest number where there is no end of them.
    pub(super) count: f64,
    /// Between which numbers they lie.
    pub(super) interval: Option<Interval>,
    /// Whether all of them are cells.
    pub(super) on_board: bool,
}

/// Whole numbers.
fn range(least: i64, most: i64) -> Superset {
    Superset {
        domain: Domain::Range(Expr::Constant(least), Expr::Constant(most)),
        count: (most as f64 - least as f64 + 1.0).max(0.0),
        interval: (least <= most).then_some((least, most)),
        on_board: false,
    }
}

/// These values.
fn values(values: Vec<i64>, on_board: bool) -> Superset {
    let interval = values.iter().min().zip(values.iter().max());
    let interval = interval.map(|(least, most)| (*least, *most));
    Superset {
        count: values.len() as f64,
        domain: Domain::Values(values),
        interval,
        on_board,
    }
}

/// No end of values.
fn endless() -> Superset {
    Superset {
        domain: Domain::Values(Vec::new()),
        count: f64::MAX,
        interval: None,
        on_board: false,
    }
}

/// All that a domain may hold; `locals` says between which numbers locals lie.
pub(super) fn of(
    ready: &Ready,
    domain: &Domain,
    locals: &dyn Fn(Register) -> Option<Interval>,
) -> Superset {
    let ends = |expr: &Expr| bounds::of(ready, expr, locals);
    match domain {
        Domain::Range(from, to) => match (ends(from), ends(to)) {
            (Some(from), Some(to)) => range(from.0, to.1),
            _ => endless(),
        },
        Domain::Values(all) => values(all.clone(), false),
        Domain::Each(all) => {
            let all = all.iter().map(ends).collect::<Option<Vec<Interval>>>();
            let least = |all: &Vec<Interval>| all.iter().map(|ends| ends.0).min();
            let most = |all: &Vec<Interval>| all.iter().map(|ends| ends.1).max();
            match all.and_then(|all| least(&all).zip(most(&all))) {
                Some((least, most)) => range(least, most),
                None => endless(),
            }
        }
        Domain::Cells(set) => {
            let cells: Vec<i64> = cells(ready, set).into_iter().map(i64::from).collect();
            match (cells.first(), cells.last()) {
                (Some(&least), Some(&most)) if most - least + 1 == cells.len() as i64 => Superset {
                    on_board: true,
                    ..range(least, most)
                },
                _ => values(cells, true),
            }
        }
        Domain::List { lists, .. } => {
            let lists = &ready.program.lists[*lists];
            let all: BTreeSet<i64> = lists.iter().flatten().copied().collect();
            values(all.into_iter().collect(), false)
        }
        Domain::Filter { of: inner, .. } => of(ready, inner, locals),
    }
}

/// All cells that a set may have.
fn cells(ready: &Ready, set: &Set) -> BTreeSet<u32> {
    let program = &ready.program;
    let of = |set: &Set| cells(ready, set);
    let board = |board: usize| (0..program.boards[board].len() as u32).collect();
    match set {
        Set::Constant(number) => cells_of(&program.sets[*number]).collect(),
        Set::Variable(register, width) => {
            let number = program
                .variables
                .iter()
                .position(|variable| variable.register == *register);
            match number.map(|number| &ready.layout.allowed[number].values) {
                Some(Values::Set { cells, .. }) => cells.iter().copied().collect(),
                _ => (0..*width * 64).collect(),
            }
        }
        Set::Family { family, .. } => program.families[*family]
            .iter()
            .flat_map(|words| cells_of(words))
            .collect(),
        Set::Listed(_, on) | Set::Slides { board: on, .. } => board(*on),
        Set::Reach { within: inner, .. }
        | Set::Difference(inner, _)
        | Set::Filter { of: inner, .. }
        | Set::Let { body: inner, .. } => of(inner),
        Set::Union(left, right) | Set::If(_, left, right) => &of(left) | &of(right),
        Set::Intersection(left, right) => &of(left) & &of(right),
    }
}
