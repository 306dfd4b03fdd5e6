//! Take 1 to k stones from a pile; whoever takes the last one wins. Bachet's game of 1612.
//!
//! A multiple of k + 1 is lost: whatever is taken, the answer completes it to k + 1. Any other pile is won
//! by its remainder, which is also the least winning take, as every other winning take leaves a smaller
//! multiple. O(1) a case.

use crate::classic::{Answer, Ask, Classic};
use crate::input::{InputError, Words};

/// The classic.
pub const TAKE: Classic = Classic {
    name: "take",
    game: "one pile, take 1 to k stones, the last stone wins",
    format: "`n k` per case; answers `N` and the least winning take, or `P`",
    method: "the remainder of n by k + 1, O(1)",
    rules: Some(include_str!("../../../games/take.game")),
    answer,
};

/// The least winning take from a pile of so many stones, if there is one.
pub fn winning_take(stones: u64, most: u64) -> Option<u64> {
    let remainder = u128::from(stones) % (u128::from(most) + 1);
    u64::try_from(remainder).ok().filter(|&take| take > 0)
}

fn answer(text: &str, ask: Ask) -> Result<Vec<Answer>, InputError> {
    let mut words = Words::new(text);
    let mut cases = Vec::new();
    while let Some(stones) = words.next_number("a pile", 0..=u64::MAX)? {
        let most = words.number("the most that may be taken", 1..=u64::MAX)?;
        cases.push((stones, most));
    }
    Ok(cases.into_iter().map(|case| decide(case, ask)).collect())
}

fn decide((stones, most): (u64, u64), ask: Ask) -> Answer {
    let take = winning_take(stones, most);
    let block = u128::from(most) + 1;
    Answer {
        line: take.map_or_else(|| "P".to_owned(), |take| format!("N {take}")),
        winning_move: take
            .filter(|_| ask.winning_move)
            .map(|take| format!("take {take}")),
        why: ask.why.then(|| match take {
            Some(take) => format!("{stones} = {take} mod {block}: leave a multiple of {block}"),
            None => {
                format!("{stones} is a multiple of {block}: every take is completed to {block}")
            }
        }),
    }
}
