//! How fast moves are enumerated; run by hand, in release mode.

mod machine_support;

use machine_support as programs;
use std::time::Instant;
use unmove_core::game::Game;
use unmove_rules::machine::Machine;

#[test]
#[ignore = "measures time: run it with --release --ignored --nocapture"]
fn an_empty_board_of_100_cells_yields_two_million_edges_a_second() {
    let mut rows = vec![".".repeat(10); 10];
    rows[1].replace_range(0..1, "X");
    rows[9].replace_range(0..2, "OO");
    let map: Vec<&str> = rows.iter().map(String::as_str).collect();
    let machine = Machine::new(programs::crossing(&map)).expect("the program is sound");
    let begin = Instant::now();
    let (mut positions, mut edges) = (0_u64, 0_usize);
    let mut moves = Vec::new();
    for position in machine.all_positions() {
        positions += 1;
        if machine.end(&position).expect("the rules run").is_some() {
            continue;
        }
        moves.clear();
        machine.moves(&position, &mut moves).expect("the rules run");
        edges += moves.len();
    }
    let seconds = begin.elapsed().as_secs_f64();
    let rate = edges as f64 / seconds;
    println!("{positions} positions, {edges} edges in {seconds:.2} s: {rate:.0} edges/s");
    assert!(rate > 2e6);
}
