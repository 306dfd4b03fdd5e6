//! 1. A pile of stones: the smallest game, as a Rust type.
//!
//! Two players in turn take 1, 3 or 4 stones; whoever cannot move loses. A game is a start and moves
//! over any hashable position: here the position is the number of stones.
//!
//! `cargo run --example 01_pile_of_stones`

use std::error::Error;
use unmove::core::{Fault, Game, Move, Options, Outcome, Silent, Successor, solve};

struct Pile {
    stones: u32,
    takes: Vec<u32>,
}

impl Game for Pile {
    type Position = u32;

    fn starts(&self) -> Result<Vec<u32>, Fault> {
        Ok(vec![self.stones])
    }

    // The two players are not told apart: without `to_move` both have the same moves.
    fn moves(&self, stones: &u32, moves: &mut Vec<Move<u32>>) -> Result<(), Fault> {
        let left = self
            .takes
            .iter()
            .filter_map(|take| stones.checked_sub(*take));
        moves.extend(left.map(Move::to));
        Ok(())
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let game = Pile {
        stones: 21,
        takes: vec![1, 3, 4],
    };

    // The default options verify every value of a small game. `Silent` watches nothing.
    let solution = solve(&game, &Options::default(), &Silent)?;

    // Which piles lose for the player to move?
    let losing: Vec<u32> = (0..=21)
        .filter(|stones| {
            let at = solution.index_of(stones);
            at.is_some_and(|at| solution.outcome(at) == Outcome::Loss)
        })
        .collect();
    println!("lost for the player to move: {losing:?}");
    assert_eq!(losing, [0, 2, 7, 9, 14, 16, 21]);

    // Best play from 20: the winner hurries, the loser puts it off.
    println!("from 20 stones, best play:");
    for judged in solution.line(&game, &20, 100)? {
        if let Successor::One(left) = judged.play.to {
            println!("  leave {left}: {} for who moved", judged.value.outcome());
        }
    }
    Ok(())
}
