//! The order in which a player likes payoffs, and how fast they want them.

use std::cmp::Ordering;

use crate::game::{Payoff, Player};
use crate::value::Value;

/// How much better than endless play a payoff is for the player who gets it, both seen by that
/// player. The opponent's rank is the negative.
///
/// Positive: the player wants it, and soon. Negative: the player puts it off. Zero: no different
/// from playing for ever. A payoff equal to that of endless play, where that is not a draw, counts
/// as a little better for the one who gets more than nothing: finishing beats winning by never
/// ending. Twice the difference leaves room for that.
pub(crate) fn rank(payoff: Payoff, endless: Payoff) -> i64 {
    let ahead = i64::from(payoff.0) - i64::from(endless.0);
    if ahead == 0 {
        i64::from(payoff.0.signum())
    } else {
        2 * ahead
    }
}

/// The payoff that a rank stands for; the inverse of [`rank`] for any rank that it has given.
pub(crate) fn payoff_of(rank: i64, endless: Payoff) -> Payoff {
    // For the rank ±1 the division gives 0: the payoff is that of endless play.
    Payoff((i64::from(endless.0) + rank / 2) as i32)
}

/// What endless play pays the player to move, from what it pays the first player.
pub(crate) fn endless_for(endless: Payoff, player: Option<Player>) -> Payoff {
    match player {
        Some(Player::Second) => endless.reversed(),
        Some(Player::First) | None => endless,
    }
}

/// Compares two values that one player may choose from; greater is better.
pub(crate) fn compare(a: Value, b: Value, endless: Payoff) -> Ordering {
    a.payoff
        .cmp(&b.payoff)
        .then_with(|| match rank(a.payoff, endless).signum() {
            // No remoteness is the longest there is.
            1 => plies(b).cmp(&plies(a)),
            -1 => plies(a).cmp(&plies(b)),
            _ => Ordering::Equal,
        })
}

fn plies(value: Value) -> u64 {
    value.remoteness.map_or(u64::MAX, |r| u64::from(r.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rank_gives_its_payoff_back() {
        for endless in [-2, -1, 0, 1, 3] {
            for payoff in -5..=5 {
                let (payoff, endless) = (Payoff(payoff), Payoff(endless));
                assert_eq!(payoff_of(rank(payoff, endless), endless), payoff);
                let other = rank(payoff.reversed(), endless.reversed());
                assert_eq!(other, -rank(payoff, endless));
            }
        }
    }
}
