//! What conditions and domains say about the values in a move.

use super::form::{ANY, Form, Interval};
use super::symbolic::Path;
use crate::program::{Comparison, Domain, Expr, Register, Set};

impl Path<'_> {
    /// Notes that a condition holds, or that it does not.
    pub(super) fn assume(&mut self, condition: &Expr, holds: bool) {
        match condition {
            Expr::And(left, right) if holds => {
                self.assume(left, true);
                self.assume(right, true);
            }
            Expr::Or(left, right) if !holds => {
                self.assume(left, false);
                self.assume(right, false);
            }
            Expr::Not(of) => self.assume(of, !holds),
            Expr::Let { local, value, body } => {
                let value = self.form(value);
                self.now.insert(*local, value);
                self.assume(body, holds);
            }
            Expr::Compare { op, left, right } => {
                let left = self.form(left);
                let right = self.form(right);
                match (op, holds) {
                    (_, true) => self.facts.compare(*op, &left, &right),
                    (Comparison::Equal, false) => {
                        self.facts.compare(Comparison::Unequal, &left, &right);
                    }
                    (Comparison::Unequal, false) => {
                        self.facts.compare(Comparison::Equal, &left, &right);
                    }
                    (Comparison::Less, false) => {
                        self.facts.compare(Comparison::AtMost, &right, &left);
                    }
                    (Comparison::AtMost, false) => {
                        self.facts.compare(Comparison::Less, &right, &left);
                    }
                }
            }
            Expr::OneOf(of, values) if holds => {
                let of = self.form(of);
                self.between(&of, values);
            }
            Expr::In(cell, set) => {
                let cell = self.form(cell);
                self.assume_in(&cell, set, holds);
            }
            Expr::Register(_) | Expr::Element { .. } | Expr::If(..) => {
                let form = self.form(condition);
                let op = if holds {
                    Comparison::Unequal
                } else {
                    Comparison::Equal
                };
                self.facts.compare(op, &form, &Form::constant(0));
            }
            _ => {}
        }
    }

    /// Notes that a form is one of some values.
    fn between(&mut self, form: &Form, values: &[i64]) {
        let (Some(least), Some(most)) = (values.iter().min(), values.iter().max()) else {
            return;
        };
        let (least, most) = (Form::constant(*least), Form::constant(*most));
        self.facts.compare(Comparison::AtMost, &least, form);
        self.facts.compare(Comparison::AtMost, form, &most);
    }

    fn assume_in(&mut self, cell: &Form, set: &Set, holds: bool) {
        if holds {
            self.facts
                .compare(Comparison::AtMost, &Form::constant(0), cell);
        }
        match set {
            Set::Variable(register, _) => {
                let version = self.version(*register);
                self.members.push((*register, version, cell.clone(), holds));
            }
            Set::Intersection(left, right) if holds => {
                self.assume_in(cell, left, true);
                self.assume_in(cell, right, true);
            }
            Set::Union(left, right) if !holds => {
                self.assume_in(cell, left, false);
                self.assume_in(cell, right, false);
            }
            Set::Difference(left, right) if holds => {
                self.assume_in(cell, left, true);
                self.assume_in(cell, right, false);
            }
            Set::Filter {
                local,
                of,
                condition,
            } if holds => {
                self.assume_in(cell, of, true);
                self.now.insert(*local, cell.clone());
                self.assume(condition, true);
            }
            _ => {}
        }
    }

    /// Whether a cell is known to be in a set, or known not to be.
    pub(super) fn member(&self, register: Register, cell: &Form) -> Option<bool> {
        let version = self.version(register);
        self.members
            .iter()
            .find(|(set, at, known, _)| *set == register && *at == version && known == cell)
            .map(|&(.., holds)| holds)
    }

    /// Whether a set is known to have a cell that this set variable has, too.
    pub(super) fn shares_member(&mut self, register: Register, set: &Set) -> bool {
        let version = self.version(register);
        let cells: Vec<Form> = self
            .members
            .iter()
            .filter(|(of, at, _, holds)| *of == register && *at == version && *holds)
            .map(|(_, _, cell, _)| cell.clone())
            .collect();
        cells.iter().any(|cell| self.surely_has(set, cell))
    }

    /// Whether a cell on the board is known to be in a set.
    fn surely_has(&mut self, set: &Set, cell: &Form) -> bool {
        match set {
            Set::Variable(register, _) => self.member(*register, cell) == Some(true),
            Set::Listed(cells, _) => cells.iter().any(|listed| self.form(listed) == *cell),
            Set::Union(left, right) => self.surely_has(left, cell) || self.surely_has(right, cell),
            Set::Intersection(left, right) => {
                self.surely_has(left, cell) && self.surely_has(right, cell)
            }
            Set::Filter {
                local,
                of,
                condition,
            } => {
                if !self.surely_has(of, cell) {
                    return false;
                }
                self.now.insert(*local, cell.clone());
                self.surely(condition)
            }
            Set::Let { local, value, body } => {
                let value = self.form(value);
                self.now.insert(*local, value);
                self.surely_has(body, cell)
            }
            _ => false,
        }
    }

    /// Whether a condition is known to hold.
    fn surely(&mut self, condition: &Expr) -> bool {
        match condition {
            Expr::Constant(value) => *value != 0,
            Expr::And(left, right) => self.surely(left) && self.surely(right),
            Expr::Or(left, right) => self.surely(left) || self.surely(right),
            Expr::Not(of) => match &**of {
                Expr::Compare {
                    op: Comparison::Less,
                    left,
                    right,
                } => self.is_at_most(right, left),
                _ => false,
            },
            Expr::Compare { op, left, right } => match op {
                Comparison::AtMost => self.is_at_most(left, right),
                Comparison::Equal => self.is_at_most(left, right) && self.is_at_most(right, left),
                Comparison::Less | Comparison::Unequal => false,
            },
            _ => false,
        }
    }

    fn is_at_most(&mut self, left: &Expr, right: &Expr) -> bool {
        let (left, right) = (self.form(left), self.form(right));
        right
            .plus(&left, -1)
            .is_some_and(|form| self.facts.proves(&form))
    }

    /// Binds a local to any element of a domain.
    pub(super) fn bind(&mut self, local: Register, domain: &Domain) {
        let element = self.unknown(ANY);
        self.now.insert(local, element.clone());
        self.assume_element(&element, domain);
    }

    fn assume_element(&mut self, element: &Form, domain: &Domain) {
        match domain {
            Domain::Range(from, to) => {
                let from = self.form(from);
                let to = self.form(to);
                self.facts.compare(Comparison::AtMost, &from, element);
                self.facts.compare(Comparison::AtMost, element, &to);
            }
            Domain::Values(values) => {
                self.between(element, values);
                if let [(symbol, 1)] = element.terms[..] {
                    self.options.insert(symbol, values.clone());
                }
            }
            Domain::Each(values) => {
                let mut ends: Option<Interval> = None;
                for value in values {
                    let form = self.form(value);
                    let (low, high) = self.facts.interval(&form);
                    let (least, most) = ends.unwrap_or((low, high));
                    ends = Some((least.min(low), most.max(high)));
                }
                if let Some((least, most)) = ends {
                    let clamped = |end: i128| i64::try_from(end).ok().map(|end| vec![end]);
                    if let (Some(least), Some(most)) = (clamped(least), clamped(most)) {
                        self.between(element, &[least, most].concat());
                    }
                }
            }
            Domain::Cells(set) => self.assume_in(element, set, true),
            Domain::List { lists, .. } => {
                let all: Vec<i64> = self.ready.program.lists[*lists].concat();
                self.between(element, &all);
            }
            Domain::Filter {
                local,
                of,
                condition,
            } => {
                self.assume_element(element, of);
                self.now.insert(*local, element.clone());
                self.assume(condition, true);
            }
        }
    }
}
