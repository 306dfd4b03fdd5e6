//! Two hunters and a pawn on an empty board, written by hand: how fast the kernel is.

use std::time::Duration;

use super::super::*;
use crate::game::{Fault, Payoff};
use crate::numbered::{Link, Numbered, Roots, Row, Standing, Worker};
use crate::progress::Silent;
use crate::solve::Predecessors;

/// The pawn goes up, left or right, and wants to get to the top row; the hunters, who move first,
/// want to catch it.
#[derive(Debug)]
struct Crossing {
    side: u32,
    /// The hunters of a number, the greater cell first.
    pairs: Vec<(u16, u16)>,
}

impl Crossing {
    fn new(side: u32) -> Self {
        let cells = (side * side) as u16;
        let pairs = (1..cells).flat_map(|high| (0..high).map(move |low| (high, low)));
        Self {
            side,
            pairs: pairs.collect(),
        }
    }

    fn rank(&self, black: u32, pawn: u32, one: u32, other: u32) -> u64 {
        let (high, low) = (one.max(other), one.min(other));
        let pair = high * (high - 1) / 2 + low;
        u64::from(black * self.side * self.side + pawn) * self.pairs.len() as u64 + u64::from(pair)
    }

    fn unrank(&self, at: u64) -> (u32, u32, u32, u32) {
        let count = self.pairs.len() as u32;
        let (high, pair) = (at as u32 / count, at as u32 % count);
        let (one, other) = self.pairs[pair as usize];
        let cells = self.side * self.side;
        (high / cells, high % cells, one.into(), other.into())
    }

    /// The neighbours of a cell: left, right, up, down.
    fn steps(&self, cell: u32) -> [Option<u32>; 4] {
        let (side, column) = (self.side, cell % self.side);
        [
            (column > 0).then(|| cell.wrapping_sub(1)),
            (column + 1 < side).then_some(cell + 1),
            (cell >= side).then(|| cell.wrapping_sub(side)),
            (cell + side < side * side).then_some(cell + side),
        ]
    }

    fn ended(&self, black: u32, pawn: u32, one: u32, other: u32) -> Option<Payoff> {
        if pawn < self.side {
            return Some(Payoff(if black == 1 { 1 } else { -1 }));
        }
        (pawn == one || pawn == other).then_some(Payoff::LOSS)
    }
}

impl Numbered<u64> for Crossing {
    fn size(&self) -> u64 {
        u64::from(2 * self.side * self.side) * self.pairs.len() as u64
    }

    fn number(&self, position: &u64) -> Option<u64> {
        Some(*position)
    }

    fn position(&self, number: u64) -> Option<u64> {
        Some(number)
    }

    fn roots(&self) -> Result<Roots, Fault> {
        let last = self.side * self.side - 1;
        Ok(Roots::Listed(vec![self.rank(0, last, 0, 1)]))
    }

    fn impartial(&self) -> bool {
        false
    }

    fn scored(&self) -> bool {
        false
    }

    fn endless(&self) -> Payoff {
        Payoff::DRAW
    }

    fn unmoves(&self) -> Result<(), String> {
        Ok(())
    }

    fn repeats(&self) -> bool {
        false
    }

    fn encoding(&self) -> String {
        "player, pawn, hunters".to_owned()
    }

    fn worker(&self) -> Box<dyn Worker + '_> {
        Box::new(self)
    }
}

impl Worker for &Crossing {
    fn row(&mut self, at: u64, row: &mut Row) -> Result<Standing, Fault> {
        row.links.clear();
        let (black, pawn, one, other) = self.unrank(at);
        if let Some(payoff) = self.ended(black, pawn, one, other) {
            return Ok(Standing::Ended(payoff));
        }
        if black == 1 {
            let [left, right, up, _] = self.steps(pawn);
            let to = [left, right, up].into_iter().flatten();
            row.links
                .extend(to.map(|pawn| Link::new(self.rank(0, pawn, one, other), false)));
        } else {
            for (hunter, fixed) in [(one, other), (other, one)] {
                let to = self.steps(hunter).into_iter().flatten();
                let to = to.filter(|&to| to != fixed);
                row.links
                    .extend(to.map(|to| Link::new(self.rank(1, pawn, to, fixed), false)));
            }
        }
        Ok(if row.links.is_empty() {
            Standing::Ended(Payoff::LOSS)
        } else {
            Standing::Open
        })
    }

    fn sources(&mut self, at: u64, sources: &mut Vec<Link>) -> Result<(), Fault> {
        sources.clear();
        let (black, pawn, one, other) = self.unrank(at);
        if black == 0 {
            let [left, right, _, down] = self.steps(pawn);
            let from = [left, right, down].into_iter().flatten();
            let from = from.filter(|&pawn| self.ended(1, pawn, one, other).is_none());
            sources.extend(from.map(|pawn| Link::new(self.rank(1, pawn, one, other), false)));
        } else {
            for (hunter, fixed) in [(one, other), (other, one)] {
                let from = self.steps(hunter).into_iter().flatten();
                let from = from
                    .filter(|&from| from != fixed && self.ended(0, pawn, from, fixed).is_none());
                sources.extend(from.map(|from| Link::new(self.rank(0, pawn, from, fixed), false)));
            }
        }
        Ok(())
    }

    fn is_root(&mut self, _: u64) -> Result<bool, Fault> {
        Ok(false)
    }
}

/// Since when the processors have been busy with us: more steady than the clock on the wall.
#[derive(Clone, Copy)]
struct Instant(u64);

impl Instant {
    fn now() -> Self {
        let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
        let ticks = stat
            .split(' ')
            .skip(13)
            .take(2)
            .filter_map(|ticks| ticks.parse::<u64>().ok());
        Self(ticks.sum())
    }

    fn elapsed(self) -> Duration {
        Duration::from_millis(10 * (Self::now().0 - self.0))
    }
}

/// The most bytes that we have taken so far.
fn peak() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mut lines = status.lines();
    let line = lines.find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes = line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok());
    kilobytes.map_or(0, |kilobytes| kilobytes * 1024)
}

/// The game's own share: every row, or every list of sources, and nothing done with it.
fn shares(game: &Crossing) {
    let mut worker = game.worker();
    let mut row = Row::default();
    let size = game.size() as f64;
    let start = Instant::now();
    let mut links = 0;
    for at in 0..game.size() {
        worker.row(at, &mut row).expect("a row");
        links += row.links.len();
    }
    let rows = start.elapsed().as_nanos() as f64 / size;
    let start = Instant::now();
    for at in 0..game.size() {
        worker.sources(at, &mut row.links).expect("sources");
        links += row.links.len();
    }
    let sources = start.elapsed().as_nanos() as f64 / size;
    println!("rows {rows:.1} ns, sources {sources:.1} ns, {links} links");
}

#[test]
#[ignore = "takes long and prints times"]
fn how_fast() {
    let side = std::env::var("SIDE").map_or(16, |side| side.parse().expect("a number"));
    let game = Crossing::new(side);
    shares(&game);
    for wanted in [Wanted::Whole, Wanted::Reachable] {
        for threads in [1, 2] {
            let settings = Settings::new(8 << 30, threads);
            let start = Instant::now();
            let surveyed = survey(&game, wanted, &super::roots(&game), &settings, &Silent);
            let (found, cells) = surveyed.expect("a survey");
            let each =
                |start: Instant| start.elapsed().as_nanos() as f64 / found.tally.classes as f64;
            let surveying = each(start);
            let start = Instant::now();
            let way = Predecessors::Derived;
            let solved = retrograde(&game, &found, cells, way, &settings, &Silent);
            let outcomes = solved.expect("a solution");
            let solving = each(start);
            // Counts from the beginning of all: of meaning the first time only.
            println!(
                "peak {:.2} bytes a number",
                peak() as f64 / game.size() as f64
            );
            let start = Instant::now();
            let won = count(&game, &found, |at| outcomes.known(at), &settings, &Silent);
            let won = won.expect("a count");
            let counting = each(start);
            let start = Instant::now();
            let claimed = Claimed {
                stands: Stands::Cells(outcomes.cells().expect("cells")),
                outcomes: Some(&outcomes),
                nimbers: None,
                scores: None,
            };
            verify(&game, &found, wanted, &claimed, &settings, &Silent).expect("right");
            let verifying = each(start);
            println!(
                "{wanted:?} on {threads}: {} of {} in {} places, survey {surveying:.1} ns, \
                 solve {solving:.1} ns, count {counting:.1} ns, verify {verifying:.1} ns; {won:?}",
                found.tally.classes,
                game.size(),
                found.places.len(),
            );
        }
    }
}
