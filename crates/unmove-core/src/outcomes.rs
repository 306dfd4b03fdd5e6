//! A value for every position: payoff and remoteness.

use std::sync::Arc;

use crate::dense::cells::{Cells, Width};
use crate::game::Payoff;
use crate::graph::Index;
use crate::sweep::Swept;
use crate::value::{Remoteness, Value};

/// What best play pays at every position, and how long it takes: 8 bytes a position, or 1 to 4
/// where nobody can get anything but a win, a loss or a draw and the positions are numbered by a rule.
#[derive(Clone, Debug)]
pub struct Outcomes(Form);

#[derive(Clone, Debug)]
enum Form {
    Wide {
        payoffs: Vec<i32>,
        plies: Vec<u32>,
    },
    Compact(Cells),
    /// Bit sets, of positions in strips.
    Swept(Arc<Swept>),
}

/// No remoteness.
pub(crate) const NONE: u32 = u32::MAX;

/// What a number has that stands for no position.
const NOTHING: Value = Value {
    payoff: Payoff::DRAW,
    remoteness: None,
};

impl Outcomes {
    /// Draws everywhere, to be filled in.
    pub(crate) fn drawn(len: usize) -> Self {
        Self::wide(vec![0; len], vec![NONE; len])
    }

    /// From payoffs, and plies with [`NONE`] where there is no remoteness.
    pub(crate) fn wide(payoffs: Vec<i32>, plies: Vec<u32>) -> Self {
        Self(Form::Wide { payoffs, plies })
    }

    pub(crate) fn swept(swept: Swept) -> Self {
        Self(Form::Swept(Arc::new(swept)))
    }

    pub(crate) fn compact(cells: Cells) -> Self {
        Self(Form::Compact(cells))
    }

    /// The cells, in the compact form.
    pub(crate) fn cells(&self) -> Option<&Cells> {
        match &self.0 {
            Form::Wide { .. } | Form::Swept(_) => None,
            Form::Compact(cells) => Some(cells),
        }
    }

    /// How many positions have a value.
    pub fn len(&self) -> usize {
        match &self.0 {
            Form::Wide { payoffs, .. } => payoffs.len(),
            Form::Compact(cells) => cells.len(),
            Form::Swept(swept) => swept.len() as usize,
        }
    }

    /// Whether there are no positions.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The value of a position; `None` if the number stands for nothing, where that is known.
    #[cfg(test)]
    pub(crate) fn known(&self, at: Index) -> Option<Value> {
        match &self.0 {
            Form::Wide { .. } | Form::Swept(_) => Some(self.get(at)),
            Form::Compact(cells) => cells.codec().value(cells.get(at.at())),
        }
    }

    /// The value of a position.
    ///
    /// # Panics
    /// If there is no position of that number.
    pub fn get(&self, at: Index) -> Value {
        match &self.0 {
            Form::Wide { payoffs, plies } => {
                let plies = plies[at.at()];
                Value {
                    payoff: Payoff(payoffs[at.at()]),
                    remoteness: (plies != NONE).then_some(Remoteness(plies)),
                }
            }
            Form::Compact(cells) => {
                let value = cells.codec().value(cells.get(at.at()));
                value.unwrap_or(NOTHING)
            }
            Form::Swept(swept) => swept.value(at.0.into()),
        }
    }

    /// Replaces the value of a position.
    ///
    /// # Panics
    /// If there is no position of that number.
    pub fn set(&mut self, at: Index, value: Value) {
        match &mut self.0 {
            Form::Wide { payoffs, plies } => {
                payoffs[at.at()] = value.payoff.0;
                plies[at.at()] = value.remoteness.map_or(NONE, |r| r.0);
            }
            Form::Compact(cells) => {
                if let Some(code) = cells.codec().code(value) {
                    cells.widen(Width::of(code));
                    cells.put(at.at(), code);
                } else {
                    self.spread();
                    self.set(at, value);
                }
            }
            Form::Swept(_) => {
                self.spread();
                self.set(at, value);
            }
        }
    }
}

impl Outcomes {
    /// Takes the wide form.
    fn spread(&mut self) {
        let mut wide = Self::drawn(self.len());
        for at in (0..self.len() as u32).map(Index) {
            wide.set(at, self.get(at));
        }
        *self = wide;
    }
}

impl PartialEq for Outcomes {
    fn eq(&self, other: &Self) -> bool {
        let mut indices = (0..self.len() as u32).map(Index);
        self.len() == other.len() && indices.all(|at| self.get(at) == other.get(at))
    }
}

impl Eq for Outcomes {}
