//! `expect` lines.

use super::{Parsed, Parser};
use crate::lex::Token;
use crate::program::Span;
use crate::syntax::{AxisNode, FactNode, Item, Name, Node, Tuple};

type Settings = Vec<(Name, String)>;

impl Parser<'_> {
    /// What follows `expect`.
    pub(super) fn expect_statement(&mut self, start: Span) -> Parsed<Item> {
        let first = self.at();
        let mut settings = Settings::new();
        let everywhere = self.eat_word("all");
        let fact = self.fact(&mut settings)?;
        self.with(&mut settings)?;
        let at = self.since(first);
        Ok(Item::Expect {
            fact,
            everywhere,
            settings,
            text: self.text[at.start as usize..at.end as usize].to_string(),
            at: self.since(start),
        })
    }

    /// `with (name = value, …)`, if it stands here.
    fn with(&mut self, settings: &mut Settings) -> Parsed<()> {
        if !self.eat_word("with") {
            return Ok(());
        }
        self.expect(&Token::Open, "`(`")?;
        let given = self.enclosed(&Token::Close, |parser| {
            let name = parser.name("a parameter")?;
            parser.expect(&Token::Assign, "`=`")?;
            let value = parser.expression()?;
            let text = &parser.text[value.at.start as usize..value.at.end as usize];
            Ok((name, text.to_string()))
        })?;
        settings.extend(given);
        Ok(())
    }

    fn fact(&mut self, settings: &mut Settings) -> Parsed<FactNode> {
        if *self.peek() == Token::Open {
            let tuples = self.tuples()?;
            return self.outcome(tuples, settings);
        }
        let subject = self.name(
            "a fact: `start`, a position in brackets, `count`, `deepest`, `grundy`, `score`, `remoteness`, `losing`, `winning` or `drawn`",
        )?;
        match subject.text.as_str() {
            "start" => self.outcome(Vec::new(), settings),
            "count" => self.count(settings),
            "deepest" => {
                let condition = self.condition()?;
                self.with(settings)?;
                Ok(FactNode::Deepest(condition, self.answer()?))
            }
            "grundy" | "score" | "remoteness" => self.number(subject, settings),
            "losing" | "winning" | "drawn" => self.positions(subject, settings),
            _ => {
                self.next -= 1;
                Err(self.expected("a fact: `start`, a position in brackets, `count`, `deepest`, `grundy`, `score`, `remoteness`, `losing`, `winning` or `drawn`"))
            }
        }
    }

    fn outcome(&mut self, tuples: Vec<Tuple>, settings: &mut Settings) -> Parsed<FactNode> {
        self.with(settings)?;
        self.expect(&Token::Colon, "`:` and an outcome")?;
        let outcome = self.name("`win`, `loss` or `draw`")?;
        let remoteness = if self.eat_word("in") {
            Some(self.sum()?)
        } else {
            None
        };
        Ok(FactNode::Outcome(tuples, outcome, remoteness))
    }

    fn count(&mut self, settings: &mut Settings) -> Parsed<FactNode> {
        let what = self.name(
            "what to count: `positions`, `wins`, `losses`, `draws`, `terminals`, `moves` or `classes`",
        )?;
        let condition = self.condition()?;
        self.with(settings)?;
        Ok(FactNode::Count(what, condition, self.answer()?))
    }

    fn condition(&mut self) -> Parsed<Option<Node>> {
        if self.eat_word("if") {
            Ok(Some(self.expression()?))
        } else {
            Ok(None)
        }
    }

    fn answer(&mut self) -> Parsed<Node> {
        self.expect(&Token::Assign, "`=` and the answer")?;
        self.expression()
    }

    fn number(&mut self, subject: Name, settings: &mut Settings) -> Parsed<FactNode> {
        if let Some(axes) = self.axes()? {
            self.with(settings)?;
            return Ok(FactNode::Values(subject, axes, self.answer()?));
        }
        let place = self.place()?;
        self.with(settings)?;
        self.expect(&Token::Assign, "`=` and the answer")?;
        if self.eat_word("infinite") {
            return Ok(FactNode::Infinite(subject, place, self.expression()?));
        }
        Ok(FactNode::Value(subject, place, self.expression()?))
    }

    /// A position in brackets, or the start.
    fn place(&mut self) -> Parsed<Option<Tuple>> {
        if *self.peek() == Token::Open {
            return Ok(Some(self.tuple()?));
        }
        self.eat_word("start");
        Ok(None)
    }

    /// `x in D, y in E`, or in brackets with fixed values among them; nothing is read if nothing ranges.
    fn axes(&mut self) -> Parsed<Option<Vec<AxisNode>>> {
        if *self.peek() != Token::Open {
            if matches!(self.peek_ahead(1), Token::Name(word) if word == "in") {
                return Ok(Some(self.separated(Self::axis)?));
            }
            return Ok(None);
        }
        let mut depth = 0_usize;
        let mut ahead = 0;
        loop {
            match self.peek_ahead(ahead) {
                Token::Open | Token::OpenSquare | Token::OpenCurly => depth += 1,
                Token::Close | Token::CloseSquare | Token::CloseCurly => {
                    depth -= 1;
                    if depth == 0 {
                        return Ok(None);
                    }
                }
                Token::Name(word) if word == "in" && depth == 1 => break,
                Token::Newline | Token::Eof => return Ok(None),
                _ => {}
            }
            ahead += 1;
        }
        self.advance();
        Ok(Some(self.enclosed(&Token::Close, Self::axis)?))
    }

    fn axis(&mut self) -> Parsed<AxisNode> {
        let name = self.name("a variable or a parameter")?;
        let ranges = self.eat_word("in");
        if !ranges {
            self.expect(&Token::Assign, "`in` and a range, or `=` and a value")?;
        }
        Ok(AxisNode {
            name,
            ranges,
            values: self.range()?,
        })
    }

    fn positions(&mut self, subject: Name, settings: &mut Settings) -> Parsed<FactNode> {
        if subject.text == "winning" && self.eat_word("moves") {
            return self.winning_moves(settings);
        }
        let Some(axes) = self.axes()? else {
            return Err(self.expected("what to run over: `x in 0..9`, or `(x in 0..9, y in 0..9)`"));
        };
        self.with(settings)?;
        self.expect(&Token::Assign, "`=` and the positions")?;
        self.expect(&Token::OpenCurly, "`{`")?;
        let expected = self.enclosed(&Token::CloseCurly, |parser| {
            if *parser.peek() == Token::Open {
                return parser.tuple();
            }
            let value = parser.expression()?;
            Ok(Tuple {
                at: value.at,
                entries: vec![(None, value)],
            })
        })?;
        Ok(FactNode::Positions(subject, axes, expected))
    }

    fn winning_moves(&mut self, settings: &mut Settings) -> Parsed<FactNode> {
        let place = self.place()?;
        self.with(settings)?;
        self.expect(&Token::Assign, "`=` and the moves")?;
        self.expect(&Token::OpenCurly, "`{`")?;
        let moves = self.enclosed(&Token::CloseCurly, |parser| {
            let node = parser.postfix()?;
            let text = &parser.text[node.at.start as usize..node.at.end as usize];
            Ok(Name {
                text: text.to_string(),
                at: node.at,
            })
        })?;
        Ok(FactNode::WinningMoves(place, moves))
    }
}
