//! Green Hackenbush: a figure of edges that stands on the ground; cut an edge, and what is no longer joined
//! to the ground falls; whoever cannot cut loses.
//!
//! Two principles give the Grundy value (Conway, On Numbers and Games, 1976; Winning Ways, chapter 7).
//! *Fusion*: the vertices of a cycle can be made one, its edges loops, and a loop is worth 1. So what
//! bridges leave of the figure, its *blocks*, are single vertices with as many loops as they have edges.
//! *Colon*: of branches that meet in a vertex only the Nim-sum counts, and a branch is worth one more than
//! what stands on its first edge. Blocks are found by depth-first search (Tarjan, 1974): O(V + E).

mod blocks;

use blocks::Blocks;
pub use blocks::Figure;

use crate::classic::{Answer, Ask, Classic};
use crate::input::{InputError, Words};

/// The classic.
pub const HACKENBUSH: Classic = Classic {
    name: "hackenbush",
    game: "green Hackenbush: cut an edge, what is not joined to the ground falls; whoever cannot loses",
    format: "`vertices edges`, then `u v` for each edge, 0 the ground, for each case; answers `N` or `P`",
    method: "cycles fused, branches added by the colon principle, O(V + E)",
    rules: Some(include_str!("../../../games/hackenbush.game")),
    answer,
};

/// The most vertices, and the most edges.
const MOST: usize = 10_000_000;

/// The Grundy value of a figure. O(V + E).
pub fn grundy(figure: &Figure) -> u64 {
    Blocks::new(figure, None).value()
}

/// An edge to cut, by its place from 0, so that the Grundy value is 0; none where it is already.
///
/// From the ground up: a block is wanted to have a smaller value. If a branch has the greatest binary
/// digit in which the two differ, it can be cut, or what stands on it is wanted to have a smaller value in
/// turn. If none has, that digit is the 1 of the block's own edges, and one of those is cut: they are
/// tried from the middle outwards, as the middle of a lone cycle is the one, O(V + E) each.
pub fn winning_cut(figure: &Figure) -> Option<usize> {
    let blocks = Blocks::new(figure, None);
    if blocks.value() == 0 {
        return None;
    }
    let branches = blocks.branches();
    let (mut block, mut wanted) = (0, 0);
    'up: loop {
        for &branch in &branches[block] {
            let above = blocks.values[branch];
            let change = blocks.values[block] ^ wanted;
            match (above + 1) ^ change {
                0 => return blocks.bridges[branch],
                worth if worth <= above => {
                    (block, wanted) = (branch, worth - 1);
                    continue 'up;
                }
                _ => {}
            }
        }
        let own = blocks.own_edges(figure, block);
        let (lower, upper) = own.split_at(own.len() / 2);
        let mut outwards = upper
            .iter()
            .zip(lower.iter().rev().map(Some).chain(std::iter::repeat(None)));
        return outwards.find_map(|(&one, other)| {
            let cuts = std::iter::once(one).chain(other.copied());
            cuts.into_iter()
                .find(|&cut| Blocks::new(figure, Some(cut)).value() == 0)
        });
    }
}

fn answer(text: &str, ask: Ask) -> Result<Vec<Answer>, InputError> {
    let mut words = Words::new(text);
    let mut answers = Vec::new();
    while let Some(vertices) = words.next_number("the count of vertices", 0..=MOST)? {
        let count = words.number("the count of edges", 0..=MOST)?;
        let mut edges = Vec::new();
        for _ in 0..count {
            let mut end = || words.number("a vertex, or 0 for the ground", 0..=vertices);
            edges.push([end()?, end()?]);
        }
        answers.push(decide(&Figure::new(vertices, edges), ask));
    }
    Ok(answers)
}

fn decide(figure: &Figure, ask: Ask) -> Answer {
    let blocks = Blocks::new(figure, None);
    let value = blocks.value();
    let cut = || winning_cut(figure);
    Answer {
        line: if value > 0 { "N" } else { "P" }.to_owned(),
        winning_move: ask
            .winning_move
            .then(cut)
            .flatten()
            .map(|cut| format!("cut edge {}", cut + 1)),
        why: ask.why.then(|| {
            let bridges = blocks.bridges.len() - 1;
            let fused = blocks.standing - bridges;
            format!("the Grundy value is {value}: {fused} edges on cycles are fused, {bridges} are bridges")
        }),
    }
}
