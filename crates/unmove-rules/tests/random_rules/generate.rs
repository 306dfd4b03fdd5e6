//! Random rules, decoded from a row of choices: fewer and smaller choices are simpler rules, so a
//! failing case shrinks to a small file.

use super::tree::{Domain, Effect, Expr, Kind, Outcome, Rule, Rules, Shape, Variable, What};

/// What an expression is.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Sort {
    Int,
    Bool,
    Cell,
    Set,
    Dir,
    Piece,
}

#[expect(
    clippy::struct_excessive_bools,
    reason = "what rules may have is a row of yes and no"
)]
pub struct Generator<'c> {
    choices: std::slice::Iter<'c, u8>,
    rules: Rules,
    /// Names in scope that are no state.
    scope: Vec<(String, Sort)>,
    names: usize,
    /// Assignments are kept within their ranges.
    careful: bool,
    /// Moves may split the game.
    sums: bool,
    gains: bool,
    again: bool,
}

#[expect(clippy::unnecessary_box_returns, reason = "a short name for a box")]
fn b(expr: Expr) -> Box<Expr> {
    Box::new(expr)
}

fn binary(op: &'static str, left: Expr, right: Expr) -> Expr {
    Expr::Binary(op, b(left), b(right))
}

fn var(name: &str) -> Expr {
    Expr::Var(name.to_owned())
}

const PALETTES: [&[&str]; 3] = [
    &["empty", "red", "blue"],
    &["red", "green"],
    &["empty", "green"],
];

/// The rules that a row of choices stands for.
pub fn rules(choices: &[u8]) -> Rules {
    let mut generator = Generator {
        choices: choices.iter(),
        rules: Rules::default(),
        scope: Vec::new(),
        names: 0,
        careful: true,
        sums: false,
        gains: false,
        again: false,
    };
    generator.all();
    generator.rules
}

impl Generator<'_> {
    /// One of `count` choices; 0, the simplest, once the row is used up.
    fn pick(&mut self, count: usize) -> usize {
        self.choices
            .next()
            .map_or(0, |&choice| usize::from(choice) % count.max(1))
    }

    fn one_in(&mut self, count: usize) -> bool {
        self.pick(count) == count - 1
    }

    fn name(&mut self, stem: &str) -> String {
        self.names += 1;
        format!("{stem}_{}", self.names)
    }

    fn all(&mut self) {
        self.rules.players = self.one_in(2);
        self.careful = !self.one_in(5);
        self.sums = !self.rules.players && self.one_in(4);
        self.gains = !self.sums && self.one_in(5);
        self.again = !self.sums && self.one_in(5);
        self.rules.columns = 1 + self.pick(3);
        self.rules.rows = 1 + self.pick(2);
        for _ in 0..self.pick(3) {
            let value = self.pick(4) as i64;
            let base = match self.rules.constants.last() {
                Some((name, _)) => binary("+", var(name), Expr::Int(value)),
                None => Expr::Int(value),
            };
            let name = self.name("k");
            self.rules.constants.push((name, base));
        }
        for number in 0..=self.pick(4) {
            self.variable(number);
        }
        self.unordered();
        self.rules.start_all = self.one_in(8);
        for _ in 0..self.pick(3) {
            self.helper();
        }
        for _ in 0..=self.pick(3) {
            self.rule();
        }
        for _ in 0..self.pick(3) {
            let condition = self.condition(2);
            let outcome = self.outcome(true);
            self.rules.ends.push((condition, outcome));
        }
        match self.pick(6) {
            1 => self.rules.misere = true,
            2 => {
                let outcome = self.outcome(false);
                let condition = self.one_in(2).then(|| self.condition(1));
                self.rules.stuck.push((condition, outcome));
            }
            _ => {}
        }
        if self.rules.players && self.one_in(3) {
            let who = Expr::Player(self.pick(2));
            let what = match self.pick(3) {
                0 => What::Wins,
                1 => What::Loses,
                _ => What::Gets(Expr::Int(self.pick(5) as i64 - 2)),
            };
            self.rules.endless = Some(Outcome { who, what });
        }
    }

    fn variable(&mut self, number: usize) {
        let board = self.rules.columns * self.rules.rows;
        let (kind, initial) = match if number == 0 {
            self.pick(2) * 4
        } else {
            self.pick(8)
        } {
            0 | 1 => {
                let low = if self.one_in(5) { -1 } else { 0 };
                let high = 1 + self.pick(6) as i64;
                (
                    Kind::Range(low, high),
                    Expr::Int(high - self.pick(2) as i64),
                )
            }
            2 => {
                let names: Vec<String> = PALETTES[self.pick(3)]
                    .iter()
                    .map(|name| (*name).to_owned())
                    .collect();
                let first = names[self.pick(names.len())].clone();
                (Kind::Names(names), Expr::Name(first))
            }
            3 => (Kind::Bool, Expr::Bool(self.one_in(2))),
            4 | 5 => {
                let nowhere = self.one_in(3);
                let cell = Expr::Cell(self.pick(board));
                (Kind::Cell { nowhere }, cell)
            }
            6 => {
                let most = 1 + self.pick(board.min(2));
                let least = if self.one_in(2) {
                    most
                } else {
                    self.pick(most + 1)
                };
                let cells = (0..most).map(Expr::Cell).collect();
                (Kind::Set { least, most }, Expr::Cells(cells))
            }
            _ if self.rules.players => (Kind::Player, Expr::Player(self.pick(2))),
            _ => (Kind::Bool, Expr::Bool(false)),
        };
        let shape = match (&kind, self.pick(6)) {
            (Kind::Set { .. }, _) => Shape::Single,
            (_, 4) => Shape::List(2 + self.pick(2)),
            (_, 5) => Shape::Grid,
            _ => Shape::Single,
        };
        let stem = match (&kind, shape) {
            (Kind::Set { .. }, _) => "men",
            (Kind::Cell { .. }, Shape::Single) => "pawn",
            (_, Shape::Single) => "value",
            _ => "row",
        };
        let name = self.name(stem);
        let initial = (!self.one_in(16)).then_some(initial);
        self.rules.variables.push(Variable {
            name,
            kind,
            shape,
            initial,
        });
    }

    fn unordered(&mut self) {
        if !self.one_in(4) || self.sums {
            return;
        }
        let variables = self.rules.variables.clone();
        for (number, variable) in variables.iter().enumerate() {
            if matches!(variable.shape, Shape::List(_)) {
                self.rules.unordered = vec![variable.name.clone()];
                return;
            }
            let single = |variable: &Variable| {
                variable.shape == Shape::Single && !matches!(variable.kind, Kind::Set { .. })
            };
            let like = variables[number + 1..]
                .iter()
                .find(|other| other.kind == variable.kind && single(other) && single(variable));
            if let Some(other) = like {
                self.rules.unordered = vec![variable.name.clone(), other.name.clone()];
                return;
            }
        }
    }

    fn helper(&mut self) {
        let name = self.name("help");
        let mut arguments = Vec::new();
        if self.one_in(2) {
            let argument = self.name("arg");
            self.scope.push((argument.clone(), Sort::Int));
            arguments.push(argument);
        }
        // Helper functions are numbers here; other sorts stand in their bodies.
        let body = self.int(2);
        self.scope.clear();
        self.rules.helpers.push((name, arguments, body));
    }

    fn outcome(&mut self, end: bool) -> Outcome {
        if self.one_in(5) {
            return Outcome {
                who: Expr::Me,
                what: What::Draw,
            };
        }
        let who = match self.pick(4) {
            0 => Expr::Me,
            1 => Expr::Opp,
            2 if self.rules.players => Expr::Player(self.pick(2)),
            _ if end && !self.again => Expr::Last,
            _ => Expr::Opp,
        };
        let what = match self.pick(5) {
            0 | 1 => What::Loses,
            2 | 3 => What::Wins,
            _ => What::Gets(self.int(1)),
        };
        Outcome { who, what }
    }

    fn rule(&mut self) {
        self.scope.clear();
        let player = (self.rules.players && self.one_in(3)).then(|| self.pick(2));
        let name = self.name("play");
        let mut parameters = Vec::new();
        for _ in 0..self.pick(3) {
            let (domain, sort) = self.domain();
            let name = self.name("p");
            self.scope.push((name.clone(), sort));
            parameters.push((name, domain));
        }
        let mut guard: Vec<Expr> = (0..self.pick(3)).map(|_| self.condition(2)).collect();
        let mut effects = Vec::new();
        // Most games come to an end: a number falls.
        if !self.one_in(4)
            && let Some(counter) = self
                .variables(|variable| {
                    variable.shape == Shape::Single && matches!(variable.kind, Kind::Range(0, _))
                })
                .first()
                .cloned()
        {
            let step = match self.names_of(Sort::Int).first() {
                Some(parameter) if self.one_in(2) => var(parameter),
                _ => Expr::Int(1),
            };
            guard.push(binary("<=", Expr::Int(1), step.clone()));
            guard.push(binary("<=", step.clone(), var(&counter.name)));
            effects.push(Effect::Subtract(counter.name, step));
        }
        effects.extend(self.effects(2));
        if self.sums && self.one_in(2) {
            effects.push(self.becomes());
        }
        let inline = self.one_in(2);
        self.rules.moves.push(Rule {
            name,
            player,
            parameters,
            guard,
            effects,
            inline,
        });
        self.scope.clear();
    }

    fn becomes(&mut self) -> Effect {
        let parts = (0..=self.pick(3))
            .map(|_| {
                let singles = self.variables(|variable| variable.shape == Shape::Single);
                singles
                    .into_iter()
                    .filter_map(|variable| match &variable.kind {
                        Kind::Range(low, high) => {
                            let value = self.int(1);
                            // Below what it was, so that the sum comes to an end.
                            let below = Expr::Call(
                                "min",
                                vec![value, binary("-", var(&variable.name), Expr::Int(1))],
                            );
                            let value = if *low == 0 {
                                Expr::Call("max", vec![below, Expr::Int(0)])
                            } else {
                                self.within(below, *low, *high)
                            };
                            Some((variable.name.clone(), value))
                        }
                        Kind::Bool => Some((variable.name.clone(), self.condition(1))),
                        _ => None,
                    })
                    .collect()
            })
            .filter(|part: &Vec<(String, Expr)>| !part.is_empty())
            .collect::<Vec<_>>();
        if parts.is_empty() {
            Effect::Pass
        } else {
            Effect::Becomes(parts)
        }
    }

    fn effects(&mut self, depth: usize) -> Vec<Effect> {
        let scope = self.scope.len();
        let mut effects = vec![self.effect(depth)];
        for _ in 0..self.pick(3) {
            effects.push(self.effect(depth));
        }
        self.scope.truncate(scope);
        effects
    }

    fn effect(&mut self, depth: usize) -> Effect {
        match self.pick(14) {
            0 => Effect::Pass,
            1 if depth > 0 => {
                let condition = self.condition(1);
                let then = self.effects(depth - 1);
                let otherwise = if self.one_in(2) {
                    self.effects(depth - 1)
                } else {
                    Vec::new()
                };
                Effect::If(condition, then, otherwise)
            }
            2 if depth > 0 => {
                let (domain, sort) = self.domain();
                // A piece is bound as a parameter only.
                let sort = if sort == Sort::Piece {
                    Sort::Cell
                } else {
                    sort
                };
                let name = self.name("each");
                self.scope.push((name.clone(), sort));
                let body = self.effects(depth - 1);
                self.scope.pop();
                Effect::For(name, domain, body)
            }
            3 => {
                let name = self.name("let");
                let (value, sort) = match self.pick(4) {
                    0 | 1 => (self.int(2), Sort::Int),
                    2 => (self.cell(2), Sort::Cell),
                    _ => (self.set(2), Sort::Set),
                };
                self.scope.push((name.clone(), sort));
                Effect::Let(name, value)
            }
            4 => Effect::Require(self.condition(2)),
            5 if self.gains => Effect::Gain(self.int(1)),
            6 if self.again => Effect::Again,
            7 | 8 => match self.names_of(Sort::Piece).first().cloned() {
                Some(piece) => {
                    if self.one_in(2) {
                        let dir = self.dir();
                        Effect::PieceBy(piece, dir)
                    } else {
                        let cell = self.cell(1);
                        Effect::PieceTo(piece, cell)
                    }
                }
                None => self.assignment(),
            },
            _ => self.assignment(),
        }
    }

    /// A number as it must be for a range, or as it is where nobody takes care.
    fn within(&mut self, value: Expr, low: i64, high: i64) -> Expr {
        if !self.careful {
            return value;
        }
        let inside = binary("%", value, Expr::Int(high - low + 1));
        if low == 0 {
            inside
        } else {
            binary("+", inside, Expr::Int(low))
        }
    }

    fn assignment(&mut self) -> Effect {
        let variables = self.rules.variables.clone();
        let variable = &variables[self.pick(variables.len())];
        let name = variable.name.clone();
        let change = !self.careful && self.one_in(2);
        let value = match &variable.kind {
            Kind::Range(..) if change => {
                let value = self.int(1);
                let index = self.index(variable);
                return match (index, self.one_in(2)) {
                    (None, false) => Effect::Subtract(name, value),
                    (None, true) => Effect::Add(name, value),
                    (Some(index), false) => Effect::SubtractElement(name, index, value),
                    (Some(index), true) => Effect::AddElement(name, index, value),
                };
            }
            Kind::Range(low, high) => {
                let value = self.int(2);
                self.within(value, *low, *high)
            }
            Kind::Names(names) => Expr::Name(names[self.pick(names.len())].clone()),
            Kind::Bool => self.condition(2),
            Kind::Player => {
                if self.one_in(2) {
                    Expr::Opp
                } else {
                    Expr::Me
                }
            }
            Kind::Cell { nowhere: true } => self.cell(2),
            Kind::Cell { nowhere: false } if self.careful => {
                match self.names_of(Sort::Cell).first() {
                    Some(known) if self.one_in(2) => {
                        let known = var(known);
                        let to = self.cell(1);
                        Expr::If(b(binary("in", to.clone(), Expr::Board)), b(to), b(known))
                    }
                    _ => Expr::Cell(self.pick(self.rules.columns * self.rules.rows)),
                }
            }
            Kind::Cell { .. } if variable.shape == Shape::Single && self.one_in(2) => {
                return Effect::Add(name, self.dir());
            }
            Kind::Cell { .. } => self.cell(2),
            Kind::Set { least, most } => {
                if change {
                    let value = if self.one_in(2) {
                        self.set(1)
                    } else {
                        self.cell(1)
                    };
                    return if self.one_in(2) {
                        Effect::Add(name, value)
                    } else {
                        Effect::Subtract(name, value)
                    };
                }
                let value = self.set(2);
                if self.careful {
                    let size = Expr::Call("count", vec![value.clone()]);
                    let fits = binary(
                        "and",
                        binary("<=", Expr::Int(*least as i64), size.clone()),
                        binary("<=", size, Expr::Int(*most as i64)),
                    );
                    return Effect::If(fits, vec![Effect::Set(name, value)], Vec::new());
                }
                value
            }
        };
        match self.index(variable) {
            None => Effect::Set(name, value),
            Some(index) => Effect::SetElement(name, index, value),
        }
    }

    fn index(&mut self, variable: &Variable) -> Option<Expr> {
        match variable.shape {
            Shape::Single => None,
            Shape::List(length) => {
                let value = self.int(1);
                Some(self.within(value, 0, length as i64 - 1))
            }
            Shape::Grid => Some(if self.careful {
                match self.names_of(Sort::Cell).last() {
                    // Bound cells are on the board unless a `let` says otherwise.
                    Some(name) if name.starts_with("p_") || name.starts_with("each_") => var(name),
                    _ => Expr::Cell(self.pick(self.rules.columns * self.rules.rows)),
                }
            } else {
                self.cell(1)
            }),
        }
    }

    fn domain(&mut self) -> (Domain, Sort) {
        match self.pick(8) {
            0 => (
                Domain::Range(Expr::Int(1), Expr::Int(1 + self.pick(3) as i64)),
                Sort::Int,
            ),
            1 => {
                let high = self.int(1);
                (
                    Domain::Range(Expr::Int(0), Expr::Call("min", vec![high, Expr::Int(3)])),
                    Sort::Int,
                )
            }
            2 => (Domain::Numbers(vec![1, 2 + self.pick(3) as i64]), Sort::Int),
            3 => {
                let first = self.pick(8);
                (
                    Domain::Dirs(vec![first, (first + 1 + self.pick(6)) % 8]),
                    Sort::Dir,
                )
            }
            4 | 5 => {
                let pieces = self.variables(|variable| matches!(variable.kind, Kind::Set { .. }));
                match pieces.first() {
                    Some(pieces) => (Domain::Set(var(&pieces.name)), Sort::Piece),
                    None => (Domain::Set(Expr::Board), Sort::Cell),
                }
            }
            6 => {
                let arrays = self.variables(|variable| variable.shape != Shape::Single);
                match arrays.first() {
                    Some(array) => {
                        let sort = if array.shape == Shape::Grid {
                            Sort::Cell
                        } else {
                            Sort::Int
                        };
                        (Domain::Array(array.name.clone()), sort)
                    }
                    None => (Domain::Set(Expr::Board), Sort::Cell),
                }
            }
            _ => (Domain::Set(self.set(1)), Sort::Cell),
        }
    }

    fn variables(&self, wanted: impl Fn(&Variable) -> bool) -> Vec<Variable> {
        self.rules
            .variables
            .iter()
            .filter(|variable| wanted(variable))
            .cloned()
            .collect()
    }

    fn names_of(&self, sort: Sort) -> Vec<String> {
        let fits = |found: Sort| found == sort || (sort == Sort::Cell && found == Sort::Piece);
        self.scope
            .iter()
            .filter(|(_, found)| fits(*found))
            .map(|(name, _)| name.clone())
            .collect()
    }

    /// A value of a variable of a kind, an element of an array too.
    fn of_kind(&mut self, wanted: impl Fn(&Kind) -> bool) -> Option<(Expr, Variable)> {
        let variables = self.variables(|variable| wanted(&variable.kind));
        let variable = variables.get(self.pick(variables.len()))?.clone();
        let expr = match self.index(&variable) {
            None => var(&variable.name),
            Some(index) => Expr::Element(variable.name.clone(), b(index)),
        };
        Some((expr, variable))
    }

    /// A name in scope, a state variable or the last resort.
    fn leaf(&mut self, sort: Sort, wanted: impl Fn(&Kind) -> bool, last: Expr) -> Expr {
        let names = self.names_of(sort);
        let singles =
            self.variables(|variable| variable.shape == Shape::Single && wanted(&variable.kind));
        let all: Vec<String> = names
            .into_iter()
            .chain(singles.into_iter().map(|variable| variable.name))
            .collect();
        let at = self.pick(all.len() + 1);
        all.get(at).map_or(last, |name| var(name))
    }

    fn int(&mut self, depth: usize) -> Expr {
        let small = Expr::Int(self.pick(4) as i64);
        let range = |kind: &Kind| matches!(kind, Kind::Range(..));
        if depth == 0 {
            return self.leaf(Sort::Int, range, small);
        }
        let deeper = depth - 1;
        match self.pick(18) {
            0 | 1 => self.leaf(Sort::Int, range, small),
            2 => binary("+", self.int(deeper), self.int(deeper)),
            3 => binary("-", self.int(deeper), self.int(deeper)),
            4 => binary("*", self.int(deeper), Expr::Int(self.pick(3) as i64)),
            5 | 6 => {
                let op = if self.one_in(2) { "/" } else { "%" };
                let divisor = if self.careful {
                    Expr::Int(1 + self.pick(3) as i64)
                } else {
                    self.leaf(Sort::Int, range, Expr::Int(2))
                };
                binary(op, self.int(deeper), divisor)
            }
            7 => Expr::Negate(b(self.int(deeper))),
            8 => Expr::If(
                b(self.condition(deeper)),
                b(self.int(deeper)),
                b(self.int(deeper)),
            ),
            9 => Expr::Call("min", vec![self.int(deeper), self.int(deeper)]),
            10 => Expr::Call("max", vec![self.int(deeper), self.int(deeper)]),
            11 => Expr::Call("abs", vec![self.int(deeper)]),
            12 => {
                let side = |expr| Expr::Call("abs", vec![expr]);
                let (left, right) = (self.int(deeper), self.int(deeper));
                if self.careful {
                    Expr::Call("xor", vec![side(left), side(right)])
                } else {
                    Expr::Call("xor", vec![left, right])
                }
            }
            13 => Expr::Call("count", vec![self.set(deeper)]),
            14 => {
                let field = if self.one_in(2) { "row" } else { "col" };
                let cell = if self.careful {
                    Expr::Cell(self.pick(self.rules.columns * self.rules.rows))
                } else {
                    self.cell(deeper)
                };
                Expr::Field(b(cell), field)
            }
            15 => self.of_kind(range).map_or(small, |(expr, _)| expr),
            16 => {
                let helpers = self.rules.helpers.clone();
                match helpers.get(self.pick(helpers.len().max(1))) {
                    Some((name, arguments, _)) => {
                        let arguments = arguments
                            .iter()
                            .map(|_| self.leaf(Sort::Int, range, Expr::Int(1)))
                            .collect();
                        Expr::Helper(name.clone(), arguments)
                    }
                    None => small,
                }
            }
            _ => {
                let fold =
                    ["count", "sum", "max", "min"][self.pick(if self.careful { 2 } else { 4 })];
                let (name, domain) = self.bound();
                let body = if fold == "count" {
                    self.condition(deeper)
                } else {
                    self.int(deeper)
                };
                self.scope.pop();
                Expr::Fold(fold, name, b_domain(domain), b(body))
            }
        }
    }

    /// A name bound to a domain, in scope until it is popped.
    fn bound(&mut self) -> (String, Domain) {
        let (domain, sort) = self.domain_flat();
        let name = self.name("v");
        self.scope.push((name.clone(), sort));
        (name, domain)
    }

    /// A domain that needs no expressions of its own.
    fn domain_flat(&mut self) -> (Domain, Sort) {
        match self.pick(4) {
            0 => (
                Domain::Range(Expr::Int(0), Expr::Int(self.pick(3) as i64)),
                Sort::Int,
            ),
            1 => (Domain::Set(Expr::Board), Sort::Cell),
            2 => match self
                .variables(|variable| matches!(variable.kind, Kind::Set { .. }))
                .first()
            {
                Some(set) => (Domain::Set(var(&set.name)), Sort::Cell),
                None => (Domain::Set(Expr::Board), Sort::Cell),
            },
            _ => match self
                .variables(|variable| variable.shape != Shape::Single)
                .first()
            {
                Some(array) if array.shape == Shape::Grid => {
                    (Domain::Array(array.name.clone()), Sort::Cell)
                }
                Some(array) => (Domain::Array(array.name.clone()), Sort::Int),
                None => (Domain::Dirs(vec![0, 3]), Sort::Dir),
            },
        }
    }

    fn condition(&mut self, depth: usize) -> Expr {
        let deeper = depth.saturating_sub(1);
        let truth = |kind: &Kind| *kind == Kind::Bool;
        if depth == 0 {
            let comparison = binary("<=", self.int(0), self.int(0));
            return self.leaf(Sort::Bool, truth, comparison);
        }
        match self.pick(17) {
            0 | 1 => {
                let op = ["<=", "<", ">=", ">", "==", "!="][self.pick(6)];
                binary(op, self.int(deeper), self.int(deeper))
            }
            2 => binary("and", self.condition(deeper), self.condition(deeper)),
            3 => binary("or", self.condition(deeper), self.condition(deeper)),
            4 => Expr::Not(b(self.condition(deeper))),
            5 | 6 => {
                let op = if self.one_in(2) { "in" } else { "not in" };
                binary(op, self.cell(deeper), self.set(deeper))
            }
            7 => binary("<=", self.set(deeper), self.set(deeper)),
            8 => binary(
                if self.one_in(2) { "==" } else { "!=" },
                self.set(deeper),
                self.set(deeper),
            ),
            9 => {
                let op = if self.one_in(2) { "==" } else { "!=" };
                let left = self.cell(deeper);
                let right = if self.one_in(3) {
                    Expr::Nowhere
                } else {
                    self.cell(deeper)
                };
                binary(op, left, right)
            }
            10 => Expr::Call("adjacent", vec![self.cell(deeper), self.cell(deeper)]),
            11 => match self.of_kind(|kind| matches!(kind, Kind::Names(_))) {
                Some((expr, variable)) => {
                    let Kind::Names(names) = &variable.kind else {
                        return Expr::Bool(true);
                    };
                    let name = Expr::Name(names[self.pick(names.len())].clone());
                    binary(if self.one_in(2) { "==" } else { "!=" }, expr, name)
                }
                None => self.condition(deeper),
            },
            12 if self.rules.players => binary("==", Expr::Me, Expr::Player(self.pick(2))),
            12 | 13 => match self.of_kind(truth) {
                Some((expr, _)) => expr,
                None => self.condition(deeper),
            },
            14 => {
                let grids = self.variables(|variable| {
                    matches!(&variable.kind, Kind::Names(names) if names[0] == "empty")
                        && variable.shape != Shape::Single
                });
                match grids.first() {
                    Some(grid) => Expr::Call("full", vec![var(&grid.name)]),
                    None => self.condition(deeper),
                }
            }
            _ => {
                let fold = if self.one_in(2) { "some" } else { "all" };
                let (name, domain) = self.bound();
                let body = self.condition(deeper);
                self.scope.pop();
                Expr::Fold(fold, name, b_domain(domain), b(body))
            }
        }
    }

    fn cell(&mut self, depth: usize) -> Expr {
        let board = self.rules.columns * self.rules.rows;
        let known = Expr::Cell(self.pick(board));
        let cell = |kind: &Kind| matches!(kind, Kind::Cell { .. });
        if depth == 0 {
            return self.leaf(Sort::Cell, cell, known);
        }
        match self.pick(7) {
            0 | 1 => self.leaf(Sort::Cell, cell, known),
            2 | 3 => binary("+", self.cell(depth - 1), self.dir()),
            4 => self.of_kind(cell).map_or(known, |(expr, _)| expr),
            5 => Expr::Call(
                "offset",
                vec![
                    self.cell(depth - 1),
                    Expr::Int(self.pick(3) as i64 - 1),
                    Expr::Int(1),
                ],
            ),
            _ => {
                let name = self.name("v");
                let set = self.set(depth - 1);
                self.scope.push((name.clone(), Sort::Cell));
                let body = self.condition(depth - 1);
                self.scope.pop();
                Expr::Fold("first", name, b_domain(Domain::Set(set)), b(body))
            }
        }
    }

    fn dir(&mut self) -> Expr {
        let known = Expr::Dir(self.pick(8));
        let dir = self.leaf(Sort::Dir, |_| false, known);
        if self.one_in(3) {
            Expr::Negate(b(dir))
        } else {
            dir
        }
    }

    fn set(&mut self, depth: usize) -> Expr {
        let set = |kind: &Kind| matches!(kind, Kind::Set { .. });
        if depth == 0 {
            return self.leaf(Sort::Set, set, Expr::Board);
        }
        let deeper = depth - 1;
        match self.pick(13) {
            0 | 1 => self.leaf(Sort::Set, set, Expr::Board),
            2 => {
                let (first, second) = (self.cell(deeper), self.cell(deeper));
                Expr::Cells(vec![first, second])
            }
            3 => binary("+", self.set(deeper), self.set(deeper)),
            4 => binary("-", self.set(deeper), self.set(deeper)),
            5 => binary("&", self.set(deeper), self.set(deeper)),
            6 => Expr::Call("neighbours", vec![self.cell(deeper)]),
            7 => Expr::Call("around", vec![self.cell(deeper)]),
            8 => Expr::Call("ray", vec![self.cell(deeper), self.dir()]),
            9 => Expr::Call("between", vec![self.cell(deeper), self.cell(deeper)]),
            10 => Expr::Call("slides", vec![self.cell(deeper), self.set(deeper)]),
            11 => Expr::Call("reach", vec![self.set(deeper), self.set(deeper)]),
            _ => {
                let name = self.name("v");
                let of = self.set(deeper);
                self.scope.push((name.clone(), Sort::Cell));
                let condition = self.condition(deeper);
                self.scope.pop();
                Expr::Filter(name, b(of), b(condition))
            }
        }
    }
}

#[expect(clippy::unnecessary_box_returns, reason = "a short name for a box")]
fn b_domain(domain: Domain) -> Box<Domain> {
    Box::new(domain)
}
