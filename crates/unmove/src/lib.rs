//! Unmove solves finite two-player games of perfect information.
//!
//! This crate is what Rust programs depend on: the solvers (`unmove_core`, as [`core`]), the rules
//! language (`unmove_rules`, as [`rules`]), and what the command line makes of the two.
//!
//! ```
//! use std::path::PathBuf;
//! use unmove::{Source, session::session};
//!
//! let rules = Source {
//!     name: "stones.game".to_owned(),
//!     text: "game stones(n = 12)\nstate s: 0..n = n\nmove take(k in {1, 2}) if k <= s: s -= k\n".to_owned(),
//!     folder: PathBuf::new(),
//! };
//! let loaded = rules.compile(&[("n".to_owned(), "7".to_owned())], None)?;
//! let session = session(&loaded)?;
//! let answer = session.answer(&loaded.position("s=7")?)?;
//! assert_eq!(answer.winner.as_deref(), Some("first"));
//! assert_eq!(session.moves(&loaded.position("s=7")?)?[0].name, "take(1)");
//! # Ok::<(), unmove::Error>(())
//! ```
//!
//! | to find | look in |
//! |---|---|
//! | rules from a file or a text | [`loaded`] |
//! | a solved game to ask: positions, moves, lines of play | [`session`] |
//! | sums of positions | [`mod@sum`] |
//! | the known facts of a game | [`facts`], a single one [`question`] |
//! | tables and what they run over | [`mod@table`], [`axis`], [`sheet`] |
//! | pictures of tables and of the graph of a game | [`mod@picture`], [`mod@diagram`], [`mod@layers`] |
//! | drawing: SVG, PNG, letters, colours | [`drawing`], [`stroke`], [`palette`] |
//! | errors, and what they are in words | [`error`], [`mod@explain`] |
//! | numbers for people | [`number`] |

/// The page's example is a test.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;

pub mod axis;
pub mod diagram;
pub mod drawing;
pub mod error;
pub mod explain;
pub mod facts;
pub mod layers;
pub mod loaded;
pub mod number;
pub mod palette;
pub mod picture;
pub mod question;
pub mod session;
pub mod sheet;
pub mod stroke;
pub mod sum;
pub mod table;

pub use diagram::{Diagram, Extent, diagram};
pub use error::{Error, GameError};
pub use explain::{Explained, explain};
pub use layers::layers;
pub use loaded::{Loaded, Setting, Source};
pub use picture::picture;
pub use session::{Answer, Choice, How, Session};
pub use sum::{SumAnswer, sum};
pub use table::{Show, Table, table};
pub use unmove_core as core;
pub use unmove_rules as rules;
