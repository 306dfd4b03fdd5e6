//! Positions read from text.

use super::allowed::live;
use super::ready::Ready;
use super::text::{self, HOLE, characters, known_words, read_value, rows_of};
use super::text_error::{TextError, TextErrorKind};
use crate::nearest::nearest;
use crate::program::{Kind, MOVER, Span, Variable};

/// A reader of one text.
struct Reader<'t> {
    ready: &'t Ready,
    text: &'t str,
    place: usize,
}

/// Reads a position into registers; what is left out is as in `default`.
pub(super) fn position(
    ready: &Ready,
    text: &str,
    default: Option<&[i64]>,
) -> Result<Vec<i64>, TextError> {
    let mut reader = Reader {
        ready,
        text,
        place: 0,
    };
    reader.position(default)
}

fn spell(number: usize) -> Span {
    let place = u32::try_from(number).unwrap_or(u32::MAX);
    Span {
        start: place,
        end: place,
    }
}

impl<'t> Reader<'t> {
    fn position(&mut self, default: Option<&[i64]>) -> Result<Vec<i64>, TextError> {
        let program = &self.ready.program;
        let mut registers = match default {
            Some(default) => default.to_vec(),
            None => self.ready.layout.template().to_vec(),
        };
        let mut given = vec![default.is_some(); program.variables.len()];
        if default.is_none() {
            for (register, part) in registers.iter_mut().zip(&program.initial_parts) {
                *register = part.unwrap_or(*register);
            }
            for (given, variable) in given.iter_mut().zip(&program.variables) {
                let first = variable.register as usize;
                *given = program
                    .initial_parts
                    .get(first..first + variable.width as usize)
                    .is_some_and(|parts| parts.iter().all(Option::is_some));
            }
        }
        let mut seen: Vec<&str> = Vec::new();
        let bracketed = self.accept('(');
        loop {
            self.skip_space();
            if self.rest().is_empty() || (bracketed && self.rest().starts_with(')')) {
                break;
            }
            let start = self.place;
            let name = self.word();
            if name.is_empty() {
                return Err(self.expected("the name of a variable"));
            }
            let at = self.since(start);
            if seen.contains(&name) {
                let kind = TextErrorKind::Twice(name.to_owned());
                return Err(TextError { at, kind });
            }
            seen.push(name);
            if name == "turn" && program.players.is_some() {
                self.equals()?;
                registers[MOVER as usize] = self.value("turn", &Kind::Player, None)?;
            } else {
                let Some(number) = program.variables.iter().position(|it| it.name == name) else {
                    return Err(self.unknown(name, at));
                };
                self.equals()?;
                self.variable(number, &mut registers)?;
                given[number] = true;
            }
            self.skip_space();
            if self.accept(',') && self.rest().trim_start().is_empty() {
                return Err(self.expected("another `name=value`"));
            }
        }
        if bracketed {
            self.close(')')?;
            self.skip_space();
            if !self.rest().is_empty() {
                return Err(self.expected("the end of the position"));
            }
        }
        let missing: Vec<String> = program
            .variables
            .iter()
            .zip(&given)
            .filter(|(_, given)| !**given)
            .map(|(variable, _)| format!("`{}`", variable.name))
            .collect();
        if missing.is_empty() {
            return Ok(registers);
        }
        let kind = TextErrorKind::Missing(missing.join(", "));
        Err(TextError {
            at: spell(self.text.len()),
            kind,
        })
    }

    fn rest(&self) -> &'t str {
        &self.text[self.place..]
    }

    fn skip_space(&mut self) {
        let rest = self.rest();
        self.place += rest.len() - rest.trim_start().len();
    }

    /// Reads as long as the characters satisfy a condition.
    fn run(&mut self, goes_on: impl Fn(char) -> bool) -> &'t str {
        let rest = self.rest();
        let end = rest.find(|c| !goes_on(c)).unwrap_or(rest.len());
        self.place += end;
        &rest[..end]
    }

    /// Reads a name or a number; empty if there is none.
    fn word(&mut self) -> &'t str {
        let start = self.place;
        if self.rest().starts_with('-') {
            self.place += 1;
        }
        self.run(|c| c.is_alphanumeric() || c == '_');
        &self.text[start..self.place]
    }

    fn since(&self, start: usize) -> Span {
        Span {
            start: spell(start).start,
            end: spell(self.place).start,
        }
    }

    fn expected(&self, expected: &str) -> TextError {
        let found = match self.rest().chars().next() {
            Some(found) => format!("`{found}`"),
            None => "the end".to_owned(),
        };
        let mut at = spell(self.place);
        at.end += self.rest().chars().next().map_or(0, char::len_utf8) as u32;
        let expected = expected.to_owned();
        let kind = TextErrorKind::Expected { expected, found };
        TextError { at, kind }
    }

    fn accept(&mut self, wanted: char) -> bool {
        self.skip_space();
        let found = self.rest().starts_with(wanted);
        if found {
            self.place += wanted.len_utf8();
        }
        found
    }

    fn close(&mut self, wanted: char) -> Result<(), TextError> {
        if self.accept(wanted) {
            Ok(())
        } else {
            Err(self.expected(&format!("`{wanted}`")))
        }
    }

    fn equals(&mut self) -> Result<(), TextError> {
        self.close('=')?;
        // A fact's `==` means the same here.
        if self.rest().starts_with('=') {
            self.place += 1;
        }
        self.skip_space();
        Ok(())
    }

    fn unknown(&self, name: &str, at: Span) -> TextError {
        let program = &self.ready.program;
        let mut known: Vec<&str> = program
            .variables
            .iter()
            .map(|variable| variable.name.as_str())
            .collect();
        if program.players.is_some() {
            known.insert(0, "turn");
        }
        let nearest = nearest(name, known.iter().copied()).map(str::to_owned);
        let quoted: Vec<String> = known.iter().map(|name| format!("`{name}`")).collect();
        let kind = TextErrorKind::UnknownName {
            name: name.to_owned(),
            known: quoted.join(", "),
            nearest,
        };
        TextError { at, kind }
    }

    /// Reads one value; `number` is the variable it is for, if it is for one.
    fn value(&mut self, name: &str, kind: &Kind, number: Option<usize>) -> Result<i64, TextError> {
        self.skip_space();
        let start = self.place;
        let word = self.word();
        if word.is_empty() {
            return Err(self.expected(&format!("a value for `{name}`")));
        }
        let at = self.since(start);
        let program = &self.ready.program;
        let value = read_value(program, kind, word);
        let allowed = number.map(|number| &self.ready.layout.allowed[number].values);
        match (value, allowed) {
            (Some(value), None) => Ok(value),
            (Some(value), Some(allowed)) if allowed.allows(value) => Ok(value),
            _ => Err(self.bad_value(name, kind, number, word, at)),
        }
    }

    fn bad_value(
        &self,
        name: &str,
        kind: &Kind,
        number: Option<usize>,
        word: &str,
        at: Span,
    ) -> TextError {
        let program = &self.ready.program;
        let known = known_words(program, kind);
        // A whole set is no misspelt word, and a single character is near to any other.
        let no_typo = word.starts_with('{')
            || word.chars().count() == 1
            || known.iter().any(|known| known == word);
        let allowed = match number {
            Some(number) => self.ready.allowed(number),
            None => known.join(" or "),
        };
        let kind = TextErrorKind::BadValue {
            variable: name.to_owned(),
            value: word.to_owned(),
            allowed,
            nearest: if no_typo {
                None
            } else {
                nearest(word, known.iter().map(String::as_str)).map(str::to_owned)
            },
        };
        TextError { at, kind }
    }

    fn variable(&mut self, number: usize, registers: &mut [i64]) -> Result<(), TextError> {
        let ready = self.ready;
        let variable = &ready.program.variables[number];
        self.skip_space();
        if let Kind::Set { .. } = variable.kind {
            return self.set(number, variable, registers);
        }
        let live = live(variable);
        if self.rest().starts_with('[') {
            return self.list(number, variable, &live, registers);
        }
        if let Some(size) = rows_of(&ready.program, variable) {
            return self.rows(number, variable, size, &live, registers);
        }
        let value = self.value(&variable.name, &variable.kind, Some(number))?;
        for register in live {
            registers[register as usize] = value;
        }
        Ok(())
    }

    fn list(
        &mut self,
        number: usize,
        variable: &Variable,
        live: &[u32],
        registers: &mut [i64],
    ) -> Result<(), TextError> {
        let start = self.place;
        self.close('[')?;
        let mut values = Vec::new();
        while !self.accept(']') {
            if !values.is_empty() {
                self.close(',')?;
            }
            values.push(self.value(&variable.name, &variable.kind, Some(number))?);
        }
        if values.len() != live.len() {
            let kind = TextErrorKind::WrongCount {
                variable: variable.name.clone(),
                expected: live.len(),
                found: values.len(),
            };
            let at = self.since(start);
            return Err(TextError { at, kind });
        }
        for (&register, value) in live.iter().zip(values) {
            registers[register as usize] = value;
        }
        Ok(())
    }

    fn set(
        &mut self,
        number: usize,
        variable: &Variable,
        registers: &mut [i64],
    ) -> Result<(), TextError> {
        let start = self.place;
        self.close('{')?;
        let mut words = vec![0_u64; variable.width as usize];
        let mut first = true;
        while !self.accept('}') {
            if !std::mem::take(&mut first) {
                self.close(',')?;
            }
            self.skip_space();
            let from = self.place;
            let name = self.word();
            if name.is_empty() {
                return Err(self.expected(&format!("a cell for `{}`", variable.name)));
            }
            let at = self.since(from);
            let cell = read_value(&self.ready.program, &variable.kind, name)
                .and_then(|cell| usize::try_from(cell).ok());
            let Some(cell) = cell else {
                return Err(self.bad_value(&variable.name, &variable.kind, Some(number), name, at));
            };
            let (word, bit) = (cell / 64, 1_u64 << (cell % 64));
            if words[word] & bit != 0 {
                let kind = TextErrorKind::Twice(name.to_owned());
                return Err(TextError { at, kind });
            }
            words[word] |= bit;
        }
        let at = self.since(start);
        if !self.ready.layout.allowed[number].values.allows_set(&words) {
            let text = self.text[start..self.place].to_owned();
            return Err(self.bad_value(&variable.name, &variable.kind, Some(number), &text, at));
        }
        for (register, word) in (variable.register as usize..).zip(words) {
            registers[register] = word as i64;
        }
        Ok(())
    }

    fn rows(
        &mut self,
        number: usize,
        variable: &Variable,
        (columns, rows): (u32, u32),
        live: &[u32],
        registers: &mut [i64],
    ) -> Result<(), TextError> {
        let quoted = self.accept('"');
        let start = self.place;
        let text = if quoted {
            self.run(|c| c != '"')
        } else {
            self.run(|c| !c.is_whitespace() && c != ',' && c != ')')
        };
        let at = self.since(start);
        if quoted {
            self.close('"')?;
        }
        let lines: Vec<Vec<char>> = text.split('/').map(|line| line.chars().collect()).collect();
        let fits =
            lines.len() == rows as usize && lines.iter().all(|line| line.len() == columns as usize);
        let value = read_value(&self.ready.program, &variable.kind, text);
        if let (Some(value), false) = (value, fits) {
            for &register in live {
                registers[register as usize] = value;
            }
            return Ok(());
        }
        let name = &variable.name;
        if !fits {
            let variable = name.clone();
            let kind = TextErrorKind::BadRows {
                variable,
                columns,
                rows,
            };
            return Err(TextError { at, kind });
        }
        let Kind::Names(names) = &variable.kind else {
            return Ok(());
        };
        let characters = characters(names);
        let mut offset = start;
        for (row, line) in lines.iter().enumerate() {
            for (column, &found) in line.iter().enumerate() {
                let register = variable.register + (row * columns as usize + column) as u32;
                let mut here = spell(offset);
                offset += found.len_utf8();
                here.end = spell(offset).start;
                let has_value = live.binary_search(&register).is_ok();
                let value = characters.iter().position(|&known| known == found);
                match (has_value, value) {
                    (false, _) if found == HOLE => {}
                    (true, Some(value)) => registers[register as usize] = value as i64,
                    _ => {
                        let found = found.to_string();
                        let mut error =
                            self.bad_value(name, &variable.kind, Some(number), &found, here);
                        if let TextErrorKind::BadValue { allowed, .. } = &mut error.kind {
                            *allowed = character_words(names, &characters, has_value);
                        }
                        return Err(error);
                    }
                }
            }
            offset += 1;
        }
        Ok(())
    }
}

/// Which characters may stand in a row, in words.
fn character_words(names: &[String], characters: &[char], has_value: bool) -> String {
    if !has_value {
        return format!("`{HOLE}`, since the cell has no value");
    }
    let words: Vec<String> = names
        .iter()
        .zip(characters)
        .map(|(name, character)| format!("`{character}` ({name})"))
        .collect();
    words.join(", ")
}

/// The text of a value of a kind.
pub(super) fn value_text(ready: &Ready, kind: &Kind, value: i64) -> String {
    text::value(&ready.program, kind, value)
}
