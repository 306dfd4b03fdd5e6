//! Sets of lanes of known size, which stay in a processor's registers.

/// A set of lanes.
pub(super) trait Set: Send {
    /// How many words it takes, of which `words` may be known beforehand.
    fn count(words: usize) -> usize;

    /// No lanes.
    fn new(words: usize) -> Self;

    fn words(&self) -> &[u64];

    fn words_mut(&mut self) -> &mut [u64];

    #[inline]
    fn is_none(&self) -> bool {
        self.words().iter().fold(0, |any, word| any | word) == 0
    }

    /// Adds lanes.
    #[inline]
    fn add(&mut self, lanes: &[u64]) {
        self.words_mut()
            .iter_mut()
            .zip(lanes)
            .for_each(|(word, lanes)| *word |= lanes);
    }

    /// Keeps those lanes only.
    #[inline]
    fn keep(&mut self, lanes: &[u64]) {
        self.words_mut()
            .iter_mut()
            .zip(lanes)
            .for_each(|(word, lanes)| *word &= lanes);
    }

    /// Takes lanes away.
    #[inline]
    fn drop(&mut self, lanes: &[u64]) {
        self.words_mut()
            .iter_mut()
            .zip(lanes)
            .for_each(|(word, lanes)| *word &= !lanes);
    }
}

/// A set between empty words, so that it can be read shifted.
pub(super) struct Padded(Vec<u64>);

impl Padded {
    pub(super) fn new(words: usize) -> Self {
        Self(vec![0; 3 * words + 2])
    }

    /// The set itself.
    #[inline]
    pub(super) fn middle(&mut self, words: usize) -> &mut [u64] {
        &mut self.0[words + 1..][..words]
    }

    /// The words of the set with all bits moved down so far, less than its length.
    #[inline]
    pub(super) fn shifted(&self, words: usize, by: i32) -> impl Iterator<Item = u64> {
        let (offset, by) = (
            by.div_euclid(64) as isize,
            by.rem_euclid(64).cast_unsigned(),
        );
        let first = (words + 1).wrapping_add_signed(offset);
        let low = &self.0[first..first + words];
        let high = &self.0[first + 1..first + 1 + words];
        let pairs = low.iter().zip(high);
        pairs.map(move |(low, high)| low >> by | high << 1 << (63 - by))
    }
}

impl<const WORDS: usize> Set for [u64; WORDS] {
    #[inline]
    fn count(_words: usize) -> usize {
        WORDS
    }

    #[inline]
    fn new(_words: usize) -> Self {
        [0; WORDS]
    }

    #[inline]
    fn words(&self) -> &[u64] {
        self
    }

    #[inline]
    fn words_mut(&mut self) -> &mut [u64] {
        self
    }
}

impl Set for Vec<u64> {
    fn count(words: usize) -> usize {
        words
    }

    fn new(words: usize) -> Self {
        vec![0; words]
    }

    fn words(&self) -> &[u64] {
        self
    }

    fn words_mut(&mut self) -> &mut [u64] {
        self
    }
}

/// Calls a method for sets of as many words as there are.
macro_rules! with_words {
    ($words:expr, $of:expr, $method:ident, $argument:expr) => {
        match $words {
            1 => $of.$method::<[u64; 1]>($argument),
            2 => $of.$method::<[u64; 2]>($argument),
            3 => $of.$method::<[u64; 3]>($argument),
            4 => $of.$method::<[u64; 4]>($argument),
            5 => $of.$method::<[u64; 5]>($argument),
            6 => $of.$method::<[u64; 6]>($argument),
            7 => $of.$method::<[u64; 7]>($argument),
            8 => $of.$method::<[u64; 8]>($argument),
            9 => $of.$method::<[u64; 9]>($argument),
            _ => $of.$method::<Vec<u64>>($argument),
        }
    };
}

pub(super) use with_words;
