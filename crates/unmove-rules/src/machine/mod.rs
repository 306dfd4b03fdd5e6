//! The interpreter: a [`Program`](crate::program::Program) as a game that can be solved, and
//! positions in the words of the rules.

mod allowed;
mod draw;
mod enumerate;
mod error;
mod evaluate;
mod interpret;
mod layout;
#[expect(
    clippy::module_inception,
    reason = "the machine itself, among its parts"
)]
mod machine;
mod measure;
mod numbering;
mod read;
mod ready;
mod scratch;
mod sets;
mod sweep;
mod symmetric;
mod symmetry;
mod text;
mod text_error;
mod walk;

pub use enumerate::AllPositions;
pub use error::{RunError, RunErrorKind};
pub use layout::Position;
pub use machine::{Machine, NamedMove, Unfolded};
pub use sweep::Sweeping;
pub use text::{HOLE, characters};
pub use text_error::{TextError, TextErrorKind};
