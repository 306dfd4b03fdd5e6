//! Games written out as lists of moves, random ones among them.

// Each test file takes what it needs.
#![allow(dead_code)]

use std::fmt;

use proptest::collection::vec;
use proptest::prelude::*;
use unmove_core::graph::Index;
use unmove_core::{
    Fault, Game, Indexed, Move, Options, Payoff, Player, Silent, Solution, SolveError, Successor,
    Unmove, Unmoves, Verify, solve,
};

/// A game whose positions are 0, 1, 2, …, all of them starts.
#[derive(Clone, Debug, Default)]
pub struct Explicit {
    pub rows: Vec<Row>,
    pub players: bool,
    pub endless: i32,
    pub scored: bool,
}

#[derive(Clone, Debug)]
pub struct Row {
    pub player: Player,
    pub ended: Option<i32>,
    pub stuck: i32,
    pub plays: Vec<Play>,
}

#[derive(Clone, Debug)]
pub struct Play {
    pub to: Vec<u32>,
    pub again: bool,
    pub gain: i32,
}

impl Explicit {
    /// An impartial game in normal play, from lists of successors.
    pub fn impartial(successors: &[&[u32]]) -> Self {
        let plays = |list: &&[u32]| list.iter().map(|&to| Play::to(to)).collect();
        let rows = successors.iter().map(|list| Row {
            player: Player::First,
            ended: None,
            stuck: -1,
            plays: plays(list),
        });
        Self {
            rows: rows.collect(),
            ..Self::default()
        }
    }

    /// What the game pays the player to move if it has ended.
    pub fn terminal(&self, at: u32) -> Option<i32> {
        let row = &self.rows[at as usize];
        row.ended.or(row.plays.is_empty().then_some(row.stuck))
    }

    /// The moves, none where the game has ended.
    pub fn plays(&self, at: u32) -> &[Play] {
        match self.terminal(at) {
            Some(_) => &[],
            None => &self.rows[at as usize].plays,
        }
    }

    /// 1 where the first player moves or the game is impartial, −1 where the second does.
    pub fn side(&self, at: u32) -> i32 {
        if self.players && self.rows[at as usize].player == Player::Second {
            -1
        } else {
            1
        }
    }

    pub fn len(&self) -> u32 {
        self.rows.len() as u32
    }

    pub fn solved(&self) -> Solution<u32> {
        match self.try_solved() {
            Ok(solution) => solution,
            Err(error) => panic!("{error}: {error:?}"),
        }
    }

    pub fn try_solved(&self) -> Result<Solution<u32>, SolveError<u32>> {
        let options = Options {
            verify: Verify::Always,
            ..Options::default()
        };
        solve(self, &options, &Silent)
    }
}

impl Play {
    pub fn to(to: u32) -> Self {
        Self {
            to: vec![to],
            again: false,
            gain: 0,
        }
    }
}

/// The rules of an explicit game cannot fail, but a position may be asked for that is none.
#[derive(Debug)]
struct NoSuchPosition;

impl fmt::Display for NoSuchPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("no such position")
    }
}

impl std::error::Error for NoSuchPosition {}

impl Game for Explicit {
    type Position = u32;

    fn starts(&self) -> Result<Vec<u32>, Fault> {
        Ok((0..self.len()).collect())
    }

    fn moves(&self, position: &u32, moves: &mut Vec<Move<u32>>) -> Result<(), Fault> {
        let row = self.rows.get(*position as usize).ok_or(NoSuchPosition)?;
        moves.extend(row.plays.iter().map(|play| Move {
            to: match play.to[..] {
                [only] => Successor::One(only),
                _ => Successor::Sum(play.to.clone()),
            },
            again: play.again,
            gain: play.gain,
        }));
        Ok(())
    }

    fn end(&self, position: &u32) -> Result<Option<Payoff>, Fault> {
        Ok(self.rows[*position as usize].ended.map(Payoff))
    }

    fn stuck(&self, position: &u32) -> Result<Payoff, Fault> {
        Ok(Payoff(self.rows[*position as usize].stuck))
    }

    fn to_move(&self, position: &u32) -> Option<Player> {
        self.players.then(|| self.rows[*position as usize].player)
    }

    fn endless(&self) -> Payoff {
        Payoff(self.endless)
    }

    fn scored(&self) -> bool {
        self.scored
    }
}

/// Numbers with a hole at 0 and at every second number.
impl Indexed for Explicit {
    fn size(&self) -> u32 {
        2 * self.len()
    }

    fn index(&self, position: &u32) -> Option<Index> {
        (*position < self.len()).then_some(Index(2 * position + 1))
    }

    fn position(&self, index: Index) -> Option<u32> {
        (index.0 % 2 == 1).then_some(index.0 / 2)
    }
}

impl Unmoves for Explicit {
    fn unmoves(&self, position: &u32, unmoves: &mut Vec<Unmove<u32>>) -> Result<(), Fault> {
        for from in 0..self.len() {
            for play in &self.rows[from as usize].plays {
                if play.to == [*position] {
                    let again = play.again;
                    unmoves.push(Unmove { from, again });
                }
            }
        }
        Ok(())
    }
}

/// What random games may have.
#[derive(Clone, Copy, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "independent choices")]
pub struct Shape {
    pub cycles: bool,
    pub players: bool,
    pub again: bool,
    pub splits: bool,
    pub scored: bool,
    /// The ends that there may be, the payoffs of positions without moves first.
    pub payoffs: &'static [i32],
    /// What endless play may pay.
    pub endless: &'static [i32],
}

/// Random games of a shape.
pub fn games(shape: Shape) -> impl Strategy<Value = Explicit> {
    let play = (vec(any::<u8>(), 0..4), any::<bool>(), -3..4);
    let row = (any::<bool>(), 0..4usize, any::<u8>(), vec(play, 0..4usize));
    (vec(row, 1..9), any::<u8>()).prop_map(move |(raw, endless)| {
        let len = raw.len() as u32;
        let player = |second: bool| {
            if second {
                Player::Second
            } else {
                Player::First
            }
        };
        let sides: Vec<bool> = raw.iter().map(|row| row.0).collect();
        let pick = |list: &[i32], which: u8| match list {
            [] => 0,
            _ => list[usize::from(which) % list.len()],
        };
        let rows = raw
            .iter()
            .zip(0u32..)
            .map(|((second, rare, payoff, plays), at)| {
                let payoff = pick(shape.payoffs, *payoff);
                let below = if shape.cycles { len } else { at };
                let plays = plays.iter().filter(|_| below > 0).map(|(to, again, gain)| {
                    let wanted = if shape.splits { to.len() } else { 1 };
                    let mut to = to.clone();
                    to.resize(wanted, *gain as u8);
                    let to: Vec<u32> = to.iter().map(|&to| u32::from(to) % below).collect();
                    let again = if shape.players {
                        to.first().is_some_and(|&to| sides[to as usize] == *second)
                    } else {
                        shape.again && *again
                    };
                    Play {
                        to,
                        again,
                        gain: if shape.scored { *gain } else { 0 },
                    }
                });
                Row {
                    player: player(*second),
                    ended: (*rare == 0 && shape.payoffs.len() > 1).then_some(payoff),
                    stuck: payoff,
                    plays: plays.collect(),
                }
            });
        Explicit {
            rows: rows.collect(),
            players: shape.players,
            endless: pick(shape.endless, endless),
            scored: shape.scored,
        }
    })
}
