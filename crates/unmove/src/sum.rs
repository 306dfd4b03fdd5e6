//! Sums: several positions side by side, where a player moves in one of their choice.

use std::cmp::Ordering;

use unmove_core::{
    Game, Loopy, Options, Outcome, Payoff, Progress, Remoteness, Score, SolveError, Successor, Sum,
    solve,
};
use unmove_rules::machine::{NamedMove, Position};
use unmove_rules::program::Expr;

use crate::error::{Error, GameError};
use crate::loaded::Loaded;
use crate::number::counted;
use crate::session::Session;

/// Who wins a sum, and how it is known.
#[derive(Clone, Debug)]
pub struct SumAnswer {
    /// For the player to move.
    pub outcome: Outcome,
    /// Who wins: a player's name, or `first` or `second`; `None` in a draw.
    pub winner: Option<String>,
    /// Plies to the end, where the sum has been solved as one game.
    pub remoteness: Option<Remoteness>,
    /// The value of the sum, where it follows from those of the components.
    pub value: Option<Loopy>,
    /// What best play pays, in a game of scores.
    pub score: Option<Score>,
    /// The theory behind it, in words.
    pub theory: String,
    /// The components as they were given.
    pub components: Vec<Component>,
    /// All moves, the best first.
    pub moves: Vec<SumMove>,
}

/// A component of a sum.
#[derive(Clone, Debug)]
pub struct Component {
    /// In the rules' words.
    pub position: String,
    /// Its own Grundy value, where there is one.
    pub grundy: Option<Loopy>,
}

/// A move in a sum.
#[derive(Clone, Debug)]
pub struct SumMove {
    /// The number of the component it is made in, from 1.
    pub component: usize,
    /// The move's name.
    pub name: String,
    /// What it leads to, for who makes it.
    pub outcome: Outcome,
    /// Plies to the end after the move, where that is known.
    pub remoteness: Option<Remoteness>,
    /// The components after it; those that the moved one falls into stand in its place.
    pub after: Vec<Position>,
    /// Whether the same player moves again.
    pub again: bool,
    /// The points it gains.
    pub gain: i32,
    /// The mover's total with this move, in a game of scores.
    pub score: Option<Score>,
}

/// Solves a sum: by the theory of Grundy values where it applies, else as one game.
pub fn sum(
    session: &mut Session<'_>,
    components: &[Position],
    progress: &dyn Progress,
) -> Result<SumAnswer, Error> {
    if components.is_empty() {
        return Err(Error::NotApplicable(
            "a sum needs at least one position".to_owned(),
        ));
    }
    let machine = session.loaded().machine();
    let mover = |position: &Position| machine.to_move(position);
    if components
        .iter()
        .any(|component| mover(component) != mover(&components[0]))
    {
        return Err(Error::NotApplicable(
            "the positions of a sum must have the same player to move".to_owned(),
        ));
    }
    session.cover(components, progress)?;
    let mut values = Vec::with_capacity(components.len());
    for position in components {
        values.push(session.answer(position)?.grundy);
    }
    let known: Option<Vec<Loopy>> = values.iter().cloned().collect();
    let loaded = session.loaded();
    let solved = match known {
        Some(values) => by_values(session, components, &values)?,
        None => as_one_game(session, components, progress)?,
    };
    let first = &components[0];
    let winner = match solved.outcome {
        Outcome::Win => Some(loaded.mover(first).to_owned()),
        Outcome::Loss => Some(loaded.opponent(first).to_owned()),
        Outcome::Draw => None,
    };
    let mut moves = solved.moves;
    moves.sort_by_key(|play| (preference(play), play.component));
    Ok(SumAnswer {
        outcome: solved.outcome,
        winner,
        remoteness: solved.remoteness,
        value: solved.value,
        score: solved.score,
        theory: solved.theory,
        components: components
            .iter()
            .zip(values)
            .map(|(position, grundy)| Component {
                position: loaded.machine().text(position),
                grundy,
            })
            .collect(),
        moves,
    })
}

/// Least for the best move: the winner hurries, the loser delays.
fn preference(play: &SumMove) -> (u8, i64) {
    if let Some(score) = play.score {
        return (0, score.0.saturating_neg());
    }
    let length = play.remoteness.map_or(0, |plies| i64::from(plies.0));
    match play.outcome {
        Outcome::Win => (0, length),
        Outcome::Draw => (1, 0),
        Outcome::Loss => (2, -length),
    }
}

/// A solved sum, before its words.
struct Solved {
    outcome: Outcome,
    remoteness: Option<Remoteness>,
    value: Option<Loopy>,
    score: Option<Score>,
    theory: String,
    moves: Vec<SumMove>,
}

/// By the values of the components: the value of a sum is the sum of the values.
fn by_values(
    session: &Session<'_>,
    components: &[Position],
    values: &[Loopy],
) -> Result<Solved, Error> {
    let zero = Loopy::Nimber(unmove_core::Nimber(0));
    let total =
        |values: &mut dyn Iterator<Item = &Loopy>| values.fold(zero.clone(), |a, b| a.plus(b));
    let value = total(&mut values.iter());
    let mut moves = Vec::new();
    for (place, component) in components.iter().enumerate() {
        let mut others = values
            .iter()
            .enumerate()
            .filter(|(other, _)| *other != place)
            .map(|(_, value)| value);
        let others = total(&mut others);
        for choice in session.moves(component)? {
            let Some(grundy) = &choice.judged.grundy else {
                return Err(Error::NotApplicable(format!(
                    "{} has no Grundy value",
                    choice.to
                )));
            };
            let play = NamedMove {
                name: choice.name,
                to: choice.judged.play,
            };
            let outcome = others.plus(grundy).outcome().reversed();
            moves.push(moved(components, place, play, outcome, None));
        }
    }
    let infinite = values
        .iter()
        .any(|value| matches!(value, Loopy::Infinite(_)));
    let theory = if infinite {
        "by the sum of the loopy values (Smith and Fraenkel)"
    } else {
        "by the xor of the Grundy values (Sprague and Grundy)"
    };
    Ok(Solved {
        outcome: value.outcome(),
        remoteness: None,
        value: Some(value),
        score: None,
        theory: theory.to_owned(),
        moves,
    })
}

/// A move in one component, made.
fn moved(
    components: &[Position],
    place: usize,
    play: NamedMove,
    outcome: Outcome,
    remoteness: Option<Remoteness>,
) -> SumMove {
    let parts = match play.to.to {
        Successor::One(one) => vec![one],
        Successor::Sum(several) => several,
    };
    let mut after = components[..place].to_vec();
    after.extend(parts);
    after.extend_from_slice(&components[place + 1..]);
    SumMove {
        component: place + 1,
        name: play.name,
        outcome,
        remoteness,
        after,
        again: play.to.again,
        gain: play.to.gain,
        score: None,
    }
}

/// As one game whose positions are the sums.
fn as_one_game(
    session: &Session<'_>,
    components: &[Position],
    progress: &dyn Progress,
) -> Result<Solved, Error> {
    let loaded = session.loaded();
    let machine = loaded.machine();
    let game = Sum::new(machine, vec![folded(loaded, components)], stuck(loaded)?);
    let options = Options {
        memory: session.how().memory,
        verify: session.how().verify,
        ..Options::default()
    };
    let solution = solve(&game, &options, progress).map_err(|error| unsummed(error, components))?;
    let fault = |source| Error::from(SolveError::Fault { at: None, source });
    let start = game.position(folded(loaded, components)).map_err(fault)?;
    let lookup = |position: &unmove_core::SumPosition<Position>| {
        solution.index_of(position).ok_or_else(|| {
            Error::NotApplicable(
                "a position of the sum was not reached while solving it".to_owned(),
            )
        })
    };
    let index = lookup(&start)?;
    let mut moves = Vec::new();
    for (place, component) in components.iter().enumerate() {
        if session.answer(component)?.terminal {
            continue;
        }
        for play in machine.named_moves(component)? {
            let again = play.to.again;
            let mut made = moved(components, place, play, Outcome::Draw, None);
            // The moved component comes first: it knows who is to move now.
            let mut facing = made.after.clone();
            let turn = place.min(facing.len());
            facing.rotate_left(turn);
            let to = lookup(&game.position(folded(loaded, &facing)).map_err(fault)?)?;
            let value = solution.value(to);
            made.outcome = if again {
                value.outcome()
            } else {
                value.outcome().reversed()
            };
            made.remoteness = value.remoteness;
            if let Some(Score(rest)) = solution.score(to) {
                let rest = if again { rest } else { rest.saturating_neg() };
                let total = rest.saturating_add(i64::from(made.gain));
                made.score = Some(Score(total));
                made.outcome = match total.cmp(&0) {
                    Ordering::Greater => Outcome::Win,
                    Ordering::Equal => Outcome::Draw,
                    Ordering::Less => Outcome::Loss,
                };
            }
            moves.push(made);
        }
    }
    let size = counted(solution.counts().positions, "position", "positions");
    Ok(Solved {
        outcome: solution.outcome(index),
        remoteness: solution.value(index).remoteness,
        value: solution.grundy(index),
        score: solution.score(index),
        theory: format!(
            "solved as one game of {size}, since the components have no Grundy values ({})",
            session
                .solution()
                .why_no_grundy()
                .unwrap_or("they do not apply")
        ),
        moves,
    })
}

/// Components as the solver has them.
fn folded(loaded: &Loaded, components: &[Position]) -> Vec<Position> {
    let machine = loaded.machine();
    components
        .iter()
        .map(|part| machine.folded(part.clone()))
        .collect()
}

/// What a sum without moves pays the player to move.
fn stuck(loaded: &Loaded) -> Result<Payoff, Error> {
    let rules = &loaded.program().stuck;
    match rules.first() {
        Some(rule) if matches!(rule.condition, Expr::Constant(holds) if holds != 0) => {
            match rule.payoff {
                Expr::Constant(payoff) => i32::try_from(payoff).map(Payoff).map_err(|_| {
                    Error::NotApplicable("the payoff of `stuck` is out of range".to_owned())
                }),
                _ => Err(Error::NotApplicable(
                    "sums of this game are not defined: what `stuck` pays depends on the position"
                        .to_owned(),
                )),
            }
        }
        _ => Err(Error::NotApplicable(
            "sums of this game are not defined: what `stuck` pays depends on the position"
                .to_owned(),
        )),
    }
}

/// An error of the game of sums as one of the game itself: a sum is told by its first component.
fn unsummed(
    error: SolveError<unmove_core::SumPosition<Position>>,
    components: &[Position],
) -> GameError {
    let one = |sum: &unmove_core::SumPosition<Position>| {
        sum.components().first().or(components.first()).cloned()
    };
    match error {
        SolveError::Fault { at, source } => SolveError::Fault {
            at: at.as_ref().and_then(one),
            source,
        },
        SolveError::NoStart => SolveError::NoStart,
        SolveError::Memory {
            limit,
            needed,
            positions,
        } => SolveError::Memory {
            limit,
            needed,
            positions,
        },
        SolveError::Stopped => SolveError::Stopped,
        SolveError::TooMany { what, limit } => SolveError::TooMany { what, limit },
        SolveError::Overflow { what } => SolveError::Overflow { what },
        SolveError::Flawed { flaws } => SolveError::Flawed { flaws },
        other => SolveError::NotApplicable {
            reason: format!("the sum cannot be solved as one game: {other}"),
        },
    }
}
