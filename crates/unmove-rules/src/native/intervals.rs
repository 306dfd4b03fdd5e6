//! What values registers and expressions can have at all: where that is enough, code needs no checks.

use crate::program::{
    Arithmetic, Domain, Effect, Ending, Expr, Fold, Kind, MoveRule, NOWHERE, Program, Register,
    Set, Start,
};

/// All numbers from one to another, both included.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Interval {
    pub(super) least: i64,
    pub(super) most: i64,
}

impl Interval {
    const ALL: Self = Self::new(i64::MIN, i64::MAX);
    const TRUTH: Self = Self::new(0, 1);

    pub(super) const fn new(least: i64, most: i64) -> Self {
        Self { least, most }
    }

    /// Whether all of it lies between two numbers.
    pub(super) fn within(self, least: i64, most: i64) -> bool {
        least <= self.least && self.most <= most
    }

    fn join(self, other: Self) -> Self {
        Self::new(self.least.min(other.least), self.most.max(other.most))
    }

    /// The part of a wider interval that 64 bits hold.
    fn clamped((least, most): (i128, i128)) -> Self {
        let clamp = |value: i128| value.clamp(i128::from(i64::MIN), i128::from(i64::MAX)) as i64;
        Self::new(clamp(least), clamp(most))
    }
}

/// What every register can hold, whatever is run.
pub(super) struct Intervals<'p> {
    program: &'p Program,
    numbers: Vec<Interval>,
    /// By the first register of a set: its greatest cell, if known.
    greatest: Vec<Option<i64>>,
    changed: bool,
    /// Whether whatever still grows is taken to be anything.
    widen: bool,
}

impl<'p> Intervals<'p> {
    /// The intervals of a program and of further rules that run on its registers.
    pub(super) fn new(
        program: &'p Program,
        more: &[(&MoveRule, &[Expr])],
        registers: usize,
    ) -> Self {
        let mut intervals = Self {
            program,
            numbers: vec![Interval::new(0, 0); registers],
            greatest: vec![Some(-1); registers],
            changed: true,
            widen: false,
        };
        intervals.state();
        let mut rounds = 0;
        while intervals.changed {
            intervals.changed = false;
            intervals.widen = rounds > 4;
            rounds += 1;
            intervals.everything(more);
        }
        intervals
    }

    fn state(&mut self) {
        if self.program.players.is_some() {
            self.numbers[0] = Interval::TRUTH;
        }
        for variable in &self.program.variables {
            let range = variable.register as usize..(variable.register + variable.width) as usize;
            let interval = Self::kind(&variable.kind);
            self.numbers[range].fill(interval);
            if let Kind::Set { cells, .. } = &variable.kind {
                let last = cells.last().map_or(-1, |&cell| i64::from(cell));
                self.greatest[variable.register as usize] = Some(last);
            }
        }
    }

    pub(super) fn kind(kind: &Kind) -> Interval {
        match kind {
            Kind::Range(least, most) => Interval::new(*least, *most),
            Kind::Names(names) => Interval::new(0, names.len() as i64 - 1),
            Kind::Bool | Kind::Player => Interval::TRUTH,
            Kind::Direction => Interval::new(0, 7),
            Kind::Cell { cells, nowhere, .. } => {
                let first = cells.first().map_or(NOWHERE, |&cell| i64::from(cell));
                let last = cells.last().map_or(NOWHERE, |&cell| i64::from(cell));
                Interval::new(if *nowhere { NOWHERE } else { first }, last)
            }
            Kind::Set { .. } => Interval::ALL,
        }
    }

    fn everything(&mut self, more: &[(&MoveRule, &[Expr])]) {
        let program = self.program;
        for rule in &program.moves {
            self.rule(rule);
        }
        for Ending {
            condition, payoff, ..
        } in program.ends.iter().chain(&program.stuck)
        {
            self.expr(condition);
            self.expr(payoff);
        }
        if let Start::All(Some(condition)) = &program.start {
            self.expr(condition);
        }
        for (rule, confirm) in more {
            self.rule(rule);
            for condition in *confirm {
                self.expr(condition);
            }
        }
    }

    fn rule(&mut self, rule: &MoveRule) {
        for condition in &rule.conditions {
            self.expr(condition);
        }
        for parameter in &rule.parameters {
            self.bind(parameter.local, &parameter.domain);
            for condition in &parameter.conditions {
                self.expr(condition);
            }
        }
        self.effects(&rule.effects);
    }

    fn define(&mut self, register: Register, interval: Interval) {
        if register < self.program.state {
            return;
        }
        let old = self.numbers[register as usize];
        let mut new = old.join(interval);
        if new != old {
            if self.widen {
                new = Interval::ALL;
            }
            self.numbers[register as usize] = new;
            self.changed = true;
        }
    }

    fn bind(&mut self, local: Register, domain: &Domain) {
        self.domain(domain);
        let interval = self.elements(domain);
        self.define(local, interval);
    }

    fn expr(&mut self, expr: &Expr) {
        match expr {
            Expr::Constant(_) | Expr::Register(_) => {}
            Expr::Element { index: of, .. }
            | Expr::Lookup { index: of, .. }
            | Expr::Negate(of, _)
            | Expr::Not(of)
            | Expr::OneOf(of, _) => self.expr(of),
            Expr::Step {
                cell: left,
                direction: right,
                ..
            }
            | Expr::CellAt {
                column: left,
                row: right,
                ..
            }
            | Expr::Arithmetic { left, right, .. }
            | Expr::Compare { left, right, .. }
            | Expr::And(left, right)
            | Expr::Or(left, right) => {
                self.expr(left);
                self.expr(right);
            }
            Expr::If(condition, then, other) => {
                self.expr(condition);
                self.expr(then);
                self.expr(other);
            }
            Expr::In(cell, set) => {
                self.expr(cell);
                // Asking a filter about a cell binds its local to that cell.
                let cell = self.of(cell);
                self.asked(set, cell);
                self.set(set);
            }
            Expr::Size(set) => self.set(set),
            Expr::SameSet(left, right) | Expr::Subset(left, right) => {
                self.set(left);
                self.set(right);
            }
            Expr::Fold {
                local,
                domain,
                body,
                ..
            } => {
                self.bind(*local, domain);
                self.expr(body);
            }
            Expr::Let { local, value, body } => {
                self.expr(value);
                let value = self.of(value);
                self.define(*local, value);
                self.expr(body);
            }
        }
    }

    fn asked(&mut self, set: &Set, cell: Interval) {
        match set {
            Set::Union(left, right)
            | Set::Intersection(left, right)
            | Set::Difference(left, right)
            | Set::If(_, left, right) => {
                self.asked(left, cell);
                self.asked(right, cell);
            }
            Set::Filter { local, of, .. } => {
                self.asked(of, cell);
                self.define(*local, cell);
            }
            Set::Let { body, .. } => self.asked(body, cell),
            _ => {}
        }
    }

    fn set(&mut self, set: &Set) {
        match set {
            Set::Constant(_) | Set::Variable(..) => {}
            Set::Family { index, .. } => self.expr(index),
            Set::Listed(cells, _) => cells.iter().for_each(|cell| self.expr(cell)),
            Set::Union(left, right)
            | Set::Intersection(left, right)
            | Set::Difference(left, right)
            | Set::Reach {
                from: left,
                within: right,
                ..
            } => {
                self.set(left);
                self.set(right);
            }
            Set::Filter {
                local,
                of,
                condition,
            } => {
                self.set(of);
                let most = self.greatest(of);
                self.define(*local, Interval::new(0, most.max(0)));
                self.expr(condition);
            }
            Set::Slides { from, blockers, .. } => {
                self.expr(from);
                self.set(blockers);
            }
            Set::If(condition, then, other) => {
                self.expr(condition);
                self.set(then);
                self.set(other);
            }
            Set::Let { local, value, body } => {
                self.expr(value);
                let value = self.of(value);
                self.define(*local, value);
                self.set(body);
            }
        }
    }

    fn domain(&mut self, domain: &Domain) {
        match domain {
            Domain::Range(from, to) => {
                self.expr(from);
                self.expr(to);
            }
            Domain::Values(_) => {}
            Domain::Each(of) => of.iter().for_each(|of| self.expr(of)),
            Domain::Cells(set) => self.set(set),
            Domain::List { index, .. } => self.expr(index),
            Domain::Filter {
                local,
                of,
                condition,
            } => {
                self.bind(*local, of);
                self.expr(condition);
            }
        }
    }

    fn effects(&mut self, effects: &[Effect]) {
        for effect in effects {
            match effect {
                Effect::Assign { value, .. } => self.expr(value),
                Effect::AssignElement { index, value, .. } => {
                    self.expr(index);
                    self.expr(value);
                }
                Effect::AssignSet { set, .. } => self.set(set),
                Effect::MovePiece { piece, to, .. } => {
                    self.expr(to);
                    let to = self.of(to);
                    self.define(*piece, to);
                }
                Effect::Gain(points, _) => self.expr(points),
                Effect::Again => {}
                Effect::Become(components) => {
                    for effects in components {
                        self.effects(effects);
                    }
                }
                Effect::Let(local, value) => {
                    self.expr(value);
                    let value = self.of(value);
                    self.define(*local, value);
                }
                Effect::LetSet(local, set) => {
                    self.set(set);
                    self.define_set(*local, set);
                }
                Effect::If(condition, then, other) => {
                    self.expr(condition);
                    self.effects(then);
                    self.effects(other);
                }
                Effect::For(local, domain, body) => {
                    self.bind(*local, domain);
                    self.effects(body);
                }
                Effect::Require(condition) => self.expr(condition),
            }
        }
    }

    fn define_set(&mut self, local: Register, set: &Set) {
        let words = self.words(set) as u32;
        for register in local..local + words {
            self.define(register, Interval::ALL);
        }
        let greatest = self.greatest(set);
        let known = &mut self.greatest[local as usize];
        if known.is_some_and(|known| known < greatest) {
            *known = Some(greatest);
            self.changed = true;
        }
    }

    /// What an expression can be, unless it fails.
    pub(super) fn of(&self, expr: &Expr) -> Interval {
        match expr {
            Expr::Constant(value) => Interval::new(*value, *value),
            Expr::Register(register) => self.numbers[*register as usize],
            Expr::Element { variable, .. } => Self::kind(&self.program.variables[*variable].kind),
            Expr::Lookup { table, .. } => hull(&self.program.tables[*table]),
            Expr::Step { board, .. } | Expr::CellAt { board, .. } => {
                Interval::new(NOWHERE, self.program.boards[*board].len() as i64 - 1)
            }
            Expr::Negate(of, _) => {
                let of = self.of(of);
                Interval::clamped((-i128::from(of.most), -i128::from(of.least)))
            }
            Expr::Not(_)
            | Expr::Compare { .. }
            | Expr::And(..)
            | Expr::Or(..)
            | Expr::OneOf(..)
            | Expr::In(..)
            | Expr::SameSet(..)
            | Expr::Subset(..) => Interval::TRUTH,
            Expr::Arithmetic {
                op, left, right, ..
            } => Interval::clamped(arithmetic(*op, self.of(left), self.of(right))),
            Expr::If(_, then, other) => self.of(then).join(self.of(other)),
            Expr::Size(set) => Interval::new(0, self.greatest(set) + 1),
            Expr::Fold {
                fold, domain, body, ..
            } => match fold {
                Fold::Some | Fold::All => Interval::TRUTH,
                Fold::Count => Interval::new(0, self.size(domain) as i64),
                Fold::Sum => {
                    let (size, of) = (i128::from(self.size(domain)), self.of(body));
                    let least = (i128::from(of.least) * size).min(0);
                    Interval::clamped((least, (i128::from(of.most) * size).max(0)))
                }
                Fold::Least | Fold::Greatest => self.of(body),
                Fold::First => self.elements(domain).join(Interval::new(NOWHERE, NOWHERE)),
            },
            Expr::Let { body, .. } => self.of(body),
        }
    }

    /// Whether a sum, difference or product can leave 64 bits.
    pub(super) fn overflows(&self, op: Arithmetic, left: &Expr, right: &Expr) -> bool {
        let (least, most) = arithmetic(op, self.of(left), self.of(right));
        least < i128::from(i64::MIN) || most > i128::from(i64::MAX)
    }

    /// What the elements of a domain can be.
    pub(super) fn elements(&self, domain: &Domain) -> Interval {
        match domain {
            Domain::Range(from, to) => Interval::new(self.of(from).least, self.of(to).most),
            Domain::Values(values) => hull(values),
            Domain::Each(of) => of
                .iter()
                .map(|of| self.of(of))
                .reduce(Interval::join)
                .unwrap_or(Interval::new(0, 0)),
            Domain::Cells(set) => Interval::new(0, self.greatest(set).max(0)),
            Domain::List { lists, .. } => self.program.lists[*lists]
                .iter()
                .filter(|list| !list.is_empty())
                .map(|list| hull(list))
                .reduce(Interval::join)
                .unwrap_or(Interval::new(0, 0)),
            Domain::Filter { of, .. } => self.elements(of),
        }
    }

    /// How many elements a domain can have at most, below 2⁶³.
    pub(super) fn size(&self, domain: &Domain) -> u64 {
        let most = i64::MAX as u64;
        match domain {
            Domain::Range(..) => {
                let of = self.elements(domain);
                let size = i128::from(of.most) - i128::from(of.least) + 1;
                size.clamp(0, i128::from(i64::MAX)) as u64
            }
            Domain::Values(values) => values.len() as u64,
            Domain::Each(of) => of.len() as u64,
            Domain::Cells(set) => (self.greatest(set) + 1) as u64,
            Domain::List { lists, .. } => self.program.lists[*lists]
                .iter()
                .map(|list| list.len() as u64)
                .max()
                .unwrap_or(0),
            Domain::Filter { of, .. } => self.size(of),
        }
        .min(most)
    }

    /// How many words a set has.
    pub(super) fn words(&self, set: &Set) -> usize {
        let program = self.program;
        match set {
            Set::Constant(number) => program.sets[*number].len(),
            Set::Variable(_, width) => *width as usize,
            Set::Family { family, .. } => program.families[*family].first().map_or(0, Vec::len),
            Set::Listed(_, board) | Set::Slides { board, .. } => program.boards[*board].words(),
            Set::Union(left, right)
            | Set::Intersection(left, right)
            | Set::Difference(left, right) => self.words(left).max(self.words(right)),
            Set::Reach { from, within, .. } => self.words(from).min(self.words(within)),
            Set::Filter { of, .. } => self.words(of),
            Set::If(_, then, other) => self.words(then).max(self.words(other)),
            Set::Let { body, .. } => self.words(body),
        }
    }

    /// The greatest cell that a set can have, -1 if none.
    pub(super) fn greatest(&self, set: &Set) -> i64 {
        let program = self.program;
        match set {
            Set::Constant(number) => last(&program.sets[*number]),
            Set::Variable(register, width) => {
                let all = i64::from(*width) * 64 - 1;
                let known = self.greatest.get(*register as usize).copied().flatten();
                known.map_or(all, |known| known.min(all))
            }
            Set::Family { family, .. } => program.families[*family]
                .iter()
                .map(|set| last(set))
                .max()
                .unwrap_or(-1),
            Set::Listed(_, board) => program.boards[*board].words() as i64 * 64 - 1,
            Set::Slides { board, .. } => program.boards[*board].len() as i64 - 1,
            Set::Union(left, right) | Set::If(_, left, right) => {
                self.greatest(left).max(self.greatest(right))
            }
            Set::Intersection(left, right) => self.greatest(left).min(self.greatest(right)),
            Set::Difference(of, _) | Set::Filter { of, .. } => self.greatest(of),
            Set::Reach { within, .. } => self.greatest(within),
            Set::Let { body, .. } => self.greatest(body),
        }
    }
}

fn last(words: &[u64]) -> i64 {
    let word = words.iter().rposition(|word| *word != 0);
    word.map_or(-1, |word| {
        word as i64 * 64 + 63 - i64::from(words[word].leading_zeros())
    })
}

fn hull(values: &[i64]) -> Interval {
    let least = values.iter().copied().min().unwrap_or(0);
    let most = values.iter().copied().max().unwrap_or(0);
    Interval::new(least, most)
}

fn arithmetic(op: Arithmetic, left: Interval, right: Interval) -> (i128, i128) {
    let (a, b) = (i128::from(left.least), i128::from(left.most));
    let (c, d) = (i128::from(right.least), i128::from(right.most));
    let spread = |values: [i128; 4]| {
        let least = values.into_iter().fold(i128::MAX, i128::min);
        (least, values.into_iter().fold(i128::MIN, i128::max))
    };
    match op {
        Arithmetic::Add => (a + c, b + d),
        Arithmetic::Subtract => (a - d, b - c),
        Arithmetic::Multiply => spread([a * c, a * d, b * c, b * d]),
        // Rounded down: no further from 0 than the dividend, save that -1 may come of a quotient near 0.
        Arithmetic::Divide if c > 0 => spread([
            a.div_euclid(c),
            a.div_euclid(d),
            b.div_euclid(c),
            b.div_euclid(d),
        ]),
        Arithmetic::Divide => (-a.abs().max(b.abs()) - 1, a.abs().max(b.abs())),
        Arithmetic::Remainder => ((c + 1).min(0), (d - 1).max(0)),
        Arithmetic::Xor => {
            let bits = 128 - b.max(d).max(0).leading_zeros();
            (0, (1 << bits) - 1)
        }
    }
}
