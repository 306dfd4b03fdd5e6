//! rules
#![allow(missing_docs)]
pub mod diagnostic;
pub mod fact;
pub mod program;

use diagnostic::Diagnostic;

/// Rules to compile, and how.
pub struct Request<'a> {
    /// The rules' text.
    pub text: &'a str,
    /// Parameters set from outside: name and value in the language's own notation.
    pub settings: &'a [(String, String)],
    /// Reads the text of a map file. Told whether the path was written in the rules (seen from their folder) or in a setting (seen from the current folder).
    pub read: &'a dyn Fn(&str, diagnostic::Origin) -> std::io::Result<String>,
    /// Check the question of this fact as if its own settings were in force (they must be among `settings`).
    pub fact: Option<usize>,
}
