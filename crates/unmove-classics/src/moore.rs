//! Moore's Nim: take stones from at least one and at most k piles, as many as you like from each; whoever takes
//! the last one wins. For k = 1 it is Nim.
//!
//! The position is lost exactly when every binary digit stands in a multiple of k + 1 piles (E. H. Moore,
//! 1910). O(n) for n piles.

use crate::classic::{Answer, Ask, Classic};
use crate::input::{InputError, Words};
use crate::nim;

/// The classic.
pub const MOORE: Classic = Classic {
    name: "moore",
    game: "piles of stones: take from up to k of them; the last stone wins",
    format: "k, the count of piles and the piles, for each case; answers `N` or `P`",
    method: "the count of each binary digit by its remainder by k + 1, O(n)",
    rules: Some(include_str!("../../../games/moore.game")),
    answer,
};

/// How many piles have a binary digit, beyond a multiple of k + 1.
fn surplus(piles: &[u64], digit: u32, k: usize) -> usize {
    let having = piles.iter().filter(|&pile| pile >> digit & 1 == 1).count();
    // No count of piles is k + 1 or more if that is not a number.
    k.checked_add(1).map_or(having, |block| having % block)
}

/// What to make of at most k piles, each smaller than it is, so that every digit stands in a multiple of
/// k + 1 piles; none where they do already. Piles are told by their places, from 0.
///
/// From the highest digit down: piles that have lost a higher digit may have any lower ones. Those fill up
/// the surplus to k + 1 where they are enough, and else as many more piles as the surplus lose the digit.
pub fn winning_move(piles: &[u64], k: usize) -> Option<Vec<(usize, u64)>> {
    let mut rest = piles.to_vec();
    let mut made: Vec<(usize, u64)> = Vec::new();
    for digit in (0..u64::BITS).rev() {
        let surplus = surplus(&rest, digit, k);
        if surplus == 0 {
            continue;
        }
        let missing = k - surplus + 1;
        if let Some(filled) = made.get_mut(..missing) {
            for (_, pile) in filled {
                *pile |= 1 << digit;
            }
            continue;
        }
        let having = (0..rest.len()).filter(|&at| rest[at] >> digit & 1 == 1);
        let having: Vec<usize> = having.take(surplus).collect();
        for at in having {
            // What it keeps are the digits above.
            made.push((at, rest[at] >> digit >> 1 << digit << 1));
            rest[at] = 0;
        }
    }
    Some(made).filter(|made| !made.is_empty())
}

fn answer(text: &str, ask: Ask) -> Result<Vec<Answer>, InputError> {
    let mut words = Words::new(text);
    let mut answers = Vec::new();
    while let Some(k) = words.next_number("the most piles to take from", 1..=usize::MAX)? {
        let count = words.number("the count of piles", 0..=nim::MOST)?;
        let piles = words.numbers("a pile", count, 0..=u64::MAX)?;
        answers.push(decide(&piles, k, ask));
    }
    Ok(answers)
}

fn decide(piles: &[u64], k: usize, ask: Ask) -> Answer {
    let made = winning_move(piles, k);
    let told = |made: &Vec<(usize, u64)>| {
        let piles = made
            .iter()
            .map(|(at, left)| format!("pile {} to {left}", at + 1));
        piles.collect::<Vec<_>>().join(", ")
    };
    Answer {
        line: if made.is_some() { "N" } else { "P" }.to_owned(),
        winning_move: made.as_ref().filter(|_| ask.winning_move).map(told),
        why: ask.why.then(|| reason(piles, k)),
    }
}

fn reason(piles: &[u64], k: usize) -> String {
    let block = k as u128 + 1;
    let digits = (0..u64::BITS).rev();
    match digits
        .map(|digit| (digit, surplus(piles, digit, k)))
        .find(|(_, surplus)| *surplus > 0)
    {
        Some((digit, surplus)) => format!(
            "the binary digit {} stands in {surplus} piles more than a multiple of {block}",
            1u64 << digit
        ),
        None => format!("every binary digit stands in a multiple of {block} piles"),
    }
}
