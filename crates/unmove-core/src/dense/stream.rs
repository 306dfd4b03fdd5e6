//! One pass over the positions, where every move leads to lower numbers or every one to higher ones.

use std::ops::Range;

use super::cells::Cells;
use super::crew::{Beat, Crew, Trouble};
use super::places::Places;
use super::survey::Survey;
use crate::graph::Index;
use crate::numbered::{Link, Row, Standing, Worker};
use crate::order::Rank;

/// The order of the pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    /// Every move leads to a lower number: from the first to the last.
    Falling,
    /// Every move leads to a higher number: from the last to the first.
    Rising,
}

/// Indices that are worked through between two looks at the clock.
const CHUNK: u32 = 1 << 14;

impl Way {
    /// `None` where moves lead both ways.
    pub(super) fn of(survey: &Survey) -> Option<Self> {
        match survey.tally {
            tally if tally.falling => Some(Self::Falling),
            tally if tally.rising => Some(Self::Rising),
            _ => None,
        }
    }

    /// A number for every position that falls along every move.
    pub(super) fn rank(self) -> Rank {
        match self {
            Self::Falling => Rank::Number,
            Self::Rising => Rank::Numbering,
        }
    }

    /// Ranges of indices, in the order of the pass; each is to be worked through in that order.
    pub(super) fn chunks(self, len: u32) -> impl Iterator<Item = Range<u32>> {
        let count = len.div_ceil(CHUNK);
        (0..count).map(move |place| {
            let chunk = match self {
                Self::Falling => place,
                Self::Rising => count - 1 - place,
            };
            let start = chunk * CHUNK;
            start..len.min(start.saturating_add(CHUNK))
        })
    }

    /// What is left of a range of which so many are done.
    pub(super) fn rest(self, range: Range<u32>, done: u64) -> Range<u32> {
        let done = done.min(range.len() as u64) as u32;
        match self {
            Self::Falling => range.start + done..range.end,
            Self::Rising => range.start..range.end - done,
        }
    }

    /// The indices of a range in the order of the pass.
    pub(super) fn indices(self, range: Range<u32>) -> impl Iterator<Item = Index> {
        let (start, end) = (range.start, range.end);
        range.map(move |at| match self {
            Self::Falling => Index(at),
            Self::Rising => Index(end - 1 - (at - start)),
        })
    }
}

/// Work at every open cell in the order of the pass.
pub(super) trait Pass {
    /// Which cells are open.
    fn cells(&self) -> &Cells;

    /// Lets the worker go through a range of numbers all by itself; for how many of them it was done.
    fn at_once(&mut self, worker: &mut dyn Worker, numbers: Range<u64>, falling: bool) -> u64;

    /// Does the work at one position, with its moves.
    fn one(&mut self, at: Index, moves: &Moves<'_>) -> Result<(), Trouble>;
}

/// Runs a pass: range by range where the worker can, and position by position for what it leaves.
pub(super) fn pass<P>(
    crew: &mut Crew<'_, P>,
    places: &Places,
    way: Way,
    work: &mut (impl Pass + Send),
) -> Result<(), Trouble> {
    let all = matches!(places, Places::All(_));
    crew.run(std::slice::from_mut(work), |work, worker, beat| {
        let mut row = Row::default();
        for chunk in way.chunks(places.len()) {
            let mut left = chunk.clone();
            if all {
                let numbers = chunk.start.into()..chunk.end.into();
                let done = work.at_once(worker, numbers, way == Way::Falling);
                left = way.rest(chunk.clone(), done);
            }
            beat.steps((chunk.len() - left.len()) as u64)?;
            let mut cursor = places.cursor();
            for at in way.indices(left) {
                // Nothing, or an end: these have their codes already.
                if !work.cells().is_open(at.at()) {
                    continue;
                }
                let number = cursor.number(at);
                if ask(worker, beat, number, &mut row)? != Standing::Open {
                    return Err(Trouble::astray(number));
                }
                let moves = Moves {
                    row: &row,
                    places,
                    number,
                };
                work.one(at, &moves)?;
            }
        }
        Ok(())
    })?;
    crew.tell()
}

/// Visits every position for which there is a cell in the order of the pass, with its moves.
pub(super) fn stream<P>(
    crew: &mut Crew<'_, P>,
    places: &Places,
    stands: &Cells,
    way: Way,
    visit: impl FnMut(Index, Standing, &Moves<'_>) -> Result<(), Trouble> + Send,
) -> Result<(), Trouble> {
    crew.run(&mut [visit], |visit, worker, beat| {
        let mut row = Row::default();
        let mut cursor = places.cursor();
        for chunk in way.chunks(places.len()) {
            for at in way.indices(chunk) {
                if stands.get(at.at()) == 0 {
                    continue;
                }
                let number = cursor.number(at);
                let standing = ask(worker, beat, number, &mut row)?;
                let moves = Moves {
                    row: &row,
                    places,
                    number,
                };
                visit(at, standing, &moves)?;
            }
        }
        Ok(())
    })
}

/// Asks for the moves of a position.
fn ask(
    worker: &mut dyn Worker,
    beat: &mut Beat<'_>,
    at: u64,
    row: &mut Row,
) -> Result<Standing, Trouble> {
    beat.step()?;
    let standing = worker.moves(at, row);
    standing.map_err(|source| Trouble::Fault { at, source })
}

/// The moves of a position, by the indices they lead to.
pub(super) struct Moves<'a> {
    pub(super) row: &'a Row,
    places: &'a Places,
    pub(super) number: u64,
}

impl Moves<'_> {
    /// The index that a link leads to.
    pub(super) fn to(&self, link: Link) -> Result<Index, Trouble> {
        let index = self.places.index(link.number());
        index.ok_or_else(|| Trouble::astray(self.number))
    }

    /// What each move gains.
    pub(super) fn gain(&self, place: usize) -> i32 {
        self.row.gains.get(place).copied().unwrap_or(0)
    }
}
