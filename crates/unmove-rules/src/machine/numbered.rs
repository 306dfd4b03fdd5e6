//! A machine's game with its positions numbered by a rule, for the solvers that keep no table of positions.

use super::answers::{Plain, Quick};
use super::engine::Engine;
use super::layout::Position;
use super::machine::Machine;
use super::numbering::Numbering;
use super::sweep::Sweeping;
use super::toil::toil;
use super::unmoves::Unmoves;
use crate::native::{Native, Runner};
use crate::program::{Effect, Start};
use std::ops::Range;
use std::sync::OnceLock;
use unmove_core::game::{Fault, Game, Payoff};
use unmove_core::numbered::{
    Codec, Link, Numbered, Outside, Roots, Row, Standing, Tally, Toil, Worker,
};
use unmove_core::sweep::Strips;

/// How a machine's positions are to be numbered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wanted {
    /// The game starts at every position of the space, whatever the rules say.
    pub whole: bool,
    /// If whatever can be numbers more than this, the numbering leaves out what random play from the start has met nothing like.
    /// A move that leads there all the same fails with [`Outside`](unmove_core::Outside), and all begins again without guesses (`None`).
    pub guesses_above: Option<u64>,
    /// Whether declared symmetries are checked at every position that is asked for.
    pub checks_symmetries: bool,
}

impl Default for Wanted {
    fn default() -> Self {
        Self {
            whole: false,
            guesses_above: Some(1 << 14),
            checks_symmetries: true,
        }
    }
}

/// A machine's game by numbers.
#[derive(Debug)]
pub struct Numbers {
    pub(super) machine: Machine,
    pub(super) numbering: Numbering,
    pub(super) wanted: Wanted,
    /// The positions in strips, where the rules can be run for many at once.
    strips: Option<Sweeping>,
    /// How moves are taken back, or why they are not, as a clause; once somebody has asked.
    unmoves: OnceLock<Result<Unmoves, String>>,
    /// Machine code for the questions that are asked most, or why there is none; once somebody has asked.
    native: OnceLock<Result<Native, String>>,
}

impl Machine {
    /// The game with its positions numbered by a rule; the reason in words where that cannot be done.
    pub fn numbered_by_rule(&self, wanted: Wanted) -> Result<Numbers, String> {
        Numbers::new(self.clone(), wanted)
    }
}

fn splits(effects: &[Effect]) -> bool {
    effects.iter().any(|effect| match effect {
        Effect::Become(components) => {
            components.len() != 1 || components.iter().any(|effects| splits(effects))
        }
        Effect::If(_, then, other) => splits(then) || splits(other),
        Effect::For(_, _, body) => splits(body),
        _ => false,
    })
}

impl Numbers {
    fn new(machine: Machine, wanted: Wanted) -> Result<Self, String> {
        let program = &machine.ready.program;
        if program.moves.iter().any(|rule| splits(&rule.effects)) {
            return Err("moves split the game into sums".to_owned());
        }
        let strips = if wanted.whole && machine.engine == Engine::Native {
            Sweeping::new(&machine).ok()
        } else {
            None
        };
        let numbering = match wanted.guesses_above {
            _ if let Some(strips) = &strips => strips.numbering().clone(),
            Some(bound) if !wanted.whole => Numbering::compact(&machine.ready, bound)?,
            _ => Numbering::new(&machine.ready)?,
        };
        Ok(Self {
            machine,
            numbering,
            wanted,
            strips,
            unmoves: OnceLock::new(),
            native: OnceLock::new(),
        })
    }

    /// How moves are taken back, or why they are not, as a clause.
    pub(crate) fn taken_back(&self) -> Result<&Unmoves, String> {
        let derive = || Unmoves::derive(&self.machine.ready);
        self.unmoves
            .get_or_init(derive)
            .as_ref()
            .map_err(Clone::clone)
    }

    /// Machine code, or why there is none, as a clause.
    fn native(&self) -> Result<&Native, String> {
        let compile = || match self.machine.engine {
            Engine::Interpreter => Err("as was asked for".to_owned()),
            Engine::Native => {
                let unmoves = self.taken_back().ok();
                Native::compile(&self.machine.ready, &self.numbering, unmoves)
                    .map_err(|unsupported| format!("since {}", unsupported.0))
            }
        };
        self.native
            .get_or_init(compile)
            .as_ref()
            .map_err(Clone::clone)
    }

    /// Whether the game starts wherever a condition holds, or anywhere.
    fn starts_anywhere(&self) -> bool {
        self.wanted.whole || matches!(self.machine.ready.program.start, Start::All(_))
    }

    /// What someone who cannot move gets where no rule says it.
    pub(super) fn stuck_by_default(&self) -> Payoff {
        if self.machine.scored() {
            Payoff::DRAW
        } else {
            Payoff::LOSS
        }
    }
}

impl Numbered<Position> for Numbers {
    fn size(&self) -> u64 {
        self.numbering.size
    }

    fn number(&self, position: &Position) -> Option<u64> {
        let registers = self.machine.registers(position);
        self.numbering.least(&self.machine.ready, &registers)
    }

    fn position(&self, number: u64) -> Option<Position> {
        if number >= self.numbering.size {
            return None;
        }
        let ready = &self.machine.ready;
        let mut registers = ready.layout.template().to_vec();
        self.numbering.unrank(number, &mut registers);
        let stands = self.numbering.least(ready, &registers) == Some(number);
        // The one that people's questions are asked of, which need not be the one that is numbered.
        stands.then(|| self.machine.folded(ready.layout.pack(&registers)))
    }

    fn roots(&self) -> Result<Roots, Fault> {
        if self.starts_anywhere() {
            return Ok(Roots::Where);
        }
        let mut numbers = Vec::new();
        for position in self.machine.starts()? {
            match self.number(&position) {
                Some(number) => numbers.push(number),
                None => return Err(Outside.into()),
            }
        }
        Ok(Roots::Listed(numbers))
    }

    fn impartial(&self) -> bool {
        self.machine.ready.program.players.is_none()
    }

    fn scored(&self) -> bool {
        self.machine.ready.program.scored
    }

    fn endless(&self) -> Payoff {
        self.machine.endless
    }

    fn unmoves(&self) -> Result<(), String> {
        self.taken_back().map(|_| ())
    }

    fn repeats(&self) -> bool {
        self.taken_back().is_ok_and(|unmoves| unmoves.repeats)
    }

    fn toil(&self, sample: &[u64]) -> Option<Toil> {
        toil(self, sample)
    }

    fn encoding(&self) -> String {
        self.numbering.words(&self.machine.ready)
    }

    fn assumed(&self) -> Option<String> {
        self.numbering.assumed()
    }

    fn strips(&self) -> Option<&dyn Strips> {
        let strips = self.strips.as_ref()?;
        Some(strips)
    }

    fn symmetries(&self) -> u64 {
        1 + self.machine.ready.group.elements().len() as u64
    }

    fn engine(&self) -> String {
        match self.native() {
            Ok(_) => "the rules are compiled to machine code".to_owned(),
            Err(reason) => format!("the rules are interpreted, {reason}"),
        }
    }

    fn worker(&self) -> Box<dyn Worker + '_> {
        let checks = self.wanted.checks_symmetries && !self.machine.ready.group.is_trivial();
        match self.native() {
            Ok(native) => Box::new(Compiled {
                runner: native.runner(),
                quick: Quick::new(self),
                plain: checks.then(|| Plain::new(self)),
                asked: 0,
                repeats: self.repeats(),
                whole: self.wanted.whole,
            }),
            Err(_) if checks => Box::new(Plain::new(self)),
            Err(_) => Box::new(Quick::new(self)),
        }
    }

    fn referee(&self) -> Box<dyn Worker + '_> {
        Box::new(Plain::new(self))
    }
}

/// How many rows compiled code gives before symmetries are looked at only now and then.
const CHECKED_AT_FIRST: u32 = 512;

/// Of how many later rows one has its symmetries checked: a prime, so that no pattern of the numbering hides a fault.
const CHECKED_LATER: u32 = 1021;

/// Machine code, and the interpreter for what it leaves.
struct Compiled<'n> {
    runner: Runner<'n>,
    quick: Quick<'n>,
    /// Checks the declared symmetries; the verifier does so at every position.
    plain: Option<Plain<'n>>,
    asked: u32,
    /// Whether a predecessor is named as often as its moves lead here.
    repeats: bool,
    /// Whether the game starts everywhere.
    whole: bool,
}

impl Worker for Compiled<'_> {
    fn row(&mut self, at: u64, row: &mut Row) -> Result<Standing, Fault> {
        if let Some(plain) = &mut self.plain {
            self.asked = self.asked.wrapping_add(1);
            if self.asked < CHECKED_AT_FIRST || self.asked.is_multiple_of(CHECKED_LATER) {
                return plain.row(at, row);
            }
        }
        match self.runner.row(at, row) {
            Some(standing) => Ok(standing),
            None => self.quick.row(at, row),
        }
    }

    fn moves(&mut self, at: u64, row: &mut Row) -> Result<Standing, Fault> {
        match self.runner.moves(at, row) {
            Some(standing) => Ok(standing),
            None => self.quick.row(at, row),
        }
    }

    fn sources(&mut self, at: u64, sources: &mut Vec<Link>) -> Result<(), Fault> {
        if self.runner.sources(at, sources).is_none() {
            return self.quick.sources(at, sources);
        }
        if !self.repeats {
            sources.sort_unstable();
            sources.dedup();
        }
        Ok(())
    }

    fn is_root(&mut self, at: u64) -> Result<bool, Fault> {
        if self.whole {
            return Ok(true);
        }
        match self.runner.is_root(at) {
            Some(root) => Ok(root),
            None => self.quick.is_root(at),
        }
    }

    fn orbit(&mut self, at: u64) -> u64 {
        match self.runner.orbit(at) {
            Some(orbit) => orbit,
            None => self.quick.orbit(at),
        }
    }

    fn open_range(&mut self, range: Range<u64>, cells: &mut [u8], tally: &mut Tally) -> bool {
        self.runner.open_range(range, cells, tally)
    }

    fn settle_range(
        &mut self,
        range: Range<u64>,
        falling: bool,
        codec: Codec,
        cells: &mut [u8],
        width: usize,
    ) -> u64 {
        self.runner
            .settle_range(range, falling, codec, cells, width)
    }

    fn grundy_range(
        &mut self,
        range: Range<u64>,
        falling: bool,
        most: u32,
        cells: &[u8],
        values: &mut [u32],
    ) -> u64 {
        self.runner
            .grundy_range(range, falling, most, cells, values)
    }
}
