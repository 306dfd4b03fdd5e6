//! The machine: a program as a game for the solvers, and the questions people ask of it.

use super::engine::Engine;
use super::enumerate::AllPositions;
use super::error::{RunError, RunErrorKind};
use super::evaluate::Run;
use super::layout::{Layout, Position};
use super::measure::Measure;
use super::numbered::Wanted;
use super::read;
use super::ready::Ready;
use super::text_error::TextError;
use super::{scratch, walk};
use crate::program::{Ending, Expr, Kind, MOVER, Program, Register, Span, Start};
use std::sync::Arc;
use unmove_core::game::{Fault, Game, Known, Move, Payoff, Player};
use unmove_core::numbered::{Numbered, Scope};

/// A program that can be played, asked and solved. Clones share all of it.
#[derive(Clone, Debug)]
pub struct Machine {
    pub(crate) ready: Arc<Ready>,
    pub(super) measure: Option<Arc<Measure>>,
    pub(super) endless: Payoff,
    pub(super) engine: Engine,
}

/// A legal move with its name, as `take(3)`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedMove {
    /// The move's name in the rules, with the choices made.
    pub name: String,
    /// Where it leads.
    pub to: Move<Position>,
}

fn points(value: i64, at: Span) -> Result<Payoff, RunError> {
    i32::try_from(value)
        .map(Payoff)
        .map_err(|_| RunError::new(RunErrorKind::Points(value), at))
}

impl Machine {
    /// Makes a program ready to run. Fails if a variable can have no value, a declared start is out of
    /// range, or a declared symmetry does not keep the variables' cells.
    pub fn new(program: Program) -> Result<Self, RunError> {
        let endless = points(program.endless, Span::default())?;
        let ready = Ready::new(program)?;
        let measure = match ready.program.measure {
            Some(_) => None,
            None => Measure::find(&ready).map(Arc::new),
        };
        let machine = Self {
            ready: Arc::new(ready),
            measure,
            endless,
            engine: Engine::default(),
        };
        let program = &machine.ready.program;
        if let Some(initial) = &program.initial {
            machine.ready.check(initial)?;
        }
        if let Start::Positions(starts) = &program.start {
            for start in starts {
                machine.ready.check(start)?;
            }
        }
        Ok(machine)
    }

    /// The same machine with this engine to run its rules while it is solved.
    #[must_use]
    pub fn run_by(self, engine: Engine) -> Self {
        Self { engine, ..self }
    }

    /// The program.
    pub fn program(&self) -> &Program {
        &self.ready.program
    }

    /// How many positions there are, reachable or not; what is unordered counts once, symmetries
    /// are ignored. `u128::MAX` stands for all that is more.
    pub fn space(&self) -> u128 {
        self.ready.layout.space
    }

    /// All positions of the space, in order; of those alike under symmetries only one.
    pub fn all_positions(&self) -> AllPositions<'_> {
        AllPositions::new(&self.ready)
    }

    /// The state's registers at a position.
    pub fn registers(&self, position: &Position) -> Vec<i64> {
        let mut registers = self.ready.layout.template().to_vec();
        self.ready.layout.unpack(position, &mut registers);
        registers
    }

    /// The position of the state's registers, sorted as the rules say, but not folded. Fails if a value
    /// is out of range.
    pub fn position(&self, registers: &[i64]) -> Result<Position, RunError> {
        self.ready.check(registers)?;
        Ok(self.ready.sorted(&mut registers.to_vec()))
    }

    /// The game as people see it: its positions are not folded into classes under the symmetries, so
    /// that a board does not turn from move to move. Its solution is that of the machine, whose
    /// position for each of its own is [`Game::folded`].
    pub fn unfolded(&self) -> Unfolded<'_> {
        Unfolded(self)
    }

    /// The value of an expression at a position, with some registers set first. Registers beyond
    /// the program's own may be used.
    pub fn evaluate(
        &self,
        expr: &Expr,
        position: &Position,
        extra: &[(Register, i64)],
    ) -> Result<i64, RunError> {
        let least = extra
            .iter()
            .map(|&(register, _)| register as usize + 1)
            .fold(walk::registers(expr), usize::max);
        self.at(position, least, |run| {
            for &(register, value) in extra {
                run.registers[register as usize] = value;
            }
            run.value(expr)
        })
    }

    /// All legal moves with their names and where they lead, not folded, in the order of [`Game::moves`].
    pub fn named_moves(&self, position: &Position) -> Result<Vec<NamedMove>, RunError> {
        let mut moves = Vec::new();
        self.at(position, 0, |run| {
            run.folds = false;
            named(run, &mut moves)
        })?;
        Ok(moves)
    }

    /// A position in the words of the rules.
    pub fn text(&self, position: &Position) -> String {
        self.ready.text(&self.registers(position))
    }

    /// Reads a position, which is not folded; what is left out is as at the start.
    pub fn parse(&self, text: &str) -> Result<Position, TextError> {
        self.parse_from(text, self.default_registers())
    }

    /// Reads a position; what is left out is as in `default`, the state's registers.
    pub fn parse_from(&self, text: &str, default: Option<&[i64]>) -> Result<Position, TextError> {
        let mut registers = read::position(&self.ready, text, default)?;
        Ok(self.ready.sorted(&mut registers))
    }

    /// The registers of the usual start: the first one declared, else the initial values.
    pub fn default_registers(&self) -> Option<&[i64]> {
        let program = &self.ready.program;
        match &program.start {
            Start::Positions(starts) => starts.first().or(program.initial.as_ref()),
            Start::All(_) => program.initial.as_ref(),
        }
        .map(Vec::as_slice)
    }

    /// A value in the words of the rules; not for sets.
    pub fn value_text(&self, kind: &Kind, value: i64) -> String {
        read::value_text(&self.ready, kind, value)
    }

    /// Runs something at a position; errors name it.
    pub(super) fn at<T>(
        &self,
        position: &Position,
        least: usize,
        work: impl FnOnce(&mut Run<'_>) -> Result<T, RunError>,
    ) -> Result<T, RunError> {
        scratch::at(&self.ready, position, least, work)
            .map_err(|error| error.at_position(|| self.text(position)))
    }

    fn edges(&self, position: &Position, moves: &mut Vec<Move<Position>>) -> Result<(), RunError> {
        let before = moves.len();
        self.at(position, 0, |run| played(run, moves))?;
        self.symmetric_moves(position, &moves[before..])
    }

    fn ended(&self, position: &Position) -> Result<Option<Payoff>, RunError> {
        let payoff = self.at(position, 0, |run| first_ending(run, false))?;
        self.symmetric_ending(position, payoff, false)?;
        Ok(payoff)
    }

    fn stuck_payoff(&self, position: &Position) -> Result<Option<Payoff>, RunError> {
        let payoff = self.at(position, 0, |run| first_ending(run, true))?;
        self.symmetric_ending(position, payoff, true)?;
        Ok(payoff)
    }

    fn all_starts(&self, condition: Option<&Expr>) -> Result<Vec<Position>, RunError> {
        let mut starts = Vec::new();
        for position in self.all_positions() {
            let wanted = match condition {
                Some(condition) => self.starts_where(condition, &position)?,
                None => true,
            };
            if wanted {
                starts.push(position);
            }
        }
        Ok(starts)
    }

    /// Whether a condition for starts holds at a position or at one that it stands for.
    pub(crate) fn starts_where(
        &self,
        condition: &Expr,
        position: &Position,
    ) -> Result<bool, RunError> {
        if self.evaluate(condition, position, &[])? != 0 {
            return Ok(true);
        }
        let registers = self.registers(position);
        let mut image = registers.clone();
        for element in self.ready.group.elements() {
            element.image(&registers, &mut image);
            let other = self.ready.sorted(&mut image);
            if self.evaluate(condition, &other, &[])? != 0 {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn declared_starts(&self, starts: &[Vec<i64>]) -> Result<Vec<Position>, RunError> {
        let mut positions: Vec<Position> = Vec::with_capacity(starts.len());
        let mut seen = std::collections::HashSet::new();
        for start in starts {
            let position = self.folded(self.position(start)?);
            if seen.insert(position.clone()) {
                positions.push(position);
            }
        }
        Ok(positions)
    }
}

/// All legal moves of the position in the registers.
pub(super) fn played(run: &mut Run<'_>, moves: &mut Vec<Move<Position>>) -> Result<(), RunError> {
    run.moves(&mut |_, _, played| {
        moves.push(played);
        Ok(())
    })
}

/// All legal moves of the position in the registers, with their names.
pub(super) fn named(run: &mut Run<'_>, moves: &mut Vec<NamedMove>) -> Result<(), RunError> {
    run.moves(&mut |run, rule, to| {
        let name = run.move_name(rule);
        moves.push(NamedMove { name, to });
        Ok(())
    })
}

/// What the first end (or rule for who is stuck) whose condition holds pays.
pub(super) fn first_ending(run: &mut Run<'_>, stuck: bool) -> Result<Option<Payoff>, RunError> {
    let program = &run.ready.program;
    let endings: &[Ending] = if stuck { &program.stuck } else { &program.ends };
    for ending in endings {
        run.here = ending.at;
        if run.holds(&ending.condition)? {
            let payoff = run.value(&ending.payoff)?;
            return points(payoff, ending.at).map(Some);
        }
    }
    Ok(None)
}

impl Game for Machine {
    type Position = Position;

    fn starts(&self) -> Result<Vec<Position>, Fault> {
        Ok(match &self.ready.program.start {
            Start::Positions(starts) => self.declared_starts(starts)?,
            Start::All(condition) => self.all_starts(condition.as_ref())?,
        })
    }

    fn moves(&self, position: &Position, moves: &mut Vec<Move<Position>>) -> Result<(), Fault> {
        Ok(self.edges(position, moves)?)
    }

    fn end(&self, position: &Position) -> Result<Option<Payoff>, Fault> {
        if self.ready.program.ends.is_empty() {
            return Ok(None);
        }
        Ok(self.ended(position)?)
    }

    fn stuck(&self, position: &Position) -> Result<Payoff, Fault> {
        let default = if self.scored() {
            Payoff::DRAW
        } else {
            Payoff::LOSS
        };
        Ok(self.stuck_payoff(position)?.unwrap_or(default))
    }

    fn to_move(&self, position: &Position) -> Option<Player> {
        self.ready.program.players.as_ref()?;
        Some(match Layout::mover(position) {
            0 => Player::First,
            _ => Player::Second,
        })
    }

    fn endless(&self) -> Payoff {
        self.endless
    }

    fn scored(&self) -> bool {
        self.ready.program.scored
    }

    fn measure(&self, position: &Position) -> Result<Option<u64>, Fault> {
        Ok(self.measured(position)?)
    }

    fn folded(&self, position: Position) -> Position {
        if self.ready.group.is_trivial() {
            return position;
        }
        self.ready.canonical(&mut self.registers(&position))
    }

    fn facing(&self, position: &Position, player: Player) -> Option<Position> {
        self.ready.program.players.as_ref()?;
        let mut registers = self.registers(position);
        registers[MOVER as usize] = i64::from(player == Player::Second);
        Some(self.ready.canonical(&mut registers))
    }

    fn orbit(&self, position: &Position) -> u64 {
        if self.ready.group.is_trivial() {
            return 1;
        }
        let registers = self.registers(position);
        self.ready.group.orbit(&self.ready.layout, &registers)
    }

    fn numbered(&self, scope: Scope) -> Result<Arc<dyn Numbered<Position>>, String> {
        let wanted = Wanted {
            whole: scope == Scope::Whole,
            guesses_above: (scope == Scope::Guessed).then_some(0),
            ..Wanted::default()
        };
        Ok(Arc::new(self.numbered_by_rule(wanted)?))
    }

    fn known(&self) -> Known {
        let program = &self.ready.program;
        let mut symmetries: Vec<String> = program
            .symmetries
            .iter()
            .map(|symmetry| symmetry.name.clone())
            .collect();
        symmetries.dedup();
        Known {
            space: Some(self.space()),
            measure: self.measure_words().map(str::to_owned),
            symmetries,
            encoding: Some(format!("packed into {} bits", self.ready.layout.bits())),
        }
    }
}

/// The game of a [`Machine`] as people see it; see [`Machine::unfolded`].
#[derive(Clone, Copy, Debug)]
pub struct Unfolded<'m>(&'m Machine);

impl Game for Unfolded<'_> {
    type Position = Position;

    fn starts(&self) -> Result<Vec<Position>, Fault> {
        let machine = self.0;
        match &machine.ready.program.start {
            Start::Positions(starts) => Ok(starts
                .iter()
                .map(|start| machine.position(start))
                .collect::<Result<_, _>>()?),
            Start::All(_) => machine.starts(),
        }
    }

    fn moves(&self, position: &Position, moves: &mut Vec<Move<Position>>) -> Result<(), Fault> {
        Ok(self.0.at(position, 0, |run| {
            run.folds = false;
            played(run, moves)
        })?)
    }

    fn end(&self, position: &Position) -> Result<Option<Payoff>, Fault> {
        self.0.end(position)
    }

    fn stuck(&self, position: &Position) -> Result<Payoff, Fault> {
        self.0.stuck(position)
    }

    fn to_move(&self, position: &Position) -> Option<Player> {
        self.0.to_move(position)
    }

    fn endless(&self) -> Payoff {
        self.0.endless()
    }

    fn scored(&self) -> bool {
        self.0.scored()
    }

    fn folded(&self, position: Position) -> Position {
        self.0.folded(position)
    }

    fn facing(&self, position: &Position, player: Player) -> Option<Position> {
        self.0.facing(position, player)
    }
}
