//! A small tree of rules, of this test's own, and how it is written down.

use std::fmt::Write;

/// An expression.
#[derive(Clone, Debug, PartialEq)]
pub enum Expr {
    Int(i64),
    Bool(bool),
    Name(String),
    Cell(usize),
    Nowhere,
    Dir(usize),
    Me,
    Opp,
    Last,
    Player(usize),
    /// A state variable, a parameter, a constant, a bound name.
    Var(String),
    Element(String, Box<Expr>),
    Binary(&'static str, Box<Expr>, Box<Expr>),
    Not(Box<Expr>),
    Negate(Box<Expr>),
    If(Box<Expr>, Box<Expr>, Box<Expr>),
    /// A helper function of the rules.
    Helper(String, Vec<Expr>),
    /// A function of the language.
    Call(&'static str, Vec<Expr>),
    Field(Box<Expr>, &'static str),
    /// `some(v in D: body)` and the like.
    Fold(&'static str, String, Box<Domain>, Box<Expr>),
    Cells(Vec<Expr>),
    Filter(String, Box<Expr>, Box<Expr>),
    Board,
}

/// What something runs over.
#[derive(Clone, Debug, PartialEq)]
pub enum Domain {
    Range(Expr, Expr),
    Numbers(Vec<i64>),
    Dirs(Vec<usize>),
    Set(Expr),
    /// The indices of an array.
    Array(String),
}

/// An effect.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    Set(String, Expr),
    SetElement(String, Expr, Expr),
    Add(String, Expr),
    Subtract(String, Expr),
    AddElement(String, Expr, Expr),
    SubtractElement(String, Expr, Expr),
    PieceTo(String, Expr),
    PieceBy(String, Expr),
    Becomes(Vec<Vec<(String, Expr)>>),
    Gain(Expr),
    Again,
    Pass,
    Let(String, Expr),
    If(Expr, Vec<Effect>, Vec<Effect>),
    For(String, Domain, Vec<Effect>),
    Require(Expr),
}

/// What one register of a variable holds.
#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    Range(i64, i64),
    Names(Vec<String>),
    Bool,
    Player,
    Cell { nowhere: bool },
    Set { least: usize, most: usize },
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Shape {
    Single,
    List(usize),
    Grid,
}

#[derive(Clone, Debug)]
pub struct Variable {
    pub name: String,
    pub kind: Kind,
    pub shape: Shape,
    /// One value for all elements; `None` starts anywhere.
    pub initial: Option<Expr>,
}

#[derive(Clone, Debug)]
pub struct Rule {
    pub name: String,
    pub player: Option<usize>,
    pub parameters: Vec<(String, Domain)>,
    pub guard: Vec<Expr>,
    pub effects: Vec<Effect>,
    pub inline: bool,
}

/// What an end pays: who gets how much.
#[derive(Clone, Debug)]
pub struct Outcome {
    pub who: Expr,
    pub what: What,
}

#[derive(Clone, Debug)]
pub enum What {
    Draw,
    Wins,
    Loses,
    Gets(Expr),
}

#[derive(Clone, Debug, Default)]
pub struct Rules {
    pub players: bool,
    pub columns: usize,
    pub rows: usize,
    pub constants: Vec<(String, Expr)>,
    pub variables: Vec<Variable>,
    pub unordered: Vec<String>,
    pub start_all: bool,
    pub helpers: Vec<(String, Vec<String>, Expr)>,
    pub moves: Vec<Rule>,
    pub ends: Vec<(Expr, Outcome)>,
    pub stuck: Vec<(Option<Expr>, Outcome)>,
    pub misere: bool,
    pub endless: Option<Outcome>,
}

pub const PLAYERS: [&str; 2] = ["Left", "Right"];
pub const DIRS: [(&str, i64, i64); 8] = [
    ("up", 0, -1),
    ("down", 0, 1),
    ("left", -1, 0),
    ("right", 1, 0),
    ("up_left", -1, -1),
    ("up_right", 1, -1),
    ("down_left", -1, 1),
    ("down_right", 1, 1),
];

impl Rules {
    pub fn cell_name(&self, cell: usize) -> String {
        let column = (b'a' + (cell % self.columns) as u8) as char;
        format!("{column}{}", cell / self.columns + 1)
    }

    pub fn variable(&self, name: &str) -> Option<&Variable> {
        self.variables.iter().find(|variable| variable.name == name)
    }

    /// The rules as a file.
    pub fn text(&self) -> String {
        let mut out = "game random\n".to_owned();
        let mut line = |text: String| {
            out.push_str(&text);
            out.push('\n');
        };
        if self.players {
            line(format!("players {}, {}", PLAYERS[0], PLAYERS[1]));
        }
        line(format!("cells B = grid({}, {})", self.columns, self.rows));
        for (name, value) in &self.constants {
            line(format!("let {name} = {}", self.expr(value, 0)));
        }
        for variable in &self.variables {
            line(self.state(variable));
        }
        if !self.unordered.is_empty() {
            line(format!("unordered {}", self.unordered.join(", ")));
        }
        if self.start_all {
            line("start all".to_owned());
        }
        for (name, arguments, body) in &self.helpers {
            let arguments = match arguments.as_slice() {
                [] => String::new(),
                some => format!("({})", some.join(", ")),
            };
            line(format!("def {name}{arguments} = {}", self.expr(body, 0)));
        }
        for rule in &self.moves {
            line(self.rule(rule));
        }
        for (condition, outcome) in &self.ends {
            let condition = self.expr(condition, 0);
            line(format!("end {condition}: {}", self.outcome(outcome)));
        }
        for (condition, outcome) in &self.stuck {
            let outcome = self.outcome(outcome);
            line(match condition {
                Some(condition) => format!("stuck if {}: {outcome}", self.expr(condition, 0)),
                None => format!("stuck {outcome}"),
            });
        }
        if self.misere {
            line("misere".to_owned());
        }
        if let Some(endless) = &self.endless {
            line(format!("endless {}", self.outcome(endless)));
        }
        out
    }

    fn state(&self, variable: &Variable) -> String {
        let index = match variable.shape {
            Shape::Single => String::new(),
            Shape::List(length) => format!("[{length}]"),
            Shape::Grid => "[B]".to_owned(),
        };
        let kind = match &variable.kind {
            Kind::Range(low, high) => format!("{low}..{high}"),
            Kind::Names(names) => format!("{{{}}}", names.join(", ")),
            Kind::Bool => "bool".to_owned(),
            Kind::Player => "player".to_owned(),
            Kind::Cell { nowhere: false } => "B".to_owned(),
            Kind::Cell { nowhere: true } => "B or nowhere".to_owned(),
            Kind::Set { least, most } if least == most => format!("set of {least} B"),
            Kind::Set { least, most } => format!("set of {least}..{most} B"),
        };
        let initial = variable
            .initial
            .as_ref()
            .map_or_else(String::new, |value| format!(" = {}", self.expr(value, 0)));
        format!("state {}{index}: {kind}{initial}", variable.name)
    }

    fn rule(&self, rule: &Rule) -> String {
        let mut out = String::new();
        if let Some(player) = rule.player {
            let _ = write!(out, "{} ", PLAYERS[player]);
        }
        let _ = write!(out, "move {}", rule.name);
        if !rule.parameters.is_empty() {
            let parameters: Vec<String> = rule
                .parameters
                .iter()
                .map(|(name, domain)| format!("{name} in {}", self.domain(domain)))
                .collect();
            let _ = write!(out, "({})", parameters.join(", "));
        }
        if !rule.guard.is_empty() {
            let parts: Vec<String> = rule.guard.iter().map(|part| self.expr(part, 3)).collect();
            let _ = write!(out, " if {}", parts.join(" and "));
        }
        out.push(':');
        let nested = |effect: &Effect| matches!(effect, Effect::If(..) | Effect::For(..));
        if rule.inline && !rule.effects.iter().any(nested) {
            let effects: Vec<String> = rule.effects.iter().map(|e| self.simple(e)).collect();
            out.push(' ');
            out.push_str(&effects.join("; "));
        } else {
            self.block(&rule.effects, 1, &mut out);
        }
        out
    }

    fn block(&self, effects: &[Effect], depth: usize, out: &mut String) {
        let pad = "  ".repeat(depth);
        for effect in effects {
            match effect {
                Effect::If(condition, then, otherwise) => {
                    let _ = write!(out, "\n{pad}if {}:", self.expr(condition, 0));
                    self.block(then, depth + 1, out);
                    if !otherwise.is_empty() {
                        let _ = write!(out, "\n{pad}else:");
                        self.block(otherwise, depth + 1, out);
                    }
                }
                Effect::For(name, domain, body) => {
                    let _ = write!(out, "\n{pad}for {name} in {}:", self.domain(domain));
                    self.block(body, depth + 1, out);
                }
                effect => {
                    let _ = write!(out, "\n{pad}{}", self.simple(effect));
                }
            }
        }
    }

    fn simple(&self, effect: &Effect) -> String {
        let of = |expr: &Expr| self.expr(expr, 0);
        match effect {
            Effect::Set(name, value) | Effect::PieceTo(name, value) => {
                format!("{name} = {}", of(value))
            }
            Effect::SetElement(name, index, value) => {
                format!("{name}[{}] = {}", of(index), of(value))
            }
            Effect::Add(name, value) | Effect::PieceBy(name, value) => {
                format!("{name} += {}", of(value))
            }
            Effect::Subtract(name, value) => format!("{name} -= {}", of(value)),
            Effect::AddElement(name, index, value) => {
                format!("{name}[{}] += {}", of(index), of(value))
            }
            Effect::SubtractElement(name, index, value) => {
                format!("{name}[{}] -= {}", of(index), of(value))
            }
            Effect::Becomes(parts) => {
                let parts: Vec<String> = parts
                    .iter()
                    .map(|part| {
                        let entries: Vec<String> = part
                            .iter()
                            .map(|(name, value)| format!("{name} = {}", of(value)))
                            .collect();
                        format!("({})", entries.join(", "))
                    })
                    .collect();
                format!("becomes {}", parts.join(" + "))
            }
            Effect::Gain(points) => format!("gain {}", of(points)),
            Effect::Again => "again".to_owned(),
            Effect::Pass | Effect::If(..) | Effect::For(..) => "pass".to_owned(),
            Effect::Let(name, value) => format!("let {name} = {}", of(value)),
            Effect::Require(condition) => format!("require {}", of(condition)),
        }
    }

    fn outcome(&self, outcome: &Outcome) -> String {
        let who = self.expr(&outcome.who, 0);
        match &outcome.what {
            What::Draw => "draw".to_owned(),
            What::Wins => format!("{who} wins"),
            What::Loses => format!("{who} loses"),
            What::Gets(points) => format!("{who} gets {}", self.expr(points, 0)),
        }
    }

    fn domain(&self, domain: &Domain) -> String {
        match domain {
            Domain::Range(low, high) => format!("{}..{}", self.expr(low, 6), self.expr(high, 6)),
            Domain::Numbers(numbers) => {
                let list: Vec<String> = numbers.iter().map(i64::to_string).collect();
                format!("{{{}}}", list.join(", "))
            }
            Domain::Dirs(dirs) => braces(dirs),
            Domain::Set(set) => self.expr(set, 6),
            Domain::Array(name) => name.clone(),
        }
    }

    fn list(&self, exprs: &[Expr]) -> String {
        let list: Vec<String> = exprs.iter().map(|expr| self.expr(expr, 0)).collect();
        list.join(", ")
    }

    /// An expression where something at least as binding as `least` must stand; as few brackets as
    /// the documented precedence allows.
    fn expr(&self, expr: &Expr, least: u8) -> String {
        let (level, text) = self.bare(expr);
        if level < least {
            format!("({text})")
        } else {
            text
        }
    }

    fn bare(&self, expr: &Expr) -> (u8, String) {
        let text = match expr {
            Expr::Int(value) if *value < 0 => return (9, value.to_string()),
            Expr::Int(value) => value.to_string(),
            Expr::Bool(value) => value.to_string(),
            Expr::Name(name) | Expr::Var(name) => name.clone(),
            Expr::Cell(cell) => self.cell_name(*cell),
            Expr::Nowhere => "nowhere".to_owned(),
            Expr::Dir(dir) => DIRS[*dir].0.to_owned(),
            Expr::Me => "me".to_owned(),
            Expr::Opp => "opp".to_owned(),
            Expr::Last => "last".to_owned(),
            Expr::Player(player) => PLAYERS[*player].to_owned(),
            Expr::Board => "B".to_owned(),
            Expr::Element(name, index) => format!("{name}[{}]", self.expr(index, 0)),
            Expr::Binary(op, left, right) => {
                let level = level(op);
                // Comparisons do not chain; everything else groups to the left.
                let left = self.expr(left, if level == 4 { 5 } else { level });
                return (
                    level,
                    format!("{left} {op} {}", self.expr(right, level + 1)),
                );
            }
            Expr::Not(inner) => return (3, format!("not {}", self.expr(inner, 3))),
            Expr::Negate(inner) => return (9, format!("-{}", self.expr(inner, 10))),
            Expr::If(condition, then, otherwise) => {
                let (condition, then) = (self.expr(condition, 1), self.expr(then, 1));
                let otherwise = self.expr(otherwise, 0);
                return (0, format!("if {condition} then {then} else {otherwise}"));
            }
            Expr::Helper(name, arguments) if arguments.is_empty() => name.clone(),
            Expr::Helper(name, arguments) => format!("{name}({})", self.list(arguments)),
            Expr::Call(name, arguments) if *name == "slides" => {
                let (from, blockers) = (self.expr(&arguments[0], 0), self.expr(&arguments[1], 0));
                format!("slides({from}, orthogonal, {blockers})")
            }
            Expr::Call(name, arguments) => format!("{name}({})", self.list(arguments)),
            Expr::Field(inner, field) => format!("{}.{field}", self.expr(inner, 10)),
            Expr::Fold(fold, name, domain, body) => {
                let (domain, body) = (self.domain(domain), self.expr(body, 0));
                format!("{fold}({name} in {domain}: {body})")
            }
            Expr::Cells(cells) => format!("{{{}}}", self.list(cells)),
            Expr::Filter(name, set, condition) => {
                let (set, condition) = (self.expr(set, 6), self.expr(condition, 0));
                format!("{{{name} in {set}: {condition}}}")
            }
        };
        (10, text)
    }
}

fn braces(dirs: &[usize]) -> String {
    let list: Vec<&str> = dirs.iter().map(|dir| DIRS[*dir].0).collect();
    format!("{{{}}}", list.join(", "))
}

fn level(op: &str) -> u8 {
    match op {
        "or" => 1,
        "and" => 2,
        "+" | "-" => 6,
        "&" => 7,
        "*" | "/" | "%" => 8,
        _ => 4,
    }
}
