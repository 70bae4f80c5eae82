//! `mem`: a value occurs among variables.
//!
//! The value is limited to the values of the variables; when only one variable can still take it, the two are equal.

use crate::base::int::Int;
use crate::fd::constraints::constraint::{Constrain, Constraint, ConstraintTerm, Rel};
use crate::fd::constraints::global::signature::{Signature, signature};
use crate::fd::constraints::prop::Store;
#[cfg(test)]
use crate::fd::constraints::spec::Spec;
use crate::fd::kernel::domain::Domain;
use crate::fd::kernel::event::PropCond;
use crate::fd::kernel::propagator::{Cost, Propagated, Status};
use crate::fd::kernel::var::{Inconsistent, VarId, Vars};

/// `y` is the value of one of `xs`.
#[derive(Debug)]
pub(crate) struct Member {
    xs: Vec<VarId>,
    y: VarId,
}

impl Constrain for Member {
    fn map_vars(&self, f: &mut dyn FnMut(VarId) -> VarId) -> Constraint {
        let xs = self.xs.iter().map(|x| f(*x)).collect();
        Constraint::other(Member { xs, y: f(self.y) })
    }

    fn holds(&self, at: &dyn Fn(VarId) -> Int) -> bool {
        self.xs.iter().any(|x| at(*x) == at(self.y))
    }

    fn show(&self) -> ConstraintTerm {
        let xs = ConstraintTerm::vars(&self.xs);
        ConstraintTerm::call("mem", vec![xs, ConstraintTerm::Var(self.y)])
    }

    fn cost(&self) -> Cost {
        Cost::Linear
    }

    fn subscribe(&self, on: &mut dyn FnMut(VarId, PropCond)) {
        on(self.y, PropCond::Domain);
        self.xs.iter().for_each(|x| on(*x, PropCond::Domain));
    }

    fn propagate(&self, vars: &mut Vars) -> Propagated {
        if self.xs.contains(&self.y) {
            return Ok(Status::Subsumed);
        }
        let before = vars.prunings;
        let mut union = Domain::empty();
        let mut able = Vec::new();
        for x in &self.xs {
            vars.worked(1)?;
            let common = vars.domain(*x).intersection(&vars.domain(self.y));
            if !common.is_empty() {
                union = union.union(&common);
                able.push(*x);
            }
        }
        vars.restrict(self.y, &union)?;
        if let [x] = able[..] {
            vars.restrict(x, &union)?;
        }
        let value = vars.value(self.y);
        let found = value.is_some() && able.iter().any(|x| vars.value(*x) == value);
        if found || able.iter().all(|x| vars.is_fixed(*x)) {
            return Ok(Status::Subsumed);
        }
        Ok(Status::since(vars, before))
    }

    /// Reified as a disjunction: each element has a truth value for its equality with the value.
    fn reify(&self, s: &mut Store, b: VarId) -> Result<(), Inconsistent> {
        let mut sum = Vec::with_capacity(self.xs.len());
        for x in &self.xs {
            let equal = s.new_range(0, 1);
            s.post_reified(
                equal,
                &Constraint::linear(&[(1, *x), (-1, self.y)], Rel::Eq, 0),
            )?;
            sum.push((-1, equal));
        }
        s.post_reified(b, &Constraint::linear(&sum, Rel::Le, -1))
    }
}

pub(crate) const SIGNATURE: Signature = signature!(mem(xs: Variables, y: Variable) => {
    Constraint::other(Member { xs, y })
});

/// The oracle's row.
#[cfg(test)]
pub(crate) const SPEC: Spec = Spec {
    name: "mem",
    arity: 4,
    samples: |v| {
        let of = |xs: &[VarId], y: VarId| Constraint::other(Member { xs: xs.to_vec(), y });
        vec![
            of(&v[1..], v[0]),
            of(&[v[1], v[1]], v[0]),
            of(&v[..2], v[0]),
            of(&[], v[0]),
            Constraint::reified(v[3], of(&v[1..3], v[0])),
            Constraint::reified(v[3], of(&v[2..], v[0])),
        ]
    },
};
