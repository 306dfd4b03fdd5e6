//! Runs the built program the way people do.

use std::io::Write;
use std::path::PathBuf;
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

impl Outcome {
    /// Everything in one text, for snapshots. The plan is left out, whose words are the solvers' own, and
    /// so are the lines that differ from run to run.
    pub fn text(&self) -> String {
        let plan = |line: &str| {
            line.starts_with("plan ") || (line.starts_with("     ") && line.ends_with('.'))
        };
        let steady = |line: &&str| !line.starts_with("time ") && !plan(line);
        let out: Vec<&str> = self.out.lines().filter(steady).collect();
        let mut text = out.join("\n");
        if !self.err.is_empty() {
            text += "\n--- standard error\n";
            text += &self.err;
        }
        if self.code != 0 {
            text += &format!("\n--- exit code {}", self.code);
        }
        text
    }
}

/// Runs the program in the folder of the rules that the tests share, with something to read.
pub fn unmove_reading(arguments: &[&str], input: &str) -> Outcome {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/cases/rules");
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
