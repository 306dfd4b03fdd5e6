//! Any bytes as rules: the parser and checker never panic and never hang, and what they let pass can be
//! looked at: its start, its moves, its text, its picture.
#![no_main]

use libfuzzer_sys::fuzz_target;
use unmove_core::game::Game;
use unmove_rules::diagnostic::Origin;
use unmove_rules::{Request, compile};

fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else {
        return;
    };
    let read = |_: &str, _: Origin| Ok(".X./.#./O.O".to_string());
    let request = Request {
        text,
        settings: &[],
        read: &read,
        fact: None,
    };
    let Ok(rules) = compile(&request) else {
        return;
    };
    let machine = rules.machine;
    // Starts that are every position of the space are as many as the rules ask for.
    let Some(registers) = machine.default_registers().map(<[i64]>::to_vec) else {
        return;
    };
    let Ok(start) = machine.position(&registers) else {
        return;
    };
    let text = machine.text(&start);
    assert_eq!(machine.parse(&text).ok().as_ref(), Some(&start), "{text}");
    let _ = machine.draw(&start);
    if let Ok(None) = machine.end(&start) {
        let _ = machine.named_moves(&start);
    }
});
