//! The slow and plain solvers, written from the definitions and sharing nothing with the crate.

#![allow(dead_code)]

use std::collections::{BTreeSet, HashMap};

use crate::explicit::Explicit;

/// Payoff for the player to move and plies to the end.
pub type Plain = (i32, Option<u32>);

/// Payoffs by thresholds and remoteness by repeated passes, on any explicit game without sums.
pub fn outcomes(game: &Explicit) -> Vec<Plain> {
    let payoffs = payoffs(game);
    let plies = plies(game, &payoffs);
    let both = payoffs.into_iter().zip(plies).zip(0..);
    both.map(|((payoff, plies), at)| (payoff * game.side(at), plies))
        .collect()
}

/// Payoffs seen by the first player, from what that player can make sure of. An impartial game has
/// no first player: there it is whoever is to move at the position asked about.
fn payoffs(game: &Explicit) -> Vec<i32> {
    let at_stake = (0..game.len()).filter_map(|at| Some(game.terminal(at)? * game.side(at)));
    let mut thresholds: BTreeSet<i32> = at_stake.flat_map(|payoff| [payoff, -payoff]).collect();
    thresholds.insert(game.endless);
    let mut found = vec![i32::MIN; game.len() as usize];
    for &threshold in &thresholds {
        let holds = forces(game, threshold);
        for (at, found) in (0..game.len()).zip(&mut found) {
            if holds[pair(at, game.side(at))] {
                *found = threshold;
            }
        }
    }
    found
}

fn pair(at: u32, side: i32) -> usize {
    2 * at as usize + usize::from(side < 0)
}

/// Where the first player can make sure of at least `threshold`, by position and who moves.
///
/// Endless play that is good enough: the greatest fixed point; else the least.
fn forces(game: &Explicit, threshold: i32) -> Vec<bool> {
    let mut holds = vec![game.endless >= threshold; 2 * game.len() as usize];
    loop {
        let mut changed = false;
        for at in 0..game.len() {
            for side in [1, -1] {
                if game.players && game.side(at) != side {
                    continue;
                }
                let after = |play: &crate::explicit::Play| {
                    let next = if play.again { side } else { -side };
                    holds[pair(play.to[0], next)]
                };
                let mut plays = game.plays(at).iter();
                let now = match game.terminal(at) {
                    Some(payoff) => payoff * side >= threshold,
                    None if side > 0 => plays.any(after),
                    None => plays.all(after),
                };
                changed |= holds[pair(at, side)] != now;
                holds[pair(at, side)] = now;
            }
        }
        if !changed {
            return holds;
        }
    }
}

/// Plies to the end where both keep to moves that keep the payoff: whoever wants the end hurries.
fn plies(game: &Explicit, payoffs: &[i32]) -> Vec<Option<u32>> {
    let mut plies: Vec<Option<u32>> = vec![None; payoffs.len()];
    for _ in 0..=2 * payoffs.len() {
        let before = plies.clone();
        for at in 0..game.len() {
            let here = payoffs[at as usize];
            let side = game.side(at);
            let endless = if game.players { game.endless } else { 0 };
            let eager = if here == endless {
                here.signum()
            } else {
                (here - endless).signum()
            } * side;
            if eager == 0 {
                continue;
            }
            if game.terminal(at).is_some() {
                plies[at as usize] = Some(0);
                continue;
            }
            let keeping = game.plays(at).iter().filter(|play| {
                let to = play.to[0];
                // In an impartial game payoffs are those of whoever moves.
                let turn = if game.players || play.again { 1 } else { -1 };
                payoffs[to as usize] * turn == here
            });
            let counts = keeping.map(|play| before[play.to[0] as usize].unwrap_or(u32::MAX));
            let count = if eager > 0 {
                counts.min()
            } else {
                counts.max()
            };
            plies[at as usize] = count.filter(|&n| n != u32::MAX).map(|n| n + 1);
        }
    }
    plies
}

/// Grundy values by recursion, of a game without cycles that may split.
pub fn grundy(game: &Explicit, at: u32) -> u32 {
    let plays = game.plays(at).iter();
    let values = plays.map(|play| play.to.iter().fold(0, |sum, &to| sum ^ grundy(game, to)));
    let values: BTreeSet<u32> = values.collect();
    let mut mex = 0;
    while values.contains(&mex) {
        mex += 1;
    }
    mex
}

/// Scores by recursion.
pub fn score(game: &Explicit, at: u32) -> i64 {
    if let Some(payoff) = game.terminal(at) {
        return i64::from(payoff);
    }
    let plays = game.plays(at).iter();
    let totals = plays.map(|play| {
        let rest = score(game, play.to[0]);
        i64::from(play.gain) + if play.again { rest } else { -rest }
    });
    totals.max().unwrap_or(0)
}

/// Smith–Fraenkel labels by Fraenkel's procedure, to the letter; none is infinity.
pub fn loopy(game: &Explicit) -> Vec<Option<u32>> {
    let followers = |at: u32| game.plays(at).iter().map(|play| play.to[0]);
    let mut labels: Vec<Option<u32>> = vec![None; game.len() as usize];
    let mut infinite = vec![false; labels.len()];
    for m in 0.. {
        let has =
            |labels: &[Option<u32>], at| followers(at).any(|to| labels[to as usize] == Some(m));
        while let Some(at) = (0..game.len()).find(|&at| {
            labels[at as usize].is_none()
                && !infinite[at as usize]
                && !has(&labels, at)
                && followers(at)
                    .filter(|&to| labels[to as usize].is_none())
                    .all(|to| has(&labels, to))
        }) {
            labels[at as usize] = Some(m);
        }
        for at in 0..game.len() {
            if labels[at as usize].is_none() && !has(&labels, at) {
                infinite[at as usize] = true;
            }
        }
        let open = labels.iter().zip(&infinite);
        if open
            .into_iter()
            .all(|(label, &infinite)| infinite || label.is_some())
        {
            break;
        }
    }
    labels
}

/// Payoff and plies of a sum of components, by recursion over sorted lists; no cycles. Whoever
/// cannot move anywhere gets `stuck`.
pub fn sum(
    game: &Explicit,
    stuck: i32,
    mut components: Vec<u32>,
    memo: &mut HashMap<Vec<u32>, Plain>,
) -> Plain {
    components.sort_unstable();
    if let Some(&known) = memo.get(&components) {
        return known;
    }
    let mut best: Option<Plain> = None;
    for (place, &at) in components.iter().enumerate() {
        for play in game.plays(at) {
            let mut after = components.clone();
            after.remove(place);
            after.extend(&play.to);
            let (payoff, plies) = sum(game, stuck, after, memo);
            let payoff = if play.again { payoff } else { -payoff };
            let found = (payoff, plies.map(|n| n + 1));
            let hurry = |(payoff, plies): Plain| {
                let plies = i64::from(plies.unwrap_or(0));
                (payoff, if payoff > 0 { -plies } else { plies })
            };
            if best.is_none_or(|best| hurry(found) > hurry(best)) {
                best = Some(found);
            }
        }
    }
    let value = best.unwrap_or((stuck, (stuck != 0).then_some(0)));
    memo.insert(components, value);
    value
}
