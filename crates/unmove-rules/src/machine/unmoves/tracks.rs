//! A move's effects as straight lines: one for each way through their conditions.
//!
//! Taking back begins with the last effect, so what comes first must not decide what comes later. Each way
//! through the conditions becomes a track of its own that requires them; names bound on the way are written
//! out where they still mean the same. What cannot be told beforehand is *lost*: then the move run forwards
//! must confirm what is found.

use super::reads::{self, Reads, Writes};
use super::rewrite::{self, Rewrite};
use crate::program::{Domain, Effect, Expr, MoveRule, Program, Register, Set, Span};
use std::collections::{BTreeSet, HashMap};

/// More tracks than this through one move are not followed.
const MOST_TRACKS: usize = 32;

/// A loop over constants that runs at most so often is written out.
const MOST_ROUNDS: usize = 32;

/// One thing that happens on a track. Everything is said of the state just before it.
#[derive(Clone, Debug)]
pub(super) enum Step {
    /// A variable or an element gets a value; `None` where it is lost.
    Assign {
        variable: usize,
        index: Option<Expr>,
        value: Option<Expr>,
    },
    /// A set variable gets a value.
    AssignSet { variable: usize, set: Option<Set> },
    /// A piece moves; `new` is a register of its own for the cell it then stands on.
    Piece {
        variable: usize,
        from: Register,
        new: Register,
        to: Option<Expr>,
    },
    /// The move is legal only if this holds.
    Require(Expr),
    /// These variables may have become anything.
    Scramble(BTreeSet<usize>),
}

/// One way through a move's effects.
#[derive(Clone, Debug, Default)]
pub(super) struct Track {
    pub(super) steps: Vec<Step>,
    pub(super) again: bool,
    /// Whether something that the move requires is not among the steps.
    pub(super) lost: bool,
    /// Nothing comes after a sum.
    done: bool,
    /// Names bound so far, as long as what they were made of is unchanged.
    names: HashMap<Register, Option<Expr>>,
    sets: HashMap<Register, Option<Set>>,
}

/// Makes the tracks of moves; numbers new registers.
pub(super) struct Tracer<'p> {
    pub(super) program: &'p Program,
    pub(super) registers: Register,
}

impl Rewrite for &Track {
    fn register(&mut self, register: Register) -> Option<Expr> {
        match self.names.get(&register) {
            Some(meaning) => meaning.clone(),
            None => Some(Expr::Register(register)),
        }
    }

    fn element(&mut self, variable: usize, index: Expr, at: Span) -> Option<Expr> {
        Some(Expr::Element {
            variable,
            index: Box::new(index),
            at,
        })
    }

    fn set(&mut self, register: Register, width: u32) -> Option<Set> {
        match self.sets.get(&register) {
            Some(meaning) => meaning.clone(),
            None => Some(Set::Variable(register, width)),
        }
    }
}

impl Track {
    fn expr(&self, of: &Expr) -> Option<Expr> {
        rewrite::expr(of, &mut &*self)
    }

    fn set(&self, of: &Set) -> Option<Set> {
        rewrite::set(of, &mut &*self)
    }

    fn require(&mut self, condition: &Expr, wanted: bool) {
        match self.expr(condition) {
            Some(condition) if wanted => self.steps.push(Step::Require(condition)),
            Some(condition) => self.steps.push(Step::Require(super::build::not(condition))),
            None => self.lost = true,
        }
    }

    /// A variable changes: names made of it no longer say what they mean.
    fn forget(&mut self, program: &Program, changed: &BTreeSet<usize>) {
        let stale = |reads: Reads| !reads.variables.is_disjoint(changed);
        for meaning in self.names.values_mut() {
            if let Some(expr) = meaning
                && stale(reads::of(program, expr))
            {
                *meaning = None;
            }
        }
        for meaning in self.sets.values_mut() {
            if let Some(set) = meaning
                && stale(reads::of_set(program, set))
            {
                *meaning = None;
            }
        }
    }
}

impl Tracer<'_> {
    /// A register of its own.
    pub(super) fn fresh(&mut self) -> Register {
        self.registers += 1;
        self.registers - 1
    }

    /// All tracks through a move; fails, in words, where it cannot be followed.
    pub(super) fn tracks(&mut self, rule: &MoveRule) -> Result<Vec<Track>, String> {
        self.run(Track::default(), &rule.effects)
    }

    fn run(&mut self, track: Track, effects: &[Effect]) -> Result<Vec<Track>, String> {
        let mut open = vec![track];
        for effect in effects {
            let mut next = Vec::new();
            for track in open {
                if track.done {
                    next.push(track);
                } else {
                    next.extend(self.step(track, effect)?);
                }
            }
            if next.len() > MOST_TRACKS {
                return Err("its effects take too many ways".to_owned());
            }
            open = next;
        }
        Ok(open)
    }

    fn step(&mut self, mut track: Track, effect: &Effect) -> Result<Vec<Track>, String> {
        match effect {
            Effect::Assign {
                variable, value, ..
            } => {
                let value = track.expr(value);
                self.changed(
                    &mut track,
                    *variable,
                    Step::Assign {
                        variable: *variable,
                        index: None,
                        value,
                    },
                );
            }
            Effect::AssignElement {
                variable,
                index,
                value,
                ..
            } => {
                let (index, value) = (track.expr(index), track.expr(value));
                // An index that the array itself gives cannot be told once the array has changed.
                let known = index
                    .filter(|index| !reads::of(self.program, index).variables.contains(variable));
                let step = match known {
                    Some(index) => Step::Assign {
                        variable: *variable,
                        index: Some(index),
                        value,
                    },
                    None => Step::Scramble(BTreeSet::from([*variable])),
                };
                self.changed(&mut track, *variable, step);
            }
            Effect::AssignSet { variable, set, .. } => {
                let set = track.set(set);
                self.changed(
                    &mut track,
                    *variable,
                    Step::AssignSet {
                        variable: *variable,
                        set,
                    },
                );
            }
            Effect::MovePiece {
                variable,
                piece,
                to,
                ..
            } => self.piece(&mut track, *variable, *piece, to),
            Effect::Gain(..) => {}
            Effect::Again => track.again = true,
            Effect::Become(components) => {
                let [component] = components.as_slice() else {
                    return Err("it makes the game a sum".to_owned());
                };
                let mut done = self.run(track, component)?;
                for track in &mut done {
                    track.done = true;
                }
                return Ok(done);
            }
            Effect::Let(local, value) => {
                let value = track.expr(value);
                track.names.insert(*local, value);
            }
            Effect::LetSet(local, set) => {
                let set = track.set(set);
                track.sets.insert(*local, set);
            }
            Effect::If(condition, then, other) => {
                let mut otherwise = track.clone();
                track.require(condition, true);
                otherwise.require(condition, false);
                let mut tracks = self.run(track, then)?;
                tracks.extend(self.run(otherwise, other)?);
                return Ok(tracks);
            }
            Effect::For(local, domain, body) => return self.repeat(track, *local, domain, body),
            Effect::Require(condition) => track.require(condition, true),
        }
        Ok(vec![track])
    }

    fn changed(&self, track: &mut Track, variable: usize, step: Step) {
        track.steps.push(step);
        track.forget(self.program, &BTreeSet::from([variable]));
    }

    fn piece(&mut self, track: &mut Track, variable: usize, piece: Register, to: &Expr) {
        let to = track.expr(to);
        let from = match track.names.get(&piece) {
            None => Some(piece),
            Some(Some(Expr::Register(now))) => Some(*now),
            Some(_) => None,
        };
        let new = self.fresh();
        let step = match from {
            Some(from) => Step::Piece {
                variable,
                from,
                new,
                to,
            },
            None => Step::Scramble(BTreeSet::from([variable])),
        };
        let known = from.is_some();
        self.changed(track, variable, step);
        track
            .names
            .insert(piece, known.then_some(Expr::Register(new)));
    }

    fn repeat(
        &mut self,
        track: Track,
        local: Register,
        domain: &Domain,
        body: &[Effect],
    ) -> Result<Vec<Track>, String> {
        if let Domain::Values(values) = domain
            && values.len() <= MOST_ROUNDS
        {
            let mut open = vec![track];
            for &value in values {
                let mut next = Vec::new();
                for mut track in open {
                    if track.done {
                        next.push(track);
                        continue;
                    }
                    track.names.insert(local, Some(Expr::Constant(value)));
                    next.extend(self.run(track, body)?);
                }
                if next.len() > MOST_TRACKS {
                    return Err("its effects take too many ways".to_owned());
                }
                open = next;
            }
            return Ok(open);
        }
        self.scramble(track, body)
    }

    /// Effects that run nobody knows how often.
    fn scramble(&mut self, mut track: Track, body: &[Effect]) -> Result<Vec<Track>, String> {
        let Writes {
            variables,
            locals,
            again,
            becomes,
        } = reads::writes(body);
        if becomes {
            return Err("it may become another position in a loop".to_owned());
        }
        track.forget(self.program, &variables);
        for local in locals {
            track.names.insert(local, None);
            track.sets.insert(local, None);
        }
        track.lost = true;
        track.steps.push(Step::Scramble(variables));
        let mut tracks = vec![track];
        if again && !tracks[0].again {
            let mut other = tracks[0].clone();
            other.again = true;
            tracks.push(other);
        }
        Ok(tracks)
    }
}
