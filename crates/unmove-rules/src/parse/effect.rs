//! Effects: on one line with `;`, or as an indented block.

use super::{Abandoned, Parsed, Parser};
use crate::diagnostic::Diagnostic;
use crate::lex::Token;
use crate::syntax::{EffectNode, Tuple};

impl Parser<'_> {
    /// The effects behind a colon, with the end of the line or of the block.
    pub(super) fn effects(&mut self) -> Parsed<Vec<EffectNode>> {
        self.nested(|parser| {
            if parser.eat(&Token::Indent) {
                parser.block()
            } else {
                parser.effect_line()
            }
        })
    }

    fn block(&mut self) -> Parsed<Vec<EffectNode>> {
        let mut effects = Vec::new();
        loop {
            effects.extend(self.effect_line()?);
            if self.eat(&Token::Dedent) {
                return Ok(effects);
            }
            if *self.peek() == Token::Eof {
                return Ok(effects);
            }
        }
    }

    fn effect_line(&mut self) -> Parsed<Vec<EffectNode>> {
        let mut effects = Vec::new();
        loop {
            // `if` and `for` read to the end of the line themselves.
            if self.is_word("if") {
                effects.push(self.if_effect()?);
                return Ok(effects);
            }
            if self.is_word("for") {
                effects.push(self.for_effect()?);
                return Ok(effects);
            }
            effects.push(self.effect()?);
            if !self.eat(&Token::Semicolon) {
                break;
            }
        }
        if *self.peek() == Token::Newline {
            self.advance();
            Ok(effects)
        } else if matches!(self.peek(), Token::Eof) {
            Ok(effects)
        } else {
            Err(self.expected("`;` or the end of the line"))
        }
    }

    fn if_effect(&mut self) -> Parsed<EffectNode> {
        let mut branches = Vec::new();
        let mut last = Vec::new();
        loop {
            self.too_long(branches.len())?;
            self.expect_word("if")?;
            let condition = self.expression()?;
            self.expect(&Token::Colon, "`:`")?;
            branches.push((condition, self.effects()?));
            if !self.eat_word("else") {
                break;
            }
            if !self.is_word("if") {
                self.expect(&Token::Colon, "`:`")?;
                last = self.effects()?;
                break;
            }
        }
        let mut branches = branches.into_iter().rev();
        let innermost = branches
            .next()
            .map(|(condition, then)| EffectNode::If(condition, then, last));
        let whole = branches.fold(innermost, |inner, (condition, then)| {
            Some(EffectNode::If(condition, then, inner.into_iter().collect()))
        });
        whole.ok_or(Abandoned)
    }

    fn for_effect(&mut self) -> Parsed<EffectNode> {
        self.expect_word("for")?;
        let binder = self.binder()?;
        self.expect(&Token::Colon, "`:`")?;
        Ok(EffectNode::For(binder, self.effects()?))
    }

    fn effect(&mut self) -> Parsed<EffectNode> {
        let start = self.at();
        if self.is_word("becomes") {
            self.advance();
            let tuples = self.tuples()?;
            return Ok(EffectNode::Becomes(tuples, self.since(start)));
        }
        if self.is_word("gain")
            && !matches!(
                self.peek_ahead(1),
                Token::Assign | Token::PlusAssign | Token::MinusAssign | Token::OpenSquare
            )
        {
            self.advance();
            return Ok(EffectNode::Gain(self.expression()?));
        }
        let alone = matches!(
            self.peek_ahead(1),
            Token::Newline | Token::Semicolon | Token::Eof | Token::Dedent
        );
        if alone && self.eat_word("again") {
            return Ok(EffectNode::Again(start));
        }
        if alone && self.eat_word("pass") {
            return Ok(EffectNode::Pass);
        }
        if self.is_word("let") {
            self.advance();
            let name = self.name("a name")?;
            self.expect(&Token::Assign, "`=`")?;
            return Ok(EffectNode::Let(name, self.expression()?));
        }
        if self.is_word("require") {
            self.advance();
            return Ok(EffectNode::Require(self.expression()?));
        }
        self.assignment()
    }

    fn assignment(&mut self) -> Parsed<EffectNode> {
        if !matches!(self.peek(), Token::Name(_)) {
            return Err(self.expected(
                "an effect: an assignment, `becomes`, `gain`, `again`, `pass`, `let`, `if`, `for` or `require`",
            ));
        }
        let target = self.postfix()?;
        match self.peek() {
            Token::Assign => {
                self.advance();
                Ok(EffectNode::Assign(target, self.expression()?))
            }
            Token::PlusAssign => {
                self.advance();
                Ok(EffectNode::Add(target, self.expression()?))
            }
            Token::MinusAssign => {
                self.advance();
                Ok(EffectNode::Subtract(target, self.expression()?))
            }
            Token::Equal => {
                let at = self.at();
                self.faults.push(
                    Diagnostic::error(
                        "comparison-as-effect",
                        at,
                        "`==` compares; it changes nothing",
                    )
                    .help("to set a variable write `=`"),
                );
                Err(Abandoned)
            }
            _ => Err(self.expected("`=`, `+=` or `-=`")),
        }
    }

    /// `(…) + (…)`
    pub(super) fn tuples(&mut self) -> Parsed<Vec<Tuple>> {
        let mut tuples = vec![self.tuple()?];
        while self.eat(&Token::Plus) {
            tuples.push(self.tuple()?);
        }
        Ok(tuples)
    }

    /// `(e, …)` or `(name = e, …)`
    pub(super) fn tuple(&mut self) -> Parsed<Tuple> {
        let start = self.at();
        self.expect(&Token::Open, "`(`")?;
        let entries = self.enclosed(&Token::Close, |parser| {
            let named =
                matches!(parser.peek(), Token::Name(_)) && *parser.peek_ahead(1) == Token::Assign;
            let name = if named {
                let name = parser.name("a variable")?;
                parser.expect(&Token::Assign, "`=`")?;
                Some(name)
            } else {
                None
            };
            Ok((name, parser.expression()?))
        })?;
        Ok(Tuple {
            entries,
            at: self.since(start),
        })
    }
}
