//! Conflict counts: which propagator found the last contradiction, and how often each variable took
//! part in one. Counting starts when a strategy asks for it.

use crate::fd::kernel::slot::VarId;

/// The record of one store.
#[derive(Default, Debug)]
pub(crate) struct ConflictCounts {
    /// The propagator that found the contradiction, until it is counted.
    pub(crate) culprit: Option<u32>,
    /// Failures by variable; `None` until a strategy asks for them.
    counts: Option<Vec<u32>>,
}

impl ConflictCounts {
    /// Counts from now on, starting at zero.
    pub(crate) fn start(&mut self) {
        self.counts = Some(Vec::new());
    }

    /// Returns true if counting has started.
    #[inline]
    pub(crate) fn is_counting(&self) -> bool {
        self.counts.is_some()
    }

    /// The number of contradictions that constraints on the variable have found.
    pub(crate) fn of(&self, v: VarId) -> u32 {
        let counts = self.counts.as_ref();
        let count = counts.and_then(|c| c.get(v.at()));
        count.copied().unwrap_or_default()
    }

    /// Counts a contradiction for one of `all` variables.
    pub(crate) fn count(&mut self, v: VarId, all: usize) {
        if let Some(counts) = &mut self.counts {
            if counts.len() <= v.at() {
                counts.resize(all.max(v.at() + 1), 0);
            }
            counts[v.at()] = counts[v.at()].saturating_add(1);
        }
    }
}
