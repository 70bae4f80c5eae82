//! Functions of one variable with few values: `z = f(x)` is made domain consistent by trying all values of `x`. Knows
//! no constraints.

use crate::fd::kernel::bound::Bound;
use crate::fd::kernel::domain::Domain;
use crate::fd::kernel::var::{Inconsistent, VarId, Vars};

/// The cost and the subscriptions of a propagator on two variables, `x` and `y`, all of whose values matter.
macro_rules! on_two_domains {
    () => {
        fn cost(&self) -> Cost {
            Cost::Binary
        }

        fn subscribe(&self, on: &mut dyn FnMut(VarId, PropCond)) {
            on(self.x, PropCond::Domain);
            on(self.y, PropCond::Domain);
        }
    };
}
pub(crate) use on_two_domains;

/// The subscriptions of a propagator on `x`, `y` and `z`, to whose domains only a hole at `zero` matters.
macro_rules! on_three_or_zero {
    () => {
        fn cost(&self) -> Cost {
            Cost::Nonlinear
        }

        fn subscribe(&self, on: &mut dyn FnMut(VarId, PropCond)) {
            let cond = if self.zero {
                PropCond::Domain
            } else {
                PropCond::Bounds
            };
            for v in [self.x, self.y, self.z] {
                on(v, cond);
            }
        }
    };
}
pub(crate) use on_three_or_zero;

/// With more values than this, bounds must do.
pub(crate) const FEW: u64 = 64;

/// Keeps the values of `x` whose image is a value of `z`, and those images; `z = f(x)` is domain consistent then.
/// Returns false, without effect, unless the domains are of words and `x` has few values.
pub(crate) fn keep_supported(
    vars: &mut Vars,
    x: VarId,
    z: VarId,
    f: impl Fn(i64) -> i64,
) -> Result<bool, Inconsistent> {
    if vars.span(x).is_none() || vars.span(z).is_none() || vars.size(x) > FEW {
        return Ok(false);
    }
    let mut images = [0i64; FEW as usize];
    let mut count = 0;
    let mut next = vars.next_value(x, vars.low(x));
    while let Some(i) = next {
        let image = f(i);
        if vars.contains(z, image) {
            images[count] = image;
            count += 1;
        } else {
            vars.remove(x, i)?;
        }
        next = vars.next_value(x, i + 1);
    }
    let images = &mut images[..count];
    images.sort_unstable();
    let (Some(&first), Some(&last)) = (images.first(), images.last()) else {
        return Err(Inconsistent);
    };
    vars.remove_below(z, first)?;
    vars.remove_above(z, last)?;
    let distinct = 1 + images.windows(2).filter(|w| w[0] != w[1]).count() as u64;
    if vars.size(z) == distinct {
        return Ok(true);
    }
    if let Some((_, base)) = vars.bits_of(z) {
        let mask = images.iter().fold(0u64, |m, i| m | 1 << (i - base));
        vars.keep_bits(z, base, mask)?;
        return Ok(true);
    }
    let parts = images.iter().map(|i| (Bound::from(*i), Bound::from(*i)));
    vars.restrict(z, &Domain::from_parts(parts.collect()))?;
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::keep_supported;
    use crate::fd::constraints::prop::Store;
    use crate::fd::kernel::domain::Domain;

    #[test]
    fn both_sides_lose_what_has_no_support() {
        let mut s = Store::new();
        let x = s.new_var(Domain::range(-5, 5)).expect("not empty");
        let z = s.new_var(Domain::range(3, 500)).expect("not empty");
        assert_eq!(keep_supported(&mut s.vars, x, z, |i| i * i), Ok(true));
        assert_eq!(s.domain(x).to_string(), "-5..-2\\/2..5");
        assert_eq!(s.domain(z).to_string(), "4\\/9\\/16\\/25");
    }
}
