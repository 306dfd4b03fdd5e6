//! Fibonacci Nim (Whinihan, 1963): take stones from a pile, at first not all of them, afterwards at most
//! twice what the opponent has just taken; whoever takes the last one wins.
//!
//! Every number is a sum of Fibonacci numbers of which no two are neighbours (Zeckendorf), found by taking
//! the greatest one again and again. The least part of the sum is the least winning take: the next part is
//! more than twice as large, so the opponent cannot take it. A Fibonacci number is its own sum, and may not
//! be taken whole: it is lost. O(log n).

use crate::classic::{Answer, Ask, Classic};
use crate::input::{InputError, Words};

/// The classic.
pub const FIBNIM: Classic = Classic {
    name: "fibnim",
    game: "one pile: take at first not all, then at most twice the last take; the last stone wins",
    format: "a pile of at least 2 stones a line, 0 at the end; answers `First win` or `Second win`",
    method: "Zeckendorf's sum of Fibonacci numbers, O(log n)",
    rules: Some(include_str!("../../../games/fibonacci_nim.game")),
    answer,
};

/// The Fibonacci numbers that sum up to a number, no two of them neighbours, the greatest first.
pub fn zeckendorf(number: u64) -> Vec<u64> {
    let mut fibonacci = vec![1, 2];
    while let [.., before, last] = fibonacci[..]
        && let Some(next) = u64::checked_add(before, last)
        && next <= number
    {
        fibonacci.push(next);
    }
    let mut rest = number;
    let mut parts = Vec::new();
    for part in fibonacci.into_iter().rev() {
        if part <= rest {
            rest -= part;
            parts.push(part);
        }
    }
    parts
}

/// The least winning first take, if there is one.
pub fn winning_take(stones: u64) -> Option<u64> {
    match zeckendorf(stones)[..] {
        [_, .., least] => Some(least),
        _ => None,
    }
}

fn answer(text: &str, ask: Ask) -> Result<Vec<Answer>, InputError> {
    let mut words = Words::new(text);
    let mut piles = Vec::new();
    loop {
        let word = words.word("a pile, or the 0 at the end,")?;
        match word.number(
            "a pile of at least 2 stones, or 0 at the end",
            &(0..=u64::MAX),
        )? {
            0 => break,
            1 => return Err(word.wrong("a pile of 1 has no first move: a pile is at least 2")),
            pile => piles.push(pile),
        }
    }
    words.end("the 0")?;
    Ok(piles.into_iter().map(|pile| decide(pile, ask)).collect())
}

fn decide(pile: u64, ask: Ask) -> Answer {
    let take = winning_take(pile);
    let winner = if take.is_some() { "First" } else { "Second" };
    let words = || {
        let parts = zeckendorf(pile);
        let parts: Vec<String> = parts.iter().map(u64::to_string).collect();
        match take {
            Some(take) => format!("{pile} = {}: {take} is the least part", parts.join(" + ")),
            None => format!("{pile} is a Fibonacci number"),
        }
    };
    Answer {
        line: format!("{winner} win"),
        winning_move: take
            .filter(|_| ask.winning_move)
            .map(|take| format!("take {take}")),
        why: ask.why.then(words),
    }
}
