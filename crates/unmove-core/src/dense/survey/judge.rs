//! What one position adds to a survey.

use super::super::cells::{Cells, Width};
use super::super::crew::{Crew, Trouble};
use super::super::places::Places;
use super::Orbits;
use crate::game::{Fault, Payoff};
use crate::graph::Index;
use crate::numbered::{
    ASK, Codec, ENDED_DRAWN, ENDED_LOST, ENDED_WON, Link, MOST_COUNTED, NOTHING, Numbered, Row,
    Standing, Tally, Worker,
};

/// What a number stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Judged {
    Nothing,
    Ended(Payoff),
    /// Open, with so many edges.
    Open(u32),
}

impl Judged {
    /// The byte of a survey.
    pub(crate) fn byte(self) -> u8 {
        match self {
            Self::Nothing => NOTHING,
            Self::Ended(payoff) => match payoff.0 {
                0 => ENDED_DRAWN,
                1.. => ENDED_WON,
                _ => ENDED_LOST,
            },
            Self::Open(count) if count <= u32::from(MOST_COUNTED) => count as u8,
            Self::Open(_) => ASK,
        }
    }

    /// The code of a cell.
    pub(crate) fn code(self, codec: Codec) -> u32 {
        match self {
            Self::Nothing => 0,
            Self::Open(count) => count,
            Self::Ended(payoff) if payoff == Payoff::DRAW => codec.drawn(),
            Self::Ended(payoff) => codec.settled(payoff > Payoff::DRAW, 0).unwrap_or(0),
        }
    }
}

/// Asks workers about positions and adds up what they say.
#[derive(Default)]
pub(crate) struct Judge {
    size: u64,
    /// How many positions most stand for.
    symmetries: u64,
    /// Each move counts, and not each place that moves lead to.
    repeats: bool,
    pub(crate) row: Row,
    pub(crate) tally: Tally,
    pub(crate) orbits: Orbits,
    sorted: Vec<Link>,
}

impl Judge {
    pub(crate) fn new<P>(game: &dyn Numbered<P>) -> Self {
        Self {
            size: game.size(),
            symmetries: game.symmetries(),
            repeats: game.repeats(),
            ..Self::default()
        }
    }

    /// Looks at a position and leaves its moves in the row.
    #[inline]
    pub(crate) fn look(&mut self, worker: &mut dyn Worker, at: u64) -> Result<Judged, Trouble> {
        let standing = worker.row(at, &mut self.row);
        self.judge(at, standing)
    }

    /// The same of a number that is known to stand for a position.
    #[inline]
    pub(crate) fn look_again(
        &mut self,
        worker: &mut dyn Worker,
        at: u64,
    ) -> Result<Judged, Trouble> {
        let standing = worker.moves(at, &mut self.row);
        self.judge(at, standing)
    }

    #[inline]
    fn judge(&mut self, at: u64, standing: Result<Standing, Fault>) -> Result<Judged, Trouble> {
        match standing.map_err(|source| Trouble::Fault { at, source })? {
            Standing::Nothing => Ok(Judged::Nothing),
            Standing::Ended(payoff) => Ok(Judged::Ended(payoff)),
            Standing::Open => Ok(Judged::Open(self.count())),
        }
    }

    /// Looks at a position and adds it to the tally.
    #[inline]
    pub(crate) fn add(&mut self, worker: &mut dyn Worker, at: u64) -> Result<Judged, Trouble> {
        let judged = self.look(worker, at)?;
        if judged == Judged::Nothing {
            return Ok(judged);
        }
        let orbit = match self.row.orbit {
            Some(orbit) => orbit,
            None => worker.orbit(at),
        };
        if orbit != self.symmetries {
            self.orbits.add(at, orbit);
        }
        let tally = &mut self.tally;
        tally.positions = tally.positions.saturating_add(orbit);
        tally.classes += 1;
        match judged {
            Judged::Ended(payoff) => {
                tally.terminals = tally.terminals.saturating_add(orbit);
                tally.pay(payoff);
            }
            Judged::Open(count) => {
                let links = &self.row.links;
                let moves = orbit.saturating_mul(links.len() as u64);
                tally.moves = tally.moves.saturating_add(moves);
                tally.edges += u64::from(count);
                tally.most = tally.most.max(count);
                let (mut falling, mut rising, mut again) = (true, true, false);
                let mut greatest = 0;
                for link in links {
                    greatest = greatest.max(link.number());
                    falling &= link.number() < at;
                    rising &= link.number() > at;
                    again |= link.again();
                }
                if greatest >= self.size {
                    return Err(Trouble::astray(at));
                }
                tally.falling &= falling;
                tally.rising &= rising;
                tally.again |= again;
                tally.gains |= self.row.gains.iter().any(|&gain| gain != 0);
            }
            Judged::Nothing => {}
        }
        Ok(judged)
    }

    /// The edges of the row that was looked at: its links, each once unless each move counts.
    pub(crate) fn edges(&mut self) -> &[Link] {
        if self.repeats {
            return &self.row.links;
        }
        self.sorted.clone_from(&self.row.links);
        self.sorted.sort_unstable();
        self.sorted.dedup();
        &self.sorted
    }

    /// How many edges the row has.
    #[inline]
    fn count(&mut self) -> u32 {
        const FEW: usize = 16;
        let links = &self.row.links;
        if self.repeats || links.is_sorted_by(|a, b| a < b) {
            return links.len() as u32;
        }
        if links.len() <= FEW {
            let repeated = |(at, link): (usize, &Link)| {
                let before = links[..at].iter();
                before.fold(0, |any, other| any | u32::from(other == link))
            };
            let repeated: u32 = links.iter().enumerate().map(repeated).sum();
            return links.len() as u32 - repeated;
        }
        self.sorted.clone_from(links);
        self.sorted.sort_unstable();
        self.sorted.dedup();
        self.sorted.len() as u32
    }

    /// Turns the bytes of a survey that are left into codes, where cells are wide, and asks about
    /// those with too many edges for a byte.
    pub(crate) fn ask_again<P>(
        &mut self,
        crew: &mut Crew<'_, P>,
        places: &Places,
        cells: &mut Cells,
    ) -> Result<(), Trouble> {
        if cells.width() == Width::One {
            return Ok(());
        }
        let codec = cells.codec();
        crew.run(&mut [(self, cells)], |(judge, cells), worker, _| {
            let mut cursor = places.cursor();
            for at in 0..cells.len() {
                let byte = cells.get(at) as u8;
                let code = if byte == ASK {
                    let number = cursor.number(Index(at as u32));
                    judge.look_again(worker, number)?.code(codec)
                } else {
                    code(byte, codec)
                };
                cells.put(at, code);
            }
            Ok(())
        })
    }
}

/// The code for the byte of a survey.
fn code(byte: u8, codec: Codec) -> u32 {
    let judged = match byte {
        NOTHING => Judged::Nothing,
        ENDED_DRAWN => Judged::Ended(Payoff::DRAW),
        ENDED_WON => Judged::Ended(Payoff::WIN),
        ENDED_LOST => Judged::Ended(Payoff::LOSS),
        count => Judged::Open(count.into()),
    };
    judged.code(codec)
}

/// Turns the bytes of a survey into codes, all of which must fit.
pub(super) fn recode(bytes: &mut [u8], codec: Codec) {
    let codes: [u8; 256] = std::array::from_fn(|byte| code(byte as u8, codec) as u8);
    for byte in bytes {
        *byte = codes[usize::from(*byte)];
    }
}
