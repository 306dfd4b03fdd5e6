//! Code that is made only when it is asked for: few tables have cells of more than one byte.

use super::code::Made;
use super::tables::Tables;
use super::{Maker, Native, SettleFunction, failed};
use cranelift_jit::JITModule;

/// The function that settles cells of more than one byte.
pub(super) struct Wide {
    settle: SettleFunction,
    /// The code; taken when it is freed.
    module: Option<JITModule>,
    /// What the code reads.
    _tables: Tables,
}

// SAFETY: as for `Native`.
unsafe impl Sync for Wide {}
// SAFETY: as for `Native`.
unsafe impl Send for Wide {}

impl Drop for Wide {
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
            1 => return Some(self.settle),
            2 => 0,
            4 => 1,
            _ => return None,
        };
        if cfg!(target_endian = "big") {
            return None;
        }
        let wide = self.wide[place].get_or_init(|| Wide::compile(self, width).ok());
        wide.as_ref().map(|wide| wide.settle)
    }
}

impl Wide {
    fn compile(native: &Native, width: usize) -> Made<Self> {
        let (ready, numbering, _) = &native.read;
        let mut maker = Maker::new(ready, numbering, None)?;
        maker.shared.terms.least = native.least;
        let settle = maker.settle(width)?;
        maker.module.finalize_definitions().map_err(failed)?;
        let Maker { module, tables, .. } = maker;
        let address = module.get_finalized_function(settle);
        // SAFETY: the function was made with this signature.
        let settle = unsafe { std::mem::transmute::<*const u8, SettleFunction>(address) };
        Ok(Self {
            settle,
            module: Some(module),
            _tables: tables,
        })
    }
}
