//! The graph of a game around a position: the positions near it, their outcomes and the moves.

use std::collections::{HashMap, VecDeque};
use std::fmt::Write;

use unmove_core::{Game, Loopy, Nimber, Outcome, Successor};
use unmove_rules::machine::Position;

use crate::error::Error;
use crate::number::{grouped, plies};
use crate::palette::{self, Colour};
use crate::session::Session;
use crate::table::letter;

/// How much of the graph to show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extent {
    /// The most positions.
    pub limit: usize,
    /// The most moves away from the first.
    pub depth: usize,
}

/// A position of the diagram, or a sum of positions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// In the rules' words.
    pub text: String,
    /// For the player to move.
    pub outcome: Outcome,
    /// What is known beside: `N in 3 plies`.
    pub note: String,
    /// Moves away from the first position.
    pub distance: usize,
    /// Whether it has moves that are not shown.
    pub cut: bool,
    /// Whether it is a sum; its arrows lead to the components.
    pub sum: bool,
}

/// A move of the diagram.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arrow {
    /// The node it starts from.
    pub from: usize,
    /// The node it leads to.
    pub to: usize,
    /// The move's name; empty from a sum to its components.
    pub name: String,
    /// Whether no move is better.
    pub best: bool,
}

/// A part of a game's graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagram {
    /// The game's name.
    pub game: String,
    /// The positions; the first is the one asked for.
    pub nodes: Vec<Node>,
    /// The moves.
    pub arrows: Vec<Arrow>,
}

/// Collects the graph around a position that the session has solved.
pub fn diagram(session: &Session<'_>, start: &Position, extent: Extent) -> Result<Diagram, Error> {
    let mut growing = Growing {
        session,
        numbers: HashMap::new(),
        waiting: VecDeque::new(),
        nodes: Vec::new(),
        arrows: Vec::new(),
        limit: extent.limit.max(1),
    };
    growing.number_of(start, 0)?;
    while let Some((position, from)) = growing.waiting.pop_front() {
        growing.grow(&position, from, extent.depth)?;
    }
    Ok(Diagram {
        game: session.loaded().game().to_owned(),
        nodes: growing.nodes,
        arrows: growing.arrows,
    })
}

/// A diagram in the making.
struct Growing<'s, 'a> {
    session: &'s Session<'a>,
    numbers: HashMap<Position, usize>,
    waiting: VecDeque<(Position, usize)>,
    nodes: Vec<Node>,
    arrows: Vec<Arrow>,
    limit: usize,
}

impl Growing<'_, '_> {
    /// Adds the moves of a position.
    fn grow(&mut self, position: &Position, from: usize, depth: usize) -> Result<(), Error> {
        let distance = self.nodes[from].distance + 1;
        for choice in self.session.moves(position)? {
            let best = choice.judged.rank == 0;
            let to = if distance > depth {
                self.known(&choice.judged.play.to)
            } else {
                match &choice.judged.play.to {
                    Successor::One(next) => self.number_of(next, distance)?,
                    Successor::Sum(parts) => {
                        let value = choice.judged.grundy.as_ref();
                        self.sum(
                            &choice.to,
                            parts,
                            choice.judged.value.outcome().reversed(),
                            value,
                            distance,
                        )?
                    }
                }
            };
            match to {
                Some(to) => self.arrows.push(Arrow {
                    from,
                    to,
                    name: choice.name,
                    best,
                }),
                None => self.nodes[from].cut = true,
            }
        }
        Ok(())
    }

    /// Positions that are alike under the symmetries are one node.
    fn folded(&self, position: &Position) -> Position {
        self.session.loaded().machine().folded(position.clone())
    }

    /// The number of a position that is shown already.
    fn known(&self, to: &Successor<Position>) -> Option<usize> {
        match to {
            Successor::One(position) => self.numbers.get(&self.folded(position)).copied(),
            Successor::Sum(_) => None,
        }
    }

    /// The number of a position, new ones included; `None` beyond the limit.
    fn number_of(&mut self, position: &Position, distance: usize) -> Result<Option<usize>, Error> {
        // The one met first is shown for all that are alike.
        let class = self.folded(position);
        if let Some(&number) = self.numbers.get(&class) {
            return Ok(Some(number));
        }
        if self.nodes.len() >= self.limit {
            return Ok(None);
        }
        let answer = self.session.answer(position)?;
        let number = self.nodes.len();
        let mut note = letter(answer.outcome).to_owned();
        if let Some(length) = answer.remoteness {
            let _ = write!(note, " in {}", plies(length.0));
        }
        if let Some(value) = &answer.grundy {
            let _ = write!(note, ", Grundy {value}");
        }
        if let Some(score) = answer.score {
            let _ = write!(note, ", score {score}");
        }
        self.nodes.push(Node {
            text: answer.position,
            outcome: answer.outcome,
            note,
            distance,
            cut: false,
            sum: false,
        });
        self.numbers.insert(class, number);
        self.waiting.push_back((position.clone(), number));
        Ok(Some(number))
    }

    /// A node for a sum, with arrows to its components.
    fn sum(
        &mut self,
        text: &str,
        parts: &[Position],
        outcome: Outcome,
        value: Option<&Loopy>,
        distance: usize,
    ) -> Result<Option<usize>, Error> {
        if let [one] = parts {
            return self.number_of(one, distance);
        }
        if let Some(number) = self
            .nodes
            .iter()
            .position(|node| node.sum && node.text == text)
        {
            return Ok(Some(number));
        }
        if self.nodes.len() >= self.limit {
            return Ok(None);
        }
        let mut note = letter(outcome).to_owned();
        if self.session.solution().why_no_grundy().is_none() {
            let zero = Loopy::Nimber(Nimber(0));
            // Writing to a string cannot fail.
            let _ = write!(note, ", Grundy {}", value.unwrap_or(&zero));
        }
        let number = self.nodes.len();
        self.nodes.push(Node {
            text: if parts.is_empty() {
                "nothing left".to_owned()
            } else {
                text.to_owned()
            },
            outcome,
            note,
            distance,
            cut: false,
            sum: true,
        });
        for part in parts {
            match self.number_of(part, distance + 1)? {
                Some(to) => self.arrows.push(Arrow {
                    from: number,
                    to,
                    name: String::new(),
                    best: false,
                }),
                None => self.nodes[number].cut = true,
            }
        }
        Ok(Some(number))
    }
}

impl Diagram {
    /// What is not shown, in words; `None` if everything is.
    pub fn cut(&self) -> Option<String> {
        let open = self.nodes.iter().filter(|node| node.cut).count();
        let shown = self.nodes.len();
        match (shown, open) {
            (_, 0) => None,
            (1, _) => Some("cut: 1 position is shown, and it has moves that are not".to_owned()),
            _ => {
                let have = if open == 1 { "has" } else { "have" };
                Some(format!(
                    "cut: {} positions are shown, and {} of them {have} moves that are not",
                    grouped(shown),
                    grouped(open)
                ))
            }
        }
    }

    /// The diagram in the language of Graphviz.
    pub fn dot(&self) -> String {
        let mut out = format!(
            "digraph {} {{\n  node [shape=box, style=\"filled,rounded\", fontname=\"sans-serif\"];\n",
            quoted(&self.game)
        );
        if let Some(cut) = self.cut() {
            // Writing to a string cannot fail, here and below.
            let _ = writeln!(out, "  label={};", quoted(&cut));
        }
        for (number, node) in self.nodes.iter().enumerate() {
            let fill: Colour = palette::outcome(node.outcome);
            let mut more = String::new();
            if node.cut {
                more.push_str(", style=\"filled,rounded,dashed\"");
            }
            if number == 0 {
                more.push_str(", penwidth=3");
            }
            let label = quoted(&format!("{}\n{}", node.text, node.note));
            let _ = writeln!(
                out,
                "  n{number} [label={label}, fillcolor=\"{}\", fontcolor=\"{}\"{more}];",
                fill.hex(),
                fill.ink().hex()
            );
        }
        for arrow in &self.arrows {
            let style = if arrow.best {
                ", penwidth=2"
            } else {
                ", color=\"#999999\""
            };
            let _ = writeln!(
                out,
                "  n{} -> n{} [label={}{style}];",
                arrow.from,
                arrow.to,
                quoted(&arrow.name)
            );
        }
        out.push_str("}\n");
        out
    }
}

/// A text in quotes as DOT reads it.
fn quoted(text: &str) -> String {
    let inner = text
        .replace('\\', "\\\\")
        .replace('"', "\\\"")
        .replace('\n', "\\n");
    format!("\"{inner}\"")
}
