//! What failed: which propagator found the last contradiction, and how often each variable took
//! part in one. Counting starts when a strategy asks for it. Knows no search.

use crate::fd::kernel::store::Store;
use crate::fd::kernel::var::VarId;

/// The record of one store.
#[derive(Default, Debug)]
pub(crate) struct Failures {
    /// The propagator that found the contradiction, until it is counted.
    pub(crate) culprit: Option<u32>,
    /// Failures by variable; nothing while nobody asks.
    counts: Option<Vec<u32>>,
}

impl Store {
    /// Counts failures by variable from now on, starting at zero.
    pub fn learn_failures(&mut self) {
        self.failures.counts = Some(Vec::new());
    }

    /// How many contradictions constraints on the variable have found.
    pub fn failures(&self, v: VarId) -> u32 {
        let counts = self.failures.counts.as_ref();
        counts
            .and_then(|c| c.get(v.at()))
            .copied()
            .unwrap_or_default()
    }

    /// Counts a contradiction.
    #[inline]
    pub fn count_dead_end(&mut self) {
        self.counters.backtracks += 1;
        let culprit = self.failures.culprit.take();
        if self.failures.counts.is_some() || self.is_watched() {
            self.count_culprit(culprit);
        }
    }

    /// Notes who found a contradiction, for those who ask.
    fn count_culprit(&mut self, culprit: Option<u32>) {
        if self.is_watched() {
            self.report_failure(culprit);
        }
        if let (Some(p), Some(counts)) = (culprit, &mut self.failures.counts)
            && let Some(prop) = self.props.get(p as usize)
        {
            let all = self.vars.slots.len();
            for v in prop.describe().vars() {
                if counts.len() <= v.at() {
                    counts.resize(all.max(v.at() + 1), 0);
                }
                counts[v.at()] = counts[v.at()].saturating_add(1);
            }
        }
    }
}
