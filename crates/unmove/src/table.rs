//! Tables: what is known of all the positions along one or two variables.

use unmove_core::{Loopy, Outcome, Progress};
use unmove_rules::machine::Position;
use unmove_rules::program::Start;

use crate::axis::Axis;
use crate::error::Error;
use crate::number::grouped;
use crate::session::{Found, Session};

/// What a table shows of each position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Show {
    /// Who wins: N (the player to move), P (the other) or D.
    Outcome,
    /// Plies to the end.
    Remoteness,
    /// The Grundy value.
    Grundy,
    /// The score.
    Score,
}

impl Show {
    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Outcome => "outcome",
            Self::Remoteness => "remoteness",
            Self::Grundy => "grundy",
            Self::Score => "score",
        }
    }
}

/// What stands at one place of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Entry {
    /// There is no such position.
    Missing,
    /// An outcome.
    Outcome(Outcome),
    /// A remoteness, in plies; `None` where play need not end.
    Remoteness(Option<u32>),
    /// A Grundy value.
    Grundy(Loopy),
    /// A score.
    Score(i64),
}

impl Entry {
    /// As a table in text shows it.
    pub fn text(&self) -> String {
        match self {
            Self::Missing => String::new(),
            Self::Outcome(outcome) => letter(*outcome).to_owned(),
            Self::Remoteness(None) => "-".to_owned(),
            Self::Remoteness(Some(plies)) => plies.to_string(),
            Self::Grundy(value) => value.to_string(),
            Self::Score(score) => score.to_string(),
        }
    }

    /// The number in it, if there is one.
    pub fn number(&self) -> Option<i64> {
        match self {
            Self::Remoteness(plies) => plies.map(i64::from),
            Self::Grundy(Loopy::Nimber(nimber)) => Some(i64::from(nimber.0)),
            Self::Score(score) => Some(*score),
            Self::Missing | Self::Outcome(_) | Self::Grundy(Loopy::Infinite(_)) => None,
        }
    }
}

/// The letter for an outcome: N, P or D.
pub fn letter(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Win => "N",
        Outcome::Loss => "P",
        Outcome::Draw => "D",
    }
}

/// A table, computed.
#[derive(Clone, Debug)]
pub struct Table {
    /// The game's name.
    pub game: String,
    /// What is shown.
    pub show: Show,
    /// The axes: the first runs across, the second down.
    pub axes: Vec<Axis>,
    /// The entries, the first axis running fastest.
    pub entries: Vec<Entry>,
    /// The outcomes, in the same order; `None` where there is no position.
    pub outcomes: Vec<Option<Outcome>>,
}

/// The most entries a table can have.
pub const MOST: u64 = 4_000_000;

/// Computes a table. `around` gives the variables that the axes leave out; without it they are as at
/// the start.
pub fn table(
    session: &mut Session<'_>,
    axes: Vec<Axis>,
    show: Show,
    around: Option<&Position>,
    progress: &dyn Progress,
) -> Result<Table, Error> {
    let size = axes
        .iter()
        .try_fold(1_u64, |size, axis| {
            size.checked_mul(axis.values.len() as u64)
        })
        .unwrap_or(u64::MAX);
    if size > MOST {
        return Err(Error::NotApplicable(format!(
            "the table would have {} entries, and {} are the most",
            grouped(size),
            grouped(MOST)
        )));
    }
    let base = base(session, &axes, around)?;
    let positions = positions(session, &axes, &base)?;
    let wanted: Vec<Position> = positions.iter().flatten().cloned().collect();
    session.cover(&wanted, progress)?;
    let mut entries = Vec::with_capacity(positions.len());
    let mut outcomes = Vec::with_capacity(positions.len());
    for position in &positions {
        let Some(position) = position else {
            entries.push(Entry::Missing);
            outcomes.push(None);
            continue;
        };
        let found = session.locate(position)?;
        entries.push(entry(session, &found, show)?);
        outcomes.push(Some(found.solution.outcome(found.index)));
    }
    Ok(Table {
        game: session.loaded().game().to_owned(),
        show,
        axes,
        entries,
        outcomes,
    })
}

/// The registers around the table.
fn base(
    session: &Session<'_>,
    axes: &[Axis],
    around: Option<&Position>,
) -> Result<Vec<i64>, Error> {
    let machine = session.loaded().machine();
    if let Some(around) = around {
        return Ok(machine.registers(around));
    }
    if let Some(registers) = machine.default_registers() {
        return Ok(registers.to_vec());
    }
    let program = machine.program();
    for variable in &program.variables {
        let mut registers = variable.register..variable.register + variable.width;
        let known = |register: u32| {
            axes.iter().any(|axis| axis.register == register)
                || matches!(program.initial_parts.get(register as usize), Some(Some(_)))
        };
        if !registers.all(known) {
            return Err(Error::NotApplicable(format!(
                "`{}` has no initial value and is not in the table: give a position around it with --at",
                variable.name
            )));
        }
    }
    let parts = program.initial_parts.iter();
    Ok(parts.map(|part| part.unwrap_or(0)).collect())
}

/// The positions of the table; `None` where the rules have none.
fn positions(
    session: &Session<'_>,
    axes: &[Axis],
    base: &[i64],
) -> Result<Vec<Option<Position>>, Error> {
    let machine = session.loaded().machine();
    let one = [0];
    let [across, down] = [axes.first(), axes.get(1)];
    let mut out = Vec::new();
    for &y in down.map_or(one.as_slice(), |axis| &axis.values) {
        for &x in across.map_or(one.as_slice(), |axis| &axis.values) {
            let mut registers = base.to_vec();
            for (axis, value) in [(across, x), (down, y)] {
                if let Some(axis) = axis {
                    registers[axis.register as usize] = value;
                }
            }
            let position = machine.position(&registers)?;
            out.push(is_legal(session, &position)?.then_some(position));
        }
    }
    Ok(out)
}

/// Whether a position belongs to the game: where the rules say which positions do (`start all
/// where`), others count only if play reaches them.
fn is_legal(session: &Session<'_>, position: &Position) -> Result<bool, Error> {
    if let Start::All(Some(condition)) = &session.loaded().program().start {
        let machine = session.loaded().machine();
        let holds = machine.evaluate(condition, position, &[])? != 0;
        return Ok(holds || session.found(position).is_some());
    }
    Ok(true)
}

/// What is shown of one position.
fn entry(session: &Session<'_>, found: &Found<'_>, show: Show) -> Result<Entry, Error> {
    let Found { solution, index } = *found;
    Ok(match show {
        Show::Outcome => Entry::Outcome(solution.outcome(index)),
        Show::Remoteness => {
            if solution.is_scored() {
                return Err(Error::NotApplicable(
                    "a game of scores has no remoteness; show its score".to_owned(),
                ));
            }
            Entry::Remoteness(solution.value(index).remoteness.map(|plies| plies.0))
        }
        Show::Grundy => Entry::Grundy(solution.grundy(index).ok_or_else(|| {
            let why = solution.why_no_grundy().unwrap_or("there are none here");
            Error::NotApplicable(format!("no Grundy values: {why}"))
        })?),
        Show::Score => Entry::Score(
            session
                .score(solution, index)
                .ok_or_else(|| {
                    Error::NotApplicable(
                        "no scores: no move gains anything, and no end pays points".to_owned(),
                    )
                })?
                .0,
        ),
    })
}

impl Table {
    /// The labels of the lost positions, of a table in one dimension.
    pub fn losing(&self) -> Option<Vec<&str>> {
        let [axis] = self.axes.as_slice() else {
            return None;
        };
        let lost = axis.labels.iter().zip(&self.outcomes);
        Some(
            lost.filter(|(_, outcome)| **outcome == Some(Outcome::Loss))
                .map(|(label, _)| label.as_str())
                .collect(),
        )
    }

    /// What the table is, in words: `outcome of ball over c, r`.
    pub fn title(&self) -> String {
        let what = match self.show {
            Show::Outcome => "outcome",
            Show::Remoteness => "remoteness (plies)",
            Show::Grundy => "Grundy value",
            Show::Score => "score",
        };
        let names: Vec<&str> = self.axes.iter().map(|axis| axis.name.as_str()).collect();
        format!("{what} of {} over {}", self.game, names.join(", "))
    }
}
