//! A set of numbers below a bound, as bits.

/// A set of numbers below a bound that is fixed when it is made.
pub(crate) struct NumberSet(Vec<u64>);

impl NumberSet {
    /// The empty set of numbers below `bound`.
    pub(crate) fn below(bound: usize) -> NumberSet {
        NumberSet(vec![0; bound.div_ceil(64)])
    }

    /// Adds a number; numbers from the bound on are left out.
    #[inline]
    pub(crate) fn insert(&mut self, n: u32) {
        if let Some(word) = self.0.get_mut(n as usize / 64) {
            *word |= 1 << (n % 64);
        }
    }

    /// Returns true if the set has the number.
    #[inline]
    pub(crate) fn contains(&self, n: u32) -> bool {
        let word = self.0.get(n as usize / 64);
        word.is_some_and(|w| w >> (n % 64) & 1 != 0)
    }
}
