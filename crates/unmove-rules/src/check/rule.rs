//! What runs: moves, ends, symmetries, the measure.

use super::term::{Term, Type};
use super::{Checker, Turn, fold};
use crate::diagnostic::Severity;
use crate::program::{Comparison, Ending, Expr, MOVER, MoveRule, Parameter, Span};
use crate::syntax::{Binary, Binder, EffectNode, Item, Name, Node, NodeKind, ResultNode};

/// Who a result is about.
enum Who {
    /// The player to move.
    Mover,
    /// The other.
    Other,
    /// The first or the second.
    Player(i64),
}

impl Checker<'_> {
    /// Lowers the statement, if it is one that runs.
    pub(super) fn rule(&mut self, item: &Item) {
        match item {
            Item::Move {
                player,
                name,
                parameters,
                guard,
                effects,
                at,
            } => self.move_rule(
                player.as_ref(),
                name,
                parameters,
                guard.as_ref(),
                effects,
                *at,
            ),
            Item::End(condition, result, at) => {
                if let Some(ending) = self.ending(Some(condition), result, Turn::Last, *at) {
                    self.program.ends.push(ending);
                }
            }
            Item::Stuck(condition, result, at) => {
                if let Some(last) = self.program.stuck.last()
                    && last.condition == Expr::Constant(1)
                {
                    let earlier = last.at;
                    let fault = crate::diagnostic::Diagnostic::warning(
                        "never-reached",
                        *at,
                        "this is never reached: the one before holds always",
                    )
                    .also(earlier, "this one");
                    self.report(fault);
                }
                if let Some(ending) = self.ending(condition.as_ref(), result, Turn::Mover, *at) {
                    self.program.stuck.push(ending);
                }
            }
            Item::Endless(result, at) => self.endless(result, *at),
            Item::Symmetry(symmetry, at) => self.symmetry(symmetry, *at),
            Item::Measure(measure, at) => {
                let measure = self.during(Turn::Mover, |checker| checker.expr(measure, &Type::Int));
                self.program.measure = Some((measure, *at));
            }
            _ => {}
        }
    }

    /// What a player without a move gets where the rules do not say.
    pub(super) fn default_stuck(&mut self) {
        let last = self.program.stuck.last();
        if last.is_some_and(|last| last.condition == Expr::Constant(1)) {
            return;
        }
        let payoff = if self.program.scored { 0 } else { -1 };
        self.program.stuck.push(Ending {
            condition: Expr::Constant(1),
            payoff: Expr::Constant(payoff),
            at: Span::default(),
        });
    }

    fn ending(
        &mut self,
        condition: Option<&Node>,
        result: &ResultNode,
        turn: Turn,
        at: Span,
    ) -> Option<Ending> {
        let faults = self.faults();
        let (condition, payoff) = self.during(turn, |checker| {
            let condition = condition.map_or(Expr::Constant(1), |node| checker.condition(node));
            (condition, checker.payoff(result))
        });
        (self.faults() == faults).then_some(Ending {
            condition,
            payoff,
            at,
        })
    }

    /// What a result pays the player to move.
    fn payoff(&mut self, result: &ResultNode) -> Expr {
        let (who, points) = match result {
            ResultNode::Draw => return Expr::Constant(0),
            ResultNode::Wins(who) => (who, Expr::Constant(1)),
            ResultNode::Loses(who) => (who, Expr::Constant(-1)),
            ResultNode::Gets(who, points) => {
                self.program.paid = true;
                (who, self.expr(points, &Type::Int))
            }
        };
        let at = who.at;
        let Some(who) = self.who(who) else {
            return Expr::Constant(0);
        };
        let negative = match self.arithmetic_of(
            crate::program::Arithmetic::Subtract,
            Expr::Constant(0),
            points.clone(),
            at,
        ) {
            Term::Scalar(negative, _) => negative,
            _ => Expr::Constant(0),
        };
        match who {
            Who::Mover => points,
            Who::Other => negative,
            Who::Player(player) => {
                let to_move = fold::compare(
                    Comparison::Equal,
                    Expr::Register(MOVER),
                    Expr::Constant(player),
                );
                fold::choose(to_move, points, negative)
            }
        }
    }

    fn who(&mut self, name: &Name) -> Option<Who> {
        match name.text.as_str() {
            "me" => Some(Who::Mover),
            "opp" => Some(Who::Other),
            "last" => self.last_is_known(name.at).then_some(Who::Other),
            player => {
                let number = self
                    .program
                    .players
                    .as_ref()
                    .and_then(|players| players.iter().position(|known| known == player));
                if number.is_none() {
                    let known = self.program.players.clone().unwrap_or_default();
                    let words = ["me", "opp", "last", known[0].as_str(), known[1].as_str()];
                    let near = crate::nearest::nearest(player, words).map(str::to_string);
                    let fault = self.error(
                        "unknown-player",
                        name.at,
                        format!("`{player}` is no player"),
                    );
                    fault.help = Some(match near {
                        Some(near) => format!("did you mean `{near}`?"),
                        None => "name a player of the game, or `me` (to move), `opp` (the other) or, in `end`, `last` (who has just moved)".into(),
                    });
                }
                number.map(|number| Who::Player(number as i64))
            }
        }
    }

    fn endless(&mut self, result: &ResultNode, at: Span) {
        let who = match result {
            ResultNode::Draw => {
                self.program.endless = 0;
                return;
            }
            ResultNode::Wins(who) | ResultNode::Loses(who) | ResultNode::Gets(who, _) => who,
        };
        let named = self
            .program
            .players
            .as_ref()
            .is_some_and(|players| players.contains(&who.text));
        if !named {
            self.error(
                "endless",
                who.at,
                "endless play can pay only a player of the game, by name",
            )
            .help = Some(
                "name the players with `players`, and write `endless draw` or `endless NAME wins`"
                    .into(),
            );
            return;
        }
        // For the first player to move.
        match self.payoff(result) {
            Expr::Constant(payoff) => self.program.endless = payoff,
            Expr::If(_, then, otherwise) => match (*then, *otherwise, &self.program.players) {
                (Expr::Constant(then), Expr::Constant(otherwise), Some(players)) => {
                    self.program.endless = if players[0] == who.text {
                        then
                    } else {
                        otherwise
                    };
                }
                _ => self.not_constant(at),
            },
            _ => self.not_constant(at),
        }
    }

    fn move_rule(
        &mut self,
        player: Option<&Name>,
        name: &Name,
        parameters: &[Binder],
        guard: Option<&Node>,
        effects: &[EffectNode],
        at: Span,
    ) {
        let player = match player {
            None => None,
            Some(player) => {
                let known = self
                    .program
                    .players
                    .as_ref()
                    .and_then(|players| players.iter().position(|known| *known == player.text));
                if known.is_none() {
                    self.unknown_name(&player.text, player.at, "a player of the game");
                    return;
                }
                known.map(|number| number as u8)
            }
        };
        let outer = self.turn;
        self.turn = Turn::Mover;
        let locals = self.locals.len();
        self.parameter_bounds.clear();
        if let Some((mut rule, empty)) = self.bound_parameters(player, name, parameters, at) {
            let mut never = empty;
            if let Some(guard) = guard {
                never = self.guard(&mut rule, guard, parameters).or(never);
            }
            let reported = self.diagnostics.len();
            rule.effects = self.effects(effects);
            if never.is_some() {
                // What never happens does nothing doubtful.
                let mut since = self.diagnostics.split_off(reported);
                since.retain(|diagnostic| diagnostic.severity == Severity::Error);
                self.diagnostics.append(&mut since);
            }
            if let Some(place) = never {
                self.warn(
                    "never-applies",
                    place,
                    format!("the move `{}` can never apply", name.text),
                )
                .labels[0]
                    .text = "this can never hold".into();
            }
            self.program.moves.push(rule);
        }
        self.locals.truncate(locals);
        self.parameter_bounds.clear();
        self.turn = outer;
    }

    /// The move with its parameters bound, and the place of one that has no values.
    fn bound_parameters(
        &mut self,
        player: Option<u8>,
        name: &Name,
        binders: &[Binder],
        at: Span,
    ) -> Option<(MoveRule, Option<Span>)> {
        let mut rule = MoveRule {
            name: name.text.clone(),
            player,
            conditions: Vec::new(),
            parameters: Vec::new(),
            effects: Vec::new(),
            at,
        };
        let mut empty = None;
        let mut complete = true;
        for (number, binder) in binders.iter().enumerate() {
            if binders[..number]
                .iter()
                .any(|earlier| earlier.name.text == binder.name.text)
            {
                self.error(
                    "defined-twice",
                    binder.name.at,
                    format!("the parameter `{}` stands twice", binder.name.text),
                );
            }
            if self.globals.contains_key(&binder.name.text) {
                let text = binder.name.text.clone();
                self.warn(
                    "shadowed-name",
                    binder.name.at,
                    format!("the parameter `{text}` hides `{text}`, declared above"),
                );
            }
            let Some(running) = self.running(&binder.domain) else {
                complete = false;
                self.bind(&binder.name.text, Term::Bad, None);
                continue;
            };
            match self.domain_bounds(&running.domain, &self.parameter_bounds) {
                None => empty = Some(binder.domain.at),
                Some(bounds) => {
                    self.parameter_bounds.insert(self.next_register, bounds);
                }
            }
            let local = self.allocate(1);
            let piece = self
                .piece_of(&binder.domain)
                .map(|variable| (variable, local));
            let kind = self.parameter_kind(&running.element);
            self.bind(
                &binder.name.text,
                running.element.term(Expr::Register(local)),
                piece,
            );
            rule.parameters.push(Parameter {
                name: binder.name.text.clone(),
                local,
                domain: running.domain,
                conditions: Vec::new(),
                kind,
            });
        }
        if !complete {
            return None;
        }
        Some((rule, empty))
    }

    /// Puts each part of a guard where the parameters it names are bound; the place of one that can never hold.
    fn guard(&mut self, rule: &mut MoveRule, guard: &Node, binders: &[Binder]) -> Option<Span> {
        let mut parts = Vec::new();
        conjuncts(guard, &mut parts);
        let mut never = None;
        // A part that may fail is not tested before those in front of it.
        let mut latest = 0;
        for part in parts {
            let named = binders
                .iter()
                .rposition(|binder| mentions(part, &binder.name.text))
                .map_or(0, |last| last + 1);
            let expr = self.condition(part);
            if expr == Expr::Constant(1) {
                continue;
            }
            if expr == Expr::Constant(0) {
                // The parts behind it are never looked at.
                rule.conditions.push(expr);
                return Some(part.at);
            }
            if self.bounds(&expr, &self.parameter_bounds) == (0, 0) {
                never = Some(part.at);
            }
            let level = if fold::may_fail(&expr) {
                named.max(latest)
            } else {
                named
            };
            latest = latest.max(level);
            match level.checked_sub(1) {
                None => rule.conditions.push(expr),
                Some(parameter) => rule.parameters[parameter].conditions.push(expr),
            }
        }
        never
    }
}

/// The parts of a conjunction, in order.
fn conjuncts<'a>(node: &'a Node, parts: &mut Vec<&'a Node>) {
    if let NodeKind::Binary(Binary::And, left, right) = &node.kind {
        conjuncts(left, parts);
        conjuncts(right, parts);
    } else {
        parts.push(node);
    }
}

/// Whether a name stands anywhere in an expression.
fn mentions(node: &Node, name: &str) -> bool {
    let any = |nodes: &[Node]| nodes.iter().any(|node| mentions(node, name));
    match &node.kind {
        NodeKind::Name(found) => found == name,
        NodeKind::List(items) | NodeKind::Set(items) | NodeKind::Call(_, items) => any(items),
        NodeKind::Comprehension(binder, body) => {
            mentions(&binder.domain, name) || mentions(body, name)
        }
        NodeKind::Range(left, right) | NodeKind::Binary(_, left, right) => {
            mentions(left, name) || mentions(right, name)
        }
        NodeKind::Unary(_, inner) | NodeKind::Field(inner, _) => mentions(inner, name),
        NodeKind::If(condition, then, otherwise) => {
            mentions(condition, name) || mentions(then, name) || mentions(otherwise, name)
        }
        NodeKind::Fold(_, binders, body) => {
            binders.iter().any(|binder| mentions(&binder.domain, name)) || mentions(body, name)
        }
        NodeKind::Index(base, items) | NodeKind::Method(base, _, items) => {
            mentions(base, name) || any(items)
        }
        NodeKind::Number(_)
        | NodeKind::Text(_)
        | NodeKind::Character(_)
        | NodeKind::File(_)
        | NodeKind::Map(_) => false,
    }
}
