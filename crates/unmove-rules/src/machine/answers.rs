//! The interpreter's answers about positions that have numbers: quickly, on registers alone, and plainly, by the machine's game.

use super::error::RunError;
use super::evaluate::{MOST_STEPS, Run};
use super::layout::Position;
use super::machine::first_ending;
use super::numbered::Numbers;
use super::unmoves;
use crate::program::Start;
use unmove_core::game::{Fault, Game, Move, Payoff, Successor};
use unmove_core::numbered::{Link, Numbered, Outside, Row, Standing, Worker};

/// Leaves in `sources` the positions from which moves lead to the state in the registers. All of a class have the
/// same sources, as classes.
fn sources_of(numbers: &Numbers, state: &[i64], sources: &mut Vec<Link>) -> Result<(), Fault> {
    sources.clear();
    let ready = &numbers.machine.ready;
    let unmoves = numbers.taken_back().map_err(Fault::from)?;
    let found = unmoves::sources(ready, unmoves, state, MOST_STEPS, &mut |before, again| {
        // What has no number is not reached from the start.
        if let Some(number) = numbers.numbering.least(ready, before) {
            sources.push(Link::new(number, again));
        }
    });
    found.map_err(|error| error.at_position(|| ready.text(state)))?;
    if !unmoves.repeats {
        sources.sort_unstable();
        sources.dedup();
    }
    Ok(())
}

/// Answers on registers, numbers in and numbers out.
#[derive(Debug)]
pub(super) struct Quick<'n> {
    numbers: &'n Numbers,
    registers: Vec<i64>,
    saved: Vec<i64>,
}

impl<'n> Quick<'n> {
    pub(super) fn new(numbers: &'n Numbers) -> Self {
        let registers = numbers.machine.ready.program.registers as usize;
        Self {
            numbers,
            registers: vec![0; registers],
            saved: Vec::new(),
        }
    }

    fn state(&self) -> &[i64] {
        &self.registers[..self.numbers.machine.ready.program.state as usize]
    }

    /// Runs something on the registers; errors name the position that is in them at first.
    fn run<T>(
        &mut self,
        work: impl FnOnce(&mut Run<'_>, &Numbers) -> Result<T, RunError>,
    ) -> Result<T, RunError> {
        let ready = &self.numbers.machine.ready;
        let mut run = Run::new(ready, &mut self.registers, &mut self.saved);
        work(&mut run, self.numbers)
    }

    fn ending(&mut self, stuck: bool) -> Result<Option<Payoff>, RunError> {
        self.run(|run, _| first_ending(run, stuck))
    }

    /// Leaves the moves of the position in the registers in `row`; says whether all of them lead to a number.
    fn moves(&mut self, row: &mut Row) -> Result<bool, RunError> {
        let ready = &self.numbers.machine.ready;
        let scored = ready.program.scored;
        let mut run = Run::new(ready, &mut self.registers, &mut self.saved);
        run.numbering = Some(&self.numbers.numbering);
        let mut all = true;
        run.moves(&mut |run, _, played| {
            match run.number {
                Some(number) => row.links.push(Link::new(number, played.again)),
                None => all = false,
            }
            if scored {
                row.gains.push(played.gain);
            }
            Ok(())
        })?;
        Ok(all)
    }

    fn answer(&mut self, row: &mut Row) -> Result<Option<Standing>, RunError> {
        if let Some(payoff) = self.ending(false)? {
            return Ok(Some(Standing::Ended(payoff)));
        }
        if !self.moves(row)? {
            return Ok(None);
        }
        if row.links.is_empty() {
            let payoff = self.ending(true)?;
            let payoff = payoff.unwrap_or_else(|| self.numbers.stuck_by_default());
            return Ok(Some(Standing::Ended(payoff)));
        }
        Ok(Some(Standing::Open))
    }
}

impl Worker for Quick<'_> {
    fn row(&mut self, at: u64, row: &mut Row) -> Result<Standing, Fault> {
        row.clear();
        let numbers = self.numbers;
        let ready = &numbers.machine.ready;
        numbers.numbering.unrank(at, &mut self.registers);
        if !ready.group.is_trivial() && numbers.numbering.least(ready, self.state()) != Some(at) {
            return Ok(Standing::Nothing);
        }
        match self.answer(row) {
            Ok(Some(standing)) => Ok(standing),
            Ok(None) => Err(Outside.into()),
            Err(error) => {
                numbers.numbering.unrank(at, &mut self.registers);
                Err(error.at_position(|| ready.text(self.state())).into())
            }
        }
    }

    fn sources(&mut self, at: u64, sources: &mut Vec<Link>) -> Result<(), Fault> {
        self.numbers.numbering.unrank(at, &mut self.registers);
        sources_of(self.numbers, self.state(), sources)
    }

    fn is_root(&mut self, at: u64) -> Result<bool, Fault> {
        is_root(self.numbers, at)
    }

    fn orbit(&mut self, at: u64) -> u64 {
        let numbers = self.numbers;
        let ready = &numbers.machine.ready;
        if ready.group.is_trivial() {
            return 1;
        }
        numbers.numbering.unrank(at, &mut self.registers);
        ready.group.orbit(&ready.layout, self.state())
    }
}

fn is_root(numbers: &Numbers, at: u64) -> Result<bool, Fault> {
    if numbers.wanted.whole {
        return Ok(true);
    }
    let Some(position) = numbers.position(at) else {
        return Ok(false);
    };
    match &numbers.machine.ready.program.start {
        Start::All(None) => Ok(true),
        Start::All(Some(condition)) => Ok(numbers.machine.starts_where(condition, &position)?),
        Start::Positions(_) => {
            let starts = numbers.machine.starts()?;
            Ok(starts.iter().any(|start| numbers.number(start) == Some(at)))
        }
    }
}

/// Answers by way of the machine's game, which checks the symmetries where that is wanted.
#[derive(Debug)]
pub(super) struct Plain<'n> {
    numbers: &'n Numbers,
    moves: Vec<Move<Position>>,
}

impl<'n> Plain<'n> {
    pub(super) fn new(numbers: &'n Numbers) -> Self {
        Self {
            numbers,
            moves: Vec::new(),
        }
    }
}

impl Worker for Plain<'_> {
    fn row(&mut self, at: u64, row: &mut Row) -> Result<Standing, Fault> {
        row.clear();
        let numbers = self.numbers;
        let machine = &numbers.machine;
        let Some(position) = numbers.position(at) else {
            return Ok(Standing::Nothing);
        };
        if let Some(payoff) = machine.end(&position)? {
            return Ok(Standing::Ended(payoff));
        }
        self.moves.clear();
        machine.moves(&position, &mut self.moves)?;
        for played in &self.moves {
            let Successor::One(to) = &played.to else {
                return Err("a move splits the game into a sum".into());
            };
            let Some(number) = numbers.number(to) else {
                return Err(Outside.into());
            };
            row.links.push(Link::new(number, played.again));
            if machine.scored() {
                row.gains.push(played.gain);
            }
        }
        if row.links.is_empty() {
            return Ok(Standing::Ended(machine.stuck(&position)?));
        }
        Ok(Standing::Open)
    }

    fn sources(&mut self, at: u64, sources: &mut Vec<Link>) -> Result<(), Fault> {
        let mut state = self.numbers.machine.ready.layout.template().to_vec();
        self.numbers.numbering.unrank(at, &mut state);
        sources_of(self.numbers, &state, sources)
    }

    fn is_root(&mut self, at: u64) -> Result<bool, Fault> {
        is_root(self.numbers, at)
    }

    fn orbit(&mut self, at: u64) -> u64 {
        let position = self.numbers.position(at);
        position.map_or(1, |position| self.numbers.machine.orbit(&position))
    }
}
