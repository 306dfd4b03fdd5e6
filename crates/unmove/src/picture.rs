//! A table as a picture: a heat map with axes and a legend.

use std::collections::BTreeSet;

use unmove_core::{Loopy, Outcome};

use crate::drawing::{Anchor, Drawing};
use crate::number::grouped;
use crate::palette::{self, Colour};
use crate::sheet::Sheet;
use crate::stroke;
use crate::table::{Entry, Show, Table};

/// Space around the picture, in pixels.
const MARGIN: f64 = 24.0;
/// Height of a capital in labels.
const LABEL: f64 = 10.0;
/// Height of a capital in the title.
const TITLE: f64 = 14.0;
/// Up to so many different numbers have a swatch each in the legend; more share a ramp.
const SWATCHES: usize = 10;
/// The colour of an infinite Grundy value.
const INFINITE: Colour = Colour(204, 121, 167);

/// Draws a table.
pub fn picture(table: &Table) -> Drawing {
    let sheet = Sheet::new(table);
    let scale = Scale::of(table);
    let frame = Frame::of(&sheet, table, &scale);
    let mut drawing = Drawing::new(table.title(), frame.width, frame.height);
    drawing.text(
        &table.title(),
        (MARGIN, MARGIN + TITLE),
        TITLE,
        Anchor::Start,
        Colour::INK,
    );
    labels(&mut drawing, &sheet, &frame);
    cells(&mut drawing, &sheet, &frame, table, &scale);
    legend(&mut drawing, &frame, table, &scale);
    drawing
}

/// Where everything goes.
struct Frame {
    width: f64,
    height: f64,
    /// The upper left corner of the cells.
    left: f64,
    top: f64,
    /// The side of a cell.
    cell: f64,
    /// The height of what is written in cells; 0 where there is no room.
    ink: f64,
    columns: usize,
    rows: usize,
    /// The upper left corner of the legend.
    legend: (f64, f64),
}

impl Frame {
    fn of(sheet: &Sheet, table: &Table, scale: &Scale) -> Self {
        let (columns, rows) = (sheet.columns.len(), sheet.rows.len());
        let cell = (760.0 / columns.max(rows).max(1) as f64)
            .clamp(4.0, 40.0)
            .floor();
        let widest = table
            .entries
            .iter()
            .map(|entry| stroke::width(&entry.text(), 1.0))
            .fold(0.1, f64::max);
        let fits = (cell * 0.4).min((cell - 6.0) / widest);
        let ink = if fits >= 5.0 { fits } else { 0.0 };
        let label = sheet
            .rows
            .iter()
            .map(|row| stroke::width(row, LABEL))
            .fold(stroke::width(&sheet.down, LABEL), f64::max);
        let left = MARGIN + label + 12.0;
        let top = MARGIN
            + TITLE
            + 24.0
            + if sheet.across.is_empty() {
                0.0
            } else {
                LABEL + 10.0
            }
            + LABEL
            + 10.0;
        let bottom = top + cell * rows as f64;
        let legend = (MARGIN, bottom + 26.0);
        let wide = left + cell * columns as f64;
        Self {
            width: wide
                .max(MARGIN + stroke::width(&table.title(), TITLE))
                .max(MARGIN + scale.legend_width())
                + MARGIN,
            height: legend.1 + 18.0 + LABEL + 8.0 + MARGIN,
            left,
            top,
            cell,
            ink,
            columns,
            rows,
            legend,
        }
    }
}

/// Every how many labels one is written, so that they do not touch.
fn stride(widest: f64, room: f64) -> usize {
    [1_usize, 2, 5, 10, 20, 50, 100, 200, 500]
        .into_iter()
        .find(|&stride| stride as f64 * room >= widest + 4.0)
        .unwrap_or(1000)
}

/// What colours mean.
struct Scale {
    show: Show,
    /// All numbers in the table, ascending.
    numbers: Vec<i64>,
    /// The outcomes in the table.
    outcomes: BTreeSet<Outcome>,
    infinite: bool,
    endless: bool,
    missing: bool,
}

impl Scale {
    fn of(table: &Table) -> Self {
        let numbers: BTreeSet<i64> = table.entries.iter().filter_map(Entry::number).collect();
        let outcomes = table.entries.iter().filter_map(|entry| match entry {
            Entry::Outcome(outcome) => Some(*outcome),
            _ => None,
        });
        Self {
            show: table.show,
            numbers: numbers.into_iter().collect(),
            outcomes: outcomes.collect(),
            infinite: table
                .entries
                .iter()
                .any(|entry| matches!(entry, Entry::Grundy(Loopy::Infinite(_)))),
            endless: table.entries.contains(&Entry::Remoteness(None)),
            missing: table.entries.contains(&Entry::Missing),
        }
    }

    fn ends(&self) -> (i64, i64) {
        let least = self.numbers.first().copied().unwrap_or(0);
        let greatest = self.numbers.last().copied().unwrap_or(0);
        (least, greatest)
    }

    fn shade(&self, number: i64) -> Colour {
        let (least, greatest) = self.ends();
        let span = greatest as f64 - least as f64;
        let part = if span > 0.0 {
            (number as f64 - least as f64) / span
        } else {
            0.0
        };
        palette::shade(part)
    }

    fn colour(&self, entry: &Entry) -> Colour {
        match entry {
            Entry::Missing => Colour::NOTHING,
            Entry::Outcome(outcome) => palette::outcome(*outcome),
            Entry::Remoteness(None) => palette::outcome(Outcome::Draw),
            Entry::Grundy(Loopy::Infinite(_)) => INFINITE,
            other => other
                .number()
                .map_or(Colour::NOTHING, |number| self.shade(number)),
        }
    }

    /// The swatches of the legend: a colour and what it means.
    fn swatches(&self) -> Vec<(Colour, String)> {
        let mut out = Vec::new();
        for outcome in [Outcome::Win, Outcome::Loss, Outcome::Draw] {
            if self.outcomes.contains(&outcome) {
                let word = match outcome {
                    Outcome::Win => "N: the player to move wins",
                    Outcome::Loss => "P: the player to move loses",
                    Outcome::Draw => "D: draw",
                };
                out.push((palette::outcome(outcome), word.to_owned()));
            }
        }
        if self.numbers.len() <= SWATCHES {
            for &number in &self.numbers {
                out.push((self.shade(number), grouped(number)));
            }
        }
        if self.endless {
            out.push((palette::outcome(Outcome::Draw), "-: no end".to_owned()));
        }
        if self.infinite {
            out.push((INFINITE, "∞: infinite".to_owned()));
        }
        if self.missing {
            out.push((Colour::NOTHING, "no position".to_owned()));
        }
        out
    }

    fn has_ramp(&self) -> bool {
        self.numbers.len() > SWATCHES
    }

    fn legend_width(&self) -> f64 {
        let ramp = if self.has_ramp() { RAMP + 40.0 } else { 0.0 };
        let swatches = self.swatches();
        let words: f64 = swatches.iter().map(|(_, word)| swatch_width(word)).sum();
        let unit = stroke::width(self.unit(), LABEL);
        ramp + words + if unit > 0.0 { unit + 16.0 } else { 0.0 }
    }

    fn unit(&self) -> &'static str {
        match self.show {
            Show::Outcome => "",
            Show::Remoteness => "plies",
            Show::Grundy => "Grundy",
            Show::Score => "score",
        }
    }
}

/// Length of the ramp in the legend.
const RAMP: f64 = 220.0;

/// How much room a swatch takes with its word.
fn swatch_width(word: &str) -> f64 {
    16.0 + 6.0 + stroke::width(word, LABEL) + 18.0
}

/// The names of the axes, and the labels of rows and columns.
fn labels(drawing: &mut Drawing, sheet: &Sheet, frame: &Frame) {
    let line = frame.top - 8.0;
    if !sheet.across.is_empty() {
        let name = format!("{} →", sheet.across);
        let at = (frame.left, line - LABEL - 8.0);
        drawing.text(&name, at, LABEL, Anchor::Start, Colour::INK);
    }
    drawing.text(
        &sheet.down,
        (frame.left - 8.0, line),
        LABEL,
        Anchor::End,
        Colour::INK,
    );
    let widest = sheet
        .columns
        .iter()
        .map(|label| stroke::width(label, LABEL))
        .fold(0.0, f64::max);
    let every = stride(widest, frame.cell);
    for (place, label) in sheet.columns.iter().enumerate().step_by(every) {
        let x = frame.left + frame.cell * (place as f64 + 0.5);
        drawing.text(label, (x, line), LABEL, Anchor::Middle, Colour::INK);
    }
    let every = stride(LABEL, frame.cell);
    for (place, label) in sheet.rows.iter().enumerate().step_by(every) {
        let y = frame.top + frame.cell * (place as f64 + 0.5) + LABEL / 2.0;
        drawing.text(
            label,
            (frame.left - 8.0, y),
            LABEL,
            Anchor::End,
            Colour::INK,
        );
    }
}

/// The cells themselves.
fn cells(drawing: &mut Drawing, sheet: &Sheet, frame: &Frame, table: &Table, scale: &Scale) {
    let outline = (frame.cell >= 10.0).then_some((Colour::WHITE, 1.0));
    for (place, entry) in sheet.places.iter().enumerate() {
        let Some(entry) = entry.and_then(|number| table.entries.get(number)) else {
            continue;
        };
        let (column, row) = (place % frame.columns, place / frame.columns);
        let corner = (
            frame.left + frame.cell * column as f64,
            frame.top + frame.cell * row as f64,
        );
        let colour = scale.colour(entry);
        drawing.rectangle(corner, (frame.cell, frame.cell), 0.0, colour, outline);
        if frame.ink > 0.0 {
            let at = (
                corner.0 + frame.cell / 2.0,
                corner.1 + f64::midpoint(frame.cell, frame.ink),
            );
            drawing.text(&entry.text(), at, frame.ink, Anchor::Middle, colour.ink());
        }
    }
    let size = (
        frame.cell * frame.columns as f64,
        frame.cell * frame.rows as f64,
    );
    let (x, y) = (frame.left, frame.top);
    let data = format!("M{x:.1} {y:.1}h{:.1}v{:.1}h-{:.1}Z", size.0, size.1, size.0);
    drawing.path(&data, Colour::FAINT, 1.0);
}

/// What the colours mean.
fn legend(drawing: &mut Drawing, frame: &Frame, _table: &Table, scale: &Scale) {
    let (mut x, y) = frame.legend;
    let base = y + 8.0 + LABEL / 2.0;
    let unit = scale.unit();
    if !unit.is_empty() {
        drawing.text(unit, (x, base), LABEL, Anchor::Start, Colour::INK);
        x += stroke::width(unit, LABEL) + 16.0;
    }
    if scale.has_ramp() {
        const STEPS: usize = 55;
        let (least, greatest) = scale.ends();
        for step in 0..STEPS {
            let part = step as f64 / (STEPS - 1) as f64;
            let width = RAMP / STEPS as f64;
            let corner = (x + width * step as f64, y);
            drawing.rectangle(corner, (width + 0.5, 16.0), 0.0, palette::shade(part), None);
        }
        for (part, anchor) in [
            (0.0, Anchor::Start),
            (0.5, Anchor::Middle),
            (1.0, Anchor::End),
        ] {
            let number = least as f64 + (greatest as f64 - least as f64) * part;
            let at = (x + RAMP * part, y + 16.0 + 6.0 + LABEL);
            drawing.text(
                &grouped(number.round() as i64),
                at,
                LABEL,
                anchor,
                Colour::INK,
            );
        }
        x += RAMP + 40.0;
    }
    for (colour, word) in scale.swatches() {
        let outline = Some((Colour::FAINT, 0.5));
        drawing.rectangle((x, y), (16.0, 16.0), 0.0, colour, outline);
        drawing.text(&word, (x + 22.0, base), LABEL, Anchor::Start, Colour::INK);
        x += swatch_width(&word);
    }
}
