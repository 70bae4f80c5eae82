//! Relations between two variables and a machine integer: `x ≠ y + c`, `x + y ≠ c`, `|x − y| ≠ c`, `x = y + c`, `x +
//! y = c`, `x ≤ y + c`.
//!
//! The equalities are domain consistent, the inequality is bounds consistent. The inequality acts when a bound moves,
//! and the disequalities when a side becomes fixed, which makes them domain consistent; none of these is queued.

use crate::base::int::Int;
use crate::fd::constraints::affine;
use crate::fd::constraints::constraint::{Constraint, Describe, Rel};
use crate::fd::constraints::core::{AbsDiffNe, EqOffset, EqSum, LeqOffset, NeqOffset, NeqSum};
use crate::fd::constraints::prop::{Prop, Store};
use crate::fd::constraints::reified;
#[cfg(test)]
use crate::fd::constraints::spec::Spec;
use crate::fd::constraints::support::on_two_domains;
use crate::fd::kernel::bound::Bound;
use crate::fd::kernel::cycle;
use crate::fd::kernel::event::{ModEvent, PropCond};
use crate::fd::kernel::propagator::{Advice, Advisor};
use crate::fd::kernel::propagator::{Cost, Propagated, Propagator, Status};
use crate::fd::kernel::subscription::{FixedSub, OnFixed, Shift};
use crate::fd::kernel::trail::StoreUndo;
use crate::fd::kernel::var::{INF, Inconsistent, SUP, VarId, Vars};

impl Advisor for NeqOffset {
    fn advise(&self, on: &mut Advice<'_>) {
        on(self.x, self.y, -self.c, OnFixed::RemoveSum);
        on(self.y, self.x, self.c, OnFixed::RemoveSum);
    }
}

impl Advisor for NeqSum {
    fn advise(&self, on: &mut Advice<'_>) {
        on(self.x, self.y, self.c, OnFixed::RemoveDifference);
        on(self.y, self.x, self.c, OnFixed::RemoveDifference);
    }
}

impl Advisor for AbsDiffNe {
    fn advise(&self, on: &mut Advice<'_>) {
        on(self.x, self.y, self.c, OnFixed::RemoveBoth);
        on(self.y, self.x, self.c, OnFixed::RemoveBoth);
    }
}

/// Propagators that the queue never runs: the actions of their subscriptions do all their work.
macro_rules! advisor_only {
    ($type:ty, $describe:expr) => {
        impl Propagator for $type {
            fn cost(&self) -> Cost {
                Cost::Binary
            }

            fn subscribe(&self, on: &mut dyn FnMut(VarId, PropCond)) {
                on(self.x, PropCond::Fixed);
                on(self.y, PropCond::Fixed);
            }

            fn propagate(&self, _: &mut Vars) -> Propagated {
                Ok(Status::Fix)
            }
        }

        impl Describe for $type {
            fn describe(&self) -> Constraint {
                let describe: fn(&$type) -> Constraint = $describe;
                describe(self)
            }
        }
    };
}
advisor_only!(NeqOffset, |p| Constraint::linear(
    &[(1, p.x), (-1, p.y)],
    Rel::Ne,
    p.c
));
advisor_only!(NeqSum, |p| Constraint::linear(
    &[(1, p.x), (1, p.y)],
    Rel::Ne,
    p.c
));
advisor_only!(AbsDiffNe, |p| Constraint::distance(
    p.x,
    p.y,
    false,
    Int::Small(p.c)
));

impl Propagator for EqOffset {
    on_two_domains!();

    fn propagate(&self, vars: &mut Vars) -> Propagated {
        let (x, y, c) = (self.x, self.y, self.c);
        if vars.is_plain(x) && vars.is_plain(y) {
            return match_plain(vars, x, y, c);
        }
        if let (Some(_), Some((bits, base))) = (vars.bits_of(x), vars.bits_of(y)) {
            vars.keep_bits(x, base + c, bits)?;
            if let Some((bits, base)) = vars.bits_of(x) {
                vars.keep_bits(y, base - c, bits)?;
            }
            return Ok(settled(vars, x));
        }
        if let (Some(_), Some((low, high))) = (vars.span(x), vars.span(y)) {
            vars.remove_below(x, low + c)?;
            vars.remove_above(x, high + c)?;
            let Some((low, high)) = vars.span(x) else {
                return Ok(Status::NoFix);
            };
            vars.remove_below(y, low - c)?;
            vars.remove_above(y, high - c)?;
        } else {
            let (low, high) = vars.bounds(y);
            let c = Int::Small(c);
            vars.restrict_to(x, &(low.plus(&c), high.plus(&c)))?;
            let (low, high) = vars.bounds(x);
            vars.restrict_to(y, &(low.plus(&-&c), high.plus(&-c)))?;
        }
        if vars.is_fixed(x) && vars.is_fixed(y) {
            return both_fixed(self, vars);
        }
        if vars.is_interval(x) && vars.is_interval(y) {
            // Holes of one side may have moved the bounds of the other again.
            return Ok(if bounds_match(vars, x, y, c) {
                Status::Fix
            } else {
                Status::NoFix
            });
        }
        if vars.is_dense(x) && vars.is_dense(y) {
            vars.keep_shifted(x, y, c)?;
            vars.keep_shifted(y, x, -c)?;
            return Ok(settled(vars, x));
        }
        let c = Int::Small(c);
        vars.restrict(x, &vars.domain(y).shift(&c))?;
        vars.restrict(y, &vars.domain(x).shift(&-c))?;
        Ok(settled(vars, x))
    }
}

impl Describe for EqOffset {
    fn describe(&self) -> Constraint {
        Constraint::linear(&[(1, self.x), (-1, self.y)], Rel::Eq, self.c)
    }
}

/// The status of an equation of two variables that have the same values left.
fn settled(vars: &Vars, x: VarId) -> Status {
    if vars.is_fixed(x) {
        Status::Subsumed
    } else {
        Status::Fix
    }
}

/// `x = y + c` for two domains without holes: their bounds are all that matters.
fn match_plain(vars: &mut Vars, x: VarId, y: VarId, c: i64) -> Propagated {
    let low = match vars.low(y) {
        INF => INF,
        low => low + c,
    };
    let least = vars.low(x);
    if low > least {
        vars.remove_below(x, low)?;
    } else if low < least {
        vars.remove_below(y, least - c)?;
    }
    let high = match vars.high(y) {
        SUP => SUP,
        high => high + c,
    };
    let most = vars.high(x);
    if high < most {
        vars.remove_above(x, high)?;
    } else if high > most {
        vars.remove_above(y, most - c)?;
    }
    if !vars.is_plain(x) || !vars.is_plain(y) {
        return Ok(Status::NoFix);
    }
    Ok(if vars.low(x) == vars.high(x) {
        Status::Subsumed
    } else {
        Status::Fix
    })
}

fn both_fixed(p: &EqOffset, vars: &Vars) -> Propagated {
    match (vars.value(p.x), vars.value(p.y)) {
        (Some(x), Some(y)) if x == &y + &Int::Small(p.c) => Ok(Status::Subsumed),
        _ => Err(Inconsistent),
    }
}

fn bounds_match(vars: &Vars, x: VarId, y: VarId, c: i64) -> bool {
    match (vars.span(x), vars.span(y)) {
        (Some(x), Some(y)) => x.0 == y.0 + c && x.1 == y.1 + c,
        _ => {
            let ((a, b), (low, high), c) = (vars.bounds(x), vars.bounds(y), Int::Small(c));
            a == low.plus(&c) && b == high.plus(&c)
        }
    }
}

impl Propagator for EqSum {
    on_two_domains!();

    fn propagate(&self, vars: &mut Vars) -> Propagated {
        let (x, y, c) = (self.x, self.y, self.c);
        let plain = vars.is_plain(x) && vars.is_plain(y);
        if !plain && let (Some(_), Some((bits, base))) = (vars.bits_of(x), vars.bits_of(y)) {
            vars.keep_bits(x, c - base - 63, bits.reverse_bits())?;
            if let Some((bits, base)) = vars.bits_of(x) {
                vars.keep_bits(y, c - base - 63, bits.reverse_bits())?;
            }
            return Ok(settled(vars, x));
        }
        for (to, from) in [(x, y), (y, x)] {
            if let Some((low, high)) = vars.span(from) {
                vars.remove_below(to, c - high)?;
                vars.remove_above(to, c - low)?;
            } else {
                let (low, high) = vars.bounds(from);
                let c = Int::Small(c);
                vars.restrict_to(to, &(high.neg().plus(&c), low.neg().plus(&c)))?;
            }
        }
        if plain && vars.is_plain(x) && vars.span(x).is_some() {
            return Ok(settled(vars, x));
        }
        if !vars.is_interval(x) || !vars.is_interval(y) {
            if vars.is_dense(x) && vars.is_dense(y) {
                vars.keep_mirrored(x, y, c)?;
                vars.keep_mirrored(y, x, c)?;
                return Ok(settled(vars, x));
            }
            for (to, from) in [(x, y), (y, x)] {
                let image = vars.domain(from).negate().shift(&Int::Small(c));
                vars.restrict(to, &image)?;
            }
        }
        if let (Some((low, high)), Some((a, b))) = (vars.span(x), vars.span(y))
            && low != high
            && vars.is_interval(x)
            && vars.is_interval(y)
        {
            // Holes of one side may have moved the bounds of the other again.
            return Ok(if low == c - b && high == c - a {
                Status::Fix
            } else {
                Status::NoFix
            });
        }
        match (vars.value(x), vars.value(y)) {
            (Some(a), Some(b)) if &a + &b == Int::Small(c) => Ok(Status::Subsumed),
            (Some(_), Some(_)) => Err(Inconsistent),
            _ => Ok(Status::NoFix),
        }
    }
}

impl Describe for EqSum {
    fn describe(&self) -> Constraint {
        Constraint::linear(&[(1, self.x), (1, self.y)], Rel::Eq, self.c)
    }
}

impl LeqOffset {
    /// Returns true if all values that are left satisfy the inequality.
    #[inline]
    pub(crate) fn is_entailed(&self, vars: &Vars) -> bool {
        if vars.is_wide(self.x) || vars.is_wide(self.y) {
            let (most, least) = (vars.max(self.x), vars.min(self.y));
            return most != Bound::Sup && most <= least.plus(&Int::Small(self.c));
        }
        let (high, low) = (vars.high(self.x), vars.low(self.y));
        high != SUP && low != INF && high <= low + self.c
    }
}

/// When it is posted, its subscriptions do all the work (see [`Store::add_leq`]).
impl Propagator for LeqOffset {
    fn cost(&self) -> Cost {
        Cost::Binary
    }

    fn subscribe(&self, on: &mut dyn FnMut(VarId, PropCond)) {
        on(self.x, PropCond::Min);
        on(self.y, PropCond::Max);
    }

    #[inline]
    fn propagate(&self, vars: &mut Vars) -> Propagated {
        let (x, y, c) = (self.x, self.y, self.c);
        if vars.is_wide(x) || vars.is_wide(y) {
            let c = Int::Small(c);
            let top = vars.max(y).plus(&c);
            vars.restrict_to(x, &(Bound::Inf, top))?;
            let bottom = vars.min(x).plus(&-&c);
            vars.restrict_to(y, &(bottom, Bound::Sup))?;
        } else {
            let top = vars.high(y);
            if top != SUP {
                vars.remove_above(x, top + c)?;
            }
            let bottom = vars.low(x);
            if bottom != INF {
                vars.remove_below(y, bottom - c)?;
            }
        }
        Ok(if self.is_entailed(vars) {
            Status::Subsumed
        } else {
            Status::Fix
        })
    }
}

impl Describe for LeqOffset {
    fn describe(&self) -> Constraint {
        Constraint::linear(&[(1, self.x), (-1, self.y)], Rel::Le, self.c)
    }
}

impl Store {
    /// [`Store::add`] of `x ≠ y + c`, the most frequent constraint of programs, for two variables that are not fixed.
    pub(crate) fn add_neq(&mut self, x: VarId, y: VarId, c: i64) {
        let p = self.props.len() as u32;
        if self.is_watched()
            && let Some(s) = self.report_constraint(&Prop::NeqOffset(NeqOffset { x, y, c }))
        {
            self.report_posting(s, Some(p), false);
        }
        self.counters.constraints += 1;
        self.counters.propagations += 1;
        self.vars.trail.entries.push(StoreUndo::Posted);
        self.flags.push(0);
        FixedSub::push_sum(&mut self.subs[x.at()].fixed, p, y, -c);
        FixedSub::push_sum(&mut self.subs[y.at()].fixed, p, x, c);
        self.props.push(Prop::NeqOffset(NeqOffset { x, y, c }));
    }

    /// [`Store::add`] of `x ≤ y + c`.
    pub(crate) fn add_leq(&mut self, leq: LeqOffset) -> Result<(), Inconsistent> {
        if self.is_watched()
            && let Some(s) = self.report_constraint(&Prop::LeqOffset(leq))
        {
            let (count, first) = (self.props.len(), self.add_leq_silently(leq));
            return self.report_result(s, count, first);
        }
        self.add_leq_silently(leq)
    }

    #[inline(always)]
    fn add_leq_silently(&mut self, leq: LeqOffset) -> Result<(), Inconsistent> {
        let prop = self.props.len() as u32;
        self.counters.constraints += 1;
        self.counters.propagations += 1;
        if leq.propagate(&mut self.vars)? == Status::Subsumed {
            self.counters.entailments += 1;
            return Ok(());
        }
        self.vars.trail.entries.push(StoreUndo::Posted);
        self.flags.push(0);
        let LeqOffset { x, y, c } = leq;
        self.vars.slots[x.at()].subscribed |= PropCond::Min.mask() | ModEvent::SHIFTS;
        self.subs[x.at()].raises.push(Shift {
            prop,
            other: y,
            data: -c,
        });
        self.vars.slots[y.at()].subscribed |= PropCond::Max.mask() | ModEvent::SHIFTS;
        self.subs[y.at()].lowers.push(Shift {
            prop,
            other: x,
            data: c,
        });
        self.props.push(Prop::LeqOffset(leq));
        Ok(())
    }
}

/// Posts `x ≠ y + c` for different variables and a small `c`.
pub(crate) fn post_neq(s: &mut Store, x: VarId, y: VarId, c: i64) -> Result<(), Inconsistent> {
    if !s.vars.is_fixed(x) && !s.vars.is_fixed(y) {
        s.add_neq(x, y, c);
        return Ok(());
    }
    if let Some(value) = s.vars.value(y) {
        return s.vars.remove_int(x, &(value + Int::Small(c)));
    }
    match s.vars.value(x) {
        Some(value) => s.vars.remove_int(y, &(value - Int::Small(c))),
        None => Ok(()),
    }
}

/// Posts `x + y ≠ c` for different variables and a small `c`.
pub(crate) fn post_neq_sum(s: &mut Store, x: VarId, y: VarId, c: i64) -> Result<(), Inconsistent> {
    for (x, y) in [(x, y), (y, x)] {
        if let Some(value) = s.vars.value(y) {
            return s.vars.remove_int(x, &(Int::Small(c) - value));
        }
    }
    s.add(Prop::NeqSum(NeqSum { x, y, c }))
}

/// Posts `x ≤ y + c` for different variables and a small `c`.
pub(crate) fn post_leq(s: &mut Store, x: VarId, y: VarId, c: i64) -> Result<(), Inconsistent> {
    s.add_leq(LeqOffset { x, y, c })?;
    cycle::check_posted(s, x, y, c)
}

/// Posts `x = y + c` for different variables and a small `c`.
pub(crate) fn post_eq(s: &mut Store, x: VarId, y: VarId, c: i64) -> Result<(), Inconsistent> {
    let before = s.props.len();
    s.add(Prop::EqOffset(EqOffset { x, y, c }))?;
    if c == 0 && s.props.len() > before {
        s.note_equation();
    }
    reified::decide(s, x, y, c)?;
    cycle::check_posted(s, x, y, c)?;
    cycle::check_posted(s, y, x, -c)?;
    substitute_if_divergent(s, x, y, c)
}

/// After a sum of `x` and `y` was posted: if the two are known to differ by a constant, posts the sum of one of them
/// alone.
pub(crate) fn share(s: &mut Store, x: VarId, y: VarId) -> Result<(), Inconsistent> {
    if !may_diverge(s, x, y) {
        return Ok(());
    }
    let found = s
        .propagators_of(x)
        .into_iter()
        .find_map(|p| match &s.props[p.0 as usize] {
            Prop::EqOffset(e) if (e.x, e.y) == (x, y) || (e.x, e.y) == (y, x) => {
                Some((e.x, e.y, e.c))
            }
            _ => None,
        });
    found.map_or(Ok(()), |(x, y, c)| substitute_if_divergent(s, x, y, c))
}

/// Returns true if the propagation of bounds between the two may not terminate.
fn may_diverge(s: &Store, x: VarId, y: VarId) -> bool {
    !s.substitutes && s.vars.is_infinite(x) && s.vars.is_infinite(y)
}

/// [`substitute`] if the propagation of bounds may not terminate.
fn substitute_if_divergent(s: &mut Store, x: VarId, y: VarId, c: i64) -> Result<(), Inconsistent> {
    if !may_diverge(s, x, y) {
        return Ok(());
    }
    // The constraints that this posts may be further equations, which must not start the same again.
    s.substitutes = true;
    let result = substitute(s, x, y, c);
    s.substitutes = false;
    result
}

/// Posts the linear constraints of both variables again with `y + c` for `x`. Otherwise the propagation of bounds
/// would not terminate, as in `T #= 2*X, T #= X, X #> 0`.
fn substitute(s: &mut Store, x: VarId, y: VarId, c: i64) -> Result<(), Inconsistent> {
    let of_y = s.propagators_of(y);
    for p in s.propagators_of(x) {
        if !of_y.contains(&p) {
            continue;
        }
        let Constraint::Linear(mut sum) = s.describe(p) else {
            continue;
        };
        for (a, v) in &mut sum.terms {
            if *v == x {
                *v = y;
                sum.constant = sum.constant - &*a * &Int::Small(c);
            }
        }
        s.post_implied(&sum.into())?;
    }
    Ok(())
}

/// Posts `x + y = c` for different variables and a small `c`.
pub(crate) fn post_eq_sum(s: &mut Store, x: VarId, y: VarId, c: i64) -> Result<(), Inconsistent> {
    if affine::join(s, (1, x), (1, y), c)? {
        return Ok(());
    }
    s.add(Prop::EqSum(EqSum { x, y, c }))?;
    affine::follow_equation(s, x, y)
}

/// The oracle's row.
#[cfg(test)]
pub(crate) const SPEC: Spec = Spec {
    name: "relation",
    arity: 2,
    samples: |v| {
        let mut all = Vec::new();
        for c in [-2, 0, 1, 3] {
            for rel in [Rel::Eq, Rel::Ne, Rel::Le] {
                all.push(Constraint::linear(&[(1, v[0]), (-1, v[1])], rel, c));
                all.push(Constraint::linear(&[(1, v[0]), (1, v[1])], rel, c));
            }
            all.push(Constraint::distance(v[0], v[1], false, Int::Small(c)));
        }
        all
    },
};
