//! Constraints that all positions met in random play keep: guesses, checked on every move while exploring.

use super::super::allowed::live;
use super::super::ready::Ready;
use super::automaton::{Constraint, Input, Stacked};
use super::feature::{Digits, Feature};
use super::linear;
use super::play::Play;
use crate::program::{Kind, Program, Shape, Variable};

/// How the cells of a grid are stacked.
pub(super) struct Stacks {
    /// The registers in the order of reading, each with whether it begins a line.
    pub(super) registers: Vec<(u32, bool)>,
    /// The number of the value that cells hold which nothing is stacked on.
    pub(super) base: u64,
    pub(super) words: String,
}

/// Others must have had a value so often, on average, that those which never had it are not so by chance.
const OFTEN: usize = 1000;
/// Values looked at.
const MOST_EXCLUDED: u64 = 32;

/// All states met, and the images of each.
pub(super) fn states(ready: &Ready, play: &Play) -> Vec<Vec<i64>> {
    const MOST: usize = 60_000;
    let mut states = play.states.clone();
    let mut image = ready.layout.template().to_vec();
    for state in &play.states {
        for element in ready.group.elements() {
            if states.len() >= MOST {
                return states;
            }
            element.image(state, &mut image);
            ready.layout.sort(&mut image);
            states.push(image.clone());
        }
    }
    states
}

/// Linear equalities between features.
pub(super) fn equalities(
    features: &[Feature],
    digits: &Digits<'_>,
    states: &[Vec<i64>],
) -> Vec<Constraint> {
    let features: Vec<&Feature> = features.iter().filter(|feature| feature.equal).collect();
    let mut vectors: Vec<Vec<i128>> = states
        .iter()
        .map(|state| {
            let values = features.iter().map(|feature| feature.value(digits, state));
            std::iter::once(1).chain(values.map(i128::from)).collect()
        })
        .collect();
    vectors.sort_unstable();
    vectors.dedup();
    linear::equalities(features.len() + 1, vectors.iter())
        .into_iter()
        .filter_map(|coefficients| equality(&features, &coefficients))
        .collect()
}

fn equality(features: &[&Feature], coefficients: &[i128]) -> Option<Constraint> {
    let small = |coefficient: i128| {
        i64::try_from(coefficient)
            .ok()
            .filter(|it| it.abs() < 1 << 20)
    };
    let target = small(-coefficients[0])?;
    let mut weights: Vec<(u32, Vec<i64>)> = Vec::new();
    let (mut left, mut right) = (Vec::new(), Vec::new());
    for (feature, &coefficient) in features.iter().zip(&coefficients[1..]) {
        let coefficient = small(coefficient)?;
        if coefficient == 0 {
            continue;
        }
        let times = match coefficient.abs() {
            1 => feature.words.clone(),
            times => format!("{times} times {}", feature.words),
        };
        if coefficient > 0 {
            &mut left
        } else {
            &mut right
        }
        .push(times);
        for (register, own) in &feature.weights {
            let scaled = own.iter().map(|weight| weight * coefficient);
            match weights.iter_mut().find(|(known, _)| known == register) {
                Some((_, sums)) => {
                    for (sum, weight) in sums.iter_mut().zip(scaled) {
                        *sum += weight;
                    }
                }
                None => weights.push((*register, scaled.collect())),
            }
        }
    }
    if left.is_empty() || (target < 0 && !right.is_empty()) {
        std::mem::swap(&mut left, &mut right);
        return Some(Constraint {
            words: equation(left, right, -target),
            weights,
            least: target,
            most: target,
        });
    }
    Some(Constraint {
        words: equation(left, right, target),
        weights,
        least: target,
        most: target,
    })
}

fn equation(left: Vec<String>, mut right: Vec<String>, target: i64) -> String {
    let mut left = left;
    if target > 0 || (right.is_empty() && target == 0) {
        right.push(target.to_string());
    } else if target < 0 {
        left.push((-target).to_string());
    }
    format!("{} = {}", left.join(" + "), right.join(" + "))
}

/// Features that never rise above what they are at the start, or never fall below it.
pub(super) fn bounds(
    features: &[Feature],
    digits: &Digits<'_>,
    states: &[Vec<i64>],
) -> Vec<Constraint> {
    let Some(start) = states.first() else {
        return Vec::new();
    };
    let mut bounds = Vec::new();
    for feature in features {
        let values = || states.iter().map(|state| feature.value(digits, state));
        let (Some(least), Some(most)) = (values().min(), values().max()) else {
            continue;
        };
        let at_start = feature.value(digits, start);
        if least == most || feature.weights.len() < 2 {
            continue;
        }
        let total = |pick: &dyn Fn(&Vec<i64>) -> Option<i64>| -> i64 {
            let weights = feature.weights.iter();
            weights.filter_map(|(_, weights)| pick(weights)).sum()
        };
        let lowest = total(&|weights| weights.iter().min().copied());
        let highest = total(&|weights| weights.iter().max().copied());
        let (rises, falls) = (most > at_start, least < at_start);
        let (least, most, words) = match (rises, falls) {
            (false, true) if at_start < highest => {
                let words = format!("{} is at most {at_start}", feature.words);
                (lowest, at_start, words)
            }
            (true, false) if at_start > lowest => {
                let words = format!("{} is at least {at_start}", feature.words);
                (at_start, highest, words)
            }
            _ => continue,
        };
        bounds.push(Constraint {
            weights: feature.weights.clone(),
            least,
            most,
            words,
        });
    }
    bounds
}

/// Values that a cell never has, though others have them often.
pub(super) fn exclusions(
    program: &Program,
    digits: &Digits<'_>,
    states: &[Vec<i64>],
) -> Vec<Constraint> {
    let mut exclusions = Vec::new();
    for variable in &program.variables {
        let own = match (&variable.shape, &variable.kind) {
            (Shape::Cells { .. }, Kind::Names(_) | Kind::Bool | Kind::Range(..)) => {
                digits.of(variable)
            }
            _ => continue,
        };
        for value in 0..own
            .first()
            .map_or(0, |digit| digit.count().min(MOST_EXCLUDED))
        {
            let times: Vec<usize> = own
                .iter()
                .map(|digit| {
                    let has = |state: &&Vec<i64>| digit.read(state) == value;
                    states.iter().filter(has).count()
                })
                .collect();
            let having = times.iter().filter(|times| **times > 0).count();
            let never = times.len() - having;
            if never == 0 || times.iter().sum::<usize>() < OFTEN * having.max(1) {
                continue;
            }
            let weights = own.iter().zip(&times).filter(|(_, times)| **times == 0);
            let weights = weights.map(|(digit, _)| {
                let is = (0..digit.count()).map(|other| i64::from(other == value));
                (digit.register(), is.collect())
            });
            let name = own.first().map(|digit| {
                super::super::text::value(program, &variable.kind, digit.value(value))
            });
            exclusions.push(Constraint {
                weights: weights.collect(),
                least: 0,
                most: 0,
                words: format!(
                    "{} of {} never held {}",
                    if never == 1 {
                        "one cell".to_owned()
                    } else {
                        format!("{never} cells")
                    },
                    variable.name,
                    name.unwrap_or_default()
                ),
            });
        }
    }
    exclusions
}

/// In which arrays the cells that hold the first value are all on one side of the others, column by column or row by row.
pub(super) fn stacks(program: &Program, digits: &Digits<'_>, states: &[Vec<i64>]) -> Vec<Stacks> {
    let mut found = Vec::new();
    for variable in &program.variables {
        let Shape::Cells { board, .. } = &variable.shape else {
            continue;
        };
        let names = matches!(variable.kind, Kind::Names(_) | Kind::Bool | Kind::Range(..));
        let cells = live(variable);
        let readable = cells.iter().all(|&register| digits.get(register).is_some());
        if !names || !readable || program.boards[*board].grid.is_none() {
            continue;
        }
        let coordinates = &program.boards[*board].coordinates;
        found.extend(stacked(variable, &cells, coordinates, digits, states));
    }
    found
}

/// What its lines are called, where stacks stand, and by cell its line and how far it is from where stacks stand.
type Side<'s> = (&'static str, &'static str, &'s dyn Fn(u32) -> (i64, i64));

fn stacked(
    variable: &Variable,
    cells: &[u32],
    coordinates: &[(i64, i64)],
    digits: &Digits<'_>,
    states: &[Vec<i64>],
) -> Option<Stacks> {
    let place = |register: u32| coordinates[(register - variable.register) as usize];
    let sides: [Side<'_>; 4] = [
        ("column", "from below", &|register| {
            (place(register).0, -place(register).1)
        }),
        ("column", "from above", &|register| place(register)),
        ("row", "from the left", &|register| {
            (place(register).1, place(register).0)
        }),
        ("row", "from the right", &|register| {
            (place(register).1, -place(register).0)
        }),
    ];
    let base = |register: u32, state: &[i64]| {
        digits
            .get(register)
            .is_some_and(|digit| digit.read(state) == 0)
    };
    let holds = |ordered: &[(u32, bool)]| {
        states.iter().all(|state| {
            let mut closed = false;
            ordered.iter().all(|&(register, first)| {
                let is_base = base(register, state);
                let fits = first || !closed || is_base;
                closed = is_base;
                fits
            })
        })
    };
    sides.iter().find_map(|(line, side, key)| {
        let mut ordered: Vec<u32> = cells.to_vec();
        ordered.sort_by_key(|&register| key(register));
        let mut last = None;
        let registers: Vec<(u32, bool)> = ordered
            .iter()
            .map(|&register| {
                let line = key(register).0;
                let first = last.replace(line) != Some(line);
                (register, first)
            })
            .collect();
        let tall = registers.iter().any(|(_, first)| !first);
        (tall && holds(&registers)).then(|| Stacks {
            words: format!(
                "the cells of a {line} of {} are stacked {side}",
                variable.name
            ),
            registers,
            base: 0,
        })
    })
}

/// Digits in the order of reading, with what stands on what.
pub(super) fn inputs(digits: Vec<&super::Digit>, stacks: &[&Stacks]) -> Vec<Input> {
    let mut inputs: Vec<Input> = Vec::new();
    for digit in digits {
        if inputs
            .iter()
            .any(|input| input.digit.register() == digit.register())
        {
            continue;
        }
        inputs.push(Input {
            digit: digit.clone(),
            stacked: None,
        });
    }
    for stacks in stacks {
        let inside = |input: &Input| {
            let register = input.digit.register();
            stacks.registers.iter().any(|(own, _)| *own == register)
        };
        // All where the first of them stands.
        let Some(place) = inputs.iter().position(inside) else {
            continue;
        };
        let (mut own, mut rest): (Vec<Input>, Vec<Input>) = inputs.into_iter().partition(inside);
        own.sort_by_key(|input| {
            let register = input.digit.register();
            stacks
                .registers
                .iter()
                .position(|(own, _)| *own == register)
        });
        for (input, (_, first)) in own.iter_mut().zip(&stacks.registers) {
            input.stacked = Some(Stacked {
                base: stacks.base,
                first: *first,
            });
        }
        let behind = rest.split_off(place);
        rest.extend(own);
        rest.extend(behind);
        inputs = rest;
    }
    inputs
}
