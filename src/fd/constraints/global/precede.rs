//! `value_precede_chain`: a value occurs only after its predecessor in a list has occurred. Domain consistent, by a
//! forward and a backward pass over the variables with the number of values that have occurred so far.

use crate::base::int::Int;
use crate::fd::constraints::constraint::{Constrain, Constraint, ConstraintTerm};
use crate::fd::constraints::prop::Store;
#[cfg(test)]
use crate::fd::constraints::spec::Spec;
use crate::fd::kernel::bound::Bound;
use crate::fd::kernel::domain::Domain;
use crate::fd::kernel::event::PropCond;
use crate::fd::kernel::propagator::{Propagated, Status};
use crate::fd::kernel::var::{Inconsistent, VarId, Vars};

/// Different `values`, each of which occurs among `xs` only after its predecessor.
#[derive(Debug)]
pub(crate) struct Precede {
    pub(crate) values: Box<[Int]>,
    pub(crate) xs: Box<[VarId]>,
    /// True if it was written `seq_precede_chain`: values are `1, 2, …` without an end.
    pub(crate) all: bool,
}

impl Precede {
    /// `seq_precede_chain`: the value of a variable is at most its position.
    pub(crate) fn sequence(xs: &[VarId]) -> Precede {
        let n = xs.len() as i64;
        Precede {
            values: (1..=n).map(Int::Small).collect(),
            xs: xs.into(),
            all: true,
        }
    }

    /// Returns true if some value outside the list is left.
    fn has_other(&self, vars: &Vars, x: VarId) -> bool {
        let inside = self.values.iter().filter(|v| vars.contains_int(x, v));
        vars.size(x) > inside.count() as u64
    }
}

impl Precede {
    /// For each position, the numbers of values that can have occurred before it.
    fn reachable(&self, vars: &mut Vars, others: &[bool]) -> Result<Vec<Vec<bool>>, Inconsistent> {
        let m = self.values.len();
        let mut after: Vec<Vec<bool>> = Vec::with_capacity(self.xs.len() + 1);
        after.push(vec![false; m + 1]);
        after[0][0] = true;
        for (i, x) in self.xs.iter().enumerate() {
            let mut inside = false;
            after.push(vec![false; m + 1]);
            vars.worked(2 * m)?;
            for s in 0..=m {
                inside |= s > 0 && vars.contains_int(*x, &self.values[s - 1]);
                if !after[i][s] {
                    continue;
                }
                after[i + 1][s] |= others[i] || inside;
                if s < m && vars.contains_int(*x, &self.values[s]) {
                    after[i + 1][s + 1] = true;
                }
            }
        }
        Ok(after)
    }
}

impl Constrain for Precede {
    fn map_vars(&self, f: &mut dyn FnMut(VarId) -> VarId) -> Constraint {
        Constraint::other(Precede {
            values: self.values.clone(),
            xs: self.xs.iter().map(|x| f(*x)).collect(),
            all: self.all,
        })
    }

    fn holds(&self, at: &dyn Fn(VarId) -> Int) -> bool {
        let mut seen = 0;
        self.xs.iter().all(|x| {
            let i = at(*x);
            match self.values.iter().position(|v| *v == i) {
                Some(k) if k > seen => false,
                Some(k) => {
                    seen = seen.max(k + 1);
                    true
                }
                None => !self.all || i.signum() <= 0,
            }
        })
    }

    fn show(&self) -> ConstraintTerm {
        if self.all {
            return ConstraintTerm::call("seq_precede_chain", vec![ConstraintTerm::vars(&self.xs)]);
        }
        let args = vec![
            ConstraintTerm::ints(&self.values),
            ConstraintTerm::vars(&self.xs),
        ];
        ConstraintTerm::call("value_precede_chain", args)
    }

    fn subscribe(&self, on: &mut dyn FnMut(VarId, PropCond)) {
        self.xs.iter().for_each(|x| on(*x, PropCond::Domain));
    }

    fn propagate(&self, vars: &mut Vars) -> Propagated {
        let before = vars.prunings;
        let (n, m) = (self.xs.len(), self.values.len());
        let mut others = Vec::with_capacity(n);
        for x in &self.xs {
            vars.worked(2 * m)?;
            others.push(self.has_other(vars, *x));
        }
        let after = self.reachable(vars, &others)?;
        // Every number is allowed at the end: follow the transitions back from there.
        let mut good = after[n].clone();
        for i in (0..n).rev() {
            let x = self.xs[i];
            vars.worked(8 * m)?;
            let mut before = vec![false; m + 1];
            let mut useful = vec![false; m];
            let (mut other, mut top) = (false, 0);
            let mut inside = false;
            for s in 0..=m {
                inside |= s > 0 && vars.contains_int(x, &self.values[s - 1]);
                if !after[i][s] {
                    continue;
                }
                if good[s] && (others[i] || inside) {
                    before[s] = true;
                    other = true;
                    top = s;
                }
                if s < m && good[s + 1] && vars.contains_int(x, &self.values[s]) {
                    before[s] = true;
                    useful[s] = true;
                }
            }
            for (k, v) in self.values.iter().enumerate() {
                if k >= top && !useful[k] {
                    vars.remove_int(x, v)?;
                }
            }
            if !other && others[i] {
                let part = |v: &Int| (Bound::Fin(v.clone()), Bound::Fin(v.clone()));
                vars.restrict(
                    x,
                    &Domain::from_parts(self.values.iter().map(part).collect()),
                )?;
            }
            good = before;
        }
        if !good[0] {
            return Err(Inconsistent);
        }
        if vars.prunings != before {
            return Ok(Status::NoFix);
        }
        let open = self.xs.iter().any(|x| !vars.is_fixed(*x));
        Ok(if open { Status::Fix } else { Status::Subsumed })
    }

    fn post(&self, s: &mut Store) -> Result<(), Inconsistent> {
        if self.all {
            for (i, x) in self.xs.iter().enumerate() {
                s.vars.remove_above(*x, i as i64 + 1)?;
            }
        }
        self.post_itself(s)
    }
}

/// The oracle's row.
#[cfg(test)]
pub(crate) const SPEC: Spec = Spec {
    name: "value_precede_chain",
    arity: 4,
    samples: |v| {
        let of = |values: &[i64], xs: &[VarId]| {
            Constraint::other(Precede {
                values: values.iter().map(|i| Int::Small(*i)).collect(),
                xs: xs.into(),
                all: false,
            })
        };
        vec![
            of(&[1, 0], v),
            of(&[-1, 1, 2], v),
            of(&[0, 1], &[v[0], v[1], v[0]]),
            of(&[0], v),
            of(&[], v),
            of(&[1, 2], &[]),
            Constraint::other(Precede::sequence(v)),
            Constraint::other(Precede::sequence(&[])),
        ]
    },
};
