//! Facts: what to ask of a solution, checked as far as the rules alone allow.

use super::term::{Term, Type};
use super::{Checker, Meaning, Turn};
use crate::fact::{
    Candidate, Counted, ExpectedOutcome, ExpectedValue, Fact, Place, Question, Valued,
};
use crate::program::{Expr, Register, Span};
use crate::syntax::{AxisNode, FactNode, Item, Name, Node, NodeKind, Tuple};

/// The most positions that one fact may run over.
const MOST_CANDIDATES: usize = 1_000_000;

/// What a list of facts runs over.
enum Axes {
    /// Positions.
    Positions(Vec<Candidate>),
    /// The starts under the values of a parameter.
    Parameter(String, Vec<i64>),
}

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
            if !self.globals.contains_key(name) {
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
    fn numbers(&mut self, node: &Node) -> Option<Vec<i64>> {
        let running = self.running(node)?;
        if running.known.is_none() {
            self.not_constant(node.at);
        }
        running.known
    }

    fn values(&mut self, what: &Name, axes: &[AxisNode], answer: &Node) -> Option<Question> {
        let what = valued(what)?;
        let NodeKind::List(_) = answer.kind else {
            self.error(
                "answer",
                answer.at,
                "the answer is a list, one number a position",
            )
            .help = Some("write `[0, 1, 0, 1]`".into());
            return None;
        };
        let expected = self.numbers(answer)?;
        let axes = self.axes(axes)?;
        let asked = match &axes {
            Axes::Positions(positions) => positions.len(),
            Axes::Parameter(_, values) => values.len(),
        };
        if asked != expected.len() {
            let found = expected.len();
            self.error(
                "answer",
                answer.at,
                format!("{asked} positions are asked about, and {found} answers given"),
            );
            return None;
        }
        Some(match axes {
            Axes::Positions(at) => Question::Values { what, at, expected },
            Axes::Parameter(parameter, among) => Question::StartValues {
                parameter,
                among,
                what,
                expected,
            },
        })
    }

    fn positions_fact(
        &mut self,
        which: &Name,
        axes: &[AxisNode],
        expected: &[Tuple],
    ) -> Option<Question> {
        let outcome = match which.text.as_str() {
            "losing" => ExpectedOutcome::Loss,
            "winning" => ExpectedOutcome::Win,
            _ => ExpectedOutcome::Draw,
        };
        let mut answers = Vec::new();
        let ranging = axes.iter().filter(|axis| axis.ranges).count();
        for tuple in expected {
            let mut values = Vec::new();
            for (_, value) in &tuple.entries {
                let term = self.term(value);
                match self.scalar(term, value.at) {
                    Some((Expr::Constant(value), _)) => values.push(value),
                    Some(_) => {
                        self.not_constant(value.at);
                        return None;
                    }
                    None => return None,
                }
            }
            if values.len() != ranging {
                let found = values.len();
                self.error(
                    "answer",
                    tuple.at,
                    format!("the fact runs over {ranging} variables, {found} values are here"),
                );
                return None;
            }
            answers.push((values, tuple.at));
        }
        match self.axes(axes)? {
            Axes::Parameter(parameter, among) => Some(Question::Starts {
                parameter,
                among,
                outcome,
                expected: answers.into_iter().flat_map(|(values, _)| values).collect(),
            }),
            Axes::Positions(among) => {
                let groups = self.exchangeable(axes);
                let mut answers: Vec<(Vec<i64>, Span)> = answers
                    .into_iter()
                    .map(|(values, at)| (in_order(&values, &groups), at))
                    .collect();
                let among: Vec<Candidate> = among
                    .into_iter()
                    .filter(|candidate| in_order(&candidate.axes, &groups) == candidate.axes)
                    .collect();
                let stray = answers
                    .iter()
                    .find(|(values, _)| !among.iter().any(|candidate| candidate.axes == *values));
                if let Some((_, at)) = stray {
                    let at = *at;
                    self.error("answer", at, "this is outside what the fact runs over");
                    return None;
                }
                answers.sort_by(|left, right| left.0.cmp(&right.0));
                Some(Question::Positions {
                    outcome,
                    among,
                    expected: answers.into_iter().map(|(values, _)| values).collect(),
                })
            }
        }
    }

    /// Which of the axes that range can be exchanged: for each the first of its group.
    fn exchangeable(&self, axes: &[AxisNode]) -> Vec<usize> {
        let registers: Vec<Option<Register>> = axes
            .iter()
            .filter(|axis| axis.ranges)
            .map(|axis| {
                match self
                    .globals
                    .get(&axis.name.text)
                    .map(|global| &global.meaning)
                {
                    Some(Meaning::Variable(variable)) => {
                        Some(self.program.variables[*variable].register)
                    }
                    _ => None,
                }
            })
            .collect();
        let together = |left: Option<Register>, right: Option<Register>| {
            self.program.unordered.iter().any(|group| {
                left.is_some_and(|left| group.contains(&left))
                    && right.is_some_and(|right| group.contains(&right))
            })
        };
        registers
            .iter()
            .enumerate()
            .map(|(number, register)| {
                registers[..number]
                    .iter()
                    .position(|earlier| together(*earlier, *register))
                    .unwrap_or(number)
            })
            .collect()
    }

    fn axes(&mut self, axes: &[AxisNode]) -> Option<Axes> {
        let mut fixed = Vec::new();
        let mut ranging = Vec::new();
        for axis in axes {
            match self
                .globals
                .get(&axis.name.text)
                .map(|global| global.meaning.clone())
            {
                Some(Meaning::Variable(variable)) => {
                    if axis.ranges {
                        ranging.push((axis, variable, self.numbers_of(variable, &axis.values)?));
                    } else {
                        fixed.push((Some(axis.name.clone()), axis.values.clone()));
                    }
                }
                Some(Meaning::Constant(_)) if axis.ranges && axes.len() == 1 => {
                    let values = self.numbers(&axis.values)?;
                    return Some(Axes::Parameter(axis.name.text.clone(), values));
                }
                Some(Meaning::Constant(_)) => {
                    self.error(
                        "axis",
                        axis.name.at,
                        "a fact runs over one parameter, or over state variables",
                    )
                    .help = Some("change other parameters by `with (name = value)`".into());
                    return None;
                }
                _ => {
                    self.unknown_name(
                        &axis.name.text,
                        axis.name.at,
                        "a state variable or a parameter",
                    );
                    return None;
                }
            }
        }
        // The values that range come first to be valid, whatever is missing at the start.
        for (axis, _, values) in &ranging {
            let Some(first) = values.first() else {
                self.error("axis", axis.values.at, "this runs over nothing");
                return None;
            };
            let node = Node {
                kind: NodeKind::Number(*first),
                at: axis.values.at,
            };
            let variable = self
                .globals
                .get(&axis.name.text)
                .map(|global| global.meaning.clone());
            if let Some(Meaning::Variable(variable)) = variable
                && matches!(
                    self.program.variables[variable].kind,
                    crate::program::Kind::Range(..)
                )
            {
                fixed.push((Some(axis.name.clone()), node));
            }
        }
        let at = axes.first().map_or_else(Span::default, |axis| axis.name.at);
        let base = self.position(&Tuple { entries: fixed, at })?;
        let total = ranging.iter().try_fold(1_usize, |total, (_, _, values)| {
            total.checked_mul(values.len())
        });
        if total.is_none_or(|total| total > MOST_CANDIDATES) {
            self.error("axis", at, "this fact runs over too many positions")
                .help = Some(format!("at most {MOST_CANDIDATES}"));
            return None;
        }
        let mut candidates = vec![(base, Vec::new())];
        for (_, variable, values) in &ranging {
            let register = self.program.variables[*variable].register as usize;
            candidates = candidates
                .into_iter()
                .flat_map(|(state, axes)| {
                    values.iter().map(move |value| {
                        let (mut state, mut axes): (Vec<i64>, Vec<i64>) =
                            (state.clone(), axes.clone());
                        state[register] = *value;
                        axes.push(*value);
                        (state, axes)
                    })
                })
                .collect();
        }
        Some(Axes::Positions(
            candidates
                .into_iter()
                .map(|(state, axes)| {
                    let words: Vec<String> = axes.iter().map(i64::to_string).collect();
                    let text = match words.as_slice() {
                        [only] => only.clone(),
                        words => format!("({})", words.join(", ")),
                    };
                    Candidate { state, axes, text }
                })
                .collect(),
        ))
    }

    /// The values of a single variable that a fact runs over, all in its range.
    fn numbers_of(&mut self, variable: usize, node: &Node) -> Option<Vec<i64>> {
        use crate::program::{Kind, Shape};
        let values = self.numbers(node)?;
        let declared = &self.program.variables[variable];
        let name = declared.name.clone();
        if declared.shape != Shape::Single || matches!(declared.kind, Kind::Set { .. }) {
            self.error(
                "axis",
                node.at,
                format!("`{name}` is no single value to run over"),
            );
            return None;
        }
        if let Kind::Range(low, high) = declared.kind
            && let Some(outside) = values.iter().find(|value| !(low..=high).contains(*value))
        {
            self.error(
                "out-of-range",
                node.at,
                format!("`{name}` ranges over {low}..{high}, and {outside} is outside"),
            );
            return None;
        }
        Some(values)
    }
}

fn valued(name: &Name) -> Option<Valued> {
    match name.text.as_str() {
        "grundy" => Some(Valued::Grundy),
        "score" => Some(Valued::Score),
        "remoteness" => Some(Valued::Remoteness),
        _ => None,
    }
}

/// The values with those that can be exchanged in ascending order.
fn in_order(values: &[i64], groups: &[usize]) -> Vec<i64> {
    let mut ordered = values.to_vec();
    for first in 0..groups.len() {
        let places: Vec<usize> = (0..groups.len())
            .filter(|place| groups[*place] == first)
            .collect();
        let mut members: Vec<i64> = places.iter().map(|place| values[*place]).collect();
        members.sort_unstable();
        for (place, member) in places.into_iter().zip(members) {
            ordered[place] = member;
        }
    }
    ordered
}

/// A move as it is printed: one blank behind each comma.
fn spaced(name: &str) -> String {
    let parts: Vec<&str> = name.split(',').map(str::trim).collect();
    parts.join(", ").replace(" (", "(")
}
