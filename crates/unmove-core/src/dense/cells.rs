//! One cell a position: first how many moves are still unknown, then the value.

use crate::game::Payoff;
use crate::numbered::{Codec, Told};
use crate::value::{Remoteness, Value};

impl Codec {
    /// The code for a table whose positions have at the most so many moves.
    pub(crate) fn new(most: u32, told: Told) -> Self {
        Self { most, told }
    }

    /// The code of a draw: an end without a winner, or endless play.
    pub fn drawn(self) -> u32 {
        self.most + 1
    }

    /// The code of a position won or lost in so many plies; `None` if no cell can hold it.
    pub fn settled(self, won: bool, remoteness: u32) -> Option<u32> {
        let place = match self.told {
            Told::Apart => remoteness.checked_mul(2)?.checked_add(u32::from(!won))?,
            Told::LossesEven | Told::WinsEven => remoteness,
        };
        place.checked_add(self.most)?.checked_add(2)
    }

    /// The value that a code stands for: none for nothing, and a draw while the position is open.
    pub fn value(self, code: u32) -> Option<Value> {
        if code == 0 {
            return None;
        }
        let Some(place) = code.checked_sub(self.most + 2) else {
            return Some(Value {
                payoff: Payoff::DRAW,
                remoteness: None,
            });
        };
        let (won, remoteness) = match self.told {
            Told::Apart => (place.is_multiple_of(2), place / 2),
            Told::LossesEven => (!place.is_multiple_of(2), place),
            Told::WinsEven => (place.is_multiple_of(2), place),
        };
        Some(Value {
            payoff: if won { Payoff::WIN } else { Payoff::LOSS },
            remoteness: Some(Remoteness(remoteness)),
        })
    }

    /// The code of a value; `None` if there is none.
    pub(crate) fn code(self, value: Value) -> Option<u32> {
        let code = match (value.payoff, value.remoteness) {
            (Payoff::DRAW, None) => self.drawn(),
            (Payoff::WIN, Some(remoteness)) => self.settled(true, remoteness.0)?,
            (Payoff::LOSS, Some(remoteness)) => self.settled(false, remoteness.0)?,
            _ => return None,
        };
        (self.value(code) == Some(value)).then_some(code)
    }
}

/// Bytes of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Width {
    One = 1,
    Two = 2,
    Four = 4,
}

impl Width {
    /// The least width that holds a code.
    pub(crate) fn of(code: u32) -> Self {
        match code {
            0..=0xFF => Self::One,
            0x100..=0xFFFF => Self::Two,
            _ => Self::Four,
        }
    }

    pub(crate) fn bytes(self) -> u64 {
        self as u64
    }
}

/// A cell as it lies in memory, in the order of bytes that the file formats use.
pub(crate) trait Cell: Copy + PartialEq + Send + Sync {
    /// The greatest code that fits.
    const LIMIT: u32;

    fn get(self) -> u32;

    fn of(code: u32) -> Self;
}

impl Cell for [u8; 1] {
    const LIMIT: u32 = 0xFF;

    #[inline]
    fn get(self) -> u32 {
        self[0].into()
    }

    #[inline]
    fn of(code: u32) -> Self {
        [code as u8]
    }
}

impl Cell for [u8; 2] {
    const LIMIT: u32 = 0xFFFF;

    #[inline]
    fn get(self) -> u32 {
        u16::from_le_bytes(self).into()
    }

    #[inline]
    fn of(code: u32) -> Self {
        (code as u16).to_le_bytes()
    }
}

impl Cell for [u8; 4] {
    const LIMIT: u32 = u32::MAX;

    #[inline]
    fn get(self) -> u32 {
        u32::from_le_bytes(self)
    }

    #[inline]
    fn of(code: u32) -> Self {
        code.to_le_bytes()
    }
}

/// A table of cells, all of one width.
#[derive(Clone, Debug)]
pub(crate) struct Cells {
    bytes: Vec<u8>,
    width: Width,
    codec: Codec,
}

impl Cells {
    /// A table of nothing.
    #[cfg(test)]
    fn new(len: usize, width: Width, codec: Codec) -> Self {
        Self::from_bytes(vec![0; len * width as usize], width, codec)
    }

    pub(crate) fn from_bytes(bytes: Vec<u8>, width: Width, codec: Codec) -> Self {
        Self {
            bytes,
            width,
            codec,
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.bytes.len() / self.width as usize
    }

    pub(crate) fn bytes(&self) -> u64 {
        self.bytes.capacity() as u64
    }

    pub(crate) fn width(&self) -> Width {
        self.width
    }

    pub(crate) fn codec(&self) -> Codec {
        self.codec
    }

    /// The cells as they lie in memory.
    pub(crate) fn raw(&self) -> &[u8] {
        &self.bytes
    }

    pub(crate) fn raw_mut(&mut self) -> &mut [u8] {
        &mut self.bytes
    }

    /// Whether something is there with moves that is not settled yet.
    pub(crate) fn is_open(&self, at: usize) -> bool {
        self.get(at).wrapping_sub(1) < self.codec.most
    }

    /// The code in a cell.
    #[inline]
    pub(crate) fn get(&self, at: usize) -> u32 {
        match self.width {
            Width::One => self.bytes[at].into(),
            Width::Two => self.bytes.as_chunks::<2>().0[at].get(),
            Width::Four => self.bytes.as_chunks::<4>().0[at].get(),
        }
    }

    /// Replaces the code in a cell; the code must fit.
    #[inline]
    pub(crate) fn put(&mut self, at: usize, code: u32) {
        match self.width {
            Width::One => self.bytes[at] = code as u8,
            Width::Two => self.bytes.as_chunks_mut::<2>().0[at] = Cell::of(code),
            Width::Four => self.bytes.as_chunks_mut::<4>().0[at] = Cell::of(code),
        }
    }

    /// Makes the cells at least so wide, in place: from the last to the first, since each moves up.
    pub(crate) fn widen(&mut self, width: Width) {
        /// Each cell from where it was to where it will be.
        fn spread<const OLD: usize, const NEW: usize>(bytes: &mut [u8], len: usize) {
            for at in (0..len).rev() {
                let old: [u8; OLD] = bytes.as_chunks().0[at];
                let new: [u8; NEW] =
                    std::array::from_fn(|place| old.get(place).copied().unwrap_or(0));
                bytes.as_chunks_mut().0[at] = new;
            }
        }
        if width <= self.width {
            return;
        }
        let (len, old) = (self.len(), self.width);
        self.bytes.resize(len * width as usize, 0);
        self.width = width;
        let bytes = &mut self.bytes;
        match (old, width) {
            (Width::One, Width::Two) => spread::<1, 2>(bytes, len),
            (Width::One, _) => spread::<1, 4>(bytes, len),
            _ => spread::<2, 4>(bytes, len),
        }
    }

    /// Turns what is still open into draws.
    pub(crate) fn close(&mut self) {
        fn close<C: Cell>(cells: &mut [C], codec: Codec) {
            for cell in cells {
                let code = cell.get();
                let open = code.wrapping_sub(1) < codec.most;
                *cell = C::of(if open { codec.drawn() } else { code });
            }
        }
        let codec = self.codec;
        match self.width {
            Width::One => close(self.bytes.as_chunks_mut::<1>().0, codec),
            Width::Two => close(self.bytes.as_chunks_mut::<2>().0, codec),
            Width::Four => close(self.bytes.as_chunks_mut::<4>().0, codec),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_gives_its_value_back() {
        for told in [Told::Apart, Told::LossesEven, Told::WinsEven] {
            let codec = Codec::new(3, told);
            for code in codec.drawn()..300 {
                let value = codec.value(code).expect("beyond nothing");
                assert_eq!(codec.code(value), Some(code));
            }
            assert_eq!(codec.settled(true, u32::MAX), None);
        }
    }

    #[test]
    fn cells_grow_in_place_and_keep_their_codes() {
        let codec = Codec::new(3, Told::Apart);
        let mut cells = Cells::new(300, Width::One, codec);
        for at in 0..300 {
            cells.put(at, at as u32 % 256);
        }
        for width in [Width::Two, Width::One, Width::Four] {
            cells.widen(width);
            assert!((0..300).all(|at| cells.get(at) == at as u32 % 256));
        }
        assert_eq!(cells.width(), Width::Four);
    }
}
