//! What the verifier found wrong.

use std::fmt;

use crate::graph::Index;

/// A claim that does not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flaw {
    at: Index,
    claimed: String,
    found: String,
}

impl Flaw {
    pub(crate) fn new(at: Index, claimed: impl fmt::Display, found: impl fmt::Display) -> Self {
        Self {
            at,
            claimed: claimed.to_string(),
            found: found.to_string(),
        }
    }

    /// The position that the claim is about.
    pub fn at(&self) -> Index {
        self.at
    }

    /// What was claimed, in words.
    pub fn claimed(&self) -> &str {
        &self.claimed
    }

    /// What the game shows instead, in words.
    pub fn found(&self) -> &str {
        &self.found
    }
}

impl fmt::Display for Flaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { at, claimed, found } = self;
        write!(f, "position {}: claimed {claimed}, found {found}", at.0)
    }
}
