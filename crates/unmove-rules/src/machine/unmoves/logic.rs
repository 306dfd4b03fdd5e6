//! What must hold in a position for a move to be legal there, as a list of conditions, each as small as can be.

use super::build;
use super::rewrite::{self, Rewrite};
use super::tracks::Tracer;
use crate::program::{
    Arithmetic, Comparison, Domain, Expr, Fold, MOVER, MoveRule, Program, Register, Set, Span,
};

/// All that must hold for the move to be legal: its conditions, and that each parameter lies in its domain.
pub(super) fn conditions(tracer: &mut Tracer<'_>, rule: &MoveRule) -> Vec<Expr> {
    let mut all = Vec::new();
    rule.conditions
        .iter()
        .for_each(|condition| flatten(condition.clone(), &mut all));
    for parameter in &rule.parameters {
        let mut member = Vec::new();
        membership(tracer, &parameter.domain, parameter.local, &mut member);
        for condition in member.into_iter().chain(parameter.conditions.clone()) {
            flatten(condition, &mut all);
        }
    }
    all
}

/// That a local lies in a domain.
fn membership(tracer: &mut Tracer<'_>, domain: &Domain, local: Register, all: &mut Vec<Expr>) {
    let element = Expr::Register(local);
    match domain {
        Domain::Range(from, to) => {
            all.push(build::at_most(from.clone(), element.clone()));
            all.push(build::at_most(element, to.clone()));
        }
        Domain::Values(values) => {
            let mut values = values.clone();
            values.sort_unstable();
            values.dedup();
            all.push(Expr::OneOf(Box::new(element), values));
        }
        Domain::Each(values) => {
            let one = values
                .iter()
                .map(|value| build::equal(element.clone(), value.clone()))
                .reduce(build::or);
            all.push(one.unwrap_or(Expr::Constant(0)));
        }
        Domain::Cells(set) => all.push(Expr::In(Box::new(element), Box::new(set.clone()))),
        Domain::List { .. } => {
            let listed = tracer.fresh();
            all.push(Expr::Fold {
                fold: Fold::Some,
                local: listed,
                domain: Box::new(domain.clone()),
                body: Box::new(build::equal(Expr::Register(listed), element)),
                at: Span::default(),
            });
        }
        Domain::Filter {
            local: bound,
            of,
            condition,
        } => {
            membership(tracer, of, local, all);
            all.push(bind(*bound, &element, condition));
        }
    }
}

/// A condition with a value for one of its names.
fn bind(local: Register, value: &Expr, body: &Expr) -> Expr {
    struct Bind<'e>(Register, &'e Expr);
    impl Rewrite for Bind<'_> {
        fn register(&mut self, register: Register) -> Option<Expr> {
            Some(if register == self.0 {
                self.1.clone()
            } else {
                Expr::Register(register)
            })
        }
        fn element(&mut self, variable: usize, index: Expr, at: Span) -> Option<Expr> {
            Some(Expr::Element {
                variable,
                index: Box::new(index),
                at,
            })
        }
        fn set(&mut self, register: Register, width: u32) -> Option<Set> {
            Some(Set::Variable(register, width))
        }
    }
    rewrite::expr(body, &mut Bind(local, value)).unwrap_or_else(|| Expr::Let {
        local,
        value: Box::new(value.clone()),
        body: Box::new(body.clone()),
    })
}

/// Takes a condition apart into conditions that must all hold.
pub(super) fn flatten(condition: Expr, all: &mut Vec<Expr>) {
    match condition {
        Expr::Constant(value) if value != 0 => {}
        Expr::And(left, right) => {
            flatten(*left, all);
            flatten(*right, all);
        }
        Expr::In(cell, set) => within(*cell, *set, all),
        Expr::Let { local, value, body } if matches!(*value, Expr::Register(_)) => {
            let bound = bind(local, &value, &body);
            match bound {
                Expr::Let { .. } => all.push(bound),
                bound => flatten(bound, all),
            }
        }
        Expr::Not(inner) => match *inner {
            Expr::Or(left, right) => {
                flatten(build::not(*left), all);
                flatten(build::not(*right), all);
            }
            Expr::Not(inner) => flatten(*inner, all),
            Expr::In(cell, set) => outside(*cell, *set, all),
            Expr::Compare { op, left, right } => all.push(opposite(op, *left, *right)),
            inner => all.push(build::not(inner)),
        },
        condition => all.push(condition),
    }
}

fn opposite(op: Comparison, left: Expr, right: Expr) -> Expr {
    match op {
        Comparison::Equal => build::compare(Comparison::Unequal, left, right),
        Comparison::Unequal => build::equal(left, right),
        Comparison::Less => build::at_most(right, left),
        Comparison::AtMost => build::compare(Comparison::Less, right, left),
    }
}

/// That a cell is in a set.
fn within(cell: Expr, set: Set, all: &mut Vec<Expr>) {
    match set {
        Set::Difference(left, right) => {
            within(cell.clone(), *left, all);
            outside(cell, *right, all);
        }
        Set::Intersection(left, right) => {
            within(cell.clone(), *left, all);
            within(cell, *right, all);
        }
        Set::Filter {
            local,
            of,
            condition,
        } if matches!(cell, Expr::Register(_) | Expr::Constant(_)) => {
            within(cell.clone(), *of, all);
            flatten(bind(local, &cell, &condition), all);
        }
        Set::Listed(cells, board) if cells.len() == 1 => {
            let only = cells.first().cloned().unwrap_or(Expr::Constant(0));
            all.push(Expr::In(
                Box::new(cell.clone()),
                Box::new(Set::Listed(cells, board)),
            ));
            all.push(build::equal(cell, only));
        }
        set => all.push(Expr::In(Box::new(cell), Box::new(set))),
    }
}

/// That a cell is not in a set.
fn outside(cell: Expr, set: Set, all: &mut Vec<Expr>) {
    match set {
        Set::Union(left, right) => {
            outside(cell.clone(), *left, all);
            outside(cell, *right, all);
        }
        set => all.push(build::not(Expr::In(Box::new(cell), Box::new(set)))),
    }
}

/// The value of an expression that only the mover decides.
fn known(program: &Program, expr: &Expr, mover: i64) -> Option<i64> {
    let of = |expr: &Expr| known(program, expr, mover);
    Some(match expr {
        Expr::Constant(value) => *value,
        Expr::Register(MOVER) => mover,
        Expr::Lookup { table, index, .. } => {
            *program.tables[*table].get(usize::try_from(of(index)?).ok()?)?
        }
        Expr::Arithmetic {
            op, left, right, ..
        } if matches!(op, Arithmetic::Add | Arithmetic::Subtract) => {
            super::super::evaluate::calculate(*op, of(left)?, of(right)?).ok()?
        }
        Expr::Compare {
            op: Comparison::Equal,
            left,
            right,
        } => i64::from(of(left)? == of(right)?),
        Expr::If(condition, then, other) => {
            if of(condition)? == 0 {
                of(other)?
            } else {
                of(then)?
            }
        }
        _ => return None,
    })
}

/// An element and what it is known to be.
fn fixed(condition: &Expr) -> Option<(usize, &Expr, Expr)> {
    fn place(of: &Expr, value: Expr) -> Option<(usize, &Expr, Expr)> {
        match of {
            Expr::Element {
                variable, index, ..
            } => Some((*variable, index, value)),
            _ => None,
        }
    }
    match condition {
        Expr::Compare {
            op: Comparison::Equal,
            left,
            right,
        } => match place(left, (**right).clone()) {
            Some(found) => Some(found),
            None => place(right, (**left).clone()),
        },
        Expr::Not(of) => place(of, Expr::Constant(0)),
        _ => None,
    }
}

/// Indices that differ wherever these conditions hold.
pub(super) fn distinct(
    program: &Program,
    conditions: &[Expr],
    player: Option<u8>,
) -> Vec<(Expr, Expr)> {
    let mut pairs = Vec::new();
    for condition in conditions {
        match condition {
            Expr::Compare {
                op: Comparison::Unequal | Comparison::Less,
                left,
                right,
            } => pairs.push(((**left).clone(), (**right).clone())),
            Expr::Not(inner) => {
                if let Expr::In(cell, set) = &**inner
                    && let Set::Listed(cells, _) = &**set
                {
                    pairs.extend(cells.iter().map(|other| ((**cell).clone(), other.clone())));
                }
            }
            Expr::In(cell, set) => {
                if let Set::Family { family, index } = &**set
                    && without_itself(&program.families[*family])
                {
                    pairs.push(((**cell).clone(), (**index).clone()));
                }
            }
            _ => {}
        }
    }
    let players = if program.players.is_some() {
        0..2
    } else {
        0..1
    };
    let movers: Vec<i64> = match player {
        Some(player) => vec![i64::from(player)],
        None => players.collect(),
    };
    let known: Vec<(usize, &Expr, Vec<i64>)> = conditions
        .iter()
        .filter_map(|condition| {
            let (variable, index, value) = fixed(condition)?;
            let values: Option<Vec<i64>> = movers
                .iter()
                .map(|&mover| known(program, &value, mover))
                .collect();
            Some((variable, index, values?))
        })
        .collect();
    for (number, (variable, index, values)) in known.iter().enumerate() {
        for (other, at, others) in &known[..number] {
            if variable == other && values.iter().zip(others).all(|(one, two)| one != two) {
                pairs.push(((*index).clone(), (*at).clone()));
            }
        }
    }
    pairs
}

/// Whether no cell is in its own set.
fn without_itself(family: &[Vec<u64>]) -> bool {
    family
        .iter()
        .enumerate()
        .all(|(cell, set)| !super::super::allowed::has(set, cell as i64))
}
