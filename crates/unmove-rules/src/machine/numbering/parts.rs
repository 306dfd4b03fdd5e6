//! The parts of a state, each numbered by itself.

use super::super::allowed::{Values, combinations, live, multisets};
use super::super::ready::Ready;
use super::{Digit, Way, choose};
use crate::program::{MOVER, Register};

/// Why a space is not numbered.
pub(super) fn too_many() -> String {
    "there are more than 2^63 positions in the whole space".to_owned()
}

fn count(of: u128) -> Result<u64, String> {
    u64::try_from(of)
        .ok()
        .filter(|count| *count < 1 << 63)
        .ok_or_else(too_many)
}

/// The player to move, as a digit.
pub(super) fn mover() -> Digit {
    Digit::Number {
        register: MOVER,
        least: 0,
        count: 2,
    }
}

/// All parts of the state: the player to move, then the variables in their order.
pub(super) fn plain(ready: &Ready) -> Result<Vec<(u64, Way)>, String> {
    let program = &ready.program;
    let mut parts = Vec::new();
    if program.players.is_some() {
        parts.push((2, Way::Digit(mover())));
    }
    let mut grouped: Vec<Register> = Vec::new();
    for (variable, allowed) in program.variables.iter().zip(&ready.layout.allowed) {
        let values = &allowed.values;
        if let Values::Set { .. } = values {
            parts.push(set(variable.register, variable.width, values)?);
            continue;
        }
        for register in live(variable) {
            if grouped.contains(&register) {
                continue;
            }
            let group = program
                .unordered
                .iter()
                .find(|group| group.len() > 1 && group.contains(&register));
            let Some(group) = group else {
                let digit = Digit::new(register, values).ok_or_else(too_many)?;
                parts.push((count(values.count())?, Way::Digit(digit)));
                continue;
            };
            grouped.extend(group);
            parts.push(multiset(group, values)?);
        }
    }
    Ok(parts)
}

fn set(register: Register, width: u32, values: &Values) -> Result<(u64, Way), String> {
    let Values::Set {
        cells,
        ranks,
        least,
        most,
        ..
    } = values
    else {
        return Err("a variable holds no set".to_owned());
    };
    let total = count(values.count())?;
    let mut bases = Vec::new();
    let mut base: u64 = 0;
    for size in *least..=*most {
        bases.push(base);
        let ways = combinations(cells.len() as u128, u128::from(size));
        base = base.saturating_add(count(ways)?);
    }
    let choose = choose::table(cells.len() as u64, *most).ok_or_else(too_many)?;
    let way = Way::Set {
        register,
        words: width,
        cells: cells.clone(),
        ranks: ranks.clone(),
        least: *least,
        most: *most,
        bases,
        choose,
    };
    Ok((total, way))
}

fn multiset(group: &[Register], values: &Values) -> Result<(u64, Way), String> {
    let many = group.len() as u32;
    let total = count(multisets(values.count(), u128::from(many)))?;
    let digits: Option<Vec<Digit>> = group
        .iter()
        .map(|&register| Digit::new(register, values))
        .collect();
    let digits = digits.ok_or_else(too_many)?;
    let rows = count(values.count())?.saturating_add(u64::from(many)) - 1;
    let choose = choose::table(rows, many)
        .ok_or_else(|| "a pile that can be exchanged with others is too large".to_owned())?;
    Ok((total, Way::Multiset { digits, choose }))
}
