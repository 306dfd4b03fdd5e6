//! Wrong rules, a file each under `cases/wrong`, and all that is said of them.

use std::fmt::Write;
use unmove_rules::diagnostic::{Diagnostic, Severity};
use unmove_rules::{Request, compile};

/// Line and column of a place, from 1; columns count characters.
fn place(text: &str, at: usize) -> (usize, usize) {
    let before = &text[..at.min(text.len())];
    let line = before.matches('\n').count() + 1;
    let start = before.rfind('\n').map_or(0, |end| end + 1);
    (line, before[start..].chars().count() + 1)
}

/// What a diagnostic points at: `3:27 'k > 5'`.
fn pointed(text: &str, diagnostic: &Diagnostic) -> String {
    let labels = diagnostic.labels.iter().map(|label| {
        let (start, end) = (label.at.start as usize, label.at.end as usize);
        let (line, column) = place(text, start);
        let mut quoted: String = text
            .get(start..end)
            .unwrap_or("?!")
            .chars()
            .take(60)
            .collect();
        quoted = quoted.replace('\n', "⏎");
        let word = if label.text.is_empty() {
            String::new()
        } else {
            format!(": {}", label.text)
        };
        format!("    {line}:{column} `{quoted}`{word}\n")
    });
    labels.collect()
}

fn said(text: &str, diagnostics: &[Diagnostic]) -> String {
    let mut out = String::new();
    for diagnostic in diagnostics {
        let severity = match diagnostic.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
        };
        let _ = writeln!(
            out,
            "  {severity}[{}] {}",
            diagnostic.code, diagnostic.message
        );
        out.push_str(&pointed(text, diagnostic));
        if let Some(help) = &diagnostic.help {
            let _ = writeln!(out, "    help: {help}");
        }
    }
    out
}

fn diagnostics(text: &str, settings: &[(String, String)]) -> Vec<Diagnostic> {
    let request = Request {
        text,
        settings,
        read: &|_, _| {
            Err(std::io::Error::new(
                std::io::ErrorKind::NotFound,
                "no such file",
            ))
        },
        fact: None,
    };
    match compile(&request) {
        Ok(rules) => rules.warnings,
        Err(faults) => faults,
    }
}

#[test]
fn every_wrong_file_is_told_where_and_what_would_be_right() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cases/wrong");
    let mut paths: Vec<_> = std::fs::read_dir(folder)
        .expect("the cases")
        .filter_map(|entry| entry.ok().map(|entry| entry.path()))
        .collect();
    paths.sort();
    let mut out = String::new();
    let mut silent = Vec::new();
    for path in paths {
        let text = std::fs::read_to_string(&path).expect("a case");
        let name = path
            .file_stem()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        let found = diagnostics(&text, &[]);
        silent.extend(found.is_empty().then(|| name.clone()));
        assert!(found.len() <= 8, "too much is said of {name}: {found:#?}");
        let _ = writeln!(out, "{name}\n{}", said(&text, &found));
    }
    assert!(silent.is_empty(), "nothing is said of {silent:?}");
    insta::assert_snapshot!(out);
}

#[test]
fn wrong_settings_are_told_what_was_expected() {
    let rules = "game take(limit = 21, takes = {1, 3}, over = false, map = map \"../..\")\n\
                 state stones: 0..limit = limit\n\
                 move take(k in takes) if k <= stones: stones -= k\n";
    let mut out = String::new();
    for (name, value) in [
        ("limt", "3"),
        ("zebra", "3"),
        ("limit", "{1, 2}"),
        ("limit", "many"),
        ("limit", "3 +"),
        ("limit", ""),
        ("limit", "-1"),
        ("limit", "99999999999999999999"),
        ("takes", "4"),
        ("takes", "{1, 2"),
        ("over", "0"),
        ("map", "missing.txt"),
    ] {
        let settings = [(name.to_owned(), value.to_owned())];
        let _ = writeln!(out, "{name} = {value:?}");
        for fault in diagnostics(rules, &settings) {
            let origin = &fault.origin;
            let _ = writeln!(out, "  [{}] {} ({origin:?})", fault.code, fault.message);
            if let Some(help) = &fault.help {
                let _ = writeln!(out, "    help: {help}");
            }
        }
    }
    insta::assert_snapshot!(out);
}
