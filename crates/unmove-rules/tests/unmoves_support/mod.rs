//! Forward and backward edges of a whole space side by side.

use std::collections::{BTreeMap, BTreeSet};
use unmove_core::game::{Game, Successor};
use unmove_rules::machine::{Machine, Position};

/// What a comparison came to.
#[derive(Debug)]
#[allow(dead_code, reason = "printed")]
pub enum Found {
    /// The game cannot be taken back, and why.
    Not(String),
    /// The space is too large, or the rules fail somewhere.
    Skipped,
    /// All is as it should be.
    Same {
        positions: usize,
        edges: usize,
        repeats: bool,
        exact: (usize, usize),
    },
}

type Edges = BTreeMap<(Position, Position, bool), usize>;

/// The moves of the whole space; `None` where the rules fail.
fn forward(machine: &Machine) -> Option<(usize, Edges)> {
    let (mut positions, mut edges) = (0, Edges::new());
    for position in machine.all_positions() {
        positions += 1;
        if machine.end(&position).ok()?.is_some() {
            continue;
        }
        let mut moves = Vec::new();
        machine.moves(&position, &mut moves).ok()?;
        for played in moves {
            let to = match played.to {
                Successor::One(to) => to,
                Successor::Sum(parts) => parts.first()?.clone(),
            };
            *edges
                .entry((position.clone(), to, played.again))
                .or_default() += 1;
        }
    }
    Some((positions, edges))
}

/// Steps of taking moves back after which enough is compared.
const ENOUGH: u64 = 10_000_000;

/// Compares the sources of all positions, or as many as there is time for, with the moves of all positions.
pub fn compare(machine: &Machine, most: u128) -> Result<Found, String> {
    let back = match machine.back() {
        Ok(back) => back,
        Err(why) => return Ok(Found::Not(why)),
    };
    if machine.space() > most {
        return Ok(Found::Skipped);
    }
    let Some((positions, mut expected)) = forward(machine) else {
        return Ok(Found::Skipped);
    };
    let mut found = Edges::new();
    let mut taken = 0;
    let mut left_out = BTreeSet::new();
    for position in machine.all_positions() {
        if taken > ENOUGH {
            left_out.insert(position);
            continue;
        }
        let (sources, steps) = back.sources(&position).map_err(|error| error.to_string())?;
        taken += steps;
        for (source, again) in sources {
            *found.entry((source, position.clone(), again)).or_default() += 1;
        }
    }
    expected.retain(|(_, to, _), _| !left_out.contains(to));
    let edges = expected.values().sum();
    if !back.repeats() {
        for count in expected.values_mut().chain(found.values_mut()) {
            *count = 1;
        }
    }
    let told = |(from, to, again): &(Position, Position, bool)| {
        format!(
            "{} -> {} (again: {again})",
            machine.text(from),
            machine.text(to)
        )
    };
    for (edge, count) in &expected {
        let times = found.get(edge).copied().unwrap_or(0);
        if times != *count {
            return Err(format!(
                "{} is found {times} times, not {count}",
                told(edge)
            ));
        }
    }
    if let Some(edge) = found.keys().find(|edge| !expected.contains_key(*edge)) {
        return Err(format!("{} is found, but is no move", told(edge)));
    }
    Ok(Found::Same {
        positions,
        edges,
        repeats: back.repeats(),
        exact: back.exact(),
    })
}
