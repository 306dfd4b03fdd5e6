//! How the effects of a move change each quantity, path by path.

use super::super::allowed::Values;
use super::super::ready::Ready;
use super::form::{ANY, Form, Interval};
use super::quantity::Quantity;
use super::symbolic::Path;
use crate::program::{Comparison, Domain, Effect, Expr, Kind, MOVER, MoveRule, Register, Set};

/// More paths than this through one move are not followed.
const MOST_PATHS: usize = 64;

/// Too many paths to follow.
pub(super) struct TooMany;

type Paths<'r> = Result<Vec<Path<'r>>, TooMany>;

/// All paths through a move, with the changes that each makes to the quantities.
pub(super) fn paths<'r>(ready: &'r Ready, quantities: &[Quantity], rule: &MoveRule) -> Paths<'r> {
    let mut path = Path::new(ready, rule.player);
    for condition in &rule.conditions {
        path.assume(condition, true);
    }
    for parameter in &rule.parameters {
        path.bind(parameter.local, &parameter.domain);
        for condition in &parameter.conditions {
            path.assume(condition, true);
        }
    }
    let mut done = run(path, quantities, &rule.effects)?;
    for path in &mut done {
        turn(path, quantities);
    }
    Ok(done)
}

fn turn(path: &mut Path<'_>, quantities: &[Quantity]) {
    let change = match path.again {
        Some(true) => return,
        Some(false) => {
            let mover = path.now.get(&MOVER).cloned().unwrap_or_default();
            Form::constant(1).plus(&mover, -2)
        }
        None => None,
    };
    let change = match change {
        Some(change) => change,
        None => path.unknown((-1, 1)),
    };
    changed(path, quantities, &|it| *it == Quantity::Turn, &change);
}

/// Adds a change to all quantities that a condition chooses.
fn changed(
    path: &mut Path<'_>,
    quantities: &[Quantity],
    which: &dyn Fn(&Quantity) -> bool,
    change: &Form,
) {
    for (number, quantity) in quantities.iter().enumerate() {
        if !which(quantity) {
            continue;
        }
        let before = path.changes.get(&number).cloned().unwrap_or_default();
        let after = match before.plus(change, 1) {
            Some(after) => after,
            None => path.unknown(ANY),
        };
        path.changes.insert(number, after);
    }
}

fn run<'r>(path: Path<'r>, quantities: &[Quantity], effects: &[Effect]) -> Paths<'r> {
    let mut open = vec![path];
    for effect in effects {
        // Nothing comes after a sum.
        if let Effect::Become(components) = effect {
            let mut done = Vec::new();
            for path in &open {
                for component in components {
                    done.extend(run(path.clone(), quantities, component)?);
                }
            }
            return limited(done);
        }
        let mut next = Vec::new();
        for path in open {
            next.extend(step(path, quantities, effect)?);
        }
        open = limited(next)?;
    }
    Ok(open)
}

fn limited(paths: Vec<Path<'_>>) -> Paths<'_> {
    if paths.len() > MOST_PATHS {
        return Err(TooMany);
    }
    Ok(paths)
}

fn step<'r>(mut path: Path<'r>, quantities: &[Quantity], effect: &Effect) -> Paths<'r> {
    match effect {
        Effect::Assign {
            variable, value, ..
        } => assign(&mut path, quantities, *variable, value),
        Effect::AssignElement {
            variable,
            index,
            value,
            ..
        } => assign_element(&mut path, quantities, *variable, index, value),
        Effect::AssignSet { variable, set, .. } => {
            assign_set(&mut path, quantities, *variable, set);
        }
        Effect::MovePiece {
            variable,
            piece,
            to,
            ..
        } => {
            move_piece(&mut path, quantities, *variable, *piece, to);
        }
        Effect::Gain(..) | Effect::Become(_) => {}
        Effect::Again => path.again = Some(true),
        Effect::Let(local, value) => {
            let value = path.form(value);
            path.now.insert(*local, value);
        }
        Effect::LetSet(local, _) => path.written(*local),
        Effect::If(condition, then, other) => {
            let mut otherwise = path.clone();
            path.assume(condition, true);
            otherwise.assume(condition, false);
            let mut done = run(path, quantities, then)?;
            done.extend(run(otherwise, quantities, other)?);
            return Ok(done);
        }
        Effect::For(local, domain, body) => repeat(&mut path, quantities, *local, domain, body)?,
        Effect::Require(condition) => path.assume(condition, true),
    }
    Ok(vec![path])
}

/// What is assigned without an error lies in the variable's range.
fn within_range(path: &mut Path<'_>, variable: usize, value: &Form) {
    let (least, most) = path.range(variable);
    let (Ok(least), Ok(most)) = (i64::try_from(least), i64::try_from(most)) else {
        return;
    };
    let (least, most) = (Form::constant(least), Form::constant(most));
    path.facts.compare(Comparison::AtMost, &least, value);
    path.facts.compare(Comparison::AtMost, value, &most);
}

fn difference(path: &mut Path<'_>, new: &Form, old: &Form) -> Form {
    match new.plus(old, -1) {
        Some(change) => change,
        None => path.unknown(ANY),
    }
}

fn in_sum(quantity: &Quantity, variable: usize) -> bool {
    matches!(quantity, Quantity::Sum(sum) if sum.contains(&variable))
}

fn assign(path: &mut Path<'_>, quantities: &[Quantity], variable: usize, value: &Expr) {
    let declared = &path.ready.program.variables[variable];
    let register = declared.register;
    let old = match path.now.get(&register) {
        Some(old) => old.clone(),
        None => path.unknown(ANY),
    };
    let new = path.form(value);
    within_range(path, variable, &new);
    let change = difference(path, &new, &old);
    changed(path, quantities, &|it| in_sum(it, variable), &change);
    if let Kind::Cell { board, .. } = declared.kind {
        move_lines(path, quantities, variable, board, &old, value);
    }
    path.now.insert(register, new);
}

/// The rows and columns of a piece that goes from a cell to where an expression says.
fn move_lines(
    path: &mut Path<'_>,
    quantities: &[Quantity],
    variable: usize,
    board: usize,
    old: &Form,
    to: &Expr,
) {
    for quantity in quantities {
        let Quantity::Lines(axis, number) = quantity else {
            continue;
        };
        if *number == variable {
            let before = path.line_of(*axis, board, old.clone());
            let after = path.line(*axis, board, to);
            let change = difference(path, &after, &before);
            changed(path, quantities, &|it| it == quantity, &change);
        }
    }
}

/// 1 if a form is a value, else 0; unknown between if neither is known.
fn is_value(path: &mut Path<'_>, form: &Form, value: i64) -> Form {
    let Some(apart) = form.plus(&Form::constant(value), -1) else {
        return path.unknown((0, 1));
    };
    let opposite = Form::default().plus(&apart, -1);
    if path.facts.proves_not_zero(&apart) {
        Form::constant(0)
    } else if path.facts.proves(&apart) && opposite.is_some_and(|form| path.facts.proves(&form)) {
        Form::constant(1)
    } else {
        path.unknown((0, 1))
    }
}

fn assign_element(
    path: &mut Path<'_>,
    quantities: &[Quantity],
    variable: usize,
    index: &Expr,
    value: &Expr,
) {
    let index = path.form(index);
    let new = path.form(value);
    let old = path.element(variable, index.clone());
    within_range(path, variable, &new);
    let change = difference(path, &new, &old);
    changed(path, quantities, &|it| in_sum(it, variable), &change);
    for quantity in quantities {
        if let Quantity::Count(number, name) = quantity
            && *number == variable
        {
            let after = is_value(path, &new, *name);
            let before = is_value(path, &old, *name);
            let change = difference(path, &after, &before);
            changed(path, quantities, &|it| it == quantity, &change);
        }
    }
    path.set_element(variable, index, new);
}

/// By how much the size of a set variable changes.
fn size_change(path: &mut Path<'_>, variable: usize, set: &Set) -> Interval {
    let Values::Set { least, most, .. } = path.ready.layout.allowed[variable].values else {
        return ANY;
    };
    let span = i128::from(most) - i128::from(least);
    let own = path.ready.program.variables[variable].register;
    let is_own = |set: &Set| matches!(set, Set::Variable(register, _) if *register == own);
    let only = |set: &Set| match set {
        Set::Listed(cells, _) if cells.len() == 1 => cells.first().cloned(),
        _ => None,
    };
    match set {
        Set::Union(left, right) if is_own(left) => match only(right) {
            Some(cell) => {
                let cell = path.form(&cell);
                match path.member(own, &cell) {
                    Some(true) => (0, 0),
                    Some(false) if path.facts.proves(&cell) => (1, 1),
                    _ => (0, 1),
                }
            }
            None => (0, span),
        },
        Set::Difference(left, right) if is_own(left) => match only(right) {
            Some(cell) => {
                let cell = path.form(&cell);
                match path.member(own, &cell) {
                    Some(true) => (-1, -1),
                    Some(false) => (0, 0),
                    None => (-1, 0),
                }
            }
            None if path.shares_member(own, right) => (-span, -1),
            None => (-span, 0),
        },
        Set::Intersection(left, _) if is_own(left) => (-span, 0),
        set if is_own(set) => (0, 0),
        _ => (-span, span),
    }
}

fn assign_set(path: &mut Path<'_>, quantities: &[Quantity], variable: usize, set: &Set) {
    let only_grows_or_shrinks = matches!(
        set,
        Set::Union(..) | Set::Difference(..) | Set::Intersection(..)
    );
    let (least, most) = size_change(path, variable, set);
    let size = path.unknown((least, most));
    changed(
        path,
        quantities,
        &|it| *it == Quantity::Size(variable),
        &size,
    );
    // Every cell has a row and a column of at least 1.
    let lines = match (least, most) {
        (_, most) if most <= 0 && only_grows_or_shrinks => (ANY.0, most),
        (least, _) if least >= 0 && only_grows_or_shrinks => (least, ANY.1),
        _ => ANY,
    };
    let lines = path.unknown(lines);
    let is_line = |it: &Quantity| matches!(it, Quantity::Lines(_, number) if *number == variable);
    changed(path, quantities, &is_line, &lines);
    let register = path.ready.program.variables[variable].register;
    path.written(register);
}

fn move_piece(
    path: &mut Path<'_>,
    quantities: &[Quantity],
    variable: usize,
    piece: Register,
    to: &Expr,
) {
    let declared = &path.ready.program.variables[variable];
    let register = declared.register;
    let old = path.form(&Expr::Register(piece));
    if let Kind::Set { board, .. } = declared.kind {
        move_lines(path, quantities, variable, board, &old, to);
    }
    let new = path.form(to);
    path.now.insert(piece, new);
    path.written(register);
}

/// What a body of effects may write, nested bodies included.
fn written<'e>(effects: &'e [Effect], visit: &mut dyn FnMut(&'e Effect)) {
    for effect in effects {
        visit(effect);
        match effect {
            Effect::If(_, then, other) => {
                written(then, visit);
                written(other, visit);
            }
            Effect::For(_, _, body) => written(body, visit),
            Effect::Become(components) => {
                for component in components {
                    written(component, visit);
                }
            }
            _ => {}
        }
    }
}

/// Forgets all that a body of effects may write.
fn forget(path: &mut Path<'_>, body: &[Effect]) {
    let variables = &path.ready.program.variables;
    written(body, &mut |effect| match effect {
        Effect::Assign { variable, .. } => {
            let interval = path.range(*variable);
            let form = path.unknown(interval);
            path.now.insert(variables[*variable].register, form);
        }
        Effect::AssignElement { variable, .. } | Effect::AssignSet { variable, .. } => {
            path.written(variables[*variable].register);
        }
        Effect::MovePiece {
            variable, piece, ..
        } => {
            path.written(variables[*variable].register);
            path.now.remove(piece);
        }
        Effect::Let(local, _) | Effect::For(local, ..) => {
            path.now.remove(local);
        }
        Effect::LetSet(local, _) => path.written(*local),
        Effect::Again => path.again = path.again.filter(|again| *again),
        _ => {}
    });
}

/// A loop: a quantity that no round raises (or lowers) is not raised (or lowered) by the whole.
fn repeat(
    path: &mut Path<'_>,
    quantities: &[Quantity],
    local: Register,
    domain: &Domain,
    body: &[Effect],
) -> Result<(), TooMany> {
    let mut has_sum = false;
    written(body, &mut |effect| {
        has_sum |= matches!(effect, Effect::Become(_));
    });
    if has_sum {
        return Err(TooMany);
    }
    let mut round = path.clone();
    round.bind(local, domain);
    forget(&mut round, body);
    round.changes.clear();
    let rounds = run(round, quantities, body)?;
    forget(path, body);
    path.now.remove(&local);
    for number in 0..quantities.len() {
        let changes = || {
            rounds
                .iter()
                .filter_map(|round| Some((round, round.changes.get(&number)?)))
        };
        if changes().next().is_none() {
            continue;
        }
        let never_lowers = changes().all(|(round, change)| round.facts.proves(change));
        let never_raises = changes().all(|(round, change)| {
            let opposite = Form::default().plus(change, -1);
            opposite.is_some_and(|opposite| round.facts.proves(&opposite))
        });
        let least = if never_lowers { 0 } else { ANY.0 };
        let most = if never_raises { 0 } else { ANY.1 };
        let change = path.unknown((least, most));
        let quantity = &quantities[number];
        changed(path, quantities, &|it| it == quantity, &change);
    }
    Ok(())
}
