//! Between which numbers an expression lies, from the ranges of what it reads.

use super::super::allowed::Values;
use super::super::ready::Ready;
use crate::program::{Arithmetic, Board, Expr, Fold, MOVER, NOWHERE, Register};

/// Sums of numbers within this on either side do not overflow.
const SMALL: i128 = 1 << 61;

/// Both ends, included.
pub(super) type Interval = (i64, i64);

/// The numbers that a variable's registers hold; `None` for sets.
pub(super) fn of_values(values: &Values) -> Option<Interval> {
    match values {
        Values::Range(least, most) => Some((*least, *most)),
        Values::Cell { cells, nowhere, .. } => {
            let least = if *nowhere {
                NOWHERE
            } else {
                i64::from(*cells.first()?)
            };
            Some((least, cells.last().map_or(least, |&cell| i64::from(cell))))
        }
        Values::Set { .. } => None,
    }
}

/// The numbers that a state register holds.
fn of_register(ready: &Ready, register: Register) -> Option<Interval> {
    if register == MOVER {
        return Some((0, 1));
    }
    let number = ready
        .program
        .variables
        .iter()
        .position(|variable| variable.register == register)?;
    of_values(&ready.layout.allowed[number].values)
}

/// Between which numbers an expression lies; `None` if that is not known, or far from 0. `locals` says it of locals.
pub(super) fn of(
    ready: &Ready,
    expr: &Expr,
    locals: &dyn Fn(Register) -> Option<Interval>,
) -> Option<Interval> {
    let of = |expr: &Expr| of(ready, expr, locals);
    let (least, most) = match expr {
        Expr::Constant(value) => (*value, *value),
        Expr::Register(register) if *register >= ready.program.state => locals(*register)?,
        Expr::Register(register) => of_register(ready, *register)?,
        Expr::Element { variable, .. } => of_values(&ready.layout.allowed[*variable].values)?,
        Expr::Lookup { table, .. } => {
            let table = &ready.program.tables[*table];
            (*table.iter().min()?, *table.iter().max()?)
        }
        Expr::Step { board, .. } | Expr::CellAt { board, .. } => {
            (NOWHERE, ready.program.boards[*board].len() as i64 - 1)
        }
        Expr::Negate(inner, _) => {
            let (least, most) = of(inner)?;
            (-most, -least)
        }
        Expr::Arithmetic {
            op, left, right, ..
        } => arithmetic(*op, of(left)?, of(right)?)?,
        Expr::If(_, then, other) => {
            let (then, other) = (of(then)?, of(other)?);
            (then.0.min(other.0), then.1.max(other.1))
        }
        Expr::Size(_) => {
            let largest = ready.program.boards.iter().map(Board::len).max();
            (0, largest? as i64)
        }
        Expr::Let { .. } => return None,
        Expr::Fold { fold, .. } => match fold {
            Fold::Some | Fold::All => (0, 1),
            _ => return None,
        },
        Expr::Not(_)
        | Expr::Compare { .. }
        | Expr::And(..)
        | Expr::Or(..)
        | Expr::OneOf(..)
        | Expr::In(..)
        | Expr::SameSet(..)
        | Expr::Subset(..) => (0, 1),
    };
    small((i128::from(least), i128::from(most)))
}

fn small((least, most): (i128, i128)) -> Option<Interval> {
    let fits = least > -SMALL && most < SMALL;
    fits.then_some((i64::try_from(least).ok()?, i64::try_from(most).ok()?))
}

fn arithmetic(op: Arithmetic, left: Interval, right: Interval) -> Option<Interval> {
    let wide = |(least, most): Interval| (i128::from(least), i128::from(most));
    let ((a, b), (c, d)) = (wide(left), wide(right));
    let corners = |ends: [i128; 4]| Some((*ends.iter().min()?, *ends.iter().max()?));
    let interval = match op {
        Arithmetic::Add => (a + c, b + d),
        Arithmetic::Subtract => (a - d, b - c),
        Arithmetic::Multiply => corners([a * c, a * d, b * c, b * d])?,
        Arithmetic::Divide => {
            let most = a.abs().max(b.abs());
            let least = if a >= 0 && c >= 0 { 0 } else { -most };
            (least, most)
        }
        Arithmetic::Remainder => {
            let most = c.abs().max(d.abs());
            (if c >= 0 { 0 } else { -most }, most)
        }
        Arithmetic::Xor => {
            let most = b.max(d).max(0);
            (0, (1i128 << (128 - most.leading_zeros())) - 1)
        }
    };
    small(interval)
}
