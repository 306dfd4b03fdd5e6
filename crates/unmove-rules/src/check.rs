//! Syntax to a program: names, types, ranges and everything else that can be found before solving.

mod axis;
mod board;
mod bounds;
mod call;
mod coerce;
mod declare;
mod effect;
mod element;
mod expression;
mod fact;
mod fold;
mod geometry;
mod kind;
mod membership;
mod operator;
mod parameter;
mod rule;
mod running;
mod shadow;
mod state;
mod symmetry;
mod term;
mod written;

use crate::diagnostic::{Diagnostic, Origin, Severity};
use crate::fact::{Fact, FactRegisters};
use crate::program::{Expr, MOVER, Program, Register, Span, Start};
use crate::syntax::{Item, Name, Node, RulesNode};
use crate::{Request, nearest, parse};
use rustc_hash::{FxHashMap, FxHashSet};
use term::{Local, Term, Type};

/// The most expressions that rules may come to once helper functions are put in.
const LARGEST: usize = 400_000;

/// How deep expressions may stand in each other once helper functions are put in.
const DEEPEST: usize = 500;

/// What checking makes of rules.
pub(crate) struct Checked {
    /// The program.
    pub(crate) program: Program,
    /// The facts.
    pub(crate) facts: Vec<Fact>,
    /// Where the conditions of facts find what they ask about.
    pub(crate) fact_registers: FactRegisters,
    /// What is doubtful.
    pub(crate) warnings: Vec<Diagnostic>,
}

/// Checks rules and lowers them to a program.
///
/// # Errors
/// All that is wrong with them.
pub(crate) fn check(request: &Request<'_>) -> Result<Checked, Vec<Diagnostic>> {
    let parsed = parse::rules(request.text);
    let Some(rules) = parsed.rules else {
        return Err(parsed.faults);
    };
    let mut checker = Checker::new(request, &rules.name.text);
    for fault in parsed.faults {
        checker.report(fault);
    }
    checker.rules(&rules);
    checker.finish()
}

/// What a name in force everywhere means.
#[derive(Clone)]
enum Meaning {
    /// A constant: a parameter, `let`, `cells` or a graph.
    Constant(Term),
    /// A state variable, by number.
    Variable(usize),
    /// A helper function, by number.
    Function(usize),
}

struct Global {
    meaning: Meaning,
    at: Span,
}

struct Function {
    name: Name,
    arguments: Vec<Name>,
    body: Node,
}

struct Map {
    board: usize,
    /// The table of its characters, by cell.
    table: usize,
}

/// Which names of players an expression may use.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Turn {
    /// Constants: none.
    None,
    /// A position: the mover and the other.
    Mover,
    /// An end: the one who has just moved, too.
    Last,
}

struct Checker<'a> {
    request: &'a Request<'a>,
    program: Program,
    globals: FxHashMap<String, Global>,
    functions: Vec<Function>,
    maps: Vec<Map>,
    /// The names of enumerated types.
    names: Vec<Vec<String>>,
    /// What plain names may mean: players, names of types, directions, cells of graphs.
    symbols: FxHashMap<String, Vec<(Type, i64)>>,
    locals: Vec<Local>,
    /// Where the names that a helper function sees begin.
    visible: usize,
    /// The helper functions being put in.
    calls: Vec<usize>,
    /// The helper functions that something has called.
    called: FxHashSet<usize>,
    turn: Turn,
    next_register: Register,
    families: FxHashMap<board::FamilyKey, usize>,
    tables: FxHashMap<Vec<i64>, usize>,
    sets: FxHashMap<Vec<u64>, usize>,
    facts: Vec<Fact>,
    fact_registers: FactRegisters,
    /// How often something wrong, and reported already, was used: what comes of it is not judged.
    spoilt: usize,
    errors: usize,
    /// How deep the expression being checked stands in others, helper functions put in.
    depth: usize,
    size: usize,
    too_large: bool,
    uses_again: bool,
    origin: Origin,
    diagnostics: Vec<Diagnostic>,
    initial: Vec<Option<i64>>,
    /// Lists with a part for each player, one behind the other: the length of each part, by variable.
    sides: FxHashMap<usize, i64>,
    /// What the parameters of the move being checked lie between.
    parameter_bounds: FxHashMap<Register, bounds::Bounds>,
}

impl<'a> Checker<'a> {
    fn new(request: &'a Request<'a>, name: &str) -> Self {
        let program = Program {
            name: name.to_string(),
            players: None,
            boards: Vec::new(),
            tables: Vec::new(),
            sets: Vec::new(),
            families: Vec::new(),
            lists: Vec::new(),
            variables: Vec::new(),
            state: MOVER + 1,
            registers: 0,
            initial: None,
            initial_parts: Vec::new(),
            start: Start::All(None),
            moves: Vec::new(),
            ends: Vec::new(),
            stuck: Vec::new(),
            endless: 0,
            scored: false,
            paid: false,
            unordered: Vec::new(),
            symmetries: Vec::new(),
            measure: None,
        };
        let mut symbols = FxHashMap::default();
        for (number, (name, _, _)) in crate::program::DIRECTIONS.iter().enumerate() {
            symbols.insert((*name).to_string(), vec![(Type::Direction, number as i64)]);
        }
        Self {
            request,
            program,
            globals: FxHashMap::default(),
            functions: Vec::new(),
            maps: Vec::new(),
            names: Vec::new(),
            symbols,
            locals: Vec::new(),
            visible: 0,
            calls: Vec::new(),
            called: FxHashSet::default(),
            turn: Turn::None,
            next_register: 0,
            families: FxHashMap::default(),
            tables: FxHashMap::default(),
            sets: FxHashMap::default(),
            facts: Vec::new(),
            fact_registers: FactRegisters {
                win: 0,
                loss: 0,
                draw: 0,
                terminal: 0,
                remoteness: 0,
                grundy: 0,
                score: 0,
            },
            spoilt: 0,
            errors: 0,
            depth: 0,
            size: 0,
            too_large: false,
            uses_again: false,
            origin: Origin::Rules,
            diagnostics: Vec::new(),
            initial: vec![Some(0)],
            sides: FxHashMap::default(),
            parameter_bounds: FxHashMap::default(),
        }
    }

    /// Declarations first, then what runs, then facts: each sees all names of the part before.
    fn rules(&mut self, rules: &RulesNode) {
        self.parameters(&rules.parameters);
        for item in &rules.items {
            self.declare(item);
        }
        if self.program.variables.is_empty() && self.errors() == 0 {
            self.error(
                "no-state",
                rules.name.at,
                "the game has no state, so it has only one position",
            )
            .help = Some("declare what changes in play: `state stones: 0..20 = 20`".into());
        }
        self.next_register = self.program.state;
        self.fact_registers = self.allocate_fact_registers();
        self.uses_again = rules.items.iter().any(|item| match item {
            Item::Move { effects, .. } => effect::uses_again(effects),
            _ => false,
        });
        self.initial_position(&rules.items);
        for item in &rules.items {
            self.rule(item);
        }
        self.default_stuck();
        if self.program.moves.is_empty() && self.errors() == 0 {
            self.error("no-moves", rules.name.at, "the game has no moves")
                .help =
                Some("declare one: `move take(k in 1..3) if k <= stones: stones -= k`".into());
        }
        self.shadowed_ends();
        self.uncalled_functions();
        self.facts(&rules.items);
    }

    /// Checks the helper functions that nothing has called, as far as that can be without arguments.
    fn uncalled_functions(&mut self) {
        for function in 0..self.functions.len() {
            if self.called.contains(&function) {
                continue;
            }
            let at = self.functions[function].name.at;
            let arguments = vec![Term::Bad; self.functions[function].arguments.len()];
            self.during(Turn::Last, |checker| checker.apply(function, arguments, at));
        }
    }

    fn finish(mut self) -> Result<Checked, Vec<Diagnostic>> {
        let mut seen = FxHashSet::default();
        self.diagnostics.retain(|diagnostic| {
            let key = (
                diagnostic.origin.clone(),
                diagnostic.labels.first().map(|label| label.at),
                diagnostic.message.clone(),
            );
            seen.insert(key)
        });
        if self.errors() > 0 {
            // What is doubtful may only look so because of what is wrong.
            self.diagnostics
                .retain(|diagnostic| diagnostic.severity == Severity::Error);
            self.diagnostics
                .sort_by_key(|diagnostic| diagnostic.labels.first().map(|label| label.at.start));
            return Err(self.diagnostics);
        }
        self.program.registers = self.next_register;
        Ok(Checked {
            program: self.program,
            facts: self.facts,
            fact_registers: self.fact_registers,
            warnings: self.diagnostics,
        })
    }

    /// Errors so far, and uses of what was wrong: if the number stays the same, all went well.
    fn faults(&self) -> usize {
        self.errors() + self.spoilt
    }

    fn errors(&self) -> usize {
        self.errors
    }

    /// Takes back what was reported since there were only so many diagnostics.
    fn retract(&mut self, diagnostics: usize) {
        let retracted = self.diagnostics.split_off(diagnostics);
        self.errors -= retracted
            .iter()
            .filter(|diagnostic| diagnostic.severity == Severity::Error)
            .count();
    }

    /// Reports an error, to which more can be added.
    fn error(
        &mut self,
        code: &'static str,
        at: Span,
        message: impl Into<String>,
    ) -> &mut Diagnostic {
        self.report(Diagnostic::error(code, at, message))
    }

    fn warn(
        &mut self,
        code: &'static str,
        at: Span,
        message: impl Into<String>,
    ) -> &mut Diagnostic {
        self.report(Diagnostic::warning(code, at, message))
    }

    fn report(&mut self, mut diagnostic: Diagnostic) -> &mut Diagnostic {
        diagnostic.origin = self.origin.clone();
        self.errors += usize::from(diagnostic.severity == Severity::Error);
        self.diagnostics.push(diagnostic);
        let last = self.diagnostics.len() - 1;
        &mut self.diagnostics[last]
    }

    fn allocate(&mut self, registers: usize) -> Register {
        let first = self.next_register;
        self.next_register += registers as Register;
        first
    }

    fn allocate_fact_registers(&mut self) -> FactRegisters {
        FactRegisters {
            win: self.allocate(1),
            loss: self.allocate(1),
            draw: self.allocate(1),
            terminal: self.allocate(1),
            remoteness: self.allocate(1),
            grundy: self.allocate(1),
            score: self.allocate(1),
        }
    }

    /// Gives a name a meaning everywhere, or reports that it has one.
    fn define(&mut self, name: &Name, meaning: Meaning) {
        if expression::WORDS.contains(&name.text.as_str())
            || call::FUNCTIONS.contains(&name.text.as_str())
        {
            let message = format!("`{}` has a meaning in the language already", name.text);
            self.error("taken-name", name.at, message).help = Some("choose another name".into());
            self.mean_nothing(name);
            return;
        }
        if let Some(earlier) = self.globals.get(&name.text) {
            let earlier = earlier.at;
            let fault = Diagnostic::error(
                "defined-twice",
                name.at,
                format!("`{}` is defined twice", name.text),
            )
            .also(earlier, "first here");
            self.report(fault);
            self.mean_nothing(name);
            return;
        }
        self.globals.insert(
            name.text.clone(),
            Global {
                meaning,
                at: name.at,
            },
        );
    }

    /// Keeps a name that is in doubt from being complained of again where it is used.
    fn mean_nothing(&mut self, name: &Name) {
        let global = Global {
            meaning: Meaning::Constant(Term::Bad),
            at: name.at,
        };
        self.globals.insert(name.text.clone(), global);
    }

    /// The state variable of a name.
    fn variable_named(&self, name: &str) -> Option<usize> {
        match self.globals.get(name)?.meaning {
            Meaning::Variable(variable) => Some(variable),
            _ => None,
        }
    }

    fn symbol(&mut self, name: &str, kind: Type, value: i64) {
        let meanings = self.symbols.entry(name.to_string()).or_default();
        if !meanings.contains(&(kind.clone(), value)) {
            meanings.push((kind, value));
        }
    }

    /// Reports a name that nothing has, with the nearest that something has.
    fn unknown_name(&mut self, name: &str, at: Span, what: &str) {
        let known = self
            .locals
            .iter()
            .map(|local| local.name.as_str())
            .chain(self.globals.keys().map(String::as_str))
            .chain(self.symbols.keys().map(String::as_str))
            .chain(expression::WORDS)
            .chain(call::FUNCTIONS);
        let near = nearest::nearest(name, known).map(str::to_string);
        let fault = self.error("unknown-name", at, format!("`{name}` is not {what}"));
        fault.labels[0].text = "not known here".into();
        if let Some(near) = near {
            fault.help = Some(format!("did you mean `{near}`?"));
        }
    }

    /// A new local that holds a number.
    fn bind(&mut self, name: &str, term: Term, piece: Option<(usize, Register)>) {
        self.locals.push(Local {
            name: name.to_string(),
            term,
            piece,
        });
    }

    /// The index of a table with these entries.
    fn table(&mut self, entries: Vec<i64>) -> usize {
        if let Some(&table) = self.tables.get(&entries) {
            return table;
        }
        let table = self.program.tables.len();
        self.tables.insert(entries.clone(), table);
        self.program.tables.push(entries);
        table
    }

    /// An entry of a table, known if its index is.
    fn lookup(&mut self, entries: Vec<i64>, index: Expr, at: Span) -> Expr {
        if let Expr::Constant(known) = index
            && let Some(&entry) = usize::try_from(known)
                .ok()
                .and_then(|known| entries.get(known))
        {
            return Expr::Constant(entry);
        }
        Expr::Lookup {
            table: self.table(entries),
            index: Box::new(index),
            at,
        }
    }
}
