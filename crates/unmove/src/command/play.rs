//! `unmove play`: a game in the terminal against the perfect opponent.

use std::cmp::Ordering;
use std::collections::HashSet;
use std::io::{BufRead, IsTerminal};

use clap::Args;
use serde_json::{Value as Json, json};
use unmove::number::{counted, grouped, plies};
use unmove::{Error, Loaded, Session, sum};
use unmove_core::{Game, Outcome, Player, Remoteness, Score, Successor};
use unmove_rules::machine::Position;

use super::wish::{Wish, understood};
use crate::failure::{Done, Failure};
use crate::options::{GameArgs, one_place};
use crate::terminal::{Bar, Terminal};
use crate::words;

/// Play in the terminal against the perfect opponent
#[derive(Args, Debug)]
#[command(after_help = "\
Example:
  unmove play games/tictactoe.game --side second

While playing: a move by its name or number, `moves`, `hint`, `back`, `quit`.
With --json every event is a line of JSON, for programs that play.")]
pub struct PlayArgs {
    #[command(flatten)]
    game: GameArgs,

    /// Where to begin, in the rules' words [default: the start]
    #[arg(long, value_name = "POSITION")]
    at: Option<String>,

    /// Which player you are: `first`, `second` (to move here), or a player's name
    #[arg(long, value_name = "PLAYER", default_value = "first")]
    side: String,
}

const HELP: &str = "a move by its name or number, `moves` to list them, `hint` for the best, \
`back` to take back, `quit` to end";

/// Where a game stands: the position, or several in a sum, and whose turn it is.
#[derive(Clone, Debug)]
struct Stand {
    components: Vec<Position>,
    yours: bool,
    /// Your points and the opponent's.
    points: [i64; 2],
}

impl Stand {
    /// The points that the player to move is ahead.
    fn ahead(&self) -> i64 {
        let [you, unmove] = self.points;
        let ahead = you.saturating_sub(unmove);
        if self.yours {
            ahead
        } else {
            ahead.saturating_neg()
        }
    }
}

/// A move that can be made.
struct Playable {
    name: String,
    outcome: Outcome,
    remoteness: Option<Remoteness>,
    /// Equal for moves that are equally good.
    best: bool,
    /// How far the mover is ahead in the end, in a game of scores.
    total: Option<i64>,
    worth: String,
    after: Vec<Position>,
    again: bool,
    gain: i32,
}

/// Runs the command.
pub fn run(args: &PlayArgs, terminal: &mut Terminal) -> Result<Done, Failure> {
    let loaded = args.game.load()?;
    let at = one_place(&loaded, args.at.as_deref())?;
    let yours = side(&args.side, &loaded, &at)?;
    let mut session = args.game.solve(&loaded, &mut |_| {})?;
    args.game.cover(&mut session, std::slice::from_ref(&at))?;
    let stdin = std::io::stdin();
    let mut table = Table {
        loaded: &loaded,
        session,
        terminal,
        input: stdin.lock(),
        echo: !stdin.is_terminal(),
        before: Vec::new(),
        quiet: args.game.solving.quiet,
        json: args.game.solving.json,
    };
    table.play(Stand {
        components: vec![at],
        yours,
        points: [0, 0],
    })?;
    Ok(Done::Good)
}

/// Whether you are the player to move.
fn side(side: &str, loaded: &Loaded, at: &Position) -> Result<bool, Failure> {
    match side {
        "first" => return Ok(true),
        "second" => return Ok(false),
        _ => {}
    }
    let names = loaded.program().players.clone().unwrap_or_default();
    let wanted = names.iter().position(|name| name == side);
    let (Some(wanted), Some(mover)) = (wanted, loaded.machine().to_move(at)) else {
        let known: Vec<&str> = names
            .iter()
            .map(String::as_str)
            .filter(|name| !name.is_empty())
            .collect();
        let also = if known.is_empty() {
            String::new()
        } else {
            format!(", {}", known.join(", "))
        };
        return Err(Failure::because(format!(
            "no side is called `{side}`: there is first, second{also}"
        )));
    };
    Ok((wanted == 1) == (mover == Player::Second))
}

/// A game at the table.
struct Table<'a, 't, I> {
    loaded: &'a Loaded,
    session: Session<'a>,
    terminal: &'t mut Terminal,
    input: I,
    /// Whether what is read must be shown, since nobody typed it here.
    echo: bool,
    /// The stands at which you moved, for `back`.
    before: Vec<Stand>,
    quiet: bool,
    /// Whether a line of JSON is said for every event, for programs that play.
    json: bool,
}

impl<I: BufRead> Table<'_, '_, I> {
    /// Plays until the game ends, or nobody wants to go on.
    fn play(&mut self, mut stand: Stand) -> Result<(), Failure> {
        let (game, you) = (self.loaded.game(), self.you(&stand));
        let words = format!("{game}: you are {you}\n{HELP}");
        self.say(
            "begin",
            &words,
            &[("game", json!(game)), ("you", json!(you))],
        )?;
        // The stands of the opponent's moves in a row: one that comes again comes for ever.
        let mut answered = HashSet::new();
        self.show(&stand)?;
        loop {
            let moves = self.moves(&stand)?;
            if moves.is_empty() {
                return self.end(&stand);
            }
            if !stand.yours {
                if !answered.insert(stand.components.clone()) {
                    let words = "Unmove has been here before: this goes on for ever";
                    return self.say("end", words, &[("outcome", json!("draw"))]);
                }
                stand = self.answer(&stand, moves)?;
                continue;
            }
            answered.clear();
            match self.wish(&moves)? {
                Wish::Move(number) => {
                    self.before.push(stand.clone());
                    if let Some(play) = moves.into_iter().nth(number) {
                        stand = self.made(&stand, play)?;
                        self.show(&stand)?;
                    }
                }
                Wish::Moves => self.list(&moves, false)?,
                Wish::Hint => self.list(&moves, true)?,
                Wish::Help => self.say("help", HELP, &[("words", json!(HELP))])?,
                Wish::Back => match self.before.pop() {
                    Some(before) => {
                        stand = before;
                        self.show(&stand)?;
                    }
                    None => self.complain("there is nothing to take back")?,
                },
                Wish::Unknown(text) => {
                    self.complain(&format!("`{text}` is no legal move here; say {HELP}"))?;
                }
                Wish::Quit => return self.say("quit", "bye", &[]),
            }
        }
    }

    /// Says something: the words to people, the event and its fields to programs.
    fn say(&mut self, event: &str, words: &str, fields: &[(&str, Json)]) -> Result<(), Failure> {
        if !self.json {
            return self.terminal.line(words);
        }
        let mut object = serde_json::Map::new();
        object.insert("event".to_owned(), json!(event));
        for (name, value) in fields {
            object.insert((*name).to_owned(), value.clone());
        }
        self.terminal.line(&Json::Object(object).to_string())?;
        self.terminal.flush()
    }

    fn complain(&mut self, words: &str) -> Result<(), Failure> {
        self.say("error", words, &[("words", json!(words))])
    }

    /// Who you are, in words.
    fn you(&self, stand: &Stand) -> String {
        let first = stand.components.first();
        match first.and_then(|position| self.loaded.machine().to_move(position)) {
            Some(mover) => {
                let player = if stand.yours { mover } else { mover.opponent() };
                self.loaded.player(player).to_owned()
            }
            None if stand.yours => "the first player".to_owned(),
            None => "the second player".to_owned(),
        }
    }

    /// Shows the board.
    fn show(&mut self, stand: &Stand) -> Result<(), Failure> {
        if self.json {
            let machine = self.loaded.machine();
            let parts: Vec<String> = stand
                .components
                .iter()
                .map(|part| machine.text(part))
                .collect();
            let [you, unmove] = stand.points;
            let fields = [
                ("position", json!(parts.join(" + "))),
                ("your_turn", json!(stand.yours)),
                ("your_points", json!(you)),
                ("points_of_unmove", json!(unmove)),
            ];
            return self.say("position", "", &fields);
        }
        self.terminal.line("")?;
        for position in &stand.components {
            let machine = self.loaded.machine();
            match machine.draw(position) {
                Some(board) => self.terminal.line(board.trim_end())?,
                None => self.terminal.line(&machine.text(position))?,
            }
        }
        if self.session.solution().is_scored() {
            let [you, unmove] = stand.points.map(grouped);
            self.terminal
                .line(&format!("points: you {you}, Unmove {unmove}"))?;
        }
        self.terminal.flush()
    }

    /// All moves, in an order that gives no hint.
    fn moves(&mut self, stand: &Stand) -> Result<Vec<Playable>, Failure> {
        let loaded = self.loaded;
        let failed = |error: Error| Failure::of(error, loaded);
        let scored = self.session.solution().is_scored();
        if let [position] = stand.components.as_slice() {
            let choices = self
                .session
                .moves(position)
                .map_err(|error| failed(error.into()))?;
            let mut choices = choices;
            choices.sort_by_key(|choice| choice.judged.number);
            return Ok(choices
                .into_iter()
                .map(|choice| Playable {
                    total: total(stand, scored.then_some(choice.judged.score).flatten()),
                    worth: words::worth(&choice),
                    name: choice.name,
                    outcome: choice.judged.value.outcome(),
                    remoteness: choice.judged.value.remoteness,
                    best: choice.judged.rank == 0,
                    after: match choice.judged.play.to {
                        Successor::One(next) => vec![next],
                        Successor::Sum(parts) => parts,
                    },
                    again: choice.judged.play.again,
                    gain: choice.judged.play.gain,
                })
                .map(in_total)
                .collect());
        }
        if stand.components.is_empty() {
            return Ok(Vec::new());
        }
        let bar = Bar::new(self.quiet);
        let answer = sum(&mut self.session, &stand.components, &bar).map_err(failed)?;
        let best = answer
            .moves
            .first()
            .map(|play| (play.outcome, play.remoteness, play.score));
        let mut moves = answer.moves;
        moves.sort_by(|a, b| (a.component, &a.name).cmp(&(b.component, &b.name)));
        Ok(moves
            .into_iter()
            .map(|play| Playable {
                name: format!("{}: {}", play.component, play.name),
                best: best == Some((play.outcome, play.remoteness, play.score)),
                total: total(stand, play.score),
                worth: words::verb(play.outcome).to_owned(),
                outcome: play.outcome,
                remoteness: play.remoteness,
                after: play.after,
                again: play.again,
                gain: play.gain,
            })
            .map(in_total)
            .collect())
    }

    /// The stand after a move. Components where nobody can move any more are put away.
    fn made(&mut self, stand: &Stand, play: Playable) -> Result<Stand, Failure> {
        let loaded = self.loaded;
        let mut components = play.after;
        if components.len() > 1 {
            let mut live = Vec::new();
            for part in &components {
                let answer = self
                    .session
                    .answer(part)
                    .map_err(|error| Failure::of(error, loaded))?;
                if !answer.terminal {
                    live.push(part.clone());
                }
            }
            live.extend(components.drain(..).take(usize::from(live.is_empty())));
            components = live;
        }
        let mut points = stand.points;
        let mover = &mut points[usize::from(!stand.yours)];
        *mover = mover.saturating_add(i64::from(play.gain));
        Ok(Stand {
            components,
            yours: stand.yours == play.again,
            points,
        })
    }

    /// The opponent moves.
    fn answer(&mut self, stand: &Stand, moves: Vec<Playable>) -> Result<Stand, Failure> {
        let Some(play) = moves.into_iter().find(|play| play.best) else {
            return Ok(stand.clone());
        };
        let name = self.terminal.bold(&play.name);
        let boast = match (play.outcome, play.remoteness) {
            (Outcome::Win, _) if play.total.is_some() => format!(" and {}", play.worth),
            (Outcome::Win, Some(left)) if left.0 > 0 => {
                format!(" and wins in {} more", plies(left.0))
            }
            (Outcome::Win, _) => " and wins".to_owned(),
            _ => String::new(),
        };
        let words = format!("Unmove plays {name}{boast}");
        self.say("answer", &words, &[("move", json!(play.name))])?;
        let next = self.made(stand, play)?;
        self.show(&next)?;
        Ok(next)
    }

    /// Says how the game ended.
    fn end(&mut self, stand: &Stand) -> Result<(), Failure> {
        let loaded = self.loaded;
        let outcome = match stand.components.first() {
            Some(position) => {
                let found = self
                    .session
                    .locate(position)
                    .map_err(|error| Failure::of(error, loaded))?;
                if found.solution.is_scored() {
                    let last = found
                        .solution
                        .terminal(found.index)
                        .map_or(0, |payoff| i64::from(payoff.0));
                    let ahead = stand.ahead().saturating_add(last);
                    let yours = if stand.yours { ahead } else { -ahead };
                    return self.over(yours.cmp(&0), &won_by(yours));
                }
                found.solution.outcome(found.index)
            }
            None if self.session.solution().is_scored() => {
                let [you, unmove] = stand.points;
                return self.over(you.cmp(&unmove), &won_by(you.saturating_sub(unmove)));
            }
            None => Outcome::Loss,
        };
        let (yours, words) = match (outcome, stand.yours) {
            (Outcome::Draw, _) => (Ordering::Equal, "the game is over: a draw"),
            (Outcome::Win, true) | (Outcome::Loss, false) => {
                (Ordering::Greater, "the game is over: you win")
            }
            _ => (Ordering::Less, "the game is over: Unmove wins"),
        };
        self.over(yours, words)
    }

    /// Says that the game is over, and how it ended for you.
    fn over(&mut self, yours: Ordering, words: &str) -> Result<(), Failure> {
        let outcome = match yours {
            Ordering::Greater => "win",
            Ordering::Equal => "draw",
            Ordering::Less => "loss",
        };
        self.say("end", words, &[("outcome", json!(outcome))])
    }

    /// Lists moves.
    fn list(&mut self, moves: &[Playable], hint: bool) -> Result<(), Failure> {
        let shown = moves
            .iter()
            .enumerate()
            .filter(|(_, play)| !hint || play.best);
        if self.json {
            let moves: Vec<&str> = shown.map(|(_, play)| play.name.as_str()).collect();
            let event = if hint { "hint" } else { "moves" };
            return self.say(event, "", &[("moves", json!(moves))]);
        }
        let rows: Vec<Vec<String>> = shown
            .map(|(place, play)| {
                let worth = if hint {
                    play.worth.clone()
                } else {
                    String::new()
                };
                vec![(place + 1).to_string(), play.name.clone(), worth]
            })
            .collect();
        self.terminal.bytes(words::aligned(&rows, 2).as_bytes())
    }

    /// Asks what to do.
    fn wish(&mut self, moves: &[Playable]) -> Result<Wish, Failure> {
        if !self.json {
            self.terminal.bytes(b"> ")?;
        }
        self.terminal.flush()?;
        let mut line = Vec::new();
        let read = self
            .input
            .read_until(b'\n', &mut line)
            .map_err(|error| Failure::because(format!("cannot read your move: {error}")))?;
        let line = String::from_utf8_lossy(&line).trim().to_owned();
        if !self.json && (self.echo || read == 0) {
            self.terminal.line(&line)?;
        }
        if read == 0 {
            return Ok(Wish::Quit);
        }
        let names: Vec<&str> = moves.iter().map(|play| play.name.as_str()).collect();
        Ok(understood(&line, &names))
    }
}

/// How far the mover is ahead in the end, with what the move and best play after it bring.
fn total(stand: &Stand, score: Option<Score>) -> Option<i64> {
    score.map(|score| stand.ahead().saturating_add(score.0))
}

/// A move judged by the total, points made so far included, where there is one.
fn in_total(mut play: Playable) -> Playable {
    if let Some(total) = play.total {
        play.outcome = match total.cmp(&0) {
            Ordering::Greater => Outcome::Win,
            Ordering::Equal => Outcome::Draw,
            Ordering::Less => Outcome::Loss,
        };
        let verb = words::verb(play.outcome);
        play.worth = match total {
            0 => verb.to_owned(),
            _ => format!("{verb} by {}", points(total)),
        };
    }
    play
}

/// `1 point`, `12 points`; the sign is said otherwise.
fn points(count: i64) -> String {
    counted(count.unsigned_abs(), "point", "points")
}

/// How a game of scores ended, by your points minus the opponent's.
fn won_by(yours: i64) -> String {
    match yours.cmp(&0) {
        Ordering::Greater => format!("the game is over: you win by {}", points(yours)),
        Ordering::Equal => "the game is over: a draw".to_owned(),
        Ordering::Less => format!("the game is over: Unmove wins by {}", points(yours)),
    }
}
