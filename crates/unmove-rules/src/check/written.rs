//! Sets of cells that do not look like any: rays, and cells written out between braces.

use super::Checker;
use super::term::{Term, Type};
use crate::syntax::Node;

impl Checker<'_> {
    /// A term; a ray, or a set written out that holds cells not yet known, as a set of cells.
    pub(super) fn term_or_cells(&mut self, node: &Node) -> Term {
        let term = self.term(node);
        let board = match &term {
            Term::Domain(_, Type::Cell(board)) => Some(*board),
            Term::Set(items) => items.iter().find_map(|item| match item {
                Term::Scalar(_, Type::Cell(board)) => Some(*board),
                _ => None,
            }),
            _ => None,
        };
        match board {
            Some(board) => Term::Cells(self.cells_of_board(term, board, node.at), board),
            None => term,
        }
    }

    /// The board of two terms that are compared, if they are sets of cells.
    pub(super) fn board_of_sets(&self, first: &Term, second: &Term) -> Option<usize> {
        let board = |term: &Term| match term {
            Term::Cells(_, board) | Term::Domain(_, Type::Cell(board)) => Some(*board),
            Term::Set(items) => items.iter().find_map(|item| match item {
                Term::Scalar(_, Type::Cell(board)) => Some(*board),
                Term::Symbol(name) => match self.natural(name) {
                    Some((Type::Cell(board), _)) => Some(board),
                    _ => None,
                },
                _ => None,
            }),
            _ => None,
        };
        // What is surely a set of cells first: names of cells may be those of several boards.
        match (first, second) {
            (Term::Cells(_, board), _) | (_, Term::Cells(_, board)) => Some(*board),
            _ => board(first).or_else(|| board(second)),
        }
    }
}
