//! What people see: help, results in text, and what is said of wrong input.

mod binary;

use binary::{Outcome, unmove, unmove_reading};

/// Everything that came out in one text, for snapshots. The plan is left out, whose words are the solvers'
/// own, and so are the lines that differ from run to run.
fn shown(outcome: &Outcome) -> String {
    let plan = |line: &str| {
        line.starts_with("plan ") || (line.starts_with("     ") && line.ends_with('.'))
    };
    let steady = |line: &&str| !line.starts_with("time ") && !plan(line);
    let mut lines: Vec<&str> = outcome.out.lines().filter(steady).collect();
    if !outcome.err.is_empty() {
        lines.push("--- standard error");
        lines.extend(outcome.err.lines());
    }
    let code = format!("--- exit code {}", outcome.code);
    if outcome.code != 0 {
        lines.push(&code);
    }
    lines.join("\n")
}

#[test]
fn help_teaches() {
    insta::assert_snapshot!("help", shown(&unmove(&["--help"])));
    for verb in [
        "solve", "moves", "table", "play", "check", "graph", "sum", "classic",
    ] {
        let help = unmove(&[verb, "--help"]);
        assert_eq!(help.code, 0);
        assert!(help.out.contains("Example"), "{verb}: {}", help.out);
    }
    insta::assert_snapshot!("help_solve", shown(&unmove(&["solve", "--help"])));
}

#[test]
fn a_solved_game_is_told_with_plan_and_check() {
    let stones = unmove(&["solve", "stones.game"]);
    assert!(
        stones
            .out
            .contains("\nplan       The space has 13 positions"),
        "{}",
        stones.out
    );
    insta::assert_snapshot!("solve_stones", shown(&stones));
    insta::assert_snapshot!("solve_coins", shown(&unmove(&["solve", "coins.game"])));
    insta::assert_snapshot!("solve_tokens", shown(&unmove(&["solve", "tokens.game"])));
}

#[test]
fn moves_are_listed_best_first() {
    insta::assert_snapshot!(
        "moves",
        shown(&unmove(&["moves", "stones.game", "--at", "s=8"]))
    );
}

#[test]
fn tables_are_aligned() {
    let one = unmove(&["table", "stones.game", "--over", "s=0..12"]);
    insta::assert_snapshot!("table_one", shown(&one));
    let two = unmove(&[
        "table",
        "coins.game",
        "--over",
        "l=0..4,r=0..4",
        "--show",
        "score",
    ]);
    insta::assert_snapshot!("table_two", shown(&two));
    let cells = unmove(&["table", "tokens.game", "--over", "at", "--show", "grundy"]);
    insta::assert_snapshot!("table_cells", shown(&cells));
    let csv = unmove(&[
        "table",
        "stones.game",
        "--over",
        "s={0, 2, 3}",
        "--format",
        "csv",
    ]);
    insta::assert_snapshot!("table_csv", shown(&csv));
}

#[test]
fn a_sum_names_its_winning_moves() {
    insta::assert_snapshot!(
        "sum",
        shown(&unmove(&["sum", "stones.game", "s=3 + s=5 + s=6"]))
    );
}

#[test]
fn facts_that_do_not_hold_are_shown_where_they_stand() {
    let checked = unmove(&["check", "stones.game", "false_facts.game"]);
    assert_eq!(checked.code, 1);
    insta::assert_snapshot!("check", shown(&checked));
}

#[test]
fn wrong_input_is_told_where_it_is_wrong() {
    let wrong: [(&str, &[&str]); 16] = [
        ("typo", &["solve", "typo.game"]),
        ("out_of_range", &["solve", "out_of_range.game"]),
        ("no_file", &["solve", "nothing.game"]),
        ("setting", &["solve", "stones.game", "--set", "takes=3"]),
        (
            "unknown_setting",
            &["solve", "stones.game", "--set", "take={3}"],
        ),
        ("position", &["moves", "stones.game", "--at", "s=99"]),
        ("position_end", &["moves", "stones.game", "--at", "s"]),
        ("axis_empty", &["table", "stones.game", "--over", "s="]),
        (
            "axis_reversed",
            &["table", "stones.game", "--over", "s=5..3"],
        ),
        ("limit", &["graph", "stones.game", "--limit", "0"]),
        ("axis", &["table", "stones.game", "--over", "stone=0..3"]),
        ("axis_value", &["table", "stones.game", "--over", "s=0..99"]),
        (
            "no_grundy",
            &["table", "coins.game", "--over", "l", "--show", "grundy"],
        ),
        ("memory", &["solve", "stones.game", "--memory", "1kB"]),
        ("classic", &["classic", "chess"]),
        ("argument", &["solve", "stones.game", "--set", "7"]),
    ];
    for (name, arguments) in wrong {
        let found = unmove(arguments);
        assert_eq!(found.code, 2, "{name}: {}", found.err);
        insta::assert_snapshot!(format!("wrong_{name}"), shown(&found));
    }
}

#[test]
fn a_game_can_be_played_to_its_end() {
    let played = unmove_reading(
        &["play", "stones.game", "--set", "n=8"],
        "moves\nhint\nnonsense\ntake(3)\nback\ntake(1)\ntake(4)\ntake(1)\n",
    );
    assert_eq!(played.code, 0);
    insta::assert_snapshot!("play", shown(&played));
}

#[test]
fn play_ends_in_peace_where_the_input_does() {
    let played = unmove_reading(&["play", "kayles.game", "--side", "second"], "1");
    assert_eq!(played.code, 0, "{}", played.err);
    assert!(played.out.ends_with("bye\n"), "{}", played.out);
}

#[test]
fn play_for_points_tells_the_winner_by_all_points() {
    let played = unmove_reading(&["play", "behind.game"], "hint\nbig\nhint\nlast\n");
    assert_eq!(played.code, 0, "{}", played.err);
    assert!(!played.out.contains("and wins"), "{}", played.out);
    assert!(
        played
            .out
            .ends_with("the game is over: you win by 8 points\n"),
        "{}",
        played.out
    );
    insta::assert_snapshot!("play_points", shown(&played));
    let second = unmove_reading(&["play", "behind.game", "--side", "second"], "one\n");
    assert!(
        second.out.contains("Unmove plays big and wins by 8 points"),
        "{}",
        second.out
    );
    assert!(
        second
            .out
            .ends_with("the game is over: Unmove wins by 8 points\n"),
        "{}",
        second.out
    );
}

#[test]
fn play_stops_where_unmove_would_move_again_for_ever() {
    let played = unmove(&["play", "again.game", "--side", "B"]);
    assert_eq!(played.code, 0, "{}", played.err);
    assert!(
        played.out.ends_with("this goes on for ever\n"),
        "{}",
        played.out
    );
    assert!(played.out.matches("Unmove plays").count() < 5);
}

#[test]
fn a_graph_has_grundy_values_only_where_there_are_any() {
    let misere = unmove(&["graph", "split.game"]);
    assert!(misere.out.contains("n=1 + n=3"), "{}", misere.out);
    assert!(!misere.out.contains("Grundy"), "{}", misere.out);
    let normal = unmove(&["graph", "kayles.game", "--set", "limit=4"]);
    assert!(normal.out.contains("Grundy"), "{}", normal.out);
}

#[test]
fn a_cut_graph_says_how_much_is_shown() {
    let one = unmove(&["graph", "stones.game", "--limit", "1"]);
    assert!(
        one.err
            .contains("1 position is shown, and it has moves that are not"),
        "{}",
        one.err
    );
}

#[test]
fn the_best_line_ends_in_words_where_the_game_falls_apart() {
    let solved = unmove(&["solve", "kayles.game"]);
    assert!(
        solved
            .out
            .contains("here the line ends, since the game falls apart into pins="),
        "{}",
        solved.out
    );
}

#[test]
fn a_game_that_uses_few_of_its_numbers_is_not_given_a_map_of_them_all() {
    const CHOMP: &str = "../../../../../games/chomp.game";
    let set = ["--set", "w=6", "--set", "h=6"];
    let solved = unmove(&[&["solve", CHOMP, "--memory", "100MB"], &set[..]].concat());
    assert_eq!(solved.code, 0, "{}", solved.err);
    let said =
        "1.34e-6 % of the numbers are in use, and only those are stored, found by a sorted list of";
    assert!(solved.out.contains(said), "{}", solved.out);
}

#[test]
fn a_single_character_is_no_misspelt_one() {
    let wrong = unmove(&["moves", "cells.game", "--at", "cell=Z."]);
    assert_eq!(wrong.code, 2);
    assert!(wrong.err.contains("cannot be Z"), "{}", wrong.err);
    assert!(!wrong.err.contains("did you mean"), "{}", wrong.err);
}

#[test]
fn what_a_terminal_would_obey_is_not_repeated() {
    let long = "7".repeat(500);
    let wrong = unmove_reading(&["classic", "crossing"], &format!("\u{1b}[31m{long} 5\n"));
    assert_eq!(wrong.code, 2);
    assert!(!wrong.err.contains('\u{1b}'), "{}", wrong.err);
    assert!(wrong.err.contains("\\u{1b}[31m777"), "{}", wrong.err);
    assert!(wrong.err.len() < 300, "{}", wrong.err);
}
