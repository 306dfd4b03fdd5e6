//! Staircase Nim: coins on the steps of a stair; move any number of coins from one step to the step below, or
//! from step 1 to the ground; whoever cannot move loses.
//!
//! It is Nim with the odd steps as piles: what is moved from an even step to an odd one is moved on at once
//! by the opponent, so it changes nothing, and what leaves an odd step is out of play. O(n) for n steps.

use crate::classic::{Answer, Ask, Classic};
use crate::input::{InputError, Words};
use crate::nim::{self, Take, nim_sum};

/// The classic.
pub const STAIRCASE: Classic = Classic {
    name: "staircase",
    game: "coins on the steps of a stair: move some from one step to the next below; whoever cannot loses",
    format: "the count of steps and the coins on each, from step 1, for each case; answers `N` or `P`",
    method: "the Nim-sum of the odd steps, O(n)",
    rules: Some(include_str!("../../../games/staircase.game")),
    answer,
};

/// The steps that count: 1, 3, 5 and so on.
fn odd(steps: &[u64]) -> impl Iterator<Item = u64> {
    steps.iter().copied().step_by(2)
}

/// Coins to move down from an odd step so that the odd steps have the Nim-sum 0, if they have not already. The
/// pile is the place of the step, from 0.
pub fn winning_move(steps: &[u64]) -> Option<Take> {
    let odd: Vec<u64> = odd(steps).collect();
    let Take { pile, stones } = nim::winning_take(&odd)?;
    Some(Take {
        pile: 2 * pile,
        stones,
    })
}

fn answer(text: &str, ask: Ask) -> Result<Vec<Answer>, InputError> {
    let mut words = Words::new(text);
    let mut answers = Vec::new();
    while let Some(count) = words.next_number("the count of steps", 0..=nim::MOST)? {
        let steps = words.numbers("the coins on a step", count, 0..=u64::MAX)?;
        answers.push(decide(&steps, ask));
    }
    Ok(answers)
}

fn decide(steps: &[u64], ask: Ask) -> Answer {
    let found = winning_move(steps);
    Answer {
        line: if found.is_some() { "N" } else { "P" }.to_owned(),
        winning_move: found.filter(|_| ask.winning_move).map(|found| {
            let to = match found.pile {
                0 => "the ground".to_owned(),
                below => format!("step {below}"),
            };
            format!("move {} from step {} to {to}", found.stones, found.pile + 1)
        }),
        why: ask
            .why
            .then(|| nim::reason("the odd steps", nim_sum(odd(steps)))),
    }
}
