//! Measures: what is found in the moves, and that every edge lowers it.

mod machine_support;

use machine_support::{
    self as programs, assign, at_most, constant, element, minus, plus, register,
};
use unmove_core::game::{Game, Successor};
use unmove_rules::machine::{Machine, RunErrorKind};
use unmove_rules::program::{Comparison, Domain, Effect, Expr, Kind, Program, Set, Shape, Start};

/// The measure in words, after every edge of the whole space has been checked against it.
fn found(program: Program) -> Option<String> {
    let machine = Machine::new(program).expect("the program is sound");
    machine.measure_words()?;
    let mut moves = Vec::new();
    for position in machine.all_positions() {
        if machine.end(&position).expect("the rules run").is_some() {
            continue;
        }
        moves.clear();
        let text = machine.text(&position);
        machine.moves(&position, &mut moves).expect("the rules run");
        let value = machine.measure(&position).expect("the rules run");
        for played in &moves {
            let parts = match &played.to {
                Successor::One(to) => std::slice::from_ref(to),
                Successor::Sum(parts) => parts.as_slice(),
            };
            for part in parts {
                let lower = machine.measure(part).expect("the rules run");
                assert!(lower < value, "{text} to {}", machine.text(part));
            }
        }
    }
    machine.measure_words().map(str::to_owned)
}

fn assert_found(program: Program, words: &str) {
    assert_eq!(found(program).as_deref(), Some(words));
}

#[test]
fn piles_are_lowered() {
    assert_found(
        programs::subtract(20, &[1, 3]),
        "every move lowers `stones`",
    );
    assert_found(programs::euclid(9), "every move lowers `x` + `y`");
    assert_found(programs::ed(8), "every move lowers `x` + `y`");
    assert_found(programs::kfold(9, 2), "every move lowers `left`");
    assert_found(programs::kayles(9), "every move lowers `pins`");
}

#[test]
fn two_ends_of_a_row_are_lowered_one_after_the_other() {
    let words = "every move raises `l`, or keeps that and lowers `r`";
    assert_found(programs::ends(&[1, 2, 3]), words);
}

#[test]
fn marks_on_a_board_lower_the_number_of_empty_cells() {
    let words = "every move lowers the number of `empty` in `cell`";
    assert_found(programs::tictactoe(), words);
}

#[test]
fn a_pursuit_without_progress_has_none() {
    assert_eq!(found(programs::crossing(&["X.#", "O.O"])), None);
}

#[test]
fn nim_lowers_the_sum_of_its_heaps() {
    let mut program = programs::game("nim", vec![("heap", Shape::List(3), Kind::Range(0, 4), 3)]);
    let (heap, k) = (4, 5);
    program.unordered = vec![vec![1, 2, 3]];
    program.moves = vec![programs::rule(
        "take",
        vec![
            programs::number(heap, Domain::Range(constant(0), constant(2)), vec![]),
            programs::number(
                k,
                Domain::Range(constant(1), element(0, register(heap))),
                vec![],
            ),
        ],
        vec![Effect::AssignElement {
            variable: 0,
            index: register(heap),
            value: minus(element(0, register(heap)), register(k)),
            at: programs::AT,
        }],
    )];
    assert_found(program, "every move lowers the sum of `heap`");
}

#[test]
fn a_loop_that_only_takes_away_keeps_what_was_lowered_before_it() {
    let mut program = programs::game("bite", vec![("row", Shape::List(3), Kind::Range(0, 3), 3)]);
    let (first, most, other) = (4, 5, 6);
    let at = |index: u32| element(0, register(index));
    let set = |index: u32, value: Expr| Effect::AssignElement {
        variable: 0,
        index: register(index),
        value,
        at: programs::AT,
    };
    let smaller = Expr::If(
        Box::new(programs::compare(
            Comparison::Less,
            at(other),
            register(most),
        )),
        Box::new(at(other)),
        Box::new(register(most)),
    );
    program.moves = vec![programs::rule(
        "bite",
        vec![
            programs::number(first, Domain::Range(constant(0), constant(2)), vec![]),
            programs::number(
                most,
                Domain::Range(constant(0), minus(at(first), constant(1))),
                vec![],
            ),
        ],
        vec![
            set(first, register(most)),
            Effect::For(
                other,
                Domain::Range(plus(register(first), constant(1)), constant(2)),
                vec![set(other, smaller)],
            ),
        ],
    )];
    assert_found(program, "every move lowers the sum of `row`");
}

#[test]
fn branches_each_lower_something() {
    let mut program = programs::game(
        "steps",
        vec![programs::single("a", 0, 3), programs::single("b", 0, 3)],
    );
    let mut step = programs::rule(
        "step",
        vec![],
        vec![Effect::If(
            at_most(constant(1), register(2)),
            vec![assign(1, minus(register(2), constant(1)))],
            vec![
                assign(0, minus(register(1), constant(1))),
                assign(1, constant(3)),
            ],
        )],
    );
    step.conditions = vec![Expr::Or(
        Box::new(at_most(constant(1), register(2))),
        Box::new(at_most(constant(1), register(1))),
    )];
    program.moves = vec![step];
    let words = "every move lowers `a`, or keeps that and lowers `b`";
    assert_found(program, words);
}

#[test]
fn a_side_that_only_goes_down_makes_the_game_finite() {
    let mut program = programs::crossing(&["....", ".X..", "O..O"]);
    // Hunters go up only, and the pawn anywhere, but turns alternate.
    for rule in &mut program.moves {
        for parameter in &mut rule.parameters {
            if let Domain::Values(directions) = &mut parameter.domain {
                *directions = if rule.player == Some(0) {
                    vec![0, 4, 5]
                } else {
                    (0..8).collect()
                };
            }
        }
    }
    let words =
        "every move lowers the sum of the rows of `hunters`, or keeps that and lowers `turn`";
    assert_found(program, words);
}

#[test]
fn captured_pieces_lower_the_size_of_their_set() {
    let kind = Kind::Set {
        board: 0,
        cells: (0..6).collect(),
        least: 0,
        most: 6,
    };
    let mut program = programs::game("take", vec![("men", Shape::Single, kind, 1)]);
    program.boards = vec![programs::grid(3, 2)];
    let men = Set::Variable(1, 1);
    let cell = Kind::Cell {
        board: 0,
        cells: (0..6).collect(),
        nowhere: false,
    };
    program.moves = vec![programs::rule(
        "take",
        vec![programs::parameter(
            2,
            Domain::Cells(men.clone()),
            vec![],
            cell,
        )],
        vec![Effect::AssignSet {
            variable: 0,
            set: Set::Difference(Box::new(men), Box::new(Set::Listed(vec![register(2)], 0))),
            at: programs::AT,
        }],
    )];
    assert_found(program, "every move lowers the size of `men`");
}

#[test]
fn a_declared_measure_comes_first_and_must_not_be_negative() {
    let mut program = programs::subtract(9, &[1]);
    program.measure = Some((minus(register(1), constant(1)), programs::AT));
    program.start = Start::All(None);
    let machine = Machine::new(program).expect("the program is sound");
    let four = machine.parse("stones=4").expect("it reads");
    assert_eq!(machine.measure(&four).expect("not negative"), Some(3));
    let none = machine.parse("stones=0").expect("it reads");
    let fault = machine.measure(&none).expect_err("it is negative");
    let error = fault
        .downcast_ref::<unmove_rules::machine::RunError>()
        .expect("an error of the rules");
    assert_eq!(error.kind(), &RunErrorKind::NegativeMeasure(-1));
    assert_eq!(error.position(), Some("stones=0"));
}
