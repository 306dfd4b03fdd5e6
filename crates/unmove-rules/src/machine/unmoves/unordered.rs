//! What is kept in order stood in some order before it was sorted: which one is unknown, too.

use super::super::allowed::live;
use super::build;
use super::reads;
use super::tracks::Step;
use super::undo::Undo;
use super::view::{self, Base};
use crate::program::{Comparison, Effect, Expr, Register, Shape, Span};

/// As many orders as are tried.
const MOST_ORDERS: usize = 150;

/// How a register of the state is read, and the variable it is of.
fn place(undo: &Undo<'_, '_>, register: Register) -> Option<(usize, Option<i64>)> {
    let variables = &undo.ready.program.variables;
    let number = variables.iter().position(|variable| {
        (variable.register..variable.register + variable.width).contains(&register)
    })?;
    let variable = &variables[number];
    let index = match variable.shape {
        Shape::Single => None,
        _ => Some(i64::from(register - variable.register)),
    };
    Some((number, index))
}

fn read(undo: &Undo<'_, '_>, register: Register) -> Expr {
    match place(undo, register) {
        Some((variable, Some(index))) => element(variable, Expr::Constant(index)),
        _ => Expr::Register(register),
    }
}

fn element(variable: usize, index: Expr) -> Expr {
    Expr::Element {
        variable,
        index: Box::new(index),
        at: Span::default(),
    }
}

/// The value at a place of a group.
fn at(undo: &Undo<'_, '_>, group: &[Register], place: &Expr) -> Expr {
    if let Some(variable) = whole(undo, group) {
        return element(variable, place.clone());
    }
    let mut value = Expr::Constant(0);
    for (number, &register) in group.iter().enumerate().rev() {
        let here = read(undo, register);
        value = if number + 1 == group.len() {
            here
        } else {
            let asked = build::equal(place.clone(), Expr::Constant(number as i64));
            build::choose(asked, here, value)
        };
    }
    value
}

/// The list that a group is all of.
fn whole(undo: &Undo<'_, '_>, group: &[Register]) -> Option<usize> {
    let (variable, Some(0)) = place(undo, *group.first()?)? else {
        return None;
    };
    let declared = &undo.ready.program.variables[variable];
    let list = matches!(declared.shape, Shape::List(_) | Shape::Players);
    let all = declared.register..declared.register + declared.width;
    (list && group.iter().copied().eq(all)).then_some(variable)
}

/// The only place of a group that the steps write, if there is but one.
fn only_place(undo: &Undo<'_, '_>, group: &[Register], steps: &[Step]) -> Option<Expr> {
    let mut only: Option<Expr> = None;
    let mut changed = Vec::new();
    for step in steps {
        if let Step::Assign { variable, .. }
        | Step::AssignSet { variable, .. }
        | Step::Piece { variable, .. } = step
        {
            changed.push(*variable);
        }
    }
    for step in steps {
        let here = match step {
            Step::Assign {
                variable,
                index: None,
                ..
            } => {
                let register = undo.ready.program.variables[*variable].register;
                match group.iter().position(|&member| member == register) {
                    Some(place) => Expr::Constant(place as i64),
                    None => continue,
                }
            }
            Step::Assign {
                variable,
                index: Some(index),
                ..
            } => {
                let first = undo.ready.program.variables[*variable].register;
                let width = undo.ready.program.variables[*variable].width;
                if !group
                    .iter()
                    .any(|member| (first..first + width).contains(member))
                {
                    continue;
                }
                let reads = reads::of(&undo.ready.program, index);
                let fixed = changed
                    .iter()
                    .all(|changed| !reads.variables.contains(changed));
                if whole(undo, group) != Some(*variable) || !fixed {
                    return None;
                }
                index.clone()
            }
            Step::Scramble(_) => return None,
            _ => continue,
        };
        match &only {
            None => only = Some(here),
            Some(only) if *only == here => {}
            Some(_) => return None,
        }
    }
    only
}

impl Undo<'_, '_> {
    /// Puts the registers that were sorted after the move into the order they had before; returns that they were
    /// sorted before the move.
    pub(super) fn unsort(&mut self, steps: &[Step]) -> Result<Vec<Expr>, String> {
        let mut sorted = Vec::new();
        let groups = self.ready.program.unordered.clone();
        for group in groups.iter().filter(|group| group.len() > 1) {
            let touched = group.iter().any(|&register| {
                let number = place(self, register).map(|(number, _)| number);
                steps.iter().any(|step| match step {
                    Step::Assign { variable, .. } => Some(*variable) == number,
                    Step::Scramble(variables) => {
                        number.is_some_and(|number| variables.contains(&number))
                    }
                    _ => false,
                })
            });
            if !touched {
                continue;
            }
            for pair in group.windows(2) {
                sorted.push(build::at_most(read(self, pair[1]), read(self, pair[0])));
            }
            if let Some(why) = self.in_part(group) {
                return Err(why);
            }
            match only_place(self, group, steps) {
                Some(place) => self.rotate(group, &place),
                None => self.permute(group)?,
            }
        }
        Ok(sorted)
    }

    /// Why a group that has only some of an array's elements is left alone.
    fn in_part(&self, group: &[Register]) -> Option<String> {
        self.ready
            .program
            .variables
            .iter()
            .filter(|variable| !matches!(variable.shape, Shape::Single))
            .find(|variable| {
                let members = live(variable);
                let some = members.iter().any(|member| group.contains(member));
                some && !members.iter().all(|member| group.contains(member))
            })
            .map(|variable| format!("`{}` is unordered in part only", variable.name))
    }

    /// One value was out of order.
    fn rotate(&mut self, group: &[Register], place: &Expr) {
        let now = self.place_holder(group.len() - 1);
        let here = Expr::Register(now);
        let before = build::arithmetic(
            crate::program::Arithmetic::Subtract,
            here.clone(),
            Expr::Constant(1),
        );
        // Of equal values only the first.
        let differs = build::compare(
            Comparison::Unequal,
            at(self, group, &before),
            at(self, group, &here),
        );
        let first = build::equal(here, Expr::Constant(0));
        self.conditions.push(build::or(first, differs));
        let mut writes = Vec::new();
        let list = whole(self, group);
        for (number, &register) in group.iter().enumerate() {
            let value = view::rotated(&Expr::Constant(number as i64), place, now, &|place| {
                at(self, group, &place)
            });
            let local = self.tracer.fresh();
            self.effects.push(Effect::Let(local, value.clone()));
            writes.push((register, local));
            if list.is_none() {
                self.view.restore(register, value);
            }
        }
        if let Some(variable) = list {
            let place = place.clone();
            self.view
                .restore_array(variable, Base::Rotated { place, now });
        }
        self.write(&writes);
    }

    fn write(&mut self, writes: &[(Register, Register)]) {
        for &(register, local) in writes {
            let Some((variable, index)) = place(self, register) else {
                continue;
            };
            let (value, at) = (Expr::Register(local), Span::default());
            self.effects.push(match index {
                None => Effect::Assign {
                    variable,
                    value,
                    at,
                },
                Some(index) => Effect::AssignElement {
                    variable,
                    index: Expr::Constant(index),
                    value,
                    at,
                },
            });
        }
    }

    /// Any order.
    fn permute(&mut self, group: &[Register]) -> Result<(), String> {
        let count = group.len();
        if (1..=count).product::<usize>() > MOST_ORDERS {
            return Err("what it changes may have stood in too many orders".to_owned());
        }
        let places: Vec<Register> = group.iter().map(|_| self.place_holder(count - 1)).collect();
        let mut writes = Vec::new();
        for (number, (&register, &now)) in group.iter().zip(&places).enumerate() {
            let here = Expr::Register(now);
            for &other in &places[..number] {
                self.conditions.push(build::compare(
                    Comparison::Unequal,
                    here.clone(),
                    Expr::Register(other),
                ));
            }
            let before = build::arithmetic(
                crate::program::Arithmetic::Subtract,
                here.clone(),
                Expr::Constant(1),
            );
            let differs = build::compare(
                Comparison::Unequal,
                at(self, group, &before),
                at(self, group, &here),
            );
            let first = build::equal(here.clone(), Expr::Constant(0));
            let mut canonical = build::or(first, differs);
            for &other in &places[..number] {
                let taken = build::equal(Expr::Register(other), before.clone());
                canonical = build::or(canonical, taken);
            }
            self.conditions.push(canonical);
            let Some((variable, _)) = place(self, register) else {
                continue;
            };
            let value = self.old_value(variable);
            let told = at(self, group, &here);
            self.conditions
                .push(build::equal(Expr::Register(value), told));
            writes.push((register, value));
        }
        // The last place is what is left.
        if let Some((last, rest)) = places.split_last() {
            let sum = (count * (count - 1) / 2) as i64;
            let left = rest.iter().fold(Expr::Constant(sum), |left, &place| {
                build::arithmetic(
                    crate::program::Arithmetic::Subtract,
                    left,
                    Expr::Register(place),
                )
            });
            self.conditions
                .push(build::equal(Expr::Register(*last), left));
        }
        self.restore_group(&writes);
        self.write(&writes);
        Ok(())
    }

    fn restore_group(&mut self, writes: &[(Register, Register)]) {
        let mut arrays: std::collections::BTreeMap<usize, Vec<Option<Register>>> =
            std::collections::BTreeMap::new();
        for &(register, local) in writes {
            match place(self, register) {
                Some((variable, Some(index))) => {
                    let width = self.ready.program.variables[variable].width as usize;
                    let registers = arrays.entry(variable).or_insert_with(|| vec![None; width]);
                    if let Some(slot) = registers.get_mut(index as usize) {
                        *slot = Some(local);
                    }
                }
                Some((_, None)) => self.view.restore(register, Expr::Register(local)),
                None => {}
            }
        }
        for (variable, registers) in arrays {
            self.view.restore_array(variable, Base::Listed(registers));
        }
    }
}
