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
use super::reads;
use super::tracks::{Step, Tracer, Track};
use super::view::{Base, View};
use crate::program::{
    Comparison, Domain, Effect, Expr, Kind, MoveRule, NOWHERE, Parameter, Register, Set, Span,
};
use std::collections::BTreeSet;

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
    /// What it is, in words.
    pub(super) words: String,
}

/// A track taken back: what is unknown, what must hold, and how to restore.
#[derive(Debug)]
pub(super) struct Undo<'t, 'p> {
    pub(super) ready: &'p Ready,
    pub(super) tracer: &'t mut Tracer<'p>,
    view: View,
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
    facts: Vec<Expr>,
    /// Variables that the steps not yet taken back change.
    written: Vec<usize>,
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
        let (mut base, mut interval, on_board) = self.base_of(&parameter.domain);
        if let (Kind::Cell { board, .. }, true) = (&parameter.kind, on_board) {
            let most = self.ready.program.boards[*board].len() as i64 - 1;
            base = Domain::Range(Expr::Constant(0), Expr::Constant(most));
            interval = Some((0, most));
        }
        let count = match &base {
            Domain::Range(Expr::Constant(from), Expr::Constant(to)) => {
                (*to as f64 - *from as f64 + 1.0).max(0.0)
            }
            Domain::Values(values) => values.len() as f64,
            _ => f64::MAX,
        };
        Unknown {
            register: parameter.local,
            base,
            count,
            interval,
            on_board,
            words: format!("`{}`", parameter.name),
        }
    }

    /// All that a domain may hold, wherever the game stands.
    fn base_of(&self, domain: &Domain) -> (Domain, Option<Interval>, bool) {
        let range = |least: i64, most: i64| {
            let base = Domain::Range(Expr::Constant(least), Expr::Constant(most));
            (base, Some((least, most)))
        };
        match domain {
            Domain::Range(from, to) => {
                let of = |expr: &Expr| bounds::of(self.ready, expr, &|local| self.interval(local));
                match (of(from), of(to)) {
                    (Some(from), Some(to)) => {
                        let (base, interval) = range(from.0, to.1);
                        (base, interval, false)
                    }
                    _ => (domain.clone(), None, false),
                }
            }
            Domain::Values(values) => {
                let interval = values.iter().min().zip(values.iter().max());
                let interval = interval.map(|(least, most)| (*least, *most));
                (domain.clone(), interval, false)
            }
            Domain::Each(values) => {
                let of = |expr: &Expr| bounds::of(self.ready, expr, &|local| self.interval(local));
                let all = values.iter().map(of).collect::<Option<Vec<Interval>>>();
                let ends = all.and_then(|all| {
                    let least = all.iter().map(|ends| ends.0).min()?;
                    let most = all.iter().map(|ends| ends.1).max()?;
                    Some((least, most))
                });
                match ends {
                    Some((least, most)) => {
                        let (base, interval) = range(least, most);
                        (base, interval, false)
                    }
                    None => (domain.clone(), None, false),
                }
            }
            Domain::Cells(set) => {
                let cells = self.cells_in(set);
                let (base, interval) = range(0, cells - 1);
                (base, interval, true)
            }
            Domain::List { lists, .. } => {
                let all: BTreeSet<i64> = self.ready.program.lists[*lists]
                    .iter()
                    .flatten()
                    .copied()
                    .collect();
                let interval = all.first().copied().zip(all.last().copied());
                let base = Domain::Values(all.into_iter().collect());
                (base, interval, false)
            }
            Domain::Filter { of, .. } => self.base_of(of),
        }
    }

    /// One more than the greatest cell that a set may have.
    fn cells_in(&self, set: &Set) -> i64 {
        let program = &self.ready.program;
        let words = |words: usize| words as i64 * 64;
        match set {
            Set::Constant(number) => words(program.sets[*number].len()),
            Set::Variable(_, width) => words(*width as usize),
            Set::Family { family, .. } => {
                words(program.families[*family].first().map_or(0, Vec::len))
            }
            Set::Listed(_, board) | Set::Slides { board, .. } | Set::Reach { board, .. } => {
                program.boards[*board].len() as i64
            }
            Set::Union(left, right) | Set::If(_, left, right) => {
                self.cells_in(left).max(self.cells_in(right))
            }
            Set::Intersection(left, right) => self.cells_in(left).min(self.cells_in(right)),
            Set::Difference(of, _) | Set::Filter { of, .. } | Set::Let { body: of, .. } => {
                self.cells_in(of)
            }
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
            words: format!("what `{name}` was"),
        });
        register
    }

    /// An unknown that is 0 or 1, and at most this.
    fn bit(&mut self, most: Expr, variable: usize) -> Register {
        let register = self.tracer.fresh();
        let name = &self.ready.program.variables[variable].name;
        self.unknowns.push(Unknown {
            register,
            base: Domain::Range(Expr::Constant(0), Expr::Constant(1)),
            count: 2.0,
            interval: Some((0, 1)),
            on_board: false,
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
            words: "the order before it was sorted".to_owned(),
        });
        register
    }

    pub(super) fn view(&mut self) -> &mut View {
        &mut self.view
    }

    fn demand(&mut self, condition: Expr) {
        logic::flatten(condition, &mut self.conditions);
    }

    /// Not all that a step says could be made a condition.
    fn inexact(&mut self, variable: usize) {
        self.exact = false;
        self.repeats |= self.written.contains(&variable);
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
        match to.and_then(|to| self.view.expr(to)) {
            Some(to) => self.demand(build::equal(after, to)),
            None => {
                self.exact = false;
                self.repeats = true;
            }
        }
        self.effects.push(Effect::MovePiece {
            variable,
            piece: new,
            to: before,
            at: Span::default(),
        });
        Ok(())
    }

    fn set(&mut self, variable: usize, set: Option<&Set>) -> Result<(), String> {
        let declared = &self.ready.program.variables[variable];
        let (register, width) = (declared.register, declared.width);
        let here = Set::Variable(register, width);
        let Some(before) = set.and_then(|set| self.before(variable, set, here.clone())) else {
            return self.any_set(variable, set);
        };
        // The conditions speak of the set as it is now, before it is restored.
        let told = self.view.set(&before).ok_or("it is too entangled")?;
        self.view.restore_set(register, told);
        self.effects.push(Effect::AssignSet {
            variable,
            set: before,
            at: Span::default(),
        });
        Ok(())
    }

    /// What a set was before it became `now` by additions and subtractions.
    fn before(&mut self, variable: usize, set: &Set, now: Set) -> Option<Set> {
        let declared = &self.ready.program.variables[variable];
        let old = Set::Variable(declared.register, declared.width);
        if *set == old {
            return Some(now);
        }
        let (left, right, adds) = match set {
            Set::Union(left, right) => (left, right, true),
            Set::Difference(left, right) => (left, right, false),
            _ => return None,
        };
        let changed = self.without(variable, right, &old, adds)?;
        // What is said of the set now must be sayable at all.
        let told = self.view.set(&now)?;
        let what = self.view.set(&changed)?;
        let board = match &self.ready.layout.allowed[variable].values {
            Values::Set { board, .. } => *board,
            _ => return None,
        };
        let first = **left == old && !self.written.contains(&variable);
        let kept = self.kept(variable, &changed, &what, first)?;
        if adds {
            self.conditions
                .push(Expr::Subset(Box::new(what), Box::new(told)));
        } else {
            match what {
                Set::Listed(cells, _) => {
                    for cell in cells {
                        self.conditions
                            .push(build::not(Expr::In(Box::new(cell), Box::new(told.clone()))));
                    }
                }
                what => {
                    let both = Set::Intersection(Box::new(what), Box::new(told));
                    let none = Expr::Size(Box::new(both));
                    self.conditions.push(build::equal(none, Expr::Constant(0)));
                }
            }
        }
        let kept = Set::Listed(kept, board);
        let before = if adds {
            let gone = Set::Difference(Box::new(changed), Box::new(kept));
            Set::Difference(Box::new(now), Box::new(gone))
        } else {
            Set::Union(Box::new(now), Box::new(kept))
        };
        self.before(variable, left, before)
    }

    /// A set that is added or subtracted, told without the variable itself.
    fn without(&self, variable: usize, set: &Set, old: &Set, adds: bool) -> Option<Set> {
        let reads = reads::of_set(&self.ready.program, set);
        if !reads.variables.contains(&variable) {
            return Some(set.clone());
        }
        if adds {
            return None;
        }
        // Of what is subtracted from a set, that it is in the set need not be said.
        match set {
            Set::Filter {
                local,
                of,
                condition,
            } if **of == *old
                && !reads::of(&self.ready.program, condition)
                    .variables
                    .contains(&variable) =>
            {
                let Values::Set { board, cells, .. } = &self.ready.layout.allowed[variable].values
                else {
                    return None;
                };
                let all = cells.iter().map(|&cell| Expr::Constant(i64::from(cell)));
                Some(Set::Filter {
                    local: *local,
                    of: Box::new(Set::Listed(all.collect(), *board)),
                    condition: condition.clone(),
                })
            }
            Set::Intersection(left, right) if **left == *old => {
                self.without(variable, right, old, adds)
            }
            Set::Intersection(left, right) if **right == *old => {
                self.without(variable, left, old, adds)
            }
            _ => None,
        }
    }

    /// Of the cells added (or subtracted) those that were in the set before, as far as that is not known to
    /// be wrong; each may be `NOWHERE`.
    fn kept(
        &mut self,
        variable: usize,
        changed: &Set,
        what: &Set,
        first: bool,
    ) -> Option<Vec<Expr>> {
        let declared = &self.ready.program.variables[variable];
        let old = Set::Variable(declared.register, declared.width);
        let inside = |cell: &Expr| Expr::In(Box::new(cell.clone()), Box::new(old.clone()));
        let known_in = |undo: &Self, cell: &Expr| first && undo.facts.contains(&inside(cell));
        let known_out =
            |undo: &Self, cell: &Expr| first && undo.facts.contains(&build::not(inside(cell)));
        let mut kept = Vec::new();
        if let (Set::Listed(cells, _), Set::Listed(told, _)) = (changed, what) {
            for (number, (cell, now)) in cells.iter().zip(told).enumerate() {
                if known_out(self, cell) {
                    continue;
                }
                if known_in(self, cell) {
                    kept.push(cell.clone());
                    continue;
                }
                let mut most =
                    build::compare(Comparison::Unequal, now.clone(), Expr::Constant(NOWHERE));
                // What is listed twice is in the set once: the first of them says so, unless it is known.
                for (place, (twin, twin_now)) in cells.iter().zip(told).enumerate() {
                    let known = known_in(self, twin) || known_out(self, twin);
                    if place != number && (known || place < number) {
                        let differ =
                            build::compare(Comparison::Unequal, now.clone(), twin_now.clone());
                        most = build::and(most, differ);
                    }
                }
                let bit = self.bit(most, variable);
                kept.push(Expr::If(
                    Box::new(Expr::Register(bit)),
                    Box::new(cell.clone()),
                    Box::new(Expr::Constant(NOWHERE)),
                ));
            }
            return Some(kept);
        }
        let Values::Set { cells, .. } = &self.ready.layout.allowed[variable].values else {
            return None;
        };
        let cells = cells.clone();
        let mut certain = Vec::new();
        for fact in &self.facts {
            let (cell, of, positive) = match fact {
                Expr::In(cell, of) => (cell, of, true),
                Expr::Not(inner) => match &**inner {
                    Expr::In(cell, of) => (cell, of, false),
                    _ => continue,
                },
                _ => continue,
            };
            if first
                && **of == old
                && matches!(**cell, Expr::Register(local) if local >= self.ready.program.state)
            {
                certain.push(((**cell).clone(), positive));
            }
        }
        for cell in cells {
            let cell = Expr::Constant(i64::from(cell));
            let mut most = Expr::In(Box::new(cell.clone()), Box::new(what.clone()));
            for (other, _) in &certain {
                most = build::and(
                    build::compare(Comparison::Unequal, cell.clone(), other.clone()),
                    most,
                );
            }
            let bit = self.bit(most, variable);
            kept.push(Expr::If(
                Box::new(Expr::Register(bit)),
                Box::new(cell),
                Box::new(Expr::Constant(NOWHERE)),
            ));
        }
        for (cell, positive) in certain {
            if positive {
                // It counts only if it is among the cells in question.
                let asked = Expr::In(Box::new(cell.clone()), Box::new(changed.clone()));
                kept.push(Expr::If(
                    Box::new(asked),
                    Box::new(cell),
                    Box::new(Expr::Constant(NOWHERE)),
                ));
            }
        }
        Some(kept)
    }

    /// A set of which nothing is known.
    fn any_set(&mut self, variable: usize, set: Option<&Set>) -> Result<(), String> {
        let declared = &self.ready.program.variables[variable];
        let (register, width) = (declared.register, declared.width);
        let Values::Set { board, cells, .. } = &self.ready.layout.allowed[variable].values else {
            return Err("it sets something that is no set".to_owned());
        };
        let (board, cells) = (*board, cells.clone());
        let now = self.view.set(&Set::Variable(register, width));
        let before: Vec<Expr> = cells
            .into_iter()
            .map(|cell| {
                let bit = self.bit(Expr::Constant(1), variable);
                Expr::If(
                    Box::new(Expr::Register(bit)),
                    Box::new(Expr::Constant(i64::from(cell))),
                    Box::new(Expr::Constant(NOWHERE)),
                )
            })
            .collect();
        let before = Set::Listed(before, board);
        self.view.restore_set(register, before.clone());
        match now.zip(set.and_then(|set| self.view.set(set))) {
            Some((now, set)) => self
                .conditions
                .push(Expr::SameSet(Box::new(now), Box::new(set))),
            None => self.inexact(variable),
        }
        self.effects.push(Effect::AssignSet {
            variable,
            set: before,
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
