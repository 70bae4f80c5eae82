//! Truth values of the comparisons that programs reify most: `b ⇔ x ∈ l..h`, `b ⇔ x = y + c`,
//! `b ⇔ x ≤ y + c`, and sums with machine-integer coefficients.
//!
//! Once the truth value is known, the propagators of the first two propagate the comparison themselves, so that
//! nothing is posted during a search. An inequality is posted instead, because a posted one acts on each change of a
//! bound without being queued.

use crate::base::int::Int;
use crate::fd::constraints::constraint::{Constraint, Describe, Linear, Rel};
use crate::fd::constraints::core::{
    EqOffset, LeqOffset, LinearTerm, ReifEq, ReifLe, ReifRange, ReifSum, ReifiedSum,
};
use crate::fd::constraints::exact;
use crate::fd::constraints::linear::hull;
use crate::fd::constraints::prop::{Prop, Store};
#[cfg(test)]
use crate::fd::constraints::spec::Spec;
use crate::fd::kernel::bound::Bound;
use crate::fd::kernel::domain::Domain;
use crate::fd::kernel::event::PropCond;
use crate::fd::kernel::propagator::{Cost, Propagated, Propagator, Status};
use crate::fd::kernel::store_flags::SUBSUMED;
use crate::fd::kernel::subscription::Shift;
use crate::fd::kernel::var::{INF, Inconsistent, SUP, VarId, Vars, is_small};

impl ReifRange {
    pub(crate) fn new(b: VarId, x: VarId, (low, high): (i64, i64), inside: bool) -> ReifRange {
        ReifRange {
            tag: b.0 << 1 | u32::from(inside),
            x,
            low,
            high,
        }
    }

    /// [`Propagator::subscribe`] with a function that is known at compile time.
    #[inline(always)]
    pub(crate) fn each(&self, mut on: impl FnMut(VarId, PropCond)) {
        on(self.b(), PropCond::Fixed);
        let cond = if self.low == INF || self.high == SUP {
            PropCond::Bounds
        } else {
            PropCond::Domain
        };
        on(self.x, cond);
    }

    #[inline]
    fn b(&self) -> VarId {
        VarId(self.tag >> 1)
    }

    #[inline]
    fn is_inside(&self) -> bool {
        self.tag & 1 == 1
    }

    /// Returns whether all of the values of `x` are in the range, or none is.
    #[inline]
    fn is_member(&self, vars: &Vars) -> Option<bool> {
        let (low, high) = (vars.low(self.x), vars.high(self.x));
        if low > self.high || high < self.low {
            return Some(false);
        }
        if low >= self.low && high <= self.high {
            return Some(true);
        }
        if self.low == self.high {
            return (!vars.contains(self.x, self.low)).then_some(false);
        }
        if low < self.low && high > self.high && low != INF && high != SUP {
            // Both ends are outside, so the range may fall into a hole.
            let next = vars.next_value(self.x, self.low);
            return next.is_none_or(|i| i > self.high).then_some(false);
        }
        None
    }

    /// Keeps the values of the range, or the others.
    #[inline]
    fn keep(&self, inside: bool, vars: &mut Vars) -> Result<(), Inconsistent> {
        let x = self.x;
        if inside {
            if self.low != INF {
                vars.remove_below(x, self.low)?;
            }
            if self.high != SUP {
                vars.remove_above(x, self.high)?;
            }
            Ok(())
        } else if self.low == self.high {
            vars.remove(x, self.low)
        } else if self.low == INF {
            vars.remove_below(x, self.high + 1)
        } else if self.high == SUP {
            vars.remove_above(x, self.low - 1)
        } else {
            vars.remove_range(x, self.low, self.high)
        }
    }
}

impl Propagator for ReifRange {
    fn cost(&self) -> Cost {
        Cost::Immediate
    }

    fn subscribe(&self, on: &mut dyn FnMut(VarId, PropCond)) {
        self.each(on);
    }

    #[inline]
    fn propagate(&self, vars: &mut Vars) -> Propagated {
        match vars.word(self.b()) {
            Some(b) => self.keep((b == 1) == self.is_inside(), vars)?,
            None => match self.is_member(vars) {
                None => return Ok(Status::Fix),
                Some(member) => vars.fix(self.b(), i64::from(member == self.is_inside()))?,
            },
        }
        Ok(Status::Subsumed)
    }
}

impl Describe for ReifRange {
    fn describe(&self) -> Constraint {
        let low = if self.low == INF {
            Bound::Inf
        } else {
            Bound::from(self.low)
        };
        let high = if self.high == SUP {
            Bound::Sup
        } else {
            Bound::from(self.high)
        };
        let range = Domain::interval(low, high);
        let set = if self.is_inside() {
            range
        } else {
            range.complement()
        };
        Constraint::reified(self.b(), Constraint::member(self.x, set))
    }
}

/// Posts `b ⇔ x ∈ set` if the set or its complement is a range of words; false, without effect, if neither is.
pub(crate) fn post_member(
    s: &mut Store,
    b: VarId,
    x: VarId,
    set: &Domain,
) -> Result<bool, Inconsistent> {
    let word = |bound: &Bound| match bound {
        Bound::Inf => Some(INF),
        Bound::Fin(Int::Small(i)) if is_small(*i) => Some(*i),
        Bound::Fin(_) => None,
        Bound::Sup => Some(SUP),
    };
    let range = |low: &Bound, high: &Bound| Some((word(low)?, word(high)?));
    let found = match set.parts() {
        [(low, high)] => range(low, high).map(|r| (r, true)),
        [(Bound::Inf, low), (high, Bound::Sup)] => {
            let one = Int::ONE;
            range(&low.plus(&one), &high.plus(&-one)).map(|r| (r, false))
        }
        _ => None,
    };
    let Some(((low, high), inside)) = found else {
        return Ok(false);
    };
    post_range(s, b, x, (low, high), inside)?;
    Ok(true)
}

/// Posts `b ⇔ (x ∈ range) = inside` for an undecided truth value.
pub(crate) fn post_range(
    s: &mut Store,
    b: VarId,
    x: VarId,
    range: (i64, i64),
    inside: bool,
) -> Result<(), Inconsistent> {
    s.add(Prop::ReifRange(ReifRange::new(b, x, range, inside)))
}

/// Result of reifying a comparison.
pub(crate) enum Stated {
    /// The domains decide it; nothing was posted.
    Now(bool),
    /// The domains do not decide it, so no propagation is needed; the variable is its truth value.
    Later(VarId),
}

impl Store {
    /// Makes `b`, or else a new variable, the truth value of `x ∈ range`, or of its opposite unless
    /// `inside`. `None`, without effect, if a bound of `x` does not fit a word.
    #[inline]
    pub(crate) fn state_range(
        &mut self,
        b: Option<VarId>,
        x: VarId,
        range: (i64, i64),
        inside: bool,
    ) -> Option<Stated> {
        if self.vars.is_wide(x) {
            return None;
        }
        let (new, b) = (b.is_none(), b.unwrap_or(self.next_var()));
        let range = ReifRange::new(b, x, range, inside);
        Some(match range.is_member(&self.vars) {
            Some(member) => Stated::Now(member == inside),
            None => self.state_later(Prop::ReifRange(range), new, b),
        })
    }

    /// The same of `x rel y + c` for different variables.
    #[inline]
    pub(crate) fn state_offset(
        &mut self,
        b: Option<VarId>,
        (x, rel, y): (VarId, Rel, VarId),
        c: i64,
    ) -> Option<Stated> {
        if x == y || !is_small(c) || self.vars.is_wide(x) || self.vars.is_wide(y) {
            return None;
        }
        if let Some(truth) = stated(self, x, rel, y, c) {
            return Some(Stated::Now(truth));
        }
        let (new, b) = (b.is_none(), b.unwrap_or(self.next_var()));
        let (decided, prop) = if rel == Rel::Le {
            let prop = ReifLe { b, x, y, c };
            (prop.decided(&self.vars), Prop::ReifLe(prop))
        } else {
            let equal = rel == Rel::Eq;
            let prop = ReifEq { b, x, y, c, equal };
            let decided = prop.decided(&self.vars);
            (decided.map(|truth| truth == equal), Prop::ReifEq(prop))
        };
        Some(match decided {
            Some(truth) => Stated::Now(truth),
            None => self.state_later(prop, new, b),
        })
    }

    #[inline]
    fn state_later(&mut self, prop: Prop, new: bool, b: VarId) -> Stated {
        if new {
            self.new_bool();
        }
        self.add_idle(prop);
        Stated::Later(b)
    }
}

/// The number of the newest constraints on a variable that are searched for one that decides a new one.
const NEARBY: usize = 8;

impl ReifEq {
    /// [`Propagator::subscribe`] with a function that is known at compile time.
    #[inline(always)]
    pub(crate) fn each(&self, mut on: impl FnMut(VarId, PropCond)) {
        on(self.b, PropCond::Fixed);
        on(self.x, PropCond::Domain);
        on(self.y, PropCond::Domain);
    }

    /// The truth value of the equation, if `b` is fixed.
    #[inline]
    pub(crate) fn known(&self, vars: &Vars) -> Option<bool> {
        vars.word(self.b).map(|b| (b == 1) == self.equal)
    }

    /// Returns whether the comparison is decided by the domains.
    #[inline]
    fn decided(&self, vars: &Vars) -> Option<bool> {
        let (x, y, c) = (self.x, self.y, self.c);
        if let (Some((a, b)), Some((low, high))) = (vars.span(x), vars.span(y)) {
            if a > high + c || b < low + c {
                return Some(false);
            }
            if low == high {
                return if a == b {
                    Some(true)
                } else {
                    (!vars.contains(x, low + c)).then_some(false)
                };
            }
            if a == b {
                return (!vars.contains(y, a - c)).then_some(false);
            }
            if vars.is_interval(x) && vars.is_interval(y) {
                return None;
            }
            if let (Some((x_bits, x_base)), Some((y_bits, y_base))) =
                (vars.bits_of(x), vars.bits_of(y))
            {
                let shift = y_base + c - x_base;
                let common = match shift {
                    0..=63 => y_bits << shift & x_bits,
                    -63..=-1 => y_bits >> -shift & x_bits,
                    _ => 0,
                };
                return (common == 0).then_some(false);
            }
        }
        self.decided_exactly(vars)
    }

    fn decided_exactly(&self, vars: &Vars) -> Option<bool> {
        let (x, y, c) = (self.x, self.y, Int::Small(self.c));
        if let (Some(a), Some(b)) = (vars.value(x), vars.value(y)) {
            return Some(a == b + c);
        }
        let ((a, b), (low, high)) = (vars.bounds(x), vars.bounds(y));
        if a > high.plus(&c) || b < low.plus(&c) {
            return Some(false);
        }
        if vars.is_interval(x) && vars.is_interval(y) {
            return None;
        }
        let image = vars.domain(y).shift(&c);
        let disjoint = vars.domain(x).intersection(&image).is_empty();
        disjoint.then_some(false)
    }

    /// Propagates `x ≠ y + c`.
    #[inline]
    fn differ(&self, vars: &mut Vars) -> Propagated {
        let (x, y, c) = (self.x, self.y, self.c);
        if let Some(value) = vars.word(y) {
            vars.remove(x, value + c)?;
        } else if let Some(value) = vars.word(x) {
            vars.remove(y, value - c)?;
        } else if let Some(value) = vars.value(y) {
            vars.remove_int(x, &(value + Int::Small(c)))?;
        } else if let Some(value) = vars.value(x) {
            vars.remove_int(y, &(value - Int::Small(c)))?;
        } else if self.decided(vars) != Some(false) {
            return Ok(Status::Fix);
        }
        Ok(Status::Subsumed)
    }
}

impl Propagator for ReifEq {
    fn cost(&self) -> Cost {
        Cost::Ternary
    }

    fn subscribe(&self, on: &mut dyn FnMut(VarId, PropCond)) {
        self.each(on);
    }

    #[inline]
    fn propagate(&self, vars: &mut Vars) -> Propagated {
        match self.known(vars) {
            Some(true) => {
                let (x, y, c) = (self.x, self.y, self.c);
                if vars.is_infinite(x) && vars.is_infinite(y) {
                    // Posting checks for cycles of inequalities.
                    vars.request_offset(x, Rel::Eq, y, c);
                    return Ok(Status::Subsumed);
                }
                EqOffset { x, y, c }.propagate(vars)
            }
            Some(false) => self.differ(vars),
            None => match self.decided(vars) {
                None => Ok(Status::Fix),
                Some(equal) => {
                    vars.fix(self.b, i64::from(equal == self.equal))?;
                    Ok(Status::Subsumed)
                }
            },
        }
    }
}

impl Describe for ReifEq {
    fn describe(&self) -> Constraint {
        let rel = if self.equal { Rel::Eq } else { Rel::Ne };
        let comparison = Constraint::linear(&[(1, self.x), (-1, self.y)], rel, self.c);
        Constraint::reified(self.b, comparison)
    }
}

impl ReifLe {
    /// The inequality that holds, if the truth value is known.
    #[inline]
    fn known(&self, vars: &Vars) -> Option<LeqOffset> {
        let (x, y, c) = (self.x, self.y, self.c);
        vars.word(self.b).map(|b| {
            if b == 1 {
                LeqOffset { x, y, c }
            } else {
                // y < x − c
                LeqOffset {
                    x: y,
                    y: x,
                    c: -c - 1,
                }
            }
        })
    }

    #[inline]
    fn decided(&self, vars: &Vars) -> Option<bool> {
        let (x, y, c) = (self.x, self.y, self.c);
        if !vars.is_wide(x) && !vars.is_wide(y) {
            let (most, least) = (vars.high(x), vars.low(y));
            if most != SUP && least != INF && most <= least + c {
                return Some(true);
            }
            let (least, most) = (vars.low(x), vars.high(y));
            return (least != INF && most != SUP && least > most + c).then_some(false);
        }
        let c = Int::Small(c);
        let ((a, b), (low, high)) = (vars.bounds(x), vars.bounds(y));
        if b != Bound::Sup && b <= low.plus(&c) {
            Some(true)
        } else {
            (a != Bound::Inf && a > high.plus(&c)).then_some(false)
        }
    }
}

impl Propagator for ReifLe {
    fn cost(&self) -> Cost {
        Cost::Ternary
    }

    fn subscribe(&self, on: &mut dyn FnMut(VarId, PropCond)) {
        on(self.b, PropCond::Fixed);
        on(self.x, PropCond::Bounds);
        on(self.y, PropCond::Bounds);
    }

    #[inline]
    fn propagate(&self, vars: &mut Vars) -> Propagated {
        match self.known(vars) {
            Some(p) => {
                vars.request_offset(p.x, Rel::Le, p.y, p.c);
                Ok(Status::Subsumed)
            }
            None => match self.decided(vars) {
                None => Ok(Status::Fix),
                Some(truth) => {
                    vars.fix(self.b, i64::from(truth))?;
                    Ok(Status::Subsumed)
                }
            },
        }
    }
}

impl Describe for ReifLe {
    fn describe(&self) -> Constraint {
        let terms = [(1, self.x), (-1, self.y)];
        let comparison = Constraint::linear(&terms, Rel::Le, self.c);
        Constraint::reified(self.b, comparison)
    }
}

/// Posts `b ⇔ x rel y + c` for different variables, a small `c` and an undecided truth value.
pub(crate) fn post_offset(
    s: &mut Store,
    b: VarId,
    (x, rel, y): (VarId, Rel, VarId),
    c: i64,
) -> Result<(), Inconsistent> {
    if let Some(truth) = stated(s, x, rel, y, c) {
        return s.vars.fix(b, i64::from(truth));
    }
    s.add(match rel {
        Rel::Eq | Rel::Ne => Prop::ReifEq(ReifEq {
            b,
            x,
            y,
            c,
            equal: rel == Rel::Eq,
        }),
        Rel::Le => Prop::ReifLe(ReifLe { b, x, y, c }),
    })
}

/// Returns whether `x rel y + c` holds, if one of the newest constraints on `x` implies it or its negation.
fn stated(s: &Store, x: VarId, rel: Rel, y: VarId, c: i64) -> Option<bool> {
    let subs = &s.subs[x.at()];
    let live = |prop: u32| s.flags[prop as usize] & SUBSUMED == 0;
    // The bounds of `x − y`.
    let (mut low, mut high) = (INF, SUP);
    for prop in s.newest(x, NEARBY) {
        let difference = match &s.props[prop as usize] {
            Prop::EqOffset(p) if (p.x, p.y) == (x, y) => p.c,
            Prop::EqOffset(p) if (p.x, p.y) == (y, x) => -p.c,
            _ => continue,
        };
        (low, high) = (difference, difference);
    }
    // `y ≥ x + data` and `y ≤ x + data`
    let on_y = |shift: &&Shift| shift.other == y && live(shift.prop);
    for shift in subs.raises.iter().rev().take(NEARBY).filter(on_y) {
        high = high.min(-shift.data);
    }
    for shift in subs.lowers.iter().rev().take(NEARBY).filter(on_y) {
        low = low.max(-shift.data);
    }
    match rel {
        Rel::Le if high <= c => Some(true),
        Rel::Le if low > c => Some(false),
        Rel::Eq | Rel::Ne if low > c || high < c => Some(rel == Rel::Ne),
        Rel::Eq | Rel::Ne if low == c && high == c => Some(rel == Rel::Eq),
        Rel::Eq | Rel::Ne | Rel::Le => None,
    }
}

/// After `x = y + c` was posted: decides the reified comparisons of the two among the newest constraints on `x`.
pub(crate) fn decide(s: &mut Store, x: VarId, y: VarId, c: i64) -> Result<(), Inconsistent> {
    s.fix_decided(x, NEARBY, |s, prop| match &s.props[prop as usize] {
        Prop::ReifEq(p) if (p.x, p.y) == (x, y) => Some((p.b, (p.c == c) == p.equal)),
        Prop::ReifEq(p) if (p.x, p.y) == (y, x) => Some((p.b, (p.c == -c) == p.equal)),
        Prop::ReifLe(p) if (p.x, p.y) == (x, y) => Some((p.b, c <= p.c)),
        Prop::ReifLe(p) if (p.x, p.y) == (y, x) => Some((p.b, -c <= p.c)),
        _ => None,
    })
}

impl ReifiedSum {
    /// Returns whether the domains decide the comparison.
    fn decided(&self, vars: &Vars) -> Option<bool> {
        let c = i128::from(self.c);
        let Some(sum) = hull(&self.terms, vars) else {
            return self.decided_exactly(vars);
        };
        let above = sum.low_infinite == 0 && sum.low > c;
        let below = sum.high_infinite == 0 && sum.high < c;
        match self.rel {
            Rel::Le if above => Some(false),
            Rel::Le => (below || sum.high_infinite == 0 && sum.high == c).then_some(true),
            Rel::Eq | Rel::Ne => {
                let equal = if above || below {
                    Some(false)
                } else if sum.low_infinite + sum.high_infinite == 0 && sum.low == sum.high {
                    Some(true)
                } else {
                    self.last_open(vars)
                };
                equal.map(|equal| equal == (self.rel == Rel::Eq))
            }
        }
    }

    /// If one variable is open and cannot take the value that makes both sides equal: `Some(false)`.
    fn last_open(&self, vars: &Vars) -> Option<bool> {
        let mut open: Option<LinearTerm> = None;
        let mut rest = i128::from(self.c);
        for &(a, x) in &self.terms {
            match vars.word(x) {
                Some(value) => rest -= i128::from(a) * i128::from(value),
                None if open.is_some() => return None,
                None => open = Some((a, x)),
            }
        }
        let (a, x) = open?;
        let a = i128::from(a);
        let reachable = rest % a == 0 && vars.contains_int(x, &Int::from(rest / a));
        (!reachable).then_some(false)
    }

    fn decided_exactly(&self, vars: &Vars) -> Option<bool> {
        let terms = exact::widen(&self.terms);
        exact::compare(vars, &terms, self.rel, &Int::Small(self.c))
    }
}

impl Propagator for ReifSum {
    fn cost(&self) -> Cost {
        Cost::Linear
    }

    fn subscribe(&self, on: &mut dyn FnMut(VarId, PropCond)) {
        on(self.b, PropCond::Fixed);
        let cond = match self.sum.rel {
            Rel::Eq | Rel::Ne if self.sum.terms.len() == 2 => PropCond::Domain,
            Rel::Le | Rel::Eq | Rel::Ne => PropCond::Bounds,
        };
        for (_, x) in &self.sum.terms {
            on(*x, cond);
        }
    }

    fn propagate(&self, vars: &mut Vars) -> Propagated {
        let sum = &*self.sum;
        match vars.word(self.b) {
            Some(b) => {
                let comparison = Linear {
                    terms: exact::widen(&sum.terms),
                    rel: sum.rel,
                    constant: Int::Small(sum.c),
                };
                let stated = if b == 1 {
                    comparison
                } else {
                    comparison.negated()
                };
                vars.request(stated.into());
            }
            None => match sum.decided(vars) {
                None => return Ok(Status::Fix),
                Some(truth) => vars.fix(self.b, i64::from(truth))?,
            },
        }
        Ok(Status::Subsumed)
    }
}

impl Describe for ReifSum {
    fn describe(&self) -> Constraint {
        let ReifiedSum { terms, rel, c } = &*self.sum;
        Constraint::reified(self.b, Constraint::linear(terms, *rel, *c))
    }
}

/// Posts `b ⇔ Σ aᵢ·xᵢ rel c` for at least two different variables and an undecided truth value.
pub(crate) fn post_sum(
    s: &mut Store,
    b: VarId,
    terms: Vec<LinearTerm>,
    rel: Rel,
    c: i64,
) -> Result<(), Inconsistent> {
    if let [(a, x), (d, y)] = *terms.as_slice() {
        match (rel, a, d) {
            (_, 1, -1) => return post_offset(s, b, (x, rel, y), c),
            (Rel::Le, -1, 1) => return post_offset(s, b, (y, rel, x), c),
            (Rel::Eq | Rel::Ne | Rel::Le, _, _) => {}
        }
    }
    let sum = Box::new(ReifiedSum { terms, rel, c });
    s.add(Prop::ReifSum(ReifSum { b, sum }))
}

/// The row of the oracle.
#[cfg(test)]
pub(crate) const SPEC: Spec = Spec {
    name: "reified",
    arity: 3,
    samples: |v| {
        let (b, x, y) = (v[2], v[0], v[1]);
        let ranges = [
            Domain::range(1, 1),
            Domain::range(-1, 2),
            Domain::range(0, 1).complement(),
            Domain::range(2, 2).complement(),
            Domain::interval(Bound::Inf, Bound::from(0)),
            Domain::interval(Bound::from(1), Bound::Sup),
        ];
        let reified = Constraint::reified;
        let mut all = Vec::new();
        for range in ranges {
            all.push(reified(b, Constraint::member(x, range.clone())));
            all.push(reified(x, Constraint::member(x, range)));
        }
        for rel in [Rel::Eq, Rel::Ne, Rel::Le] {
            for c in [-1, 0, 2] {
                for (a, d) in [(1, -1), (-1, 1), (1, 1), (2, -3)] {
                    all.push(reified(b, Constraint::linear(&[(a, x), (d, y)], rel, c)));
                }
                all.push(reified(x, Constraint::linear(&[(1, x), (-1, y)], rel, c)));
            }
        }
        all
    },
};
