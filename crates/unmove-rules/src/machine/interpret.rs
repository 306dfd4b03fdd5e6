//! Moves: parameters bound one after the other, then the effects, each on registers that come back.

use super::allowed::{Words, has};
use super::error::{RunError, RunErrorKind};
use super::evaluate::Run;
use super::layout::Position;
use crate::program::{Domain, Effect, Expr, MOVER, MoveRule, NOWHERE, Span};
use smallvec::SmallVec;
use unmove_core::game::{Move, Successor};

/// What is done with each legal move; the parameters' locals hold the choices.
pub(super) type Sink<'s, 'a> =
    &'s mut dyn FnMut(&Run<'a>, &MoveRule, Move<Position>) -> Result<(), RunError>;

/// How effects end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Flow {
    /// The next effect runs.
    On,
    /// The move is not legal after all.
    Illegal,
    /// The game has become a sum.
    Sum,
}

impl<'a> Run<'a> {
    /// Visits every legal move of the position in the registers, in order.
    pub(super) fn moves(&mut self, sink: Sink<'_, 'a>) -> Result<(), RunError> {
        let program = &self.ready.program;
        let mover = self.registers[MOVER as usize];
        for rule in &program.moves {
            if rule.player.is_some_and(|player| i64::from(player) != mover) {
                continue;
            }
            self.here = rule.at;
            self.bound = 0;
            if let Err(error) = self.rule(rule, sink) {
                return Err(error.in_move(|| self.move_name(rule)));
            }
        }
        Ok(())
    }

    fn rule(&mut self, rule: &MoveRule, sink: Sink<'_, 'a>) -> Result<(), RunError> {
        if self.all_hold(&rule.conditions)? {
            self.bind(rule, 0, sink)?;
        }
        Ok(())
    }

    pub(super) fn all_hold(&mut self, conditions: &[Expr]) -> Result<bool, RunError> {
        for condition in conditions {
            if !self.holds(condition)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn bind(&mut self, rule: &MoveRule, depth: usize, sink: Sink<'_, 'a>) -> Result<(), RunError> {
        self.bound = depth;
        let Some(parameter) = rule.parameters.get(depth) else {
            return self.play(rule, sink);
        };
        let local = parameter.local as usize;
        self.each(&parameter.domain, &mut |run, element| {
            run.registers[local] = element;
            run.bound = depth + 1;
            if run.all_hold(&parameter.conditions)? {
                run.bind(rule, depth + 1, sink)?;
            }
            run.bound = depth;
            Ok(true)
        })?;
        Ok(())
    }

    /// Runs the effects and hands the move on, if it is legal; the registers are as before afterwards.
    fn play(&mut self, rule: &MoveRule, sink: Sink<'_, 'a>) -> Result<(), RunError> {
        self.gain = 0;
        self.again = false;
        self.components.clear();
        let base = self.save();
        let played = self
            .effects(&rule.effects)
            .and_then(|flow| self.result(flow));
        self.restore(base);
        self.here = rule.at;
        match played? {
            Some(played) => sink(self, rule, played),
            None => Ok(()),
        }
    }

    pub(super) fn save(&mut self) -> usize {
        let base = self.saved.len();
        self.saved.extend_from_slice(self.registers);
        base
    }

    pub(super) fn restore(&mut self, base: usize) {
        self.registers.copy_from_slice(&self.saved[base..]);
        self.saved.truncate(base);
    }

    fn result(&mut self, flow: Flow) -> Result<Option<Move<Position>>, RunError> {
        let to = match flow {
            Flow::Illegal => return Ok(None),
            Flow::On => Successor::One(self.successor()),
            Flow::Sum => {
                let mut components = std::mem::take(&mut self.components);
                match components.len() {
                    1 => Successor::One(components.remove(0)),
                    _ => Successor::Sum(components),
                }
            }
        };
        let Ok(gain) = i32::try_from(self.gain) else {
            return self.error(RunErrorKind::Points(self.gain));
        };
        Ok(Some(Move {
            to,
            again: self.again,
            gain,
        }))
    }

    /// The position in the registers, the turn passed on.
    pub(super) fn successor(&mut self) -> Position {
        if self.ready.program.players.is_some() && !self.again {
            self.registers[MOVER as usize] ^= 1;
        }
        if let Some(numbering) = self.numbering {
            let state = self.ready.program.state as usize;
            self.ready.layout.sort(&mut self.registers[..state]);
            self.number = numbering.least(self.ready, &self.registers[..state]);
            return Position::unsaid();
        }
        if self.folds {
            self.ready.canonical(self.registers)
        } else {
            self.ready.sorted(self.registers)
        }
    }

    pub(super) fn effects(&mut self, effects: &[Effect]) -> Result<Flow, RunError> {
        for effect in effects {
            let flow = self.effect(effect)?;
            if flow != Flow::On {
                return Ok(flow);
            }
        }
        Ok(Flow::On)
    }

    pub(super) fn effect(&mut self, effect: &Effect) -> Result<Flow, RunError> {
        match effect {
            Effect::Assign {
                variable,
                value,
                at,
            } => {
                self.here = *at;
                let value = self.value(value)?;
                let register = self.ready.program.variables[*variable].register as usize;
                self.assign(*variable, register, value, *at)?;
            }
            Effect::AssignElement {
                variable,
                index,
                value,
                at,
            } => {
                self.here = *at;
                let index = self.value(index)?;
                let value = self.value(value)?;
                let register = self.element(*variable, index, *at)?;
                self.assign(*variable, register, value, *at)?;
            }
            Effect::AssignSet { variable, set, at } => {
                self.here = *at;
                let words = self.set(set)?;
                self.assign_set(*variable, &words, *at)?;
            }
            Effect::MovePiece {
                variable,
                piece,
                to,
                at,
            } => {
                self.here = *at;
                let to = self.value(to)?;
                self.move_piece(*variable, *piece as usize, to, *at)?;
            }
            Effect::Gain(points, at) => {
                self.here = *at;
                let points = self.value(points)?;
                let Some(gain) = self.gain.checked_add(points) else {
                    return self.error(RunErrorKind::Overflow);
                };
                self.gain = gain;
            }
            Effect::Again => self.again = true,
            Effect::Become(components) => return self.split(components),
            Effect::Let(local, value) => self.registers[*local as usize] = self.value(value)?,
            Effect::LetSet(local, set) => {
                let words = self.set(set)?;
                for (register, word) in (*local as usize..).zip(&words) {
                    self.registers[register] = *word as i64;
                }
            }
            Effect::If(condition, then, other) => {
                let branch = if self.holds(condition)? { then } else { other };
                return self.effects(branch);
            }
            Effect::For(local, domain, body) => return self.repeat(*local as usize, domain, body),
            Effect::Require(condition) => {
                if !self.holds(condition)? {
                    return Ok(Flow::Illegal);
                }
            }
        }
        Ok(Flow::On)
    }

    fn repeat(&mut self, local: usize, domain: &Domain, body: &[Effect]) -> Result<Flow, RunError> {
        let mut elements: SmallVec<[i64; 16]> = SmallVec::new();
        self.each(domain, &mut |_, element| {
            elements.push(element);
            Ok(true)
        })?;
        for element in elements {
            self.registers[local] = element;
            let flow = self.effects(body)?;
            if flow != Flow::On {
                return Ok(flow);
            }
        }
        Ok(Flow::On)
    }

    fn split(&mut self, components: &[Vec<Effect>]) -> Result<Flow, RunError> {
        if self.ready.program.players.is_some() {
            return self.error(RunErrorKind::SumWithPlayers);
        }
        for component in components {
            let base = self.save();
            let flow = self.effects(component);
            if matches!(flow, Ok(Flow::On)) {
                let position = self.successor();
                self.components.push(position);
            }
            self.restore(base);
            if flow? == Flow::Illegal {
                return Ok(Flow::Illegal);
            }
        }
        Ok(Flow::Sum)
    }

    fn assign(
        &mut self,
        variable: usize,
        register: usize,
        value: i64,
        at: Span,
    ) -> Result<(), RunError> {
        if self.ready.layout.allowed[variable].values.allows(value) {
            self.registers[register] = value;
            return Ok(());
        }
        Err(self
            .ready
            .out_of_range(variable, register as u32, value, at))
    }

    fn assign_set(&mut self, variable: usize, words: &Words, at: Span) -> Result<(), RunError> {
        if !self.ready.layout.allowed[variable].values.allows_set(words) {
            return Err(self.ready.set_out_of_range(variable, words, at));
        }
        let first = self.ready.program.variables[variable].register as usize;
        for (register, word) in (first..).zip(words) {
            self.registers[register] = *word as i64;
        }
        Ok(())
    }

    fn move_piece(
        &mut self,
        variable: usize,
        piece: usize,
        to: i64,
        at: Span,
    ) -> Result<(), RunError> {
        let ready = self.ready;
        let from = self.registers[piece];
        let declared = &ready.program.variables[variable];
        let first = declared.register as usize;
        let name = || declared.name.clone();
        let cell = |cell| ready.cell_name(declared, cell);
        let stands = |registers: &[i64], cell: i64| {
            usize::try_from(cell).is_ok_and(|cell| {
                let word = registers.get(first + cell / 64).copied().unwrap_or(0);
                word as u64 >> (cell % 64) & 1 == 1
            })
        };
        let kind = if from == NOWHERE || !stands(self.registers, from) {
            RunErrorKind::NoPiece {
                variable: name(),
                from: cell(from),
            }
        } else if !ready.may_hold(variable, to) {
            RunErrorKind::PieceOffBoard {
                variable: name(),
                from: cell(from),
                to: cell(to),
            }
        } else if stands(self.registers, to) {
            RunErrorKind::PieceOntoPiece {
                variable: name(),
                from: cell(from),
                to: cell(to),
            }
        } else {
            let (old, new) = (from as usize, to as usize);
            self.registers[first + old / 64] &= !(1 << (old % 64));
            self.registers[first + new / 64] |= 1 << (new % 64);
            self.registers[piece] = to;
            return Ok(());
        };
        Err(RunError::new(kind, at))
    }

    /// The name of the move with the parameters bound so far.
    pub(super) fn move_name(&self, rule: &MoveRule) -> String {
        self.ready.move_name(rule, self.registers, self.bound)
    }
}

impl super::ready::Ready {
    /// Whether a set variable may have a piece on a cell.
    fn may_hold(&self, variable: usize, cell: i64) -> bool {
        match &self.layout.allowed[variable].values {
            super::allowed::Values::Set { mask, .. } => has(mask, cell),
            _ => false,
        }
    }
}
