//! The automaton that reads digits and refuses what breaks a constraint; equal rows are kept once.

use super::{Digit, REFUSED, Way};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// As many entries as an automaton may have, while it is made.
const MOST_ENTRIES: usize = 1 << 21;

/// A sum of weights, one for each digit by its value, that stays between two bounds.
#[derive(Clone, Debug)]
pub(super) struct Constraint {
    /// By digit: the digit's register and the weight of each value; digits left out weigh nothing.
    pub(super) weights: Vec<(u32, Vec<i64>)>,
    /// The least sum.
    pub(super) least: i64,
    /// The greatest sum.
    pub(super) most: i64,
    /// The constraint in words.
    pub(super) words: String,
}

/// How the cells of a line stand: once the base value has come up, only it may follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stacked {
    /// The number of the base value.
    pub(super) base: u64,
    /// Whether the digit begins a line.
    pub(super) first: bool,
}

/// A digit and whether it belongs to a stack.
#[derive(Clone, Debug)]
pub(super) struct Input {
    pub(super) digit: Digit,
    pub(super) stacked: Option<Stacked>,
}

/// What is known of the digits read so far, as far as it matters.
#[derive(Clone, PartialEq, Eq, Hash)]
struct State {
    /// Whether the line has come to an end.
    closed: bool,
    sums: SmallVec<[i64; 6]>,
}

/// A sum from which on nothing can go wrong.
const SAFE: i64 = i64::MAX;

/// One constraint, digit by digit.
struct Running<'c> {
    weights: Vec<Option<&'c Vec<i64>>>,
    /// By place: the least and the greatest that the digits from there on can add.
    rest: Vec<(i64, i64)>,
    least: i64,
    most: i64,
}

impl<'c> Running<'c> {
    fn new(constraint: &'c Constraint, inputs: &[Input]) -> Option<Self> {
        let weights: Vec<Option<&Vec<i64>>> = inputs
            .iter()
            .map(|input| {
                let own = |(register, _): &&(u32, _)| *register == input.digit.register();
                constraint
                    .weights
                    .iter()
                    .find(own)
                    .map(|(_, weights)| weights)
            })
            .collect();
        let mut rest = vec![(0_i64, 0_i64); inputs.len() + 1];
        for place in (0..inputs.len()).rev() {
            let (mut least, mut most) = rest[place + 1];
            if let Some(weights) = weights[place] {
                least = least.checked_add(*weights.iter().min()?)?;
                most = most.checked_add(*weights.iter().max()?)?;
            }
            rest[place] = (least, most);
        }
        Some(Self {
            weights,
            rest,
            least: constraint.least,
            most: constraint.most,
        })
    }

    /// The sum after a digit's value; `None` if the bounds can no longer be kept.
    fn after(&self, sum: i64, place: usize, value: usize) -> Option<i64> {
        if sum == SAFE {
            return Some(SAFE);
        }
        let sum = sum + self.weights[place].map_or(0, |weights| weights[value]);
        let (least, most) = self.rest[place + 1];
        if sum + least > self.most || sum + most < self.least {
            return None;
        }
        let safe = sum + most <= self.most && sum + least >= self.least;
        Some(if safe { SAFE } else { sum })
    }
}

fn step(
    state: &State,
    input: &Input,
    running: &[Running<'_>],
    place: usize,
    value: usize,
) -> Option<State> {
    let mut closed = false;
    if let Some(stacked) = input.stacked {
        let is_base = value as u64 == stacked.base;
        let was = state.closed && !stacked.first;
        if was && !is_base {
            return None;
        }
        closed = was || is_base;
    }
    let sums: Option<SmallVec<[i64; 6]>> = running
        .iter()
        .zip(&state.sums)
        .map(|(running, &sum)| running.after(sum, place, value))
        .collect();
    Some(State {
        closed,
        sums: sums?,
    })
}

/// The automaton of some digits under constraints, and how many words it accepts. `None` if it is too large, or if it accepts
/// nothing or more than can be numbered.
pub(super) fn build(inputs: &[Input], constraints: &[&Constraint]) -> Option<(u64, Way)> {
    let running: Option<Vec<Running<'_>>> = constraints
        .iter()
        .map(|constraint| Running::new(constraint, inputs))
        .collect();
    let running = running?;
    let first = State {
        closed: false,
        sums: SmallVec::from_elem(0, running.len()),
    };
    // By layer: for each state where each value leads, as a state of the next layer.
    let mut layers: Vec<Vec<u32>> = Vec::new();
    let mut states = vec![first];
    let mut entries = 0;
    for (place, input) in inputs.iter().enumerate() {
        let count = usize::try_from(input.digit.count()).ok()?;
        entries += states.len().checked_mul(count)?;
        if entries > MOST_ENTRIES {
            return None;
        }
        let mut numbers: FxHashMap<State, u32> = FxHashMap::default();
        let mut next = Vec::new();
        let mut layer = Vec::with_capacity(states.len() * count);
        for state in &states {
            for value in 0..count {
                let Some(after) = step(state, input, &running, place, value) else {
                    layer.push(REFUSED);
                    continue;
                };
                let number = *numbers.entry(after).or_insert_with_key(|after| {
                    next.push(after.clone());
                    next.len() as u32 - 1
                });
                layer.push(number);
            }
        }
        layers.push(layer);
        states = next;
    }
    merge(inputs, &layers, states.len())
}

/// Rows alike put together, from the last layer on, and laid out from the first on.
fn merge(inputs: &[Input], layers: &[Vec<u32>], ends: usize) -> Option<(u64, Way)> {
    // The class of each state of the layer below, REFUSED where nothing is accepted from, and what each class counts.
    let mut classes: Vec<u32> = vec![0; ends];
    let mut counts: Vec<u64> = vec![1];
    // From the last layer on: the rows of each layer's classes, and what each entry's class counts.
    let mut rows: Vec<Vec<Vec<u32>>> = Vec::new();
    let mut below: Vec<Vec<u64>> = vec![counts.clone()];
    for (input, layer) in inputs.iter().zip(layers).rev() {
        let mut known: FxHashMap<Vec<u32>, u32> = FxHashMap::default();
        let (mut own, mut own_counts) = (Vec::new(), Vec::new());
        let mut own_classes = Vec::new();
        for entries in layer.chunks(input.digit.count() as usize) {
            let row: Vec<u32> = entries
                .iter()
                .map(|&state| match state {
                    REFUSED => REFUSED,
                    state => classes[state as usize],
                })
                .collect();
            let mut count: u64 = 0;
            for &class in row.iter().filter(|class| **class != REFUSED) {
                count = count.checked_add(counts[class as usize])?;
            }
            if count == 0 {
                own_classes.push(REFUSED);
                continue;
            }
            let class = *known.entry(row).or_insert_with_key(|row| {
                own.push(row.clone());
                own_counts.push(count);
                own.len() as u32 - 1
            });
            own_classes.push(class);
        }
        rows.push(own);
        below.push(own_counts.clone());
        classes = own_classes;
        counts = own_counts;
    }
    rows.reverse();
    below.reverse();
    let total = *counts.first().filter(|total| **total < 1 << 63)?;
    let mut starts = Vec::new();
    let mut entries: usize = 0;
    for (input, rows) in inputs.iter().zip(&rows) {
        starts.push(entries);
        entries += rows.len() * input.digit.count() as usize;
    }
    let (mut offsets, mut next) = (Vec::new(), Vec::new());
    for (place, layer) in rows.iter().enumerate() {
        let following = inputs.get(place + 1).map(|input| {
            let count = input.digit.count() as usize;
            (starts[place + 1], count)
        });
        for row in layer {
            let mut offset = 0;
            for &class in row {
                offsets.push(offset);
                next.push(match (class, following) {
                    (REFUSED, _) => REFUSED,
                    (_, None) => 0,
                    (class, Some((start, count))) => (start + class as usize * count) as u32,
                });
                if class != REFUSED {
                    offset += below[place + 1][class as usize];
                }
            }
        }
    }
    let digits = inputs.iter().map(|input| input.digit.clone()).collect();
    let way = Way::Automaton {
        digits,
        offsets,
        next,
    };
    Some((total, way))
}
