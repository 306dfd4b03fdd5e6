//! Which positions there are, and what there is to know about them before solving.
//!
//! The walk keeps one byte for each number: nothing, found, or how many moves there are; these bytes
//! become the cells that are solved. Where there are too many numbers for that, a bit each says
//! what was found, and the cells are filled in by another walk. And where next to none of very many numbers
//! is found, a set keeps those.

mod direct;
mod judge;
mod listed;
mod orbits;
mod sparse;

use super::cells::{Cells, Width};
use super::crew::{Crew, Trouble};
use super::places::{MOST, Places, Ranks};
use super::{Settings, afford};
use crate::error::SolveError;
use crate::game::Payoff;
use crate::numbered::{Codec, MOST_COUNTED, Numbered, Roots, Tally, Told, Worker};
use crate::progress::{Phase, Progress};

pub(super) use self::judge::Judge;
pub(crate) use self::orbits::Orbits;

/// Which positions to solve.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Wanted {
    /// Those that the roots can reach.
    Reachable,
    /// Every number that stands for something.
    Whole,
}

impl Start {
    fn listed(roots: &[u64]) -> Self {
        Self {
            first: roots.first().copied(),
            count: roots.len() as u64,
            listed: roots.to_vec(),
        }
    }

    /// Counts a position if the game may start there.
    fn ask(&mut self, worker: &mut dyn Worker, at: u64) -> Result<bool, Trouble> {
        let root = worker.is_root(at);
        let root = root.map_err(|source| Trouble::Fault { at, source })?;
        if root {
            self.count += 1;
            self.first = first_of(self.first, Some(at));
        }
        Ok(root)
    }
}

/// The lesser of two numbers, where there are any.
fn first_of(one: Option<u64>, other: Option<u64>) -> Option<u64> {
    match (one, other) {
        (Some(one), Some(other)) => Some(one.min(other)),
        _ => one.or(other),
    }
}

/// What was found.
#[derive(Debug)]
pub(crate) struct Survey {
    pub(crate) places: Places,
    pub(crate) tally: Tally,
    pub(crate) start: Start,
    pub(crate) orbits: Orbits,
}

/// Where the game starts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Start {
    /// The usual one: the first listed, or the one of the least number.
    pub(crate) first: Option<u64>,
    /// How many there are.
    pub(crate) count: u64,
    /// The others too, if they are listed.
    pub(crate) listed: Vec<u64>,
}

impl Survey {
    /// Bytes taken.
    pub(crate) fn bytes(&self) -> u64 {
        self.places.bytes() + self.start.listed.capacity() as u64 * 8 + self.orbits.bytes()
    }

    /// Turns the bytes of a walk into cells.
    fn cells<P>(
        &self,
        crew: &mut Crew<'_, P>,
        bytes: Vec<u8>,
        settings: &Settings,
    ) -> Result<Cells, Trouble> {
        counted(&self.tally)?;
        let codec = codec(&self.tally);
        // The ends at least must have a code, and every count.
        let mut width = Width::of(codec.settled(false, 1).unwrap_or(u32::MAX));
        if codec.most > u32::from(MOST_COUNTED) {
            width = width.max(Width::Two);
        }
        afford(settings, self, bytes.len() as u64 * width.bytes())?;
        let mut cells = Cells::from_bytes(bytes, Width::One, codec);
        if width == Width::One {
            judge::recode(cells.raw_mut(), codec);
        } else {
            cells.widen(width);
        }
        Judge::new(crew.game()).ask_again(crew, &self.places, &mut cells)?;
        Ok(cells)
    }

    /// Whether all ends are wins, losses or draws: what the cells can hold.
    pub(crate) fn plain(&self) -> bool {
        let plain = |payoff: Payoff| (-1..=1).contains(&payoff.0);
        let payoffs = self.tally.payoffs;
        payoffs.is_none_or(|(least, greatest)| plain(least) && plain(greatest))
    }

    /// Whether play must end, since every move leads to lower numbers or every one to higher ones.
    pub(crate) fn acyclic(&self) -> bool {
        self.tally.falling || self.tally.rising
    }
}

/// Finds the positions that are wanted, and opens a cell for each: it holds the number of moves, or
/// how the game has ended.
pub(crate) fn survey<P>(
    game: &dyn Numbered<P>,
    wanted: Wanted,
    roots: &Roots,
    settings: &Settings,
    progress: &dyn Progress,
) -> Result<(Survey, Cells), SolveError<P>> {
    if wanted == Wanted::Reachable && *roots == Roots::Listed(Vec::new()) {
        return Err(SolveError::NoStart);
    }
    if let (Wanted::Reachable, Roots::Listed(roots)) = (wanted, roots)
        && let Some(surveyed) = by_set(game, roots, settings, progress)?
    {
        return Ok(surveyed);
    }
    let total = (wanted == Wanted::Whole).then(|| game.size());
    let mut crew = Crew::new(game, settings.threads, progress, Phase::Explore, total);
    let named = |trouble: Trouble| trouble.named(game, settings.memory);
    let needed = direct::needed(game.size(), crew.threads(), settings);
    let direct = needed <= settings.memory && game.size() <= settings.tuning.direct;
    let found = if direct {
        let found = direct::walk(&mut crew, wanted, roots, settings);
        found.and_then(|found| found.close(settings))
    } else {
        let found = sparse::walk(&mut crew, wanted, roots, settings);
        found.and_then(|found| found.open(&mut crew))
    };
    let (survey, bytes) = found.map_err(named)?;
    if wanted == Wanted::Reachable && survey.start.count == 0 {
        return Err(SolveError::NoStart);
    }
    let cells = survey.cells(&mut crew, bytes, settings);
    let surveyed = (survey, cells.map_err(named)?);
    crew.tell().map_err(named)?;
    Ok(surveyed)
}

/// The survey of what some roots reach, if a set of that does; `None` if they are too many.
fn by_set<P>(
    game: &dyn Numbered<P>,
    roots: &[u64],
    settings: &Settings,
    progress: &dyn Progress,
) -> Result<Option<(Survey, Cells)>, SolveError<P>> {
    let most = listed::most(game.size(), settings);
    if most < roots.len() as u64 {
        return Ok(None);
    }
    let mut crew = Crew::new(game, settings.threads, progress, Phase::Explore, None);
    let named = |trouble: Trouble| trouble.named(game, settings.memory);
    let Some(found) = listed::walk(&mut crew, roots, most).map_err(named)? else {
        return Ok(None);
    };
    let survey = Survey {
        places: found.places,
        tally: found.tally,
        start: found.start,
        orbits: found.orbits,
    };
    let cells = survey.cells(&mut crew, found.bytes, settings);
    let surveyed = (survey, cells.map_err(named)?);
    crew.tell().map_err(named)?;
    Ok(Some(surveyed))
}

/// The table of a walk with a byte for each number, coded as by [`open_range`](crate::Worker::open_range).
struct Found {
    bytes: Vec<u8>,
    tally: Tally,
    start: Start,
    orbits: Orbits,
}

impl Found {
    /// Chooses what is stored, and moves its bytes there.
    fn close(mut self, settings: &Settings) -> Result<(Survey, Vec<u8>), Trouble> {
        let places = self.places(settings)?;
        if let Places::Ranked(_) = places {
            // Each byte moves to its index, which is no greater than its number.
            self.bytes.retain(|&byte| byte != 0);
            self.bytes.shrink_to_fit();
        }
        let survey = Survey {
            places,
            tally: self.tally,
            start: self.start,
            orbits: self.orbits,
        };
        Ok((survey, self.bytes))
    }

    fn places(&self, settings: &Settings) -> Result<Places, Trouble> {
        let size = self.bytes.len() as u64;
        let ranked = size + Ranks::needed(size, self.tally.classes);
        // Ranks take time: worth it only where most of the bytes would be wasted.
        let most = self.tally.classes.saturating_mul(4) >= size;
        let all = settings
            .tuning
            .all
            .unwrap_or(most || ranked > settings.memory);
        if all && size <= MOST {
            return Ok(Places::All(size as u32));
        }
        let words = self.bytes.chunks(64).map(|cells| {
            let bits = cells.iter().enumerate();
            bits.fold(0, |word, (bit, &cell)| word | u64::from(cell != 0) << bit)
        });
        Ranks::new(size, words)
            .map(Places::Ranked)
            .ok_or(Trouble::TooMany {
                what: "positions",
                limit: MOST,
            })
    }
}

impl sparse::Sparse {
    /// Opens what was found, a byte each.
    fn open<P>(self, crew: &mut Crew<'_, P>) -> Result<(Survey, Vec<u8>), Trouble> {
        let places = Places::Ranked(self.ranks);
        let bytes = sparse::open(crew, &places)?;
        let survey = Survey {
            places,
            tally: self.tally,
            start: self.start,
            orbits: self.orbits,
        };
        Ok((survey, bytes))
    }
}

/// Refuses counts that have run out of range.
fn counted(tally: &Tally) -> Result<(), Trouble> {
    if tally.positions == u64::MAX {
        return Err(Trouble::Overflow {
            what: "the number of positions",
        });
    }
    if tally.moves == u64::MAX {
        return Err(Trouble::Overflow {
            what: "the number of moves",
        });
    }
    Ok(())
}

/// The code that leaves most room for remoteness.
fn codec(tally: &Tally) -> Codec {
    let told = match tally.payoffs {
        _ if tally.again => Told::Apart,
        Some((least, greatest)) if least < Payoff::DRAW && greatest > Payoff::DRAW => Told::Apart,
        Some((_, greatest)) if greatest > Payoff::DRAW => Told::WinsEven,
        _ => Told::LossesEven,
    };
    Codec::new(tally.most, told)
}
