//! Expressions to terms.

use super::board::FromCharacter;
use super::term::{Element, Running, Term, Type};
use super::{Checker, Meaning, Turn, fold};
use crate::program::{Domain, Expr, Fold, MOVER, Set, Span};
use crate::syntax::{Binder, Name, Node, NodeKind, Unary};

/// Words with a meaning of their own in expressions.
pub(super) const WORDS: [&str; 11] = [
    "me",
    "opp",
    "last",
    "true",
    "false",
    "nowhere",
    "orthogonal",
    "diagonal",
    "directions",
    "players",
    "turn",
];

/// The most elements of a domain that are worked out beforehand.
const MOST_KNOWN: i64 = 100_000;

impl Checker<'_> {
    /// What an expression means.
    pub(super) fn term(&mut self, node: &Node) -> Term {
        self.size += 1;
        if self.size > super::LARGEST {
            if !self.too_large {
                self.too_large = true;
                self.error(
                    "too-large",
                    node.at,
                    "the rules grow too large here, with helper functions and sets written out",
                )
                .help =
                    Some("use smaller sets, or fewer helper functions inside each other".into());
            }
            return Term::Bad;
        }
        let at = node.at;
        match &node.kind {
            NodeKind::Number(number) => Term::Scalar(Expr::Constant(*number), Type::Int),
            NodeKind::Text(text) => Term::Text(text.clone()),
            NodeKind::Character(character) => {
                Term::Scalar(Expr::Constant(i64::from_char(*character)), Type::Character)
            }
            NodeKind::Name(name) => self.named(name, at),
            NodeKind::List(items) => Term::List(items.iter().map(|item| self.term(item)).collect()),
            NodeKind::Set(items) => self.set_literal(items),
            NodeKind::Comprehension(binder, condition) => self.comprehension(binder, condition),
            NodeKind::Range(low, high) => {
                Term::Range(self.expr(low, &Type::Int), self.expr(high, &Type::Int))
            }
            NodeKind::Unary(Unary::Not, inner) => {
                let inner = self.condition(inner);
                Term::Scalar(fold::not(inner), Type::Bool)
            }
            NodeKind::Unary(Unary::Negate, inner) => self.negate(inner, at),
            NodeKind::Binary(op, left, right) => self.binary(*op, left, right, at),
            NodeKind::If(condition, then, otherwise) => self.choose(condition, then, otherwise),
            NodeKind::Call(name, arguments) => self.call(name, arguments, at),
            NodeKind::Fold(name, binders, body) => self.fold(name, binders, body, at),
            NodeKind::Index(base, indices) => self.index(base, indices, at),
            NodeKind::Field(base, name) => self.field(base, name, at),
            NodeKind::Method(base, name, arguments) => self.method(base, name, arguments, at),
            NodeKind::Map(text) => self.map(text, at),
            NodeKind::File(_) => {
                self.error(
                    "file",
                    at,
                    "a map is read from a file only as the default of a parameter",
                )
                .help = Some("write `game name(map = file \"board.txt\")` and use `map`".into());
                Term::Bad
            }
        }
    }

    fn named(&mut self, name: &str, at: Span) -> Term {
        let visible = &self.locals[self.visible..];
        if let Some(local) = visible.iter().rev().find(|local| local.name == name) {
            return local.term.clone();
        }
        if let Some(global) = self.globals.get(name) {
            return match global.meaning.clone() {
                Meaning::Constant(term) => term,
                Meaning::Variable(variable) => self.variable(variable),
                Meaning::Function(function) => self.apply(function, Vec::new(), at),
            };
        }
        match name {
            "true" => Term::truth(true),
            "false" => Term::truth(false),
            "nowhere" => Term::Scalar(Expr::Constant(crate::program::NOWHERE), Type::Nowhere),
            "orthogonal" => self.direction_set(0..4),
            "diagonal" => self.direction_set(4..8),
            "directions" => self.direction_set(0..8),
            "players" => Term::Domain(Domain::Values(vec![0, 1]), Type::Player),
            "me" | "opp" | "last" | "turn" => self.player_word(name, at),
            _ => Term::Symbol(name.to_string()),
        }
    }

    fn direction_set(&self, numbers: std::ops::Range<i64>) -> Term {
        Term::Set(
            numbers
                .map(|number| Term::Scalar(Expr::Constant(number), Type::Direction))
                .collect(),
        )
    }

    /// `me`, `opp` or `last` as a value.
    fn player_word(&mut self, word: &str, at: Span) -> Term {
        if self.program.players.is_none() {
            self.error(
                "no-players",
                at,
                format!("`{word}` is a player, and this game names none"),
            )
            .help = Some("name them: `players Left, Right`".into());
            return Term::Bad;
        }
        if self.turn == Turn::None {
            self.error(
                "constant",
                at,
                format!("`{word}` changes in play, and a constant is needed here"),
            );
            return Term::Bad;
        }
        if word == "last" && !self.last_is_known(at) {
            return Term::Bad;
        }
        let mover = Expr::Register(MOVER);
        let expr = if matches!(word, "me" | "turn") {
            mover
        } else {
            fold::arithmetic(
                crate::program::Arithmetic::Subtract,
                Expr::Constant(1),
                mover,
                at,
            )
            .unwrap_or(Expr::Constant(0))
        };
        Term::Scalar(expr, Type::Player)
    }

    /// Whether `last` can be told here; reports it if not.
    pub(super) fn last_is_known(&mut self, at: Span) -> bool {
        if self.turn != Turn::Last {
            self.error(
                "last",
                at,
                "`last`, the player who has just moved, is known only in `end`",
            )
            .help = Some("`me` is the player to move, `opp` the other".into());
            return false;
        }
        if self.uses_again {
            self.error(
                "last-and-again",
                at,
                "who moved last cannot be told in a game where a player may move `again`",
            )
            .help = Some("name the player, or use `me` (to move) or `opp`".into());
            return false;
        }
        true
    }

    fn variable(&mut self, number: usize) -> Term {
        if self.turn == Turn::None {
            return Term::Array(number);
        }
        let variable = &self.program.variables[number];
        let register = variable.register;
        let width = variable.width;
        match (&variable.shape, &variable.kind) {
            (crate::program::Shape::Single, crate::program::Kind::Set { board, .. }) => {
                Term::Cells(Set::Variable(register, width), *board)
            }
            (crate::program::Shape::Single, kind) => {
                let kind = kind.clone();
                Term::Scalar(Expr::Register(register), self.type_of(&kind))
            }
            _ => Term::Array(number),
        }
    }

    fn set_literal(&mut self, items: &[Node]) -> Term {
        let terms: Vec<Term> = items.iter().map(|item| self.term(item)).collect();
        if terms.iter().any(|term| matches!(term, Term::Bad)) {
            return Term::Bad;
        }
        let board = terms.iter().find_map(|term| match term {
            Term::Scalar(_, Type::Cell(board)) => Some(*board),
            _ => None,
        });
        let Some(board) = board else {
            return Term::Set(terms);
        };
        self.listed(terms, items, board)
    }

    /// The set of these cells.
    fn listed(&mut self, terms: Vec<Term>, items: &[Node], board: usize) -> Term {
        let mut cells = Vec::new();
        for (term, item) in terms.into_iter().zip(items) {
            cells.push(self.coerce(term, &Type::Cell(board), item.at));
        }
        self.set_of_cells(cells, board)
    }

    /// The set of these cells, known if they are.
    pub(super) fn set_of_cells(&mut self, cells: Vec<Expr>, board: usize) -> Term {
        let known: Option<Vec<i64>> = cells
            .iter()
            .map(|cell| match cell {
                Expr::Constant(cell) => Some(*cell),
                _ => None,
            })
            .collect();
        match known {
            Some(known) => {
                let cells: Vec<usize> = known
                    .iter()
                    .filter_map(|cell| usize::try_from(*cell).ok())
                    .collect();
                self.cells_term(cells, board)
            }
            None => Term::Cells(Set::Listed(cells, board), board),
        }
    }

    fn choose(&mut self, condition: &Node, then: &Node, otherwise: &Node) -> Term {
        let condition = self.condition(condition);
        if let Expr::Constant(known) = condition {
            return self.term(if known == 0 { otherwise } else { then });
        }
        let (left, right) = (self.term(then), self.term(otherwise));
        if matches!(left, Term::Bad) || matches!(right, Term::Bad) {
            return Term::Bad;
        }
        let board = match (&left, &right) {
            (Term::Cells(_, board), _) | (_, Term::Cells(_, board)) => Some(*board),
            _ => None,
        };
        if let Some(board) = board {
            let (left, right) = (
                self.cells_of_board(left, board, then.at),
                self.cells_of_board(right, board, otherwise.at),
            );
            return Term::Cells(
                Set::If(Box::new(condition), Box::new(left), Box::new(right)),
                board,
            );
        }
        let Some((left, right, kind)) = self.unify(left, then.at, right, otherwise.at) else {
            return Term::Bad;
        };
        Term::Scalar(fold::choose(condition, left, right), kind)
    }

    /// What a name bound over a domain runs over.
    pub(super) fn running(&mut self, node: &Node) -> Option<Running> {
        let term = self.term(node);
        self.running_term(term, node.at)
    }

    fn running_term(&mut self, term: Term, at: Span) -> Option<Running> {
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
            Term::Set(items) => self.running_items(items, at, true),
            Term::List(items) => self.running_items(items, at, false),
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

    fn running_items(&mut self, items: Vec<Term>, at: Span, each_once: bool) -> Option<Running> {
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
            return Some(Running {
                domain: Domain::Each(exprs),
                element: Element::Scalar(kind),
                known: None,
            });
        };
        if each_once {
            let mut seen = Vec::new();
            values.retain(|value| {
                let new = !seen.contains(value);
                seen.push(*value);
                new
            });
        }
        Some(Running {
            domain: Domain::Values(values.clone()),
            element: Element::Scalar(kind),
            known: Some(values),
        })
    }

    /// Evaluates something for every element, if the elements and all results are known.
    fn beforehand(
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
                    results.push((element, result))
                }
                _ => {
                    // It will be checked again, for any element.
                    self.diagnostics.truncate(reported);
                    return None;
                }
            }
        }
        Some(results)
    }

    fn comprehension(&mut self, binder: &Binder, condition: &Node) -> Term {
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

    fn fold(&mut self, name: &Name, binders: &[Binder], body: &Node, at: Span) -> Term {
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

    fn fold_from(
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
