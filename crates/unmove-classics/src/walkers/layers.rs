//! Pairs of cells on layers equally far from the starts.

use super::{Walker, Ways};

/// A's first steps that win, for shortest ways of an even number of steps, 2m: by all pairs of a cell on
/// layer i and one on layer 2m − i, from the middle outwards. Time as many as there are pairs, memory for those
/// of two layers.
pub fn by_layers(ways: &Ways<'_>) -> Vec<usize> {
    let middle = ways.length() / 2;
    let start = ways.maze().start(Walker::A);
    let mut layers = vec![vec![start]];
    // The place of each cell on its layer.
    let mut places = vec![0; ways.maze().size()];
    let mut is_on = vec![false; ways.maze().size()];
    for layer in 0..ways.length() {
        let mut next = Vec::new();
        for cell in layers[layer].iter().flat_map(|&cell| ways.after(cell)) {
            if !is_on[cell] {
                is_on[cell] = true;
                places[cell] = next.len();
                next.push(cell);
            }
        }
        layers.push(next);
    }
    // Whether B wins with A on a cell of layer i (by place) and B on one of layer 2m - i, A to move. In the
    // middle: if B could step onto A's cell, he jumps.
    let width = layers[middle].len();
    let mut won: Vec<Vec<bool>> = (0..width)
        .map(|a| (0..width).map(|b| a == b).collect())
        .collect();
    for layer in (0..middle).rev() {
        let [behind, before] = [&layers[layer], &layers[ways.length() - layer - 1]];
        let outer = layers[ways.length() - layer].len();
        // With B to move, one step further out.
        let to_move: Vec<Vec<bool>> = won
            .iter()
            .map(|won| {
                let mut wins = vec![false; outer];
                for &cell in before.iter().filter(|&&cell| won[places[cell]]) {
                    for further in ways.after(cell) {
                        wins[places[further]] = true;
                    }
                }
                wins
            })
            .collect();
        if layer == 0 {
            let steps = ways.after(start);
            return steps.filter(|&step| !to_move[places[step]][0]).collect();
        }
        let after = behind.iter().map(|&cell| {
            let mut wins = vec![true; outer];
            for step in ways.after(cell) {
                for (wins, to_move) in wins.iter_mut().zip(&to_move[places[step]]) {
                    *wins &= to_move;
                }
            }
            wins
        });
        won = after.collect();
    }
    Vec::new()
}
