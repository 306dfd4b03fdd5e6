//! Layers as rings.
//!
//! The shortest ways are a plane graph, directed from A's start, its only source, to B's start, its only sink.
//! Around each other cell the steps back are next to each other, and so are the steps on (each face has at
//! least one source and one sink, and by Euler's formula no more, nor has a cell a second change). The steps
//! from one layer to the next cut the plane in two connected parts: they have an order, once around. So a layer is a ring of
//! cells, each of which leads to an arc of the next ring, and neighbours on the ring to neighbouring arcs.
//!
//! The cells from where B wins against A on a cell z of the middle are, one ring on, the arc that z leads to.
//! From there outwards: B to move wins on all cells that lead, back, to one where he wins with A to move: an arc
//! leads to an arc. A to move must not have a better step: B's cells are common to all A's steps. Two
//! arcs have one arc in common, unless together they go all around and have two: then B's cells are torn,
//! and nothing is decided here.

use super::{Walker, Ways};

/// Somewhere the cells from where B wins are more than one arc.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Torn;

/// Cells next to each other on a ring: of so many, from the one at that place.
#[derive(Clone, Copy, Debug)]
struct Arc {
    first: usize,
    count: usize,
}

/// A layer in its order around A's start.
struct Ring {
    cells: Vec<usize>,
    /// The first and the last place on the next ring that each cell leads to; from the next ring's
    /// count on, the places go around again.
    ahead: Vec<[usize; 2]>,
}

impl Ring {
    fn count(&self) -> usize {
        self.cells.len()
    }

    /// The ring after one, which learns where it leads.
    fn after(&mut self, ways: &Ways<'_>) -> Self {
        let mut cells: Vec<usize> = Vec::new();
        for &cell in &self.cells {
            let mut ahead: Option<[usize; 2]> = None;
            for next in ways.after_in_order(cell) {
                if cells.last() != Some(&next) {
                    cells.push(next);
                }
                let place = cells.len() - 1;
                ahead = Some([ahead.map_or(place, |[first, _]| first), place]);
            }
            self.ahead.extend(ahead);
        }
        if cells.len() > 1 && cells.first() == cells.last() {
            cells.pop();
        }
        Self {
            ahead: Vec::with_capacity(cells.len()),
            cells,
        }
    }

    /// What an arc leads to on a next ring of so many cells.
    fn image(&self, arc: Arc, next: usize) -> Arc {
        if arc.count == 0 {
            return arc;
        }
        let last = arc.first + arc.count - 1;
        let around = last / self.count();
        let [first, _] = self.ahead[arc.first];
        let [_, last] = self.ahead[last % self.count()];
        Arc {
            first: first % next,
            count: (last + around * next - first + 1).min(next),
        }
    }
}

impl Arc {
    /// What two arcs of a ring of so many cells have in common.
    fn common(self, other: Self, ring: usize) -> Result<Self, Torn> {
        if self.count == ring {
            return Ok(other);
        }
        if other.count == ring {
            return Ok(self);
        }
        // Places from the first of this arc.
        let from = (other.first + ring - self.first) % ring;
        let to = from + other.count;
        let later = to.min(self.count).saturating_sub(from);
        let around = to.saturating_sub(ring).min(self.count);
        match (later, around) {
            (0, count) => Ok(Self { count, ..self }),
            (count, 0) => Ok(Self {
                first: other.first,
                count,
            }),
            _ => Err(Torn),
        }
    }
}

/// A's first step where A wins, for shortest ways of an even number of steps: by the arcs of B's cells, from
/// the middle outwards. O(cells) time and memory.
pub fn by_rings(ways: &Ways<'_>) -> Result<Option<usize>, Torn> {
    let middle = ways.length() / 2;
    let mut rings = vec![Ring {
        cells: vec![ways.maze().start(Walker::A)],
        ahead: Vec::new(),
    }];
    for layer in 0..ways.length() {
        let next = rings[layer].after(ways);
        rings.push(next);
    }
    // The cells from where B wins with A on each cell of a ring, A to move; in the middle it is the same cell.
    let width = rings[middle].count();
    let mut won: Vec<Arc> = (0..width).map(|first| Arc { first, count: 1 }).collect();
    for layer in (0..middle).rev() {
        let outer = ways.length() - layer;
        let ring = rings[outer].count();
        let image = |arc: Arc| rings[outer - 1].image(arc, ring);
        let to_move: Vec<Arc> = won.into_iter().map(image).collect();
        if layer == 0 {
            let step = to_move.iter().position(|arc| arc.count == 0);
            return Ok(step.map(|step| rings[1].cells[step]));
        }
        let all = Arc {
            first: 0,
            count: ring,
        };
        let common = rings[layer].ahead.iter().map(|&[first, last]| {
            let steps = (first..=last).map(|step| to_move[step % to_move.len()]);
            steps
                .into_iter()
                .try_fold(all, |common, arc| common.common(arc, ring))
        });
        won = common.collect::<Result<_, _>>()?;
    }
    Ok(None)
}
