//! Letters and digits drawn as strokes, so that a picture looks the same where no font is installed.
//!
//! A glyph stands on a grid: capitals reach from row 0 to the base line at row 8, small letters from
//! row 3, descenders to row 10. Its strokes are runs of points, a column and a row in one
//! character each (`a` is ten). A run is a chain of straight lines; after `~` its inner points are the
//! control points of a smooth curve, after `@` all are, and the curve is closed.

use std::fmt::Write;

/// Rows from the top of a capital to the base line.
const CAPITAL: f64 = 8.0;

/// Columns between two glyphs.
const GAP: f64 = 2.0;

/// Width in columns and strokes of a character.
const fn glyph(character: char) -> (u8, &'static str) {
    match character {
        ' ' => (2, ""),
        '0' => (5, "@00505808"),
        '1' => (4, "123038"),
        '2' => (5, "~0200505308 0858"),
        '3' => (5, "~0100505424 ~2454580807"),
        '4' => (5, "400555 4048"),
        '5' => (5, "500004 ~041353580807"),
        '6' => (5, "@03535808 ~40000506"),
        '7' => (5, "005018"),
        '8' => (5, "@00505404 @04545808"),
        '9' => (5, "@00505505 ~18585352"),
        'A' => (6, "083068 1555"),
        'B' => (5, "0008 ~002040442404 ~042454582808"),
        'C' => (5, "~525000085856"),
        'D' => (5, "0008 ~002050582808"),
        'E' => (5, "50000858 0444"),
        'F' => (5, "500008 0444"),
        'G' => (5, "~525000085854 5434"),
        'H' => (5, "0008 5058 0454"),
        'I' => (2, "1018 0020 0828"),
        'J' => (4, "4046 ~46480806"),
        'K' => (5, "0008 0550 2358"),
        'L' => (5, "000858"),
        'M' => (6, "0800356068"),
        'N' => (5, "08005850"),
        'O' => (6, "@00606808"),
        'P' => (5, "0008 ~002050552505"),
        'Q' => (6, "@00606808 4668"),
        'R' => (5, "0008 ~002050552505 2558"),
        'S' => (5, "~5150000454580807"),
        'T' => (6, "0060 3038"),
        'U' => (5, "0005 ~05085855 5055"),
        'V' => (6, "003860"),
        'W' => (8, "0028426880"),
        'X' => (5, "0058 5008"),
        'Y' => (6, "003460 3438"),
        'Z' => (5, "00500858"),
        'a' => (4, "@03434808 4348"),
        'b' => (4, "0008 @03434808"),
        'c' => (4, "~444303084847"),
        'd' => (4, "4048 @03434808"),
        'e' => (4, "0545 ~454303084847"),
        'f' => (3, "~301013 1318 0333"),
        'g' => (4, "@03434808 4348 ~484a0a09"),
        'h' => (4, "0008 ~05034346 4648"),
        'i' => (2, "1318 1111"),
        'j' => (2, "1319 ~191a0a 1111"),
        'k' => (4, "0008 0643 1548"),
        'l' => (2, "1018"),
        'm' => (6, "0308 ~05033336 3638 ~35336366 6668"),
        'n' => (4, "0308 ~05034346 4648"),
        'o' => (4, "@03434808"),
        'p' => (4, "030a @03434808"),
        'q' => (4, "434a @03434808"),
        'r' => (3, "0308 ~050333"),
        's' => (4, "~4443030546480807"),
        't' => (3, "1116 ~161838 0333"),
        'u' => (4, "0305 ~05084845 4348"),
        'v' => (4, "032843"),
        'w' => (6, "0318345863"),
        'x' => (4, "0348 4308"),
        'y' => (4, "0328 431a"),
        'z' => (4, "03430848"),
        '.' => (1, "0808"),
        ',' => (1, "0809"),
        ':' => (1, "0404 0808"),
        ';' => (1, "0404 0809"),
        '=' => (4, "0444 0747"),
        '-' | '–' | '−' => (4, "0545"),
        '+' => (4, "0545 2327"),
        '_' => (4, "0848"),
        '/' => (4, "0840"),
        '\\' => (4, "0048"),
        '(' => (2, "~20020729"),
        ')' => (2, "~00222709"),
        '[' => (2, "20000929"),
        ']' => (2, "00202909"),
        '{' => (3, "~30101404 ~04141939"),
        '}' => (3, "~00202434 ~34242909"),
        '<' => (4, "420548"),
        '>' => (4, "024508"),
        '*' => (4, "2327 0446 0644"),
        '#' => (4, "1018 3038 0343 0545"),
        '\'' => (1, "0002"),
        '"' => (2, "0002 2022"),
        '!' => (1, "0005 0808"),
        '?' => (4, "~020040442426 2828"),
        '%' => (5, "5008 @00202202 @36565838"),
        '|' => (1, "0009"),
        '∞' => (8, "@03434707 @43838747"),
        '→' => (6, "0565 436547"),
        '…' => (6, "0808 3838 6868"),
        '×' => (4, "0448 4408"),
        // A box stands for what the font does not have.
        _ => (5, "0050580800"),
    }
}

/// How wide a line of text is when its capitals are `height` high.
pub fn width(text: &str, height: f64) -> f64 {
    let columns: f64 = text
        .chars()
        .map(|character| f64::from(glyph(character).0) + GAP)
        .sum();
    (columns - GAP).max(0.0) * height / CAPITAL
}

/// The path data (of SVG) that writes `text` with its capitals `height` high, the first stroke's left
/// edge at `x` and the base line at `y`.
pub fn path(text: &str, x: f64, y: f64, height: f64) -> String {
    let scale = height / CAPITAL;
    let mut out = String::new();
    let mut left = x;
    for character in text.chars() {
        let (columns, strokes) = glyph(character);
        for stroke in strokes.split_ascii_whitespace() {
            draw(&mut out, stroke, left, y - height, scale);
        }
        left += (f64::from(columns) + GAP) * scale;
    }
    out
}

/// Appends one stroke of a glyph whose grid begins at (`left`, `top`).
fn draw(out: &mut String, stroke: &str, left: f64, top: f64, scale: f64) {
    let (run, smooth, closed) = match stroke.as_bytes() {
        [b'~', run @ ..] => (run, true, false),
        [b'@', run @ ..] => (run, true, true),
        run => (run, false, false),
    };
    let points: Vec<(f64, f64)> = run
        .chunks_exact(2)
        .map(|pair| (left + step(pair[0]) * scale, top + step(pair[1]) * scale))
        .collect();
    let middle = |a: (f64, f64), b: (f64, f64)| (f64::midpoint(a.0, b.0), f64::midpoint(a.1, b.1));
    let (Some(&first), Some(&last)) = (points.first(), points.last()) else {
        return;
    };
    // Writing to a string cannot fail.
    let mut put = |letter: char, (x, y): (f64, f64)| {
        let _ = write!(out, "{letter}{x:.2} {y:.2}");
    };
    if !smooth {
        put('M', first);
        // A lone point becomes a dot by the line's round cap.
        for &point in &points[1..] {
            put('L', point);
        }
    } else if closed {
        let start = middle(last, first);
        put('M', start);
        for (place, &control) in points.iter().enumerate() {
            let next = points.get(place + 1).copied().unwrap_or(first);
            put('Q', control);
            put(' ', middle(control, next));
        }
    } else {
        put('M', first);
        let inner = points.len().saturating_sub(1);
        for place in 1..inner {
            let end = if place + 1 == inner {
                last
            } else {
                middle(points[place], points[place + 1])
            };
            put('Q', points[place]);
            put(' ', end);
        }
    }
}

/// The number that a character of a stroke stands for.
fn step(character: u8) -> f64 {
    match character {
        b'a'..=b'z' => f64::from(character - b'a') + 10.0,
        digit => f64::from(digit.saturating_sub(b'0')),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: &str = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz\
        .,:;=-+_/\\()[]{}<>*#'\"!?%|∞→…×";

    #[test]
    fn every_stroke_stays_inside_its_glyph() {
        for character in ALL.chars() {
            let (columns, strokes) = glyph(character);
            for stroke in strokes.split_ascii_whitespace() {
                let run = stroke.trim_start_matches(['~', '@']);
                assert_eq!(run.len() % 2, 0, "{character}");
                for pair in run.as_bytes().chunks_exact(2) {
                    assert!(step(pair[0]) <= f64::from(columns), "{character}");
                    assert!(step(pair[1]) <= 10.0, "{character}");
                }
            }
        }
    }

    #[test]
    fn all_characters_of_the_font_differ() {
        let mut seen: Vec<String> = ALL
            .chars()
            .map(|c| path(&c.to_string(), 0.0, 8.0, 8.0))
            .collect();
        seen.sort();
        let before = seen.len();
        seen.dedup();
        assert_eq!(seen.len(), before);
        assert!(
            !seen.contains(&path("\u{1f600}", 0.0, 8.0, 8.0)),
            "a box for the unknown only"
        );
    }

    #[test]
    fn a_text_is_as_wide_as_its_glyphs_and_gaps() {
        assert!((width("00", 8.0) - 12.0).abs() < 1e-9);
        assert!(width("", 8.0).abs() < 1e-9);
    }
}
