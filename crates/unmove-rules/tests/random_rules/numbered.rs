//! Games by number held against the machine's game.

use proptest::prelude::*;
use std::collections::HashSet;
use unmove_core::game::{Fault, Game, Successor};
use unmove_core::numbered::{Link, Numbered, Outside, Roots, Row, Standing};
use unmove_rules::machine::{Machine, Numbers, Position, Wanted};

/// Positions looked at of one file.
const MOST_POSITIONS: usize = 100;

/// What the machine's game says of a position, in numbers.
fn expected(
    machine: &Machine,
    numbers: &Numbers,
    position: &Position,
    row: &mut Row,
) -> Result<Standing, Fault> {
    row.clear();
    if let Some(payoff) = machine.end(position)? {
        return Ok(Standing::Ended(payoff));
    }
    let mut moves = Vec::new();
    machine.moves(position, &mut moves)?;
    if moves.is_empty() {
        return Ok(Standing::Ended(machine.stuck(position)?));
    }
    for played in moves {
        let Successor::One(to) = played.to else {
            return Err("a sum".into());
        };
        let Some(number) = numbers.number(&to) else {
            return Err(Outside.into());
        };
        row.links.push(Link::new(number, played.again));
        if machine.scored() {
            row.gains.push(played.gain);
        }
    }
    Ok(Standing::Open)
}

/// Every way to number the positions gives the game's moves.
pub fn hold(machine: &Machine) -> Result<(), TestCaseError> {
    for guesses_above in [None, Some(0)] {
        let wanted = Wanted {
            guesses_above,
            checks_symmetries: false,
            whole: false,
        };
        let Ok(numbers) = machine.numbered_by_rule(wanted) else {
            continue;
        };
        let mut open = match numbers.roots() {
            Ok(Roots::Listed(roots)) => roots,
            Ok(Roots::Where) => (0..numbers.size().min(MOST_POSITIONS as u64)).collect(),
            Err(fault) => return Err(TestCaseError::fail(fault.to_string())),
        };
        let mut seen: HashSet<u64> = open.iter().copied().collect();
        let mut workers = [numbers.worker(), numbers.referee()];
        let (mut row, mut wanted_row) = (Row::default(), Row::default());
        let mut next = 0;
        while next < open.len().min(MOST_POSITIONS) {
            let at = open[next];
            next += 1;
            let Some(position) = numbers.position(at) else {
                for worker in &mut workers {
                    let standing = worker.row(at, &mut row);
                    prop_assert_eq!(standing.ok(), Some(Standing::Nothing));
                }
                continue;
            };
            prop_assert_eq!(numbers.number(&position), Some(at));
            let wanted = expected(machine, &numbers, &position, &mut wanted_row);
            for worker in &mut workers {
                match (&wanted, worker.row(at, &mut row)) {
                    (Ok(wanted), Ok(found)) => {
                        prop_assert_eq!(found, *wanted);
                        prop_assert_eq!(&row.links, &wanted_row.links);
                        prop_assert_eq!(&row.gains, &wanted_row.gains);
                    }
                    (Err(wanted), Err(found)) => {
                        prop_assert_eq!(found.to_string(), wanted.to_string());
                    }
                    (wanted, found) => {
                        let text = machine.text(&position);
                        let fault = format!("by number at {text}: {found:?} for {wanted:?}");
                        return Err(TestCaseError::fail(fault));
                    }
                }
            }
            if wanted.is_ok() {
                for link in &wanted_row.links {
                    if seen.insert(link.number()) {
                        open.push(link.number());
                    }
                }
            }
        }
    }
    Ok(())
}
