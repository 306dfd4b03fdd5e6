//! Sets of cells and domains: built only where their elements are needed one by one.

use super::allowed::{Words, cells_of, has};
use super::error::{RunError, RunErrorKind};
use super::evaluate::Run;
use crate::program::{Board, Domain, Expr, NOWHERE, Set};
use smallvec::SmallVec;

/// What is done with each element of a domain; says whether to go on.
pub(super) type Visit<'v, 'a> = &'v mut dyn FnMut(&mut Run<'a>, i64) -> Result<bool, RunError>;

fn add(words: &mut Words, cell: i64) {
    if let Ok(cell) = usize::try_from(cell)
        && let Some(word) = words.get_mut(cell / 64)
    {
        *word |= 1 << (cell % 64);
    }
}

impl<'a> Run<'a> {
    /// Whether a cell (or `NOWHERE`) is in a set; builds the set only where there is no other way.
    pub(super) fn contains(&mut self, set: &Set, cell: i64) -> Result<bool, RunError> {
        match set {
            Set::Constant(number) => Ok(has(&self.ready.program.sets[*number], cell)),
            Set::Variable(register, width) => {
                let Ok(at) = usize::try_from(cell) else {
                    return Ok(false);
                };
                if at / 64 >= *width as usize {
                    return Ok(false);
                }
                let word = self.registers[*register as usize + at / 64] as u64;
                Ok(word >> (at % 64) & 1 == 1)
            }
            Set::Family { family, index } => {
                let index = self.value(index)?;
                Ok(match self.member(*family, index)? {
                    Some(words) => has(words, cell),
                    None => false,
                })
            }
            Set::Listed(cells, _) => {
                if cell == NOWHERE {
                    return Ok(false);
                }
                for listed in cells {
                    if self.value(listed)? == cell {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
            Set::Union(left, right) => {
                Ok(self.contains(left, cell)? || self.contains(right, cell)?)
            }
            Set::Intersection(left, right) => {
                Ok(self.contains(left, cell)? && self.contains(right, cell)?)
            }
            Set::Difference(left, right) => {
                Ok(self.contains(left, cell)? && !self.contains(right, cell)?)
            }
            Set::Filter {
                local,
                of,
                condition,
            } => {
                if !self.contains(of, cell)? {
                    return Ok(false);
                }
                self.registers[*local as usize] = cell;
                self.holds(condition)
            }
            Set::Slides { .. } | Set::Reach { .. } => Ok(has(&self.set(set)?, cell)),
            Set::If(condition, then, other) => {
                if self.holds(condition)? {
                    self.contains(then, cell)
                } else {
                    self.contains(other, cell)
                }
            }
            Set::Let { local, value, body } => {
                self.registers[*local as usize] = self.value(value)?;
                self.contains(body, cell)
            }
        }
    }

    /// One of a family of constant sets; none for `NOWHERE`.
    fn member(&self, family: usize, index: i64) -> Result<Option<&'a [u64]>, RunError> {
        // An index made from `nowhere` is negative.
        if index < 0 {
            return Ok(None);
        }
        let family = &self.ready.program.families[family];
        match usize::try_from(index).ok().and_then(|at| family.get(at)) {
            Some(words) => Ok(Some(words)),
            None => self.error(RunErrorKind::BadLookup {
                index,
                length: family.len(),
            }),
        }
    }

    /// Builds a set.
    pub(super) fn set(&mut self, set: &Set) -> Result<Words, RunError> {
        match set {
            Set::Constant(number) => Ok(Words::from_slice(&self.ready.program.sets[*number])),
            Set::Variable(register, width) => {
                let range = *register as usize..(*register + *width) as usize;
                Ok(self.registers[range]
                    .iter()
                    .map(|&word| word as u64)
                    .collect())
            }
            Set::Family { family, index } => {
                let index = self.value(index)?;
                if let Some(words) = self.member(*family, index)? {
                    return Ok(Words::from_slice(words));
                }
                let family = &self.ready.program.families[*family];
                Ok(Words::from_elem(0, family.first().map_or(0, Vec::len)))
            }
            Set::Listed(cells, board) => {
                let mut words = self.empty(*board);
                for cell in cells {
                    let cell = self.value(cell)?;
                    add(&mut words, cell);
                }
                Ok(words)
            }
            Set::Union(left, right) => self.both(left, right, |left, right| left | right),
            Set::Intersection(left, right) => self.both(left, right, |left, right| left & right),
            Set::Difference(left, right) => self.both(left, right, |left, right| left & !right),
            Set::Filter {
                local,
                of,
                condition,
            } => {
                let of = self.set(of)?;
                let mut words = Words::from_elem(0, of.len());
                for cell in cells_of(&of) {
                    self.step()?;
                    self.registers[*local as usize] = i64::from(cell);
                    if self.holds(condition)? {
                        add(&mut words, i64::from(cell));
                    }
                }
                Ok(words)
            }
            Set::Slides {
                board,
                from,
                directions,
                blockers,
            } => {
                let from = self.value(from)?;
                let blockers = self.set(blockers)?;
                self.slides(*board, from, directions, &blockers)
            }
            Set::Reach {
                board,
                from,
                within,
            } => {
                let from = self.set(from)?;
                let within = self.set(within)?;
                let board = &self.ready.program.boards[*board];
                self.reach(board, &from, &within)
            }
            Set::If(condition, then, other) => {
                if self.holds(condition)? {
                    self.set(then)
                } else {
                    self.set(other)
                }
            }
            Set::Let { local, value, body } => {
                self.registers[*local as usize] = self.value(value)?;
                self.set(body)
            }
        }
    }

    fn empty(&self, board: usize) -> Words {
        Words::from_elem(0, self.ready.program.boards[board].words())
    }

    fn both(
        &mut self,
        left: &Set,
        right: &Set,
        join: impl Fn(u64, u64) -> u64,
    ) -> Result<Words, RunError> {
        let mut words = self.set(left)?;
        let right = self.set(right)?;
        if words.len() < right.len() {
            words.resize(right.len(), 0);
        }
        for (at, word) in words.iter_mut().enumerate() {
            *word = join(*word, right.get(at).copied().unwrap_or(0));
        }
        Ok(words)
    }

    fn slides(
        &mut self,
        board: usize,
        from: i64,
        directions: &[u8],
        blockers: &[u64],
    ) -> Result<Words, RunError> {
        let mut words = self.empty(board);
        let steps = &self.ready.program.boards[board].steps;
        for &direction in directions {
            let mut cell = from;
            loop {
                self.step()?;
                let Ok(at) = usize::try_from(cell) else {
                    break;
                };
                cell = steps
                    .get(at * 8 + direction as usize)
                    .copied()
                    .unwrap_or(NOWHERE);
                add(&mut words, cell);
                if has(blockers, cell) {
                    break;
                }
            }
        }
        Ok(words)
    }

    fn reach(&mut self, board: &Board, from: &[u64], within: &[u64]) -> Result<Words, RunError> {
        let mut reached: Words = from
            .iter()
            .zip(within)
            .map(|(from, within)| from & within)
            .collect();
        let mut open: SmallVec<[u32; 64]> = cells_of(&reached).collect();
        while let Some(cell) = open.pop() {
            let Some(neighbours) = board.neighbours.get(cell as usize) else {
                continue;
            };
            for &next in neighbours {
                self.step()?;
                let next_cell = i64::from(next);
                if has(within, next_cell) && !has(&reached, next_cell) {
                    add(&mut reached, next_cell);
                    open.push(next);
                }
            }
        }
        Ok(reached)
    }

    /// Visits the elements of a domain in order, until `visit` says to stop; says whether it ran to the end.
    pub(super) fn each(&mut self, domain: &Domain, visit: Visit<'_, 'a>) -> Result<bool, RunError> {
        match domain {
            Domain::Range(from, to) => {
                let from = self.value(from)?;
                let to = self.value(to)?;
                for element in from..=to {
                    self.step()?;
                    if !visit(self, element)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            Domain::Values(values) => self.each_of(values, visit),
            Domain::Each(of) => {
                let values = self.distinct(of)?;
                self.each_of(&values, visit)
            }
            Domain::Cells(set) => {
                let words = self.set(set)?;
                for cell in cells_of(&words) {
                    self.step()?;
                    if !visit(self, i64::from(cell))? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            Domain::List { lists, index } => {
                let index = self.value(index)?;
                // An index made from `nowhere` is negative.
                if index < 0 {
                    return Ok(true);
                }
                let lists = &self.ready.program.lists[*lists];
                match usize::try_from(index).ok().and_then(|at| lists.get(at)) {
                    Some(values) => self.each_of(values, visit),
                    None => self.error(RunErrorKind::BadLookup {
                        index,
                        length: lists.len(),
                    }),
                }
            }
            Domain::Filter {
                local,
                of,
                condition,
            } => {
                let local = *local as usize;
                self.each(of, &mut |run, element| {
                    run.registers[local] = element;
                    if run.holds(condition)? {
                        visit(run, element)
                    } else {
                        Ok(true)
                    }
                })
            }
        }
    }

    fn each_of(&mut self, values: &[i64], visit: Visit<'_, 'a>) -> Result<bool, RunError> {
        for &value in values {
            self.step()?;
            if !visit(self, value)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The values of expressions, each once.
    fn distinct(&mut self, of: &[Expr]) -> Result<SmallVec<[i64; 8]>, RunError> {
        let mut values: SmallVec<[i64; 8]> = SmallVec::new();
        for expr in of {
            let value = self.value(expr)?;
            if !values.contains(&value) {
                values.push(value);
            }
        }
        Ok(values)
    }
}
