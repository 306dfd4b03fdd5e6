//! Rules as they are written: what the parser makes and the checker reads.

use crate::program::Span;

/// A name and where it stands.
#[derive(Clone, Debug, PartialEq)]
pub struct Name {
    /// The name.
    pub text: String,
    /// Where it stands.
    pub at: Span,
}

/// An expression and where it stands.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// What it is.
    pub kind: NodeKind,
    /// Where it stands.
    pub at: Span,
}

/// Operators with one operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unary {
    /// `-x`
    Negate,
    /// `not x`
    Not,
}

/// Operators with two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Binary {
    /// `or`
    Or,
    /// `and`
    And,
    /// `==`
    Equal,
    /// `!=`
    Unequal,
    /// `<`
    Less,
    /// `<=`
    AtMost,
    /// `>`
    Greater,
    /// `>=`
    AtLeast,
    /// `in`
    In,
    /// `not in`
    NotIn,
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `&`
    Intersect,
    /// `*`
    Multiply,
    /// `/`
    Divide,
    /// `%`
    Remainder,
}

/// A name bound over a domain: `c in cell`.
#[derive(Clone, Debug, PartialEq)]
pub struct Binder {
    /// The name.
    pub name: Name,
    /// What it runs over.
    pub domain: Node,
}

/// What an expression is.
#[derive(Clone, Debug, PartialEq)]
pub enum NodeKind {
    /// A whole number.
    Number(i64),
    /// A text.
    Text(String),
    /// A character.
    Character(char),
    /// A name.
    Name(String),
    /// `[a, b]`
    List(Vec<Node>),
    /// `{a, b}`
    Set(Vec<Node>),
    /// `{c in D: cond}`
    Comprehension(Box<Binder>, Box<Node>),
    /// `lo..hi`
    Range(Box<Node>, Box<Node>),
    /// One operand.
    Unary(Unary, Box<Node>),
    /// Two operands.
    Binary(Binary, Box<Node>, Box<Node>),
    /// `if c then a else b`
    If(Box<Node>, Box<Node>, Box<Node>),
    /// `f(a, b)`
    Call(Name, Vec<Node>),
    /// `f(c in D: e)`
    Fold(Name, Vec<Binder>, Box<Node>),
    /// `a[i]`, `a[x, y]`
    Index(Box<Node>, Vec<Node>),
    /// `c.row`
    Field(Box<Node>, Name),
    /// `map.find('X')`
    Method(Box<Node>, Name, Vec<Node>),
    /// `file "name"`
    File(String),
    /// `map "…"`
    Map(String),
}

/// A state: values in order, or by name.
#[derive(Clone, Debug, PartialEq)]
pub struct Tuple {
    /// The values.
    pub entries: Vec<(Option<Name>, Node)>,
    /// Where it stands.
    pub at: Span,
}

/// The type of a variable, as written.
#[derive(Clone, Debug, PartialEq)]
pub enum TypeNode {
    /// `lo..hi`
    Range(Node, Node),
    /// `{a, b, c}`
    Names(Vec<Name>),
    /// `bool`
    Bool,
    /// `player`
    Player,
    /// Cells, perhaps `or nowhere`.
    Cells(Node, bool),
    /// `set of [least[..most]] cells`
    Set(Option<(Node, Option<Node>)>, Node),
}

/// A state variable, as written.
#[derive(Clone, Debug, PartialEq)]
pub struct StateNode {
    /// Its name.
    pub name: Name,
    /// Its dimensions, if it is an array.
    pub dimensions: Vec<Node>,
    /// Its type.
    pub kind: TypeNode,
    /// Where the type stands.
    pub kind_at: Span,
    /// Its initial value.
    pub initial: Option<Node>,
}

/// Who gets what, as written.
#[derive(Clone, Debug, PartialEq)]
pub enum ResultNode {
    /// `P wins`
    Wins(Name),
    /// `P loses`
    Loses(Name),
    /// `draw`
    Draw,
    /// `P gets e`
    Gets(Name, Node),
}

/// An effect, as written.
#[derive(Clone, Debug, PartialEq)]
pub enum EffectNode {
    /// `x = e`
    Assign(Node, Node),
    /// `x += e`
    Add(Node, Node),
    /// `x -= e`
    Subtract(Node, Node),
    /// `becomes (…) + (…)`
    Becomes(Vec<Tuple>, Span),
    /// `gain e`
    Gain(Node),
    /// `again`
    Again(Span),
    /// `pass`
    Pass,
    /// `let n = e`
    Let(Name, Node),
    /// `if c: … else: …`
    If(Node, Vec<EffectNode>, Vec<EffectNode>),
    /// `for v in D: …`
    For(Binder, Vec<EffectNode>),
    /// `require c`
    Require(Node),
}

/// One line of the edges of a graph.
#[derive(Clone, Debug, PartialEq)]
pub enum GraphLine {
    /// Joins between groups of cells, each with whether it goes both ways.
    Chain(Vec<Vec<Name>>, Vec<bool>),
    /// Column and row of cells.
    At(Vec<(Name, Node, Node)>),
}

/// A variable or parameter that a fact fixes or runs over, as written.
#[derive(Clone, Debug, PartialEq)]
pub struct AxisNode {
    /// The variable or parameter.
    pub name: Name,
    /// `in D`: the fact runs over these values; otherwise `= e`: it has this one.
    pub ranges: bool,
    /// The values, or the value.
    pub values: Node,
}

/// What a fact is about, as written.
#[derive(Clone, Debug, PartialEq)]
pub enum FactNode {
    /// `start: win in 9`, `(x = 3): loss`, `(a) + (b): win`; no tuple is the start.
    Outcome(Vec<Tuple>, Name, Option<Node>),
    /// `count positions [if c] = n`
    Count(Name, Option<Node>, Node),
    /// `deepest [if c] = n`
    Deepest(Option<Node>, Node),
    /// `grundy(…) = n`, `score = n`, `remoteness = n`
    Value(Name, Option<Tuple>, Node),
    /// `grundy … = infinite {…}`
    Infinite(Name, Option<Tuple>, Node),
    /// `grundy x in D = [..]`
    Values(Name, Vec<AxisNode>, Node),
    /// `losing x in D = {…}`
    Positions(Name, Vec<AxisNode>, Vec<Tuple>),
    /// `winning moves [(…)] = {…}`; the moves as text.
    WinningMoves(Option<Tuple>, Vec<Name>),
}

/// A statement.
#[derive(Clone, Debug, PartialEq)]
pub enum Item {
    /// `players A, B`
    Players(Name, Name),
    /// `let n = e`
    Let(Name, Node),
    /// `def f(a, b) = e`
    Def(Name, Vec<Name>, Node),
    /// `cells C = e`
    Cells(Name, Node),
    /// `graph G: …`
    Graph(Name, Vec<GraphLine>),
    /// `state …`
    State(Vec<StateNode>),
    /// `unordered x, y`
    Unordered(Vec<Name>, Span),
    /// `start all [where c]`
    StartAll(Option<Node>, Span),
    /// `start (…), (…)`
    Start(Vec<Tuple>, Span),
    /// A kind of move.
    Move {
        /// The player who has it.
        player: Option<Name>,
        /// Its name.
        name: Name,
        /// Its parameters.
        parameters: Vec<Binder>,
        /// Its guard.
        guard: Option<Node>,
        /// Its effects.
        effects: Vec<EffectNode>,
        /// Where it stands.
        at: Span,
    },
    /// `end c: result`
    End(Node, ResultNode, Span),
    /// `stuck [if c]: result`
    Stuck(Option<Node>, ResultNode, Span),
    /// `endless result`
    Endless(ResultNode, Span),
    /// `symmetry name` or cycles of cells.
    Symmetry(SymmetryNode, Span),
    /// `measure e`
    Measure(Node, Span),
    /// `expect …`
    Expect {
        /// What is asked.
        fact: FactNode,
        /// Whether it is about all positions of the space, reachable or not.
        everywhere: bool,
        /// Parameters that it changes: name and value as written.
        settings: Vec<(Name, String)>,
        /// The fact as written.
        text: String,
        /// Where it stands.
        at: Span,
    },
}

/// A declared symmetry, as written.
#[derive(Clone, Debug, PartialEq)]
pub enum SymmetryNode {
    /// By name.
    Named(Name),
    /// A permutation of cells in cycles.
    Cycles(Vec<Vec<Name>>),
}

/// A whole rules file.
#[derive(Clone, Debug, PartialEq)]
pub struct RulesNode {
    /// The game's name.
    pub name: Name,
    /// Its parameters with their defaults.
    pub parameters: Vec<(Name, Node)>,
    /// The statements.
    pub items: Vec<Item>,
}
