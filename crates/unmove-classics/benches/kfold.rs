//! The four ways of the game with at most k times the last take, for k = 3 and for a k as large as the pile, where
//! every pile is lost and nothing ends a search early: `cargo bench -p unmove-classics --bench kfold`.

use std::hint::black_box;
use std::time::Duration;

use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, BenchmarkId, Criterion, criterion_group, criterion_main};
use num_bigint::BigUint;
use unmove_classics::kfold::{by_least_take, by_numeration, by_table, by_walls};

const K: u32 = 3;

/// One way on piles that grow, for k = 3 and for k as large as the pile.
fn way(
    group: &mut BenchmarkGroup<'_, WallTime>,
    name: &str,
    piles: &[u64],
    find: impl Fn(u64, u64) -> Option<u64>,
) {
    for (said, all) in [("k = 3", false), ("k = pile", true)] {
        for &pile in piles {
            let k = if all { pile } else { u64::from(K) };
            group.bench_function(BenchmarkId::new(format!("{name}, {said}"), pile), |bench| {
                bench.iter(|| find(black_box(pile), black_box(k)));
            });
        }
    }
}

fn ways(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("kfold");
    group.sample_size(10);
    group.measurement_time(Duration::from_secs(2));
    let narrow = |number: u64| usize::try_from(number).expect("piles are small");
    let piles = [100, 1_000];
    way(&mut group, "by_table", &piles, |pile, k| {
        by_table(narrow(pile), narrow(k)).map(|take| take as u64)
    });
    way(
        &mut group,
        "by_least_take",
        &[100, 1_000, 10_000],
        |pile, k| by_least_take(narrow(pile), narrow(k)).map(|take| take as u64),
    );
    let piles = [100, 1_000, 10_000, 1_000_000];
    way(&mut group, "by_walls", &piles, by_walls);
    for digits in [2, 3, 4, 6, 18, 100, 1_000] {
        let pile = BigUint::from(10u32).pow(digits);
        let id = BenchmarkId::new("by_numeration, k = 3", format!("10^{digits}"));
        group.bench_function(id, |bench| {
            bench.iter(|| by_numeration(black_box(&pile), black_box(K)));
        });
    }
    group.finish();
}

criterion_group!(benches, ways);
criterion_main!(benches);
