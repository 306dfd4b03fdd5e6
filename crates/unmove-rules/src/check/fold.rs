//! Building expressions with what is known already worked out.

use crate::program::{Arithmetic, Comparison, Expr, Set, Span};

/// The result of an operation on known numbers; `None` where it fails.
fn known(op: Arithmetic, left: i64, right: i64) -> Option<i64> {
    match op {
        Arithmetic::Add => left.checked_add(right),
        Arithmetic::Subtract => left.checked_sub(right),
        Arithmetic::Multiply => left.checked_mul(right),
        Arithmetic::Divide => {
            let quotient = left.checked_div(right)?;
            let inexact = left % right != 0 && (left < 0) != (right < 0);
            Some(quotient - i64::from(inexact))
        }
        Arithmetic::Remainder => {
            let remainder = left.checked_rem(right)?;
            let mixed = remainder != 0 && (remainder < 0) != (right < 0);
            Some(if mixed { remainder + right } else { remainder })
        }
        Arithmetic::Xor => (left >= 0 && right >= 0).then_some(left ^ right),
    }
}

/// Why an operation on known numbers fails, in words.
pub(super) fn failure(op: Arithmetic, right: i64) -> &'static str {
    match op {
        Arithmetic::Divide | Arithmetic::Remainder if right == 0 => "this divides by zero",
        Arithmetic::Xor => "`xor` is of numbers that are not negative",
        _ => "this number does not fit 64 bits",
    }
}

/// Arithmetic; `Err` where both sides are known and it fails.
pub(super) fn arithmetic(
    op: Arithmetic,
    left: Expr,
    right: Expr,
    at: Span,
) -> Result<Expr, &'static str> {
    match (&left, &right) {
        (Expr::Constant(a), Expr::Constant(b)) => match known(op, *a, *b) {
            Some(value) => Ok(Expr::Constant(value)),
            None => Err(failure(op, *b)),
        },
        (_, Expr::Constant(0)) if matches!(op, Arithmetic::Add | Arithmetic::Subtract) => Ok(left),
        (Expr::Constant(0), _) if op == Arithmetic::Add => Ok(right),
        (_, Expr::Constant(1)) if matches!(op, Arithmetic::Multiply | Arithmetic::Divide) => {
            Ok(left)
        }
        (Expr::Constant(1), _) if op == Arithmetic::Multiply => Ok(right),
        (_, Expr::Constant(0)) if matches!(op, Arithmetic::Divide | Arithmetic::Remainder) => {
            Err(failure(op, 0))
        }
        _ => Ok(Expr::Arithmetic {
            op,
            left: Box::new(left),
            right: Box::new(right),
            at,
        }),
    }
}

/// A comparison.
pub(super) fn compare(op: Comparison, left: Expr, right: Expr) -> Expr {
    if let (Expr::Constant(a), Expr::Constant(b)) = (&left, &right) {
        let holds = match op {
            Comparison::Equal => a == b,
            Comparison::Unequal => a != b,
            Comparison::Less => a < b,
            Comparison::AtMost => a <= b,
        };
        return Expr::Constant(i64::from(holds));
    }
    Expr::Compare {
        op,
        left: Box::new(left),
        right: Box::new(right),
    }
}

/// Both.
pub(super) fn and(left: Expr, right: Expr) -> Expr {
    match (&left, &right) {
        (Expr::Constant(0), _) | (_, Expr::Constant(1)) => left,
        (Expr::Constant(_), _) => right,
        _ => Expr::And(Box::new(left), Box::new(right)),
    }
}

/// Either.
pub(super) fn or(left: Expr, right: Expr) -> Expr {
    match (&left, &right) {
        (Expr::Constant(0), _) => right,
        (Expr::Constant(_), _) | (_, Expr::Constant(0)) => left,
        _ => Expr::Or(Box::new(left), Box::new(right)),
    }
}

/// The opposite truth value.
pub(super) fn not(inner: Expr) -> Expr {
    match inner {
        Expr::Constant(value) => Expr::Constant(i64::from(value == 0)),
        Expr::Not(inner) if is_truth(&inner) => *inner,
        inner => Expr::Not(Box::new(inner)),
    }
}

fn is_truth(expr: &Expr) -> bool {
    matches!(
        expr,
        Expr::Compare { .. }
            | Expr::And(..)
            | Expr::Or(..)
            | Expr::Not(_)
            | Expr::In(..)
            | Expr::OneOf(..)
    )
}

/// One of two.
pub(super) fn choose(condition: Expr, then: Expr, otherwise: Expr) -> Expr {
    match condition {
        Expr::Constant(0) => otherwise,
        Expr::Constant(_) => then,
        condition if then == otherwise && !may_fail(&condition) => then,
        condition => Expr::If(Box::new(condition), Box::new(then), Box::new(otherwise)),
    }
}

/// One of these numbers.
pub(super) fn one_of(item: Expr, mut values: Vec<i64>) -> Expr {
    values.sort_unstable();
    values.dedup();
    match (&item, values.as_slice()) {
        (Expr::Constant(value), _) => Expr::Constant(i64::from(values.contains(value))),
        (_, []) => Expr::Constant(0),
        (_, [value]) => compare(Comparison::Equal, item, Expr::Constant(*value)),
        _ => Expr::OneOf(Box::new(item), values),
    }
}

/// Whether evaluating an expression may fail: such a condition is not tested before those in front of it.
pub(super) fn may_fail(expr: &Expr) -> bool {
    match expr {
        Expr::Constant(_) | Expr::Register(_) => false,
        Expr::Not(inner) | Expr::OneOf(inner, _) => may_fail(inner),
        Expr::Compare { left, right, .. } | Expr::And(left, right) | Expr::Or(left, right) => {
            may_fail(left) || may_fail(right)
        }
        Expr::Step {
            cell, direction, ..
        } => may_fail(cell) || may_fail(direction),
        Expr::Arithmetic {
            op, left, right, ..
        } => {
            let by_zero = matches!(op, Arithmetic::Divide | Arithmetic::Remainder)
                && !matches!(**right, Expr::Constant(value) if value != 0);
            by_zero || *op == Arithmetic::Xor || may_fail(left) || may_fail(right)
        }
        Expr::If(condition, then, otherwise) => {
            may_fail(condition) || may_fail(then) || may_fail(otherwise)
        }
        Expr::In(item, set) => may_fail(item) || set_may_fail(set),
        Expr::Size(set) => set_may_fail(set),
        Expr::SameSet(left, right) | Expr::Subset(left, right) => {
            set_may_fail(left) || set_may_fail(right)
        }
        _ => true,
    }
}

fn set_may_fail(set: &Set) -> bool {
    match set {
        Set::Constant(_) | Set::Variable(..) => false,
        Set::Union(left, right) | Set::Intersection(left, right) | Set::Difference(left, right) => {
            set_may_fail(left) || set_may_fail(right)
        }
        Set::Listed(cells, _) => cells.iter().any(may_fail),
        Set::Family { index, .. } => may_fail(index),
        _ => true,
    }
}
