//! Solvers of the simplest kind, and the library's held against them.

use crate::tree::Rules;
use crate::{Node, Walk};
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use unmove_core::explored::Explored;
use unmove_core::game::{Game, Payoff};
use unmove_core::graph::Index;
use unmove_core::numbered::Scope;
use unmove_core::progress::Silent;
use unmove_core::solve::{Dense, Numbering, Options, Predecessors, solve, solve_dense};
use unmove_core::sum::Sum;
use unmove_core::value::{Loopy, Nimber, Value};
use unmove_core::{Solution, SolveError};
use unmove_rules::machine::{Engine, Machine, Position};

type Checked = Result<(), TestCaseError>;

/// The largest space of numbers that is solved whole: a few of the positions may lie in a very large one.
const MOST_NUMBERS: u64 = 10_000;

/// Holds every way to solve the game by dense numbers against a solution by a table of positions.
fn densely(machine: &Machine, plain: &Solution<Position>) -> Checked {
    let ways = [
        (Engine::Interpreter, None, 1),
        (Engine::Native, None, 2),
        (Engine::Native, Some(Predecessors::Stored), 1),
        (Engine::Native, Some(Predecessors::Passes), 1),
    ];
    let small = machine
        .numbered(Scope::Reachable)
        .is_ok_and(|numbers| numbers.size() <= MOST_NUMBERS);
    if !small {
        return Ok(());
    }
    for (engine, predecessors, threads) in ways {
        let machine = machine.clone().run_by(engine);
        let options = Options {
            numbering: Some(Numbering::Dense),
            predecessors,
            threads,
            ..Options::default()
        };
        let way = format!("{engine:?}, {predecessors:?}, {threads} threads");
        let solution = match solve_dense(&machine, &options, &Silent, &mut |_| ()) {
            Ok(Dense::Solved(solution)) => solution,
            Ok(Dense::Unfit(_)) => return Ok(()),
            Err(error) => return Err(TestCaseError::fail(format!("{way}: {error}"))),
        };
        prop_assert_eq!(solution.counts(), plain.counts(), "{}", way);
        for at in plain.indices() {
            let position = plain.position(at);
            let Some(index) = solution.index_of(&position) else {
                let text = machine.text(&position);
                return Err(TestCaseError::fail(format!("{way}: {text} has no number")));
            };
            let text = || format!("{way}: {}", machine.text(&position));
            prop_assert_eq!(solution.value(index), plain.value(at), "{}", text());
            prop_assert_eq!(solution.score(index), plain.score(at), "{}", text());
            if let Some(grundy) = solution.grundy(index) {
                prop_assert_eq!(Some(grundy), plain.grundy(at), "{}", text());
            }
        }
    }
    Ok(())
}

/// Holds everything that is solved of the game against what is found here.
pub fn hold(rules: &Rules, machine: &Machine, walk: &Walk) -> Checked {
    let nodes = &walk.nodes;
    let cyclic = has_cycle(nodes);
    let sums = nodes
        .iter()
        .flat_map(|node| &node.moves)
        .any(|step| step.to.len() > 1);
    let reached = Options {
        numbering: Some(Numbering::Reached),
        ..Options::default()
    };
    let solution = match solve(machine, &reached, &Silent) {
        Ok(solution) => solution,
        Err(SolveError::Cycle { .. }) => {
            prop_assert!(
                cyclic && (rules.scored() || sums),
                "a cycle is said to be in the way"
            );
            return Ok(());
        }
        Err(SolveError::NotApplicable { reason }) => {
            prop_assert!(
                sums && (rules.scored() || unequal_ends(nodes)),
                "not applicable: {reason}"
            );
            return Ok(());
        }
        Err(error) => return Err(TestCaseError::fail(format!("not solved: {error}"))),
    };
    prop_assert!(solution.verified().is_some(), "the verifier ran");
    prop_assert_eq!(solution.counts().positions, nodes.len() as u64, "positions");
    let ended = nodes.iter().filter(|node| node.ended.is_some()).count();
    prop_assert_eq!(solution.counts().terminals, ended as u64, "terminals");
    let mut at = Vec::new();
    for state in &walk.states {
        let text = rules.position_text(state);
        let position = machine
            .parse(&text)
            .map_err(|error| TestCaseError::fail(format!("{text}: {error}")))?;
        let Some(index) = solution.index_of(&position) else {
            return Err(TestCaseError::fail(format!("{text} was not reached")));
        };
        at.push(index);
    }
    densely(machine, &solution)?;
    if rules.scored() {
        prop_assert!(!cyclic, "a score with cycles");
        return scores(nodes, &at, &solution);
    }
    if sums {
        if !cyclic {
            split(nodes, &at, &solution)?;
        }
    } else {
        values(rules, nodes, &at, &solution)?;
    }
    grundy(rules, nodes, &at, &solution, cyclic, sums)?;
    if !sums && !rules.players && nodes.len() <= 12 {
        two_at_once(nodes, &at, &solution)?;
    }
    Ok(())
}

fn unequal_ends(nodes: &[Node]) -> bool {
    let ends: BTreeSet<i64> = nodes.iter().filter_map(|node| node.ended).collect();
    ends.len() > 1
}

fn has_cycle(nodes: &[Node]) -> bool {
    // Positions with no move to a position that is left are taken away, again and again.
    let mut left: BTreeSet<usize> = (0..nodes.len()).collect();
    loop {
        let leads_on = |at: &usize| {
            nodes[*at]
                .moves
                .iter()
                .flat_map(|step| &step.to)
                .any(|to| left.contains(to))
        };
        let kept: BTreeSet<usize> = left.iter().copied().filter(leads_on).collect();
        if kept.len() == left.len() {
            return !kept.is_empty();
        }
        left = kept;
    }
}

fn scores(nodes: &[Node], at: &[Index], solution: &Solution<Position>) -> Checked {
    fn score(nodes: &[Node], at: usize, known: &mut BTreeMap<usize, i64>) -> i64 {
        if let Some(score) = known.get(&at) {
            return *score;
        }
        let totals = nodes[at].moves.iter().map(|step| {
            let rest = score(nodes, step.to[0], known);
            step.gain + if step.again { rest } else { -rest }
        });
        let best = totals.max();
        let score = nodes[at].ended.or(best).expect("ended or with moves");
        known.insert(at, score);
        score
    }
    let mut known = BTreeMap::new();
    for (number, index) in at.iter().enumerate() {
        let expected = score(nodes, number, &mut known);
        prop_assert_eq!(
            solution.score(*index).map(|score| score.0),
            Some(expected),
            "score of {}",
            number
        );
    }
    Ok(())
}

/// A position, and who is to move there: the player that in an impartial game, too, is called first.
type Seat = (usize, usize);

/// Every position with both players to move, where that makes a difference: payoffs are for player 0.
struct Seated<'w> {
    nodes: &'w [Node],
    players: bool,
}

impl Seated<'_> {
    fn seats(&self) -> Vec<Seat> {
        let both = (0..self.nodes.len()).flat_map(|at| [(at, 0), (at, 1)]);
        both.filter(|(at, turn)| !self.players || self.nodes[*at].turn == *turn)
            .collect()
    }

    fn followers(&self, (at, turn): Seat) -> Vec<Seat> {
        let moves = self.nodes[at].moves.iter();
        moves
            .map(|step| (step.to[0], if step.again { turn } else { 1 - turn }))
            .collect()
    }

    fn ended(&self, (at, turn): Seat) -> Option<i64> {
        self.nodes[at]
            .ended
            .map(|payoff| if turn == 0 { payoff } else { -payoff })
    }

    /// Where `player` can force an end that pays the first player something wanted.
    fn forced(&self, player: usize, wanted: impl Fn(i64) -> bool) -> BTreeSet<Seat> {
        let mut forced = BTreeSet::new();
        loop {
            let before = forced.len();
            for seat in self.seats() {
                let followers = self.followers(seat);
                let holds = match self.ended(seat) {
                    Some(payoff) => wanted(payoff),
                    None if seat.1 == player => followers.iter().any(|to| forced.contains(to)),
                    None => followers.iter().all(|to| forced.contains(to)),
                };
                if holds {
                    forced.insert(seat);
                }
            }
            if forced.len() == before {
                return forced;
            }
        }
    }

    /// What the first player gets with best play from everywhere.
    fn payoffs(&self, endless: i64) -> BTreeMap<Seat, i64> {
        let mut levels: BTreeSet<i64> = self
            .seats()
            .into_iter()
            .filter_map(|seat| self.ended(seat))
            .collect();
        levels.insert(endless);
        let mut payoffs: BTreeMap<Seat, i64> = BTreeMap::new();
        for level in levels {
            // Above the endless payoff the first player must get there; up to it the second must.
            let reached: BTreeSet<Seat> = if level > endless {
                self.forced(0, |payoff| payoff >= level)
            } else {
                let kept_from = self.forced(1, |payoff| payoff < level);
                self.seats()
                    .into_iter()
                    .filter(|seat| !kept_from.contains(seat))
                    .collect()
            };
            payoffs.extend(reached.into_iter().map(|seat| (seat, level)));
        }
        payoffs
    }

    /// Plies to the end: better than endless play is hurried to, worse is put off.
    fn plies(&self, payoffs: &BTreeMap<Seat, i64>, endless: i64) -> BTreeMap<Seat, u32> {
        let mut plies: BTreeMap<Seat, u32> = BTreeMap::new();
        loop {
            let mut next = BTreeMap::new();
            for seat in self.seats() {
                let sign = if seat.1 == 0 { 1 } else { -1 };
                let (mine, forever) = (sign * payoffs[&seat], sign * endless);
                let hurries = mine > forever || mine == forever && mine > 0;
                if mine == 0 && forever == 0 {
                    continue;
                }
                if self.ended(seat).is_some() {
                    next.insert(seat, 0);
                    continue;
                }
                let equal = self
                    .followers(seat)
                    .into_iter()
                    .filter(|to| payoffs[to] == payoffs[&seat]);
                let known: Vec<Option<u32>> = equal.map(|to| plies.get(&to).copied()).collect();
                let found = if hurries {
                    known.into_iter().flatten().min()
                } else {
                    known
                        .into_iter()
                        .collect::<Option<Vec<u32>>>()
                        .and_then(|all| all.into_iter().max())
                };
                if let Some(found) = found {
                    next.insert(seat, found + 1);
                }
            }
            if next == plies {
                return plies;
            }
            plies = next;
        }
    }
}

fn shown(value: Value) -> (i64, Option<u32>) {
    (value.payoff.0.into(), value.remoteness.map(|plies| plies.0))
}

fn values(rules: &Rules, nodes: &[Node], at: &[Index], solution: &Solution<Position>) -> Checked {
    let seated = Seated {
        nodes,
        players: rules.players,
    };
    let endless = rules.endless();
    let payoffs = seated.payoffs(endless);
    let plies = seated.plies(&payoffs, endless);
    for (seat, payoff) in &payoffs {
        let mine = if seat.1 == 0 { *payoff } else { -payoff };
        let found = shown(solution.value(at[seat.0]));
        prop_assert_eq!(
            found,
            (mine, plies.get(seat).copied()),
            "value of {:?}",
            seat
        );
    }
    Ok(())
}

/// Sums of a game whose ends all pay the same: a player who moves nowhere gets that.
fn split(nodes: &[Node], at: &[Index], solution: &Solution<Position>) -> Checked {
    fn value(
        nodes: &[Node],
        sum: &[usize],
        ended: i64,
        known: &mut BTreeMap<Vec<usize>, i64>,
    ) -> Option<i64> {
        if let Some(value) = known.get(sum) {
            return Some(*value);
        }
        if known.len() > 3000 {
            return None;
        }
        let mut best = None;
        for (place, component) in sum.iter().enumerate() {
            for step in &nodes[*component].moves {
                let mut next = sum.to_vec();
                next.remove(place);
                next.extend(&step.to);
                // Where nothing moves nothing matters.
                next.retain(|at| !nodes[*at].moves.is_empty());
                next.sort_unstable();
                best = best.max(Some(-value(nodes, &next, ended, known)?));
            }
        }
        let value = best.unwrap_or(ended);
        known.insert(sum.to_vec(), value);
        Some(value)
    }
    let mut ends = nodes.iter().filter_map(|node| node.ended);
    let Some(ended) = ends.next() else {
        return Ok(());
    };
    if ends.any(|other| other != ended) {
        return Ok(());
    }
    let mut known = BTreeMap::new();
    for (number, index) in at.iter().enumerate() {
        let Some(expected) = value(nodes, &[number], ended, &mut known) else {
            return Ok(());
        };
        let found = i64::from(solution.value(*index).payoff.0);
        prop_assert_eq!(found.signum(), expected.signum(), "outcome of {}", number);
    }
    Ok(())
}

fn least_missing(values: &BTreeSet<u32>) -> u32 {
    let most = values.len() as u32;
    (0..most)
        .find(|value| !values.contains(value))
        .unwrap_or(most)
}

fn grundy(
    rules: &Rules,
    nodes: &[Node],
    at: &[Index],
    solution: &Solution<Position>,
    cyclic: bool,
    sums: bool,
) -> Checked {
    let again = nodes
        .iter()
        .flat_map(|node| &node.moves)
        .any(|step| step.again);
    let normal = nodes
        .iter()
        .filter_map(|node| node.ended)
        .all(|payoff| payoff == -1);
    let applies = !rules.players && !again && normal;
    if !applies || cyclic && sums {
        prop_assert!(
            solution.grundy(at[0]).is_none(),
            "a Grundy value of a game that has none"
        );
        return Ok(());
    }
    let labels = if cyclic { loopy(nodes) } else { nimbers(nodes) };
    for (number, index) in at.iter().enumerate() {
        let expected = if let Some(label) = labels.get(&number) {
            Loopy::Nimber(Nimber(*label))
        } else {
            let followers = nodes[number]
                .moves
                .iter()
                .filter_map(|step| labels.get(&step.to[0]));
            let set: BTreeSet<u32> = followers.copied().collect();
            Loopy::Infinite(set.into_iter().collect())
        };
        prop_assert_eq!(
            solution.grundy(*index),
            Some(expected),
            "Grundy value of {}",
            number
        );
    }
    Ok(())
}

fn nimbers(nodes: &[Node]) -> BTreeMap<usize, u32> {
    let mut known: BTreeMap<usize, u32> = BTreeMap::new();
    while known.len() < nodes.len() {
        for (at, node) in nodes.iter().enumerate() {
            let followers: Option<BTreeSet<u32>> = node
                .moves
                .iter()
                .map(|step| {
                    step.to
                        .iter()
                        .map(|to| known.get(to).copied())
                        .try_fold(0, |sum, value| Some(sum ^ value?))
                })
                .collect();
            if let Some(followers) = followers {
                known.insert(at, least_missing(&followers));
            }
        }
    }
    known
}

/// Labels of Smith and Fraenkel: a position gets the least label that no follower has, once every
/// follower without a label has a follower with that one; what never gets one is infinite.
fn loopy(nodes: &[Node]) -> BTreeMap<usize, u32> {
    let mut labels: BTreeMap<usize, u32> = BTreeMap::new();
    'again: loop {
        for (at, node) in nodes.iter().enumerate() {
            if labels.contains_key(&at) {
                continue;
            }
            let followers = || node.moves.iter().map(|step| step.to[0]);
            let known: BTreeSet<u32> = followers()
                .filter_map(|to| labels.get(&to).copied())
                .collect();
            let label = least_missing(&known);
            let mut open = followers().filter(|to| !labels.contains_key(to));
            let reverts = |to: usize| {
                nodes[to]
                    .moves
                    .iter()
                    .any(|step| labels.get(&step.to[0]) == Some(&label))
            };
            if open.all(reverts) {
                labels.insert(at, label);
                continue 'again;
            }
        }
        return labels;
    }
}

/// Two copies of an impartial game side by side, from the start and from the last position.
fn two_at_once(nodes: &[Node], at: &[Index], solution: &Solution<Position>) -> Checked {
    let again = nodes
        .iter()
        .flat_map(|node| &node.moves)
        .any(|step| step.again);
    let mut ends = nodes.iter().filter_map(|node| node.ended);
    let ended = ends.next().unwrap_or(-1);
    if again || ends.any(|other| other != ended) {
        return Ok(());
    }
    let size = nodes.len();
    let mut pairs = Vec::new();
    for pair in 0..size * size {
        let (left, right) = (pair / size, pair % size);
        let on_left = nodes[left]
            .moves
            .iter()
            .map(|step| step.to[0] * size + right);
        let on_right = nodes[right]
            .moves
            .iter()
            .map(|step| left * size + step.to[0]);
        let moves: Vec<crate::Step> = on_left
            .chain(on_right)
            .map(|to| crate::Step {
                to: vec![to],
                again: false,
                gain: 0,
            })
            .collect();
        pairs.push(Node {
            ended: moves.is_empty().then_some(ended),
            turn: 0,
            moves,
        });
    }
    let seated = Seated {
        nodes: &pairs,
        players: false,
    };
    let payoffs = seated.payoffs(0);
    let parts = [0, size - 1];
    let explored = Explored(solution.explored().expect("explored"));
    let sum = Sum::new(
        explored,
        vec![parts.map(|part| at[part]).to_vec()],
        Payoff(ended as i32),
    );
    let solved = match solve(&sum, &Options::default(), &Silent) {
        Ok(solved) => solved,
        Err(error) => {
            return Err(TestCaseError::fail(format!(
                "the sum is not solved: {error}"
            )));
        }
    };
    let found = i64::from(solved.value(solved.start()).payoff.0);
    prop_assert_eq!(
        found,
        payoffs[&(parts[0] * size + parts[1], 0)],
        "two at once"
    );
    Ok(())
}
