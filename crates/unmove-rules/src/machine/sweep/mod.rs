//! A game for [`sweep`](unmove_core::sweep::sweep): one variable's values side by side in the bits
//! of a word, and the rules worked out for all of them at once.
//!
//! A variable will do if every move either leaves it alone, or moves it by itself: to a value that
//! depends on nothing but the value before and constants, or to one that is the same for all.
//! Everything else about a position, its *strip*, is what the rules are run on.

mod known;
mod steps;
mod sweeper;
mod tables;
#[cfg(test)]
mod tests;
mod truth;

use super::allowed::{Allowed, Values, live};
use super::layout::Position;
use super::machine::Machine;
use super::numbering::Numbering;
use crate::program::{Ending, Expr, Program, Register, Variable};
use known::Known;
use std::cell::Cell;
use std::sync::Arc;
use steps::{Step, Steps};
use tables::Tables;
use truth::{Truth, Writer};
use unmove_core::sweep::{Lanes, Map, Strips, Sweeper};

/// Lanes below which a strip is not worth the trouble.
const FEWEST: usize = 16;

/// Strips below which there is nothing to do at once.
const FEW: u64 = 64;

/// More values than a strip is made of.
const MOST: usize = 4096;

/// A game's positions in strips, with the rules written for whole strips.
#[derive(Debug)]
pub struct Sweeping {
    machine: Machine,
    numbering: Numbering,
    name: String,
    lane: Register,
    /// The bit and the value of each lane.
    values: Vec<(u32, i64)>,
    lanes: Lanes,
    maps: Vec<Map>,
    /// By the player to move.
    sides: Vec<Side>,
    registers: usize,
    slow: usize,
}

/// The rules as they are for one player.
#[derive(Debug)]
struct Side {
    moves: Vec<Step>,
    ends: Vec<End>,
    stuck: Vec<End>,
}

/// A condition, and what the game then pays.
#[derive(Debug)]
struct End {
    holds: Truth,
    pays: Expr,
    /// Whether it pays different lanes differently.
    differs: bool,
}

impl Sweeping {
    /// Finds the variable to put side by side. The reason in words where there is none.
    pub fn new(machine: &Machine) -> Result<Self, String> {
        let mut reason = "no variable has between 16 and 4096 values of its own".to_owned();
        let mut best: Option<Self> = None;
        Self::refused(machine)?;
        let program = machine.program();
        for (variable, allowed) in program.variables.iter().zip(&machine.ready.layout.allowed) {
            let count = allowed.values.count();
            let set = matches!(allowed.values, Values::Set { .. });
            if set || !(FEWEST as u128..=MOST as u128).contains(&count) {
                continue;
            }
            for register in live(variable) {
                match Self::along(machine, register) {
                    Ok(found) if found.slow > 0 => {
                        reason =
                            format!("not all rules can be told for all {} at once", found.name);
                    }
                    Ok(found) if found.strips() < FEW => {
                        reason = format!("beside {} there is little else", found.name);
                    }
                    Ok(found) => {
                        if best
                            .as_ref()
                            .is_none_or(|best| found.values.len() > best.values.len())
                        {
                            best = Some(found);
                        }
                    }
                    Err(why) => reason = format!("{}: {why}", variable.name),
                }
            }
        }
        best.ok_or(reason)
    }

    /// What no choice of a variable helps against.
    fn refused(machine: &Machine) -> Result<(), String> {
        let program = machine.program();
        let refused = if !machine.ready.group.is_trivial() {
            "positions are folded under symmetries"
        } else if program.scored {
            "positions have scores"
        } else if program.endless != 0 {
            "endless play is no draw"
        } else {
            return Ok(());
        };
        Err(refused.to_owned())
    }

    /// The game with this register's values side by side; conditions may have to be worked out lane by lane.
    fn along(machine: &Machine, lane: Register) -> Result<Self, String> {
        Self::refused(machine)?;
        let ready = &machine.ready;
        let program = &ready.program;
        let numbering = Numbering::ending_with(ready, lane)?;
        let holds = |(variable, _): &(&Variable, &Allowed)| live(variable).contains(&lane);
        let variables = program.variables.iter().zip(&ready.layout.allowed);
        let Some((variable, allowed)) = variables.clone().find(holds) else {
            return Err("no variable has that register".to_owned());
        };
        let values = lane_values(program, &allowed.values).ok_or("it has too many values")?;
        let strips = numbering.size / values.len() as u64;
        if strips >= u64::from(u32::MAX) {
            return Err("there are too many strips".to_owned());
        }
        let mut lanes = Lanes::new(values.iter().map(|lane| lane.0).collect());
        if let Values::Cell { board, .. } = &allowed.values {
            lanes.widen(program.boards[*board].words());
        }
        let mut sweeping = Self {
            machine: machine.clone(),
            numbering,
            name: variable.name.clone(),
            lane,
            values,
            lanes,
            maps: Vec::new(),
            sides: Vec::new(),
            registers: 0,
            slow: 0,
        };
        let free = Cell::new(program.registers);
        for mover in 0..if program.players.is_some() { 2 } else { 1 } {
            let side = sweeping.side(mover, &free)?;
            sweeping.slow += side.slow();
            sweeping.sides.push(side);
        }
        sweeping.registers = free.get() as usize;
        Ok(sweeping)
    }

    fn side(&mut self, mover: i64, free: &Cell<Register>) -> Result<Side, String> {
        let ready = &Arc::clone(&self.machine.ready);
        let program = &ready.program;
        let known = Known::new(program, self.lane, Some(mover));
        let mut maps = std::mem::take(&mut self.maps);
        let tables = Tables {
            ready,
            known: &known,
            lanes: &self.values,
            words: self.lanes.words(),
            free,
        };
        let mut moves = Vec::new();
        for rule in &program.moves {
            if rule.player.is_none_or(|player| i64::from(player) == mover) {
                moves.push(Steps::new(&tables, &known, &mut maps).rule(rule)?);
            }
        }
        let writer = Writer {
            tables: &tables,
            known: &known,
        };
        let ends = |ends: &[Ending]| {
            ends.iter()
                .map(|end| {
                    let pays = known.expr(ready, &end.payoff);
                    End {
                        holds: writer.truth(&known.expr(ready, &end.condition)),
                        differs: known.differs(&pays),
                        pays,
                    }
                })
                .collect()
        };
        let side = Side {
            moves,
            ends: ends(&program.ends),
            stuck: ends(&program.stuck),
        };
        self.maps = maps;
        Ok(side)
    }

    /// The numbers of the positions: those of a strip follow one another.
    pub(super) fn numbering(&self) -> &Numbering {
        &self.numbering
    }

    /// How many positions there are.
    pub fn size(&self) -> u64 {
        self.numbering.size
    }

    /// The number of a position of the space.
    pub fn number(&self, position: &Position) -> Option<u64> {
        self.numbering.rank(&self.machine.registers(position))
    }

    /// The position of a number below the size.
    pub fn position(&self, number: u64) -> Position {
        let ready = &self.machine.ready;
        let mut registers = ready.layout.template().to_vec();
        self.numbering.unrank(number, &mut registers);
        ready.sorted(&mut registers)
    }
}

/// The bit and the value of every lane: numbers from 0, cells by their number, `nowhere` behind them.
fn lane_values(program: &Program, values: &Values) -> Option<Vec<(u32, i64)>> {
    let count = u64::try_from(values.count()).ok()?;
    if count > MOST as u64 {
        return None;
    }
    (0..count)
        .map(|number| {
            let value = values.value(number);
            let bit = match values {
                Values::Range(..) => number as u32,
                Values::Cell { board, .. } => {
                    u32::try_from(value).unwrap_or(program.boards[*board].len() as u32)
                }
                Values::Set { .. } => return None,
            };
            Some((bit, value))
        })
        .collect()
}

impl Side {
    /// How many conditions have to be worked out lane by lane.
    fn slow(&self) -> usize {
        let ends = self.ends.iter().chain(&self.stuck);
        ends.map(|end| usize::from(end.holds.is_slow() || end.differs))
            .chain(self.moves.iter().map(slow_steps))
            .sum()
    }
}

fn slow_steps(step: &Step) -> usize {
    match step {
        Step::Check(truth, then) => usize::from(truth.is_slow()) + slow_steps(then),
        Step::Part(truth, then, other) => {
            usize::from(truth.is_slow()) + slow_steps(then) + slow_steps(other)
        }
        Step::Choose(_, choices) => choices.iter().map(|choice| slow_steps(&choice.1)).sum(),
        Step::Bind(_, _, then)
        | Step::Run(_, then)
        | Step::Send(_, _, then)
        | Step::SendInto(_, _, then)
        | Step::Gather(_, then) => slow_steps(then),
        Step::Land => 0,
    }
}

impl Strips for Sweeping {
    fn strips(&self) -> u64 {
        self.numbering.size / self.values.len() as u64
    }

    fn lanes(&self) -> &Lanes {
        &self.lanes
    }

    fn maps(&self) -> &[Map] {
        &self.maps
    }

    fn along(&self) -> &str {
        &self.name
    }

    fn sweeper(&self) -> Box<dyn Sweeper + '_> {
        Box::new(sweeper::Asking::new(self))
    }
}
