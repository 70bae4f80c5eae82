//! `all_distinct_except_0`: the variables that are not zero differ pairwise.

use crate::base::int::Int;
use crate::fd::constraints::constraint::{Constrain, Constraint, ConstraintTerm};
use crate::fd::constraints::global::matching::Matching;
#[cfg(test)]
use crate::fd::constraints::spec::Spec;
use crate::fd::kernel::event::PropCond;
use crate::fd::kernel::propagator::{Propagated, Status};
use crate::fd::kernel::var::{Inconsistent, VarId, Vars};
use rustc_hash::FxHashSet;
use std::cell::RefCell;

/// Different unless zero; with `match_values` domain consistent, otherwise with value propagation.
#[derive(Debug)]
pub(crate) struct ExceptZero {
    xs: Box<[VarId]>,
    match_values: bool,
    matching: RefCell<Matching>,
}

impl ExceptZero {
    pub(crate) fn new(xs: &[VarId], match_values: bool) -> ExceptZero {
        ExceptZero {
            xs: xs.into(),
            match_values,
            matching: RefCell::default(),
        }
    }

    /// Removes the values of fixed variables from the others, until no further variable becomes fixed.
    fn remove_values(&self, vars: &mut Vars) -> Result<(), Inconsistent> {
        let mut done: Vec<bool> = vec![false; self.xs.len()];
        loop {
            let mut new = false;
            for (i, done) in done.iter_mut().enumerate() {
                let Some(value) = vars.value(self.xs[i]).filter(|_| !*done) else {
                    continue;
                };
                *done = true;
                new = true;
                if value.is_zero() {
                    continue;
                }
                vars.worked(self.xs.len())?;
                for (j, x) in self.xs.iter().enumerate() {
                    if j != i {
                        vars.remove_int(*x, &value)?;
                    }
                }
            }
            if !new {
                return Ok(());
            }
        }
    }
}

impl Constrain for ExceptZero {
    fn map_vars(&self, f: &mut dyn FnMut(VarId) -> VarId) -> Constraint {
        let xs: Vec<VarId> = self.xs.iter().map(|x| f(*x)).collect();
        Constraint::other(ExceptZero::new(&xs, self.match_values))
    }

    fn holds(&self, at: &dyn Fn(VarId) -> Int) -> bool {
        let mut seen = FxHashSet::default();
        let mut differs = |i: Int| i.is_zero() || seen.insert(i);
        self.xs.iter().all(|x| differs(at(*x)))
    }

    fn show(&self) -> ConstraintTerm {
        let name = if self.match_values {
            "all_distinct_except_0"
        } else {
            "all_different_except_0"
        };
        ConstraintTerm::call(name, vec![ConstraintTerm::vars(&self.xs)])
    }

    fn subscribe(&self, on: &mut dyn FnMut(VarId, PropCond)) {
        let when = if self.match_values {
            PropCond::Domain
        } else {
            PropCond::Fixed
        };
        self.xs.iter().for_each(|x| on(*x, when));
    }

    fn propagate(&self, vars: &mut Vars) -> Propagated {
        let mut once: FxHashSet<VarId> = FxHashSet::default();
        for x in &self.xs {
            if !once.insert(*x) {
                vars.fix(*x, 0)?;
            }
        }
        self.remove_values(vars)?;
        let open = self.xs.iter().filter(|x| !vars.is_fixed(**x)).count();
        if open < 2 {
            return Ok(Status::Subsumed);
        }
        if !self.match_values {
            return Ok(Status::Fix);
        }
        let (mut inner, mut onlookers) = (Vec::new(), Vec::new());
        for (i, x) in self.xs.iter().enumerate() {
            if vars.is_fixed(*x) {
                continue;
            }
            let small = vars.span(*x).is_some() && vars.size(*x) <= open as u64;
            if small && !vars.contains(*x, 0) {
                inner.push(i as u32);
            } else {
                onlookers.push(i as u32);
            }
        }
        if inner.len() < 2 {
            return Ok(Status::Fix);
        }
        let before = vars.prunings;
        let mut matching = self.matching.borrow_mut();
        matching.filter(vars, &self.xs, &inner, &onlookers)?;
        Ok(Status::since(vars, before))
    }
}

/// The oracle's row.
#[cfg(test)]
pub(crate) const SPEC: Spec = Spec {
    name: "all_distinct_except_0",
    arity: 4,
    samples: |v| {
        let of = |xs: &[VarId], matching| Constraint::other(ExceptZero::new(xs, matching));
        vec![
            of(v, true),
            of(v, false),
            of(&[v[0], v[1], v[0], v[2]], true),
            of(&v[..1], true),
            of(&[], false),
        ]
    },
};
