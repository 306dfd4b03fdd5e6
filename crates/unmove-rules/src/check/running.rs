//! Names bound over domains: folds and comprehensions, worked out beforehand where all is known.

use super::Checker;
use super::term::{Element, Running, Term, Type};
use crate::program::{Domain, Expr, Fold, Set, Span};
use crate::syntax::{Binder, Name, Node};

/// The most elements of a domain that are worked out beforehand.
const MOST_KNOWN: i64 = 100_000;

impl Checker<'_> {
    /// What a name bound over a domain runs over.
    pub(super) fn running(&mut self, node: &Node) -> Option<Running> {
        let term = self.term(node);
        self.running_term(term, node.at)
    }

    pub(super) fn running_term(&mut self, term: Term, at: Span) -> Option<Running> {
        let scalar = |domain, kind, known| {
            Some(Running {
                domain,
                element: Element::Scalar(kind),
                known,
            })
        };
        match term {
            Term::Range(low, high) => {
                let known = match (&low, &high) {
                    (Expr::Constant(low), Expr::Constant(high))
                        if high.saturating_sub(*low) < MOST_KNOWN =>
                    {
                        Some((*low..=*high).collect())
                    }
                    _ => None,
                };
                scalar(Domain::Range(low, high), Type::Int, known)
            }
            Term::Set(items) => Some(self.running_items(items, at, true)),
            Term::List(items) => Some(self.running_items(items, at, false)),
            Term::Cells(set, board) => {
                let known = self
                    .known_cells(&set)
                    .map(|cells| cells.into_iter().map(i64::from).collect());
                scalar(Domain::Cells(set), Type::Cell(board), known)
            }
            Term::Map(map) => {
                let board = self.maps[map].board;
                let whole = self.whole_board(board);
                self.running_term(whole, at)
            }
            Term::Array(variable) => {
                let indices = self.indices(variable);
                self.running_term(indices, at)
            }
            Term::Lines(family, board, count) => Some(Running {
                domain: Domain::Range(Expr::Constant(0), Expr::Constant(count as i64 - 1)),
                element: Element::Line(family, board),
                known: Some((0..count as i64).collect()),
            }),
            Term::Domain(domain, kind) => {
                let known = match &domain {
                    Domain::Values(values) => Some(values.clone()),
                    Domain::List {
                        lists,
                        index: Expr::Constant(index),
                    } => usize::try_from(*index)
                        .ok()
                        .and_then(|index| self.program.lists[*lists].get(index).cloned()),
                    _ => None,
                };
                scalar(domain, kind, known)
            }
            Term::Bad => None,
            Term::Scalar(..) | Term::Symbol(_) | Term::Text(_) => {
                let found = self.describe(&term);
                self.error("not-a-domain", at, format!("nothing can run over {found}"))
                    .help = Some(
                    "a domain is a range `1..k`, a set, a list, an array, a board or `lines(…)`"
                        .into(),
                );
                None
            }
        }
    }

    pub(super) fn running_items(&mut self, items: Vec<Term>, at: Span, each_once: bool) -> Running {
        let mut kind = None;
        for item in &items {
            match item {
                Term::Scalar(_, found) => {
                    kind = Some(found.clone());
                    break;
                }
                Term::Symbol(name) => {
                    kind = kind.or_else(|| self.natural(name).map(|(kind, _)| kind));
                }
                _ => {}
            }
        }
        let kind = kind.unwrap_or(Type::Int);
        let exprs: Vec<Expr> = items
            .into_iter()
            .map(|item| self.coerce(item, &kind, at))
            .collect();
        let known: Option<Vec<i64>> = exprs
            .iter()
            .map(|expr| match expr {
                Expr::Constant(value) => Some(*value),
                _ => None,
            })
            .collect();
        let Some(mut values) = known else {
            return Running {
                domain: Domain::Each(exprs),
                element: Element::Scalar(kind),
                known: None,
            };
        };
        if each_once {
            let mut seen = Vec::new();
            values.retain(|value| {
                let new = !seen.contains(value);
                seen.push(*value);
                new
            });
        }
        Running {
            domain: Domain::Values(values.clone()),
            element: Element::Scalar(kind),
            known: Some(values),
        }
    }

    /// Evaluates something for every element, if the elements and all results are known.
    pub(super) fn beforehand(
        &mut self,
        name: &Name,
        running: &Running,
        mut body: impl FnMut(&mut Self) -> Option<i64>,
    ) -> Option<Vec<(i64, i64)>> {
        let elements = running.known.as_ref()?;
        let mut results = Vec::new();
        let reported = self.diagnostics.len();
        for &element in elements {
            let term = running.element.term(Expr::Constant(element));
            self.bind(&name.text, term, None);
            let result = body(self);
            self.locals.pop();
            match result {
                Some(result) if self.diagnostics.len() == reported => {
                    results.push((element, result));
                }
                _ => {
                    // It will be checked again, for any element.
                    self.retract(reported);
                    return None;
                }
            }
        }
        Some(results)
    }

    pub(super) fn comprehension(&mut self, binder: &Binder, condition: &Node) -> Term {
        let Some(running) = self.running(&binder.domain) else {
            return Term::Bad;
        };
        let Element::Scalar(kind) = running.element.clone() else {
            self.error(
                "comprehension",
                binder.domain.at,
                "a set has cells or numbers, not lines",
            );
            return Term::Bad;
        };
        let known = self.beforehand(&binder.name, &running, |checker| {
            match checker.condition(condition) {
                Expr::Constant(holds) => Some(holds),
                _ => None,
            }
        });
        if let Some(known) = known {
            let members = known
                .into_iter()
                .filter(|(_, holds)| *holds != 0)
                .map(|(element, _)| element);
            return match kind {
                Type::Cell(board) => {
                    let cells: Vec<usize> = members.map(|cell| cell as usize).collect();
                    self.cells_term(cells, board)
                }
                kind => Term::Set(
                    members
                        .map(|value| Term::Scalar(Expr::Constant(value), kind.clone()))
                        .collect(),
                ),
            };
        }
        let local = self.allocate(1);
        let term = Term::Scalar(Expr::Register(local), kind.clone());
        self.bind(&binder.name.text, term, None);
        let condition = self.condition(condition);
        self.locals.pop();
        match (running.domain, kind) {
            (Domain::Cells(of), Type::Cell(board)) => Term::Cells(
                Set::Filter {
                    local,
                    of: Box::new(of),
                    condition: Box::new(condition),
                },
                board,
            ),
            (domain, kind) => Term::Domain(
                Domain::Filter {
                    local,
                    of: Box::new(domain),
                    condition,
                },
                kind,
            ),
        }
    }

    pub(super) fn fold(&mut self, name: &Name, binders: &[Binder], body: &Node, at: Span) -> Term {
        let fold = match name.text.as_str() {
            "some" => Fold::Some,
            "all" => Fold::All,
            "count" => Fold::Count,
            "sum" => Fold::Sum,
            "min" => Fold::Least,
            "max" => Fold::Greatest,
            "first" => Fold::First,
            _ => {
                self.error("not-a-fold", name.at, format!("`{}` does not run over a domain", name.text))
                    .help = Some("`some`, `all`, `count`, `sum`, `min`, `max` and `first` do: `some(c in cell: …)`".into());
                return Term::Bad;
            }
        };
        if fold == Fold::First && binders.len() > 1 {
            self.error("first", at, "`first` runs over one name");
            return Term::Bad;
        }
        match self.fold_from(fold, binders, body, at) {
            Some((expr, kind)) => Term::Scalar(expr, kind),
            None => Term::Bad,
        }
    }

    pub(super) fn fold_from(
        &mut self,
        fold: Fold,
        binders: &[Binder],
        body: &Node,
        at: Span,
    ) -> Option<(Expr, Type)> {
        let Some((binder, inner)) = binders.split_first() else {
            return Some(match fold {
                Fold::Some | Fold::All | Fold::Count | Fold::First => {
                    (self.condition(body), Type::Bool)
                }
                Fold::Sum | Fold::Least | Fold::Greatest => {
                    (self.expr(body, &Type::Int), Type::Int)
                }
            });
        };
        let running = self.running(&binder.domain)?;
        let element = match &running.element {
            Element::Scalar(kind) => kind.clone(),
            Element::Line(..) => Type::Int,
        };
        let kind = match fold {
            Fold::Some | Fold::All => Type::Bool,
            Fold::First => element,
            _ => Type::Int,
        };
        // A count over several names is the sum of the counts inside.
        let outer = if fold == Fold::Count && !inner.is_empty() {
            Fold::Sum
        } else {
            fold
        };
        let known = self.beforehand(&binder.name, &running, |checker| {
            match checker.fold_from(fold, inner, body, at)?.0 {
                Expr::Constant(value) => Some(value),
                _ => None,
            }
        });
        if let Some(value) = known.and_then(|known| worked_out(outer, &known)) {
            return Some((Expr::Constant(value), kind));
        }
        let local = self.allocate(1);
        let term = running.element.term(Expr::Register(local));
        self.bind(&binder.name.text, term, None);
        let body = self.fold_from(fold, inner, body, at);
        self.locals.pop();
        let (body, _) = body?;
        let expr = Expr::Fold {
            fold: outer,
            local,
            domain: Box::new(running.domain),
            body: Box::new(body),
            at,
        };
        Some((expr, kind))
    }
}

/// A fold of known values; `None` where it would fail, which is left to the run.
fn worked_out(fold: Fold, known: &[(i64, i64)]) -> Option<i64> {
    let values = || known.iter().map(|(_, value)| *value);
    match fold {
        Fold::Some => Some(i64::from(values().any(|value| value != 0))),
        Fold::All => Some(i64::from(values().all(|value| value != 0))),
        Fold::Count => Some(values().filter(|value| *value != 0).count() as i64),
        Fold::Sum => values().try_fold(0_i64, i64::checked_add),
        Fold::Least => values().min(),
        Fold::Greatest => values().max(),
        Fold::First => Some(
            known
                .iter()
                .find(|(_, value)| *value != 0)
                .map_or(crate::program::NOWHERE, |(element, _)| *element),
        ),
    }
}
