//! Effects of moves.

use super::term::{Element, Term, Type};
use super::{Checker, Meaning};
use crate::program::{Arithmetic, Effect, Expr, Kind, Register, Set, Shape, Span};
use crate::syntax::{Binary, Binder, EffectNode, Node, NodeKind, Tuple};

/// Whether one of the effects lets the same player move again.
pub(super) fn uses_again(effects: &[EffectNode]) -> bool {
    effects.iter().any(|effect| match effect {
        EffectNode::Again(_) => true,
        EffectNode::If(_, then, otherwise) => uses_again(then) || uses_again(otherwise),
        EffectNode::For(_, body) => uses_again(body),
        _ => false,
    })
}

/// What stands on the left of an assignment.
enum Target {
    /// A set variable.
    Set(usize),
    /// What holds one value.
    Place(Place),
}

/// What holds one value and can be given another.
enum Place {
    /// A single variable.
    Single(usize),
    /// An element of an array.
    Element(usize, Expr),
    /// A piece bound from a set variable.
    Piece(usize, Register),
}

/// Gives a place its value.
fn put(place: Place, value: Expr, at: Span) -> Effect {
    match place {
        Place::Single(variable) => Effect::Assign {
            variable,
            value,
            at,
        },
        Place::Element(variable, index) => Effect::AssignElement {
            variable,
            index,
            value,
            at,
        },
        Place::Piece(variable, piece) => Effect::MovePiece {
            variable,
            piece,
            to: value,
            at,
        },
    }
}

impl Checker<'_> {
    pub(super) fn effects(&mut self, effects: &[EffectNode]) -> Vec<Effect> {
        let locals = self.locals.len();
        let lowered = effects
            .iter()
            .filter_map(|effect| self.effect(effect))
            .collect();
        self.locals.truncate(locals);
        lowered
    }

    fn effect(&mut self, effect: &EffectNode) -> Option<Effect> {
        match effect {
            EffectNode::Pass => None,
            EffectNode::Again(_) => Some(Effect::Again),
            EffectNode::Assign(target, value) => self.assign(target, value),
            EffectNode::Add(target, value) => self.change(Binary::Add, target, value),
            EffectNode::Subtract(target, value) => self.change(Binary::Subtract, target, value),
            EffectNode::Becomes(tuples, at) => self.becomes(tuples, *at),
            EffectNode::Gain(points) => {
                let expr = self.expr(points, &Type::Int);
                self.program.scored = true;
                Some(Effect::Gain(expr, points.at))
            }
            EffectNode::Let(name, value) => {
                let term = self.term(value);
                self.let_effect(&name.text, term)
            }
            EffectNode::If(condition, then, otherwise) => {
                let condition = self.condition(condition);
                let (then, otherwise) = (self.effects(then), self.effects(otherwise));
                Some(Effect::If(condition, then, otherwise))
            }
            EffectNode::For(binder, body) => self.for_effect(binder, body),
            EffectNode::Require(condition) => Some(Effect::Require(self.condition(condition))),
        }
    }

    fn let_effect(&mut self, name: &str, term: Term) -> Option<Effect> {
        match term {
            Term::Scalar(expr, kind) if !matches!(expr, Expr::Constant(_)) => {
                let local = self.allocate(1);
                self.bind(name, Term::Scalar(Expr::Register(local), kind), None);
                Some(Effect::Let(local, expr))
            }
            Term::Cells(set, board) if self.known_cells(&set).is_none() => {
                let words = self.program.boards[board].words();
                let local = self.allocate(words);
                self.bind(
                    name,
                    Term::Cells(Set::Variable(local, words as u32), board),
                    None,
                );
                Some(Effect::LetSet(local, set))
            }
            term => {
                self.bind(name, term, None);
                None
            }
        }
    }

    fn for_effect(&mut self, binder: &Binder, body: &[EffectNode]) -> Option<Effect> {
        let running = self.running(&binder.domain)?;
        let local = self.allocate(1);
        let piece = self
            .piece_of(&binder.domain)
            .map(|variable| (variable, local));
        self.bind(
            &binder.name.text,
            running.element.term(Expr::Register(local)),
            piece,
        );
        let body = self.effects(body);
        self.locals.pop();
        Some(Effect::For(local, running.domain, body))
    }

    /// The set variable whose pieces a domain is.
    pub(super) fn piece_of(&self, domain: &Node) -> Option<usize> {
        let NodeKind::Name(name) = &domain.kind else {
            return None;
        };
        let variable = self.variable_named(name)?;
        matches!(self.program.variables[variable].kind, Kind::Set { .. }).then_some(variable)
    }

    fn target(&mut self, node: &Node) -> Option<Target> {
        match &node.kind {
            NodeKind::Name(name) => {
                let visible = &self.locals[self.visible..];
                if let Some(local) = visible.iter().rev().find(|local| local.name == *name) {
                    if let Some((variable, register)) = local.piece {
                        return Some(Target::Place(Place::Piece(variable, register)));
                    }
                    self.error(
                        "not-assignable",
                        node.at,
                        format!("`{name}` is a name for a value, not a variable"),
                    )
                    .help = Some(
                        "only state variables change, and pieces bound from a set: `h in hunters`"
                            .into(),
                    );
                    return None;
                }
                match self.globals.get(name).map(|global| global.meaning.clone()) {
                    Some(Meaning::Variable(variable)) => {
                        let declared = &self.program.variables[variable];
                        if declared.shape != Shape::Single {
                            self.error(
                                "not-assignable",
                                node.at,
                                format!("`{name}` is an array; an element is set by its index"),
                            )
                            .help =
                                Some(format!("write `{name}[…] = …`, in a `for` for all of them"));
                            return None;
                        }
                        if matches!(declared.kind, Kind::Set { .. }) {
                            return Some(Target::Set(variable));
                        }
                        Some(Target::Place(Place::Single(variable)))
                    }
                    Some(Meaning::Constant(Term::Bad)) => None,
                    Some(_) => {
                        self.error("not-assignable", node.at, format!("`{name}` is a constant"))
                            .help = Some("only state variables change".into());
                        None
                    }
                    None => {
                        self.unknown_name(name, node.at, "a state variable");
                        None
                    }
                }
            }
            NodeKind::Index(base, indices) => {
                let variable = match &base.kind {
                    NodeKind::Name(name) => {
                        match self.globals.get(name).map(|global| global.meaning.clone()) {
                            Some(Meaning::Variable(variable)) => Some(variable),
                            Some(Meaning::Constant(Term::Bad)) => return None,
                            Some(_) => None,
                            None => {
                                self.unknown_name(name, base.at, "a state variable");
                                return None;
                            }
                        }
                    }
                    _ => None,
                };
                let array = variable
                    .filter(|variable| self.program.variables[*variable].shape != Shape::Single);
                let Some(variable) = array else {
                    self.error(
                        "not-assignable",
                        base.at,
                        "only elements of array variables can be set",
                    );
                    return None;
                };
                let index = self.array_index(variable, indices, node.at)?;
                Some(Target::Place(Place::Element(variable, index)))
            }
            _ => {
                self.error("not-assignable", node.at, "this cannot be set");
                None
            }
        }
    }

    fn assign(&mut self, target: &Node, value: &Node) -> Option<Effect> {
        let at = span(target, value);
        let place = match self.target(target)? {
            Target::Set(variable) => {
                let board = self.set_board(variable)?;
                let term = self.term(value);
                let set = self.cells_of_board(term, board, value.at);
                return Some(Effect::AssignSet { variable, set, at });
            }
            Target::Place(place) => place,
        };
        let value = match &place {
            Place::Single(variable) | Place::Element(variable, _) => {
                let value = self.value_of_kind(*variable, value)?;
                self.warn_out_of_range(*variable, &value, at);
                value
            }
            Place::Piece(variable, _) => {
                let board = self.set_board(*variable)?;
                self.expr(value, &Type::Cell(board))
            }
        };
        Some(put(place, value, at))
    }

    fn value_of_kind(&mut self, variable: usize, value: &Node) -> Option<Expr> {
        let kind = self.program.variables[variable].kind.clone();
        let wanted = self.type_of(&kind);
        let faults = self.faults();
        let value = self.expr(value, &wanted);
        (self.faults() == faults).then_some(value)
    }

    fn set_board(&self, variable: usize) -> Option<usize> {
        match self.program.variables[variable].kind {
            Kind::Set { board, .. } => Some(board),
            _ => None,
        }
    }

    /// `x += e` and `x -= e`.
    fn change(&mut self, op: Binary, target: &Node, value: &Node) -> Option<Effect> {
        let at = span(target, value);
        let place = match self.target(target)? {
            Target::Set(variable) => {
                let declared = &self.program.variables[variable];
                let (register, width) = (declared.register, declared.width);
                let board = self.set_board(variable)?;
                let term = self.term(value);
                let other = Box::new(self.cells_or_cell(term, board, value.at));
                let old = Box::new(Set::Variable(register, width));
                let set = if op == Binary::Add {
                    Set::Union(old, other)
                } else {
                    Set::Difference(old, other)
                };
                return Some(Effect::AssignSet { variable, set, at });
            }
            Target::Place(place) => place,
        };
        let value = match &place {
            Place::Single(variable) => {
                let declared = &self.program.variables[*variable];
                let (old, kind) = (Expr::Register(declared.register), declared.kind.clone());
                let value = self.changed(op, old, &kind, value, at)?;
                self.warn_out_of_range(*variable, &value, at);
                value
            }
            Place::Element(variable, index) => {
                let kind = self.program.variables[*variable].kind.clone();
                let old = Expr::Element {
                    variable: *variable,
                    index: Box::new(index.clone()),
                    at,
                };
                self.changed(op, old, &kind, value, at)?
            }
            Place::Piece(variable, piece) => {
                let kind = Kind::Cell {
                    board: self.set_board(*variable)?,
                    cells: Vec::new(),
                    nowhere: false,
                };
                self.changed(op, Expr::Register(*piece), &kind, value, at)?
            }
        };
        Some(put(place, value, at))
    }

    fn changed(
        &mut self,
        op: Binary,
        old: Expr,
        kind: &Kind,
        value: &Node,
        at: Span,
    ) -> Option<Expr> {
        match kind {
            Kind::Range(..) => {
                let value = self.expr(value, &Type::Int);
                let op = if op == Binary::Add {
                    Arithmetic::Add
                } else {
                    Arithmetic::Subtract
                };
                match self.arithmetic_of(op, old, value, at) {
                    Term::Scalar(expr, _) => Some(expr),
                    _ => None,
                }
            }
            Kind::Cell { board, .. } => {
                if self.program.boards[*board].grid.is_none() {
                    self.error("graph-direction", at, "a graph has no directions")
                        .help = Some(
                        "bind the cell to go to: `to in neighbours(c)`, and assign it: `c = to`"
                            .into(),
                    );
                    return None;
                }
                let direction = self.expr(value, &Type::Direction);
                let direction = if op == Binary::Add {
                    direction
                } else {
                    self.lookup(super::operator::OPPOSITE.to_vec(), direction, at)
                };
                Some(Expr::Step {
                    board: *board,
                    cell: Box::new(old),
                    direction: Box::new(direction),
                })
            }
            _ => {
                let kind = self.type_of(kind);
                let found = self.describe_type(&kind);
                self.error(
                    "type",
                    at,
                    format!("only numbers, cells and sets can be added to; this is {found}"),
                );
                None
            }
        }
    }

    fn becomes(&mut self, tuples: &[Tuple], at: Span) -> Option<Effect> {
        if self.program.players.is_some() {
            self.error(
                "sum-of-players",
                at,
                "only an impartial game can fall apart into a sum",
            )
            .help = Some("leave out `players`, or keep the parts in the state".into());
            return None;
        }
        let components = tuples
            .iter()
            .map(|tuple| self.component(tuple))
            .collect::<Option<Vec<_>>>()?;
        Some(Effect::Become(components))
    }

    fn component(&mut self, tuple: &Tuple) -> Option<Vec<Effect>> {
        // All values are those of the position before: worked out first, then put in place.
        let (mut effects, mut assignments) = (Vec::new(), Vec::new());
        let mut given = 0;
        for (number, (name, value)) in tuple.entries.iter().enumerate() {
            let variable = self.variable_of_entry(number, name.as_ref(), value.at)?;
            given += 1;
            if self.program.variables[variable].shape != Shape::Single {
                self.error(
                    "position",
                    value.at,
                    "a component of a sum gives single variables, not arrays",
                );
                return None;
            }
            let at = value.at;
            assignments.push(if let Some(board) = self.set_board(variable) {
                let term = self.term(value);
                let set = self.cells_of_board(term, board, at);
                let words = self.program.boards[board].words();
                let local = self.allocate(words);
                effects.push(Effect::LetSet(local, set));
                let set = Set::Variable(local, words as u32);
                Effect::AssignSet { variable, set, at }
            } else {
                let mut value = self.value_of_kind(variable, value)?;
                if !matches!(value, Expr::Constant(_)) {
                    let local = self.allocate(1);
                    effects.push(Effect::Let(local, value));
                    value = Expr::Register(local);
                }
                Effect::Assign {
                    variable,
                    value,
                    at,
                }
            });
        }
        let all_named = tuple.entries.iter().all(|(name, _)| name.is_some());
        if given < self.program.variables.len() && !all_named {
            let expected = self.program.variables.len();
            self.error(
                "position",
                tuple.at,
                format!("the state has {expected} variables, {given} values are here"),
            )
            .help = Some("give all in order, or some by name: `(pins = at)`".into());
            return None;
        }
        effects.extend(assignments);
        Some(effects)
    }

    /// The local of a parameter, bound over its domain.
    pub(super) fn parameter_kind(&mut self, element: &Element) -> Kind {
        match element {
            Element::Scalar(Type::Bool) => Kind::Bool,
            Element::Scalar(Type::Player) => Kind::Player,
            Element::Scalar(Type::Direction) => Kind::Direction,
            Element::Scalar(Type::Names(number)) => Kind::Names(self.names[*number].clone()),
            Element::Scalar(Type::Cell(board)) => Kind::Cell {
                board: *board,
                cells: (0..self.program.boards[*board].len() as u32).collect(),
                nowhere: true,
            },
            _ => Kind::Range(i64::MIN, i64::MAX),
        }
    }
}

fn span(left: &Node, right: &Node) -> Span {
    Span {
        start: left.at.start,
        end: right.at.end,
    }
}
