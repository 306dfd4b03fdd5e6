//! Parameters: their defaults, and the values set from outside.

use super::term::Term;
use super::{Checker, Meaning};
use crate::diagnostic::Origin;
use crate::parse;
use crate::program::{Expr, Span};
use crate::syntax::{Name, Node, NodeKind};

impl Checker<'_> {
    /// The parameters, with the values set from outside.
    pub(super) fn parameters(&mut self, parameters: &[(Name, Node)]) {
        for (number, (name, _)) in self.request.settings.iter().enumerate() {
            if !parameters.iter().any(|(known, _)| known.text == *name) {
                self.unknown_setting(number, name, parameters);
            }
        }
        for (name, default) in parameters {
            let setting = self
                .request
                .settings
                .iter()
                .enumerate()
                .rev()
                .find(|(_, (set, _))| *set == name.text);
            let term = match setting {
                Some((number, (_, value))) => self.setting(number, value, default),
                None => self.parameter_default(default),
            };
            self.define(name, Meaning::Constant(term));
        }
    }

    pub(super) fn unknown_setting(
        &mut self,
        number: usize,
        name: &str,
        parameters: &[(Name, Node)],
    ) {
        let names: Vec<&str> = parameters
            .iter()
            .map(|(name, _)| name.text.as_str())
            .collect();
        let near = crate::nearest::nearest(name, names.iter().copied()).map(str::to_string);
        let help = match (near, names.is_empty()) {
            (Some(near), _) => format!("did you mean `{near}`?"),
            (None, true) => "the game has no parameters".to_string(),
            (None, false) => format!("its parameters are {}", names.join(", ")),
        };
        self.origin = Origin::Setting(number);
        let message = format!("the game has no parameter `{name}`");
        self.error("unknown-parameter", Span::default(), message)
            .help = Some(help);
        self.origin = Origin::Rules;
    }

    pub(super) fn parameter_default(&mut self, default: &Node) -> Term {
        if let NodeKind::File(path) = &default.kind {
            return self.map_file(path, default.at);
        }
        let term = self.term(default);
        self.constant_term(term, default.at)
    }

    /// A term that holds nothing that changes in play.
    pub(super) fn constant_term(&mut self, term: Term, at: Span) -> Term {
        let changes = match &term {
            Term::Scalar(expr, _) => !matches!(expr, Expr::Constant(_)),
            Term::Range(low, high) => {
                !matches!((low, high), (Expr::Constant(_), Expr::Constant(_)))
            }
            Term::Cells(set, _) => self.known_cells(set).is_none(),
            Term::Array(_) => true,
            Term::Domain(domain, _) => !matches!(domain, crate::program::Domain::Values(_)),
            Term::Set(items) | Term::List(items) => {
                let items = items.clone();
                return if items
                    .into_iter()
                    .any(|item| matches!(self.constant_term(item, at), Term::Bad))
                {
                    Term::Bad
                } else {
                    term
                };
            }
            _ => false,
        };
        if changes {
            self.not_constant(at);
            return Term::Bad;
        }
        term
    }

    pub(super) fn map_file(&mut self, path: &str, at: Span) -> Term {
        match (self.request.read)(path, self.origin.clone()) {
            Ok(text) => self.map(&text, at),
            Err(why) => {
                self.error(
                    "file",
                    at,
                    format!("the file `{path}` cannot be read: {why}"),
                );
                Term::Bad
            }
        }
    }

    /// A parameter's value given from outside, which must be of the default's sort.
    pub(super) fn setting(&mut self, number: usize, value: &str, default: &Node) -> Term {
        self.origin = Origin::Setting(number);
        let whole = Span {
            start: 0,
            end: value.len() as u32,
        };
        let term = match &default.kind {
            NodeKind::File(_) | NodeKind::Map(_) => self.map_setting(value, whole),
            NodeKind::Text(_) if !value.trim_start().starts_with('"') => {
                Term::Text(value.to_string())
            }
            _ => match parse::value(value) {
                Ok(node) => {
                    let term = self.term(&node);
                    self.constant_term(term, whole)
                }
                Err(faults) => {
                    for fault in faults {
                        self.report(fault);
                    }
                    Term::Bad
                }
            },
        };
        self.origin = Origin::Rules;
        if matches!(default.kind, NodeKind::File(_) | NodeKind::Map(_)) {
            return term;
        }
        let faults = self.faults();
        let expected = self.term(default);
        if self.faults() > faults || same_sort(&term, &expected) {
            return term;
        }
        let (found, expected) = (self.describe(&term), self.describe(&expected));
        self.origin = Origin::Setting(number);
        self.error(
            "parameter-type",
            whole,
            format!("expected {expected}, found {found}"),
        );
        self.origin = Origin::Rules;
        Term::Bad
    }

    /// A map is set by a file's path, or written out as in the rules.
    pub(super) fn map_setting(&mut self, value: &str, whole: Span) -> Term {
        if let Ok(node) = parse::value(value) {
            match node.kind {
                NodeKind::Map(text) => return self.map(&text, whole),
                NodeKind::File(path) => return self.map_file(&path, whole),
                _ => {}
            }
        }
        self.map_file(value, whole)
    }
}

/// Whether two constants are of one sort, so that one can stand for the other.
fn same_sort(left: &Term, right: &Term) -> bool {
    match (left, right) {
        (Term::Scalar(_, left), Term::Scalar(_, right)) => left == right,
        (Term::Bad, _)
        | (_, Term::Bad)
        | (Term::Set(_) | Term::Range(..), Term::Set(_) | Term::Range(..))
        | (Term::List(_), Term::List(_))
        | (Term::Text(_), Term::Text(_))
        | (Term::Map(_), Term::Map(_)) => true,
        _ => false,
    }
}
