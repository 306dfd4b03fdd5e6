//! The order of the parts: where all moves lead to lower numbers, or all to higher ones, one pass solves the game.

use super::Way;
use super::play::Play;

/// Moves looked at.
const MOST_MOVES: usize = 5000;

/// The parts in the order of significance that makes every move seen lower the number (or every one raise it), as places in
/// `ways`; `None` if there is none. The part that a move changes first decides.
pub(super) fn one_way(ways: &[(u64, Way)], play: &Play) -> Option<Vec<usize>> {
    if play.moves.is_empty() {
        return None;
    }
    let step = play.moves.len().div_ceil(MOST_MOVES);
    let moves: Vec<Vec<std::cmp::Ordering>> = play
        .moves
        .iter()
        .step_by(step)
        .map(|&(from, to)| {
            let rank = |way: &Way, state: usize| way.rank(&play.states[state]);
            ways.iter()
                .map(|(_, way)| rank(way, to).cmp(&rank(way, from)))
                .collect()
        })
        .collect();
    falling(ways.len(), &moves, std::cmp::Ordering::Less)
        .or_else(|| falling(ways.len(), &moves, std::cmp::Ordering::Greater))
}

/// Takes parts greedily: one that no move left changes against the direction.
fn falling(
    parts: usize,
    moves: &[Vec<std::cmp::Ordering>],
    direction: std::cmp::Ordering,
) -> Option<Vec<usize>> {
    let mut open: Vec<&Vec<std::cmp::Ordering>> = moves.iter().collect();
    let mut order = Vec::new();
    while !open.is_empty() {
        let next = (0..parts).find(|&part| {
            !order.contains(&part)
                && open.iter().all(|signs| signs[part] != direction.reverse())
                && open.iter().any(|signs| signs[part] == direction)
        })?;
        open.retain(|signs| signs[next] != direction);
        order.push(next);
    }
    for part in 0..parts {
        if !order.contains(&part) {
            order.push(part);
        }
    }
    Some(order)
}
