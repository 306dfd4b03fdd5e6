//! What an expression means to the checker: a number of some type, a set, or something only known
//! while checking.

use crate::program::{Domain, Expr, Register, Set};

/// The type of a number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Type {
    /// A whole number.
    Int,
    /// A truth value.
    Bool,
    /// A character of a map.
    Character,
    /// A player.
    Player,
    /// A direction.
    Direction,
    /// A cell of a board, or nowhere.
    Cell(usize),
    /// A name of an enumerated type.
    Names(usize),
    /// Only `nowhere`: a cell of any board.
    Nowhere,
}

/// What an expression is.
#[derive(Clone, Debug)]
pub(super) enum Term {
    /// A number.
    Scalar(Expr, Type),
    /// A name that what stands around it must tell the meaning of.
    Symbol(String),
    /// A set of cells of a board.
    Cells(Set, usize),
    /// A set written out.
    Set(Vec<Term>),
    /// A list written out.
    List(Vec<Term>),
    /// A range.
    Range(Expr, Expr),
    /// A text.
    Text(String),
    /// A map, by number.
    Map(usize),
    /// An array variable, by number.
    Array(usize),
    /// A domain of sets: a family, its board and how many.
    Lines(usize, usize, usize),
    /// A domain of numbers of a type.
    Domain(Domain, Type),
    /// Wrong, and reported already.
    Bad,
}

impl Term {
    /// A truth value that is known.
    pub(super) fn truth(value: bool) -> Self {
        Self::Scalar(Expr::Constant(i64::from(value)), Type::Bool)
    }

    /// The number, where it is known.
    pub(super) fn constant(&self) -> Option<i64> {
        match self {
            Self::Scalar(Expr::Constant(value), _) => Some(*value),
            _ => None,
        }
    }
}

/// What the elements of a domain are.
#[derive(Clone, Debug)]
pub(super) enum Element {
    /// Numbers of a type.
    Scalar(Type),
    /// Sets of a family, on a board.
    Line(usize, usize),
}

impl Element {
    /// The element that an expression gives the number of.
    pub(super) fn term(&self, expr: Expr) -> Term {
        match self {
            Self::Scalar(kind) => Term::Scalar(expr, kind.clone()),
            Self::Line(family, board) => Term::Cells(
                Set::Family {
                    family: *family,
                    index: Box::new(expr),
                },
                *board,
            ),
        }
    }
}

/// A domain, ready to run over.
#[derive(Clone, Debug)]
pub(super) struct Running {
    /// What it runs over.
    pub(super) domain: Domain,
    /// What its elements are.
    pub(super) element: Element,
    /// All the elements, where they are known.
    pub(super) known: Option<Vec<i64>>,
}

/// A name in force in a part of the rules.
#[derive(Clone, Debug)]
pub(super) struct Local {
    /// The name.
    pub(super) name: String,
    /// What it means.
    pub(super) term: Term,
    /// The set variable whose pieces it runs over, and the local that holds the piece.
    pub(super) piece: Option<(usize, Register)>,
}
