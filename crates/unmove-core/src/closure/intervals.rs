//! Forward closure on a line: intervals that chain from a point.

/// An interval of points on a line, both ends included.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Interval {
    /// The least point.
    pub left: u64,
    /// The greatest point.
    pub right: u64,
}

/// The ends of intervals that a ride can arrive at: from `x` choose one direction and never turn,
/// ride any interval that covers the present point up to any of its points in that direction, and
/// change between intervals wherever they share a point. Rising, without repeats.
///
/// What can be reached in one direction is connected, so one sweep over the sorted intervals is
/// enough: O(m log m) for m intervals.
///
/// ```
/// use unmove_core::closure::intervals::{Interval, ends_from};
/// let line = |left, right| Interval { left, right };
/// let lines = [line(3, 4), line(4, 6), line(1, 3), line(5, 7), line(4, 6)];
/// assert_eq!(ends_from(4, &lines), [1, 3, 6, 7]);
/// ```
pub fn ends_from(x: u64, lines: &[Interval]) -> Vec<u64> {
    let mut ends = rightwards(x, lines.iter().map(|line| (line.left, line.right)));
    // The line seen from the other side.
    let mirror = |point: u64| u64::MAX - point;
    let mirrored = lines
        .iter()
        .map(|line| (mirror(line.right), mirror(line.left)));
    ends.extend(rightwards(mirror(x), mirrored).into_iter().map(mirror));
    ends.sort_unstable();
    ends.dedup();
    ends
}

/// The right ends that can be reached from `x` going right.
fn rightwards(x: u64, lines: impl Iterator<Item = (u64, u64)>) -> Vec<u64> {
    let mut ahead: Vec<(u64, u64)> = lines.filter(|&(_, right)| right > x).collect();
    ahead.sort_unstable();
    let mut reached = x;
    let mut ends = Vec::new();
    for (left, right) in ahead {
        if left > reached {
            break;
        }
        reached = reached.max(right);
        ends.push(right);
    }
    ends
}
