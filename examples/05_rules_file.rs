//! 5. Rules as text: no Rust for the game itself.
//!
//! The rules language reads like a rule sheet (docs/rules.md). Rules are compiled to a machine,
//! which is a `Game` like those before; its positions are named in the words of the rules.
//!
//! `cargo run --example 05_rules_file`

use std::error::Error;
use unmove::core::{Options, Outcome, Silent, solve};
use unmove::rules::{Request, compile};

const RULES: &str = "\
game nim(heaps = [3, 4, 5])
state heap[3]: 0..max(heaps) = heaps
unordered heap
move take(i in heap, k in 1..heap[i]): heap[i] -= k
";

fn main() -> Result<(), Box<dyn Error>> {
    let request = Request {
        text: RULES,
        // As `--set heaps=[1,2,3]` on the command line; none here.
        settings: &[],
        // Maps are read through this; these rules have none.
        read: &|path, _| std::fs::read_to_string(path),
        fact: None,
    };
    let rules = compile(&request).map_err(|faults| {
        let messages: Vec<String> = faults.into_iter().map(|fault| fault.message).collect();
        messages.join("\n")
    })?;
    let game = rules.machine;
    let solution = solve(&game, &Options::default(), &Silent)?;

    let start = game.parse("heap=[5, 4, 3]")?;
    println!("{} positions", solution.counts().positions);
    for (named, judged) in game
        .named_moves(&start)?
        .iter()
        .zip(solution.moves(&game, &start)?)
    {
        // `value` is for the player who makes the move.
        if judged.value.outcome() == Outcome::Win {
            let plies = judged.value.remoteness.ok_or("a win comes to an end")?;
            println!("{} wins, {plies} plies from there", named.name);
        }
    }

    // Wrong rules are told where, and what would be right.
    let wrong = RULES.replace("heap[i] -= k", "haep[i] -= k");
    let request = Request {
        text: &wrong,
        ..request
    };
    for fault in compile(&request).err().unwrap_or_default() {
        println!("{} ({})", fault.message, fault.help.unwrap_or_default());
    }
    Ok(())
}
