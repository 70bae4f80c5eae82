//! `z` is the truth value of `x op y`: domain consistent, by filtering the eight rows of the truth
//! table.

use crate::fd::constraints::constraint::Describe;
use crate::fd::constraints::constraint::{BoolOp, Constraint};
use crate::fd::constraints::core::Bool;
use crate::fd::constraints::prop::Prop;
use crate::fd::constraints::prop::Store;
#[cfg(test)]
use crate::fd::constraints::spec::Spec;
use crate::fd::kernel::event::PropCond;
use crate::fd::kernel::propagator::{Cost, Propagated, Propagator, Status};
use crate::fd::kernel::request::Rel;
use crate::fd::kernel::var::{Inconsistent, VarId, Vars};

/// Posts `z ⇔ x op y` and makes the three truth values.
pub(crate) fn post(
    s: &mut Store,
    op: BoolOp,
    x: VarId,
    y: VarId,
    z: VarId,
) -> Result<(), Inconsistent> {
    for v in [x, y, z] {
        s.vars.remove_below(v, 0)?;
        s.vars.remove_above(v, 1)?;
    }
    s.add(Prop::Bool(Bool { op, x, y, z }))
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
        Constraint::Bool(self.op, self.x, self.y, self.z)
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
            all.push(Constraint::Bool(op, v[0], v[1], v[2]));
            all.push(Constraint::Bool(op, v[0], v[0], v[1]));
            all.push(Constraint::Bool(op, v[0], v[1], v[0]));
        }
        all
    },
};
