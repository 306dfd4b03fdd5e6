//! A picture while it is drawn: SVG by hand, and the same as PNG.

use std::fmt::Write;

use resvg::{tiny_skia, usvg};

use crate::palette::Colour;
use crate::stroke;

/// Where a text stands relative to its point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// The text begins at the point.
    Start,
    /// The text has the point in its middle.
    Middle,
    /// The text ends at the point.
    End,
}

/// Why a picture could not be made.
#[derive(Debug, thiserror::Error)]
pub enum DrawingError {
    /// The picture is larger than a PNG can usefully be.
    #[error(
        "the picture would be {width} by {height} pixels: too large; ask for a smaller table or for SVG"
    )]
    TooLarge {
        /// Pixels across.
        width: u64,
        /// Pixels down.
        height: u64,
    },
    /// The renderer refused the drawing.
    #[error("the picture could not be rendered: {0}")]
    Render(String),
}

/// A picture in the making, in pixels from the upper left corner.
#[derive(Clone, Debug)]
pub struct Drawing {
    title: String,
    width: f64,
    height: f64,
    body: String,
}

impl Drawing {
    /// An empty picture of a size, with a title for those who cannot see it.
    pub fn new(title: impl Into<String>, width: f64, height: f64) -> Self {
        Self {
            title: title.into(),
            width: width.ceil(),
            height: height.ceil(),
            body: String::new(),
        }
    }

    /// A filled rectangle with rounded corners (`round` pixels) and perhaps an outline.
    pub fn rectangle(
        &mut self,
        corner: (f64, f64),
        size: (f64, f64),
        round: f64,
        fill: Colour,
        outline: Option<(Colour, f64)>,
    ) {
        let (x, y) = corner;
        let (w, h) = size;
        // Writing to a string cannot fail, here and below.
        let _ = write!(
            self.body,
            r#"<rect x="{x:.1}" y="{y:.1}" width="{w:.1}" height="{h:.1}""#
        );
        if round > 0.0 {
            let _ = write!(self.body, r#" rx="{round:.1}""#);
        }
        let _ = write!(self.body, r#" fill="{}""#, fill.hex());
        if let Some((colour, thick)) = outline {
            let _ = write!(
                self.body,
                r#" stroke="{}" stroke-width="{thick:.1}""#,
                colour.hex()
            );
        }
        self.body.push_str("/>\n");
    }

    /// A filled circle.
    pub fn circle(&mut self, centre: (f64, f64), radius: f64, fill: Colour, outline: Colour) {
        let _ = writeln!(
            self.body,
            r#"<circle cx="{:.1}" cy="{:.1}" r="{radius:.1}" fill="{}" stroke="{}"/>"#,
            centre.0,
            centre.1,
            fill.hex(),
            outline.hex()
        );
    }

    /// A line given by path data.
    pub fn path(&mut self, data: &str, colour: Colour, thick: f64) {
        let _ = writeln!(
            self.body,
            r#"<path d="{data}" fill="none" stroke="{}" stroke-width="{thick:.2}" stroke-linecap="round" stroke-linejoin="round"/>"#,
            colour.hex()
        );
    }

    /// A filled shape given by path data.
    pub fn shape(&mut self, data: &str, fill: Colour) {
        let _ = writeln!(self.body, r#"<path d="{data}" fill="{}"/>"#, fill.hex());
    }

    /// A line of text with capitals `size` pixels high, standing on the base line at `at`.
    pub fn text(&mut self, text: &str, at: (f64, f64), size: f64, anchor: Anchor, colour: Colour) {
        let width = stroke::width(text, size);
        let left = match anchor {
            Anchor::Start => at.0,
            Anchor::Middle => at.0 - width / 2.0,
            Anchor::End => at.0 - width,
        };
        let data = stroke::path(text, left, at.1, size);
        if !data.is_empty() {
            self.path(&data, colour, (size / 7.0).max(0.9));
        }
    }

    /// What follows, until [`Drawing::close`], shows `hint` when pointed at.
    pub fn open(&mut self, hint: &str) {
        let _ = write!(self.body, "<g><title>{}</title>", escaped(hint));
    }

    /// Ends what [`Drawing::open`] began.
    pub fn close(&mut self) {
        self.body.push_str("</g>\n");
    }

    /// The picture as an SVG document.
    pub fn svg(&self) -> String {
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{w}\" height=\"{h}\" viewBox=\"0 0 {w} {h}\" role=\"img\">\n\
             <title>{}</title>\n<rect width=\"{w}\" height=\"{h}\" fill=\"#ffffff\"/>\n{}</svg>\n",
            escaped(&self.title),
            self.body,
            w = self.width,
            h = self.height,
        )
    }

    /// The picture as a PNG, two pixels to one of the drawing (one, if it is very large).
    pub fn png(&self) -> Result<Vec<u8>, DrawingError> {
        const MOST: f64 = 16_000.0;
        let scale = if self.width.max(self.height) * 2.0 > MOST {
            1.0
        } else {
            2.0
        };
        let (width, height) = (self.width * scale, self.height * scale);
        if width.max(height) > MOST {
            return Err(DrawingError::TooLarge {
                width: width as u64,
                height: height as u64,
            });
        }
        let failed = |what: String| DrawingError::Render(what);
        let tree = usvg::Tree::from_str(&self.svg(), &usvg::Options::default())
            .map_err(|error| failed(error.to_string()))?;
        let mut pixels = tiny_skia::Pixmap::new(width as u32, height as u32)
            .ok_or_else(|| failed("no pixels".to_owned()))?;
        let transform = tiny_skia::Transform::from_scale(scale as f32, scale as f32);
        resvg::render(&tree, transform, &mut pixels.as_mut());
        pixels
            .encode_png()
            .map_err(|error| failed(error.to_string()))
    }
}

/// A text as it stands in XML.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            // XML has no way to say these.
            c if c.is_control() && c != '\n' && c != '\t' => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_drawing_becomes_a_png_without_any_font() {
        let mut drawing = Drawing::new("a <test>", 60.0, 30.0);
        drawing.text("N 7", (5.0, 20.0), 10.0, Anchor::Start, Colour::INK);
        let png = drawing.png().expect("a small picture renders");
        assert!(png.starts_with(b"\x89PNG"));
        assert!(!drawing.svg().contains("<text"));
        assert!(drawing.svg().contains("a &lt;test&gt;"));
    }

    #[test]
    fn a_picture_beyond_measure_is_refused() {
        let drawing = Drawing::new("", 1e6, 10.0);
        assert!(matches!(drawing.png(), Err(DrawingError::TooLarge { .. })));
    }
}
