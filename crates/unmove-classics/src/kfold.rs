//! One pile of S stones; take at first 1 to S − 1, then at most k times what the opponent has just taken;
//! whoever takes the last one wins (Schwenk, 1970). For k = 1 the lost piles are the powers of 2, for k = 2
//! the Fibonacci numbers.
//!
//! Four ways, each from what the one before shows:
//!
//! | way | cost | the step |
//! |---|---|---|
//! | [`by_table`] | O(S³) | stones and the most that may be taken, as the rules have it |
//! | [`by_least_take`] | O(S²) | who may take more wins no less: keep the least winning take of each pile |
//! | [`by_walls`] | O(S) | piles are walls; one that no longer blocks never blocks again |
//! | [`by_numeration`] | O(log S) big additions for a fixed k | the lost piles alone, of any size |

use num_bigint::BigUint;

use crate::classic::{Answer, Ask, Classic};
use crate::input::{InputError, Words};

/// The classic.
pub const KFOLD: Classic = Classic {
    name: "kfold",
    game: "one pile: take at first not all, then at most k times the last take; the last stone wins",
    format: "the count of cases and `n k` for each, n of any size; answers `Case i: lose` or `Case i: x`, x the least winning take",
    method: "the numeration of the lost piles, O(log n) additions for a fixed k",
    rules: Some(include_str!("../../../games/kfold.game")),
    answer,
};

/// The greatest k.
const LARGEST_FACTOR: u32 = 1_000_000;

/// The least winning first take by the rules themselves: for every number of stones and every most that may
/// be taken, every take. O(S³) time, O(S²) memory.
pub fn by_table(stones: usize, k: usize) -> Option<usize> {
    let mut won = vec![vec![false; stones + 1]; stones + 1];
    let wins = |won: &[Vec<bool>], left: usize, take: usize| {
        let rest = left - take;
        !won[rest][k.saturating_mul(take).min(rest)]
    };
    for left in 1..=stones {
        for most in 1..=left {
            won[left][most] = (1..=most).any(|take| wins(&won, left, take));
        }
    }
    (1..stones).find(|&take| wins(&won, stones, take))
}

/// The least winning first take from the least winning take f(m) of each pile m: a take t from m wins when
/// the opponent may not take f(m − t), that is when k·t < f(m − t). Nothing is taken from an empty pile, so
/// f(0) is infinite. O(S²) time, O(S) memory.
pub fn by_least_take(stones: usize, k: usize) -> Option<usize> {
    let mut least = vec![usize::MAX];
    for pile in 1..=stones {
        let wins = |take: &usize| k.saturating_mul(*take) < least[pile - take];
        // The whole pile always wins.
        least.push((1..=pile).find(wins).unwrap_or(pile));
    }
    least.pop().filter(|&take| take < stones)
}

/// The least winning first take by a stack of walls: the pile j blocks the view of slope −k from m while
/// k·m < k·j + f(j), and f(m) is the distance to the nearest pile that blocks. As m grows, a wall that no
/// longer blocks never blocks again, and is taken off for good. O(S) time, and memory for the walls.
pub fn by_walls(stones: u64, k: u64) -> Option<u64> {
    // A wall is a pile with the height it blocks to; the empty pile blocks for ever.
    let mut walls: Vec<(u64, u128)> = Vec::new();
    let mut least = 0;
    for pile in 1..=stones {
        let height = u128::from(k) * u128::from(pile);
        while walls.last().is_some_and(|&(_, top)| top <= height) {
            walls.pop();
        }
        least = pile - walls.last().map_or(0, |&(wall, _)| wall);
        walls.push((pile, height + u128::from(least)));
    }
    Some(least).filter(|&take| take < stones)
}

/// The least winning first take by the numeration of the lost piles: P₁ = 1 and Pᵢ₊₁ = Pᵢ + Pⱼ with the least
/// j for which k·Pⱼ ≥ Pᵢ. Every pile is a sum of lost ones, the greatest taken again and again; the least part
/// is the least winning take, as k times it is less than the next part. For a fixed k the lost piles grow
/// exponentially: O(log S) additions.
pub fn by_numeration(stones: &BigUint, k: u32) -> Option<BigUint> {
    parts(stones, k).and_then(|mut parts| match parts.len() {
        0 | 1 => None,
        _ => parts.pop(),
    })
}

/// The sum of lost piles that makes a pile, the greatest first; none where the pile is so small that the
/// first take lets the opponent take all the rest, as up to k + 1 every pile is lost.
fn parts(stones: &BigUint, k: u32) -> Option<Vec<BigUint>> {
    if *stones <= BigUint::from(k) + 1u32 {
        return None;
    }
    let mut lost = vec![BigUint::from(1u32)];
    let mut reach = 0;
    while let Some(last) = lost.last()
        && last < stones
    {
        while &lost[reach] * k < *last {
            reach += 1;
        }
        let next = last + &lost[reach];
        lost.push(next);
    }
    let mut rest = stones.clone();
    let mut parts = Vec::new();
    for pile in lost.into_iter().rev() {
        if pile <= rest {
            rest -= &pile;
            parts.push(pile);
        }
    }
    Some(parts)
}

fn answer(text: &str, ask: Ask) -> Result<Vec<Answer>, InputError> {
    let mut words = Words::new(text);
    let count = words.number("the count of cases", 0..=usize::MAX)?;
    let mut cases = Vec::new();
    for _ in 0..count {
        let stones = words.positive("the size of the pile")?;
        let k = words.number("how many times the last take", 1..=LARGEST_FACTOR)?;
        cases.push((stones, k));
    }
    words.end("the last case")?;
    let numbered = cases.iter().enumerate();
    Ok(numbered
        .map(|(at, (stones, k))| decide(at + 1, stones, *k, ask))
        .collect())
}

/// Most parts that a sum shows.
const SHOWN: usize = 12;

/// Parts as a sum, with the middle of a long one left out.
fn sum(parts: &[BigUint]) -> String {
    let mut shown: Vec<String> = parts.iter().map(ToString::to_string).collect();
    if shown.len() > SHOWN {
        let left_out = SHOWN / 2..shown.len() - SHOWN / 2;
        let dots = format!("... ({} parts) ...", left_out.len());
        shown.splice(left_out, [dots]);
    }
    shown.join(" + ")
}

fn decide(case: usize, stones: &BigUint, k: u32, ask: Ask) -> Answer {
    let parts = parts(stones, k);
    let least = parts.as_ref().filter(|parts| parts.len() > 1);
    let take = least.and_then(|parts| parts.last());
    let found = take.map_or_else(|| "lose".to_owned(), ToString::to_string);
    Answer {
        line: format!("Case {case}: {found}"),
        winning_move: take
            .filter(|_| ask.winning_move)
            .map(|take| format!("take {take}")),
        why: ask.why.then(|| match (&parts, take) {
            (Some(parts), Some(take)) => {
                format!(
                    "{stones} = {} in lost piles: {take} is the least part",
                    sum(parts)
                )
            }
            (Some(_), None) => format!("{stones} is one of the lost piles for k = {k}"),
            (None, _) => format!("{stones} is at most k + 1: after any take the rest may be taken"),
        }),
    }
}
