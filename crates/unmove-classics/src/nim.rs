//! Nim: take any number of stones from one pile; whoever takes the last one wins.
//!
//! The binary digits of the piles are added without carry; the position is lost exactly when that Nim-sum is 0
//! (Bouton, 1901). Else a pile with the sum's highest digit is made smaller, to itself plus the sum, and
//! the sum is 0. O(n) for n piles.

use crate::classic::{Answer, Ask, Classic};
use crate::input::{InputError, Words};

/// The classic.
pub const NIM: Classic = Classic {
    name: "nim",
    game: "piles of stones: take from one pile; the last stone wins",
    format: "the count of piles and the piles, for each case; answers `N` or `P`",
    method: "the Nim-sum of the piles, O(n)",
    rules: Some(include_str!("../../../games/nim.game")),
    answer,
};

/// The most piles.
pub(crate) const MOST: usize = 10_000_000;

/// A pile and what to take from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Take {
    /// The place of the pile, from 0.
    pub pile: usize,
    /// How many stones.
    pub stones: u64,
}

/// The sum of the piles without carry.
pub fn nim_sum(piles: impl IntoIterator<Item = u64>) -> u64 {
    piles.into_iter().fold(0, |sum, pile| sum ^ pile)
}

/// A take that makes the Nim-sum 0, if it is not 0 already.
pub fn winning_take(piles: &[u64]) -> Option<Take> {
    let sum = nim_sum(piles.iter().copied());
    let pile = piles.iter().position(|&pile| pile ^ sum < pile)?;
    Some(Take {
        pile,
        stones: piles[pile] - (piles[pile] ^ sum),
    })
}

/// Why a Nim-sum decides, in words.
pub(crate) fn reason(what: &str, sum: u64) -> String {
    format!("the Nim-sum of {what} is {sum}")
}

fn answer(text: &str, ask: Ask) -> Result<Vec<Answer>, InputError> {
    let mut words = Words::new(text);
    let mut answers = Vec::new();
    while let Some(count) = words.next_number("the count of piles", 0..=MOST)? {
        let piles = words.numbers("a pile", count, 0..=u64::MAX)?;
        answers.push(decide(&piles, ask));
    }
    Ok(answers)
}

fn decide(piles: &[u64], ask: Ask) -> Answer {
    let take = winning_take(piles);
    Answer {
        line: if take.is_some() { "N" } else { "P" }.to_owned(),
        winning_move: take
            .filter(|_| ask.winning_move)
            .map(|Take { pile, stones }| format!("take {stones} from pile {}", pile + 1)),
        why: ask
            .why
            .then(|| reason("the piles", nim_sum(piles.iter().copied()))),
    }
}
