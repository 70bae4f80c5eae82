//! The truth value of a global constraint. It is watched until the constraint is decided or the truth value is known.
//! In the latter case, the constraint is posted if it must be true; if it must be false, it is refuted as far as
//! possible, and watched further.

use crate::base::int::Int;
#[cfg(test)]
use crate::fd::constraints::constraint::Rel;
use crate::fd::constraints::constraint::{Boxed, Constrain, ConstraintTerm};
use crate::fd::constraints::constraint::{Constraint, truth};
use crate::fd::constraints::prop::Store;
#[cfg(test)]
use crate::fd::constraints::spec::Spec;
use crate::fd::kernel::event::PropCond;
use crate::fd::kernel::propagator::{Cost, Propagated, Status};
use crate::fd::kernel::var::{Inconsistent, VarId, Vars};

/// The greatest number of values that are tried one by one.
const FEW: usize = 256;

/// `b ⇔ g`
#[derive(Debug)]
pub(crate) struct ReifiedGlobal {
    pub(crate) b: VarId,
    pub(crate) of: Boxed,
}

impl Constrain for ReifiedGlobal {
    fn map_vars(&self, f: &mut dyn FnMut(VarId) -> VarId) -> Box<dyn Constrain> {
        let of = Boxed(self.of.0.map_vars(f));
        Box::new(ReifiedGlobal { b: f(self.b), of })
    }

    fn holds(&self, at: &dyn Fn(VarId) -> Int) -> bool {
        truth(&at(self.b)).is_some_and(|b| b == self.of.0.holds(at))
    }

    fn show(&self) -> ConstraintTerm {
        ConstraintTerm::call("#<==>", vec![self.of.0.show(), ConstraintTerm::Var(self.b)])
    }

    fn cost(&self) -> Cost {
        Cost::Linear
    }

    fn subscribe(&self, on: &mut dyn FnMut(VarId, PropCond)) {
        on(self.b, PropCond::Fixed);
        self.of.0.subscribe(on);
    }

    fn propagate(&self, vars: &mut Vars) -> Propagated {
        match (vars.word(self.b), self.of.0.decided(vars)) {
            (Some(1), _) => vars.request(Constraint::Other(self.of.clone())),
            (Some(_), Some(true)) => return Err(Inconsistent),
            (Some(_), Some(false)) => {}
            (None, Some(truth)) => vars.fix(self.b, i64::from(truth))?,
            (Some(_), None) => return self.refute(vars),
            (None, None) => return Ok(Status::Fix),
        }
        Ok(Status::Subsumed)
    }
}

impl Store {
    /// Posts that `b`, a truth value, is that of a constraint which is watched until it is decided.
    pub(crate) fn watch_truth(
        &mut self,
        b: VarId,
        of: Box<dyn Constrain>,
    ) -> Result<(), Inconsistent> {
        match (self.vars.word(b), of.decided(&self.vars)) {
            (Some(1), _) => of.post(self),
            (_, Some(truth)) => self.vars.fix(b, i64::from(truth)),
            (_, None) => ReifiedGlobal { b, of: Boxed(of) }.post(self),
        }
    }
}

impl ReifiedGlobal {
    /// The constraint must be false: removes from the last open variable the values that make it true; from several
    /// open variables, the values that [`Constrain::refute`] excludes.
    fn refute(&self, vars: &mut Vars) -> Propagated {
        let mut open: Option<VarId> = None;
        let mut several = false;
        self.of.0.map_vars(&mut |v| {
            if !vars.is_fixed(v) {
                several |= open.is_some_and(|other| other != v);
                open = Some(v);
            }
            v
        });
        let Some(last) = open.filter(|_| !several) else {
            return self.of.0.refute(vars).unwrap_or(Ok(Status::Fix));
        };
        let Some(values) = vars.domain(last).values(FEW) else {
            return Ok(Status::Fix);
        };
        for i in values {
            let value = |v: VarId| vars.value(v).unwrap_or_else(|| i.clone());
            if self.of.0.holds(&value) {
                vars.remove_int(last, &i)?;
            }
        }
        Ok(Status::Subsumed)
    }
}

/// Stands for any global constraint under test: `x + y ≤ 3`, checked only.
#[cfg(test)]
#[derive(Debug)]
struct CheckedOnly([VarId; 2]);

#[cfg(test)]
impl Constrain for CheckedOnly {
    fn map_vars(&self, f: &mut dyn FnMut(VarId) -> VarId) -> Box<dyn Constrain> {
        Box::new(CheckedOnly(self.0.map(f)))
    }

    fn holds(&self, at: &dyn Fn(VarId) -> Int) -> bool {
        at(self.0[0]) + at(self.0[1]) <= Int::Small(3)
    }

    fn show(&self) -> ConstraintTerm {
        ConstraintTerm::call(
            "checked",
            vec![
                ConstraintTerm::Var(self.0[0]),
                ConstraintTerm::Var(self.0[1]),
            ],
        )
    }

    fn subscribe(&self, on: &mut dyn FnMut(VarId, PropCond)) {
        self.0.iter().for_each(|v| on(*v, PropCond::Fixed));
    }

    fn propagate(&self, vars: &mut Vars) -> Propagated {
        let [x, y] = self.0;
        vars.request(Constraint::linear(&[(1, x), (1, y)], Rel::Le, 3));
        Ok(Status::Subsumed)
    }
}

/// The oracle's row.
#[cfg(test)]
pub(crate) const SPEC: Spec = Spec {
    name: "reify",
    arity: 4,
    samples: |v| {
        let c = Constraint::other(CheckedOnly([v[0], v[1]]));
        vec![
            c.clone(),
            Constraint::Reified(v[3], Box::new(c.clone())),
            Constraint::Implied(v[3], Box::new(c)),
        ]
    },
};
