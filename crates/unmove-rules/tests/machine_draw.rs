//! Positions as pictures for the terminal.

mod machine_support;

use machine_support as programs;
use unmove_rules::machine::Machine;
use unmove_rules::program::{Board, Kind, Program, Shape};

fn drawn(program: Program, text: &str) -> String {
    let machine = Machine::new(program).expect("the program is sound");
    let position = machine.parse(text).expect("the position reads");
    machine.draw(&position).expect("a picture")
}

#[test]
fn a_map_shows_walls_and_pieces_and_a_legend() {
    let picture = drawn(programs::crossing(&["X.#", "O.O"]), "");
    insta::assert_snapshot!(picture, @r"
    Red to move
      a b c
    1 P . #
    2 H . H
    P pawn, H hunters
    ");
}

#[test]
fn an_array_of_names_shows_their_characters() {
    let picture = drawn(programs::tictactoe(), "turn=X cell=XO./.X./..O");
    insta::assert_snapshot!(picture, @r"
    X to move
      a b c
    1 X O .
    2 . X .
    3 . . O
    ");
}

#[test]
fn a_pile_is_a_row_of_stones() {
    insta::assert_snapshot!(drawn(programs::subtract(100, &[1]), "stones=5"), @"stones 5 ooooo");
    insta::assert_snapshot!(drawn(programs::subtract(100, &[1]), ""), @"stones 100");
}

#[test]
fn a_graph_without_places_is_a_list() {
    let kind = Kind::Cell {
        board: 0,
        cells: vec![0, 1, 2],
        nowhere: true,
    };
    let mut program = programs::game("walk", vec![("fox", Shape::Single, kind, 1)]);
    program.boards = vec![Board {
        grid: None,
        names: ["k1", "k2", "hub"].map(str::to_owned).to_vec(),
        coordinates: vec![(0, 0); 3],
        steps: Vec::new(),
        neighbours: vec![vec![1], vec![0, 2], vec![1]],
    }];
    let picture = drawn(program.clone(), "fox=hub");
    insta::assert_snapshot!(picture, @r"
    k1 ., k2 ., hub F
    F fox
    ");
    program.boards[0].coordinates = vec![(1, 1), (2, 1), (2, 2)];
    insta::assert_snapshot!(drawn(program, "fox=nowhere"), @r"
    k1 .   k2 .
           hub .
    F fox
    F is nowhere
    ");
}
