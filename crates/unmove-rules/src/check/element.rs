//! Elements of arrays, lists and maps, and the fields of cells.

use super::call::wrap;
use super::term::{Term, Type};
use super::{Checker, fold};
use crate::program::{Arithmetic, Comparison, Domain, Expr, Kind, NOWHERE, Set, Shape, Span};
use crate::syntax::{Name, Node};

impl Checker<'_> {
    /// The domain of an array's indices.
    pub(super) fn indices(&mut self, variable: usize) -> Term {
        match self.program.variables[variable].shape.clone() {
            Shape::Cells { board, cells } => {
                self.cells_term(cells.into_iter().map(|cell| cell as usize), board)
            }
            Shape::List(length) => {
                Term::Range(Expr::Constant(0), Expr::Constant(i64::from(length) - 1))
            }
            Shape::Players => Term::Domain(Domain::Values(vec![0, 1]), Type::Player),
            Shape::Single => {
                let variable = &self.program.variables[variable];
                match &variable.kind {
                    Kind::Set { board, .. } => {
                        Term::Cells(Set::Variable(variable.register, variable.width), *board)
                    }
                    _ => Term::Bad,
                }
            }
        }
    }

    pub(super) fn index(&mut self, base: &Node, indices: &[Node], at: Span) -> Term {
        let term = self.term(base);
        match term {
            Term::Bad => Term::Bad,
            Term::Array(variable) => {
                let Some(index) = self.array_index(variable, indices, at) else {
                    return Term::Bad;
                };
                let kind = self.program.variables[variable].kind.clone();
                let kind = self.type_of(&kind);
                Term::Scalar(
                    Expr::Element {
                        variable,
                        index: Box::new(index),
                        at,
                    },
                    kind,
                )
            }
            Term::Map(map) => {
                let (board, table) = (self.maps[map].board, self.maps[map].table);
                let Some(cell) = self.cell_index(board, indices, at) else {
                    return Term::Bad;
                };
                let entries = self.program.tables[table].clone();
                Term::Scalar(self.lookup(entries, cell, at), Type::Character)
            }
            Term::List(items) => self.list_element(items, indices, at),
            term => {
                let found = self.describe(&term);
                self.error(
                    "not-indexed",
                    base.at,
                    format!("only arrays, lists and maps have elements; this is {found}"),
                );
                Term::Bad
            }
        }
    }

    pub(super) fn list_element(&mut self, items: Vec<Term>, indices: &[Node], at: Span) -> Term {
        let [index] = indices else {
            self.error("indices", at, "a list has one index");
            return Term::Bad;
        };
        let index_at = index.at;
        let index = self.expr(index, &Type::Int);
        if let Expr::Constant(known) = index {
            let length = items.len() as i64;
            return if let Some(item) = usize::try_from(known)
                .ok()
                .and_then(|known| items.into_iter().nth(known))
            {
                item
            } else {
                self.no_element(known, length, index_at);
                Term::Bad
            };
        }
        let mut kind = None;
        let mut entries = Vec::new();
        for item in items {
            let Some((Expr::Constant(value), found)) = self.scalar(item, at) else {
                self.error(
                    "list-of-lists",
                    at,
                    "an element of this list can be taken only by a constant index",
                );
                return Term::Bad;
            };
            kind = Some(found);
            entries.push(value);
        }
        let Some(kind) = kind else {
            self.error("no-element", at, "the list is empty");
            return Term::Bad;
        };
        Term::Scalar(self.lookup(entries, index, at), kind)
    }

    /// The index of an array's element, as the machine counts.
    pub(super) fn array_index(
        &mut self,
        variable: usize,
        indices: &[Node],
        at: Span,
    ) -> Option<Expr> {
        match self.program.variables[variable].shape.clone() {
            Shape::Cells { board, .. } => self.cell_index(board, indices, at),
            Shape::List(length) => match (self.sides.get(&variable).copied(), indices) {
                (Some(each), [player, place]) => self.place_of_player(each, player, place, at),
                _ => self.index_of_list(indices, length.into(), at),
            },
            Shape::Players => self.single_index(indices, &Type::Player, at),
            Shape::Single => None,
        }
    }

    /// The index of a player's place in a list with a part for each player.
    fn place_of_player(
        &mut self,
        each: i64,
        player: &Node,
        place: &Node,
        at: Span,
    ) -> Option<Expr> {
        let player = self.expr(player, &Type::Player);
        let place = self.expr(place, &Type::Int);
        let (place, local) = self.shared(place);
        let Term::Scalar(before, _) =
            self.arithmetic_of(Arithmetic::Multiply, player, Expr::Constant(each), at)
        else {
            return None;
        };
        let Term::Scalar(index, _) = self.arithmetic_of(Arithmetic::Add, before, place.clone(), at)
        else {
            return None;
        };
        let inside = fold::and(
            fold::compare(Comparison::AtMost, Expr::Constant(0), place.clone()),
            fold::compare(Comparison::Less, place, Expr::Constant(each)),
        );
        // Outside of the player's part there is no element, though the list goes on.
        let index = fold::choose(inside, index, Expr::Constant(NOWHERE));
        match wrap(Term::Scalar(index, Type::Int), local.into_iter().collect()) {
            Term::Scalar(index, _) => Some(index),
            _ => None,
        }
    }

    /// The index of a list of this length; one that is known must be in it.
    fn index_of_list(&mut self, indices: &[Node], length: i64, at: Span) -> Option<Expr> {
        let index = self.single_index(indices, &Type::Int, at)?;
        match index {
            Expr::Constant(known) if !(0..length).contains(&known) => {
                self.no_element(known, length, indices[0].at);
                None
            }
            index => Some(index),
        }
    }

    fn no_element(&mut self, known: i64, length: i64, at: Span) {
        let fault = format!("there is no element {known} in a list of {length}");
        self.error("no-element", at, fault).help = Some(format!(
            "lists are counted from 0: the last is {}",
            length - 1
        ));
    }

    pub(super) fn single_index(&mut self, indices: &[Node], kind: &Type, at: Span) -> Option<Expr> {
        let [index] = indices else {
            self.error("indices", at, "this has one index");
            return None;
        };
        Some(self.expr(index, kind))
    }

    pub(super) fn cell_index(&mut self, board: usize, indices: &[Node], at: Span) -> Option<Expr> {
        match indices {
            [cell] => Some(self.expr(cell, &Type::Cell(board))),
            [column, row] => {
                if self.program.boards[board].grid.is_none() {
                    self.error("indices", at, "an element on a graph has one index, a cell");
                    return None;
                }
                let (column, row) = (self.expr(column, &Type::Int), self.expr(row, &Type::Int));
                Some(self.cell_at(board, column, row))
            }
            _ => {
                self.error(
                    "indices",
                    at,
                    "an element on a board is named by its cell, or by column and row",
                );
                None
            }
        }
    }

    pub(super) fn cell_at(&self, board: usize, column: Expr, row: Expr) -> Expr {
        if let (Expr::Constant(column), Expr::Constant(row)) = (&column, &row) {
            let found = self.program.boards[board]
                .coordinates
                .iter()
                .position(|coordinates| *coordinates == (*column, *row));
            return Expr::Constant(found.map_or(NOWHERE, |cell| cell as i64));
        }
        Expr::CellAt {
            board,
            column: Box::new(column),
            row: Box::new(row),
        }
    }

    pub(super) fn field(&mut self, base: &Node, name: &Name, at: Span) -> Term {
        let term = self.term(base);
        let Some((cell, kind)) = self.scalar(term, base.at) else {
            return Term::Bad;
        };
        let Type::Cell(board) = kind else {
            let found = self.describe_type(&kind);
            self.error(
                "type",
                base.at,
                format!("only a cell has `.{}`; this is {found}", name.text),
            );
            return Term::Bad;
        };
        let coordinates = &self.program.boards[board].coordinates;
        let entries = match name.text.as_str() {
            "col" => coordinates.iter().map(|(column, _)| *column).collect(),
            "row" => coordinates.iter().map(|(_, row)| *row).collect(),
            _ => {
                self.error(
                    "unknown-field",
                    name.at,
                    format!("a cell has no `.{}`", name.text),
                )
                .help = Some("it has `.row` and `.col`".into());
                return Term::Bad;
            }
        };
        Term::Scalar(self.lookup(entries, cell, at), Type::Int)
    }
}
