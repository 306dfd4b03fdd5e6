//! Taking back what was done to sets: of the cells added or subtracted, which were in the set before?

use super::super::allowed::Values;
use super::build;
use super::reads;
use super::undo::Undo;
use crate::program::{Comparison, Effect, Expr, NOWHERE, Set, Span};

impl Undo<'_, '_> {
    pub(super) fn set(&mut self, variable: usize, set: Option<&Set>) -> Result<(), String> {
        let declared = &self.ready.program.variables[variable];
        let (register, width) = (declared.register, declared.width);
        let here = Set::Variable(register, width);
        let known = (self.unknowns.len(), self.conditions.len());
        let Some(before) = set.and_then(|set| self.before(variable, set, here)) else {
            // What was tried in vain must not stay.
            self.unknowns.truncate(known.0);
            self.conditions.truncate(known.1);
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
    pub(super) fn any_set(&mut self, variable: usize, set: Option<&Set>) -> Result<(), String> {
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
}
