//! The interpreter: a [`Program`](crate::program::Program) as a game that can be solved, and
//! positions in the words of the rules.

pub(crate) mod allowed;
mod answers;
mod draw;
mod engine;
mod enumerate;
mod error;
mod evaluate;
mod interpret;
pub(crate) mod layout;
#[expect(
    clippy::module_inception,
    reason = "the machine itself, among its parts"
)]
mod machine;
mod measure;
mod numbered;
pub(crate) mod numbering;
mod read;
pub(crate) mod ready;
mod scratch;
mod sets;
mod sweep;
mod symmetric;
pub(crate) mod symmetry;
mod text;
mod text_error;
mod toil;
pub(crate) mod unmoves;
mod walk;

pub use engine::Engine;
pub use enumerate::AllPositions;
pub use error::{RunError, RunErrorKind};
#[cfg(feature = "native")]
pub(crate) use evaluate::MOST_STEPS;
pub use layout::Position;
pub use machine::{Machine, NamedMove, Unfolded};
pub use numbered::{Numbers, Wanted};
pub use sweep::Sweeping;
pub use text::{HOLE, characters};
pub use text_error::{TextError, TextErrorKind};
pub use unmoves::Back;
