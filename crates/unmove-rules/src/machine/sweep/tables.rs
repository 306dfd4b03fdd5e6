//! What is worked out once for each lane.

use super::super::allowed::{Values, Words};
use super::super::evaluate::Run;
use super::super::ready::Ready;
use super::known::Known;
use crate::program::{Expr, Register, Set};
use std::cell::Cell;
use unmove_core::sweep::Map;

/// Which cell each lane has.
pub(super) enum Way {
    /// Its own.
    Own,
    /// The one that a map leads to.
    By(Map),
}

/// The lanes, and tables over them.
pub(super) struct Tables<'w> {
    pub(super) ready: &'w Ready,
    pub(super) known: &'w Known,
    /// The bit and the value of each lane.
    pub(super) lanes: &'w [(u32, i64)],
    pub(super) words: usize,
    /// The first register that nobody uses.
    pub(super) free: &'w Cell<Register>,
}

impl Tables<'_> {
    /// The number of every lane; `None` if it fails for one.
    pub(super) fn values(&self, of: &Expr) -> Option<Vec<i64>> {
        self.tried(of).into_iter().collect()
    }

    /// The number of every lane, where there is one.
    pub(super) fn tried(&self, of: &Expr) -> Vec<Option<i64>> {
        let mut registers = vec![0; self.ready.program.registers as usize];
        let mut saved = Vec::new();
        let value = |&(_, value): &(u32, i64)| {
            registers[self.known.lane as usize] = value;
            Run::new(self.ready, &mut registers, &mut saved)
                .value(of)
                .ok()
        };
        self.lanes.iter().map(value).collect()
    }

    /// The lanes whose number is as wanted.
    pub(super) fn lanes(&self, values: &[i64], wanted: impl Fn(i64) -> bool) -> Words {
        let mut words = Words::from_elem(0, self.words);
        for (&(bit, _), &value) in self.lanes.iter().zip(values) {
            if wanted(value) {
                words[bit as usize / 64] |= 1 << (bit % 64);
            }
        }
        words
    }

    /// How lanes go to the cells that are their numbers, where bits are cells of the board of a set.
    pub(super) fn map(&self, cell: &Expr, values: &[i64], set: &Set) -> Option<Way> {
        let Values::Cell { board, nowhere, .. } =
            &self.ready.layout.allowed[self.known.variable].values
        else {
            return None;
        };
        if *board != self.board(set)? {
            return None;
        }
        if *cell == Expr::Register(self.known.lane) && !nowhere {
            return Some(Way::Own);
        }
        let pairs: Vec<(u32, u32)> = self
            .lanes
            .iter()
            .zip(values)
            .filter_map(|(&(bit, _), &cell)| Some((bit, u32::try_from(cell).ok()?)))
            .collect();
        Some(Way::By(Map::new(&pairs, self.words)))
    }

    /// The board that a set is of, where that is easy to say.
    fn board(&self, set: &Set) -> Option<usize> {
        use crate::program::Kind;
        match set {
            Set::Variable(register, _) => {
                let same = |variable: &&crate::program::Variable| variable.register == *register;
                match self.ready.program.variables.iter().find(same)?.kind {
                    Kind::Set { board, .. } => Some(board),
                    _ => None,
                }
            }
            Set::Listed(_, board) | Set::Slides { board, .. } | Set::Reach { board, .. } => {
                Some(*board)
            }
            Set::Union(left, right)
            | Set::Intersection(left, right)
            | Set::Difference(left, right) => self.board(left).or_else(|| self.board(right)),
            Set::Filter { of, .. } => self.board(of),
            Set::If(_, then, other) => self.board(then).or_else(|| self.board(other)),
            Set::Let { body, .. } => self.board(body),
            Set::Constant(_) | Set::Family { .. } => {
                (self.ready.program.boards.len() == 1).then_some(0)
            }
        }
    }

    /// By cell the lanes whose set of a family holds it; `None` if a lane has none.
    pub(super) fn holding(&self, family: usize, indices: &[i64]) -> Option<Vec<Words>> {
        let family = &self.ready.program.families[family];
        let cells = family.first().map_or(0, |words| words.len() * 64);
        let mut by_cell = vec![Words::from_elem(0, self.words); cells];
        for (&(bit, _), &index) in self.lanes.iter().zip(indices) {
            if index < 0 {
                continue;
            }
            let words = family.get(usize::try_from(index).ok()?)?;
            for cell in super::super::allowed::cells_of(words) {
                by_cell[cell as usize][bit as usize / 64] |= 1 << (bit % 64);
            }
        }
        Some(by_cell)
    }

    /// The cells that lanes stand for, as words of a board.
    pub(super) fn known_cells(&self, board: usize) -> Words {
        let cells: Vec<u32> = self
            .lanes
            .iter()
            .filter_map(|lane| u32::try_from(lane.1).ok())
            .collect();
        super::super::allowed::words_of(&cells, self.ready.program.boards[board].words())
    }

    /// A register of one's own.
    pub(super) fn spare(&self) -> Register {
        let register = self.free.get();
        self.free.set(register + 1);
        register
    }
}
