//! `assignment` and `symmetric_all_distinct`: two permutations of `1..n` that are inverse to each other; a
//! permutation that is its own inverse.
//!
//! `j` remains a value of `xs[i]` as long as `i` is one of `ys[j]`. A companion constraint does the matching.

use crate::base::int::Int;
use crate::fd::constraints::constraint::{Constrain, Constraint, ConstraintTerm};
use crate::fd::constraints::global::distinct::{Distinct, Strength};
use crate::fd::constraints::prop::Store;
#[cfg(test)]
use crate::fd::constraints::spec::Spec;
use crate::fd::kernel::event::PropCond;
use crate::fd::kernel::propagator::{Propagated, Status};
use crate::fd::kernel::var::{Inconsistent, VarId, Vars};

/// `xs[i] = j` just if `ys[j] = i`, counting from one.
#[derive(Debug)]
pub(crate) struct Inverse {
    pub(crate) xs: Box<[VarId]>,
    /// None: the same as `xs`.
    pub(crate) ys: Option<Box<[VarId]>>,
    /// The filter of different values that runs besides.
    pub(crate) strength: Option<Strength>,
}

impl Inverse {
    fn ys(&self) -> &[VarId] {
        self.ys.as_deref().unwrap_or(&self.xs)
    }

    /// Removes the values of `xs` that `ys` exclude.
    fn channel(vars: &mut Vars, xs: &[VarId], ys: &[VarId]) -> Result<(), Inconsistent> {
        for (i, x) in xs.iter().enumerate() {
            vars.worked(vars.size(*x).min(1 << 20) as usize)?;
            let mut next = vars.next_value(*x, i64::MIN);
            while let Some(j) = next {
                if !vars.contains(ys[j as usize - 1], i as i64 + 1) {
                    vars.remove(*x, j)?;
                }
                next = vars.next_value(*x, j + 1);
            }
        }
        Ok(())
    }
}

impl Constrain for Inverse {
    fn map_vars(&self, f: &mut dyn FnMut(VarId) -> VarId) -> Constraint {
        Constraint::other(Inverse {
            xs: self.xs.iter().map(|x| f(*x)).collect(),
            ys: self
                .ys
                .as_ref()
                .map(|ys| ys.iter().map(|y| f(*y)).collect()),
            strength: self.strength,
        })
    }

    fn holds(&self, at: &dyn Fn(VarId) -> Int) -> bool {
        let ys = self.ys();
        let leads_back = |(i, x): (usize, &VarId)| {
            let j = at(*x).to_i64().and_then(|j| usize::try_from(j - 1).ok());
            j.and_then(|j| ys.get(j))
                .is_some_and(|y| at(*y) == Int::Small(i as i64 + 1))
        };
        ys.len() == self.xs.len() && self.xs.iter().enumerate().all(leads_back)
    }

    fn show(&self) -> ConstraintTerm {
        let xs = ConstraintTerm::vars(&self.xs);
        match &self.ys {
            None if self.strength.is_some() => {
                ConstraintTerm::call("symmetric_all_distinct", vec![xs])
            }
            None => ConstraintTerm::call("symmetric_all_different", vec![xs]),
            Some(ys) => {
                let mut args = vec![xs, ConstraintTerm::vars(ys)];
                let level = match self.strength {
                    Some(Strength::Domain) => None,
                    Some(Strength::Bounds) => Some("bounds"),
                    None => Some("value"),
                };
                if let Some(level) = level {
                    let option =
                        ConstraintTerm::call("consistency", vec![ConstraintTerm::atom(level)]);
                    args.push(ConstraintTerm::List(vec![option]));
                }
                ConstraintTerm::call("assignment", args)
            }
        }
    }

    fn subscribe(&self, on: &mut dyn FnMut(VarId, PropCond)) {
        self.xs.iter().for_each(|x| on(*x, PropCond::Domain));
        if let Some(ys) = &self.ys {
            ys.iter().for_each(|y| on(*y, PropCond::Domain));
        }
    }

    fn propagate(&self, vars: &mut Vars) -> Propagated {
        let before = vars.prunings;
        Self::channel(vars, &self.xs, self.ys())?;
        if let Some(ys) = &self.ys {
            Self::channel(vars, ys, &self.xs)?;
        }
        if vars.prunings != before {
            return Ok(Status::NoFix);
        }
        let open = self.xs.iter().any(|x| !vars.is_fixed(*x));
        Ok(if open { Status::Fix } else { Status::Subsumed })
    }

    fn post(&self, s: &mut Store) -> Result<(), Inconsistent> {
        if self.ys().len() != self.xs.len() {
            return Err(Inconsistent);
        }
        let n = self.xs.len() as i64;
        for x in self.xs.iter().chain(self.ys()) {
            s.vars.remove_below(*x, 1)?;
            s.vars.remove_above(*x, n)?;
        }
        let different = match self.strength {
            Some(strength) => Constraint::other(Distinct::new(&self.xs, strength)),
            None => Constraint::all_different(self.xs.to_vec()),
        };
        s.post_implied(&different)?;
        if self.ys.is_some() {
            s.post_implied(&Constraint::all_different(self.ys().to_vec()))?;
        }
        self.post_itself(s)
    }
}

/// The oracle's row.
#[cfg(test)]
pub(crate) const SPEC: Spec = Spec {
    name: "assignment",
    arity: 4,
    samples: |v| {
        let of = |xs: &[VarId], ys: Option<&[VarId]>, strength| {
            Constraint::other(Inverse {
                xs: xs.into(),
                ys: ys.map(Into::into),
                strength,
            })
        };
        vec![
            of(&v[..2], Some(&v[2..]), Some(Strength::Domain)),
            of(&v[..2], Some(&v[2..]), None),
            of(v, None, Some(Strength::Domain)),
            of(v, None, None),
            of(&v[..3], Some(&[v[1], v[3], v[2]]), Some(Strength::Bounds)),
            of(&v[..1], Some(&v[1..3]), None),
            of(&[], Some(&[]), None),
            of(&[], None, None),
        ]
    },
};
