//! What an expression reads and binds.

use super::super::walk::{self, Part};
use crate::program::{Effect, Expr, Program, Register, Set};
use std::collections::BTreeSet;

/// What is read.
#[derive(Debug, Default)]
pub(super) struct Reads {
    /// State variables, by number.
    pub(super) variables: BTreeSet<usize>,
    /// Locals, bound inside or not.
    pub(super) locals: BTreeSet<Register>,
}

impl Reads {
    fn part(&mut self, program: &Program, part: Part<'_>) {
        match part {
            Part::Expr(Expr::Element { variable, .. }) => {
                self.variables.insert(*variable);
            }
            Part::Expr(Expr::Register(register)) | Part::Set(Set::Variable(register, _)) => {
                self.register(program, *register);
            }
            _ => {}
        }
    }

    fn register(&mut self, program: &Program, register: Register) {
        if register >= program.state {
            self.locals.insert(register);
            return;
        }
        let holds = |variable: &crate::program::Variable| {
            (variable.register..variable.register + variable.width).contains(&register)
        };
        if let Some(variable) = program.variables.iter().position(holds) {
            self.variables.insert(variable);
        }
    }
}

/// What an expression reads.
pub(super) fn of(program: &Program, expr: &Expr) -> Reads {
    let mut reads = Reads::default();
    walk::expr(expr, &mut |part| reads.part(program, part));
    reads
}

/// What a set reads.
pub(super) fn of_set(program: &Program, set: &Set) -> Reads {
    let mut reads = Reads::default();
    walk::set(set, &mut |part| reads.part(program, part));
    reads
}

/// Whether an expression reads this register.
pub(super) fn mentions(expr: &Expr, register: Register) -> bool {
    let mut found = false;
    walk::expr(expr, &mut |part| {
        found |= matches!(part, Part::Expr(Expr::Register(read)) if *read == register);
    });
    found
}

/// Whether a set reads this register.
pub(super) fn set_mentions(set: &Set, register: Register) -> bool {
    let mut found = false;
    walk::set(set, &mut |part| {
        found |= matches!(part, Part::Expr(Expr::Register(read)) if *read == register);
    });
    found
}

/// Whether an expression binds names inside.
pub(super) fn binds(expr: &Expr) -> bool {
    let mut found = false;
    walk::expr(expr, &mut |part| {
        found |= matches!(part, Part::Local(_));
    });
    found
}

/// Whether a set binds names inside.
pub(super) fn binds_set(set: &Set) -> bool {
    let mut found = false;
    walk::set(set, &mut |part| {
        found |= matches!(part, Part::Local(_));
    });
    found
}

/// How many parts an expression has.
pub(super) fn parts(expr: &Expr) -> usize {
    let mut count = 0;
    walk::expr(expr, &mut |_| count += 1);
    count
}

/// What effects may change: state variables, and locals.
#[derive(Debug, Default)]
pub(super) struct Writes {
    pub(super) variables: BTreeSet<usize>,
    pub(super) locals: BTreeSet<Register>,
    /// Whether the mover may move again.
    pub(super) again: bool,
    /// Whether the game may fall apart.
    pub(super) becomes: bool,
}

/// What effects may change.
pub(super) fn writes(effects: &[Effect]) -> Writes {
    let mut writes = Writes::default();
    add_writes(effects, &mut writes);
    writes
}

fn add_writes(effects: &[Effect], writes: &mut Writes) {
    for effect in effects {
        match effect {
            Effect::Assign { variable, .. }
            | Effect::AssignElement { variable, .. }
            | Effect::AssignSet { variable, .. } => {
                writes.variables.insert(*variable);
            }
            Effect::MovePiece {
                variable, piece, ..
            } => {
                writes.variables.insert(*variable);
                writes.locals.insert(*piece);
            }
            Effect::Let(local, _) | Effect::LetSet(local, _) => {
                writes.locals.insert(*local);
            }
            Effect::Again => writes.again = true,
            Effect::Become(components) => {
                writes.becomes = true;
                for component in components {
                    add_writes(component, writes);
                }
            }
            Effect::If(_, then, other) => {
                add_writes(then, writes);
                add_writes(other, writes);
            }
            Effect::For(local, _, body) => {
                writes.locals.insert(*local);
                add_writes(body, writes);
            }
            Effect::Gain(..) | Effect::Require(_) => {}
        }
    }
}
