//! Layers as rings.
//!
//! The shortest ways are a plane graph, directed from A's start, its only source, to B's start, its only
//! sink. Around each other cell the steps back are next to each other, and so are the steps on: each face has
//! at least one source and one sink, and by Euler's formula there is room for no more. The steps from one
//! layer to the next cut the plane in two connected parts, so they have an order, once around A's start. So a
//! layer is a ring of cells, each of which leads to an arc of the next ring, and neighbours to neighbouring arcs.
//!
//! With A on a cell of the middle ring and to move, B wins on the same cell. From there outwards: with B to
//! move he wins on all that a winning cell leads to, and an arc leads to an arc. With A to move, B wins where he
//! wins after each of A's steps: on what their arcs have in common. That is one arc again, unless two of
//! the arcs together go all around the ring: then it is two, B's cells are torn, and nothing is decided here.
//!
//! It holds, then, exactly as long as no two steps of A leave B arcs that go all around. They can, although
//! not where a board is open: A must have a choice between two places of the middle, far apart, each of which
//! B reaches from cells of his own and, along both sides of the ring, from cells that lead to either. The
//! walls of such a board are corridors; in random ones it was never seen, and the tests hold one that was
//! made for it.

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
            return Arc { first: 0, count: 0 };
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

/// A's first steps that win, for shortest ways of an even number of steps: by the arcs of B's cells, from
/// the middle outwards. O(cells) time and memory.
pub fn by_rings(ways: &Ways<'_>) -> Result<Vec<usize>, Torn> {
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
            let steps = rings[1].cells.iter().zip(to_move);
            let steps = steps.filter(|(_, arc)| arc.count == 0);
            return Ok(steps.map(|(&step, _)| step).collect());
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
    Ok(Vec::new())
}
