//! What is wrong with rules, where, and what would be right. Rendered at the edge, not here.

use crate::program::Span;

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// The rules cannot be used.
    Error,
    /// The rules can be used but hardly mean what they say.
    Warning,
}

/// Which text a diagnostic points into.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Origin {
    /// The rules file.
    Rules,
    /// The value given to a parameter from outside: the setting's number.
    Setting(usize),
}

/// A place in a text with a word on it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// Where.
    pub at: Span,
    /// What is to be said there; may be empty.
    pub text: String,
}

/// One thing that is wrong, or doubtful.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// How bad it is.
    pub severity: Severity,
    /// A stable name for the kind of fault: `unknown-name`.
    pub code: &'static str,
    /// What happened, in a sentence without a full stop.
    pub message: String,
    /// The text it points into.
    pub origin: Origin,
    /// Where; the first is the main place.
    pub labels: Vec<Label>,
    /// What would be right.
    pub help: Option<String>,
}

impl Diagnostic {
    /// An error at a place in the rules.
    pub fn error(code: &'static str, at: Span, message: impl Into<String>) -> Self {
        Self {
            severity: Severity::Error,
            code,
            message: message.into(),
            origin: Origin::Rules,
            labels: vec![Label {
                at,
                text: String::new(),
            }],
            help: None,
        }
    }

    /// A warning at a place in the rules.
    pub fn warning(code: &'static str, at: Span, message: impl Into<String>) -> Self {
        Self {
            severity: Severity::Warning,
            ..Self::error(code, at, message)
        }
    }

    /// The same with a word at its main place.
    pub fn labelled(mut self, text: impl Into<String>) -> Self {
        if let Some(label) = self.labels.first_mut() {
            label.text = text.into();
        }
        self
    }

    /// The same with another place.
    pub fn also(mut self, at: Span, text: impl Into<String>) -> Self {
        self.labels.push(Label {
            at,
            text: text.into(),
        });
        self
    }

    /// The same with a word on what would be right.
    pub fn help(mut self, text: impl Into<String>) -> Self {
        self.help = Some(text.into());
        self
    }
}
