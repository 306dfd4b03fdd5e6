//! Runs the built program the way people do.

#![allow(dead_code, reason = "not every test file runs it in every way")]

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// What came out.
pub struct Outcome {
    /// The exit code.
    pub code: i32,
    /// Standard output.
    pub out: String,
    /// Standard error.
    pub err: String,
}

/// Runs the program in the folder of the rules that the tests share, with something to read.
pub fn unmove_reading(arguments: &[&str], input: &str) -> Outcome {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/cases/rules");
    run(&folder, arguments, input)
}

/// Runs the program in a folder with nothing to read.
pub fn unmove_in(folder: &Path, arguments: &[&str]) -> Outcome {
    run(folder, arguments, "")
}

fn run(folder: &Path, arguments: &[&str], input: &str) -> Outcome {
    let mut child = Command::new(env!("CARGO_BIN_EXE_unmove"))
        .args(arguments)
        .current_dir(folder)
        .env("NO_COLOR", "1")
        .env("COLUMNS", "100")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("its input is a pipe");
    // A program that does not read its input may end before all of it is written.
    let _ = stdin.write_all(input.as_bytes());
    drop(stdin);
    let output = child.wait_with_output().expect("the program ends");
    Outcome {
        code: output.status.code().unwrap_or(-1),
        out: String::from_utf8_lossy(&output.stdout).into_owned(),
        err: String::from_utf8_lossy(&output.stderr).into_owned(),
    }
}

/// Runs the program with nothing to read.
pub fn unmove(arguments: &[&str]) -> Outcome {
    unmove_reading(arguments, "")
}
