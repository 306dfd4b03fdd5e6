//! Cells shared by threads: regions that one thread at a time works on, and changes in batches.
//!
//! Whoever wants to change a cell of another region writes the change down, and applies all that
//! are written down for a region once they are many. The changes of one round commute, so that the
//! result does not depend on who comes first. Working through a region at a time also keeps the
//! cells near the processor.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use super::Tuning;
use super::cells::Cell;

/// How a table is parted: regions, of blocks with a dirty bit each.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Grid {
    /// Cells of a region, as a power of two.
    region: u32,
    /// Cells of a block, as a power of two.
    block: u32,
    regions: usize,
}

/// The most cells of a block, as a power of two.
const BLOCK: u32 = 12;

impl Grid {
    pub(crate) fn new(len: u64, tuning: &Tuning) -> Self {
        let most = tuning.regions.max(1);
        let mut region = tuning.region.clamp(1, 30);
        while len.div_ceil(1 << region) > most && region < 30 {
            region += 1;
        }
        Self {
            region,
            block: region.saturating_sub(6).clamp(1, BLOCK).min(region),
            regions: len.div_ceil(1 << region) as usize,
        }
    }

    #[inline]
    fn region_of(&self, at: u64) -> (usize, u32) {
        let within = at & ((1 << self.region) - 1);
        ((at >> self.region) as usize, within as u32)
    }

    fn words(&self) -> usize {
        (1usize << (self.region - self.block)).div_ceil(64)
    }

    /// Bytes that the outboxes of so many threads take, and the dirty bits, at the most.
    pub(crate) fn bytes(&self, threads: usize, batch: usize) -> u64 {
        let boxes = threads as u64 * self.regions as u64 * (batch as u64 * 4 + 24);
        // Dirty bits, and once more those that are being worked on, with where they belong.
        boxes + (self.regions * self.words()) as u64 * 24
    }
}

/// Cells in regions.
pub(crate) struct Field<'c, C> {
    grid: Grid,
    regions: Vec<Mutex<Region<'c, C>>>,
}

struct Region<'c, C> {
    cells: &'c mut [C],
    /// Blocks in which something has become new.
    dirty: Vec<u64>,
}

/// Some blocks of a region: up to 64 neighbours.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Unit {
    region: u32,
    word: u32,
    blocks: u64,
}

impl<'c, C: Cell> Field<'c, C> {
    pub(crate) fn new(cells: &'c mut [C], grid: Grid) -> Self {
        let words = grid.words();
        let regions = cells.chunks_mut(1 << grid.region).map(|cells| {
            Mutex::new(Region {
                cells,
                dirty: vec![0; words],
            })
        });
        Self {
            grid,
            regions: regions.collect(),
        }
    }

    /// Marks every block as dirty.
    pub(crate) fn soil(&mut self) {
        let block = self.grid.block;
        for region in &mut self.regions {
            let region = region.get_mut().unwrap_or_else(PoisonError::into_inner);
            let blocks = region.cells.len().div_ceil(1 << block);
            for (word, dirty) in region.dirty.iter_mut().enumerate() {
                let left = blocks.saturating_sub(word * 64).min(64) as u32;
                *dirty = u64::MAX.checked_shr(64 - left).unwrap_or(0);
            }
        }
    }

    /// Takes the dirty blocks, which are clean from then on.
    pub(crate) fn take_dirty(&mut self) -> Vec<Unit> {
        let mut units = Vec::new();
        for (at, region) in self.regions.iter_mut().enumerate() {
            let region = region.get_mut().unwrap_or_else(PoisonError::into_inner);
            for (word, dirty) in region.dirty.iter_mut().enumerate() {
                let blocks = std::mem::take(dirty);
                if blocks != 0 {
                    units.push(Unit {
                        region: at as u32,
                        word: word as u32,
                        blocks,
                    });
                }
            }
        }
        units
    }

    /// Marks blocks as dirty again.
    pub(crate) fn put_dirty(&mut self, units: &[Unit]) {
        for unit in units {
            if let Some(region) = self.regions.get_mut(unit.region as usize) {
                let region = region.get_mut().unwrap_or_else(PoisonError::into_inner);
                region.dirty[unit.word as usize] |= unit.blocks;
            }
        }
    }

    /// Finds the cells of a block that hold one of two codes, by their places in the block, and leaves
    /// in each what `then` makes of it. Gives the index of the block's first cell.
    pub(crate) fn gather(
        &self,
        block: Block,
        [one, other]: [C; 2],
        found: &mut Vec<(u32, C)>,
        then: impl Fn(C) -> C,
    ) -> u64 {
        const STRIP: usize = 64;
        let first = u64::from(block.region) << self.grid.region;
        let start = (block.block as usize) << self.grid.block;
        let first = first + start as u64;
        let Some(region) = self.regions.get(block.region as usize) else {
            return first;
        };
        let mut region = region.lock().unwrap_or_else(PoisonError::into_inner);
        let end = region.cells.len().min(start + (1 << self.grid.block));
        let Some(cells) = region.cells.get_mut(start..end) else {
            return first;
        };
        for (strip, cells) in cells.chunks_mut(STRIP).enumerate() {
            // Most strips hold nothing: found out for all cells of a strip at once.
            let near = |cell: C| u8::from(cell == one) | u8::from(cell == other);
            if cells.iter().fold(0, |any, &cell| any | near(cell)) == 0 {
                continue;
            }
            for (at, cell) in cells.iter_mut().enumerate() {
                if near(*cell) != 0 {
                    found.push(((strip * STRIP + at) as u32, *cell));
                    *cell = then(*cell);
                }
            }
        }
        first
    }

    /// Writes codes into cells of a block.
    pub(crate) fn write(&self, block: Block, codes: impl Iterator<Item = (u32, u32)>) {
        let start = (block.block as usize) << self.grid.block;
        if let Some(region) = self.regions.get(block.region as usize) {
            let mut region = region.lock().unwrap_or_else(PoisonError::into_inner);
            for (at, code) in codes {
                if let Some(cell) = region.cells.get_mut(start + at as usize) {
                    *cell = C::of(code);
                }
            }
        }
    }

    /// Applies the changes in an outbox that belong to one region.
    fn apply(&self, region: usize, changes: &mut Vec<u32>, change: &impl Fn(&mut C, bool) -> bool) {
        const TOUCHED: usize = 256;
        let Some(shared) = self.regions.get(region) else {
            changes.clear();
            return;
        };
        let mut region = shared.lock().unwrap_or_else(PoisonError::into_inner);
        let Region { cells, dirty } = &mut *region;
        for some in changes.chunks(TOUCHED) {
            // A look at all the cells first, none of which waits for another, brings them near.
            let mut sum = 0u32;
            for &packed in some {
                if let Some(cell) = cells.get((packed >> 1) as usize) {
                    sum = sum.wrapping_add(cell.get());
                }
            }
            std::hint::black_box(sum);
            for &packed in some {
                let at = packed >> 1;
                if let Some(cell) = cells.get_mut(at as usize)
                    && change(cell, packed & 1 != 0)
                {
                    let block = at >> self.grid.block;
                    dirty[(block / 64) as usize] |= 1 << (block % 64);
                }
            }
        }
        changes.clear();
    }
}

/// One block of a region.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Block {
    region: u32,
    block: u32,
}

impl Unit {
    pub(crate) fn count(&self) -> u32 {
        self.blocks.count_ones()
    }

    pub(crate) fn blocks(self) -> impl Iterator<Item = Block> {
        let mut left = self.blocks;
        std::iter::from_fn(move || {
            let bit = (left != 0).then(|| left.trailing_zeros())?;
            left &= left - 1;
            Some(Block {
                region: self.region,
                block: self.word * 64 + bit,
            })
        })
    }
}

/// Units that threads take one after the other.
pub(crate) struct Heap<'a> {
    units: &'a [Unit],
    next: AtomicUsize,
}

impl<'a> Heap<'a> {
    pub(crate) fn new(units: &'a [Unit]) -> Self {
        Self {
            units,
            next: AtomicUsize::new(0),
        }
    }

    pub(crate) fn take(&self) -> Option<Unit> {
        let next = self.next.fetch_add(1, Ordering::Relaxed);
        self.units.get(next).copied()
    }
}

/// The changes that one thread has written down and not applied yet.
pub(crate) struct Outbox {
    grid: Grid,
    batch: usize,
    changes: Vec<Vec<u32>>,
}

impl Outbox {
    pub(crate) fn new(grid: Grid, batch: usize) -> Self {
        Self {
            grid,
            batch: batch.max(1),
            changes: vec![Vec::new(); grid.regions],
        }
    }

    /// Writes down a change of a cell, and one bit about it; applies what there is for its region
    /// once that is enough. `change` makes it and says whether the block has something new.
    #[inline]
    pub(crate) fn send<C: Cell>(
        &mut self,
        field: &Field<'_, C>,
        at: u64,
        bit: bool,
        change: &impl Fn(&mut C, bool) -> bool,
    ) {
        let (region, within) = self.grid.region_of(at);
        let Some(changes) = self.changes.get_mut(region) else {
            return;
        };
        changes.push(within << 1 | u32::from(bit));
        if changes.len() >= self.batch {
            field.apply(region, changes, change);
        }
    }

    /// Applies all that is left.
    pub(crate) fn flush<C: Cell>(
        &mut self,
        field: &Field<'_, C>,
        change: &impl Fn(&mut C, bool) -> bool,
    ) {
        for (region, changes) in self.changes.iter_mut().enumerate() {
            if !changes.is_empty() {
                field.apply(region, changes, change);
            }
        }
    }
}
