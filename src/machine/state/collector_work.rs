//! The work that the collector of the heap has done.

use std::time::Duration;

/// Counts of the collections of a machine.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct CollectorWork {
    /// Collects at every call, for tests.
    pub at_every_call: bool,
    /// Collections so far.
    pub count: u64,
    /// Bytes that they have freed.
    pub bytes: u64,
    /// The time that they took.
    pub time: Duration,
    /// The time of the longest one: the longest pause of the program.
    pub longest: Duration,
    /// The number of transient atoms at which they are collected.
    pub(in crate::machine) atoms_at: usize,
}

impl CollectorWork {
    /// Adds a collection.
    pub(in crate::machine) fn add(&mut self, bytes: u64, time: Duration) {
        self.count += 1;
        self.bytes += bytes;
        self.time += time;
        self.longest = self.longest.max(time);
    }
}
