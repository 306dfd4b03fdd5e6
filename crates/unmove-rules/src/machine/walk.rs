//! A walk over all parts of an expression, for questions about its text.

use crate::program::{Domain, Expr, Register, Set};

/// A part of an expression.
#[derive(Clone, Copy)]
pub(super) enum Part<'p> {
    /// An expression in it, itself included.
    Expr(&'p Expr),
    /// A set in it.
    Set(&'p Set),
    /// A local that a domain binds.
    Local(Register),
}

/// Visits an expression and all its parts.
pub(super) fn expr<'p>(of: &'p Expr, visit: &mut dyn FnMut(Part<'p>)) {
    visit(Part::Expr(of));
    match of {
        Expr::Constant(_) | Expr::Register(_) => {}
        Expr::Element { index, .. } | Expr::Lookup { index, .. } => expr(index, visit),
        Expr::Negate(of, _) | Expr::Not(of) | Expr::OneOf(of, _) => expr(of, visit),
        Expr::Step {
            cell: left,
            direction: right,
            ..
        }
        | Expr::CellAt {
            column: left,
            row: right,
            ..
        }
        | Expr::Arithmetic { left, right, .. }
        | Expr::Compare { left, right, .. }
        | Expr::And(left, right)
        | Expr::Or(left, right) => {
            expr(left, visit);
            expr(right, visit);
        }
        Expr::If(condition, then, other) => {
            expr(condition, visit);
            expr(then, visit);
            expr(other, visit);
        }
        Expr::In(cell, within) => {
            expr(cell, visit);
            set(within, visit);
        }
        Expr::Size(of) => set(of, visit),
        Expr::SameSet(left, right) | Expr::Subset(left, right) => {
            set(left, visit);
            set(right, visit);
        }
        Expr::Fold {
            local,
            domain: over,
            body,
            ..
        } => {
            visit(Part::Local(*local));
            domain(over, visit);
            expr(body, visit);
        }
        Expr::Let { local, value, body } => {
            visit(Part::Local(*local));
            expr(value, visit);
            expr(body, visit);
        }
    }
}

/// Visits a set and all its parts.
pub(super) fn set<'p>(of: &'p Set, visit: &mut dyn FnMut(Part<'p>)) {
    visit(Part::Set(of));
    match of {
        Set::Constant(_) | Set::Variable(..) => {}
        Set::Family { index, .. } => expr(index, visit),
        Set::Listed(cells, _) => cells.iter().for_each(|cell| expr(cell, visit)),
        Set::Union(left, right)
        | Set::Intersection(left, right)
        | Set::Difference(left, right)
        | Set::Reach {
            from: left,
            within: right,
            ..
        } => {
            set(left, visit);
            set(right, visit);
        }
        Set::Filter {
            local,
            of,
            condition,
        } => {
            visit(Part::Local(*local));
            set(of, visit);
            expr(condition, visit);
        }
        Set::Slides { from, blockers, .. } => {
            expr(from, visit);
            set(blockers, visit);
        }
        Set::If(condition, then, other) => {
            expr(condition, visit);
            set(then, visit);
            set(other, visit);
        }
        Set::Let { local, value, body } => {
            visit(Part::Local(*local));
            expr(value, visit);
            set(body, visit);
        }
    }
}

/// Visits a domain's parts.
pub(super) fn domain<'p>(of: &'p Domain, visit: &mut dyn FnMut(Part<'p>)) {
    match of {
        Domain::Range(from, to) => {
            expr(from, visit);
            expr(to, visit);
        }
        Domain::Values(_) => {}
        Domain::Each(values) => values.iter().for_each(|value| expr(value, visit)),
        Domain::Cells(cells) => set(cells, visit),
        Domain::List { index, .. } => expr(index, visit),
        Domain::Filter {
            local,
            of,
            condition,
        } => {
            visit(Part::Local(*local));
            domain(of, visit);
            expr(condition, visit);
        }
    }
}

/// How many registers it takes to evaluate an expression.
pub(super) fn registers(of: &Expr) -> usize {
    let mut most = 0;
    expr(of, &mut |part| {
        let register = match part {
            Part::Expr(Expr::Register(register)) => *register,
            Part::Local(register) => register,
            Part::Set(Set::Variable(register, width)) => register + width,
            _ => return,
        };
        most = most.max(register as usize + 1);
    });
    most
}
