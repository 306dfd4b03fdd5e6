//! An explored graph as a game of its own, whose positions are the numbers.

use crate::game::{Fault, Game, Move, Payoff, Player, Successor};
use crate::graph::{Graph, Index};

/// The game that a graph describes. Its positions are small and ordered, whatever those of the
/// game it came from.
#[derive(Debug)]
pub struct Explored<'a, P>(pub &'a Graph<P>);

impl<P> Game for Explored<'_, P> {
    type Position = Index;

    fn starts(&self) -> Result<Vec<Index>, Fault> {
        Ok(self.0.roots().to_vec())
    }

    fn moves(&self, position: &Index, moves: &mut Vec<Move<Index>>) -> Result<(), Fault> {
        moves.extend(self.0.moves(*position).map(|step| {
            let components: Vec<Index> = step.components().collect();
            let to = match components[..] {
                [only] => Successor::One(only),
                _ => Successor::Sum(components),
            };
            Move {
                to,
                again: step.again,
                gain: step.gain,
            }
        }));
        Ok(())
    }

    fn end(&self, position: &Index) -> Result<Option<Payoff>, Fault> {
        Ok(self.0.terminal(*position))
    }

    fn to_move(&self, position: &Index) -> Option<Player> {
        self.0.player(*position)
    }

    fn endless(&self) -> Payoff {
        self.0.endless()
    }

    fn scored(&self) -> bool {
        self.0.is_scored()
    }

    fn orbit(&self, position: &Index) -> u64 {
        self.0.orbit(*position)
    }
}
