//! The generator splitmix64 by Steele, Lea and Flood: random numbers that depend on a seed alone, for
//! searches and tests.

/// A splitmix64 generator.
#[derive(Clone, Debug)]
pub(crate) struct SplitMix64(u64);

impl Default for SplitMix64 {
    fn default() -> SplitMix64 {
        SplitMix64(1)
    }
}

impl SplitMix64 {
    /// A generator with a seed.
    pub(crate) fn new(seed: u64) -> SplitMix64 {
        SplitMix64(seed)
    }

    /// The seed that continues from here.
    pub(crate) fn seed(&self) -> u64 {
        self.0
    }

    /// The next 64 bits.
    pub(crate) fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `n`, which is positive.
    pub(crate) fn below(&mut self, n: u64) -> u64 {
        ((u128::from(self.bits()) * u128::from(n)) >> 64) as u64
    }
}
