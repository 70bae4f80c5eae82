//! `not_all_equal`: two of the variables differ.
//!
//! It holds once no value is common to all domains; the last open variable differs from the others when
//! these are equal. That is domain consistent.

use crate::base::int::Int;
use crate::fd::constraints::constraint::{Constrain, Constraint, ConstraintTerm};
use crate::fd::constraints::global::signature::{Signature, signature};
#[cfg(test)]
use crate::fd::constraints::spec::Spec;
use crate::fd::kernel::domain::Domain;
use crate::fd::kernel::event::PropCond;
use crate::fd::kernel::propagator::{Cost, Propagated, Status};
use crate::fd::kernel::var::{Inconsistent, VarId, Vars};

/// Two of `xs` have different values.
#[derive(Debug)]
pub(crate) struct NotAllEqual {
    xs: Vec<VarId>,
}

impl NotAllEqual {
    /// The values that all variables can take.
    fn common(&self, vars: &Vars) -> Domain {
        let mut common = Domain::all();
        for x in &self.xs {
            common = common.intersection(&vars.domain(*x));
            if common.is_empty() {
                break;
            }
        }
        common
    }

    /// Returns true if all variables are one.
    fn is_one_variable(&self) -> bool {
        self.xs.windows(2).all(|w| w[0] == w[1])
    }
}

impl Constrain for NotAllEqual {
    fn map_vars(&self, f: &mut dyn FnMut(VarId) -> VarId) -> Constraint {
        let xs = self.xs.iter().map(|x| f(*x)).collect();
        Constraint::other(NotAllEqual { xs })
    }

    fn holds(&self, at: &dyn Fn(VarId) -> Int) -> bool {
        self.xs.windows(2).any(|w| at(w[0]) != at(w[1]))
    }

    fn show(&self) -> ConstraintTerm {
        ConstraintTerm::call("not_all_equal", vec![ConstraintTerm::vars(&self.xs)])
    }

    fn cost(&self) -> Cost {
        Cost::Linear
    }

    fn subscribe(&self, on: &mut dyn FnMut(VarId, PropCond)) {
        self.xs.iter().for_each(|x| on(*x, PropCond::Domain));
    }

    fn propagate(&self, vars: &mut Vars) -> Propagated {
        vars.worked(self.xs.len())?;
        if self.is_one_variable() {
            return Err(Inconsistent);
        }
        let common = self.common(vars);
        if common.is_empty() {
            return Ok(Status::Subsumed);
        }
        let mut open = self.xs.iter().filter(|x| !vars.is_fixed(**x));
        let Some(last) = open.next().copied() else {
            return Err(Inconsistent);
        };
        if open.any(|x| *x != last) {
            return Ok(Status::Fix);
        }
        // The fixed variables all have the one common value.
        vars.restrict(last, &common.complement())?;
        Ok(Status::Subsumed)
    }

    fn decided(&self, vars: &Vars) -> Option<bool> {
        if self.is_one_variable() {
            return Some(false);
        }
        if self.common(vars).is_empty() {
            return Some(true);
        }
        let all_fixed = self.xs.iter().all(|x| vars.is_fixed(*x));
        all_fixed.then_some(false)
    }

    /// All variables are equal: each has the values that are common to all.
    fn refute(&self, vars: &mut Vars) -> Option<Propagated> {
        let before = vars.prunings;
        let common = self.common(vars);
        for x in &self.xs {
            if vars.restrict(*x, &common).is_err() {
                return Some(Err(Inconsistent));
            }
        }
        Some(Ok(Status::since(vars, before)))
    }
}

pub(crate) const SIGNATURE: Signature = signature!(not_all_equal(xs: Variables) => {
    Constraint::other(NotAllEqual { xs })
});

/// The oracle's row.
#[cfg(test)]
pub(crate) const SPEC: Spec = Spec {
    name: "not_all_equal",
    arity: 4,
    samples: |v| {
        let of = |xs: &[VarId]| Constraint::other(NotAllEqual { xs: xs.to_vec() });
        vec![
            of(v),
            of(&[v[0], v[1], v[0]]),
            of(&[v[0], v[0]]),
            of(&[]),
            Constraint::reified(v[3], of(&v[..3])),
            Constraint::reified(v[3], of(&v[2..])),
        ]
    },
};
