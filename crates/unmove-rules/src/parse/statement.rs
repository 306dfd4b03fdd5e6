//! Statements.

use super::{Abandoned, MOST_FAULTS, Parsed, Parser};
use crate::diagnostic::Diagnostic;
use crate::lex::Token;
use crate::program::Span;
use crate::syntax::{
    GraphLine, Item, Name, Node, ResultNode, RulesNode, StateNode, SymmetryNode, TypeNode,
};

/// The words that begin a statement.
const STATEMENTS: [&str; 17] = [
    "players",
    "let",
    "def",
    "cells",
    "graph",
    "state",
    "unordered",
    "start",
    "move",
    "end",
    "stuck",
    "misere",
    "endless",
    "symmetry",
    "measure",
    "expect",
    "game",
];

/// Statements that declare nothing: without one of them the others can still be judged.
const JUDGED_APART: [&str; 8] = [
    "move",
    "end",
    "stuck",
    "endless",
    "symmetry",
    "measure",
    "expect",
    "unordered",
];

impl Parser<'_> {
    /// A whole rules file.
    pub(super) fn rules(&mut self) -> Option<RulesNode> {
        let header = if let Ok(header) = self.header() {
            Some(header)
        } else {
            self.skip_statement();
            None
        };
        let mut items = Vec::new();
        while *self.peek() != Token::Eof && self.faults.len() < MOST_FAULTS {
            if self.eat(&Token::Newline) || self.eat(&Token::Indent) || self.eat(&Token::Dedent) {
                continue;
            }
            let faults = self.faults.len();
            let declares =
                !matches!(self.peek(), Token::Name(word) if JUDGED_APART.contains(&word.as_str()));
            if let Ok(item) = self.statement() {
                items.push(item);
            } else {
                self.declarations_missing |= declares;
                debug_assert!(self.faults.len() > faults, "a fault is reported once");
                self.skip_statement();
            }
        }
        let (name, parameters) = header?;
        Some(RulesNode {
            name,
            parameters,
            items,
        })
    }

    fn header(&mut self) -> Parsed<(Name, Vec<(Name, Node)>)> {
        if !self.eat_word("game") {
            return Err(self.expected("`game` and the game's name, which come first"));
        }
        let name = self.name("the game's name")?;
        let parameters = if self.eat(&Token::Open) {
            self.enclosed(&Token::Close, |parser| {
                let name = parser.name("a parameter's name")?;
                if !parser.eat(&Token::Assign) {
                    return Err(parser.expected("`=` and the parameter's default"));
                }
                Ok((name, parser.expression()?))
            })?
        } else {
            Vec::new()
        };
        self.end_of_statement()?;
        Ok((name, parameters))
    }

    fn end_of_statement(&mut self) -> Parsed<()> {
        if self.eat(&Token::Newline) || matches!(self.peek(), Token::Eof | Token::Dedent) {
            Ok(())
        } else {
            Err(self.expected("the end of the line"))
        }
    }

    fn statement(&mut self) -> Parsed<Item> {
        let start = self.at();
        let Token::Name(word) = self.peek().clone() else {
            return Err(self.expected("a statement"));
        };
        if matches!(self.peek_ahead(1), Token::Name(next) if next == "move") && word != "move" {
            let player = self.name("a player")?;
            return self.move_statement(Some(player), start);
        }
        if word == "move" {
            return self.move_statement(None, start);
        }
        if word == "graph" {
            self.advance();
            return self.graph_statement();
        }
        if !STATEMENTS.contains(&word.as_str()) {
            return Err(self.unknown_statement(&word, start));
        }
        self.advance();
        let item = self.simple_statement(&word, start)?;
        // `end c:` may put its result on a line of its own.
        self.end_of_statement()?;
        Ok(item)
    }

    fn unknown_statement(&mut self, word: &str, at: Span) -> Abandoned {
        let mut fault = Diagnostic::error(
            "unknown-statement",
            at,
            format!("`{word}` does not begin a statement"),
        );
        fault = match crate::nearest::nearest(word, STATEMENTS) {
            Some(near) => fault.help(format!("did you mean `{near}`?")),
            None => fault.help(
                "a statement begins with `players`, `state`, `move`, `end`, `expect` or another word of the language",
            ),
        };
        self.faults.push(fault);
        Abandoned
    }

    fn simple_statement(&mut self, word: &str, start: Span) -> Parsed<Item> {
        match word {
            "players" => {
                let first = self.name("the player who moves first")?;
                self.expect(&Token::Comma, "`,` and the second player")?;
                Ok(Item::Players(first, self.name("the second player")?))
            }
            "let" => {
                let name = self.name("a name")?;
                self.expect(&Token::Assign, "`=`")?;
                Ok(Item::Let(name, self.expression()?))
            }
            "def" => self.def_statement(),
            "cells" => {
                let name = self.name("a name")?;
                self.expect(&Token::Assign, "`=`")?;
                Ok(Item::Cells(name, self.expression()?))
            }
            "state" => Ok(Item::State(self.separated(Self::state_variable)?)),
            "unordered" => {
                let names = self.separated(|parser| parser.name("a state variable"))?;
                Ok(Item::Unordered(names, self.since(start)))
            }
            "start" => self.start_statement(start),
            "end" => {
                let condition = self.expression()?;
                let result = self.result_after_colon()?;
                Ok(Item::End(condition, result, self.since(start)))
            }
            "stuck" => self.stuck_statement(start),
            "misere" => {
                let me = Name {
                    text: "me".into(),
                    at: start,
                };
                Ok(Item::Stuck(None, ResultNode::Wins(me), start))
            }
            "endless" => {
                let result = self.result()?;
                Ok(Item::Endless(result, self.since(start)))
            }
            "symmetry" => self.symmetry_statement(start),
            "measure" => {
                let measure = self.expression()?;
                Ok(Item::Measure(measure, self.since(start)))
            }
            "expect" => self.expect_statement(start),
            _ => {
                self.faults.push(
                    Diagnostic::error("second-game", start, "a rules file holds one game")
                        .help("put the other into a file of its own"),
                );
                Err(Abandoned)
            }
        }
    }

    fn def_statement(&mut self) -> Parsed<Item> {
        let name = self.name("a name")?;
        let arguments = if self.eat(&Token::Open) {
            self.enclosed(&Token::Close, |parser| parser.name("an argument"))?
        } else {
            Vec::new()
        };
        self.expect(&Token::Assign, "`=`")?;
        Ok(Item::Def(name, arguments, self.expression()?))
    }

    fn state_variable(&mut self) -> Parsed<StateNode> {
        let name = self.name("a variable's name")?;
        let dimensions = if self.eat(&Token::OpenSquare) {
            self.enclosed(&Token::CloseSquare, Self::sum)?
        } else {
            Vec::new()
        };
        self.expect(&Token::Colon, "`:` and a type")?;
        let start = self.at();
        let kind = self.kind()?;
        let kind_at = self.since(start);
        let initial = if self.eat(&Token::Assign) {
            Some(self.expression()?)
        } else {
            None
        };
        Ok(StateNode {
            name,
            dimensions,
            kind,
            kind_at,
            initial,
        })
    }

    fn kind(&mut self) -> Parsed<TypeNode> {
        if self.eat_word("bool") {
            return Ok(TypeNode::Bool);
        }
        if self.eat_word("player") {
            return Ok(TypeNode::Player);
        }
        if self.is_word("set") && matches!(self.peek_ahead(1), Token::Name(word) if word == "of") {
            return self.set_kind();
        }
        if self.eat(&Token::OpenCurly) {
            let names = self.enclosed(&Token::CloseCurly, |parser| parser.name("a name"))?;
            return Ok(TypeNode::Names(names));
        }
        let low = self.sum()?;
        if self.eat(&Token::Dots) {
            return Ok(TypeNode::Range(low, self.sum()?));
        }
        let nowhere = self.eat_word("or");
        if nowhere {
            self.expect_word("nowhere")?;
        }
        Ok(TypeNode::Cells(low, nowhere))
    }

    fn set_kind(&mut self) -> Parsed<TypeNode> {
        self.advance();
        self.advance();
        let first = self.sum()?;
        if self.eat(&Token::Dots) {
            let most = self.sum()?;
            return Ok(TypeNode::Set(Some((first, Some(most))), self.postfix()?));
        }
        let another = matches!(self.peek(), Token::Name(_) | Token::OpenCurly);
        if another {
            return Ok(TypeNode::Set(Some((first, None)), self.postfix()?));
        }
        Ok(TypeNode::Set(None, first))
    }

    fn start_statement(&mut self, start: Span) -> Parsed<Item> {
        if self.eat_word("all") {
            let condition = if self.eat_word("where") {
                Some(self.expression()?)
            } else {
                None
            };
            return Ok(Item::StartAll(condition, self.since(start)));
        }
        if *self.peek() != Token::Open {
            return Err(self.expected("`all` or a position in brackets"));
        }
        let positions = self.separated(Self::tuple)?;
        Ok(Item::Start(positions, self.since(start)))
    }

    fn stuck_statement(&mut self, start: Span) -> Parsed<Item> {
        let me = |text: &str| Name {
            text: "me".into(),
            at: Span {
                start: start.start,
                end: start.start + text.len() as u32,
            },
        };
        for (word, result) in [
            ("wins", ResultNode::Wins(me("stuck"))),
            ("loses", ResultNode::Loses(me("stuck"))),
            ("draws", ResultNode::Draw),
            ("draw", ResultNode::Draw),
        ] {
            if self.eat_word(word) {
                return Ok(Item::Stuck(None, result, self.since(start)));
            }
        }
        if !self.eat_word("if") {
            self.eat(&Token::Colon);
            let result = self.result()?;
            return Ok(Item::Stuck(None, result, self.since(start)));
        }
        let condition = self.expression()?;
        let result = self.result_after_colon()?;
        Ok(Item::Stuck(Some(condition), result, self.since(start)))
    }

    fn result_after_colon(&mut self) -> Parsed<ResultNode> {
        self.expect(&Token::Colon, "`:` and a result")?;
        let block = self.eat(&Token::Indent);
        let result = self.result()?;
        if block {
            self.expect(&Token::Newline, "the end of the line")?;
            if *self.peek() != Token::Dedent {
                return Err(self.expected("the end of the block"));
            }
        }
        Ok(result)
    }

    fn result(&mut self) -> Parsed<ResultNode> {
        if self.eat_word("draw") {
            return Ok(ResultNode::Draw);
        }
        let who = self.name("`draw`, or a player (a name, `me`, `opp` or `last`)")?;
        if self.eat_word("wins") {
            Ok(ResultNode::Wins(who))
        } else if self.eat_word("loses") {
            Ok(ResultNode::Loses(who))
        } else if self.eat_word("gets") {
            Ok(ResultNode::Gets(who, self.expression()?))
        } else {
            let abandoned = self.expected("`wins`, `loses` or `gets`");
            if crate::nearest::nearest(&who.text, ["draw"]).is_some()
                && let Some(fault) = self.faults.last_mut()
            {
                fault.labels[0].at = who.at;
                fault.help = Some("did you mean `draw`?".into());
            }
            Err(abandoned)
        }
    }

    fn symmetry_statement(&mut self, start: Span) -> Parsed<Item> {
        if *self.peek() != Token::Open {
            let name = self.name("a symmetry: `dihedral`, `rotations`, `half_turn`, `mirror`, `flip`, `transpose`, or a permutation of cells `(a b c)(d e)`")?;
            return Ok(Item::Symmetry(SymmetryNode::Named(name), self.since(start)));
        }
        let mut cycles = Vec::new();
        while self.eat(&Token::Open) {
            let mut cycle = Vec::new();
            while !self.eat(&Token::Close) {
                cycle.push(self.name("a cell, or `)`")?);
                self.eat(&Token::Comma);
            }
            cycles.push(cycle);
        }
        Ok(Item::Symmetry(
            SymmetryNode::Cycles(cycles),
            self.since(start),
        ))
    }

    fn move_statement(&mut self, player: Option<Name>, start: Span) -> Parsed<Item> {
        self.expect_word("move")?;
        let name = self.name("the move's name")?;
        let parameters = if self.eat(&Token::Open) {
            self.enclosed(&Token::Close, Self::binder)?
        } else {
            Vec::new()
        };
        let guard = if self.eat_word("if") {
            Some(self.expression()?)
        } else {
            None
        };
        let at = self.since(start);
        if !self.eat(&Token::Colon) {
            return Err(self.expected(if guard.is_some() {
                "`:` and the move's effects"
            } else {
                "`if` and a guard, or `:` and the move's effects"
            }));
        }
        let effects = self.effects()?;
        Ok(Item::Move {
            player,
            name,
            parameters,
            guard,
            effects,
            at,
        })
    }

    fn graph_statement(&mut self) -> Parsed<Item> {
        let name = self.name("the board's name")?;
        self.expect(&Token::Colon, "`:` and the lines of the board")?;
        if !self.eat(&Token::Indent) {
            return Err(self.expected("an indented block with the lines of the board"));
        }
        let mut lines = Vec::new();
        while !self.eat(&Token::Dedent) {
            if *self.peek() == Token::Eof {
                break;
            }
            lines.push(self.graph_line()?);
            while self.eat(&Token::Semicolon) {
                lines.push(self.graph_line()?);
            }
            if *self.peek() != Token::Dedent {
                self.expect(&Token::Newline, "`-`, `->`, `;` or the end of the line")?;
            }
        }
        Ok(Item::Graph(name, lines))
    }

    fn graph_line(&mut self) -> Parsed<GraphLine> {
        if self.is_word("at") && matches!(self.peek_ahead(1), Token::Name(_)) {
            self.advance();
            let places = self.separated(|parser| {
                let name = parser.name("a cell")?;
                parser.expect(&Token::Open, "`(` and the cell's column and row")?;
                let column = parser.expression()?;
                parser.expect(&Token::Comma, "`,` and the row")?;
                let row = parser.expression()?;
                parser.expect(&Token::Close, "`)`")?;
                Ok((name, column, row))
            })?;
            return Ok(GraphLine::At(places));
        }
        let mut groups = vec![self.graph_group()?];
        let mut both = Vec::new();
        loop {
            let two_way = self.eat(&Token::Minus);
            if !two_way && !self.eat(&Token::Arrow) {
                return Ok(GraphLine::Chain(groups, both));
            }
            both.push(two_way);
            groups.push(self.graph_group()?);
        }
    }

    fn graph_group(&mut self) -> Parsed<Vec<Name>> {
        if self.eat(&Token::OpenCurly) {
            self.enclosed(&Token::CloseCurly, |parser| parser.name("a cell"))
        } else {
            Ok(vec![self.name("a cell")?])
        }
    }
}
