//! From a game to its solution: explore, plan, solve, verify.

mod dense;

pub use dense::{Dense, solve_dense};

use crate::arena::Stored;
use crate::attractor::Halted;
use crate::backward::backward;
use crate::counts::{Counts, Ends};
use crate::error::SolveError;
use crate::explore::{Limits, explore, least_bytes};
use crate::explored::Explored;
use crate::game::{Game, Known, Payoff};
use crate::graph::{Graph, Index};
use crate::ground::Ground;
use crate::grundy::grundy;
use crate::loopy::loopy;
use crate::order::{Order, Ordered, order};
use crate::plan::{Findings, NO_PREDECESSORS, Plan, Solver};
use crate::progress::{Progress, Stopped};
use crate::retrograde::retrograde;
use crate::score::score;
use crate::solution::{Grundy, Solution, Sums, Values};
use crate::sum::Sum;
use crate::verify;

/// When to run the verifier.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verify {
    /// Whatever the size.
    Always,
    /// Not at all.
    Never,
    /// Below that many positions.
    Below(u64),
}

/// How positions get their numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Numbering {
    /// By a rule of the game's own: no position and no move is stored.
    Dense,
    /// As they are reached: in a hash table, with their moves.
    Reached,
}

/// How the solver comes by the positions before a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Predecessors {
    /// Worked out from the moves' effects when they are needed.
    Derived,
    /// Every move is stored in reverse.
    Stored,
    /// Not at all: the moves of all open positions are looked at again, level after level.
    Passes,
}

/// What to solve and how.
#[derive(Clone, Debug)]
pub struct Options<P> {
    /// The positions to start from; `None` for the game's own.
    pub roots: Option<Vec<P>>,
    /// Bytes of memory that solving may take.
    pub memory: u64,
    /// When to verify.
    pub verify: Verify,
    /// Whether to compute Grundy values where they apply.
    pub grundy: bool,
    /// Solve the whole space, whatever the start reaches. Only games with dense numbers know their space.
    pub whole: bool,
    /// How positions are numbered; `None` for what suits the game.
    pub numbering: Option<Numbering>,
    /// How predecessors are found where positions have dense numbers; `None` for what suits the game.
    pub predecessors: Option<Predecessors>,
    /// How many threads work; 0 for as many as the machine has cores.
    pub threads: usize,
}

impl<P> Default for Options<P> {
    fn default() -> Self {
        Self {
            roots: None,
            memory: 4 << 30,
            verify: Verify::Below(10_000_000),
            grundy: true,
            whole: false,
            numbering: None,
            predecessors: None,
            threads: 0,
        }
    }
}

/// Solves a game for every position that its start can reach.
pub fn solve<G: Game + ?Sized>(
    game: &G,
    options: &Options<G::Position>,
    progress: &dyn Progress,
) -> Result<Solution<G::Position>, SolveError<G::Position>> {
    solve_with_plan(game, options, progress, &mut |_| ())
}

/// Solves a game, and shows the plan once the positions are found and before the solver runs.
pub fn solve_with_plan<G: Game + ?Sized>(
    game: &G,
    options: &Options<G::Position>,
    progress: &dyn Progress,
    on_plan: &mut dyn FnMut(&Plan),
) -> Result<Solution<G::Position>, SolveError<G::Position>> {
    match solve_dense(game, options, progress, on_plan)? {
        Dense::Solved(solution) => Ok(*solution),
        Dense::Unfit(reason) => {
            explore_and_solve(game, options, reason.as_deref(), progress, on_plan)
        }
    }
}

/// Solves a game by exploring it: every position that the roots reach is kept in a table, with its moves. The plan
/// says why positions have no dense numbers, if there is a reason.
pub fn explore_and_solve<G: Game + ?Sized>(
    game: &G,
    options: &Options<G::Position>,
    reason: Option<&str>,
    progress: &dyn Progress,
    on_plan: &mut dyn FnMut(&Plan),
) -> Result<Solution<G::Position>, SolveError<G::Position>> {
    let roots = match &options.roots {
        Some(roots) => roots.clone(),
        None if options.whole => {
            return Err(SolveError::NotApplicable {
                reason: "only a game that numbers its positions knows its whole space".to_owned(),
            });
        }
        None => game
            .starts()
            .map_err(|source| SolveError::Fault { at: None, source })?,
    };
    let limits = Limits {
        memory: options.memory,
    };
    let graph = explore(game, roots, &limits, progress)?;
    let mut prepared = Prepared::new(graph, &game.known(), options, progress)?;
    if let Some(reason) = reason {
        let sentence = format!("Dense numbers do not do for it: {reason}.");
        prepared.plan.sentences.push(sentence);
    }
    let asked = options.predecessors;
    prepared
        .plan
        .sentences
        .extend(asked.and_then(|asked| predecessors(prepared.plan.solver, asked)));
    on_plan(&prepared.plan);
    let mut solution = prepared.solve(options, progress)?;
    let wanted = match options.verify {
        Verify::Always => true,
        Verify::Never => false,
        Verify::Below(limit) => (solution.size() as u64) < limit,
    };
    if wanted {
        solution.verified = Some(verify::solution(game, &solution, progress)?);
    }
    Ok(solution)
}

/// What becomes of the wish for predecessors, where moves are stored.
fn predecessors(solver: Solver, asked: Predecessors) -> Option<String> {
    match (solver, asked) {
        (Solver::Retrograde, Predecessors::Stored) => None,
        (Solver::Retrograde, _) => Some(
            "Predecessors are stored, since only dense numbers allow for another way.".to_owned(),
        ),
        _ => Some(NO_PREDECESSORS.to_owned()),
    }
}

/// An explored game with the plan for it.
struct Prepared<P> {
    graph: Graph<P>,
    plan: Plan,
    /// The order of the positions, if there are no cycles.
    order: Option<Order>,
    ends: Ends,
    /// Whether to compute Grundy values, or why not.
    grundy: Result<(), String>,
}

impl<P: Clone> Prepared<P> {
    fn new(
        graph: Graph<P>,
        known: &Known,
        options: &Options<P>,
        progress: &dyn Progress,
    ) -> Result<Self, SolveError<P>> {
        let (order, cycle) = match order(&graph, progress)? {
            Ordered::Acyclic(order) => (Some(order), None),
            Ordered::Cyclic(cycle) => (None, Some(cycle)),
        };
        let ends = Ends::of(&graph);
        let applies = grundy_applies(&Traits {
            scored: graph.is_scored(),
            impartial: graph.is_impartial(),
            again: graph.has_again(),
            ends,
        });
        let solver = choose(&graph, ends, cycle.as_deref(), &applies)?;
        let grundy = if options.grundy || solver == Solver::Grundy {
            applies
        } else {
            Err("they were not asked for".to_owned())
        };
        let findings = Findings {
            graph: &graph,
            known,
            ends,
            cycle: cycle.as_deref(),
            grundy: grundy.as_ref().copied().map_err(String::as_str),
            needed: needed(&graph, cycle.is_some(), grundy.is_ok()),
            allowed: options.memory,
        };
        let mut plan = findings.plan(solver);
        if let Some(space) = known.space {
            plan.sentences
                .extend(whole_space::<P>(space, options.memory));
        }
        Ok(Self {
            graph,
            plan,
            order,
            ends,
            grundy,
        })
    }

    fn solve(
        self,
        options: &Options<P>,
        progress: &dyn Progress,
    ) -> Result<Solution<P>, SolveError<P>> {
        let graph = &self.graph;
        let values = match (self.plan.solver, &self.order) {
            (Solver::Backward, Some(order)) => Values::Outcomes(backward(graph, order, progress)?),
            (Solver::Score, Some(order)) => Values::Scores(score(graph, order, progress)?),
            (Solver::Grundy, _) => Values::Grundy,
            (Solver::Sums, _) => Values::Sums(Box::new(self.sums(options, progress)?)),
            (Solver::Retrograde, _) | (_, None) => {
                let solved = retrograde(&Stored::new(graph), progress);
                Values::Outcomes(solved.map_err(halted)?)
            }
        };
        let grundy = match (&self.grundy, &self.order) {
            (Err(reason), _) => Grundy::None(reason.clone()),
            (Ok(()), Some(order)) => Grundy::Nimbers(grundy(graph, order, progress)?),
            (Ok(()), None) => Grundy::Loopies(loopy(&Stored::new(graph), progress)?),
        };
        let counts =
            |solution: &Solution<P>| Counts::of(solution.explored()?, |at| solution.value(at));
        let mut solution = Solution {
            ground: Ground::Explored(self.graph),
            plan: self.plan,
            values,
            grundy,
            counts: Counts::default(),
            verified: None,
        };
        solution.counts = counts(&solution).ok_or(SolveError::Overflow {
            what: "the number of positions",
        })?;
        Ok(solution)
    }

    /// Solves all sums of components that can come up from any position alone.
    fn sums(&self, options: &Options<P>, progress: &dyn Progress) -> Result<Sums, SolveError<P>> {
        let stuck = match self.ends {
            Ends::Same(payoff) => payoff,
            Ends::None | Ends::Mixed => Payoff::LOSS,
        };
        let named = |error| self.named(error);
        let game = Sum::new(Explored(&self.graph), Vec::new(), stuck);
        let roots = self.graph.indices().map(|at| game.position(vec![at]));
        let roots = roots.collect::<Result<Vec<_>, _>>();
        let roots = roots.map_err(|source| SolveError::Fault { at: None, source })?;
        let limits = Limits {
            memory: options.memory.saturating_sub(self.graph.bytes()),
        };
        let graph = explore(&game, roots.clone(), &limits, progress).map_err(named)?;
        let outcomes = match order(&graph, progress)? {
            Ordered::Acyclic(order) => backward(&graph, &order, progress)?,
            Ordered::Cyclic(_) => retrograde(&Stored::new(&graph), progress).map_err(halted)?,
        };
        let alone = roots.iter().map(|root| graph.index_of(root));
        let alone = alone.map(|at| at.unwrap_or(Index(0))).collect();
        Ok(Sums {
            graph,
            outcomes,
            alone,
        })
    }

    /// An error about sums as an error about the game.
    fn named<Q>(&self, error: SolveError<Q>) -> SolveError<P> {
        match error {
            SolveError::Memory {
                limit,
                needed,
                positions,
            } => SolveError::Memory {
                limit: limit + self.graph.bytes(),
                needed: needed + self.graph.bytes(),
                positions,
            },
            SolveError::Stopped => SolveError::Stopped,
            SolveError::TooMany { what, limit } => SolveError::TooMany { what, limit },
            SolveError::Overflow { what } => SolveError::Overflow { what },
            SolveError::Fault { source, .. } => SolveError::Fault { at: None, source },
            other => SolveError::NotApplicable {
                reason: other.to_string(),
            },
        }
    }
}

/// Chooses the solver.
fn choose<P: Clone>(
    graph: &Graph<P>,
    ends: Ends,
    cycle: Option<&[Index]>,
    grundy: &Result<(), String>,
) -> Result<Solver, SolveError<P>> {
    let refuse = |reason: &str| {
        Err(SolveError::NotApplicable {
            reason: reason.to_owned(),
        })
    };
    let acyclic = |question: &str| match cycle {
        None => Ok(()),
        Some(cycle) => Err(SolveError::Cycle {
            positions: cycle.iter().map(|&at| graph.position(at).clone()).collect(),
            question: question.to_owned(),
        }),
    };
    if graph.is_scored() {
        if graph.has_sums() {
            return refuse(
                "moves that split the game into a sum have no score: the best play of a sum does not follow from the scores of its components",
            );
        }
        acyclic("a score")?;
        return Ok(Solver::Score);
    }
    if !graph.has_sums() {
        return Ok(if cycle.is_some() {
            Solver::Retrograde
        } else {
            Solver::Backward
        });
    }
    if !graph.is_impartial() {
        return refuse(
            "moves that split the game into a sum need an impartial game: there is no theory for the sums of this one",
        );
    }
    acyclic("the value of a game that splits into sums")?;
    match ends {
        _ if grundy.is_ok() => Ok(Solver::Grundy),
        Ends::Same(_) => Ok(Solver::Sums),
        Ends::None | Ends::Mixed => refuse(
            "moves that split the game into a sum need ends that all pay the same: an end that decides the whole game has no meaning in a component",
        ),
    }
}

/// What decides whether Grundy values say anything about a game.
struct Traits {
    scored: bool,
    impartial: bool,
    again: bool,
    ends: Ends,
}

/// Whether Grundy values say anything about the game, or why not.
fn grundy_applies(of: &Traits) -> Result<(), String> {
    let reason = if of.scored {
        "the game is one of scores"
    } else if !of.impartial {
        "the players have moves of their own"
    } else if of.again {
        "after some moves the same player moves again"
    } else {
        match of.ends {
            Ends::None | Ends::Same(Payoff::LOSS) => return Ok(()),
            Ends::Same(Payoff::WIN) => "whoever cannot move wins (misère play)",
            Ends::Same(_) | Ends::Mixed => {
                "the game can end otherwise than by a loss of the player to move"
            }
        }
    };
    Err(reason.to_owned())
}

/// Bytes that the graph and its solution take at the most.
fn needed<P>(graph: &Graph<P>, cyclic: bool, grundy: bool) -> u64 {
    let positions = graph.len() as u64;
    let edges = graph.targets.len() as u64;
    let values = 8 * positions;
    let way = if cyclic {
        // Reverse edges, and the two queues of a level.
        4 * positions + 4 * edges + 8 * positions
    } else {
        // The order and the rank.
        8 * positions
    };
    let grundy = match (grundy, cyclic) {
        (false, _) => 0,
        (true, false) => 4 * positions,
        (true, true) => 20 * positions,
    };
    graph.bytes() + values + way + grundy
}

/// Whether the whole space would fit as well.
fn whole_space<P>(space: u128, allowed: u64) -> Option<String> {
    let least = space.checked_mul(u128::from(least_bytes::<P>()))?;
    (least <= u128::from(allowed)).then(|| {
        let least = crate::plan::bytes(u64::try_from(least).unwrap_or(u64::MAX));
        format!("The whole space would fit too: its positions need {least}.")
    })
}

fn halted<P, E>(halted: Halted<E>) -> SolveError<P>
where
    SolveError<P>: From<E>,
{
    match halted {
        Halted::Stopped => Stopped.into(),
        Halted::Arena(error) => error.into(),
    }
}
