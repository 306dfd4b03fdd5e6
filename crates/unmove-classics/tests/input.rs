//! Wrong input is told with its line and column, and nothing is answered.

use unmove_classics::{Ask, CLASSICS, classic};

#[test]
fn wrong_input_is_told_with_line_and_column() {
    for (name, text, line, column) in [
        ("take", "21 3\n20", 2, 3),
        ("take", "21 x", 1, 4),
        ("take", "21 0", 1, 4),
        ("euclid", "2\n25 7\n24 0", 3, 4),
        ("euclid", "1\n25 -7", 2, 4),
        ("euclid", "1\n+25 7", 2, 1),
        ("euclid", "1\n25 7\n24 15", 3, 1),
        ("ed", "1\n3\n1 2 3", 2, 1),
        ("ed", "1\n4\n1 2 0 3", 3, 5),
        ("ed", "1\n4\n1 2 3", 3, 6),
        ("kfold", "1\n16", 2, 3),
        ("kfold", "1\n16 0", 2, 4),
        ("kfold", "1\n0 2", 2, 1),
        ("fibnim", "13\n", 2, 1),
        ("fibnim", "13\n1\n0", 2, 1),
        ("fibnim", "13 0 5", 1, 6),
        ("ends", "3\n1 2", 2, 4),
        ("ends", "3\n1 2 x", 2, 5),
        ("ends", "1\n1 2", 2, 3),
        ("ends", "1\n9999999999999", 2, 1),
        ("station", "7 1 8\n3 4", 1, 5),
        ("station", "7 1 4\n4 3", 2, 3),
        ("station", "7 2 4\n3 4", 2, 4),
        ("nim", "3\n1 2", 2, 4),
        ("nim", "2\n1 x", 2, 3),
        ("nim", "1\n18446744073709551616", 2, 1),
        ("nim", "99999999999 1", 1, 1),
        ("wythoff", "3 5\n4", 2, 2),
        ("wythoff", "3 -5", 1, 3),
        ("moore", "2 3 1 2", 1, 8),
        ("moore", "0 1 1", 1, 1),
        ("staircase", "3 1 2", 1, 6),
        ("staircase", "1 -1", 1, 3),
        ("northcott", "1 8\n3 9", 2, 3),
        ("northcott", "1 8\n3 3", 2, 3),
        ("northcott", "1 1\n1 1", 1, 3),
        ("northcott", "2 8\n3 4", 2, 4),
        ("walkers", "", 1, 1),
        ("walkers", "1\n2\n.B\n..", 3, 1),
        ("walkers", "1\n2\nAA\nB.", 3, 2),
        ("walkers", "1\n2\nAB\nB.", 4, 1),
        ("walkers", "1\n2\nAB\n.X", 4, 2),
        ("walkers", "1\n2\nAB\n.", 4, 2),
        ("walkers", "1\n2\nAB", 3, 3),
        ("walkers", "1\n2\nA#\n#B", 3, 1),
        ("walkers", "1\n0", 2, 1),
        ("walkers", "1\n2\nAB\n.. x", 4, 4),
        ("crossing", "0", 1, 2),
        ("crossing", "0 x", 1, 3),
        ("crossing", "0 1 2", 1, 6),
        ("crossing", "0 1\n0 3\n", 2, 1),
        ("crossing", "0 1\n2 3\nO.O\n", 4, 1),
        ("crossing", "0 1\n2 3\nO.O\n#X\n", 4, 3),
        ("crossing", "0 1\n2 3\nO.O\n#X..\n", 4, 4),
        ("crossing", "0 1\n2 3\nO.O\n#Y.\n", 4, 2),
        ("crossing", "0 1\n2 3\nO.O\n#é.\n", 4, 2),
        ("crossing", "0 1\n2 3\nOOO\n#X.\n", 3, 3),
        ("crossing", "0 1\n2 3\nO.O\nXX.\n", 4, 2),
        ("crossing", "0 1\n2 3\nO..\n#X.\n", 3, 1),
        ("crossing", "0 1\n2 3\nO.O\n#..\n", 3, 1),
        ("crossing", "0 1\n2 3\nO.O\n#X.\n\nmore\n", 6, 1),
        ("crossing", "0 1\n99999 3\n", 2, 1),
        ("crossing", "0 18446744073709551615\n", 2, 1),
    ] {
        let answer = classic(name).expect("there is such a classic").answer;
        let error = answer(text, Ask::default()).expect_err(text);
        assert_eq!(
            (error.line, error.column),
            (line, column),
            "{name} {text:?}: {error}"
        );
    }
}

#[test]
fn no_input_at_all_is_an_error_or_no_case() {
    for classic in CLASSICS {
        match (classic.answer)("", Ask::default()) {
            Ok(answers) => assert!(answers.is_empty(), "{}", classic.name),
            Err(error) => assert_eq!((error.line, error.column), (1, 1), "{}", classic.name),
        }
    }
}

/// A classic, its input, and the move and the reason of its first answer.
type Told = (
    &'static str,
    &'static str,
    Option<&'static str>,
    &'static str,
);

fn hold(told: &[Told]) {
    let ask = Ask {
        winning_move: true,
        why: true,
    };
    for (name, text, winning_move, why) in told {
        let answer = classic(name).expect("there is such a classic").answer;
        let answers = answer(text, ask).expect("the input is right");
        let found = (
            answers[0].winning_move.as_deref(),
            answers[0].why.as_deref(),
        );
        assert_eq!(found, (*winning_move, Some(*why)), "{name} {text:?}");
    }
}

#[test]
fn moves_and_reasons_are_told_of_numbers() {
    hold(&[
        (
            "take",
            "21 3",
            Some("take 1"),
            "21 = 1 mod 4: leave a multiple of 4",
        ),
        (
            "euclid",
            "1\n25 7",
            Some("take 2 times the smaller number"),
            "after 0 forced moves the pair is 25, 7, and Stan has the choice",
        ),
        (
            "euclid",
            "1\n24 15",
            None,
            "after 3 forced moves the pair is 6, 3, and Ollie makes a zero",
        ),
        (
            "fibnim",
            "100 0",
            Some("take 3"),
            "100 = 89 + 8 + 3: 3 is the least part",
        ),
        ("fibnim", "13 0", None, "13 is a Fibonacci number"),
        (
            "kfold",
            "1\n100 2",
            Some("take 3"),
            "100 = 89 + 8 + 3 in lost piles: 3 is the least part",
        ),
        (
            "kfold",
            "1\n87381 1",
            Some("take 1"),
            "87381 = 65536 + 16384 + 4096 + 1024 + 256 + 64 + 16 + 4 + 1 in lost piles: 1 is the least part",
        ),
        (
            "kfold",
            "1\n65535 1",
            Some("take 1"),
            "65535 = 32768 + 16384 + 8192 + 4096 + 2048 + 1024 + ... (4 parts) ... + 32 + 16 + 8 + 4 + 2 + 1 in lost piles: 1 is the least part",
        ),
        (
            "kfold",
            "1\n5 9",
            None,
            "5 is at most k + 1: after any take the rest may be taken",
        ),
        (
            "ed",
            "1\n4\n1 2 3 1",
            Some("in pair 1 split 2 into 1 and 1"),
            "the pairs' Grundy values 1, 0 have the Nim-sum 1",
        ),
        (
            "ends",
            "2\n4 7",
            Some("take the right end"),
            "7 at the right end, minus the 4 that the opponent then makes of the rest",
        ),
    ]);
}

#[test]
fn moves_and_reasons_are_told_of_heaps() {
    hold(&[
        (
            "nim",
            "3 1 2 4",
            Some("take 1 from pile 3"),
            "the Nim-sum of the piles is 7",
        ),
        (
            "nim",
            "2 18446744073709551615 18446744073709551615",
            None,
            "the Nim-sum of the piles is 0",
        ),
        ("nim", "0", None, "the Nim-sum of the piles is 0"),
        (
            "wythoff",
            "10 6",
            None,
            "6, 10 is the lost pair floor(4 phi), floor(4 phi) + 4",
        ),
        (
            "wythoff",
            "9 7",
            Some("take 4 from both"),
            "3, 5 is the lost pair floor(2 phi), floor(2 phi) + 2",
        ),
        (
            "wythoff",
            "18446744073709551615 1",
            Some("take 18446744073709551613 from the first"),
            "1, 2 is the lost pair floor(1 phi), floor(1 phi) + 1",
        ),
        (
            "moore",
            "2 3 1 2 3",
            Some("pile 2 to 1, pile 3 to 1"),
            "the binary digit 2 stands in 2 piles more than a multiple of 3",
        ),
        (
            "moore",
            "2 3 5 5 5",
            None,
            "every binary digit stands in a multiple of 3 piles",
        ),
        (
            "staircase",
            "4 1 2 3 4",
            Some("move 2 from step 3 to step 2"),
            "the Nim-sum of the odd steps is 2",
        ),
        (
            "staircase",
            "1 18446744073709551615",
            Some("move 18446744073709551615 from step 1 to the ground"),
            "the Nim-sum of the odd steps is 18446744073709551615",
        ),
        (
            "northcott",
            "2 8 1 4 8 5",
            None,
            "the Nim-sum of the gaps is 0",
        ),
        (
            "northcott",
            "2 8 1 4 8 3",
            Some("in row 2 to column 6"),
            "the Nim-sum of the gaps is 6",
        ),
    ]);
}

#[test]
fn moves_and_reasons_are_told_of_boards() {
    hold(&[
        (
            "walkers",
            "1\n3\nA..\n...\n.B.",
            Some("A to row 1, column 2"),
            "the shortest ways have 3 steps, an odd number: A is there first",
        ),
        (
            "walkers",
            "1\n3\nA..\n...\n..B",
            None,
            "the shortest ways have 4 steps, and B can get beside A when A has made 2",
        ),
        (
            "walkers",
            "1\n4\nA...\n....\n..#.\n...B",
            Some("A to row 1, column 2"),
            "the shortest ways have 6 steps, and B cannot get beside A when A has made 3",
        ),
        (
            "crossing",
            "0 1\n3 3\n..O\n.O.\n.X.",
            Some("hunter from row 2, column 2 to row 3, column 2"),
            "after 1 ply a hunter steps onto the pawn",
        ),
        (
            "crossing",
            "0 1\n3 3\n#.#\nO.O\n.X.",
            Some("hunter from row 2, column 1 to row 2, column 2"),
            "after 2 plies the pawn steps onto a hunter",
        ),
        (
            "crossing",
            "0 1\n1 3\nOXO",
            None,
            "after 0 plies the pawn stands on the first row",
        ),
    ]);
}
