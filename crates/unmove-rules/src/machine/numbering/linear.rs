//! Linear equalities that hold for all of some whole-number vectors, by exact elimination.

/// A row of an echelon form, divided by the greatest common divisor of its entries.
type Line = Vec<i128>;

fn gcd(one: i128, other: i128) -> i128 {
    let (mut one, mut other) = (one.abs(), other.abs());
    while other != 0 {
        (one, other) = (other, one % other);
    }
    one
}

fn reduced(mut line: Line) -> Line {
    let divisor = line.iter().fold(0, |divisor, &entry| gcd(divisor, entry));
    if divisor > 1 {
        for entry in &mut line {
            *entry /= divisor;
        }
    }
    line
}

/// `line` without its entry at the pivot of `by`; `None` if numbers get too large.
fn without(line: &Line, by: &Line, pivot: usize) -> Option<Line> {
    let divisor = gcd(line[pivot], by[pivot]);
    let (keep, take) = (by[pivot] / divisor, line[pivot] / divisor);
    let entries = line.iter().zip(by).map(|(&entry, &other)| {
        keep.checked_mul(entry)?
            .checked_sub(take.checked_mul(other)?)
            .filter(|entry| entry.abs() < 1 << 60)
    });
    entries.collect::<Option<Line>>().map(reduced)
}

/// A basis of all coefficients whose sum over every vector is 0, with small numbers where that is easy; none if numbers get too
/// large. All vectors have the same length.
pub(super) fn equalities<'v>(
    width: usize,
    vectors: impl Iterator<Item = &'v Vec<i128>>,
) -> Vec<Vec<i128>> {
    find(width, vectors).unwrap_or_default()
}

fn find<'v>(width: usize, vectors: impl Iterator<Item = &'v Vec<i128>>) -> Option<Vec<Vec<i128>>> {
    // By pivot; in each the entries at all other pivots are 0.
    let mut lines: Vec<(usize, Line)> = Vec::new();
    for vector in vectors {
        let mut line = vector.clone();
        for (pivot, by) in &lines {
            if line[*pivot] != 0 {
                line = without(&line, by, *pivot)?;
            }
        }
        let Some(pivot) = line.iter().position(|&entry| entry != 0) else {
            continue;
        };
        let line = reduced(line);
        for (_, other) in &mut lines {
            if other[pivot] != 0 {
                *other = without(other, &line, pivot)?;
            }
        }
        lines.push((pivot, line));
        if lines.len() == width {
            return Some(Vec::new());
        }
    }
    let mut basis = Vec::new();
    for free in 0..width {
        if lines.iter().any(|(pivot, _)| *pivot == free) {
            continue;
        }
        let mut scale: i128 = 1;
        for (pivot, line) in &lines {
            if line[free] != 0 {
                let needed = (line[*pivot] / gcd(line[*pivot], line[free])).abs();
                scale = scale
                    .checked_mul(needed / gcd(scale, needed))
                    .filter(|scale| *scale < 1 << 40)?;
            }
        }
        let mut vector = vec![0; width];
        vector[free] = scale;
        for (pivot, line) in &lines {
            vector[*pivot] = -line[free].checked_mul(scale)? / line[*pivot];
        }
        basis.push(reduced(vector));
    }
    shorten(&mut basis);
    Some(basis)
}

fn weight(vector: &[i128]) -> i128 {
    vector.iter().map(|entry| entry.abs()).sum()
}

/// Adds and takes away others as long as that makes the numbers smaller.
fn shorten(basis: &mut [Vec<i128>]) {
    let mut again = true;
    while again {
        again = false;
        for one in 0..basis.len() {
            for other in 0..basis.len() {
                if one == other {
                    continue;
                }
                for sign in [1, -1] {
                    let sum: Vec<i128> = basis[one]
                        .iter()
                        .zip(&basis[other])
                        .map(|(&left, &right)| left + sign * right)
                        .collect();
                    if weight(&sum) < weight(&basis[one]) {
                        basis[one] = sum;
                        again = true;
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::equalities;
    use proptest::prelude::*;

    #[test]
    fn a_sum_and_a_constant_are_found() {
        let vectors = [
            vec![1, 2, 3, 5, 7],
            vec![1, 4, 0, 4, 7],
            vec![1, 1, 1, 2, 7],
        ];
        let found = equalities(5, vectors.iter());
        assert_eq!(found.len(), 2);
        assert!(found.contains(&vec![0, -1, -1, 1, 0]) || found.contains(&vec![0, 1, 1, -1, 0]));
    }

    proptest! {
        #[test]
        fn what_is_found_holds_and_is_all(
            vectors in prop::collection::vec(prop::collection::vec(-3_i128..4, 5), 0..6),
        ) {
            let found = equalities(5, vectors.iter());
            for equality in &found {
                prop_assert!(equality.iter().any(|&entry| entry != 0));
                for vector in &vectors {
                    let sum: i128 = equality.iter().zip(vector).map(|(one, other)| one * other).sum();
                    prop_assert_eq!(sum, 0);
                }
            }
            // What the vectors span and what the equalities span make up everything.
            let rank = 5 - equalities(5, found.iter()).len();
            let spanned = 5 - found.len();
            prop_assert_eq!(rank, found.len());
            prop_assert!(spanned <= vectors.len());
        }
    }
}
