//! The walk that keeps a bit for each number, and only near those found: for more numbers than there
//! are bytes. Another walk opens the cells of what was found.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use super::super::Settings;
use super::super::crew::{Beat, Crew, Trouble};
use super::super::places::{MOST, Places, Ranks};
use super::judge::{Judge, Judged};
use super::{Orbits, Start, Wanted, first_of};
use crate::graph::Index;
use crate::numbered::{Roots, Tally, Worker};

/// Regions at the most.
const REGIONS: u64 = 1 << 14;
/// Numbers that a thread gathers for a region before it takes it.
const BATCH: usize = 1024;
/// Cells that a thread opens at a time.
const CHUNK: usize = 1 << 12;

/// What was found.
pub(super) struct Sparse {
    pub(super) ranks: Ranks,
    pub(super) tally: Tally,
    pub(super) start: Start,
    pub(super) orbits: Orbits,
}

/// The bits of some neighbouring numbers; empty rows are all zeros.
#[derive(Default)]
struct Region {
    /// Found.
    seen: Vec<u64>,
    /// Found, and not yet looked at.
    fresh: Vec<u64>,
}

/// What the threads share.
struct Map<'s> {
    size: u64,
    /// Numbers of a region, as a power of two.
    region: u32,
    regions: Vec<Mutex<Region>>,
    /// Bytes taken.
    taken: AtomicU64,
    settings: &'s Settings,
}

/// One thread's part.
struct Walker {
    judge: Judge,
    /// Numbers found and not yet marked, by region.
    found: Vec<Vec<u32>>,
    start: Start,
}

/// Walks over all numbers that are wanted.
pub(super) fn walk<P>(
    crew: &mut Crew<'_, P>,
    wanted: Wanted,
    roots: &Roots,
    settings: &Settings,
) -> Result<Sparse, Trouble> {
    let map = Map::new(crew.game().size(), crew.threads(), settings);
    map.afford(0)?;
    let mut walkers: Vec<Walker> = Vec::new();
    walkers.resize_with(crew.threads(), || Walker {
        judge: Judge::new(crew.game()),
        found: vec![Vec::new(); map.regions.len()],
        start: Start::default(),
    });
    let mut start = Start::default();
    if let Roots::Listed(listed) = roots {
        start = Start::listed(listed);
        for &root in listed {
            if root >= map.size {
                return Err(Trouble::astray(root));
            }
            if wanted == Wanted::Reachable {
                walkers[0].send(&map, root)?;
            }
        }
        walkers[0].flush(&map)?;
    }
    if wanted == Wanted::Whole || *roots == Roots::Where {
        let next = AtomicU64::new(0);
        crew.run(&mut walkers, |walker, worker, beat| {
            walker.everywhere(&map, &next, wanted, *roots == Roots::Where, worker, beat)
        })?;
        for walker in &mut walkers {
            start.count += walker.start.count;
            start.first = first_of(start.first, walker.start.first);
        }
    }
    if wanted == Wanted::Reachable {
        map.spread(crew, &mut walkers)?;
    }
    if let Some(&root) = start.listed.iter().find(|&&root| !map.seen(root)) {
        return Err(Trouble::astray(root));
    }
    let mut tally = Tally::default();
    let mut orbits = Orbits::default();
    for walker in &mut walkers {
        tally.add(&walker.judge.tally);
        orbits.append(&mut walker.judge.orbits);
    }
    drop(walkers);
    // The ranks are made while the bits are still there.
    map.afford(Ranks::needed(map.size, tally.classes) + tally.classes)?;
    let size = map.size;
    let ranks = Ranks::new(size, map.into_words()).ok_or(Trouble::TooMany {
        what: "positions",
        limit: MOST,
    })?;
    Ok(Sparse {
        ranks,
        tally,
        start,
        orbits,
    })
}

impl<'s> Map<'s> {
    fn new(size: u64, threads: usize, settings: &'s Settings) -> Self {
        // Larger than those of bytes: a number takes a bit.
        let mut region = (settings.tuning.region + 4).clamp(6, 31);
        while size.div_ceil(1 << region) > REGIONS && region < 31 {
            region += 1;
        }
        let count = size.div_ceil(1 << region);
        let mut regions = Vec::new();
        regions.resize_with(count as usize, || Mutex::new(Region::default()));
        let boxes = threads as u64 * (BATCH as u64 * 4 + 24) + size_of::<Mutex<Region>>() as u64;
        Self {
            size,
            region,
            regions,
            taken: AtomicU64::new(count * boxes),
            settings,
        }
    }

    /// Whether so many bytes more are allowed.
    fn afford(&self, more: u64) -> Result<(), Trouble> {
        let needed = self.taken.load(Ordering::Relaxed).saturating_add(more);
        if needed > self.settings.memory {
            return Err(Trouble::Memory {
                needed,
                positions: 0,
            });
        }
        Ok(())
    }

    fn words(&self) -> usize {
        (1usize << self.region) / 64
    }

    /// A row of zeros.
    fn zeros(&self) -> Result<Vec<u64>, Trouble> {
        let bytes = self.words() as u64 * 8;
        self.afford(bytes)?;
        self.taken.fetch_add(bytes, Ordering::Relaxed);
        Ok(vec![0; self.words()])
    }

    fn lock(&self, at: usize) -> std::sync::MutexGuard<'_, Region> {
        let region = &self.regions[at];
        region.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether a number was found.
    fn seen(&self, number: u64) -> bool {
        let region = self.lock((number >> self.region) as usize);
        let within = number & ((1 << self.region) - 1);
        let word = region.seen.get((within / 64) as usize);
        word.is_some_and(|word| word >> (within % 64) & 1 == 1)
    }

    /// Marks numbers of a region as found; `looked`: there is no need to look at them any more.
    fn mark(&self, at: usize, found: &mut Vec<u32>, looked: bool) -> Result<(), Trouble> {
        if found.is_empty() {
            return Ok(());
        }
        let mut region = self.lock(at);
        let region = &mut *region;
        if region.seen.is_empty() {
            region.seen = self.zeros()?;
        }
        for number in found.drain(..) {
            let (word, bit) = ((number / 64) as usize, 1 << (number % 64));
            if region.seen[word] & bit != 0 {
                continue;
            }
            region.seen[word] |= bit;
            if !looked {
                if region.fresh.is_empty() {
                    region.fresh = self.zeros()?;
                }
                region.fresh[word] |= bit;
            }
        }
        Ok(())
    }

    /// Looks at whatever can be reached from what is fresh. Each round looks at what it finds fresh:
    /// what is found in the end does not depend on the order.
    fn spread<P>(&self, crew: &mut Crew<'_, P>, walkers: &mut [Walker]) -> Result<(), Trouble> {
        loop {
            let regions = 0..self.regions.len();
            let fresh = regions.filter(|&at| !self.lock(at).fresh.is_empty());
            let fresh: Vec<usize> = fresh.collect();
            if fresh.is_empty() {
                return Ok(());
            }
            let threads = fresh.len().min(walkers.len());
            let next = AtomicUsize::new(0);
            crew.run(&mut walkers[..threads], |walker, worker, beat| {
                while let Some(&at) = fresh.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let words = std::mem::take(&mut self.lock(at).fresh);
                    let first = (at as u64) << self.region;
                    walker.look(self, first, &words, worker, beat)?;
                    let bytes = words.len() as u64 * 8;
                    self.taken.fetch_sub(bytes, Ordering::Relaxed);
                }
                walker.flush(self)
            })?;
        }
    }

    /// The bitmap, word by word; each region is given back once it is read.
    fn into_words(self) -> impl Iterator<Item = u64> {
        let words = self.words();
        self.regions.into_iter().flat_map(move |region| {
            let region = region.into_inner().unwrap_or_else(PoisonError::into_inner);
            let missing = words - region.seen.len();
            let zeros = std::iter::repeat_n(0, missing);
            region.seen.into_iter().chain(zeros)
        })
    }
}

impl Walker {
    /// Marks a number as found, sooner or later.
    fn send(&mut self, map: &Map<'_>, number: u64) -> Result<(), Trouble> {
        let region = (number >> map.region) as usize;
        let Some(found) = self.found.get_mut(region) else {
            return Err(Trouble::astray(number));
        };
        found.push((number & ((1 << map.region) - 1)) as u32);
        if found.len() >= BATCH {
            map.mark(region, found, false)?;
        }
        Ok(())
    }

    fn flush(&mut self, map: &Map<'_>) -> Result<(), Trouble> {
        let mut all = self.found.iter_mut().enumerate();
        all.try_for_each(|(region, found)| map.mark(region, found, false))
    }

    /// Looks at the numbers of a region whose bits are set.
    fn look(
        &mut self,
        map: &Map<'_>,
        first: u64,
        words: &[u64],
        worker: &mut dyn Worker,
        beat: &mut Beat<'_>,
    ) -> Result<(), Trouble> {
        for (first, &word) in (first..).step_by(64).zip(words) {
            let mut left = word;
            while left != 0 {
                let number = first + u64::from(left.trailing_zeros());
                left &= left - 1;
                beat.step()?;
                match self.judge.add(worker, number)? {
                    Judged::Nothing => return Err(Trouble::astray(number)),
                    Judged::Ended(_) => {}
                    Judged::Open(_) => {
                        for at in 0..self.judge.row.links.len() {
                            self.send(map, self.judge.row.links[at].number())?;
                        }
                    }
                }
            }
        }
        Ok(())
    }

    /// Goes over all numbers: finds all that stand for something, or the roots.
    fn everywhere(
        &mut self,
        map: &Map<'_>,
        next: &AtomicU64,
        wanted: Wanted,
        roots: bool,
        worker: &mut dyn Worker,
        beat: &mut Beat<'_>,
    ) -> Result<(), Trouble> {
        let mut found = Vec::new();
        loop {
            let region = next.fetch_add(1, Ordering::Relaxed);
            let first = region << map.region;
            if region >= map.regions.len() as u64 {
                return Ok(());
            }
            let count = (map.size - first).min(1 << map.region) as u32;
            for at in 0..count {
                let number = first + u64::from(at);
                beat.step()?;
                let judged = match wanted {
                    Wanted::Whole => self.judge.add(worker, number)?,
                    Wanted::Reachable => self.judge.look(worker, number)?,
                };
                if judged == Judged::Nothing {
                    continue;
                }
                let root = roots && self.start.ask(worker, number)?;
                if root || wanted == Wanted::Whole {
                    found.push(at);
                }
            }
            map.mark(region as usize, &mut found, wanted == Wanted::Whole)?;
        }
    }
}

/// Opens the cells of what was found: a byte each, as in the other walk.
pub(super) fn open<P>(crew: &mut Crew<'_, P>, places: &Places) -> Result<Vec<u8>, Trouble> {
    let mut bytes = vec![0; places.len() as usize];
    let chunks: Vec<_> = bytes.chunks_mut(CHUNK).map(Mutex::new).collect();
    let next = AtomicUsize::new(0);
    let mut judges: Vec<Judge> = Vec::new();
    judges.resize_with(crew.threads(), || Judge::new(crew.game()));
    crew.run(&mut judges, |judge, worker, beat| {
        let mut cursor = places.cursor();
        loop {
            let chunk = next.fetch_add(1, Ordering::Relaxed);
            let Some(bytes) = chunks.get(chunk) else {
                return Ok(());
            };
            let mut bytes = bytes.lock().unwrap_or_else(PoisonError::into_inner);
            for (at, byte) in bytes.iter_mut().enumerate() {
                let number = cursor.number(Index((chunk * CHUNK + at) as u32));
                *byte = judge.look_again(worker, number)?.byte();
                beat.step()?;
            }
        }
    })?;
    drop(chunks);
    Ok(bytes)
}
