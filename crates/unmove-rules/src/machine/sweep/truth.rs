//! Conditions, true or false for every lane at once.

use super::super::allowed::{Words, has};
use super::super::error::RunError;
use super::super::evaluate::{Run, compare};
use super::known::Known;
use super::tables::{Tables, Way};
use crate::program::{Comparison, Domain, Expr, Fold, NOWHERE, Register, Set};
use smallvec::SmallVec;
use unmove_core::sweep::Map;

/// A condition.
#[derive(Clone, Debug)]
pub(super) enum Truth {
    /// The same for all lanes.
    Uniform(Expr),
    /// For these lanes.
    Lanes(Words),
    Not(Box<Truth>),
    And(Box<Truth>, Box<Truth>),
    Or(Box<Truth>, Box<Truth>),
    /// A number that each lane has against one that all have in common.
    Compare {
        op: Comparison,
        /// By lane; whether it is on the left.
        values: Vec<i64>,
        left: bool,
        with: Expr,
    },
    /// The lanes whose number is this one: by number, from `least` on.
    Equal {
        least: i64,
        lanes: Vec<Words>,
        with: Expr,
    },
    /// The lane's own cell is in a set.
    Within(Set),
    /// The cell that a map leads to is in a set.
    Into(Map, Set),
    /// The cell that each lane has is in a set.
    Each(Vec<i64>, Set),
    /// The set that each lane has holds a cell: by cell the lanes.
    Holds(Vec<Words>, Expr),
    /// For some element of a domain.
    Some(Register, Domain, Box<Truth>),
    /// With a local set first.
    Let(Register, Expr, Box<Truth>),
    /// No blocker stands between a cell and one that is on a ray from it.
    Sees {
        board: usize,
        from: Expr,
        directions: Vec<u8>,
        cell: Expr,
        /// Whether the cell in `between` blocks.
        blocked: Box<Truth>,
        between: Register,
    },
    /// Lane by lane, for want of anything better.
    Slowly(Expr),
}

/// How conditions are written for all lanes.
pub(super) struct Writer<'w> {
    pub(super) tables: &'w Tables<'w>,
    pub(super) known: &'w Known,
}

impl Writer<'_> {
    /// A condition with all that is known put in already.
    pub(super) fn truth(&self, of: &Expr) -> Truth {
        let known = self.known;
        if !known.differs(of) {
            return Truth::Uniform(of.clone());
        }
        if known.only_lane(of)
            && let Some(values) = self.tables.values(of)
        {
            return Truth::Lanes(self.tables.lanes(&values, |value| value != 0));
        }
        let go = |of: &Expr| Box::new(self.truth(of));
        match of {
            Expr::Not(of) => Truth::Not(go(of)),
            Expr::And(left, right) => Truth::And(go(left), go(right)),
            Expr::Or(left, right) => Truth::Or(go(left), go(right)),
            Expr::If(condition, then, other) => {
                let otherwise = Truth::And(Box::new(Truth::Not(go(condition))), go(other));
                let then = Truth::And(go(condition), go(then));
                Truth::Or(Box::new(then), Box::new(otherwise))
            }
            Expr::Compare { op, left, right } => self.compare(*op, left, right, of),
            Expr::In(cell, set) => self
                .within(cell, set)
                .unwrap_or_else(|| Truth::Slowly(of.clone())),
            Expr::Fold {
                fold: fold @ (Fold::Some | Fold::All),
                local,
                domain,
                body,
                ..
            } if !known.domain_differs(domain) => {
                let domain = (**domain).clone();
                match fold {
                    Fold::All => {
                        let body = Box::new(Truth::Not(go(body)));
                        Truth::Not(Box::new(Truth::Some(*local, domain, body)))
                    }
                    _ => Truth::Some(*local, domain, go(body)),
                }
            }
            Expr::Let { local, value, body } if !known.differs(value) => {
                Truth::Let(*local, (**value).clone(), go(body))
            }
            _ => Truth::Slowly(of.clone()),
        }
    }

    /// The number of each lane, if an expression depends on nothing else.
    fn by_lane(&self, of: &Expr) -> Option<Vec<i64>> {
        (self.known.differs(of) && self.known.only_lane(of))
            .then(|| self.tables.values(of))
            .flatten()
    }

    fn compare(&self, op: Comparison, left: &Expr, right: &Expr, of: &Expr) -> Truth {
        let known = self.known;
        let (values, with, is_left) = if !known.differs(right) {
            (self.by_lane(left), right, true)
        } else if !known.differs(left) {
            (self.by_lane(right), left, false)
        } else {
            (None, left, true)
        };
        let Some(values) = values else {
            return Truth::Slowly(of.clone());
        };
        let equal = || self.equal(&values, with);
        match op {
            Comparison::Equal => equal(),
            Comparison::Unequal => equal().map(|equal| Truth::Not(Box::new(equal))),
            _ => None,
        }
        .unwrap_or_else(|| Truth::Compare {
            op,
            left: is_left,
            with: with.clone(),
            values,
        })
    }

    /// The lanes by their number, if the numbers are not too far apart.
    fn equal(&self, values: &[i64], with: &Expr) -> Option<Truth> {
        let least = *values.iter().min()?;
        let span = values.iter().max()?.checked_sub(least)?;
        if span > 4096 {
            return None;
        }
        let lanes = (least..=least + span)
            .map(|number| self.tables.lanes(values, |value| value == number))
            .collect();
        Some(Truth::Equal {
            least,
            lanes,
            with: with.clone(),
        })
    }

    /// Whether a cell is in a set.
    fn within(&self, cell: &Expr, set: &Set) -> Option<Truth> {
        let known = self.known;
        let both = |left: &Set, right: &Set| {
            Some((
                Box::new(self.within(cell, left)?),
                Box::new(self.within(cell, right)?),
            ))
        };
        let whole = || Expr::In(Box::new(cell.clone()), Box::new(set.clone()));
        if !known.set_differs(set) {
            if !known.differs(cell) || known.only_lane(&whole()) {
                return Some(self.truth(&whole()));
            }
            if let Set::Difference(left, right) | Set::Intersection(left, right) = set
                && (matches!(**left, Set::Constant(_)) || matches!(**right, Set::Constant(_)))
            {
                // A constant set takes nothing to ask for; only the rest is worth a look at the words.
                let (left, right) = both(left, right)?;
                let right = match set {
                    Set::Difference(..) => Box::new(Truth::Not(right)),
                    _ => right,
                };
                return Some(Truth::And(left, right));
            }
            let values = self.by_lane(cell)?;
            return Some(match self.tables.map(cell, &values, set) {
                Some(Way::Own) => Truth::Within(set.clone()),
                Some(Way::By(map)) => Truth::Into(map, set.clone()),
                None => Truth::Each(values, set.clone()),
            });
        }
        Some(match set {
            Set::Union(left, right) => {
                let (left, right) = both(left, right)?;
                Truth::Or(left, right)
            }
            Set::Intersection(left, right) => {
                let (left, right) = both(left, right)?;
                Truth::And(left, right)
            }
            Set::Difference(left, right) => {
                let (left, right) = both(left, right)?;
                Truth::And(left, Box::new(Truth::Not(right)))
            }
            Set::Listed(cells, _) => {
                let nowhere = Expr::Constant(NOWHERE);
                let somewhere = self.compare(Comparison::Unequal, cell, &nowhere, &whole());
                let somewhere = if known.differs(cell) {
                    somewhere
                } else {
                    Truth::Uniform(Expr::Compare {
                        op: Comparison::Unequal,
                        left: Box::new(cell.clone()),
                        right: Box::new(nowhere),
                    })
                };
                let mut any: Option<Truth> = None;
                for listed in cells {
                    let same = self.truth(&Expr::Compare {
                        op: Comparison::Equal,
                        left: Box::new(cell.clone()),
                        right: Box::new(listed.clone()),
                    });
                    any = Some(match any {
                        None => same,
                        Some(any) => Truth::Or(Box::new(any), Box::new(same)),
                    });
                }
                Truth::And(Box::new(somewhere), Box::new(any?))
            }
            Set::Family { family, index } if !known.differs(cell) => {
                let indices = self.by_lane(index)?;
                Truth::Holds(self.tables.holding(*family, &indices)?, cell.clone())
            }
            Set::Slides {
                board,
                from,
                directions,
                blockers,
            } if !known.differs(cell) && !known.differs(from) => {
                let between = self.tables.spare();
                Truth::Sees {
                    board: *board,
                    from: (**from).clone(),
                    directions: directions.clone(),
                    cell: cell.clone(),
                    blocked: Box::new(self.within(&Expr::Register(between), blockers)?),
                    between,
                }
            }
            Set::If(condition, then, other) => {
                let condition = Box::new(self.truth(condition));
                let (then, other) = both(then, other)?;
                let otherwise = Truth::And(Box::new(Truth::Not(condition.clone())), other);
                Truth::Or(Box::new(Truth::And(condition, then)), Box::new(otherwise))
            }
            Set::Let { local, value, body } if !known.differs(value) => {
                let body = Box::new(self.within(cell, body)?);
                Truth::Let(*local, (**value).clone(), body)
            }
            _ => return None,
        })
    }
}

impl Truth {
    /// Whether it has to be worked out lane by lane.
    pub(super) fn is_slow(&self) -> bool {
        match self {
            Self::Slowly(_) => true,
            Self::Not(of) | Self::Some(_, _, of) | Self::Let(_, _, of) => of.is_slow(),
            Self::And(left, right) | Self::Or(left, right) => left.is_slow() || right.is_slow(),
            Self::Sees { blocked, .. } => blocked.is_slow(),
            _ => false,
        }
    }
}

/// A run for all lanes of a strip.
pub(super) struct LaneRun<'a, 'r> {
    pub(super) run: &'r mut Run<'a>,
    /// The value of each lane, beside its bit.
    pub(super) lanes: &'a [(u32, i64)],
    pub(super) lane: usize,
}

impl LaneRun<'_, '_> {
    /// The lanes among `asked`, of which there are some, where a condition holds.
    #[expect(clippy::too_many_lines, reason = "one arm for each kind of condition")]
    pub(super) fn truth(&mut self, of: &Truth, asked: &Words) -> Result<Words, RunError> {
        Ok(match of {
            Truth::Uniform(of) => {
                if self.run.holds(of)? {
                    asked.clone()
                } else {
                    none(asked)
                }
            }
            Truth::Lanes(lanes) => and(asked, lanes),
            Truth::Not(of) => without(asked, &self.truth(of, asked)?),
            Truth::And(left, right) => {
                let left = self.truth(left, asked)?;
                if is_none(&left) {
                    return Ok(left);
                }
                self.truth(right, &left)?
            }
            Truth::Or(left, right) => {
                let mut left = self.truth(left, asked)?;
                let rest = without(asked, &left);
                if !is_none(&rest) {
                    let right = self.truth(right, &rest)?;
                    left.iter_mut()
                        .zip(&right)
                        .for_each(|(left, right)| *left |= right);
                }
                left
            }
            Truth::Compare {
                op,
                values,
                left,
                with,
            } => {
                let with = self.run.value(with)?;
                self.each(asked, values, |value| match left {
                    true => compare(*op, value, with),
                    false => compare(*op, with, value),
                })
            }
            Truth::Equal { least, lanes, with } => {
                let with = self.run.value(with)?;
                let place = with
                    .checked_sub(*least)
                    .and_then(|at| usize::try_from(at).ok());
                match place.and_then(|at| lanes.get(at)) {
                    Some(lanes) => and(asked, lanes),
                    None => none(asked),
                }
            }
            Truth::Within(set) => {
                let set = self.run.set(set)?;
                and(asked, &set)
            }
            Truth::Into(map, set) => {
                let set = self.run.set(set)?;
                let mut found = none(asked);
                map.sources(&set, |at, lanes| found[at] |= lanes & asked[at]);
                found
            }
            Truth::Each(values, set) => {
                let set = self.run.set(set)?;
                self.each(asked, values, |value| has(&set, value))
            }
            Truth::Holds(by_cell, cell) => {
                let cell = self.run.value(cell)?;
                match usize::try_from(cell)
                    .ok()
                    .and_then(|cell| by_cell.get(cell))
                {
                    Some(lanes) => and(asked, lanes),
                    None => none(asked),
                }
            }
            Truth::Some(local, domain, body) => {
                let mut found = none(asked);
                let mut rest = asked.clone();
                for element in self.elements(domain)? {
                    self.run.registers[*local as usize] = element;
                    let more = self.truth(body, &rest)?;
                    found
                        .iter_mut()
                        .zip(&more)
                        .for_each(|(found, more)| *found |= more);
                    rest = without(&rest, &more);
                    if is_none(&rest) {
                        break;
                    }
                }
                found
            }
            Truth::Let(local, value, body) => {
                self.run.registers[*local as usize] = self.run.value(value)?;
                self.truth(body, asked)?
            }
            Truth::Sees {
                board,
                from,
                directions,
                cell,
                blocked,
                between,
            } => {
                let from = self.run.value(from)?;
                let cell = self.run.value(cell)?;
                self.sees(*board, from, directions, cell, (blocked, *between), asked)?
            }
            Truth::Slowly(of) => {
                let lanes = self.lanes;
                let mut found = none(asked);
                for &(bit, value) in lanes {
                    let (word, bit) = (bit as usize / 64, 1 << (bit % 64));
                    if asked[word] & bit != 0 {
                        self.run.registers[self.lane] = value;
                        if self.run.holds(of)? {
                            found[word] |= bit;
                        }
                    }
                }
                found
            }
        })
    }

    fn each(&self, asked: &Words, values: &[i64], holds: impl Fn(i64) -> bool) -> Words {
        let mut found = none(asked);
        for (&(bit, _), &value) in self.lanes.iter().zip(values) {
            if holds(value) {
                found[bit as usize / 64] |= 1 << (bit % 64);
            }
        }
        and(&found, asked)
    }

    /// The elements of a domain.
    pub(super) fn elements(&mut self, domain: &Domain) -> Result<SmallVec<[i64; 16]>, RunError> {
        let mut elements = SmallVec::new();
        self.run.each(domain, &mut |_, element| {
            elements.push(element);
            Ok(true)
        })?;
        Ok(elements)
    }

    fn sees(
        &mut self,
        board: usize,
        from: i64,
        directions: &[u8],
        cell: i64,
        (blocked, between): (&Truth, Register),
        asked: &Words,
    ) -> Result<Words, RunError> {
        let mut found = none(asked);
        if cell == NOWHERE {
            return Ok(found);
        }
        let ready = self.run.ready;
        let steps = &ready.program.boards[board].steps;
        for &direction in directions {
            let mut going = asked.clone();
            let mut at = from;
            while !is_none(&going) {
                self.run.step()?;
                at = match usize::try_from(at) {
                    Ok(at) => steps
                        .get(at * 8 + direction as usize)
                        .copied()
                        .unwrap_or(NOWHERE),
                    Err(_) => NOWHERE,
                };
                if at == NOWHERE {
                    break;
                }
                if at == cell {
                    found
                        .iter_mut()
                        .zip(&going)
                        .for_each(|(found, going)| *found |= going);
                    break;
                }
                self.run.registers[between as usize] = at;
                going = without(&going, &self.truth(blocked, &going)?);
            }
        }
        Ok(found)
    }
}

pub(super) fn none(like: &Words) -> Words {
    Words::from_elem(0, like.len())
}

pub(super) fn is_none(words: &[u64]) -> bool {
    words.iter().all(|&word| word == 0)
}

pub(super) fn and(left: &Words, right: &[u64]) -> Words {
    let mut both = left.clone();
    for (at, word) in both.iter_mut().enumerate() {
        *word &= right.get(at).copied().unwrap_or(0);
    }
    both
}

pub(super) fn without(left: &Words, right: &[u64]) -> Words {
    let mut rest = left.clone();
    rest.iter_mut()
        .zip(right)
        .for_each(|(rest, right)| *rest &= !right);
    rest
}
