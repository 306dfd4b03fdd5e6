//! Unmoves: move rules turned round, so that from a position the positions before it can be found.
//!
//! A rule is taken back like this. Its effects are written as straight lines, one for each way through their
//! conditions ([`tracks`]). Each is undone from its last step to its first: what a step overwrote becomes an
//! unknown, and that the step made of it what is there now becomes a condition, as is all that the rule demands
//! ([`undo`]). Conditions are told of the position after the move ([`view`]), as far as that goes. Then the
//! unknowns are put in an order in which each is worked out from what is known already ([`order`]): that gives a
//! rule that is run like a move, with the unknowns as its parameters. What could not be made a condition is
//! looked at in the restored position, and by moving forwards again where the effects themselves are in doubt.

mod back;
mod bounds;
mod build;
mod geometry;
mod logic;
mod order;
mod reads;
mod rewrite;
pub(crate) mod run;
mod sets;
mod sizes;
mod superset;
mod tracks;
mod undo;
mod unordered;
mod view;

pub use back::Back;
pub(super) use run::sources;

use super::ready::Ready;
use crate::program::{Domain, Expr, MoveRule, Parameter, Program, Register};
use tracks::Tracer;

/// An unmove of a rule that tries more than this many values in a row is not worth it.
const MOST_VALUES: f64 = 1e9;

/// A way to take back the moves of one rule: run like a move, from the position after the move, with the mover
/// before the move in the mover's register (the same player if `again`, else the other).
///
/// Its parameters are what is unknown: the rule's own, in the rule's own locals, and what overwritten variables
/// held, in locals beyond the program's. Its effects restore the registers of the state; where one of them would
/// give a variable a value that it must not have, or fails otherwise, there is no such position.
#[derive(Clone, Debug)]
pub(crate) struct Unmove {
    /// The rule, by number.
    pub(crate) rule: usize,
    /// Whether the mover moved again.
    pub(crate) again: bool,
    /// How to restore the position.
    pub(crate) reverse: MoveRule,
    /// What must hold in the restored position, in order.
    pub(crate) confirm: Vec<Expr>,
    /// Whether the rule's effects need not be run there to see that they lead back.
    pub(crate) exact: bool,
}

/// How to take back all moves of a program.
#[derive(Clone, Debug)]
pub(crate) struct Unmoves {
    /// For each rule its unmoves.
    pub(crate) rules: Vec<Unmove>,
    /// Whether a position is found as often as its moves lead here; if not, at least once.
    pub(crate) repeats: bool,
    /// How many registers there must be.
    pub(crate) registers: Register,
}

/// Whether a domain may name a value twice, so that one move is two.
fn doubles(program: &Program, domain: &Domain) -> bool {
    let twice = |values: &[i64]| {
        let different: std::collections::BTreeSet<&i64> = values.iter().collect();
        different.len() < values.len()
    };
    match domain {
        Domain::Values(values) => twice(values),
        Domain::List { lists, .. } => program.lists[*lists].iter().any(|list| twice(list)),
        Domain::Filter { of, .. } => doubles(program, of),
        Domain::Range(..) | Domain::Each(_) | Domain::Cells(_) => false,
    }
}

impl Unmoves {
    /// Derives the unmoves of a program; fails, as a clause in words, where that cannot be done or is seen to cost
    /// more than it is worth.
    pub(crate) fn derive(ready: &Ready) -> Result<Self, String> {
        let program = &ready.program;
        let mut tracer = Tracer {
            program,
            registers: program.registers,
        };
        let mut rules: Vec<Unmove> = Vec::new();
        let mut repeats = ready.group.is_trivial();
        for (number, rule) in program.moves.iter().enumerate() {
            let of_move = |why: String| format!("`{}` cannot be taken back: {why}", rule.name);
            let tracks = tracer.tracks(rule).map_err(of_move)?;
            let once = |parameter: &Parameter| !doubles(program, &parameter.domain);
            repeats &= rule.parameters.iter().all(once);
            let first = rules.len();
            for track in &tracks {
                let undo = undo::undo(ready, &mut tracer, rule, track).map_err(of_move)?;
                let ordered = order::order(ready, &undo.unknowns, undo.conditions);
                let ordered = ordered.map_err(of_move)?;
                if ordered.count > MOST_VALUES {
                    let (values, what) = ordered.worst;
                    return Err(of_move(format!(
                        "it leaves too much unknown, {what} ({values:.0} values) among it"
                    )));
                }
                let grouped = program.unordered.iter().any(|group| group.len() > 1);
                repeats &= !undo.repeats && (undo.exact || !grouped);
                rules.push(Unmove {
                    rule: number,
                    again: track.again,
                    reverse: MoveRule {
                        name: rule.name.clone(),
                        player: rule.player,
                        conditions: ordered.conditions,
                        parameters: ordered.parameters,
                        effects: undo.effects,
                        at: rule.at,
                    },
                    confirm: undo.confirm,
                    exact: undo.exact,
                });
            }
            // Two tracks that each confirm by running the whole move find the same position twice.
            let of_rule = &rules[first..];
            for (place, one) in of_rule.iter().enumerate() {
                let twin = |other: &Unmove| other.again == one.again && !(one.exact && other.exact);
                repeats &= !of_rule[..place].iter().any(twin);
            }
        }
        Ok(Self {
            rules,
            repeats,
            registers: tracer.registers,
        })
    }
}
