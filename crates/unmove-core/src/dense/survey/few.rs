//! The walk that keeps a set of the numbers it has found, to see whether they are few: then a map of all
//! numbers, most of them unused, is a waste.

use hashbrown::HashTable;
use hashbrown::hash_table::Entry;

use crate::graph::hash;
use crate::numbered::{Numbered, Row, Standing};
use crate::progress::{Phase, Progress, Steps, Stopped};

/// How many numbers the roots reach, if that is at most so many and nothing fails.
pub(crate) fn few<P>(
    game: &dyn Numbered<P>,
    roots: &[u64],
    most: usize,
    progress: &dyn Progress,
) -> Result<Option<usize>, Stopped> {
    let mut steps = Steps::new(progress, Phase::Explore, None);
    let mut worker = game.worker();
    let mut seen: HashTable<u64> = HashTable::new();
    let mut is_new = |number: u64| {
        let entry = seen.entry(hash(&number), |&seen| seen == number, hash);
        let is_new = matches!(entry, Entry::Vacant(_));
        entry.or_insert(number);
        is_new
    };
    let mut found = 0;
    let mut fresh: Vec<u64> = roots.iter().copied().filter(|&root| is_new(root)).collect();
    let mut row = Row::default();
    while let Some(at) = fresh.pop() {
        steps.step()?;
        found += 1;
        if found > most {
            return Ok(None);
        }
        row.clear();
        match worker.row(at, &mut row) {
            Ok(Standing::Open) => {}
            Ok(Standing::Ended(_)) => continue,
            Ok(Standing::Nothing) | Err(_) => return Ok(None),
        }
        let numbers = row.links.iter().map(|link| link.number());
        fresh.extend(numbers.filter(|&number| is_new(number)));
    }
    Ok(Some(found))
}
