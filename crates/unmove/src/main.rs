//! The command line of Unmove.

mod command;
mod complaint;
mod failure;
mod interrupt;
mod options;
mod terminal;
mod words;

use std::process::ExitCode;

use clap::Parser;

use command::Cli;
use terminal::Terminal;

/// Rules nest as deep as the language allows, and what walks them walks on the stack: more than the
/// system gives by itself.
const STACK: usize = 256 << 20;

fn main() -> ExitCode {
    let worker = std::thread::Builder::new().stack_size(STACK).spawn(run);
    match worker.map(std::thread::JoinHandle::join) {
        Ok(Ok(code)) => code,
        // The panic has been reported where it happened.
        Ok(Err(_)) => ExitCode::from(101),
        Err(error) => {
            eprintln!("cannot start: {error}");
            ExitCode::from(2)
        }
    }
}

fn run() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            // Nothing is left to do if the message cannot be written either.
            let _ = error.print();
            return ExitCode::from(if error.use_stderr() { 2 } else { 0 });
        }
    };
    interrupt::install();
    let mut terminal = Terminal::new();
    let done = cli.command.run(&mut terminal).and_then(|done| {
        terminal.flush()?;
        Ok(done)
    });
    match done {
        Ok(done) => done.code(),
        Err(failure) => {
            // What has been printed so far comes before the error; if that fails, the error still counts.
            let _ = terminal.flush();
            failure.report()
        }
    }
}
