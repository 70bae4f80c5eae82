//! Sums `Σ ±tᵢ = c` that one pass over the bounds filters, where a term is a variable or a monotone function of one.
//! Knows no constraint.

use crate::fd::kernel::var::{Inconsistent, Vars};

/// The number of times that a run starts again because a bound moved past a hole.
const ROUNDS: usize = 16;

/// A term of a sum.
pub(crate) trait Addend {
    /// Returns true if it is subtracted.
    fn is_negative(&self) -> bool;

    /// The least and the greatest value of the term without its sign.
    fn range(&self, vars: &Vars) -> (i64, i64);

    /// Removes the values for which the term is greater than a bound that is not below its least value. 0 if the
    /// bound is reached exactly.
    fn at_most(&self, vars: &mut Vars, bound: i64) -> Result<i64, Inconsistent>;

    /// Removes the values for which the term is less than a bound that is above its least value. 0 if the bound is
    /// reached exactly.
    fn at_least(&self, vars: &mut Vars, bound: i64) -> Result<i64, Inconsistent>;
}

/// The result of a run.
pub(crate) enum Filtered {
    /// All terms are fixed, and the sum holds.
    Done,
    /// Nothing more follows from the bounds.
    Open,
    /// It takes more rounds.
    Unfinished,
}

/// Removes the values that the bounds exclude. Since all coefficients are 1 or −1, one pass gives the bounds of each
/// term, and a second pass would find the same unless a bound moved past a hole.
#[inline(always)]
pub(crate) fn filter<A: Addend>(
    addends: &[A],
    c: i64,
    vars: &mut Vars,
) -> Result<Filtered, Inconsistent> {
    for _ in 0..ROUNDS {
        // How far the least sum is below `c`, and the greatest above.
        let (mut up, mut down, mut widest) = (c, -c, 0);
        for a in addends {
            let (low, high) = a.range(vars);
            let (near, far) = if a.is_negative() {
                (-high, -low)
            } else {
                (low, high)
            };
            up -= near;
            down += far;
            widest = widest.max(far - near);
        }
        if up < 0 || down < 0 {
            return Err(Inconsistent);
        }
        if widest == 0 {
            return Ok(Filtered::Done);
        }
        let room = up.min(down);
        if widest <= room {
            return Ok(Filtered::Open);
        }
        let mut missed = 0;
        for a in addends {
            let (low, high) = a.range(vars);
            let width = high - low;
            if width <= room {
                continue;
            }
            let (from_low, from_high) = if a.is_negative() {
                (down, up)
            } else {
                (up, down)
            };
            if width > from_low {
                missed |= a.at_most(vars, low + from_low)?;
            }
            if width > from_high {
                missed |= a.at_least(vars, high - from_high)?;
            }
        }
        if missed == 0 {
            return Ok(if room == 0 {
                Filtered::Done
            } else {
                Filtered::Open
            });
        }
    }
    Ok(Filtered::Unfinished)
}
