//! How many steps the interpreter can take at one position at most: below its limit, compiled code need not count.

use super::intervals::Intervals;
use crate::program::{Domain, Effect, Ending, Expr, MoveRule, Program, Set};

struct Counter<'i, 'p> {
    program: &'p Program,
    intervals: &'i Intervals<'p>,
}

/// A bound on the steps at one position, saturating.
pub(super) fn at_most(
    program: &Program,
    intervals: &Intervals<'_>,
    more: &[(&MoveRule, &[Expr])],
) -> u64 {
    let counter = Counter { program, intervals };
    let endings = program.ends.iter().chain(&program.stuck);
    let ends: u64 = endings
        .map(
            |Ending {
                 condition, payoff, ..
             }| counter.expr(condition).saturating_add(counter.expr(payoff)),
        )
        .fold(0, u64::saturating_add);
    let forwards = sum(program.moves.iter().map(|rule| counter.rule(rule)));
    // For each candidate the ends are looked at, and a move is run.
    let each = forwards.saturating_add(ends);
    let back = sum(more.iter().map(|(rule, confirm)| {
        let confirm = sum(confirm.iter().map(|of| counter.expr(of)));
        counter.rule_with(rule, each.saturating_add(confirm))
    }));
    each.max(back)
}

fn sum(parts: impl IntoIterator<Item = u64>) -> u64 {
    parts.into_iter().fold(0, u64::saturating_add)
}

impl Counter<'_, '_> {
    fn rule(&self, rule: &MoveRule) -> u64 {
        self.rule_with(rule, 0)
    }

    fn rule_with(&self, rule: &MoveRule, each: u64) -> u64 {
        let mut inside = self.effects(&rule.effects).saturating_add(each);
        for parameter in rule.parameters.iter().rev() {
            let each = sum(parameter.conditions.iter().map(|of| self.expr(of)));
            inside = self.over(&parameter.domain, inside.saturating_add(each));
        }
        inside.saturating_add(sum(rule.conditions.iter().map(|of| self.expr(of))))
    }

    /// So many steps for each element of a domain, and those for the elements themselves.
    fn over(&self, domain: &Domain, each: u64) -> u64 {
        let size = self.intervals.size(domain);
        let inside = each.saturating_add(1).saturating_mul(size);
        self.domain(domain).saturating_add(inside)
    }

    fn expr(&self, expr: &Expr) -> u64 {
        match expr {
            Expr::Constant(_) | Expr::Register(_) => 0,
            Expr::Element { index: of, .. }
            | Expr::Lookup { index: of, .. }
            | Expr::Negate(of, _)
            | Expr::Not(of)
            | Expr::OneOf(of, _) => self.expr(of),
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
            | Expr::Or(left, right) => sum([self.expr(left), self.expr(right)]),
            Expr::If(condition, then, other) => {
                sum([self.expr(condition), self.expr(then).max(self.expr(other))])
            }
            Expr::In(cell, set) => sum([self.expr(cell), self.set(set)]),
            Expr::Size(set) => self.set(set),
            Expr::SameSet(left, right) | Expr::Subset(left, right) => {
                sum([self.set(left), self.set(right)])
            }
            Expr::Fold { domain, body, .. } => self.over(domain, self.expr(body)),
            Expr::Let { value, body, .. } => sum([self.expr(value), self.expr(body)]),
        }
    }

    fn set(&self, set: &Set) -> u64 {
        match set {
            Set::Constant(_) | Set::Variable(..) => 0,
            Set::Family { index, .. } => self.expr(index),
            Set::Listed(cells, _) => sum(cells.iter().map(|cell| self.expr(cell))),
            Set::Union(left, right)
            | Set::Intersection(left, right)
            | Set::Difference(left, right) => sum([self.set(left), self.set(right)]),
            Set::Filter { of, condition, .. } => {
                let cells = self.intervals.words(of) as u64 * 64;
                let each = self.expr(condition).saturating_add(1);
                self.set(of).saturating_add(each.saturating_mul(cells))
            }
            Set::Slides {
                board,
                from,
                directions,
                blockers,
            } => {
                let cells = self.program.boards[*board].len() as u64 + 2;
                let steps = cells.saturating_mul(directions.len() as u64);
                sum([steps, self.expr(from), self.set(blockers)])
            }
            Set::Reach {
                board,
                from,
                within,
            } => {
                let all = self.program.boards[*board].neighbours.iter();
                let steps = sum(all.map(|neighbours| neighbours.len() as u64));
                sum([steps, self.set(from), self.set(within)])
            }
            Set::If(condition, then, other) => {
                sum([self.expr(condition), self.set(then).max(self.set(other))])
            }
            Set::Let { value, body, .. } => sum([self.expr(value), self.set(body)]),
        }
    }

    /// The steps for a domain's elements, but one for each.
    fn domain(&self, domain: &Domain) -> u64 {
        match domain {
            Domain::Range(from, to) => sum([self.expr(from), self.expr(to)]),
            Domain::Values(_) => 0,
            Domain::Each(of) => sum(of.iter().map(|of| self.expr(of))),
            Domain::Cells(set) => self.set(set),
            Domain::List { index, .. } => self.expr(index),
            Domain::Filter { of, condition, .. } => self.over(of, self.expr(condition)),
        }
    }

    fn effects(&self, effects: &[Effect]) -> u64 {
        sum(effects.iter().map(|effect| match effect {
            Effect::Assign { value: of, .. }
            | Effect::Gain(of, _)
            | Effect::Let(_, of)
            | Effect::MovePiece { to: of, .. }
            | Effect::Require(of) => self.expr(of),
            Effect::AssignElement { index, value, .. } => sum([self.expr(index), self.expr(value)]),
            Effect::AssignSet { set, .. } | Effect::LetSet(_, set) => self.set(set),
            Effect::Again => 0,
            Effect::Become(components) => {
                sum(components.iter().map(|effects| self.effects(effects)))
            }
            Effect::If(condition, then, other) => sum([
                self.expr(condition),
                self.effects(then).max(self.effects(other)),
            ]),
            Effect::For(_, domain, body) => self.over(domain, self.effects(body)),
        }))
    }
}
