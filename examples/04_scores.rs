//! 4. Scores: how much rather than who.
//!
//! A row of coins; the players in turn take one from either end and want as much as they can. The
//! value of a position is the mover's total minus the other's from there on.
//!
//! `cargo run --example 04_scores`

use std::error::Error;
use unmove::core::{Fault, Game, Move, Options, Score, Silent, solve};

struct Coins(Vec<i32>);

impl Game for Coins {
    /// What is left: from the first index up to the second, exclusive.
    type Position = (usize, usize);

    fn starts(&self) -> Result<Vec<(usize, usize)>, Fault> {
        Ok(vec![(0, self.0.len())])
    }

    fn moves(
        &self,
        &(first, end): &(usize, usize),
        moves: &mut Vec<Move<(usize, usize)>>,
    ) -> Result<(), Fault> {
        if first == end {
            return Ok(());
        }
        for (taken, rest) in [(first, (first + 1, end)), (end - 1, (first, end - 1))] {
            moves.push(Move {
                gain: self.0[taken],
                ..Move::to(rest)
            });
        }
        Ok(())
    }

    // Values are scores; whoever is stuck then gets nothing more.
    fn scored(&self) -> bool {
        true
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let game = Coins(vec![4, 7, 2, 9]);
    let solution = solve(&game, &Options::default(), &Silent)?;
    let start = (0, 4);

    let score = solution.score(solution.start()).ok_or("a game of scores")?;
    println!("the first player gets {score} more");
    assert_eq!(score, Score(10));

    for judged in solution.moves(&game, &start)? {
        let worth = judged.score.ok_or("a game of scores")?;
        println!("taking {} is worth {worth}", judged.play.gain);
    }
    Ok(())
}
