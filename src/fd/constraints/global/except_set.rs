//! `all_different_except`: the variables differ pairwise, unless their values are in a set.

use crate::base::int::Int;
use crate::fd::constraints::constraint::{Constrain, Constraint, ConstraintTerm, settled};
use crate::fd::constraints::global::signature::{Signature, signature};
#[cfg(test)]
use crate::fd::constraints::spec::Spec;
use crate::fd::kernel::domain::Domain;
use crate::fd::kernel::event::PropCond;
use crate::fd::kernel::propagator::{Cost, Propagated, Status};
use crate::fd::kernel::var::{Inconsistent, VarId, Vars};
use rustc_hash::FxHashSet;

/// Different unless in `set`. Value propagation: the value of a fixed variable is removed from the others.
#[derive(Debug)]
pub(crate) struct ExceptSet {
    pub(crate) xs: Vec<VarId>,
    pub(crate) set: Domain,
}

impl Constrain for ExceptSet {
    fn map_vars(&self, f: &mut dyn FnMut(VarId) -> VarId) -> Constraint {
        let xs = self.xs.iter().map(|x| f(*x)).collect();
        let set = self.set.clone();
        Constraint::other(ExceptSet { xs, set })
    }

    fn holds(&self, at: &dyn Fn(VarId) -> Int) -> bool {
        let mut seen = FxHashSet::default();
        let mut fits = |i: Int| self.set.contains(&i) || seen.insert(i);
        self.xs.iter().all(|x| fits(at(*x)))
    }

    fn show(&self) -> ConstraintTerm {
        let set = ConstraintTerm::Domain(self.set.clone());
        ConstraintTerm::call(
            "all_different_except",
            vec![ConstraintTerm::vars(&self.xs), set],
        )
    }

    fn cost(&self) -> Cost {
        Cost::Linear
    }

    fn subscribe(&self, on: &mut dyn FnMut(VarId, PropCond)) {
        self.xs.iter().for_each(|x| on(*x, PropCond::Fixed));
    }

    fn propagate(&self, vars: &mut Vars) -> Propagated {
        // A removal may fix a variable, whose value must then be removed from the others as well.
        loop {
            let before = vars.prunings;
            self.remove_fixed(vars)?;
            if vars.prunings == before {
                break;
            }
        }
        if let Some(done) = settled(self, vars, self.xs.iter().copied()) {
            return done;
        }
        // The values of fixed variables are removed from the others, so equality needs two variables that are open.
        let may_equal =
            |x: &&VarId| !vars.is_fixed(**x) && !vars.domain(**x).difference(&self.set).is_empty();
        let open = self.xs.iter().filter(may_equal).count();
        Ok(if open < 2 {
            Status::Subsumed
        } else {
            Status::Fix
        })
    }
}

impl ExceptSet {
    /// Removes the value of each fixed variable from the others, unless the set contains it.
    fn remove_fixed(&self, vars: &mut Vars) -> Result<(), Inconsistent> {
        for (i, x) in self.xs.iter().enumerate() {
            let Some(value) = vars.value(*x).filter(|v| !self.set.contains(v)) else {
                continue;
            };
            vars.worked(self.xs.len())?;
            for (j, y) in self.xs.iter().enumerate() {
                // A variable that occurs twice equals itself: then removing its value fails, as it should.
                if i != j {
                    vars.remove_int(*y, &value)?;
                }
            }
        }
        Ok(())
    }
}

pub(crate) const SIGNATURE: Signature = signature!(all_different_except(xs: Variables, set: Domain) => {
    Constraint::other(ExceptSet { xs, set })
});

/// The oracle's row.
#[cfg(test)]
pub(crate) const SPEC: Spec = Spec {
    name: "all_different_except",
    arity: 4,
    samples: |v| {
        let set = Domain::range(0, 0).union(&Domain::range(2, 3));
        let of = |xs: &[VarId], set: &Domain| {
            let (xs, set) = (xs.to_vec(), set.clone());
            Constraint::other(ExceptSet { xs, set })
        };
        let reified = of(&v[..3], &set);
        vec![
            of(v, &set),
            of(&[v[0], v[1], v[0]], &set),
            of(&v[..2], &Domain::range(1, 0)),
            of(&[], &set),
            Constraint::reified(v[3], reified),
        ]
    },
};
