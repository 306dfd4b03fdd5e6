//! The program that checked rules are lowered to: what the interpreter runs and a compiler compiles.
//!
//! Everything is a 64-bit whole number in a *register*. Register 0 holds the player to move (0 or
//! 1; 0 in impartial games), then come the state variables, then the locals. A truth value is 0 or
//! 1, a name is its number in its type, a cell its number on its board, and −1 is `nowhere`. A
//! set of cells takes as many registers as its board needs words of 64 bits.

/// Where in the source something stands: byte offsets, the end excluded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Span {
    /// The first byte.
    pub start: u32,
    /// The byte behind the last.
    pub end: u32,
}

/// The value of a cell off the board.
pub const NOWHERE: i64 = -1;

/// A register's number.
pub type Register = u32;

/// The register that holds the player to move.
pub const MOVER: Register = 0;

/// A board: cells with names, coordinates and neighbours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// Columns and rows of a grid, `None` for a graph.
    pub grid: Option<(u32, u32)>,
    /// The cells' names, by number: `a1` on grids (column letter, row from the top), the rules' own on graphs.
    pub names: Vec<String>,
    /// Column and row of each cell, from 1; on a graph (0, 0) where the rules give none.
    pub coordinates: Vec<(i64, i64)>,
    /// For each cell eight entries, one a direction in the order of [`DIRECTIONS`]; `NOWHERE` off the board.
    /// Empty for graphs.
    pub steps: Vec<i64>,
    /// The neighbours of each cell, ascending.
    pub neighbours: Vec<Vec<u32>>,
}

/// The directions' names in the order of their numbers, and column and row of each step.
pub const DIRECTIONS: [(&str, i64, i64); 8] = [
    ("up", 0, -1),
    ("down", 0, 1),
    ("left", -1, 0),
    ("right", 1, 0),
    ("up_left", -1, -1),
    ("up_right", 1, -1),
    ("down_left", -1, 1),
    ("down_right", 1, 1),
];

impl Board {
    /// How many cells the board has.
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Whether the board has no cells.
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// How many registers a set of its cells takes.
    pub fn words(&self) -> usize {
        self.len().div_ceil(64)
    }
}

/// What values one register of a variable (or a move's parameter) may hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Whole numbers from the first to the second, both included.
    Range(i64, i64),
    /// One of the names, by number.
    Names(Vec<String>),
    /// 0 or 1.
    Bool,
    /// 0 or 1: the first or the second player.
    Player,
    /// One of the cells listed (ascending), and `NOWHERE` where `nowhere` is allowed.
    Cell {
        /// The board, by number.
        board: usize,
        /// The cells allowed, ascending.
        cells: Vec<u32>,
        /// Whether it may be off the board.
        nowhere: bool,
    },
    /// A direction, by number (parameters only).
    Direction,
    /// A set of the cells listed, with at least `least` and at most `most` elements (variables only).
    Set {
        /// The board, by number.
        board: usize,
        /// The cells allowed, ascending.
        cells: Vec<u32>,
        /// The least number of elements.
        least: u32,
        /// The greatest number of elements.
        most: u32,
    },
}

/// How the registers of a variable are indexed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shape {
    /// One value.
    Single,
    /// A list, indexed from 0.
    List(u32),
    /// One value for each cell listed (ascending) of a board. There is a register for every cell of the board; those of
    /// cells not listed always hold the kind's first value and are no part of the position.
    Cells {
        /// The board, by number.
        board: usize,
        /// The cells that have a value, ascending.
        cells: Vec<u32>,
    },
    /// One value for each player.
    Players,
}

/// A state variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variable {
    /// Its name in the rules.
    pub name: String,
    /// Where it is declared.
    pub at: Span,
    /// How it is indexed.
    pub shape: Shape,
    /// What each of its registers may hold.
    pub kind: Kind,
    /// Its first register.
    pub register: Register,
    /// How many registers it takes.
    pub width: u32,
}

/// Arithmetic that can fail, by overflow or by zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arithmetic {
    /// Sum.
    Add,
    /// Difference.
    Subtract,
    /// Product.
    Multiply,
    /// Quotient, rounded down.
    Divide,
    /// Remainder with the sign of the divisor.
    Remainder,
    /// Bitwise exclusive or; both sides must not be negative.
    Xor,
}

/// Comparisons of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparison {
    /// Equal.
    Equal,
    /// Not equal.
    Unequal,
    /// Less.
    Less,
    /// Less or equal.
    AtMost,
}

/// What a fold makes of the values of its body over a domain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fold {
    /// 1 if the body is not 0 for one element (stops there).
    Some,
    /// 1 if the body is not 0 for all elements (stops at the first that is).
    All,
    /// For how many elements the body is not 0.
    Count,
    /// The sum of the body.
    Sum,
    /// The least body; an error if there is none.
    Least,
    /// The greatest body; an error if there is none.
    Greatest,
    /// The first element for which the body is not 0, or `NOWHERE`.
    First,
}

/// An expression; its value is a number.
#[derive(Clone, Debug, PartialEq)]
pub enum Expr {
    /// A constant.
    Constant(i64),
    /// The value of a register: the mover, a single variable or a local.
    Register(Register),
    /// An element of an array variable. An index without a value is an error.
    Element {
        /// The variable, by number.
        variable: usize,
        /// Its index: 0-based in lists, a cell on boards, a player.
        index: Box<Expr>,
        /// Where it stands.
        at: Span,
    },
    /// An entry of a constant table ([`Program::tables`]). An index out of bounds is an error.
    Lookup {
        /// The table, by number.
        table: usize,
        /// The index, from 0.
        index: Box<Expr>,
        /// Where it stands.
        at: Span,
    },
    /// The cell beside `cell` in `direction`; `NOWHERE` stays `NOWHERE`.
    Step {
        /// The board, by number.
        board: usize,
        /// A cell or `NOWHERE`.
        cell: Box<Expr>,
        /// A direction's number.
        direction: Box<Expr>,
    },
    /// The cell at a column and a row (from 1) of a grid, `NOWHERE` if there is none.
    CellAt {
        /// The board, by number.
        board: usize,
        /// The column, from 1.
        column: Box<Expr>,
        /// The row, from 1.
        row: Box<Expr>,
    },
    /// The negative.
    Negate(Box<Expr>, Span),
    /// 1 for 0 and 0 for all else.
    Not(Box<Expr>),
    /// Arithmetic of two numbers.
    Arithmetic {
        /// The operation.
        op: Arithmetic,
        /// The left side.
        left: Box<Expr>,
        /// The right side.
        right: Box<Expr>,
        /// Where it stands.
        at: Span,
    },
    /// A comparison of two numbers.
    Compare {
        /// The comparison.
        op: Comparison,
        /// The left side.
        left: Box<Expr>,
        /// The right side.
        right: Box<Expr>,
    },
    /// Both; the right side is looked at only if the left is not 0.
    And(Box<Expr>, Box<Expr>),
    /// Either; the right side is looked at only if the left is 0.
    Or(Box<Expr>, Box<Expr>),
    /// The second if the first is not 0, else the third.
    If(Box<Expr>, Box<Expr>, Box<Expr>),
    /// Whether the number is one of these (ascending).
    OneOf(Box<Expr>, Vec<i64>),
    /// Whether a cell is in a set; `NOWHERE` is in none.
    In(Box<Expr>, Box<Set>),
    /// How many cells a set has.
    Size(Box<Set>),
    /// Whether two sets of one board are equal.
    SameSet(Box<Set>, Box<Set>),
    /// Whether the first set is a part of the second.
    Subset(Box<Set>, Box<Set>),
    /// A fold over a domain.
    Fold {
        /// What is made of the values.
        fold: Fold,
        /// The local that runs over the domain.
        local: Register,
        /// What it runs over.
        domain: Box<Domain>,
        /// The value for each.
        body: Box<Expr>,
        /// Where it stands.
        at: Span,
    },
    /// The body, with a local set first.
    Let {
        /// The local.
        local: Register,
        /// Its value.
        value: Box<Expr>,
        /// The value of the whole.
        body: Box<Expr>,
    },
}

/// A set of cells of one board.
#[derive(Clone, Debug, PartialEq)]
pub enum Set {
    /// A constant set ([`Program::sets`]).
    Constant(usize),
    /// A set variable, by its first register.
    Variable(Register, u32),
    /// One of a family of constant sets ([`Program::families`]), by number; the empty set for a negative one, which `NOWHERE` gives.
    Family {
        /// The family.
        family: usize,
        /// Which of its sets.
        index: Box<Expr>,
    },
    /// These cells; `NOWHERE` is left out. The second is the board.
    Listed(Vec<Expr>, usize),
    /// Union.
    Union(Box<Set>, Box<Set>),
    /// Intersection.
    Intersection(Box<Set>, Box<Set>),
    /// Difference.
    Difference(Box<Set>, Box<Set>),
    /// The cells that satisfy a condition.
    Filter {
        /// The local that runs over the cells.
        local: Register,
        /// The cells.
        of: Box<Set>,
        /// The condition.
        condition: Box<Expr>,
    },
    /// What a sliding piece reaches: every ray stops at, and includes, the first cell of `blockers`.
    Slides {
        /// The board, by number.
        board: usize,
        /// Where the piece stands; nothing is reached from `NOWHERE`.
        from: Box<Expr>,
        /// Directions, by number.
        directions: Vec<u8>,
        /// The cells that stop it.
        blockers: Box<Set>,
    },
    /// The cells of `within` that neighbours inside it join to a cell of `from` in it.
    Reach {
        /// The board, by number.
        board: usize,
        /// Where to begin.
        from: Box<Set>,
        /// Where to stay.
        within: Box<Set>,
    },
    /// The second if the first is not 0, else the third.
    If(Box<Expr>, Box<Set>, Box<Set>),
    /// The body, with a local set first.
    Let {
        /// The local.
        local: Register,
        /// Its value.
        value: Box<Expr>,
        /// The set.
        body: Box<Set>,
    },
}

/// What a parameter or a bound name runs over, in order.
#[derive(Clone, Debug, PartialEq)]
pub enum Domain {
    /// Whole numbers, both ends included; empty if the first is greater.
    Range(Expr, Expr),
    /// Constants.
    Values(Vec<i64>),
    /// The values of these expressions, each once.
    Each(Vec<Expr>),
    /// The cells of a set, ascending.
    Cells(Set),
    /// One of a family of constant lists ([`Program::lists`]), by number; nothing for a negative one, which `NOWHERE` gives.
    List {
        /// The family.
        lists: usize,
        /// Which of its lists.
        index: Expr,
    },
    /// The elements of the domain (under the local) for which the condition is not 0.
    Filter {
        /// The local that runs over the domain.
        local: Register,
        /// The domain.
        of: Box<Domain>,
        /// The condition.
        condition: Expr,
    },
}

/// What a move does, step by step.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// Sets a single variable. A value that its kind does not allow is an error.
    Assign {
        /// The variable, by number.
        variable: usize,
        /// Its new value.
        value: Expr,
        /// Where it stands.
        at: Span,
    },
    /// Sets an element of an array.
    AssignElement {
        /// The variable, by number.
        variable: usize,
        /// The index.
        index: Expr,
        /// Its new value.
        value: Expr,
        /// Where it stands.
        at: Span,
    },
    /// Sets a set variable. Cells or a size that its kind does not allow are an error.
    AssignSet {
        /// The variable, by number.
        variable: usize,
        /// Its new value.
        set: Set,
        /// Where it stands.
        at: Span,
    },
    /// Moves the piece of a set variable that stands on the cell in `piece` to a cell that is free in
    /// that set and allowed, and sets `piece` to it. Anything else is an error.
    MovePiece {
        /// The set variable, by number.
        variable: usize,
        /// The local that holds the piece's cell.
        piece: Register,
        /// Where to.
        to: Expr,
        /// Where it stands.
        at: Span,
    },
    /// The mover gains points.
    Gain(Expr, Span),
    /// The mover moves again.
    Again,
    /// The game goes on as a sum: each component is the state after these effects, all from the state here.
    Become(Vec<Vec<Effect>>),
    /// Sets a local.
    Let(Register, Expr),
    /// Sets locals that hold a set, from the first register on.
    LetSet(Register, Set),
    /// Effects under a condition.
    If(Expr, Vec<Effect>, Vec<Effect>),
    /// Effects for each element of a domain, which is fixed before the first.
    For(Register, Domain, Vec<Effect>),
    /// The move is not legal unless this holds.
    Require(Expr),
}

/// A parameter of a move.
#[derive(Clone, Debug, PartialEq)]
pub struct Parameter {
    /// Its name in the rules.
    pub name: String,
    /// The local that holds it.
    pub local: Register,
    /// What it runs over.
    pub domain: Domain,
    /// What must hold once it is bound, in order.
    pub conditions: Vec<Expr>,
    /// How it is written.
    pub kind: Kind,
}

/// A kind of move.
#[derive(Clone, Debug, PartialEq)]
pub struct MoveRule {
    /// Its name in the rules.
    pub name: String,
    /// Whose move it is: 0 or 1, `None` for both.
    pub player: Option<u8>,
    /// What must hold before any parameter is bound, in order.
    pub conditions: Vec<Expr>,
    /// The parameters, outermost first.
    pub parameters: Vec<Parameter>,
    /// The effects, in order.
    pub effects: Vec<Effect>,
    /// Where it is declared.
    pub at: Span,
}

/// A condition and what the game then pays the player to move.
#[derive(Clone, Debug, PartialEq)]
pub struct Ending {
    /// When.
    pub condition: Expr,
    /// What it pays the player to move.
    pub payoff: Expr,
    /// Where it is declared.
    pub at: Span,
}

/// Where the game starts.
#[derive(Clone, Debug, PartialEq)]
pub enum Start {
    /// At these positions: the registers of the state, mover included, the usual start first.
    Positions(Vec<Vec<i64>>),
    /// Anywhere that satisfies the condition.
    All(Option<Expr>),
}

/// A declared symmetry: where every cell of every board goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symmetry {
    /// Its name, for people.
    pub name: String,
    /// For each board the cell that each cell goes to; `None` where the board keeps still.
    pub cells: Vec<Option<Vec<u32>>>,
    /// Where it is declared.
    pub at: Span,
}

/// Checked rules, ready to run.
#[derive(Clone, Debug, PartialEq)]
pub struct Program {
    /// The game's name.
    pub name: String,
    /// The players' names; `None` if the game is impartial.
    pub players: Option<[String; 2]>,
    /// All boards.
    pub boards: Vec<Board>,
    /// Constant tables of numbers.
    pub tables: Vec<Vec<i64>>,
    /// Constant sets of cells, as words of 64 bits.
    pub sets: Vec<Vec<u64>>,
    /// Families of constant sets of cells, as words.
    pub families: Vec<Vec<Vec<u64>>>,
    /// Families of constant lists.
    pub lists: Vec<Vec<Vec<i64>>>,
    /// The state variables, in order; their registers follow the mover's without a gap.
    pub variables: Vec<Variable>,
    /// How many registers the state takes, the mover's included.
    pub state: u32,
    /// How many registers there are in all.
    pub registers: u32,
    /// The initial values: registers of the state, where every variable has one.
    pub initial: Option<Vec<i64>>,
    /// The initial values of the registers that have one.
    pub initial_parts: Vec<Option<i64>>,
    /// Where the game starts.
    pub start: Start,
    /// The moves, in order.
    pub moves: Vec<MoveRule>,
    /// The ends, in order.
    pub ends: Vec<Ending>,
    /// What a player without a legal move gets, in order; the last has a condition that always holds.
    pub stuck: Vec<Ending>,
    /// What endless play pays the first player.
    pub endless: i64,
    /// Whether the value of a position is a score (some move gains).
    pub scored: bool,
    /// Whether some end pays points (`gets`), so that what best play pays is a score, too.
    pub paid: bool,
    /// Registers that can be exchanged among each other, kept in descending order.
    pub unordered: Vec<Vec<Register>>,
    /// Declared symmetries (generators).
    pub symmetries: Vec<Symmetry>,
    /// The declared measure.
    pub measure: Option<(Expr, Span)>,
}
