//! Sweeps against the solver that looks at one position after the other.

use super::super::layout::Position;
use super::Sweeping;
use crate::machine::Machine;
use std::path::Path;
use unmove_core::game::{Fault, Game, Move, Payoff, Player};
use unmove_core::sweep::{Strips, sweep};
use unmove_core::{Options, Silent, Verify, solve};

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

fn agrees(machine: &Machine, sweeping: &Sweeping, what: &str) {
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
        assert_eq!(
            swept.value(number),
            solution.value(index),
            "{what}: {}",
            machine.text(&position)
        );
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
                agrees(
                    &machine,
                    &sweeping,
                    &format!("{} {register}", machine.program().name),
                );
            }
        }
    }
    count
}

/// The rules of a game, without its facts.
fn game(name: &str) -> String {
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games");
    let text = std::fs::read_to_string(games.join(name)).expect(name);
    let rules = text.split_inclusive('\n');
    rules.filter(|line| !line.starts_with("expect")).collect()
}

#[test]
fn crossing_is_swept_along_its_pawn() {
    let machine = machine(&game("crossing.game"));
    let sweeping = Sweeping::new(&machine).expect("it has lanes");
    assert_eq!(sweeping.along(), "pawn");
    let lanes = sweeping.lanes().len() as u64;
    assert_eq!(sweeping.strips() * lanes, sweeping.size());
    agrees(&machine, &sweeping, "crossing");
}

#[test]
fn games_that_qualify_say_so() {
    let qualifies =
        |text: &str| Sweeping::new(&machine(text)).map(|found| found.along().to_owned());
    assert_eq!(
        qualifies(&game("fox_and_hounds.game")),
        Ok("fox".to_owned())
    );
    let reason = qualifies(&game("krk.game"));
    assert_eq!(
        reason,
        Err("positions are folded under symmetries".to_owned())
    );
    let free = game("krk.game")
        .replace("symmetry dihedral", "")
        .replace("n = 8", "n = 4");
    assert!(qualifies(&free).is_ok());
}

#[test]
fn threads_do_not_change_a_byte() {
    let map = ["........."; 8].join("/") + "/O...X...O";
    let plain = game("crossing.game").replace("file \"crossing.txt\"", &format!("map \"{map}\""));
    let mixed = plain.replace("last wins", "Red wins");
    for text in [plain, mixed] {
        let machine = machine(&text);
        let sweeping = Sweeping::new(&machine).expect("it has lanes");
        let swept = sweep(&sweeping, 1, &Silent).expect("it is swept");
        for threads in 2..=4 {
            let again = sweep(&sweeping, threads, &Silent).expect("it is swept");
            assert!(again == swept, "{threads} threads");
        }
    }
}

#[test]
fn pieces_are_swept_along_each_of_their_variables() {
    let walkers = game("walkers.game");
    assert_eq!(agrees_along_all(&walkers), 2);
    assert!(agrees_along_all(&game("fox_and_hounds.game")) >= 1);
    let krk = game("krk.game")
        .replace("symmetry dihedral", "")
        .replace("n = 8", "n = 4");
    assert!(agrees_along_all(&krk) >= 1);
}

/// A game of a counter and cells beside it, with the parts of the rules that differ.
fn small(step: &str, guard: &str, end: &str, stuck: &str) -> String {
    format!(
        "game small\nplayers A, B\ncells C = grid(3, 3)\nstate v: C = a1\nstate w: C = c3\n\
         state n: 0..3 = 0\nstate marks: set of 1..2 C = {{b2}}\n\
         A move step(d in {{up, down, left, right}}) if {step}: v += d\n\
         A move wait if n < 3: n += 1\n\
         B move walk(d in diagonal) if w + d in C and {guard}: w += d\n\
         B move reset if n > 1:\n  n = 0\n\
         end {end}\n{stuck}\n"
    )
}

#[test]
fn rules_of_many_forms_are_swept() {
    let steps = [
        "v + d in C",
        "v + d in C - marks",
        "v + d in C - w",
        "v + d in C and (v in marks or n == 1)",
    ];
    let guards = [
        "w != v",
        "w + d not in marks",
        "not adjacent(w, v)",
        "n < 3 and w + d != v",
    ];
    let ends = [
        "v == w: last wins",
        "v.row == 3: A wins",
        "v in marks: draw",
    ];
    let stucks = [
        "",
        "stuck if v in marks: draw",
        "stuck if n == v.row: B wins",
    ];
    let mut count = 0;
    for (at, step) in steps.iter().enumerate() {
        for (shift, end) in ends.iter().enumerate() {
            let text = small(
                step,
                guards[(at + shift) % 4],
                end,
                stucks[(at + 2 * shift) % 3],
            );
            count += agrees_along_all(&text);
        }
    }
    assert!(count >= 12, "{count}");
}

#[test]
fn impartial_games_and_branches_are_swept() {
    let text = "game fork\nstate v: 0..40 = 7\nstate n: 0..5 = 2\n\
                move take(k in 1..3) if k <= v: v -= k\n\
                move drop if v > 3 and n > 0: n -= 1\n\
                move swing if v % 3 == 1:\n  if v > n: n = 5 - n\n  else: n = 0\n\
                end v == 9: draw\n";
    assert!(agrees_along_all(text) >= 1);
}
