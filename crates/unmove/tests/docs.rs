//! The README, the tutorial and the page on solving say what the program really says: their rules are written to files, their
//! commands are run, and what comes out is held against what stands there. `UNMOVE_UPDATE_DOCS=1` writes it there.

mod binary;

use std::path::{Path, PathBuf};

/// A fenced block of a page.
struct Block {
    /// The word behind the opening fence.
    language: String,
    /// Its lines.
    lines: Vec<String>,
    /// Where its lines begin in the page.
    first: usize,
}

fn blocks(page: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut open: Option<Block> = None;
    for (number, line) in page.lines().enumerate() {
        match (line.strip_prefix("```"), open.take()) {
            (Some(language), None) => {
                open = Some(Block {
                    language: language.trim().to_owned(),
                    lines: Vec::new(),
                    first: number + 1,
                });
            }
            (Some(_), Some(block)) => blocks.push(block),
            (None, Some(mut block)) => {
                block.lines.push(line.to_owned());
                open = Some(block);
            }
            (None, None) => {}
        }
    }
    blocks
}

/// What stays the same from machine to machine: times, memory, and how many cores there are, do not.
fn lasting(text: &str) -> String {
    let lines = text.lines().map(|line| {
        if line.starts_with("time ") {
            "time"
        } else if line.contains("Memory: ") {
            "Memory"
        } else if let Some((before, _)) = line.split_once("work is done by") {
            before
        } else {
            line.trim_end()
        }
    });
    lines.collect::<Vec<_>>().join("\n").trim_end().to_owned()
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The command as arguments, if it is ours: `unmove …` or `cargo run --release -- …`.
fn command(line: &str) -> Option<Vec<String>> {
    let rest = line
        .strip_prefix("unmove ")
        .or_else(|| line.strip_prefix("cargo run --release -- "))?;
    let rest = rest.split(" > ").next().unwrap_or(rest);
    let mut arguments = Vec::new();
    let mut quoted = false;
    let mut argument = String::new();
    for character in rest.chars() {
        match character {
            '\'' => quoted = !quoted,
            ' ' if !quoted => arguments.push(std::mem::take(&mut argument)),
            other => argument.push(other),
        }
    }
    arguments.push(argument);
    arguments.retain(|argument| !argument.is_empty());
    Some(arguments)
}

/// Runs a page in a folder: a block that begins with `game NAME` is a file, one of `expect` lines goes on
/// with it, a `sh` block is commands, and a `text` block is what the last of them prints.
fn hold(page: &Path, folder: &Path) {
    let text = std::fs::read_to_string(page).expect("the page is there");
    let mut updated: Vec<String> = text.lines().map(str::to_owned).collect();
    let mut file = PathBuf::new();
    let mut printed: Option<(String, String)> = None;
    let mut held = 0;
    for block in blocks(&text) {
        let content = block.lines.join("\n") + "\n";
        match block.language.as_str() {
            "sh" => {
                for line in &block.lines {
                    let Some(arguments) = command(line) else {
                        continue;
                    };
                    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
                    let done = binary::unmove_in(folder, &arguments);
                    assert_eq!(done.code, 0, "{}: {line}\n{}", page.display(), done.err);
                    printed = Some((line.clone(), done.out));
                }
            }
            "text" => {
                let (line, out) = printed.take().expect("a command stands before its output");
                held += 1;
                if std::env::var_os("UNMOVE_UPDATE_DOCS").is_some() {
                    // From the end on would keep the line numbers; one page at a time will do.
                    for (offset, old) in block.lines.iter().enumerate() {
                        let place = block.first + offset;
                        assert_eq!(&updated[place], old);
                        "\0".clone_into(&mut updated[place]);
                    }
                    updated[block.first - 1] = format!("```text\n{}", out.trim_end());
                } else {
                    assert_eq!(
                        lasting(&content),
                        lasting(&out),
                        "{}: {line}",
                        page.display()
                    );
                }
            }
            _ if content.starts_with("game ") => {
                let name = content["game ".len()..]
                    .split(|character: char| !(character.is_alphanumeric() || character == '_'))
                    .next()
                    .unwrap_or_default();
                file = folder.join(format!("{name}.game"));
                if !file.starts_with(root()) {
                    std::fs::write(&file, &content).expect("the folder can be written to");
                }
            }
            _ if content.starts_with("expect ") && !file.starts_with(root()) => {
                let rules =
                    std::fs::read_to_string(&file).expect("the rules stand before the facts");
                std::fs::write(&file, rules + &content).expect("the folder can be written to");
            }
            _ => {}
        }
    }
    assert!(held > 0, "{} shows no output", page.display());
    if std::env::var_os("UNMOVE_UPDATE_DOCS").is_some() {
        updated.retain(|line| line != "\0");
        std::fs::write(page, updated.join("\n") + "\n").expect("the page can be written");
    }
}

#[test]
fn the_tutorial_shows_what_is_printed() {
    let folder = std::env::temp_dir().join(format!("unmove-tutorial-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder for the tutorial's files");
    hold(&root().join("docs/tutorial.md"), &folder);
    std::fs::remove_dir_all(&folder).expect("the folder can go again");
}

#[test]
fn the_readme_shows_what_is_printed() {
    hold(&root().join("README.md"), &root());
}

#[test]
fn the_page_on_solving_shows_what_is_printed() {
    hold(&root().join("docs/solving.md"), &root());
}
