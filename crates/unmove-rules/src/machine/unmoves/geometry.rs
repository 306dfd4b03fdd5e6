//! Which cells something can have come from: steps back, neighbours of neighbours, rays looked along from the other end.

use super::super::allowed::has;
use super::build;
use super::reads::{mentions, set_mentions};
use crate::program::{Board, Domain, Expr, NOWHERE, Program, Register, Set};

/// The directions' opposites.
const OPPOSITE: [u8; 8] = [1, 0, 3, 2, 7, 6, 5, 4];

/// Whether a step in the opposite direction always leads back.
pub(super) fn steps_back(board: &Board) -> bool {
    if board.steps.len() != board.len() * 8 {
        return false;
    }
    board.steps.iter().enumerate().all(|(place, &next)| {
        let (cell, direction) = (place / 8, place % 8);
        let back = usize::from(OPPOSITE[direction]);
        let returns = |next: usize| board.steps.get(next * 8 + back) == Some(&(cell as i64));
        next == NOWHERE || usize::try_from(next).is_ok_and(returns)
    })
}

/// Whether the cells in each other's sets are the same both ways.
fn mutual(family: &[Vec<u64>]) -> bool {
    family.iter().enumerate().all(|(cell, set)| {
        family
            .iter()
            .enumerate()
            .all(|(other, back)| has(set, other as i64) == has(back, cell as i64))
    })
}

/// Whether the cells in each other's lists are the same both ways.
fn mutual_lists(lists: &[Vec<i64>]) -> bool {
    lists.iter().enumerate().all(|(cell, list)| {
        lists
            .iter()
            .enumerate()
            .all(|(other, back)| list.contains(&(other as i64)) == back.contains(&(cell as i64)))
    })
}

/// The cells `of` for which `cell` is in the set, or more.
pub(super) fn from_set(program: &Program, set: &Set, cell: &Expr, of: Register) -> Option<Set> {
    let from = |set: &Set| from_set(program, set, cell, of);
    match set {
        Set::Family { family, index } if **index == Expr::Register(of) => {
            mutual(&program.families[*family]).then(|| Set::Family {
                family: *family,
                index: Box::new(cell.clone()),
            })
        }
        Set::Slides {
            board,
            from,
            directions,
            blockers,
        } if **from == Expr::Register(of) && !set_mentions(blockers, of) => {
            steps_back(&program.boards[*board]).then(|| Set::Slides {
                board: *board,
                from: Box::new(cell.clone()),
                directions: directions
                    .iter()
                    .filter_map(|&direction| OPPOSITE.get(usize::from(direction)).copied())
                    .collect(),
                blockers: blockers.clone(),
            })
        }
        Set::Listed(cells, board) => {
            let back = cells
                .iter()
                .map(|listed| before_step(program, listed, cell, of))
                .collect::<Option<Vec<Expr>>>()?;
            Some(Set::Listed(back, *board))
        }
        Set::Difference(left, _) => from(left),
        Set::Filter { of: inner, .. } => from(inner),
        Set::Intersection(left, right) => from(left).or_else(|| from(right)),
        Set::Union(left, right) => Some(Set::Union(Box::new(from(left)?), Box::new(from(right)?))),
        Set::If(condition, then, other) if !mentions(condition, of) => Some(Set::If(
            condition.clone(),
            Box::new(from(then)?),
            Box::new(from(other)?),
        )),
        _ => None,
    }
}

/// The cell `of` from which a step leads to `cell`.
fn before_step(program: &Program, step: &Expr, cell: &Expr, of: Register) -> Option<Expr> {
    let Expr::Step {
        board,
        cell: from,
        direction,
    } = step
    else {
        return None;
    };
    let plain = **from == Expr::Register(of) && !mentions(direction, of);
    (plain && steps_back(&program.boards[*board])).then(|| Expr::Step {
        board: *board,
        cell: Box::new(cell.clone()),
        direction: Box::new(build::opposite((**direction).clone())),
    })
}

/// The elements `of` for which `element` is in the list that `of` gives.
pub(super) fn from_list(
    program: &Program,
    domain: &Domain,
    element: &Expr,
    of: Register,
) -> Option<Domain> {
    match domain {
        Domain::List { lists, index } if *index == Expr::Register(of) => {
            mutual_lists(&program.lists[*lists]).then(|| Domain::List {
                lists: *lists,
                index: element.clone(),
            })
        }
        _ => None,
    }
}
