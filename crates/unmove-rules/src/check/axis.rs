//! Facts about many positions: what they run over.

use super::fact::valued;
use super::{Checker, Meaning};
use crate::fact::{Candidate, ExpectedOutcome, Question};
use crate::program::{Expr, Register, Span};
use crate::syntax::{AxisNode, Name, Node, NodeKind, Tuple};

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
    pub(super) fn values(
        &mut self,
        what: &Name,
        axes: &[AxisNode],
        answer: &Node,
    ) -> Option<Question> {
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

    pub(super) fn positions_fact(
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
                let variable = self.variable_named(&axis.name.text)?;
                Some(self.program.variables[variable].register)
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
        for (axis, variable, values) in &ranging {
            let Some(first) = values.first() else {
                self.error("axis", axis.values.at, "this runs over nothing");
                return None;
            };
            let node = Node {
                kind: NodeKind::Number(*first),
                at: axis.values.at,
            };
            if matches!(
                self.program.variables[*variable].kind,
                crate::program::Kind::Range(..)
            ) {
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
