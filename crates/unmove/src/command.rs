//! The verbs of the command line, a file each.

mod check;
mod classic;
mod graph;
mod moves;
mod play;
mod solve;
mod sum;
mod table;
mod wish;

use clap::{Parser, Subcommand};

use crate::failure::{Done, Failure};
use crate::terminal::Terminal;

/// Solves finite two-player games of perfect information.
///
/// Write the rules of a game in a `.game` file; Unmove plays every position backwards from the end and
/// tells who wins, how fast, with which move, and checks each of its own answers.
#[derive(Parser, Debug)]
#[command(name = "unmove", version, after_help = EXAMPLE, arg_required_else_help = true)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,
}

const EXAMPLE: &str = "\
Rules in four lines, in subtract.game:
  game subtract(limit = 100, takes = {1, 3, 4})
  state stones: 0..limit = limit
  move take(k in takes) if k <= stones: stones -= k
  expect losing stones in 0..30 = {0, 2, 7, 9, 14, 16, 21, 23, 28, 30}

Then:
  unmove solve subtract.game                       who wins, and how
  unmove moves subtract.game --at stones=17        what each move is worth
  unmove table subtract.game --over stones=0..30   all positions at a glance
  unmove check subtract.game                       does what is expected hold?

Exit codes: 0 done, 1 a fact does not hold, 2 bad input, 130 stopped by Ctrl-C.";

/// A verb.
#[derive(Subcommand, Debug)]
pub enum Command {
    Solve(solve::SolveArgs),
    Moves(moves::MovesArgs),
    Table(table::TableArgs),
    Play(play::PlayArgs),
    Check(check::CheckArgs),
    Graph(graph::GraphArgs),
    Sum(sum::SumArgs),
    Classic(classic::ClassicArgs),
}

impl Command {
    /// Does it.
    pub fn run(self, terminal: &mut Terminal) -> Result<Done, Failure> {
        match self {
            Self::Solve(args) => solve::run(&args, terminal),
            Self::Moves(args) => moves::run(&args, terminal),
            Self::Table(args) => table::run(&args, terminal),
            Self::Play(args) => play::run(&args, terminal),
            Self::Check(args) => check::run(&args, terminal),
            Self::Graph(args) => graph::run(&args, terminal),
            Self::Sum(args) => sum::run(&args, terminal),
            Self::Classic(args) => classic::run(&args, terminal),
        }
    }
}
