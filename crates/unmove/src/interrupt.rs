//! Ctrl-C: long work stops at its next word of progress, or is left where it is if that does not come
//! soon; anything else stops at once.

use std::io::{self, IsTerminal};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

static ASKED: AtomicBool = AtomicBool::new(false);
static WORKING: AtomicBool = AtomicBool::new(false);

/// The exit code after Ctrl-C, as shells have it.
pub const CODE: u8 = 130;

/// So long work may take to notice that it should stop.
const PATIENCE: Duration = Duration::from_millis(700);

/// Starts to listen for Ctrl-C.
pub fn install() {
    // Without a handler Ctrl-C ends the program anyway, only less politely.
    let _ = ctrlc::set_handler(|| {
        let again = ASKED.swap(true, Ordering::SeqCst);
        if again || !WORKING.load(Ordering::SeqCst) {
            std::process::exit(i32::from(CODE));
        }
        std::thread::spawn(|| {
            std::thread::sleep(PATIENCE);
            // Nothing is written while there is work, so that nothing is left half done.
            if WORKING.load(Ordering::SeqCst) {
                if io::stderr().is_terminal() {
                    // Over what the progress bar has left.
                    eprint!("\r\u{1b}[2K");
                }
                eprintln!("stopped");
                std::process::exit(i32::from(CODE));
            }
        });
    });
}

/// Whether somebody has asked for the work to stop.
pub fn asked() -> bool {
    ASKED.load(Ordering::SeqCst)
}

/// Long work that can be stopped, for as long as it lives.
pub struct Working;

impl Working {
    /// Begins.
    pub fn begin() -> Self {
        WORKING.store(true, Ordering::SeqCst);
        Self
    }
}

impl Drop for Working {
    fn drop(&mut self) {
        WORKING.store(false, Ordering::SeqCst);
    }
}
