//! Words and numbers of a contest's input, with the place each stands at.

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;

use num_bigint::BigUint;

/// What is wrong with the input, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {message}")]
pub struct InputError {
    /// The line, from 1.
    pub line: usize,
    /// The column, in characters from 1.
    pub column: usize,
    /// What is wrong and what would be right.
    pub message: String,
}

/// A word of the input and where it begins.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Word<'a> {
    pub text: &'a str,
    pub line: usize,
    pub column: usize,
}

impl Word<'_> {
    /// This word is wrong.
    pub fn wrong(&self, message: impl Into<String>) -> InputError {
        InputError {
            line: self.line,
            column: self.column,
            message: message.into(),
        }
    }

    /// The place some characters further on in the word, or just behind it.
    pub fn shifted(&self, characters: usize) -> Self {
        Self {
            column: self.column + characters,
            ..*self
        }
    }

    /// The word as a number in bounds.
    pub fn number<N>(&self, what: &str, bounds: &RangeInclusive<N>) -> Result<N, InputError>
    where
        N: FromStr + PartialOrd + Display,
    {
        let number = self.text.parse().ok();
        number
            .filter(|found| bounds.contains(found))
            .ok_or_else(|| {
                self.wrong(format!(
                    "`{}` is wrong here: expected {what}, a whole number from {} to {}",
                    self.shown(),
                    bounds.start(),
                    bounds.end()
                ))
            })
    }

    /// The word as it can be shown: short, and without what a terminal would obey.
    pub fn shown(&self) -> String {
        const LONGEST: usize = 40;
        let mut shown = String::new();
        for (place, character) in self.text.chars().enumerate() {
            if place == LONGEST {
                shown.push('…');
                break;
            }
            if character.is_control() {
                shown.extend(character.escape_default());
            } else {
                shown.push(character);
            }
        }
        shown
    }
}

/// The words of an input, one after another; how they are spread over lines does not matter.
pub(crate) struct Words<'a> {
    rest: &'a str,
    line: usize,
    column: usize,
}

impl<'a> Words<'a> {
    pub fn new(text: &'a str) -> Self {
        Self {
            rest: text,
            line: 1,
            column: 1,
        }
    }

    /// The next word, if the input has one.
    pub fn next_word(&mut self) -> Option<Word<'a>> {
        let begin = self.rest.find(|character: char| !character.is_whitespace());
        let blank = begin.unwrap_or(self.rest.len());
        for character in self.rest[..blank].chars() {
            if character == '\n' {
                self.line += 1;
                self.column = 1;
            } else {
                self.column += 1;
            }
        }
        self.rest = &self.rest[blank..];
        begin?;
        let end = self.rest.find(char::is_whitespace);
        let (text, rest) = self.rest.split_at(end.unwrap_or(self.rest.len()));
        let word = Word {
            text,
            line: self.line,
            column: self.column,
        };
        self.column += text.chars().count();
        self.rest = rest;
        Some(word)
    }

    /// The next word; an error where the input ends.
    pub fn word(&mut self, what: &str) -> Result<Word<'a>, InputError> {
        self.next_word()
            .ok_or_else(|| self.wrong(format!("the input ends where {what} should be")))
    }

    /// The next word as a number in bounds; an error where the input ends.
    pub fn number<N>(&mut self, what: &str, bounds: RangeInclusive<N>) -> Result<N, InputError>
    where
        N: FromStr + PartialOrd + Display,
    {
        self.word(what)?.number(what, &bounds)
    }

    /// The next word as a number in bounds, if the input has one.
    pub fn next_number<N>(
        &mut self,
        what: &str,
        bounds: RangeInclusive<N>,
    ) -> Result<Option<N>, InputError>
    where
        N: FromStr + PartialOrd + Display,
    {
        let word = self.next_word();
        word.map(|word| word.number(what, &bounds)).transpose()
    }

    /// The next words as numbers in bounds.
    pub fn numbers<N>(
        &mut self,
        what: &str,
        count: usize,
        bounds: RangeInclusive<N>,
    ) -> Result<Vec<N>, InputError>
    where
        N: FromStr + PartialOrd + Display + Clone,
    {
        let numbers = (0..count).map(|_| self.number(what, bounds.clone()));
        numbers.collect()
    }

    /// The next word as a whole number above 0, of any size.
    pub fn positive(&mut self, what: &str) -> Result<BigUint, InputError> {
        let word = self.word(what)?;
        let digits = word.text.bytes().all(|byte| byte.is_ascii_digit());
        let number: Option<BigUint> = word.text.parse().ok().filter(|_| digits);
        number
            .filter(|number| *number > BigUint::ZERO)
            .ok_or_else(|| {
                word.wrong(format!(
                    "`{}` is wrong here: expected {what}, a whole number above 0",
                    word.shown()
                ))
            })
    }

    /// The end of the input; an error where it goes on.
    pub fn end(&mut self, after: &str) -> Result<(), InputError> {
        match self.next_word() {
            None => Ok(()),
            Some(word) => Err(word.wrong(format!("the input goes on after {after}"))),
        }
    }

    /// The place reached is wrong.
    pub fn wrong(&self, message: impl Into<String>) -> InputError {
        InputError {
            line: self.line,
            column: self.column,
            message: message.into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_knows_its_line_and_column() {
        let mut words = Words::new("1 22\n\n  é x\r\n");
        let mut places = Vec::new();
        while let Some(word) = words.next_word() {
            places.push((word.text, word.line, word.column));
        }
        assert_eq!(
            places,
            [("1", 1, 1), ("22", 1, 3), ("é", 3, 3), ("x", 3, 5)]
        );
    }

    #[test]
    fn a_number_out_of_bounds_is_told_with_its_place_and_bounds() {
        for text in ["a", "-1", "11", "1.5", "99999999999999999999"] {
            let input = format!("7\n {text}");
            let mut words = Words::new(&input);
            assert_eq!(words.number("a pile", 0..=10), Ok(7));
            let error = words.number("a pile", 0..=10).expect_err(text);
            assert_eq!((error.line, error.column), (2, 2));
            assert!(error.message.contains("from 0 to 10"), "{error}");
        }
    }
}
