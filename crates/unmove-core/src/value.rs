//! What solving finds out about a position.

use std::fmt;

use crate::game::Payoff;

/// Who wins under best play, seen by the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Outcome {
    /// The player to move loses (a P-position of an impartial game).
    Loss,
    /// Neither wins: a drawn end or endless play.
    Draw,
    /// The player to move wins (an N-position of an impartial game).
    Win,
}

impl Outcome {
    /// The same outcome seen by the other player.
    pub fn reversed(self) -> Self {
        match self {
            Self::Loss => Self::Win,
            Self::Draw => Self::Draw,
            Self::Win => Self::Loss,
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Loss => "loss",
            Self::Draw => "draw",
            Self::Win => "win",
        })
    }
}

/// Plies to the end under best play: the winner hurries, the loser delays. A terminal has 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Remoteness(pub u32);

impl fmt::Display for Remoteness {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A finite Grundy value: the Nim heap that the position is equal to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Nimber(pub u32);

impl Nimber {
    /// The value of a sum of two games: the exclusive or.
    pub fn plus(self, other: Self) -> Self {
        Self(self.0 ^ other.0)
    }
}

impl fmt::Display for Nimber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The Smith–Fraenkel value of a position of an impartial game that may have cycles.
///
/// C. A. B. Smith, "Graphs and composite games" (1966); A. S. Fraenkel and Y. Yesha, "The
/// generalized Sprague–Grundy function and its invariance under certain mappings" (1986).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Loopy {
    /// Equal to a Nim heap.
    Nimber(Nimber),
    /// Infinity with the set of the nimbers that a move leads to, in rising order.
    Infinite(Vec<u32>),
}

impl Loopy {
    /// The value of a sum: nimbers xor; ∞K + n = ∞(K xor n); ∞ + ∞ = ∞{}.
    #[must_use]
    pub fn plus(&self, other: &Self) -> Self {
        match (self, other) {
            (Self::Nimber(a), Self::Nimber(b)) => Self::Nimber(a.plus(*b)),
            (Self::Infinite(set), Self::Nimber(n)) | (Self::Nimber(n), Self::Infinite(set)) => {
                let mut shifted: Vec<u32> = set.iter().map(|k| k ^ n.0).collect();
                shifted.sort_unstable();
                Self::Infinite(shifted)
            }
            (Self::Infinite(_), Self::Infinite(_)) => Self::Infinite(Vec::new()),
        }
    }

    /// Who wins: 0 is a loss, another nimber a win, infinity a win where its set holds 0 and a
    /// draw elsewhere.
    pub fn outcome(&self) -> Outcome {
        match self {
            Self::Nimber(Nimber(0)) => Outcome::Loss,
            Self::Nimber(_) => Outcome::Win,
            Self::Infinite(set) if set.contains(&0) => Outcome::Win,
            Self::Infinite(_) => Outcome::Draw,
        }
    }
}

impl fmt::Display for Loopy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nimber(n) => n.fmt(f),
            Self::Infinite(set) => {
                let list: Vec<String> = set.iter().map(u32::to_string).collect();
                write!(f, "∞{{{}}}", list.join(", "))
            }
        }
    }
}

/// The mover's total minus the opponent's under best play, counted from here on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Score(pub i64);

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// What best play pays the player to move, and how long it takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Value {
    /// What the player to move gets.
    pub payoff: Payoff,
    /// Plies to the end. None where play may go on for ever, and none for a draw unless endless
    /// play is something else than a draw.
    pub remoteness: Option<Remoteness>,
}

impl Value {
    /// The sign of the payoff.
    pub fn outcome(self) -> Outcome {
        match self.payoff.0.signum() {
            1 => Outcome::Win,
            0 => Outcome::Draw,
            _ => Outcome::Loss,
        }
    }

    /// The same value seen by the other player.
    pub fn reversed(self) -> Self {
        Self {
            payoff: self.payoff.reversed(),
            remoteness: self.remoteness,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_infinite_value_shifts_by_a_nimber_and_swallows_another() {
        let infinite = Loopy::Infinite(vec![0, 2]);
        let three = Loopy::Nimber(Nimber(3));
        assert_eq!(infinite.to_string(), "∞{0, 2}");
        assert_eq!(infinite.plus(&three), Loopy::Infinite(vec![1, 3]));
        assert_eq!(infinite.plus(&infinite), Loopy::Infinite(Vec::new()));
    }

    #[test]
    fn an_infinite_value_wins_exactly_where_its_set_holds_zero() {
        assert_eq!(Loopy::Infinite(vec![0, 2]).outcome(), Outcome::Win);
        assert_eq!(Loopy::Infinite(vec![1]).outcome(), Outcome::Draw);
    }
}
