//! A value for every position: payoff and remoteness.

use crate::game::Payoff;
use crate::graph::Index;
use crate::value::{Remoteness, Value};

/// What best play pays at every position, and how long it takes: 8 bytes a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcomes {
    pub(crate) payoffs: Vec<i32>,
    pub(crate) plies: Vec<u32>,
}

/// No remoteness.
pub(crate) const NONE: u32 = u32::MAX;

impl Outcomes {
    /// Draws everywhere, to be filled in.
    pub(crate) fn drawn(len: usize) -> Self {
        Self {
            payoffs: vec![0; len],
            plies: vec![NONE; len],
        }
    }

    /// How many positions have a value.
    pub fn len(&self) -> usize {
        self.payoffs.len()
    }

    /// Whether there are no positions.
    pub fn is_empty(&self) -> bool {
        self.payoffs.is_empty()
    }

    /// The value of a position.
    ///
    /// # Panics
    /// If there is no position of that number.
    pub fn get(&self, at: Index) -> Value {
        let plies = self.plies[at.at()];
        Value {
            payoff: Payoff(self.payoffs[at.at()]),
            remoteness: (plies != NONE).then_some(Remoteness(plies)),
        }
    }

    /// Replaces the value of a position.
    ///
    /// # Panics
    /// If there is no position of that number.
    pub fn set(&mut self, at: Index, value: Value) {
        self.payoffs[at.at()] = value.payoff.0;
        self.plies[at.at()] = value.remoteness.map_or(NONE, |r| r.0);
    }
}
