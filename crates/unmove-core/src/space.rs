//! Games that number their own positions and can take moves back: solved without a hash table and
//! without stored edges.

use std::cell::RefCell;

use crate::arena::{Arena, Arrow};
use crate::attractor::Halted;
use crate::error::SolveError;
use crate::explore::{Limits, refuse_unpayable};
use crate::game::{Fault, Game, Move, Payoff, Player, Successor};
use crate::graph::Index;
use crate::outcomes::Outcomes;
use crate::progress::Progress;
use crate::retrograde::retrograde;

/// A game whose positions are numbered by a rule.
pub trait Indexed: Game {
    /// Numbers run from 0 to this, exclusive.
    fn size(&self) -> u32;

    /// The number of a position; `None` if it is none of the space.
    fn index(&self, position: &Self::Position) -> Option<Index>;

    /// The position of a number; `None` where the number stands for nothing.
    fn position(&self, index: Index) -> Option<Self::Position>;
}

/// A move taken back.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Unmove<P> {
    /// The position before the move.
    pub from: P,
    /// The player who made the move is to move after it, too.
    pub again: bool,
}

/// A game whose moves can be taken back.
pub trait Unmoves: Game {
    /// Appends every position of the space from which one move leads to `position`. Repeats do no
    /// harm, and neither do positions where the game has ended.
    fn unmoves(
        &self,
        position: &Self::Position,
        unmoves: &mut Vec<Unmove<Self::Position>>,
    ) -> Result<(), Fault>;
}

/// Solves every position of a game's space, whether or not a start can reach it. Takes 16 bytes a
/// number at the most.
///
/// The game must not have scores nor moves that split it. The values are those of
/// [`solve()`](crate::solve()), by the game's own numbers; numbers that stand for nothing get what
/// endless play pays.
pub fn solve_space<G: Indexed + Unmoves + ?Sized>(
    game: &G,
    limits: &Limits,
    progress: &dyn Progress,
) -> Result<Outcomes, SolveError<G::Position>> {
    if game.scored() {
        return Err(SolveError::NotApplicable {
            reason: "a game of scores is not solved backwards from its ends".to_owned(),
        });
    }
    refuse_unpayable(game.endless())?;
    // Payoff and counter (8 bytes), and at the worst every position in a queue (8 bytes).
    let needed = u64::from(game.size()) * 16;
    if needed > limits.memory {
        return Err(SolveError::Memory {
            limit: limits.memory,
            needed,
            positions: 0,
        });
    }
    retrograde(&Derived::new(game), progress).map_err(|halted| match halted {
        Halted::Stopped => SolveError::Stopped,
        Halted::Arena(error) => error,
    })
}

/// The arena that a game computes itself, edge by edge, when it is asked.
#[derive(Debug)]
pub struct Derived<'g, G: Game + ?Sized> {
    game: &'g G,
    scratch: RefCell<Scratch<G::Position>>,
}

#[derive(Debug)]
struct Scratch<P> {
    moves: Vec<Move<P>>,
    unmoves: Vec<Unmove<P>>,
    arrows: Vec<Arrow>,
}

impl<'g, G: Indexed + Unmoves + ?Sized> Derived<'g, G> {
    /// The arena of a game.
    pub fn new(game: &'g G) -> Self {
        Self {
            game,
            scratch: RefCell::new(Scratch {
                moves: Vec::new(),
                unmoves: Vec::new(),
                arrows: Vec::new(),
            }),
        }
    }
}

type Failed<G> = SolveError<<G as Game>::Position>;

impl<G: Indexed + Unmoves + ?Sized> Derived<'_, G> {
    /// Gathers the successors of a position, each once: moves that do the same count as one, here
    /// as among the predecessors.
    fn gather(
        &self,
        position: &G::Position,
        scratch: &mut Scratch<G::Position>,
    ) -> Result<(), Failed<G>> {
        let fault = |source| SolveError::fault(position.clone(), source);
        scratch.moves.clear();
        scratch.arrows.clear();
        self.game
            .moves(position, &mut scratch.moves)
            .map_err(fault)?;
        for play in scratch.moves.drain(..) {
            let Successor::One(to) = play.to else {
                return Err(SolveError::NotApplicable {
                    reason: "a game whose moves split it is not solved backwards from its ends"
                        .to_owned(),
                });
            };
            let at = self.game.index(&to);
            let at = at.ok_or(SolveError::Unknown { position: to })?;
            scratch.arrows.push(Arrow {
                at,
                again: play.again,
            });
        }
        scratch.arrows.sort_unstable();
        scratch.arrows.dedup();
        Ok(())
    }

    /// Gathers the predecessors of a position, each once, without those where the game has ended.
    fn gather_back(
        &self,
        position: &G::Position,
        scratch: &mut Scratch<G::Position>,
    ) -> Result<(), Failed<G>> {
        let fault = |source| SolveError::fault(position.clone(), source);
        scratch.unmoves.clear();
        scratch.arrows.clear();
        self.game
            .unmoves(position, &mut scratch.unmoves)
            .map_err(fault)?;
        for unmove in scratch.unmoves.drain(..) {
            let Some(at) = self.game.index(&unmove.from) else {
                continue;
            };
            if self.game.end(&unmove.from).map_err(fault)?.is_none() {
                scratch.arrows.push(Arrow {
                    at,
                    again: unmove.again,
                });
            }
        }
        scratch.arrows.sort_unstable();
        scratch.arrows.dedup();
        Ok(())
    }
}

impl<G: Indexed + Unmoves + ?Sized> Arena for Derived<'_, G> {
    type Error = SolveError<G::Position>;

    fn len(&self) -> usize {
        self.game.size() as usize
    }

    fn terminal(&self, at: Index) -> Result<Option<Payoff>, Self::Error> {
        let Some(position) = self.game.position(at) else {
            return Ok(None);
        };
        let fault = |source| SolveError::fault(position.clone(), source);
        let mut payoff = self.game.end(&position).map_err(fault)?;
        if payoff.is_none() {
            let moves = &mut self.scratch.borrow_mut().moves;
            moves.clear();
            self.game.moves(&position, moves).map_err(fault)?;
            if moves.is_empty() {
                payoff = Some(self.game.stuck(&position).map_err(fault)?);
            }
        }
        payoff.map_or(Ok(()), refuse_unpayable)?;
        Ok(payoff)
    }

    fn player(&self, at: Index) -> Result<Option<Player>, Self::Error> {
        let position = self.game.position(at);
        Ok(position.and_then(|position| self.game.to_move(&position)))
    }

    fn endless(&self) -> Payoff {
        self.game.endless()
    }

    fn successors(&self, at: Index, mut visit: impl FnMut(Arrow)) -> Result<(), Self::Error> {
        if let Some(position) = self.game.position(at) {
            let scratch = &mut self.scratch.borrow_mut();
            self.gather(&position, scratch)?;
            scratch.arrows.iter().for_each(|&arrow| visit(arrow));
        }
        Ok(())
    }

    fn predecessors(&self, at: Index, mut visit: impl FnMut(Arrow)) -> Result<(), Self::Error> {
        if let Some(position) = self.game.position(at) {
            let scratch = &mut self.scratch.borrow_mut();
            self.gather_back(&position, scratch)?;
            scratch.arrows.iter().for_each(|&arrow| visit(arrow));
        }
        Ok(())
    }
}
