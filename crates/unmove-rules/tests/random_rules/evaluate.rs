//! What rules mean, worked out the plain way: values by name in a map, sets as sets, nothing shared
//! with what is tested.

use crate::tree::{DIRS, Domain, Effect, Expr, Kind, PLAYERS, Rule, Rules, Shape, What};
use std::collections::{BTreeMap, BTreeSet};

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Value {
    Int(i64),
    Bool(bool),
    Name(String),
    Cell(Option<usize>),
    Dir(usize),
    Player(usize),
    Set(BTreeSet<usize>),
    List(Vec<Value>),
}

/// A position: the player to move and the variables.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct State {
    pub turn: usize,
    pub values: BTreeMap<String, Value>,
}

/// Something that the rules do not allow happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failed(pub &'static str);

/// What a move does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    pub name: String,
    pub to: Vec<State>,
    pub again: bool,
    pub gain: i64,
}

type Result<T> = std::result::Result<T, Failed>;
/// Names of values that are no state.
type Scope = BTreeMap<String, Value>;

/// How effects end.
enum Flow {
    On,
    Illegal,
    Sum(Vec<State>),
}

/// A move under way.
struct Play {
    state: State,
    scope: Scope,
    /// Parameters that are pieces of a set.
    pieces: BTreeMap<String, String>,
    again: bool,
    gain: i64,
}

impl Rules {
    pub fn scored(&self) -> bool {
        fn gains(effects: &[Effect]) -> bool {
            effects.iter().any(|effect| match effect {
                Effect::Gain(_) => true,
                Effect::If(_, then, otherwise) => gains(then) || gains(otherwise),
                Effect::For(_, _, body) => gains(body),
                _ => false,
            })
        }
        self.moves.iter().any(|rule| gains(&rule.effects))
    }

    fn step(&self, cell: Option<usize>, dx: i64, dy: i64) -> Option<usize> {
        let cell = cell? as i64;
        let (columns, rows) = (self.columns as i64, self.rows as i64);
        let (x, y) = (cell % columns + dx, cell / columns + dy);
        ((0..columns).contains(&x) && (0..rows).contains(&y)).then_some((y * columns + x) as usize)
    }

    fn beside(&self, cell: Option<usize>, dir: usize) -> Option<usize> {
        self.step(cell, DIRS[dir].1, DIRS[dir].2)
    }

    fn ray(&self, from: Option<usize>, dir: usize) -> Vec<usize> {
        let mut cells = Vec::new();
        let mut at = from;
        while let Some(next) = self.beside(at, dir) {
            cells.push(next);
            at = Some(next);
        }
        cells
    }

    fn around(&self, cell: Option<usize>, dirs: usize) -> BTreeSet<usize> {
        (0..dirs).filter_map(|dir| self.beside(cell, dir)).collect()
    }

    fn index(&self, name: &str, index: &Value) -> Result<usize> {
        let length = match self.variable(name).map(|variable| variable.shape) {
            Some(Shape::List(length)) => length,
            _ => self.columns * self.rows,
        };
        let at = match index {
            Value::Int(at) => usize::try_from(*at).ok(),
            Value::Cell(cell) => *cell,
            _ => None,
        };
        at.filter(|at| *at < length).ok_or(Failed("index"))
    }

    pub fn value(&self, expr: &Expr, state: &State, scope: &Scope) -> Result<Value> {
        let of = |expr: &Expr| self.value(expr, state, scope);
        Ok(match expr {
            Expr::Int(value) => Value::Int(*value),
            Expr::Bool(value) => Value::Bool(*value),
            Expr::Name(name) => Value::Name(name.clone()),
            Expr::Cell(cell) => Value::Cell(Some(*cell)),
            Expr::Nowhere => Value::Cell(None),
            Expr::Dir(dir) => Value::Dir(*dir),
            Expr::Me => Value::Player(state.turn),
            Expr::Opp | Expr::Last => Value::Player(1 - state.turn),
            Expr::Player(player) => Value::Player(*player),
            Expr::Board => Value::Set((0..self.columns * self.rows).collect()),
            Expr::Var(name) => {
                if let Some(value) = scope.get(name).or_else(|| state.values.get(name)) {
                    value.clone()
                } else {
                    let constant = self.constants.iter().find(|(known, _)| known == name);
                    of(&constant.expect("a name in scope").1)?
                }
            }
            Expr::Element(name, index) => {
                let at = self.index(name, &of(index)?)?;
                match &state.values[name] {
                    Value::List(items) => items[at].clone(),
                    other => panic!("{other:?} has no elements"),
                }
            }
            Expr::Binary(op, left, right) => return self.binary(op, left, right, state, scope),
            Expr::Not(inner) => Value::Bool(!truth(&of(inner)?)),
            Expr::Negate(inner) => match of(inner)? {
                Value::Dir(dir) => Value::Dir([1, 0, 3, 2, 7, 6, 5, 4][dir]),
                other => Value::Int(-int(&other)),
            },
            Expr::If(condition, then, otherwise) => of(if truth(&of(condition)?) {
                then
            } else {
                otherwise
            })?,
            Expr::Helper(name, arguments) => {
                let found = self.helpers.iter().find(|(known, ..)| known == name);
                let (_, names, body) = found.expect("a helper");
                let mut inner = Scope::new();
                for (name, argument) in names.iter().zip(arguments) {
                    inner.insert(name.clone(), of(argument)?);
                }
                self.value(body, state, &inner)?
            }
            Expr::Call(name, arguments) => {
                let arguments: Result<Vec<Value>> = arguments.iter().map(of).collect();
                self.call(name, &arguments?)?
            }
            Expr::Field(inner, field) => {
                let Value::Cell(Some(cell)) = of(inner)? else {
                    return Err(Failed("field of nowhere"));
                };
                Value::Int(match *field {
                    "row" => cell / self.columns + 1,
                    _ => cell % self.columns + 1,
                } as i64)
            }
            Expr::Fold(fold, name, domain, body) => {
                return self.fold(fold, name, domain, body, state, scope);
            }
            Expr::Cells(cells) => {
                let mut set = BTreeSet::new();
                for cell in cells {
                    set.extend(cell_of(&of(cell)?));
                }
                Value::Set(set)
            }
            Expr::Filter(name, set, condition) => {
                let mut kept = BTreeSet::new();
                for cell in cells(&of(set)?) {
                    let mut inner = scope.clone();
                    inner.insert(name.clone(), Value::Cell(Some(cell)));
                    if truth(&self.value(condition, state, &inner)?) {
                        kept.insert(cell);
                    }
                }
                Value::Set(kept)
            }
        })
    }

    fn binary(
        &self,
        op: &str,
        left: &Expr,
        right: &Expr,
        state: &State,
        scope: &Scope,
    ) -> Result<Value> {
        let a = self.value(left, state, scope)?;
        match (op, &a) {
            ("and", Value::Bool(false)) => return Ok(Value::Bool(false)),
            ("or", Value::Bool(true)) => return Ok(Value::Bool(true)),
            _ => {}
        }
        let b = self.value(right, state, scope)?;
        Ok(match (op, &a, &b) {
            ("and" | "or", _, _) => b,
            ("==", _, _) => Value::Bool(a == b),
            ("!=", _, _) => Value::Bool(a != b),
            ("in", Value::Cell(cell), Value::Set(set)) => {
                Value::Bool(cell.is_some_and(|cell| set.contains(&cell)))
            }
            ("not in", Value::Cell(cell), Value::Set(set)) => {
                Value::Bool(!cell.is_some_and(|cell| set.contains(&cell)))
            }
            ("<=", Value::Set(a), Value::Set(b)) => Value::Bool(a.is_subset(b)),
            ("+", Value::Cell(cell), Value::Dir(dir)) => Value::Cell(self.beside(*cell, *dir)),
            ("+", Value::Set(set), other) => Value::Set(set | &cells(other)),
            ("-", Value::Set(set), other) => Value::Set(set - &cells(other)),
            ("&", Value::Set(set), other) => Value::Set(set & &cells(other)),
            (_, Value::Int(a), Value::Int(b)) => number(op, *a, *b)?,
            _ => panic!("{op} of {a:?} and {b:?}"),
        })
    }

    fn call(&self, name: &str, arguments: &[Value]) -> Result<Value> {
        Ok(match (name, arguments) {
            ("min", [a, b]) => Value::Int(int(a).min(int(b))),
            ("max", [a, b]) => Value::Int(int(a).max(int(b))),
            ("abs", [a]) => Value::Int(int(a).abs()),
            ("xor", [a, b]) if int(a) < 0 || int(b) < 0 => return Err(Failed("xor")),
            ("xor", [a, b]) => Value::Int(int(a) ^ int(b)),
            ("count", [set]) => Value::Int(cells(set).len() as i64),
            ("neighbours", [cell]) => Value::Set(self.around(place(cell), 4)),
            ("around", [cell]) => Value::Set(self.around(place(cell), 8)),
            ("adjacent", [a, b]) => {
                let near = self.around(place(a), 4);
                Value::Bool(place(b).is_some_and(|b| near.contains(&b)))
            }
            ("ray", [cell, Value::Dir(dir)]) => {
                Value::Set(self.ray(place(cell), *dir).into_iter().collect())
            }
            ("offset", [cell, dx, dy]) => Value::Cell(self.step(place(cell), int(dx), int(dy))),
            ("between", [a, b]) => {
                let mut found = BTreeSet::new();
                for dir in 0..8 {
                    let ray = self.ray(place(a), dir);
                    if let Some(at) = ray.iter().position(|cell| Some(*cell) == place(b)) {
                        found.extend(&ray[..at]);
                    }
                }
                Value::Set(found)
            }
            ("slides", [cell, blockers]) => {
                let blockers = cells(blockers);
                let mut found = BTreeSet::new();
                for dir in 0..4 {
                    for cell in self.ray(place(cell), dir) {
                        found.insert(cell);
                        if blockers.contains(&cell) {
                            break;
                        }
                    }
                }
                Value::Set(found)
            }
            ("reach", [from, within]) => {
                let within = cells(within);
                let mut found = &cells(from) & &within;
                for _ in 0..within.len() {
                    let near: BTreeSet<usize> = found
                        .iter()
                        .flat_map(|cell| self.around(Some(*cell), 4))
                        .collect();
                    found.extend(&near & &within);
                }
                Value::Set(found)
            }
            ("full", [Value::List(items)]) => Value::Bool(
                items
                    .iter()
                    .all(|item| *item != Value::Name("empty".into())),
            ),
            _ => panic!("{name} of {arguments:?}"),
        })
    }

    fn fold(
        &self,
        fold: &str,
        name: &str,
        domain: &Domain,
        body: &Expr,
        state: &State,
        scope: &Scope,
    ) -> Result<Value> {
        let mut results = Vec::new();
        for element in self.elements(domain, state, scope)? {
            let mut inner = scope.clone();
            inner.insert(name.to_owned(), element.clone());
            let result = self.value(body, state, &inner)?;
            match (fold, &result) {
                ("some", Value::Bool(true)) => return Ok(Value::Bool(true)),
                ("all", Value::Bool(false)) => return Ok(Value::Bool(false)),
                ("first", Value::Bool(true)) => return Ok(element),
                _ => results.push(result),
            }
        }
        let numbers = || results.iter().map(int);
        Ok(match fold {
            "some" => Value::Bool(false),
            "all" => Value::Bool(true),
            "first" => Value::Cell(None),
            "count" => Value::Int(results.iter().filter(|result| truth(result)).count() as i64),
            "sum" => Value::Int(numbers().sum()),
            "min" => Value::Int(numbers().min().ok_or(Failed("of nothing"))?),
            "max" => Value::Int(numbers().max().ok_or(Failed("of nothing"))?),
            other => panic!("{other} is no fold"),
        })
    }

    fn elements(&self, domain: &Domain, state: &State, scope: &Scope) -> Result<Vec<Value>> {
        Ok(match domain {
            Domain::Range(low, high) => {
                let low = int(&self.value(low, state, scope)?);
                let high = int(&self.value(high, state, scope)?);
                (low..=high).map(Value::Int).collect()
            }
            Domain::Numbers(numbers) => numbers.iter().copied().map(Value::Int).collect(),
            Domain::Dirs(dirs) => dirs.iter().copied().map(Value::Dir).collect(),
            Domain::Set(set) => {
                let cells: Vec<usize> = match self.written(set, state, scope)? {
                    Some(cells) => cells,
                    None => cells(&self.value(set, state, scope)?).into_iter().collect(),
                };
                cells
                    .into_iter()
                    .map(|cell| Value::Cell(Some(cell)))
                    .collect()
            }
            Domain::Array(name) => match self.variable(name).map(|variable| variable.shape) {
                Some(Shape::List(length)) => (0..length as i64).map(Value::Int).collect(),
                _ => (0..self.columns * self.rows)
                    .map(|cell| Value::Cell(Some(cell)))
                    .collect(),
            },
        })
    }

    /// The cells of a set that has an order of its own: written out, or a ray.
    fn written(&self, set: &Expr, state: &State, scope: &Scope) -> Result<Option<Vec<usize>>> {
        let literal = |expr: &Expr| {
            match expr {
            Expr::Cells(items) => items.iter().all(|item| matches!(item, Expr::Cell(_))),
            Expr::Binary("+" | "-" | "&", left, right) => {
                [left, right].iter().all(|side| matches!(&***side, Expr::Cells(items) if items.iter().all(|item| matches!(item, Expr::Cell(_)))))
            }
            _ => false,
        }
        };
        let mut cells = match set {
            Expr::Cells(items) if literal(set) => {
                let mut cells = Vec::new();
                for item in items {
                    cells.extend(cell_of(&self.value(item, state, scope)?));
                }
                cells
            }
            Expr::Call("ray", arguments) => {
                let from = self.value(&arguments[0], state, scope)?;
                match self.value(&arguments[1], state, scope)? {
                    Value::Dir(dir) => self.ray(place(&from), dir),
                    other => panic!("{other:?} is no direction"),
                }
            }
            Expr::Binary(op, left, right) if literal(set) => {
                let of = |side| Ok(self.written(side, state, scope)?.unwrap_or_default());
                let (left, right) = (of(left)?, of(right)?);
                match *op {
                    "+" => [left, right].concat(),
                    "-" => left
                        .into_iter()
                        .filter(|cell| !right.contains(cell))
                        .collect(),
                    _ => left
                        .into_iter()
                        .filter(|cell| right.contains(cell))
                        .collect(),
                }
            }
            _ => return Ok(None),
        };
        let mut seen = BTreeSet::new();
        cells.retain(|cell| seen.insert(*cell));
        Ok(Some(cells))
    }

    /// All legal moves in order, or the first move that fails with what is wrong.
    ///
    /// A part of a guard that cannot fail is tested as soon as its parameters are known, one that may
    /// not before those in front of it. Which can fail is the checker's judgement: it may take
    /// all of them for the one (`eager`) or for the other.
    pub fn moves(
        &self,
        state: &State,
        eager: bool,
    ) -> std::result::Result<Vec<Played>, (String, Failed)> {
        let mut moves = Vec::new();
        for rule in &self.moves {
            if rule.player.is_none_or(|player| player == state.turn) {
                self.bind(rule, state, eager, &mut Vec::new(), &mut moves)?;
            }
        }
        Ok(moves)
    }

    /// How many parameters are known when a part of a guard is tested.
    fn level(rule: &Rule, parts: &[&Expr], part: usize, eager: bool) -> usize {
        let named = |expr: &&Expr| {
            let text = format!("{expr:?}");
            let known = |(name, _): &(String, Domain)| text.contains(&format!("Var({name:?})"));
            let last = rule.parameters.iter().rposition(known);
            last.map_or(0, |at| at + 1)
        };
        let first = if eager { part } else { 0 };
        parts[first..=part].iter().map(named).max().unwrap_or(0)
    }

    fn bind(
        &self,
        rule: &Rule,
        state: &State,
        eager: bool,
        chosen: &mut Vec<Value>,
        moves: &mut Vec<Played>,
    ) -> std::result::Result<(), (String, Failed)> {
        let names = rule.parameters.iter().map(|(name, _)| name.clone());
        let scope: Scope = names.zip(chosen.iter().cloned()).collect();
        let failed = |failed| (self.move_name(rule, chosen), failed);
        let mut parts = Vec::new();
        for part in &rule.guard {
            conjuncts(part, &mut parts);
        }
        for (number, part) in parts.iter().enumerate() {
            if Self::level(rule, &parts, number, eager) == chosen.len()
                && !truth(&self.value(part, state, &scope).map_err(failed)?)
            {
                return Ok(());
            }
        }
        let Some((_, domain)) = rule.parameters.get(chosen.len()) else {
            let played = self.play(rule, state, scope).map_err(failed)?;
            moves.extend(played.map(|played| Played {
                name: self.move_name(rule, chosen),
                ..played
            }));
            return Ok(());
        };
        for element in self.elements(domain, state, &scope).map_err(failed)? {
            chosen.push(element);
            self.bind(rule, state, eager, chosen, moves)?;
            chosen.pop();
        }
        Ok(())
    }

    fn move_name(&self, rule: &Rule, chosen: &[Value]) -> String {
        let mut list: Vec<String> = chosen.iter().map(|value| self.value_text(value)).collect();
        if chosen.len() < rule.parameters.len() {
            list.push("…".to_owned());
        }
        match list.as_slice() {
            [] => rule.name.clone(),
            _ => format!("{}({})", rule.name, list.join(", ")),
        }
    }

    fn play(&self, rule: &Rule, state: &State, scope: Scope) -> Result<Option<Played>> {
        let mut pieces = BTreeMap::new();
        for (name, domain) in &rule.parameters {
            if let Domain::Set(Expr::Var(set)) = domain {
                pieces.insert(name.clone(), set.clone());
            }
        }
        let mut play = Play {
            state: state.clone(),
            scope,
            pieces,
            again: false,
            gain: 0,
        };
        let to = match self.effects(&rule.effects, &mut play)? {
            Flow::Illegal => return Ok(None),
            Flow::Sum(parts) => parts,
            Flow::On => {
                let mut to = play.state;
                if self.players && !play.again {
                    to.turn = 1 - to.turn;
                }
                vec![self.sorted(to)]
            }
        };
        Ok(Some(Played {
            name: String::new(),
            to,
            again: play.again,
            gain: play.gain,
        }))
    }

    fn effects(&self, effects: &[Effect], play: &mut Play) -> Result<Flow> {
        for effect in effects {
            match self.effect(effect, play)? {
                Flow::On => {}
                other => return Ok(other),
            }
        }
        Ok(Flow::On)
    }

    fn effect(&self, effect: &Effect, play: &mut Play) -> Result<Flow> {
        let of = |expr: &Expr, play: &Play| self.value(expr, &play.state, &play.scope);
        let add = |op, name: &str, value: &Expr| {
            Expr::Binary(
                op,
                Box::new(Expr::Var(name.into())),
                Box::new(value.clone()),
            )
        };
        let add_element = |op, name: &str, index: &Expr, value: &Expr| {
            let element = Expr::Element(name.into(), Box::new(index.clone()));
            Expr::Binary(op, Box::new(element), Box::new(value.clone()))
        };
        match effect {
            Effect::Set(name, value) => {
                let value = of(value, play)?;
                self.assign(name, value, &mut play.state)?;
            }
            Effect::Add(name, value) => {
                let value = of(&add("+", name, value), play)?;
                self.assign(name, value, &mut play.state)?;
            }
            Effect::Subtract(name, value) => {
                let value = of(&add("-", name, value), play)?;
                self.assign(name, value, &mut play.state)?;
            }
            Effect::SetElement(name, index, value) => {
                let (index, value) = (of(index, play)?, of(value, play)?);
                self.assign_element(name, &index, value, &mut play.state)?;
            }
            Effect::AddElement(name, index, value) => {
                let value = of(&add_element("+", name, index, value), play)?;
                self.assign_element(name, &of(index, play)?, value, &mut play.state)?;
            }
            Effect::SubtractElement(name, index, value) => {
                let value = of(&add_element("-", name, index, value), play)?;
                self.assign_element(name, &of(index, play)?, value, &mut play.state)?;
            }
            Effect::PieceTo(name, to) => {
                let to = of(to, play)?;
                Self::move_piece(name, place(&to), play)?;
            }
            Effect::PieceBy(name, dir) => {
                let to = of(&add("+", name, dir), play)?;
                Self::move_piece(name, place(&to), play)?;
            }
            Effect::Becomes(parts) => {
                let mut to = Vec::new();
                for part in parts {
                    let mut state = play.state.clone();
                    // All values are those of the position before.
                    let values: Result<Vec<Value>> =
                        part.iter().map(|(_, value)| of(value, play)).collect();
                    for ((name, _), value) in part.iter().zip(values?) {
                        self.assign(name, value, &mut state)?;
                    }
                    to.push(self.sorted(state));
                }
                return Ok(Flow::Sum(to));
            }
            Effect::Gain(points) => play.gain += int(&of(points, play)?),
            Effect::Again => play.again = true,
            Effect::Pass => {}
            Effect::Let(name, value) => {
                let value = of(value, play)?;
                play.scope.insert(name.clone(), value);
            }
            Effect::If(condition, then, otherwise) => {
                let branch = if truth(&of(condition, play)?) {
                    then
                } else {
                    otherwise
                };
                return self.effects(branch, play);
            }
            Effect::For(name, domain, body) => {
                for element in self.elements(domain, &play.state, &play.scope)? {
                    play.scope.insert(name.clone(), element);
                    match self.effects(body, play)? {
                        Flow::On => {}
                        other => return Ok(other),
                    }
                }
            }
            Effect::Require(condition) => {
                if !truth(&of(condition, play)?) {
                    return Ok(Flow::Illegal);
                }
            }
        }
        Ok(Flow::On)
    }

    fn allowed(kind: &Kind, value: &Value) -> bool {
        match (kind, value) {
            (Kind::Range(low, high), Value::Int(value)) => (low..=high).contains(&value),
            (Kind::Cell { nowhere }, Value::Cell(cell)) => *nowhere || cell.is_some(),
            (Kind::Set { least, most }, Value::Set(set)) => (least..=most).contains(&&set.len()),
            (Kind::Names(names), Value::Name(name)) => names.contains(name),
            (Kind::Bool, Value::Bool(_)) | (Kind::Player, Value::Player(_)) => true,
            _ => panic!("{value:?} for {kind:?}"),
        }
    }

    fn assign(&self, name: &str, value: Value, state: &mut State) -> Result<()> {
        let variable = self.variable(name).expect("a variable");
        if !Self::allowed(&variable.kind, &value) {
            return Err(Failed("range"));
        }
        state.values.insert(name.to_owned(), value);
        Ok(())
    }

    fn assign_element(
        &self,
        name: &str,
        index: &Value,
        value: Value,
        state: &mut State,
    ) -> Result<()> {
        let at = self.index(name, index)?;
        let variable = self.variable(name).expect("a variable");
        if !Self::allowed(&variable.kind, &value) {
            return Err(Failed("range"));
        }
        if let Some(Value::List(items)) = state.values.get_mut(name) {
            items[at] = value;
        }
        Ok(())
    }

    fn move_piece(name: &str, to: Option<usize>, play: &mut Play) -> Result<()> {
        let set_name = play.pieces[name].clone();
        let mut set = cells(&play.state.values[&set_name]);
        let from = place(&play.scope[name]);
        match (from, to) {
            (Some(from), Some(to)) if set.contains(&from) && !set.contains(&to) => {
                set.remove(&from);
                set.insert(to);
            }
            _ => return Err(Failed("piece")),
        }
        play.state.values.insert(set_name, Value::Set(set));
        play.scope.insert(name.to_owned(), Value::Cell(to));
        Ok(())
    }

    /// What is unordered, the greatest first.
    fn sorted(&self, mut state: State) -> State {
        if let [array] = self.unordered.as_slice() {
            if let Some(Value::List(items)) = state.values.get_mut(array) {
                items.sort_by_key(|item| std::cmp::Reverse(self.rank(array, item)));
            }
        } else if !self.unordered.is_empty() {
            let names = self.unordered.iter();
            let mut values: Vec<Value> = names.map(|name| state.values[name].clone()).collect();
            let of = &self.unordered[0];
            values.sort_by_key(|value| std::cmp::Reverse(self.rank(of, value)));
            for (name, value) in self.unordered.iter().zip(values) {
                state.values.insert(name.clone(), value);
            }
        }
        state
    }

    /// The place of a value in its type.
    fn rank(&self, variable: &str, value: &Value) -> i64 {
        match (
            value,
            self.variable(variable).map(|variable| &variable.kind),
        ) {
            (Value::Int(value), _) => *value,
            (Value::Bool(value), _) => i64::from(*value),
            (Value::Cell(cell), _) => cell.map_or(-1, |cell| cell as i64),
            (Value::Name(name), Some(Kind::Names(names))) => names
                .iter()
                .position(|known| known == name)
                .map_or(-1, |at| at as i64),
            (Value::Player(player), _) => *player as i64,
            _ => 0,
        }
    }

    /// The end of the game here, for the player to move.
    pub fn end(&self, state: &State) -> Result<Option<i64>> {
        let scope = Scope::new();
        for (condition, outcome) in &self.ends {
            if truth(&self.value(condition, state, &scope)?) {
                return self.payoff(outcome, state).map(Some);
            }
        }
        Ok(None)
    }

    /// What the player to move gets who has no move.
    pub fn stuck(&self, state: &State) -> Result<i64> {
        let scope = Scope::new();
        for (condition, outcome) in &self.stuck {
            let holds = match condition {
                Some(condition) => truth(&self.value(condition, state, &scope)?),
                None => true,
            };
            if holds {
                return self.payoff(outcome, state);
            }
        }
        Ok(match (self.misere, self.scored()) {
            (true, _) => 1,
            (_, true) => 0,
            _ => -1,
        })
    }

    fn payoff(&self, outcome: &crate::tree::Outcome, state: &State) -> Result<i64> {
        let scope = Scope::new();
        let points = match &outcome.what {
            What::Draw => return Ok(0),
            What::Wins => 1,
            What::Loses => -1,
            What::Gets(points) => int(&self.value(points, state, &scope)?),
        };
        let mine = match &outcome.who {
            Expr::Me => true,
            Expr::Player(player) => *player == state.turn,
            _ => false,
        };
        Ok(if mine { points } else { -points })
    }

    /// What endless play pays the first player.
    pub fn endless(&self) -> i64 {
        let first = self.starts().into_iter().next();
        match (&self.endless, first) {
            (Some(outcome), Some(state)) => {
                let state = State { turn: 0, ..state };
                self.payoff(outcome, &state).expect("a constant")
            }
            _ => 0,
        }
    }

    /// All values of a kind, in order.
    fn kind_values(&self, kind: &Kind) -> Vec<Value> {
        let board = self.columns * self.rows;
        match kind {
            Kind::Range(low, high) => (*low..=*high).map(Value::Int).collect(),
            Kind::Names(names) => names.iter().cloned().map(Value::Name).collect(),
            Kind::Bool => vec![Value::Bool(false), Value::Bool(true)],
            Kind::Player => vec![Value::Player(0), Value::Player(1)],
            Kind::Cell { nowhere } => nowhere
                .then_some(None)
                .into_iter()
                .chain((0..board).map(Some))
                .map(Value::Cell)
                .collect(),
            Kind::Set { least, most } => (0u32..1 << board)
                .map(|bits| (0..board).filter(|cell| bits >> cell & 1 == 1).collect())
                .filter(|set: &BTreeSet<usize>| (least..=most).contains(&&set.len()))
                .map(Value::Set)
                .collect(),
        }
    }

    /// Every position of the space; `None` if there are more than some.
    pub fn everything(&self, limit: usize) -> Option<BTreeSet<State>> {
        let turns = if self.players { vec![0, 1] } else { vec![0] };
        let mut states: Vec<State> = turns
            .into_iter()
            .map(|turn| State {
                turn,
                values: BTreeMap::new(),
            })
            .collect();
        for variable in &self.variables {
            let mut values: Vec<Value> = self.kind_values(&variable.kind);
            let length = match variable.shape {
                Shape::Single => None,
                Shape::List(length) => Some(length),
                Shape::Grid => Some(self.columns * self.rows),
            };
            if let Some(length) = length {
                let mut lists: Vec<Vec<Value>> = vec![Vec::new()];
                for _ in 0..length {
                    if lists.len() * values.len() > limit {
                        return None;
                    }
                    let longer = lists.iter().flat_map(|list| {
                        values.iter().map(move |value| {
                            [list.as_slice(), std::slice::from_ref(value)].concat()
                        })
                    });
                    lists = longer.collect();
                }
                values = lists.into_iter().map(Value::List).collect();
            }
            if states.len() * values.len() > limit {
                return None;
            }
            let mut more = Vec::new();
            for state in &states {
                for value in &values {
                    let mut state = state.clone();
                    state.values.insert(variable.name.clone(), value.clone());
                    more.push(state);
                }
            }
            states = more;
        }
        Some(states.into_iter().map(|state| self.sorted(state)).collect())
    }

    /// Where the game starts.
    pub fn starts(&self) -> Vec<State> {
        let anywhere = self
            .variables
            .iter()
            .any(|variable| variable.initial.is_none());
        if self.start_all || anywhere {
            return self
                .everything(5000)
                .unwrap_or_default()
                .into_iter()
                .collect();
        }
        let mut state = State {
            turn: 0,
            values: BTreeMap::new(),
        };
        for variable in &self.variables {
            let initial = variable.initial.as_ref().expect("checked above");
            let value = self
                .value(initial, &state, &Scope::new())
                .expect("a constant");
            let value = match variable.shape {
                Shape::Single => value,
                Shape::List(length) => Value::List(vec![value; length]),
                Shape::Grid => Value::List(vec![value; self.columns * self.rows]),
            };
            state.values.insert(variable.name.clone(), value);
        }
        vec![self.sorted(state)]
    }

    pub fn value_text(&self, value: &Value) -> String {
        match value {
            Value::Int(value) => value.to_string(),
            Value::Bool(value) => value.to_string(),
            Value::Name(name) => name.clone(),
            Value::Cell(Some(cell)) => self.cell_name(*cell),
            Value::Cell(None) => "nowhere".to_owned(),
            Value::Dir(dir) => DIRS[*dir].0.to_owned(),
            Value::Player(player) => PLAYERS[*player].to_owned(),
            Value::Set(set) => {
                let names: Vec<String> = set.iter().map(|cell| self.cell_name(*cell)).collect();
                format!("{{{}}}", names.join(", "))
            }
            Value::List(items) => {
                let items: Vec<String> = items.iter().map(|item| self.value_text(item)).collect();
                format!("[{}]", items.join(", "))
            }
        }
    }

    /// The position in words, as the documentation says.
    pub fn position_text(&self, state: &State) -> String {
        let mut words = Vec::new();
        if self.players {
            words.push(format!("turn={}", PLAYERS[state.turn]));
        }
        for variable in &self.variables {
            let value = &state.values[&variable.name];
            let text = match (&variable.kind, variable.shape, value) {
                (Kind::Names(names), Shape::Grid, Value::List(items)) => {
                    // The generator's names all begin with letters of their own.
                    let character = |item: &Value| match item {
                        Value::Name(name) if *name == names[0] && name == "empty" => '.',
                        Value::Name(name) => name.chars().next().unwrap_or('?'),
                        _ => '?',
                    };
                    let rows: Vec<String> = items
                        .chunks(self.columns)
                        .map(|row| row.iter().map(character).collect())
                        .collect();
                    rows.join("/")
                }
                _ => self.value_text(value),
            };
            words.push(format!("{}={text}", variable.name));
        }
        words.join(" ")
    }
}

/// The parts that `and` joins.
fn conjuncts<'e>(expr: &'e Expr, parts: &mut Vec<&'e Expr>) {
    match expr {
        Expr::Binary("and", left, right) => {
            conjuncts(left, parts);
            conjuncts(right, parts);
        }
        other => parts.push(other),
    }
}

fn number(op: &str, a: i64, b: i64) -> Result<Value> {
    Ok(match op {
        "+" => Value::Int(a + b),
        "-" => Value::Int(a - b),
        "*" => Value::Int(a * b),
        "/" | "%" if b == 0 => return Err(Failed("zero")),
        "/" => Value::Int((a - modulo(a, b)) / b),
        "%" => Value::Int(modulo(a, b)),
        "<" => Value::Bool(a < b),
        "<=" => Value::Bool(a <= b),
        ">" => Value::Bool(a > b),
        ">=" => Value::Bool(a >= b),
        _ => panic!("{op} of numbers"),
    })
}

/// The remainder with the sign of the divisor.
fn modulo(a: i64, b: i64) -> i64 {
    ((a % b) + b) % b
}

fn truth(value: &Value) -> bool {
    match value {
        Value::Bool(value) => *value,
        other => panic!("{other:?} is no truth"),
    }
}

fn int(value: &Value) -> i64 {
    match value {
        Value::Int(value) => *value,
        other => panic!("{other:?} is no number"),
    }
}

fn place(value: &Value) -> Option<usize> {
    match value {
        Value::Cell(cell) => *cell,
        other => panic!("{other:?} is no cell"),
    }
}

fn cell_of(value: &Value) -> Option<usize> {
    place(value)
}

/// The cells of a set, or of a cell as a set.
fn cells(value: &Value) -> BTreeSet<usize> {
    match value {
        Value::Set(set) => set.clone(),
        Value::Cell(cell) => cell.iter().copied().collect(),
        other => panic!("{other:?} is no set"),
    }
}
