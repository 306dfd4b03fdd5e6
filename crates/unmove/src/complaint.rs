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
    code: Option<&'static str>,
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
            code: None,
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
    pub fn pointing(mut self, name: &str, text: &str, at: Span, label: &str) -> Self {
        self.text = Some(NamedSource::new(name, text.to_owned()));
        self.labels = vec![labelled(text, at, label)];
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
        Self {
            message: found.message.clone(),
            code: Some(found.code),
            warning: found.severity == diagnostic::Severity::Warning,
            help: found.help.clone(),
            labels: labels.collect(),
            text: Some(NamedSource::new(name, text)),
        }
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
    fn code<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        self.code
            .map(|code| Box::new(code) as Box<dyn fmt::Display>)
    }

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
