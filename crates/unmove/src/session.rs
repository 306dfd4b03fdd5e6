//! A solved game to ask questions of.

use std::time::Instant;

use unmove_core::{
    Dense, Game, Index, Judged, Loopy, Numbering, Options, Outcome, Phase, Plan, Predecessors,
    Progress, Remoteness, Score, Silent, Solution, SolveError, Successor, Verify,
    explore_and_solve, solve, solve_dense,
};
use unmove_rules::machine::{Engine, Position};
use unmove_rules::program::Start;

use crate::error::GameError;
use crate::loaded::Loaded;

/// How to solve.
#[derive(Clone, Copy, Debug)]
pub struct How {
    /// The most memory to use, in bytes.
    pub memory: u64,
    /// Whether to check the solution by its certificate.
    pub verify: Verify,
    /// Solve the whole space rather than what the start reaches.
    pub all: bool,
    /// How many threads work; 0 for as many as the machine has cores.
    pub threads: usize,
    /// What runs the rules.
    pub engine: Engine,
    /// How positions are numbered; `None` for what suits the game.
    pub numbering: Option<Numbering>,
    /// How predecessors are found; `None` for what suits the game.
    pub predecessors: Option<Predecessors>,
}

impl Default for How {
    fn default() -> Self {
        let Options { memory, verify, .. } = Options::<Position>::default();
        Self {
            memory,
            verify,
            all: false,
            threads: 0,
            engine: Engine::default(),
            numbering: None,
            predecessors: None,
        }
    }
}

/// A solved game: the solution of what the start reaches, and of positions asked for beyond that.
pub struct Session<'a> {
    loaded: &'a Loaded,
    how: How,
    solution: Solution<Position>,
    beyond: Option<Solution<Position>>,
    seconds: f64,
}

/// A position in a solution.
#[derive(Clone, Copy)]
pub struct Found<'s> {
    /// The solution that has it.
    pub solution: &'s Solution<Position>,
    /// Its number there.
    pub index: Index,
}

/// What is known of one position, in words and numbers.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The position as the rules write it.
    pub position: String,
    /// For the player to move.
    pub outcome: Outcome,
    /// Who is to move: a player's name, or `first`.
    pub mover: String,
    /// Who wins: a player's name, or `first` or `second`; `None` in a draw.
    pub winner: Option<String>,
    /// Whether the game has ended here.
    pub terminal: bool,
    /// Plies to the end, where that is known.
    pub remoteness: Option<Remoteness>,
    /// The Grundy value, where there is one.
    pub grundy: Option<Loopy>,
    /// The score, in a game of scores.
    pub score: Option<Score>,
}

/// A legal move with its name and what it is worth.
#[derive(Clone, Debug)]
pub struct Choice {
    /// As the rules name it: `take(3)`.
    pub name: String,
    /// What it leads to, in the rules' words; components of a sum are joined by ` + `.
    pub to: String,
    /// Its worth.
    pub judged: Judged<Position>,
}

impl<'a> Session<'a> {
    /// Solves a game; `on_plan` sees the plan before the solver runs.
    pub fn solve(
        loaded: &'a Loaded,
        how: How,
        progress: &dyn Progress,
        on_plan: &mut dyn FnMut(&Plan),
    ) -> Result<Self, GameError> {
        let begun = Instant::now();
        let machine = loaded.machine().clone().run_by(how.engine);
        let dense = solve_dense(&machine, &options(how, None), progress, on_plan)?;
        let solution = match dense {
            Dense::Solved(solution) => *solution,
            Dense::Unfit(reason) => {
                let roots = roots_of_space(loaded, how, progress)?;
                explore_and_solve(
                    &machine,
                    &options(how, roots),
                    reason.as_deref(),
                    progress,
                    on_plan,
                )?
            }
        };
        Ok(Self {
            loaded,
            how,
            solution,
            beyond: None,
            seconds: begun.elapsed().as_secs_f64(),
        })
    }

    /// The rules.
    pub fn loaded(&self) -> &'a Loaded {
        self.loaded
    }

    /// The solution of what the start reaches (or of the whole space).
    pub fn solution(&self) -> &Solution<Position> {
        &self.solution
    }

    /// How long the solution took, exploring and checking included.
    pub fn seconds(&self) -> f64 {
        self.seconds
    }

    /// How it was solved.
    pub fn how(&self) -> How {
        self.how
    }

    /// Whether the counts are over what the start reaches, and nothing else.
    pub fn reachable(&self) -> bool {
        !self.how.all && !self.counts_images()
    }

    /// Whether the counts are over what the start reaches and, beside it, images of such positions under the
    /// symmetries: so it is where the start is not as symmetric as the game.
    pub fn counts_images(&self) -> bool {
        let machine = self.loaded.machine();
        let Start::Positions(starts) = &self.loaded.program().start else {
            return false;
        };
        if self.how.all {
            return false;
        }
        let mut starts: Vec<Position> = starts
            .iter()
            .filter_map(|start| machine.position(start).ok())
            .collect();
        starts.sort_unstable();
        starts.dedup();
        let mut classes: Vec<Position> = starts
            .iter()
            .map(|start| machine.folded(start.clone()))
            .collect();
        classes.sort_unstable();
        classes.dedup();
        let images: u64 = classes.iter().map(|class| machine.orbit(class)).sum();
        images != starts.len() as u64
    }

    /// Sees to it that all these positions can be asked about: solves those that the start does
    /// not reach, all at once.
    pub fn cover(
        &mut self,
        positions: &[Position],
        progress: &dyn Progress,
    ) -> Result<(), GameError> {
        let mut missing: Vec<Position> = positions
            .iter()
            .filter(|position| self.found(position).is_none())
            .map(|position| self.loaded.machine().folded(position.clone()))
            .collect();
        if missing.is_empty() {
            return Ok(());
        }
        missing.sort_unstable();
        missing.dedup();
        if let Some(before) = &self.beyond {
            missing.extend(before.roots().iter().map(|&root| before.position(root)));
        }
        let machine = self.loaded.machine().clone().run_by(self.how.engine);
        let mut options = options(self.how, Some(missing));
        options.whole = false;
        let beyond = solve(&machine, &options, progress)?;
        self.beyond = Some(beyond);
        Ok(())
    }

    /// Where a position is; `None` if it has not been solved.
    pub fn found(&self, position: &Position) -> Option<Found<'_>> {
        let folded = self.loaded.machine().folded(position.clone());
        [Some(&self.solution), self.beyond.as_ref()]
            .into_iter()
            .flatten()
            .find_map(|solution| {
                let index = solution.index_of(&folded)?;
                Some(Found { solution, index })
            })
    }

    /// The same, or the error that says that it has not been solved.
    pub fn locate(&self, position: &Position) -> Result<Found<'_>, GameError> {
        self.found(position).ok_or_else(|| SolveError::Unknown {
            position: position.clone(),
        })
    }

    /// Everything known of a position.
    pub fn answer(&self, position: &Position) -> Result<Answer, GameError> {
        let Found { solution, index } = self.locate(position)?;
        let outcome = solution.outcome(index);
        let winner = match outcome {
            Outcome::Win => Some(self.loaded.mover(position)),
            Outcome::Loss => Some(self.loaded.opponent(position)),
            Outcome::Draw => None,
        };
        Ok(Answer {
            position: self.loaded.machine().text(position),
            outcome,
            mover: self.loaded.mover(position).to_owned(),
            winner: winner.map(str::to_owned),
            terminal: solution.terminal(index).is_some(),
            remoteness: solution.value(index).remoteness,
            grundy: solution.grundy(index),
            score: self.score(solution, index),
        })
    }

    /// The score of a position: what best play pays, where moves gain or ends pay points.
    pub fn score(&self, solution: &Solution<Position>, at: Index) -> Option<Score> {
        let paid = || Some(Score(i64::from(solution.value(at).payoff.0)));
        solution
            .score(at)
            .or_else(|| self.loaded.program().paid.then(paid).flatten())
    }

    /// The legal moves of a position, the best first.
    pub fn moves(&self, position: &Position) -> Result<Vec<Choice>, GameError> {
        let solution = self.locate(position)?.solution;
        let judged = solution.moves(&self.loaded.machine().unfolded(), position)?;
        let mut choices = self.named(position, judged)?;
        choices.sort_by_key(|choice| (choice.judged.rank, choice.judged.number));
        Ok(choices)
    }

    /// The best line of play from a position, at most `limit` moves of it.
    pub fn line(&self, position: &Position, limit: usize) -> Result<Vec<Choice>, GameError> {
        let solution = self.locate(position)?.solution;
        let machine = self.loaded.machine();
        let mut at = position.clone();
        let mut line = Vec::new();
        for judged in solution.line(&machine.unfolded(), position, limit)? {
            let next = match &judged.play.to {
                Successor::One(next) => Some(next.clone()),
                Successor::Sum(_) => None,
            };
            line.extend(self.named(&at, vec![judged])?);
            match next {
                Some(next) => at = next,
                None => break,
            }
        }
        Ok(line)
    }

    /// Judged moves of a position with their names.
    fn named(
        &self,
        at: &Position,
        judged: Vec<Judged<Position>>,
    ) -> Result<Vec<Choice>, GameError> {
        if judged.is_empty() {
            return Ok(Vec::new());
        }
        let machine = self.loaded.machine();
        let names = machine.named_moves(at).map_err(|error| SolveError::Fault {
            at: Some(at.clone()),
            source: Box::new(error),
        })?;
        Ok(judged
            .into_iter()
            .filter_map(|mut judged| {
                if self.loaded.program().paid && judged.score.is_none() {
                    judged.score = Some(Score(i64::from(judged.value.payoff.0)));
                }
                Some(Choice {
                    name: names.get(judged.number)?.name.clone(),
                    to: self.text_of(&judged.play.to),
                    judged,
                })
            })
            .collect())
    }

    /// What a move leads to, in the rules' words.
    fn text_of(&self, to: &Successor<Position>) -> String {
        let machine = self.loaded.machine();
        match to {
            Successor::One(position) => machine.text(position),
            Successor::Sum(components) => {
                let texts: Vec<String> = components.iter().map(|c| machine.text(c)).collect();
                texts.join(" + ")
            }
        }
    }
}

/// The positions to begin from, where they are those of the whole space or those of it that the rules call a
/// start; `None` where the rules name them.
fn roots_of_space(
    loaded: &Loaded,
    how: How,
    progress: &dyn Progress,
) -> Result<Option<Vec<Position>>, GameError> {
    const EACH: u64 = size_of::<Position>() as u64;
    let machine = loaded.machine();
    let condition = match &loaded.program().start {
        Start::Positions(_) if !how.all => return Ok(None),
        Start::All(Some(condition)) if !how.all => Some(condition),
        _ => None,
    };
    let space = u64::try_from(machine.space()).unwrap_or(u64::MAX);
    let too_much = |positions: u64, seen: u64| SolveError::Memory {
        limit: how.memory,
        needed: positions.saturating_mul(EACH),
        positions: seen,
    };
    // Nothing thins the space out: what it takes is known before it is begun.
    let whole = condition.is_none() && loaded.program().symmetries.is_empty();
    if whole && space.saturating_mul(EACH) > how.memory {
        return Err(too_much(space, 0));
    }
    let mut roots = Vec::new();
    for (seen, position) in (0_u64..).zip(machine.all_positions()) {
        if seen % 8192 == 0 {
            if progress
                .report(Phase::Explore, seen, Some(space))
                .is_break()
            {
                return Err(SolveError::Stopped);
            }
            // The list grows by doubling.
            let kept = roots.len() as u64;
            if kept.saturating_mul(2 * EACH) > how.memory {
                return Err(too_much(kept.saturating_mul(2), kept));
            }
        }
        let wanted = match condition {
            Some(condition) => {
                machine
                    .evaluate(condition, &position, &[])
                    .map_err(|error| SolveError::Fault {
                        at: Some(position.clone()),
                        source: Box::new(error),
                    })?
                    != 0
            }
            None => true,
        };
        if wanted {
            roots.push(position);
        }
    }
    Ok(Some(roots))
}

/// The core's options for our way of solving.
fn options(how: How, roots: Option<Vec<Position>>) -> Options<Position> {
    Options {
        roots,
        memory: how.memory,
        verify: how.verify,
        whole: how.all,
        numbering: how.numbering,
        predecessors: how.predecessors,
        threads: how.threads,
        ..Options::default()
    }
}

/// Solves with everything at its default and no progress shown.
pub fn session(loaded: &Loaded) -> Result<Session<'_>, GameError> {
    Session::solve(loaded, How::default(), &Silent, &mut |_| {})
}
