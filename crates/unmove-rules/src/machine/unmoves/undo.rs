//! Taking back a track, the last step first.
//!
//! Every step that overwrites something brings in an unknown for what was there before; that the step made of
//! it what is there now is a condition, and so is all that the move demands. Which unknown is worked out from
//! which condition is decided later: see `order`.

use super::super::allowed::{Values, live};
use super::super::ready::Ready;
use super::bounds::{self, Interval};
use super::build;
use super::logic;
use super::superset;
use super::tracks::{Step, Tracer, Track};
use super::view::{Base, View};
use crate::program::{Domain, Effect, Expr, MoveRule, NOWHERE, Parameter, Register, Set, Span};

/// Something not known from the position after the move alone.
#[derive(Clone, Debug)]
pub(super) struct Unknown {
    pub(super) register: Register,
    /// All that it may be.
    pub(super) base: Domain,
    /// How many values that are.
    pub(super) count: f64,
    /// Between which numbers it lies, if it is one.
    pub(super) interval: Option<Interval>,
    /// Whether it is certainly a cell.
    pub(super) on_board: bool,
    /// Whether it waits until all others are known: what it may be depends on them.
    pub(super) last: bool,
    /// What it is, in words.
    pub(super) words: String,
}

/// A track taken back: what is unknown, what must hold, and how to restore.
#[derive(Debug)]
pub(super) struct Undo<'t, 'p> {
    pub(super) ready: &'p Ready,
    pub(super) tracer: &'t mut Tracer<'p>,
    pub(super) view: View,
    pub(super) unknowns: Vec<Unknown>,
    /// Conditions, told of the position after the move.
    pub(super) conditions: Vec<Expr>,
    /// Conditions to look at in the restored position.
    pub(super) confirm: Vec<Expr>,
    pub(super) effects: Vec<Effect>,
    /// Whether what the conditions say is all there is to say.
    pub(super) exact: bool,
    /// Whether one way to move may be found more than once.
    pub(super) repeats: bool,
    /// What holds in the position before the move.
    pub(super) facts: Vec<Expr>,
    /// Variables that the steps change, as often as they do.
    changed: Vec<usize>,
    /// The same of the steps not yet taken back.
    pub(super) written: Vec<usize>,
}

impl std::fmt::Debug for Tracer<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Tracer").finish_non_exhaustive()
    }
}

fn written(step: &Step) -> Vec<usize> {
    match step {
        Step::Assign { variable, .. }
        | Step::AssignSet { variable, .. }
        | Step::Piece { variable, .. } => vec![*variable],
        Step::Require(_) => Vec::new(),
        Step::Scramble(variables) => variables.iter().copied().collect(),
    }
}

/// Takes back a track of a rule.
pub(super) fn undo<'t, 'p>(
    ready: &'p Ready,
    tracer: &'t mut Tracer<'p>,
    rule: &MoveRule,
    track: &Track,
) -> Result<Undo<'t, 'p>, String> {
    let facts = logic::conditions(tracer, rule);
    let distinct = logic::distinct(&ready.program, &facts, rule.player);
    let mut undo = Undo {
        ready,
        tracer,
        view: View::new(distinct),
        unknowns: Vec::new(),
        conditions: Vec::new(),
        confirm: Vec::new(),
        effects: Vec::new(),
        exact: !track.lost,
        repeats: false,
        facts,
        changed: track.steps.iter().flat_map(written).collect(),
        written: track.steps.iter().flat_map(written).collect(),
    };
    for parameter in &rule.parameters {
        let unknown = undo.parameter(parameter);
        undo.unknowns.push(unknown);
    }
    let sorted = undo.unsort(&track.steps)?;
    for step in track.steps.iter().rev() {
        for _ in written(step) {
            undo.written.pop();
        }
        undo.step(step)?;
    }
    let facts = std::mem::take(&mut undo.facts);
    for fact in facts.into_iter().chain(sorted) {
        match undo.view.expr(&fact) {
            Some(fact) => logic::flatten(fact, &mut undo.conditions),
            None => undo.confirm.push(fact),
        }
    }
    Ok(undo)
}

impl Undo<'_, '_> {
    /// A parameter of the move: unknown, but of its domain.
    fn parameter(&self, parameter: &Parameter) -> Unknown {
        let superset = superset::of(self.ready, &parameter.domain, &|local| self.interval(local));
        Unknown {
            register: parameter.local,
            base: superset.domain,
            count: superset.count,
            interval: superset.interval,
            on_board: superset.on_board,
            last: false,
            words: format!("`{}`", parameter.name),
        }
    }

    /// Between which numbers an unknown lies.
    fn interval(&self, local: Register) -> Option<Interval> {
        self.unknowns
            .iter()
            .find(|unknown| unknown.register == local)?
            .interval
    }

    /// An unknown for a value of a variable.
    pub(super) fn old_value(&mut self, variable: usize) -> Register {
        let register = self.tracer.fresh();
        let values = &self.ready.layout.allowed[variable].values;
        let (base, on_board) = match values {
            Values::Range(least, most) => (
                Domain::Range(Expr::Constant(*least), Expr::Constant(*most)),
                false,
            ),
            Values::Cell { cells, nowhere, .. } => {
                let cells = cells.iter().map(|&cell| i64::from(cell));
                let values = nowhere.then_some(NOWHERE).into_iter().chain(cells);
                (Domain::Values(values.collect()), !nowhere)
            }
            Values::Set { cells, .. } => {
                let cells = cells.iter().map(|&cell| i64::from(cell)).collect();
                (Domain::Values(cells), true)
            }
        };
        let name = &self.ready.program.variables[variable].name;
        self.unknowns.push(Unknown {
            register,
            count: match values {
                Values::Set { cells, .. } => cells.len() as f64,
                values => values.count() as f64,
            },
            interval: bounds::of_values(values),
            base,
            on_board,
            last: false,
            words: format!("what `{name}` was"),
        });
        register
    }

    /// An unknown that is 0 or 1, and at most this.
    pub(super) fn bit(&mut self, most: Expr, variable: usize) -> Register {
        let register = self.tracer.fresh();
        let name = &self.ready.program.variables[variable].name;
        self.unknowns.push(Unknown {
            register,
            base: Domain::Range(Expr::Constant(0), Expr::Constant(1)),
            count: 2.0,
            interval: Some((0, 1)),
            on_board: false,
            last: true,
            words: format!("what `{name}` was"),
        });
        self.conditions
            .push(build::at_most(Expr::Register(register), most));
        register
    }

    pub(super) fn place_holder(&mut self, most: usize) -> Register {
        let register = self.tracer.fresh();
        let most = most as i64;
        self.unknowns.push(Unknown {
            register,
            base: Domain::Range(Expr::Constant(0), Expr::Constant(most)),
            count: most as f64 + 1.0,
            interval: Some((0, most)),
            on_board: false,
            last: false,
            words: "the order before it was sorted".to_owned(),
        });
        register
    }

    fn demand(&mut self, condition: Expr) {
        logic::flatten(condition, &mut self.conditions);
    }

    /// Not all that a step says could be made a condition.
    pub(super) fn inexact(&mut self, variable: usize) {
        self.exact = false;
        // What stood there between two steps that changed it may be anything then.
        let changes = self.changed.iter().filter(|changed| **changed == variable);
        self.repeats |= changes.count() > 1;
    }

    fn step(&mut self, step: &Step) -> Result<(), String> {
        match step {
            Step::Assign {
                variable,
                index: None,
                value,
            } => self.assign(*variable, value.as_ref()),
            Step::Assign {
                variable,
                index: Some(index),
                value,
            } => match self.view.expr(index) {
                Some(at) => self.element(*variable, index, at, value.as_ref()),
                None => return self.scramble(*variable),
            },
            Step::AssignSet { variable, set } => return self.set(*variable, set.as_ref()),
            Step::Piece {
                variable,
                from,
                new,
                to,
            } => return self.piece(*variable, *from, *new, to.as_ref()),
            Step::Require(condition) => match self.view.expr(condition) {
                Some(condition) => self.demand(condition),
                None => {
                    self.exact = false;
                }
            },
            Step::Scramble(variables) => {
                for &variable in variables {
                    self.scramble(variable)?;
                }
            }
        }
        Ok(())
    }

    /// Makes it a condition that a value now is the value that a step gave.
    fn same(&mut self, variable: usize, now: Option<Expr>, value: Option<&Expr>) {
        let value = value.and_then(|value| self.view.expr(value));
        match now.zip(value) {
            Some((now, value)) => self.demand(build::equal(now, value)),
            None => self.inexact(variable),
        }
    }

    fn assign(&mut self, variable: usize, value: Option<&Expr>) {
        let register = self.ready.program.variables[variable].register;
        let now = self.view.expr(&Expr::Register(register));
        let before = Expr::Register(self.old_value(variable));
        self.view.restore(register, before.clone());
        self.same(variable, now, value);
        self.effects.push(Effect::Assign {
            variable,
            value: before,
            at: Span::default(),
        });
    }

    fn element(&mut self, variable: usize, index: &Expr, at: Expr, value: Option<&Expr>) {
        let now = self.view.expr(&Expr::Element {
            variable,
            index: Box::new(index.clone()),
            at: Span::default(),
        });
        let before = self.old_value(variable);
        self.view.restore_element(variable, at, before);
        self.same(variable, now, value);
        self.effects.push(Effect::AssignElement {
            variable,
            index: index.clone(),
            value: Expr::Register(before),
            at: Span::default(),
        });
    }

    fn piece(
        &mut self,
        variable: usize,
        from: Register,
        new: Register,
        to: Option<&Expr>,
    ) -> Result<(), String> {
        let declared = &self.ready.program.variables[variable];
        let (register, width) = (declared.register, declared.width);
        let Values::Set { board, cells, .. } = &self.ready.layout.allowed[variable].values else {
            return Err("it moves what is no piece".to_owned());
        };
        let cells: Vec<i64> = cells.iter().map(|&cell| i64::from(cell)).collect();
        let board = *board;
        let name = &declared.name;
        self.unknowns.push(Unknown {
            register: new,
            count: cells.len() as f64,
            interval: Some((0, self.ready.program.boards[board].len() as i64)),
            base: Domain::Values(cells),
            on_board: true,
            last: false,
            words: format!("which piece of `{name}` moved"),
        });
        let now = self.view.set(&Set::Variable(register, width));
        let (before, after) = (Expr::Register(from), Expr::Register(new));
        self.view.is_piece(from);
        let now = now.ok_or("it is too entangled")?;
        for (cell, inside) in [(&after, true), (&before, false)] {
            let within = Expr::In(Box::new(cell.clone()), Box::new(now.clone()));
            self.demand(if inside { within } else { build::not(within) });
        }
        let without = Set::Listed(vec![after.clone()], board);
        let without = Set::Difference(Box::new(now), Box::new(without));
        let with = Set::Listed(vec![before.clone()], board);
        self.view
            .restore_set(register, Set::Union(Box::new(without), Box::new(with)));
        if let Some(to) = to.and_then(|to| self.view.expr(to)) {
            self.demand(build::equal(after, to));
        } else {
            self.exact = false;
            self.repeats = true;
        }
        self.effects.push(Effect::MovePiece {
            variable,
            piece: new,
            to: before,
            at: Span::default(),
        });
        Ok(())
    }

    /// A variable that may have been anything.
    fn scramble(&mut self, variable: usize) -> Result<(), String> {
        let declared = &self.ready.program.variables[variable];
        if let Values::Set { .. } = &self.ready.layout.allowed[variable].values {
            return self.any_set(variable, None);
        }
        self.inexact(variable);
        let first = declared.register;
        let single = matches!(declared.shape, crate::program::Shape::Single);
        let mut registers = vec![None; declared.width as usize];
        for register in live(declared) {
            let before = self.old_value(variable);
            let value = Expr::Register(before);
            let at = Span::default();
            if single {
                self.view.restore(register, value.clone());
                self.effects.push(Effect::Assign {
                    variable,
                    value,
                    at,
                });
            } else {
                registers[(register - first) as usize] = Some(before);
                self.effects.push(Effect::AssignElement {
                    variable,
                    index: Expr::Constant(i64::from(register - first)),
                    value,
                    at,
                });
            }
        }
        if !single {
            self.view.restore_array(variable, Base::Listed(registers));
        }
        Ok(())
    }
}
