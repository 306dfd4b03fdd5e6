//! Where output goes: standard output with colours where they are wanted, progress on standard error.

use std::cell::{Cell, RefCell};
use std::fmt::Write;
use std::io::{self, BufWriter, IsTerminal, Stdout, Write as _};
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use unmove::number::{grouped, seconds};
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

/// Work that is done sooner shows no bar.
const UNSHOWN: Duration = Duration::from_millis(500);

/// How fast a phase goes and how long it will go on, once that can be told.
fn pace(done: u64, total: Option<u64>, elapsed: Duration) -> String {
    if done == 0 || elapsed < UNSHOWN {
        return String::new();
    }
    let rate = done as f64 / elapsed.as_secs_f64();
    let pace = format!(", {} a second", grouped(rate as u64));
    match total.and_then(|total| total.checked_sub(done)) {
        Some(rest) => format!("{pace}, {} left", seconds(rest as f64 / rate)),
        None => pace,
    }
}

/// A progress bar on standard error, if that is a terminal; and the ear for Ctrl-C.
pub struct Bar {
    wanted: bool,
    begun: Instant,
    /// The phase that is going on, and since when.
    phase: Cell<Option<(Phase, Instant)>>,
    /// The bar of this phase.
    shown: RefCell<Option<ProgressBar>>,
    _working: Working,
}

impl Bar {
    /// A bar that shows nothing until there is something to say.
    pub fn new(quiet: bool) -> Self {
        Self {
            wanted: !quiet && io::stderr().is_terminal(),
            begun: Instant::now(),
            phase: Cell::new(None),
            shown: RefCell::new(None),
            _working: Working::begin(),
        }
    }

    /// Takes away what is shown.
    fn clear(&self) {
        if let Some(bar) = self.shown.take() {
            bar.finish_and_clear();
        }
    }
}

/// A bar for a phase, which is not drawn before it is dressed.
fn dressed(phase: Phase, since: Instant, done: u64, total: Option<u64>) -> ProgressBar {
    let total = total.filter(|&total| total > 0);
    let template = if total.is_some() {
        "{msg:>10} {human_pos} of {human_len}{pace} {wide_bar}"
    } else {
        "{msg:>10} {human_pos} positions{pace}"
    };
    let pace = move |state: &ProgressState, out: &mut dyn Write| {
        // A bar that cannot be written is no reason to stop.
        let _ = out.write_str(&pace(state.pos(), total, since.elapsed()));
    };
    let bar = ProgressBar::with_draw_target(total, ProgressDrawTarget::hidden());
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style.with_key("pace", pace));
    }
    bar.set_message(phase.to_string());
    bar.set_position(done);
    bar.set_draw_target(ProgressDrawTarget::stderr());
    bar
}

impl Progress for Bar {
    fn report(&self, phase: Phase, done: u64, total: Option<u64>) -> ControlFlow<()> {
        if interrupt::asked() {
            return ControlFlow::Break(());
        }
        if !self.wanted {
            return ControlFlow::Continue(());
        }
        let since = match self.phase.get() {
            Some((before, since)) if before == phase => since,
            _ => {
                self.clear();
                let now = Instant::now();
                self.phase.set(Some((phase, now)));
                now
            }
        };
        if done > 0 && self.begun.elapsed() >= UNSHOWN {
            self.shown
                .borrow_mut()
                .get_or_insert_with(|| dressed(phase, since, done, total))
                .set_position(done);
        }
        ControlFlow::Continue(())
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        self.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pace_is_told_once_it_can_be() {
        let second = Duration::from_secs(1);
        assert_eq!(pace(5000, None, second), ", 5,000 a second");
        assert_eq!(
            pace(5000, Some(20_000), second),
            ", 5,000 a second, 3.0 s left"
        );
        assert_eq!(pace(5000, Some(20_000), second / 10), "");
        assert_eq!(pace(0, Some(0), second), "");
    }
}
