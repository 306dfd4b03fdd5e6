//! What was found out about a game before solving it, and how it will be solved, in words.

mod dense;

use std::fmt;

use crate::counts::Ends;
use crate::game::{Known, Payoff};
use crate::graph::{Graph, Index};

/// The ways to solve a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Solver {
    /// One pass in an order without cycles: payoff and remoteness.
    Backward,
    /// Backwards from the ends, level by level, through cycles.
    Retrograde,
    /// Grundy values alone, of a game that splits into sums.
    Grundy,
    /// One pass in an order without cycles: scores.
    Score,
    /// Backward, over all sums that can come up.
    Sums,
}

impl fmt::Display for Solver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Backward => "backward",
            Self::Retrograde => "retrograde",
            Self::Grundy => "grundy",
            Self::Score => "score",
            Self::Sums => "sums",
        })
    }
}

/// How a game is going to be solved, and why so.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The solver chosen.
    pub solver: Solver,
    /// Everything found and chosen, a sentence each.
    pub sentences: Vec<String>,
    /// Whether play can come back to the same position; `None` where nobody has looked.
    pub cycle: Option<bool>,
}

pub(crate) use dense::{Choice, DenseFindings, NO_PREDECESSORS};

/// What the plan is made from.
pub(crate) struct Findings<'a, P> {
    pub(crate) graph: &'a Graph<P>,
    pub(crate) known: &'a Known,
    pub(crate) ends: Ends,
    /// A cycle, if one was found.
    pub(crate) cycle: Option<&'a [Index]>,
    /// Whether Grundy values are computed besides, or why not.
    pub(crate) grundy: Result<(), &'a str>,
    /// Bytes needed in all, and allowed.
    pub(crate) needed: u64,
    pub(crate) allowed: u64,
}

impl<P> Findings<'_, P> {
    pub(crate) fn plan(&self, solver: Solver) -> Plan {
        let mut sentences = vec![self.size(), self.players(), self.cycles()];
        sentences.extend(symmetries(&self.known.symmetries));
        sentences.push(self.encoding());
        sentences.push(self.chosen(solver));
        sentences.push(grundy(self.grundy));
        sentences.push(memory(self.needed, self.allowed));
        Plan {
            solver,
            sentences,
            cycle: Some(self.cycle.is_some()),
        }
    }

    fn size(&self) -> String {
        let graph = self.graph;
        let positions = counted(graph.len() as u64, "position");
        let standing = if graph.orbits.is_empty() {
            positions
        } else {
            let orbits = graph.orbits.iter().map(|&orbit| u128::from(orbit));
            let all = counted_wide(orbits.sum(), "position");
            format!("{positions} (standing for {all})")
        };
        let reached = format!(
            "{standing} can be reached, with {} and {}",
            counted(graph.edges(), "move"),
            counted(graph.terminals.len() as u64, "end"),
        );
        match self.known.space {
            Some(u128::MAX) => {
                format!("The space has more than 10^38 positions; {reached}.")
            }
            Some(space) => format!(
                "The space has {}; {reached}.",
                counted_wide(space, "position")
            ),
            None => format!("{reached}."),
        }
    }

    fn players(&self) -> String {
        let what = players(self.graph.is_impartial());
        let splits = if self.graph.has_sums() {
            "; moves may split the game into a sum"
        } else {
            ""
        };
        format!("{what}{splits}.")
    }

    fn cycles(&self) -> String {
        if let Some(cycle) = self.cycle {
            return format!(
                "Play can go round in cycles: one has {}.",
                counted(cycle.len() as u64, "move")
            );
        }
        match &self.known.measure {
            Some(measure) if self.graph.is_measured() => {
                format!("No cycles: {measure}, which was checked on each.")
            }
            _ if self.graph.is_measured() => {
                "No cycles: every move lowers the game's measure, which was checked on each."
                    .to_owned()
            }
            _ => "No cycles: all positions could be put in order.".to_owned(),
        }
    }

    fn encoding(&self) -> String {
        let numbered = "Positions are numbered as they are reached, breadth first";
        match &self.known.encoding {
            Some(encoding) => format!("{numbered}; each is {encoding}."),
            None => format!("{numbered}."),
        }
    }

    fn chosen(&self, solver: Solver) -> String {
        match solver {
            Solver::Backward => {
                "Solved in one backward pass, since there are no cycles: outcome and remoteness."
                    .to_owned()
            }
            Solver::Retrograde => format!(
                "Solved by retrograde analysis from the ends, since there are cycles; endless play {}.",
                endless(self.graph.endless())
            ),
            Solver::Grundy => {
                "Solved by Grundy values, since moves split the game: outcomes follow from them, remoteness in sums is not computed."
                    .to_owned()
            }
            Solver::Score => {
                "Solved in one backward pass, since there are no cycles: scores.".to_owned()
            }
            Solver::Sums => {
                let rule = match self.ends {
                    Ends::Same(payoff) if payoff > Payoff::DRAW => ", since whoever cannot move wins",
                    _ => "",
                };
                format!("Solved over every sum of components that can come up{rule}: outcome and remoteness.")
            }
        }
    }
}

fn players(impartial: bool) -> &'static str {
    if impartial {
        "Impartial: both players have the same moves"
    } else {
        "Each player has moves of their own"
    }
}

fn symmetries(of: &[String]) -> Option<String> {
    (!of.is_empty()).then(|| {
        let all = of.join("; ");
        format!("Positions that differ only by a symmetry are one: {all}.")
    })
}

fn grundy(of: Result<(), &str>) -> String {
    match of {
        Ok(()) => "Grundy values are computed.".to_owned(),
        Err(reason) => format!("No Grundy values: {reason}."),
    }
}

fn memory(needed: u64, allowed: u64) -> String {
    format!(
        "Memory: {} needed, {} allowed.",
        bytes(needed),
        bytes(allowed)
    )
}

fn endless(payoff: Payoff) -> String {
    match payoff.0 {
        0 => "is a draw".to_owned(),
        1 => "is won by the first player".to_owned(),
        -1 => "is won by the second player".to_owned(),
        other => format!("pays the first player {other}"),
    }
}

/// "1 position", "2,055 positions".
fn counted(count: u64, what: &str) -> String {
    counted_wide(u128::from(count), what)
}

fn counted_wide(count: u128, what: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{} {what}{plural}", grouped(count))
}

/// A whole number with its digits in groups of three: `5,478`.
pub fn grouped(number: impl std::fmt::Display) -> String {
    let digits = number.to_string();
    let (sign, digits) = match digits.strip_prefix('-') {
        Some(rest) => ("-", rest),
        None => ("", digits.as_str()),
    };
    let mut out = String::from(sign);
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// A size in the unit that suits it, of powers of 1,024.
pub(crate) fn bytes(count: u64) -> String {
    let mut amount = count as f64;
    for unit in ["bytes", "KiB", "MiB", "GiB"] {
        if amount < 1024.0 {
            let places = usize::from(unit != "bytes");
            return format!("{amount:.places$} {unit}");
        }
        amount /= 1024.0;
    }
    format!("{amount:.1} TiB")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_thousands_separators_and_sizes_have_units() {
        assert_eq!(grouped(0), "0");
        assert_eq!(grouped(999), "999");
        assert_eq!(grouped(1000), "1,000");
        assert_eq!(grouped(12_345_678), "12,345,678");
        assert_eq!(counted(1, "move"), "1 move");
        assert_eq!(bytes(1023), "1023 bytes");
        assert_eq!(bytes(3 << 29), "1.5 GiB");
    }
}
