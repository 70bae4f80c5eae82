//! `count`: a comparison of the number of occurrences of an integer with a variable.

use crate::base::int::Int;
use crate::fd::constraints::constraint::{Constrain, Constraint, ConstraintTerm, Relation};
use crate::fd::constraints::global::signature::{Signature, signature};
#[cfg(test)]
use crate::fd::constraints::spec::Spec;
use crate::fd::kernel::event::PropCond;
use crate::fd::kernel::propagator::{Cost, Propagated, Status};
use crate::fd::kernel::var::{Inconsistent, VarId, Vars};

/// The number of `xs` that are `value` stands in `op` to `limit`.
#[derive(Debug)]
pub(crate) struct Count {
    pub(crate) value: Int,
    pub(crate) xs: Box<[VarId]>,
    pub(crate) op: Relation,
    pub(crate) limit: VarId,
}

impl Count {
    /// The numbers of occurrences that the limit allows: an interval, and one number in it that is excluded.
    fn window(&self, vars: &Vars) -> (i64, i64, Option<i64>) {
        let (low, high) = (vars.low(self.limit), vars.high(self.limit));
        let (min, max) = (i64::MIN, i64::MAX);
        match self.op {
            Relation::Eq => (low, high, None),
            Relation::Ne => (min, max, vars.word(self.limit)),
            Relation::Lt => (min, high.saturating_sub(1), None),
            Relation::Le => (min, high, None),
            Relation::Gt => (low.saturating_add(1), max, None),
            Relation::Ge => (low, max, None),
        }
    }
}

impl Constrain for Count {
    fn map_vars(&self, f: &mut dyn FnMut(VarId) -> VarId) -> Constraint {
        Constraint::other(Count {
            value: self.value.clone(),
            xs: self.xs.iter().map(|x| f(*x)).collect(),
            op: self.op,
            limit: f(self.limit),
        })
    }

    fn holds(&self, at: &dyn Fn(VarId) -> Int) -> bool {
        let n = self.xs.iter().filter(|x| at(**x) == self.value).count();
        self.op.holds(&Int::Small(n as i64), &at(self.limit))
    }

    fn show(&self) -> ConstraintTerm {
        ConstraintTerm::call(
            "count",
            vec![
                ConstraintTerm::Int(self.value.clone()),
                ConstraintTerm::vars(&self.xs),
                ConstraintTerm::atom(self.op.name()),
                ConstraintTerm::Var(self.limit),
            ],
        )
    }

    fn cost(&self) -> Cost {
        Cost::Linear
    }

    fn subscribe(&self, on: &mut dyn FnMut(VarId, PropCond)) {
        self.xs.iter().for_each(|x| on(*x, PropCond::Domain));
        on(self.limit, PropCond::Domain);
    }

    fn propagate(&self, vars: &mut Vars) -> Propagated {
        let before = vars.prunings;
        let (mut certain, mut possible) = (0i64, 0i64);
        for x in &self.xs {
            if vars.contains_int(*x, &self.value) {
                possible += 1;
                certain += i64::from(vars.is_fixed(*x));
            }
        }
        match self.op {
            Relation::Eq => {
                vars.remove_below(self.limit, certain)?;
                vars.remove_above(self.limit, possible)?;
            }
            Relation::Ne if certain == possible => vars.remove(self.limit, certain)?,
            Relation::Ne => {}
            Relation::Lt => vars.remove_below(self.limit, certain + 1)?,
            Relation::Le => vars.remove_below(self.limit, certain)?,
            Relation::Gt => vars.remove_above(self.limit, possible - 1)?,
            Relation::Ge => vars.remove_above(self.limit, possible)?,
        }
        let (low, high, not) = self.window(vars);
        let (mut low, mut high) = (low.max(certain), high.min(possible));
        if not == Some(low) {
            low += 1;
        }
        if not == Some(high) {
            high -= 1;
        }
        if low > high {
            return Err(Inconsistent);
        }
        let (all, none) = (low == possible, high == certain);
        if certain < possible && (all || none) {
            for x in &self.xs {
                if vars.is_fixed(*x) || !vars.contains_int(*x, &self.value) {
                    continue;
                }
                if all {
                    vars.fix_int(*x, &self.value)?;
                } else {
                    vars.remove_int(*x, &self.value)?;
                }
            }
        }
        if vars.prunings != before {
            return Ok(Status::NoFix);
        }
        Ok(if certain == possible && vars.is_fixed(self.limit) {
            Status::Subsumed
        } else {
            Status::Fix
        })
    }
}

pub(crate) const SIGNATURE: Signature = signature!(|s| count(value: Integer, xs: Variables, op: Relation, limit: Variable) => {
    let n = s.new_integer();
    let (xs, eq) = (xs.into(), Relation::Eq);
    s.post(&Constraint::other(Count { value, xs, op: eq, limit: n }))?;
    Ok(Constraint::compared(n, op, limit))
});

/// The oracle's row.
#[cfg(test)]
pub(crate) const SPEC: Spec = Spec {
    name: "count",
    arity: 4,
    samples: |v| {
        let of = |value: i64, xs: &[VarId], op, limit| {
            Constraint::other(Count {
                value: Int::Small(value),
                xs: xs.into(),
                op,
                limit,
            })
        };
        let mut all: Vec<Constraint> = [
            Relation::Eq,
            Relation::Ne,
            Relation::Lt,
            Relation::Le,
            Relation::Gt,
            Relation::Ge,
        ]
        .iter()
        .map(|op| of(1, &v[..3], *op, v[3]))
        .collect();
        all.push(of(1, &[v[0], v[1], v[0]], Relation::Eq, v[2]));
        all.push(of(1, &[v[0], v[1], v[0]], Relation::Eq, v[1]));
        all.push(of(0, &[v[0], v[1]], Relation::Ne, v[0]));
        all.push(of(0, &[], Relation::Ge, v[0]));
        all
    },
};
