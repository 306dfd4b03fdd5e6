//! Finding and numbering every position that the roots can reach.

use std::collections::TryReserveError;

use hashbrown::HashTable;

use crate::bits::Bits;
use crate::error::SolveError;
use crate::game::{Fault, Game, Move, Payoff, Player, Successor};
use crate::graph::{AGAIN, Graph, Index, JOINED, NOWHERE, Traits, hash};
use crate::progress::{Phase, Progress, Steps};

/// What exploring may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of memory for the graph and for solving it afterwards.
    pub memory: u64,
}

/// Bytes that solving takes later for each position: its value (8), its place in an order or a
/// queue and a row of reverse edges (12), and a Grundy value (4).
const LATER_POSITION: u64 = 24;
/// Bytes that solving takes later for each edge: the reverse edge.
const LATER_EDGE: u64 = 4;

/// The least that a position takes, whatever its moves, from numbering to solved: for an estimate
/// before anything is explored.
pub(crate) fn least_bytes<P>() -> u64 {
    // Row, hash table, and what comes later.
    size_of::<P>() as u64 + 4 + 6 + LATER_POSITION
}

/// Finds every position that `roots` can reach, breadth first, and every move between them.
///
/// Checks on the way that the turn passes as it should and that the game's measure, where it has
/// one, falls along every move. Stops with [`SolveError::Memory`] before taking more than allowed.
pub fn explore<G: Game + ?Sized>(
    game: &G,
    roots: Vec<G::Position>,
    limits: &Limits,
    progress: &dyn Progress,
) -> Result<Graph<G::Position>, SolveError<G::Position>> {
    let mut explorer = Explorer::new(game, *limits);
    explorer.enter_roots(roots)?;
    let mut steps = Steps::new(progress, Phase::Explore, None);
    let mut moves = Vec::new();
    let mut next = 0;
    while next < explorer.graph.positions.len() {
        steps.step()?;
        explorer.expand(Index(next as u32), &mut moves)?;
        next += 1;
    }
    steps.report()?;
    explorer.finish()
}

/// A graph that is still growing.
struct Explorer<'g, G: Game + ?Sized> {
    game: &'g G,
    limits: Limits,
    graph: Graph<G::Position>,
    /// The measure of every position so far, while the game has one.
    measures: Option<Vec<u64>>,
}

type Failed<G> = SolveError<<G as Game>::Position>;

impl<'g, G: Game + ?Sized> Explorer<'g, G> {
    fn new(game: &'g G, limits: Limits) -> Self {
        let traits = Traits {
            impartial: true,
            scored: game.scored(),
            measured: false,
            sums: false,
            again: false,
            rising: true,
            endless: game.endless(),
        };
        let graph = Graph {
            positions: Vec::new(),
            table: HashTable::new(),
            rows: vec![0],
            targets: Vec::new(),
            gains: Vec::new(),
            terminals: Vec::new(),
            payoffs: Vec::new(),
            orbits: Vec::new(),
            second: Bits::default(),
            roots: Vec::new(),
            traits,
            owned: 0,
        };
        Self {
            game,
            limits,
            graph,
            measures: None,
        }
    }

    fn enter_roots(&mut self, roots: Vec<G::Position>) -> Result<(), Failed<G>> {
        let first = roots.first().ok_or(SolveError::NoStart)?;
        refuse_unpayable(self.graph.traits.endless)?;
        self.graph.traits.impartial = self.game.to_move(first).is_none();
        if self.graph.traits.impartial && self.graph.traits.endless != Payoff::DRAW {
            return Err(SolveError::NotApplicable {
                reason: "endless play of an impartial game has to be a draw, since nobody is the first player in it".to_owned(),
            });
        }
        let mut all_measured = true;
        for root in &roots {
            let measure = self.measure(root)?;
            all_measured &= measure.is_some();
            if self.game.to_move(root).is_none() != self.graph.traits.impartial {
                return Err(SolveError::TurnNotPassed {
                    from: first.clone(),
                    to: root.clone(),
                });
            }
        }
        self.measures = all_measured.then(Vec::new);
        for root in roots {
            let at = self.enter(root)?;
            // Roots are numbered first, so that one met before has a number below.
            if at.at() == self.graph.roots.len() {
                self.graph.roots.push(at);
            }
        }
        Ok(())
    }

    fn measure(&self, position: &G::Position) -> Result<Option<u64>, Failed<G>> {
        self.game
            .measure(position)
            .map_err(|source| SolveError::fault(position.clone(), source))
    }

    /// The number of a position, new or old.
    fn enter(&mut self, position: G::Position) -> Result<Index, Failed<G>> {
        let hash = hash(&position);
        let positions = &self.graph.positions;
        let known = self
            .graph
            .table
            .find(hash, |&at| positions[at as usize] == position);
        if let Some(&at) = known {
            return Ok(Index(at));
        }
        let at = self.graph.positions.len();
        if at >= NOWHERE as usize {
            return Err(SolveError::TooMany {
                what: "positions",
                limit: u64::from(NOWHERE),
            });
        }
        self.make_room_for_position()?;
        self.note(at, &position)?;
        let positions = &self.graph.positions;
        self.graph.table.insert_unique(hash, at as u32, |&other| {
            crate::graph::hash(&positions[other as usize])
        });
        self.graph.positions.push(position);
        Ok(Index(at as u32))
    }

    /// Keeps what is asked of the game once for every position.
    fn note(&mut self, at: usize, position: &G::Position) -> Result<(), Failed<G>> {
        let owned = self.game.owned_bytes(position) as u64;
        self.graph.owned = self.graph.owned.saturating_add(owned);
        if self.game.to_move(position) == Some(Player::Second) {
            self.graph.second.set(at);
        }
        let orbit = self.game.orbit(position);
        if orbit != 1 && self.graph.orbits.is_empty() {
            self.graph.orbits.resize(at, 1);
        }
        if orbit != 1 || !self.graph.orbits.is_empty() {
            self.graph.orbits.push(orbit);
        }
        if self.measures.is_some() {
            // `None` counts as the greatest, so that the edge which led here is found wrong.
            let measure = self.measure(position)?.unwrap_or(u64::MAX);
            if let Some(measures) = &mut self.measures {
                measures.push(measure);
            }
        }
        Ok(())
    }

    /// Stores the row of a position.
    fn expand(&mut self, at: Index, moves: &mut Vec<Move<G::Position>>) -> Result<(), Failed<G>> {
        let position = &self.graph.positions[at.at()];
        let fault = |source: Fault| SolveError::fault(position.clone(), source);
        moves.clear();
        let mut payoff = self.game.end(position).map_err(fault)?;
        if payoff.is_none() {
            self.game.moves(position, moves).map_err(fault)?;
            if moves.is_empty() {
                payoff = Some(self.game.stuck(position).map_err(fault)?);
            }
        }
        if let Some(payoff) = payoff {
            self.end(at, payoff)?;
        }
        for play in moves.drain(..) {
            self.store(at, play)?;
        }
        self.close_row()
    }

    fn end(&mut self, at: Index, payoff: Payoff) -> Result<(), Failed<G>> {
        refuse_unpayable(payoff)?;
        self.graph.terminals.push(at.0);
        self.graph.payoffs.push(payoff);
        Ok(())
    }

    fn close_row(&mut self) -> Result<(), Failed<G>> {
        let end = u32::try_from(self.graph.targets.len()).map_err(|_| SolveError::TooMany {
            what: "moves",
            limit: u64::from(u32::MAX),
        })?;
        self.graph.rows.push(end);
        Ok(())
    }

    fn store(&mut self, from: Index, play: Move<G::Position>) -> Result<(), Failed<G>> {
        let mut flags = if play.again { AGAIN } else { 0 };
        self.graph.traits.again |= play.again;
        let components = match play.to {
            Successor::One(position) => {
                let to = self.enter(position)?;
                self.check_edge(from, to, play.again)?;
                return self.push_edge(to.0 | flags, play.gain);
            }
            Successor::Sum(components) => components,
        };
        self.graph.traits.sums |= components.len() != 1;
        if components.is_empty() {
            return self.push_edge(NOWHERE | flags, play.gain);
        }
        for component in components {
            let to = self.enter(component)?;
            self.check_edge(from, to, play.again)?;
            self.push_edge(to.0 | flags, play.gain)?;
            flags |= JOINED;
        }
        Ok(())
    }

    fn check_edge(&mut self, from: Index, to: Index, again: bool) -> Result<(), Failed<G>> {
        self.graph.traits.rising &= from < to;
        self.check_turn(from, to, again)?;
        let Some(measures) = &self.measures else {
            return Ok(());
        };
        let (before, after) = (measures[from.at()], measures[to.at()]);
        if after < before {
            return Ok(());
        }
        let to = self.graph.position(to).clone();
        Err(SolveError::MeasureNotLowered {
            from: self.graph.position(from).clone(),
            after: self.measure(&to)?,
            to,
            before,
        })
    }

    fn check_turn(&self, from: Index, to: Index, again: bool) -> Result<(), Failed<G>> {
        let passed = if self.graph.traits.impartial {
            self.game.to_move(self.graph.position(to)).is_none()
        } else {
            let stays = self.graph.second.get(from.at()) == self.graph.second.get(to.at());
            stays == again
        };
        if passed {
            return Ok(());
        }
        Err(SolveError::TurnNotPassed {
            from: self.graph.position(from).clone(),
            to: self.graph.position(to).clone(),
        })
    }

    fn push_edge(&mut self, tagged: u32, gain: i32) -> Result<(), Failed<G>> {
        self.make_room_for_edge()?;
        let graph = &mut self.graph;
        if gain != 0 && graph.traits.scored && graph.gains.is_empty() {
            graph.gains.resize(graph.targets.len(), 0);
            graph.gains.push(gain);
        } else if !graph.gains.is_empty() {
            graph.gains.push(gain);
        }
        graph.targets.push(tagged);
        Ok(())
    }

    fn finish(mut self) -> Result<Graph<G::Position>, Failed<G>> {
        self.graph.traits.measured = self.measures.take().is_some();
        let graph = &mut self.graph;
        graph.positions.shrink_to_fit();
        graph.rows.shrink_to_fit();
        graph.targets.shrink_to_fit();
        graph.gains.shrink_to_fit();
        graph.terminals.shrink_to_fit();
        graph.payoffs.shrink_to_fit();
        graph.orbits.shrink_to_fit();
        self.check_memory(0)?;
        Ok(self.graph)
    }
}

/// Room and what it costs.
impl<G: Game + ?Sized> Explorer<'_, G> {
    /// Fails if taking `more` bytes, and what solving takes later, goes beyond what is allowed.
    fn check_memory(&self, more: u64) -> Result<(), Failed<G>> {
        let positions = self.graph.positions.len() as u64;
        let edges = self.graph.targets.len() as u64;
        let measures = self.measures.as_ref().map_or(0, Vec::capacity) as u64 * 8;
        let now = self.graph.bytes() + measures;
        let later = positions * LATER_POSITION + edges * LATER_EDGE;
        let needed = now.saturating_add(later).saturating_add(more);
        if needed <= self.limits.memory {
            return Ok(());
        }
        Err(SolveError::Memory {
            limit: self.limits.memory,
            needed,
            positions,
        })
    }

    fn make_room_for_position(&mut self) -> Result<(), Failed<G>> {
        let len = self.graph.positions.len();
        if len == self.graph.positions.capacity() {
            let more = growth(len);
            let measured = if self.measures.is_some() { 8 } else { 0 };
            let each = size_of::<G::Position>() + size_of::<u32>() + measured;
            // The positions to come will own about as much as those before them.
            let owned = self.graph.owned / (len.max(1) as u64);
            let more_bytes = more as u64 * (each as u64 + owned);
            self.check_memory(more_bytes)?;
            let refused = self.refused(more_bytes);
            let graph = &mut self.graph;
            reserve(&mut graph.positions, more)
                .and_then(|()| reserve(&mut graph.rows, more + 1))
                .and_then(|()| self.measures.as_mut().map_or(Ok(()), |m| reserve(m, more)))
                .map_err(|_| refused)?;
        }
        if self.graph.table.len() == self.graph.table.capacity() {
            // The old table lives on until the new one, twice as large, is filled.
            let new = self.graph.table.allocation_size().max(64) * 2;
            self.check_memory(new as u64)?;
            let refused = self.refused(new as u64);
            let graph = &mut self.graph;
            let positions = &graph.positions;
            graph
                .table
                .try_reserve(1, |&at| hash(&positions[at as usize]))
                .map_err(|_| refused)?;
        }
        Ok(())
    }

    fn make_room_for_edge(&mut self) -> Result<(), Failed<G>> {
        let len = self.graph.targets.len();
        if len < self.graph.targets.capacity() {
            return Ok(());
        }
        let more = growth(len);
        self.check_memory((more * 8) as u64)?;
        let refused = self.refused((more * 8) as u64);
        let graph = &mut self.graph;
        reserve(&mut graph.targets, more).map_err(|_| refused)
    }

    /// The error for when the machine itself has no more memory.
    fn refused(&self, more: u64) -> Failed<G> {
        SolveError::Memory {
            limit: self.limits.memory,
            needed: self.graph.bytes().saturating_add(more),
            positions: self.graph.positions.len() as u64,
        }
    }
}

/// The opponent gets the negative, which the least number does not have.
pub(crate) fn refuse_unpayable<P>(payoff: Payoff) -> Result<(), SolveError<P>> {
    if payoff.0 == i32::MIN {
        return Err(SolveError::Overflow { what: "a payoff" });
    }
    Ok(())
}

/// By how much a full vector of that length grows: a half, which wastes less than doubling.
fn growth(len: usize) -> usize {
    (len / 2).max(64)
}

fn reserve<T>(vector: &mut Vec<T>, more: usize) -> Result<(), TryReserveError> {
    vector.try_reserve_exact(more)
}
