//! `x ^ y = z`. Bounds consistent when the exponent or the base is fixed; an even power excludes
//! the middle of its base. Negative exponents have integer results for the bases 1 and −1 only.

use crate::base::int::{Int, TooLarge};
use crate::fd::constraints::affine;
use crate::fd::constraints::constraint::{BoolOp, Constrain, Constraint, ConstraintTerm};
use crate::fd::constraints::prop::{Prop, Store};
#[cfg(test)]
use crate::fd::constraints::spec::Spec;
use crate::fd::constraints::square_sum;
use crate::fd::constraints::support::on_three_or_zero;
use crate::fd::kernel::bound::{Bound, Interval};
use crate::fd::kernel::domain::Domain;
use crate::fd::kernel::event::PropCond;
use crate::fd::kernel::int_math;
use crate::fd::kernel::propagator::{Cost, Propagated, Status};
use crate::fd::kernel::request::Rel;
use crate::fd::kernel::var::Narrowed;
use crate::fd::kernel::var::{Inconsistent, VarId, Vars};

/// `x ^ y = z`
#[derive(Debug)]
pub(crate) struct Power {
    x: VarId,
    y: VarId,
    z: VarId,
    /// True if it was posted as a square.
    square: bool,
    /// True if the exponent was open when this was posted, or the base had values of both signs: a hole around zero
    /// matters.
    zero: bool,
}

/// Posts `x² = z`.
pub(crate) fn post_square(s: &mut Store, x: VarId, z: VarId) -> Result<(), Inconsistent> {
    let y = s.new_constant(&Int::Small(2));
    s.post(&Power::of(x, y, z))
}

/// The longest power of integers that is computed before anything is posted, in bits.
const MAX_VALUE_BITS: u64 = 1 << 26;

impl Power {
    /// `x ^ y`; `None` if it is not an integer.
    ///
    /// # Errors
    /// It is too long to be computed.
    pub(crate) fn value(x: &Int, y: &Int) -> Result<Option<Int>, TooLarge> {
        let unit = matches!(x.to_i64(), Some(-1..=1));
        if !unit && !y.is_negative() {
            let bits = y
                .to_i64()
                .and_then(|n| (int_math::bits(x) - 1).checked_mul(n.unsigned_abs()));
            if bits.is_none_or(|b| b > MAX_VALUE_BITS) {
                return Err(TooLarge);
            }
        }
        Ok(integer_power(x, y, 2 * MAX_VALUE_BITS))
    }

    /// `x ^ y = z`; for negative `y` only when `x` is 1 or −1.
    pub(crate) fn of(x: VarId, y: VarId, z: VarId) -> Constraint {
        let (square, zero) = (false, true);
        Constraint::other(Power {
            x,
            y,
            z,
            square,
            zero,
        })
    }
}

/// `x ^ y` if it is an integer of at most `max_bits` bits.
fn integer_power(x: &Int, y: &Int, max_bits: u64) -> Option<Int> {
    let odd = int_math::is_odd(y);
    match x {
        Int::Small(0) if y.signum() < 0 => None,
        Int::Small(0) if y.signum() > 0 => Some(Int::ZERO),
        Int::Small(0 | 1) => Some(Int::ONE),
        Int::Small(-1) => Some(if odd { x.clone() } else { Int::ONE }),
        Int::Small(_) | Int::Big(_) => match y {
            Int::Small(y) => int_math::power_within(x, u64::try_from(*y).ok()?, max_bits),
            Int::Big(_) => None,
        },
    }
}

impl Constrain for Power {
    fn map_vars(&self, f: &mut dyn FnMut(VarId) -> VarId) -> Constraint {
        let (x, y, z) = (f(self.x), f(self.y), f(self.z));
        Constraint::other(Power { x, y, z, ..*self })
    }

    fn holds(&self, at: &dyn Fn(VarId) -> Int) -> bool {
        let z = at(self.z);
        let power = integer_power(&at(self.x), &at(self.y), int_math::bits(&z));
        power.is_some_and(|p| p == z)
    }

    fn show(&self) -> ConstraintTerm {
        let power = ConstraintTerm::function("^", &[self.x, self.y]);
        ConstraintTerm::equation(power, ConstraintTerm::Var(self.z))
    }

    fn post(&self, s: &mut Store) -> Result<(), Inconsistent> {
        let Power { x, y, z, .. } = *self;
        let square = s.vars.word(y) == Some(2);
        if square && affine::restrict_root(s, x, z)? {
            return Ok(());
        }
        let (low, high) = s.vars.bounds(x);
        let zero = !s.vars.is_fixed(y) || (low.signum() <= 0 && high.signum() >= 0);
        let power = Power {
            x,
            y,
            z,
            square,
            zero,
        };
        s.add(Prop::Other(Box::new(power)))?;
        if square {
            return square_sum::follow_square(s, z);
        }
        Ok(())
    }

    fn reify(&self, s: &mut Store, b: VarId) -> Result<(), Inconsistent> {
        s.reify_function(b, self.z, |z| Power::of(self.x, self.y, z))
    }

    /// The exponent is not negative, or the base is 1 or −1.
    fn defined(&self, s: &mut Store) -> Result<Option<VarId>, Inconsistent> {
        let natural = Constraint::member(self.y, Domain::interval(Bound::from(0), Bound::Sup));
        if natural.decided(&s.vars) == Some(true) {
            return Ok(None);
        }
        let (defined, is_natural, is_unit) = (s.new_bool(), s.new_bool(), s.new_bool());
        s.post_reified(is_natural, &natural)?;
        let units = Domain::of_magnitude(&Int::ONE);
        s.post_reified(is_unit, &Constraint::member(self.x, units))?;
        s.post(&Constraint::connective(
            BoolOp::Or,
            is_natural,
            is_unit,
            defined,
        ))?;
        Ok(Some(defined))
    }

    fn square_root_of(&self, z: VarId) -> Option<VarId> {
        (self.square && self.z == z && self.x != z).then_some(self.x)
    }

    on_three_or_zero!();

    fn propagate(&self, vars: &mut Vars) -> Propagated {
        let (x, y, z) = (self.x, self.y, self.z);
        if let Some(n) = vars.word(y).filter(|n| *n == 1 || (*n > 1 && x == z)) {
            // The base equals one of its higher powers only if it is 0, 1, or for odd powers −1.
            match n {
                1 => vars.request_offset(x, Rel::Eq, z, 0),
                _ => vars.restrict(x, &Domain::range(-(n & 1), 1))?,
            }
            return Ok(Status::Subsumed);
        }
        if self.square
            && let Some(status) = square_words(vars, x, z)?
        {
            return Ok(status);
        }
        if let Some(status) = even_words(vars, x, y, z)? {
            return Ok(status);
        }
        if let (Some(base), Some(exponent)) = (vars.value(x), vars.value(y)) {
            let known = vars.value(z).map_or(0, |z| int_math::bits(&z));
            let enough = known.max(int_math::MAX_BITS);
            if let Some(p) = integer_power(&base, &exponent, enough) {
                vars.fix_int(z, &p)?;
                return Ok(Status::Subsumed);
            }
            // Not an integer, or one too large to exist here.
            return if exponent.signum() < 0 || vars.is_fixed(z) {
                Err(Inconsistent)
            } else {
                Ok(Status::Fix)
            };
        }
        let before = vars.prunings;
        match (vars.value(x), vars.value(y)) {
            (_, Some(exponent)) => match u64::try_from(exponent.to_i64().unwrap_or(i64::MAX)) {
                Ok(n) => fixed_exponent(vars, x, n, z)?,
                Err(_) => {
                    // Only 1 and −1 have a reciprocal; both are their own.
                    vars.restrict(x, &Domain::from_parts(vec![unit(-1), unit(1)]))?;
                    vars.restrict(z, &Domain::from_parts(vec![unit(-1), unit(1)]))?;
                }
            },
            (Some(base), None) => fixed_base(vars, &base, y, z)?,
            (None, None) => general(vars, x, y, z)?,
        }
        if let (Some(exponent), Some(power)) = (vars.value(y), vars.value(z))
            && vars.size(x) == 2
            && let (Bound::Fin(low), Bound::Fin(high)) = vars.bounds(x)
            && high == -low
            && integer_power(&high, &exponent, int_math::bits(&power)).is_some_and(|p| p == power)
            && !int_math::is_odd(&exponent)
        {
            return Ok(Status::Subsumed);
        }
        Ok(Status::since(vars, before))
    }
}

/// Bounds consistency for the square of a number that is not negative, if all bounds are words and the base is not
/// too large; `None` otherwise.
#[inline]
fn square_words(vars: &mut Vars, x: VarId, z: VarId) -> Result<Option<Status>, Inconsistent> {
    let (mut low, mut high) = (vars.low(x), vars.high(x));
    if low < 0 || high >= 1 << 30 || x == z {
        return Ok(None);
    }
    let Some((below, above)) = vars.span(z) else {
        return Ok(None);
    };
    if above < high * high {
        if above < 0 {
            return Err(Inconsistent);
        }
        vars.remove_above(x, int_math::floor_root_word(above as u64, 2) as i64)?;
        high = vars.high(x);
    }
    if below > low * low {
        let root = int_math::floor_root_word(below as u64, 2) as i64;
        vars.remove_below(x, root + i64::from(root * root < below))?;
        low = vars.low(x);
    }
    let (bottom, top) = (low * low, high * high);
    vars.remove_below(z, bottom)?;
    vars.remove_above(z, top)?;
    Ok(Some(if bottom == top {
        Status::Subsumed
    } else if vars.low(z) == bottom && vars.high(z) == top {
        Status::Fix
    } else {
        // A bound fell into a hole.
        Status::NoFix
    }))
}

/// Removes the bases whose even power is below a bound.
fn remove_small_bases(vars: &mut Vars, x: VarId, n: u32, below: i64) -> Narrowed {
    let mut root = int_math::floor_root_word(below as u64, n) as i64;
    if power(root, n) < below {
        root += 1;
    }
    if vars.low(x) > -root {
        vars.remove_below(x, root)
    } else if vars.high(x) < root {
        vars.remove_above(x, -root)
    } else {
        vars.remove_range(x, 1 - root, root - 1)
    }
}

/// Bounds consistency for a fixed, positive and even exponent (usually 2) where the bounds of both
/// sides are words and the base is not too large; `None` elsewhere.
#[inline]
fn even_words(
    vars: &mut Vars,
    x: VarId,
    y: VarId,
    z: VarId,
) -> Result<Option<Status>, Inconsistent> {
    let (Some(n), Some((low, high)), Some(_)) = (vars.word(y), vars.span(x), vars.span(z)) else {
        return Ok(None);
    };
    if !(2..=16).contains(&n) || n & 1 == 1 || x == z {
        return Ok(None);
    }
    let n = n as u32;
    let most = high.max(-low);
    if most >= 1 << (60 / n) {
        return Ok(None);
    }
    let before = vars.prunings;
    // The base first: afterwards, only the powers of its new bounds remain to be computed.
    vars.remove_below(z, 0)?;
    let (below, above) = (vars.low(z), vars.high(z));
    if above < power(most, n) {
        let root = int_math::floor_root_word(above as u64, n) as i64;
        vars.remove_below(x, -root)?;
        vars.remove_above(x, root)?;
    }
    let nearest = |vars: &Vars| vars.least_magnitude(x).unwrap_or_default();
    if below > power(nearest(vars), n) {
        remove_small_bases(vars, x, n, below)?;
    }
    let (low, high) = (vars.low(x), vars.high(x));
    let (bottom, top) = (power(nearest(vars), n), power(high.max(-low), n));
    vars.remove_below(z, bottom)?;
    vars.remove_above(z, top)?;
    if let Some(base) = vars.word(x) {
        vars.fix(z, power(base, n))?;
        return Ok(Some(Status::Subsumed));
    }
    // A root of either sign is all that is left.
    if let Some(value) = vars.word(z)
        && vars.high(x) == -vars.low(x)
        && vars.size(x) == 2
        && power(vars.high(x), n) == value
    {
        return Ok(Some(Status::Subsumed));
    }
    let exact = bottom == vars.low(z) && top == vars.high(z);
    Ok(Some(if exact || vars.prunings == before {
        Status::Fix
    } else {
        Status::NoFix
    }))
}

/// `base` to the power `n`, usually 2.
#[inline]
fn power(base: i64, n: u32) -> i64 {
    if n == 2 { base * base } else { base.pow(n) }
}

fn unit(i: i64) -> Interval {
    (Bound::from(i), Bound::from(i))
}

/// The power of a bound; infinite if it is too large to compute.
fn raise(b: &Bound, n: u64) -> Bound {
    match b {
        Bound::Fin(i) => match int_math::power(i, n) {
            Some(p) => Bound::Fin(p),
            None if i.signum() < 0 && n % 2 == 1 => Bound::Inf,
            None => Bound::Sup,
        },
        Bound::Inf if n.is_multiple_of(2) => Bound::Sup,
        Bound::Inf | Bound::Sup => b.clone(),
    }
}

/// The power of a bound as a lower bound of powers; 0 in place of one that is too large to compute.
fn raise_low(b: &Bound, n: u64) -> Bound {
    match raise(b, n) {
        Bound::Sup => Bound::from(0),
        low => low,
    }
}

fn raise_high(b: &Bound, n: u64) -> Bound {
    match raise(b, n) {
        Bound::Inf => Bound::from(0),
        high => high,
    }
}

/// `x ^ n = z` for `n ≥ 0`.
fn fixed_exponent(vars: &mut Vars, x: VarId, n: u64, z: VarId) -> Result<(), Inconsistent> {
    if n == 0 {
        return vars.fix(z, 1);
    }
    if n.is_multiple_of(2) {
        even_exponent(vars, x, n, z)
    } else {
        odd_exponent(vars, x, n, z)
    }
}

fn odd_exponent(vars: &mut Vars, x: VarId, n: u64, z: VarId) -> Result<(), Inconsistent> {
    // The one hole that matters.
    if !vars.contains(z, 0) {
        vars.remove(x, 0)?;
    } else if !vars.contains(x, 0) {
        vars.remove(z, 0)?;
    }
    let (low, high) = vars.bounds(x);
    vars.restrict_to(z, &(raise_low_signed(&low, n), raise_high_signed(&high, n)))?;
    let (low, high) = vars.bounds(z);
    let root_up = |b: &Bound| match b {
        Bound::Fin(i) if i.signum() < 0 => Bound::Fin(-int_math::floor_root(&-i, n)),
        Bound::Fin(i) => Bound::Fin(int_math::ceil_root(i, n)),
        Bound::Inf | Bound::Sup => b.clone(),
    };
    let root_down = |b: &Bound| match b {
        Bound::Fin(i) if i.signum() < 0 => Bound::Fin(-int_math::ceil_root(&-i, n)),
        Bound::Fin(i) => Bound::Fin(int_math::floor_root(i, n)),
        Bound::Inf | Bound::Sup => b.clone(),
    };
    vars.restrict_to(x, &(root_up(&low), root_down(&high)))
}

/// An odd power as a lower bound: too large positive ones fall back to zero, which is lower.
fn raise_low_signed(b: &Bound, n: u64) -> Bound {
    match b {
        Bound::Fin(i) if i.signum() >= 0 => raise_low(b, n),
        Bound::Fin(_) | Bound::Inf | Bound::Sup => raise(b, n),
    }
}

fn raise_high_signed(b: &Bound, n: u64) -> Bound {
    match b {
        Bound::Fin(i) if i.signum() < 0 => raise_high(b, n),
        Bound::Fin(_) | Bound::Inf | Bound::Sup => raise(b, n),
    }
}

fn even_exponent(vars: &mut Vars, x: VarId, n: u64, z: VarId) -> Result<(), Inconsistent> {
    let (low, high) = magnitude(vars, x);
    vars.restrict_to(z, &(raise_low(&low, n), raise(&high, n)))?;
    let (low, high) = vars.bounds(z);
    let low = match &low {
        Bound::Fin(i) => int_math::ceil_root(i, n),
        Bound::Inf | Bound::Sup => Int::ZERO,
    };
    let high = match &high {
        Bound::Fin(i) if i.signum() < 0 => return Err(Inconsistent),
        Bound::Fin(i) => Bound::Fin(int_math::floor_root(i, n)),
        Bound::Inf | Bound::Sup => Bound::Sup,
    };
    keep_magnitude(vars, x, &low, &high)
}

/// The least and the greatest `|x|`.
pub(crate) fn magnitude(vars: &Vars, x: VarId) -> Interval {
    let (low, high) = vars.bounds(x);
    if low.signum() >= 0 {
        return (low, high);
    }
    if high.signum() <= 0 {
        return (high.neg(), low.neg());
    }
    // A bound that is not a word is beyond all words.
    let least = vars.least_magnitude(x).unwrap_or(1);
    (Bound::from(least), low.neg().max(high))
}

/// Keeps the values with `low ≤ |x| ≤ high`.
pub(crate) fn keep_magnitude(
    vars: &mut Vars,
    x: VarId,
    low: &Int,
    high: &Bound,
) -> Result<(), Inconsistent> {
    vars.restrict_to(x, &(high.neg(), high.clone()))?;
    if low.signum() <= 0 {
        return Ok(());
    }
    let (min, max) = vars.bounds(x);
    let (low, minus_low) = (Bound::Fin(low.clone()), Bound::Fin(-low));
    if min > minus_low {
        vars.restrict_to(x, &(low, Bound::Sup))
    } else if max < low {
        vars.restrict_to(x, &(Bound::Inf, minus_low))
    } else {
        let sides = vec![(Bound::Inf, minus_low), (low, Bound::Sup)];
        vars.restrict(x, &Domain::from_parts(sides))
    }
}

/// `base ^ y = z`
fn fixed_base(vars: &mut Vars, base: &Int, y: VarId, z: VarId) -> Result<(), Inconsistent> {
    match base {
        Int::Small(1) => return vars.fix(z, 1),
        Int::Small(-1) => {
            return vars.restrict(z, &Domain::from_parts(vec![unit(-1), unit(1)]));
        }
        Int::Small(0) => {
            vars.remove_below(y, 0)?;
            vars.restrict(z, &Domain::range(0, 1))?;
            // 0 ^ y is 1 exactly when y is 0.
            if !vars.contains(y, 0) {
                vars.fix(z, 0)?;
            }
            return match vars.word(z) {
                Some(0) => vars.remove(y, 0),
                Some(_) => vars.fix(y, 0),
                None => Ok(()),
            };
        }
        Int::Small(_) | Int::Big(_) => {}
    }
    vars.remove_below(y, 0)?;
    let size = int_math::abs(base);
    let least = |b: Bound| match b {
        Bound::Fin(Int::Small(e)) => int_math::power(&size, e.max(0) as u64),
        Bound::Inf | Bound::Sup | Bound::Fin(_) => None,
    };
    let (bottom, top) = (least(vars.min(y)), least(vars.max(y)));
    let top = top.map_or(Bound::Sup, Bound::Fin);
    if base.signum() > 0 {
        let bottom = bottom.map_or(Bound::from(1), Bound::Fin);
        vars.restrict_to(z, &(bottom, top))?;
    } else {
        keep_magnitude(vars, z, &bottom.unwrap_or(Int::ONE), &top)?;
    }
    let (low, high) = magnitude(vars, z);
    if let Bound::Fin(low) = &low {
        vars.remove_below(y, int_math::ceil_log(&size, low) as i64)?;
    }
    if let Bound::Fin(high) = &high {
        vars.remove_above(y, int_math::floor_log(&size, high) as i64)?;
    }
    Ok(())
}

/// Neither base nor exponent is fixed.
fn general(vars: &mut Vars, x: VarId, y: VarId, z: VarId) -> Result<(), Inconsistent> {
    if vars.min(y).signum() < 0 {
        return Ok(());
    }
    let exponents = vars.bounds(y);
    let word = |b: &Bound| match b {
        Bound::Fin(Int::Small(e)) => u64::try_from(*e).ok(),
        Bound::Fin(_) | Bound::Inf | Bound::Sup => None,
    };
    let (least, most) = (word(&exponents.0), word(&exponents.1));
    let base = magnitude(vars, x);
    let top = match most {
        // |x| = 0 gives 1 for the exponent 0.
        Some(n) => raise(&base.1, n).max(Bound::from(1)),
        None if base.1 <= Bound::from(1) => Bound::from(1),
        None => Bound::Sup,
    };
    if vars.min(x).signum() <= 0 {
        let bottom = if vars.min(x).signum() == 0 {
            Bound::from(0)
        } else {
            top.neg()
        };
        return vars.restrict_to(z, &(bottom, top));
    }
    let bottom = least.map_or(Bound::from(1), |n| raise_low(&base.0, n));
    vars.restrict_to(z, &(bottom.max(Bound::from(1)), top))?;
    let (low, high) = vars.bounds(z);
    if let (Bound::Fin(high), Some(n)) = (&high, least)
        && n > 0
    {
        vars.restrict_to(x, &(Bound::Inf, Bound::Fin(int_math::floor_root(high, n))))?;
    }
    if let (Bound::Fin(low), Some(n)) = (&low, most)
        && n > 0
    {
        vars.restrict_to(x, &(Bound::Fin(int_math::ceil_root(low, n)), Bound::Sup))?;
    }
    let (x_low, x_high) = vars.bounds(x);
    if let (Bound::Fin(base), Bound::Fin(high)) = (&x_low, &high)
        && *base > Int::ONE
    {
        vars.remove_above(y, int_math::floor_log(base, high) as i64)?;
    }
    if let (Bound::Fin(base), Bound::Fin(low)) = (&x_high, &low)
        && *base > Int::ONE
    {
        vars.remove_below(y, int_math::ceil_log(base, low) as i64)?;
    }
    Ok(())
}

/// The oracle's row.
#[cfg(test)]
pub(crate) const SPEC: Spec = Spec {
    name: "power",
    arity: 3,
    samples: |v| {
        vec![
            Power::of(v[0], v[1], v[2]),
            Power::of(v[0], v[0], v[1]),
            Power::of(v[0], v[1], v[0]),
        ]
    },
};
