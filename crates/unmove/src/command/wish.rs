//! What somebody at the keyboard wants.

/// What a line asks for.
#[derive(Debug, PartialEq, Eq)]
pub enum Wish {
    /// Make the move of that number, from 0.
    Move(usize),
    /// List the moves.
    Moves,
    /// List the best moves.
    Hint,
    /// Take the last move back.
    Back,
    /// Say what can be said.
    Help,
    /// Stop.
    Quit,
    /// Nothing known.
    Unknown(String),
}

/// What a line means. A move may be named by its name, with or without spaces, or by its number.
pub fn understood(line: &str, moves: &[&str]) -> Wish {
    let bare = |text: &str| {
        text.chars()
            .filter(|c| !c.is_whitespace())
            .collect::<String>()
    };
    if let Some(number) = moves.iter().position(|name| bare(name) == bare(line)) {
        return Wish::Move(number);
    }
    match line {
        "moves" | "m" => return Wish::Moves,
        "hint" | "h" => return Wish::Hint,
        "back" | "b" | "undo" => return Wish::Back,
        "help" | "?" | "" => return Wish::Help,
        "quit" | "q" | "exit" => return Wish::Quit,
        _ => {}
    }
    match line.parse::<usize>() {
        Ok(number) if (1..=moves.len()).contains(&number) => Wish::Move(number - 1),
        _ => Wish::Unknown(line.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_is_known_by_name_and_by_number() {
        let moves = ["take(1)", "walk(b2, up)"];
        assert_eq!(understood("take(1)", &moves), Wish::Move(0));
        assert_eq!(understood("walk(b2,up)", &moves), Wish::Move(1));
        assert_eq!(understood("2", &moves), Wish::Move(1));
        for wrong in ["0", "3", "take", "99999999999999999999"] {
            assert_eq!(understood(wrong, &moves), Wish::Unknown(wrong.to_owned()));
        }
    }

    #[test]
    fn a_move_named_like_a_command_is_a_move() {
        assert_eq!(understood("back", &["back"]), Wish::Move(0));
        assert_eq!(understood("back", &[]), Wish::Back);
    }
}
