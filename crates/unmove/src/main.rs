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

fn main() -> ExitCode {
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
