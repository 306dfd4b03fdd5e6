//! Something wrong, shown with the piece of text that it is about.

use std::fmt;
use std::io::{self, IsTerminal};

use miette::{
    Diagnostic, GraphicalReportHandler, GraphicalTheme, LabeledSpan, NamedSource, Severity,
    SourceCode,
};
use unmove::{Error, Loaded, Setting, Source, explain};
use unmove_rules::diagnostic::{self, Origin};
use unmove_rules::program::Span;

/// Something wrong.
#[derive(Debug)]
pub struct Complaint {
    message: String,
    warning: bool,
    help: Option<String>,
    text: Option<NamedSource<String>>,
    labels: Vec<LabeledSpan>,
}

impl Complaint {
    /// A complaint in words alone.
    pub fn new(message: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            warning: false,
            help: None,
            text: None,
            labels: Vec::new(),
        }
    }

    /// The same with a word on what would be right.
    pub fn help(mut self, help: Option<String>) -> Self {
        self.help = help;
        self
    }

    /// The same, pointing into a text.
    pub fn pointing(self, name: &str, text: &str, at: Span, label: &str) -> Self {
        self.showing(name, text, vec![labelled(text, at, label)])
    }

    /// The same with a piece of text, or with words on where it is if its lines are too long to be shown.
    fn showing(mut self, name: &str, text: &str, labels: Vec<LabeledSpan>) -> Self {
        if let Some((line, column)) = labels
            .first()
            .and_then(|first| too_long(text, first.offset()))
        {
            self.message = format!("{} ({name}, line {line}, column {column})", self.message);
            return self;
        }
        let mut text = text.to_owned();
        // A mark needs something to stand under, where something is missing at the end as well.
        let past = |label: &LabeledSpan| label.is_empty() && label.offset() >= text.len();
        if labels.iter().any(past) && !text.ends_with('\n') {
            let end = text.len();
            text.push(' ');
            self.labels = labels
                .into_iter()
                .map(|label| match label.offset() {
                    place if place >= end => {
                        LabeledSpan::new(label.label().map(str::to_owned), end, 1)
                    }
                    _ => label,
                })
                .collect();
        } else {
            self.labels = labels;
        }
        self.text = Some(NamedSource::new(name, text));
        self
    }

    /// What is wrong with rules.
    pub fn in_rules(found: &diagnostic::Diagnostic, rules: &Source, settings: &[Setting]) -> Self {
        let (name, text) = match found.origin {
            Origin::Rules => (rules.name.clone(), rules.text.clone()),
            Origin::Setting(number) => settings.get(number).map_or_else(
                || (rules.name.clone(), rules.text.clone()),
                |(name, value)| (format!("--set {name}"), value.clone()),
            ),
        };
        let labels = found
            .labels
            .iter()
            .map(|label| labelled(&text, label.at, &label.text));
        let labels = labels.collect();
        let complaint = Self {
            warning: found.severity == diagnostic::Severity::Warning,
            ..Self::new(found.message.clone())
        };
        complaint
            .help(found.help.clone())
            .showing(&name, &text, labels)
    }

    /// An error about loaded rules.
    pub fn of(error: &Error, loaded: &Loaded) -> Self {
        if let Error::Text { text, error } = error {
            return Self::new(error.to_string())
                .help(error.help())
                .pointing("position", text, error.at, "");
        }
        let explained = explain(error, loaded.machine());
        let complaint = Self::new(explained.message).help(explained.help);
        match explained.at {
            Some(at) => complaint.pointing(&loaded.source.name, &loaded.source.text, at, ""),
            None => complaint,
        }
    }

    /// As text, with colours or without.
    pub fn render(&self, colour: bool) -> String {
        let theme = if colour {
            GraphicalTheme::unicode()
        } else {
            GraphicalTheme::unicode_nocolor()
        };
        let handler = GraphicalReportHandler::new_themed(theme)
            .with_links(false)
            .with_width(100);
        let mut out = String::new();
        match handler.render_report(&mut out, self) {
            Ok(()) => out,
            Err(_) => format!("{}\n", self.message),
        }
    }
}

/// Line and column of a place, from 1, if a line that would be shown with it is too long to be.
fn too_long(text: &str, place: usize) -> Option<(usize, usize)> {
    const LONGEST: usize = 300;
    let line = text[..place].matches('\n').count();
    let shown = text.lines().skip(line.saturating_sub(1)).take(3);
    let too_long = shown.map(str::len).any(|length| length > LONGEST);
    let start = text[..place].rfind('\n').map_or(0, |newline| newline + 1);
    too_long.then(|| (line + 1, text[start..place].chars().count() + 1))
}

/// A place in a text, moved inside it should it lie outside.
fn labelled(text: &str, at: Span, label: &str) -> LabeledSpan {
    let inside = |place: u32| {
        let mut place = (place as usize).min(text.len());
        while !text.is_char_boundary(place) {
            place -= 1;
        }
        place
    };
    let (start, end) = (inside(at.start), inside(at.end));
    let label = (!label.is_empty()).then(|| label.to_owned());
    LabeledSpan::new(label, start, end.saturating_sub(start))
}

/// Shows a complaint on standard error.
pub fn show(complaint: &Complaint) {
    let wanted = std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
    eprint!("{}", complaint.render(wanted && io::stderr().is_terminal()));
}

impl fmt::Display for Complaint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Complaint {}

impl Diagnostic for Complaint {
    fn severity(&self) -> Option<Severity> {
        Some(if self.warning {
            Severity::Warning
        } else {
            Severity::Error
        })
    }

    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        self.help
            .as_ref()
            .map(|help| Box::new(help) as Box<dyn fmt::Display>)
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        self.text.as_ref().map(|text| text as &dyn SourceCode)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        (!self.labels.is_empty())
            .then(|| Box::new(self.labels.iter().cloned()) as Box<dyn Iterator<Item = LabeledSpan>>)
    }
}
