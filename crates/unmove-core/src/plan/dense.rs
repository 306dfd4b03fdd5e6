//! The plan for a game whose positions have dense numbers.

use super::{Plan, Solver, bytes, counted, counted_wide, grundy, memory, players, symmetries};
use crate::dense::{Places, Survey};
use crate::game::Known;
use crate::solve::Predecessors;

/// What the plan is made from.
pub(crate) struct DenseFindings<'a> {
    pub(crate) survey: &'a Survey,
    pub(crate) known: &'a Known,
    /// Numbers that the rule makes.
    pub(crate) size: u64,
    pub(crate) encoding: String,
    /// What lies side by side in the words of a sweep, if there is one; nothing else is known of the positions then.
    pub(crate) along: Option<&'a str>,
    /// What runs the rules, as a clause.
    pub(crate) engine: String,
    pub(crate) impartial: bool,
    /// Whether the whole space is solved, whatever the start reaches.
    pub(crate) whole: bool,
    /// How predecessors are found, and why not in a better way.
    pub(crate) predecessors: Predecessors,
    pub(crate) underivable: Option<&'a str>,
    /// Whether Grundy values are computed, or why not.
    pub(crate) grundy: Result<(), &'a str>,
    pub(crate) threads: usize,
    /// Bytes needed in all, and allowed.
    pub(crate) needed: u64,
    pub(crate) allowed: u64,
}

impl DenseFindings<'_> {
    pub(crate) fn plan(&self, solver: Solver) -> Plan {
        let acyclic = self.survey.acyclic();
        let mut sentences = vec![
            self.size(),
            format!("{}.", players(self.impartial)),
            self.cycles(),
        ];
        sentences.extend(symmetries(&self.known.symmetries));
        sentences.push(self.numbers());
        sentences.push(self.chosen(solver));
        if solver == Solver::Retrograde && self.along.is_none() {
            sentences.push(self.predecessors());
        }
        sentences.push(grundy(self.grundy));
        sentences.push(self.work());
        sentences.push(memory(self.needed, self.allowed));
        Plan {
            solver,
            sentences,
            cycle: acyclic.then_some(false),
        }
    }

    /// By whom the work is done.
    fn work(&self) -> String {
        let threads = counted(self.threads as u64, "thread");
        if self.engine.is_empty() {
            return format!("Work is for {threads}.");
        }
        let mut letters = self.engine.chars();
        let first = letters.next().into_iter().flat_map(char::to_uppercase);
        let engine: String = first.chain(letters).collect();
        format!("{engine}; work is for {threads}.")
    }

    fn size(&self) -> String {
        let tally = &self.survey.tally;
        let classes = counted(tally.classes, "position");
        let standing = if tally.positions == tally.classes {
            classes
        } else {
            format!(
                "{classes} (standing for {})",
                counted(tally.positions, "position")
            )
        };
        let with = format!(
            "with {} and {}",
            counted(tally.moves, "move"),
            counted(tally.terminals, "end")
        );
        match self.known.space {
            _ if self.along.is_some() => format!("The whole space: {standing}."),
            _ if self.whole => format!("The whole space: {standing}, {with}."),
            Some(u128::MAX) => {
                format!(
                    "The space has more than 10^38 positions; {standing} can be reached, {with}."
                )
            }
            Some(space) => format!(
                "The space has {}; {standing} can be reached, {with}.",
                counted_wide(space, "position")
            ),
            None => format!("{standing} can be reached, {with}."),
        }
    }

    fn cycles(&self) -> String {
        let tally = &self.survey.tally;
        let way = match (tally.falling, tally.rising) {
            (true, _) => "lower",
            (_, true) => "higher",
            _ => {
                return match &self.known.measure {
                    Some(measure) => format!("No cycles: {measure}."),
                    None => "Play may go round in cycles.".to_owned(),
                };
            }
        };
        format!("No cycles: every move leads to a {way} number, which was checked on each.")
    }

    fn numbers(&self) -> String {
        let (encoding, size) = (&self.encoding, self.size);
        let share = self.survey.tally.classes as f64 / size.max(1) as f64;
        let kept = match &self.survey.places {
            Places::All(_) => "each number has a place".to_owned(),
            Places::Ranked(_) => format!(
                "only those have a place, by a map of {}",
                bytes(self.survey.places.bytes())
            ),
        };
        format!(
            "Positions have dense numbers: {encoding}. {} of {} stand for a position: {kept}.",
            percent(share),
            counted(size, "number")
        )
    }

    fn chosen(&self, solver: Solver) -> String {
        if let Some(along) = self.along {
            return format!(
                "Solved by retrograde analysis from the ends, 64 positions at a time: all values of {along} lie side by side in words; endless play is a draw."
            );
        }
        let pass = "Solved in one pass over the numbers";
        match solver {
            Solver::Backward => format!("{pass}: outcome and remoteness."),
            Solver::Score => format!("{pass}: scores."),
            Solver::Grundy | Solver::Sums => format!("{pass}: Grundy values."),
            Solver::Retrograde => {
                "Solved by retrograde analysis from the ends, level by level; endless play is a draw."
                    .to_owned()
            }
        }
    }

    fn predecessors(&self) -> String {
        let why = |reason: &str| match self.underivable {
            Some(underivable) => format!("since {underivable}"),
            None => reason.to_owned(),
        };
        match self.predecessors {
            Predecessors::Derived => {
                "Predecessors are worked out from the moves' effects, and confirmed by the moves."
                    .to_owned()
            }
            Predecessors::Stored => format!(
                "Predecessors are stored, every move in reverse, {}.",
                why("as was asked for")
            ),
            Predecessors::Passes => format!(
                "Predecessors are not known: the moves of open positions are looked at again at every level, {}.",
                why("as was asked for")
            ),
        }
    }
}

/// A share in per cent, to the precision that tells something.
fn percent(share: f64) -> String {
    match share * 100.0 {
        all if all >= 100.0 => "All".to_owned(),
        most if most >= 10.0 => format!("{most:.0} %"),
        some if some >= 0.1 => format!("{some:.1} %"),
        few => format!("{few:.2e} %"),
    }
}
