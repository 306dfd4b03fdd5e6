//! Level by level: what is won and lost in so many plies.

use std::mem;
use std::sync::atomic::{AtomicU64, Ordering};

use super::rows::{Back, Halt, Rows, rows};
use super::table::{Plies, Swept};
use super::{Lanes, Map, Strips, Way, bits_of, size};
use crate::counts::Counts;
use crate::progress::{Phase, Progress};
use crate::value::Remoteness;

/// Look whether something has been won.
const WON: u8 = 1;
/// Look whether something has been lost.
const LOST: u8 = 2;

/// Word operations below which a level is not worth a second thread.
const LITTLE: u64 = 150_000;

/// Gives every position of a game in strips its value.
pub fn sweep(game: &dyn Strips, threads: usize, progress: &dyn Progress) -> Result<Swept, Halt> {
    let rows = rows(game, threads, progress)?;
    let back = rows.backwards();
    let lanes = game.lanes();
    let positions = rows.strips * lanes.len();
    let sets = rows.strips.div_ceil(64);
    let marks = || (0..sets).map(|_| AtomicU64::new(0)).collect();
    let mut levels = Levels {
        maps: game.maps(),
        lanes,
        rows,
        back,
        marks: [marks(), marks()],
        threads: threads.max(1),
        kept: 0,
    };
    let mut plies = Plies::Bytes(vec![0; positions]);
    levels.mark_all();
    let mut level = 0;
    loop {
        let work = levels.marked();
        if work.is_empty() {
            break;
        }
        level += 1;
        plies.reach(level).ok_or(Halt::TooMany)?;
        let any = match &mut plies {
            Plies::Bytes(cells) => levels.level(&work, level as u8, cells),
            Plies::Words(cells) => levels.level(&work, level as u16, cells),
        };
        if !any {
            level -= 1;
            break;
        }
        let done = positions as u64;
        if progress.report(Phase::Solve, done, Some(done)).is_break() {
            return Err(Halt::Stopped);
        }
    }
    Ok(levels.close(plies, level))
}

struct Levels<'g> {
    maps: &'g [Map],
    lanes: &'g Lanes,
    rows: Rows,
    back: Back,
    /// Strips to be looked at in the next level: for wins, for losses.
    marks: [Vec<AtomicU64>; 2],
    threads: usize,
    /// The most bytes kept from the first half of a level to the second.
    kept: u64,
}

/// A strip to be looked at, and for what.
type Task = (u32, u8);

/// What a thread has found, and will write down when all have looked.
#[derive(Default)]
struct Found {
    strips: Vec<u32>,
    /// For each strip the words newly won, then those newly lost.
    words: Vec<u64>,
}

impl Levels<'_> {
    /// Marks all that lead to an end.
    fn mark_all(&self) {
        let rows = &self.rows;
        for strip in 0..rows.strips {
            let some = |set: &[u64]| rows.of(set, strip).iter().any(|&word| word != 0);
            self.mark(strip, some(&rows.won), some(&rows.lost));
        }
    }

    /// Marks all that lead to a strip where something has been won, or lost.
    fn mark(&self, strip: usize, won: bool, lost: bool) {
        for (marks, wanted) in self.marks.iter().zip([lost, won]) {
            if !wanted {
                continue;
            }
            for &from in self.back.to(strip) {
                let (word, bit) = (&marks[from as usize / 64], 1 << (from % 64));
                if word.load(Ordering::Relaxed) & bit == 0 {
                    word.fetch_or(bit, Ordering::Relaxed);
                }
            }
        }
    }

    /// Takes the marks off.
    fn marked(&mut self) -> Vec<Task> {
        let mut work = Vec::new();
        let [wins, losses] = &mut self.marks;
        for (at, (wins, losses)) in wins.iter_mut().zip(losses).enumerate() {
            let wins = mem::take(wins.get_mut());
            let losses = mem::take(losses.get_mut());
            let mut rest = wins | losses;
            while rest != 0 {
                let bit = rest.trailing_zeros();
                rest &= rest - 1;
                let flags = (wins >> bit & 1) as u8 * WON + (losses >> bit & 1) as u8 * LOST;
                work.push((at as u32 * 64 + bit, flags));
            }
        }
        work
    }

    /// Settles a level; says whether anything was new.
    fn level<C: Copy + Send + Sync>(&mut self, work: &[Task], code: C, cells: &mut [C]) -> bool {
        let parts = self.parts(work);
        let found = self.look_all(&parts);
        let kept = found
            .iter()
            .map(|found| found.strips.capacity() * 4 + found.words.capacity() * 8);
        self.kept = self.kept.max(kept.sum::<usize>() as u64);
        let any = found.iter().any(|found| !found.strips.is_empty());
        if any {
            self.write_all(&found, code, cells);
        }
        any
    }

    /// Cuts the work into parts that take about equally long, one for each thread worth it.
    fn parts<'w>(&self, work: &'w [Task]) -> Vec<&'w [Task]> {
        let words = self.rows.words as u64;
        let weight = |task: &Task| (self.rows.edges(task.0 as usize).len() as u64 + 2) * words;
        let total: u64 = work.iter().map(weight).sum();
        let threads = if total < LITTLE { 1 } else { self.threads };
        let each = total / threads as u64 + 1;
        let mut parts = Vec::with_capacity(threads);
        let (mut first, mut sum) = (0, 0);
        for (at, task) in work.iter().enumerate() {
            sum += weight(task);
            if sum >= each {
                parts.push(&work[first..=at]);
                (first, sum) = (at + 1, 0);
            }
        }
        if first < work.len() {
            parts.push(&work[first..]);
        }
        parts
    }

    fn look_all(&self, parts: &[&[Task]]) -> Vec<Found> {
        let Some((own, others)) = parts.split_first() else {
            return Vec::new();
        };
        std::thread::scope(|scope| {
            let others: Vec<_> = others
                .iter()
                .map(|part| scope.spawn(|| self.look_at(part)))
                .collect();
            let mut found = vec![self.look_at(own)];
            for other in others {
                match other.join() {
                    Ok(other) => found.push(other),
                    Err(panic) => std::panic::resume_unwind(panic),
                }
            }
            found
        })
    }

    fn look_at(&self, part: &[Task]) -> Found {
        let words = self.rows.words;
        let mut found = Found::default();
        let mut scratch = Scratch {
            open: vec![0; words],
            won: vec![0; words],
            target: vec![0; words],
            into: vec![0; words],
        };
        for &(strip, flags) in part {
            if self.look(strip as usize, flags, &mut scratch) {
                found.strips.push(strip);
                found.words.extend_from_slice(&scratch.won);
                found.words.extend_from_slice(&scratch.open);
            }
        }
        found
    }

    /// Looks at a strip; leaves what is newly won in `won`, newly lost in `open`, and says whether there is any.
    fn look(&self, strip: usize, flags: u8, scratch: &mut Scratch) -> bool {
        let rows = &self.rows;
        let settled = rows.of(&rows.won, strip).iter().zip(rows.of(&rows.lost, strip));
        let valid = self.lanes.valid();
        let mut any = 0;
        for (open, (valid, (won, lost))) in scratch.open.iter_mut().zip(valid.iter().zip(settled)) {
            *open = valid & !(won | lost);
            any |= *open;
        }
        if !rows.drawn.is_empty() {
            any = 0;
            for (open, drawn) in scratch.open.iter_mut().zip(rows.of(&rows.drawn, strip)) {
                *open &= !drawn;
                any |= *open;
            }
        }
        if any == 0 {
            return false;
        }
        scratch.won.fill(0);
        let mut any_won = 0;
        if flags & WON != 0 {
            self.winning(strip, scratch);
            for (won, open) in scratch.won.iter_mut().zip(&mut scratch.open) {
                *won &= *open;
                *open &= !*won;
                any_won |= *won;
            }
        }
        if flags & LOST == 0 {
            scratch.open.fill(0);
            return any_won != 0;
        }
        let any_lost = self.losing(strip, scratch);
        any_lost || any_won != 0
    }

    /// Adds to `won` the lanes that have a move to a loss.
    fn winning(&self, strip: usize, scratch: &mut Scratch) {
        let rows = &self.rows;
        for &edge in rows.edges(strip) {
            let how = rows.how(edge);
            let lost = rows.of(&rows.lost, edge.to as usize);
            let (guard, filter) = (rows.guard(how), rows.filter(how));
            if how.way == Way::Same && guard.is_none() && filter.is_none() {
                for (won, lost) in scratch.won.iter_mut().zip(lost) {
                    *won |= lost;
                }
                continue;
            }
            if lost.iter().all(|&word| word == 0) {
                continue;
            }
            let target = match filter {
                None => lost,
                Some(filter) => {
                    for (target, (lost, filter)) in
                        scratch.target.iter_mut().zip(lost.iter().zip(filter))
                    {
                        *target = lost & filter;
                    }
                    &scratch.target
                }
            };
            let won = &mut scratch.won;
            self.sources(how.way, guard, target, |at, lanes| won[at] |= lanes);
        }
    }

    /// Takes from `open` the lanes that have a move to something that is not won; says whether any are left.
    fn losing(&self, strip: usize, scratch: &mut Scratch) -> bool {
        let rows = &self.rows;
        let mut any = 0;
        for &edge in rows.edges(strip) {
            let how = rows.how(edge);
            let won = rows.of(&rows.won, edge.to as usize);
            let (guard, filter) = (rows.guard(how), rows.filter(how));
            any = 0;
            if how.way == Way::Same && guard.is_none() && filter.is_none() {
                for (open, won) in scratch.open.iter_mut().zip(won) {
                    *open &= won;
                    any |= *open;
                }
            } else {
                match filter {
                    None => {
                        for (target, won) in scratch.target.iter_mut().zip(won) {
                            *target = !won;
                        }
                    }
                    Some(filter) => {
                        for (target, (won, filter)) in
                            scratch.target.iter_mut().zip(won.iter().zip(filter))
                        {
                            *target = !won & filter;
                        }
                    }
                }
                scratch.into.fill(0);
                let into = &mut scratch.into;
                self.sources(how.way, guard, &scratch.target, |at, lanes| into[at] |= lanes);
                for (open, into) in scratch.open.iter_mut().zip(&scratch.into) {
                    *open &= !into;
                    any |= *open;
                }
            }
            if any == 0 {
                return false;
            }
        }
        any != 0
    }

    /// Gives `visit` the lanes that move into a set.
    #[inline]
    fn sources(
        &self,
        way: Way,
        guard: Option<&[u64]>,
        target: &[u64],
        mut visit: impl FnMut(usize, u64),
    ) {
        let all = u64::MAX;
        match way {
            Way::Same => {
                for (at, &lanes) in target.iter().enumerate() {
                    visit(at, lanes & guard.map_or(all, |guard| guard[at]));
                }
            }
            Way::Map(map) => match guard {
                None => self.maps[map as usize].sources(target, visit),
                Some(guard) => self.maps[map as usize]
                    .sources(target, |at, lanes| visit(at, lanes & guard[at])),
            },
            Way::To(bit) => {
                if target[bit as usize / 64] >> (bit % 64) & 1 == 1 {
                    for at in 0..target.len() {
                        visit(at, guard.map_or(all, |guard| guard[at]));
                    }
                }
            }
        }
    }

    /// Writes down what the threads have found, each its own part.
    fn write_all<C: Copy + Send + Sync>(&mut self, found: &[Found], code: C, cells: &mut [C]) {
        let found: Vec<&Found> = found.iter().filter(|part| !part.strips.is_empty()).collect();
        let (words, lanes) = (self.rows.words, self.lanes.len());
        let mut won = mem::take(&mut self.rows.won);
        let mut lost = mem::take(&mut self.rows.lost);
        let this = &*self;
        std::thread::scope(|scope| {
            let mut rest = (won.as_mut_slice(), lost.as_mut_slice(), &mut *cells);
            let mut first = 0;
            for (at, part) in found.iter().enumerate() {
                let end = found.get(at + 1).map(|next| next.strips[0] as usize);
                let count = end.map_or(usize::MAX, |end| end - first);
                let bits = count.saturating_mul(words).min(rest.0.len());
                let (won, later_won) = rest.0.split_at_mut(bits);
                let (lost, later_lost) = rest.1.split_at_mut(bits);
                let (own, later) = rest.2.split_at_mut(count.saturating_mul(lanes).min(rest.2.len()));
                rest = (later_won, later_lost, later);
                let mut page = Page {
                    first,
                    won,
                    lost,
                    cells: own,
                };
                first = end.unwrap_or(first);
                if end.is_some() {
                    scope.spawn(move || this.write(part, code, &mut page));
                } else {
                    this.write(part, code, &mut page);
                }
            }
        });
        self.rows.won = won;
        self.rows.lost = lost;
    }

    fn write<C: Copy>(&self, found: &Found, code: C, page: &mut Page<'_, C>) {
        let (words, lanes) = (self.rows.words, self.lanes.len());
        let ranks = &self.lanes.ranks;
        for (&strip, new) in found.strips.iter().zip(found.words.chunks(2 * words)) {
            let (new_won, new_lost) = new.split_at(words);
            let at = strip as usize - page.first;
            let cells = &mut page.cells[at * lanes..(at + 1) * lanes];
            let here = at * words..(at + 1) * words;
            let mut any = [0, 0];
            let sets = [&mut page.won[here.clone()], &mut page.lost[here]];
            for ((set, new), any) in sets.into_iter().zip([new_won, new_lost]).zip(&mut any) {
                for (set, new) in set.iter_mut().zip(new) {
                    *set |= new;
                    *any |= new;
                }
                for bit in bits_of(new) {
                    cells[ranks[bit] as usize] = code;
                }
            }
            self.mark(strip as usize, any[0] != 0, any[1] != 0);
        }
    }

    fn close(self, plies: Plies, deepest: u32) -> Swept {
        let rows = &self.rows;
        let positions = (rows.strips * self.lanes.len()) as u64;
        let (wins, losses) = (size(&rows.won), size(&rows.lost));
        let marks = 2 * self.marks[0].len() as u64 * 8;
        let tasks = (rows.strips * size_of::<Task>()) as u64;
        let own = rows.bytes() + self.back.bytes() + marks + tasks + self.kept;
        let ended = rows.terminals != 0 && wins + losses != 0;
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
                deepest: ended.then_some(Remoteness(deepest)),
            },
            peak: 0,
        };
        let sets = (swept.won.len() + swept.lost.len()) as u64 * 8;
        swept.peak = own + swept.bytes() - sets;
        swept
    }
}

/// What a thread looks at a strip with.
struct Scratch {
    open: Vec<u64>,
    won: Vec<u64>,
    target: Vec<u64>,
    into: Vec<u64>,
}

/// The strips from `first` on that a thread may write.
struct Page<'t, C> {
    first: usize,
    won: &'t mut [u64],
    lost: &'t mut [u64],
    cells: &'t mut [C],
}
