//! Declarations: parameters, players, constants, helper functions, boards and the state.

use super::term::{Term, Type};
use super::{Checker, Function, Meaning, Turn};
use crate::program::{Kind, Shape, Span, Variable};
use crate::syntax::{Item, Name, Node, StateNode};

impl Checker<'_> {
    /// Declares what the statement declares.
    pub(super) fn declare(&mut self, item: &Item) {
        match item {
            Item::Players(first, second) => self.players(first, second),
            Item::Let(name, node) => {
                let term = self.term(node);
                let term = self.constant_term(term, node.at);
                self.define(name, Meaning::Constant(term));
            }
            Item::Cells(name, node) => self.cells(name, node),
            Item::Graph(name, lines) => self.graph(name, lines),
            Item::Def(name, arguments, body) => {
                self.functions.push(Function {
                    name: name.clone(),
                    arguments: arguments.clone(),
                    body: body.clone(),
                });
                let function = self.functions.len() - 1;
                self.define(name, Meaning::Function(function));
            }
            Item::State(variables) => {
                for variable in variables {
                    self.state_variable(variable);
                }
            }
            Item::Unordered(names, at) => self.unordered(names, *at),
            _ => {}
        }
    }

    fn players(&mut self, first: &Name, second: &Name) {
        if self.program.players.is_some() {
            self.error("defined-twice", first.at, "the players are named twice");
            return;
        }
        if first.text == second.text {
            self.error("players", second.at, "the two players need different names");
            return;
        }
        for (number, name) in [first, second].into_iter().enumerate() {
            if super::expression::WORDS.contains(&name.text.as_str()) {
                self.error(
                    "taken-name",
                    name.at,
                    format!("`{}` has a meaning in the language already", name.text),
                );
            }
            self.symbol(&name.text, Type::Player, number as i64);
        }
        self.program.players = Some([first.text.clone(), second.text.clone()]);
    }

    fn cells(&mut self, name: &Name, node: &Node) {
        let term = match self.term(node) {
            Term::Map(map) => {
                let board = self.maps[map].board;
                self.whole_board(board)
            }
            Term::Set(items) => self.cells_written_out(items, node.at),
            term => term,
        };
        let term = match term {
            Term::Cells(..) => self.constant_term(term, node.at),
            Term::Bad => Term::Bad,
            term => {
                let found = self.describe(&term);
                self.error(
                    "type",
                    node.at,
                    format!("expected a set of cells, found {found}"),
                )
                .help = Some("for example `{c in map: map[c] != '#'}` or `grid(8, 8)`".into());
                Term::Bad
            }
        };
        self.define(name, Meaning::Constant(term));
    }

    /// Cells written out by their names, if these are of a board.
    fn cells_written_out(&mut self, items: Vec<Term>, at: Span) -> Term {
        let board = items.iter().find_map(|item| match item {
            Term::Symbol(name) => match self.natural(name) {
                Some((Type::Cell(board), _)) => Some(board),
                _ => None,
            },
            _ => None,
        });
        match board {
            Some(board) => Term::Cells(self.cells_of_board(Term::Set(items), board, at), board),
            None => Term::Set(items),
        }
    }

    fn state_variable(&mut self, node: &StateNode) {
        let kind = self.kind(&node.kind, node.kind_at);
        let shape = self.shape(node);
        let (Some(kind), Some(shape)) = (kind, shape) else {
            // Declared all the same, so that its uses are no faults of their own.
            self.define(&node.name, Meaning::Constant(Term::Bad));
            return;
        };
        let elements = match &shape {
            Shape::Single => 1,
            Shape::List(length) => *length,
            Shape::Cells { board, .. } => self.program.boards[*board].len() as u32,
            Shape::Players => 2,
        };
        let width = match &kind {
            Kind::Set { board, .. } => self.program.boards[*board].words() as u32,
            _ => 1,
        };
        if matches!(kind, Kind::Set { .. }) && shape != Shape::Single {
            self.error(
                "array-of-sets",
                node.kind_at,
                "the elements of an array are single values, not sets",
            )
            .help = Some("use one variable for each set".into());
            self.define(&node.name, Meaning::Constant(Term::Bad));
            return;
        }
        if let Kind::Names(names) = &kind {
            let number = self.names_type(names);
            for (value, name) in names.iter().enumerate() {
                self.symbol(name, Type::Names(number), value as i64);
            }
        }
        let number = self.program.variables.len();
        self.program.variables.push(Variable {
            name: node.name.text.clone(),
            at: node.name.at,
            shape,
            kind,
            register: self.program.state,
            width: elements * width,
        });
        self.program.state += elements * width;
        self.initial.resize(self.program.state as usize, None);
        self.define(&node.name, Meaning::Variable(number));
        match &node.initial {
            Some(initial) => self.initial_value(number, initial),
            None => self.holes(number),
        }
    }

    fn unordered(&mut self, names: &[Name], at: Span) {
        let mut registers = Vec::new();
        let mut first: Option<Kind> = None;
        for name in names {
            let Some(number) = self.variable_named(&name.text) else {
                self.unknown_name(&name.text, name.at, "a state variable declared above");
                return;
            };
            let variable = &self.program.variables[number];
            if variable.shape == Shape::Players || self.sides.contains_key(&number) {
                self.error(
                    "unordered",
                    name.at,
                    "what belongs to two players cannot be exchanged",
                )
                .help = Some("leave it in order: it says whose it is".into());
                return;
            }
            let kind = variable.kind.clone();
            let same = first.as_ref().is_none_or(|first| *first == kind);
            if matches!(kind, Kind::Set { .. }) || !same {
                self.error(
                    "unordered",
                    name.at,
                    "only variables of one type can be exchanged, and no sets",
                );
                return;
            }
            let offsets: Vec<u32> = match &variable.shape {
                Shape::Cells { cells, .. } => cells.clone(),
                _ => (0..variable.width).collect(),
            };
            registers.extend(offsets.into_iter().map(|offset| variable.register + offset));
            first = Some(kind);
        }
        if registers.len() < 2 {
            self.error(
                "unordered",
                at,
                "`unordered` needs two variables, or an array",
            );
            return;
        }
        self.program.unordered.push(registers);
    }

    /// Runs a part of the check in which the position's players may be named.
    pub(super) fn during<T>(&mut self, turn: Turn, part: impl FnOnce(&mut Self) -> T) -> T {
        let outer = std::mem::replace(&mut self.turn, turn);
        let result = part(self);
        self.turn = outer;
        result
    }
}
