//! `all_distinct`: pairwise different values, domain consistent by matching or bounds consistent by Hall intervals.
//! The cheap companion `all_different` removes the values of fixed variables.

use crate::base::int::Int;
use crate::fd::constraints::all_different;
use crate::fd::constraints::constraint::{Constrain, Constraint, ConstraintTerm, Rel};
use crate::fd::constraints::core::Waits;
use crate::fd::constraints::global::element::overlap;
use crate::fd::constraints::global::hall_intervals::Intervals;
use crate::fd::constraints::global::matching::Matching;
use crate::fd::constraints::global::matching_bits;
use crate::fd::constraints::global::matching_words::WordMatching;
use crate::fd::constraints::global::signature::{Signature, signature};
use crate::fd::constraints::prop::{Prop, Store};
#[cfg(test)]
use crate::fd::constraints::spec::Spec;
use crate::fd::kernel::event::PropCond;
use crate::fd::kernel::propagator::{Propagated, Status};
use crate::fd::kernel::var::{Inconsistent, VarId, Vars};
use rustc_hash::FxHashSet;
use std::cell::RefCell;

/// The strength of the filter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Strength {
    /// Every value that is left occurs in a solution.
    Domain,
    /// Bounds are kept if they occur in a solution within the bounds of all domains.
    Bounds,
}

/// Pairwise different variables, and integers.
#[derive(Debug)]
pub(crate) struct Distinct {
    xs: Box<[VarId]>,
    /// Elements that were integers when the constraint was posted, with their places among all elements.
    known: Box<[(u32, i64)]>,
    strength: Strength,
    waits: Waits,
    /// Only for values far apart, and for bounds.
    work: RefCell<Option<Box<MatchingState>>>,
}

/// Buffers that are kept from run to run, and the last matching as a hint.
#[derive(Default, Debug)]
struct MatchingState {
    matching: Matching,
    words: WordMatching,
    intervals: Intervals,
    sizes: Vec<u32>,
    inner: Vec<u32>,
    onlookers: Vec<u32>,
}

impl Distinct {
    pub(crate) fn new(xs: &[VarId], strength: Strength) -> Distinct {
        Distinct::of(xs, &[], strength)
    }

    /// Of variables and integers, the latter with their places among all elements, in order.
    fn of(xs: &[VarId], known: &[(u32, i64)], strength: Strength) -> Distinct {
        Distinct {
            xs: xs.into(),
            known: known.into(),
            strength,
            waits: Waits::ALL,
            work: RefCell::default(),
        }
    }
}

/// Posts that variables and integers differ; the integers come with their places among all
/// elements, in order.
pub(crate) fn post(
    s: &mut Store,
    xs: &[VarId],
    known: &[(u32, i64)],
    strength: Strength,
) -> Result<(), Inconsistent> {
    all_different::post_beside(s, xs, known.iter().map(|(_, i)| *i), true)?;
    let mut posted = Distinct::of(xs, known, strength);
    posted.waits = Waits::open(&s.vars, xs);
    s.add(Prop::Other(Box::new(posted)))
}

/// With more elements, the constraint is not checked for being down to two that may be equal.
const MANY: usize = 128;

impl Distinct {
    /// Two elements are equal: when only two can be, these are.
    fn coincide(&self, vars: &mut Vars) -> Propagated {
        let mut last = None;
        for (n, x) in self.xs.iter().enumerate() {
            let other = |y: &&VarId| overlap(vars, *x, **y);
            let others = self.xs[..n].iter().filter(other).map(|y| (*x, Ok(*y)));
            let known = self.known.iter().filter(|(_, i)| vars.contains(*x, *i));
            for pair in others.chain(known.map(|(_, i)| (*x, Err(*i)))) {
                if last.replace(pair).is_some() {
                    return Ok(Status::Fix);
                }
            }
        }
        match last {
            None => Err(Inconsistent),
            Some((x, Err(i))) => vars.fix(x, i).map(|()| Status::Subsumed),
            Some((x, Ok(y))) => {
                vars.request(Constraint::linear(&[(1, x), (-1, y)], Rel::Eq, 0));
                Ok(Status::Subsumed)
            }
        }
    }
}

impl MatchingState {
    /// Removes what no matching contains.
    fn match_values(&mut self, vars: &mut Vars, xs: &[VarId]) -> Propagated {
        let open = xs.iter().filter(|x| !vars.is_fixed(**x)).count();
        if open < 2 {
            return Ok(Status::Subsumed);
        }
        let limit = self.limit(vars, xs, open);
        if limit < 2 {
            return Ok(Status::Fix);
        }
        // The variables that must be matched, and the onlookers.
        self.inner.clear();
        self.onlookers.clear();
        for (i, x) in xs.iter().enumerate() {
            if vars.is_fixed(*x) {
                continue;
            }
            if vars.span(*x).is_some() && vars.size(*x) <= limit {
                self.inner.push(i as u32);
            } else {
                self.onlookers.push(i as u32);
            }
        }
        if self.inner.len() < 2 {
            return Ok(Status::Fix);
        }
        if self.words.read(vars, xs, &self.inner) {
            self.words.filter(vars, xs, &self.inner, &self.onlookers)?;
        } else {
            self.matching
                .filter(vars, xs, &self.inner, &self.onlookers)?;
        }
        Ok(Status::Fix)
    }

    /// An upper bound of the number of variables that may have to share as few values: `k` variables share `k` values
    /// only if `k` domains have at most `k` values. Variables with larger domains always find a value.
    fn limit(&mut self, vars: &Vars, xs: &[VarId], open: usize) -> u64 {
        self.sizes.clear();
        self.sizes.resize(open + 1, 0);
        for x in xs {
            let size = vars.size(*x);
            if size > 1 && size <= open as u64 {
                self.sizes[size as usize] += 1;
            }
        }
        let (mut sum, mut limit) = (0, 0);
        for (k, count) in self.sizes.iter().enumerate() {
            sum += *count as usize;
            if sum >= k {
                limit = k;
            }
        }
        limit as u64
    }
}

impl Constrain for Distinct {
    fn map_vars(&self, f: &mut dyn FnMut(VarId) -> VarId) -> Constraint {
        let xs: Vec<VarId> = self.xs.iter().map(|x| f(*x)).collect();
        Constraint::other(Distinct::of(&xs, &self.known, self.strength))
    }

    fn holds(&self, at: &dyn Fn(VarId) -> Int) -> bool {
        let mut seen = FxHashSet::default();
        let known = self.known.iter().map(|(_, i)| Int::Small(*i));
        let mut all = self.xs.iter().map(|x| at(*x)).chain(known);
        all.all(|i| seen.insert(i))
    }

    fn show(&self) -> ConstraintTerm {
        let mut elements: Vec<ConstraintTerm> =
            self.xs.iter().map(|x| ConstraintTerm::Var(*x)).collect();
        for (place, i) in &self.known {
            elements.insert(*place as usize, ConstraintTerm::Int(Int::Small(*i)));
        }
        let mut args = vec![ConstraintTerm::List(elements)];
        if self.strength == Strength::Bounds {
            let bounds = ConstraintTerm::call("consistency", vec![ConstraintTerm::atom("bounds")]);
            args.push(ConstraintTerm::List(vec![bounds]));
        }
        ConstraintTerm::call("all_distinct", args)
    }

    fn subscribe(&self, on: &mut dyn FnMut(VarId, PropCond)) {
        let when = match self.strength {
            Strength::Domain => PropCond::Domain,
            Strength::Bounds => PropCond::Bounds,
        };
        self.waits.of(&self.xs).for_each(|x| on(x, when));
    }

    fn propagate(&self, vars: &mut Vars) -> Propagated {
        if self.strength == Strength::Domain
            && let Some(filtered) = matching_bits::filter(vars, &self.xs)
        {
            return filtered;
        }
        let mut work = self.work.borrow_mut();
        let work = work.get_or_insert_default();
        match self.strength {
            Strength::Domain => work.match_values(vars, &self.xs),
            Strength::Bounds => work.intervals.filter(vars, &self.xs),
        }
    }

    fn decided(&self, vars: &Vars) -> Option<bool> {
        let mut fixed: FxHashSet<Int> = FxHashSet::default();
        let mut open: Vec<VarId> = Vec::new();
        for (_, i) in &self.known {
            if !fixed.insert(Int::Small(*i)) {
                return Some(false);
            }
        }
        for x in &self.xs {
            match vars.value(*x) {
                Some(i) if !fixed.insert(i.clone()) => return Some(false),
                Some(_) => {}
                None if open.contains(x) => return Some(false),
                None => open.push(*x),
            }
        }
        let apart = |x: &VarId| fixed.iter().all(|i| !vars.contains_int(*x, i));
        (open.len() < 2 && open.iter().all(apart)).then_some(true)
    }

    fn refute(&self, vars: &mut Vars) -> Option<Propagated> {
        (self.xs.len() + self.known.len() <= MANY).then(|| self.coincide(vars))
    }

    fn post(&self, s: &mut Store) -> Result<(), Inconsistent> {
        post(s, &self.xs, &self.known, self.strength)
    }
}

pub(crate) const SIGNATURES: [Signature; 2] = [
    signature!(all_different(xs: Variables) => Constraint::other(Distinct::new(&xs, Strength::Domain))),
    signature!(all_distinct(xs: Variables) => Constraint::other(Distinct::new(&xs, Strength::Domain))),
];

/// The oracle's row.
#[cfg(test)]
pub(crate) const SPEC: Spec = Spec {
    name: "all_distinct",
    arity: 4,
    samples: |v| {
        let of = |xs: &[VarId], strength| Constraint::other(Distinct::new(xs, strength));
        vec![
            of(v, Strength::Domain),
            of(v, Strength::Bounds),
            of(&v[..3], Strength::Domain),
            of(&v[1..], Strength::Bounds),
            of(&[v[0], v[1], v[0]], Strength::Domain),
            of(&[], Strength::Domain),
            Constraint::other(Distinct::of(&v[..3], &[(0, 1), (2, 3)], Strength::Domain)),
            Constraint::reified(v[3], of(&v[..3], Strength::Domain)),
            Constraint::reified(v[1], of(&v[..3], Strength::Domain)),
            Constraint::reified(
                v[3],
                Constraint::other(Distinct::of(&v[..3], &[(3, 2)], Strength::Domain)),
            ),
        ]
    },
};
