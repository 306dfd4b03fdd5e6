//! Where output goes: standard output with colours where they are wanted, progress on standard error.

use std::cell::RefCell;
use std::fmt::Write;
use std::io::{self, BufWriter, IsTerminal, Stdout, Write as _};
use std::ops::ControlFlow;

use indicatif::{ProgressBar, ProgressState, ProgressStyle};
use unmove::number::grouped;
use unmove_core::{Phase, Progress};

use crate::failure::Failure;
use crate::interrupt::{self, Working};

/// Standard output.
pub struct Terminal {
    out: BufWriter<Stdout>,
    colour: bool,
}

impl Terminal {
    /// Standard output, coloured if it is a terminal and `NO_COLOR` is not set.
    pub fn new() -> Self {
        let wanted = std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
        Self {
            out: BufWriter::new(io::stdout()),
            colour: wanted && io::stdout().is_terminal(),
        }
    }

    /// Whether colours are wanted.
    pub fn colour(&self) -> bool {
        self.colour
    }

    /// Writes a line.
    pub fn line(&mut self, text: &str) -> Result<(), Failure> {
        self.bytes(text.as_bytes())?;
        self.bytes(b"\n")
    }

    /// Writes bytes.
    pub fn bytes(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        self.out.write_all(bytes).map_err(Failure::from)
    }

    /// Writes a value as JSON.
    pub fn json(&mut self, value: &serde_json::Value) -> Result<(), Failure> {
        self.line(&format!("{value:#}"))
    }

    /// Sees to it that everything is out.
    pub fn flush(&mut self) -> Result<(), Failure> {
        self.out.flush().map_err(Failure::from)
    }

    /// A text that stands out.
    pub fn bold(&self, text: &str) -> String {
        if self.colour {
            format!("\u{1b}[1m{text}\u{1b}[0m")
        } else {
            text.to_owned()
        }
    }
}

/// A progress bar on standard error, if that is a terminal; and the ear for Ctrl-C.
pub struct Bar {
    shown: Option<ProgressBar>,
    phase: RefCell<Option<Phase>>,
    _working: Working,
}

impl Bar {
    /// A bar that shows nothing until there is something to say.
    pub fn new(quiet: bool) -> Self {
        let shown = !quiet && io::stderr().is_terminal();
        Self {
            shown: shown.then(ProgressBar::no_length),
            phase: RefCell::new(None),
            _working: Working::begin(),
        }
    }

    /// Dresses the bar for a phase.
    fn begin(bar: &ProgressBar, phase: Phase, total: Option<u64>) {
        let template = if total.is_some() {
            "{msg:>10} {wide_bar} {human_pos} of {human_len}, {rate}, {eta} left"
        } else {
            "{msg:>10} {human_pos} positions, {rate}"
        };
        let rate = |state: &ProgressState, out: &mut dyn Write| {
            // A bar that cannot be written is no reason to stop.
            let _ = write!(out, "{} a second", grouped(state.per_sec() as u64));
        };
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style.with_key("rate", rate));
        }
        bar.reset();
        match total {
            Some(total) => bar.set_length(total),
            None => bar.unset_length(),
        }
        bar.set_message(phase.to_string());
    }
}

impl Progress for Bar {
    fn report(&self, phase: Phase, done: u64, total: Option<u64>) -> ControlFlow<()> {
        if interrupt::asked() {
            return ControlFlow::Break(());
        }
        if let Some(bar) = &self.shown {
            let before = self.phase.replace(Some(phase));
            if before != Some(phase) {
                Self::begin(bar, phase, total);
            }
            bar.set_position(done);
        }
        ControlFlow::Continue(())
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        if let Some(bar) = &self.shown {
            bar.finish_and_clear();
        }
    }
}
