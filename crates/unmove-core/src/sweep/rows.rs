//! What all strips have to say, kept in compressed rows.

use std::ops::ControlFlow;
use std::sync::Mutex;

use rustc_hash::FxHashMap;

use super::{Ends, Map, Strip, Strips, Sweeper, Way, size};
use crate::game::Fault;
use crate::progress::{Phase, Progress};

/// Why a sweep was left undone.
#[derive(Debug)]
pub enum Halt {
    /// The game failed.
    Fault(Fault),
    /// Somebody asked for the work to stop.
    Stopped,
    /// There are too many moves of strips.
    TooMany,
}

/// No set of lanes.
const NONE: u32 = u32::MAX;

/// Lanes stay, and all that are open go.
const PLAIN: u32 = u32::MAX;

/// How lanes move: the guard and the filter are places in the pool of masks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct How {
    pub(super) way: Way,
    guard: u32,
    filter: u32,
}

/// A move of a strip.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    pub(super) to: u32,
    how: u32,
}

impl Edge {
    /// Whether lanes stay and all that are open go.
    #[inline]
    pub(super) fn is_plain(self) -> bool {
        self.how == PLAIN
    }
}

/// Bit sets over all lanes of all strips, and the rows of moves.
#[derive(Debug, Default)]
pub(super) struct Rows {
    pub(super) strips: usize,
    pub(super) words: usize,
    /// Lanes where the player to move has won, by strip; the ended ones for now.
    pub(super) won: Vec<u64>,
    pub(super) lost: Vec<u64>,
    /// Lanes where the game has ended without a winner; empty where no game ends like that.
    pub(super) drawn: Vec<u64>,
    starts: Vec<u32>,
    edges: Vec<Edge>,
    hows: Vec<How>,
    masks: Vec<u64>,
    /// Positions where the game has ended.
    pub(super) terminals: u64,
    /// Moves of single positions.
    pub(super) moves: u64,
}

impl Rows {
    /// The moves of a strip.
    pub(super) fn edges(&self, strip: usize) -> &[Edge] {
        &self.edges[self.starts[strip] as usize..self.starts[strip + 1] as usize]
    }

    pub(super) fn how(&self, edge: Edge) -> How {
        self.hows[edge.how as usize]
    }

    pub(super) fn guard(&self, how: How) -> Option<&[u64]> {
        self.mask(how.guard)
    }

    pub(super) fn filter(&self, how: How) -> Option<&[u64]> {
        self.mask(how.filter)
    }

    fn mask(&self, place: u32) -> Option<&[u64]> {
        let first = place as usize * self.words;
        (place != NONE).then(|| &self.masks[first..first + self.words])
    }

    /// A strip's part of a bit set.
    pub(super) fn of<'s>(&self, set: &'s [u64], strip: usize) -> &'s [u64] {
        &set[strip * self.words..(strip + 1) * self.words]
    }

    /// For each strip those that have a move to it, each once.
    pub(super) fn backwards(&self) -> Back {
        let mut starts = vec![0_u32; self.strips + 1];
        self.each_once(|_, to| starts[to as usize + 1] += 1);
        for at in 0..self.strips {
            starts[at + 1] += starts[at];
        }
        let mut next = starts.clone();
        let mut from = vec![0; starts[self.strips] as usize];
        self.each_once(|strip, to| {
            let place = &mut next[to as usize];
            from[*place as usize] = strip;
            *place += 1;
        });
        Back { starts, from }
    }

    fn each_once(&self, mut visit: impl FnMut(u32, u32)) {
        for strip in 0..self.strips {
            let edges = self.edges(strip);
            for (at, edge) in edges.iter().enumerate() {
                if !edges[..at].iter().any(|before| before.to == edge.to) {
                    visit(strip as u32, edge.to);
                }
            }
        }
    }

    /// How many bytes all this takes.
    pub(super) fn bytes(&self) -> u64 {
        let sets = self.won.len() + self.lost.len() + self.drawn.len() + self.masks.len();
        let edges = self.edges.len() * size_of::<Edge>() + self.hows.len() * size_of::<How>();
        (sets * 8 + edges + self.starts.len() * 4) as u64
    }
}

/// Which strips have a move to a strip.
#[derive(Debug)]
pub(super) struct Back {
    starts: Vec<u32>,
    from: Vec<u32>,
}

impl Back {
    pub(super) fn to(&self, strip: usize) -> &[u32] {
        &self.from[self.starts[strip] as usize..self.starts[strip + 1] as usize]
    }

    pub(super) fn bytes(&self) -> u64 {
        (self.starts.len() + self.from.len()) as u64 * 4
    }
}

/// How many strips a thread takes at a time.
const CHUNK: usize = 1024;

/// What some strips one after the other have to say.
#[derive(Default)]
struct Chunk {
    ends_of: Vec<u32>,
    edges: Vec<Edge>,
    hows: Vec<How>,
    masks: Vec<u64>,
    drawn: Vec<u64>,
    terminals: u64,
    moves: u64,
}

/// A chunk still to be asked for: its number and its parts of the sets.
type Open<'s> = (usize, (&'s mut [u64], &'s mut [u64]));

/// Asks for every strip.
pub(super) fn rows(
    game: &dyn Strips,
    threads: usize,
    progress: &dyn Progress,
) -> Result<Rows, Halt> {
    let strips = game.strips() as usize;
    let words = game.lanes().words();
    let mut won = vec![0; strips * words];
    let mut lost = vec![0; strips * words];
    let step = (CHUNK * words).max(1);
    let open = won.chunks_mut(step).zip(lost.chunks_mut(step)).enumerate();
    let open = Mutex::new(open);
    let done: Mutex<Vec<Option<Chunk>>> = Mutex::new(Vec::new());
    let failed: Mutex<Option<(usize, Halt)>> = Mutex::new(None);
    let next = || -> Option<Open<'_>> {
        let stop = failed.lock().map_or(true, |failed| failed.is_some());
        (!stop).then(|| open.lock().ok()?.next()).flatten()
    };
    let fail = |number: usize, halt: Halt| {
        if let Ok(mut failed) = failed.lock()
            && failed.as_ref().is_none_or(|first| first.0 > number)
        {
            *failed = Some((number, halt));
        }
    };
    let work = |report: &dyn Fn(u64) -> ControlFlow<()>| {
        let mut asker = Asker::new(game);
        while let Some((number, (won, lost))) = next() {
            match asker.chunk(number * CHUNK, won, lost) {
                Ok(chunk) => {
                    if let Ok(mut done) = done.lock() {
                        let len = done.len().max(number + 1);
                        done.resize_with(len, || None);
                        done[number] = Some(chunk);
                    }
                }
                Err(fault) => fail(number, Halt::Fault(fault)),
            }
            if report((number * CHUNK) as u64).is_break() {
                fail(usize::MAX, Halt::Stopped);
            }
        }
    };
    let silent = |_| ControlFlow::Continue(());
    let lanes = game.lanes().len() as u64;
    let aloud = |at| {
        let total = strips as u64 * lanes;
        progress.report(Phase::Explore, at * lanes, Some(total))
    };
    std::thread::scope(|scope| {
        let helpers = threads.min(strips.div_ceil(CHUNK)).saturating_sub(1);
        for _ in 0..helpers {
            scope.spawn(|| work(&silent));
        }
        work(&aloud);
    });
    if let Some((_, halt)) = failed.into_inner().ok().flatten() {
        return Err(halt);
    }
    let chunks = done.into_inner().unwrap_or_default();
    let mut rows = Rows {
        strips,
        words,
        starts: Vec::with_capacity(strips + 1),
        ..Rows::default()
    };
    rows.starts.push(0);
    for (number, chunk) in chunks.into_iter().enumerate() {
        rows.append(number, &chunk.unwrap_or_default())?;
    }
    rows.won = won;
    rows.lost = lost;
    Ok(rows)
}

impl Rows {
    fn append(&mut self, number: usize, chunk: &Chunk) -> Result<(), Halt> {
        let place = |count: usize| u32::try_from(count).map_err(|_| Halt::TooMany);
        let edges = place(self.edges.len())?;
        let hows = place(self.hows.len())?;
        let masks = place(self.masks.len() / self.words.max(1))?;
        place(self.edges.len() + chunk.edges.len())?;
        self.starts
            .extend(chunk.ends_of.iter().map(|end| edges + end));
        self.edges.extend(chunk.edges.iter().map(|edge| Edge {
            to: edge.to,
            how: match edge.how {
                PLAIN => PLAIN,
                how => hows + how,
            },
        }));
        let moved = |mask: u32| if mask == NONE { NONE } else { masks + mask };
        self.hows.extend(chunk.hows.iter().map(|how| How {
            way: how.way,
            guard: moved(how.guard),
            filter: moved(how.filter),
        }));
        self.masks.extend_from_slice(&chunk.masks);
        if !chunk.drawn.is_empty() {
            self.drawn.resize(self.strips * self.words, 0);
            let first = number * CHUNK * self.words;
            self.drawn[first..first + chunk.drawn.len()].copy_from_slice(&chunk.drawn);
        }
        self.terminals += chunk.terminals;
        self.moves += chunk.moves;
        Ok(())
    }
}

/// Asks for strips, one after the other.
struct Asker<'g> {
    sweeper: Box<dyn Sweeper + 'g>,
    maps: &'g [Map],
    valid: &'g [u64],
    strip: Strip,
    stuck: Ends,
    free: Vec<u64>,
    movable: Vec<u64>,
    known_masks: FxHashMap<Box<[u64]>, u32>,
    known_hows: FxHashMap<How, u32>,
}

impl<'g> Asker<'g> {
    fn new(game: &'g dyn Strips) -> Self {
        Self {
            sweeper: game.sweeper(),
            maps: game.maps(),
            valid: game.lanes().valid(),
            strip: Strip::default(),
            stuck: Ends::default(),
            free: Vec::new(),
            movable: Vec::new(),
            known_masks: FxHashMap::default(),
            known_hows: FxHashMap::default(),
        }
    }

    fn chunk(&mut self, first: usize, won: &mut [u64], lost: &mut [u64]) -> Result<Chunk, Fault> {
        let mut chunk = Chunk::default();
        self.known_masks.clear();
        self.known_hows.clear();
        let words = self.valid.len();
        let all = won.len();
        let strips = won.chunks_mut(words).zip(lost.chunks_mut(words));
        for (at, (won, lost)) in strips.enumerate() {
            self.strip.clear(words);
            self.sweeper.strip((first + at) as u64, &mut self.strip)?;
            let ends = &self.strip.ends;
            won.copy_from_slice(&ends.won);
            lost.copy_from_slice(&ends.lost);
            self.free.clear();
            let ended = ends.won.iter().zip(&ends.lost).zip(&ends.drawn);
            let free = self.valid.iter().zip(ended);
            self.free
                .extend(free.map(|(valid, ((won, lost), drawn))| valid & !(won | lost | drawn)));
            self.moves(&mut chunk);
            self.stuck((first + at) as u64, won, lost)?;
            let drawn = self.strip.ends.drawn.iter().zip(&self.stuck.drawn);
            if drawn.clone().any(|(ended, stuck)| ended | stuck != 0) {
                chunk.drawn.resize(all, 0);
                for (place, (ended, stuck)) in chunk.drawn[at * words..].iter_mut().zip(drawn) {
                    *place = ended | stuck;
                }
            }
            chunk.terminals += size(self.valid) - size(&self.movable);
            chunk.ends_of.push(chunk.edges.len() as u32);
        }
        Ok(chunk)
    }

    /// Keeps the moves of the strip, counts them, and finds the lanes that have any.
    fn moves(&mut self, chunk: &mut Chunk) {
        self.movable.clear();
        self.movable.resize(self.valid.len(), 0);
        for play in self.strip.moves() {
            let guard = play.guard.map(|mask| self.strip.lanes(mask));
            let filter = play.filter.map(|mask| self.strip.lanes(mask));
            let mut keep = |mask: Option<&[u64]>| {
                let Some(mask) = mask else { return NONE };
                if let Some(&known) = self.known_masks.get(mask) {
                    return known;
                }
                let number = (chunk.masks.len() / mask.len()) as u32;
                chunk.masks.extend_from_slice(mask);
                self.known_masks.insert(mask.into(), number);
                number
            };
            let how = How {
                way: play.way,
                guard: keep(guard),
                filter: keep(filter),
            };
            let how = if (how.way, how.guard, how.filter) == (Way::Same, NONE, NONE) {
                PLAIN
            } else {
                *self.known_hows.entry(how).or_insert_with(|| {
                    chunk.hows.push(how);
                    chunk.hows.len() as u32 - 1
                })
            };
            chunk.edges.push(Edge { to: play.to, how });
            let (free, movable) = (&self.free, &mut self.movable);
            let mut count = |at: usize, lanes: u64| {
                let lanes = lanes & free[at] & guard.map_or(u64::MAX, |guard| guard[at]);
                movable[at] |= lanes;
                chunk.moves += u64::from(lanes.count_ones());
            };
            match play.way {
                Way::Same => {
                    for at in 0..free.len() {
                        count(at, filter.map_or(u64::MAX, |filter| filter[at]));
                    }
                }
                Way::Map(map) => {
                    let targets = filter.unwrap_or(self.valid);
                    self.maps[map as usize].sources(targets, count);
                }
                Way::To(bit) => {
                    let word = filter.map_or(u64::MAX, |filter| filter[bit as usize / 64]);
                    if word >> (bit % 64) & 1 == 1 {
                        (0..free.len()).for_each(|at| count(at, u64::MAX));
                    }
                }
            }
        }
    }

    /// What the lanes without a move pay.
    fn stuck(&mut self, at: u64, won: &mut [u64], lost: &mut [u64]) -> Result<(), Fault> {
        self.stuck.clear(self.valid.len());
        for (free, movable) in self.free.iter_mut().zip(&self.movable) {
            *free &= !movable;
        }
        if self.free.iter().all(|&word| word == 0) {
            return Ok(());
        }
        self.sweeper.stuck(at, &self.free, &mut self.stuck)?;
        for (won, stuck) in won.iter_mut().zip(&self.stuck.won) {
            *won |= stuck;
        }
        for (lost, stuck) in lost.iter_mut().zip(&self.stuck.lost) {
            *lost |= stuck;
        }
        Ok(())
    }
}
