//! Euclid (Cole and Davie, 1969): two numbers; take a positive multiple of the smaller from the greater;
//! whoever makes a zero wins.
//!
//! Where the quotient of the two is 1, the move is forced. Where it is greater, the mover chooses who is to
//! move at the pair that remains, and wins. Where the division leaves nothing, the mover makes a zero. So the
//! first pair of Euclid's algorithm with a quotient above 1 or no remainder decides, and whoever is to move at
//! it wins: O(log) divisions. (The mover wins exactly when a / b is 1 or above the golden ratio.)

use num_bigint::BigUint;

use crate::classic::{Answer, Ask, Classic};
use crate::input::{InputError, Words};

/// The classic.
pub const EUCLID: Classic = Classic {
    name: "euclid",
    game: "two numbers: take a multiple of the smaller from the greater; who makes a zero wins",
    format: "the count of cases and two numbers of any size for each; answers `Stan wins` where the first player wins, or `Ollie wins`",
    method: "the first quotient above 1 in Euclid's algorithm decides, O(log) divisions",
    rules: Some(include_str!("../../../games/euclid.game")),
    answer,
};

/// What decides a game of Euclid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    /// How many moves are forced before it.
    pub forced: usize,
    /// The pair, the greater number first.
    pub pair: (BigUint, BigUint),
    /// The winning move of the first player: the multiple of the smaller number that is taken.
    pub winning_move: Option<BigUint>,
}

impl Decision {
    /// Whether the first player wins.
    pub fn won(&self) -> bool {
        self.forced.is_multiple_of(2)
    }
}

/// What decides the game of two numbers above 0; none where one of them is 0, as the game is over.
pub fn decide(a: BigUint, b: BigUint) -> Option<Decision> {
    let zero = BigUint::ZERO;
    let one = BigUint::from(1u32);
    let (mut greater, mut smaller) = if a < b { (b, a) } else { (a, b) };
    let mut forced = 0;
    if smaller == zero {
        return None;
    }
    loop {
        let quotient = &greater / &smaller;
        let rest = &greater % &smaller;
        if quotient > one || rest == zero {
            let decision = Decision {
                forced,
                winning_move: None,
                pair: (greater, smaller),
            };
            let winning_move = decision.won().then(|| match forced {
                0 => choice(&decision.pair.1, &quotient, rest),
                _ => one,
            });
            return Some(Decision {
                winning_move,
                ..decision
            });
        }
        forced += 1;
        (greater, smaller) = (smaller, rest);
    }
}

/// The multiple to take where the mover has the choice: all of it where that wins, and else one less.
fn choice(smaller: &BigUint, quotient: &BigUint, rest: BigUint) -> BigUint {
    match decide(smaller.clone(), rest) {
        Some(left) if left.won() => quotient - 1u32,
        _ => quotient.clone(),
    }
}

fn answer(text: &str, ask: Ask) -> Result<Vec<Answer>, InputError> {
    let mut words = Words::new(text);
    let count = words.number("the count of cases", 0..=usize::MAX)?;
    let mut pairs = Vec::new();
    for _ in 0..count {
        let a = words.positive("the first number")?;
        let b = words.positive("the second number")?;
        pairs.push((a, b));
    }
    words.end("the last case")?;
    let decisions = pairs.into_iter().filter_map(|(a, b)| decide(a, b));
    Ok(decisions.map(|decision| tell(&decision, ask)).collect())
}

fn tell(decision: &Decision, ask: Ask) -> Answer {
    let (greater, smaller) = &decision.pair;
    let winner = if decision.won() { "Stan" } else { "Ollie" };
    let taken = decision.winning_move.as_ref().filter(|_| ask.winning_move);
    Answer {
        line: format!("{winner} wins"),
        winning_move: taken.map(|times| format!("take {times} times the smaller number")),
        why: ask.why.then(|| {
            let choice = if greater % smaller == BigUint::ZERO {
                "makes a zero"
            } else {
                "has the choice"
            };
            let moves = match decision.forced {
                1 => "1 forced move".to_owned(),
                several => format!("{several} forced moves"),
            };
            format!("after {moves} the pair is {greater}, {smaller}, and {winner} {choice}")
        }),
    }
}
