//! 6. The verifier: why the values can be believed.
//!
//! After solving, code that knows nothing of the solvers asks the game again for every move and
//! checks each value against those next to it. Here the values are made wrong on purpose.
//!
//! `cargo run --example 06_checked_by_the_verifier`

use std::error::Error;
use unmove::core::verify::{OutcomeClaim, walk};
use unmove::core::{Fault, Game, Move, Options, Silent, SolveError, Value, solve};

struct Pile;

impl Game for Pile {
    type Position = u32;

    fn starts(&self) -> Result<Vec<u32>, Fault> {
        Ok(vec![20])
    }

    fn moves(&self, stones: &u32, moves: &mut Vec<Move<u32>>) -> Result<(), Fault> {
        let left = [1, 3, 4]
            .into_iter()
            .filter_map(|take| stones.checked_sub(take));
        moves.extend(left.map(Move::to));
        Ok(())
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let solution = solve(&Pile, &Options::default(), &Silent)?;
    let checked = solution.verified().ok_or("small games are verified")?;
    println!(
        "{} positions and {} moves checked",
        checked.positions, checked.moves
    );

    // A fault planted: the pile of 7, which loses, is said to win.
    let seven = solution.index_of(&7).ok_or("7 was reached")?;
    let mut outcomes = solution.outcomes().ok_or("this game has outcomes")?.clone();
    let right: Value = outcomes.get(seven);
    outcomes.set(seven, right.reversed());

    let explored = solution
        .explored()
        .ok_or("Pile numbers no positions itself")?;
    let claims = [Box::new(OutcomeClaim::new(&outcomes)) as Box<_>];
    match walk(&Pile, explored, &claims, &Silent) {
        Err(SolveError::Flawed { flaws }) => {
            println!("the verifier objects:");
            for flaw in flaws {
                println!("  {} stones: {flaw}", solution.position(flaw.at()));
            }
            Ok(())
        }
        Err(other) => Err(other.into()),
        Ok(_) => Err("the planted fault was not found".into()),
    }
}
