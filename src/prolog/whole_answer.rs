//! The whole of an answer of which only a part was copied off the heap.

use super::answer::FoundAnswer;
use super::engine::HostVm;
use super::term_export::Extent;

/// The bytes of the copy for each compound and each argument, at most: an element of a list takes about 140.
const PART_BYTES: u64 = 54;
/// The divisor of the limit on the heap for the copy, which is no part of the machine.
const SHARE: u64 = 4;

impl HostVm {
    /// The whole of the answer that the open query has given last, with its residual goals. None if it has more
    /// compounds and arguments than `most`, or more than fit into a share of the memory of the machine.
    pub(super) fn whole_answer(&mut self, most: u64) -> Option<FoundAnswer> {
        let open = self.open.take()?;
        let room = self.vm.limits().heap_bytes / SHARE / PART_BYTES;
        let found = self.solution(&open, Extent::Within(most.min(room)));
        let count = open.count;
        self.open = Some(open);
        // Of an answer that is too large, nothing is copied.
        found.ok().filter(|found| found.values.len() == count)
    }
}
