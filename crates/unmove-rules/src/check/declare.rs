//! Declarations: parameters, players, constants, helper functions, boards and the state.

use super::term::{Term, Type};
use super::{Checker, Function, Meaning, Turn};
use crate::diagnostic::Origin;
use crate::parse;
use crate::program::{Expr, Kind, Shape, Span, Variable};
use crate::syntax::{Item, Name, Node, NodeKind, StateNode, TypeNode};

/// The most elements an array may have.
const MOST_ELEMENTS: i64 = 10_000;

impl Checker<'_> {
    /// The parameters, with the values set from outside.
    pub(super) fn parameters(&mut self, parameters: &[(Name, Node)]) {
        for (number, (name, _)) in self.request.settings.iter().enumerate() {
            if !parameters.iter().any(|(known, _)| known.text == *name) {
                self.unknown_setting(number, name, parameters);
            }
        }
        for (name, default) in parameters {
            let setting = self
                .request
                .settings
                .iter()
                .enumerate()
                .rev()
                .find(|(_, (set, _))| *set == name.text);
            let term = match setting {
                Some((number, (_, value))) => self.setting(number, value, default),
                None => self.parameter_default(default),
            };
            self.define(name, Meaning::Constant(term));
        }
    }

    fn unknown_setting(&mut self, number: usize, name: &str, parameters: &[(Name, Node)]) {
        let names: Vec<&str> = parameters
            .iter()
            .map(|(name, _)| name.text.as_str())
            .collect();
        let near = crate::nearest::nearest(name, names.iter().copied()).map(str::to_string);
        let help = match (near, names.is_empty()) {
            (Some(near), _) => format!("did you mean `{near}`?"),
            (None, true) => "the game has no parameters".to_string(),
            (None, false) => format!("its parameters are {}", names.join(", ")),
        };
        self.origin = Origin::Setting(number);
        let message = format!("the game has no parameter `{name}`");
        self.error("unknown-parameter", Span::default(), message)
            .help = Some(help);
        self.origin = Origin::Rules;
    }

    fn parameter_default(&mut self, default: &Node) -> Term {
        if let NodeKind::File(path) = &default.kind {
            return self.map_file(path, default.at);
        }
        let term = self.term(default);
        self.constant_term(term, default.at)
    }

    /// A term that holds nothing that changes in play.
    fn constant_term(&mut self, term: Term, at: Span) -> Term {
        let changes = match &term {
            Term::Scalar(expr, _) => !matches!(expr, Expr::Constant(_)),
            Term::Range(low, high) => {
                !matches!((low, high), (Expr::Constant(_), Expr::Constant(_)))
            }
            Term::Cells(set, _) => self.known_cells(set).is_none(),
            Term::Array(_) => true,
            Term::Domain(domain, _) => !matches!(domain, crate::program::Domain::Values(_)),
            Term::Set(items) | Term::List(items) => {
                let items = items.clone();
                return if items
                    .into_iter()
                    .any(|item| matches!(self.constant_term(item, at), Term::Bad))
                {
                    Term::Bad
                } else {
                    term
                };
            }
            _ => false,
        };
        if changes {
            self.not_constant(at);
            return Term::Bad;
        }
        term
    }

    fn map_file(&mut self, path: &str, at: Span) -> Term {
        match (self.request.read)(path, self.origin.clone()) {
            Ok(text) => self.map(&text, at),
            Err(why) => {
                self.error(
                    "file",
                    at,
                    format!("the file `{path}` cannot be read: {why}"),
                );
                Term::Bad
            }
        }
    }

    /// A parameter's value given from outside, which must be of the default's sort.
    fn setting(&mut self, number: usize, value: &str, default: &Node) -> Term {
        self.origin = Origin::Setting(number);
        let whole = Span {
            start: 0,
            end: value.len() as u32,
        };
        let term = match &default.kind {
            NodeKind::File(_) | NodeKind::Map(_) => self.map_setting(value, whole),
            NodeKind::Text(_) if !value.trim_start().starts_with('"') => {
                Term::Text(value.to_string())
            }
            _ => match parse::value(value) {
                Ok(node) => {
                    let term = self.term(&node);
                    self.constant_term(term, whole)
                }
                Err(faults) => {
                    for fault in faults {
                        self.report(fault);
                    }
                    Term::Bad
                }
            },
        };
        self.origin = Origin::Rules;
        let errors = self.errors();
        let expected = self.term(default);
        if self.errors() > errors || same_sort(&term, &expected) {
            return term;
        }
        let (found, expected) = (self.describe(&term), self.describe(&expected));
        self.origin = Origin::Setting(number);
        self.error(
            "parameter-type",
            whole,
            format!("expected {expected}, found {found}"),
        );
        self.origin = Origin::Rules;
        Term::Bad
    }

    /// A map is set by a file's path, or written out as in the rules.
    fn map_setting(&mut self, value: &str, whole: Span) -> Term {
        if let Ok(node) = parse::value(value) {
            match node.kind {
                NodeKind::Map(text) => return self.map(&text, whole),
                NodeKind::File(path) => return self.map_file(&path, whole),
                _ => {}
            }
        }
        self.map_file(value, whole)
    }

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

    fn shape(&mut self, node: &StateNode) -> Option<Shape> {
        match node.dimensions.as_slice() {
            [] => Some(Shape::Single),
            [only] => {
                if matches!(&only.kind, NodeKind::Name(name) if name == "player") {
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
            [width, height] => {
                let at = Span {
                    start: width.at.start,
                    end: height.at.end,
                };
                let (width, height) = (self.number(width)?, self.number(height)?);
                let board = self.grid_of(width, height, at)?;
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

    fn list_shape(&mut self, length: i64, at: Span) -> Option<Shape> {
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

    fn kind(&mut self, node: &TypeNode, at: Span) -> Option<Kind> {
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

    fn set_kind(
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
                format!("no set of {least} to {most} of {all} cells can be"),
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
    fn type_cells(&mut self, node: &Node) -> Option<(usize, Vec<u32>)> {
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

    fn unordered(&mut self, names: &[Name], at: Span) {
        let mut registers = Vec::new();
        let mut first: Option<Kind> = None;
        for name in names {
            let Some(super::Global {
                meaning: Meaning::Variable(number),
                ..
            }) = self.globals.get(&name.text)
            else {
                self.unknown_name(&name.text, name.at, "a state variable declared above");
                return;
            };
            let variable = &self.program.variables[*number];
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

/// Whether two constants are of one sort, so that one can stand for the other.
fn same_sort(left: &Term, right: &Term) -> bool {
    match (left, right) {
        (Term::Bad, _) | (_, Term::Bad) => true,
        (Term::Scalar(_, left), Term::Scalar(_, right)) => left == right,
        (Term::Set(_) | Term::Range(..), Term::Set(_) | Term::Range(..))
        | (Term::List(_), Term::List(_))
        | (Term::Text(_), Term::Text(_))
        | (Term::Map(_), Term::Map(_)) => true,
        _ => false,
    }
}
