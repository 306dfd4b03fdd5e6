//! Expressions to terms.

use super::board::FromCharacter;
use super::term::{Term, Type};
use super::{Checker, Meaning, Turn, fold};
use crate::program::{Domain, Expr, MOVER, Set, Span};
use crate::syntax::{Node, NodeKind, Unary};

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
        if self.depth >= super::DEEPEST {
            self.spoilt += 1;
            self.error(
                "too-deep",
                node.at,
                "this is nested too deep, with the helper functions it uses",
            )
            .help = Some("use fewer helper functions inside each other".into());
            return Term::Bad;
        }
        self.depth += 1;
        let term = self.term_of_kind(node);
        self.depth -= 1;
        term
    }

    fn term_of_kind(&mut self, node: &Node) -> Term {
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
            "orthogonal" => direction_set(0..4),
            "diagonal" => direction_set(4..8),
            "directions" => direction_set(0..8),
            "players" => Term::Domain(Domain::Values(vec![0, 1]), Type::Player),
            "me" | "opp" | "last" | "turn" => self.player_word(name, at),
            _ => Term::Symbol(name.to_string()),
        }
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
}

fn direction_set(numbers: std::ops::Range<i64>) -> Term {
    Term::Set(
        numbers
            .map(|number| Term::Scalar(Expr::Constant(number), Type::Direction))
            .collect(),
    )
}
