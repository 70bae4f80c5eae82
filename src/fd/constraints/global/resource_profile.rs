//! Profiles over time: the amount in use at each time, as a sum of steps. Shared by the scheduling constraints; knows
//! no tasks.

use crate::base::int::Int;
use crate::fd::kernel::var::{INF, SUP};

/// A stretch of time with a constant, non-zero height.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Segment {
    pub(crate) from: i64,
    pub(crate) to: i64,
    pub(crate) height: i128,
}

/// The segments of a sum of steps `(time, change)`, in order of time.
pub(crate) fn profile(mut steps: Vec<(i64, i128)>) -> Vec<Segment> {
    steps.sort_unstable();
    let mut all: Vec<Segment> = Vec::with_capacity(steps.len());
    let (mut height, mut since) = (0, 0);
    let mut i = 0;
    while i < steps.len() {
        let at = steps[i].0;
        if height != 0 {
            all.push(Segment {
                from: since,
                to: at,
                height,
            });
        }
        while i < steps.len() && steps[i].0 == at {
            height += steps[i].1;
            i += 1;
        }
        since = at;
    }
    all
}

/// The sum of two lower bounds.
pub(crate) fn low_sum(a: i64, b: i64) -> i64 {
    if a == INF || b == INF {
        INF
    } else {
        a.saturating_add(b)
    }
}

/// The sum of two upper bounds.
pub(crate) fn high_sum(a: i64, b: i64) -> i64 {
    if a == SUP || b == SUP {
        SUP
    } else {
        a.saturating_add(b)
    }
}

/// An upper bound less a lower bound that is not negative.
pub(crate) fn high_less(a: i64, b: i64) -> i64 {
    if a == SUP { SUP } else { a.saturating_sub(b) }
}

/// A bound as a word: itself, or the nearest.
pub(crate) fn word(i: i128) -> i64 {
    i64::try_from(i).unwrap_or(if i < 0 { INF + 1 } else { SUP - 1 })
}

/// Returns true if at every time the sum of the heights of `(start, end, height)` that cover it is at most
/// the limit.
pub(crate) fn within(tasks: &[(Int, Int, Int)], limit: &Int) -> bool {
    let mut steps: Vec<(&Int, bool, &Int)> = Vec::with_capacity(2 * tasks.len());
    for (start, end, height) in tasks {
        if start < end {
            steps.push((start, true, height));
            steps.push((end, false, height));
        }
    }
    // A task that ends at a time has released the resource before another one starts at the same time.
    steps.sort_unstable();
    let mut sum = Int::ZERO;
    for (i, (at, starts, height)) in steps.iter().enumerate() {
        if *starts {
            sum = &sum + *height;
        } else {
            sum = &sum - *height;
        }
        let last = steps.get(i + 1).is_none_or(|next| next.0 != *at);
        if last && sum > *limit {
            return false;
        }
    }
    true
}
