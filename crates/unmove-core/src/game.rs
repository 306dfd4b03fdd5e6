//! What a game is to the solvers: positions, moves and ends.

use std::hash::Hash;
use std::sync::Arc;

use crate::numbered::{Numbered, Scope};

/// Whatever went wrong inside a game's own code: an assignment out of range, a division by zero.
pub type Fault = Box<dyn std::error::Error + Send + Sync>;

/// One of the two players of a game that tells them apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Player {
    /// The player named first.
    First,
    /// The player named second.
    Second,
}

impl Player {
    /// The other player.
    pub fn opponent(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }
}

/// What the end of a game pays the player to move there; the opponent gets the negative.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Payoff(pub i32);

impl Payoff {
    /// The player to move has won.
    pub const WIN: Self = Self(1);
    /// Nobody has won.
    pub const DRAW: Self = Self(0);
    /// The player to move has lost.
    pub const LOSS: Self = Self(-1);

    /// The same payoff seen by the other player. (`i32::MIN`, which has no negative, is refused as
    /// a payoff before anything is solved.)
    pub fn reversed(self) -> Self {
        Self(self.0.saturating_neg())
    }
}

/// Where a move leads: one position, or a sum of several that go on side by side.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Successor<P> {
    /// The game goes on in one position.
    One(P),
    /// The game falls apart into a sum: a player moves in one component of their choice.
    Sum(Vec<P>),
}

/// A legal move, as the solvers see it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Move<P> {
    /// The position (or sum of positions) after the move.
    pub to: Successor<P>,
    /// The same player moves again.
    pub again: bool,
    /// What the mover gains by the move, in the units of the game's score.
    pub gain: i32,
}

impl<P> Move<P> {
    /// The plain move: the turn passes, nothing is gained.
    pub fn to(position: P) -> Self {
        Self {
            to: Successor::One(position),
            again: false,
            gain: 0,
        }
    }

    /// A move that splits the game into a sum of `components`.
    pub fn to_sum(components: Vec<P>) -> Self {
        Self {
            to: Successor::Sum(components),
            again: false,
            gain: 0,
        }
    }
}

/// What is known of a game before it is solved; the plan reports it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Known {
    /// Positions in the whole space, reachable or not; `None` where nobody has counted.
    pub space: Option<u128>,
    /// Why there are no cycles, as a clause: `every move lowers the stones`.
    pub measure: Option<String>,
    /// Symmetries that fold positions into classes, in words, one each.
    pub symmetries: Vec<String>,
    /// How positions are numbered or packed, in words.
    pub encoding: Option<String>,
}

/// A finite two-player game of perfect information.
///
/// A start, moves and ends over any hashable position are enough. The defaults are what a game
/// theorist assumes: the players alternate, the game is impartial, whoever cannot move loses,
/// endless play is a draw.
///
/// Every method that looks at a position may fail with a [`Fault`], since rules can be wrong; a
/// game that cannot fail just returns `Ok`.
pub trait Game {
    /// All that decides the future, the player to move included.
    type Position: Clone + Eq + Hash;

    /// The positions the game may start from, the usual one first.
    fn starts(&self) -> Result<Vec<Self::Position>, Fault>;

    /// Appends every legal move to `moves`, in an order that is always the same. Not called at a
    /// position where [`Game::end`] says that the game has ended.
    fn moves(
        &self,
        position: &Self::Position,
        moves: &mut Vec<Move<Self::Position>>,
    ) -> Result<(), Fault>;

    /// What the game pays the player to move if it has ended here by a rule of its own.
    fn end(&self, _position: &Self::Position) -> Result<Option<Payoff>, Fault> {
        Ok(None)
    }

    /// What the player to move gets when there is no legal move: normal play says a loss, and a
    /// game of scores says nothing more.
    fn stuck(&self, _position: &Self::Position) -> Result<Payoff, Fault> {
        Ok(if self.scored() {
            Payoff::DRAW
        } else {
            Payoff::LOSS
        })
    }

    /// Who moves here; `None` for an impartial game, where both have the same moves.
    fn to_move(&self, _position: &Self::Position) -> Option<Player> {
        None
    }

    /// What endless play pays the first player. Must be a draw for an impartial game.
    fn endless(&self) -> Payoff {
        Payoff::DRAW
    }

    /// Whether the value of a position is a score: gains along the way plus the payoff at the end.
    fn scored(&self) -> bool {
        false
    }

    /// A quantity that every move lowers, where one is known. Every edge is checked against it.
    fn measure(&self, _position: &Self::Position) -> Result<Option<u64>, Fault> {
        Ok(None)
    }

    /// How many positions this one stands for under the symmetries that fold the game.
    fn orbit(&self, _position: &Self::Position) -> u64 {
        1
    }

    /// The position that stands for this one in the solution, where symmetries fold several into one.
    fn folded(&self, position: Self::Position) -> Self::Position {
        position
    }

    /// What is known before solving.
    fn known(&self) -> Known {
        Known::default()
    }

    /// The game under numbers that a rule makes, or why it has none, as a clause. Its values are those of the game
    /// itself; it is solved without storing its positions and moves.
    fn numbered(&self, _scope: Scope) -> Result<Arc<dyn Numbered<Self::Position>>, String> {
        Err("the game makes no numbers of its own".to_owned())
    }

    /// Bytes a position owns on the heap beside its own size; counted against the memory allowed.
    fn owned_bytes(&self, _position: &Self::Position) -> usize {
        0
    }

    /// The same position with `player` to move. Only sums of games with players ask for it; `None`
    /// says that such sums make no sense for this game.
    fn facing(&self, _position: &Self::Position, _player: Player) -> Option<Self::Position> {
        None
    }
}

impl<G: Game + ?Sized> Game for &G {
    type Position = G::Position;

    fn starts(&self) -> Result<Vec<Self::Position>, Fault> {
        (**self).starts()
    }

    fn moves(
        &self,
        position: &Self::Position,
        moves: &mut Vec<Move<Self::Position>>,
    ) -> Result<(), Fault> {
        (**self).moves(position, moves)
    }

    fn end(&self, position: &Self::Position) -> Result<Option<Payoff>, Fault> {
        (**self).end(position)
    }

    fn stuck(&self, position: &Self::Position) -> Result<Payoff, Fault> {
        (**self).stuck(position)
    }

    fn to_move(&self, position: &Self::Position) -> Option<Player> {
        (**self).to_move(position)
    }

    fn endless(&self) -> Payoff {
        (**self).endless()
    }

    fn scored(&self) -> bool {
        (**self).scored()
    }

    fn measure(&self, position: &Self::Position) -> Result<Option<u64>, Fault> {
        (**self).measure(position)
    }

    fn orbit(&self, position: &Self::Position) -> u64 {
        (**self).orbit(position)
    }

    fn folded(&self, position: Self::Position) -> Self::Position {
        (**self).folded(position)
    }

    fn known(&self) -> Known {
        (**self).known()
    }

    fn numbered(&self, scope: Scope) -> Result<Arc<dyn Numbered<Self::Position>>, String> {
        (**self).numbered(scope)
    }

    fn owned_bytes(&self, position: &Self::Position) -> usize {
        (**self).owned_bytes(position)
    }

    fn facing(&self, position: &Self::Position, player: Player) -> Option<Self::Position> {
        (**self).facing(position, player)
    }
}
