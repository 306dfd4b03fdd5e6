//! rules

mod check;
mod compile;
pub mod diagnostic;
pub mod fact;
mod lex;
pub mod machine;
mod nearest;
mod parse;
pub mod program;
mod syntax;

pub use compile::{ReadFile, Request, Rules, compile};
pub use program::Span;
