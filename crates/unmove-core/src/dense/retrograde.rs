//! Outcome and remoteness through cycles: backwards from the ends, one level of remoteness after the
//! other.
//!
//! A level is found by looking through the blocks where something was settled at the level before.
//! A position is won when a move leads to one lost for the opponent, and lost when all its moves
//! lead to positions won for the opponent, which its cell counts down to; after a move that keeps
//! the turn the same player is the one who has won. What is never settled goes on for ever: a draw.

use super::Settings;
use super::cells::{Cell, Cells, Width};
use super::crew::{Beat, Crew, Trouble};
use super::field::{Field, Grid, Heap, Outbox, Unit};
use super::passes::pass;
use super::places::Places;
use super::stored::Stored;
use super::survey::Survey;
use crate::error::SolveError;
use crate::graph::Index;
use crate::numbered::{Codec, Link, Numbered, Told, Worker};
use crate::outcomes::Outcomes;
use crate::progress::{Phase, Progress};
use crate::solve::Predecessors;

/// Predecessors, to be asked for.
trait Sources: Sync {
    /// Visits the predecessors of a position that are stored, and whether the same player moves there.
    fn visit(
        &self,
        worker: &mut dyn Worker,
        at: Index,
        number: u64,
        scratch: &mut Vec<Link>,
        visit: impl FnMut(Index, bool),
    ) -> Result<(), Trouble>;
}

/// Predecessors that the game works out; only those stored were reached.
struct Derived<'a>(&'a Places);

impl Sources for Derived<'_> {
    #[inline]
    fn visit(
        &self,
        worker: &mut dyn Worker,
        _: Index,
        number: u64,
        scratch: &mut Vec<Link>,
        mut visit: impl FnMut(Index, bool),
    ) -> Result<(), Trouble> {
        let asked = worker.sources(number, scratch);
        asked.map_err(|source| Trouble::Fault { at: number, source })?;
        for source in &*scratch {
            if let Some(from) = self.0.index(source.number()) {
                visit(from, source.again());
            }
        }
        Ok(())
    }
}

impl Sources for Stored {
    #[inline]
    fn visit(
        &self,
        _: &mut dyn Worker,
        at: Index,
        _: u64,
        _: &mut Vec<Link>,
        visit: impl FnMut(Index, bool),
    ) -> Result<(), Trouble> {
        Stored::visit(self, at, visit);
        Ok(())
    }
}

/// Solves a surveyed game whose ends pay 1, 0 or −1 and where endless play is a draw.
pub(crate) fn retrograde<P>(
    game: &dyn Numbered<P>,
    survey: &Survey,
    opened: Cells,
    predecessors: Predecessors,
    settings: &Settings,
    progress: &dyn Progress,
) -> Result<Outcomes, SolveError<P>> {
    let total = Some(survey.tally.classes);
    let mut crew = Crew::new(game, settings.threads, progress, Phase::Solve, total);
    let mut solver = Retrograde {
        places: &survey.places,
        settings,
        held: survey.bytes(),
    };
    let derived = Derived(&survey.places);
    let solved = match predecessors {
        Predecessors::Derived => solver.solve(&mut crew, &derived, opened),
        Predecessors::Stored => {
            let stored = Stored::new(&mut crew, survey, &opened, settings);
            solver.held += Stored::needed(survey, 0);
            stored.and_then(|stored| solver.solve(&mut crew, &stored, opened))
        }
        Predecessors::Passes => solver.pass(&mut crew, opened),
    };
    solved.map_err(|trouble| trouble.named(game, settings.memory))
}

struct Retrograde<'s> {
    places: &'s Places,
    settings: &'s Settings,
    /// Bytes taken by what is not ours.
    held: u64,
}

/// How far a table of one width has come.
struct Progressed {
    /// The level that comes next.
    level: u32,
    /// Blocks with something settled at the level before; `None` before the first level: all.
    dirty: Option<Vec<Unit>>,
    done: bool,
}

impl Retrograde<'_> {
    fn solve<P>(
        &mut self,
        crew: &mut Crew<'_, P>,
        sources: &impl Sources,
        mut cells: Cells,
    ) -> Result<Outcomes, Trouble> {
        let grid = Grid::new(cells.len() as u64, &self.settings.tuning);
        let batch = self.settings.tuning.batch;
        self.held += grid.bytes(crew.threads(), batch);
        self.afford(&cells, cells.width())?;
        let mut boxes: Vec<Outbox> = Vec::new();
        boxes.resize_with(crew.threads(), || Outbox::new(grid, batch));
        let mut come = Progressed {
            level: 1,
            dirty: None,
            done: false,
        };
        while !come.done {
            let codec = cells.codec();
            match cells.width() {
                Width::One => {
                    let (table, _) = cells.raw_mut().as_chunks_mut::<1>();
                    let field = Field::new(table, grid);
                    self.levels(crew, sources, field, codec, &mut boxes, &mut come)?;
                }
                Width::Two => {
                    let (table, _) = cells.raw_mut().as_chunks_mut::<2>();
                    let field = Field::new(table, grid);
                    self.levels(crew, sources, field, codec, &mut boxes, &mut come)?;
                }
                Width::Four => {
                    let (table, _) = cells.raw_mut().as_chunks_mut::<4>();
                    let field = Field::new(table, grid);
                    self.levels(crew, sources, field, codec, &mut boxes, &mut come)?;
                }
            }
            if !come.done {
                self.widen(&mut cells)?;
            }
        }
        crew.tell()?;
        cells.close();
        Ok(Outcomes::compact(cells))
    }

    /// Level by level, without predecessors.
    fn pass<P>(&self, crew: &mut Crew<'_, P>, mut cells: Cells) -> Result<Outcomes, Trouble> {
        let mut level = 1;
        loop {
            let fits = match cells.width() {
                Width::One => Level::new::<[u8; 1]>(cells.codec(), level).is_some(),
                Width::Two => Level::new::<[u8; 2]>(cells.codec(), level).is_some(),
                Width::Four => Level::new::<[u8; 4]>(cells.codec(), level).is_some(),
            };
            if !fits {
                self.widen(&mut cells)?;
            } else if pass(crew, self.places, &mut cells, level)? {
                level += 1;
            } else {
                break;
            }
        }
        crew.tell()?;
        cells.close();
        Ok(Outcomes::compact(cells))
    }

    /// Makes the cells wider.
    fn widen(&self, cells: &mut Cells) -> Result<(), Trouble> {
        let wider = match cells.width() {
            Width::One => Width::Two,
            Width::Two => Width::Four,
            Width::Four => {
                return Err(Trouble::Overflow {
                    what: "the remoteness",
                });
            }
        };
        self.afford(cells, wider)?;
        cells.widen(wider);
        Ok(())
    }

    /// Whether the cells may become so wide.
    fn afford(&self, cells: &Cells, width: Width) -> Result<(), Trouble> {
        let needed = self.held + cells.len() as u64 * width.bytes();
        if needed > self.settings.memory {
            return Err(Trouble::Memory {
                needed,
                positions: self.places.len().into(),
            });
        }
        Ok(())
    }

    /// Goes on level by level, until nothing follows any more or a level does not fit into the cells.
    fn levels<P, C: Cell>(
        &self,
        crew: &mut Crew<'_, P>,
        sources: &impl Sources,
        mut field: Field<'_, C>,
        codec: Codec,
        boxes: &mut [Outbox],
        come: &mut Progressed,
    ) -> Result<(), Trouble> {
        match come.dirty.take() {
            None => field.soil(),
            Some(units) => field.put_dirty(&units),
        }
        loop {
            let units = field.take_dirty();
            if units.is_empty() {
                come.done = true;
                return Ok(());
            }
            let Some(level) = Level::new::<C>(codec, come.level) else {
                come.dirty = Some(units);
                return Ok(());
            };
            let blocks: u32 = units.iter().map(Unit::count).sum();
            let threads = (blocks / self.settings.tuning.crowd.max(1)) as usize;
            let threads = threads.clamp(1, boxes.len());
            let round = Round {
                field: &field,
                heap: Heap::new(&units),
                level,
            };
            crew.run(&mut boxes[..threads], |outbox, worker, beat| {
                self.work(sources, &round, outbox, worker, beat)
            })?;
            come.level += 1;
        }
    }

    /// One thread's share of a level.
    fn work<C: Cell>(
        &self,
        sources: &impl Sources,
        round: &Round<'_, '_, C>,
        outbox: &mut Outbox,
        worker: &mut dyn Worker,
        beat: &mut Beat<'_>,
    ) -> Result<(), Trouble> {
        let Round { field, heap, level } = round;
        let apply = |cell: &mut C, good: bool| level.apply(cell, good);
        let mut scratch: Vec<Link> = Vec::new();
        let mut found = Vec::new();
        let mut cursor = self.places.cursor();
        let settled = level.settled();
        while let Some(unit) = heap.take() {
            for block in unit.blocks() {
                found.clear();
                let first = field.gather(block, settled, &mut found, |cell| cell);
                for &(at, code) in &found {
                    let at = Index((first + u64::from(at)) as u32);
                    let lost = code.get() == level.lost;
                    let number = cursor.number(at);
                    sources.visit(worker, at, number, &mut scratch, |from, again| {
                        outbox.send(field, from.0.into(), lost != again, &apply);
                    })?;
                }
                beat.steps(found.len() as u64)?;
            }
        }
        outbox.flush(field, &apply);
        Ok(())
    }
}

/// What the threads share while they work on a level.
struct Round<'a, 'c, C> {
    field: &'a Field<'c, C>,
    heap: Heap<'a>,
    level: Level,
}

/// The code of nothing that there is.
const NEVER: u32 = u32::MAX;

/// The codes of one level.
#[derive(Clone, Copy)]
struct Level {
    most: u32,
    /// What was settled at the level before.
    won: u32,
    lost: u32,
    /// What is settled now.
    wins: u32,
    loses: u32,
}

impl Level {
    /// `None` if the codes do not fit into the cells.
    fn new<C: Cell>(codec: Codec, level: u32) -> Option<Self> {
        let code = |won, remoteness| {
            let code = codec.settled(won, remoteness)?;
            (code <= C::LIMIT && code < NEVER).then_some(code)
        };
        // Where the remoteness tells, only one of the two can have come up.
        let before = level - 1;
        let possible = |won: bool| match codec.told {
            Told::Apart => true,
            Told::LossesEven => won != before.is_multiple_of(2),
            Told::WinsEven => won == before.is_multiple_of(2),
        };
        let settled = |won| {
            if possible(won) {
                code(won, before)
            } else {
                Some(NEVER)
            }
        };
        Some(Self {
            most: codec.most,
            won: settled(true)?,
            lost: settled(false)?,
            wins: code(true, level)?,
            loses: code(false, level)?,
        })
    }

    /// What was settled at the level before, as it lies in the cells.
    fn settled<C: Cell>(self) -> [C; 2] {
        match (self.won, self.lost) {
            (NEVER, only) | (only, NEVER) => [C::of(only); 2],
            (won, lost) => [C::of(won), C::of(lost)],
        }
    }

    /// One more edge of an open position is known, to a good end or to a bad one.
    #[inline]
    fn apply<C: Cell>(self, cell: &mut C, good: bool) -> bool {
        let count = cell.get();
        if count.wrapping_sub(1) >= self.most {
            return false;
        }
        let code = match count {
            _ if good => self.wins,
            1 => self.loses,
            _ => count - 1,
        };
        *cell = C::of(code);
        good || count == 1
    }
}
