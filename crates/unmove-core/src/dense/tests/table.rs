//! A game given by tables.

use proptest::prelude::*;

use crate::game::{Fault, Game, Move, Payoff, Successor};
use crate::numbered::{Link, Numbered, Roots, Row, Standing, Worker};

/// What a number stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Spot {
    Nothing,
    Ended(Payoff),
    Open(Vec<(Link, i32)>),
}

/// A game whose positions are their own numbers.
#[derive(Clone, Debug)]
pub(super) struct Table {
    pub(super) spots: Vec<Spot>,
    pub(super) roots: Roots,
    pub(super) repeats: bool,
    pub(super) scored: bool,
    /// Where asking for moves fails, and asking for sources.
    pub(super) faults: (Option<u64>, Option<u64>),
}

/// Which games are made.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shape {
    pub(super) payoffs: &'static [i32],
    pub(super) again: bool,
    /// Every move leads to a lower number.
    pub(super) falling: bool,
    pub(super) size: usize,
    pub(super) moves: usize,
}

impl Default for Shape {
    fn default() -> Self {
        Self {
            payoffs: &[-1, 0, 1],
            again: true,
            falling: false,
            size: 40,
            moves: 4,
        }
    }
}

/// What is drawn for a number.
type Drawn = (u8, usize, Vec<(usize, bool, i32)>, bool);

pub(super) fn tables(shape: Shape) -> impl Strategy<Value = Table> {
    let moves = proptest::collection::vec((0..10_000usize, any::<bool>(), -3..4), 0..=shape.moves);
    let spot = (any::<u8>(), 0..shape.payoffs.len(), moves, any::<bool>());
    let spots = proptest::collection::vec(spot, 1..=shape.size);
    let marks = (0..4u8, any::<bool>());
    (spots, marks).prop_map(move |(drawn, (roots, repeats))| table(shape, &drawn, roots, repeats))
}

fn table(shape: Shape, drawn: &[Drawn], roots: u8, repeats: bool) -> Table {
    let nothing = |at: usize| drawn[at].0 < 40;
    let spots = drawn
        .iter()
        .enumerate()
        .map(|(at, (kind, payoff, moves, _))| {
            if nothing(at) {
                return Spot::Nothing;
            }
            let ended = Spot::Ended(Payoff(shape.payoffs[*payoff]));
            if *kind < 70 {
                return ended;
            }
            let range = if shape.falling { at } else { drawn.len() };
            let targets: Vec<usize> = (0..range).filter(|&to| !nothing(to)).collect();
            if targets.is_empty() || moves.is_empty() {
                return ended;
            }
            let links = moves.iter().map(|&(to, again, gain)| {
                let to = targets[to % targets.len()] as u64;
                (Link::new(to, again && shape.again), gain)
            });
            Spot::Open(links.collect())
        });
    let spots: Vec<Spot> = spots.collect();
    let known = (0..spots.len()).filter(|&at| !nothing(at));
    let listed: Vec<u64> = known.map(|at| at as u64).take(3).collect();
    Table {
        spots,
        roots: if roots == 0 {
            Roots::Where
        } else {
            Roots::Listed(listed.into_iter().take(roots.into()).collect())
        },
        repeats,
        scored: false,
        faults: (None, None),
    }
}

impl Table {
    pub(super) fn positions(&self) -> Vec<u64> {
        let all = 0..self.spots.len() as u64;
        all.filter(|&at| self.spots[at as usize] != Spot::Nothing)
            .collect()
    }

    pub(super) fn starts(&self) -> Vec<u64> {
        match &self.roots {
            Roots::Listed(listed) => listed.clone(),
            Roots::Where => {
                let all = self.positions().into_iter();
                all.filter(|at| at.is_multiple_of(5)).collect()
            }
        }
    }

    /// The same game with its numbers turned round.
    pub(super) fn turned(&self) -> Self {
        let turn = |at: u64| self.spots.len() as u64 - 1 - at;
        let spots = self.spots.iter().rev().map(|spot| match spot {
            Spot::Open(links) => {
                let links = links
                    .iter()
                    .map(|&(link, gain)| (Link::new(turn(link.number()), link.again()), gain));
                Spot::Open(links.collect())
            }
            other => other.clone(),
        });
        Self {
            spots: spots.collect(),
            roots: match &self.roots {
                Roots::Listed(listed) => Roots::Listed(listed.iter().map(|&at| turn(at)).collect()),
                Roots::Where => Roots::Where,
            },
            ..self.clone()
        }
    }

    fn links(&self, at: u64) -> &[(Link, i32)] {
        match &self.spots[at as usize] {
            Spot::Open(links) => links,
            _ => &[],
        }
    }
}

impl Numbered<u64> for Table {
    fn size(&self) -> u64 {
        self.spots.len() as u64
    }

    fn number(&self, position: &u64) -> Option<u64> {
        self.positions().contains(position).then_some(*position)
    }

    fn position(&self, number: u64) -> Option<u64> {
        self.number(&number)
    }

    fn roots(&self) -> Result<Roots, Fault> {
        Ok(self.roots.clone())
    }

    fn impartial(&self) -> bool {
        true
    }

    fn scored(&self) -> bool {
        self.scored
    }

    fn endless(&self) -> Payoff {
        Payoff::DRAW
    }

    fn unmoves(&self) -> Result<(), String> {
        Ok(())
    }

    fn repeats(&self) -> bool {
        self.repeats
    }

    fn encoding(&self) -> String {
        "numbers".to_owned()
    }

    fn worker(&self) -> Box<dyn Worker + '_> {
        Box::new(self)
    }
}

impl Worker for &Table {
    fn row(&mut self, at: u64, row: &mut Row) -> Result<Standing, Fault> {
        row.clear();
        if self.faults.0 == Some(at) {
            return Err("no moves here".into());
        }
        Ok(match &self.spots[at as usize] {
            Spot::Nothing => Standing::Nothing,
            Spot::Ended(payoff) => Standing::Ended(*payoff),
            Spot::Open(links) => {
                row.links.extend(links.iter().map(|&(link, _)| link));
                if self.scored {
                    row.gains.extend(links.iter().map(|&(_, gain)| gain));
                }
                Standing::Open
            }
        })
    }

    fn sources(&mut self, at: u64, sources: &mut Vec<Link>) -> Result<(), Fault> {
        sources.clear();
        if self.faults.1 == Some(at) {
            return Err("no sources here".into());
        }
        for from in self.positions() {
            let into = self.links(from).iter();
            let into = into.filter(|(link, _)| link.number() == at);
            sources.extend(into.map(|(link, _)| Link::new(from, link.again())));
        }
        if !self.repeats {
            sources.sort_unstable();
            sources.dedup();
        }
        Ok(())
    }

    fn is_root(&mut self, at: u64) -> Result<bool, Fault> {
        assert_ne!(self.spots[at as usize], Spot::Nothing);
        Ok(at.is_multiple_of(5))
    }
}

impl Game for Table {
    type Position = u64;

    fn starts(&self) -> Result<Vec<u64>, Fault> {
        Ok(Table::starts(self))
    }

    fn moves(&self, at: &u64, moves: &mut Vec<Move<u64>>) -> Result<(), Fault> {
        moves.extend(self.links(*at).iter().map(|&(link, gain)| Move {
            to: Successor::One(link.number()),
            again: link.again(),
            gain: if self.scored { gain } else { 0 },
        }));
        Ok(())
    }

    fn end(&self, at: &u64) -> Result<Option<Payoff>, Fault> {
        Ok(match self.spots[*at as usize] {
            Spot::Ended(payoff) => Some(payoff),
            _ => None,
        })
    }

    fn scored(&self) -> bool {
        self.scored
    }
}
