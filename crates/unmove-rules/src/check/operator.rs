//! Operators, indices, and the types they ask for.

use super::term::{Term, Type};
use super::{Checker, Turn, fold};
use std::collections::BTreeSet;

use crate::program::{Arithmetic, Comparison, Expr, NOWHERE, Set, Span};
use crate::syntax::{Binary, Node};

/// The opposite of each direction, by number.
pub(super) const OPPOSITE: [i64; 8] = [1, 0, 3, 2, 7, 6, 5, 4];

impl Checker<'_> {
    pub(super) fn negate(&mut self, inner: &Node, at: Span) -> Term {
        let term = self.term(inner);
        match self.scalar(term, inner.at) {
            Some((Expr::Constant(value), Type::Int)) => {
                if let Some(value) = value.checked_neg() {
                    Term::Scalar(Expr::Constant(value), Type::Int)
                } else {
                    self.error("overflow", at, "this number does not fit 64 bits");
                    Term::Bad
                }
            }
            Some((expr, Type::Int)) => Term::Scalar(Expr::Negate(Box::new(expr), at), Type::Int),
            Some((expr, Type::Direction)) => {
                Term::Scalar(self.lookup(OPPOSITE.to_vec(), expr, at), Type::Direction)
            }
            Some((_, kind)) => {
                let found = self.describe_type(&kind);
                self.error(
                    "type",
                    at,
                    format!("`-` is for numbers and directions, found {found}"),
                );
                Term::Bad
            }
            None => Term::Bad,
        }
    }

    pub(super) fn binary(&mut self, op: Binary, left: &Node, right: &Node, at: Span) -> Term {
        match op {
            Binary::And => {
                let first = self.condition(left);
                if first == Expr::Constant(0) {
                    return Term::truth(false);
                }
                let second = self.condition(right);
                Term::Scalar(fold::and(first, second), Type::Bool)
            }
            Binary::Or => {
                let first = self.condition(left);
                if matches!(first, Expr::Constant(value) if value != 0) {
                    return Term::truth(true);
                }
                let second = self.condition(right);
                Term::Scalar(fold::or(first, second), Type::Bool)
            }
            Binary::In => {
                let (item, set) = (self.term(left), self.term(right));
                self.member(item, left.at, set, right.at)
            }
            Binary::NotIn => {
                let (item, set) = (self.term(left), self.term(right));
                match self.member(item, left.at, set, right.at) {
                    Term::Scalar(expr, kind) => Term::Scalar(fold::not(expr), kind),
                    other => other,
                }
            }
            Binary::Equal | Binary::Unequal => self.equality(op == Binary::Equal, left, right),
            Binary::Less => self.ordering(Comparison::Less, left, right),
            Binary::AtMost => self.ordering(Comparison::AtMost, left, right),
            Binary::Greater => self.ordering(Comparison::Less, right, left),
            Binary::AtLeast => self.ordering(Comparison::AtMost, right, left),
            Binary::Add => self.addition(left, right, at),
            Binary::Subtract | Binary::Intersect => self.subtraction(op, left, right, at),
            Binary::Multiply => self.arithmetic(Arithmetic::Multiply, left, right, at),
            Binary::Divide => self.arithmetic(Arithmetic::Divide, left, right, at),
            Binary::Remainder => self.arithmetic(Arithmetic::Remainder, left, right, at),
        }
    }

    fn arithmetic(&mut self, op: Arithmetic, left: &Node, right: &Node, at: Span) -> Term {
        let (left, right) = (self.expr(left, &Type::Int), self.expr(right, &Type::Int));
        self.arithmetic_of(op, left, right, at)
    }

    pub(super) fn arithmetic_of(
        &mut self,
        op: Arithmetic,
        left: Expr,
        right: Expr,
        at: Span,
    ) -> Term {
        match fold::arithmetic(op, left.clone(), right.clone(), at) {
            Ok(expr) => Term::Scalar(expr, Type::Int),
            Err(why) if self.turn == Turn::None => {
                self.error("arithmetic", at, why);
                Term::Bad
            }
            Err(why) => {
                // What stands around it may keep play from coming here: the run will tell.
                self.warn("arithmetic", at, why);
                Term::Scalar(
                    Expr::Arithmetic {
                        op,
                        left: Box::new(left),
                        right: Box::new(right),
                        at,
                    },
                    Type::Int,
                )
            }
        }
    }

    fn addition(&mut self, left: &Node, right: &Node, at: Span) -> Term {
        let (first, second) = (self.term_or_cells(left), self.term_or_cells(right));
        match (first, second) {
            (Term::Bad, _) | (_, Term::Bad) => Term::Bad,
            (Term::Set(mut items), Term::Set(more)) => {
                items.extend(more);
                Term::Set(items)
            }
            (Term::Cells(set, board), other) | (other @ Term::Set(_), Term::Cells(set, board)) => {
                let other = self.cells_or_cell(other, board, right.at);
                self.set_operation(Binary::Add, set, other, board)
            }
            (Term::Array(variable), other) if matches!(other, Term::Cells(..)) => {
                let indices = self.indices(variable);
                let Term::Cells(set, board) = indices else {
                    return Term::Bad;
                };
                let other = self.cells_or_cell(other, board, right.at);
                self.set_operation(Binary::Add, set, other, board)
            }
            (Term::Scalar(cell, kind @ (Type::Cell(_) | Type::Nowhere)), step) => {
                self.step(cell, &kind, step, left.at, right.at)
            }
            (Term::Symbol(name), step)
                if matches!(self.natural(&name), Some((Type::Cell(_), _))) =>
            {
                let Some((kind, cell)) = self.natural(&name) else {
                    return Term::Bad;
                };
                self.step(Expr::Constant(cell), &kind, step, left.at, right.at)
            }
            (first, second) => {
                let first = self.coerce(first, &Type::Int, left.at);
                let second = self.coerce(second, &Type::Int, right.at);
                self.arithmetic_of(Arithmetic::Add, first, second, at)
            }
        }
    }

    fn step(&mut self, cell: Expr, kind: &Type, step: Term, at: Span, step_at: Span) -> Term {
        let direction = self.coerce(step, &Type::Direction, step_at);
        let Type::Cell(board) = *kind else {
            return Term::Scalar(Expr::Constant(NOWHERE), Type::Nowhere);
        };
        if self.program.boards[board].grid.is_none() {
            self.error("graph-direction", at, "a graph has no directions")
                .help = Some("use `neighbours(c)` and `adjacent(c, d)`".into());
            return Term::Bad;
        }
        if let (Expr::Constant(cell), Expr::Constant(direction)) = (&cell, &direction) {
            let to = usize::try_from(*cell).map_or(NOWHERE, |cell| {
                self.program.boards[board].steps[cell * 8 + *direction as usize]
            });
            return Term::Scalar(Expr::Constant(to), kind.clone());
        }
        Term::Scalar(
            Expr::Step {
                board,
                cell: Box::new(cell),
                direction: Box::new(direction),
            },
            kind.clone(),
        )
    }

    fn subtraction(&mut self, op: Binary, left: &Node, right: &Node, at: Span) -> Term {
        let (first, second) = (self.term_or_cells(left), self.term_or_cells(right));
        let first = match first {
            Term::Array(variable) => self.indices(variable),
            Term::Map(map) => {
                let board = self.maps[map].board;
                self.whole_board(board)
            }
            first => first,
        };
        match (first, second) {
            (Term::Bad, _) | (_, Term::Bad) => Term::Bad,
            (Term::Cells(set, board), other) => {
                let other = if op == Binary::Subtract {
                    self.cells_or_cell(other, board, right.at)
                } else {
                    self.cells_of_board(other, board, right.at)
                };
                self.set_operation(op, set, other, board)
            }
            (Term::Set(items), Term::Cells(set, board)) => {
                let items = self.cells_of_board(Term::Set(items), board, left.at);
                self.set_operation(op, items, set, board)
            }
            (Term::Set(items), Term::Set(others)) => self.known_difference(op, items, &others, at),
            (first, second) if op == Binary::Subtract => {
                let first = self.coerce(first, &Type::Int, left.at);
                let second = self.coerce(second, &Type::Int, right.at);
                self.arithmetic_of(Arithmetic::Subtract, first, second, at)
            }
            (first, _) => {
                let found = self.describe(&first);
                self.error(
                    "type",
                    at,
                    format!("`&` is the intersection of sets, found {found}"),
                );
                Term::Bad
            }
        }
    }

    fn known_difference(
        &mut self,
        op: Binary,
        items: Vec<Term>,
        others: &[Term],
        at: Span,
    ) -> Term {
        let others: Option<Vec<i64>> = others.iter().map(|term| self.known_item(term)).collect();
        let Some(others) = others else {
            self.not_constant(at);
            return Term::Bad;
        };
        let keep = op == Binary::Intersect;
        Term::Set(
            items
                .into_iter()
                .filter(|item| {
                    self.known_item(item)
                        .is_some_and(|value| others.contains(&value) == keep)
                })
                .collect(),
        )
    }

    fn known_item(&self, term: &Term) -> Option<i64> {
        match term {
            Term::Symbol(name) => self.natural(name).map(|(_, value)| value),
            term => term.constant(),
        }
    }

    fn set_operation(&mut self, op: Binary, left: Set, right: Set, board: usize) -> Term {
        if let (Set::Constant(a), Set::Constant(b)) = (&left, &right) {
            let words = self.program.sets[*a]
                .iter()
                .zip(&self.program.sets[*b])
                .map(|(a, b)| match op {
                    Binary::Add => a | b,
                    Binary::Intersect => a & b,
                    _ => a & !b,
                })
                .collect();
            return Term::Cells(Set::Constant(self.set_constant(words)), board);
        }
        let (left, right) = (Box::new(left), Box::new(right));
        let set = match op {
            Binary::Add => Set::Union(left, right),
            Binary::Intersect => Set::Intersection(left, right),
            _ => Set::Difference(left, right),
        };
        Term::Cells(set, board)
    }

    fn equality(&mut self, equal: bool, left: &Node, right: &Node) -> Term {
        let (first, second) = (self.term(left), self.term(right));
        let board = self.board_of_sets(&first, &second);
        let expr = if let Some(board) = board {
            let first = self.cells_of_board(first, board, left.at);
            let second = self.cells_of_board(second, board, right.at);
            if let (Set::Constant(a), Set::Constant(b)) = (&first, &second) {
                Expr::Constant(i64::from(a == b))
            } else {
                Expr::SameSet(Box::new(first), Box::new(second))
            }
        } else if let Some((first, second)) = self.known_sets(&first, &second, right.at) {
            Expr::Constant(i64::from(first == second))
        } else {
            let Some((first, second, _)) = self.unify(first, left.at, second, right.at) else {
                return Term::Bad;
            };
            fold::compare(Comparison::Equal, first, second)
        };
        let expr = match (equal, expr) {
            (true, expr) => expr,
            (false, Expr::Compare { left, right, .. }) => Expr::Compare {
                op: Comparison::Unequal,
                left,
                right,
            },
            (false, expr) => fold::not(expr),
        };
        Term::Scalar(expr, Type::Bool)
    }

    /// Both as sets of numbers, if both are sets that are no cells and are known.
    fn known_sets(
        &mut self,
        first: &Term,
        second: &Term,
        at: Span,
    ) -> Option<(BTreeSet<i64>, BTreeSet<i64>)> {
        let is_set = |term: &Term| matches!(term, Term::Set(_) | Term::Range(..));
        if !is_set(first) || !is_set(second) {
            return None;
        }
        let first = self.running_term(first.clone(), at)?.known?;
        let second = self.running_term(second.clone(), at)?.known?;
        Some((first.into_iter().collect(), second.into_iter().collect()))
    }

    fn ordering(&mut self, op: Comparison, left: &Node, right: &Node) -> Term {
        let (first, second) = (self.term(left), self.term(right));
        if let Some(board) = self.board_of_sets(&first, &second) {
            if op != Comparison::AtMost {
                self.error("type", left.at, "sets are compared by `==`, `!=` and `<=`");
                return Term::Bad;
            }
            let first = self.cells_of_board(first, board, left.at);
            let second = self.cells_of_board(second, board, right.at);
            return Term::Scalar(Expr::Subset(Box::new(first), Box::new(second)), Type::Bool);
        }
        if let Some((first, second)) = self.known_sets(&first, &second, right.at)
            && op == Comparison::AtMost
        {
            return Term::truth(first.is_subset(&second));
        }
        let first = self.coerce(first, &Type::Int, left.at);
        let second = self.coerce(second, &Type::Int, right.at);
        Term::Scalar(fold::compare(op, first, second), Type::Bool)
    }
}
