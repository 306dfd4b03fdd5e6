//! Wythoff's game: two piles; take any number of stones from one, or the same number from both; whoever takes
//! the last one wins.
//!
//! The lost pairs are (⌊nφ⌋, ⌊nφ⌋ + n) for n = 0, 1, 2, …, φ the golden ratio: each number above 0 stands in
//! exactly one of them, and each difference belongs to one (Wythoff, 1907). So a pair is lost if its smaller
//! pile is ⌊dφ⌋ for the difference d. If it is greater, taking the same from both leads to the lost pair with
//! that difference; if it is smaller, the lost pair of the smaller pile itself has the smaller difference and is
//! reached from the greater pile. O(1) a case, in exact integers: ⌊dφ⌋ = ⌊(d + ⌊d√5⌋) / 2⌋.

use num_bigint::BigUint;

use crate::classic::{Answer, Ask, Classic};
use crate::input::{InputError, Words};

/// The classic.
pub const WYTHOFF: Classic = Classic {
    name: "wythoff",
    game: "two piles: take from one, or the same from both; the last stone wins",
    format: "`a b` per case; answers `N` or `P`",
    method: "the lost pairs (floor(n phi), floor(n phi) + n) in exact integers, O(1)",
    rules: Some(include_str!("../../../games/wythoff.game")),
    answer,
};

/// Stones to take from the first and from the second pile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Take {
    /// From the first.
    pub first: u64,
    /// From the second.
    pub second: u64,
}

/// ⌊nφ⌋, the smaller pile of the lost pair with the difference n; none where it leaves 64 bits.
pub fn lower(n: u64) -> Option<u64> {
    let n = BigUint::from(n);
    let root = (&n * &n * 5u32).sqrt();
    u64::try_from((n + root) / 2u32).ok()
}

/// The other pile of the lost pair in which a pile stands; none where it leaves 64 bits.
pub fn partner(pile: u64) -> Option<u64> {
    // There are ⌊(pile + 1) / φ⌋ numbers of the form ⌊nφ⌋ up to it, with n from 1, as 1 / φ = φ − 1; all the
    // others are of the form ⌊nφ⌋ + n.
    let one_more = BigUint::from(pile) + 1u32;
    let root = (&one_more * &one_more * 5u32).sqrt();
    let lowers: u64 = ((root - &one_more) / 2u32).try_into().ok()?;
    if lower(lowers) == Some(pile) {
        pile.checked_add(lowers)
    } else {
        lower(pile - lowers)
    }
}

/// A take that leads to a lost pair, if this is not one.
pub fn winning_take(first: u64, second: u64) -> Option<Take> {
    let (smaller, greater) = (first.min(second), first.max(second));
    match lower(greater - smaller) {
        Some(lost) if lost == smaller => None,
        Some(lost) if lost < smaller => Some(Take {
            first: smaller - lost,
            second: smaller - lost,
        }),
        _ => {
            let stones = greater - partner(smaller)?;
            Some(if first < second {
                Take {
                    first: 0,
                    second: stones,
                }
            } else {
                Take {
                    first: stones,
                    second: 0,
                }
            })
        }
    }
}

fn answer(text: &str, ask: Ask) -> Result<Vec<Answer>, InputError> {
    let mut words = Words::new(text);
    let mut cases = Vec::new();
    while let Some(first) = words.next_number("the first pile", 0..=u64::MAX)? {
        let second = words.number("the second pile", 0..=u64::MAX)?;
        cases.push([first, second]);
    }
    Ok(cases.into_iter().map(|piles| decide(piles, ask)).collect())
}

fn decide([first, second]: [u64; 2], ask: Ask) -> Answer {
    let take = winning_take(first, second);
    Answer {
        line: if take.is_some() { "N" } else { "P" }.to_owned(),
        winning_move: take.filter(|_| ask.winning_move).map(|take| match take {
            Take { first, second: 0 } => format!("take {first} from the first"),
            Take { first: 0, second } => format!("take {second} from the second"),
            Take { first, .. } => format!("take {first} from both"),
        }),
        why: ask.why.then(|| {
            let lost = take.unwrap_or(Take {
                first: 0,
                second: 0,
            });
            let (first, second) = (first - lost.first, second - lost.second);
            let (smaller, greater) = (first.min(second), first.max(second));
            let n = greater - smaller;
            format!("{smaller}, {greater} is the lost pair floor({n} phi), floor({n} phi) + {n}")
        }),
    }
}
