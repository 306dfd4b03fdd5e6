//! Building the expressions of restored positions, plain ones kept plain.

use crate::program::{Arithmetic, Comparison, Expr, Span};

pub(super) fn compare(op: Comparison, left: Expr, right: Expr) -> Expr {
    match (op, &left, &right) {
        (_, Expr::Constant(left), Expr::Constant(right)) => Expr::Constant(i64::from(match op {
            Comparison::Equal => left == right,
            Comparison::Unequal => left != right,
            Comparison::Less => left < right,
            Comparison::AtMost => left <= right,
        })),
        (Comparison::Equal | Comparison::AtMost, Expr::Register(left), Expr::Register(right))
            if left == right =>
        {
            Expr::Constant(1)
        }
        _ => Expr::Compare {
            op,
            left: Box::new(left),
            right: Box::new(right),
        },
    }
}

pub(super) fn equal(left: Expr, right: Expr) -> Expr {
    compare(Comparison::Equal, left, right)
}

pub(super) fn at_most(left: Expr, right: Expr) -> Expr {
    compare(Comparison::AtMost, left, right)
}

pub(super) fn arithmetic(op: Arithmetic, left: Expr, right: Expr) -> Expr {
    match (op, &left, &right) {
        (Arithmetic::Add | Arithmetic::Subtract, _, Expr::Constant(0)) => left,
        (Arithmetic::Add, Expr::Constant(0), _) => right,
        _ => Expr::Arithmetic {
            op,
            left: Box::new(left),
            right: Box::new(right),
            at: Span::default(),
        },
    }
}

pub(super) fn not(of: Expr) -> Expr {
    match of {
        Expr::Constant(value) => Expr::Constant(i64::from(value == 0)),
        of => Expr::Not(Box::new(of)),
    }
}

pub(super) fn and(left: Expr, right: Expr) -> Expr {
    match (&left, &right) {
        (Expr::Constant(0), _) => left,
        (Expr::Constant(_), _) => right,
        (_, Expr::Constant(value)) if *value != 0 => left,
        _ => Expr::And(Box::new(left), Box::new(right)),
    }
}

pub(super) fn or(left: Expr, right: Expr) -> Expr {
    match (&left, &right) {
        (Expr::Constant(0), _) => right,
        (Expr::Constant(_), _) | (_, Expr::Constant(0)) => left,
        _ => Expr::Or(Box::new(left), Box::new(right)),
    }
}

pub(super) fn choose(condition: Expr, then: Expr, other: Expr) -> Expr {
    match condition {
        Expr::Constant(0) => other,
        Expr::Constant(_) => then,
        condition => Expr::If(Box::new(condition), Box::new(then), Box::new(other)),
    }
}

/// The greater of two numbers.
pub(super) fn greater(left: Expr, right: Expr) -> Expr {
    match (&left, &right) {
        (Expr::Constant(left), Expr::Constant(right)) => Expr::Constant(*left.max(right)),
        _ => choose(at_most(left.clone(), right.clone()), right, left),
    }
}

/// The smaller of two numbers.
pub(super) fn smaller(left: Expr, right: Expr) -> Expr {
    match (&left, &right) {
        (Expr::Constant(left), Expr::Constant(right)) => Expr::Constant(*left.min(right)),
        _ => choose(at_most(left.clone(), right.clone()), left, right),
    }
}

/// The opposite of a direction.
pub(super) fn opposite(direction: Expr) -> Expr {
    match direction {
        Expr::Constant(number) => Expr::Constant(match number {
            0..4 => number ^ 1,
            _ => 11 - number,
        }),
        direction => choose(
            compare(Comparison::Less, direction.clone(), Expr::Constant(4)),
            arithmetic(Arithmetic::Xor, direction.clone(), Expr::Constant(1)),
            arithmetic(Arithmetic::Subtract, Expr::Constant(11), direction),
        ),
    }
}
