//! Declared symmetries.

use super::Checker;
use crate::program::{Span, Symmetry};
use crate::syntax::{Name, SymmetryNode};

impl Checker<'_> {
    pub(super) fn symmetry(&mut self, symmetry: &SymmetryNode, at: Span) {
        match symmetry {
            SymmetryNode::Named(name) => self.named_symmetry(name, at),
            SymmetryNode::Cycles(cycles) => self.permutation(cycles, at),
        }
    }

    pub(super) fn named_symmetry(&mut self, name: &Name, at: Span) {
        let boards = self.boards_of_state();
        let square = boards.iter().all(|board| {
            self.program.boards[*board]
                .grid
                .is_some_and(|(width, height)| width == height)
        });
        let generators: &[&str] = match name.text.as_str() {
            "dihedral" if square => &["mirror", "transpose"],
            "dihedral" => &["mirror", "flip"],
            "rotations" if square => &["quarter_turn"],
            "rotations" | "half_turn" => &["half_turn"],
            "mirror" => &["mirror"],
            "flip" => &["flip"],
            "transpose" => &["transpose"],
            _ => {
                let known = [
                    "dihedral",
                    "rotations",
                    "half_turn",
                    "mirror",
                    "flip",
                    "transpose",
                ];
                let near = crate::nearest::nearest(&name.text, known).map(str::to_string);
                let fault = self.error(
                    "unknown-symmetry",
                    name.at,
                    format!("`{}` is no symmetry", name.text),
                );
                fault.help = Some(match near {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => format!("the symmetries are {}", known.join(", ")),
                });
                return;
            }
        };
        if boards
            .iter()
            .any(|board| self.program.boards[*board].grid.is_none())
        {
            self.error("symmetry", at, "a graph has no such symmetry")
                .help = Some("write the permutation of its cells: `symmetry (a b)(c d)`".into());
            return;
        }
        if boards.is_empty() {
            self.error(
                "symmetry",
                at,
                "the state has no board that could be turned",
            );
            return;
        }
        if generators.contains(&"transpose") && !square {
            self.error("symmetry", at, "only a square board can be transposed");
            return;
        }
        for generator in generators {
            let cells = (0..self.program.boards.len())
                .map(|board| {
                    boards
                        .contains(&board)
                        .then(|| self.image(board, generator))
                        .flatten()
                })
                .collect();
            self.program.symmetries.push(Symmetry {
                name: (*generator).replace('_', " "),
                cells,
                at,
            });
        }
    }

    /// Where a symmetry takes the cells of a grid.
    pub(super) fn image(&self, board: usize, generator: &str) -> Option<Vec<u32>> {
        let (width, height) = self.program.boards[board].grid?;
        let place = |column: u32, row: u32| match generator {
            "mirror" => (width - 1 - column, row),
            "flip" => (column, height - 1 - row),
            "half_turn" => (width - 1 - column, height - 1 - row),
            "quarter_turn" => (height - 1 - row, column),
            _ => (row, column),
        };
        let cells = (0..height).flat_map(|row| (0..width).map(move |column| (column, row)));
        Some(
            cells
                .map(|(column, row)| {
                    let (column, row) = place(column, row);
                    row * width + column
                })
                .collect(),
        )
    }

    pub(super) fn boards_of_state(&self) -> Vec<usize> {
        let mut boards = Vec::new();
        for variable in &self.program.variables {
            let of_shape = match &variable.shape {
                crate::program::Shape::Cells { board, .. } => Some(*board),
                _ => None,
            };
            let of_kind = match &variable.kind {
                crate::program::Kind::Cell { board, .. }
                | crate::program::Kind::Set { board, .. } => Some(*board),
                _ => None,
            };
            boards.extend(of_shape.into_iter().chain(of_kind));
        }
        boards.sort_unstable();
        boards.dedup();
        boards
    }

    pub(super) fn permutation(&mut self, cycles: &[Vec<Name>], at: Span) {
        let Some(first) = cycles.iter().flatten().next() else {
            self.error("symmetry", at, "this permutation moves nothing");
            return;
        };
        let board = self
            .program
            .boards
            .iter()
            .position(|board| board.names.contains(&first.text));
        let Some(board) = board else {
            self.unknown_name(&first.text, first.at, "a cell of a board");
            return;
        };
        let names = self.program.boards[board].names.clone();
        let mut image: Vec<u32> = (0..names.len() as u32).collect();
        let mut seen: Vec<usize> = Vec::new();
        for cycle in cycles {
            let mut places = Vec::new();
            for name in cycle {
                let Some(place) = names.iter().position(|known| *known == name.text) else {
                    self.unknown_name(&name.text, name.at, "a cell of this board");
                    return;
                };
                if seen.contains(&place) {
                    self.error(
                        "symmetry",
                        name.at,
                        format!("`{}` stands twice in this permutation", name.text),
                    );
                    return;
                }
                seen.push(place);
                places.push(place);
            }
            for (number, place) in places.iter().enumerate() {
                image[*place] = places[(number + 1) % places.len()] as u32;
            }
        }
        let mut cells = vec![None; self.program.boards.len()];
        cells[board] = Some(image);
        self.program.symmetries.push(Symmetry {
            name: "permutation".into(),
            cells,
            at,
        });
    }
}
