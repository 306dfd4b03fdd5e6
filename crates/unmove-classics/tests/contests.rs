//! The judges' inputs and answers, byte for byte.

use std::path::Path;

use unmove_classics::{Ask, classic};

fn hold(name: &str, folder: &str) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join(folder)
        .join(name);
    let answer = classic(name).expect("there is such a classic").answer;
    let mut held = 0;
    for entry in std::fs::read_dir(&folder).expect("the cases are there") {
        let path = entry.expect("the folder can be read").path();
        if path.extension().is_none_or(|extension| extension != "in") {
            continue;
        }
        let text = std::fs::read_to_string(&path).expect("a case can be read");
        let expected = std::fs::read_to_string(path.with_extension("out"));
        let found = answer(&text, Ask::default()).expect("the case is right");
        let lines: Vec<&str> = found.iter().map(|one| one.line.as_str()).collect();
        let lines = lines.join("\n") + "\n";
        assert_eq!(
            lines,
            expected.expect("so can its answer"),
            "{}",
            path.display()
        );
        held += 1;
    }
    assert!(held > 0, "no case in {}", folder.display());
}

#[test]
fn the_judges_answers_are_given() {
    hold("station", "../unmove-core/tests/cases");
    for name in [
        "crossing", "euclid", "ed", "kfold", "fibnim", "walkers", "ends",
    ] {
        hold(name, "../unmove/tests/cases");
    }
}
