//! Ends that are never reached, since an earlier one holds whenever they do.

use super::Checker;
use super::bounds::Bounds;
use crate::program::{Comparison, Expr, Register};
use rustc_hash::FxHashMap;

impl Checker<'_> {
    /// What registers lie between where all these conditions hold.
    pub(super) fn narrowed(&self, conditions: &[&Expr]) -> FxHashMap<Register, Bounds> {
        let mut known = FxHashMap::default();
        for condition in conditions {
            let Expr::Compare { op, left, right } = condition else {
                continue;
            };
            let mut narrow = |expr: &Expr, low: i64, high: i64| {
                if let Expr::Register(register) = expr {
                    let (least, greatest) = self.bounds(expr, &known);
                    known.insert(*register, (least.max(low), greatest.min(high)));
                }
            };
            match (op, &**left, &**right) {
                (Comparison::Equal, expr, Expr::Constant(value))
                | (Comparison::Equal, Expr::Constant(value), expr) => narrow(expr, *value, *value),
                (Comparison::AtMost, expr, Expr::Constant(value)) => {
                    narrow(expr, i64::MIN, *value);
                }
                (Comparison::AtMost, Expr::Constant(value), expr) => {
                    narrow(expr, *value, i64::MAX);
                }
                (Comparison::Less, expr, Expr::Constant(value)) => {
                    narrow(expr, i64::MIN, value.saturating_sub(1));
                }
                (Comparison::Less, Expr::Constant(value), expr) => {
                    narrow(expr, value.saturating_add(1), i64::MAX);
                }
                _ => {}
            }
        }
        known
    }

    /// Warns of ends that an earlier one always takes the place of.
    pub(super) fn shadowed_ends(&mut self) {
        let ends = self.program.ends.clone();
        for (number, end) in ends.iter().enumerate() {
            if self.bounds(&end.condition, &self.parameter_bounds) == (0, 0) {
                self.warn("never-reached", end.at, "this end can never be reached");
                continue;
            }
            let parts = and_parts(&end.condition);
            let narrowed = self.narrowed(&parts);
            let earlier = ends[..number].iter().find(|earlier| {
                and_parts(&earlier.condition).iter().all(|part| {
                    self.bounds(part, &narrowed) == (1, 1)
                        || parts.iter().any(|mine| same(mine, part))
                })
            });
            if let Some(earlier) = earlier {
                let fault = crate::diagnostic::Diagnostic::warning(
                    "shadowed-end",
                    end.at,
                    "this end is never reached: an earlier one holds whenever it does",
                )
                .also(earlier.at, "the earlier one")
                .help("put the narrower end first");
                self.report(fault);
            }
        }
    }
}

fn and_parts(expr: &Expr) -> Vec<&Expr> {
    match expr {
        Expr::And(left, right) => {
            let mut parts = and_parts(left);
            parts.extend(and_parts(right));
            parts
        }
        other => vec![other],
    }
}

/// Whether two conditions are the same but for where they stand and which locals they use.
fn same(left: &Expr, right: &Expr) -> bool {
    match (left, right) {
        (
            Expr::Compare { op, left, right },
            Expr::Compare {
                op: other_op,
                left: other_left,
                right: other_right,
            },
        ) => op == other_op && same(left, other_left) && same(right, other_right),
        (
            Expr::Element {
                variable, index, ..
            },
            Expr::Element {
                variable: other,
                index: other_index,
                ..
            },
        ) => variable == other && same(index, other_index),
        (
            Expr::Lookup { table, index, .. },
            Expr::Lookup {
                table: other,
                index: other_index,
                ..
            },
        ) => table == other && same(index, other_index),
        (
            Expr::Arithmetic {
                op, left, right, ..
            },
            Expr::Arithmetic {
                op: other_op,
                left: other_left,
                right: other_right,
                ..
            },
        ) => op == other_op && same(left, other_left) && same(right, other_right),
        (left, right) => left == right,
    }
}
