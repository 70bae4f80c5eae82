//! Restarts: after how many failures a run ends, and the part of the last solution that the next run keeps.
//! Must not know the search.

use crate::base::int::Int;
use crate::base::splitmix::SplitMix64;
use crate::fd::constraints::prop::Store;
use crate::fd::kernel::var::{Inconsistent, VarId};

/// The number of failures after which a run ends.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(crate) enum Cutoff {
    /// No limit.
    #[default]
    None,
    /// The same for each run.
    Constant(u64),
    /// As many more for each run.
    Linear(u64),
    /// `scale · base^k` for run `k`.
    Geometric {
        /// The base.
        base: f64,
        /// The scale.
        scale: u64,
    },
    /// `scale` times the sequence of Luby, Sinclair and Zuckerman.
    Luby(u64),
}

impl Cutoff {
    /// The limit of run `k`, counted from 1.
    pub(crate) fn limit(self, k: u64) -> Option<u64> {
        match self {
            Cutoff::None => None,
            Cutoff::Constant(scale) => Some(scale.max(1)),
            Cutoff::Linear(scale) => Some(scale.saturating_mul(k).max(1)),
            Cutoff::Geometric { base, scale } => {
                // The conversion of a float saturates.
                let limit = scale as f64 * base.powf(k as f64);
                Some((limit as u64).max(1))
            }
            Cutoff::Luby(scale) => Some(scale.saturating_mul(luby(k)).max(1)),
        }
    }
}

/// Member `k`, from 1, of 1 1 2 1 1 2 4 1 1 2 1 1 2 4 8 …
fn luby(mut k: u64) -> u64 {
    loop {
        let bits = 64 - k.leading_zeros();
        // All bits are ones at the end of a block.
        if k.count_ones() == bits {
            return 1 << (bits - 1);
        }
        k -= (1 << (bits - 1)) - 1;
    }
}

/// The neighbourhood of large neighbourhood search: each run keeps a random part of the last solution.
#[derive(Clone, Debug)]
pub(crate) struct Neighborhood {
    /// The variables that may keep their values.
    pub vars: Vec<VarId>,
    /// The chance of each to keep its value, in a hundred.
    pub percent: u64,
    /// The values to keep, from the first solution on.
    pub values: Option<Vec<Int>>,
}

impl Neighborhood {
    /// Records a solution.
    pub(crate) fn record(&mut self, store: &Store) {
        let values: Option<Vec<Int>> = self.vars.iter().map(|v| store.value(*v)).collect();
        if values.is_some() {
            self.values = values;
        }
    }

    /// Fixes a random part of the variables. Returns true if one of them was not fixed before.
    pub(crate) fn reconstruct(
        &self,
        store: &mut Store,
        random: &mut SplitMix64,
    ) -> Result<bool, Inconsistent> {
        let mut narrowed = false;
        let Some(values) = &self.values else {
            return Ok(false);
        };
        for (v, i) in self.vars.iter().zip(values) {
            if random.below(100) < self.percent && !store.is_fixed(*v) {
                narrowed = true;
                store.assign(*v, i)?;
            }
        }
        Ok(narrowed)
    }
}

#[cfg(test)]
mod tests {
    use super::{Cutoff, luby};

    #[test]
    fn limits() {
        let first: Vec<u64> = (1..=15).map(luby).collect();
        assert_eq!(first, [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]);
        assert_eq!(Cutoff::None.limit(3), None);
        assert_eq!(Cutoff::Linear(5).limit(3), Some(15));
        let g = Cutoff::Geometric {
            base: 2.0,
            scale: 3,
        };
        assert_eq!(g.limit(2), Some(12));
        assert_eq!(g.limit(2000), Some(u64::MAX));
    }
}
