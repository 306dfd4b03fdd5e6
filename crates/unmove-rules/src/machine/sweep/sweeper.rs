//! The rules run on a strip.

use super::super::allowed::Words;
use super::super::error::{RunError, RunErrorKind};
use super::super::evaluate::Run;
use super::super::interpret::Flow;
use super::steps::Step;
use super::truth::{LaneRun, and, is_none, none, without};
use super::{End, Sweeping};
use crate::program::{MOVER, Span};
use unmove_core::game::{Fault, Payoff};
use unmove_core::sweep::{Ends, Strip, StripMove, Sweeper, Way};

/// Somebody who runs the rules on one strip after the other.
pub(super) struct Asking<'s> {
    sweeping: &'s Sweeping,
    registers: Vec<i64>,
    saved: Vec<i64>,
    /// The lane's value that the number of a strip is taken with.
    first: i64,
}

impl<'s> Asking<'s> {
    pub(super) fn new(sweeping: &'s Sweeping) -> Self {
        Self {
            sweeping,
            registers: vec![0; sweeping.registers],
            saved: Vec::new(),
            first: sweeping.values.first().map_or(0, |lane| lane.1),
        }
    }

    /// Runs something at a strip; errors name its first position.
    fn at<T>(
        &mut self,
        strip: u64,
        work: impl FnOnce(&mut OnStrip<'_, '_>) -> Result<T, RunError>,
    ) -> Result<T, Fault> {
        let sweeping = self.sweeping;
        let ready = &sweeping.machine.ready;
        let number = strip * sweeping.values.len() as u64;
        sweeping.numbering.unrank(number, &mut self.registers);
        let mut run = Run::new(ready, &mut self.registers, &mut self.saved);
        let mut on = OnStrip {
            sweeping,
            first: self.first,
            lanes: LaneRun {
                run: &mut run,
                lanes: &sweeping.values,
                lane: sweeping.lane as usize,
            },
        };
        let done = work(&mut on);
        done.map_err(|error| {
            let position = sweeping.position(number);
            error
                .at_position(|| sweeping.machine.text(&position))
                .into()
        })
    }
}

impl Sweeper for Asking<'_> {
    fn strip(&mut self, at: u64, strip: &mut Strip) -> Result<(), Fault> {
        self.at(at, |on| on.strip(strip))
    }

    fn stuck(&mut self, at: u64, stuck: &[u64], ends: &mut Ends) -> Result<(), Fault> {
        let stuck = Words::from_slice(stuck);
        self.at(at, |on| {
            let mover = on.mover();
            let rest = on.ends(&on.sweeping.sides[mover].stuck, stuck, ends)?;
            for (lost, rest) in ends.lost.iter_mut().zip(&rest) {
                *lost |= rest;
            }
            Ok(())
        })
    }
}

/// A run on one strip.
struct OnStrip<'s, 'r> {
    sweeping: &'s Sweeping,
    first: i64,
    lanes: LaneRun<'s, 'r>,
}

/// What becomes of the lane in the move that is being made.
struct Going {
    /// The lanes that may move: all that are open, at first.
    open: Words,
    way: Way,
    filter: Option<Words>,
}

impl OnStrip<'_, '_> {
    fn mover(&self) -> usize {
        self.lanes.run.registers[MOVER as usize] as usize
    }

    fn strip(&mut self, strip: &mut Strip) -> Result<(), RunError> {
        let sweeping = self.sweeping;
        let side = &sweeping.sides[self.mover()];
        let all = Words::from_slice(sweeping.lanes.valid());
        let open = self.ends(&side.ends, all, &mut strip.ends)?;
        if is_none(&open) {
            return Ok(());
        }
        let mut going = Going {
            open: open.clone(),
            way: Way::Same,
            filter: None,
        };
        let rules = &sweeping.machine.ready.program.moves;
        self.lanes.run.here = rules.first().map_or(Span::default(), |rule| rule.at);
        for step in &side.moves {
            self.step(step, &open, &mut going, strip)?;
        }
        Ok(())
    }

    /// Sorts lanes by what the first end that holds pays; gives back those where none does.
    fn ends(&mut self, of: &[End], asked: Words, ends: &mut Ends) -> Result<Words, RunError> {
        let mut open = asked;
        for end in of {
            if is_none(&open) {
                break;
            }
            let here = self.lanes.truth(&end.holds, &open)?;
            if is_none(&here) {
                continue;
            }
            open = without(&open, &here);
            if !end.differs {
                let payoff = self.lanes.run.value(&end.pays)?;
                self.pay(payoff, &here, ends)?;
                continue;
            }
            for &(bit, value) in &self.sweeping.values {
                let (word, bit) = (bit as usize / 64, 1 << (bit % 64));
                if here[word] & bit != 0 {
                    self.lanes.run.registers[self.lanes.lane] = value;
                    let payoff = self.lanes.run.value(&end.pays)?;
                    let mut one = none(&here);
                    one[word] = bit;
                    self.pay(payoff, &one, ends)?;
                }
            }
        }
        Ok(open)
    }

    fn pay(&mut self, payoff: i64, lanes: &[u64], ends: &mut Ends) -> Result<(), RunError> {
        let known = i32::try_from(payoff).ok().map(Payoff);
        match known.and_then(|payoff| ends.paying(payoff)) {
            Some(set) => {
                set.iter_mut()
                    .zip(lanes)
                    .for_each(|(set, lanes)| *set |= lanes);
                Ok(())
            }
            None => self.lanes.run.error(RunErrorKind::Points(payoff)),
        }
    }

    /// Takes a step with the lanes that have come so far, of which there are some.
    fn step(
        &mut self,
        step: &Step,
        lanes: &Words,
        going: &mut Going,
        strip: &mut Strip,
    ) -> Result<(), RunError> {
        match step {
            Step::Check(truth, then) => {
                let lanes = self.lanes.truth(truth, lanes)?;
                if is_none(&lanes) {
                    return Ok(());
                }
                self.step(then, &lanes, going, strip)
            }
            Step::Bind(local, domain, then) => {
                for element in self.lanes.elements(domain)? {
                    self.lanes.run.registers[*local as usize] = element;
                    self.step(then, lanes, going, strip)?;
                }
                Ok(())
            }
            Step::Choose(local, choices) => {
                for (value, then) in choices {
                    self.lanes.run.registers[*local as usize] = *value;
                    self.step(then, lanes, going, strip)?;
                }
                Ok(())
            }
            Step::Run(effect, then) => {
                let run = &mut *self.lanes.run;
                let base = run.save();
                let flow = run.effect(effect);
                let done = match flow {
                    Ok(Flow::On) => self.step(then, lanes, going, strip),
                    Ok(_) => Ok(()),
                    Err(error) => Err(error),
                };
                self.lanes.run.restore(base);
                done
            }
            Step::Part(truth, then, other) => {
                let here = self.lanes.truth(truth, lanes)?;
                if !is_none(&here) {
                    self.step(then, &here, going, strip)?;
                }
                let rest = without(lanes, &here);
                if is_none(&rest) {
                    return Ok(());
                }
                self.step(other, &rest, going, strip)
            }
            Step::Send(map, bad, then) => {
                if !is_none(&and(lanes, bad)) {
                    return self.astray();
                }
                going.way = Way::Map(*map);
                let done = self.step(then, lanes, going, strip);
                going.way = Way::Same;
                done
            }
            Step::SendInto(map, set, then) => {
                let into = self.lanes.run.set(set)?;
                going.way = Way::Map(*map);
                going.filter = Some(and(&Words::from_slice(self.sweeping.lanes.valid()), &into));
                let done = self.step(then, lanes, going, strip);
                going.way = Way::Same;
                going.filter = None;
                done
            }
            Step::Gather(value, then) => {
                let value = self.lanes.run.value(value)?;
                let Some(&(bit, _)) = self.sweeping.values.iter().find(|lane| lane.1 == value)
                else {
                    return self.astray();
                };
                going.way = Way::To(bit);
                let done = self.step(then, lanes, going, strip);
                going.way = Way::Same;
                done
            }
            Step::Land => {
                self.land(lanes, going, strip);
                Ok(())
            }
        }
    }

    /// A value that the lane's variable may not hold.
    fn astray(&mut self) -> Result<(), RunError> {
        self.lanes.run.error(RunErrorKind::OutOfRange {
            variable: self.sweeping.name.clone(),
            value: "a value".to_owned(),
            allowed: "less".to_owned(),
        })
    }

    /// The move is made: the strip that the registers stand for now.
    fn land(&mut self, lanes: &Words, going: &Going, strip: &mut Strip) {
        let sweeping = self.sweeping;
        let ready = &sweeping.machine.ready;
        let run = &mut *self.lanes.run;
        let flips = ready.program.players.is_some();
        let base = (!ready.program.unordered.is_empty()).then(|| run.save());
        if base.is_some() {
            ready.layout.sort(run.registers);
        }
        let lane = std::mem::replace(&mut run.registers[sweeping.lane as usize], self.first);
        run.registers[MOVER as usize] ^= i64::from(flips);
        let number = sweeping.numbering.rank(run.registers).unwrap_or(0);
        run.registers[MOVER as usize] ^= i64::from(flips);
        run.registers[sweeping.lane as usize] = lane;
        if let Some(base) = base {
            run.restore(base);
        }
        let guarded = match going.way {
            // Lanes that the map sends nowhere need no guard.
            Way::Map(map) => sweeping.maps[map as usize]
                .shifts()
                .iter()
                .any(|shift| differ(lanes, &going.open, &shift.from)),
            _ => lanes != &going.open,
        };
        let guard = guarded.then(|| strip.mask(lanes));
        let filter = going.filter.as_ref();
        let filter = filter.map(|filter| strip.mask(filter));
        strip.push(StripMove {
            to: (number / sweeping.values.len() as u64) as u32,
            way: going.way,
            guard,
            filter,
        });
    }
}

/// Whether two sets differ inside a third.
fn differ(left: &[u64], right: &[u64], inside: &[u64]) -> bool {
    let pairs = left.iter().zip(right).zip(inside);
    pairs
        .into_iter()
        .any(|((left, right), inside)| (left ^ right) & inside != 0)
}
