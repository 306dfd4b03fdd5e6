//! Types: what stands somewhere as what is expected there, and both in words.

use super::Checker;
use super::term::{Term, Type};
use crate::program::{Expr, Kind, Shape, Span};
use crate::syntax::Node;

impl Checker<'_> {
    /// A number of a type.
    pub(super) fn expr(&mut self, node: &Node, kind: &Type) -> Expr {
        let term = self.term(node);
        self.coerce(term, kind, node.at)
    }

    /// A truth value.
    pub(super) fn condition(&mut self, node: &Node) -> Expr {
        self.expr(node, &Type::Bool)
    }

    /// A whole number that must be known now.
    pub(super) fn number(&mut self, node: &Node) -> Option<i64> {
        let faults = self.faults();
        if let Expr::Constant(number) = self.expr(node, &Type::Int) {
            (self.faults() == faults).then_some(number)
        } else {
            self.not_constant(node.at);
            None
        }
    }

    pub(super) fn not_constant(&mut self, at: Span) {
        self.error(
            "constant",
            at,
            "a constant is needed here, and this cannot be worked out before play",
        )
        .help = Some("use numbers, parameters and `let` constants".into());
    }

    /// The number of a type that a term is, or a report that it is not.
    pub(super) fn coerce(&mut self, term: Term, kind: &Type, at: Span) -> Expr {
        match term {
            Term::Bad => {
                self.spoilt += 1;
                return Expr::Constant(0);
            }
            Term::Scalar(expr, found) if found == *kind => return expr,
            Term::Scalar(expr, Type::Nowhere) if matches!(kind, Type::Cell(_)) => return expr,
            Term::Scalar(expr, Type::Player) => {
                if let Some(expr) = self.player_as_name(&expr, kind, at) {
                    return expr;
                }
                self.mismatch(&Term::Scalar(expr, Type::Player), kind, at);
            }
            Term::Symbol(name) => {
                if let Some(value) = self.meaning(&name, kind) {
                    return Expr::Constant(value);
                }
                self.wrong_name(&name, kind, at);
            }
            term => self.mismatch(&term, kind, at),
        }
        Expr::Constant(0)
    }

    /// Reports a plain name that does not mean anything of the type expected.
    fn wrong_name(&mut self, name: &str, kind: &Type, at: Span) {
        if self.symbols.contains_key(name) || self.is_cell_name(name) {
            self.mismatch(&Term::Symbol(name.to_string()), kind, at);
            return;
        }
        let what = self.describe_type(kind);
        let near = match kind {
            Type::Names(number) => {
                let names = self.names[*number].iter().map(String::as_str);
                crate::nearest::nearest(name, names).map(str::to_string)
            }
            _ => None,
        };
        match near {
            Some(near) => {
                self.error("unknown-name", at, format!("`{name}` is not {what}"))
                    .help = Some(format!("did you mean `{near}`?"));
            }
            None => self.unknown_name(name, at, &what),
        }
    }

    /// A player as the name of an enumerated type that has both players' names.
    pub(super) fn player_as_name(&mut self, player: &Expr, kind: &Type, at: Span) -> Option<Expr> {
        let Type::Names(number) = kind else {
            return None;
        };
        let players = self.program.players.clone()?;
        let place = |name: &String| self.names[*number].iter().position(|known| known == name);
        let entries: Option<Vec<i64>> = players
            .iter()
            .map(|name| place(name).map(|place| place as i64))
            .collect();
        Some(self.lookup(entries?, player.clone(), at))
    }

    pub(super) fn mismatch(&mut self, term: &Term, kind: &Type, at: Span) {
        let (expected, found) = (self.describe_type(kind), self.describe(term));
        let array = match term {
            Term::Array(number) => Some(&self.program.variables[*number]),
            _ => None,
        };
        if array.is_some_and(|variable| variable.shape == Shape::Single) {
            self.not_constant(at);
            return;
        }
        let help = array.map(|variable| format!("an element of it is `{}[…]`", variable.name));
        let fault = self.error("type", at, format!("expected {expected}, found {found}"));
        fault.labels[0].text = format!("this is {found}");
        fault.help = help;
    }

    /// What a plain name means where a type is expected.
    pub(super) fn meaning(&self, name: &str, kind: &Type) -> Option<i64> {
        if let Type::Names(number) = kind
            && let Some(place) = self.names[*number].iter().position(|known| known == name)
        {
            return Some(place as i64);
        }
        let meanings = self.symbols.get(name);
        if let Some((_, value)) =
            meanings.and_then(|meanings| meanings.iter().find(|(found, _)| found == kind))
        {
            return Some(*value);
        }
        if let Type::Cell(board) = kind
            && let Some(cell) = self.program.boards[*board]
                .names
                .iter()
                .position(|known| known == name)
        {
            return Some(cell as i64);
        }
        None
    }

    pub(super) fn is_cell_name(&self, name: &str) -> bool {
        self.program
            .boards
            .iter()
            .any(|board| board.names.iter().any(|known| known == name))
    }

    /// What a plain name means where nothing is expected of it.
    pub(super) fn natural(&self, name: &str) -> Option<(Type, i64)> {
        if let Some(meanings) = self.symbols.get(name) {
            if let Some(player) = meanings.iter().find(|(kind, _)| *kind == Type::Player) {
                return Some(player.clone());
            }
            return match meanings.as_slice() {
                [only] => Some(only.clone()),
                _ => None,
            };
        }
        let boards = self.program.boards.iter().enumerate();
        let found: Vec<(usize, usize)> = boards
            .filter_map(|(number, board)| {
                let cell = board.names.iter().position(|known| known == name)?;
                Some((number, cell))
            })
            .collect();
        // Of several boards that have it, the one that the state is about.
        let in_state = self.boards_of_state();
        let mut told = found.iter().filter(|(number, _)| in_state.contains(number));
        let (([only], _, _) | (_, Some(only), None)) = (found.as_slice(), told.next(), told.next())
        else {
            return None;
        };
        Some((Type::Cell(only.0), only.1 as i64))
    }

    /// A term as a number of whatever type it has.
    pub(super) fn scalar(&mut self, term: Term, at: Span) -> Option<(Expr, Type)> {
        match term {
            Term::Scalar(expr, kind) => Some((expr, kind)),
            Term::Symbol(name) => match self.natural(&name) {
                Some((kind, value)) => Some((Expr::Constant(value), kind)),
                None if self.symbols.contains_key(&name) || self.is_cell_name(&name) => {
                    self.error(
                        "ambiguous",
                        at,
                        format!("`{name}` may mean several things here"),
                    )
                    .help = Some("compare it with a variable, or rename one of them".into());
                    None
                }
                None => {
                    self.unknown_name(&name, at, "a name that anything has");
                    None
                }
            },
            Term::Bad => None,
            term => {
                let found = self.describe(&term);
                self.error(
                    "type",
                    at,
                    format!("expected a single value, found {found}"),
                );
                None
            }
        }
    }

    /// Two terms as numbers of one type.
    pub(super) fn unify(
        &mut self,
        left: Term,
        left_at: Span,
        right: Term,
        right_at: Span,
    ) -> Option<(Expr, Expr, Type)> {
        if matches!(left, Term::Bad) || matches!(right, Term::Bad) {
            return None;
        }
        let kind = match (&left, &right) {
            (Term::Scalar(_, first), Term::Scalar(_, second)) => {
                let gives_way = match first {
                    Type::Nowhere => true,
                    // To the type of names that has the players' names.
                    Type::Player => matches!(second, Type::Names(_)),
                    _ => false,
                };
                if gives_way { second } else { first }.clone()
            }
            (Term::Scalar(_, Type::Nowhere), other) | (other, Term::Scalar(_, Type::Nowhere)) => {
                // Any cell may be compared with it, whatever the board.
                self.scalar(other.clone(), left_at)?.1
            }
            (Term::Scalar(_, kind), _) | (_, Term::Scalar(_, kind)) => kind.clone(),
            _ => self.scalar(left.clone(), left_at)?.1,
        };
        let faults = self.faults();
        let left = self.coerce(left, &kind, left_at);
        let right = self.coerce(right, &kind, right_at);
        (self.faults() == faults).then_some((left, right, kind))
    }

    /// The type of the values of a variable's kind.
    pub(super) fn type_of(&mut self, kind: &Kind) -> Type {
        match kind {
            Kind::Range(..) => Type::Int,
            Kind::Names(names) => Type::Names(self.names_type(names)),
            Kind::Bool => Type::Bool,
            Kind::Player => Type::Player,
            Kind::Cell { board, .. } | Kind::Set { board, .. } => Type::Cell(*board),
            Kind::Direction => Type::Direction,
        }
    }

    pub(super) fn names_type(&mut self, names: &[String]) -> usize {
        if let Some(known) = self.names.iter().position(|known| known == names) {
            return known;
        }
        self.names.push(names.to_vec());
        self.names.len() - 1
    }

    /// A type in words.
    pub(super) fn describe_type(&self, kind: &Type) -> String {
        match kind {
            Type::Int => "a number".into(),
            Type::Bool => "a condition".into(),
            Type::Character => "a character".into(),
            Type::Player => "a player".into(),
            Type::Direction => "a direction".into(),
            Type::Cell(board) => match self.program.boards[*board].grid {
                Some((width, height)) => format!("a cell of the {width} x {height} grid"),
                None => "a cell of the graph".into(),
            },
            Type::Names(number) => format!("one of {{{}}}", self.names[*number].join(", ")),
            Type::Nowhere => "`nowhere`".into(),
        }
    }

    /// A term in words.
    pub(super) fn describe(&self, term: &Term) -> String {
        match term {
            Term::Scalar(_, kind) => self.describe_type(kind),
            Term::Symbol(name) => match self.natural(name) {
                Some((kind, _)) => self.describe_type(&kind),
                None if self.symbols.contains_key(name) => format!("`{name}`"),
                None if self.is_cell_name(name) => {
                    format!("`{name}`, a cell of several boards")
                }
                None => format!("`{name}`, which nothing known is called"),
            },
            Term::Cells(..) => "a set of cells".into(),
            Term::Set(_) => "a set".into(),
            Term::List(_) => "a list".into(),
            Term::Range(..) => "a range".into(),
            Term::Text(_) => "a text".into(),
            Term::Map(_) => "a map".into(),
            Term::Array(number) => format!("the array `{}`", self.program.variables[*number].name),
            Term::Lines(..) => "lines of cells".into(),
            Term::Domain(..) => "a domain".into(),
            Term::Bad => "a mistake".into(),
        }
    }
}
