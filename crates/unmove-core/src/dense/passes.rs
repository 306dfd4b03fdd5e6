//! Retrograde analysis without predecessors: every level is a pass forwards over what is open.

use std::sync::atomic::{AtomicU64, Ordering};

use super::cells::Cells;
use super::crew::{Beat, Crew, Trouble};
use super::places::Places;
use crate::game::Payoff;
use crate::graph::Index;
use crate::numbered::{Row, Standing, Worker};

/// Indices that all threads go through between two times that cells are written.
const STRETCH: u64 = 1 << 20;
/// Indices that a thread goes through at a time.
const CHUNK: u64 = 1 << 12;

/// One thread's part.
#[derive(Default)]
struct Scout {
    row: Row,
    /// What it has found to be won, or lost.
    found: Vec<(Index, bool)>,
}

/// Settles everything of one level. Whether there was anything.
pub(super) fn pass<P>(
    crew: &mut Crew<'_, P>,
    places: &Places,
    cells: &mut Cells,
    level: u32,
) -> Result<bool, Trouble> {
    let mut scouts: Vec<Scout> = Vec::new();
    scouts.resize_with(crew.threads(), Scout::default);
    let len = u64::from(places.len());
    let mut any = false;
    for start in (0..len).step_by(STRETCH as usize) {
        let end = len.min(start + STRETCH);
        let next = AtomicU64::new(start);
        let looked = &*cells;
        crew.run(&mut scouts, |scout, worker, beat| {
            let mut cursor = places.cursor();
            loop {
                let start = next.fetch_add(CHUNK, Ordering::Relaxed);
                if start >= end {
                    return Ok(());
                }
                for at in start..end.min(start + CHUNK) {
                    let at = Index(at as u32);
                    if looked.get(at.at()).wrapping_sub(1) < looked.codec().most {
                        let number = cursor.number(at);
                        let found = scout.look(worker, beat, number, places, looked, level)?;
                        scout.found.extend(found.map(|won| (at, won)));
                    }
                }
            }
        })?;
        for scout in &mut scouts {
            any |= !scout.found.is_empty();
            for (at, won) in scout.found.drain(..) {
                let code = cells.codec().settled(won, level);
                let code = code.ok_or(Trouble::Overflow {
                    what: "the remoteness",
                })?;
                cells.put(at.at(), code);
            }
        }
    }
    Ok(any)
}

impl Scout {
    /// Whether an open position is won or lost at this level, if so.
    fn look(
        &mut self,
        worker: &mut dyn Worker,
        beat: &mut Beat<'_>,
        at: u64,
        places: &Places,
        cells: &Cells,
        level: u32,
    ) -> Result<Option<bool>, Trouble> {
        beat.step()?;
        let standing = worker.moves(at, &mut self.row);
        let standing = standing.map_err(|source| Trouble::Fault { at, source })?;
        if standing != Standing::Open {
            return Err(Trouble::astray(at));
        }
        let mut lost = true;
        for link in &self.row.links {
            let to = places.index(link.number());
            let to = to.ok_or_else(|| Trouble::astray(at))?;
            let value = cells.codec().value(cells.get(to.at()));
            let value = value.ok_or_else(|| Trouble::astray(at))?;
            // What was settled in this pass counts from the next one on.
            match value.remoteness {
                Some(plies) if plies.0 < level => {
                    if (value.payoff < Payoff::DRAW) != link.again() {
                        return Ok(Some(true));
                    }
                }
                _ => lost = false,
            }
        }
        Ok(lost.then_some(false))
    }
}
