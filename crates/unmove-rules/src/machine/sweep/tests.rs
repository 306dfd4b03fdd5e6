//! Sweeps against the solver that looks at one position after the other.

use super::Sweeping;
use crate::machine::Machine;
use std::path::Path;
use unmove_core::game::{Fault, Game, Move, Payoff, Player};
use unmove_core::sweep::{Strips, sweep};
use unmove_core::{Options, Silent, Verify, solve};
use super::super::layout::Position;

fn machine(text: &str) -> Machine {
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games");
    let request = crate::Request {
        text,
        settings: &[],
        read: &|path, _| std::fs::read_to_string(games.join(path)),
        fact: None,
    };
    match crate::compile(&request) {
        Ok(rules) => rules.machine,
        Err(faults) => panic!("{}", faults[0].message),
    }
}

/// A machine that starts everywhere.
struct Everywhere<'m>(&'m Machine);

impl Game for Everywhere<'_> {
    type Position = Position;

    fn starts(&self) -> Result<Vec<Position>, Fault> {
        Ok(self.0.all_positions().collect())
    }

    fn moves(&self, position: &Position, moves: &mut Vec<Move<Position>>) -> Result<(), Fault> {
        self.0.moves(position, moves)
    }

    fn end(&self, position: &Position) -> Result<Option<Payoff>, Fault> {
        self.0.end(position)
    }

    fn stuck(&self, position: &Position) -> Result<Payoff, Fault> {
        self.0.stuck(position)
    }

    fn to_move(&self, position: &Position) -> Option<Player> {
        self.0.to_move(position)
    }
}

fn agrees(machine: &Machine, sweeping: &Sweeping<'_>, what: &str) {
    let options = Options {
        verify: Verify::Never,
        ..Options::default()
    };
    let game = Everywhere(machine);
    let solution = solve(&game, &options, &Silent).expect(what);
    let swept = sweep(sweeping, 1, &Silent).expect(what);
    assert_eq!(swept.len(), machine.space() as u64);
    for position in machine.all_positions() {
        let number = sweeping.number(&position).expect(what);
        assert_eq!(sweeping.position(number), position);
        let index = solution.index_of(&position).expect(what);
        assert_eq!(swept.value(number), solution.value(index), "{what}: {}", machine.text(&position));
    }
    let mut expected = *solution.counts();
    expected.classes = swept.counts().classes;
    assert_eq!(swept.counts(), expected, "{what}");
    for threads in 2..=4 {
        let again = sweep(sweeping, threads, &Silent).expect(what);
        assert!(again == swept, "{what}: {threads} threads");
    }
}

/// Compares along every register that will do, whether fast or slow.
fn agrees_along_all(text: &str) -> usize {
    let machine = machine(text);
    let mut count = 0;
    for variable in &machine.program().variables {
        for register in super::live(variable) {
            if let Ok(sweeping) = Sweeping::along(&machine, register) {
                count += 1;
                agrees(&machine, &sweeping, &format!("{} {register}", machine.program().name));
            }
        }
    }
    count
}

#[test]
fn crossing_is_swept_along_its_pawn() {
    let text = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../games/crossing.game")).expect("a game");
    let machine = machine(&text);
    let sweeping = Sweeping::new(&machine).expect("it has lanes");
    assert_eq!(sweeping.name(), "pawn");
    assert_eq!(sweeping.strips() * sweeping.lanes().len() as u64, sweeping.size());
    agrees(&machine, &sweeping, "crossing");
}
