//! Solving the whole space in strips, 64 positions at a time.

use std::sync::Arc;

use super::{Predecessors, Solved, Solving, Way, Worked};
use crate::dense::survey::Orbits;
use crate::dense::survey::Start;
use crate::dense::{Places, Settings, Survey, Wanted};
use crate::error::SolveError;
use crate::game::Game;
use crate::numbered::Tally;
use crate::outcomes::Outcomes;
use crate::plan::{DenseFindings, Plan, Solver};
use crate::progress::Progress;
use crate::solution::{Grundy, Solution, Values};
use crate::sweep::{Halt, Strips, sweep};

/// Bytes a position that a sweep takes at the most, and bytes beside.
const EACH: u64 = 3;
const BESIDE: u64 = 1 << 20;

impl<G: Game + ?Sized> Way<'_, G> {
    /// The positions in strips, if the whole space is wanted and nothing that a sweep does not give.
    pub(super) fn strips(&self) -> Option<&dyn Strips> {
        let options = self.options;
        let size = self.numbered.size();
        let wanted = options.whole
            && options.roots.is_none()
            && matches!(options.predecessors, None | Some(Predecessors::Derived))
            && !self.numbered.scored()
            && !(self.numbered.impartial() && options.grundy)
            && size < u64::from(u32::MAX)
            && size.saturating_mul(EACH).saturating_add(BESIDE) <= options.memory;
        wanted.then(|| self.numbered.strips()).flatten()
    }

    /// Solves by sweeps; nothing where they do not do, or the rules fail and the place has to be found.
    pub(super) fn sweep(
        &self,
        strips: &dyn Strips,
        settings: &Settings,
        progress: &dyn Progress,
        on_plan: &mut dyn FnMut(&Plan),
    ) -> Solved<G, Option<Solution<G::Position>>> {
        let size = self.numbered.size();
        let mut survey = Survey {
            places: Places::All(size as u32),
            tally: Tally {
                positions: size,
                classes: size,
                falling: false,
                rising: false,
                ..Tally::default()
            },
            start: Start {
                first: Some(0),
                count: size,
                listed: Vec::new(),
            },
            orbits: Orbits::default(),
        };
        let reason = if self.numbered.impartial() {
            "they were not asked for"
        } else {
            "the players have moves of their own"
        };
        let findings = DenseFindings {
            survey: &survey,
            known: &self.game.known(),
            size,
            encoding: self.numbered.encoding(),
            assumed: None,
            engine: String::new(),
            along: Some(strips.along()),
            impartial: self.numbered.impartial(),
            whole: true,
            predecessors: None,
            asked: self.options.predecessors,
            grundy: Err(reason),
            threads: settings.threads,
            needed: size.saturating_mul(EACH),
            allowed: settings.memory,
        };
        let plan = findings.plan(Solver::Retrograde);
        on_plan(&plan);
        let swept = match sweep(strips, settings.threads, progress) {
            Ok(swept) => swept,
            Err(Halt::Stopped) => return Err(SolveError::Stopped),
            Err(Halt::Fault(_) | Halt::TooMany) => return Ok(None),
        };
        let counts = swept.counts();
        survey.tally.moves = counts.moves;
        survey.tally.terminals = counts.terminals;
        let survey = Arc::new(survey);
        let worked = Worked {
            values: Values::Outcomes(Outcomes::swept(swept)),
            grundy: Grundy::None(reason.to_owned()),
            counts,
            holes: None,
            opened: None,
        };
        let solving = Solving {
            game: &*self.numbered,
            survey: &survey,
            settings,
            progress,
        };
        let verified = self
            .verifies(size)
            .then(|| solving.verify(&worked, Wanted::Whole))
            .transpose()?;
        let mut solution = worked.stand_on(self.numbered.clone(), &survey, plan);
        solution.verified = verified;
        Ok(Some(solution))
    }
}
