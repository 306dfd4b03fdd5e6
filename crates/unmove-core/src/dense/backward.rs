//! Outcome and remoteness in one pass over the numbers.

use std::ops::Range;

use super::cells::{Cells, Width};
use super::crew::{Crew, Trouble};
use super::stream::{Moves, Pass, Way, pass};
use super::survey::Survey;
use super::{Settings, afford, one_way};
use crate::error::SolveError;
use crate::game::Payoff;
use crate::graph::Index;
use crate::numbered::{Codec, Numbered, Row, Worker};
use crate::outcomes::Outcomes;
use crate::progress::{Phase, Progress};

/// Solves a surveyed game whose ends pay 1, 0 or −1, where endless play (which there is not) would
/// be a draw, and where every move leads to lower numbers or every one to higher ones.
pub(crate) fn backward<P>(
    game: &dyn Numbered<P>,
    survey: &Survey,
    opened: Cells,
    settings: &Settings,
    progress: &dyn Progress,
) -> Result<Outcomes, SolveError<P>> {
    let way = one_way(survey)?;
    let count = Some(survey.tally.classes);
    let mut crew = Crew::new(game, 1, progress, Phase::Solve, count);
    let mut work = Settling {
        survey,
        settings,
        way,
        cells: opened,
    };
    let passed = pass(&mut crew, &survey.places, way, &mut work);
    passed.map_err(|trouble| trouble.named(game, settings.memory))?;
    Ok(Outcomes::compact(work.cells))
}

struct Settling<'a> {
    survey: &'a Survey,
    settings: &'a Settings,
    way: Way,
    cells: Cells,
}

impl Pass for Settling<'_> {
    fn cells(&self) -> &Cells {
        &self.cells
    }

    fn at_once(&mut self, worker: &mut dyn Worker, numbers: Range<u64>, falling: bool) -> u64 {
        let (codec, width) = (self.cells.codec(), self.cells.width() as usize);
        worker.settle_range(numbers, falling, codec, self.cells.raw_mut(), width)
    }

    fn one(&mut self, at: Index, moves: &Moves<'_>) -> Result<(), Trouble> {
        let places = &self.survey.places;
        let code = |to| Some(self.cells.get(places.index(to)?.at()));
        let code = best(moves.number, moves.row, self.cells.codec(), code)?;
        self.put(at, code)
    }
}

impl Settling<'_> {
    fn put(&mut self, at: Index, code: u32) -> Result<(), Trouble> {
        if Width::of(code) > self.cells.width() {
            let width = self.width_for(at, code)?;
            self.cells.widen(width);
        }
        self.cells.put(at.at(), code);
        Ok(())
    }

    /// The width to go on with from a code that does not fit. Widening takes a pass, so where codes grow as they have grown so
    /// far, it is done at once, if there is room.
    fn width_for(&self, at: Index, code: u32) -> Result<Width, Trouble> {
        let len = self.cells.len() as u64;
        let done = match self.way {
            Way::Falling => u64::from(at.0) + 1,
            Way::Rising => len - u64::from(at.0),
        };
        let expected = u64::from(code).saturating_mul(len) / done.max(1);
        let expected = Width::of(u32::try_from(expected).unwrap_or(u32::MAX));
        let room = |width: Width| afford(self.settings, self.survey, len * width.bytes());
        let least = Width::of(code);
        if expected > least && room(expected).is_ok() {
            return Ok(expected);
        }
        room(least).map(|()| least)
    }
}

/// The code of a position from those that its moves lead to.
fn best(
    at: u64,
    row: &Row,
    codec: Codec,
    code: impl Fn(u64) -> Option<u32>,
) -> Result<u32, Trouble> {
    let (mut soonest, mut latest, mut draw) = (None, 0, false);
    for link in &row.links {
        let value = code(link.number()).and_then(|code| codec.value(code));
        let value = value.ok_or_else(|| Trouble::astray(at))?;
        let payoff = if link.again() {
            value.payoff
        } else {
            value.payoff.reversed()
        };
        let Some(remoteness) = value.remoteness else {
            draw = true;
            continue;
        };
        if payoff > Payoff::DRAW {
            let sooner = soonest.is_none_or(|soonest| remoteness.0 < soonest);
            soonest = if sooner { Some(remoteness.0) } else { soonest };
        } else {
            latest = latest.max(remoteness.0);
        }
    }
    let code = match soonest {
        Some(soonest) => codec.settled(true, soonest.saturating_add(1)),
        None if draw => Some(codec.drawn()),
        None => codec.settled(false, latest.saturating_add(1)),
    };
    code.ok_or(Trouble::Overflow {
        what: "the remoteness",
    })
}
