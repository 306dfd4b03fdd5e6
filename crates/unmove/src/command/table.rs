//! `unmove table`: all positions along one or two variables at a glance.

use std::fmt::Write as _;
use std::io::IsTerminal;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use serde_json::{Value as Json, json};
use unmove::axis::parse_axes;
use unmove::sheet::Sheet;
use unmove::table::{Entry, letter};
use unmove::{Error, Show, Table, picture, table};
use unmove_core::Outcome;

use crate::failure::{Done, Failure};
use crate::options::{GameArgs, place};
use crate::terminal::{Bar, Terminal};
use crate::words;

/// Tabulate outcomes, remoteness, Grundy values or scores over one or two variables
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  unmove table games/subtract.game --over stones=0..30
  unmove table games/wythoff.game --over x=0..20,y=0..20 --show grundy
  unmove table games/krk.game --over bk --at 'turn=Black wk=c3 rook=a1 bk=h8' --format svg --out krk.svg

Letters: N, the player to move wins; P, the other player wins; D, a draw. A variable that is a cell of a grid \
is laid out as the grid. The first variable runs across, the second down.")]
pub struct TableArgs {
    #[command(flatten)]
    game: GameArgs,

    /// One or two variables with their values: x=1..8,y={1, 2} or only x for all of them
    #[arg(long, value_name = "AXES")]
    over: String,

    /// What to show
    #[arg(long, value_enum, default_value_t = Shown::Outcome)]
    show: Shown,

    /// How to show it
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,

    /// The position that gives the other variables [default: the start]
    #[arg(long, value_name = "POSITION")]
    at: Option<String>,

    /// The file to write to [default: standard output]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// What to show.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Shown {
    /// Who wins: N, P or D
    Outcome,
    /// Plies to the end
    Remoteness,
    /// The Grundy value
    Grundy,
    /// The score
    Score,
}

/// How to show it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Columns for people
    Text,
    /// A row for each position
    Csv,
    /// JSON (as --json)
    Json,
    /// A picture
    Svg,
    /// A picture in pixels
    Png,
}

/// Runs the command.
pub fn run(args: &TableArgs, terminal: &mut Terminal) -> Result<Done, Failure> {
    let format = if args.game.solving.json {
        Format::Json
    } else {
        args.format
    };
    if format == Format::Png && args.out.is_none() && std::io::stdout().is_terminal() {
        return Err(Failure::because(
            "a PNG is no text for a terminal: name a file with --out",
        ));
    }
    let loaded = args.game.load()?;
    let failed = |error: Error| Failure::of(error, &loaded);
    let axes = parse_axes(&args.over, loaded.machine()).map_err(|error| failed(error.into()))?;
    let around = match &args.at {
        Some(_) => place(&loaded, args.at.as_deref())?,
        None => None,
    };
    let mut session = args.game.solve(&loaded, &mut |_| {})?;
    let show = match args.show {
        Shown::Outcome => Show::Outcome,
        Shown::Remoteness => Show::Remoteness,
        Shown::Grundy => Show::Grundy,
        Shown::Score => Show::Score,
    };
    let bar = Bar::new(args.game.solving.quiet);
    let made = table(&mut session, axes, show, around.as_ref(), &bar).map_err(failed)?;
    drop(bar);
    let bytes = match format {
        Format::Text => as_text(&made).into_bytes(),
        Format::Csv => as_csv(&made).into_bytes(),
        Format::Json => format!("{:#}\n", as_json(&made)).into_bytes(),
        Format::Svg => picture(&made).svg().into_bytes(),
        Format::Png => picture(&made).png().map_err(|error| failed(error.into()))?,
    };
    write(terminal, args.out.as_deref(), &bytes)?;
    Ok(Done::Good)
}

/// Writes to a file, or to standard output.
pub fn write(
    terminal: &mut Terminal,
    out: Option<&std::path::Path>,
    bytes: &[u8],
) -> Result<(), Failure> {
    match out {
        Some(path) => std::fs::write(path, bytes)
            .map_err(|error| Failure::because(format!("cannot write {}: {error}", path.display()))),
        None => terminal.bytes(bytes),
    }
}

/// For people.
fn as_text(table: &Table) -> String {
    let sheet = Sheet::new(table);
    let corner = match (sheet.down.as_str(), sheet.across.as_str()) {
        ("", across) => across.to_owned(),
        (down, "") => down.to_owned(),
        (down, across) => format!("{down} \\ {across}"),
    };
    let mut rows = vec![
        std::iter::once(corner)
            .chain(sheet.columns.iter().cloned())
            .collect(),
    ];
    for (label, places) in sheet
        .rows
        .iter()
        .zip(sheet.places.chunks(sheet.columns.len().max(1)))
    {
        let entries = places.iter().map(|place| {
            place
                .and_then(|number| table.entries.get(number))
                .map_or(String::new(), Entry::text)
        });
        rows.push(
            std::iter::once(label.clone())
                .chain(entries)
                .collect::<Vec<String>>(),
        );
    }
    let mut out = format!("{}\n\n{}", table.title(), right_aligned(&rows));
    out += &legend(table);
    if let Some(losing) = table.losing() {
        let losing = if losing.is_empty() {
            "none".to_owned()
        } else {
            losing.join(" ")
        };
        let _ = write!(out, "\nlosing: {losing}\n");
    }
    out
}

/// What the letters mean, if there are letters.
fn legend(table: &Table) -> String {
    let has = |outcome| table.entries.contains(&Entry::Outcome(outcome));
    let words = [
        (Outcome::Win, "the player to move wins"),
        (Outcome::Loss, "the other player wins"),
        (Outcome::Draw, "draw"),
    ];
    let shown: Vec<String> = words
        .into_iter()
        .filter(|(outcome, _)| has(*outcome))
        .map(|(outcome, word)| format!("{} {word}", letter(outcome)))
        .collect();
    if !shown.is_empty() {
        return format!("\n{}\n", shown.join(", "));
    }
    if table.entries.contains(&Entry::Remoteness(None)) {
        return "\n- no end\n".to_owned();
    }
    String::new()
}

/// Rows of cells, all columns flush right.
fn right_aligned(rows: &[Vec<String>]) -> String {
    let columns = rows.first().map_or(0, Vec::len);
    let width = |column: usize| {
        rows.iter()
            .filter_map(|row| row.get(column))
            .map(|cell| cell.chars().count())
            .max()
            .unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let mut out = String::new();
    for row in rows {
        let cells = row
            .iter()
            .zip(&widths)
            .map(|(cell, &width)| format!("{cell:>width$}"));
        let line = cells.collect::<Vec<String>>().join(" ");
        out += line.trim_end();
        out.push('\n');
    }
    out
}

/// The labels of an entry: one for each axis.
fn labels(table: &Table, number: usize) -> Vec<&str> {
    let mut rest = number;
    let mut out = Vec::new();
    for axis in &table.axes {
        let length = axis.labels.len().max(1);
        out.push(axis.labels.get(rest % length).map_or("", String::as_str));
        rest /= length;
    }
    out
}

/// A row for each position.
fn as_csv(table: &Table) -> String {
    let field = |text: &str| {
        if text.contains([',', '"', '\n']) {
            format!("\"{}\"", text.replace('"', "\"\""))
        } else {
            text.to_owned()
        }
    };
    let mut out = String::new();
    let names = table
        .axes
        .iter()
        .map(|axis| axis.name.as_str())
        .chain([table.show.name()]);
    out += &names.map(field).collect::<Vec<String>>().join(",");
    out.push('\n');
    for (number, entry) in table.entries.iter().enumerate() {
        let text = match entry {
            Entry::Outcome(outcome) => outcome.to_string(),
            Entry::Remoteness(None) => String::new(),
            other => other.text(),
        };
        let fields = labels(table, number).into_iter().chain([text.as_str()]);
        out += &fields.map(field).collect::<Vec<String>>().join(",");
        out.push('\n');
    }
    out
}

/// For machines.
fn as_json(table: &Table) -> Json {
    let axes: Vec<Json> = table
        .axes
        .iter()
        .map(|axis| {
            let values: Vec<Json> = axis
                .values
                .iter()
                .zip(&axis.labels)
                .map(|(value, label)| {
                    if axis.numeric {
                        json!(value)
                    } else {
                        json!(label)
                    }
                })
                .collect();
            json!({ "name": axis.name, "values": values })
        })
        .collect();
    let entries = table.entries.iter().map(|entry| match entry {
        Entry::Missing | Entry::Remoteness(None) => Json::Null,
        Entry::Outcome(outcome) => json!(outcome.to_string()),
        Entry::Remoteness(Some(plies)) => json!(plies),
        Entry::Grundy(value) => words::grundy(Some(value)),
        Entry::Score(score) => json!(score),
    });
    let entries: Vec<Json> = entries.collect();
    let width = table
        .axes
        .first()
        .map_or(1, |axis| axis.values.len())
        .max(1);
    let entries = if table.axes.len() == 2 {
        Json::Array(
            entries
                .chunks(width)
                .map(|row| Json::Array(row.to_vec()))
                .collect(),
        )
    } else {
        Json::Array(entries)
    };
    json!({
        "game": table.game,
        "show": table.show.name(),
        "axes": axes,
        "entries": entries,
        "losing": table.losing(),
    })
}
