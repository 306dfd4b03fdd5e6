//! Sums of games: several positions side by side, a player moves in one of their choice.
//!
//! The plain way, over multisets of positions, against which the theory of Grundy values can be
//! checked, and the only way where the theory does not reach: remoteness in sums, misère play,
//! players with moves of their own.

use crate::game::{Fault, Game, Move, Payoff, Player, Successor};

/// A sum of positions of one game, as a game.
///
/// It ends when no component has a move left, and then pays `stuck`. A component that ends by a
/// rule of its own must pay the same, and just has no more moves.
///
/// Of a game with players every component stands with the same player to move: a move in one
/// component passes the turn in all, by [`Game::facing`].
#[derive(Clone, Debug)]
pub struct Sum<G: Game> {
    game: G,
    starts: Vec<Vec<G::Position>>,
    stuck: Payoff,
}

/// A position of a [`Sum`]: its components in rising order.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SumPosition<P> {
    mover: Option<Player>,
    components: Vec<P>,
}

impl<P> SumPosition<P> {
    /// The sum of components that are sorted already and can all be moved in.
    pub(crate) fn impartial(components: Vec<P>) -> Self {
        Self {
            mover: None,
            components,
        }
    }

    /// The components, in rising order. In an impartial game those that can be moved in.
    pub fn components(&self) -> &[P] {
        &self.components
    }

    /// Who moves; `None` in an impartial game.
    pub fn mover(&self) -> Option<Player> {
        self.mover
    }
}

/// Why a sum makes no sense.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SumFault {
    /// A component has ended with another payoff than that of the sum.
    #[error(
        "a component of the sum ends with a payoff of {found}, and the sum needs {needed}: an end of its own decides a whole game, not a component"
    )]
    OtherEnd {
        /// What the component pays.
        found: i32,
        /// What a sum without moves pays.
        needed: i32,
    },
    /// The game does not say what a position looks like with the other player to move.
    #[error(
        "sums of this game are not defined: its positions cannot be given to the other player to move"
    )]
    NoFacing,
}

impl<G: Game> Sum<G>
where
    G::Position: Ord,
{
    /// Sums that start from `starts`, each a list of components. `stuck` is what the player to
    /// move gets when no component can be moved in: a loss in normal play, a win in misère play.
    /// In a game with players the first component of each start says who moves first.
    pub fn new(game: G, starts: Vec<Vec<G::Position>>, stuck: Payoff) -> Self {
        Self {
            game,
            starts,
            stuck,
        }
    }

    /// The sum of these components: sorted, facing the same player, without those that can never
    /// matter again.
    pub fn position(
        &self,
        components: Vec<G::Position>,
    ) -> Result<SumPosition<G::Position>, Fault> {
        let mover = components.first().and_then(|c| self.game.to_move(c));
        self.assemble(components, mover)
    }

    fn assemble(
        &self,
        mut components: Vec<G::Position>,
        mover: Option<Player>,
    ) -> Result<SumPosition<G::Position>, Fault> {
        if let Some(player) = mover {
            for component in &mut components {
                if self.game.to_move(component) != mover {
                    let turned = self.game.facing(component, player);
                    *component = turned.ok_or(SumFault::NoFacing)?;
                }
            }
        } else {
            let mut scratch = Vec::new();
            let mut live = Vec::with_capacity(components.len());
            for component in components {
                scratch.clear();
                self.component_moves(&component, &mut scratch)?;
                if !scratch.is_empty() {
                    live.push(component);
                }
            }
            components = live;
        }
        components.sort_unstable();
        Ok(SumPosition { mover, components })
    }

    /// The moves in one component, as if it stood alone.
    fn component_moves(
        &self,
        component: &G::Position,
        moves: &mut Vec<Move<G::Position>>,
    ) -> Result<(), Fault> {
        let mut payoff = self.game.end(component)?;
        if payoff.is_none() {
            self.game.moves(component, moves)?;
            if moves.is_empty() {
                payoff = Some(self.game.stuck(component)?);
            }
        }
        match payoff {
            Some(payoff) if payoff != self.stuck => Err(SumFault::OtherEnd {
                found: payoff.0,
                needed: self.stuck.0,
            }
            .into()),
            _ => Ok(()),
        }
    }
}

impl<G: Game> Game for Sum<G>
where
    G::Position: Ord,
{
    type Position = SumPosition<G::Position>;

    fn starts(&self) -> Result<Vec<Self::Position>, Fault> {
        let starts = self.starts.iter();
        starts.map(|start| self.position(start.clone())).collect()
    }

    fn moves(
        &self,
        position: &Self::Position,
        moves: &mut Vec<Move<Self::Position>>,
    ) -> Result<(), Fault> {
        let components = &position.components;
        let mut scratch = Vec::new();
        for (place, component) in components.iter().enumerate() {
            // Moves in equal components lead to equal sums.
            if place > 0 && components[place - 1] == *component {
                continue;
            }
            scratch.clear();
            self.component_moves(component, &mut scratch)?;
            for play in scratch.drain(..) {
                let mut after = components.clone();
                after.remove(place);
                match play.to {
                    Successor::One(one) => after.push(one),
                    Successor::Sum(several) => after.extend(several),
                }
                let mover = if play.again {
                    position.mover
                } else {
                    position.mover.map(Player::opponent)
                };
                moves.push(Move {
                    to: Successor::One(self.assemble(after, mover)?),
                    again: play.again,
                    gain: play.gain,
                });
            }
        }
        Ok(())
    }

    fn stuck(&self, _position: &Self::Position) -> Result<Payoff, Fault> {
        Ok(self.stuck)
    }

    fn to_move(&self, position: &Self::Position) -> Option<Player> {
        position.mover
    }

    fn endless(&self) -> Payoff {
        self.game.endless()
    }

    fn scored(&self) -> bool {
        self.game.scored()
    }

    fn owned_bytes(&self, position: &Self::Position) -> usize {
        let components = position.components.iter();
        let owned: usize = components.map(|c| self.game.owned_bytes(c)).sum();
        position.components.capacity() * size_of::<G::Position>() + owned
    }
}
