//! Impacts, after Refalo: how much of the search space an assignment of a variable removes by propagation.

use crate::fd::constraints::prop::Store;
use crate::fd::kernel::var::VarId;

/// The impacts of the assignments in one search.
///
/// The impact of an assignment is the part of the search space that it removes, where the search space is the
/// product of the sizes of all domains; that of a failure is 1. Refalo keeps an average for each value; here all
/// values of a variable have one.
#[derive(Default, Debug)]
pub(crate) struct Impacts {
    /// By variable: the average, and the number of assignments.
    averages: Vec<(f64, u32)>,
}

impl Impacts {
    /// Records an assignment that left the part `2^log_part` of the search space.
    pub(crate) fn record(&mut self, v: VarId, log_part: f64) {
        if self.averages.len() <= v.at() {
            self.averages.resize(v.at() + 1, (0.0, 0));
        }
        let (average, count) = &mut self.averages[v.at()];
        *count = count.saturating_add(1);
        *average += (1.0 - log_part.exp2() - *average) / f64::from(*count);
    }

    /// The sum, over the `size` values of a variable, of the parts of the search space that the assignments are
    /// expected to leave: the variable with the least sum has the greatest impact. Without a record, it is the
    /// size itself.
    pub(crate) fn remaining(&self, v: VarId, size: u64) -> f64 {
        let average = self.averages.get(v.at()).map_or(0.0, |a| a.0);
        size as f64 * (1.0 - average)
    }
}

/// The logarithm of the size of the search space.
pub(crate) fn log_size<'a>(store: &Store, vars: impl Iterator<Item = &'a VarId>) -> f64 {
    vars.map(|v| (store.vars.size(*v) as f64).log2()).sum()
}

#[cfg(test)]
mod tests {
    use super::Impacts;
    use crate::fd::kernel::var::VarId;

    #[test]
    fn averages() {
        let (mut impacts, v) = (Impacts::default(), VarId(2));
        assert_eq!(impacts.remaining(v, 8), 8.0);
        impacts.record(v, -1.0);
        assert_eq!(impacts.remaining(v, 8), 4.0);
        impacts.record(v, f64::NEG_INFINITY);
        assert_eq!(impacts.remaining(v, 8), 2.0);
        assert_eq!(impacts.remaining(VarId(0), 3), 3.0);
    }
}
