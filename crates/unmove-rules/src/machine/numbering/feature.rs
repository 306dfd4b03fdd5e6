//! Numbers that positions have: counts of values, single small numbers, sums.

use super::super::allowed::live;
use super::super::ready::Ready;
use super::{Digit, REFUSED};
use crate::program::{Kind, MOVER, NOWHERE, Shape, Variable};

/// Arrays of up to so many numbers are looked at element by element.
const FEW: usize = 8;
/// As many values as a number may have.
const MOST_VALUES: u64 = 256;
/// As many values as are counted one by one.
const MOST_COUNTED: u64 = 16;

/// A sum of weights, one for each digit by its value.
#[derive(Clone, Debug)]
pub(super) struct Feature {
    /// What it is, in words.
    pub(super) words: String,
    /// By digit: the register and the weight of each value.
    pub(super) weights: Vec<(u32, Vec<i64>)>,
    /// Whether it may take part in an equality; others follow from those that do, or are only bounded.
    pub(super) equal: bool,
}

impl Feature {
    fn of(words: String, digits: &[&Digit], weight: &dyn Fn(i64) -> i64) -> Self {
        let weights = digits
            .iter()
            .map(|digit| {
                let values = 0..digit.count();
                let weights = values.map(|number| weight(digit.value(number)));
                (digit.register(), weights.collect())
            })
            .collect();
        Self {
            words,
            weights,
            equal: true,
        }
    }

    /// Its value at a state.
    pub(super) fn value(&self, digits: &Digits<'_>, registers: &[i64]) -> i64 {
        self.weights
            .iter()
            .map(|(register, weights)| match digits.get(*register) {
                Some(digit) => weights[digit.read(registers) as usize],
                None => 0,
            })
            .sum()
    }
}

/// Digits by their registers.
pub(super) struct Digits<'d> {
    digits: &'d [Digit],
    /// By register: which digit has it, `REFUSED` for none.
    places: Vec<u32>,
}

impl<'d> Digits<'d> {
    pub(super) fn new(digits: &'d [Digit], registers: usize) -> Self {
        let mut places = vec![REFUSED; registers];
        for (place, digit) in digits.iter().enumerate() {
            places[digit.register() as usize] = place as u32;
        }
        Self { digits, places }
    }

    pub(super) fn get(&self, register: u32) -> Option<&'d Digit> {
        let place = *self.places.get(register as usize)?;
        self.digits.get(place as usize)
    }

    /// Those of a variable.
    pub(super) fn of(&self, variable: &Variable) -> Vec<&'d Digit> {
        let registers = live(variable).into_iter();
        registers
            .filter_map(|register| self.get(register))
            .collect()
    }
}

/// All that may be counted or added up.
pub(super) fn all(ready: &Ready, digits: &Digits<'_>) -> Vec<Feature> {
    let program = &ready.program;
    let mut features = Vec::new();
    if let Some(mover) = digits.get(MOVER) {
        let words = match &program.players {
            Some([_, second]) => format!("(1 if {second} is to move)"),
            None => String::new(),
        };
        features.push(Feature::of(words, &[mover], &|value| value));
    }
    for (number, variable) in program.variables.iter().enumerate() {
        let own = digits.of(variable);
        if own.is_empty() || own.iter().any(|digit| digit.count() > MOST_VALUES) {
            continue;
        }
        let values = &ready.layout.allowed[number].values;
        let name = |value: i64| super::super::text::value(program, &variable.kind, value);
        let single = matches!(variable.shape, Shape::Single);
        match &variable.kind {
            Kind::Cell { nowhere, .. } => {
                if *nowhere {
                    let words = format!("{} nowhere", variable.name);
                    features.push(Feature::of(words, &own, &|value| {
                        i64::from(value == NOWHERE)
                    }));
                }
            }
            Kind::Range(..) | Kind::Bool | Kind::Player if single || own.len() <= FEW => {
                for (place, digit) in own.iter().enumerate() {
                    let words = if single {
                        variable.name.clone()
                    } else {
                        format!("{}[{place}]", variable.name)
                    };
                    features.push(Feature::of(words, &[digit], &|value| value));
                }
                if !single {
                    let words = format!("the sum of {}", variable.name);
                    let mut sum = Feature::of(words, &own, &|value| value);
                    sum.equal = false;
                    features.push(sum);
                }
            }
            Kind::Range(..) | Kind::Names(_) | Kind::Bool | Kind::Player => {
                let few = own[0].count() <= MOST_COUNTED;
                let pieces = few && matches!(variable.shape, Shape::Cells { .. });
                if matches!(variable.kind, Kind::Range(..)) {
                    let words = format!("the sum of {}", variable.name);
                    let mut sum = Feature::of(words, &own, &|value| value);
                    sum.equal = !pieces;
                    features.push(sum);
                    if !pieces {
                        continue;
                    }
                }
                if !few {
                    continue;
                }
                // The count of the first value follows from the others.
                for counted in 1..own[0].count() {
                    let counted = values.value(counted);
                    let words = if single {
                        format!("(1 if {} is {})", variable.name, name(counted))
                    } else {
                        format!("the number of {} in {}", name(counted), variable.name)
                    };
                    let is = |value: i64| i64::from(value == counted);
                    features.push(Feature::of(words, &own, &is));
                }
            }
            Kind::Direction | Kind::Set { .. } => {}
        }
    }
    features
}
