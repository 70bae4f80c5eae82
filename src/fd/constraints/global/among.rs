//! `among`: the number of variables whose values are in a set.
//!
//! The number is between the count of the variables that must be in the set and the count of those that may be. When
//! it is fixed to one of the two, the open variables are kept out of the set, or in it.

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

/// `n` is the number of `xs` whose values are in `set`.
#[derive(Debug)]
pub(crate) struct Among {
    pub(crate) n: VarId,
    pub(crate) xs: Vec<VarId>,
    pub(crate) set: Domain,
}

impl Constrain for Among {
    fn map_vars(&self, f: &mut dyn FnMut(VarId) -> VarId) -> Constraint {
        let n = f(self.n);
        let xs = self.xs.iter().map(|x| f(*x)).collect();
        let set = self.set.clone();
        Constraint::other(Among { n, xs, set })
    }

    fn holds(&self, at: &dyn Fn(VarId) -> Int) -> bool {
        let count = self.xs.iter().filter(|x| self.set.contains(&at(**x)));
        at(self.n) == Int::from(count.count() as i64)
    }

    fn show(&self) -> ConstraintTerm {
        let (n, xs) = (ConstraintTerm::Var(self.n), ConstraintTerm::vars(&self.xs));
        ConstraintTerm::call(
            "among",
            vec![n, xs, ConstraintTerm::Domain(self.set.clone())],
        )
    }

    fn cost(&self) -> Cost {
        Cost::Linear
    }

    fn subscribe(&self, on: &mut dyn FnMut(VarId, PropCond)) {
        on(self.n, PropCond::Bounds);
        self.xs.iter().for_each(|x| on(*x, PropCond::Domain));
    }

    fn propagate(&self, vars: &mut Vars) -> Propagated {
        let before = vars.prunings;
        let (mut members, mut open) = (0, Vec::new());
        for x in &self.xs {
            let d = vars.domain(*x);
            let inside = d.intersection(&self.set);
            if inside == d {
                members += 1;
            } else if !inside.is_empty() {
                open.push(*x);
            }
        }
        let most = members + open.len() as i64;
        vars.remove_below(self.n, members)?;
        vars.remove_above(self.n, most)?;
        let keep = match vars.word(self.n) {
            Some(n) if n == members => self.set.complement(),
            Some(n) if n == most => self.set.clone(),
            // The number may be one of the variables that are counted.
            _ => return Ok(Status::since(vars, before)),
        };
        for x in open {
            vars.restrict(x, &keep)?;
        }
        Ok(Status::Subsumed)
    }

    /// The number is always defined, so only the comparison with `n` is reified.
    fn reify(&self, s: &mut Store, b: VarId) -> Result<(), Inconsistent> {
        let (n, xs, set) = (s.new_integer(), self.xs.clone(), self.set.clone());
        s.post(&Constraint::other(Among { n, xs, set }))?;
        s.post_reified(b, &Constraint::linear(&[(1, n), (-1, self.n)], Rel::Eq, 0))
    }
}

pub(crate) const SIGNATURE: Signature = signature!(among(n: Variable, xs: Variables, set: Domain) => {
    Constraint::other(Among { n, xs, set })
});

/// The oracle's row.
#[cfg(test)]
pub(crate) const SPEC: Spec = Spec {
    name: "among",
    arity: 4,
    samples: |v| {
        let holes = Domain::range(-1, 0).union(&Domain::range(2, 2));
        let of = |n: VarId, xs: &[VarId], set: &Domain| {
            let (xs, set) = (xs.to_vec(), set.clone());
            Constraint::other(Among { n, xs, set })
        };
        vec![
            of(v[0], &v[1..], &holes),
            of(v[0], &[v[1], v[1], v[2]], &Domain::range(1, 3)),
            of(v[0], &v[..3], &Domain::range(0, 1)),
            of(v[0], &[], &holes),
            Constraint::reified(v[3], of(v[0], &v[1..3], &holes)),
        ]
    },
};
