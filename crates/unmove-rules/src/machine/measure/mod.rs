//! Quantities that every move lowers: declared, or found in the text of the moves.
//!
//! Each move is followed symbolically, path by path, and for each candidate it is worked out
//! whether the move lowers it, raises it, or leaves it. Then components of a lexicographic measure
//! are taken greedily: one that no remaining move raises and some move lowers; those moves are
//! done with. Where the analysis is not sure it says nothing, so what is found holds.

mod assume;
mod effects;
mod form;
mod quantity;
mod symbolic;

use super::error::{RunError, RunErrorKind};
use super::evaluate::Run;
use super::layout::Position;
use super::machine::Machine;
use super::ready::Ready;
use crate::program::Register;
use form::Form;
use quantity::Quantity;
use symbolic::Path;

/// A measure found in the moves.
#[derive(Debug)]
pub(super) struct Measure {
    components: Vec<Component>,
    words: String,
}

/// One quantity of a measure; the first that a move changes, it lowers.
#[derive(Debug)]
struct Component {
    quantity: Quantity,
    /// The registers it is computed from.
    registers: Vec<Register>,
    /// Whether moves raise it instead.
    rising: bool,
    least: i128,
    most: i128,
}

/// What is known of a path's change to a quantity in one direction.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Known {
    /// Nothing.
    Nothing,
    /// It never goes against the direction.
    Keeps,
    /// It always goes in the direction.
    Goes,
}

/// What is known of one path's change to one quantity.
#[derive(Clone, Copy)]
struct Change {
    falling: Known,
    rising: Known,
}

impl Change {
    fn new(path: &Path<'_>, quantity: usize) -> Self {
        let unchanged = Form::default();
        let change = path.changes.get(&quantity).unwrap_or(&unchanged);
        let opposite = Form::default().plus(change, -1);
        Self {
            falling: known(path, opposite.as_ref()),
            rising: known(path, Some(change)),
        }
    }

    fn towards(self, rising: bool) -> Known {
        if rising { self.rising } else { self.falling }
    }
}

fn known(path: &Path<'_>, gone: Option<&Form>) -> Known {
    let less_one = gone.and_then(|gone| gone.plus(&Form::constant(1), -1));
    if less_one.is_some_and(|form| path.facts.proves(&form)) {
        Known::Goes
    } else if gone.is_some_and(|form| path.facts.proves(form)) {
        Known::Keeps
    } else {
        Known::Nothing
    }
}

impl Measure {
    /// Looks for a measure.
    pub(super) fn find(ready: &Ready) -> Option<Self> {
        let quantities = quantity::candidates(&ready.program);
        let mut open: Vec<Vec<Change>> = Vec::new();
        for rule in &ready.program.moves {
            for path in effects::paths(ready, &quantities, rule).ok()? {
                let all = (0..quantities.len()).map(|number| Change::new(&path, number));
                open.push(all.collect());
            }
        }
        let mut components = Vec::new();
        while !open.is_empty() {
            let (number, rising) = best(&open, quantities.len())?;
            open.retain(|path| path[number].towards(rising) != Known::Goes);
            let quantity = quantities[number].clone();
            let (least, most) = quantity.range(ready);
            components.push(Component {
                registers: quantity.registers(&ready.program),
                quantity,
                rising,
                least,
                most,
            });
        }
        let fits = components.iter().try_fold(1_u64, |radix, component| {
            let values = u64::try_from(component.most - component.least + 1).ok()?;
            radix.checked_mul(values)
        });
        fits?;
        let words = words(&components, ready);
        Some(Self { components, words })
    }

    /// The value at a position.
    fn value(&self, ready: &Ready, registers: &[i64]) -> u64 {
        self.components.iter().fold(0, |sum, component| {
            let value = component
                .quantity
                .value(&ready.program, &component.registers, registers);
            let rank = if component.rising {
                component.most - value
            } else {
                value - component.least
            };
            let values = component.most - component.least + 1;
            sum * values as u64 + rank as u64
        })
    }
}

/// The quantity, and whether it rises, that no path raises (lowers) and most paths lower (raise).
fn best(open: &[Vec<Change>], quantities: usize) -> Option<(usize, bool)> {
    let score = |number: usize, rising: bool| {
        let known = || open.iter().map(|path| path[number].towards(rising));
        let done = known().filter(|known| *known == Known::Goes).count();
        let kept = known().all(|known| known != Known::Nothing);
        (done > 0 && kept).then_some((done, number, rising))
    };
    let all = (0..quantities).flat_map(|number| [score(number, false), score(number, true)]);
    // Of equals the first: candidates come in the order of the rules, falling before rising.
    let best = all
        .flatten()
        .reduce(|best, next| if next.0 > best.0 { next } else { best });
    best.map(|(_, number, rising)| (number, rising))
}

fn words(components: &[Component], ready: &Ready) -> String {
    if components.is_empty() {
        return "there are no moves".to_owned();
    }
    let each: Vec<String> = components
        .iter()
        .map(|component| {
            let verb = if component.rising { "raises" } else { "lowers" };
            format!("{verb} {}", component.quantity.words(&ready.program))
        })
        .collect();
    format!("every move {}", each.join(", or keeps that and "))
}

impl Machine {
    /// The quantity that every move lowers, in words, where one is known.
    pub fn measure_words(&self) -> Option<&str> {
        if self.ready.program.measure.is_some() {
            return Some("every move lowers the declared measure");
        }
        self.measure.as_ref().map(|measure| measure.words.as_str())
    }

    pub(super) fn measured(&self, position: &Position) -> Result<Option<u64>, RunError> {
        if let Some((measure, at)) = &self.ready.program.measure {
            let value = self.evaluate(measure, position, &[])?;
            let Ok(value) = u64::try_from(value) else {
                let error = RunError::new(RunErrorKind::NegativeMeasure(value), *at);
                return Err(error.at_position(|| self.text(position)));
            };
            return Ok(Some(value));
        }
        let Some(measure) = &self.measure else {
            return Ok(None);
        };
        let value = |run: &mut Run<'_>| Ok(measure.value(&self.ready, run.registers));
        self.at(position, 0, value).map(Some)
    }
}
