//! Which way to find predecessors costs least.

use super::super::Predecessors;
use crate::dense::Survey;
use crate::dense::cells::Cells;
use crate::graph::Index;
use crate::numbered::Numbered;
use crate::plan::Choice;

const DERIVED: Choice = Choice {
    way: Predecessors::Derived,
    why: None,
};

/// Positions that are tried.
const SAMPLE: u32 = 256;

/// Steps of taking moves back for one of making them, up to which it is worth while: edges are stored by making all moves
/// several times, and a step of making one is the dearer, as its position has to be numbered. Measured: at 6 moves are
/// taken back twice as fast as edges are stored (king and rook against king).
const STORING: f64 = 16.0;

/// The same where all moves are made level by level, of which there may be many.
const PASSES: f64 = 64.0;

/// Bytes of stored edges.
pub(super) fn stored_bytes(survey: &Survey) -> u64 {
    5 * (survey.tally.edges + survey.tally.classes)
}

/// Chooses what was asked for, where it can be done, or what takes least, within half of the memory.
pub(super) fn choose<P>(
    game: &dyn Numbered<P>,
    survey: &Survey,
    cells: &Cells,
    asked: Option<Predecessors>,
    memory: u64,
) -> Choice {
    let fits = stored_bytes(survey) <= memory / 2;
    let (otherwise, cost) = if fits {
        (Predecessors::Stored, STORING)
    } else {
        (Predecessors::Passes, PASSES)
    };
    let why = match asked {
        Some(way) if way != Predecessors::Derived => return Choice { way, why: None },
        _ if let Err(why) = game.unmoves() => why,
        Some(_) => return DERIVED,
        None => {
            let Some(toil) = game.toil(&sample(survey, cells)) else {
                return DERIVED;
            };
            if toil.unmoves <= cost * toil.moves {
                return DERIVED;
            }
            let times = toil.unmoves / toil.moves.max(1.0);
            format!("taking moves back takes {times:.0} times as many steps as making them")
        }
    };
    Choice {
        way: otherwise,
        why: Some(why),
    }
}

/// Numbers of positions, evenly spread.
fn sample(survey: &Survey, cells: &Cells) -> Vec<u64> {
    let len = survey.places.len();
    let step = len.div_ceil(SAMPLE).max(1);
    let spread = (0..len).step_by(step as usize);
    let stands = spread.filter(|&at| cells.get(at as usize) != 0);
    stands.map(|at| survey.places.number(Index(at))).collect()
}
