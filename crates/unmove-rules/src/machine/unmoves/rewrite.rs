//! Rewriting what an expression reads: the same value, told of another state.

use super::build;
use super::reads::binds;
use crate::program::{Domain, Expr, Register, Set, Span};

/// What to write for each thing read; `None` where nothing can be written.
pub(super) trait Rewrite {
    /// For a register's value.
    fn register(&mut self, register: Register) -> Option<Expr>;
    /// For an element, its index already rewritten.
    fn element(&mut self, variable: usize, index: Expr, at: Span) -> Option<Expr>;
    /// For a set in registers.
    fn set(&mut self, register: Register, width: u32) -> Option<Set>;
    /// For a cell in a set, both already rewritten.
    fn within(&mut self, cell: Expr, set: Set) -> Expr {
        Expr::In(Box::new(cell), Box::new(set))
    }
}

/// Rewrites one expression.
pub(super) struct Rewriter<'w> {
    with: &'w mut dyn Rewrite,
    /// Folds and the like around what is being rewritten.
    depth: u32,
}

/// An expression, rewritten.
pub(super) fn expr(of: &Expr, with: &mut dyn Rewrite) -> Option<Expr> {
    Rewriter { with, depth: 0 }.expr(of)
}

/// A set, rewritten.
pub(super) fn set(of: &Set, with: &mut dyn Rewrite) -> Option<Set> {
    Rewriter { with, depth: 0 }.set(of)
}

impl Rewriter<'_> {
    /// What is written inside a fold must not bind names itself: they might be the fold's own.
    fn placed(&self, expr: Expr) -> Option<Expr> {
        (self.depth == 0 || !binds(&expr)).then_some(expr)
    }

    fn boxed(&mut self, of: &Expr) -> Option<Box<Expr>> {
        self.expr(of).map(Box::new)
    }

    fn boxed_set(&mut self, of: &Set) -> Option<Box<Set>> {
        self.set(of).map(Box::new)
    }

    fn inside<T>(&mut self, work: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        self.depth += 1;
        let result = work(self);
        self.depth -= 1;
        result
    }

    fn expr(&mut self, of: &Expr) -> Option<Expr> {
        Some(match of {
            Expr::Constant(_) => of.clone(),
            Expr::Register(register) => {
                let written = self.with.register(*register)?;
                self.placed(written)?
            }
            Expr::Element {
                variable,
                index,
                at,
            } => {
                let index = self.expr(index)?;
                let written = self.with.element(*variable, index, *at)?;
                self.placed(written)?
            }
            Expr::Lookup { table, index, at } => Expr::Lookup {
                table: *table,
                index: self.boxed(index)?,
                at: *at,
            },
            Expr::Step {
                board,
                cell,
                direction,
            } => Expr::Step {
                board: *board,
                cell: self.boxed(cell)?,
                direction: self.boxed(direction)?,
            },
            Expr::CellAt { board, column, row } => Expr::CellAt {
                board: *board,
                column: self.boxed(column)?,
                row: self.boxed(row)?,
            },
            Expr::Negate(of, at) => Expr::Negate(self.boxed(of)?, *at),
            Expr::Not(of) => build::not(self.expr(of)?),
            Expr::Arithmetic {
                op,
                left,
                right,
                at,
            } => Expr::Arithmetic {
                op: *op,
                left: self.boxed(left)?,
                right: self.boxed(right)?,
                at: *at,
            },
            Expr::Compare { op, left, right } => {
                build::compare(*op, self.expr(left)?, self.expr(right)?)
            }
            Expr::And(left, right) => build::and(self.expr(left)?, self.expr(right)?),
            Expr::Or(left, right) => build::or(self.expr(left)?, self.expr(right)?),
            Expr::If(condition, then, other) => Expr::If(
                self.boxed(condition)?,
                self.boxed(then)?,
                self.boxed(other)?,
            ),
            Expr::OneOf(of, values) => Expr::OneOf(self.boxed(of)?, values.clone()),
            Expr::In(cell, set) => {
                let (cell, set) = (self.expr(cell)?, self.set(set)?);
                self.with.within(cell, set)
            }
            Expr::Size(set) => Expr::Size(self.boxed_set(set)?),
            Expr::SameSet(left, right) => {
                Expr::SameSet(self.boxed_set(left)?, self.boxed_set(right)?)
            }
            Expr::Subset(left, right) => {
                Expr::Subset(self.boxed_set(left)?, self.boxed_set(right)?)
            }
            Expr::Fold {
                fold,
                local,
                domain,
                body,
                at,
            } => {
                let domain = Box::new(self.inside(|it| it.domain(domain))?);
                Expr::Fold {
                    fold: *fold,
                    local: *local,
                    domain,
                    body: self.inside(|it| it.boxed(body))?,
                    at: *at,
                }
            }
            Expr::Let { local, value, body } => Expr::Let {
                local: *local,
                value: self.boxed(value)?,
                body: self.inside(|it| it.boxed(body))?,
            },
        })
    }

    fn set(&mut self, of: &Set) -> Option<Set> {
        Some(match of {
            Set::Constant(_) => of.clone(),
            Set::Variable(register, width) => {
                let written = self.with.set(*register, *width)?;
                let plain = self.depth == 0 || !super::reads::binds_set(&written);
                plain.then_some(written)?
            }
            Set::Family { family, index } => Set::Family {
                family: *family,
                index: self.boxed(index)?,
            },
            Set::Listed(cells, board) => Set::Listed(
                cells
                    .iter()
                    .map(|cell| self.expr(cell))
                    .collect::<Option<_>>()?,
                *board,
            ),
            Set::Union(left, right) => Set::Union(self.boxed_set(left)?, self.boxed_set(right)?),
            Set::Intersection(left, right) => {
                Set::Intersection(self.boxed_set(left)?, self.boxed_set(right)?)
            }
            Set::Difference(left, right) => {
                Set::Difference(self.boxed_set(left)?, self.boxed_set(right)?)
            }
            Set::Filter {
                local,
                of,
                condition,
            } => Set::Filter {
                local: *local,
                of: self.boxed_set(of)?,
                condition: self.inside(|it| it.boxed(condition))?,
            },
            Set::Slides {
                board,
                from,
                directions,
                blockers,
            } => Set::Slides {
                board: *board,
                from: self.boxed(from)?,
                directions: directions.clone(),
                blockers: self.boxed_set(blockers)?,
            },
            Set::Reach {
                board,
                from,
                within,
            } => Set::Reach {
                board: *board,
                from: self.boxed_set(from)?,
                within: self.boxed_set(within)?,
            },
            Set::If(condition, then, other) => Set::If(
                self.boxed(condition)?,
                self.boxed_set(then)?,
                self.boxed_set(other)?,
            ),
            Set::Let { local, value, body } => Set::Let {
                local: *local,
                value: self.boxed(value)?,
                body: self.inside(|it| it.boxed_set(body))?,
            },
        })
    }

    fn domain(&mut self, of: &Domain) -> Option<Domain> {
        Some(match of {
            Domain::Range(from, to) => Domain::Range(self.expr(from)?, self.expr(to)?),
            Domain::Values(values) => Domain::Values(values.clone()),
            Domain::Each(values) => Domain::Each(
                values
                    .iter()
                    .map(|value| self.expr(value))
                    .collect::<Option<_>>()?,
            ),
            Domain::Cells(set) => Domain::Cells(self.set(set)?),
            Domain::List { lists, index } => Domain::List {
                lists: *lists,
                index: self.expr(index)?,
            },
            Domain::Filter {
                local,
                of,
                condition,
            } => Domain::Filter {
                local: *local,
                of: Box::new(self.domain(of)?),
                condition: self.inside(|it| it.expr(condition))?,
            },
        })
    }
}
