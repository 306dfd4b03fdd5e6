//! Between which numbers an expression must lie: enough to find moves that can never apply and
//! assignments that can never hold.

use super::Checker;
use crate::program::{
    Arithmetic, Comparison, Domain, Expr, Fold, Kind, MOVER, Register, Set, Span,
};
use rustc_hash::FxHashMap;

/// Both ends included.
pub(super) type Bounds = (i64, i64);

const ANY: Bounds = (i64::MIN, i64::MAX);
const TRUTH: Bounds = (0, 1);

impl Checker<'_> {
    /// What the values of a register of this kind lie between.
    fn kind_bounds(kind: &Kind) -> Bounds {
        match kind {
            Kind::Range(low, high) => (*low, *high),
            Kind::Names(names) => (0, names.len() as i64 - 1),
            Kind::Bool | Kind::Player => TRUTH,
            Kind::Cell { cells, nowhere, .. } => {
                let low = cells.first().map_or(-1, |cell| i64::from(*cell));
                let high = cells.last().map_or(-1, |cell| i64::from(*cell));
                (if *nowhere { -1 } else { low }, high)
            }
            Kind::Direction => (0, 7),
            Kind::Set { .. } => ANY,
        }
    }

    fn register_bounds(&self, register: Register, known: &FxHashMap<Register, Bounds>) -> Bounds {
        if register == MOVER {
            return TRUTH;
        }
        if let Some(bounds) = known.get(&register) {
            return *bounds;
        }
        self.program
            .variables
            .iter()
            .find(|variable| {
                (variable.register..variable.register + variable.width).contains(&register)
            })
            .map_or(ANY, |variable| Self::kind_bounds(&variable.kind))
    }

    /// What an expression lies between; `known` holds the bounds of locals.
    pub(super) fn bounds(&self, expr: &Expr, known: &FxHashMap<Register, Bounds>) -> Bounds {
        match expr {
            Expr::Constant(value) => (*value, *value),
            Expr::Register(register) => self.register_bounds(*register, known),
            Expr::Element { variable, .. } => {
                Self::kind_bounds(&self.program.variables[*variable].kind)
            }
            Expr::Lookup { table, .. } => {
                let entries = &self.program.tables[*table];
                let (low, high) = (entries.iter().min(), entries.iter().max());
                (
                    low.copied().unwrap_or(i64::MIN),
                    high.copied().unwrap_or(i64::MAX),
                )
            }
            Expr::Arithmetic {
                op, left, right, ..
            } => arithmetic_bounds(*op, self.bounds(left, known), self.bounds(right, known)),
            Expr::Negate(inner, _) => {
                let (low, high) = self.bounds(inner, known);
                (high.saturating_neg(), low.saturating_neg())
            }
            Expr::Compare { op, left, right } => {
                compare_bounds(*op, self.bounds(left, known), self.bounds(right, known))
            }
            Expr::Not(inner) => {
                let (low, high) = self.bounds(inner, known);
                if (low, high) == (0, 0) {
                    (1, 1)
                } else if low > 0 || high < 0 {
                    (0, 0)
                } else {
                    TRUTH
                }
            }
            Expr::And(left, right) => {
                let (left, right) = (self.bounds(left, known), self.bounds(right, known));
                (
                    left.0.min(right.0).clamp(0, 1),
                    left.1.min(right.1).clamp(0, 1),
                )
            }
            Expr::Or(left, right) => {
                let (left, right) = (self.bounds(left, known), self.bounds(right, known));
                (
                    left.0.max(right.0).clamp(0, 1),
                    left.1.max(right.1).clamp(0, 1),
                )
            }
            Expr::If(_, then, otherwise) => {
                let (then, otherwise) = (self.bounds(then, known), self.bounds(otherwise, known));
                (then.0.min(otherwise.0), then.1.max(otherwise.1))
            }
            Expr::OneOf(..) | Expr::SameSet(..) | Expr::Subset(..) => TRUTH,
            Expr::In(_, set) => match &**set {
                Set::Constant(number)
                    if self.program.sets[*number].iter().all(|word| *word == 0) =>
                {
                    (0, 0)
                }
                _ => TRUTH,
            },
            Expr::Size(_) => (0, super::board::MOST_CELLS),
            Expr::Fold { fold, .. } => match fold {
                Fold::Some | Fold::All => TRUTH,
                Fold::Count => (0, i64::MAX),
                Fold::First => (-1, i64::MAX),
                _ => ANY,
            },
            Expr::Let { local, value, body } => {
                let mut known = known.clone();
                known.insert(*local, self.bounds(value, &known));
                self.bounds(body, &known)
            }
            Expr::Step { .. } | Expr::CellAt { .. } => (-1, super::board::MOST_CELLS),
        }
    }

    /// What the elements of a domain lie between; `None` if it certainly has none.
    pub(super) fn domain_bounds(
        &self,
        domain: &Domain,
        known: &FxHashMap<Register, Bounds>,
    ) -> Option<Bounds> {
        match domain {
            Domain::Range(low, high) => {
                let (low, high) = (self.bounds(low, known).0, self.bounds(high, known).1);
                (low <= high).then_some((low, high))
            }
            Domain::Values(values) => Some((*values.iter().min()?, *values.iter().max()?)),
            Domain::Each(exprs) => exprs
                .iter()
                .map(|expr| self.bounds(expr, known))
                .reduce(|a, b| (a.0.min(b.0), a.1.max(b.1))),
            Domain::Cells(Set::Constant(number)) => {
                let cells = super::board::cells_of(&self.program.sets[*number]);
                Some((i64::from(*cells.first()?), i64::from(*cells.last()?)))
            }
            Domain::Cells(_) | Domain::List { .. } => Some((0, super::board::MOST_CELLS)),
            Domain::Filter { of, .. } => self.domain_bounds(of, known),
        }
    }

    /// Warns of an assignment that no play can keep within the variable's range.
    pub(super) fn warn_out_of_range(&mut self, variable: usize, value: &Expr, at: Span) {
        let declared = &self.program.variables[variable];
        let Kind::Range(low, high) = declared.kind else {
            return;
        };
        let (least, greatest) = self.bounds(value, &self.parameter_bounds);
        if least > high || greatest < low {
            let name = declared.name.clone();
            let value = if least == greatest {
                format!("{least}")
            } else {
                format!("{least} to {greatest}")
            };
            // Whether play comes here, the guard decides: that is not followed so far.
            self.warn(
                "out-of-range",
                at,
                format!("`{name}` ranges over {low}..{high}, and this is always outside"),
            )
            .labels[0]
                .text = format!("this is {value}");
        }
    }
}

fn arithmetic_bounds(op: Arithmetic, left: Bounds, right: Bounds) -> Bounds {
    match op {
        Arithmetic::Add => (
            left.0.saturating_add(right.0),
            left.1.saturating_add(right.1),
        ),
        Arithmetic::Subtract => (
            left.0.saturating_sub(right.1),
            left.1.saturating_sub(right.0),
        ),
        Arithmetic::Multiply => {
            let products = [
                left.0.saturating_mul(right.0),
                left.0.saturating_mul(right.1),
                left.1.saturating_mul(right.0),
                left.1.saturating_mul(right.1),
            ];
            products
                .into_iter()
                .fold((i64::MAX, i64::MIN), |(low, high), product| {
                    (low.min(product), high.max(product))
                })
        }
        Arithmetic::Remainder if right.0 > 0 => (0, right.1 - 1),
        Arithmetic::Divide if right.0 > 0 && left.0 >= 0 => (0, left.1),
        Arithmetic::Xor => (0, i64::MAX),
        _ => ANY,
    }
}

fn compare_bounds(op: Comparison, left: Bounds, right: Bounds) -> Bounds {
    let (always, never) = match op {
        Comparison::Less => (left.1 < right.0, left.0 >= right.1),
        Comparison::AtMost => (left.1 <= right.0, left.0 > right.1),
        Comparison::Equal => (
            left.0 == left.1 && left == right,
            left.1 < right.0 || right.1 < left.0,
        ),
        Comparison::Unequal => (
            left.1 < right.0 || right.1 < left.0,
            left.0 == left.1 && left == right,
        ),
    };
    if always {
        (1, 1)
    } else if never {
        (0, 0)
    } else {
        TRUTH
    }
}
