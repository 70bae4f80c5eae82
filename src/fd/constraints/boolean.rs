//! `z` is the truth value of `x op y`: domain consistent, by filtering the eight rows of the truth
//! table.

use crate::base::int::Int;
use crate::fd::constraints::constraint::{
    Bool, BoolOp, Constrain, Constraint, ConstraintTerm, Describe, truth,
};
use crate::fd::constraints::prop::{Prop, Store};
use crate::fd::constraints::reification::{post_all, post_truth_of};
#[cfg(test)]
use crate::fd::constraints::spec::Spec;
use crate::fd::kernel::event::PropCond;
use crate::fd::kernel::propagator::{Cost, Propagated, Propagator, Status};
use crate::fd::kernel::request::Rel;
use crate::fd::kernel::var::{Inconsistent, VarId, Vars};

impl Constrain for Bool {
    fn map_vars(&self, f: &mut dyn FnMut(VarId) -> VarId) -> Constraint {
        Constraint::connective(self.op, f(self.x), f(self.y), f(self.z))
    }

    fn holds(&self, at: &dyn Fn(VarId) -> Int) -> bool {
        match [self.x, self.y, self.z].map(|v| truth(&at(v))) {
            [Some(x), Some(y), Some(z)] => self.op.apply(x, y) == z,
            _ => false,
        }
    }

    fn show(&self) -> ConstraintTerm {
        let formula = ConstraintTerm::function(self.op.name(), &[self.x, self.y]);
        ConstraintTerm::call(
            BoolOp::Equiv.name(),
            vec![formula, ConstraintTerm::Var(self.z)],
        )
    }

    fn post(&self, s: &mut Store) -> Result<(), Inconsistent> {
        for v in [self.x, self.y, self.z] {
            s.vars.remove_below(v, 0)?;
            s.vars.remove_above(v, 1)?;
        }
        s.add(Prop::Bool(self.clone()))
    }

    /// The truth value is 0 if a variable is neither 0 nor 1.
    fn reify(&self, s: &mut Store, b: VarId) -> Result<(), Inconsistent> {
        let truth = s.new_bool();
        let mut parts = vec![truth];
        let mut bools = Vec::new();
        for v in [self.x, self.y, self.z] {
            let (is_truth, is_true) = post_truth_of(s, v)?;
            parts.push(is_truth);
            bools.push(is_true);
        }
        let result = s.new_bool();
        s.post(&Constraint::connective(self.op, bools[0], bools[1], result))?;
        s.post(&Constraint::connective(
            BoolOp::Equiv,
            result,
            bools[2],
            truth,
        ))?;
        post_all(s, b, &parts)
    }
}

impl Propagator for Bool {
    fn cost(&self) -> Cost {
        Cost::Ternary
    }

    fn subscribe(&self, on: &mut dyn FnMut(VarId, PropCond)) {
        for v in [self.x, self.y, self.z] {
            on(v, PropCond::Fixed);
        }
    }

    fn propagate(&self, vars: &mut Vars) -> Propagated {
        let all = [self.x, self.y, self.z];
        let mut open = 0;
        let mut possible = [[false; 2]; 3];
        let (mut rows, mut left) = (0, 0);
        // Which pairs have the same value in all rows that are left.
        let mut same = [true; 3];
        for row in 0..8i64 {
            let bits = [row & 1, row >> 1 & 1, row >> 2 & 1];
            let aliased = (0..3).any(|i| (0..i).any(|j| all[i] == all[j] && bits[i] != bits[j]));
            if aliased || !(0..3).all(|i| vars.contains(all[i], bits[i])) {
                continue;
            }
            rows += 1;
            if self.op.apply(bits[0] == 1, bits[1] == 1) == (bits[2] == 1) {
                left += 1;
                for (i, same) in same.iter_mut().enumerate() {
                    *same &= bits[i] == bits[(i + 1) % 3];
                }
                for i in 0..3 {
                    possible[i][bits[i] as usize] = true;
                }
            }
        }
        if left == 0 {
            return Err(Inconsistent);
        }
        for (v, possible) in all.iter().zip(possible) {
            if !possible[0] {
                vars.remove_below(*v, 1)?;
            }
            if !possible[1] {
                vars.remove_above(*v, 0)?;
            }
            open += usize::from(!vars.is_fixed(*v));
        }
        if open == 0 || rows == left {
            return Ok(Status::Subsumed);
        }
        if open == 2
            && let Some(i) = (0..3).find(|i| same[*i])
            && !vars.is_fixed(all[i])
        {
            let other = all[(i + 1) % 3];
            vars.request_offset(all[i], Rel::Eq, other, 0);
            return Ok(Status::Subsumed);
        }
        Ok(Status::Fix)
    }
}

impl Describe for Bool {
    fn describe(&self) -> Constraint {
        self.clone().into()
    }
}

/// The oracle's row.
#[cfg(test)]
pub(crate) const SPEC: Spec = Spec {
    name: "boolean",
    arity: 3,
    samples: |v| {
        let ops = [
            BoolOp::And,
            BoolOp::Or,
            BoolOp::Xor,
            BoolOp::Implies,
            BoolOp::Equiv,
        ];
        let mut all = Vec::new();
        for op in ops {
            all.push(Constraint::connective(op, v[0], v[1], v[2]));
            all.push(Constraint::connective(op, v[0], v[0], v[1]));
            all.push(Constraint::connective(op, v[0], v[1], v[0]));
        }
        all
    },
};
