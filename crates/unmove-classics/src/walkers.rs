//! Two walkers on a board with walls, each on the way to the other's start; A moves first. If the opponent
//! stands on the cell stepped to, a second step follows, so that one can jump over him (Baltic Olympiad in
//! Informatics, 2008).
//!
//! Whoever leaves the shortest ways between the starts loses the race. If they have an odd number of steps,
//! A is there first. If an even one, 2m, both reach the middle layer of cells in m steps, A before B: then B
//! wins if he can stand beside A, whom he jumps over, and A wins if B cannot. Three ways, each from what the
//! one before shows:
//!
//! | way | cost on an n × n board | the step |
//! |---|---|---|
//! | [`by_all_pairs`] | O(n⁴) | both cells and who moves, backwards from the ends, as the rules have it |
//! | [`by_layers`] | the pairs of cells on equal layers, at most O(n⁴) | the shortest ways alone, A as far on them as B |
//! | [`by_rings`] | O(n²) | layers are rings around A's start, on which the cells from where B wins are one arc |

mod all_pairs;
mod layers;
mod rings;
mod ways;

pub use all_pairs::by_all_pairs;
pub use layers::by_layers;
pub use rings::{Torn, by_rings};
pub use ways::{Maze, Ways};

use crate::classic::{Answer, Ask, Classic};
use crate::grid::{Grid, Piece};
use crate::input::{InputError, Words};

/// The classic.
pub const WALKERS: Classic = Classic {
    name: "walkers",
    game: "two walkers on a board with walls, each on the way to the other's start",
    format: "the count of cases; n and an n x n board of .#AB for each; answers `A` or `B`",
    method: "the layers of the shortest ways are rings, and on them B's cells are one arc, O(n^2)",
    rules: Some(include_str!("../../../games/walkers.game")),
    answer,
};

const PIECES: [Piece; 2] = [
    Piece {
        symbol: b'A',
        name: "start of the first player",
        count: 1,
    },
    Piece {
        symbol: b'B',
        name: "start of the second player",
        count: 1,
    },
];

/// The most rows and columns.
const LONGEST: usize = 10_000;

/// One of the two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Walker {
    /// The one who moves first.
    A,
    /// The other.
    B,
}

/// Who wins, how, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    /// A's first steps that win, cells of the maze; none where B wins.
    pub steps: Vec<usize>,
    /// What decided.
    pub by: By,
}

/// What decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    /// The shortest ways have an odd number of steps.
    Parity,
    /// The arcs on the rings.
    Rings,
    /// The pairs of cells, as the arcs are torn somewhere.
    Layers,
}

/// Decides by parity, by the rings, or, where their arcs are torn, by pairs of cells.
pub fn decide(ways: &Ways<'_>) -> Decision {
    if ways.length() % 2 == 1 {
        return Decision {
            steps: ways.after(ways.maze().start(Walker::A)).collect(),
            by: By::Parity,
        };
    }
    match by_rings(ways) {
        Ok(steps) => Decision {
            steps,
            by: By::Rings,
        },
        Err(Torn) => Decision {
            steps: by_layers(ways),
            by: By::Layers,
        },
    }
}

fn answer(text: &str, ask: Ask) -> Result<Vec<Answer>, InputError> {
    let mut words = Words::new(text);
    let count = words.number("the count of cases", 0..=usize::MAX)?;
    let mut answers = Vec::new();
    for _ in 0..count {
        let side = words.number("the count of rows and columns", 1..=LONGEST)?;
        let board = Grid::read(&mut words, [side, side], &PIECES)?;
        let maze = Maze::new(&board);
        let ways = Ways::new(&maze).ok_or_else(|| {
            board
                .first
                .wrong("there is no way from A to B on this board")
        })?;
        answers.push(told(&ways, ask));
    }
    words.end("the last case")?;
    Ok(answers)
}

fn told(ways: &Ways<'_>, ask: Ask) -> Answer {
    let decision = decide(ways);
    let step = decision.steps.first();
    Answer {
        line: if step.is_some() { "A" } else { "B" }.to_owned(),
        winning_move: step.filter(|_| ask.winning_move).map(|&step| {
            let [row, column] = ways.maze().place(step);
            format!("A to row {row}, column {column}")
        }),
        why: ask.why.then(|| reason(ways, &decision)),
    }
}

fn reason(ways: &Ways<'_>, decision: &Decision) -> String {
    let length = ways.length();
    let middle = length / 2;
    let can = match (decision.by, decision.steps.is_empty()) {
        (By::Parity, _) => {
            return format!(
                "the shortest ways have {length} steps, an odd number: A is there first"
            );
        }
        (_, true) => "can",
        (_, false) => "cannot",
    };
    let torn = match decision.by {
        By::Layers => ", by pairs of cells, as the arcs are torn",
        By::Parity | By::Rings => "",
    };
    format!(
        "the shortest ways have {length} steps, and B {can} get beside A when A has made {middle}{torn}"
    )
}
