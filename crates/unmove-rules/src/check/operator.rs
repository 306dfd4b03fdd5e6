//! Operators, indices, and the types they ask for.

use super::board::FamilyKey;
use super::term::{Term, Type};
use super::{Checker, fold};
use crate::program::{Arithmetic, Comparison, Domain, Expr, Kind, NOWHERE, Set, Shape, Span};
use crate::syntax::{Binary, Name, Node};

/// The opposite of each direction, by number.
const OPPOSITE: [i64; 8] = [1, 0, 3, 2, 7, 6, 5, 4];

impl Checker<'_> {
    /// A number of a type.
    pub(super) fn expr(&mut self, node: &Node, kind: &Type) -> Expr {
        let term = self.term(node);
        self.coerce(term, kind, node.at)
    }

    /// A truth value.
    pub(super) fn condition(&mut self, node: &Node) -> Expr {
        self.expr(node, &Type::Bool)
    }

    /// A whole number that must be known now.
    pub(super) fn number(&mut self, node: &Node) -> Option<i64> {
        let errors = self.errors();
        match self.expr(node, &Type::Int) {
            Expr::Constant(number) => (self.errors() == errors).then_some(number),
            _ => {
                self.not_constant(node.at);
                None
            }
        }
    }

    pub(super) fn not_constant(&mut self, at: Span) {
        self.error(
            "constant",
            at,
            "a constant is needed here, and this changes in play",
        )
        .help = Some("use numbers, parameters and `let` constants".into());
    }

    /// The number of a type that a term is, or a report that it is not.
    pub(super) fn coerce(&mut self, term: Term, kind: &Type, at: Span) -> Expr {
        match term {
            Term::Bad => return Expr::Constant(0),
            Term::Scalar(expr, found) if found == *kind => return expr,
            Term::Scalar(expr, Type::Nowhere) if matches!(kind, Type::Cell(_)) => return expr,
            Term::Scalar(expr, Type::Player) => {
                if let Some(expr) = self.player_as_name(&expr, kind, at) {
                    return expr;
                }
                self.mismatch(&Term::Scalar(expr, Type::Player), kind, at);
            }
            Term::Symbol(name) => match self.meaning(&name, kind) {
                Some(value) => return Expr::Constant(value),
                None => {
                    let what = self.describe_type(kind);
                    if self.symbols.contains_key(&name) || self.is_cell_name(&name) {
                        self.mismatch(&Term::Symbol(name), kind, at);
                    } else if let Type::Names(number) = kind {
                        let near = crate::nearest::nearest(
                            &name,
                            self.names[*number].iter().map(String::as_str),
                        )
                        .map(str::to_string);
                        match near {
                            Some(near) => {
                                self.error("unknown-name", at, format!("`{name}` is not {what}"))
                                    .help = Some(format!("did you mean `{near}`?"));
                            }
                            None => self.unknown_name(&name, at, &what),
                        }
                    } else {
                        self.unknown_name(&name, at, &what);
                    }
                }
            },
            term => self.mismatch(&term, kind, at),
        }
        Expr::Constant(0)
    }

    /// A player as the name of an enumerated type that has both players' names.
    fn player_as_name(&mut self, player: &Expr, kind: &Type, at: Span) -> Option<Expr> {
        let Type::Names(number) = kind else {
            return None;
        };
        let players = self.program.players.clone()?;
        let place = |name: &String| self.names[*number].iter().position(|known| known == name);
        let entries: Option<Vec<i64>> = players
            .iter()
            .map(|name| place(name).map(|place| place as i64))
            .collect();
        Some(self.lookup(entries?, player.clone(), at))
    }

    fn mismatch(&mut self, term: &Term, kind: &Type, at: Span) {
        let (expected, found) = (self.describe_type(kind), self.describe(term));
        let fault = self.error("type", at, format!("expected {expected}, found {found}"));
        fault.labels[0].text = format!("this is {found}");
    }

    /// What a plain name means where a type is expected.
    fn meaning(&self, name: &str, kind: &Type) -> Option<i64> {
        if let Type::Names(number) = kind
            && let Some(place) = self.names[*number].iter().position(|known| known == name)
        {
            return Some(place as i64);
        }
        let meanings = self.symbols.get(name);
        if let Some((_, value)) =
            meanings.and_then(|meanings| meanings.iter().find(|(found, _)| found == kind))
        {
            return Some(*value);
        }
        if let Type::Cell(board) = kind
            && let Some(cell) = self.program.boards[*board]
                .names
                .iter()
                .position(|known| known == name)
        {
            return Some(cell as i64);
        }
        None
    }

    fn is_cell_name(&self, name: &str) -> bool {
        self.program
            .boards
            .iter()
            .any(|board| board.names.iter().any(|known| known == name))
    }

    /// What a plain name means where nothing is expected of it.
    pub(super) fn natural(&self, name: &str) -> Option<(Type, i64)> {
        if let Some(meanings) = self.symbols.get(name) {
            if let Some(player) = meanings.iter().find(|(kind, _)| *kind == Type::Player) {
                return Some(player.clone());
            }
            return match meanings.as_slice() {
                [only] => Some(only.clone()),
                _ => None,
            };
        }
        let mut found = self
            .program
            .boards
            .iter()
            .enumerate()
            .filter_map(|(number, board)| {
                let cell = board.names.iter().position(|known| known == name)?;
                Some((Type::Cell(number), cell as i64))
            });
        let only = found.next();
        if found.next().is_some() { None } else { only }
    }

    /// A term as a number of whatever type it has.
    pub(super) fn scalar(&mut self, term: Term, at: Span) -> Option<(Expr, Type)> {
        match term {
            Term::Scalar(expr, kind) => Some((expr, kind)),
            Term::Symbol(name) => match self.natural(&name) {
                Some((kind, value)) => Some((Expr::Constant(value), kind)),
                None if self.symbols.contains_key(&name) || self.is_cell_name(&name) => {
                    self.error(
                        "ambiguous",
                        at,
                        format!("`{name}` may mean several things here"),
                    )
                    .help = Some("compare it with a variable, or rename one of them".into());
                    None
                }
                None => {
                    self.unknown_name(&name, at, "a name that anything has");
                    None
                }
            },
            Term::Bad => None,
            term => {
                let found = self.describe(&term);
                self.error(
                    "type",
                    at,
                    format!("expected a single value, found {found}"),
                );
                None
            }
        }
    }

    /// Two terms as numbers of one type.
    pub(super) fn unify(
        &mut self,
        left: Term,
        left_at: Span,
        right: Term,
        right_at: Span,
    ) -> Option<(Expr, Expr, Type)> {
        if matches!(left, Term::Bad) || matches!(right, Term::Bad) {
            return None;
        }
        let kind = match (&left, &right) {
            (Term::Scalar(_, Type::Nowhere), Term::Scalar(_, kind)) => kind.clone(),
            // A player gives way to the type of names that has the players' names.
            (Term::Scalar(_, Type::Player), Term::Scalar(_, kind @ Type::Names(_))) => kind.clone(),
            (Term::Scalar(_, kind), _) => kind.clone(),
            (_, Term::Scalar(_, kind)) => kind.clone(),
            _ => self.scalar(left.clone(), left_at)?.1,
        };
        let errors = self.errors();
        let left = self.coerce(left, &kind, left_at);
        let right = self.coerce(right, &kind, right_at);
        (self.errors() == errors).then_some((left, right, kind))
    }

    /// A set of cells of a board, a set literal included.
    pub(super) fn cells_of_board(&mut self, term: Term, board: usize, at: Span) -> Set {
        match term {
            Term::Cells(set, found) if found == board => set,
            Term::Set(items) => {
                let cells = items
                    .into_iter()
                    .map(|item| self.coerce(item, &Type::Cell(board), at))
                    .collect();
                match self.set_of_cells(cells, board) {
                    Term::Cells(set, _) => set,
                    _ => Set::Listed(Vec::new(), board),
                }
            }
            Term::Map(map) if self.maps[map].board == board => self.whole_set(board),
            Term::Array(variable) => {
                let indices = self.indices(variable);
                if matches!(indices, Term::Array(_)) {
                    return self.whole_set(board);
                }
                self.cells_of_board(indices, board, at)
            }
            Term::Domain(domain @ Domain::List { .. }, Type::Cell(found)) if found == board => {
                // A ray as a set.
                let local = self.allocate(1);
                let whole = self.whole_set(board);
                Set::Filter {
                    local,
                    of: Box::new(whole),
                    condition: Box::new(self.member_of_domain(domain, local, at)),
                }
            }
            Term::Bad => self.whole_set(board),
            Term::Scalar(_, Type::Cell(found)) if found == board => {
                self.error("type", at, "expected a set of cells, found a cell")
                    .help = Some("put it in braces: `{c}`".into());
                self.whole_set(board)
            }
            term => {
                let found = self.describe(&term);
                let expected = self.describe_type(&Type::Cell(board));
                self.error(
                    "type",
                    at,
                    format!("expected a set whose elements are each {expected}, found {found}"),
                );
                self.whole_set(board)
            }
        }
    }

    fn member_of_domain(
        &mut self,
        domain: Domain,
        item: crate::program::Register,
        at: Span,
    ) -> Expr {
        let local = self.allocate(1);
        Expr::Fold {
            fold: crate::program::Fold::Some,
            local,
            domain: Box::new(domain),
            body: Box::new(fold::compare(
                Comparison::Equal,
                Expr::Register(local),
                Expr::Register(item),
            )),
            at,
        }
    }

    fn whole_set(&mut self, board: usize) -> Set {
        match self.whole_board(board) {
            Term::Cells(set, _) => set,
            _ => Set::Listed(Vec::new(), board),
        }
    }

    pub(super) fn negate(&mut self, inner: &Node, at: Span) -> Term {
        let term = self.term(inner);
        match self.scalar(term, inner.at) {
            Some((Expr::Constant(value), Type::Int)) => match value.checked_neg() {
                Some(value) => Term::Scalar(Expr::Constant(value), Type::Int),
                None => {
                    self.error("overflow", at, "this number does not fit 64 bits");
                    Term::Bad
                }
            },
            Some((expr, Type::Int)) => Term::Scalar(Expr::Negate(Box::new(expr), at), Type::Int),
            Some((expr, Type::Direction)) => {
                Term::Scalar(self.lookup(OPPOSITE.to_vec(), expr, at), Type::Direction)
            }
            Some((_, kind)) => {
                let found = self.describe_type(&kind);
                self.error(
                    "type",
                    at,
                    format!("`-` is for numbers and directions, found {found}"),
                );
                Term::Bad
            }
            None => Term::Bad,
        }
    }

    pub(super) fn binary(&mut self, op: Binary, left: &Node, right: &Node, at: Span) -> Term {
        match op {
            Binary::And => {
                let first = self.condition(left);
                if first == Expr::Constant(0) {
                    return Term::truth(false);
                }
                let second = self.condition(right);
                Term::Scalar(fold::and(first, second), Type::Bool)
            }
            Binary::Or => {
                let first = self.condition(left);
                if matches!(first, Expr::Constant(value) if value != 0) {
                    return Term::truth(true);
                }
                let second = self.condition(right);
                Term::Scalar(fold::or(first, second), Type::Bool)
            }
            Binary::In => {
                let (item, set) = (self.term(left), self.term(right));
                self.member(item, left.at, set, right.at)
            }
            Binary::NotIn => {
                let (item, set) = (self.term(left), self.term(right));
                match self.member(item, left.at, set, right.at) {
                    Term::Scalar(expr, kind) => Term::Scalar(fold::not(expr), kind),
                    other => other,
                }
            }
            Binary::Equal | Binary::Unequal => self.equality(op == Binary::Equal, left, right),
            Binary::Less => self.ordering(Comparison::Less, left, right),
            Binary::AtMost => self.ordering(Comparison::AtMost, left, right),
            Binary::Greater => self.ordering(Comparison::Less, right, left),
            Binary::AtLeast => self.ordering(Comparison::AtMost, right, left),
            Binary::Add => self.addition(left, right, at),
            Binary::Subtract | Binary::Intersect => self.subtraction(op, left, right, at),
            Binary::Multiply => self.arithmetic(Arithmetic::Multiply, left, right, at),
            Binary::Divide => self.arithmetic(Arithmetic::Divide, left, right, at),
            Binary::Remainder => self.arithmetic(Arithmetic::Remainder, left, right, at),
        }
    }

    fn arithmetic(&mut self, op: Arithmetic, left: &Node, right: &Node, at: Span) -> Term {
        let (left, right) = (self.expr(left, &Type::Int), self.expr(right, &Type::Int));
        self.arithmetic_of(op, left, right, at)
    }

    pub(super) fn arithmetic_of(
        &mut self,
        op: Arithmetic,
        left: Expr,
        right: Expr,
        at: Span,
    ) -> Term {
        match fold::arithmetic(op, left, right, at) {
            Ok(expr) => Term::Scalar(expr, Type::Int),
            Err(why) => {
                self.error("arithmetic", at, why);
                Term::Bad
            }
        }
    }

    fn addition(&mut self, left: &Node, right: &Node, at: Span) -> Term {
        let (first, second) = (self.term(left), self.term(right));
        match (first, second) {
            (Term::Bad, _) | (_, Term::Bad) => Term::Bad,
            (Term::Set(mut items), Term::Set(more)) => {
                items.extend(more);
                Term::Set(items)
            }
            (Term::Cells(set, board), other) | (other @ Term::Set(_), Term::Cells(set, board)) => {
                let other = self.cells_or_cell(other, board, right.at);
                self.set_operation(Binary::Add, set, other, board)
            }
            (Term::Array(variable), other) if matches!(other, Term::Cells(..)) => {
                let indices = self.indices(variable);
                let Term::Cells(set, board) = indices else {
                    return Term::Bad;
                };
                let other = self.cells_or_cell(other, board, right.at);
                self.set_operation(Binary::Add, set, other, board)
            }
            (Term::Scalar(cell, kind @ (Type::Cell(_) | Type::Nowhere)), step) => {
                self.step(cell, &kind, step, left.at, right.at)
            }
            (Term::Symbol(name), step)
                if matches!(self.natural(&name), Some((Type::Cell(_), _))) =>
            {
                let Some((kind, cell)) = self.natural(&name) else {
                    return Term::Bad;
                };
                self.step(Expr::Constant(cell), &kind, step, left.at, right.at)
            }
            (first, second) => {
                let first = self.coerce(first, &Type::Int, left.at);
                let second = self.coerce(second, &Type::Int, right.at);
                self.arithmetic_of(Arithmetic::Add, first, second, at)
            }
        }
    }

    fn step(&mut self, cell: Expr, kind: &Type, step: Term, at: Span, step_at: Span) -> Term {
        let direction = self.coerce(step, &Type::Direction, step_at);
        let Type::Cell(board) = *kind else {
            return Term::Scalar(Expr::Constant(NOWHERE), Type::Nowhere);
        };
        if self.program.boards[board].grid.is_none() {
            self.error("graph-direction", at, "a graph has no directions")
                .help = Some("use `neighbours(c)` and `adjacent(c, d)`".into());
            return Term::Bad;
        }
        if let (Expr::Constant(cell), Expr::Constant(direction)) = (&cell, &direction) {
            let to = usize::try_from(*cell).map_or(NOWHERE, |cell| {
                self.program.boards[board].steps[cell * 8 + *direction as usize]
            });
            return Term::Scalar(Expr::Constant(to), kind.clone());
        }
        Term::Scalar(
            Expr::Step {
                board,
                cell: Box::new(cell),
                direction: Box::new(direction),
            },
            kind.clone(),
        )
    }

    /// A set of cells, or one cell as a set.
    pub(super) fn cells_or_cell(&mut self, term: Term, board: usize, at: Span) -> Set {
        let single = match &term {
            Term::Scalar(_, Type::Cell(_) | Type::Nowhere) => true,
            Term::Symbol(name) => self.meaning(name, &Type::Cell(board)).is_some(),
            _ => false,
        };
        if !single {
            return self.cells_of_board(term, board, at);
        }
        let cell = self.coerce(term, &Type::Cell(board), at);
        match self.set_of_cells(vec![cell], board) {
            Term::Cells(set, _) => set,
            _ => Set::Listed(Vec::new(), board),
        }
    }

    fn subtraction(&mut self, op: Binary, left: &Node, right: &Node, at: Span) -> Term {
        let (first, second) = (self.term(left), self.term(right));
        let first = match first {
            Term::Array(variable) => self.indices(variable),
            Term::Map(map) => {
                let board = self.maps[map].board;
                self.whole_board(board)
            }
            first => first,
        };
        match (first, second) {
            (Term::Bad, _) | (_, Term::Bad) => Term::Bad,
            (Term::Cells(set, board), other) => {
                let other = if op == Binary::Subtract {
                    self.cells_or_cell(other, board, right.at)
                } else {
                    self.cells_of_board(other, board, right.at)
                };
                self.set_operation(op, set, other, board)
            }
            (Term::Set(items), Term::Cells(set, board)) => {
                let items = self.cells_of_board(Term::Set(items), board, left.at);
                self.set_operation(op, items, set, board)
            }
            (Term::Set(items), Term::Set(others)) => self.known_difference(op, items, &others, at),
            (first, second) if op == Binary::Subtract => {
                let first = self.coerce(first, &Type::Int, left.at);
                let second = self.coerce(second, &Type::Int, right.at);
                self.arithmetic_of(Arithmetic::Subtract, first, second, at)
            }
            (first, _) => {
                let found = self.describe(&first);
                self.error(
                    "type",
                    at,
                    format!("`&` is the intersection of sets, found {found}"),
                );
                Term::Bad
            }
        }
    }

    fn known_difference(
        &mut self,
        op: Binary,
        items: Vec<Term>,
        others: &[Term],
        at: Span,
    ) -> Term {
        let others: Option<Vec<i64>> = others.iter().map(|term| self.known_item(term)).collect();
        let Some(others) = others else {
            self.not_constant(at);
            return Term::Bad;
        };
        let keep = op == Binary::Intersect;
        Term::Set(
            items
                .into_iter()
                .filter(|item| {
                    self.known_item(item)
                        .is_some_and(|value| others.contains(&value) == keep)
                })
                .collect(),
        )
    }

    fn known_item(&self, term: &Term) -> Option<i64> {
        match term {
            Term::Symbol(name) => self.natural(name).map(|(_, value)| value),
            term => term.constant(),
        }
    }

    fn set_operation(&mut self, op: Binary, left: Set, right: Set, board: usize) -> Term {
        if let (Set::Constant(a), Set::Constant(b)) = (&left, &right) {
            let words = self.program.sets[*a]
                .iter()
                .zip(&self.program.sets[*b])
                .map(|(a, b)| match op {
                    Binary::Add => a | b,
                    Binary::Intersect => a & b,
                    _ => a & !b,
                })
                .collect();
            return Term::Cells(Set::Constant(self.set_constant(words)), board);
        }
        let (left, right) = (Box::new(left), Box::new(right));
        let set = match op {
            Binary::Add => Set::Union(left, right),
            Binary::Intersect => Set::Intersection(left, right),
            _ => Set::Difference(left, right),
        };
        Term::Cells(set, board)
    }

    fn equality(&mut self, equal: bool, left: &Node, right: &Node) -> Term {
        let (first, second) = (self.term(left), self.term(right));
        let board = match (&first, &second) {
            (Term::Cells(_, board), _) | (_, Term::Cells(_, board)) => Some(*board),
            _ => None,
        };
        let expr = if let Some(board) = board {
            let first = self.cells_of_board(first, board, left.at);
            let second = self.cells_of_board(second, board, right.at);
            if let (Set::Constant(a), Set::Constant(b)) = (&first, &second) {
                Expr::Constant(i64::from(a == b))
            } else {
                Expr::SameSet(Box::new(first), Box::new(second))
            }
        } else {
            let Some((first, second, _)) = self.unify(first, left.at, second, right.at) else {
                return Term::Bad;
            };
            fold::compare(Comparison::Equal, first, second)
        };
        let expr = match (equal, expr) {
            (true, expr) => expr,
            (false, Expr::Compare { left, right, .. }) => Expr::Compare {
                op: Comparison::Unequal,
                left,
                right,
            },
            (false, expr) => fold::not(expr),
        };
        Term::Scalar(expr, Type::Bool)
    }

    fn ordering(&mut self, op: Comparison, left: &Node, right: &Node) -> Term {
        let (first, second) = (self.term(left), self.term(right));
        if let (Term::Cells(_, board), _) | (_, Term::Cells(_, board)) = (&first, &second) {
            let board = *board;
            if op != Comparison::AtMost {
                self.error("type", left.at, "sets are compared by `==`, `!=` and `<=`");
                return Term::Bad;
            }
            let first = self.cells_of_board(first, board, left.at);
            let second = self.cells_of_board(second, board, right.at);
            return Term::Scalar(Expr::Subset(Box::new(first), Box::new(second)), Type::Bool);
        }
        let first = self.coerce(first, &Type::Int, left.at);
        let second = self.coerce(second, &Type::Int, right.at);
        Term::Scalar(fold::compare(op, first, second), Type::Bool)
    }

    /// Membership.
    fn member(&mut self, item: Term, item_at: Span, set: Term, at: Span) -> Term {
        let expr = match set {
            Term::Bad => return Term::Bad,
            Term::Array(variable) => {
                let indices = self.indices(variable);
                return match indices {
                    Term::Array(_) => Term::Bad,
                    indices => self.member(item, item_at, indices, at),
                };
            }
            Term::Map(map) => {
                let whole = self.whole_board(self.maps[map].board);
                return self.member(item, item_at, whole, at);
            }
            Term::Cells(set, board) => {
                let cell = self.coerce(item, &Type::Cell(board), item_at);
                match (&cell, self.known_cells(&set)) {
                    (Expr::Constant(cell), Some(cells)) => Expr::Constant(i64::from(
                        u32::try_from(*cell).is_ok_and(|cell| cells.contains(&cell)),
                    )),
                    _ => Expr::In(Box::new(cell), Box::new(set)),
                }
            }
            Term::Range(low, high) => {
                let item = self.coerce(item, &Type::Int, item_at);
                self.once(item, |item| {
                    fold::and(
                        fold::compare(Comparison::AtMost, low, item.clone()),
                        fold::compare(Comparison::AtMost, item, high),
                    )
                })
            }
            Term::Set(items) | Term::List(items) => {
                let Some(expr) = self.member_of_items(item, item_at, items, at) else {
                    return Term::Bad;
                };
                expr
            }
            Term::Domain(domain, kind) => {
                let item = self.coerce(item, &kind, item_at);
                let local = self.allocate(1);
                let body = self.member_of_domain(domain, local, at);
                Expr::Let {
                    local,
                    value: Box::new(item),
                    body: Box::new(body),
                }
            }
            term => {
                let found = self.describe(&term);
                self.error("type", at, format!("expected a set, found {found}"));
                return Term::Bad;
            }
        };
        Term::Scalar(expr, Type::Bool)
    }

    fn member_of_items(
        &mut self,
        item: Term,
        item_at: Span,
        items: Vec<Term>,
        at: Span,
    ) -> Option<Expr> {
        let kind = match &item {
            Term::Scalar(_, Type::Nowhere) => items.iter().find_map(|item| match item {
                Term::Scalar(_, kind) => Some(kind.clone()),
                _ => None,
            })?,
            Term::Scalar(_, kind) => kind.clone(),
            Term::Symbol(name) => items
                .iter()
                .find_map(|item| match item {
                    Term::Scalar(_, kind) => Some(kind.clone()),
                    _ => None,
                })
                .or_else(|| self.natural(name).map(|(kind, _)| kind))?,
            _ => self.scalar(item.clone(), item_at)?.1,
        };
        let item = self.coerce(item, &kind, item_at);
        let members: Vec<Expr> = items
            .into_iter()
            .map(|member| self.coerce(member, &kind, at))
            .collect();
        let known: Option<Vec<i64>> = members
            .iter()
            .map(|member| match member {
                Expr::Constant(value) => Some(*value),
                _ => None,
            })
            .collect();
        if let Some(values) = known {
            return Some(fold::one_of(item, values));
        }
        Some(self.once(item, |item| {
            members
                .into_iter()
                .fold(Expr::Constant(0), |found, member| {
                    fold::or(
                        found,
                        fold::compare(Comparison::Equal, item.clone(), member),
                    )
                })
        }))
    }

    /// Uses a value several times without working it out again.
    fn once(&mut self, value: Expr, body: impl FnOnce(Expr) -> Expr) -> Expr {
        if matches!(value, Expr::Constant(_) | Expr::Register(_)) {
            return body(value);
        }
        let local = self.allocate(1);
        Expr::Let {
            local,
            value: Box::new(value),
            body: Box::new(body(Expr::Register(local))),
        }
    }

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

    fn list_element(&mut self, items: Vec<Term>, indices: &[Node], at: Span) -> Term {
        let [index] = indices else {
            self.error("indices", at, "a list has one index");
            return Term::Bad;
        };
        let index_at = index.at;
        let index = self.expr(index, &Type::Int);
        if let Expr::Constant(known) = index {
            let length = items.len();
            return match usize::try_from(known)
                .ok()
                .and_then(|known| items.into_iter().nth(known))
            {
                Some(item) => item,
                None => {
                    self.error(
                        "no-element",
                        index_at,
                        format!("there is no element {known} in a list of {length}"),
                    )
                    .help = Some("lists are counted from 0".into());
                    Term::Bad
                }
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
            Shape::List(_) => self.single_index(indices, &Type::Int, at),
            Shape::Players => self.single_index(indices, &Type::Player, at),
            Shape::Single => None,
        }
    }

    fn single_index(&mut self, indices: &[Node], kind: &Type, at: Span) -> Option<Expr> {
        let [index] = indices else {
            self.error("indices", at, "this has one index");
            return None;
        };
        Some(self.expr(index, kind))
    }

    fn cell_index(&mut self, board: usize, indices: &[Node], at: Span) -> Option<Expr> {
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

    /// The type of the values of a variable's kind.
    pub(super) fn type_of(&mut self, kind: &Kind) -> Type {
        match kind {
            Kind::Range(..) => Type::Int,
            Kind::Names(names) => Type::Names(self.names_type(names)),
            Kind::Bool => Type::Bool,
            Kind::Player => Type::Player,
            Kind::Cell { board, .. } | Kind::Set { board, .. } => Type::Cell(*board),
            Kind::Direction => Type::Direction,
        }
    }

    pub(super) fn names_type(&mut self, names: &[String]) -> usize {
        if let Some(known) = self.names.iter().position(|known| known == names) {
            return known;
        }
        self.names.push(names.to_vec());
        self.names.len() - 1
    }

    /// A type in words.
    pub(super) fn describe_type(&self, kind: &Type) -> String {
        match kind {
            Type::Int => "a number".into(),
            Type::Bool => "a condition".into(),
            Type::Character => "a character".into(),
            Type::Player => "a player".into(),
            Type::Direction => "a direction".into(),
            Type::Cell(board) => match self.program.boards[*board].grid {
                Some((width, height)) => format!("a cell of the {width} x {height} grid"),
                None => "a cell of the graph".into(),
            },
            Type::Names(number) => format!("one of {{{}}}", self.names[*number].join(", ")),
            Type::Nowhere => "`nowhere`".into(),
        }
    }

    /// A term in words.
    pub(super) fn describe(&self, term: &Term) -> String {
        match term {
            Term::Scalar(_, kind) => self.describe_type(kind),
            Term::Symbol(name) => match self.natural(name) {
                Some((kind, _)) => self.describe_type(&kind),
                None if self.symbols.contains_key(name) => format!("`{name}`"),
                None => format!("`{name}`, which nothing known is called"),
            },
            Term::Cells(..) => "a set of cells".into(),
            Term::Set(_) => "a set".into(),
            Term::List(_) => "a list".into(),
            Term::Range(..) => "a range".into(),
            Term::Text(_) => "a text".into(),
            Term::Map(_) => "a map".into(),
            Term::Array(number) => format!("the array `{}`", self.program.variables[*number].name),
            Term::Lines(..) => "lines of cells".into(),
            Term::Domain(..) => "a domain".into(),
            Term::Bad => "a mistake".into(),
        }
    }

    /// The set of a family for an expression.
    pub(super) fn family_set(&mut self, key: FamilyKey, index: Expr, board: usize) -> Term {
        let family = self.family(key);
        if let Expr::Constant(known) = index
            && let Some(words) = usize::try_from(known)
                .ok()
                .and_then(|known| self.program.families[family].get(known).cloned())
        {
            return Term::Cells(Set::Constant(self.set_constant(words)), board);
        }
        Term::Cells(
            Set::Family {
                family,
                index: Box::new(index),
            },
            board,
        )
    }
}
