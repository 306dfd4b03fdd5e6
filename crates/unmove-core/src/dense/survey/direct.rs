//! The walk that keeps a byte for each number.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use super::super::Settings;
use super::super::crew::{Beat, Crew, Trouble};
use super::super::field::{Block, Field, Grid, Heap, Outbox, Unit};
use super::judge::{Judge, Judged};
use super::{Found, Orbits, Start, Wanted, first_of};
use crate::numbered::{ASK, NOTHING, Roots, Tally, Worker};

/// Found, and not yet looked at.
const FRESH: u8 = 254;
/// Being looked at.
const TAKEN: u8 = 253;

/// Numbers that a thread goes through at a time.
const CHUNK: usize = 1 << 16;

/// One thread's part.
struct Walker {
    judge: Judge,
    outbox: Outbox,
    /// Roots found, where they have to be looked for.
    start: Start,
    codes: Vec<u8>,
}

type Cell = [u8; 1];

/// Bytes that the walk takes.
pub(super) fn needed(size: u64, threads: usize, settings: &Settings) -> u64 {
    let grid = Grid::new(size, &settings.tuning);
    size.saturating_add(grid.bytes(threads, settings.tuning.batch))
}

/// Walks over all numbers that are wanted.
pub(super) fn walk<P>(
    crew: &mut Crew<'_, P>,
    wanted: Wanted,
    roots: &Roots,
    settings: &Settings,
) -> Result<Found, Trouble> {
    let size = crew.game().size();
    let grid = Grid::new(size, &settings.tuning);
    let mut bytes = vec![NOTHING; size as usize];
    let mut walkers: Vec<Walker> = Vec::new();
    walkers.resize_with(crew.threads(), || Walker {
        judge: Judge::new(crew.game()),
        outbox: Outbox::new(grid, settings.tuning.batch),
        start: Start::default(),
        codes: Vec::new(),
    });
    match (wanted, roots) {
        (Wanted::Whole, _) => everywhere(crew, &mut walkers, &mut bytes, Whole::Open(roots))?,
        (Wanted::Reachable, Roots::Where) => {
            everywhere(crew, &mut walkers, &mut bytes, Whole::Roots)?;
        }
        (Wanted::Reachable, Roots::Listed(_)) => {}
    }
    let mut start = Start::default();
    for walker in &mut walkers {
        let found = std::mem::take(&mut walker.start);
        start.count += found.count;
        start.first = first_of(start.first, found.first);
    }
    if let Roots::Listed(listed) = roots {
        start = Start::listed(listed);
        for &root in listed {
            let cell = usize::try_from(root)
                .ok()
                .and_then(|root| bytes.get_mut(root));
            let cell = cell.ok_or_else(|| Trouble::astray(root))?;
            match wanted {
                Wanted::Reachable => *cell = FRESH,
                Wanted::Whole if *cell == NOTHING => return Err(Trouble::astray(root)),
                Wanted::Whole => {}
            }
        }
    }
    if wanted == Wanted::Reachable {
        for falling in [true, false] {
            slide(crew, &mut walkers, &mut bytes, falling)?;
        }
        if bytes.contains(&FRESH) {
            spread(crew, &mut walkers, &mut bytes, grid, settings.tuning.crowd)?;
        }
    }
    let mut tally = Tally::default();
    let mut orbits = Orbits::default();
    for walker in &mut walkers {
        tally.add(&walker.judge.tally);
        orbits.append(&mut walker.judge.orbits);
    }
    Ok(Found {
        bytes,
        tally,
        start,
        orbits,
    })
}

/// What a walk over all numbers is for.
#[derive(Clone, Copy)]
enum Whole<'a> {
    /// To open them, and to count the roots among them.
    Open(&'a Roots),
    /// To mark the roots.
    Roots,
}

/// Goes over all numbers.
fn everywhere<P>(
    crew: &mut Crew<'_, P>,
    walkers: &mut [Walker],
    bytes: &mut [u8],
    whole: Whole<'_>,
) -> Result<(), Trouble> {
    let next = AtomicU64::new(0);
    let chunks: Vec<_> = bytes.chunks_mut(CHUNK).map(Mutex::new).collect();
    crew.run(walkers, |walker, worker, beat| {
        loop {
            let chunk = next.fetch_add(1, Ordering::Relaxed);
            let Some(bytes) = chunks.get(chunk as usize) else {
                return Ok(());
            };
            let mut bytes = bytes
                .lock()
                .unwrap_or_else(std::sync::PoisonError::into_inner);
            let first = chunk * CHUNK as u64;
            match whole {
                Whole::Open(roots) => {
                    walker.open(worker, first, &mut bytes, *roots == Roots::Where, beat)?;
                }
                Whole::Roots => walker.mark_roots(worker, first, &mut bytes, beat)?,
            }
        }
    })
}

impl Walker {
    fn open(
        &mut self,
        worker: &mut dyn Worker,
        first: u64,
        bytes: &mut [u8],
        roots: bool,
        beat: &mut Beat<'_>,
    ) -> Result<(), Trouble> {
        let numbers = first..first + bytes.len() as u64;
        let whole = worker.open_range(numbers.clone(), bytes, &mut self.judge.tally);
        for (at, byte) in numbers.zip(bytes) {
            if !whole || *byte == ASK {
                *byte = self.judge.add(worker, at)?.byte();
                beat.step()?;
            }
            if roots && *byte != NOTHING {
                self.start.ask(worker, at)?;
            }
        }
        Ok(())
    }

    fn mark_roots(
        &mut self,
        worker: &mut dyn Worker,
        first: u64,
        bytes: &mut [u8],
        beat: &mut Beat<'_>,
    ) -> Result<(), Trouble> {
        for (at, byte) in (first..).zip(bytes) {
            beat.step()?;
            if self.judge.look(worker, at)? != Judged::Nothing && self.start.ask(worker, at)? {
                *byte = FRESH;
            }
        }
        Ok(())
    }

    /// Opens what is fresh in one block, and sends word to where its moves lead.
    fn block(
        &mut self,
        field: &Field<'_, Cell>,
        block: Block,
        found: &mut Vec<(u32, Cell)>,
        worker: &mut dyn Worker,
    ) -> Result<(), Trouble> {
        found.clear();
        let first = field.gather(block, [[FRESH]; 2], found, |_| [TAKEN]);
        self.codes.clear();
        for &(at, _) in &*found {
            let number = first + u64::from(at);
            let judged = self.judge.add(worker, number)?;
            if judged == Judged::Nothing {
                return Err(Trouble::astray(number));
            }
            self.codes.push(judged.byte());
            if let Judged::Open(_) = judged {
                for link in &self.judge.row.links {
                    self.outbox.send(field, link.number(), false, &find);
                }
            }
        }
        let codes = found.iter().zip(&self.codes);
        field.write(block, codes.map(|(&(at, _), &code)| (at, code.into())));
        Ok(())
    }
}

/// Fresh cells from which on one thread is left behind by several.
const CROWD: u64 = 1 << 16;

/// Opens what the fresh cells reach by one pass over the numbers, as long as all moves lead down (or all up) and few cells wait: long
/// lines of play take few rounds that way. What is left is fresh.
fn slide<P>(
    crew: &mut Crew<'_, P>,
    walkers: &mut [Walker],
    bytes: &mut [u8],
    falling: bool,
) -> Result<(), Trouble> {
    let alone = walkers.len() == 1;
    let Some(walker) = walkers.first_mut() else {
        return Ok(());
    };
    let mut part = (walker, bytes);
    crew.run(
        std::slice::from_mut(&mut part),
        |(walker, bytes), worker, beat| {
            let mut waiting: u64 = bytes.iter().map(|byte| u64::from(*byte == FRESH)).sum();
            let len = bytes.len();
            for step in 0..len {
                let at = if falling { len - 1 - step } else { step };
                if bytes[at] != FRESH {
                    continue;
                }
                let number = at as u64;
                let judged = walker.judge.add(worker, number)?;
                if judged == Judged::Nothing {
                    return Err(Trouble::astray(number));
                }
                beat.step()?;
                bytes[at] = judged.byte();
                waiting -= 1;
                let mut along = true;
                if let Judged::Open(_) = judged {
                    for link in &walker.judge.row.links {
                        let to = link.number();
                        let cell = usize::try_from(to).ok().and_then(|to| bytes.get_mut(to));
                        let cell = cell.ok_or_else(|| Trouble::astray(number))?;
                        if *cell == NOTHING {
                            *cell = FRESH;
                            waiting += 1;
                        }
                        along &= (to < number) == falling && to != number;
                    }
                }
                if !along || waiting == 0 || (waiting > CROWD && !alone) {
                    return Ok(());
                }
            }
            Ok(())
        },
    )
}

/// A move leads to this cell.
fn find(cell: &mut Cell, _: bool) -> bool {
    let new = *cell == [NOTHING];
    if new {
        *cell = [FRESH];
    }
    new
}

/// Opens whatever can be reached from the fresh cells. Each round opens what is fresh and may be
/// overtaken by its own finds: what is found in the end does not depend on the order.
fn spread<P>(
    crew: &mut Crew<'_, P>,
    walkers: &mut [Walker],
    bytes: &mut [u8],
    grid: Grid,
    crowd: u32,
) -> Result<(), Trouble> {
    let (cells, _) = bytes.as_chunks_mut::<1>();
    let mut field = Field::new(cells, grid);
    field.soil();
    loop {
        let units = field.take_dirty();
        if units.is_empty() {
            return Ok(());
        }
        let blocks: u32 = units.iter().map(Unit::count).sum();
        let threads = ((blocks / crowd.max(1)) as usize).clamp(1, walkers.len());
        let heap = Heap::new(&units);
        crew.run(&mut walkers[..threads], |walker, worker, beat| {
            let mut found = Vec::new();
            while let Some(unit) = heap.take() {
                for block in unit.blocks() {
                    walker.block(&field, block, &mut found, worker)?;
                    beat.steps(found.len() as u64)?;
                }
            }
            walker.outbox.flush(&field, &find);
            Ok(())
        })?;
    }
}
