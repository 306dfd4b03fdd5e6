//! Solving a game under numbers that a rule makes.

mod predecessors;
mod sweep;

use std::sync::Arc;

use self::predecessors::{choose, stored_bytes};
use super::{Numbering, Options, Predecessors, Traits, Verify, grundy_applies};
use crate::bits::Bits;
use crate::counts::{Counts, Ends};
use crate::dense::cells::Cells;
use crate::dense::{
    self, Claimed, Settings, Stands, Survey, Wanted, backward, count, retrograde, score, survey,
    verify,
};
use crate::error::SolveError;
use crate::game::{Game, Payoff};
use crate::graph::Index;
use crate::ground::{Ground, Ruled};
use crate::numbered::{Numbered, Outside, Roots, Scope};
use crate::outcomes::Outcomes;
use crate::plan::{Choice, DenseFindings, Plan, Solver};
use crate::progress::Progress;
use crate::solution::{Grundy, Solution, Values, sign};
use crate::verify::Checked;

/// What came of solving a game under numbers that a rule makes.
#[derive(Debug)]
pub enum Dense<P> {
    /// It is solved.
    Solved(Box<Solution<P>>),
    /// The way does not suit the game; why not, as a clause, where that is worth a word.
    Unfit(Option<String>),
}

/// Numbers below which a game is explored rather than solved by its numbers, if nobody says otherwise: that takes no
/// time, and tells more (a cycle, loopy values).
const FEW: u64 = 1 << 16;

/// Numbers from which on it is worth while to look for a numbering with fewer holes.
const MANY: u64 = 1 << 22;

/// Solves a game under numbers that a rule makes, if that suits it: the plan is shown once the positions are found
/// and before the solver runs.
pub fn solve_dense<G: Game + ?Sized>(
    game: &G,
    options: &Options<G::Position>,
    progress: &dyn Progress,
    on_plan: &mut dyn FnMut(&Plan),
) -> Result<Dense<G::Position>, SolveError<G::Position>> {
    if options.numbering == Some(Numbering::Reached) {
        return Ok(Dense::Unfit(None));
    }
    let mut scopes = scopes(game, options);
    loop {
        let Some((_, numbered)) = scopes.pop() else {
            let reason = game.numbered(Scope::Reachable).err();
            return Ok(Dense::Unfit(reason.filter(|_| options.numbering.is_some())));
        };
        let way = Way {
            numbered,
            game,
            options,
            forced: options.numbering == Some(Numbering::Dense),
        };
        match way.solve(progress, on_plan) {
            Err(SolveError::Fault { source, .. }) if source.is::<Outside>() => {}
            done => return done,
        }
    }
}

type Scoped<P> = (Scope, Arc<dyn Numbered<P>>);

/// The numberings to try, the best last.
fn scopes<G: Game + ?Sized>(game: &G, options: &Options<G::Position>) -> Vec<Scoped<G::Position>> {
    let scope = if options.whole {
        Scope::Whole
    } else {
        Scope::Reachable
    };
    let mut scopes: Vec<Scoped<G::Position>> = Vec::new();
    scopes.extend(game.numbered(scope).ok().map(|numbered| (scope, numbered)));
    let large = scopes.iter().all(|(_, numbered)| numbered.size() >= MANY);
    if large && scope == Scope::Reachable && options.roots.is_none() {
        let guessed = game.numbered(Scope::Guessed).ok();
        let smaller = guessed.filter(|guessed| {
            let mut others = scopes.iter();
            others.all(|(_, other)| guessed.size() < other.size())
        });
        scopes.extend(smaller.map(|numbered| (Scope::Guessed, numbered)));
    }
    scopes
}

/// One numbering of a game, and how to solve it.
struct Way<'a, G: Game + ?Sized> {
    game: &'a G,
    numbered: Arc<dyn Numbered<G::Position>>,
    options: &'a Options<G::Position>,
    /// Whether dense numbers were asked for.
    forced: bool,
}

type Solved<G, T> = Result<T, SolveError<<G as Game>::Position>>;

impl<G: Game + ?Sized> Way<'_, G> {
    fn solve(
        self,
        progress: &dyn Progress,
        on_plan: &mut dyn FnMut(&Plan),
    ) -> Solved<G, Dense<G::Position>> {
        if let Some(unfit) = self.unfit() {
            return Ok(unfit);
        }
        let Some(given) = self.given() else {
            return Ok(Dense::Unfit(Some(
                "a position to begin with has none".to_owned(),
            )));
        };
        let threads = match self.options.threads {
            0 => std::thread::available_parallelism().map_or(1, usize::from),
            threads => threads,
        };
        let settings = Settings::new(self.options.memory, threads);
        let wanted = self.wanted();
        if let Some(strips) = self.strips()
            && let Some(solution) = self.sweep(strips, &settings, progress, on_plan)?
        {
            return Ok(Dense::Solved(Box::new(solution)));
        }
        let roots = match given {
            Some(given) => Roots::Listed(given),
            None => self
                .numbered
                .roots()
                .map_err(|source| SolveError::Fault { at: None, source })?,
        };
        let (survey, cells) = survey(&*self.numbered, wanted, &roots, &settings, progress)?;
        let survey = Arc::new(survey);
        let traits = self.traits(&survey);
        let grundy = self.grundy(&survey, &traits);
        if let Some(reason) = self.unfit_for(&survey, grundy.as_ref().err()) {
            return Ok(Dense::Unfit(Some(reason)));
        }
        let solver = solver(&survey, self.numbered.scored());
        let predecessors = match solver {
            Solver::Retrograde => {
                let (asked, memory) = (self.options.predecessors, self.options.memory);
                Some(choose(&*self.numbered, &survey, &cells, asked, memory))
            }
            _ => None,
        };
        let way = predecessors.as_ref().map(|choice| choice.way);
        let plan = self.findings(&survey, &cells, predecessors, &grundy, &settings, solver);
        on_plan(&plan);
        let solving = Solving {
            game: &*self.numbered,
            survey: &survey,
            settings: &settings,
            progress,
        };
        let worked = solving.solve(cells, solver, way, grundy)?;
        let verified = self.verifies(survey.tally.classes);
        let verified = verified
            .then(|| solving.verify(&worked, wanted))
            .transpose()?;
        let mut solution = worked.stand_on(self.numbered.clone(), &survey, plan);
        solution.verified = verified;
        Ok(Dense::Solved(Box::new(solution)))
    }

    /// Whether so many positions are verified.
    fn verifies(&self, classes: u64) -> bool {
        match self.options.verify {
            Verify::Always => true,
            Verify::Never => false,
            Verify::Below(limit) => classes < limit,
        }
    }

    fn wanted(&self) -> Wanted {
        if self.options.whole {
            Wanted::Whole
        } else {
            Wanted::Reachable
        }
    }

    /// Why dense numbers do not suit the game, as far as that is known before it is looked at.
    fn unfit(&self) -> Option<Dense<G::Position>> {
        if self.numbered.endless() != Payoff::DRAW {
            return Some(Dense::Unfit(Some("endless play is no draw".to_owned())));
        }
        let few = self.numbered.size() < FEW && !self.forced;
        few.then_some(Dense::Unfit(None))
    }

    /// The numbers of the positions that were given to begin with; nothing where one has none.
    #[expect(
        clippy::option_option,
        reason = "no numbers to begin with are not the same as those of the game"
    )]
    fn given(&self) -> Option<Option<Vec<u64>>> {
        let Some(roots) = &self.options.roots else {
            return Some(None);
        };
        let numbers = roots.iter().map(|root| self.numbered.number(root));
        numbers.collect::<Option<Vec<_>>>().map(Some)
    }

    fn traits(&self, survey: &Survey) -> Traits {
        Traits {
            scored: self.numbered.scored(),
            impartial: self.numbered.impartial(),
            again: survey.tally.again,
            ends: Ends::between(survey.tally.payoffs),
        }
    }

    /// Whether Grundy values are computed, or why not.
    fn grundy(&self, survey: &Survey, traits: &Traits) -> Result<(), String> {
        grundy_applies(traits)?;
        if !self.options.grundy {
            return Err("they were not asked for".to_owned());
        }
        if !survey.acyclic() {
            return Err(UNORDERED.to_owned());
        }
        Ok(())
    }

    /// Why dense numbers do not suit what was found.
    fn unfit_for(&self, survey: &Survey, no_grundy: Option<&String>) -> Option<String> {
        if self.numbered.scored() && !survey.acyclic() {
            return Some("not every move leads to a lower number".to_owned());
        }
        if !self.numbered.scored() && !survey.plain() {
            return Some("ends pay more than a win".to_owned());
        }
        let unordered = no_grundy.is_some_and(|reason| reason == UNORDERED);
        (unordered && !self.forced)
            .then(|| "Grundy values need an order that they do not give".to_owned())
    }

    fn findings(
        &self,
        survey: &Survey,
        cells: &Cells,
        predecessors: Option<Choice>,
        grundy: &Result<(), String>,
        settings: &Settings,
        solver: Solver,
    ) -> Plan {
        let classes = survey.tally.classes;
        let stored = match &predecessors {
            Some(choice) if choice.way == Predecessors::Stored => stored_bytes(survey),
            _ => 0,
        };
        let values = match (solver, grundy) {
            (Solver::Score, _) => 8 * classes,
            (_, Ok(())) => 4 * classes,
            _ => 0,
        };
        let findings = DenseFindings {
            survey,
            known: &self.game.known(),
            size: self.numbered.size(),
            encoding: self.numbered.encoding(),
            assumed: self.numbered.assumed(),
            engine: self.numbered.engine(),
            along: None,
            impartial: self.numbered.impartial(),
            whole: self.options.whole,
            predecessors,
            asked: self.options.predecessors,
            grundy: grundy.as_ref().copied().map_err(String::as_str),
            threads: settings.threads,
            needed: survey.bytes() + cells.bytes() + stored + values,
            allowed: self.options.memory,
        };
        findings.plan(solver)
    }
}

/// Why Grundy values are not computed where there may be cycles.
const UNORDERED: &str =
    "not every move leads to a lower number, so that they would need more than one pass";

fn solver(survey: &Survey, scored: bool) -> Solver {
    match (scored, survey.acyclic()) {
        (true, _) => Solver::Score,
        (false, true) => Solver::Backward,
        (false, false) => Solver::Retrograde,
    }
}

/// A surveyed game that is being solved.
struct Solving<'a, P> {
    game: &'a dyn Numbered<P>,
    survey: &'a Survey,
    settings: &'a Settings,
    progress: &'a dyn Progress,
}

/// Everything that was worked out.
struct Worked {
    values: Values,
    grundy: Grundy,
    counts: Counts,
    holes: Option<Bits>,
    /// Of a game of scores: which indices stand for something, for the verifier.
    opened: Option<Cells>,
}

impl<P> Solving<'_, P> {
    fn solve(
        &self,
        cells: Cells,
        solver: Solver,
        predecessors: Option<Predecessors>,
        grundy: Result<(), String>,
    ) -> Result<Worked, SolveError<P>> {
        let (game, survey, settings, progress) =
            (self.game, self.survey, self.settings, self.progress);
        let holes = holes(survey, &cells);
        let stands = |at: Index| holes.as_ref().is_none_or(|holes| !holes.get(at.at()));
        let (values, nimbers, won, opened) = if solver == Solver::Score {
            let scores = score(game, survey, &cells, settings, progress)?;
            let value = |at| stands(at).then(|| sign(scores.get(at)));
            let won = count(game, survey, value, settings, progress)?;
            (Values::Scores(scores), None, won, Some(cells))
        } else {
            let nimbers = match &grundy {
                Ok(()) => Some(dense::grundy(game, survey, &cells, settings, progress)?),
                Err(_) => None,
            };
            let outcomes = match predecessors {
                Some(known) => retrograde(game, survey, cells, known, settings, progress)?,
                None => backward(game, survey, cells, settings, progress)?,
            };
            let value = |at| stands(at).then(|| outcomes.get(at));
            let won = count(game, survey, value, settings, progress)?;
            (Values::Outcomes(outcomes), nimbers, won, None)
        };
        let tally = &survey.tally;
        let counts = Counts {
            positions: tally.positions,
            wins: won.wins,
            losses: won.losses,
            draws: won.draws,
            terminals: tally.terminals,
            moves: tally.moves,
            classes: tally.classes,
            deepest: won.deepest,
        };
        let grundy = match (nimbers, grundy) {
            (Some(nimbers), _) => Grundy::Nimbers(nimbers),
            (None, Err(reason)) => Grundy::None(reason),
            (None, Ok(())) => Grundy::None("they were not computed".to_owned()),
        };
        Ok(Worked {
            values,
            grundy,
            counts,
            holes,
            opened,
        })
    }

    fn verify(&self, worked: &Worked, wanted: Wanted) -> Result<Checked, SolveError<P>> {
        let (outcomes, scores) = match &worked.values {
            Values::Outcomes(outcomes) => (Some(outcomes), None),
            Values::Scores(scores) => (None, Some(scores)),
            Values::Grundy | Values::Sums(_) => (None, None),
        };
        let nimbers = match &worked.grundy {
            Grundy::Nimbers(nimbers) => Some(nimbers),
            Grundy::Loopies(_) | Grundy::None(_) => None,
        };
        let cells = outcomes
            .and_then(Outcomes::cells)
            .or(worked.opened.as_ref());
        // Without cells all numbers stand for a position.
        let stands = cells.map_or(Stands::All, Stands::Cells);
        let claimed = Claimed {
            stands,
            outcomes,
            nimbers,
            scores,
        };
        verify(
            self.game,
            self.survey,
            wanted,
            &claimed,
            self.settings,
            self.progress,
        )
    }
}

/// The indices that stand for nothing, if there are any.
fn holes(survey: &Survey, cells: &Cells) -> Option<Bits> {
    if survey.tally.classes == u64::from(survey.places.len()) {
        return None;
    }
    let mut holes = Bits::default();
    for at in (0..cells.len()).filter(|&at| cells.get(at) == 0) {
        holes.set(at);
    }
    Some(holes)
}

impl Worked {
    fn stand_on<P>(
        self,
        game: Arc<dyn Numbered<P>>,
        survey: &Arc<Survey>,
        plan: Plan,
    ) -> Solution<P> {
        let start = &survey.start;
        let others = start
            .listed
            .iter()
            .filter(|&&number| Some(number) != start.first);
        let numbers = start.first.iter().chain(others);
        let roots = numbers
            .filter_map(|&number| survey.places.index(number))
            .collect();
        Solution {
            ground: Ground::Numbered(Ruled {
                game,
                survey: Arc::clone(survey),
                roots,
                holes: self.holes,
            }),
            plan,
            values: self.values,
            grundy: self.grundy,
            counts: self.counts,
            verified: None,
        }
    }
}
