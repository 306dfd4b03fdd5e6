//! The rules language: text to a checked program, and the machine that runs it.
//!
//! ```
//! use unmove_core::{Options, Outcome, Silent, solve};
//! use unmove_rules::{Request, compile};
//!
//! let rules = compile(&Request {
//!     text: "game pile(n = 20, takes = {1, 3, 4})\n\
//!            state stones: 0..n = n\n\
//!            move take(k in takes) if k <= stones: stones -= k\n",
//!     settings: &[("n".to_owned(), "9".to_owned())],
//!     read: &|path, _| std::fs::read_to_string(path),
//!     fact: None,
//! })
//! .map_err(|faults| faults[0].message.clone())?;
//! let solution = solve(&rules.machine, &Options::default(), &Silent)?;
//! assert_eq!(solution.outcome(solution.start()), Outcome::Loss);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | module | what it holds |
//! |---|---|
//! | [`program`] | what rules are lowered to |
//! | [`machine`] | what runs it: a `Game`, positions in text, moves by name |
//! | [`fact`] | what `expect` lines ask |
//! | [`diagnostic`] | what is wrong with rules, and where |

mod check;
mod compile;
pub mod diagnostic;
pub mod fact;
mod lex;
pub mod machine;
#[cfg(feature = "native")]
mod native;
#[cfg(not(feature = "native"))]
#[path = "native_absent.rs"]
mod native;
mod nearest;
mod parse;
pub mod program;
mod syntax;

pub use compile::{ReadFile, Request, Rules, compile};
pub use program::Span;
