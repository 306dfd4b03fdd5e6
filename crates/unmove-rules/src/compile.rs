//! Rules' text to a game that can be solved.

use crate::check;
use crate::diagnostic::{Diagnostic, Origin};
use crate::fact::{Fact, FactRegisters};
use crate::machine::Machine;

/// Reads a map file, told whether its path was written in the rules (and is seen from their folder)
/// or in a setting (seen from the current folder).
pub type ReadFile<'a> = dyn Fn(&str, Origin) -> std::io::Result<String> + 'a;

/// Rules to compile, and how.
pub struct Request<'a> {
    /// The rules' text.
    pub text: &'a str,
    /// Parameters set from outside: names, and values in the language's own notation. The last of a name counts.
    pub settings: &'a [(String, String)],
    /// Reads the text of a map file.
    pub read: &'a ReadFile<'a>,
    /// Check the question of this fact as if its own settings were in force (they must be among `settings`).
    pub fact: Option<usize>,
}

/// Rules that were checked and can be played and solved.
pub struct Rules {
    /// The game.
    pub machine: Machine,
    /// The facts that the rules state.
    pub facts: Vec<Fact>,
    /// Where the conditions of facts find what they ask about.
    pub fact_registers: FactRegisters,
    /// What is doubtful about the rules.
    pub warnings: Vec<Diagnostic>,
}

/// Compiles rules.
///
/// # Errors
/// All that is wrong with them, in the order of the text.
pub fn compile(request: &Request<'_>) -> Result<Rules, Vec<Diagnostic>> {
    if u32::try_from(request.text.len()).is_err() {
        let fault = "the rules are longer than 4 GiB";
        return Err(vec![Diagnostic::error(
            "too-large",
            crate::program::Span::default(),
            fault,
        )]);
    }
    let checked = check::check(request)?;
    let machine = Machine::new(checked.program).map_err(|fault| {
        vec![Diagnostic::error(
            "cannot-run",
            fault.at(),
            fault.to_string(),
        )]
    })?;
    Ok(Rules {
        machine,
        facts: checked.facts,
        fact_registers: checked.fact_registers,
        warnings: checked.warnings,
    })
}
