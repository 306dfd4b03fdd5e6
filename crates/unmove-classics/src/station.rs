//! Train lines are intervals of stations along a railway. From a station one rides in one direction and
//! changes at any station that two lines share; which ends of lines can be the last stop? (Not a game: a
//! closure.)
//!
//! Rides to the right only meet lines that begin at or before what was reached: the lines are sorted by their
//! left ends and swept once, with the farthest station reached; rides to the left are the mirror image.
//! O(m log m), by [`unmove_core::closure::intervals`].

use unmove_core::closure::intervals::{Interval, ends_from};

use crate::classic::{Answer, Ask, Classic};
use crate::input::{InputError, Words};

/// The classic.
pub const STATION: Classic = Classic {
    name: "station",
    game: "train lines along a railway: at which ends of lines can a ride in one direction stop?",
    format: "`n m x` (stations, lines, where one stands) and m lines `l r`; answers a line of the ends, sorted",
    method: "lines sorted by their ends and swept to the right and to the left, O(m log m)",
    rules: None,
    answer,
};

/// The most lines.
const MOST: usize = 10_000_000;

fn answer(text: &str, ask: Ask) -> Result<Vec<Answer>, InputError> {
    let mut words = Words::new(text);
    let stations: u64 = words.number("the count of stations", 1..=u64::MAX)?;
    let count = words.number("the count of lines", 0..=MOST)?;
    let here = words.number("the station where one stands", 1..=stations)?;
    let mut lines = Vec::new();
    for _ in 0..count {
        let left = words.number("the left end of a line", 1..=stations)?;
        let right = words.number("the right end of a line", left..=stations)?;
        lines.push(Interval { left, right });
    }
    words.end("the last line")?;
    let ends = ends_from(here, &lines);
    let shown: Vec<String> = ends.iter().map(u64::to_string).collect();
    Ok(vec![Answer {
        line: shown.join(" "),
        winning_move: None,
        why: ask.why.then(|| {
            let left = ends.iter().filter(|&&end| end < here).count();
            let right = ends.iter().filter(|&&end| end > here).count();
            format!("{left} of them on rides to the left of {here}, {right} to the right")
        }),
    }])
}
