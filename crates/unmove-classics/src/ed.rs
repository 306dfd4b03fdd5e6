//! E & D, an olympiad game: piles in pairs. A move destroys one pile of a pair and splits the other into
//! two; whoever cannot move loses.
//!
//! A pile of x stones can become a pair of Grundy value t exactly when bit t of x − 1 is set: a pair (a, b)
//! stands for the numbers a − 1 and b − 1, whose sum is then x − 2, and its own value t says that their
//! lowest t bits are set in one of them and that bit t is set in neither. So the Grundy value of a pair is
//! the place of the lowest bit that a − 1 and b − 1 both lack. O(1) a pair.

use crate::classic::{Answer, Ask, Classic};
use crate::input::{InputError, Words};

/// The classic.
pub const ED: Classic = Classic {
    name: "ed",
    game: "piles in pairs: destroy one pile of a pair and split the other; who cannot move loses",
    format: "the count of cases; for each N, an even number, and N piles, of which each two are a pair; answers `YES` where the first player wins, or `NO`",
    method: "a pair has the Grundy value of the lowest zero bit of (a - 1) or (b - 1), O(1) a pair",
    rules: Some(include_str!("../../../games/ed.game")),
    answer,
};

/// The greatest pile.
const LARGEST: u64 = u64::MAX;

/// The Grundy value of a pair of piles of at least one stone.
pub fn grundy(a: u64, b: u64) -> u32 {
    (a.saturating_sub(1) | b.saturating_sub(1)).trailing_ones()
}

/// A winning move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Split {
    /// The pair, counted from 0.
    pub pair: usize,
    /// The pile that is split; the other one of the pair is destroyed.
    pub pile: u64,
    /// What it is split into.
    pub into: (u64, u64),
}

/// A winning move on a sum of pairs, the first pair's first pile before others; none where the sum of the
/// Grundy values is 0.
pub fn winning_split(pairs: &[(u64, u64)]) -> Option<Split> {
    let total = pairs.iter().fold(0, |sum, &(a, b)| sum ^ grundy(a, b));
    let numbered = pairs.iter().enumerate();
    let mut better = numbered.filter(|&(_, &(a, b))| grundy(a, b) ^ total < grundy(a, b));
    let (pair, &(a, b)) = better.next()?;
    let wanted = grundy(a, b) ^ total;
    let pile = [a, b]
        .into_iter()
        .find(|pile| (pile - 1) >> wanted & 1 == 1)?;
    // (pile - 1) has bit `wanted`: so much of it goes to the first part that the rest of pile - 2 fits
    // into the lowest bits, which one part or the other must fill.
    let low = (1 << wanted) - 1;
    let second = ((pile - 1) & low) + 1;
    Some(Split {
        pair,
        pile,
        into: (pile - second, second),
    })
}

fn answer(text: &str, ask: Ask) -> Result<Vec<Answer>, InputError> {
    let mut words = Words::new(text);
    let count = words.number("the count of cases", 0..=usize::MAX)?;
    let mut cases = Vec::new();
    for _ in 0..count {
        let word = words.word("an even count of piles")?;
        let piles: usize = word.number("an even count of piles", &(2..=usize::MAX))?;
        if !piles.is_multiple_of(2) {
            let message = format!("`{}` is odd: piles stand in pairs", word.shown());
            return Err(word.wrong(message));
        }
        let mut pairs = Vec::new();
        for _ in 0..piles / 2 {
            let a = words.number("a pile", 1..=LARGEST)?;
            let b = words.number("a pile", 1..=LARGEST)?;
            pairs.push((a, b));
        }
        cases.push(pairs);
    }
    words.end("the last case")?;
    Ok(cases.iter().map(|pairs| decide(pairs, ask)).collect())
}

fn decide(pairs: &[(u64, u64)], ask: Ask) -> Answer {
    let values: Vec<u32> = pairs.iter().map(|&(a, b)| grundy(a, b)).collect();
    let total = values.iter().fold(0, |sum, value| sum ^ value);
    let split = winning_split(pairs).filter(|_| ask.winning_move);
    Answer {
        line: if total == 0 { "NO" } else { "YES" }.to_owned(),
        winning_move: split.map(|Split { pair, pile, into }| {
            format!(
                "in pair {} split {pile} into {} and {}",
                pair + 1,
                into.0,
                into.1
            )
        }),
        why: ask.why.then(|| {
            let values: Vec<String> = values.iter().map(u32::to_string).collect();
            format!(
                "the pairs' Grundy values {} have the Nim-sum {total}",
                values.join(", ")
            )
        }),
    }
}
