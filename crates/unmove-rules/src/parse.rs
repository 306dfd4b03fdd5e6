//! Tokens to syntax, by recursive descent; a fault in one statement does not hide those in the next.

mod effect;
mod expression;
mod fact;
mod statement;

use crate::diagnostic::Diagnostic;
use crate::lex::{self, Spanned, Token};
use crate::program::Span;
use crate::syntax::{Name, Node, RulesNode};

/// How deep brackets, blocks and operators may nest.
const DEEPEST: usize = 200;

/// How many operators or indices in a row an expression may have.
const LONGEST: usize = 200;

/// After how many faults the rest of the rules is not looked at.
const MOST_FAULTS: usize = 50;

/// Marks that a fault has been reported and the statement is given up.
pub(crate) struct Abandoned;

type Parsed<T> = Result<T, Abandoned>;

/// What could be read of a rules file.
pub struct ParsedRules {
    /// The rules without the statements that are wrong; `None` if too much is missing to judge the rest.
    pub rules: Option<RulesNode>,
    /// All that is wrong with their form.
    pub faults: Vec<Diagnostic>,
}

/// Parses a whole rules file.
pub fn rules(text: &str) -> ParsedRules {
    let (tokens, faults) = lex::tokens(text);
    let lexical = faults.len();
    let mut parser = Parser::new(text, tokens, faults);
    let rules = parser.rules();
    if lexical > 0 {
        // A quote that is not closed swallows what would have closed the rest.
        parser.faults.truncate(lexical);
        parser.declarations_missing = true;
    }
    ParsedRules {
        rules: rules.filter(|_| !parser.declarations_missing),
        faults: parser.faults,
    }
}

/// Parses one expression on its own: the value of a parameter.
///
/// # Errors
/// All that is wrong with its form.
pub fn value(text: &str) -> Result<Node, Vec<Diagnostic>> {
    let (tokens, faults) = lex::tokens(text);
    let mut parser = Parser::new(text, tokens, faults);
    let node = parser.expression();
    if node.is_ok() && !parser.at_line_end() {
        parser.expected("the end of the value");
    }
    match node {
        Ok(node) if parser.faults.is_empty() => Ok(node),
        _ => Err(parser.faults),
    }
}

struct Parser<'a> {
    text: &'a str,
    tokens: Vec<Spanned>,
    next: usize,
    faults: Vec<Diagnostic>,
    depth: usize,
    /// Whether a statement that declares names was given up.
    declarations_missing: bool,
}

impl<'a> Parser<'a> {
    fn new(text: &'a str, tokens: Vec<Spanned>, faults: Vec<Diagnostic>) -> Self {
        Self {
            text,
            tokens,
            next: 0,
            faults,
            depth: 0,
            declarations_missing: false,
        }
    }

    fn peek(&self) -> &Token {
        &self.tokens[self.next].token
    }

    fn peek_ahead(&self, ahead: usize) -> &Token {
        let last = self.tokens.len() - 1;
        &self.tokens[(self.next + ahead).min(last)].token
    }

    fn at(&self) -> Span {
        self.tokens[self.next].at
    }

    /// The place from `start` to the end of the last token read.
    fn since(&self, start: Span) -> Span {
        let end = match self.next.checked_sub(1) {
            Some(last) => self.tokens[last].at.end.max(start.start),
            None => start.end,
        };
        Span {
            start: start.start,
            end,
        }
    }

    fn advance(&mut self) -> Token {
        let token = self.peek().clone();
        if self.next + 1 < self.tokens.len() {
            self.next += 1;
        }
        token
    }

    fn eat(&mut self, token: &Token) -> bool {
        let found = self.peek() == token;
        if found {
            self.advance();
        }
        found
    }

    fn is_word(&self, word: &str) -> bool {
        matches!(self.peek(), Token::Name(name) if name == word)
    }

    fn eat_word(&mut self, word: &str) -> bool {
        let found = self.is_word(word);
        if found {
            self.advance();
        }
        found
    }

    fn at_line_end(&self) -> bool {
        matches!(self.peek(), Token::Newline | Token::Eof | Token::Dedent)
    }

    /// Reports that something else was expected here.
    fn expected(&mut self, what: &str) -> Abandoned {
        let found = self.peek().name();
        let mut at = self.at();
        if self.at_line_end() {
            at.end = at.start;
        }
        let mut fault =
            Diagnostic::error("expected", at, format!("expected {what}, found {found}"))
                .labelled(format!("expected {what}"));
        fault.help = self.hint(at);
        self.faults.push(fault);
        Abandoned
    }

    /// What is likely meant by something that stands where nothing like it can.
    fn hint(&self, at: Span) -> Option<String> {
        let word = self.text.get(at.start as usize..at.end as usize)?;
        let before = self.text.get(..at.start as usize)?;
        let line = before.rfind('\n').map_or(0, |end| end + 1);
        let indent = &before[line..];
        let hint = match word {
            "=" => "to compare write `==`",
            "&" => "both conditions are joined by `and`",
            "|" => "either condition is joined by `or`",
            "else" => "`else` belongs to an `if` that begins in the same column",
            _ if !indent.is_empty() && indent.trim().is_empty() => {
                "a line that is indented deeper goes on with the one before; begin it in the same column"
            }
            _ => return None,
        };
        Some(hint.to_owned())
    }

    fn expect(&mut self, token: &Token, what: &str) -> Parsed<()> {
        if self.eat(token) {
            Ok(())
        } else {
            Err(self.expected(what))
        }
    }

    fn expect_word(&mut self, word: &str) -> Parsed<()> {
        if self.eat_word(word) {
            Ok(())
        } else {
            Err(self.expected(&format!("`{word}`")))
        }
    }

    fn name(&mut self, what: &str) -> Parsed<Name> {
        let at = self.at();
        if let Token::Name(text) = self.peek() {
            let text = text.clone();
            if expression::RESERVED.contains(&text.as_str()) {
                self.faults.push(
                    Diagnostic::error(
                        "reserved-word",
                        at,
                        format!("`{text}` is a word of the language and cannot name anything"),
                    )
                    .labelled(format!("expected {what}")),
                );
                return Err(Abandoned);
            }
            self.advance();
            Ok(Name { text, at })
        } else {
            Err(self.expected(what))
        }
    }

    /// Items between commas, one at least.
    fn separated<T>(&mut self, mut item: impl FnMut(&mut Self) -> Parsed<T>) -> Parsed<Vec<T>> {
        let mut items = vec![item(self)?];
        while self.eat(&Token::Comma) {
            items.push(item(self)?);
        }
        Ok(items)
    }

    /// Items between commas up to a closing token, which is read too; there may be none.
    fn enclosed<T>(
        &mut self,
        close: &Token,
        mut item: impl FnMut(&mut Self) -> Parsed<T>,
    ) -> Parsed<Vec<T>> {
        let mut items = Vec::new();
        while !self.eat(close) {
            items.push(item(self)?);
            if !self.eat(&Token::Comma) {
                self.expect(close, &format!("`,` or {}", close.name()))?;
                break;
            }
        }
        Ok(items)
    }

    /// Runs `inner` one level deeper, or reports that the rules nest too deep.
    fn nested<T>(&mut self, inner: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.depth >= DEEPEST {
            let at = self.at();
            self.faults.push(
                Diagnostic::error("too-deep", at, "this is nested too deep to be read")
                    .help("give parts of it names with `let` or `def`"),
            );
            return Err(Abandoned);
        }
        self.depth += 1;
        let result = inner(self);
        self.depth -= 1;
        result
    }

    /// Reports a chain of operators or indices that is too long to be read.
    fn too_long(&mut self, links: usize) -> Parsed<()> {
        if links < LONGEST {
            return Ok(());
        }
        let at = self.at();
        self.faults.push(
            Diagnostic::error("too-long", at, "this expression is too long to be read").help(
                "give parts of it names with `let` or `def`, or use `sum`, `some` or `all` over a domain",
            ),
        );
        Err(Abandoned)
    }

    /// Goes to the end of the statement, over the blocks inside it.
    fn skip_statement(&mut self) {
        let mut blocks = 0_usize;
        loop {
            match self.peek() {
                Token::Eof => return,
                Token::Indent => blocks += 1,
                Token::Dedent => {
                    if blocks <= 1 {
                        self.advance();
                        return;
                    }
                    blocks -= 1;
                }
                Token::Newline if blocks == 0 => {
                    self.advance();
                    // The fault may have been inside a block: its end follows.
                    while self.eat(&Token::Dedent) {}
                    return;
                }
                _ => {}
            }
            self.advance();
        }
    }
}
