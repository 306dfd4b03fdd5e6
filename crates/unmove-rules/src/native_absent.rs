//! What stands in for machine code in a build without the feature `native`: there is none, and the rules are interpreted.

use crate::machine::numbering::Numbering;
use crate::machine::ready::Ready;
use crate::machine::unmoves::Unmoves;
use std::ops::Range;
use std::sync::Arc;
use unmove_core::numbered::{Codec, Link, Row, Standing, Tally};

/// Why there is no machine code, as a clause.
pub(crate) struct Unsupported(pub(crate) &'static str);

/// Machine code that nobody can have.
#[derive(Debug)]
pub(crate) enum Native {}

impl Native {
    pub(crate) fn compile(
        _: &Arc<Ready>,
        _: &Numbering,
        _: Option<&Unmoves>,
    ) -> Result<Self, Unsupported> {
        Err(Unsupported("this build makes no machine code"))
    }

    pub(crate) fn runner(&self) -> Runner<'_> {
        Runner(self)
    }
}

/// What runs it.
pub(crate) struct Runner<'n>(&'n Native);

impl Runner<'_> {
    pub(crate) fn row(&mut self, _: u64, _: &mut Row) -> Option<Standing> {
        match *self.0 {}
    }

    pub(crate) fn moves(&mut self, _: u64, _: &mut Row) -> Option<Standing> {
        match *self.0 {}
    }

    pub(crate) fn sources(&mut self, _: u64, _: &mut Vec<Link>) -> Option<()> {
        match *self.0 {}
    }

    pub(crate) fn is_root(&mut self, _: u64) -> Option<bool> {
        match *self.0 {}
    }

    pub(crate) fn orbit(&mut self, _: u64) -> Option<u64> {
        match *self.0 {}
    }

    pub(crate) fn open_range(&mut self, _: Range<u64>, _: &mut [u8], _: &mut Tally) -> bool {
        match *self.0 {}
    }

    pub(crate) fn settle_range(
        &mut self,
        _: Range<u64>,
        _: bool,
        _: Codec,
        _: &mut [u8],
        _: usize,
    ) -> u64 {
        match *self.0 {}
    }

    pub(crate) fn grundy_range(
        &mut self,
        _: Range<u64>,
        _: bool,
        _: u32,
        _: &[u8],
        _: &mut [u32],
    ) -> u64 {
        match *self.0 {}
    }
}
