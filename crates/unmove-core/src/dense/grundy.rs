//! Grundy values in one pass over the numbers.

use std::ops::Range;

use super::cells::{Cells, Width};
use super::crew::{Crew, Trouble};
use super::stream::{Moves, Pass, Way, pass};
use super::survey::Survey;
use super::{Settings, afford, one_way};
use crate::error::SolveError;
use crate::graph::Index;
use crate::grundy::{Nimbers, Seen};
use crate::numbered::{Numbered, Worker};
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
    let mut work = Valuing {
        opened,
        values: vec![0; len as usize],
        seen: Seen::default(),
    };
    pass(crew, &survey.places, way, &mut work)?;
    Ok(Nimbers {
        values: work.values,
        rank: way.rank(),
    })
}

struct Valuing<'a> {
    opened: &'a Cells,
    values: Vec<u32>,
    seen: Seen,
}

impl Pass for Valuing<'_> {
    fn cells(&self) -> &Cells {
        self.opened
    }

    fn at_once(&mut self, worker: &mut dyn Worker, numbers: Range<u64>, falling: bool) -> u64 {
        if self.opened.width() != Width::One {
            return 0;
        }
        let (cells, most) = (self.opened.raw(), self.opened.codec().most);
        worker.grundy_range(numbers, falling, most, cells, &mut self.values)
    }

    fn one(&mut self, at: Index, moves: &Moves<'_>) -> Result<(), Trouble> {
        for &link in &moves.row.links {
            self.seen.insert(self.values[moves.to(link)?.at()]);
        }
        self.values[at.at()] = self.seen.take_mex();
        Ok(())
    }
}
