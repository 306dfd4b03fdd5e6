//! What programs read: JSON, pictures, the contest's format, exit codes.

mod binary;

use std::path::PathBuf;

use binary::{unmove, unmove_reading};
use serde_json::Value as Json;

fn json(arguments: &[&str]) -> Json {
    let done = unmove(arguments);
    assert_eq!(done.code, 0, "{arguments:?}: {}", done.err);
    serde_json::from_str(&done.out).expect("the output is JSON")
}

#[test]
fn solve_gives_every_field() {
    let solved = json(&["solve", "stones.game", "--json"]);
    for (field, value) in [
        ("game", Json::from("stones")),
        ("position", Json::from("s=12")),
        ("outcome", Json::from("win")),
        ("winner", Json::from("first")),
        ("remoteness", Json::from(7)),
        ("grundy", Json::from(3)),
        ("score", Json::Null),
        ("positions", Json::from(13)),
        ("losses", Json::from(4)),
        ("wins", Json::from(9)),
        ("draws", Json::from(0)),
        ("terminals", Json::from(1)),
        ("reachable", Json::from(true)),
    ] {
        assert_eq!(solved[field], value, "{field}");
    }
    assert_eq!(solved["line"].as_array().map(Vec::len), Some(7));
    assert_eq!(solved["verified"]["positions"], 13);
    assert!(solved["plan"].is_array() && solved["seconds"].is_number());
    assert!(solved["moves"].is_u64() && solved["deepest"].is_u64());
}

#[test]
fn a_line_of_very_many_moves_is_cut_and_says_so() {
    for (stones, length, cut) in [(10_000, 10_000, false), (30_000, 10_000, true)] {
        let stones = format!("n={stones}");
        let settings = ["--set", &stones, "--set", "takes={1}"];
        let solved = json(&[&["solve", "stones.game", "--json"][..], &settings].concat());
        assert_eq!(solved["line"].as_array().map(Vec::len), Some(length));
        assert_eq!(solved["line_cut"], cut);
    }
}

#[test]
fn loopy_values_and_scores_are_told() {
    assert_eq!(json(&["solve", "tokens.game", "--json"])["grundy"], "∞{}");
    assert_eq!(json(&["solve", "coins.game", "--json"])["score"], 10);
    let unchecked = json(&["solve", "coins.game", "--json", "--no-verify"]);
    assert_eq!(unchecked["verified"], false);
}

#[test]
fn moves_table_graph_sum_and_check_speak_json() {
    let moves = json(&["moves", "stones.game", "--at", "s=8", "--json"]);
    assert_eq!(moves[0]["move"], "take(1)");
    assert_eq!(moves[0]["to"], "s=7");
    assert_eq!(moves[0]["best"], true);
    let table = json(&["table", "stones.game", "--over", "s=0..3", "--json"]);
    assert_eq!(
        table["entries"],
        serde_json::json!(["loss", "win", "loss", "win"])
    );
    assert_eq!(table["losing"], serde_json::json!(["0", "2"]));
    let graph = json(&["graph", "stones.game", "--limit", "3", "--json"]);
    assert_eq!(graph["nodes"].as_array().map(Vec::len), Some(3));
    assert!(graph["cut"].is_string());
    let sum = json(&["sum", "kayles.game", "pins=3 + pins=3", "--json"]);
    assert_eq!(sum["outcome"], "loss");
    assert_eq!(sum["grundy"], 0);
    let checked = json(&["check", "stones.game", "--json"]);
    assert_eq!(checked["hold"], 3);
}

#[test]
fn a_position_out_of_reach_is_solved_all_the_same() {
    let moves = json(&[
        "moves",
        "stones.game",
        "--set",
        "takes={5}",
        "--at",
        "s=6",
        "--json",
    ]);
    assert_eq!(moves[0]["outcome"], "win");
}

#[test]
fn the_whole_space_can_be_counted() {
    let part = json(&["solve", "stones.game", "--set", "takes={5}", "--json"]);
    let all = json(&[
        "solve",
        "stones.game",
        "--set",
        "takes={5}",
        "--all",
        "--json",
    ]);
    assert_eq!(
        (part["positions"].as_u64(), part["reachable"].as_bool()),
        (Some(3), Some(true))
    );
    assert_eq!(
        (all["positions"].as_u64(), all["reachable"].as_bool()),
        (Some(13), Some(false))
    );
}

#[test]
fn pictures_need_no_fonts() {
    let out = std::env::temp_dir().join(format!("unmove-picture-{}.png", std::process::id()));
    let path = out.to_string_lossy().into_owned();
    let done = unmove(&[
        "table",
        "stones.game",
        "--over",
        "s",
        "--format",
        "png",
        "--out",
        &path,
    ]);
    assert_eq!(done.code, 0, "{}", done.err);
    let png = std::fs::read(&out).expect("the picture is there");
    std::fs::remove_file(&out).expect("and can be taken away");
    assert!(png.starts_with(b"\x89PNG"));
    for arguments in [
        &["table", "stones.game", "--over", "s", "--format", "svg"][..],
        &["graph", "kayles.game", "--at", "pins=4", "--svg"],
    ] {
        let svg = unmove(arguments).out;
        assert!(
            svg.starts_with("<svg") && svg.ends_with("</svg>\n"),
            "{svg}"
        );
        assert!(!svg.contains("<text"));
    }
    let dot = unmove(&["graph", "stones.game", "--at", "s=3"]).out;
    assert!(dot.starts_with("digraph"), "{dot}");
}

#[test]
fn a_judges_input_gives_the_judges_answers() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/cases/crossing");
    let [input, expected] = ["01-sample.in", "01-sample.out"]
        .map(|name| std::fs::read_to_string(folder.join(name)).expect("the case is there"));
    let done = unmove_reading(&["classic", "crossing"], &input);
    assert_eq!(done.out, expected, "{}", done.err);
}

#[test]
fn wrong_contest_input_prints_no_answer() {
    let done = unmove_reading(
        &["classic", "crossing"],
        "0 2\n2 3\nO.O\n.X.\n2 3\nO.O\n.x.\n",
    );
    assert_eq!((done.code, done.out.as_str()), (2, ""));
    assert!(done.err.contains("line 7, column 2"), "{}", done.err);
    let done = unmove_reading(&["classic", "kfold"], "2\n100 2\n13 x\n");
    assert_eq!((done.code, done.out.as_str()), (2, ""));
    assert!(done.err.contains("line 3, column 4"), "{}", done.err);
}

#[test]
fn a_classic_tells_its_move_and_its_reason() {
    let input = "2\n100 2\n13 2\n";
    let done = unmove_reading(&["classic", "kfold"], input);
    assert_eq!(done.out, "Case 1: 3\nCase 2: lose\n");
    let done = unmove_reading(&["classic", "kfold", "--move", "--why"], input);
    let expected = "Case 1: 3\n  move: take 3\n  why: 100 = 89 + 8 + 3 in lost piles: 3 is the least part\n\
                    Case 2: lose\n  why: 13 is one of the lost piles for k = 2\n";
    assert_eq!(done.out, expected);
    let done = unmove_reading(&["classic", "kfold", "--json", "--move"], input);
    let told: Json = serde_json::from_str(&done.out).expect("the output is JSON");
    let expected = serde_json::json!([
        { "answer": "Case 1: 3", "move": "take 3", "why": null },
        { "answer": "Case 2: lose", "move": null, "why": null },
    ]);
    assert_eq!(told, expected);
    let list = json(&["classic", "--list", "--json"]);
    assert_eq!(
        list.as_array().map(Vec::len),
        Some(unmove_classics::CLASSICS.len())
    );
}

#[test]
fn play_speaks_a_line_of_json_an_event() {
    let played = unmove_reading(
        &["play", "stones.game", "--json", "--quiet"],
        "hint\nwrong\nback\ntake(1)\nquit\n",
    );
    assert_eq!(played.code, 0, "{}", played.err);
    let events: Vec<Json> = played
        .out
        .lines()
        .map(|line| serde_json::from_str(line).expect("each line is JSON"))
        .collect();
    assert_eq!(events[0]["event"], "begin");
    assert_eq!(events[1]["position"], "s=12");
    assert_eq!(events[2]["event"], "hint");
    assert!(events[2]["moves"].is_array());
    assert_eq!(events[3]["event"], "error");
    assert_eq!(events[4]["event"], "error");
    assert!(events.iter().any(|event| event["event"] == "answer"));
    assert_eq!(events.last().expect("it ends")["event"], "quit");
}

#[test]
fn the_graph_of_a_symmetric_game_begins_at_the_position_asked_for() {
    let at = "turn=O cell=.../.../X..";
    let shown = unmove(&[
        "graph",
        "../../../../../games/tictactoe.game",
        "--at",
        at,
        "--limit",
        "1",
    ]);
    assert_eq!(shown.code, 0, "{}", shown.err);
    assert!(shown.out.contains(at), "{}", shown.out);
}
