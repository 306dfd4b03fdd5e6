//! Calls: the functions of the language, and the rules' own, which are put in where they are called.

use super::board::{FamilyKey, FromCharacter, MOST_CELLS};
use super::term::{Term, Type};
use super::{Checker, fold};
use crate::program::{Arithmetic, Comparison, DIRECTIONS, Domain, Expr, Kind, Register, Set, Span};
use crate::syntax::{Name, Node, NodeKind};

/// The functions of the language.
pub(super) const FUNCTIONS: [&str; 21] = [
    "abs",
    "adjacent",
    "all",
    "around",
    "between",
    "count",
    "first",
    "full",
    "grid",
    "len",
    "lines",
    "max",
    "min",
    "neighbours",
    "offset",
    "ray",
    "reach",
    "slides",
    "some",
    "sum",
    "xor",
];

/// How deep helper functions may call each other.
const DEEPEST_CALL: usize = 40;

impl Checker<'_> {
    pub(super) fn call(&mut self, name: &Name, arguments: &[Node], at: Span) -> Term {
        if let Some(super::Global {
            meaning: super::Meaning::Function(function),
            ..
        }) = self.globals.get(&name.text)
        {
            let function = *function;
            let terms = arguments
                .iter()
                .map(|argument| self.term(argument))
                .collect();
            return self.apply(function, terms, at);
        }
        match (name.text.as_str(), arguments) {
            ("min" | "max", [list]) => self.extreme_of_list(name, list, at),
            ("min" | "max", [_, _, ..]) => self.extreme(name, arguments),
            ("sum", [list]) => self.sum_of_list(list, at),
            ("abs", [number]) => self.absolute(number, at),
            ("xor", [left, right]) => {
                let (left, right) = (self.expr(left, &Type::Int), self.expr(right, &Type::Int));
                self.arithmetic_of(Arithmetic::Xor, left, right, at)
            }
            ("count" | "len", [collection]) => self.size_of(collection),
            ("full", [array]) => self.full(array, at),
            ("grid", [width, height]) => {
                let (width, height) = (self.number(width), self.number(height));
                self.grid_term(width, height, None, at)
            }
            ("grid", [width, height, directions]) => {
                let (width, height) = (self.number(width), self.number(height));
                let directions = self.known_directions(directions);
                self.grid_term(width, height, directions, at)
            }
            ("lines", [board, length]) => self.lines_term(board, length, at),
            ("neighbours", [cell]) => self.family_of_cell(cell, FamilyKey::Neighbours),
            ("around", [cell]) => self.family_of_cell(cell, FamilyKey::Around),
            ("adjacent", [left, right]) => self.adjacent(left, right),
            ("ray", [cell, direction]) => self.ray(cell, direction, at),
            ("between", [left, right]) => self.between_cells(left, right, at),
            ("slides", [cell, directions, blockers]) => self.slides(cell, directions, blockers),
            ("reach", [from, within]) => self.reach_set(from, within),
            ("offset", [cell, dx, dy]) => self.offset(cell, dx, dy, at),
            (known, _) if FUNCTIONS.contains(&known) => {
                let found = arguments.len();
                self.error(
                    "arguments",
                    at,
                    format!("`{known}` does not take {found} arguments"),
                )
                .help = Some("docs/rules.md lists the functions and what they take".into());
                Term::Bad
            }
            (unknown, _) => {
                let taken = self.globals.contains_key(unknown);
                if taken {
                    self.error(
                        "not-a-function",
                        name.at,
                        format!("`{unknown}` is not a function"),
                    );
                } else {
                    self.unknown_name(unknown, name.at, "a function");
                }
                Term::Bad
            }
        }
    }

    /// Puts a helper function in where it is called.
    pub(super) fn apply(&mut self, function: usize, arguments: Vec<Term>, at: Span) -> Term {
        let (name, takes) = {
            let function = &self.functions[function];
            (function.name.text.clone(), function.arguments.len())
        };
        if arguments.len() != takes {
            let found = arguments.len();
            self.error(
                "arguments",
                at,
                format!("`{name}` takes {takes} arguments, found {found}"),
            );
            return Term::Bad;
        }
        if self.calls >= DEEPEST_CALL {
            self.error("recursive", at, format!("`{name}` calls itself"))
                .help = Some("helper functions cannot be recursive".into());
            return Term::Bad;
        }
        let (result, lets) = self.put_in(function, arguments.clone(), true);
        if lets.is_empty() || can_wrap(&result) {
            return wrap(result, lets);
        }
        self.put_in(function, arguments, false).0
    }

    /// The body of a helper function with its arguments bound; with `once`, what an argument is
    /// worked out to is kept in a local, which must be set around the body.
    fn put_in(
        &mut self,
        function: usize,
        arguments: Vec<Term>,
        once: bool,
    ) -> (Term, Vec<(Register, Expr)>) {
        let mut lets: Vec<(Register, Expr)> = Vec::new();
        let outer_visible = self.visible;
        let outer_locals = self.locals.len();
        let names: Vec<Name> = self.functions[function].arguments.clone();
        let mut bound = Vec::new();
        for (argument, term) in names.iter().zip(arguments) {
            let term = match term {
                // Worked out once, however often the function uses it.
                Term::Scalar(expr, kind)
                    if once && !matches!(expr, Expr::Constant(_) | Expr::Register(_)) =>
                {
                    let local = self.allocate(1);
                    lets.push((local, expr));
                    Term::Scalar(Expr::Register(local), kind)
                }
                term => term,
            };
            bound.push((argument.text.clone(), term));
        }
        self.visible = outer_locals;
        for (name, term) in bound {
            self.bind(&name, term, None);
        }
        self.calls += 1;
        let body = self.functions[function].body.clone();
        let result = self.term(&body);
        self.calls -= 1;
        self.locals.truncate(outer_locals);
        self.visible = outer_visible;
        (result, lets)
    }

    fn extreme_of_list(&mut self, name: &Name, list: &Node, at: Span) -> Term {
        let term = self.term(list);
        let items = match term {
            Term::List(items) | Term::Set(items) => items,
            Term::Array(variable) => {
                let kind = self.program.variables[variable].kind.clone();
                if !matches!(kind, Kind::Range(..)) {
                    let found = self.describe(&Term::Array(variable));
                    self.error("type", list.at, format!("expected numbers, found {found}"));
                    return Term::Bad;
                }
                return self.fold_of_array(variable, &name.text, at);
            }
            Term::Bad => return Term::Bad,
            term => vec![term],
        };
        let terms: Vec<(Term, Span)> = items.into_iter().map(|item| (item, list.at)).collect();
        if terms.is_empty() {
            self.error("empty", at, format!("`{}` of nothing", name.text));
            return Term::Bad;
        }
        self.extreme_of(name, terms)
    }

    fn extreme(&mut self, name: &Name, arguments: &[Node]) -> Term {
        let terms = arguments
            .iter()
            .map(|argument| (self.term(argument), argument.at))
            .collect();
        self.extreme_of(name, terms)
    }

    fn extreme_of(&mut self, name: &Name, terms: Vec<(Term, Span)>) -> Term {
        let mut best: Option<Expr> = None;
        for (term, at) in terms {
            let next = self.coerce(term, &Type::Int, at);
            best = Some(match best {
                None => next,
                Some(best) => {
                    let (best, best_let) = self.shared(best);
                    let (next, next_let) = self.shared(next);
                    let condition = if name.text == "min" {
                        fold::compare(Comparison::AtMost, best.clone(), next.clone())
                    } else {
                        fold::compare(Comparison::AtMost, next.clone(), best.clone())
                    };
                    let choice = fold::choose(condition, best, next);
                    let lets = best_let.into_iter().chain(next_let).collect();
                    match wrap(Term::Scalar(choice, Type::Int), lets) {
                        Term::Scalar(expr, _) => expr,
                        _ => Expr::Constant(0),
                    }
                }
            });
        }
        match best {
            Some(best) => Term::Scalar(best, Type::Int),
            None => Term::Bad,
        }
    }

    /// An expression that can be used twice, and the local it needs for that.
    fn shared(&mut self, expr: Expr) -> (Expr, Option<(Register, Expr)>) {
        if matches!(expr, Expr::Constant(_) | Expr::Register(_)) {
            return (expr, None);
        }
        let local = self.allocate(1);
        (Expr::Register(local), Some((local, expr)))
    }

    fn fold_of_array(&mut self, variable: usize, name: &str, at: Span) -> Term {
        use crate::program::Fold;
        let fold = match name {
            "min" => Fold::Least,
            "max" => Fold::Greatest,
            _ => Fold::Sum,
        };
        let indices = self.indices(variable);
        let domain = match indices {
            Term::Range(low, high) => Domain::Range(low, high),
            Term::Cells(set, _) => Domain::Cells(set),
            Term::Domain(domain, _) => domain,
            _ => return Term::Bad,
        };
        let local = self.allocate(1);
        Term::Scalar(
            Expr::Fold {
                fold,
                local,
                domain: Box::new(domain),
                body: Box::new(Expr::Element {
                    variable,
                    index: Box::new(Expr::Register(local)),
                    at,
                }),
                at,
            },
            Type::Int,
        )
    }

    fn sum_of_list(&mut self, list: &Node, at: Span) -> Term {
        match self.term(list) {
            Term::List(items) | Term::Set(items) => {
                let mut total = Expr::Constant(0);
                for item in items {
                    let next = self.coerce(item, &Type::Int, list.at);
                    match self.arithmetic_of(Arithmetic::Add, total, next, at) {
                        Term::Scalar(expr, _) => total = expr,
                        _ => return Term::Bad,
                    }
                }
                Term::Scalar(total, Type::Int)
            }
            Term::Array(variable)
                if matches!(self.program.variables[variable].kind, Kind::Range(..)) =>
            {
                self.fold_of_array(variable, "sum", at)
            }
            Term::Bad => Term::Bad,
            term => {
                let found = self.describe(&term);
                self.error(
                    "type",
                    list.at,
                    format!("expected a list of numbers, found {found}"),
                );
                Term::Bad
            }
        }
    }

    fn absolute(&mut self, number: &Node, at: Span) -> Term {
        let expr = self.expr(number, &Type::Int);
        let (expr, let_) = self.shared(expr);
        let negative =
            match self.arithmetic_of(Arithmetic::Subtract, Expr::Constant(0), expr.clone(), at) {
                Term::Scalar(negative, _) => negative,
                _ => return Term::Bad,
            };
        let condition = fold::compare(Comparison::Less, expr.clone(), Expr::Constant(0));
        let choice = fold::choose(condition, negative, expr);
        wrap(Term::Scalar(choice, Type::Int), let_.into_iter().collect())
    }

    fn size_of(&mut self, collection: &Node) -> Term {
        let expr = match self.term(collection) {
            Term::Cells(set, _) => match self.known_cells(&set) {
                Some(cells) => Expr::Constant(cells.len() as i64),
                None => Expr::Size(Box::new(set)),
            },
            Term::List(items) | Term::Set(items) => Expr::Constant(items.len() as i64),
            Term::Text(text) => Expr::Constant(text.chars().count() as i64),
            Term::Map(map) => {
                Expr::Constant(self.program.boards[self.maps[map].board].len() as i64)
            }
            Term::Array(variable) => match self.indices(variable) {
                Term::Cells(set, _) => {
                    Expr::Constant(self.known_cells(&set).map_or(0, |cells| cells.len()) as i64)
                }
                Term::Range(_, Expr::Constant(last)) => Expr::Constant(last + 1),
                _ => Expr::Constant(2),
            },
            Term::Bad => return Term::Bad,
            term => {
                let found = self.describe(&term);
                self.error(
                    "type",
                    collection.at,
                    format!("expected a set or a list, found {found}"),
                );
                return Term::Bad;
            }
        };
        Term::Scalar(expr, Type::Int)
    }

    fn full(&mut self, array: &Node, at: Span) -> Term {
        let term = self.term(array);
        let Term::Array(variable) = term else {
            if !matches!(term, Term::Bad) {
                let found = self.describe(&term);
                self.error(
                    "type",
                    array.at,
                    format!("`full` is for arrays, found {found}"),
                );
            }
            return Term::Bad;
        };
        let empty = match &self.program.variables[variable].kind {
            Kind::Names(names) => names.iter().position(|name| name == "empty"),
            _ => None,
        };
        let Some(empty) = empty else {
            self.error(
                "full",
                array.at,
                "`full` is for arrays of names, one of which is `empty`",
            );
            return Term::Bad;
        };
        let indices = self.indices(variable);
        let domain = match indices {
            Term::Cells(set, _) => Domain::Cells(set),
            Term::Range(low, high) => Domain::Range(low, high),
            Term::Domain(domain, _) => domain,
            _ => return Term::Bad,
        };
        let local = self.allocate(1);
        let body = Expr::Compare {
            op: Comparison::Unequal,
            left: Box::new(Expr::Element {
                variable,
                index: Box::new(Expr::Register(local)),
                at,
            }),
            right: Box::new(Expr::Constant(empty as i64)),
        };
        Term::Scalar(
            Expr::Fold {
                fold: crate::program::Fold::All,
                local,
                domain: Box::new(domain),
                body: Box::new(body),
                at,
            },
            Type::Bool,
        )
    }

    fn grid_term(
        &mut self,
        width: Option<i64>,
        height: Option<i64>,
        directions: Option<Vec<u8>>,
        at: Span,
    ) -> Term {
        let (Some(width), Some(height)) = (width, height) else {
            return Term::Bad;
        };
        let Some(mut board) = self.grid_of(width, height, at) else {
            return Term::Bad;
        };
        if let Some(directions) = directions {
            let directions: Vec<usize> = directions.into_iter().map(usize::from).collect();
            board = self.grid(width as u32, height as u32, &directions);
        }
        self.whole_board(board)
    }

    /// Directions that must be known now, by number.
    fn known_directions(&mut self, node: &Node) -> Option<Vec<u8>> {
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
    fn board_of(&mut self, node: &Node) -> Option<usize> {
        match self.term(node) {
            Term::Cells(_, board) => Some(board),
            Term::Map(map) => Some(self.maps[map].board),
            Term::Array(variable) => match self.program.variables[variable].shape {
                crate::program::Shape::Cells { board, .. } => Some(board),
                _ => {
                    self.error("type", node.at, "this array has no board");
                    None
                }
            },
            Term::Bad => None,
            term => {
                let found = self.describe(&term);
                self.error("type", node.at, format!("expected a board, found {found}"));
                None
            }
        }
    }

    fn lines_term(&mut self, board: &Node, length: &Node, at: Span) -> Term {
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
    fn cell(&mut self, node: &Node) -> Option<(Expr, usize)> {
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

    fn on_grid(&mut self, board: usize, at: Span) -> bool {
        let grid = self.program.boards[board].grid.is_some();
        if !grid {
            self.error("graph-direction", at, "a graph has no directions")
                .help = Some("use `neighbours(c)` and `adjacent(c, d)`".into());
        }
        grid
    }

    fn family_of_cell(&mut self, cell: &Node, key: fn(usize) -> FamilyKey) -> Term {
        let Some((expr, board)) = self.cell(cell) else {
            return Term::Bad;
        };
        if key(board) == FamilyKey::Around(board) && !self.on_grid(board, cell.at) {
            return Term::Bad;
        }
        self.family_set(key(board), expr, board)
    }

    fn adjacent(&mut self, left: &Node, right: &Node) -> Term {
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

    fn ray(&mut self, cell: &Node, direction: &Node, at: Span) -> Term {
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

    fn between_cells(&mut self, left: &Node, right: &Node, at: Span) -> Term {
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

    fn slides(&mut self, cell: &Node, directions: &Node, blockers: &Node) -> Term {
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

    fn reach_set(&mut self, from: &Node, within: &Node) -> Term {
        let (first, second) = (self.term(from), self.term(within));
        let board = match (&first, &second) {
            (Term::Cells(_, board), _) | (_, Term::Cells(_, board)) => *board,
            (Term::Bad, _) | (_, Term::Bad) => return Term::Bad,
            _ => {
                self.error("type", from.at, "expected sets of cells");
                return Term::Bad;
            }
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

    fn offset(&mut self, cell: &Node, dx: &Node, dy: &Node, at: Span) -> Term {
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

/// Whether locals can be set around a term.
fn can_wrap(term: &Term) -> bool {
    matches!(
        term,
        Term::Scalar(..)
            | Term::Cells(..)
            | Term::Range(..)
            | Term::Domain(Domain::List { .. }, _)
            | Term::Bad
    )
}

/// The same with locals set first.
fn wrap(term: Term, lets: Vec<(Register, Expr)>) -> Term {
    let mut term = term;
    for (local, value) in lets.into_iter().rev() {
        let value = Box::new(value);
        term = match term {
            Term::Scalar(Expr::Constant(known), kind) => Term::Scalar(Expr::Constant(known), kind),
            Term::Scalar(body, kind) => Term::Scalar(
                Expr::Let {
                    local,
                    value,
                    body: Box::new(body),
                },
                kind,
            ),
            Term::Cells(Set::Constant(set), board) => Term::Cells(Set::Constant(set), board),
            Term::Cells(body, board) => Term::Cells(
                Set::Let {
                    local,
                    value,
                    body: Box::new(body),
                },
                board,
            ),
            Term::Range(low, high) => Term::Range(
                Expr::Let {
                    local,
                    value: value.clone(),
                    body: Box::new(low),
                },
                Expr::Let {
                    local,
                    value,
                    body: Box::new(high),
                },
            ),
            Term::Domain(Domain::List { lists, index }, kind) => Term::Domain(
                Domain::List {
                    lists,
                    index: Expr::Let {
                        local,
                        value,
                        body: Box::new(index),
                    },
                },
                kind,
            ),
            other => other,
        };
    }
    term
}
