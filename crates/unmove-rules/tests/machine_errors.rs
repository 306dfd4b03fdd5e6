//! What goes wrong at run time says where, at which position and by which move.

mod machine_support;

use machine_support::{
    self as programs, arithmetic, assign, constant, element, fold, minus, number, plus, register,
    rule,
};
use unmove_core::game::Game;
use unmove_rules::machine::{Machine, RunError, RunErrorKind};
use unmove_rules::program::{
    Arithmetic, Domain, Effect, Expr, Fold, Kind, Program, Set, Shape, Span, Symmetry,
};

fn machine(program: Program) -> Machine {
    Machine::new(program).expect("the program is sound")
}

/// The error of the moves at a position.
fn error_at(program: Program, text: &str) -> RunError {
    let machine = machine(program);
    let position = machine.parse(text).expect("the position reads");
    let fault = machine
        .moves(&position, &mut Vec::new())
        .expect_err("the rules are wrong");
    *fault.downcast::<RunError>().expect("an error of the rules")
}

/// Stones from 0 to 9 and one move with these effects; register 2 is its parameter from 1 to 2.
fn with_effects(effects: Vec<Effect>) -> Program {
    let mut program = programs::game("wrong", vec![programs::single("stones", 0, 9)]);
    let take = number(2, Domain::Values(vec![1, 2]), vec![]);
    program.moves = vec![rule("take", vec![take], effects)];
    program
}

fn with_value(value: Expr) -> String {
    error_at(with_effects(vec![assign(0, value)]), "stones=1").to_string()
}

#[test]
fn an_assignment_out_of_range_names_position_move_and_variable() {
    let at = Span { start: 40, end: 51 };
    let effect = Effect::Assign {
        variable: 0,
        value: minus(register(1), register(2)),
        at,
    };
    let error = error_at(with_effects(vec![effect]), "stones=1");
    assert_eq!(
        error.to_string(),
        "in the move take(2) at the position stones=1: `stones` would become -1, but must be in 0..9"
    );
    assert_eq!(error.at(), at);
    assert_eq!(error.position(), Some("stones=1"));
    assert_eq!(error.played(), Some("take(2)"));
}

#[test]
fn arithmetic_fails_rather_than_wraps() {
    let least = constant(i64::MIN);
    let divide = |left, right| with_value(arithmetic(Arithmetic::Divide, left, right));
    let prefix = "in the move take(1) at the position stones=1: ";
    let zero = format!("{prefix}7 is divided by zero");
    assert_eq!(divide(constant(7), constant(0)), zero);
    let overflow = format!("{prefix}the result does not fit 64 bits");
    assert_eq!(divide(least.clone(), constant(-1)), overflow);
    assert_eq!(with_value(minus(least.clone(), constant(1))), overflow);
    assert_eq!(
        with_value(Expr::Negate(Box::new(least), Span::default())),
        overflow
    );
    let xor = with_value(arithmetic(Arithmetic::Xor, constant(-4), constant(1)));
    assert_eq!(
        xor,
        format!("{prefix}xor needs numbers that are not negative, and got -4")
    );
    let none = Domain::Range(constant(1), constant(0));
    let least = with_value(fold(Fold::Least, 5, none, register(5)));
    assert_eq!(least, format!("{prefix}the least of nothing is asked for"));
}

#[test]
fn quotients_round_down_and_remainders_follow_the_divisor() {
    let machine = machine(programs::subtract(9, &[1]));
    let position = machine.parse("").expect("it reads");
    for (left, right, quotient, rest) in [
        (7, 2, 3, 1),
        (-7, 2, -4, 1),
        (7, -2, -4, -1),
        (-7, -2, 3, -1),
        (-6, 2, -3, 0),
    ] {
        let value = |op| {
            let expr = arithmetic(op, constant(left), constant(right));
            machine.evaluate(&expr, &position, &[]).expect("no zero")
        };
        assert_eq!(value(Arithmetic::Divide), quotient);
        assert_eq!(value(Arithmetic::Remainder), rest);
    }
}

#[test]
fn a_fact_may_use_registers_beyond_the_program() {
    let machine = machine(programs::subtract(9, &[1]));
    let position = machine.parse("stones=4").expect("it reads");
    let sum = plus(register(1), register(700));
    assert_eq!(machine.evaluate(&sum, &position, &[(700, 38)]), Ok(42));
}

#[test]
fn an_absurd_range_is_an_error_and_no_hang() {
    let long = Domain::Range(constant(1), constant(1_000_000_000_000));
    let error = with_value(fold(Fold::Sum, 5, long, constant(1)));
    assert!(error.contains("more than 50000000 steps"), "{error}");
}

#[test]
fn an_index_without_an_element_is_an_error() {
    let mut program = programs::game("rows", vec![("row", Shape::List(2), Kind::Range(0, 4), 2)]);
    let read = element(0, constant(2));
    program.moves = vec![rule("read", vec![], vec![Effect::Require(read)])];
    let error = error_at(program, "row=[1, 2]");
    assert_eq!(
        error.to_string(),
        "in the move read at the position row=[1, 2]: `row` has no element 2"
    );
}

#[test]
fn pieces_cannot_move_onto_each_other_or_off_the_board() {
    let mut program = programs::crossing(&["X.#", "OO."]);
    for parameter in &mut program.moves[0].parameters {
        parameter.conditions.clear();
    }
    program.moves[0].parameters[1].domain = Domain::Values(vec![3]);
    let error = error_at(program.clone(), "hunters={a2, b2}");
    assert!(
        error
            .to_string()
            .starts_with("in the move walk(a2, right) at "),
        "{error}"
    );
    assert_eq!(
        error.kind(),
        &RunErrorKind::PieceOntoPiece {
            variable: "hunters".to_owned(),
            from: "a2".to_owned(),
            to: "b2".to_owned(),
        }
    );
    program.moves[0].parameters[1].domain = Domain::Values(vec![1]);
    let error = error_at(program, "hunters={a2, b2}");
    assert!(
        error
            .to_string()
            .ends_with("from a2 to nowhere, where it cannot be"),
        "{error}"
    );
}

#[test]
fn a_sum_needs_a_game_without_players() {
    let mut program = with_effects(vec![Effect::Become(vec![vec![], vec![]])]);
    program.players = Some(["A".to_owned(), "B".to_owned()]);
    let error = error_at(program, "stones=1");
    assert_eq!(error.kind(), &RunErrorKind::SumWithPlayers);
}

#[test]
fn gains_must_fit_and_are_added_up() {
    let gain = |points: i64| Effect::Gain(constant(points), Span::default());
    let sound = machine(with_effects(vec![gain(5), gain(-2), Effect::Again]));
    let position = sound.parse("stones=1").expect("it reads");
    let moves = sound.named_moves(&position).expect("the rules run");
    assert_eq!((moves[0].to.gain, moves[0].to.again), (3, true));
    let error = error_at(with_effects(vec![gain(1 << 40)]), "stones=1");
    assert_eq!(error.kind(), &RunErrorKind::Points(1 << 40));
}

#[test]
fn what_is_required_after_effects_decides_whether_a_move_is_legal() {
    let program = with_effects(vec![
        assign(0, plus(register(1), register(2))),
        Effect::Require(programs::equal(register(1), constant(3))),
    ]);
    let machine = machine(program);
    let position = machine.parse("stones=1").expect("it reads");
    let moves = machine.named_moves(&position).expect("the rules run");
    let names: Vec<&str> = moves.iter().map(|played| played.name.as_str()).collect();
    assert_eq!(names, ["take(2)"]);
}

#[test]
fn a_symmetry_that_changes_the_game_is_found_out() {
    let mut program = programs::tictactoe();
    // The upper left corner may not be taken: no symmetry keeps that.
    program.moves[0].parameters[0].domain =
        Domain::Cells(Set::Listed((1..9).map(constant).collect(), 0));
    let error = error_at(program, "turn=O cell=.../X../...");
    assert!(matches!(error.kind(), RunErrorKind::SymmetryOfGame { .. }));
    let words = error.to_string();
    assert!(
        words.contains("`dihedral` does not keep the game: the move put("),
        "{words}"
    );
    assert!(words.contains("has no counterpart"), "{words}");
}

#[test]
fn a_symmetry_that_changes_an_end_is_found_out() {
    let mut program = programs::tictactoe();
    let corner = programs::equal(element(0, constant(0)), constant(1));
    program
        .ends
        .insert(0, programs::ending(corner, constant(-1)));
    let machine = machine(program);
    let position = machine.parse("turn=O cell=X../.../...").expect("it reads");
    let fault = machine
        .end(&position)
        .expect_err("three corners do not end it");
    let words = fault.to_string();
    assert!(
        words.contains("here the game ends and pays -1 to the player to move, and at")
            && words.ends_with("it goes on"),
        "{words}"
    );
}

#[test]
fn a_symmetry_must_keep_the_cells_of_every_variable() {
    let mut program = programs::crossing(&["X.#", "O.O"]);
    program.symmetries = vec![Symmetry {
        name: "mirror".to_owned(),
        cells: vec![Some(vec![2, 1, 0, 5, 4, 3])],
        at: Span::default(),
    }];
    let error = Machine::new(program).expect_err("c1 is a wall and a1 is none");
    assert_eq!(
        error.to_string(),
        "the symmetry `mirror` does not map the cells of `pawn` onto themselves"
    );
}

#[test]
fn a_start_out_of_range_is_refused() {
    let mut program = programs::subtract(9, &[1]);
    program.initial = Some(vec![0, 10]);
    let error = Machine::new(program).expect_err("ten stones are too many");
    assert_eq!(error.to_string(), "`stones` is 10, but must be in 0..9");
}
