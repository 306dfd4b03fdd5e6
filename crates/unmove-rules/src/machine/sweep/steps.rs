//! Moves of the rules as moves of strips, step by step.

use super::super::allowed::Words;
use super::known::Known;
use super::tables::Tables;
use super::truth::{Truth, Writer};
use crate::program::{Domain, Effect, Expr, MoveRule, Parameter, Register, Set};
use unmove_core::sweep::Map;

/// A step on the way to a move; the last one makes it.
#[derive(Clone, Debug)]
pub(super) enum Step {
    /// Goes on with the lanes for which a condition holds.
    Check(Truth, Box<Step>),
    /// Goes on with each element of a domain that all lanes have in common.
    Bind(Register, Domain, Box<Step>),
    /// Goes on with each of these values.
    Choose(Register, Vec<(i64, Step)>),
    /// Runs an effect that is the same for all lanes.
    Run(Effect, Box<Step>),
    /// Goes one way with the lanes for which a condition holds, another way with the others.
    Part(Truth, Box<Step>, Box<Step>),
    /// Sends the lanes where a map says; for `bad` ones that is no allowed value.
    Send(u32, Words, Box<Step>),
    /// Sends the lanes where a map says as far as that is in a set.
    SendInto(u32, Set, Box<Step>),
    /// Sends all lanes to one value.
    Gather(Expr, Box<Step>),
    /// The move is made.
    Land,
}

/// One of a family of sets, its index, and sets that it is to be inside (`true`) or outside of.
type Member<'s> = (usize, &'s Expr, Vec<(Set, bool)>);

/// How moves are written as steps.
pub(super) struct Steps<'w> {
    pub(super) tables: &'w Tables<'w>,
    pub(super) known: &'w Known,
    pub(super) maps: &'w mut Vec<Map>,
    /// Whether the lane has been assigned.
    moved: bool,
}

impl<'w> Steps<'w> {
    pub(super) fn new(tables: &'w Tables<'w>, known: &'w Known, maps: &'w mut Vec<Map>) -> Self {
        Self {
            tables,
            known,
            maps,
            moved: false,
        }
    }

    /// A rule as steps; the reason where that cannot be done.
    pub(super) fn rule(&mut self, rule: &MoveRule) -> Result<Step, String> {
        let then = self.parameters(&rule.parameters, &rule.effects)?;
        self.checks(&rule.conditions, then)
    }

    /// The same steps with one more constant known.
    fn with(&mut self, register: Register, value: i64) -> Knowing<'w, '_> {
        Knowing {
            known: self.known.with(register, value),
            steps: self,
        }
    }

    fn truth(&self, of: &Expr) -> Result<Truth, String> {
        let of = self.known.expr(self.tables.ready, of);
        if self.moved && self.known.differs(&of) {
            return Err("a move looks at the lane's variable after it has changed".to_owned());
        }
        let writer = Writer {
            tables: self.tables,
            known: self.known,
        };
        Ok(writer.truth(&of))
    }

    fn checks(&self, conditions: &[Expr], then: Step) -> Result<Step, String> {
        let mut step = then;
        for condition in conditions.iter().rev() {
            step = Step::Check(self.truth(condition)?, Box::new(step));
        }
        Ok(step)
    }

    fn parameters(&mut self, parameters: &[Parameter], effects: &[Effect]) -> Result<Step, String> {
        let Some((parameter, rest)) = parameters.split_first() else {
            self.moved = false;
            let steps = self.effects(effects);
            self.moved = false;
            return steps;
        };
        let ready = self.tables.ready;
        let domain = self.known.domain(ready, &parameter.domain);
        let local = parameter.local;
        if let Domain::Values(values) = &domain
            && values.len() <= 64
            && matters(self.known, local, parameters, effects)
        {
            let mut choices = Vec::with_capacity(values.len());
            for &value in values {
                let mut inner = self.with(local, value);
                choices.push((value, inner.then(parameter, rest, effects)?));
            }
            return Ok(Step::Choose(local, choices));
        }
        if !self.known.domain_differs(&domain) {
            let then = self.parameters(rest, effects)?;
            let then = self.checks(&parameter.conditions, then)?;
            return Ok(Step::Bind(local, domain, Box::new(then)));
        }
        match &domain {
            Domain::Cells(set) => {
                if rest.is_empty()
                    && let Some(step) = self.related(parameter, set, effects)
                {
                    return Ok(step);
                }
                let cell = Expr::In(Box::new(Expr::Register(local)), Box::new(set.clone()));
                let has = self.truth(&cell)?;
                let then = self.parameters(rest, effects)?;
                let then = self.checks(&parameter.conditions, then)?;
                let then = Step::Check(has, Box::new(then));
                let all = Domain::Cells(self.most(set)?);
                Ok(Step::Bind(local, all, Box::new(then)))
            }
            Domain::Filter {
                local: inner,
                of,
                condition,
            } if !self.known.domain_differs(of) => {
                let has = self.truth(condition)?;
                let then = self.parameters(rest, effects)?;
                let then = self.checks(&parameter.conditions, then)?;
                let then = Step::Check(has, Box::new(then));
                let both = Effect::Let(*inner, Expr::Register(local));
                let then = Step::Run(both, Box::new(then));
                Ok(Step::Bind(local, (**of).clone(), Box::new(then)))
            }
            _ => Err(format!(
                "what `{}` runs over differs from lane to lane",
                parameter.name
            )),
        }
    }

    /// A set that is the same for all lanes, and holds theirs.
    fn most(&self, set: &Set) -> Result<Set, String> {
        if !self.known.set_differs(set) {
            return Ok(set.clone());
        }
        let both = |left: &Set, right: &Set| {
            Ok::<_, String>((Box::new(self.most(left)?), Box::new(self.most(right)?)))
        };
        Ok(match set {
            Set::Union(left, right) => {
                let (left, right) = both(left, right)?;
                Set::Union(left, right)
            }
            Set::Intersection(left, right) => {
                let (left, right) = both(left, right)?;
                Set::Intersection(left, right)
            }
            Set::Difference(left, right) if !self.known.set_differs(right) => {
                Set::Difference(Box::new(self.most(left)?), right.clone())
            }
            Set::Difference(left, _) => self.most(left)?,
            Set::Filter { of, .. } => self.most(of)?,
            Set::If(condition, then, other) => {
                let (then, other) = both(then, other)?;
                if self.known.differs(condition) {
                    Set::Union(then, other)
                } else {
                    Set::If(condition.clone(), then, other)
                }
            }
            Set::Slides {
                board,
                from,
                directions,
                ..
            } if !self.known.differs(from) => Set::Slides {
                board: *board,
                from: from.clone(),
                directions: directions.clone(),
                blockers: Box::new(Set::Listed(Vec::new(), *board)),
            },
            Set::Family { family, .. } => {
                let family = &self.tables.ready.program.families[*family];
                let same = |board: &&crate::program::Board| {
                    family
                        .first()
                        .is_some_and(|words| words.len() == board.words())
                };
                let boards = &self.tables.ready.program.boards;
                let board = boards.iter().position(|board| same(&board));
                self.board(board.ok_or("a set differs from lane to lane")?)
            }
            Set::Listed(_, board) | Set::Slides { board, .. } | Set::Reach { board, .. } => {
                self.board(*board)
            }
            Set::Constant(_) | Set::Variable(..) => set.clone(),
            Set::Let { .. } => return Err("a set differs from lane to lane".to_owned()),
        })
    }

    fn board(&self, board: usize) -> Set {
        let cells = self.tables.ready.program.boards[board].len() as i64;
        Set::Listed((0..cells).map(Expr::Constant).collect(), board)
    }

    /// The move of the lane to a cell of a set of which one of a family of constant sets is the only
    /// part that differs from lane to lane: one map for all cells.
    fn related(&mut self, parameter: &Parameter, set: &Set, effects: &[Effect]) -> Option<Step> {
        let (lane, local) = (self.known.lane, parameter.local);
        let ready = self.tables.ready;
        let [effect] = effects else { return None };
        let into = match self.known.effect(ready, effect) {
            Effect::Assign {
                variable, value, ..
            } => (ready.program.variables[variable].register, value),
            Effect::AssignElement {
                variable,
                index: Expr::Constant(index),
                value,
                ..
            } => (
                ready.program.variables[variable].register + index as u32,
                value,
            ),
            _ => return None,
        };
        if into != (lane, Expr::Register(local)) || !parameter.conditions.is_empty() {
            return None;
        }
        let (family, index, filter) = self.family(set)?;
        let indices = self.tables.values(index)?;
        let mut pairs = Vec::new();
        for (&(bit, _), &index) in self.tables.lanes.iter().zip(&indices) {
            if index < 0 {
                continue;
            }
            let sets = &ready.program.families[family];
            let words = usize::try_from(index).ok().and_then(|at| sets.get(at))?;
            for cell in super::super::allowed::cells_of(words) {
                pairs.push((bit, cell));
            }
        }
        let all: Vec<u32> = self.tables.lanes.iter().map(|lane| lane.0).collect();
        let known: Vec<(u32, u32)> = pairs
            .iter()
            .copied()
            .filter(|pair| all.contains(&pair.1))
            .collect();
        let board = self.cells_of_lane()?;
        // Cells that the variable may not hold must have been taken out by the rules: the sets say so themselves.
        let allowed = self.tables.known_cells(board);
        let mut filter = filter;
        let excludes = |(part, inside): &(Set, bool)| {
            *inside && matches!(part, Set::Constant(number) if self.is_within(*number, &allowed))
        };
        if known.len() != pairs.len() && !filter.iter().any(excludes) {
            return None;
        }
        let map = Map::new(&known, self.tables.words);
        self.maps.push(map);
        let mut set: Option<Set> = None;
        filter.sort_by_key(|(_, inside)| !inside);
        for (part, inside) in filter {
            set = Some(match (set, inside) {
                (None, true) => part,
                (None, false) => Set::Difference(Box::new(self.board(board)), Box::new(part)),
                (Some(set), true) => Set::Intersection(Box::new(set), Box::new(part)),
                (Some(set), false) => Set::Difference(Box::new(set), Box::new(part)),
            });
        }
        let number = self.maps.len() as u32 - 1;
        let land = Box::new(Step::Land);
        Some(if let Some(set) = set {
            Step::SendInto(number, set, land)
        } else {
            let none = Words::from_elem(0, self.tables.words);
            Step::Send(number, none, land)
        })
    }

    fn is_within(&self, number: usize, allowed: &[u64]) -> bool {
        let set = &self.tables.ready.program.sets[number];
        let beyond = |(at, word): (usize, &u64)| word & !allowed.get(at).copied().unwrap_or(0);
        set.iter().enumerate().all(|pair| beyond(pair) == 0)
    }

    /// The board whose cells the lane's variable holds.
    fn cells_of_lane(&self) -> Option<usize> {
        use super::super::allowed::Values;
        match &self.tables.ready.layout.allowed[self.known.variable].values {
            Values::Cell { board, .. } => Some(*board),
            _ => None,
        }
    }

    /// A set as one of a family that depends on the lane alone, and sets it must be inside or outside of.
    fn family<'s>(&self, set: &'s Set) -> Option<Member<'s>> {
        match set {
            Set::Family { family, index } if self.known.only_lane(index) => {
                Some((*family, index, Vec::new()))
            }
            Set::Difference(left, right) if !self.known.set_differs(right) => {
                let (family, index, mut filter) = self.family(left)?;
                filter.push(((**right).clone(), false));
                Some((family, index, filter))
            }
            Set::Intersection(left, right) => {
                let (differs, other) = if self.known.set_differs(right) {
                    (right, left)
                } else {
                    (left, right)
                };
                if self.known.set_differs(other) {
                    return None;
                }
                let (family, index, mut filter) = self.family(differs)?;
                filter.push(((**other).clone(), true));
                Some((family, index, filter))
            }
            _ => None,
        }
    }

    fn effects(&mut self, effects: &[Effect]) -> Result<Step, String> {
        let Some((effect, rest)) = effects.split_first() else {
            return Ok(Step::Land);
        };
        let effect = self.known.effect(self.tables.ready, effect);
        if let Some(value) = self.assigned(&effect)? {
            return self.assign(value, rest);
        }
        match &effect {
            Effect::Again => return Err("a player may move again".to_owned()),
            Effect::Gain(..) => return Err("moves gain points".to_owned()),
            Effect::Become(_) => return Err("the game falls apart into sums".to_owned()),
            Effect::Require(condition) => {
                let has = self.truth(condition)?;
                return Ok(Step::Check(has, Box::new(self.effects(rest)?)));
            }
            Effect::If(condition, then, other) => {
                let has = self.truth(condition)?;
                let moved = self.moved;
                let mut branch = |first: &[Effect]| {
                    self.moved = moved;
                    let all: Vec<Effect> = first.iter().chain(rest).cloned().collect();
                    self.effects(&all).map(Box::new)
                };
                let then = branch(then)?;
                return Ok(Step::Part(has, then, branch(other)?));
            }
            Effect::For(local, Domain::Values(values), body) if self.effect_differs(&effect) => {
                let mut all: Vec<Effect> = Vec::new();
                for &value in values {
                    let known = self.known.with(*local, value);
                    all.push(Effect::Let(*local, Expr::Constant(value)));
                    all.extend(body.iter().map(|of| known.effect(self.tables.ready, of)));
                }
                all.extend_from_slice(rest);
                return self.effects(&all);
            }
            _ => {}
        }
        if self.effect_differs(&effect) {
            return Err(
                "a move changes other variables by what differs from lane to lane".to_owned(),
            );
        }
        Ok(Step::Run(effect, Box::new(self.effects(rest)?)))
    }

    /// The value that the lane's variable is given, if it is.
    fn assigned(&self, effect: &Effect) -> Result<Option<Expr>, String> {
        let first = |variable: usize| self.tables.ready.program.variables[variable].register;
        Ok(match effect {
            Effect::Assign {
                variable, value, ..
            } if first(*variable) == self.known.lane => Some(value.clone()),
            Effect::AssignElement {
                variable,
                index,
                value,
                ..
            } if *variable == self.known.variable => match index {
                Expr::Constant(index) => {
                    let register = i64::from(first(*variable)).checked_add(*index);
                    (register == Some(i64::from(self.known.lane))).then(|| value.clone())
                }
                _ => return Err("it is open which element a move assigns".to_owned()),
            },
            _ => None,
        })
    }

    fn assign(&mut self, value: Expr, rest: &[Effect]) -> Result<Step, String> {
        if self.moved {
            return Err("a move changes the lane's variable twice".to_owned());
        }
        let known = self.known;
        if !known.differs(&value) {
            self.moved = true;
            return Ok(Step::Gather(value, Box::new(self.effects(rest)?)));
        }
        if !known.only_lane(&value) {
            return Err("the lane's variable becomes something that depends on others".to_owned());
        }
        self.moved = true;
        let mut bad = Words::from_elem(0, self.tables.words);
        let mut pairs = Vec::new();
        for (&(bit, _), value) in self.tables.lanes.iter().zip(self.tables.tried(&value)) {
            let same = |lane: &&(u32, i64)| Some(lane.1) == value;
            match self.tables.lanes.iter().find(same) {
                Some(&(to, _)) => pairs.push((bit, to)),
                None => bad[bit as usize / 64] |= 1 << (bit % 64),
            }
        }
        self.maps.push(Map::new(&pairs, self.tables.words));
        let number = self.maps.len() as u32 - 1;
        Ok(Step::Send(number, bad, Box::new(self.effects(rest)?)))
    }

    /// Whether an effect reads or writes what differs from lane to lane, Lane's own assignment aside.
    fn effect_differs(&self, effect: &Effect) -> bool {
        let known = self.known;
        let any = |of: &[Effect]| of.iter().any(|of| self.effect_differs(of));
        let first = |variable: usize| self.tables.ready.program.variables[variable].register;
        match effect {
            Effect::Assign {
                variable, value, ..
            } => first(*variable) == known.lane || known.differs(value),
            Effect::AssignElement {
                variable,
                index,
                value,
                ..
            } => {
                let element = match index {
                    Expr::Constant(index) => {
                        i64::from(first(*variable)) + index == i64::from(known.lane)
                    }
                    _ => *variable == known.variable,
                };
                element || known.differs(index) || known.differs(value)
            }
            Effect::AssignSet { set, .. } | Effect::LetSet(_, set) => known.set_differs(set),
            Effect::MovePiece { to, .. } => known.differs(to),
            Effect::Let(_, value) => known.differs(value),
            Effect::Require(condition) => known.differs(condition),
            Effect::If(condition, then, other) => {
                known.differs(condition) || any(then) || any(other)
            }
            Effect::For(_, domain, body) => known.domain_differs(domain) || any(body),
            Effect::Gain(..) | Effect::Again | Effect::Become(_) => true,
        }
    }
}

/// Steps while a parameter is known.
struct Knowing<'w, 's> {
    known: Known,
    steps: &'s mut Steps<'w>,
}

impl Knowing<'_, '_> {
    fn then(
        &mut self,
        parameter: &Parameter,
        rest: &[Parameter],
        effects: &[Effect],
    ) -> Result<Step, String> {
        let tables = self.steps.tables;
        let mut steps = Steps {
            tables,
            known: &self.known,
            maps: &mut *self.steps.maps,
            moved: false,
        };
        let then = steps.parameters(rest, effects)?;
        steps.checks(&parameter.conditions, then)
    }
}

/// Whether it matters to know a parameter: the lane's variable stands beside it in a condition or
/// an effect.
fn matters(known: &Known, local: Register, parameters: &[Parameter], effects: &[Effect]) -> bool {
    use super::super::walk::{self, Part};
    let both = |of: &Expr| {
        let mut uses = false;
        walk::expr(of, &mut |part| {
            uses |= matches!(part, Part::Expr(Expr::Register(register)) if *register == local);
        });
        uses && known.differs(of)
    };
    let conditions = parameters
        .iter()
        .flat_map(|parameter| &parameter.conditions);
    let domains = parameters.iter().any(|parameter| {
        let mut uses = false;
        walk::domain(&parameter.domain, &mut |part| {
            uses |= matches!(part, Part::Expr(Expr::Register(register)) if *register == local);
        });
        uses && known.domain_differs(&parameter.domain)
    });
    domains
        || conditions.into_iter().any(both)
        || effects.iter().any(|effect| in_effect(effect, &both))
}

fn in_effect(effect: &Effect, both: &dyn Fn(&Expr) -> bool) -> bool {
    let any = |of: &[Effect]| of.iter().any(|of| in_effect(of, both));
    match effect {
        Effect::Assign { value, .. } | Effect::Let(_, value) | Effect::Require(value) => {
            both(value)
        }
        Effect::AssignElement { index, value, .. } => both(index) || both(value),
        Effect::If(condition, then, other) => both(condition) || any(then) || any(other),
        Effect::For(_, _, body) => any(body),
        _ => false,
    }
}
