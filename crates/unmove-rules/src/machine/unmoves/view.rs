//! An earlier state seen from the position after the move: for all that has been taken back so far, what
//! its value was, as an expression of the position after the move and of what is still unknown.

use super::build;
use super::rewrite::{self, Rewrite};
use crate::program::{Arithmetic, Comparison, Expr, Register, Set, Span};
use std::collections::{BTreeSet, HashMap};

/// An element that may be one of more taken back than this is not told.
const MOST_ALIASES: usize = 4;

/// Expressions of more parts than this are left to be worked out in the restored position.
const MOST_PARTS: usize = 200;

/// Where an array's elements are, those taken back one by one left aside.
#[derive(Clone, Debug, Default)]
pub(super) enum Base {
    /// Where they are now.
    #[default]
    Here,
    /// In these registers, by index.
    Listed(Vec<Option<Register>>),
    /// Where they are now, but the one at `place` was put in order and stands at `now`.
    Rotated { place: Expr, now: Register },
}

/// An array of which something has been taken back.
#[derive(Clone, Debug, Default)]
struct Array {
    base: Base,
    /// Index and value before, the last move's step first.
    restored: Vec<(Expr, Register)>,
}

/// An earlier state.
#[derive(Clone, Debug, Default)]
pub(super) struct View {
    singles: HashMap<Register, Expr>,
    arrays: HashMap<usize, Array>,
    sets: HashMap<Register, Set>,
    /// Registers with the cell of a piece: it cannot be nowhere.
    pieces: BTreeSet<Register>,
    /// Indices that differ in every legal move.
    distinct: Vec<(Expr, Expr)>,
}

impl View {
    /// The state after the move, of a move for which these indices differ.
    pub(super) fn new(distinct: Vec<(Expr, Expr)>) -> Self {
        Self {
            distinct,
            ..Self::default()
        }
    }

    /// What an expression of this state is, told from after the move.
    pub(super) fn expr(&self, of: &Expr) -> Option<Expr> {
        let expr = rewrite::expr(of, &mut &*self)?;
        (super::reads::parts(&expr) <= MOST_PARTS).then_some(expr)
    }

    /// What a set of this state is, told from after the move.
    pub(super) fn set(&self, of: &Set) -> Option<Set> {
        rewrite::set(of, &mut &*self)
    }

    /// From here on a single variable is what this register holds.
    pub(super) fn restore(&mut self, register: Register, before: Expr) {
        self.singles.insert(register, before);
    }

    /// From here on an element is what this register holds.
    pub(super) fn restore_element(&mut self, variable: usize, index: Expr, before: Register) {
        let array = self.arrays.entry(variable).or_default();
        array.restored.push((index, before));
    }

    /// From here on a whole array is elsewhere.
    pub(super) fn restore_array(&mut self, variable: usize, base: Base) {
        let restored = Vec::new();
        self.arrays.insert(variable, Array { base, restored });
    }

    /// From here on a set is this.
    pub(super) fn restore_set(&mut self, register: Register, before: Set) {
        self.sets.insert(register, before);
    }

    /// A register holds the cell of a piece.
    pub(super) fn is_piece(&mut self, register: Register) {
        self.pieces.insert(register);
    }

    fn differ(&self, one: &Expr, other: &Expr) -> bool {
        if let (Expr::Constant(one), Expr::Constant(other)) = (one, other) {
            return one != other;
        }
        self.distinct
            .iter()
            .any(|(a, b)| (a == one && b == other) || (a == other && b == one))
    }
}

/// The element that a list of registers holds at an index.
fn listed(registers: &[Option<Register>], index: &Expr) -> Option<Expr> {
    if let Expr::Constant(index) = index {
        let register = registers.get(usize::try_from(*index).ok()?)?;
        return register.map(Expr::Register);
    }
    let mut value = None;
    for (place, register) in registers.iter().enumerate().rev() {
        let Some(register) = register else {
            continue;
        };
        let here = Expr::Register(*register);
        value = Some(match value {
            None => here,
            Some(rest) => build::choose(
                build::equal(index.clone(), Expr::Constant(place as i64)),
                here,
                rest,
            ),
        });
    }
    value
}

/// The element that an array held at an index before what stood at `place` was put in order and came to `now`;
/// `at` reads the array as it is.
pub(super) fn rotated(
    index: &Expr,
    place: &Expr,
    now: Register,
    at: &dyn Fn(Expr) -> Expr,
) -> Expr {
    let now = Expr::Register(now);
    if index == place {
        return at(now);
    }
    let beside = |op| at(build::arithmetic(op, index.clone(), Expr::Constant(1)));
    let lower = build::choose(
        build::at_most(now.clone(), index.clone()),
        beside(Arithmetic::Add),
        at(index.clone()),
    );
    let higher = build::choose(
        build::at_most(index.clone(), now.clone()),
        beside(Arithmetic::Subtract),
        at(index.clone()),
    );
    build::choose(
        build::equal(index.clone(), place.clone()),
        at(now),
        build::choose(
            build::compare(Comparison::Less, index.clone(), place.clone()),
            lower,
            higher,
        ),
    )
}

impl Rewrite for &View {
    fn register(&mut self, register: Register) -> Option<Expr> {
        let restored = self.singles.get(&register);
        Some(restored.cloned().unwrap_or(Expr::Register(register)))
    }

    fn element(&mut self, variable: usize, index: Expr, at: Span) -> Option<Expr> {
        let here = |index: Expr| Expr::Element {
            variable,
            index: Box::new(index),
            at,
        };
        let Some(array) = self.arrays.get(&variable) else {
            return Some(here(index));
        };
        let mut aliases = Vec::new();
        let mut value = None;
        for (restored, before) in array.restored.iter().rev() {
            if *restored == index {
                value = Some(Expr::Register(*before));
                break;
            }
            if !self.differ(restored, &index) {
                aliases.push((restored, *before));
            }
        }
        if aliases.len() > MOST_ALIASES {
            return None;
        }
        let mut value = match (value, &array.base) {
            (Some(value), _) => value,
            (None, Base::Here) => here(index.clone()),
            (None, Base::Listed(registers)) => listed(registers, &index)?,
            (None, Base::Rotated { place, now }) => rotated(&index, place, *now, &here),
        };
        for (restored, before) in aliases.into_iter().rev() {
            value = build::choose(
                build::equal(index.clone(), restored.clone()),
                Expr::Register(before),
                value,
            );
        }
        Some(value)
    }

    fn set(&mut self, register: Register, width: u32) -> Option<Set> {
        let restored = self.sets.get(&register);
        Some(restored.cloned().unwrap_or(Set::Variable(register, width)))
    }

    fn within(&mut self, cell: Expr, set: Set) -> Expr {
        if let (Expr::Register(piece), Set::Union(_, listed)) = (&cell, &set)
            && let Set::Listed(cells, _) = listed.as_ref()
            && self.pieces.contains(piece)
            && cells.contains(&cell)
        {
            return Expr::Constant(1);
        }
        Expr::In(Box::new(cell), Box::new(set))
    }
}
