//! Positions in text: everything prints and reads back, and errors say what was expected.

mod machine_support;

use machine_support as programs;
use proptest::prelude::*;
use unmove_rules::machine::{Machine, TextErrorKind, characters};
use unmove_rules::program::{Kind, Program, Shape};

fn machine(program: Program) -> Machine {
    Machine::new(program).expect("the program is sound")
}

fn names(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}

#[test]
fn characters_are_first_letters_and_numbers_where_they_clash() {
    let of = |list: &[&str]| characters(&names(list)).into_iter().collect::<String>();
    assert_eq!(of(&["empty", "X", "O"]), ".XO");
    assert_eq!(of(&["none", "black", "White"]), ".bW");
    assert_eq!(of(&["red", "rook", "king"]), "01k");
    assert_eq!(of(&["X", "empty"]), "Xe");
}

#[test]
fn what_is_left_out_is_as_at_the_start() {
    let machine = machine(programs::crossing(&["X.#", "O.O"]));
    let text = |written: &str| machine.text(&machine.parse(written).expect(written));
    assert_eq!(text(""), "turn=Red pawn=a1 hunters={a2, c2}");
    assert_eq!(text("turn = Black"), "turn=Black pawn=a1 hunters={a2, c2}");
    assert_eq!(
        text("(hunters={c2,b2}, pawn=b1)"),
        "turn=Red pawn=b1 hunters={b2, c2}"
    );
}

/// The message, the suggestion and the text it points at.
fn wrong(machine: &Machine, text: &str) -> (String, Option<String>, String) {
    let error = machine.parse(text).expect_err(text);
    let at = error.at.start as usize..error.at.end as usize;
    (error.to_string(), error.help(), text[at].to_owned())
}

#[test]
fn errors_say_what_was_expected_and_where() {
    let machine = machine(programs::crossing(&["X.#", "O.O"]));
    let check = |text: &str, message: &str, help: Option<&str>, at: &str| {
        let found = wrong(&machine, text);
        assert_eq!(
            (found.0.as_str(), found.1.as_deref(), found.2.as_str()),
            (message, help, at)
        );
    };
    check(
        "pwan=a1",
        "there is no variable `pwan`; the position has `turn`, `pawn`, `hunters`",
        Some("did you mean `pawn`?"),
        "pwan",
    );
    check(
        "turn=Blak",
        "`turn` cannot be Blak: it must be Red or Black",
        Some("did you mean `Black`?"),
        "Blak",
    );
    check(
        "pawn=c1",
        "`pawn` cannot be c1: it must be one of a1, b1, a2, b2, c2",
        None,
        "c1",
    );
    check(
        "hunters={a2}",
        "`hunters` cannot be {a2}: it must be a set of 2, each one of a1, b1, a2, b2, c2",
        None,
        "{a2}",
    );
    check("hunters={a2, a2}", "`a2` is given twice", None, "a2");
    check("pawn a1", "expected `=`, found `a`", None, "a");
    check(
        "pawn=",
        "expected a value for `pawn`, found the end",
        None,
        "",
    );
    check("pawn=a1 pawn=a1", "`pawn` is given twice", None, "pawn");
    check(
        "pawn=a1,",
        "expected another `name=value`, found the end",
        None,
        "",
    );
    check("hunters={a1", "expected `,`, found the end", None, "");
}

#[test]
fn rows_of_characters_must_fit_the_board() {
    let machine = machine(programs::tictactoe());
    let (message, _, at) = wrong(&machine, "cell=XO/.X./..O");
    assert_eq!(
        message,
        "`cell` takes 3 rows of 3 characters, separated by `/`"
    );
    assert_eq!(at, "XO/.X./..O");
    let (message, _, at) = wrong(&machine, "cell=XO?/.X./..O");
    assert_eq!(
        message,
        "`cell` cannot be ?: it must be `.` (empty), `X` (X), `O` (O)"
    );
    assert_eq!(at, "?");
    let all = machine.parse("cell=X").expect("one name for all");
    assert_eq!(machine.text(&all), "turn=X cell=XXX/XXX/XXX");
}

#[test]
fn without_a_start_everything_must_be_said() {
    let machine = machine(programs::ed(9));
    let error = machine.parse("x=3").expect_err("y has no value");
    assert_eq!(error.kind, TextErrorKind::Missing("`y`".to_owned()));
}

/// A variable of any sort on one of two boards.
fn any_variable() -> impl Strategy<Value = (Shape, Kind)> {
    let cells = proptest::sample::subsequence((0..12_u32).collect::<Vec<_>>(), 1..=12);
    let board_shape = |cells: Vec<u32>| Shape::Cells { board: 0, cells };
    let shape = prop_oneof![
        Just(Shape::Single),
        (1..4_u32).prop_map(Shape::List),
        cells.clone().prop_map(board_shape),
        Just(Shape::Players),
    ];
    let range = (-5..5_i64, 0..9_i64).prop_map(|(least, more)| Kind::Range(least, least + more));
    let kind = prop_oneof![
        range,
        Just(Kind::Range(i64::MIN, i64::MAX)),
        Just(Kind::Names(names(&["empty", "red", "rook"]))),
        Just(Kind::Bool),
        Just(Kind::Player),
        (cells.clone(), any::<bool>()).prop_map(|(cells, nowhere)| Kind::Cell {
            board: 0,
            cells,
            nowhere
        }),
    ];
    let set = (cells, 0..4_u32, 0..4_u32).prop_map(|(cells, least, more)| {
        let least = least.min(u32::try_from(cells.len()).expect("few cells"));
        let kind = Kind::Set {
            board: 0,
            cells,
            least,
            most: least + more,
        };
        (Shape::Single, kind)
    });
    prop_oneof![3 => (shape, kind), 1 => set]
}

fn program_of(variables: &[(Shape, Kind)], players: bool) -> Program {
    let names: Vec<String> = (0..variables.len()).map(|at| format!("v{at}")).collect();
    let width = |shape: &Shape| match shape {
        Shape::Single => 1,
        Shape::List(length) => *length,
        Shape::Cells { .. } => 12,
        Shape::Players => 2,
    };
    let variables = names
        .iter()
        .zip(variables)
        .map(|(name, (shape, kind))| (name.as_str(), shape.clone(), kind.clone(), width(shape)))
        .collect();
    let mut program = programs::game("any", variables);
    program.boards = vec![programs::grid(4, 3)];
    program.players = players.then(|| ["Red".to_owned(), "Black".to_owned()]);
    program
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn every_position_prints_packs_and_reads_back(
        variables in proptest::collection::vec(any_variable(), 1..4),
        players in any::<bool>(),
        skip in 0..500_usize,
    ) {
        let machine = machine(program_of(&variables, players));
        let mut all = machine.all_positions();
        if machine.space() < 3_000 {
            let distinct: std::collections::HashSet<_> = machine.all_positions().collect();
            prop_assert_eq!(distinct.len() as u128, machine.space());
        }
        let position = match all.nth(skip) {
            Some(position) => position,
            None => machine.all_positions().next().expect("every kind has a value"),
        };
        let text = machine.text(&position);
        let read = machine.parse(&text);
        prop_assert_eq!(read.as_ref(), Ok(&position), "{}", text);
        let registers = machine.registers(&position);
        let packed = machine.position(&registers);
        prop_assert_eq!(packed.as_ref(), Ok(&position));
        prop_assert!(machine.draw(&position).is_some());
    }

    #[test]
    fn no_text_makes_the_reader_panic(text in "[a-c1-3=,/{}()\\[\\] \"tunpcel.XO#-]{0,24}") {
        let machine = machine(programs::tictactoe());
        let _ = machine.parse(&text);
        let machine = self::machine(programs::crossing(&["X.#", "O.O"]));
        let _ = machine.parse(&text);
    }
}
