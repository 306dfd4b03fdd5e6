//! Numbers as people read them: thousands separators, bytes, seconds, and the word behind a count.

use std::fmt::Write;

pub use unmove_core::plan::grouped;

/// A count with its noun: `1 ply`, `2,000 plies`.
pub fn counted(count: u64, one: &str, many: &str) -> String {
    let noun = if count == 1 { one } else { many };
    format!("{} {noun}", grouped(count))
}

/// A remoteness with its unit.
pub fn plies(count: u32) -> String {
    counted(u64::from(count), "ply", "plies")
}

/// A quantity of memory in the largest unit that leaves at least one: `1.5 GiB`.
pub fn bytes(quantity: u64) -> String {
    const UNITS: [&str; 6] = ["KiB", "MiB", "GiB", "TiB", "PiB", "EiB"];
    if quantity < 1024 {
        return counted(quantity, "byte", "bytes");
    }
    let mut amount = quantity as f64 / 1024.0;
    let mut unit = 0;
    while amount >= 1024.0 && unit + 1 < UNITS.len() {
        amount /= 1024.0;
        unit += 1;
    }
    let mut out = String::new();
    // Writing to a string cannot fail.
    let _ = if amount < 10.0 {
        write!(out, "{amount:.1} {}", UNITS[unit])
    } else {
        write!(out, "{amount:.0} {}", UNITS[unit])
    };
    out
}

/// Reads a quantity of memory: `2GiB`, `500 MB`, `64k`, `1073741824`.
///
/// Decimal and binary units are told apart; a bare letter counts as the binary unit.
pub fn parse_bytes(text: &str) -> Result<u64, String> {
    let text = text.trim();
    let split = text
        .find(|c: char| !c.is_ascii_digit() && c != '.')
        .unwrap_or(text.len());
    let (amount, unit) = text.split_at(split);
    let factor: u64 = match unit.trim().to_ascii_lowercase().as_str() {
        "" | "b" | "byte" | "bytes" => 1,
        "k" | "kib" => 1 << 10,
        "m" | "mib" => 1 << 20,
        "g" | "gib" => 1 << 30,
        "t" | "tib" => 1 << 40,
        "kb" => 1_000,
        "mb" => 1_000_000,
        "gb" => 1_000_000_000,
        "tb" => 1_000_000_000_000,
        other => {
            return Err(format!(
                "unknown unit `{other}`: write for example 500MB, 2GiB or 1TiB"
            ));
        }
    };
    let wrong = || format!("`{text}` is no quantity of memory: write for example 500MB or 2GiB");
    let quantity = if let Ok(whole) = amount.parse::<u64>() {
        whole.checked_mul(factor).ok_or_else(wrong)?
    } else {
        let part: f64 = amount.parse().map_err(|_| wrong())?;
        let quantity = part * factor as f64;
        if quantity.is_nan() || quantity < 0.0 || quantity >= u64::MAX as f64 {
            return Err(wrong());
        }
        quantity as u64
    };
    if quantity == 0 {
        return Err("no game can be solved in no memory".to_owned());
    }
    Ok(quantity)
}

/// A length of time: `12 ms`, `3.4 s`, `2 min 5 s`, `3 h 20 min`.
pub fn seconds(length: f64) -> String {
    if length < 0.001 {
        return "under 1 ms".to_owned();
    }
    if length < 1.0 {
        return format!("{:.0} ms", length * 1000.0);
    }
    if length < 60.0 {
        return format!("{length:.1} s");
    }
    let whole = length as u64;
    if whole < 3600 {
        return format!("{} min {} s", whole / 60, whole % 60);
    }
    format!("{} h {} min", whole / 3600, whole % 3600 / 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_stand_in_groups_of_three() {
        for (number, text) in [
            (0i64, "0"),
            (999, "999"),
            (1_000, "1,000"),
            (-123_456, "-123,456"),
            (94_910_577, "94,910,577"),
        ] {
            assert_eq!(grouped(number), text);
        }
    }

    #[test]
    fn a_single_thing_is_named_in_the_singular() {
        assert_eq!(plies(1), "1 ply");
        assert_eq!(plies(0), "0 plies");
        assert_eq!(plies(1_200), "1,200 plies");
    }

    #[test]
    fn quantities_of_memory_are_read_in_decimal_and_binary_units() {
        for (text, quantity) in [
            ("2GiB", 2 << 30),
            ("2 g", 2 << 30),
            ("500MB", 500_000_000),
            ("1.5k", 1536),
            ("77", 77),
        ] {
            assert_eq!(parse_bytes(text), Ok(quantity), "{text}");
        }
        for text in [
            "",
            "x",
            "-1",
            "3 furlongs",
            "1e99",
            "99999999999999999999G",
            "0",
        ] {
            assert!(parse_bytes(text).is_err(), "{text}");
        }
    }

    #[test]
    fn memory_is_printed_with_a_unit() {
        assert_eq!(bytes(1), "1 byte");
        assert_eq!(bytes(1536), "1.5 KiB");
        assert_eq!(bytes(200 << 20), "200 MiB");
        assert_eq!(bytes(u64::MAX), "16 EiB");
    }

    #[test]
    fn lengths_of_time_keep_two_units_at_most() {
        assert_eq!(seconds(0.0), "under 1 ms");
        assert_eq!(seconds(0.012), "12 ms");
        assert_eq!(seconds(125.4), "2 min 5 s");
        assert_eq!(seconds(12_000.0), "3 h 20 min");
    }
}
