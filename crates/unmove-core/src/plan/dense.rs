//! The plan for a game whose positions have dense numbers.

use super::{
    Plan, Solver, bytes, counted, counted_wide, grouped, grundy, memory, players, symmetries,
};
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
    /// What the numbering takes for granted, in words.
    pub(crate) assumed: Option<String>,
    /// What lies side by side in the words of a sweep, if there is one; nothing else is known of the positions then.
    pub(crate) along: Option<&'a str>,
    /// What runs the rules, as a clause.
    pub(crate) engine: String,
    pub(crate) impartial: bool,
    /// Whether the whole space is solved, whatever the start reaches.
    pub(crate) whole: bool,
    /// How predecessors are found if they are, and how they were asked to be.
    pub(crate) predecessors: Option<Choice>,
    pub(crate) asked: Option<Predecessors>,
    /// Whether Grundy values are computed, or why not.
    pub(crate) grundy: Result<(), &'a str>,
    pub(crate) threads: usize,
    /// Bytes needed in all, and allowed.
    pub(crate) needed: u64,
    pub(crate) allowed: u64,
}

/// A way to find predecessors, and as a clause why they are not worked out.
#[derive(Clone, Debug)]
pub(crate) struct Choice {
    pub(crate) way: Predecessors,
    pub(crate) why: Option<String>,
}

impl Choice {
    fn sentence(&self) -> String {
        let why = match &self.why {
            Some(why) => format!("since {why}"),
            None => "as was asked for".to_owned(),
        };
        match self.way {
            Predecessors::Derived => {
                "Predecessors are worked out by taking moves back; none is stored.".to_owned()
            }
            Predecessors::Stored => format!("Predecessors are stored, {why}."),
            Predecessors::Passes => format!(
                "Predecessors are not known, {why}: every level looks at the moves of all open positions again."
            ),
        }
    }
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
        sentences.extend(self.assumed());
        sentences.push(self.chosen(solver));
        match &self.predecessors {
            Some(known) => sentences.push(known.sentence()),
            None if solver == Solver::Retrograde => {}
            None => sentences.extend(self.asked.map(|_| NO_PREDECESSORS.to_owned())),
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
        let mut letters = self.engine.chars();
        match letters.next() {
            None => format!("The work is done by {threads}."),
            Some(first) => {
                let (first, rest) = (first.to_uppercase(), letters.as_str());
                format!("{first}{rest}; the work is done by {threads}.")
            }
        }
    }

    fn size(&self) -> String {
        let tally = &self.survey.tally;
        let classes = counted(tally.classes, "position");
        let with = format!(
            "with {} and {}",
            counted(tally.moves, "move"),
            counted(tally.terminals, "end")
        );
        // Moves and ends are those of all positions that are stood for.
        let with = if tally.positions == tally.classes {
            format!(", {with}")
        } else {
            let all = grouped(tally.positions);
            format!(", standing for {all} {with}")
        };
        match self.known.space {
            _ if self.along.is_some() => format!("The whole space is solved: {classes}."),
            _ if self.whole => format!("The whole space is solved: {classes}{with}."),
            Some(u128::MAX) => {
                format!("The space has more than 10^38 positions; {classes} can be reached{with}.")
            }
            Some(space) if space == u128::from(tally.classes) => {
                format!("The space has {classes}; all can be reached{with}.")
            }
            Some(space) => format!(
                "The space has {}; {} can be reached{with}.",
                counted_wide(space, "position"),
                grouped(tally.classes),
            ),
            None => format!("{classes} can be reached{with}."),
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
        if self.encoding.is_empty() {
            return "There is only one position to number.".to_owned();
        }
        let numbered = format!("Positions are numbered by {}", self.encoding);
        let used = self.survey.tally.classes;
        if used == self.size {
            return format!("{numbered}; every number is in use.");
        }
        // What stands in the first sentence is not told again.
        let numbers = if self.known.space == Some(self.size.into()) {
            "the numbers".to_owned()
        } else {
            counted(self.size, "number")
        };
        let share = percent(used as f64 / self.size.max(1) as f64);
        let by = match &self.survey.places {
            Places::All(_) => None,
            Places::Ranked(_) => Some("map"),
            Places::Listed(_) => Some("sorted list"),
        };
        let size = bytes(self.survey.places.bytes());
        let kept = by.map_or_else(String::new, |by| {
            format!(", and only those are stored, found by a {by} of {size}")
        });
        format!("{numbered}; {share} of {numbers} are in use{kept}.")
    }

    fn assumed(&self) -> Option<String> {
        let assumed = self.assumed.as_ref()?;
        Some(format!(
            "Seen in random play, and checked at every move: {assumed}."
        ))
    }

    fn chosen(&self, solver: Solver) -> String {
        if let Some(along) = self.along {
            return format!(
                "Solved by retrograde analysis from the ends, 64 positions at a time, those that differ in {along} side by side in a word; endless play is a draw."
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
}

/// Said where somebody asks how predecessors are found, and they are not.
pub(crate) const NO_PREDECESSORS: &str = "Predecessors are not needed for that.";

/// A share in per cent, to the precision that tells something.
fn percent(share: f64) -> String {
    match share * 100.0 {
        most if most >= 10.0 => format!("{most:.0} %"),
        some if some >= 0.1 => format!("{some:.1} %"),
        few => format!("{few:.2e} %"),
    }
}
