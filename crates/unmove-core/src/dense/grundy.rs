//! Grundy values in one pass over the numbers.

use std::ops::Range;

use super::cells::{Cells, Width};
use super::crew::{Beat, Crew, Trouble};
use super::places::Places;
use super::stream::{Way, ask};
use super::survey::Survey;
use super::{Settings, afford, one_way};
use crate::error::SolveError;
use crate::grundy::{Nimbers, Seen};
use crate::numbered::{Numbered, Row, Worker};
use crate::progress::{Phase, Progress};

/// Grundy values of an impartial game where nobody moves twice in a row, all ends are losses, and
/// every move leads to lower numbers or every one to higher ones. What stands for nothing has 0.
///
/// `opened` are the cells of the survey, before anything is settled.
pub(crate) fn grundy<P>(
    game: &dyn Numbered<P>,
    survey: &Survey,
    opened: &Cells,
    settings: &Settings,
    progress: &dyn Progress,
) -> Result<Nimbers, SolveError<P>> {
    let way = one_way(survey)?;
    let total = Some(survey.tally.classes);
    let mut crew = Crew::new(game, 1, progress, Phase::Solve, total);
    let solved = solve(&mut crew, survey, opened, way, settings);
    solved.map_err(|trouble| trouble.named(game, settings.memory))
}

fn solve<P>(
    crew: &mut Crew<'_, P>,
    survey: &Survey,
    opened: &Cells,
    way: Way,
    settings: &Settings,
) -> Result<Nimbers, Trouble> {
    let len = u64::from(survey.places.len());
    afford(settings, survey, opened.bytes() + 4 * len)?;
    let mut pass = Pass {
        places: &survey.places,
        opened,
        way,
        values: vec![0; len as usize],
        seen: Seen::default(),
        row: Row::default(),
    };
    crew.run(std::slice::from_mut(&mut pass), |pass, worker, beat| {
        pass.run(worker, beat)
    })?;
    crew.tell()?;
    Ok(Nimbers {
        values: pass.values,
        rank: way.rank(),
    })
}

struct Pass<'a> {
    places: &'a Places,
    opened: &'a Cells,
    way: Way,
    values: Vec<u32>,
    seen: Seen,
    row: Row,
}

impl Pass<'_> {
    fn run(&mut self, worker: &mut dyn Worker, beat: &mut Beat<'_>) -> Result<(), Trouble> {
        for chunk in self.way.chunks(self.places.len()) {
            let left = self.at_once(worker, chunk.clone());
            beat.steps((chunk.len() - left.len()) as u64)?;
            self.one_by_one(worker, beat, left)?;
        }
        Ok(())
    }

    /// Lets the worker go through a range all by itself; what it leaves comes back.
    fn at_once(&mut self, worker: &mut dyn Worker, chunk: Range<u32>) -> Range<u32> {
        let all = matches!(self.places, Places::All(_)) && self.opened.width() == Width::One;
        if !all {
            return chunk;
        }
        let (falling, most) = (self.way == Way::Falling, self.opened.codec().most);
        let numbers = chunk.start.into()..chunk.end.into();
        let cells = self.opened.raw();
        let done = worker.grundy_range(numbers, falling, most, cells, &mut self.values);
        self.way.rest(chunk, done)
    }

    fn one_by_one(
        &mut self,
        worker: &mut dyn Worker,
        beat: &mut Beat<'_>,
        chunk: Range<u32>,
    ) -> Result<(), Trouble> {
        let mut cursor = self.places.cursor();
        for at in self.way.indices(chunk) {
            if self.opened.get(at.at()).wrapping_sub(1) >= self.opened.codec().most {
                continue;
            }
            let number = cursor.number(at);
            ask(worker, beat, number, &mut self.row)?;
            for link in &self.row.links {
                let to = self.places.index(link.number());
                let to = to.ok_or_else(|| Trouble::astray(number))?;
                self.seen.insert(self.values[to.at()]);
            }
            self.values[at.at()] = self.seen.take_mex();
        }
        Ok(())
    }
}
