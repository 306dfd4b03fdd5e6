//! How many elements sets and lists have, roughly: enough to choose between them.

use crate::program::{Kind, Program, Set};

/// How many cells a set has, roughly.
pub(super) fn cells(program: &Program, set: &Set) -> f64 {
    let of = |set: &Set| cells(program, set);
    let ones = |words: &[u64]| words.iter().map(|word| f64::from(word.count_ones())).sum();
    let board = |board: usize| program.boards[board].len() as f64;
    match set {
        Set::Constant(number) => ones(&program.sets[*number]),
        Set::Variable(register, width) => program
            .variables
            .iter()
            .find(|variable| variable.register == *register)
            .map_or(f64::from(*width) * 32.0, |variable| match &variable.kind {
                Kind::Set { most, .. } => f64::from(*most) * 0.8,
                _ => f64::from(*width) * 32.0,
            }),
        Set::Family { family, .. } => {
            let family = &program.families[*family];
            let all: f64 = family.iter().map(|words| ones(words)).sum();
            all / (family.len() as f64).max(1.0)
        }
        Set::Listed(cells, _) => cells.len() as f64,
        Set::Union(left, right) => of(left) + of(right),
        Set::Intersection(left, right) => of(left).min(of(right)),
        Set::Difference(left, _) => of(left) * 0.9,
        Set::Filter { of: inner, .. } => of(inner) * 0.5,
        Set::Slides {
            board: on,
            directions,
            ..
        } => (board(*on).sqrt() * directions.len() as f64 * 0.5).min(board(*on)),
        Set::Reach { board: on, .. } => board(*on) * 0.5,
        Set::If(_, then, other) => of(then).max(of(other)),
        Set::Let { body, .. } => of(body),
    }
}

/// How many elements each list of a family has.
pub(super) fn lists_length(program: &Program, lists: usize) -> f64 {
    let lists = &program.lists[lists];
    let all: usize = lists.iter().map(Vec::len).sum();
    all as f64 / (lists.len() as f64).max(1.0)
}
