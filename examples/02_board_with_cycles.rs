//! 2. A board with cycles: two players of their own, and play that need not end.
//!
//! A hare and a fox run round a ring of fields, one step either way; the fox moves first and wins if
//! it lands on the hare. The hare wins if it gets to the burrow. Positions repeat, so the game has
//! cycles: play without end is a draw.
//!
//! `cargo run --example 02_board_with_cycles`

use std::error::Error;
use unmove::core::{Fault, Game, Move, Options, Payoff, Player, Silent, solve};

const RING: u8 = 7;
const BURROW: u8 = 0;

/// All that decides the future, the player to move included.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Chase {
    fox: u8,
    hare: u8,
    to_move: Player,
}

struct Ring;

impl Game for Ring {
    type Position = Chase;

    // Every placing is a start, with either to move.
    fn starts(&self) -> Result<Vec<Chase>, Fault> {
        let mut starts = Vec::new();
        for to_move in [Player::First, Player::Second] {
            for fox in 0..RING {
                starts.extend((0..RING).map(|hare| Chase { fox, hare, to_move }));
            }
        }
        Ok(starts)
    }

    fn moves(&self, at: &Chase, moves: &mut Vec<Move<Chase>>) -> Result<(), Fault> {
        for step in [1, RING - 1] {
            let mut next = *at;
            let piece = match at.to_move {
                Player::First => &mut next.fox,
                Player::Second => &mut next.hare,
            };
            *piece = (*piece + step) % RING;
            next.to_move = at.to_move.opponent();
            moves.push(Move::to(next));
        }
        Ok(())
    }

    // What an end pays is for the player to move there.
    fn end(&self, at: &Chase) -> Result<Option<Payoff>, Fault> {
        let for_fox = match at {
            _ if at.fox == at.hare => Payoff::WIN,
            _ if at.hare == BURROW => Payoff::LOSS,
            _ => return Ok(None),
        };
        Ok(Some(match at.to_move {
            Player::First => for_fox,
            Player::Second => for_fox.reversed(),
        }))
    }

    fn to_move(&self, at: &Chase) -> Option<Player> {
        Some(at.to_move)
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let solution = solve(&Ring, &Options::default(), &Silent)?;

    // The plan says in words what was found and which solver that asks for.
    for sentence in &solution.plan().sentences {
        println!("{sentence}");
    }
    let counts = solution.counts();
    println!(
        "{} won, {} lost, {} drawn",
        counts.wins, counts.losses, counts.draws
    );
    assert_eq!(counts.positions, 2 * u64::from(RING).pow(2));

    let start = Chase {
        fox: 3,
        hare: 5,
        to_move: Player::First,
    };
    // Every legal move, judged: payoff and plies for the player who makes it.
    for judged in solution.moves(&Ring, &start)? {
        println!("{:?}: {}", judged.play.to, judged.value.outcome());
    }
    Ok(())
}
