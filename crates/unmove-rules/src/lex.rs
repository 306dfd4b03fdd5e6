//! Text to tokens, line ends and indentation included.
//!
//! A statement is a line. A line that is indented deeper than the block it stands in goes on with
//! the statement before it, unless that one ended with a colon: then a block opens.

use crate::diagnostic::Diagnostic;
use crate::program::Span;
use logos::Logos;

/// The number under the lexer, `Ok(None)` where it does not fit: the parser says so.
#[expect(
    clippy::unnecessary_wraps,
    reason = "the lexer takes an `Option` alone for the failure of the token"
)]
fn number(lexer: &logos::Lexer<Token>) -> Result<Option<i64>, ()> {
    Ok(lexer.slice().parse().ok())
}

/// What a token is.
#[derive(Logos, Clone, Debug, PartialEq)]
#[logos(skip r"[ \t\r\u{feff}]+")]
#[logos(skip(r"--[^\n]*", allow_greedy = true))]
pub enum Token {
    /// A name or a word of the language.
    #[regex(r"[\p{L}_][\p{L}\p{N}_]*", |lex| lex.slice().to_string())]
    Name(String),
    /// A whole number; `None` where it does not fit 64 bits.
    #[regex(r"[0-9]+", number)]
    Number(Option<i64>),
    /// A text in double quotes.
    #[regex(r#""[^"\n]*""#, |lex| { let s = lex.slice(); s[1..s.len() - 1].to_string() })]
    Text(String),
    /// A character in single quotes.
    #[regex(r"'[^'\n]'", |lex| lex.slice().chars().nth(1))]
    Character(char),
    #[token("(")]
    Open,
    #[token(")")]
    Close,
    #[token("[")]
    OpenSquare,
    #[token("]")]
    CloseSquare,
    #[token("{")]
    OpenCurly,
    #[token("}")]
    CloseCurly,
    #[token(",")]
    Comma,
    #[token(";")]
    Semicolon,
    #[token(":")]
    Colon,
    #[token("..")]
    Dots,
    #[token(".")]
    Dot,
    #[token("+=")]
    PlusAssign,
    #[token("-=")]
    MinusAssign,
    #[token("==")]
    Equal,
    #[token("!=")]
    Unequal,
    #[token("<=")]
    AtMost,
    #[token(">=")]
    AtLeast,
    #[token("<")]
    Less,
    #[token(">")]
    Greater,
    #[token("=")]
    Assign,
    #[token("->")]
    Arrow,
    #[token("+")]
    Plus,
    #[token("-")]
    Minus,
    #[token("*")]
    Times,
    #[token("/")]
    Slash,
    #[token("%")]
    Percent,
    #[token("&")]
    Ampersand,
    /// The end of a line; becomes a statement's end or nothing.
    #[token("\n")]
    Newline,
    /// A block opens.
    Indent,
    /// A block closes.
    Dedent,
    /// The end of the text.
    Eof,
}

impl Token {
    /// How the token is called in a message.
    pub fn name(&self) -> String {
        let fixed = match self {
            Self::Name(name) => return format!("`{name}`"),
            Self::Number(Some(number)) => return format!("`{number}`"),
            Self::Number(None) => "a number",
            Self::Text(text) => return format!("\"{text}\""),
            Self::Character(character) => return format!("'{character}'"),
            Self::Open => "`(`",
            Self::Close => "`)`",
            Self::OpenSquare => "`[`",
            Self::CloseSquare => "`]`",
            Self::OpenCurly => "`{`",
            Self::CloseCurly => "`}`",
            Self::Comma => "`,`",
            Self::Semicolon => "`;`",
            Self::Colon => "`:`",
            Self::Dots => "`..`",
            Self::Dot => "`.`",
            Self::PlusAssign => "`+=`",
            Self::MinusAssign => "`-=`",
            Self::Equal => "`==`",
            Self::Unequal => "`!=`",
            Self::AtMost => "`<=`",
            Self::AtLeast => "`>=`",
            Self::Less => "`<`",
            Self::Greater => "`>`",
            Self::Assign => "`=`",
            Self::Arrow => "`->`",
            Self::Plus => "`+`",
            Self::Minus => "`-`",
            Self::Times => "`*`",
            Self::Slash => "`/`",
            Self::Percent => "`%`",
            Self::Ampersand => "`&`",
            Self::Newline => "the end of the line",
            Self::Indent => "an indented block",
            Self::Dedent => "the end of the block",
            Self::Eof => "the end of the rules",
        };
        fixed.to_string()
    }
}

/// A token and where it stands.
#[derive(Clone, Debug, PartialEq)]
pub struct Spanned {
    /// The token.
    pub token: Token,
    /// Where it stands.
    pub at: Span,
}

/// The tokens of a text, with `Newline` only at the ends of statements. Always ends with `Eof`.
pub fn tokens(text: &str) -> (Vec<Spanned>, Vec<Diagnostic>) {
    let mut layout = Layout::new(text);
    for (token, range) in Token::lexer(text).spanned() {
        let at = Span {
            start: range.start as u32,
            end: range.end as u32,
        };
        match token {
            Ok(token) => layout.push(token, at),
            Err(()) => layout.unknown(at),
        }
    }
    layout.finish()
}

struct Layout<'a> {
    text: &'a str,
    tokens: Vec<Spanned>,
    diagnostics: Vec<Diagnostic>,
    /// Columns of the blocks that are open.
    blocks: Vec<usize>,
    brackets: usize,
    line_begins: bool,
}

impl<'a> Layout<'a> {
    fn new(text: &'a str) -> Self {
        Self {
            text,
            tokens: Vec::new(),
            diagnostics: Vec::new(),
            blocks: vec![0],
            brackets: 0,
            line_begins: true,
        }
    }

    fn unknown(&mut self, at: Span) {
        let slice = &self.text[at.start as usize..at.end as usize];
        let diagnostic = if slice.starts_with('"') {
            Diagnostic::error("unclosed-text", at, "a text without its closing quote")
                .help("end it with `\"` on the same line")
        } else if slice.starts_with('\'') {
            Diagnostic::error("unclosed-character", at, "not a character in quotes")
                .help("write one character between single quotes: 'X'")
        } else {
            Diagnostic::error(
                "unknown-character",
                at,
                format!("`{}` means nothing here", slice.escape_debug()),
            )
        };
        self.diagnostics.push(diagnostic);
    }

    fn push(&mut self, token: Token, at: Span) {
        if token == Token::Newline {
            self.line_begins = true;
            return;
        }
        if self.line_begins {
            self.line_begins = false;
            if self.brackets > 0 && self.begins_statement(&token, at) {
                // An unclosed bracket must not swallow the rest of the rules.
                self.brackets = 0;
            }
            if self.brackets == 0 {
                self.begin_line(at);
            }
        }
        match token {
            Token::Open | Token::OpenSquare | Token::OpenCurly => self.brackets += 1,
            Token::Close | Token::CloseSquare | Token::CloseCurly => {
                self.brackets = self.brackets.saturating_sub(1);
            }
            _ => {}
        }
        self.tokens.push(Spanned { token, at });
    }

    fn begins_statement(&self, token: &Token, at: Span) -> bool {
        const STATEMENTS: [&str; 8] = [
            "state", "move", "end", "expect", "players", "def", "symmetry", "measure",
        ];
        self.column(at) == 0
            && matches!(token, Token::Name(name) if STATEMENTS.contains(&name.as_str()))
    }

    fn column(&self, at: Span) -> usize {
        let before = &self.text[..at.start as usize];
        let line = before.rfind('\n').map_or(0, |newline| newline + 1);
        // A tab counts as four columns.
        before[line..]
            .chars()
            .map(|character| if character == '\t' { 4 } else { 1 })
            .sum()
    }

    fn begin_line(&mut self, at: Span) {
        let column = self.column(at);
        let Some(last) = self.tokens.last() else {
            // The first statement says how far all of them are indented.
            self.blocks = vec![column];
            return;
        };
        let here = Span {
            start: last.at.end,
            end: last.at.end,
        };
        let block = self.blocks.last().copied().unwrap_or(0);
        if column > block {
            if last.token == Token::Colon {
                self.blocks.push(column);
                self.tokens.push(Spanned {
                    token: Token::Indent,
                    at,
                });
            }
            return;
        }
        self.tokens.push(Spanned {
            token: Token::Newline,
            at: here,
        });
        while self.blocks.len() > 1 && self.blocks.last().is_some_and(|block| column < *block) {
            self.blocks.pop();
            self.tokens.push(Spanned {
                token: Token::Dedent,
                at: here,
            });
        }
        if self.blocks.last().is_some_and(|block| column > *block) {
            self.diagnostics.push(
                Diagnostic::error(
                    "indentation",
                    at,
                    "this line is indented less than its block and more than the one around it",
                )
                .help("align it with the lines of the block it belongs to"),
            );
        }
    }

    fn finish(mut self) -> (Vec<Spanned>, Vec<Diagnostic>) {
        let end = self.text.len() as u32;
        let at = Span { start: end, end };
        if !self.tokens.is_empty() {
            self.tokens.push(Spanned {
                token: Token::Newline,
                at,
            });
        }
        for _ in 1..self.blocks.len() {
            self.tokens.push(Spanned {
                token: Token::Dedent,
                at,
            });
        }
        self.tokens.push(Spanned {
            token: Token::Eof,
            at,
        });
        (self.tokens, self.diagnostics)
    }
}
