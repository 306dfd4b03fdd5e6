//! Quantities that every move lowers.

use super::error::{RunError, RunErrorKind};
use super::layout::Position;
use super::machine::Machine;

impl Machine {
    /// The quantity that every move lowers, in words, where one is known.
    pub fn measure_words(&self) -> Option<&str> {
        let declared = self.ready.program.measure.as_ref();
        declared.map(|_| "every move lowers the declared measure")
    }

    pub(super) fn measured(&self, position: &Position) -> Result<Option<u64>, RunError> {
        let Some((measure, at)) = &self.ready.program.measure else {
            return Ok(None);
        };
        let value = self.evaluate(measure, position, &[])?;
        match u64::try_from(value) {
            Ok(value) => Ok(Some(value)),
            Err(_) => Err(RunError::new(RunErrorKind::NegativeMeasure(value), *at)
                .at_position(|| self.text(position))),
        }
    }
}
