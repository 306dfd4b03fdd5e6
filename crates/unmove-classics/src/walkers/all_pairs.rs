//! All pairs of cells, backwards from the ends.

use super::{Maze, Walker};

/// A position: the cell of the one to move, the cell of the other, and who moves.
#[derive(Clone, Copy)]
struct Position {
    mine: usize,
    theirs: usize,
    mover: Walker,
}

/// A's first steps that win, by the rules themselves; none at all where play need not end, which it always does
/// where there is a way. O(cells²) time and memory.
pub fn by_all_pairs(maze: &Maze) -> Option<Vec<usize>> {
    let cells = maze.size();
    let number = |at: Position| (at.mine * cells + at.theirs) * 2 + at.mover as usize;
    let other = |walker| match walker {
        Walker::A => Walker::B,
        Walker::B => Walker::A,
    };
    let mut winners = vec![None; cells * cells * 2];
    // Of a position without a winner yet: how many moves do not yet lose.
    let mut open = vec![0; winners.len()];
    let mut decided = Vec::new();
    let free = || (0..cells).filter(|&cell| maze.is_free(cell));
    for (mine, theirs) in free().flat_map(|mine| free().map(move |theirs| (mine, theirs))) {
        for mover in [Walker::A, Walker::B] {
            let at = Position {
                mine,
                theirs,
                mover,
            };
            let [start, goal] = [mover, other(mover)].map(|walker| maze.start(walker));
            if mine == theirs || mine == goal || theirs == start {
                continue;
            }
            let number = number(at);
            let mut steps = steps(maze, at);
            if maze.beside(mine).any(|cell| cell == goal) || steps.any(|to| to == goal) {
                winners[number] = Some(mover);
                decided.push(at);
                continue;
            }
            open[number] = self::steps(maze, at).count();
            if open[number] == 0 {
                winners[number] = Some(other(mover));
                decided.push(at);
            }
        }
    }
    while let Some(at) = decided.pop() {
        let last = Position {
            mine: at.theirs,
            theirs: at.mine,
            mover: other(at.mover),
        };
        let winner = winners[number(at)];
        // A step can be taken back by a step.
        for mine in steps(maze, last) {
            let before = Position { mine, ..last };
            let number = number(before);
            if winners[number].is_some() || open[number] == 0 {
                continue;
            }
            open[number] -= 1;
            if winner == Some(before.mover) || open[number] == 0 {
                winners[number] = winner;
                decided.push(before);
            }
        }
    }
    let start = Position {
        mine: maze.start(Walker::A),
        theirs: maze.start(Walker::B),
        mover: Walker::A,
    };
    winners[number(start)]?;
    if maze.beside(start.mine).any(|cell| cell == start.theirs) {
        return Some(vec![start.theirs]);
    }
    let wins = |&to: &usize| {
        let after = Position {
            mine: start.theirs,
            theirs: to,
            mover: Walker::B,
        };
        winners[number(after)] == Some(Walker::A)
    };
    Some(steps(maze, start).filter(wins).collect())
}

/// Where the mover can go, short of stepping onto the goal under the other's feet: beside, and beside the
/// other, who can be jumped over.
fn steps(maze: &Maze, at: Position) -> impl Iterator<Item = usize> {
    let beside = maze.beside(at.mine).filter(move |&to| to != at.theirs);
    let can_jump = maze.beside(at.mine).any(|cell| cell == at.theirs);
    let jumps = maze
        .beside(at.theirs)
        .filter(move |&to| can_jump && to != at.mine);
    beside.chain(jumps)
}
