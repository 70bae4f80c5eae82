//! Random inputs: programs compared with SWI-Prolog, the same programs under collections at every call, and
//! mutated texts; and operations on packed lists of characters.
//!
//! The gate runs each on a few seeds. `FUZZ_SECONDS=600 cargo test --test fuzz` runs longer, and
//! `FUZZ_SEED=7` starts elsewhere; a failure prints the seed and the input.

mod differential;
mod generator;
mod mutation;
mod packed_lists;

use std::time::{Duration, Instant};

/// A stream of random numbers: SplitMix64 (Steele, Lea, Flood, 2014).
pub(crate) struct Random(u64);

impl Random {
    /// The stream of a seed.
    pub(crate) fn new(seed: u64) -> Random {
        Random(seed)
    }

    fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    /// A number below `n`.
    pub(crate) fn below(&mut self, n: usize) -> usize {
        (self.word() % n as u64) as usize
    }

    /// An element.
    pub(crate) fn of<'t, T: ?Sized>(&mut self, all: &[&'t T]) -> &'t T {
        all[self.below(all.len())]
    }
}

fn variable(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

/// Calls a function with one seed after the other: with `count` seeds, the same on every machine, or for
/// `FUZZ_SECONDS`.
pub(crate) fn for_seeds(count: u64, mut check: impl FnMut(u64)) {
    let seconds = variable("FUZZ_SECONDS").map(Duration::from_secs);
    let start = Instant::now();
    let first = variable("FUZZ_SEED").unwrap_or(1);
    let mut seed = first;
    while seconds.map_or(seed < first + count, |s| start.elapsed() < s) {
        check(seed);
        seed += 1;
    }
}
