//! Code that is made only when it is asked for: only games without cycles are settled range by range, and few have Grundy values.

use std::sync::OnceLock;

use super::code::Made;
use super::tables::Tables;
use super::{GrundyFunction, Maker, Native, SettleFunction, failed};
use cranelift_jit::JITModule;
use cranelift_module::FuncId;

/// A function with its code.
pub(super) struct Later {
    function: *const u8,
    /// The code; taken when it is freed.
    module: Option<JITModule>,
    /// What the code reads.
    _tables: Tables,
}

// SAFETY: as for `Native`.
unsafe impl Sync for Later {}
// SAFETY: as for `Native`.
unsafe impl Send for Later {}

impl Drop for Later {
    fn drop(&mut self) {
        if let Some(module) = self.module.take() {
            // SAFETY: the function is called through `self` alone, which is no more.
            unsafe { module.free_memory() };
        }
    }
}

impl Native {
    /// The function that settles cells of so many bytes, if there is one.
    pub(super) fn settle(&self, width: usize) -> Option<SettleFunction> {
        let place = match width {
            1 => 0,
            2 => 1,
            4 => 2,
            _ => return None,
        };
        if width > 1 && cfg!(target_endian = "big") {
            return None;
        }
        let function = self.later(&self.settle[place], |maker| maker.settle(width))?;
        // SAFETY: the function was made with this signature.
        Some(unsafe { std::mem::transmute::<*const u8, SettleFunction>(function) })
    }

    /// The function that works out Grundy values, if there is one.
    pub(super) fn grundy(&self) -> Option<GrundyFunction> {
        let function = self.later(&self.grundy, Maker::grundy)?;
        // SAFETY: the function was made with this signature.
        Some(unsafe { std::mem::transmute::<*const u8, GrundyFunction>(function) })
    }

    fn later<'n>(
        &'n self,
        kept: &OnceLock<Option<Later>>,
        make: impl FnOnce(&mut Maker<'n>) -> Made<FuncId>,
    ) -> Option<*const u8> {
        let later = kept.get_or_init(|| Later::compile(self, make).ok());
        later.as_ref().map(|later| later.function)
    }
}

impl Later {
    fn compile<'n>(
        native: &'n Native,
        make: impl FnOnce(&mut Maker<'n>) -> Made<FuncId>,
    ) -> Made<Self> {
        let (ready, numbering, _) = &native.read;
        let mut maker = Maker::new(ready, numbering, None)?;
        maker.shared.terms.least = native.least;
        let function = make(&mut maker)?;
        maker.module.finalize_definitions().map_err(failed)?;
        let Maker { module, tables, .. } = maker;
        Ok(Self {
            function: module.get_finalized_function(function),
            module: Some(module),
            _tables: tables,
        })
    }
}
