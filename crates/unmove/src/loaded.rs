//! Rules read from a file (or a text) and compiled with the parameters set from outside.

use std::io;
use std::path::{Path, PathBuf};

use unmove_core::{Game, Player};
use unmove_rules::diagnostic::Origin;
use unmove_rules::machine::{Machine, Position};
use unmove_rules::program::{Program, Start};
use unmove_rules::{Request, Rules};

use crate::error::Error;

/// A parameter set from outside: its name and its value in the language's own notation.
pub type Setting = (String, String);

/// The text of a rules file, and where it comes from.
#[derive(Clone, Debug)]
pub struct Source {
    /// How it is called in messages, mostly the path.
    pub name: String,
    /// The rules.
    pub text: String,
    /// Where paths written in the rules are seen from.
    pub folder: PathBuf,
}

impl Source {
    /// Reads a rules file.
    pub fn open(path: &Path) -> Result<Self, Error> {
        let text = std::fs::read_to_string(path)
            .and_then(|text| plain_text(&text))
            .map_err(|error| Error::Read {
                path: path.to_owned(),
                error,
            })?;
        Ok(Self {
            name: path.display().to_string(),
            text,
            folder: path.parent().map(Path::to_owned).unwrap_or_default(),
        })
    }

    /// Compiles the rules with parameters set. `fact` is the number of the fact whose own settings
    /// are among them, if one is (see [`Request::fact`]).
    pub fn compile(&self, settings: &[Setting], fact: Option<usize>) -> Result<Loaded, Error> {
        let read = |path: &str, origin: Origin| match origin {
            Origin::Rules => {
                std::fs::read_to_string(self.folder.join(path)).and_then(|text| plain_text(&text))
            }
            Origin::Setting(_) => std::fs::read_to_string(path).and_then(|text| plain_text(&text)),
        };
        let request = Request {
            text: &self.text,
            settings,
            read: &read,
            fact,
        };
        let rules = unmove_rules::compile(&request).map_err(|found| Error::Rules {
            rules: Box::new(self.clone()),
            settings: settings.to_vec(),
            found,
        })?;
        Ok(Loaded {
            source: self.clone(),
            settings: settings.to_vec(),
            rules,
        })
    }
}

/// The text without a byte order mark, its lines ended as everywhere else; a file that is no text is refused.
fn plain_text(text: &str) -> io::Result<String> {
    if text.contains('\0') {
        return Err(io::Error::new(
            io::ErrorKind::InvalidData,
            "it has zero bytes, so it is no text",
        ));
    }
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if !text.contains('\r') {
        return Ok(text.to_owned());
    }
    Ok(text.replace("\r\n", "\n").replace('\r', "\n"))
}

/// Compiled rules with the text they come from.
pub struct Loaded {
    /// The text.
    pub source: Source,
    /// The parameters that were set.
    pub settings: Vec<Setting>,
    /// The rules.
    pub rules: Rules,
}

impl Loaded {
    /// Reads and compiles a rules file.
    pub fn open(path: &Path, settings: &[Setting]) -> Result<Self, Error> {
        Source::open(path)?.compile(settings, None)
    }

    /// What runs the rules.
    pub fn machine(&self) -> &Machine {
        &self.rules.machine
    }

    /// The program behind the rules.
    pub fn program(&self) -> &Program {
        self.rules.machine.program()
    }

    /// Reads a position, written as the rules write it.
    pub fn position(&self, text: &str) -> Result<Position, Error> {
        self.machine().parse(text).map_err(|error| Error::Text {
            text: text.to_owned(),
            error: Box::new(error),
        })
    }

    /// The game's name.
    pub fn game(&self) -> &str {
        &self.program().name
    }

    /// The position the game starts from; `None` where it may start anywhere.
    pub fn start(&self) -> Option<Position> {
        match &self.program().start {
            Start::Positions(_) => self.machine().unfolded().starts().ok()?.into_iter().next(),
            Start::All(_) => None,
        }
    }

    /// Who is to move, by name: the players' names, or `first` where the game tells no players apart.
    pub fn mover(&self, position: &Position) -> &str {
        match self.machine().to_move(position) {
            None => "first",
            Some(player) => self.player(player),
        }
    }

    /// Who is not to move, by name: the players' names, or `second`.
    pub fn opponent(&self, position: &Position) -> &str {
        match self.machine().to_move(position) {
            None => "second",
            Some(player) => self.player(player.opponent()),
        }
    }

    /// A player's name.
    pub fn player(&self, player: Player) -> &str {
        let place = usize::from(player == Player::Second);
        match &self.program().players {
            Some(names) => &names[place],
            None => ["first", "second"][place],
        }
    }
}
