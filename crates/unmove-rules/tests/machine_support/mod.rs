//! Programs built by hand, as the lowering would make them.
#![allow(dead_code, missing_docs, reason = "each test file uses some of these")]

use unmove_rules::program::{
    Arithmetic, Board, Comparison, DIRECTIONS, Domain, Effect, Ending, Expr, Fold, Kind, MoveRule,
    NOWHERE, Parameter, Program, Register, Set, Shape, Span, Start, Symmetry, Variable,
};

pub const AT: Span = Span { start: 0, end: 0 };

pub fn constant(value: i64) -> Expr {
    Expr::Constant(value)
}

pub fn register(register: Register) -> Expr {
    Expr::Register(register)
}

pub fn arithmetic(op: Arithmetic, left: Expr, right: Expr) -> Expr {
    Expr::Arithmetic {
        op,
        left: Box::new(left),
        right: Box::new(right),
        at: AT,
    }
}

pub fn plus(left: Expr, right: Expr) -> Expr {
    arithmetic(Arithmetic::Add, left, right)
}

pub fn minus(left: Expr, right: Expr) -> Expr {
    arithmetic(Arithmetic::Subtract, left, right)
}

pub fn compare(op: Comparison, left: Expr, right: Expr) -> Expr {
    Expr::Compare {
        op,
        left: Box::new(left),
        right: Box::new(right),
    }
}

pub fn equal(left: Expr, right: Expr) -> Expr {
    compare(Comparison::Equal, left, right)
}

pub fn at_most(left: Expr, right: Expr) -> Expr {
    compare(Comparison::AtMost, left, right)
}

pub fn element(variable: usize, index: Expr) -> Expr {
    Expr::Element {
        variable,
        index: Box::new(index),
        at: AT,
    }
}

pub fn fold(fold: Fold, local: Register, domain: Domain, body: Expr) -> Expr {
    Expr::Fold {
        fold,
        local,
        domain: Box::new(domain),
        body: Box::new(body),
        at: AT,
    }
}

pub fn assign(variable: usize, value: Expr) -> Effect {
    Effect::Assign {
        variable,
        value,
        at: AT,
    }
}

pub fn ending(condition: Expr, payoff: Expr) -> Ending {
    Ending {
        condition,
        payoff,
        at: AT,
    }
}

pub fn grid(columns: u32, rows: u32) -> Board {
    let mut board = Board {
        grid: Some((columns, rows)),
        names: Vec::new(),
        coordinates: Vec::new(),
        steps: Vec::new(),
        neighbours: Vec::new(),
    };
    for row in 0..i64::from(rows) {
        for column in 0..i64::from(columns) {
            let letter = char::from(b'a' + u8::try_from(column).expect("a small board"));
            board.names.push(format!("{letter}{}", row + 1));
            board.coordinates.push((column + 1, row + 1));
            let beside = |dx: i64, dy: i64| {
                let (x, y) = (column + dx, row + dy);
                let inside =
                    (0..i64::from(columns)).contains(&x) && (0..i64::from(rows)).contains(&y);
                if inside {
                    y * i64::from(columns) + x
                } else {
                    NOWHERE
                }
            };
            let steps: Vec<i64> = DIRECTIONS.iter().map(|&(_, x, y)| beside(x, y)).collect();
            let mut neighbours: Vec<u32> = steps[..4]
                .iter()
                .filter_map(|&cell| u32::try_from(cell).ok())
                .collect();
            neighbours.sort_unstable();
            board.steps.extend(steps);
            board.neighbours.push(neighbours);
        }
    }
    board
}

/// A game without boards; variables get their registers here.
pub fn game(name: &str, variables: Vec<(&str, Shape, Kind, u32)>) -> Program {
    let mut next = 1;
    let variables: Vec<Variable> = variables
        .into_iter()
        .map(|(name, shape, kind, width)| {
            let register = next;
            next += width;
            Variable {
                name: name.to_owned(),
                at: AT,
                shape,
                kind,
                register,
                width,
            }
        })
        .collect();
    Program {
        name: name.to_owned(),
        players: None,
        boards: Vec::new(),
        tables: Vec::new(),
        sets: Vec::new(),
        families: Vec::new(),
        lists: Vec::new(),
        variables,
        state: next,
        registers: next + 8,
        initial: None,
        initial_parts: Vec::new(),
        start: Start::All(None),
        moves: Vec::new(),
        ends: Vec::new(),
        stuck: vec![ending(constant(1), constant(-1))],
        endless: 0,
        scored: false,
        paid: false,
        unordered: Vec::new(),
        symmetries: Vec::new(),
        measure: None,
    }
}

pub fn single(name: &str, least: i64, most: i64) -> (&str, Shape, Kind, u32) {
    (name, Shape::Single, Kind::Range(least, most), 1)
}

pub fn rule(name: &str, parameters: Vec<Parameter>, effects: Vec<Effect>) -> MoveRule {
    MoveRule {
        name: name.to_owned(),
        player: None,
        conditions: Vec::new(),
        parameters,
        effects,
        at: AT,
    }
}

pub fn parameter(local: Register, domain: Domain, conditions: Vec<Expr>, kind: Kind) -> Parameter {
    Parameter {
        name: format!("p{local}"),
        local,
        domain,
        conditions,
        kind,
    }
}

pub fn number(local: Register, domain: Domain, conditions: Vec<Expr>) -> Parameter {
    parameter(local, domain, conditions, Kind::Range(i64::MIN, i64::MAX))
}

/// `move take(k in takes) if k <= stones: stones -= k`
pub fn subtract(limit: i64, takes: &[i64]) -> Program {
    let mut program = game("subtract", vec![single("stones", 0, limit)]);
    let guard = at_most(register(2), register(1));
    let take = number(2, Domain::Values(takes.to_vec()), vec![guard]);
    program.moves = vec![rule(
        "take",
        vec![take],
        vec![assign(0, minus(register(1), register(2)))],
    )];
    program.initial = Some(vec![0, limit]);
    program.start = Start::Positions(vec![vec![0, limit]]);
    program
}

/// `unordered x, y; move subtract(k in 1..x / y) if y > 0: x -= k * y`
pub fn euclid(most: i64) -> Program {
    let mut program = game("euclid", vec![single("x", 0, most), single("y", 0, most)]);
    let (x, y, k) = (register(1), register(2), register(3));
    let quotient = arithmetic(Arithmetic::Divide, x.clone(), y.clone());
    let take = number(3, Domain::Range(constant(1), quotient), vec![]);
    let product = arithmetic(Arithmetic::Multiply, k, y.clone());
    let mut subtract = rule("subtract", vec![take], vec![assign(0, minus(x, product))]);
    subtract.conditions = vec![compare(Comparison::Less, constant(0), y)];
    program.moves = vec![subtract];
    program.unordered = vec![vec![1, 2]];
    program.initial = Some(vec![0, most, most]);
    program.start = Start::Positions(vec![vec![0, most, most]]);
    program
}

/// `move split_x(k in 1..x - 1): y = k; x -= k`, and the same for y
pub fn ed(limit: i64) -> Program {
    let mut program = game("ed", vec![single("x", 1, limit), single("y", 1, limit)]);
    let split = |name: &str, of: Register, variable: usize, other: usize| {
        let domain = Domain::Range(constant(1), minus(register(of), constant(1)));
        rule(
            name,
            vec![number(3, domain, vec![])],
            vec![
                assign(other, register(3)),
                assign(variable, minus(register(of), register(3))),
            ],
        )
    };
    program.moves = vec![split("split_x", 1, 0, 1), split("split_y", 2, 1, 0)];
    program.unordered = vec![vec![1, 2]];
    program
}

/// `move take(n in 1..min(left, most)): left -= n; most = min(k * n, left)`
pub fn kfold(stones: i64, times: i64) -> Program {
    let mut program = game(
        "kfold",
        vec![single("left", 0, stones), single("most", 0, stones)],
    );
    let least =
        |one: Expr, other: Expr| fold(Fold::Least, 4, Domain::Each(vec![one, other]), register(4));
    let (left, most, n) = (register(1), register(2), register(3));
    let domain = Domain::Range(constant(1), least(left.clone(), most));
    let product = arithmetic(Arithmetic::Multiply, constant(times), n.clone());
    program.moves = vec![rule(
        "take",
        vec![number(3, domain, vec![])],
        vec![
            assign(0, minus(left.clone(), n)),
            assign(1, least(product, left)),
        ],
    )];
    program.initial = Some(vec![0, stones, stones - 1]);
    program.start = Start::Positions(vec![vec![0, stones, stones - 1]]);
    program
}

/// `move knock(k in {1, 2}, at in 0..pins - k) if k <= pins: becomes (at) + (pins - k - at)`
pub fn kayles(limit: i64) -> Program {
    let mut program = game("kayles", vec![single("pins", 0, limit)]);
    let (pins, k, at) = (register(1), register(2), register(3));
    let rest = minus(pins.clone(), k.clone());
    program.moves = vec![rule(
        "knock",
        vec![
            number(2, Domain::Values(vec![1, 2]), vec![at_most(k, pins)]),
            number(3, Domain::Range(constant(0), rest.clone()), vec![]),
        ],
        vec![Effect::Become(vec![
            vec![assign(0, at.clone())],
            vec![assign(0, minus(rest, at))],
        ])],
    )];
    program.initial = Some(vec![0, limit]);
    program.start = Start::Positions(vec![vec![0, limit]]);
    program
}

/// Take a number off either end of a row and gain it.
pub fn ends(row: &[i64]) -> Program {
    let length = i64::try_from(row.len()).expect("a short row");
    let mut program = game("ends", vec![single("l", 0, length), single("r", 0, length)]);
    let (left, right) = (register(1), register(2));
    let gain = |index: Expr| {
        Effect::Gain(
            Expr::Lookup {
                table: 0,
                index: Box::new(index),
                at: AT,
            },
            AT,
        )
    };
    let guard = compare(Comparison::Less, left.clone(), right.clone());
    let mut from_left = rule(
        "left",
        vec![],
        vec![gain(left.clone()), assign(0, plus(left, constant(1)))],
    );
    let mut from_right = rule(
        "right",
        vec![],
        vec![assign(1, minus(right.clone(), constant(1))), gain(right)],
    );
    from_left.conditions = vec![guard.clone()];
    from_right.conditions = vec![guard];
    program.moves = vec![from_left, from_right];
    program.tables = vec![row.to_vec()];
    program.scored = true;
    program.stuck = vec![ending(constant(1), constant(0))];
    program.initial = Some(vec![0, 0, length]);
    program.start = Start::Positions(vec![vec![0, 0, length]]);
    program
}

/// The moves of [`crossing`]: hunters walk, the pawn steps.
fn pursuit(width: u32, cells: Vec<u32>) -> Vec<MoveRule> {
    let locals = 2 + width;
    let (piece, direction) = (locals, locals + 1);
    let hunters = Set::Variable(2, width);
    let step = |cell: Expr| Expr::Step {
        board: 0,
        cell: Box::new(cell),
        direction: Box::new(register(direction)),
    };
    let kind = Kind::Cell {
        board: 0,
        cells,
        nowhere: false,
    };
    let free = Set::Difference(Box::new(Set::Constant(0)), Box::new(hunters.clone()));
    let mut walk = rule(
        "walk",
        vec![
            parameter(piece, Domain::Cells(hunters.clone()), vec![], kind),
            parameter(
                direction,
                Domain::Values(vec![0, 1, 2, 3]),
                vec![Expr::In(Box::new(step(register(piece))), Box::new(free))],
                Kind::Direction,
            ),
        ],
        vec![Effect::MovePiece {
            variable: 1,
            piece,
            to: step(register(piece)),
            at: AT,
        }],
    );
    walk.player = Some(0);
    let mut flee = rule(
        "step",
        vec![parameter(
            direction,
            Domain::Values(vec![0, 2, 3]),
            vec![Expr::In(
                Box::new(step(register(1))),
                Box::new(Set::Constant(0)),
            )],
            Kind::Direction,
        )],
        vec![assign(0, step(register(1)))],
    );
    flee.player = Some(1);
    vec![walk, flee]
}

/// The pursuit of a pawn by two hunters on a map of rows with `#` for walls.
pub fn crossing(map: &[&str]) -> Program {
    let rows = u32::try_from(map.len()).expect("a small map");
    let columns = u32::try_from(map[0].len()).expect("a small map");
    let board = grid(columns, rows);
    let characters: Vec<char> = map.iter().flat_map(|row| row.chars()).collect();
    let cells: Vec<u32> = (0..rows * columns)
        .filter(|&cell| characters[cell as usize] != '#')
        .collect();
    let words = board.words();
    let width = u32::try_from(words).expect("a small map");
    let mut program = game(
        "crossing",
        vec![
            (
                "pawn",
                Shape::Single,
                Kind::Cell {
                    board: 0,
                    cells: cells.clone(),
                    nowhere: false,
                },
                1,
            ),
            (
                "hunters",
                Shape::Single,
                Kind::Set {
                    board: 0,
                    cells: cells.clone(),
                    least: 2,
                    most: 2,
                },
                width,
            ),
        ],
    );
    program.boards = vec![board];
    program.players = Some(["Red".to_owned(), "Black".to_owned()]);
    let set_of = |wanted: &dyn Fn(char) -> bool| {
        let mut set = vec![0_u64; words];
        for (cell, &character) in characters.iter().enumerate() {
            if wanted(character) {
                set[cell / 64] |= 1 << (cell % 64);
            }
        }
        set
    };
    program.sets = vec![set_of(&|c| c != '#')];
    program.moves = pursuit(width, cells);
    let hunters = Set::Variable(2, width);
    let columns = i64::from(columns);
    let black_to_move = equal(register(0), constant(1));
    program.ends = vec![
        ending(
            at_most(register(1), constant(columns - 1)),
            Expr::If(
                Box::new(black_to_move),
                Box::new(constant(1)),
                Box::new(constant(-1)),
            ),
        ),
        ending(
            Expr::In(Box::new(register(1)), Box::new(hunters)),
            constant(-1),
        ),
    ];
    let pawn = characters.iter().position(|&c| c == 'X');
    let mut initial = vec![
        0,
        i64::try_from(pawn.expect("a pawn")).expect("a small map"),
    ];
    initial.extend(set_of(&|c| c == 'O').into_iter().map(u64::cast_signed));
    program.start = Start::Positions(vec![initial.clone()]);
    program.initial = Some(initial);
    program
}

/// Three in a row on a board of 3 x 3, with all symmetries of the square.
pub fn tictactoe() -> Program {
    let names = ["empty", "X", "O"].map(str::to_owned).to_vec();
    let cells: Vec<u32> = (0..9).collect();
    let mut program = game(
        "tictactoe",
        vec![(
            "cell",
            Shape::Cells { board: 0, cells },
            Kind::Names(names),
            9,
        )],
    );
    program.boards = vec![grid(3, 3)];
    program.players = Some(["X".to_owned(), "O".to_owned()]);
    program.sets = vec![vec![0x1ff]];
    program.lists = vec![
        [
            [0, 1, 2],
            [3, 4, 5],
            [6, 7, 8],
            [0, 3, 6],
            [1, 4, 7],
            [2, 5, 8],
            [0, 4, 8],
            [2, 4, 6],
        ]
        .iter()
        .map(|line| line.to_vec())
        .collect(),
    ];
    let (place, line, cell) = (10, 11, 12);
    let board = Domain::Cells(Set::Constant(0));
    let name_of = |player: Expr| plus(player, constant(1));
    program.moves = vec![rule(
        "put",
        vec![parameter(
            place,
            board.clone(),
            vec![equal(element(0, register(place)), constant(0))],
            Kind::Cell {
                board: 0,
                cells: (0..9).collect(),
                nowhere: false,
            },
        )],
        vec![Effect::AssignElement {
            variable: 0,
            index: register(place),
            value: name_of(register(0)),
            at: AT,
        }],
    )];
    let last = minus(constant(1), register(0));
    let complete = fold(
        Fold::All,
        cell,
        Domain::List {
            lists: 0,
            index: register(line),
        },
        equal(element(0, register(cell)), name_of(last)),
    );
    let lines = Domain::Range(constant(0), constant(7));
    let empty = fold(
        Fold::Count,
        cell,
        board,
        equal(element(0, register(cell)), constant(0)),
    );
    program.ends = vec![
        ending(fold(Fold::Some, line, lines, complete), constant(-1)),
        ending(equal(empty, constant(0)), constant(0)),
    ];
    let turn = |x: u32, y: u32| (2 - y) + 3 * x;
    let mirror = |x: u32, y: u32| (2 - x) + 3 * y;
    let map = |to: &dyn Fn(u32, u32) -> u32| (0..9).map(|cell| to(cell % 3, cell / 3)).collect();
    program.symmetries = vec![
        Symmetry {
            name: "dihedral".to_owned(),
            cells: vec![Some(map(&turn))],
            at: AT,
        },
        Symmetry {
            name: "dihedral".to_owned(),
            cells: vec![Some(map(&mirror))],
            at: AT,
        },
    ];
    program.initial = Some(vec![0; 10]);
    program.start = Start::Positions(vec![vec![0; 10]]);
    program
}

/// Dots and boxes on one row of boxes: who closes a box gains a point and moves again.
pub fn boxes(width: u32) -> Program {
    let edges = 3 * width + 1;
    let mut program = game(
        "boxes",
        vec![("edge", Shape::List(edges), Kind::Bool, edges)],
    );
    program.players = Some(["Ann".to_owned(), "Bob".to_owned()]);
    program.scored = true;
    program.stuck = vec![ending(constant(1), constant(0))];
    // Edges of box i: above 3i, left 3i + 1, below 3i + 2, and right 3i + 4 (the last box: 3w).
    let side = |number: u32, side: usize| {
        let right = if number + 1 == width {
            3 * width
        } else {
            3 * number + 4
        };
        [3 * number, 3 * number + 1, 3 * number + 2, right][side]
    };
    let of_box: Vec<Vec<i64>> = (0..width)
        .map(|number| (0..4).map(|it| i64::from(side(number, it))).collect())
        .collect();
    let boxes_of: Vec<Vec<i64>> = (0..i64::from(edges))
        .map(|edge| {
            (0..)
                .zip(&of_box)
                .filter(|(_, sides)| sides.contains(&edge))
                .map(|(it, _)| it)
                .collect()
        })
        .collect();
    program.lists = vec![of_box, boxes_of];
    let first = program.state;
    let (line, near, part, closed) = (first, first + 1, first + 2, first + 3);
    let list = |lists: usize, index: Register| Domain::List {
        lists,
        index: register(index),
    };
    let full = fold(Fold::All, part, list(0, near), element(0, register(part)));
    let count = fold(Fold::Count, near, list(1, line), full);
    program.moves = vec![rule(
        "draw",
        vec![number(
            line,
            Domain::Range(constant(0), constant(i64::from(edges) - 1)),
            vec![Expr::Not(Box::new(element(0, register(line))))],
        )],
        vec![
            Effect::AssignElement {
                variable: 0,
                index: register(line),
                value: constant(1),
                at: AT,
            },
            Effect::Let(closed, count),
            Effect::If(
                at_most(constant(1), register(closed)),
                vec![Effect::Gain(register(closed), AT), Effect::Again],
                vec![],
            ),
        ],
    )];
    let start = vec![0; edges as usize + 1];
    program.initial = Some(start.clone());
    program.start = Start::Positions(vec![start]);
    program
}
