//! Functions that compiled code calls for what is rare or long.

use crate::machine::allowed::cells_of;
use crate::machine::numbering::{Numbering, Way};
use crate::machine::ready::Ready;
use crate::program::Board;
use smallvec::SmallVec;

/// The number of the state's registers: the least among the images under the symmetries. -1 if there is none.
pub(super) unsafe extern "C" fn least(
    ready: *const Ready,
    numbering: *const Numbering,
    registers: *const i64,
) -> i64 {
    // SAFETY: compiled code passes the program and the numbering that it was made from, which outlive it, and its own frame, which has
    // a word for every register of the state.
    let (ready, numbering, state) = unsafe {
        let ready = &*ready;
        let state = std::slice::from_raw_parts(registers, ready.program.state as usize);
        (ready, &*numbering, state)
    };
    least_number(ready, numbering, state).map_or(-1, |number| number as i64)
}

/// The least number among the images of a state.
pub(super) fn least_number(ready: &Ready, numbering: &Numbering, state: &[i64]) -> Option<u64> {
    let mut sorted: SmallVec<[i64; 64]> = SmallVec::from_slice(state);
    ready.layout.sort(&mut sorted);
    let mut least = numbering.rank(&sorted)?;
    let mut image = sorted.clone();
    for element in ready.group.elements() {
        element.image(&sorted, &mut image);
        ready.layout.sort(&mut image);
        least = least.min(numbering.rank(&image)?);
    }
    Some(least)
}

/// The rank of one part; -1 if it has none.
pub(super) unsafe extern "C" fn rank(way: *const Way, registers: *const i64, count: u64) -> i64 {
    // SAFETY: compiled code passes a part of the numbering that it was made from, which outlives it, and its own frame of `count` words.
    let (way, registers) =
        unsafe { (&*way, std::slice::from_raw_parts(registers, count as usize)) };
    way.rank(registers).map_or(-1, |rank| rank as i64)
}

/// Writes what one part is at a rank.
pub(super) unsafe extern "C" fn unrank(
    way: *const Way,
    rank: u64,
    registers: *mut i64,
    count: u64,
) -> i64 {
    // SAFETY: as for `rank`; nothing else looks at the frame meanwhile.
    let (way, registers) = unsafe {
        (
            &*way,
            std::slice::from_raw_parts_mut(registers, count as usize),
        )
    };
    way.unrank(rank, registers);
    0
}

/// Grows a set inside another along neighbours. `memory` holds both, and the result takes the place of the first.
pub(super) unsafe extern "C" fn reach(board: *const Board, memory: *mut u64, words: u64) -> i64 {
    // SAFETY: compiled code passes a board of the program that it was made from, which outlives it, and memory of its own for two sets.
    let (board, memory) = unsafe {
        (
            &*board,
            std::slice::from_raw_parts_mut(memory, 2 * words as usize),
        )
    };
    let (reached, within) = memory.split_at_mut(words as usize);
    for (reached, within) in reached.iter_mut().zip(&*within) {
        *reached &= within;
    }
    let mut open: SmallVec<[u32; 64]> = cells_of(reached).collect();
    while let Some(cell) = open.pop() {
        let Some(neighbours) = board.neighbours.get(cell as usize) else {
            continue;
        };
        for &next in neighbours {
            let (word, bit) = (next as usize / 64, 1 << (next % 64));
            if let (Some(reached), Some(within)) = (reached.get_mut(word), within.get(word))
                && within & bit != 0
                && *reached & bit == 0
            {
                *reached |= bit;
                open.push(next);
            }
        }
    }
    0
}

/// Whether the registers of the state, the mover's left aside, are those of another one, which are sorted as the rules say.
pub(super) unsafe extern "C" fn arrived(
    ready: *const Ready,
    registers: *const i64,
    target: *const i64,
) -> i64 {
    // SAFETY: as for `least`; both are memory of the compiled code with a word for every register of the state.
    let (ready, state, target) = unsafe {
        let ready = &*ready;
        let count = ready.program.state as usize;
        let state = std::slice::from_raw_parts(registers, count);
        (ready, state, std::slice::from_raw_parts(target, count))
    };
    let mut sorted: SmallVec<[i64; 64]> = SmallVec::from_slice(state);
    ready.layout.sort(&mut sorted);
    i64::from(sorted[1..] == target[1..])
}

/// How many different links there are.
pub(super) unsafe extern "C" fn distinct(links: *mut u64, count: u64) -> i64 {
    // SAFETY: compiled code passes memory of its own that holds so many links.
    let links = unsafe { std::slice::from_raw_parts_mut(links, count as usize) };
    links.sort_unstable();
    let repeated = links.windows(2).filter(|pair| pair[0] == pair[1]).count();
    count as i64 - repeated as i64
}
