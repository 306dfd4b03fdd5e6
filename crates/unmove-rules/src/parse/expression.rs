//! Expressions, by precedence.

use super::{Abandoned, Parsed, Parser};
use crate::diagnostic::Diagnostic;
use crate::lex::Token;
use crate::program::Span;
use crate::syntax::{Binary, Binder, Name, Node, NodeKind, Unary};

/// Words that cannot name anything.
pub(super) const RESERVED: [&str; 8] = ["and", "or", "not", "in", "if", "then", "else", "for"];

impl Parser<'_> {
    /// Any expression.
    pub(super) fn expression(&mut self) -> Parsed<Node> {
        self.nested(|parser| {
            if parser.is_word("if") {
                parser.conditional()
            } else {
                parser.disjunction()
            }
        })
    }

    fn conditional(&mut self) -> Parsed<Node> {
        let start = self.at();
        self.expect_word("if")?;
        let condition = self.expression()?;
        self.expect_word("then")?;
        let then = self.expression()?;
        self.expect_word("else")?;
        let otherwise = self.expression()?;
        Ok(Node {
            kind: NodeKind::If(Box::new(condition), Box::new(then), Box::new(otherwise)),
            at: self.since(start),
        })
    }

    fn binary(&self, op: Binary, left: Node, right: Node) -> Node {
        let at = self.since(left.at);
        Node {
            kind: NodeKind::Binary(op, Box::new(left), Box::new(right)),
            at,
        }
    }

    fn disjunction(&mut self) -> Parsed<Node> {
        let mut left = self.conjunction()?;
        let mut links = 0;
        while self.eat_word("or") {
            self.too_long(links)?;
            links += 1;
            let right = self.conjunction()?;
            left = self.binary(Binary::Or, left, right);
        }
        Ok(left)
    }

    fn conjunction(&mut self) -> Parsed<Node> {
        let mut left = self.negation()?;
        let mut links = 0;
        while self.eat_word("and") {
            self.too_long(links)?;
            links += 1;
            let right = self.negation()?;
            left = self.binary(Binary::And, left, right);
        }
        Ok(left)
    }

    fn negation(&mut self) -> Parsed<Node> {
        let start = self.at();
        if !self.eat_word("not") {
            return self.comparison();
        }
        let inner = self.nested(Self::negation)?;
        Ok(Node {
            kind: NodeKind::Unary(Unary::Not, Box::new(inner)),
            at: self.since(start),
        })
    }

    fn comparison(&mut self) -> Parsed<Node> {
        let left = self.range()?;
        let Some(op) = self.comparison_operator() else {
            return Ok(left);
        };
        let right = self.range()?;
        let node = self.binary(op, left, right);
        let at = self.at();
        if self.comparison_operator().is_some() {
            self.faults.push(
                Diagnostic::error("chained-comparison", at, "comparisons cannot be chained")
                    .help("join two with `and`: `a < b and b < c`"),
            );
            return Err(Abandoned);
        }
        Ok(node)
    }

    fn comparison_operator(&mut self) -> Option<Binary> {
        let op = match self.peek() {
            Token::Equal => Binary::Equal,
            Token::Unequal => Binary::Unequal,
            Token::Less => Binary::Less,
            Token::AtMost => Binary::AtMost,
            Token::Greater => Binary::Greater,
            Token::AtLeast => Binary::AtLeast,
            Token::Name(word) if word == "in" => Binary::In,
            Token::Name(word) if word == "not" => {
                if !matches!(self.peek_ahead(1), Token::Name(word) if word == "in") {
                    return None;
                }
                self.advance();
                Binary::NotIn
            }
            _ => return None,
        };
        self.advance();
        Some(op)
    }

    /// A sum, or a range of two.
    pub(super) fn range(&mut self) -> Parsed<Node> {
        let low = self.sum()?;
        if !self.eat(&Token::Dots) {
            return Ok(low);
        }
        let high = self.sum()?;
        let at = self.since(low.at);
        Ok(Node {
            kind: NodeKind::Range(Box::new(low), Box::new(high)),
            at,
        })
    }

    /// A sum: all that binds stronger than a range.
    pub(super) fn sum(&mut self) -> Parsed<Node> {
        let mut left = self.product()?;
        for links in 0.. {
            self.too_long(links)?;
            let op = match self.peek() {
                Token::Plus => Binary::Add,
                Token::Minus => Binary::Subtract,
                _ => break,
            };
            self.advance();
            let right = self.product()?;
            left = self.binary(op, left, right);
        }
        Ok(left)
    }

    fn product(&mut self) -> Parsed<Node> {
        let mut left = self.sign()?;
        for links in 0.. {
            self.too_long(links)?;
            let op = match self.peek() {
                Token::Times => Binary::Multiply,
                Token::Slash => Binary::Divide,
                Token::Percent => Binary::Remainder,
                Token::Ampersand => Binary::Intersect,
                _ => break,
            };
            self.advance();
            let right = self.sign()?;
            left = self.binary(op, left, right);
        }
        Ok(left)
    }

    fn sign(&mut self) -> Parsed<Node> {
        let start = self.at();
        if !self.eat(&Token::Minus) {
            return self.postfix();
        }
        let inner = self.nested(Self::sign)?;
        Ok(Node {
            kind: NodeKind::Unary(Unary::Negate, Box::new(inner)),
            at: self.since(start),
        })
    }

    /// A name, literal or bracket with its indices and fields.
    pub(super) fn postfix(&mut self) -> Parsed<Node> {
        let start = self.at();
        let mut node = self.atom()?;
        for links in 0.. {
            self.too_long(links)?;
            if self.eat(&Token::OpenSquare) {
                let indices = self.enclosed(&Token::CloseSquare, Self::expression)?;
                node = Node {
                    kind: NodeKind::Index(Box::new(node), indices),
                    at: self.since(start),
                };
            } else if self.eat(&Token::Dot) {
                let name = self.name("a field: `row`, `col`, `find` or `findall`")?;
                let kind = if self.eat(&Token::Open) {
                    let arguments = self.enclosed(&Token::Close, Self::expression)?;
                    NodeKind::Method(Box::new(node), name, arguments)
                } else {
                    NodeKind::Field(Box::new(node), name)
                };
                node = Node {
                    kind,
                    at: self.since(start),
                };
            } else {
                break;
            }
        }
        Ok(node)
    }

    fn atom(&mut self) -> Parsed<Node> {
        let at = self.at();
        let kind = match self.peek().clone() {
            Token::Number(number) => {
                self.advance();
                let Some(number) = number else {
                    self.faults.push(
                        Diagnostic::error(
                            "number-too-large",
                            at,
                            "this number does not fit 64 bits",
                        )
                        .help("the greatest is 9,223,372,036,854,775,807"),
                    );
                    return Err(Abandoned);
                };
                NodeKind::Number(number)
            }
            Token::Text(text) => {
                self.advance();
                NodeKind::Text(text)
            }
            Token::Character(character) => {
                self.advance();
                NodeKind::Character(character)
            }
            Token::Open => {
                self.advance();
                let inner = self.expression()?;
                self.expect(&Token::Close, "`)`")?;
                return Ok(Node {
                    kind: inner.kind,
                    at: self.since(at),
                });
            }
            Token::OpenSquare => {
                self.advance();
                NodeKind::List(self.enclosed(&Token::CloseSquare, Self::expression)?)
            }
            Token::OpenCurly => return self.set(at),
            Token::Name(word)
                if matches!(word.as_str(), "file" | "map")
                    && matches!(self.peek_ahead(1), Token::Text(_)) =>
            {
                self.advance();
                let Token::Text(text) = self.advance() else {
                    return Err(self.expected("a text"));
                };
                if word == "file" {
                    NodeKind::File(text)
                } else {
                    NodeKind::Map(text)
                }
            }
            Token::Name(word) if !RESERVED.contains(&word.as_str()) => {
                self.advance();
                let name = Name { text: word, at };
                if self.eat(&Token::Open) {
                    return self.call(name);
                }
                NodeKind::Name(name.text)
            }
            _ => return Err(self.expected("an expression")),
        };
        Ok(Node {
            kind,
            at: self.since(at),
        })
    }

    fn set(&mut self, start: Span) -> Parsed<Node> {
        self.expect(&Token::OpenCurly, "`{`")?;
        let kind = if let Some(binders) = self.binders()? {
            let condition = self.expression()?;
            self.expect(&Token::CloseCurly, "`}`")?;
            let mut binders = binders.into_iter();
            let (Some(binder), None) = (binders.next(), binders.next()) else {
                self.faults.push(Diagnostic::error(
                    "comprehension",
                    self.since(start),
                    "a set runs over one name",
                ));
                return Err(Abandoned);
            };
            NodeKind::Comprehension(Box::new(binder), Box::new(condition))
        } else {
            NodeKind::Set(self.enclosed(&Token::CloseCurly, Self::expression)?)
        };
        Ok(Node {
            kind,
            at: self.since(start),
        })
    }

    fn call(&mut self, name: Name) -> Parsed<Node> {
        let start = name.at;
        let kind = if let Some(binders) = self.binders()? {
            let body = self.expression()?;
            self.expect(&Token::Close, "`)`")?;
            NodeKind::Fold(name, binders, Box::new(body))
        } else {
            NodeKind::Call(name, self.enclosed(&Token::Close, Self::expression)?)
        };
        Ok(Node {
            kind,
            at: self.since(start),
        })
    }

    /// `a in D, b in E:` if that is what stands here; otherwise nothing is read.
    fn binders(&mut self) -> Parsed<Option<Vec<Binder>>> {
        let is_binder = |parser: &Self| {
            matches!(parser.peek(), Token::Name(name) if !RESERVED.contains(&name.as_str()))
                && matches!(parser.peek_ahead(1), Token::Name(word) if word == "in")
        };
        if !is_binder(self) {
            return Ok(None);
        }
        let (next, faults) = (self.next, self.faults.len());
        let mut binders = Vec::new();
        loop {
            match self.binder() {
                Ok(binder) => binders.push(binder),
                Err(abandoned) => return Err(abandoned),
            }
            if self.eat(&Token::Colon) {
                return Ok(Some(binders));
            }
            if !(self.eat(&Token::Comma) && is_binder(self)) {
                // Membership after all: `f(x in S)`, `{x in S, y}`.
                self.next = next;
                self.faults.truncate(faults);
                return Ok(None);
            }
        }
    }

    /// `a in D`
    pub(super) fn binder(&mut self) -> Parsed<Binder> {
        let name = self.name("a name")?;
        self.expect_word("in")?;
        let domain = self.range()?;
        Ok(Binder { name, domain })
    }
}
