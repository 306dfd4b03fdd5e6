//! The numbering that is used: parts in a good order, and an automaton over those that constraints bind.

use super::super::ready::Ready;
use super::automaton::{self, Constraint, Input};
use super::guess::Stacks;
use super::{Digit, Numbering, Way, feature, guess, order, parts, play};
use crate::program::Start;

/// Spaces up to this size are taken as they are: they are solved before others have been looked at.
const SMALL: u64 = 1 << 10;
/// A constraint stays if it leaves at most this part of the numbers.
const WORTH: f64 = 0.9;

/// The best numbering of a machine's positions; guesses at what cannot be are made if they are allowed above some size and it is
/// exceeded.
pub(super) fn best(ready: &Ready, guesses_above: Option<u64>) -> Result<Numbering, String> {
    let mut ways = parts::plain(ready)?;
    let plain = Numbering::of(ready, ways.clone());
    let listed = matches!(ready.program.start, Start::Positions(_));
    let small = |plain: &Numbering| plain.size <= SMALL;
    if guesses_above.is_none_or(|bound| bound >= SMALL) && plain.as_ref().is_ok_and(small) {
        return plain;
    }
    let played = match (&plain, listed) {
        (_, true) => play::from_starts(ready),
        (Ok(plain), false) => play::from_anywhere(ready, plain),
        (Err(_), false) => return plain,
    };
    if let Some(order) = order::one_way(&ways, &played) {
        ways = order.into_iter().map(|part| ways[part].clone()).collect();
    }
    let ordered = Numbering::of(ready, ways.clone());
    let many = |bound: u64| {
        !ordered
            .as_ref()
            .is_ok_and(|numbering| numbering.size <= bound)
    };
    if !listed || !guesses_above.is_some_and(many) {
        return ordered;
    }
    match guessed(ready, &ways, &played) {
        Some(numbering) => Ok(numbering),
        None => ordered,
    }
}

/// What has been made of the guesses so far.
struct Choice<'c> {
    inputs: Vec<Input>,
    constraints: Vec<&'c Constraint>,
    stacks: Vec<&'c Stacks>,
    /// Accepted words, and the automaton.
    built: Option<(u64, Way)>,
}

impl Choice<'_> {
    /// Words accepted, of digits left out as many as there are.
    fn accepted(&self, digits: &[Digit]) -> f64 {
        let left_out = |digit: &&Digit| {
            let register = digit.register();
            self.inputs
                .iter()
                .all(|input| input.digit.register() != register)
        };
        let rest: f64 = digits
            .iter()
            .filter(left_out)
            .map(|digit| digit.count() as f64)
            .product();
        self.built.as_ref().map_or(1.0, |(count, _)| *count as f64) * rest
    }
}

fn choice<'c>(
    digits: &[Digit],
    stacks: Vec<&'c Stacks>,
    constraints: Vec<&'c Constraint>,
) -> Option<Choice<'c>> {
    let binds = |digit: &Digit| {
        let register = digit.register();
        let stacked = stacks.iter().any(|stacks| {
            let mut own = stacks.registers.iter();
            own.any(|(own, _)| *own == register)
        });
        stacked
            || constraints.iter().any(|constraint| {
                let mut weights = constraint.weights.iter();
                weights.any(|(own, weights)| {
                    *own == register && weights.iter().any(|weight| *weight != weights[0])
                })
            })
    };
    let bound: Vec<&Digit> = digits.iter().filter(|digit| binds(digit)).collect();
    let inputs = guess::inputs(bound, &stacks);
    let built = Some(automaton::build(&inputs, &constraints)?);
    Some(Choice {
        inputs,
        constraints,
        stacks,
        built,
    })
}

/// A numbering that leaves out what random play has not met, if anything can be said.
fn guessed(ready: &Ready, ways: &[(u64, Way)], played: &play::Play) -> Option<Numbering> {
    let digits: Vec<Digit> = ways
        .iter()
        .filter_map(|(_, way)| match way {
            Way::Digit(digit) => Some(digit.clone()),
            _ => None,
        })
        .collect();
    let by_register = feature::Digits::new(&digits, ready.program.state as usize);
    let features = feature::all(ready, &by_register);
    let states = guess::states(ready, played);
    let equalities = guess::equalities(&features, &by_register, &states);
    let exclusions = guess::exclusions(&ready.program, &by_register, &states);
    let bounds = guess::bounds(&features, &by_register, &states);
    let stacks = guess::stacks(&ready.program, &by_register, &states);
    let mut best = Choice {
        inputs: Vec::new(),
        constraints: Vec::new(),
        stacks: Vec::new(),
        built: None,
    };
    for stacks in &stacks {
        let mut more = best.stacks.clone();
        more.push(stacks);
        best = better(&digits, best, more, Vec::new());
    }
    for constraint in exclusions.iter().chain(&equalities).chain(&bounds) {
        let mut more = best.constraints.clone();
        more.push(constraint);
        let same = best.stacks.clone();
        best = better(&digits, best, same, more);
    }
    let (count, automaton) = best.built?;
    let is_read = |way: &Way| match way {
        Way::Digit(digit) => best
            .inputs
            .iter()
            .any(|input| input.digit.register() == digit.register()),
        _ => false,
    };
    // The automaton stands where the first of its digits stood.
    let mut left = Some((count, automaton));
    let mut compact = Vec::new();
    for (count, way) in ways {
        if is_read(way) {
            compact.extend(left.take());
        } else {
            compact.push((*count, way.clone()));
        }
    }
    let mut numbering = Numbering::of(ready, compact).ok()?;
    let stacked = best.stacks.iter().map(|stacks| stacks.words.clone());
    let bound = best
        .constraints
        .iter()
        .map(|constraint| constraint.words.clone());
    numbering.guesses = stacked.chain(bound).collect();
    Some(numbering)
}

fn better<'c>(
    digits: &[Digit],
    best: Choice<'c>,
    stacks: Vec<&'c Stacks>,
    constraints: Vec<&'c Constraint>,
) -> Choice<'c> {
    match choice(digits, stacks, constraints) {
        Some(more) if more.accepted(digits) <= WORTH * best.accepted(digits) => more,
        _ => best,
    }
}
