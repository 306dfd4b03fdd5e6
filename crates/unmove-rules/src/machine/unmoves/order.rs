//! In which order the unknowns are worked out, and from what.
//!
//! Each next unknown is the one that what is known leaves the fewest values: one where an equation can be
//! solved for it, some where it is a cell of a known set or lies between known numbers, else all that it may be.

use super::super::ready::Ready;
use super::bounds::{self, Interval};
use super::build;
use super::geometry;
use super::reads::{self, mentions};
use super::sizes::{cells, lists_length};
use super::undo::Unknown;
use crate::program::{Arithmetic, Comparison, Domain, Expr, Fold, Kind, Parameter, Register};
use std::collections::BTreeSet;

/// The unknowns as parameters, outermost first.
#[derive(Debug)]
pub(super) struct Order {
    /// What must hold before any is bound.
    pub(super) conditions: Vec<Expr>,
    pub(super) parameters: Vec<Parameter>,
    /// How many values are tried, roughly, and for the worst of them how many and what it is.
    pub(super) count: f64,
    pub(super) worst: (f64, String),
}

/// A condition and the unknowns that it speaks of.
struct Condition {
    expr: Expr,
    unknowns: BTreeSet<Register>,
}

/// A way to enumerate an unknown.
struct Way {
    domain: Domain,
    cost: f64,
    /// Conditions (by place) that need not be looked at any more.
    used: Vec<usize>,
}

struct Solver<'r> {
    ready: &'r Ready,
    unknowns: &'r [Unknown],
    bound: BTreeSet<Register>,
}

/// Orders the unknowns; fails, in words, where one has no end of values.
pub(super) fn order(
    ready: &Ready,
    unknowns: &[Unknown],
    conditions: Vec<Expr>,
) -> Result<Order, String> {
    let all: BTreeSet<Register> = unknowns.iter().map(|unknown| unknown.register).collect();
    let mut open: Vec<Condition> = Vec::new();
    for expr in conditions {
        let locals = reads::of(&ready.program, &expr).locals;
        let unknowns = locals.intersection(&all).copied().collect();
        if !open.iter().any(|known: &Condition| known.expr == expr) {
            open.push(Condition { expr, unknowns });
        }
    }
    let mut solver = Solver {
        ready,
        unknowns,
        bound: BTreeSet::new(),
    };
    let mut order = Order {
        conditions: solver.settled(&mut open),
        parameters: Vec::new(),
        count: 1.0,
        worst: (1.0, String::new()),
    };
    let mut rest: Vec<&Unknown> = unknowns.iter().collect();
    while !rest.is_empty() {
        let mut best: Option<(usize, Way)> = None;
        let waits = rest.iter().all(|unknown| unknown.last);
        for (place, unknown) in rest.iter().enumerate() {
            if unknown.last && !waits {
                continue;
            }
            let way = solver.way(unknown, &open);
            if best.as_ref().is_none_or(|(_, best)| way.cost < best.cost) {
                best = Some((place, way));
            }
        }
        let Some((place, way)) = best else { break };
        let unknown = rest.remove(place);
        if way.cost >= f64::MAX {
            return Err(format!("{} may be anything", unknown.words));
        }
        order.count *= way.cost.max(1.0);
        if way.cost > order.worst.0 {
            order.worst = (way.cost, unknown.words.clone());
        }
        let mut number = 0;
        open.retain(|_| {
            number += 1;
            !way.used.contains(&(number - 1))
        });
        solver.bound.insert(unknown.register);
        order.parameters.push(Parameter {
            name: unknown.words.clone(),
            local: unknown.register,
            domain: way.domain,
            conditions: solver.settled(&mut open),
            kind: Kind::Range(i64::MIN, i64::MAX),
        });
    }
    Ok(order)
}

impl Solver<'_> {
    /// Takes out the conditions that speak of nothing unknown any more.
    fn settled(&self, open: &mut Vec<Condition>) -> Vec<Expr> {
        let mut settled = Vec::new();
        open.retain(|condition| {
            let known = condition.unknowns.is_subset(&self.bound);
            if known {
                settled.push(condition.expr.clone());
            }
            !known
        });
        settled
    }

    /// The best way to enumerate an unknown from what is bound.
    fn way(&self, unknown: &Unknown, open: &[Condition]) -> Way {
        let mut best = self.range(unknown, open);
        let local = unknown.register;
        for (place, condition) in open.iter().enumerate() {
            if !condition.unknowns.contains(&local) || !self.others_bound(condition, local) {
                continue;
            }
            if let Some(way) = self.by_condition(&condition.expr, place, unknown)
                && way.cost < best.cost
            {
                best = way;
            }
        }
        best
    }

    fn others_bound(&self, condition: &Condition, local: Register) -> bool {
        condition
            .unknowns
            .iter()
            .all(|unknown| *unknown == local || self.bound.contains(unknown))
    }

    fn by_condition(&self, condition: &Expr, place: usize, unknown: &Unknown) -> Option<Way> {
        let local = unknown.register;
        let itself = |expr: &Expr| *expr == Expr::Register(local);
        let program = &self.ready.program;
        match condition {
            Expr::Compare {
                op: Comparison::Equal,
                left,
                right,
            } => {
                let value = self.solve(left, right, local);
                let value = value.or_else(|| self.solve(right, left, local))?;
                Some(Way {
                    domain: Domain::Each(vec![value]),
                    cost: 0.5,
                    used: Vec::new(),
                })
            }
            Expr::OneOf(of, values) if itself(of) => Some(Way {
                domain: Domain::Values(values.clone()),
                cost: values.len() as f64,
                used: vec![place],
            }),
            Expr::Or(..) => {
                let mut values = Vec::new();
                alternatives(condition, local, &mut values)?;
                Some(Way {
                    cost: values.len() as f64,
                    domain: Domain::Each(values),
                    used: vec![place],
                })
            }
            Expr::In(cell, set) if itself(cell) => {
                (!reads::set_mentions(set, local)).then(|| Way {
                    domain: Domain::Cells((**set).clone()),
                    cost: cells(program, set),
                    used: vec![place],
                })
            }
            Expr::In(cell, set) if !mentions(cell, local) => {
                let from = geometry::from_set(program, set, cell, local)?;
                Some(Way {
                    cost: cells(program, &from),
                    domain: Domain::Cells(from),
                    used: Vec::new(),
                })
            }
            Expr::Fold {
                fold: Fold::Some,
                local: listed,
                domain,
                body,
                ..
            } => {
                let Expr::Compare {
                    op: Comparison::Equal,
                    left,
                    right,
                } = &**body
                else {
                    return None;
                };
                let Domain::List { lists, index } = &**domain else {
                    return None;
                };
                let each = lists_length(program, *lists);
                if **left != Expr::Register(*listed) {
                    return None;
                }
                if itself(right) && !mentions(index, local) {
                    return Some(Way {
                        domain: (**domain).clone(),
                        cost: each,
                        used: vec![place],
                    });
                }
                let from = geometry::from_list(program, domain, right, local)?;
                Some(Way {
                    domain: from,
                    cost: each,
                    used: vec![place],
                })
            }
            _ => None,
        }
    }

    /// Solves `side == other` for a local.
    fn solve(&self, side: &Expr, other: &Expr, local: Register) -> Option<Expr> {
        if mentions(other, local) || !mentions(side, local) {
            return None;
        }
        match side {
            Expr::Register(_) => Some(other.clone()),
            Expr::Negate(inner, at) => {
                self.solve(inner, &Expr::Negate(Box::new(other.clone()), *at), local)
            }
            Expr::Not(inner) if self.is_truth(inner) => {
                self.solve(inner, &build::not(other.clone()), local)
            }
            Expr::Arithmetic {
                op, left, right, ..
            } => {
                let in_left = mentions(left, local);
                if in_left && mentions(right, local) {
                    return None;
                }
                let (inner, known) = if in_left {
                    (left, right)
                } else {
                    (right, left)
                };
                let known = (**known).clone();
                let rest = match (op, in_left) {
                    (Arithmetic::Add, _) => {
                        build::arithmetic(Arithmetic::Subtract, other.clone(), known)
                    }
                    (Arithmetic::Subtract, true) => {
                        build::arithmetic(Arithmetic::Add, other.clone(), known)
                    }
                    (Arithmetic::Subtract, false) => {
                        build::arithmetic(Arithmetic::Subtract, known, other.clone())
                    }
                    (Arithmetic::Xor, _) => {
                        build::arithmetic(Arithmetic::Xor, other.clone(), known)
                    }
                    _ => return None,
                };
                self.solve(inner, &rest, local)
            }
            Expr::Step {
                board,
                cell,
                direction,
            } if !mentions(direction, local)
                && self.on_board(other)
                && geometry::steps_back(&self.ready.program.boards[*board]) =>
            {
                let back = Expr::Step {
                    board: *board,
                    cell: Box::new(other.clone()),
                    direction: Box::new(build::opposite((**direction).clone())),
                };
                self.solve(cell, &back, local)
            }
            Expr::If(condition, then, otherwise) if !mentions(condition, local) => {
                let then = self.solve(then, other, local)?;
                let otherwise = self.solve(otherwise, other, local)?;
                Some(build::choose((**condition).clone(), then, otherwise))
            }
            _ => None,
        }
    }

    /// Whether an expression is 0 or 1.
    fn is_truth(&self, expr: &Expr) -> bool {
        self.interval(expr) == Some((0, 1))
    }

    /// Whether an expression is certainly a cell.
    fn on_board(&self, expr: &Expr) -> bool {
        let program = &self.ready.program;
        let holds_cells = |kind: &Kind| matches!(kind, Kind::Cell { nowhere, .. } if !nowhere);
        match expr {
            Expr::Constant(value) => *value >= 0,
            Expr::Register(register) if *register < program.state => program
                .variables
                .iter()
                .any(|variable| variable.register == *register && holds_cells(&variable.kind)),
            Expr::Register(register) => self
                .unknowns
                .iter()
                .any(|unknown| unknown.register == *register && unknown.on_board),
            Expr::Element { variable, .. } => holds_cells(&program.variables[*variable].kind),
            Expr::If(_, then, other) => self.on_board(then) && self.on_board(other),
            _ => false,
        }
    }

    fn interval(&self, expr: &Expr) -> Option<Interval> {
        bounds::of(self.ready, expr, &|local| {
            self.unknowns
                .iter()
                .find(|unknown| unknown.register == local)?
                .interval
        })
    }

    /// All that an unknown may be, between the ends that conditions give.
    fn range(&self, unknown: &Unknown, open: &[Condition]) -> Way {
        let plain = Way {
            domain: unknown.base.clone(),
            cost: unknown.count,
            used: Vec::new(),
        };
        let Domain::Range(Expr::Constant(least), Expr::Constant(most)) = &unknown.base else {
            return plain;
        };
        let (mut least, mut most) = (Expr::Constant(*least), Expr::Constant(*most));
        let mut used = Vec::new();
        let mut cost = plain.cost;
        for (place, condition) in open.iter().enumerate() {
            if !condition.unknowns.contains(&unknown.register) {
                continue;
            }
            let Expr::Compare { op, left, right } = &condition.expr else {
                continue;
            };
            if *op == Comparison::Equal {
                let Some((low, high)) = self.between(condition, left, right, unknown.register)
                else {
                    continue;
                };
                least = build::greater(least, low);
                most = build::smaller(most, high);
                cost *= 0.6;
                continue;
            }
            if !self.others_bound(condition, unknown.register) || *op == Comparison::Unequal {
                continue;
            }
            let strict = i64::from(*op == Comparison::Less);
            let itself = Expr::Register(unknown.register);
            if **left == itself && !mentions(right, unknown.register) {
                let Some((low, high)) = self.interval(right) else {
                    continue;
                };
                let end = build::arithmetic(
                    Arithmetic::Subtract,
                    (**right).clone(),
                    Expr::Constant(strict),
                );
                let below = matches!(most, Expr::Constant(most) if high - strict <= most);
                most = if below {
                    end
                } else {
                    build::smaller(most, end)
                };
                cost *= if low == high { 1.0 } else { 0.6 };
                used.push(place);
            } else if **right == itself && !mentions(left, unknown.register) {
                let Some((low, high)) = self.interval(left) else {
                    continue;
                };
                let end =
                    build::arithmetic(Arithmetic::Add, (**left).clone(), Expr::Constant(strict));
                let above = matches!(least, Expr::Constant(least) if low + strict >= least);
                least = if above {
                    end
                } else {
                    build::greater(least, end)
                };
                cost *= if low == high { 1.0 } else { 0.6 };
                used.push(place);
            }
        }
        Way {
            domain: Domain::Range(least, most),
            cost,
            used,
        }
    }

    /// The ends that an equation gives, whose other unknown keeps to its own.
    fn between(
        &self,
        condition: &Condition,
        left: &Expr,
        right: &Expr,
        local: Register,
    ) -> Option<(Expr, Expr)> {
        let mut others = condition
            .unknowns
            .iter()
            .filter(|unknown| **unknown != local && !self.bound.contains(unknown));
        let other = *others.next()?;
        if others.next().is_some() {
            return None;
        }
        let value = self.solve(left, right, local);
        let value = value.or_else(|| self.solve(right, left, local))?;
        let rises = rises(&value, other)?;
        // Where it may overflow the ends say nothing.
        self.interval(&value)?;
        let (least, most) = self
            .unknowns
            .iter()
            .find(|unknown| unknown.register == other)?
            .interval?;
        let with = |end| replace(&value, other, end);
        Some(if rises {
            (with(least), with(most))
        } else {
            (with(most), with(least))
        })
    }
}

/// Whether a sum grows with a local in it, or falls; `None` if neither is certain.
fn rises(expr: &Expr, local: Register) -> Option<bool> {
    match expr {
        Expr::Register(register) => (*register == local).then_some(true),
        Expr::Negate(inner, _) => rises(inner, local).map(|rises| !rises),
        Expr::Arithmetic {
            op, left, right, ..
        } => match (mentions(left, local), mentions(right, local), op) {
            (true, false, Arithmetic::Add | Arithmetic::Subtract) => rises(left, local),
            (false, true, Arithmetic::Add) => rises(right, local),
            (false, true, Arithmetic::Subtract) => rises(right, local).map(|rises| !rises),
            _ => None,
        },
        _ => None,
    }
}

/// A sum with a number for a local in it.
fn replace(expr: &Expr, local: Register, by: i64) -> Expr {
    match expr {
        Expr::Register(register) if *register == local => Expr::Constant(by),
        Expr::Negate(inner, at) => Expr::Negate(Box::new(replace(inner, local, by)), *at),
        Expr::Arithmetic {
            op, left, right, ..
        } => build::arithmetic(*op, replace(left, local, by), replace(right, local, by)),
        expr => expr.clone(),
    }
}

/// The values of a local that one of several equations gives.
fn alternatives(condition: &Expr, local: Register, values: &mut Vec<Expr>) -> Option<()> {
    match condition {
        Expr::Or(left, right) => {
            alternatives(left, local, values)?;
            alternatives(right, local, values)
        }
        Expr::Compare {
            op: Comparison::Equal,
            left,
            right,
        } => {
            let value = match (&**left, &**right) {
                (Expr::Register(register), value) | (value, Expr::Register(register))
                    if *register == local && !mentions(value, local) =>
                {
                    value
                }
                _ => return None,
            };
            values.push(value.clone());
            Some(())
        }
        _ => None,
    }
}
