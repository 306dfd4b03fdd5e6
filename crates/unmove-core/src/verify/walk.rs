//! The walk over every position, with moves asked of the game afresh.

use std::ops::Range;

use super::certificate::{Claim, OutcomeClaim};
use super::flaw::Flaw;
use crate::error::SolveError;
use crate::game::{Fault, Game, Move, Payoff, Player, Successor};
use crate::graph::{Graph, Index};
use crate::progress::{Phase, Progress, Steps};
use crate::solution::Sums;
use crate::sum::Sum;

/// How much the verifier has checked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Checked {
    /// Positions, each with every move.
    pub positions: u64,
    /// Moves.
    pub moves: u64,
}

/// Flaws after which the walk stops.
pub(crate) const ENOUGH: usize = 8;

/// A position as the game itself shows it.
#[derive(Debug)]
pub struct Seen {
    pub(super) at: Index,
    /// What the game pays if it has ended here.
    pub(super) ended: Option<Payoff>,
    /// What endless play pays the player to move.
    pub(super) endless: Payoff,
    components: Vec<Index>,
    moves: Vec<SeenMove>,
}

#[derive(Debug)]
struct SeenMove {
    components: Range<usize>,
    again: bool,
    gain: i32,
}

/// A move as the game itself shows it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shown<'a> {
    pub(super) components: &'a [Index],
    pub(super) again: bool,
    pub(super) gain: i32,
}

impl Seen {
    fn empty() -> Self {
        Self {
            at: Index(0),
            ended: None,
            endless: Payoff::DRAW,
            components: Vec::new(),
            moves: Vec::new(),
        }
    }

    pub(super) fn moves(&self) -> impl Iterator<Item = Shown<'_>> {
        self.moves.iter().map(|seen| Shown {
            components: &self.components[seen.components.clone()],
            again: seen.again,
            gain: seen.gain,
        })
    }

    /// Every component of every move.
    pub(super) fn followers(&self) -> &[Index] {
        &self.components
    }
}

/// Looks at positions through the game; the graph serves only to name them by number.
struct Viewer<'a, G: Game + ?Sized> {
    game: &'a G,
    graph: &'a Graph<G::Position>,
    plays: Vec<Move<G::Position>>,
}

type Failed<G> = SolveError<<G as Game>::Position>;

impl<G: Game + ?Sized> Viewer<'_, G> {
    /// Looks at a position; fails with a flaw where a move leads out of the numbering.
    fn look(&mut self, at: Index, seen: &mut Seen) -> Result<(), Failed<G>> {
        let position = self.graph.position(at);
        let fault = |source: Fault| SolveError::fault(position.clone(), source);
        seen.at = at;
        seen.components.clear();
        seen.moves.clear();
        self.plays.clear();
        seen.endless = match self.game.to_move(position) {
            Some(Player::Second) => self.game.endless().reversed(),
            _ => self.game.endless(),
        };
        seen.ended = self.game.end(position).map_err(fault)?;
        if seen.ended.is_some() {
            return Ok(());
        }
        self.game.moves(position, &mut self.plays).map_err(fault)?;
        if self.plays.is_empty() {
            seen.ended = Some(self.game.stuck(position).map_err(fault)?);
        }
        for play in &self.plays {
            let start = seen.components.len();
            let components = match &play.to {
                Successor::One(one) => std::slice::from_ref(one),
                Successor::Sum(several) => several.as_slice(),
            };
            if components.len() != 1 && !self.graph.has_sums() {
                return Err(outside::<G>(at));
            }
            for component in components {
                let to = self.graph.index_of(component);
                let to = to.ok_or_else(|| outside::<G>(at))?;
                seen.components.push(to);
            }
            seen.moves.push(SeenMove {
                components: start..seen.components.len(),
                again: play.again,
                gain: play.gain,
            });
        }
        Ok(())
    }
}

fn outside<G: Game + ?Sized>(at: Index) -> Failed<G> {
    let flaw = Flaw::new(
        at,
        "that every move leads to a position solved",
        "a move that leads elsewhere, or splits the game",
    );
    SolveError::Flawed { flaws: vec![flaw] }
}

/// Checks the claims at every position of the graph.
pub fn walk<G: Game + ?Sized>(
    game: &G,
    graph: &Graph<G::Position>,
    claims: &[Box<dyn Claim + '_>],
    progress: &dyn Progress,
) -> Result<Checked, Failed<G>> {
    let mut steps = Steps::new(progress, Phase::Verify, Some(graph.len() as u64));
    let mut viewer = Viewer {
        game,
        graph,
        plays: Vec::new(),
    };
    let far = claims.iter().any(|claim| claim.looks_further());
    let mut seen = Seen::empty();
    let mut checked = Checked::default();
    let mut flaws = Vec::new();
    for at in graph.indices() {
        steps.step()?;
        viewer.look(at, &mut seen)?;
        let beyond = if far {
            beyond(&mut viewer, &seen)?
        } else {
            Vec::new()
        };
        flaws.extend(
            claims
                .iter()
                .filter_map(|claim| claim.check(&seen, &beyond)),
        );
        if flaws.len() >= ENOUGH {
            break;
        }
        checked.positions += 1;
        checked.moves += seen.moves.len() as u64;
    }
    steps.report()?;
    if flaws.is_empty() {
        Ok(checked)
    } else {
        Err(SolveError::Flawed { flaws })
    }
}

/// What the followers of a position look like, in the order of [`Seen::followers`].
fn beyond<G: Game + ?Sized>(
    viewer: &mut Viewer<'_, G>,
    seen: &Seen,
) -> Result<Vec<Seen>, Failed<G>> {
    let followers = seen.followers().iter();
    let looked = followers.map(|&follower| {
        let mut further = Seen::empty();
        viewer.look(follower, &mut further)?;
        Ok(further)
    });
    looked.collect()
}

/// Checks solved sums: the sum of a game whose moves come from the game itself.
pub(super) fn sums<G: Game + ?Sized>(
    game: &G,
    graph: &Graph<G::Position>,
    sums: &Sums,
    progress: &dyn Progress,
) -> Result<Checked, Failed<G>> {
    let stuck = graph.payoffs.first().copied().unwrap_or(Payoff::LOSS);
    let fresh = Sum::new(Fresh { game, graph }, Vec::new(), stuck);
    let fault = |source| SolveError::Fault { at: None, source };
    for (at, &alone) in graph.indices().zip(&sums.alone) {
        let position = fresh.position(vec![at]).map_err(fault)?;
        if *sums.graph.position(alone) != position {
            let flaw = Flaw::new(
                at,
                "to stand alone in a sum",
                "another sum under its number",
            );
            return Err(SolveError::Flawed { flaws: vec![flaw] });
        }
    }
    let claims: [Box<dyn Claim + '_>; 1] = [Box::new(OutcomeClaim::new(&sums.outcomes))];
    walk(&fresh, &sums.graph, &claims, progress).map_err(|error| match error {
        SolveError::Fault { source, .. } => SolveError::Fault { at: None, source },
        SolveError::Flawed { flaws } => SolveError::Flawed { flaws },
        _ => SolveError::Stopped,
    })
}

/// A game under the numbers of its positions, with its moves asked for afresh.
struct Fresh<'a, G: Game + ?Sized> {
    game: &'a G,
    graph: &'a Graph<G::Position>,
}

/// A move led to a position without a number.
#[derive(Debug, thiserror::Error)]
#[error("a move leads to a position that was not solved")]
struct Outside;

impl<G: Game + ?Sized> Fresh<'_, G> {
    fn number(&self, position: &G::Position) -> Result<Index, Fault> {
        Ok(self.graph.index_of(position).ok_or(Outside)?)
    }
}

impl<G: Game + ?Sized> Game for Fresh<'_, G> {
    type Position = Index;

    fn starts(&self) -> Result<Vec<Index>, Fault> {
        Ok(self.graph.roots().to_vec())
    }

    fn moves(&self, position: &Index, moves: &mut Vec<Move<Index>>) -> Result<(), Fault> {
        let mut plays = Vec::new();
        self.game
            .moves(self.graph.position(*position), &mut plays)?;
        for play in plays {
            let to = match &play.to {
                Successor::One(one) => Successor::One(self.number(one)?),
                Successor::Sum(several) => {
                    let numbers = several.iter().map(|component| self.number(component));
                    Successor::Sum(numbers.collect::<Result<_, _>>()?)
                }
            };
            moves.push(Move {
                to,
                again: play.again,
                gain: play.gain,
            });
        }
        Ok(())
    }

    fn end(&self, position: &Index) -> Result<Option<Payoff>, Fault> {
        self.game.end(self.graph.position(*position))
    }

    fn stuck(&self, position: &Index) -> Result<Payoff, Fault> {
        self.game.stuck(self.graph.position(*position))
    }

    fn to_move(&self, position: &Index) -> Option<Player> {
        self.game.to_move(self.graph.position(*position))
    }

    fn endless(&self) -> Payoff {
        self.game.endless()
    }

    fn scored(&self) -> bool {
        self.game.scored()
    }
}
