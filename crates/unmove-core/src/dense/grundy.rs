//! Grundy values in one pass over the numbers.

use super::cells::Cells;
use super::crew::{Crew, Trouble};
use super::stream::{Way, stream};
use super::survey::Survey;
use super::{Settings, afford, one_way};
use crate::error::SolveError;
use crate::grundy::{Nimbers, Seen};
use crate::numbered::Numbered;
use crate::progress::{Phase, Progress};

/// Grundy values of an impartial game where nobody moves twice in a row, all ends are losses, and
/// every move leads to lower numbers or every one to higher ones. What stands for nothing has 0.
///
/// `stands` are the cells of the survey, or those that have been solved.
pub(crate) fn grundy<P>(
    game: &dyn Numbered<P>,
    survey: &Survey,
    stands: &Cells,
    settings: &Settings,
    progress: &dyn Progress,
) -> Result<Nimbers, SolveError<P>> {
    let way = one_way(survey)?;
    let total = Some(survey.tally.classes);
    let mut crew = Crew::new(game, 1, progress, Phase::Solve, total);
    let solved = solve(&mut crew, survey, stands, way, settings);
    solved.map_err(|trouble| trouble.named(game, settings.memory))
}

fn solve<P>(
    crew: &mut Crew<'_, P>,
    survey: &Survey,
    stands: &Cells,
    way: Way,
    settings: &Settings,
) -> Result<Nimbers, Trouble> {
    let len = u64::from(survey.places.len());
    afford(settings, survey, stands.bytes() + 4 * len)?;
    let mut values = vec![0u32; len as usize];
    let mut seen = Seen::default();
    stream(crew, &survey.places, stands, way, |at, _, moves| {
        for &link in &moves.row.links {
            seen.insert(values[moves.to(link)?.at()]);
        }
        values[at.at()] = seen.take_mex();
        Ok(())
    })?;
    crew.tell()?;
    Ok(Nimbers {
        values,
        rank: way.rank(),
    })
}
