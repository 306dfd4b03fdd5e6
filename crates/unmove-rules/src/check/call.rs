//! Calls: the functions of the language, and the rules' own, which are put in where they are called.

use super::board::FamilyKey;
use super::term::{Term, Type};
use super::{Checker, fold};
use crate::program::{Arithmetic, Comparison, Domain, Expr, Fold, Kind, Register, Set, Span};
use crate::syntax::{Name, Node};

/// The functions of the language.
pub(super) const FUNCTIONS: [&str; 21] = [
    "abs",
    "adjacent",
    "all",
    "around",
    "between",
    "count",
    "first",
    "full",
    "grid",
    "len",
    "lines",
    "max",
    "min",
    "neighbours",
    "offset",
    "ray",
    "reach",
    "slides",
    "some",
    "sum",
    "xor",
];

impl Checker<'_> {
    pub(super) fn call(&mut self, name: &Name, arguments: &[Node], at: Span) -> Term {
        if let Some(super::Global {
            meaning: super::Meaning::Function(function),
            ..
        }) = self.globals.get(&name.text)
        {
            let function = *function;
            let terms = arguments
                .iter()
                .map(|argument| self.term(argument))
                .collect();
            return self.apply(function, terms, at);
        }
        match (name.text.as_str(), arguments) {
            ("min" | "max", [list]) => self.extreme_of_list(name, list, at),
            ("min" | "max", [_, _, ..]) => self.extreme(name, arguments),
            ("sum", [list]) => self.sum_of_list(list, at),
            ("abs", [number]) => self.absolute(number, at),
            ("xor", [left, right]) => {
                let (left, right) = (self.expr(left, &Type::Int), self.expr(right, &Type::Int));
                self.arithmetic_of(Arithmetic::Xor, left, right, at)
            }
            ("count" | "len", [collection]) => self.size_of(collection),
            ("full", [array]) => self.full(array, at),
            ("grid", [width, height]) => {
                let (width, height) = (self.number(width), self.number(height));
                self.grid_term(width, height, None, at)
            }
            ("grid", [width, height, directions]) => {
                let (width, height) = (self.number(width), self.number(height));
                let directions = self.known_directions(directions);
                self.grid_term(width, height, directions, at)
            }
            ("lines", [board, length]) => self.lines_term(board, length, at),
            ("neighbours", [cell]) => self.family_of_cell(cell, FamilyKey::Neighbours),
            ("around", [cell]) => self.family_of_cell(cell, FamilyKey::Around),
            ("adjacent", [left, right]) => self.adjacent(left, right),
            ("ray", [cell, direction]) => self.ray(cell, direction, at),
            ("between", [left, right]) => self.between_cells(left, right, at),
            ("slides", [cell, directions, blockers]) => self.slides(cell, directions, blockers),
            ("reach", [from, within]) => self.reach_set(from, within),
            ("offset", [cell, dx, dy]) => self.offset(cell, dx, dy, at),
            (known, _) if FUNCTIONS.contains(&known) => {
                let found = arguments.len();
                self.error(
                    "arguments",
                    at,
                    format!("`{known}` does not take {found} arguments"),
                )
                .help = Some("docs/rules.md lists the functions and what they take".into());
                Term::Bad
            }
            (unknown, _) => {
                let taken = self.globals.contains_key(unknown);
                if taken {
                    self.error(
                        "not-a-function",
                        name.at,
                        format!("`{unknown}` is not a function"),
                    );
                } else {
                    self.unknown_name(unknown, name.at, "a function");
                }
                Term::Bad
            }
        }
    }

    /// Puts a helper function in where it is called.
    pub(super) fn apply(&mut self, function: usize, arguments: Vec<Term>, at: Span) -> Term {
        let (name, takes) = {
            let function = &self.functions[function];
            (function.name.text.clone(), function.arguments.len())
        };
        if arguments.len() != takes {
            let found = arguments.len();
            self.error(
                "arguments",
                at,
                format!(
                    "`{name}` takes {takes} argument{}, found {found}",
                    if takes == 1 { "" } else { "s" }
                ),
            );
            return Term::Bad;
        }
        if self.calls.contains(&function) {
            self.error("recursive", at, format!("`{name}` calls itself"))
                .help = Some("helper functions cannot be recursive".into());
            return Term::Bad;
        }
        let (result, lets) = self.put_in(function, arguments.clone(), true);
        if lets.is_empty() || can_wrap(&result) {
            return wrap(result, lets);
        }
        self.put_in(function, arguments, false).0
    }

    /// The body of a helper function with its arguments bound; with `once`, what an argument is
    /// worked out to is kept in a local, which must be set around the body.
    fn put_in(
        &mut self,
        function: usize,
        arguments: Vec<Term>,
        once: bool,
    ) -> (Term, Vec<(Register, Expr)>) {
        let mut lets: Vec<(Register, Expr)> = Vec::new();
        let outer_visible = self.visible;
        let outer_locals = self.locals.len();
        let names: Vec<Name> = self.functions[function].arguments.clone();
        let mut bound = Vec::new();
        for (argument, term) in names.iter().zip(arguments) {
            let term = match term {
                // Worked out once, however often the function uses it.
                Term::Scalar(expr, kind)
                    if once && !matches!(expr, Expr::Constant(_) | Expr::Register(_)) =>
                {
                    let local = self.allocate(1);
                    lets.push((local, expr));
                    Term::Scalar(Expr::Register(local), kind)
                }
                term => term,
            };
            bound.push((argument.text.clone(), term));
        }
        self.visible = outer_locals;
        for (name, term) in bound {
            self.bind(&name, term, None);
        }
        self.calls.push(function);
        self.called.insert(function);
        let body = self.functions[function].body.clone();
        let result = self.term(&body);
        self.calls.pop();
        self.locals.truncate(outer_locals);
        self.visible = outer_visible;
        (result, lets)
    }

    fn extreme_of_list(&mut self, name: &Name, list: &Node, at: Span) -> Term {
        let term = self.term(list);
        let items = match term {
            Term::List(items) | Term::Set(items) => items,
            Term::Array(variable) => {
                let kind = self.program.variables[variable].kind.clone();
                if !matches!(kind, Kind::Range(..)) {
                    let found = self.describe(&Term::Array(variable));
                    self.error("type", list.at, format!("expected numbers, found {found}"));
                    return Term::Bad;
                }
                return self.fold_of_array(variable, &name.text, at);
            }
            Term::Bad => return Term::Bad,
            term => vec![term],
        };
        let terms: Vec<(Term, Span)> = items.into_iter().map(|item| (item, list.at)).collect();
        if terms.is_empty() {
            self.error("empty", at, format!("`{}` of nothing", name.text));
            return Term::Bad;
        }
        self.extreme_of(name, terms)
    }

    fn extreme(&mut self, name: &Name, arguments: &[Node]) -> Term {
        let terms = arguments
            .iter()
            .map(|argument| (self.term(argument), argument.at))
            .collect();
        self.extreme_of(name, terms)
    }

    fn extreme_of(&mut self, name: &Name, terms: Vec<(Term, Span)>) -> Term {
        let mut best: Option<Expr> = None;
        for (term, at) in terms {
            let next = self.coerce(term, &Type::Int, at);
            best = Some(match best {
                None => next,
                Some(best) => {
                    let (best, best_let) = self.shared(best);
                    let (next, next_let) = self.shared(next);
                    let condition = if name.text == "min" {
                        fold::compare(Comparison::AtMost, best.clone(), next.clone())
                    } else {
                        fold::compare(Comparison::AtMost, next.clone(), best.clone())
                    };
                    let choice = fold::choose(condition, best, next);
                    let lets = best_let.into_iter().chain(next_let).collect();
                    match wrap(Term::Scalar(choice, Type::Int), lets) {
                        Term::Scalar(expr, _) => expr,
                        _ => Expr::Constant(0),
                    }
                }
            });
        }
        match best {
            Some(best) => Term::Scalar(best, Type::Int),
            None => Term::Bad,
        }
    }

    /// An expression that can be used twice, and the local it needs for that.
    pub(super) fn shared(&mut self, expr: Expr) -> (Expr, Option<(Register, Expr)>) {
        if matches!(expr, Expr::Constant(_) | Expr::Register(_)) {
            return (expr, None);
        }
        let local = self.allocate(1);
        (Expr::Register(local), Some((local, expr)))
    }

    fn fold_of_array(&mut self, variable: usize, name: &str, at: Span) -> Term {
        use crate::program::Fold;
        let fold = match name {
            "min" => Fold::Least,
            "max" => Fold::Greatest,
            _ => Fold::Sum,
        };
        let indices = self.indices(variable);
        let domain = match indices {
            Term::Range(low, high) => Domain::Range(low, high),
            Term::Cells(set, _) => Domain::Cells(set),
            Term::Domain(domain, _) => domain,
            _ => return Term::Bad,
        };
        let local = self.allocate(1);
        Term::Scalar(
            Expr::Fold {
                fold,
                local,
                domain: Box::new(domain),
                body: Box::new(Expr::Element {
                    variable,
                    index: Box::new(Expr::Register(local)),
                    at,
                }),
                at,
            },
            Type::Int,
        )
    }

    fn sum_of_list(&mut self, list: &Node, at: Span) -> Term {
        match self.term(list) {
            Term::List(items) | Term::Set(items) => {
                let mut total = Expr::Constant(0);
                for item in items {
                    let next = self.coerce(item, &Type::Int, list.at);
                    match self.arithmetic_of(Arithmetic::Add, total, next, at) {
                        Term::Scalar(expr, _) => total = expr,
                        _ => return Term::Bad,
                    }
                }
                Term::Scalar(total, Type::Int)
            }
            Term::Array(variable)
                if matches!(self.program.variables[variable].kind, Kind::Range(..)) =>
            {
                self.fold_of_array(variable, "sum", at)
            }
            Term::Bad => Term::Bad,
            term => {
                let found = self.describe(&term);
                self.error(
                    "type",
                    list.at,
                    format!("expected a list of numbers, found {found}"),
                );
                Term::Bad
            }
        }
    }

    fn absolute(&mut self, number: &Node, at: Span) -> Term {
        let expr = self.expr(number, &Type::Int);
        let (expr, let_) = self.shared(expr);
        let zero = Expr::Constant(0);
        let Term::Scalar(negative, _) =
            self.arithmetic_of(Arithmetic::Subtract, zero, expr.clone(), at)
        else {
            return Term::Bad;
        };
        let condition = fold::compare(Comparison::Less, expr.clone(), Expr::Constant(0));
        let choice = fold::choose(condition, negative, expr);
        wrap(Term::Scalar(choice, Type::Int), let_.into_iter().collect())
    }

    /// How many different elements a set has that is written out.
    fn size_of_written(&mut self, items: Vec<Term>, at: Span) -> Expr {
        let mut known = std::collections::BTreeSet::new();
        let mut all = Vec::new();
        for item in items {
            let Some((expr, _)) = self.scalar(item, at) else {
                return Expr::Constant(0);
            };
            if let Expr::Constant(value) = expr {
                known.insert(value);
            }
            all.push(expr);
        }
        if all.iter().all(|expr| matches!(expr, Expr::Constant(_))) {
            return Expr::Constant(known.len() as i64);
        }
        Expr::Fold {
            fold: Fold::Count,
            local: self.allocate(1),
            domain: Box::new(Domain::Each(all)),
            body: Box::new(Expr::Constant(1)),
            at,
        }
    }

    fn length_of_range(&mut self, low: Expr, high: Expr, at: Span) -> Term {
        let one = Expr::Constant(1);
        let Term::Scalar(before, _) = self.arithmetic_of(Arithmetic::Subtract, low, one, at) else {
            return Term::Bad;
        };
        let Term::Scalar(length, _) = self.arithmetic_of(Arithmetic::Subtract, high, before, at)
        else {
            return Term::Bad;
        };
        let (length, local) = self.shared(length);
        let empty = fold::compare(Comparison::Less, length.clone(), Expr::Constant(0));
        let length = fold::choose(empty, Expr::Constant(0), length);
        wrap(Term::Scalar(length, Type::Int), local.into_iter().collect())
    }

    fn size_of(&mut self, collection: &Node) -> Term {
        let expr = match self.term_or_cells(collection) {
            Term::Cells(set, _) => match self.known_cells(&set) {
                Some(cells) => Expr::Constant(cells.len() as i64),
                None => Expr::Size(Box::new(set)),
            },
            Term::List(items) => Expr::Constant(items.len() as i64),
            Term::Set(items) => self.size_of_written(items, collection.at),
            Term::Range(low, high) => return self.length_of_range(low, high, collection.at),
            Term::Text(text) => Expr::Constant(text.chars().count() as i64),
            Term::Map(map) => {
                Expr::Constant(self.program.boards[self.maps[map].board].len() as i64)
            }
            Term::Array(variable) => match self.indices(variable) {
                Term::Cells(set, _) => {
                    Expr::Constant(self.known_cells(&set).map_or(0, |cells| cells.len()) as i64)
                }
                Term::Range(_, Expr::Constant(last)) => Expr::Constant(last + 1),
                _ => Expr::Constant(2),
            },
            Term::Bad => return Term::Bad,
            term => {
                let found = self.describe(&term);
                self.error(
                    "type",
                    collection.at,
                    format!("expected a set or a list, found {found}"),
                );
                return Term::Bad;
            }
        };
        Term::Scalar(expr, Type::Int)
    }

    fn full(&mut self, array: &Node, at: Span) -> Term {
        let term = self.term(array);
        let Term::Array(variable) = term else {
            if !matches!(term, Term::Bad) {
                let found = self.describe(&term);
                self.error(
                    "type",
                    array.at,
                    format!("`full` is for arrays, found {found}"),
                );
            }
            return Term::Bad;
        };
        let empty = match &self.program.variables[variable].kind {
            Kind::Names(names) => names.iter().position(|name| name == "empty"),
            _ => None,
        };
        let Some(empty) = empty else {
            self.error(
                "full",
                array.at,
                "`full` is for arrays of names, one of which is `empty`",
            );
            return Term::Bad;
        };
        let indices = self.indices(variable);
        let domain = match indices {
            Term::Cells(set, _) => Domain::Cells(set),
            Term::Range(low, high) => Domain::Range(low, high),
            Term::Domain(domain, _) => domain,
            _ => return Term::Bad,
        };
        let local = self.allocate(1);
        let body = Expr::Compare {
            op: Comparison::Unequal,
            left: Box::new(Expr::Element {
                variable,
                index: Box::new(Expr::Register(local)),
                at,
            }),
            right: Box::new(Expr::Constant(empty as i64)),
        };
        Term::Scalar(
            Expr::Fold {
                fold: crate::program::Fold::All,
                local,
                domain: Box::new(domain),
                body: Box::new(body),
                at,
            },
            Type::Bool,
        )
    }
}

/// Whether locals can be set around a term.
fn can_wrap(term: &Term) -> bool {
    matches!(
        term,
        Term::Scalar(..)
            | Term::Cells(..)
            | Term::Range(..)
            | Term::Domain(Domain::List { .. }, _)
            | Term::Bad
    )
}

/// The same with locals set first.
pub(super) fn wrap(term: Term, lets: Vec<(Register, Expr)>) -> Term {
    let mut term = term;
    for (local, value) in lets.into_iter().rev() {
        let value = Box::new(value);
        term = match term {
            Term::Scalar(Expr::Constant(known), kind) => Term::Scalar(Expr::Constant(known), kind),
            Term::Scalar(body, kind) => Term::Scalar(
                Expr::Let {
                    local,
                    value,
                    body: Box::new(body),
                },
                kind,
            ),
            Term::Cells(Set::Constant(set), board) => Term::Cells(Set::Constant(set), board),
            Term::Cells(body, board) => Term::Cells(
                Set::Let {
                    local,
                    value,
                    body: Box::new(body),
                },
                board,
            ),
            Term::Range(low, high) => Term::Range(
                Expr::Let {
                    local,
                    value: value.clone(),
                    body: Box::new(low),
                },
                Expr::Let {
                    local,
                    value,
                    body: Box::new(high),
                },
            ),
            Term::Domain(Domain::List { lists, index }, kind) => Term::Domain(
                Domain::List {
                    lists,
                    index: Expr::Let {
                        local,
                        value,
                        body: Box::new(index),
                    },
                },
                kind,
            ),
            other => other,
        };
    }
    term
}
