//! The walk that keeps a set of the numbers it has found: for few of them among very many, of which a map
//! would be mostly empty. What it has found is sorted into a list in the end.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use hashbrown::HashTable;
use hashbrown::hash_table::Entry;

use super::super::Settings;
use super::super::crew::{Beat, Crew, Trouble};
use super::super::places::{List, MOST, Packed, Places, Ranks};
use super::judge::{Judge, Judged};
use super::{Orbits, Start};
use crate::graph::hash;
use crate::numbered::{Tally, Worker};

/// What was found: the stored numbers with a byte each, coded as by
/// [`open_range`](crate::numbered::Worker::open_range).
pub(super) struct Listed {
    pub(super) places: Places,
    pub(super) bytes: Vec<u8>,
    pub(super) tally: Tally,
    pub(super) start: Start,
    pub(super) orbits: Orbits,
}

/// Numbers below which a map of all costs next to nothing.
const MANY: u64 = 1 << 22;

/// Of so many numbers one is in use where a set is as fast as a map of all: the map takes about a nanosecond for
/// each of all, the set a few hundred for each of its own.
const UNUSED: u64 = 1 << 8;

/// Bytes that a number in use takes at the most while it is looked for: in the table, twice while that grows, and
/// in the lists of what was looked at.
const BYTES: u64 = 48;

/// Numbers are kept together with a byte.
const LARGEST: u64 = 1 << 56;

/// How many numbers may be found this way; none where it does not suit.
pub(super) fn most(size: u64, settings: &Settings) -> u64 {
    let affordable = (settings.memory / BYTES).min(MOST);
    let mapped = size / 4 + Ranks::needed(size, 0);
    match settings.tuning.listed {
        _ if size > LARGEST => 0,
        Some(true) => affordable,
        Some(false) => 0,
        None if size < MANY => 0,
        None if mapped > settings.memory => affordable,
        None => (size / UNUSED).min(affordable),
    }
}

/// Parts of the set, each of which one thread at a time works on.
const SHARDS: usize = 256;
/// Numbers that a thread gathers for a shard before it takes it.
const BATCH: usize = 512;
/// Numbers to look at, of one round, that are worth a thread.
const CROWD: usize = 1 << 12;

/// A part of the set.
#[derive(Default)]
struct Shard {
    seen: HashTable<u64>,
    /// Seen, and not yet looked at.
    fresh: Vec<u64>,
    /// Looked at, each with its byte.
    looked: Vec<Packed>,
}

/// What the threads share.
struct Set {
    shards: Vec<Mutex<Shard>>,
    size: u64,
    seen: AtomicU64,
    most: u64,
}

/// One thread's part.
struct Walker {
    judge: Judge,
    /// Numbers found and not yet in the set, by shard.
    found: Vec<Vec<u64>>,
    /// Numbers looked at, each with its byte.
    looked: Vec<Packed>,
}

/// Walks over all numbers that the roots reach; `None` if they are more than `most`.
pub(super) fn walk<P>(
    crew: &mut Crew<'_, P>,
    roots: &[u64],
    most: u64,
) -> Result<Option<Listed>, Trouble> {
    let set = Set::new(crew.game().size(), most);
    let mut walkers: Vec<Walker> = Vec::new();
    walkers.resize_with(crew.threads(), || Walker {
        judge: Judge::new(crew.game()),
        found: vec![Vec::new(); SHARDS],
        looked: Vec::new(),
    });
    for &root in roots {
        walkers[0].send(&set, root)?;
    }
    walkers[0].flush(&set);
    if !set.spread(crew, &mut walkers)? {
        return Ok(None);
    }
    let mut tally = Tally::default();
    let mut orbits = Orbits::default();
    for walker in &mut walkers {
        tally.add(&walker.judge.tally);
        orbits.append(&mut walker.judge.orbits);
    }
    drop(walkers);
    let (list, bytes) = set.sort();
    Ok(Some(Listed {
        places: Places::Listed(list),
        bytes,
        tally,
        start: Start::listed(roots),
        orbits,
    }))
}

impl Set {
    fn new(size: u64, most: u64) -> Self {
        let mut shards = Vec::new();
        shards.resize_with(SHARDS, || Mutex::new(Shard::default()));
        Self {
            shards,
            size,
            seen: AtomicU64::new(0),
            most,
        }
    }

    fn is_over(&self) -> bool {
        self.seen.load(Ordering::Relaxed) > self.most
    }

    fn lock(&self, at: usize) -> MutexGuard<'_, Shard> {
        let shard = &self.shards[at];
        shard.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Puts numbers into a shard.
    fn insert(&self, at: usize, found: &mut Vec<u64>) {
        if found.is_empty() {
            return;
        }
        let mut shard = self.lock(at);
        let Shard { seen, fresh, .. } = &mut *shard;
        let before = fresh.len();
        for number in found.drain(..) {
            let entry = seen.entry(hash(&number), |&seen| seen == number, hash);
            if let Entry::Vacant(entry) = entry {
                entry.insert(number);
                fresh.push(number);
            }
        }
        let new = (fresh.len() - before) as u64;
        self.seen.fetch_add(new, Ordering::Relaxed);
    }

    /// Looks at whatever can be reached from what is fresh: what is found in the end does not depend on the order.
    /// Whether that are as few as they may be.
    fn spread<P>(&self, crew: &mut Crew<'_, P>, walkers: &mut [Walker]) -> Result<bool, Trouble> {
        loop {
            if self.is_over() {
                return Ok(false);
            }
            let mut count = 0;
            let fresh = (0..SHARDS).filter(|&at| {
                let fresh = self.lock(at).fresh.len();
                count += fresh;
                fresh > 0
            });
            let fresh: Vec<usize> = fresh.collect();
            if fresh.is_empty() {
                return Ok(true);
            }
            let threads = (count / CROWD).clamp(1, walkers.len());
            let next = AtomicUsize::new(0);
            crew.run(&mut walkers[..threads], |walker, worker, beat| {
                while let Some(&at) = fresh.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let numbers = std::mem::take(&mut self.lock(at).fresh);
                    walker.look(self, &numbers, worker, beat)?;
                    self.lock(at).looked.append(&mut walker.looked);
                    if self.is_over() {
                        return Ok(());
                    }
                }
                walker.flush(self);
                Ok(())
            })?;
        }
    }

    /// The list of all that was looked at, and the byte of each.
    fn sort(self) -> (List, Vec<u8>) {
        let shards = self.shards.into_iter().map(|shard| {
            // The table is given back before the list is made.
            let shard = shard.into_inner().unwrap_or_else(PoisonError::into_inner);
            shard.looked
        });
        let shards = shards.collect();
        List::sorted(self.size, shards)
    }
}

/// The shard of a number. Not by its hash, which is to be unlike within a shard.
fn shard(number: u64) -> usize {
    (number.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 56) as usize
}

impl Walker {
    /// Puts a number into the set, sooner or later.
    fn send(&mut self, set: &Set, number: u64) -> Result<(), Trouble> {
        if number >= set.size {
            return Err(Trouble::astray(number));
        }
        let shard = shard(number);
        let found = &mut self.found[shard];
        found.push(number);
        if found.len() >= BATCH {
            set.insert(shard, found);
        }
        Ok(())
    }

    fn flush(&mut self, set: &Set) {
        for (shard, found) in self.found.iter_mut().enumerate() {
            set.insert(shard, found);
        }
    }

    /// Looks at numbers, and sends word to where their moves lead.
    fn look(
        &mut self,
        set: &Set,
        numbers: &[u64],
        worker: &mut dyn Worker,
        beat: &mut Beat<'_>,
    ) -> Result<(), Trouble> {
        for &number in numbers {
            beat.step()?;
            let judged = self.judge.add(worker, number)?;
            match judged {
                Judged::Nothing => return Err(Trouble::astray(number)),
                Judged::Ended(_) => {}
                Judged::Open(_) => {
                    for at in 0..self.judge.row.links.len() {
                        self.send(set, self.judge.row.links[at].number())?;
                    }
                }
            }
            self.looked.push(Packed::new(number, judged.byte()));
        }
        Ok(())
    }
}
