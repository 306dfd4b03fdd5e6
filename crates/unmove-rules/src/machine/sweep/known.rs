//! What is known before play: the player to move, parameters with a few constant values, and what depends on the lane.

use super::super::evaluate::Run;
use super::super::ready::Ready;
use super::super::walk::{self, Part};
use crate::program::{Domain, Effect, Expr, MOVER, Program, Register, Set};

/// Registers whose values are known, and the lane's.
#[derive(Clone, Debug)]
pub(super) struct Known {
    /// The register that differs from lane to lane.
    pub(super) lane: Register,
    /// The variable that it belongs to.
    pub(super) variable: usize,
    constants: Vec<(Register, i64)>,
}

impl Known {
    pub(super) fn new(program: &Program, lane: Register, mover: Option<i64>) -> Self {
        let holds = |variable: &crate::program::Variable| {
            (variable.register..variable.register + variable.width).contains(&lane)
        };
        Self {
            lane,
            variable: program.variables.iter().position(holds).unwrap_or(0),
            constants: mover.map(|mover| (MOVER, mover)).into_iter().collect(),
        }
    }

    /// The same with one more constant.
    pub(super) fn with(&self, register: Register, value: i64) -> Self {
        let mut known = self.clone();
        known.constants.push((register, value));
        known
    }

    fn constant(&self, register: Register) -> Option<i64> {
        let same = |known: &&(Register, i64)| known.0 == register;
        self.constants.iter().find(same).map(|known| known.1)
    }

    /// Whether an expression may differ from lane to lane.
    pub(super) fn differs(&self, of: &Expr) -> bool {
        let mut differs = false;
        walk::expr(of, &mut |part| differs |= self.is_lane(part));
        differs
    }

    pub(super) fn set_differs(&self, of: &Set) -> bool {
        let mut differs = false;
        walk::set(of, &mut |part| differs |= self.is_lane(part));
        differs
    }

    pub(super) fn domain_differs(&self, of: &Domain) -> bool {
        let mut differs = false;
        walk::domain(of, &mut |part| differs |= self.is_lane(part));
        differs
    }

    fn is_lane(&self, part: Part<'_>) -> bool {
        match part {
            Part::Expr(Expr::Register(register)) => *register == self.lane,
            Part::Expr(Expr::Element { variable, .. }) => *variable == self.variable,
            _ => false,
        }
    }

    /// Whether an expression depends on nothing but the lane.
    pub(super) fn only_lane(&self, of: &Expr) -> bool {
        let (mut only, mut bound) = (true, Vec::new());
        walk::expr(of, &mut |part| match part {
            Part::Local(local) => bound.push(local),
            Part::Expr(Expr::Register(register)) => {
                only &= *register == self.lane || bound.contains(register);
            }
            Part::Expr(Expr::Element { .. }) | Part::Set(Set::Variable(..)) => only = false,
            _ => {}
        });
        only
    }

    /// The expression with all that is known put in.
    #[expect(clippy::too_many_lines, reason = "one arm for each kind of expression")]
    pub(super) fn expr(&self, ready: &Ready, of: &Expr) -> Expr {
        let go = |of: &Expr| Box::new(self.expr(ready, of));
        let folded = match of {
            Expr::Constant(_) => return of.clone(),
            Expr::Register(register) => {
                return match self.constant(*register) {
                    Some(value) => Expr::Constant(value),
                    None => of.clone(),
                };
            }
            Expr::Element {
                variable,
                index,
                at,
            } => {
                let index = go(index);
                if let Expr::Constant(index) = *index
                    && ready.layout.allowed[*variable].has_index(index)
                {
                    let first = ready.program.variables[*variable].register;
                    return Expr::Register(first + index as u32);
                }
                return Expr::Element {
                    variable: *variable,
                    index,
                    at: *at,
                };
            }
            Expr::Lookup { table, index, at } => Expr::Lookup {
                table: *table,
                index: go(index),
                at: *at,
            },
            Expr::Step {
                board,
                cell,
                direction,
            } => Expr::Step {
                board: *board,
                cell: go(cell),
                direction: go(direction),
            },
            Expr::CellAt { board, column, row } => Expr::CellAt {
                board: *board,
                column: go(column),
                row: go(row),
            },
            Expr::Negate(of, at) => Expr::Negate(go(of), *at),
            Expr::Not(of) => Expr::Not(go(of)),
            Expr::Arithmetic {
                op,
                left,
                right,
                at,
            } => Expr::Arithmetic {
                op: *op,
                left: go(left),
                right: go(right),
                at: *at,
            },
            Expr::Compare { op, left, right } => Expr::Compare {
                op: *op,
                left: go(left),
                right: go(right),
            },
            Expr::And(left, right) => match *go(left) {
                Expr::Constant(0) => return Expr::Constant(0),
                left => Expr::And(Box::new(left), go(right)),
            },
            Expr::Or(left, right) => match *go(left) {
                Expr::Constant(value) if value != 0 => return Expr::Constant(1),
                left => Expr::Or(Box::new(left), go(right)),
            },
            Expr::If(condition, then, other) => match *go(condition) {
                Expr::Constant(0) => return *go(other),
                Expr::Constant(_) => return *go(then),
                condition => Expr::If(Box::new(condition), go(then), go(other)),
            },
            Expr::OneOf(of, values) => Expr::OneOf(go(of), values.clone()),
            Expr::In(cell, set) => Expr::In(go(cell), Box::new(self.set(ready, set))),
            Expr::Size(set) => Expr::Size(Box::new(self.set(ready, set))),
            Expr::SameSet(left, right) => Expr::SameSet(
                Box::new(self.set(ready, left)),
                Box::new(self.set(ready, right)),
            ),
            Expr::Subset(left, right) => Expr::Subset(
                Box::new(self.set(ready, left)),
                Box::new(self.set(ready, right)),
            ),
            Expr::Fold {
                fold,
                local,
                domain,
                body,
                at,
            } => Expr::Fold {
                fold: *fold,
                local: *local,
                domain: Box::new(self.domain(ready, domain)),
                body: go(body),
                at: *at,
            },
            Expr::Let { local, value, body } => Expr::Let {
                local: *local,
                value: go(value),
                body: go(body),
            },
        };
        constant(ready, &folded).map_or(folded, Expr::Constant)
    }

    pub(super) fn set(&self, ready: &Ready, of: &Set) -> Set {
        let go = |of: &Set| Box::new(self.set(ready, of));
        let number = |of: &Expr| self.expr(ready, of);
        match of {
            Set::Constant(_) | Set::Variable(..) => of.clone(),
            Set::Family { family, index } => Set::Family {
                family: *family,
                index: Box::new(number(index)),
            },
            Set::Listed(cells, board) => Set::Listed(cells.iter().map(number).collect(), *board),
            Set::Union(left, right) => Set::Union(go(left), go(right)),
            Set::Intersection(left, right) => Set::Intersection(go(left), go(right)),
            Set::Difference(left, right) => Set::Difference(go(left), go(right)),
            Set::Filter {
                local,
                of,
                condition,
            } => Set::Filter {
                local: *local,
                of: go(of),
                condition: Box::new(number(condition)),
            },
            Set::Slides {
                board,
                from,
                directions,
                blockers,
            } => Set::Slides {
                board: *board,
                from: Box::new(number(from)),
                directions: directions.clone(),
                blockers: go(blockers),
            },
            Set::Reach {
                board,
                from,
                within,
            } => Set::Reach {
                board: *board,
                from: go(from),
                within: go(within),
            },
            Set::If(condition, then, other) => match number(condition) {
                Expr::Constant(0) => *go(other),
                Expr::Constant(_) => *go(then),
                condition => Set::If(Box::new(condition), go(then), go(other)),
            },
            Set::Let { local, value, body } => Set::Let {
                local: *local,
                value: Box::new(number(value)),
                body: go(body),
            },
        }
    }

    pub(super) fn domain(&self, ready: &Ready, of: &Domain) -> Domain {
        let number = |of: &Expr| self.expr(ready, of);
        match of {
            Domain::Range(from, to) => Domain::Range(number(from), number(to)),
            Domain::Values(_) => of.clone(),
            Domain::Each(values) => Domain::Each(values.iter().map(number).collect()),
            Domain::Cells(set) => Domain::Cells(self.set(ready, set)),
            Domain::List { lists, index } => Domain::List {
                lists: *lists,
                index: number(index),
            },
            Domain::Filter {
                local,
                of,
                condition,
            } => Domain::Filter {
                local: *local,
                of: Box::new(self.domain(ready, of)),
                condition: number(condition),
            },
        }
    }

    /// The effect with all that is known put in.
    pub(super) fn effect(&self, ready: &Ready, of: &Effect) -> Effect {
        let number = |of: &Expr| self.expr(ready, of);
        let all = |of: &[Effect]| of.iter().map(|of| self.effect(ready, of)).collect();
        match of {
            Effect::Assign {
                variable,
                value,
                at,
            } => Effect::Assign {
                variable: *variable,
                value: number(value),
                at: *at,
            },
            Effect::AssignElement {
                variable,
                index,
                value,
                at,
            } => Effect::AssignElement {
                variable: *variable,
                index: number(index),
                value: number(value),
                at: *at,
            },
            Effect::AssignSet { variable, set, at } => Effect::AssignSet {
                variable: *variable,
                set: self.set(ready, set),
                at: *at,
            },
            Effect::MovePiece {
                variable,
                piece,
                to,
                at,
            } => Effect::MovePiece {
                variable: *variable,
                piece: *piece,
                to: number(to),
                at: *at,
            },
            Effect::Gain(points, at) => Effect::Gain(number(points), *at),
            Effect::Again => Effect::Again,
            Effect::Become(components) => {
                Effect::Become(components.iter().map(|part| all(part)).collect())
            }
            Effect::Let(local, value) => Effect::Let(*local, number(value)),
            Effect::LetSet(local, set) => Effect::LetSet(*local, self.set(ready, set)),
            Effect::If(condition, then, other) => {
                Effect::If(number(condition), all(then), all(other))
            }
            Effect::For(local, domain, body) => {
                Effect::For(*local, self.domain(ready, domain), all(body))
            }
            Effect::Require(condition) => Effect::Require(number(condition)),
        }
    }
}

/// The value of an expression without registers, unless it fails.
fn constant(ready: &Ready, of: &Expr) -> Option<i64> {
    let (mut fixed, mut bound) = (true, Vec::new());
    walk::expr(of, &mut |part| match part {
        Part::Local(local) => bound.push(local),
        Part::Expr(Expr::Register(register)) => fixed &= bound.contains(register),
        Part::Expr(Expr::Element { .. }) | Part::Set(Set::Variable(..)) => fixed = false,
        _ => {}
    });
    if !fixed {
        return None;
    }
    let mut registers = vec![0; ready.program.registers as usize];
    Run::new(ready, &mut registers, &mut Vec::new())
        .value(of)
        .ok()
}
