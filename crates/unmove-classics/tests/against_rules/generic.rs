//! The generic solver on a rules file, solved from many positions at once, to be looked up.

use unmove_core::{Loopy, Nimber, Options, Outcome, Silent, Solution, solve};
use unmove_rules::machine::{Machine, Position};
use unmove_rules::{Request, compile};

/// A game of rules with the values of all its positions.
pub struct Generic {
    machine: Machine,
    solution: Solution<Position>,
}

impl Generic {
    /// Solves what can be reached from some positions under the rules of a classic. A map is set as its rows,
    /// with a stroke between them.
    pub fn solve(
        classic: &str,
        settings: &[(&str, String)],
        roots: impl Iterator<Item = String>,
    ) -> Self {
        let found = unmove_classics::classic(classic).expect("there is such a classic");
        Self::with_rules(found.rules.expect("it is a game"), settings, roots)
    }

    /// The same by rules of its own.
    pub fn with_rules(
        text: &str,
        settings: &[(&str, String)],
        roots: impl Iterator<Item = String>,
    ) -> Self {
        let settings: Vec<(String, String)> = settings
            .iter()
            .map(|(name, value)| ((*name).to_owned(), value.clone()))
            .collect();
        let rules = compile(&Request {
            text,
            settings: &settings,
            read: &|rows, _| Ok(rows.replace('/', "\n")),
            fact: None,
        })
        .unwrap_or_else(|faults| panic!("{settings:?}: {faults:?} in {text}"));
        let options = Options {
            roots: Some(roots.map(|root| read(&rules.machine, &root)).collect()),
            ..Options::default()
        };
        let solution = solve(&rules.machine, &options, &Silent)
            .unwrap_or_else(|error| panic!("{settings:?}: {error} in {text}"));
        Self {
            machine: rules.machine,
            solution,
        }
    }

    fn index(&self, position: &str) -> unmove_core::Index {
        let index = self.solution.index_of(&read(&self.machine, position));
        index.expect("the position is one of the roots or reached from them")
    }

    /// In how many plies the mover loses (an even number) or wins (an odd one); none where play does not end.
    pub fn plies(&self, position: &str) -> Option<u32> {
        let plies = self.solution.value(self.index(position)).remoteness;
        plies.map(|plies| plies.0)
    }

    /// Whether the mover wins.
    pub fn won(&self, position: &str) -> bool {
        self.solution.outcome(self.index(position)) == Outcome::Win
    }

    /// The Grundy value.
    pub fn grundy(&self, position: &str) -> Nimber {
        match self.solution.grundy(self.index(position)) {
            Some(Loopy::Nimber(nimber)) => nimber,
            other => panic!("{position} has the Grundy value {other:?}"),
        }
    }

    /// The mover's score minus the opponent's.
    pub fn score(&self, position: &str) -> i64 {
        let score = self.solution.score(self.index(position));
        score.expect("the game has scores").0
    }
}

fn read(machine: &Machine, position: &str) -> Position {
    let parsed = machine.parse(position);
    parsed.unwrap_or_else(|error| panic!("{position}: {error}"))
}
