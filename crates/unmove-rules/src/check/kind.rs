//! The types of state variables.

use super::Checker;
use super::board::ORTHOGONAL;
use super::term::{Term, Type};
use crate::program::{Expr, Kind, Shape, Span};
use crate::syntax::{Node, NodeKind, StateNode, TypeNode};

/// The most elements an array may have.
const MOST_ELEMENTS: i64 = 10_000;

impl Checker<'_> {
    pub(super) fn shape(&mut self, node: &StateNode) -> Option<Shape> {
        match node.dimensions.as_slice() {
            [] => Some(Shape::Single),
            [only] => {
                if is_player(only) {
                    if self.program.players.is_none() {
                        self.error("no-players", only.at, "this game names no players");
                        return None;
                    }
                    return Some(Shape::Players);
                }
                match self.term(only) {
                    Term::Scalar(Expr::Constant(length), Type::Int) => {
                        self.list_shape(length, only.at)
                    }
                    Term::Map(map) => {
                        let board = self.maps[map].board;
                        let cells = (0..self.program.boards[board].len() as u32).collect();
                        Some(Shape::Cells { board, cells })
                    }
                    Term::Cells(set, board) => {
                        let Some(cells) = self.known_cells(&set) else {
                            self.not_constant(only.at);
                            return None;
                        };
                        Some(Shape::Cells { board, cells })
                    }
                    Term::Bad => None,
                    term => {
                        let found = self.describe(&term);
                        self.error(
                            "dimension",
                            only.at,
                            format!("expected a length, a board or `player`, found {found}"),
                        );
                        None
                    }
                }
            }
            [player, length] if is_player(player) => {
                if self.program.players.is_none() {
                    self.error("no-players", player.at, "this game names no players");
                    return None;
                }
                let each = self.number(length)?;
                let shape = self.list_shape(each.saturating_mul(2), length.at)?;
                // The variable is the next to be declared.
                self.sides.insert(self.program.variables.len(), each);
                Some(shape)
            }
            [width, height] => {
                let at = Span {
                    start: width.at.start,
                    end: height.at.end,
                };
                let (width, height) = (self.number(width)?, self.number(height)?);
                let board = self.grid_of(width, height, &ORTHOGONAL, at)?;
                let cells = (0..self.program.boards[board].len() as u32).collect();
                Some(Shape::Cells { board, cells })
            }
            _ => {
                self.error(
                    "dimension",
                    node.name.at,
                    "an array has one or two dimensions",
                );
                None
            }
        }
    }

    pub(super) fn list_shape(&mut self, length: i64, at: Span) -> Option<Shape> {
        if (1..=MOST_ELEMENTS).contains(&length) {
            return Some(Shape::List(length as u32));
        }
        self.error(
            "dimension",
            at,
            format!("a list of {length} elements cannot be"),
        )
        .help = Some(format!("it has 1 to {MOST_ELEMENTS} elements"));
        None
    }

    pub(super) fn kind(&mut self, node: &TypeNode, at: Span) -> Option<Kind> {
        match node {
            TypeNode::Bool => Some(Kind::Bool),
            TypeNode::Player => {
                if self.program.players.is_none() {
                    self.error("no-players", at, "this game names no players")
                        .help = Some("name them first: `players Left, Right`".into());
                    return None;
                }
                Some(Kind::Player)
            }
            TypeNode::Range(low, high) => {
                let (low, high) = (self.number(low)?, self.number(high)?);
                if low > high {
                    self.error(
                        "empty-range",
                        at,
                        format!("the range {low}..{high} holds no number"),
                    );
                    return None;
                }
                if high.checked_sub(low).is_none_or(|span| span >= 1 << 62) {
                    self.error("empty-range", at, "this range is too wide");
                    return None;
                }
                Some(Kind::Range(low, high))
            }
            TypeNode::Names(names) => {
                for (number, name) in names.iter().enumerate() {
                    if let Some(earlier) = names[..number]
                        .iter()
                        .find(|earlier| earlier.text == name.text)
                    {
                        let earlier = earlier.at;
                        let fault = crate::diagnostic::Diagnostic::error(
                            "defined-twice",
                            name.at,
                            format!("`{}` stands twice in this type", name.text),
                        )
                        .also(earlier, "first here");
                        self.report(fault);
                        return None;
                    }
                }
                if names.is_empty() {
                    self.error("empty-range", at, "a type of names needs a name");
                    return None;
                }
                Some(Kind::Names(
                    names.iter().map(|name| name.text.clone()).collect(),
                ))
            }
            TypeNode::Cells(node, nowhere) => {
                let (board, cells) = self.type_cells(node)?;
                if cells.is_empty() && !nowhere {
                    self.error(
                        "empty-range",
                        at,
                        "there is no cell here that it could stand on",
                    );
                    return None;
                }
                Some(Kind::Cell {
                    board,
                    cells,
                    nowhere: *nowhere,
                })
            }
            TypeNode::Set(size, node) => self.set_kind(size.as_ref(), node, at),
        }
    }

    pub(super) fn set_kind(
        &mut self,
        size: Option<&(Node, Option<Node>)>,
        node: &Node,
        at: Span,
    ) -> Option<Kind> {
        let (board, cells) = self.type_cells(node)?;
        let all = cells.len() as i64;
        let (least, most) = match size {
            None => (0, all),
            Some((first, None)) => {
                let number = self.number(first)?;
                (number, number)
            }
            Some((first, Some(last))) => (self.number(first)?, self.number(last)?),
        };
        if least < 0 || least > most || least > all {
            self.error(
                "empty-range",
                at,
                if least == most {
                    format!("{least} cells cannot be taken of {all}")
                } else {
                    format!("{least} to {most} cells cannot be taken of {all}")
                },
            );
            return None;
        }
        Some(Kind::Set {
            board,
            cells,
            least: least as u32,
            most: most.min(all) as u32,
        })
    }

    /// The cells that a type names.
    pub(super) fn type_cells(&mut self, node: &Node) -> Option<(usize, Vec<u32>)> {
        let term = match self.term(node) {
            Term::Map(map) => {
                let board = self.maps[map].board;
                self.whole_board(board)
            }
            Term::Array(variable) => self.indices(variable),
            term => term,
        };
        match term {
            Term::Cells(set, board) => {
                let Some(cells) = self.known_cells(&set) else {
                    self.not_constant(node.at);
                    return None;
                };
                Some((board, cells))
            }
            Term::Bad => None,
            Term::Symbol(name) => {
                self.unknown_name(&name, node.at, "a type or a set of cells");
                None
            }
            term => {
                let found = self.describe(&term);
                self.error("type", node.at, format!("expected a type, found {found}"))
                    .help = Some(
                    "a type is `LOW..HIGH`, `{a, b}`, `bool`, `player`, cells, or `set of` cells"
                        .into(),
                );
                None
            }
        }
    }
}

fn is_player(dimension: &Node) -> bool {
    matches!(&dimension.kind, NodeKind::Name(name) if name == "player")
}
