//! The options that commands share, and the settings they come to.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use unmove::number::parse_bytes;
use unmove::{How, Loaded, Session, Setting};
use unmove_core::{Numbering, Options, Plan, Predecessors, Verify};
use unmove_rules::machine::{Engine, Position};

use crate::complaint::{self, Complaint};
use crate::failure::Failure;
use crate::terminal::Bar;

/// A rules file and its parameters.
#[derive(Args, Debug)]
pub struct GameArgs {
    /// The rules: a .game file
    pub file: PathBuf,

    #[command(flatten)]
    pub set: SetArgs,

    #[command(flatten)]
    pub solving: SolvingArgs,
}

/// Parameters.
#[derive(Args, Debug)]
pub struct SetArgs {
    /// Set a parameter of the game; a list is written '[4, 7]', a set '{1, 3}', a map as a path
    #[arg(long = "set", value_name = "NAME=VALUE", value_parser = parse_setting)]
    pub settings: Vec<Setting>,
}

/// How to solve.
#[derive(Args, Debug)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a switch on the command line"
)]
pub struct SolvingArgs {
    /// The most memory to use, as in 500MB or 2GiB [default: three quarters of what is available]
    #[arg(long, value_name = "SIZE", value_parser = parse_bytes)]
    pub memory: Option<u64>,

    /// Check every value by its certificate [default: below 10 million positions]
    #[arg(long, overrides_with = "no_verify")]
    pub verify: bool,

    /// Do not check the values
    #[arg(long, overrides_with = "verify")]
    pub no_verify: bool,

    /// Solve the whole space of positions rather than what the start reaches
    #[arg(long)]
    pub all: bool,

    /// How many threads to use [default: one for each core]
    #[arg(long, value_name = "COUNT", value_parser = clap::value_parser!(u16).range(1..))]
    pub threads: Option<u16>,

    /// What runs the rules: native (compiled code) or interpreter (the reference) [default: native]
    #[arg(long, value_enum, value_name = "WAY", hide_possible_values = true)]
    pub engine: Option<EngineArg>,

    /// How positions are numbered: dense (by a rule) or reached (as play reaches them) [default: what
    /// suits the game]
    #[arg(long, value_enum, value_name = "WAY", hide_possible_values = true)]
    pub numbering: Option<NumberingArg>,

    /// How predecessors are found: derived (moves are taken back), stored, or passes (all moves are
    /// looked at again, level after level) [default: what suits the game]
    #[arg(long, value_enum, value_name = "WAY", hide_possible_values = true)]
    pub predecessors: Option<PredecessorsArg>,

    /// Say nothing on standard error but errors
    #[arg(long, short)]
    pub quiet: bool,

    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// What runs the rules.
#[derive(ValueEnum, Clone, Copy, Debug)]
pub enum EngineArg {
    /// A walk over the rules: slow, and the reference
    Interpreter,
    /// Machine code, where the processor is one that it can be made for
    Native,
}

impl EngineArg {
    fn engine(self) -> Engine {
        match self {
            Self::Interpreter => Engine::Interpreter,
            Self::Native => Engine::Native,
        }
    }
}

/// How positions are numbered.
#[derive(ValueEnum, Clone, Copy, Debug)]
pub enum NumberingArg {
    /// By a rule, with nothing stored but values
    Dense,
    /// As they are reached, with their moves stored
    Reached,
}

impl NumberingArg {
    fn numbering(self) -> Numbering {
        match self {
            Self::Dense => Numbering::Dense,
            Self::Reached => Numbering::Reached,
        }
    }
}

/// How predecessors are found.
#[derive(ValueEnum, Clone, Copy, Debug)]
pub enum PredecessorsArg {
    /// Worked out from the moves' effects
    Derived,
    /// Stored, a move at a time
    Stored,
    /// Not at all: all moves are looked at again, level after level
    Passes,
}

impl PredecessorsArg {
    fn predecessors(self) -> Predecessors {
        match self {
            Self::Derived => Predecessors::Derived,
            Self::Stored => Predecessors::Stored,
            Self::Passes => Predecessors::Passes,
        }
    }
}

/// Reads `name=value`.
fn parse_setting(text: &str) -> Result<Setting, String> {
    match text.split_once('=') {
        Some((name, value)) if !name.trim().is_empty() => {
            Ok((name.trim().to_owned(), value.trim().to_owned()))
        }
        _ => Err("write NAME=VALUE, as in limit=21".to_owned()),
    }
}

impl SolvingArgs {
    /// The settings that the options come to on this machine.
    pub fn how(&self) -> How {
        let verify = match (self.verify, self.no_verify) {
            (true, _) => Verify::Always,
            (false, true) => Verify::Never,
            (false, false) => Options::<()>::default().verify,
        };
        How {
            memory: self.memory.unwrap_or_else(available),
            verify,
            all: self.all,
            threads: self.threads.map_or(0, usize::from),
            engine: self.engine.map_or(Engine::default(), EngineArg::engine),
            numbering: self.numbering.map(NumberingArg::numbering),
            predecessors: self.predecessors.map(PredecessorsArg::predecessors),
        }
    }
}

/// Three quarters of the memory that is available, to the machine or to the container we run in.
fn available() -> u64 {
    let otherwise = Options::<()>::default().memory;
    let Ok(mut system) = sysinfo::System::new() else {
        return otherwise;
    };
    system.refresh_memory();
    let container = system
        .cgroup_limits()
        .map_or(u64::MAX, |limits| limits.free_memory);
    match system.available_memory().min(container) / 4 * 3 {
        0 => otherwise,
        memory => memory,
    }
}

impl GameArgs {
    /// Reads and compiles the rules; warnings go to standard error.
    pub fn load(&self) -> Result<Loaded, Failure> {
        let loaded = Loaded::open(&self.file, &self.set.settings)
            .map_err(|error| Failure::loading(&error))?;
        if !self.solving.quiet {
            warn(&loaded);
        }
        Ok(loaded)
    }

    /// Solves the game.
    pub fn solve<'a>(
        &self,
        loaded: &'a Loaded,
        on_plan: &mut dyn FnMut(&Plan),
    ) -> Result<Session<'a>, Failure> {
        let bar = Bar::new(self.solving.quiet);
        Session::solve(loaded, self.solving.how(), &bar, on_plan)
            .map_err(|error| Failure::of(error, loaded))
    }

    /// Sees to it that positions can be asked about.
    pub fn cover(&self, session: &mut Session<'_>, positions: &[Position]) -> Result<(), Failure> {
        let bar = Bar::new(self.solving.quiet);
        let loaded = session.loaded();
        session
            .cover(positions, &bar)
            .map_err(|error| Failure::of(error, loaded))
    }
}

/// The position written, or else the start.
pub fn place(loaded: &Loaded, at: Option<&str>) -> Result<Option<Position>, Failure> {
    match at {
        Some(text) => loaded
            .position(text)
            .map(Some)
            .map_err(|error| Failure::of(error, loaded)),
        None => Ok(loaded.start()),
    }
}

/// The same, where there must be one.
pub fn one_place(loaded: &Loaded, at: Option<&str>) -> Result<Position, Failure> {
    place(loaded, at)?.ok_or_else(|| {
        Failure::Input(vec![Complaint::new("the game has no one start").help(
            Some("name a position with --at, as in --at 'x=3 y=5'".to_owned()),
        )])
    })
}

/// Shows the warnings about rules.
pub fn warn(loaded: &Loaded) {
    for warning in &loaded.rules.warnings {
        complaint::show(&Complaint::in_rules(
            warning,
            &loaded.source,
            &loaded.settings,
        ));
    }
}
