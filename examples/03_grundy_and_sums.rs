//! 3. Grundy values, and games that fall apart.
//!
//! Kayles: a row of pins; a ball knocks down one pin, or two side by side, and parts the row. The
//! rest is a sum: a player moves in one row of their choice. A sum of normal-play games is worth the
//! exclusive or of its parts (Sprague 1935, Grundy 1939).
//!
//! `cargo run --example 03_grundy_and_sums`

use std::error::Error;
use unmove::core::{
    Fault, Game, Loopy, Move, Nimber, Options, Outcome, Payoff, Silent, Sum, solve,
};

struct Kayles(u32);

impl Game for Kayles {
    type Position = u32;

    fn starts(&self) -> Result<Vec<u32>, Fault> {
        Ok(vec![self.0])
    }

    fn moves(&self, pins: &u32, moves: &mut Vec<Move<u32>>) -> Result<(), Fault> {
        for knocked in [1, 2] {
            let Some(rest) = pins.checked_sub(knocked) else {
                continue;
            };
            // Two rows that go on side by side.
            moves.extend((0..=rest).map(|left| Move::to_sum(vec![left, rest - left])));
        }
        Ok(())
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let game = Kayles(20);
    let solution = solve(&game, &Options::default(), &Silent)?;
    let value = |pins: u32| solution.index_of(&pins).and_then(|at| solution.grundy(at));

    let values: Vec<String> = (0..=20)
        .filter_map(value)
        .map(|value| value.to_string())
        .collect();
    println!("Grundy values: {}", values.join(" "));
    assert_eq!(value(11), Some(Loopy::Nimber(Nimber(6))));

    // Rows of 3 and 6 pins are worth 3 each: together nothing, so the player to move loses.
    let (Some(three), Some(six)) = (value(3), value(6)) else {
        return Err("rows of up to 20 pins were reached".into());
    };
    println!("3 and 6 pins together: {}", three.plus(&six));
    assert_eq!(three.plus(&six).outcome(), Outcome::Loss);

    // The same by brute force: the sum as a game of its own.
    let sum = Sum::new(&game, vec![vec![3, 6]], Payoff::LOSS);
    let solved = solve(&sum, &Options::default(), &Silent)?;
    println!("by brute force: {}", solved.outcome(solved.start()));
    assert_eq!(solved.outcome(solved.start()), Outcome::Loss);
    Ok(())
}
