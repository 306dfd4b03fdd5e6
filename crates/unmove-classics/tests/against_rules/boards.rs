//! Random boards with walls.

use proptest::prelude::*;
use unmove_classics::crossing::{Field, Hunt, Position, Side};
use unmove_classics::walkers::{
    self, By, Maze, Torn, Walker, Ways, by_all_pairs, by_layers, by_rings,
};

use crate::generic::Generic;

/// A random board of at most so many rows and columns, up to a half of it walls, with pieces on free cells;
/// rows with a stroke between them.
fn boards(most: usize, pieces: &'static str) -> impl Strategy<Value = String> {
    let size = (1..=most, 1..=most).prop_filter("there is room", move |(rows, columns)| {
        rows * columns >= pieces.len()
    });
    let cells = (size, 0.0..=0.5).prop_flat_map(move |((rows, columns), walls)| {
        let others = rows * columns - pieces.len();
        let walls = proptest::collection::vec(prop::bool::weighted(walls), others);
        let cells = walls.prop_map(move |walls| {
            let others = walls.iter().map(|wall| if *wall { '#' } else { '.' });
            pieces.chars().chain(others).collect::<Vec<char>>()
        });
        (cells.prop_shuffle(), Just(columns))
    });
    cells.prop_map(|(cells, columns)| {
        let rows = cells.chunks(columns);
        rows.map(String::from_iter).collect::<Vec<_>>().join("/")
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// All positions of each board: about a thousand on average.
    #[test]
    fn the_hunt_is_as_its_rules_say(board in boards(4, "OOX")) {
        let (field, start) = Field::read(&board.replace('/', "\n")).expect("the board is right");
        let cells: Vec<String> = board
            .split('/')
            .zip(1..)
            .flat_map(|(row, number)| row.chars().zip('a'..).map(move |(cell, column)| (cell, column, number)))
            .filter(|(cell, ..)| *cell != '#')
            .map(|(_, column, row)| format!("{column}{row}"))
            .collect();
        let written = |position: Position| {
            let [low, high] = position.hunters.map(|hunter| &cells[hunter]);
            format!("pawn={} hunters={{{low}, {high}}} turn={:?}", cells[position.pawn], position.mover)
        };
        let mut positions = Vec::new();
        for high in 1..field.cells() {
            for low in 0..high {
                for pawn in 0..field.cells() {
                    for mover in [Side::Red, Side::Black] {
                        positions.push(Position { hunters: [low, high], pawn, mover });
                    }
                }
            }
        }
        let rules = Generic::solve("crossing", &[("map", board.clone())], positions.iter().map(|&position| written(position)));
        let hunt = Hunt::solve(&field, None).expect("play is short");
        for &position in &positions {
            let plies = rules.plies(&written(position));
            prop_assert_eq!(hunt.plies(position).map(u32::from), plies, "{} {:?}", board, position);
            prop_assert_eq!(hunt.best(position).is_none(), plies == Some(0));
            if let Some(best) = hunt.best(position) {
                let after = plies.map(|plies| plies - 1);
                prop_assert_eq!(rules.plies(&written(best)), after, "{} {:?}", board, position);
            }
        }
        let first = Hunt::solve(&field, Some(start)).expect("play is short");
        prop_assert_eq!(first.plies(start), hunt.plies(start));
        prop_assert_eq!(first.best(start), hunt.best(start));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20_000))]

    #[test]
    fn walkers_on_all_pairs_are_as_their_rules_say(board in boards(4, "AB")) {
        let maze = Maze::read(&board.replace('/', "\n")).expect("the board is right");
        let rules = Generic::solve("walkers", &[("board", board.clone())], std::iter::once(String::new()));
        let written = |cell| {
            let [row, column] = maze.place(cell);
            format!("{}{row}", ('a'..).nth(column - 1).expect("the board is small"))
        };
        let after = |step| format!("turn=B at=[{}, {}]", written(step), written(maze.start(Walker::B)));
        match by_all_pairs(&maze) {
            None => prop_assert_eq!(rules.plies(""), None),
            Some(steps) => {
                prop_assert!(rules.plies("").is_some());
                prop_assert_eq!(rules.won(""), !steps.is_empty(), "{}", board);
                for step in steps {
                    prop_assert!(rules.plies(&after(step)).is_some_and(|plies| plies % 2 == 0), "{}", board);
                }
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20_000))]

    #[test]
    fn walkers_on_layers_are_as_on_all_pairs(board in boards(6, "AB")) {
        let maze = Maze::read(&board.replace('/', "\n")).expect("the board is right");
        if let Some(ways) = Ways::new(&maze) {
            let steps = match ways.length() % 2 {
                0 => by_layers(&ways),
                _ => walkers::decide(&ways).steps,
            };
            let expected = by_all_pairs(&maze).map(sorted);
            prop_assert_eq!(Some(sorted(steps)), expected, "{}", board);
        }
    }

    #[test]
    fn walkers_on_rings_are_as_on_layers(board in boards(24, "AB")) {
        let maze = Maze::read(&board.replace('/', "\n")).expect("the board is right");
        if let Some(ways) = Ways::new(&maze).filter(|ways| ways.length() % 2 == 0) {
            let steps = by_rings(&ways).expect("no ring of a random board is torn");
            prop_assert_eq!(sorted(steps), sorted(by_layers(&ways)), "{}", board);
        }
    }
}

/// Without a cell told twice, as by a step and by a jump.
fn sorted(mut cells: Vec<usize>) -> Vec<usize> {
    cells.sort_unstable();
    cells.dedup();
    cells
}

#[test]
fn walkers_are_decided_where_a_ring_is_torn() {
    let maze = Maze::read(include_str!("torn.txt")).expect("the board is right");
    let ways = Ways::new(&maze).expect("there is a way");
    assert_eq!(by_rings(&ways), Err(Torn));
    let decision = walkers::decide(&ways);
    assert_eq!(decision.by, By::Layers);
    assert!(decision.steps.is_empty());
}
