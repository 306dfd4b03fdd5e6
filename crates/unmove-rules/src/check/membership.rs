//! Sets of cells from whatever stands for one, and membership.

use super::board::FamilyKey;
use super::term::{Term, Type};
use super::{Checker, fold};
use crate::program::{Comparison, Domain, Expr, Set, Span};

impl Checker<'_> {
    /// A set of cells of a board, a set literal included.
    pub(super) fn cells_of_board(&mut self, term: Term, board: usize, at: Span) -> Set {
        match term {
            Term::Cells(set, found) if found == board => set,
            Term::Set(items) => {
                let cells = items
                    .into_iter()
                    .map(|item| self.coerce(item, &Type::Cell(board), at))
                    .collect();
                match self.set_of_cells(cells, board) {
                    Term::Cells(set, _) => set,
                    _ => Set::Listed(Vec::new(), board),
                }
            }
            Term::Map(map) if self.maps[map].board == board => self.whole_set(board),
            Term::Array(variable) => {
                let indices = self.indices(variable);
                if matches!(indices, Term::Array(_)) {
                    return self.whole_set(board);
                }
                self.cells_of_board(indices, board, at)
            }
            Term::Domain(domain, Type::Cell(found)) if found == board => {
                // A ray, or some of the cells written out, as a set.
                let local = self.allocate(1);
                let whole = self.whole_set(board);
                Set::Filter {
                    local,
                    of: Box::new(whole),
                    condition: Box::new(self.member_of_domain(domain, local, at)),
                }
            }
            Term::Bad => self.whole_set(board),
            Term::Scalar(_, Type::Cell(found)) if found == board => {
                self.error("type", at, "expected a set of cells, found a cell")
                    .help = Some("put it in braces: `{c}`".into());
                self.whole_set(board)
            }
            term => {
                let found = self.describe(&term);
                let expected = self.describe_type(&Type::Cell(board));
                self.error(
                    "type",
                    at,
                    format!("expected a set whose elements are each {expected}, found {found}"),
                );
                self.whole_set(board)
            }
        }
    }

    pub(super) fn member_of_domain(
        &mut self,
        domain: Domain,
        item: crate::program::Register,
        at: Span,
    ) -> Expr {
        let local = self.allocate(1);
        Expr::Fold {
            fold: crate::program::Fold::Some,
            local,
            domain: Box::new(domain),
            body: Box::new(fold::compare(
                Comparison::Equal,
                Expr::Register(local),
                Expr::Register(item),
            )),
            at,
        }
    }

    pub(super) fn whole_set(&mut self, board: usize) -> Set {
        match self.whole_board(board) {
            Term::Cells(set, _) => set,
            _ => Set::Listed(Vec::new(), board),
        }
    }

    /// A set of cells, or one cell as a set.
    pub(super) fn cells_or_cell(&mut self, term: Term, board: usize, at: Span) -> Set {
        let single = match &term {
            Term::Scalar(_, Type::Cell(_) | Type::Nowhere) => true,
            Term::Symbol(name) => self.meaning(name, &Type::Cell(board)).is_some(),
            _ => false,
        };
        if !single {
            return self.cells_of_board(term, board, at);
        }
        let cell = self.coerce(term, &Type::Cell(board), at);
        match self.set_of_cells(vec![cell], board) {
            Term::Cells(set, _) => set,
            _ => Set::Listed(Vec::new(), board),
        }
    }

    /// Membership.
    pub(super) fn member(&mut self, item: Term, item_at: Span, set: Term, at: Span) -> Term {
        let expr = match set {
            Term::Bad => return Term::Bad,
            Term::Array(variable) => {
                let indices = self.indices(variable);
                return match indices {
                    Term::Array(_) => Term::Bad,
                    indices => self.member(item, item_at, indices, at),
                };
            }
            Term::Map(map) => {
                let whole = self.whole_board(self.maps[map].board);
                return self.member(item, item_at, whole, at);
            }
            Term::Cells(set, board) => {
                let cell = self.coerce(item, &Type::Cell(board), item_at);
                match (&cell, self.known_cells(&set)) {
                    (Expr::Constant(cell), Some(cells)) => Expr::Constant(i64::from(
                        u32::try_from(*cell).is_ok_and(|cell| cells.contains(&cell)),
                    )),
                    _ => Expr::In(Box::new(cell), Box::new(set)),
                }
            }
            Term::Range(low, high) => {
                let item = self.coerce(item, &Type::Int, item_at);
                self.once(item, |item| {
                    fold::and(
                        fold::compare(Comparison::AtMost, low, item.clone()),
                        fold::compare(Comparison::AtMost, item, high),
                    )
                })
            }
            Term::Set(items) | Term::List(items) => {
                let Some(expr) = self.member_of_items(item, item_at, items, at) else {
                    return Term::Bad;
                };
                expr
            }
            Term::Domain(domain, kind) => {
                let item = self.coerce(item, &kind, item_at);
                let local = self.allocate(1);
                let body = self.member_of_domain(domain, local, at);
                Expr::Let {
                    local,
                    value: Box::new(item),
                    body: Box::new(body),
                }
            }
            term => {
                let found = self.describe(&term);
                self.error("type", at, format!("expected a set, found {found}"));
                return Term::Bad;
            }
        };
        Term::Scalar(expr, Type::Bool)
    }

    pub(super) fn member_of_items(
        &mut self,
        item: Term,
        item_at: Span,
        items: Vec<Term>,
        at: Span,
    ) -> Option<Expr> {
        let kind = match &item {
            Term::Scalar(_, Type::Nowhere) => items.iter().find_map(|item| match item {
                Term::Scalar(_, kind) => Some(kind.clone()),
                _ => None,
            })?,
            Term::Scalar(_, kind) => kind.clone(),
            Term::Symbol(name) => items
                .iter()
                .find_map(|item| match item {
                    Term::Scalar(_, kind) => Some(kind.clone()),
                    _ => None,
                })
                .or_else(|| self.natural(name).map(|(kind, _)| kind))?,
            _ => self.scalar(item.clone(), item_at)?.1,
        };
        let item = self.coerce(item, &kind, item_at);
        let members: Vec<Expr> = items
            .into_iter()
            .map(|member| self.coerce(member, &kind, at))
            .collect();
        let known: Option<Vec<i64>> = members
            .iter()
            .map(|member| match member {
                Expr::Constant(value) => Some(*value),
                _ => None,
            })
            .collect();
        if let Some(values) = known {
            return Some(fold::one_of(item, values));
        }
        Some(self.once(item, |item| {
            members
                .into_iter()
                .fold(Expr::Constant(0), |found, member| {
                    fold::or(
                        found,
                        fold::compare(Comparison::Equal, item.clone(), member),
                    )
                })
        }))
    }

    /// Uses a value several times without working it out again.
    pub(super) fn once(&mut self, value: Expr, body: impl FnOnce(Expr) -> Expr) -> Expr {
        if matches!(value, Expr::Constant(_) | Expr::Register(_)) {
            return body(value);
        }
        let local = self.allocate(1);
        Expr::Let {
            local,
            value: Box::new(value),
            body: Box::new(body(Expr::Register(local))),
        }
    }

    /// The set of a family for an expression.
    pub(super) fn family_set(&mut self, key: FamilyKey, index: Expr, board: usize) -> Term {
        let family = self.family(key);
        if let Expr::Constant(known) = index
            && let Some(words) = usize::try_from(known)
                .ok()
                .and_then(|known| self.program.families[family].get(known).cloned())
        {
            return Term::Cells(Set::Constant(self.set_constant(words)), board);
        }
        Term::Cells(
            Set::Family {
                family,
                index: Box::new(index),
            },
            board,
        )
    }
}
