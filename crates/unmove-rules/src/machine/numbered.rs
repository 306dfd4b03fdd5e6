//! A machine's game with its positions numbered by a rule, for the solvers that keep no table of positions.

use super::answers::{Plain, Quick, Unmoving};
use super::layout::Position;
use super::machine::Machine;
use super::numbering::Numbering;
use crate::program::{Effect, Start};
use std::fmt;
use unmove_core::game::{Fault, Game, Payoff};
use unmove_core::numbered::{Numbered, Outside, Roots, Row, Standing, Worker};

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

/// A compiler's code for the questions that are asked most.
///
/// Every answer may be `None`; the interpreter is asked then. So code may give up wherever it fails, and messages are the
/// interpreter's.
pub(crate) trait Native: fmt::Debug + Send + Sync {
    /// Somebody to ask: every thread has its own.
    fn worker(&self) -> Box<dyn NativeWorker + '_>;
}

/// Answers of a compiler's code, as those of a [`Worker`].
pub(crate) trait NativeWorker {
    /// What a number stands for, and its moves.
    fn row(&mut self, at: u64, row: &mut Row) -> Option<Standing>;

    /// From where a move leads here; `None` also where the code does not know how.
    fn sources(&mut self, at: u64, sources: &mut Vec<unmove_core::numbered::Link>) -> Option<()>;
}

/// A machine's game by numbers.
#[derive(Debug)]
pub struct Numbers {
    pub(super) machine: Machine,
    pub(super) numbering: Numbering,
    pub(super) wanted: Wanted,
    /// How predecessors are found, or why they are not, as a clause.
    pub(super) unmoving: Result<Unmoving, String>,
    native: Option<Box<dyn Native>>,
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
        let numbering = match wanted.guesses_above {
            Some(bound) if !wanted.whole => Numbering::compact(&machine.ready, bound)?,
            _ => Numbering::new(&machine.ready)?,
        };
        Ok(Self {
            unmoving: Unmoving::new(&machine),
            machine,
            numbering,
            wanted,
            native: None,
        })
    }

    /// The rule of the numbering, for a compiler.
    #[allow(dead_code, reason = "asked for by compilers only")]
    pub(crate) fn numbering(&self) -> &Numbering {
        &self.numbering
    }

    /// Lets a compiler's code answer what it can.
    #[allow(dead_code, reason = "used by compilers only")]
    pub(crate) fn accelerate(&mut self, native: Box<dyn Native>) {
        self.native = Some(native);
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
        self.unmoving.as_ref().map(|_| ()).map_err(Clone::clone)
    }

    fn repeats(&self) -> bool {
        self.unmoving.as_ref().is_ok_and(Unmoving::repeats)
    }

    fn encoding(&self) -> String {
        self.numbering.words(&self.machine.ready)
    }

    fn worker(&self) -> Box<dyn Worker + '_> {
        let checks = self.wanted.checks_symmetries && !self.machine.ready.group.is_trivial();
        if checks {
            return Box::new(Plain::new(self));
        }
        let quick = Quick::new(self);
        match &self.native {
            Some(native) => Box::new(Accelerated {
                native: native.worker(),
                quick,
            }),
            None => Box::new(quick),
        }
    }

    fn referee(&self) -> Box<dyn Worker + '_> {
        Box::new(Plain::new(self))
    }
}

/// A compiler's code, and the interpreter for what it leaves.
struct Accelerated<'n> {
    native: Box<dyn NativeWorker + 'n>,
    quick: Quick<'n>,
}

impl Worker for Accelerated<'_> {
    fn row(&mut self, at: u64, row: &mut Row) -> Result<Standing, Fault> {
        match self.native.row(at, row) {
            Some(standing) => Ok(standing),
            None => self.quick.row(at, row),
        }
    }

    fn sources(
        &mut self,
        at: u64,
        sources: &mut Vec<unmove_core::numbered::Link>,
    ) -> Result<(), Fault> {
        match self.native.sources(at, sources) {
            Some(()) => Ok(()),
            None => self.quick.sources(at, sources),
        }
    }

    fn is_root(&mut self, at: u64) -> Result<bool, Fault> {
        self.quick.is_root(at)
    }

    fn orbit(&mut self, at: u64) -> u64 {
        self.quick.orbit(at)
    }
}
