//! Stored edges turned round, for games that cannot work out their predecessors: 4 bytes a position
//! and 4 an edge.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use super::Settings;
use super::cells::Cells;
use super::crew::{Beat, Crew, Trouble};
use super::places::Places;
use super::survey::{Judge, Survey};
use crate::graph::Index;
use crate::numbered::Worker;

/// The predecessors of every position.
pub(crate) struct Stored {
    parts: Vec<Part>,
    /// The bit of a source that says that the same player moves at both ends; 0 where nobody does.
    again: u32,
}

/// The predecessors of some neighbours.
#[derive(Default)]
struct Part {
    /// Where the row of each begins, and one more for the end of the last.
    rows: Vec<u32>,
    sources: Vec<u32>,
}

/// Positions of a part, as a power of two.
const PART: u32 = 18;
/// Edges that a thread gathers for a part before it takes it.
const BATCH: usize = 512;
/// Indices that a thread goes through at a time.
const CHUNK: u64 = 1 << 12;
/// The bit used for [`Stored::again`].
const AGAIN: u32 = 1 << 31;

impl Stored {
    /// Bytes that the edges turned round take, with what it takes to turn them.
    pub(crate) fn needed(survey: &Survey, threads: usize) -> u64 {
        let len = u64::from(survey.places.len());
        let parts = len.div_ceil(1 << PART);
        let edges = survey.tally.edges.saturating_mul(4);
        let boxes = threads as u64 * parts * (8 * BATCH as u64 + 24);
        edges.saturating_add(len * 4 + parts * 64 + boxes)
    }

    /// Turns all edges of the open positions round: one walk that counts them and one that stores them.
    pub(crate) fn new<P>(
        crew: &mut Crew<'_, P>,
        survey: &Survey,
        opened: &Cells,
        settings: &Settings,
    ) -> Result<Self, Trouble> {
        let len = u64::from(survey.places.len());
        let again = if survey.tally.again { AGAIN } else { 0 };
        let needed = opened.bytes() + survey.bytes() + Self::needed(survey, crew.threads());
        if needed > settings.memory {
            return Err(Trouble::Memory {
                needed,
                positions: survey.tally.classes,
            });
        }
        if again != 0 && len > AGAIN.into() {
            return Err(Trouble::TooMany {
                what: "positions for moves that keep the turn to be stored",
                limit: AGAIN.into(),
            });
        }
        let parts = (0..len.div_ceil(1 << PART)).map(|part| {
            let start = part << PART;
            let rows = (len - start).min(1 << PART) as usize + 1;
            Mutex::new(Part {
                rows: vec![0; rows],
                sources: Vec::new(),
            })
        });
        let mut turning = Turning {
            survey,
            opened,
            again,
            parts: parts.collect(),
        };
        turning.walk(crew, Part::count)?;
        for part in &mut turning.parts {
            let part = part.get_mut().unwrap_or_else(PoisonError::into_inner);
            part.open().ok_or(Trouble::TooMany {
                what: "edges near each other",
                limit: u32::MAX.into(),
            })?;
        }
        turning.walk(crew, Part::store)?;
        let parts = turning.parts.into_iter();
        let parts = parts.map(|part| part.into_inner().unwrap_or_else(PoisonError::into_inner));
        Ok(Self {
            parts: parts.collect(),
            again,
        })
    }

    /// Visits the predecessors of a position: their indices, and whether the same player moves there.
    #[inline]
    pub(crate) fn visit(&self, at: Index, mut visit: impl FnMut(Index, bool)) {
        let Some(part) = self.parts.get(at.at() >> PART) else {
            return;
        };
        let within = at.at() & ((1 << PART) - 1);
        let row = part.rows[within] as usize..part.rows[within + 1] as usize;
        for &source in &part.sources[row] {
            visit(Index(source & !self.again), source & self.again != 0);
        }
    }
}

impl Part {
    /// One more edge leads here.
    fn count(&mut self, to: usize, _from: u32) {
        self.rows[to] += 1;
    }

    /// From counts to the ends of the rows; storing backwards leaves their beginnings.
    fn open(&mut self) -> Option<()> {
        let mut end = 0u32;
        for row in &mut self.rows {
            end = end.checked_add(*row)?;
            *row = end;
        }
        self.sources = vec![0; end as usize];
        Some(())
    }

    fn store(&mut self, to: usize, from: u32) {
        self.rows[to] -= 1;
        self.sources[self.rows[to] as usize] = from;
    }
}

/// The walks over all edges.
struct Turning<'a> {
    survey: &'a Survey,
    opened: &'a Cells,
    again: u32,
    parts: Vec<Mutex<Part>>,
}

/// The edges that one thread has gathered for each part.
struct Gathered {
    judge: Judge,
    edges: Vec<Vec<(u32, u32)>>,
}

impl Turning<'_> {
    fn walk<P>(
        &self,
        crew: &mut Crew<'_, P>,
        take: fn(&mut Part, usize, u32),
    ) -> Result<(), Trouble> {
        let mut threads: Vec<Gathered> = Vec::new();
        threads.resize_with(crew.threads(), || Gathered {
            judge: Judge::new(crew.game()),
            edges: vec![Vec::new(); self.parts.len()],
        });
        let next = AtomicU64::new(0);
        crew.run(&mut threads, |gathered, worker, beat| {
            self.work(gathered, worker, beat, &next, take)
        })
    }

    fn work(
        &self,
        gathered: &mut Gathered,
        worker: &mut dyn Worker,
        beat: &mut Beat<'_>,
        next: &AtomicU64,
        take: fn(&mut Part, usize, u32),
    ) -> Result<(), Trouble> {
        let places: &Places = &self.survey.places;
        let most = self.opened.codec().most;
        let len = u64::from(places.len());
        let mut cursor = places.cursor();
        loop {
            let start = next.fetch_add(CHUNK, Ordering::Relaxed);
            if start >= len {
                break;
            }
            for at in start..len.min(start + CHUNK) {
                if self.opened.get(at as usize).wrapping_sub(1) >= most {
                    continue;
                }
                let number = cursor.number(Index(at as u32));
                gathered.judge.look_again(worker, number)?;
                for link in gathered.judge.edges() {
                    let to = places.index(link.number());
                    let to = to.ok_or_else(|| Trouble::astray(number))?.at();
                    let from = at as u32 | if link.again() { self.again } else { 0 };
                    let edges = &mut gathered.edges[to >> PART];
                    edges.push(((to & ((1 << PART) - 1)) as u32, from));
                    if edges.len() >= BATCH {
                        self.hand_over(to >> PART, edges, take);
                    }
                }
                beat.step()?;
            }
        }
        for (part, edges) in gathered.edges.iter_mut().enumerate() {
            self.hand_over(part, edges, take);
        }
        Ok(())
    }

    fn hand_over(&self, part: usize, edges: &mut Vec<(u32, u32)>, take: fn(&mut Part, usize, u32)) {
        let mut part = self.parts[part]
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        for (to, from) in edges.drain(..) {
            take(&mut part, to as usize, from);
        }
    }
}
