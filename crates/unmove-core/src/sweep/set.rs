//! Sets of lanes of known size, which stay in a processor's registers.

/// A set of lanes.
pub(super) trait Set: Send {
    /// How many words it takes, of which `words` may be known beforehand.
    fn count(words: usize) -> usize;

    /// No lanes.
    fn new(words: usize) -> Self;

    fn words(&self) -> &[u64];

    fn words_mut(&mut self) -> &mut [u64];
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
