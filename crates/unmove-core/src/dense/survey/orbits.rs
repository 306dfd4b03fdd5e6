//! How many positions each position stands for.

/// The positions that do not stand for as many positions as there are symmetries, since some of those keep them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Orbits {
    /// Each by its number, with how many it stands for.
    lesser: Vec<(u64, u64)>,
    /// They are too many to be kept.
    over: bool,
}

/// So many are kept at the most.
const MOST: usize = 1 << 20;

impl Orbits {
    /// All that do not stand for as many as most do; `None` where they are too many to be known.
    pub(crate) fn lesser(&self) -> Option<&[(u64, u64)]> {
        (!self.over).then_some(&self.lesser)
    }

    pub(super) fn add(&mut self, number: u64, orbit: u64) {
        if self.over {
            return;
        }
        self.lesser.push((number, orbit));
        self.over = self.lesser.len() > MOST;
        if self.over {
            self.lesser = Vec::new();
        }
    }

    pub(super) fn append(&mut self, other: &mut Self) {
        self.over |= other.over || self.lesser.len() + other.lesser.len() > MOST;
        if self.over {
            self.lesser = Vec::new();
        } else {
            self.lesser.append(&mut other.lesser);
        }
    }

    /// Bytes taken.
    pub(super) fn bytes(&self) -> u64 {
        self.lesser.capacity() as u64 * 16
    }
}
