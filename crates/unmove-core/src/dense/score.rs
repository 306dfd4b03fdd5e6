//! Scores in one pass over the numbers.

use super::cells::Cells;
use super::crew::{Crew, Trouble};
use super::stream::{Way, stream};
use super::survey::Survey;
use super::{Settings, afford, one_way};
use crate::error::SolveError;
use crate::numbered::{Numbered, Standing};
use crate::progress::{Phase, Progress};
use crate::score::{Scores, total};

/// Scores of a game where every move leads to lower numbers or every one to higher ones. What
/// stands for nothing has 0.
///
/// `stands` are the cells of the survey.
pub(crate) fn score<P>(
    game: &dyn Numbered<P>,
    survey: &Survey,
    stands: &Cells,
    settings: &Settings,
    progress: &dyn Progress,
) -> Result<Scores, SolveError<P>> {
    let way = one_way(survey)?;
    let count = Some(survey.tally.classes);
    let mut crew = Crew::new(game, 1, progress, Phase::Solve, count);
    let solved = solve(&mut crew, survey, stands, way, settings);
    solved.map_err(|trouble| trouble.named(game, settings.memory))
}

fn solve<P>(
    crew: &mut Crew<'_, P>,
    survey: &Survey,
    stands: &Cells,
    way: Way,
    settings: &Settings,
) -> Result<Scores, Trouble> {
    let len = u64::from(survey.places.len());
    afford(settings, survey, stands.bytes() + 8 * len)?;
    let mut values = vec![0i64; len as usize];
    stream(crew, &survey.places, stands, way, |at, standing, moves| {
        let mut best = None;
        for (place, &link) in moves.row.links.iter().enumerate() {
            let rest = values[moves.to(link)?.at()];
            best = best.max(Some(total(moves.gain(place), link.again(), rest)));
        }
        values[at.at()] = match (standing, best) {
            (Standing::Ended(payoff), _) => payoff.0.into(),
            (_, Some(best)) => best,
            _ => 0,
        };
        Ok(())
    })?;
    crew.tell()?;
    Ok(Scores {
        values,
        rank: way.rank(),
    })
}
