//! All positions of the hunt on one board, solved backwards from the ends.
//!
//! A position is a pair of hunters (unordered: they are alike), a cell of the pawn and the side to move, and
//! its number is worked out, not looked up. Of a position that is not decided the table holds how many of its
//! moves do not yet lose; of a decided one the plies to the end. What is lost is even and what is won is odd
//! (an end is lost for the side to move, in no plies), so that the length tells the winner, too.

use super::Field;

/// The side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The two hunters.
    Red,
    /// The pawn.
    Black,
}

/// Where the pieces stand: numbers of free cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    /// The hunters, the lower cell first.
    pub hunters: [usize; 2],
    /// The pawn.
    pub pawn: usize,
    /// Who moves.
    pub mover: Side,
}

/// Why a position is an end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The pawn stands on the first row: Black has won.
    Crossed,
    /// The last mover stepped onto an enemy, and has won.
    Met,
    /// The side to move has no move, and has lost.
    Stuck,
}

/// Values from here on are of undecided positions: with the count of moves above this.
const OPEN: u16 = u16::MAX - 15;

/// The board and what is known of its positions.
pub struct Hunt<'a> {
    field: &'a Field,
    values: Vec<u16>,
}

impl<'a> Hunt<'a> {
    /// Solves a board: until a position is decided or all are that can be. O(positions) steps. None where
    /// play is longer than 65,519 plies.
    pub fn solve(field: &'a Field, until: Option<Position>) -> Option<Self> {
        let cells = field.cells();
        let pairs: Vec<[usize; 2]> = (1..cells)
            .flat_map(|high| (0..high).map(move |low| [low, high]))
            .collect();
        let mut hunt = Self {
            field,
            values: Vec::with_capacity(pairs.len() * cells * 2),
        };
        let mut now: Vec<u32> = Vec::new();
        for &hunters in &pairs {
            for pawn in 0..cells {
                for mover in [Side::Red, Side::Black] {
                    let position = Position {
                        hunters,
                        pawn,
                        mover,
                    };
                    let end = hunt.end(position);
                    if end.is_some() {
                        now.push(u32::try_from(hunt.values.len()).ok()?);
                    }
                    let moves = hunt.moves(position).count() as u16;
                    hunt.values
                        .push(if end.is_some() { 0 } else { OPEN + moves });
                }
            }
        }
        let wanted = until.map(|position| hunt.number(position));
        let mut next = Vec::new();
        for plies in 1.. {
            if now.is_empty() || wanted.is_some_and(|wanted| hunt.values[wanted] < OPEN) {
                break;
            }
            if plies == OPEN {
                return None;
            }
            for &number in &now {
                let number = number as usize;
                let position = Position {
                    hunters: pairs[number / 2 / cells],
                    pawn: number / 2 % cells,
                    mover: [Side::Red, Side::Black][number % 2],
                };
                for before in hunt.predecessors(position) {
                    let before = hunt.number(before);
                    let value = &mut hunt.values[before];
                    if *value < OPEN {
                        continue;
                    }
                    *value -= 1;
                    // A move to a position lost for the enemy wins; the last move that does not lose is gone.
                    if plies % 2 == 1 || *value == OPEN {
                        *value = plies;
                        next.push(before as u32);
                    }
                }
            }
            now.clear();
            std::mem::swap(&mut now, &mut next);
        }
        Some(hunt)
    }

    /// In how many plies the side to move loses (an even number) or wins (an odd one); none where play
    /// does not end.
    pub fn plies(&self, position: Position) -> Option<u16> {
        Some(self.values[self.number(position)]).filter(|value| *value < OPEN)
    }

    /// A best move: the fastest win, a tie, or the slowest loss; none at an end.
    pub fn best(&self, position: Position) -> Option<Position> {
        if self.end(position).is_some() {
            return None;
        }
        let wanted = self.plies(position).map(|plies| plies - 1);
        self.moves(position)
            .find(|after| self.plies(*after) == wanted)
    }

    /// Why a position is an end, if it is one. Black has crossed before all else.
    pub fn end(&self, position: Position) -> Option<End> {
        if self.field.is_on_first_row(position.pawn) {
            Some(End::Crossed)
        } else if position.hunters.contains(&position.pawn) {
            Some(End::Met)
        } else if self.moves(position).next().is_none() {
            Some(End::Stuck)
        } else {
            None
        }
    }

    fn number(&self, position: Position) -> usize {
        let [low, high] = position.hunters;
        let pair = high * (high - 1) / 2 + low;
        (pair * self.field.cells() + position.pawn) * 2 + position.mover as usize
    }

    /// The positions after a move of the side to move.
    fn moves(&self, position: Position) -> impl Iterator<Item = Position> + use<'a> {
        let field = self.field;
        let [low, high] = position.hunters;
        let red = [(low, high), (high, low)].into_iter();
        let red = red.flat_map(move |(from, other)| {
            let to = field.beside(from).filter(move |to| *to != other);
            to.map(move |to| pair(to, other))
        });
        let black = field.ahead(position.pawn).map(move |pawn| Position {
            pawn,
            mover: Side::Red,
            ..position
        });
        let red = red.map(move |hunters| Position {
            hunters,
            mover: Side::Black,
            ..position
        });
        either(position.mover, red, black)
    }

    /// The positions with a move that leads here. Some may be ends, which are decided already.
    fn predecessors(&self, position: Position) -> impl Iterator<Item = Position> + use<'a> {
        let field = self.field;
        let [low, high] = position.hunters;
        let red = [(low, high), (high, low)].into_iter();
        let red = red.flat_map(move |(to, other)| {
            let from = field.beside(to).filter(move |from| *from != other);
            from.map(move |from| pair(from, other))
        });
        let red = red.map(move |hunters| Position {
            hunters,
            mover: Side::Red,
            ..position
        });
        let black = field.behind(position.pawn).map(move |pawn| Position {
            pawn,
            mover: Side::Black,
            ..position
        });
        // Who moves here did not make the move that led here.
        let last = [Side::Black, Side::Red][position.mover as usize];
        either(last, red, black)
    }
}

fn pair(one: usize, other: usize) -> [usize; 2] {
    [one.min(other), one.max(other)]
}

/// The positions of one side.
fn either(
    side: Side,
    red: impl Iterator<Item = Position>,
    black: impl Iterator<Item = Position>,
) -> impl Iterator<Item = Position> {
    let (red, black) = match side {
        Side::Red => (Some(red), None),
        Side::Black => (None, Some(black)),
    };
    red.into_iter().flatten().chain(black.into_iter().flatten())
}
