//! Facts: what to ask of a solution, checked as far as the rules alone allow.

use super::term::{Term, Type};
use super::{Checker, Meaning, Turn};
use crate::fact::{Counted, ExpectedOutcome, ExpectedValue, Fact, Place, Question, Valued};
use crate::program::{Expr, Register};
use crate::syntax::{FactNode, Item, Name, Node, Tuple};

impl Checker<'_> {
    pub(super) fn facts(&mut self, items: &[Item]) {
        let mut number = 0;
        for item in items {
            let Item::Expect {
                fact,
                everywhere,
                settings,
                text,
                at,
            } = item
            else {
                continue;
            };
            for (name, _) in settings {
                if !matches!(
                    self.globals.get(&name.text).map(|global| &global.meaning),
                    Some(Meaning::Constant(_))
                ) {
                    self.unknown_name(&name.text, name.at, "a parameter of the game");
                }
            }
            // Facts are about the parameters they name and the defaults of the others.
            let in_force = match self.request.fact {
                Some(asked) => asked == number,
                None => settings.is_empty() && self.request.settings.is_empty(),
            };
            let question = if in_force {
                self.during(Turn::Mover, |checker| checker.question(fact))
            } else {
                None
            };
            self.facts.push(Fact {
                at: *at,
                text: text.clone(),
                everywhere: *everywhere,
                settings: settings
                    .iter()
                    .map(|(name, value)| (name.text.clone(), value.clone()))
                    .collect(),
                question,
            });
            number += 1;
        }
    }

    fn question(&mut self, fact: &FactNode) -> Option<Question> {
        match fact {
            FactNode::Outcome(tuples, outcome, remoteness) => {
                let at = self.place(tuples)?;
                let outcome = self.outcome(outcome)?;
                let remoteness = match remoteness {
                    Some(node) => Some(self.plies(node)?),
                    None => None,
                };
                Some(Question::Outcome {
                    at,
                    outcome,
                    remoteness,
                })
            }
            FactNode::Count(what, condition, answer) => {
                let what = self.counted(what)?;
                let condition = self.fact_condition(condition.as_ref());
                let expected = self.natural_number(answer)?;
                Some(Question::Count {
                    what,
                    condition,
                    expected,
                })
            }
            FactNode::Deepest(condition, answer) => {
                let condition = self.fact_condition(condition.as_ref());
                let expected = self.plies(answer)?;
                Some(Question::Deepest {
                    condition,
                    expected,
                })
            }
            FactNode::Value(what, place, answer) => {
                let at = self.place(place.as_slice())?;
                let expected = ExpectedValue::Number(self.number(answer)?);
                Some(Question::Value {
                    what: valued(what)?,
                    at,
                    expected,
                })
            }
            FactNode::Infinite(what, place, answer) => {
                if valued(what) != Some(Valued::Grundy) {
                    self.error("infinite", what.at, "only a Grundy value can be infinite");
                    return None;
                }
                let at = self.place(place.as_slice())?;
                let mut set = Vec::new();
                for number in self.numbers(answer)? {
                    if let Ok(number) = u32::try_from(number) {
                        set.push(number);
                    } else {
                        self.error("infinite", answer.at, "Grundy values are not negative");
                        return None;
                    }
                }
                set.sort_unstable();
                Some(Question::Value {
                    what: Valued::Grundy,
                    at,
                    expected: ExpectedValue::Infinite(set),
                })
            }
            FactNode::Values(what, axes, answer) => self.values(what, axes, answer),
            FactNode::Positions(which, axes, expected) => {
                self.positions_fact(which, axes, expected)
            }
            FactNode::WinningMoves(place, expected) => {
                let at = self.place(place.as_slice())?;
                for named in expected {
                    self.known_move(named);
                }
                Some(Question::WinningMoves {
                    at,
                    expected: expected.iter().map(|named| spaced(&named.text)).collect(),
                })
            }
        }
    }

    /// Reports a move whose name none of the game's has.
    fn known_move(&mut self, named: &Name) {
        let name = named.text.split('(').next().unwrap_or_default().trim();
        let known: Vec<String> = self
            .program
            .moves
            .iter()
            .map(|rule| rule.name.clone())
            .collect();
        if known.is_empty() || known.iter().any(|known| known == name) {
            return;
        }
        let near = crate::nearest::nearest(name, known.iter().map(String::as_str));
        let help = match near {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("the moves are {}", known.join(", ")),
        };
        self.error(
            "unknown-name",
            named.at,
            format!("`{name}` is no move of the game"),
        )
        .help = Some(help);
    }

    fn place(&mut self, tuples: &[Tuple]) -> Option<Place> {
        if tuples.is_empty() {
            return Some(Place::Start);
        }
        let states: Option<Vec<Vec<i64>>> =
            tuples.iter().map(|tuple| self.position(tuple)).collect();
        states.map(Place::At)
    }

    fn outcome(&mut self, name: &Name) -> Option<ExpectedOutcome> {
        let outcome = match name.text.as_str() {
            "win" => ExpectedOutcome::Win,
            "loss" => ExpectedOutcome::Loss,
            "draw" => ExpectedOutcome::Draw,
            other => {
                self.error("outcome", name.at, format!("`{other}` is no outcome"))
                    .help =
                    Some("an outcome is `win`, `loss` or `draw`, for the player to move".into());
                return None;
            }
        };
        Some(outcome)
    }

    fn counted(&mut self, name: &Name) -> Option<Counted> {
        const KNOWN: [(&str, Counted); 7] = [
            ("positions", Counted::Positions),
            ("wins", Counted::Wins),
            ("losses", Counted::Losses),
            ("draws", Counted::Draws),
            ("terminals", Counted::Terminals),
            ("moves", Counted::Moves),
            ("classes", Counted::Classes),
        ];
        let found = KNOWN.iter().find(|(word, _)| *word == name.text);
        if found.is_none() {
            let near = crate::nearest::nearest(&name.text, KNOWN.map(|(word, _)| word))
                .map(str::to_string);
            let fault = self.error(
                "counted",
                name.at,
                format!("`{}` cannot be counted", name.text),
            );
            fault.help = Some(match near {
                Some(near) => format!("did you mean `{near}`?"),
                None => {
                    "`positions`, `wins`, `losses`, `draws`, `terminals`, `moves` and `classes` can"
                        .into()
                }
            });
        }
        found.map(|(_, what)| *what)
    }

    /// A condition in which the solution's values can be named, too.
    fn fact_condition(&mut self, node: Option<&Node>) -> Option<Expr> {
        let node = node?;
        let registers = self.fact_registers;
        let locals = self.locals.len();
        let named: [(&str, Register, Type); 7] = [
            ("win", registers.win, Type::Bool),
            ("loss", registers.loss, Type::Bool),
            ("draw", registers.draw, Type::Bool),
            ("terminal", registers.terminal, Type::Bool),
            ("remoteness", registers.remoteness, Type::Int),
            ("grundy", registers.grundy, Type::Int),
            ("score", registers.score, Type::Int),
        ];
        for (name, register, kind) in named {
            // The rules' own names come first.
            let has = name != "score" || self.program.scored || self.program.paid;
            if has && !self.globals.contains_key(name) {
                self.bind(name, Term::Scalar(Expr::Register(register), kind), None);
            }
        }
        let condition = self.condition(node);
        self.locals.truncate(locals);
        Some(condition)
    }

    fn natural_number(&mut self, node: &Node) -> Option<u64> {
        let number = self.number(node)?;
        let natural = u64::try_from(number).ok();
        if natural.is_none() {
            self.error(
                "negative",
                node.at,
                "a number that is not negative is needed here",
            );
        }
        natural
    }

    fn plies(&mut self, node: &Node) -> Option<u32> {
        let number = self.natural_number(node)?;
        let plies = u32::try_from(number).ok();
        if plies.is_none() {
            self.error("remoteness", node.at, "no game is as long as that");
        }
        plies
    }

    /// The numbers of a list, set or range.
    pub(super) fn numbers(&mut self, node: &Node) -> Option<Vec<i64>> {
        let running = self.running(node)?;
        if running.known.is_none() {
            self.not_constant(node.at);
        }
        running.known
    }
}

pub(super) fn valued(name: &Name) -> Option<Valued> {
    match name.text.as_str() {
        "grundy" => Some(Valued::Grundy),
        "score" => Some(Valued::Score),
        "remoteness" => Some(Valued::Remoteness),
        _ => None,
    }
}

/// A move as it is printed: one blank behind each comma.
fn spaced(name: &str) -> String {
    let parts: Vec<&str> = name.split(',').map(str::trim).collect();
    parts.join(", ").replace(" (", "(")
}
