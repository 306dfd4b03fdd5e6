//! Linear forms over symbols, and a small prover for what is never negative.

use crate::program::Comparison;

/// A value that is not known: a register before the move, a parameter, a product.
pub(super) type Symbol = u32;

/// A sum of symbols with factors, and a constant. Sorted by symbol, no factor is 0.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Form {
    pub(super) terms: Vec<(Symbol, i64)>,
    pub(super) constant: i64,
}

impl Form {
    pub(super) fn constant(constant: i64) -> Self {
        Self {
            terms: Vec::new(),
            constant,
        }
    }

    pub(super) fn symbol(symbol: Symbol) -> Self {
        Self {
            terms: vec![(symbol, 1)],
            constant: 0,
        }
    }

    /// The value, if it is the same whatever the symbols are.
    pub(super) fn known(&self) -> Option<i64> {
        self.terms.is_empty().then_some(self.constant)
    }

    /// This plus the other form times a factor; `None` if that leaves 64 bits.
    pub(super) fn plus(&self, other: &Self, factor: i64) -> Option<Self> {
        let mut terms = self.terms.clone();
        for &(symbol, times) in &other.terms {
            let times = times.checked_mul(factor)?;
            match terms.binary_search_by_key(&symbol, |&(symbol, _)| symbol) {
                Ok(place) => {
                    terms[place].1 = terms[place].1.checked_add(times)?;
                    if terms[place].1 == 0 {
                        terms.remove(place);
                    }
                }
                Err(_) if times == 0 => {}
                Err(place) => terms.insert(place, (symbol, times)),
            }
        }
        let constant = other.constant.checked_mul(factor)?;
        let constant = self.constant.checked_add(constant)?;
        Some(Self { terms, constant })
    }

    fn factor(&self, symbol: Symbol) -> i64 {
        self.terms
            .binary_search_by_key(&symbol, |&(symbol, _)| symbol)
            .map_or(0, |place| self.terms[place].1)
    }
}

/// The least and the greatest value of something, wide enough for sums of products.
pub(super) type Interval = (i128, i128);

/// All that a register can hold.
pub(super) const ANY: Interval = (i64::MIN as i128, i64::MAX as i128);

/// What is known: intervals of the symbols, and forms that are never negative.
#[derive(Clone, Debug, Default)]
pub(super) struct Facts {
    intervals: Vec<Interval>,
    never_negative: Vec<Form>,
    never_zero: Vec<Form>,
    /// Symbols that are one of some forms.
    one_of: Vec<(Symbol, Vec<Form>)>,
}

/// How many facts a proof may join.
const DEPTH: u32 = 3;
/// More facts than this are not kept.
const MOST_FACTS: usize = 24;
/// A proof that is not found in so many steps is given up.
const MOST_STEPS: u32 = 2_000;

impl Facts {
    /// A new symbol with its interval.
    pub(super) fn fresh(&mut self, interval: Interval) -> Symbol {
        self.intervals.push(interval);
        (self.intervals.len() - 1) as Symbol
    }

    /// Between what a form lies, by the intervals of its symbols alone.
    pub(super) fn interval(&self, form: &Form) -> Interval {
        let constant = i128::from(form.constant);
        form.terms
            .iter()
            .fold((constant, constant), |(least, most), &(symbol, factor)| {
                let (low, high) = self.intervals[symbol as usize];
                let factor = i128::from(factor);
                let (one, other) = (low.saturating_mul(factor), high.saturating_mul(factor));
                (
                    least.saturating_add(one.min(other)),
                    most.saturating_add(one.max(other)),
                )
            })
    }

    /// A new symbol that is one of some forms, with its interval.
    pub(super) fn fresh_among(&mut self, forms: Vec<Form>, interval: Interval) -> Symbol {
        let symbol = self.fresh(interval);
        self.one_of.push((symbol, forms));
        symbol
    }

    /// The forms that a symbol is one of, if they are known.
    fn alternatives(&self, symbol: Symbol) -> Option<&[Form]> {
        let known = self.one_of.iter().find(|(known, _)| *known == symbol);
        known.map(|(_, forms)| forms.as_slice())
    }

    /// Whether something holds for a form whatever one of its symbols is of those it may be.
    fn for_all_alternatives(&self, form: &Form, holds: &mut dyn FnMut(&Form) -> bool) -> bool {
        form.terms.iter().any(|&(symbol, factor)| {
            self.alternatives(symbol).is_some_and(|alternatives| {
                alternatives.iter().all(|alternative| {
                    form.plus(&Form::symbol(symbol), -factor)
                        .and_then(|rest| rest.plus(alternative, factor))
                        .is_some_and(|form| holds(&form))
                })
            })
        })
    }

    /// Notes that a form is never negative.
    pub(super) fn note(&mut self, form: Option<Form>) {
        let Some(form) = form else { return };
        if let [(symbol, factor @ (1 | -1))] = form.terms[..] {
            let bound = -i128::from(form.constant) * i128::from(factor);
            let (low, high) = &mut self.intervals[symbol as usize];
            if factor == 1 {
                *low = (*low).max(bound);
            } else {
                *high = (*high).min(bound);
            }
        } else if self.never_negative.len() < MOST_FACTS && !form.terms.is_empty() {
            self.never_negative.push(form);
        }
    }

    /// Notes how two forms compare.
    pub(super) fn compare(&mut self, op: Comparison, left: &Form, right: &Form) {
        let one = Form::constant(1);
        let up = right.plus(left, -1);
        match op {
            Comparison::AtMost => self.note(up),
            Comparison::Less => self.note(up.and_then(|form| form.plus(&one, -1))),
            Comparison::Equal => {
                self.note(up);
                self.note(left.plus(right, -1));
            }
            Comparison::Unequal => {
                let down = left.plus(right, -1);
                if up.as_ref().is_some_and(|form| self.proves(form)) {
                    self.note(up.and_then(|form| form.plus(&one, -1)));
                } else if down.as_ref().is_some_and(|form| self.proves(form)) {
                    self.note(down.and_then(|form| form.plus(&one, -1)));
                } else {
                    self.never_zero.extend(up);
                }
            }
        }
    }

    /// Whether a form is known to be never negative.
    pub(super) fn proves(&self, form: &Form) -> bool {
        let mut steps = MOST_STEPS;
        self.proves_within(form, DEPTH, &mut steps)
    }

    fn proves_within(&self, form: &Form, depth: u32, steps: &mut u32) -> bool {
        if self.interval(form).0 >= 0 {
            return true;
        }
        if depth == 0 || *steps == 0 {
            return false;
        }
        *steps -= 1;
        let mut holds = |form: &Form| self.proves_within(form, depth - 1, steps);
        if self.for_all_alternatives(form, &mut holds) {
            return true;
        }
        self.never_negative.iter().any(|fact| {
            // Taking a fact away helps only where it cancels a symbol of the form.
            fact.terms.iter().any(|&(symbol, factor)| {
                let times = form.factor(symbol).checked_div(factor).unwrap_or(0);
                times > 0
                    && form
                        .plus(fact, -times)
                        .is_some_and(|rest| self.proves_within(&rest, depth - 1, steps))
            })
        })
    }

    /// Whether a form is known to be never 0.
    pub(super) fn proves_not_zero(&self, form: &Form) -> bool {
        self.is_apart(form) || self.for_all_alternatives(form, &mut |form| self.is_apart(form))
    }

    fn is_apart(&self, form: &Form) -> bool {
        let one = Form::constant(1);
        let negative = Form::constant(-1).plus(form, -1);
        let is = |form: Option<Form>| form.is_some_and(|form| self.proves(&form));
        let opposite = Form::default().plus(form, -1);
        is(form.plus(&one, -1))
            || is(negative)
            || self.never_zero.iter().any(|fact| {
                fact == form || opposite.as_ref().is_some_and(|opposite| fact == opposite)
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn facts_are_joined_into_proofs() {
        let mut facts = Facts::default();
        let x = Form::symbol(facts.fresh((0, 10)));
        let y = Form::symbol(facts.fresh((0, 10)));
        let z = Form::symbol(facts.fresh((0, 10)));
        facts.compare(Comparison::Less, &x, &y);
        facts.compare(Comparison::AtMost, &y, &z);
        let difference = z.plus(&x, -1).expect("small");
        assert!(facts.proves(&difference));
        assert!(facts.proves_not_zero(&difference));
        assert!(!facts.proves(&x.plus(&z, -1).expect("small")));
        assert!(!facts.proves_not_zero(&z.plus(&y, -1).expect("small")));
    }
}
