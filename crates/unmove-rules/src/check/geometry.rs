//! The functions of the language that look at boards and maps.

use super::board::{FamilyKey, FromCharacter, MOST_CELLS, ORTHOGONAL};
use super::call::wrap;
use super::term::{Term, Type};
use super::{Checker, fold};
use crate::program::{Arithmetic, Comparison, DIRECTIONS, Domain, Expr, Set, Span};
use crate::syntax::{Name, Node, NodeKind};

impl Checker<'_> {
    pub(super) fn grid_term(
        &mut self,
        width: Option<i64>,
        height: Option<i64>,
        directions: Option<Vec<u8>>,
        at: Span,
    ) -> Term {
        let (Some(width), Some(height)) = (width, height) else {
            return Term::Bad;
        };
        let directions: Vec<usize> = match directions {
            Some(directions) => directions.into_iter().map(usize::from).collect(),
            None => ORTHOGONAL.into(),
        };
        match self.grid_of(width, height, &directions, at) {
            Some(board) => self.whole_board(board),
            None => Term::Bad,
        }
    }

    /// Directions that must be known now, by number.
    pub(super) fn known_directions(&mut self, node: &Node) -> Option<Vec<u8>> {
        let running = self.running(node)?;
        let super::term::Element::Scalar(Type::Direction) = running.element else {
            self.error("type", node.at, "expected a set of directions")
                .help = Some("for example `orthogonal`, `diagonal` or `{up, left, right}`".into());
            return None;
        };
        let Some(known) = running.known else {
            self.not_constant(node.at);
            return None;
        };
        Some(known.into_iter().map(|direction| direction as u8).collect())
    }

    /// The board that an expression is on: a board, an array over it or a map.
    pub(super) fn board_of(&mut self, node: &Node) -> Option<usize> {
        match self.term(node) {
            Term::Cells(_, board) => Some(board),
            Term::Map(map) => Some(self.maps[map].board),
            Term::Array(variable) => {
                if let crate::program::Shape::Cells { board, .. } =
                    self.program.variables[variable].shape
                {
                    Some(board)
                } else {
                    self.error("type", node.at, "this array has no board");
                    None
                }
            }
            Term::Bad => None,
            term => {
                let found = self.describe(&term);
                self.error("type", node.at, format!("expected a board, found {found}"));
                None
            }
        }
    }

    pub(super) fn lines_term(&mut self, board: &Node, length: &Node, at: Span) -> Term {
        let (Some(board), Some(length)) = (self.board_of(board), self.number(length)) else {
            return Term::Bad;
        };
        if self.program.boards[board].grid.is_none() {
            self.error("graph-direction", at, "a graph has no lines")
                .help = Some(
                "name them as sets: `some(L in …)` over a list of sets is not needed on grids"
                    .into(),
            );
            return Term::Bad;
        }
        if !(1..=MOST_CELLS).contains(&length) {
            self.error("lines", at, format!("there are no lines of {length} cells"));
            return Term::Bad;
        }
        let family = self.family(FamilyKey::Lines(board, length));
        let count = self.program.families[family].len();
        Term::Lines(family, board, count)
    }

    /// A cell, and the board it is on.
    pub(super) fn cell(&mut self, node: &Node) -> Option<(Expr, usize)> {
        let term = self.term(node);
        let (expr, kind) = self.scalar(term, node.at)?;
        match kind {
            Type::Cell(board) => Some((expr, board)),
            kind => {
                let found = self.describe_type(&kind);
                self.error("type", node.at, format!("expected a cell, found {found}"));
                None
            }
        }
    }

    pub(super) fn on_grid(&mut self, board: usize, at: Span) -> bool {
        let grid = self.program.boards[board].grid.is_some();
        if !grid {
            self.error("graph-direction", at, "a graph has no directions")
                .help = Some("use `neighbours(c)` and `adjacent(c, d)`".into());
        }
        grid
    }

    pub(super) fn family_of_cell(&mut self, cell: &Node, key: fn(usize) -> FamilyKey) -> Term {
        let Some((expr, board)) = self.cell(cell) else {
            return Term::Bad;
        };
        if key(board) == FamilyKey::Around(board) && !self.on_grid(board, cell.at) {
            return Term::Bad;
        }
        self.family_set(key(board), expr, board)
    }

    pub(super) fn adjacent(&mut self, left: &Node, right: &Node) -> Term {
        let Some((left, board)) = self.cell(left) else {
            return Term::Bad;
        };
        let right = self.expr(right, &Type::Cell(board));
        match self.family_set(FamilyKey::Neighbours(board), left, board) {
            Term::Cells(set, _) => match (&right, self.known_cells(&set)) {
                (Expr::Constant(cell), Some(cells)) => {
                    Term::truth(u32::try_from(*cell).is_ok_and(|cell| cells.contains(&cell)))
                }
                _ => Term::Scalar(Expr::In(Box::new(right), Box::new(set)), Type::Bool),
            },
            other => other,
        }
    }

    pub(super) fn ray(&mut self, cell: &Node, direction: &Node, at: Span) -> Term {
        let Some((expr, board)) = self.cell(cell) else {
            return Term::Bad;
        };
        if !self.on_grid(board, cell.at) {
            return Term::Bad;
        }
        let direction = self.expr(direction, &Type::Direction);
        let lists = self.family(FamilyKey::Rays(board));
        let ways = Expr::Constant(DIRECTIONS.len() as i64);
        // Below 0, and so nothing, for `nowhere`.
        let scaled = self.arithmetic_of(Arithmetic::Multiply, expr, ways, at);
        let Term::Scalar(scaled, _) = scaled else {
            return Term::Bad;
        };
        match self.arithmetic_of(Arithmetic::Add, scaled, direction, at) {
            Term::Scalar(index, _) => {
                Term::Domain(Domain::List { lists, index }, Type::Cell(board))
            }
            _ => Term::Bad,
        }
    }

    pub(super) fn between_cells(&mut self, left: &Node, right: &Node, at: Span) -> Term {
        let Some((first, board)) = self.cell(left) else {
            return Term::Bad;
        };
        if !self.on_grid(board, left.at) {
            return Term::Bad;
        }
        let second = self.expr(right, &Type::Cell(board));
        let size = self.program.boards[board].len() as i64;
        if size * size > 1_000_000 {
            self.error("too-large", at, "the board is too large for `between`")
                .help = Some("use `ray` on boards of more than 1,000 cells".into());
            return Term::Bad;
        }
        let (second, let_) = self.shared(second);
        let scaled = self.arithmetic_of(Arithmetic::Multiply, first, Expr::Constant(size), at);
        let Term::Scalar(scaled, _) = scaled else {
            return Term::Bad;
        };
        let Term::Scalar(index, _) =
            self.arithmetic_of(Arithmetic::Add, scaled, second.clone(), at)
        else {
            return Term::Bad;
        };
        // Nothing lies between a cell and nowhere.
        let index = fold::choose(
            fold::compare(Comparison::Less, second, Expr::Constant(0)),
            Expr::Constant(crate::program::NOWHERE),
            index,
        );
        let set = self.family_set(FamilyKey::Between(board), index, board);
        wrap(set, let_.into_iter().collect())
    }

    pub(super) fn slides(&mut self, cell: &Node, directions: &Node, blockers: &Node) -> Term {
        let Some((from, board)) = self.cell(cell) else {
            return Term::Bad;
        };
        if !self.on_grid(board, cell.at) {
            return Term::Bad;
        }
        let Some(directions) = self.known_directions(directions) else {
            return Term::Bad;
        };
        let blockers_term = self.term(blockers);
        let blockers = self.cells_of_board(blockers_term, board, blockers.at);
        Term::Cells(
            Set::Slides {
                board,
                from: Box::new(from),
                directions,
                blockers: Box::new(blockers),
            },
            board,
        )
    }

    pub(super) fn reach_set(&mut self, from: &Node, within: &Node) -> Term {
        let (first, second) = (self.term_or_cells(from), self.term_or_cells(within));
        let Some(board) = self.board_of_sets(&first, &second) else {
            if !matches!((&first, &second), (Term::Bad, _) | (_, Term::Bad)) {
                self.error("type", from.at, "expected sets of cells");
            }
            return Term::Bad;
        };
        let first = self.cells_of_board(first, board, from.at);
        let second = self.cells_of_board(second, board, within.at);
        Term::Cells(
            Set::Reach {
                board,
                from: Box::new(first),
                within: Box::new(second),
            },
            board,
        )
    }

    pub(super) fn offset(&mut self, cell: &Node, dx: &Node, dy: &Node, at: Span) -> Term {
        let Some((expr, board)) = self.cell(cell) else {
            return Term::Bad;
        };
        let (Some(dx), Some(dy)) = (self.number(dx), self.number(dy)) else {
            return Term::Bad;
        };
        // One entry more, in front, for `nowhere`.
        let places = self.program.boards[board].coordinates.clone();
        let mut entries = vec![crate::program::NOWHERE];
        for (column, row) in &places {
            let to = (column.saturating_add(dx), row.saturating_add(dy));
            let found = places.iter().position(|place| *place == to);
            entries.push(found.map_or(crate::program::NOWHERE, |cell| cell as i64));
        }
        match self.arithmetic_of(Arithmetic::Add, expr, Expr::Constant(1), at) {
            Term::Scalar(index, _) => {
                Term::Scalar(self.lookup(entries, index, at), Type::Cell(board))
            }
            _ => Term::Bad,
        }
    }

    pub(super) fn method(
        &mut self,
        base: &Node,
        name: &Name,
        arguments: &[Node],
        at: Span,
    ) -> Term {
        let term = self.term(base);
        let Term::Map(map) = term else {
            if !matches!(term, Term::Bad) {
                let found = self.describe(&term);
                self.error(
                    "type",
                    base.at,
                    format!("only a map has `.{}`; this is {found}", name.text),
                );
            }
            return Term::Bad;
        };
        let (all, [argument]) = (name.text == "findall", arguments) else {
            self.error(
                "arguments",
                at,
                "a map is searched for one character: `map.find('X')`",
            );
            return Term::Bad;
        };
        if !all && name.text != "find" {
            self.error(
                "unknown-field",
                name.at,
                format!("a map has no `.{}`", name.text),
            )
            .help = Some("it has `.find('X')` and `.findall('X')`".into());
            return Term::Bad;
        }
        let Expr::Constant(wanted) = self.expr(argument, &Type::Character) else {
            self.not_constant(argument.at);
            return Term::Bad;
        };
        let (board, table) = (self.maps[map].board, self.maps[map].table);
        let cells: Vec<usize> = self.program.tables[table]
            .iter()
            .enumerate()
            .filter(|(_, character)| **character == wanted)
            .map(|(cell, _)| cell)
            .collect();
        if all {
            return self.cells_term(cells, board);
        }
        if let [cell] = cells.as_slice() {
            return Term::Scalar(Expr::Constant(*cell as i64), Type::Cell(board));
        }
        let character = match &argument.kind {
            NodeKind::Character(character) => *character,
            _ => u32::try_from(wanted)
                .ok()
                .and_then(char::from_u32)
                .unwrap_or('?'),
        };
        debug_assert_eq!(i64::from_char(character), wanted);
        let found = cells.len();
        self.error(
            "find",
            at,
            format!("the map has {found} cells with '{character}', and `find` is for exactly one"),
        )
        .help = Some("use `findall` for a set of any number".into());
        Term::Bad
    }
}
