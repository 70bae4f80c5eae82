//! Sums with machine-integer coefficients: `Σ aᵢ·xᵢ` compared with a constant.
//!
//! `=` and `≤` are bounds consistent over the reals (Schulte and Stuckey, "When do bounds and
//! domain propagation lead to the same search space?"), `≠` is domain consistent. Sums are
//! accumulated in 128 bits, which cannot overflow; where a bound is not a word, the exact
//! propagator's pass takes over. When the domains at posting are finite and small enough for 64
//! bits, they stay so, and the leaner `…Words` forms are used.

use crate::base::int::Int;
use crate::fd::constraints::constraint::{Constraint, Describe, Rel};
use crate::fd::constraints::core::{
    LinearEq, LinearEqWords, LinearLe, LinearLeWords, LinearNe, LinearTerm, UnitSum,
};
use crate::fd::constraints::exact;
use crate::fd::constraints::prop::{Prop, Store};
#[cfg(test)]
use crate::fd::constraints::spec::Spec;
use crate::fd::constraints::square_sum;
use crate::fd::kernel::event::PropCond;
use crate::fd::kernel::propagator::{Cost, Propagated, Propagator, Status};
use crate::fd::kernel::var::{INF, Inconsistent, SUP, VarId, Vars, is_small};

/// The cost and the subscriptions of the propagator of a sum.
macro_rules! on_terms {
    ($a:pat => $cond:expr) => {
        fn cost(&self) -> Cost {
            Cost::of_sum(self.terms.len())
        }

        fn subscribe(&self, on: &mut dyn FnMut(VarId, PropCond)) {
            for ($a, x) in &self.terms {
                on(*x, $cond);
            }
        }
    };
}

/// The constraints that propagators of sums stand for.
macro_rules! sums {
    ($($type:ty => $rel:expr,)*) => {
        $(impl Describe for $type {
            fn describe(&self) -> Constraint {
                Constraint::linear(&self.terms, $rel, self.c)
            }
        })*
    };
}

sums! {
    LinearEq => Rel::Eq,
    LinearEqWords => Rel::Eq,
    LinearLe => Rel::Le,
    LinearLeWords => Rel::Le,
    LinearNe => Rel::Ne,
}

/// Posts a sum of at least two different variables.
pub(crate) fn post(
    s: &mut Store,
    terms: &[LinearTerm],
    rel: Rel,
    c: i64,
) -> Result<(), Inconsistent> {
    let mut words = fits_words(terms, c, &s.vars);
    if words
        && rel == Rel::Eq
        && let Some(done) = post_units(s, terms, c)
    {
        return done;
    }
    let mut terms: Box<[LinearTerm]> = terms.into();
    if !words && rel == Rel::Eq {
        // The result of a sum has no bounds yet; when it gets some, the sum may fit words.
        let sum = LinearEq { terms, c };
        if sum.propagate(&mut s.vars)? == Status::Subsumed {
            return Ok(());
        }
        words = fits_words(&sum.terms, c, &s.vars);
        if words && let Some(done) = post_units(s, &sum.terms, c) {
            return done;
        }
        terms = sum.terms;
    }
    s.add(match rel {
        Rel::Eq if words => Prop::LinearEqWords(LinearEqWords { terms, c }),
        Rel::Le if words => Prop::LinearLeWords(LinearLeWords { terms, c }),
        Rel::Eq => Prop::LinearEq(LinearEq { terms, c }),
        Rel::Ne => Prop::LinearNe(LinearNe { terms, c }),
        Rel::Le => Prop::LinearLe(LinearLe { terms, c }),
    })
}

/// Posts an equation that fits words, if it has no coefficients but 1 and −1.
fn post_units(s: &mut Store, terms: &[LinearTerm], c: i64) -> Option<Result<(), Inconsistent>> {
    let sum = UnitSum::new(terms, c)?;
    let posted = s.add(Prop::UnitSum(sum));
    Some(posted.and_then(|()| square_sum::follow(s, terms, c)))
}

/// Returns true if the sum of the greatest magnitudes is so small that no sum can overflow.
fn fits_words(terms: &[LinearTerm], c: i64, vars: &Vars) -> bool {
    let mut total = u128::from(c.unsigned_abs());
    for &(a, x) in terms {
        let Some((low, high)) = vars.span(x) else {
            return false;
        };
        let most = low.unsigned_abs().max(high.unsigned_abs());
        total += u128::from(a.unsigned_abs()) * u128::from(most);
    }
    total < 1 << 61
}

/// The sum's bounds without its infinite terms, and how many of those there are.
pub(crate) struct Hull {
    pub(crate) low: i128,
    pub(crate) high: i128,
    pub(crate) low_infinite: u32,
    pub(crate) high_infinite: u32,
}

/// The hull of a sum; `None` when a bound is not a word.
#[inline]
pub(crate) fn hull(terms: &[LinearTerm], vars: &Vars) -> Option<Hull> {
    let mut sum = Hull {
        low: 0,
        high: 0,
        low_infinite: 0,
        high_infinite: 0,
    };
    for &(a, x) in terms {
        let (mut low, mut high) = (vars.low(x), vars.high(x));
        if low == INF || high == SUP {
            if vars.is_wide(x) {
                return None;
            }
            let (below, above) = (low == INF, high == SUP);
            let flipped = a < 0;
            sum.low_infinite += u32::from(if flipped { above } else { below });
            sum.high_infinite += u32::from(if flipped { below } else { above });
            low = if below { 0 } else { low };
            high = if above { 0 } else { high };
        }
        if a < 0 {
            std::mem::swap(&mut low, &mut high);
        }
        sum.low += i128::from(a) * i128::from(low);
        sum.high += i128::from(a) * i128::from(high);
    }
    Some(sum)
}

/// `a·x ≤ top`
#[inline]
fn at_most(vars: &mut Vars, (a, x): LinearTerm, top: i128) -> Result<(), Inconsistent> {
    if a > 0 {
        set_upper(vars, x, floor_quotient(top, a))
    } else {
        set_lower(vars, x, -floor_quotient(top, -a))
    }
}

/// `a·x ≥ bottom`
#[inline]
fn at_least(vars: &mut Vars, (a, x): LinearTerm, bottom: i128) -> Result<(), Inconsistent> {
    at_most(vars, (-a, x), -bottom)
}

#[inline]
fn set_upper(vars: &mut Vars, x: VarId, top: i128) -> Result<(), Inconsistent> {
    match i64::try_from(top) {
        Ok(top) if is_small(top) => vars.remove_above(x, top),
        _ => vars.remove_above_bound(x, &Int::from(top).into()),
    }
}

#[inline]
fn set_lower(vars: &mut Vars, x: VarId, bottom: i128) -> Result<(), Inconsistent> {
    match i64::try_from(bottom) {
        Ok(bottom) if is_small(bottom) => vars.remove_below(x, bottom),
        _ => vars.remove_below_bound(x, &Int::from(bottom).into()),
    }
}

/// Quotient rounded down by a positive word.
#[inline]
fn floor_quotient(n: i128, d: i64) -> i128 {
    if d == 1 {
        return n;
    }
    match i64::try_from(n) {
        Ok(n) => i128::from(n.div_euclid(d)),
        Err(_) => n.div_euclid(i128::from(d)),
    }
}

/// The width of a term, or the largest number when infinite.
#[inline]
fn width(a: i64, low: i64, high: i64) -> i128 {
    if low == INF || high == SUP {
        i128::MAX
    } else {
        i128::from(a.unsigned_abs()) * i128::from(high - low)
    }
}

impl LinearEq {
    /// One pass over the terms. Returns whether it changed a domain.
    #[inline]
    fn pass(&self, vars: &mut Vars, sum: &Hull) -> Result<bool, Inconsistent> {
        let c = i128::from(self.c);
        let (up, down) = (c - sum.low, sum.high - c);
        if (sum.low_infinite == 0 && up < 0) || (sum.high_infinite == 0 && down < 0) {
            return Err(Inconsistent);
        }
        if sum.low_infinite > 1 && sum.high_infinite > 1 {
            return Ok(false);
        }
        let before = vars.prunings;
        for &(a, x) in &self.terms {
            let (low, high) = (vars.low(x), vars.high(x));
            if low == high {
                continue;
            }
            let width = width(a, low, high);
            let (near, far) = if a > 0 { (low, high) } else { (high, low) };
            let near_infinite = near == INF || near == SUP;
            let far_infinite = far == INF || far == SUP;
            if sum.low_infinite == u32::from(near_infinite) && width > up {
                let own = if near_infinite {
                    0
                } else {
                    i128::from(a) * i128::from(near)
                };
                at_most(vars, (a, x), up + own)?;
            }
            if sum.high_infinite == u32::from(far_infinite) && width > down {
                let own = if far_infinite {
                    0
                } else {
                    i128::from(a) * i128::from(far)
                };
                at_least(vars, (a, x), own - down)?;
            }
        }
        Ok(vars.prunings != before)
    }
}

impl Propagator for LinearEq {
    on_terms!(_ => PropCond::Bounds);

    fn propagate(&self, vars: &mut Vars) -> Propagated {
        for _ in 0..8 {
            let Some(sum) = hull(&self.terms, vars) else {
                return exact::pass(vars, &exact::widen(&self.terms), Rel::Eq, &self.c.into());
            };
            if !self.pass(vars, &sum)? {
                let fixed = sum.low == sum.high && sum.low_infinite + sum.high_infinite == 0;
                if !fixed && is_better_as_pair(&self.terms, vars) {
                    vars.request(self.describe());
                    return Ok(Status::Subsumed);
                }
                return Ok(if fixed { Status::Subsumed } else { Status::Fix });
            }
        }
        Ok(Status::NoFix)
    }
}

/// The distance of a sum's bounds from its constant.
struct Slack {
    /// The distance from the least sum up to `c`, and from the greatest sum down to it.
    up: i64,
    down: i64,
    /// The greatest distance between the ends of a term.
    widest: i64,
    /// Terms that are not fixed.
    open: usize,
}

#[inline]
fn slack(terms: &[LinearTerm], c: i64, vars: &Vars) -> Slack {
    let mut s = Slack {
        up: c,
        down: -c,
        widest: 0,
        open: 0,
    };
    for &(a, x) in terms {
        let (low, high) = (a * vars.low(x), a * vars.high(x));
        let (near, far) = if a > 0 { (low, high) } else { (high, low) };
        s.up -= near;
        s.down += far;
        s.widest = s.widest.max(far - near);
        s.open += usize::from(near != far);
    }
    s
}

/// Moves the far end of a term so that it exceeds the near end by at most `room`. Returns the distance.
#[inline]
fn pull(vars: &mut Vars, a: i64, x: VarId, room: i64) -> Result<i64, Inconsistent> {
    let by = match a {
        1 => room,
        -1 => -room,
        _ => room / a,
    };
    if a > 0 {
        let high = vars.high(x);
        vars.remove_above(x, vars.low(x) + by)?;
        Ok(a * (high - vars.high(x)))
    } else {
        let low = vars.low(x);
        vars.remove_below(x, vars.high(x) + by)?;
        Ok(a * (low - vars.low(x)))
    }
}

impl LinearEqWords {
    /// The status when no bound moves and not all variables are fixed.
    #[inline]
    fn rest(&self, vars: &mut Vars, perhaps_a_pair: bool) -> Status {
        if perhaps_a_pair && is_better_as_pair(&self.terms, vars) {
            vars.request(self.describe());
            return Status::Subsumed;
        }
        Status::Fix
    }
}

impl Propagator for LinearEqWords {
    on_terms!(_ => PropCond::Bounds);

    fn propagate(&self, vars: &mut Vars) -> Propagated {
        let Slack {
            mut up,
            mut down,
            widest,
            open,
        } = slack(&self.terms, self.c, vars);
        if up < 0 || down < 0 {
            return Err(Inconsistent);
        }
        if open == 0 {
            return Ok(Status::Subsumed);
        }
        if widest <= up && widest <= down {
            return Ok(self.rest(vars, open == 2));
        }
        // Passes around the terms until none of a whole round has moved.
        let mut quiet = 0;
        let mut rounds = 0;
        loop {
            for &(a, x) in &self.terms {
                let width = a.abs() * (vars.high(x) - vars.low(x));
                let mut moved = false;
                if width > up {
                    down -= pull(vars, a, x, up)?;
                    moved = true;
                }
                if width > down {
                    up -= pull(vars, -a, x, down)?;
                    moved = true;
                }
                if moved {
                    if up < 0 || down < 0 {
                        return Err(Inconsistent);
                    }
                    quiet = 0;
                } else {
                    quiet += 1;
                    if quiet >= self.terms.len() {
                        return Ok(if up == 0 && down == 0 {
                            Status::Subsumed
                        } else {
                            self.rest(vars, true)
                        });
                    }
                }
            }
            rounds += 1;
            if rounds == 16 {
                return Ok(Status::NoFix);
            }
        }
    }
}

/// Returns true if two variables are left for which another propagator is stronger: they differ by a constant; or
/// they are left of three variables, have unit coefficients, and their holes matter; or one is a multiple of the other
/// and a constant, and it lasts.
fn is_better_as_pair(terms: &[LinearTerm], vars: &Vars) -> bool {
    let mut open = terms.iter().filter(|t| !vars.is_fixed(t.1));
    let (Some((a, x)), Some((b, y)), None) = (open.next(), open.next(), open.next()) else {
        return false;
    };
    let holes = || !vars.is_interval(*x) || !vars.is_interval(*y);
    let multiple = || (a.abs() == 1) != (b.abs() == 1) && vars.simplifies(*x, *y);
    *a == -b
        || (terms.len() == 3 && a.abs() == 1 && b.abs() == 1 && holes())
        || (terms.len() > 2 && multiple())
}

impl Propagator for LinearLeWords {
    on_terms!(a => if *a > 0 { PropCond::Min } else { PropCond::Max });

    fn propagate(&self, vars: &mut Vars) -> Propagated {
        let Slack {
            up,
            mut down,
            widest,
            ..
        } = slack(&self.terms, self.c, vars);
        if up < 0 {
            return Err(Inconsistent);
        }
        if down > 0 && widest > up {
            for &(a, x) in &self.terms {
                if a.abs() * (vars.high(x) - vars.low(x)) > up {
                    down -= pull(vars, a, x, up)?;
                }
            }
        }
        Ok(if down <= 0 {
            Status::Subsumed
        } else {
            Status::Fix
        })
    }
}

impl Propagator for LinearLe {
    on_terms!(a => if *a > 0 { PropCond::Min } else { PropCond::Max });

    fn propagate(&self, vars: &mut Vars) -> Propagated {
        let Some(sum) = hull(&self.terms, vars) else {
            return exact::pass(vars, &exact::widen(&self.terms), Rel::Le, &self.c.into());
        };
        let c = i128::from(self.c);
        if sum.high_infinite == 0 && sum.high <= c {
            return Ok(Status::Subsumed);
        }
        if sum.low_infinite > 1 {
            return Ok(Status::Fix);
        }
        let up = c - sum.low;
        if sum.low_infinite == 0 && up < 0 {
            return Err(Inconsistent);
        }
        for &(a, x) in &self.terms {
            let (low, high) = (vars.low(x), vars.high(x));
            let near = if a > 0 { low } else { high };
            let near_infinite = near == INF || near == SUP;
            if sum.low_infinite == u32::from(near_infinite) && width(a, low, high) > up {
                let own = if near_infinite {
                    0
                } else {
                    i128::from(a) * i128::from(near)
                };
                at_most(vars, (a, x), up + own)?;
            }
        }
        // The least sum did not change, so a second pass would find the same; but the greatest sum may have decreased
        // to the constant.
        Ok(match hull(&self.terms, vars) {
            Some(sum) if sum.high_infinite == 0 && sum.high <= c => Status::Subsumed,
            Some(_) | None => Status::Fix,
        })
    }
}

impl Propagator for LinearNe {
    fn cost(&self) -> Cost {
        Cost::Linear
    }

    fn subscribe(&self, on: &mut dyn FnMut(VarId, PropCond)) {
        for (_, x) in &self.terms {
            on(*x, PropCond::Fixed);
        }
    }

    fn propagate(&self, vars: &mut Vars) -> Propagated {
        let mut open: Option<LinearTerm> = None;
        let mut rest = i128::from(self.c);
        for &(a, x) in &self.terms {
            match vars.word(x) {
                Some(value) => rest -= i128::from(a) * i128::from(value),
                None if vars.is_fixed(x) => {
                    return exact::pass(vars, &exact::widen(&self.terms), Rel::Ne, &self.c.into());
                }
                None if open.is_some() => return Ok(Status::Fix),
                None => open = Some((a, x)),
            }
        }
        match open {
            None if rest == 0 => Err(Inconsistent),
            None => Ok(Status::Subsumed),
            Some((a, x)) => {
                if rest % i128::from(a) == 0 {
                    vars.remove_int(x, &Int::from(rest / i128::from(a)))?;
                }
                Ok(Status::Subsumed)
            }
        }
    }
}

/// The oracle's row.
#[cfg(test)]
pub(crate) const SPEC: Spec = Spec {
    name: "linear",
    arity: 3,
    samples: |v| {
        let mut all = Vec::new();
        for rel in [Rel::Eq, Rel::Ne, Rel::Le] {
            for (a, b, c, k) in [
                (1, 1, -1, 0),
                (2, 3, -1, 4),
                (-3, 2, 5, 1),
                (2, 2, -4, -6),
                (1, -2, 0, 1),
                (3, -2, 0, 1),
                (1, 1, 1, 5),
            ] {
                all.push(Constraint::linear(
                    &[(a, v[0]), (b, v[1]), (c, v[2])],
                    rel,
                    k,
                ));
            }
            all.push(Constraint::linear(
                &[(1, v[0]), (1, v[0]), (-1, v[1])],
                rel,
                0,
            ));
        }
        all
    },
};
