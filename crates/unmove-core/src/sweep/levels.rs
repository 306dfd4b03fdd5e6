//! Level by level: what is won and lost in so many plies.
//!
//! A level has up to two passes, and each reads one kind of set and writes the other: what is newly
//! won is read off what is lost, what is newly lost off what is won. So a pass may write at once,
//! without harm to the strips still to be looked at; only in a level with both do the wins wait
//! until the losses have been found.

use std::mem;

use super::rows::{Back, Edge, Halt, Rows, rows};
use super::set::{Padded, Set, with_words};
use super::table::{Plies, Swept};
use super::{Lanes, Map, Strips, Way, bits_of, size};
use crate::counts::Counts;
use crate::progress::{Phase, Progress};
use crate::value::Remoteness;

/// What a pass looks for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Aim {
    /// Lanes with a move to a loss.
    Won,
    /// Lanes whose moves all lead to wins.
    Lost,
}

/// Word operations below which a pass is not worth a second thread.
const LITTLE: u64 = 12_000;

/// One strip in so many that have changed makes it cheaper to look at all than to ask which.
const DENSE: usize = 4;

/// Levels between two looks at which strips are settled altogether.
const TIDY: u32 = 4;

/// Gives every position of a game in strips its value.
pub fn sweep(game: &dyn Strips, threads: usize, progress: &dyn Progress) -> Result<Swept, Halt> {
    let rows = rows(game, threads, progress)?;
    let words = rows.words;
    let levels = Levels {
        maps: game.maps(),
        lanes: game.lanes(),
        rows,
        back: None,
        marks: Vec::new(),
        alive: Vec::new(),
        threads: threads.max(1),
        kept: 0,
    };
    with_words!(words, levels, run, progress)
}

pub(super) struct Levels<'g> {
    maps: &'g [Map],
    lanes: &'g Lanes,
    rows: Rows,
    /// Made when few strips have changed for the first time.
    back: Option<Back>,
    /// A bit for each strip.
    marks: Vec<u64>,
    /// The strips that may have open lanes.
    alive: Vec<u32>,
    threads: usize,
    /// The most bytes kept from one pass to the next.
    kept: u64,
}

/// Strips with new lanes, and these lanes.
struct Found<S> {
    strips: Vec<u32>,
    lanes: Vec<S>,
}

impl Levels<'_> {
    fn run<S: Set>(mut self, progress: &dyn Progress) -> Result<Swept, Halt> {
        let mut plies = Plies::default();
        self.alive = (0..self.rows.strips as u32).collect();
        let mut won = self.ended(&self.rows.won);
        let mut lost = self.ended(&self.rows.lost);
        let mut level = 0;
        while !(won.is_empty() && lost.is_empty()) {
            level += 1;
            let lost_before = mem::take(&mut lost);
            let won_before = mem::take(&mut won);
            self.flip(plies.plane(level, self.rows.won.len()));
            (won, lost) = self.level::<S>(&won_before, &lost_before);
            if level % TIDY == 0 {
                self.tidy();
            }
            let all = self.rows.strips as u64 * self.lanes.len() as u64;
            let left = self.alive.len() as u64 * self.lanes.len() as u64;
            if progress
                .report(Phase::Solve, all - left, Some(all))
                .is_break()
            {
                return Err(Halt::Stopped);
            }
        }
        Ok(self.close(plies, level.saturating_sub(1)))
    }

    /// The strips where a set has lanes.
    fn ended(&self, set: &[u64]) -> Vec<u32> {
        let some = |strip: &u32| {
            self.rows
                .of(set, *strip as usize)
                .iter()
                .any(|&word| word != 0)
        };
        self.alive.iter().copied().filter(some).collect()
    }

    /// Lets go of strips without open lanes.
    fn tidy(&mut self) {
        let rows = &self.rows;
        let valid = self.lanes.valid();
        let open = |strip: &u32| {
            let strip = *strip as usize;
            let settled = rows
                .of(&rows.won, strip)
                .iter()
                .zip(rows.of(&rows.lost, strip));
            let mut pairs = valid.iter().zip(settled).enumerate();
            pairs.any(|(at, (valid, (won, lost)))| {
                let drawn = rows
                    .drawn
                    .get(strip * rows.words + at)
                    .copied()
                    .unwrap_or(0);
                valid & !(won | lost | drawn) != 0
            })
        };
        self.alive.retain(open);
    }

    /// Settles a level, after what the level before has won and lost; gives back the strips where
    /// something has been won, and lost.
    fn level<S: Set>(&mut self, won: &[u32], lost: &[u32]) -> (Vec<u32>, Vec<u32>) {
        let wins = self.before(lost);
        let losses = self.before(won);
        if losses.is_empty() {
            return (self.pass::<S>(Aim::Won, &wins), Vec::new());
        }
        let waiting = self.wait::<S>(&wins);
        let lost = self.pass::<S>(Aim::Lost, &losses);
        let mut won = Vec::new();
        let words = self.rows.words;
        for found in waiting {
            for (&strip, new) in found.strips.iter().zip(&found.lanes) {
                add(&mut self.rows.won[strip as usize * words..], new.words());
            }
            won.extend_from_slice(&found.strips);
        }
        (won, lost)
    }

    /// Counts a level for all lanes that are open before it.
    fn flip(&self, plane: &mut [u64]) {
        let rows = &self.rows;
        let words = rows.words.max(1);
        let threads = match plane.len() as u64 {
            few if few < LITTLE => 1,
            _ => self.threads,
        };
        let step = rows.strips.div_ceil(threads).max(1) * words;
        let flip = |first: usize, plane: &mut [u64]| {
            let sets = rows.won[first..]
                .chunks(words)
                .zip(rows.lost[first..].chunks(words));
            for (plane, (won, lost)) in plane.chunks_mut(words).zip(sets) {
                let sets = self.lanes.valid().iter().zip(won.iter().zip(lost));
                for (plane, (valid, (won, lost))) in plane.iter_mut().zip(sets) {
                    *plane ^= valid & !(won | lost);
                }
            }
        };
        std::thread::scope(|scope| {
            let mut parts = plane.chunks_mut(step).enumerate();
            let own = parts.next();
            for (number, part) in parts {
                let flip = &flip;
                scope.spawn(move || flip(number * step, part));
            }
            if let Some((_, own)) = own {
                flip(0, own);
            }
        });
    }

    /// The strips to look at after these have changed: those with a move to them, or all.
    fn before(&mut self, changed: &[u32]) -> Vec<u32> {
        if changed.is_empty() {
            return Vec::new();
        }
        if changed.len() * DENSE >= self.alive.len() {
            return self.alive.clone();
        }
        let rows = &self.rows;
        let back = self.back.get_or_insert_with(|| rows.backwards());
        self.marks.resize(rows.strips.div_ceil(64), 0);
        for &strip in changed {
            for &from in back.to(strip as usize) {
                self.marks[from as usize / 64] |= 1 << (from % 64);
            }
        }
        let marked = bits_of(&self.marks).map(|strip| strip as u32).collect();
        self.marks.fill(0);
        marked
    }

    /// Cuts strips into parts that take about equally long, one for each thread that is worth it.
    fn parts<'w>(&self, strips: &'w [u32]) -> Vec<&'w [u32]> {
        let words = self.rows.words as u64;
        let least = strips.len() as u64 * words;
        if self.threads < 2 || least * 2 < LITTLE {
            return vec![strips];
        }
        let weight = |strip: &u32| (self.rows.edges(*strip as usize).len() as u64 + 2) * words;
        let total: u64 = strips.iter().map(weight).sum();
        let each = total / self.threads as u64 + 1;
        let mut parts = Vec::with_capacity(self.threads);
        let (mut first, mut sum) = (0, 0);
        for (at, strip) in strips.iter().enumerate() {
            sum += weight(strip);
            if sum >= each {
                parts.push(&strips[first..=at]);
                (first, sum) = (at + 1, 0);
            }
        }
        if first < strips.len() {
            parts.push(&strips[first..]);
        }
        parts
    }

    /// Looks for wins and keeps them, to be written later.
    fn wait<S: Set>(&mut self, strips: &[u32]) -> Vec<Found<S>> {
        let this = &*self;
        let look = |part: &[u32]| {
            let mut found = Found {
                strips: Vec::new(),
                lanes: Vec::new(),
            };
            let mut scratch = Padded::new(this.rows.words);
            for &strip in part {
                let at = strip as usize;
                let own = this.rows.of(&this.rows.won, at);
                let new = this.look::<S>(Aim::Won, at, own, &this.rows.lost, &mut scratch);
                if let Some(new) = new {
                    found.strips.push(strip);
                    found.lanes.push(new);
                }
            }
            found
        };
        let parts = self.parts(strips);
        let Some((own, others)) = parts.split_first() else {
            return Vec::new();
        };
        let found: Vec<Found<S>> = std::thread::scope(|scope| {
            let look = &look;
            let others: Vec<_> = others
                .iter()
                .map(|part| scope.spawn(|| look(part)))
                .collect();
            let mut found = vec![look(own)];
            found.extend(others.into_iter().map(joined));
            found
        });
        let bytes = |found: &Found<S>| {
            found.strips.capacity() * 4 + found.lanes.capacity() * 8 * self.rows.words
        };
        self.kept = self.kept.max(found.iter().map(bytes).sum::<usize>() as u64);
        found
    }

    /// Looks at strips and writes down what is new; gives back where something is.
    fn pass<S: Set>(&mut self, aim: Aim, strips: &[u32]) -> Vec<u32> {
        let mut own = match aim {
            Aim::Won => mem::take(&mut self.rows.won),
            Aim::Lost => mem::take(&mut self.rows.lost),
        };
        let this = &*self;
        let parts = self.parts(strips);
        let changed = std::thread::scope(|scope| {
            let mut others = Vec::new();
            let mut rest = own.as_mut_slice();
            let mut first = 0;
            let mut changed = Vec::new();
            for (at, part) in parts.iter().enumerate() {
                let next = parts.get(at + 1).and_then(|next| next.first());
                let end = next.map_or(this.rows.strips, |&next| next as usize);
                let (own, later) = rest.split_at_mut((end - first) * this.rows.words);
                rest = later;
                let mut page = Page { first, own };
                first = end;
                let mut work = move || this.look_and_write::<S>(aim, part, &mut page);
                if next.is_some() {
                    others.push(scope.spawn(work));
                } else {
                    changed = work();
                }
            }
            let mut all: Vec<u32> = others.into_iter().flat_map(joined).collect();
            all.append(&mut changed);
            all
        });
        match aim {
            Aim::Won => self.rows.won = own,
            Aim::Lost => self.rows.lost = own,
        }
        changed
    }

    fn look_and_write<S: Set>(&self, aim: Aim, part: &[u32], page: &mut Page<'_>) -> Vec<u32> {
        let words = S::count(self.rows.words);
        let other = match aim {
            Aim::Won => &self.rows.lost,
            Aim::Lost => &self.rows.won,
        };
        let mut changed = Vec::new();
        let mut scratch = Padded::new(words);
        for &strip in part {
            let at = strip as usize - page.first;
            let own = &mut page.own[at * words..(at + 1) * words];
            let new = self.look::<S>(aim, strip as usize, own, other, &mut scratch);
            if let Some(new) = new {
                changed.push(strip);
                add(own, new.words());
            }
        }
        changed
    }

    /// What is newly won or lost in a strip, if anything. `own` is what has been so before, `other`
    /// what has been the opposite, over all strips.
    #[expect(
        clippy::inline_always,
        reason = "sets stay in registers only if nothing is called"
    )]
    #[inline(always)]
    fn look<S: Set>(
        &self,
        aim: Aim,
        strip: usize,
        own: &[u64],
        other: &[u64],
        scratch: &mut Padded,
    ) -> Option<S> {
        let rows = &self.rows;
        let words = S::count(rows.words);
        let mut open = S::new(words);
        let settled = own.iter().zip(&other[strip * words..(strip + 1) * words]);
        let valid = self.lanes.valid().iter();
        for (open, (valid, (own, other))) in open.words_mut().iter_mut().zip(valid.zip(settled)) {
            *open = valid & !(own | other);
        }
        if !rows.drawn.is_empty() {
            let drawn = &rows.drawn[strip * words..(strip + 1) * words];
            for (open, drawn) in open.words_mut().iter_mut().zip(drawn) {
                *open &= !drawn;
            }
        }
        if open.is_none() {
            return None;
        }
        match aim {
            Aim::Won => self.won(strip, &open, other, scratch),
            Aim::Lost => self.lost(strip, open, other, scratch),
        }
    }

    /// The open lanes that have a move to a loss.
    #[expect(
        clippy::inline_always,
        reason = "sets stay in registers only if nothing is called"
    )]
    #[inline(always)]
    fn won<S: Set>(&self, strip: usize, open: &S, lost: &[u64], scratch: &mut Padded) -> Option<S> {
        let rows = &self.rows;
        let words = S::count(rows.words);
        let mut won = S::new(words);
        for &edge in rows.edges(strip) {
            let to = edge.to as usize;
            let lost = &lost[to * words..(to + 1) * words];
            if edge.is_plain() {
                won.add(lost);
            } else {
                won.add(self.moving::<S>(edge, lost, 0, scratch).words());
            }
        }
        won.keep(open.words());
        (!won.is_none()).then_some(won)
    }

    /// The open lanes that have no move to anything that is not won.
    #[expect(
        clippy::inline_always,
        reason = "sets stay in registers only if nothing is called"
    )]
    #[inline(always)]
    fn lost<S: Set>(
        &self,
        strip: usize,
        mut open: S,
        won: &[u64],
        scratch: &mut Padded,
    ) -> Option<S> {
        let rows = &self.rows;
        let words = S::count(rows.words);
        for &edge in rows.edges(strip) {
            let to = edge.to as usize;
            let won = &won[to * words..(to + 1) * words];
            if edge.is_plain() {
                open.keep(won);
            } else {
                open.drop(self.moving::<S>(edge, won, u64::MAX, scratch).words());
            }
            if open.is_none() {
                return None;
            }
        }
        Some(open)
    }

    /// The lanes that a move takes into a set, or where `turned` has all bits, out of it.
    #[inline(never)]
    fn moving<S: Set>(&self, edge: Edge, set: &[u64], turned: u64, scratch: &mut Padded) -> S {
        let rows = &self.rows;
        let words = S::count(rows.words);
        let how = rows.how(edge);
        let filter = rows.filter(how);
        let mut moving = S::new(words);
        match how.way {
            Way::Same => {
                for (lanes, set) in moving.words_mut().iter_mut().zip(set) {
                    *lanes = set ^ turned;
                }
                if let Some(filter) = filter {
                    moving.keep(filter);
                }
            }
            Way::Map(map) => {
                let targets = scratch.middle(words);
                for (target, set) in targets.iter_mut().zip(set) {
                    *target = set ^ turned;
                }
                if let Some(filter) = filter {
                    for (target, filter) in targets.iter_mut().zip(filter) {
                        *target &= filter;
                    }
                }
                for shift in self.maps[map as usize].shifts() {
                    let lanes = moving.words_mut().iter_mut();
                    let shifted = scratch.shifted(words, shift.by);
                    for ((lanes, from), shifted) in lanes.zip(&shift.from).zip(shifted) {
                        *lanes |= shifted & from;
                    }
                }
            }
            Way::To(bit) => {
                let place = bit as usize / 64;
                let word = (set[place] ^ turned) & filter.map_or(u64::MAX, |filter| filter[place]);
                if word >> (bit % 64) & 1 == 1 {
                    moving.words_mut().fill(u64::MAX);
                }
            }
        }
        if let Some(guard) = rows.guard(how) {
            moving.keep(guard);
        }
        moving
    }

    fn close(self, plies: Plies, deepest: u32) -> Swept {
        let rows = &self.rows;
        let positions = (rows.strips * self.lanes.len()) as u64;
        let (wins, losses) = (size(&rows.won), size(&rows.lost));
        // The strips that are alive, those to be looked at, and those that have changed.
        let lists = (rows.strips * 3 * 4 + self.marks.len() * 8) as u64;
        let back = self.back.as_ref().map_or(0, Back::bytes);
        let own = rows.bytes() + back + lists + self.kept;
        let some = wins + losses != 0;
        let mut swept = Swept {
            lanes: self.lanes.clone(),
            won: self.rows.won,
            lost: self.rows.lost,
            plies,
            counts: Counts {
                positions,
                wins,
                losses,
                draws: positions - wins - losses,
                terminals: self.rows.terminals,
                moves: self.rows.moves,
                classes: positions,
                deepest: some.then_some(Remoteness(deepest)),
            },
            peak: 0,
        };
        let sets = (swept.won.len() + swept.lost.len()) as u64 * 8;
        swept.peak = own + swept.bytes() - sets;
        swept
    }
}

/// Adds new lanes to a strip.
#[inline]
fn add(own: &mut [u64], new: &[u64]) {
    own.iter_mut().zip(new).for_each(|(own, new)| *own |= new);
}

/// What a thread has found.
fn joined<T>(thread: std::thread::ScopedJoinHandle<'_, T>) -> T {
    match thread.join() {
        Ok(found) => found,
        Err(panic) => std::panic::resume_unwind(panic),
    }
}

/// The strips from `first` on that a thread may write.
struct Page<'t> {
    first: usize,
    own: &'t mut [u64],
}
