//! Known games with their fast algorithms: for some games a structure beats the general solver by
//! orders of magnitude. Each module holds one of them, to be read and learnt from: the algorithm with its
//! cost and its source, the contest's own format, and the rules file in `games/` that it is held against.
//!
//! ```
//! use unmove_classics::{Ask, classic};
//!
//! let take = classic("take").expect("there is such a classic");
//! let answers = (take.answer)("21 3\n20 3\n", Ask::default()).expect("the input is right");
//! assert_eq!(answers[0].line, "N 1");
//! assert_eq!(answers[1].line, "P");
//! ```

pub mod chomp;
mod classic;
pub mod crossing;
pub mod ed;
pub mod ends;
pub mod euclid;
pub mod fibnim;
mod grid;
pub mod hackenbush;
mod input;
pub mod kfold;
pub mod moore;
pub mod nim;
pub mod northcott;
pub mod staircase;
pub mod station;
pub mod take;
pub mod walkers;
pub mod wythoff;

pub use classic::{Answer, Ask, Classic, classic};
pub use input::InputError;

/// All classics, in the order of `unmove classic --list`.
pub const CLASSICS: &[Classic] = &[
    station::STATION,
    crossing::CROSSING,
    euclid::EUCLID,
    ed::ED,
    kfold::KFOLD,
    fibnim::FIBNIM,
    walkers::WALKERS,
    take::TAKE,
    ends::ENDS,
    nim::NIM,
    wythoff::WYTHOFF,
    moore::MOORE,
    staircase::STAIRCASE,
    northcott::NORTHCOTT,
    chomp::CHOMP,
    hackenbush::HACKENBUSH,
];
