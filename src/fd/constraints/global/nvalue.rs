//! `nvalue`: the number of different values of variables.
//!
//! The number is at least that of domains that are disjoint as intervals, and at most the size of a matching of
//! variables with values. When it is fixed to the lower bound, open variables are limited to values that are taken;
//! when it is fixed to the upper one, they differ.

use crate::base::int::Int;
use crate::fd::constraints::constraint::{Constrain, Constraint, ConstraintTerm, Relation};
use crate::fd::constraints::global::matching::Matching;
use crate::fd::constraints::global::signature::{Signature, signature};
#[cfg(test)]
use crate::fd::constraints::spec::Spec;
use crate::fd::kernel::bound::Bound;
use crate::fd::kernel::domain::Domain;
use crate::fd::kernel::event::PropCond;
use crate::fd::kernel::propagator::{Propagated, Status};
use crate::fd::kernel::var::{Inconsistent, VarId, Vars};
use rustc_hash::FxHashSet;
use std::cell::RefCell;

/// `n` is the number of different values of `xs`.
#[derive(Debug)]
pub(crate) struct Nvalue {
    n: VarId,
    xs: Box<[VarId]>,
    matching: RefCell<Matching>,
}

/// A domain with more values than this counts as having a value of its own.
const LARGE: u64 = 4096;

impl Nvalue {
    pub(crate) fn new(n: VarId, xs: &[VarId]) -> Nvalue {
        Nvalue {
            n,
            xs: xs.into(),
            matching: RefCell::default(),
        }
    }

    /// The most values that different variables can take.
    fn at_most(&self, vars: &Vars, different: &[VarId]) -> Result<i64, Inconsistent> {
        let bounded = |x: &VarId| vars.span(*x).is_some() && vars.size(*x) <= LARGE;
        let inner: Vec<u32> = (0..different.len())
            .filter(|i| bounded(&different[*i]))
            .map(|i| i as u32)
            .collect();
        let others = different.len() - inner.len();
        let matched = self.matching.borrow_mut().size(vars, different, &inner)?;
        Ok((matched + others) as i64)
    }

    /// The number of domains that are disjoint, taken as intervals.
    fn at_least(vars: &Vars, different: &[VarId]) -> i64 {
        let mut ends: Vec<(Bound, Bound)> = different
            .iter()
            .map(|x| (vars.max(*x), vars.min(*x)))
            .collect();
        ends.sort_unstable();
        let mut last: Option<&Bound> = None;
        let mut count = 0;
        for (high, low) in &ends {
            if last.is_none_or(|l| low > l) {
                count += 1;
                last = Some(high);
            }
        }
        count
    }
}

impl Constrain for Nvalue {
    fn map_vars(&self, f: &mut dyn FnMut(VarId) -> VarId) -> Constraint {
        let n = f(self.n);
        let xs: Vec<VarId> = self.xs.iter().map(|x| f(*x)).collect();
        Constraint::other(Nvalue::new(n, &xs))
    }

    fn holds(&self, at: &dyn Fn(VarId) -> Int) -> bool {
        let values: FxHashSet<Int> = self.xs.iter().map(|x| at(*x)).collect();
        at(self.n) == Int::Small(values.len() as i64)
    }

    fn show(&self) -> ConstraintTerm {
        ConstraintTerm::call(
            "nvalue",
            vec![ConstraintTerm::Var(self.n), ConstraintTerm::vars(&self.xs)],
        )
    }

    fn subscribe(&self, on: &mut dyn FnMut(VarId, PropCond)) {
        on(self.n, PropCond::Bounds);
        self.xs.iter().for_each(|x| on(*x, PropCond::Domain));
    }

    fn propagate(&self, vars: &mut Vars) -> Propagated {
        let before = vars.prunings;
        let mut taken: FxHashSet<Int> = FxHashSet::default();
        let mut open: Vec<VarId> = Vec::new();
        let mut once: FxHashSet<VarId> = FxHashSet::default();
        // One variable for each value that is taken, and the open ones.
        let mut different: Vec<VarId> = Vec::new();
        for x in self.xs.iter().filter(|x| once.insert(**x)) {
            match vars.value(*x) {
                Some(i) => {
                    if taken.insert(i) {
                        different.push(*x);
                    }
                }
                None => {
                    open.push(*x);
                    different.push(*x);
                }
            }
        }
        let certain = taken.len() as i64;
        if open.is_empty() {
            return vars.fix(self.n, certain).map(|()| Status::Subsumed);
        }
        vars.remove_below(self.n, certain.max(Self::at_least(vars, &different)))?;
        vars.remove_above(self.n, self.at_most(vars, &different)?)?;
        if vars.high(self.n) == certain {
            let part = |i: &Int| (Bound::Fin(i.clone()), Bound::Fin(i.clone()));
            let d = Domain::from_parts(taken.iter().map(part).collect());
            for x in &open {
                vars.restrict(*x, &d)?;
            }
            return Ok(if vars.is_fixed(self.n) {
                Status::Subsumed
            } else {
                Status::NoFix
            });
        }
        if vars.low(self.n) == different.len() as i64 {
            vars.request(Constraint::all_different(different));
            return Ok(Status::Subsumed);
        }
        Ok(Status::since(vars, before))
    }
}

pub(crate) const SIGNATURE: Signature = signature!(|s| nvalue(n: Variable, xs: Variables) => {
    let number = s.new_integer();
    s.post(&Constraint::other(Nvalue::new(number, &xs)))?;
    Ok(Constraint::compared(number, Relation::Eq, n))
});

/// The oracle's row.
#[cfg(test)]
pub(crate) const SPEC: Spec = Spec {
    name: "nvalue",
    arity: 4,
    samples: |v| {
        let of = |n, xs: &[VarId]| Constraint::other(Nvalue::new(n, xs));
        vec![
            of(v[0], &v[1..]),
            of(v[0], &[v[1], v[2], v[1]]),
            of(v[0], &[v[0], v[1], v[2]]),
            of(v[0], &[]),
            of(v[3], &v[..1]),
        ]
    },
};
