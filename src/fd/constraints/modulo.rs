//! `x mod y = z` (sign of the divisor) and `x rem y = z` (sign of the dividend). Bounds reasoning;
//! with a fixed divisor the bounds of `x` move to the next number that has a remainder in the
//! domain of `z`.

use crate::base::int::Int;
use crate::fd::constraints::constraint::{Constraint, Rel};
use crate::fd::constraints::support::keep_supported;
use crate::fd::constraints::times::is_half;
use crate::fd::kernel::bound::{Bound, Interval, negated};
use crate::fd::kernel::int_math;
use crate::fd::kernel::propagator::{Propagated, Status};
use crate::fd::kernel::var::{Inconsistent, VarId, Vars};

/// The remainder by a fixed divisor other than zero, for numbers of half a word: domain
/// consistent for few values, otherwise bounds reasoning. `None` elsewhere.
fn half_words(
    vars: &mut Vars,
    (x, y, z): (VarId, VarId, VarId),
    signed: bool,
) -> Result<Option<Status>, Inconsistent> {
    let (Some(d), Some(n)) = (vars.word(y), vars.span(x)) else {
        return Ok(None);
    };
    if d == 0 || !is_half((d, d)) || !is_half(n) || x == z {
        return Ok(None);
    }
    let size = d.abs();
    let remainder = |n: i64| {
        if signed {
            n % size
        } else {
            (n * d.signum()).rem_euclid(size) * d.signum()
        }
    };
    let (mut low, mut high) = (0, 0);
    if if signed { n.1 > 0 } else { d > 0 } {
        high = size - 1;
    }
    if if signed { n.0 < 0 } else { d < 0 } {
        low = 1 - size;
    }
    vars.remove_below(z, low)?;
    vars.remove_above(z, high)?;
    if keep_supported(vars, x, z, remainder)? {
        return Ok(Some(if vars.is_fixed(z) {
            Status::Subsumed
        } else {
            Status::Fix
        }));
    }
    let before = vars.prunings;
    // Move the ends to the next dividend whose remainder is allowed, unless they are far.
    for _ in 0..2 * size.min(64) {
        let low = vars.low(x);
        if vars.contains(z, remainder(low)) {
            break;
        }
        vars.remove_below(x, low + 1)?;
    }
    for _ in 0..2 * size.min(64) {
        let high = vars.high(x);
        if vars.contains(z, remainder(high)) {
            break;
        }
        vars.remove_above(x, high - 1)?;
    }
    Ok(if vars.prunings == before && size <= 64 {
        Some(Status::Fix)
    } else {
        None
    })
}

/// If the quotient is known, the remainder differs from the dividend by a constant.
fn known_quotient(
    vars: &Vars,
    (x, y, z): (VarId, VarId, VarId),
    signed: bool,
) -> Option<Constraint> {
    let n = vars.bounds(x);
    let (Bound::Fin(low), Bound::Fin(high)) = &n else {
        return None;
    };
    let constant = match vars.value(y) {
        Some(d) => {
            let divide = if signed {
                int_math::trunc_div
            } else {
                int_math::floor_div
            };
            let q = divide(low, &d);
            if q != divide(high, &d) {
                return None;
            }
            &q * &d
        }
        None => {
            let d = vars.bounds(y);
            let least = d.0.clone().max(d.1.neg());
            let most = Bound::Fin(high.clone()).max(Bound::Fin(-low));
            let own = least.signum() > 0
                && most < least
                && (signed || (low.signum() >= 0 && d.0.signum() > 0));
            if !own {
                return None;
            }
            Int::ZERO
        }
    };
    Some(Constraint::sum(
        vec![(Int::ONE, x), (Int::Small(-1), z)],
        Rel::Eq,
        constant,
    ))
}

/// Propagates `x mod y = z`, or `x rem y = z` when `signed`.
pub(super) fn propagate(
    vars: &mut Vars,
    (x, y, z): (VarId, VarId, VarId),
    signed: bool,
) -> Propagated {
    if x != z
        && !vars.is_fixed(x)
        && let Some(same) = known_quotient(vars, (x, y, z), signed)
    {
        vars.request(same);
        return Ok(Status::Subsumed);
    }
    if let Some(status) = half_words(vars, (x, y, z), signed)? {
        return Ok(status);
    }
    let before = vars.prunings;
    let divisor = vars.value(y);
    if let (Some(n), Some(m)) = (vars.value(x), &divisor) {
        if *m == Int::ZERO {
            return Err(Inconsistent);
        }
        let remainder = if signed {
            int_math::trunc_rem
        } else {
            int_math::floor_mod
        };
        vars.fix_int(z, &remainder(&n, m))?;
        return Ok(Status::Subsumed);
    }
    if signed {
        signs(vars, x, y, z)?;
    } else {
        remainders(vars, x, y, z)?;
    }
    if let Some(m) = divisor {
        let size = int_math::abs(&m);
        // Reduce to a positive divisor and to `mod`.
        let flip = if signed {
            let (low, high) = vars.bounds(x);
            if low.signum() >= 0 {
                Some(false)
            } else if high.signum() <= 0 {
                Some(true)
            } else {
                None
            }
        } else {
            Some(m.signum() < 0)
        };
        if let Some(flip) = flip {
            let turn = |i: Interval| if flip { negated(&i) } else { i };
            let (n, r) = (turn(vars.bounds(x)), turn(vars.bounds(z)));
            let (n, r) = fixed_divisor(n, &size, r).ok_or(Inconsistent)?;
            vars.restrict_to(x, &turn(n))?;
            vars.restrict_to(z, &turn(r))?;
        }
    }
    Ok(Status::since(vars, before))
}

/// Signs and sizes for `mod`.
fn remainders(vars: &mut Vars, x: VarId, y: VarId, z: VarId) -> Result<(), Inconsistent> {
    let d = vars.bounds(y);
    let zero = Bound::from(0);
    let low = d.0.plus(&Int::ONE).min(zero.clone());
    let high = d.1.plus(&Int::Small(-1)).max(zero);
    vars.restrict_to(z, &(low, high))?;
    let r = vars.bounds(z);
    if r.0.signum() > 0 {
        vars.restrict_to(y, &(r.0.plus(&Int::ONE), Bound::Sup))?;
    } else if r.1.signum() < 0 {
        vars.restrict_to(y, &(Bound::Inf, r.1.plus(&Int::Small(-1))))?;
    }
    let (n, d) = (vars.bounds(x), vars.bounds(y));
    if n.0.signum() >= 0 && d.0.signum() > 0 {
        vars.restrict_to(z, &(Bound::Inf, n.1.clone()))?;
        if n.1 < d.0 {
            // The dividend is its own remainder.
            vars.restrict_to(z, &n)?;
            vars.restrict_to(x, &vars.bounds(z))?;
        }
    }
    Ok(())
}

/// Signs and sizes for `rem`.
fn signs(vars: &mut Vars, x: VarId, y: VarId, z: VarId) -> Result<(), Inconsistent> {
    let d = vars.bounds(y);
    let size = d.0.neg().max(d.1.clone()).plus(&Int::Small(-1));
    vars.restrict_to(z, &(size.neg(), size))?;
    let n = vars.bounds(x);
    let zero = Bound::from(0);
    vars.restrict_to(z, &(n.0.clone().min(zero.clone()), n.1.clone().max(zero)))?;
    let r = vars.bounds(z);
    if r.0.signum() > 0 {
        vars.restrict_to(x, &(r.0.clone(), Bound::Sup))?;
    } else if r.1.signum() < 0 {
        vars.restrict_to(x, &(Bound::Inf, r.1.clone()))?;
    }
    let least = r.0.max(r.1.neg());
    if least.signum() > 0 {
        let least = least.plus(&Int::ONE);
        if d.0.signum() > 0 {
            vars.restrict_to(y, &(least, Bound::Sup))?;
        } else if d.1.signum() < 0 {
            vars.restrict_to(y, &(Bound::Inf, least.neg()))?;
        }
    }
    Ok(())
}

/// Narrows `n` and `r` in `n mod m = r` for `m > 0`.
fn fixed_divisor(n: Interval, m: &Int, r: Interval) -> Option<(Interval, Interval)> {
    let zero = Bound::from(0);
    let top = m - &Int::ONE;
    let (least, most) = (r.0.max(zero), r.1.min(Bound::Fin(top)));
    if least > most {
        return None;
    }
    let (Bound::Fin(least), Bound::Fin(most)) = (least, most) else {
        return None;
    };
    let (mut low, mut high) = n;
    if let Bound::Fin(i) = &low {
        let own = int_math::floor_mod(i, m);
        if own < least {
            low = Bound::Fin(i + &(&least - &own));
        } else if own > most {
            low = Bound::Fin(i + &(m - &own + least.clone()));
        }
    }
    if let Bound::Fin(i) = &high {
        let own = int_math::floor_mod(i, m);
        if own > most {
            high = Bound::Fin(i - &(&own - &most));
        } else if own < least {
            high = Bound::Fin(i - &(&own + m - most.clone()));
        }
    }
    if low > high {
        return None;
    }
    let mut r = (Bound::Fin(least), Bound::Fin(most));
    if let (Bound::Fin(a), Bound::Fin(b)) = (&low, &high)
        && int_math::floor_div(a, m) == int_math::floor_div(b, m)
    {
        // One quotient: the remainders are those of the ends.
        r = (
            Bound::Fin(int_math::floor_mod(a, m)),
            Bound::Fin(int_math::floor_mod(b, m)),
        );
    }
    Some(((low, high), r))
}
