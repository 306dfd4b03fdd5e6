//! Outcome and remoteness in one pass over the numbers.

use std::ops::Range;

use super::cells::{Cells, Width};
use super::crew::{Beat, Crew, Trouble};
use super::places::Places;
use super::stream::{Way, ask};
use super::survey::Survey;
use super::{Settings, afford, one_way};
use crate::error::SolveError;
use crate::game::Payoff;
use crate::graph::Index;
use crate::numbered::{Codec, Numbered, Row, Standing, Worker};
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
    let mut pass = Pass {
        survey,
        settings,
        way,
        cells: opened,
        row: Row::default(),
    };
    let passed = crew.run(std::slice::from_mut(&mut pass), |pass, worker, beat| {
        pass.run(worker, beat)
    });
    let passed = passed.and_then(|()| crew.tell());
    passed.map_err(|trouble| trouble.named(game, settings.memory))?;
    Ok(Outcomes::compact(pass.cells))
}

struct Pass<'a> {
    survey: &'a Survey,
    settings: &'a Settings,
    way: Way,
    cells: Cells,
    row: Row,
}

impl Pass<'_> {
    fn run(&mut self, worker: &mut dyn Worker, beat: &mut Beat<'_>) -> Result<(), Trouble> {
        for chunk in self.way.chunks(self.survey.places.len()) {
            let left = self.at_once(worker, chunk.clone());
            beat.steps((chunk.len() - left.len()) as u64)?;
            self.one_by_one(worker, beat, left)?;
        }
        Ok(())
    }

    /// Lets the worker settle a range all by itself; what it leaves comes back.
    fn at_once(&mut self, worker: &mut dyn Worker, chunk: Range<u32>) -> Range<u32> {
        let all = matches!(self.survey.places, Places::All(_));
        if !all {
            return chunk;
        }
        let codec = self.cells.codec();
        let numbers = chunk.start.into()..chunk.end.into();
        let falling = self.way == Way::Falling;
        let width = self.cells.width() as usize;
        let done = worker.settle_range(numbers, falling, codec, self.cells.raw_mut(), width);
        self.way.rest(chunk, done)
    }

    fn one_by_one(
        &mut self,
        worker: &mut dyn Worker,
        beat: &mut Beat<'_>,
        chunk: Range<u32>,
    ) -> Result<(), Trouble> {
        let codec = self.cells.codec();
        let places = &self.survey.places;
        let mut cursor = places.cursor();
        for at in self.way.indices(chunk) {
            // Nothing, or an end: these have their codes already.
            if self.cells.get(at.at()).wrapping_sub(1) >= codec.most {
                continue;
            }
            let number = cursor.number(at);
            if ask(worker, beat, number, &mut self.row)? != Standing::Open {
                return Err(Trouble::astray(number));
            }
            let code = |to| Some(self.cells.get(places.index(to)?.at()));
            let code = best(number, &self.row, codec, code)?;
            self.put(at, code)?;
        }
        Ok(())
    }

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
