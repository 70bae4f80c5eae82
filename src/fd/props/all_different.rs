//! `all_different`: the variables take pairwise distinct values. Value propagation: a fixed
//! value leaves the other domains at once.

use super::super::constraint::Constraint;
use super::super::event::PropCond;
use super::super::propagator::{Cost, Propagated, Propagator, Spec, Status};
use super::super::store::{OnFixed, Store};
use super::super::var::{Inconsistent, VarId, Vars};
use super::{AtOnce, Prop};
use crate::base::int::Int;

/// Pairwise different variables.
#[derive(Debug)]
pub struct AllDifferent {
    vars: Box<[VarId]>,
}

impl AllDifferent {
    pub(crate) fn subscribe_at_once(&self, on: &mut AtOnce<'_>) {
        for x in &self.vars {
            on(*x, *x, 0, OnFixed::RemoveFromGroup);
        }
    }

    /// Removes the value of `fixed` from the other variables.
    pub(crate) fn remove_from_others(
        &self,
        fixed: VarId,
        value: i64,
        vars: &mut Vars,
    ) -> Result<(), Inconsistent> {
        for x in &self.vars {
            if *x != fixed {
                vars.remove(*x, value)?;
            }
        }
        Ok(())
    }

    /// The same for a value that may not be a word.
    pub(crate) fn remove_int_from_others(
        &self,
        fixed: VarId,
        value: &Int,
        vars: &mut Vars,
    ) -> Result<(), Inconsistent> {
        for x in &self.vars {
            if *x != fixed {
                vars.remove_int(*x, value)?;
            }
        }
        Ok(())
    }
}

/// Posts the constraint; two occurrences of one variable are inconsistent.
pub(crate) fn post(s: &mut Store, xs: &[VarId]) -> Result<(), Inconsistent> {
    // Mostly the variables come in the order in which they were made.
    if !xs.windows(2).all(|w| w[0] < w[1]) {
        let mut sorted = xs.to_vec();
        sorted.sort_unstable();
        if sorted.windows(2).any(|w| w[0] == w[1]) {
            return Err(Inconsistent);
        }
    }
    if xs.len() > 1 && !xs.iter().any(|x| s.vars.is_fixed(*x)) {
        return s.add(Prop::AllDifferent(AllDifferent { vars: xs.into() }));
    }
    // Removing a value may fix further variables; go round until none is new.
    let mut open: Vec<VarId> = xs.to_vec();
    let mut settled: Vec<(VarId, Int)> = Vec::new();
    loop {
        let before = settled.len();
        open.retain(|x| match s.vars.value(*x) {
            Some(value) => {
                settled.push((*x, value));
                false
            }
            None => true,
        });
        if settled.len() == before {
            break;
        }
        for i in before..settled.len() {
            let value = &settled[i].1;
            if settled[..i].iter().any(|other| other.1 == *value) {
                return Err(Inconsistent);
            }
            for x in &open {
                s.vars.remove_int(*x, value)?;
            }
        }
    }
    if open.len() > 1 {
        s.add(Prop::AllDifferent(AllDifferent { vars: xs.into() }))?;
    }
    Ok(())
}

impl Propagator for AllDifferent {
    fn cost(&self) -> Cost {
        Cost::Linear
    }

    fn subscribe(&self, on: &mut dyn FnMut(VarId, PropCond)) {
        for x in &self.vars {
            on(*x, PropCond::Fixed);
        }
    }

    fn propagate(&self, _: &mut Vars) -> Propagated {
        Ok(Status::Fix)
    }

    fn describe(&self) -> Constraint {
        Constraint::AllDifferent(self.vars.to_vec())
    }
}

/// The oracle's row.
pub const SPEC: Spec = Spec {
    name: "all_different",
    arity: 3,
    samples: |v| {
        vec![
            Constraint::AllDifferent(v.to_vec()),
            Constraint::AllDifferent(v[..2].to_vec()),
            Constraint::AllDifferent(Vec::new()),
        ]
    },
};
