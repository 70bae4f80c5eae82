//! Reification: the truth value of a constraint as a variable, and one-way conditions.
//!
//! A constraint whose truth the domains may decide is watched until they do, or until its truth value is known. It is
//! posted if it must be true; if it must be false, its negation is posted, or, if it has none, it is refuted as far as
//! possible, and watched further. All other constraints are reduced to such ones: the result of a function gets a new
//! variable, which is compared; a division is defined only if its divisor is not zero, and is false otherwise.

use crate::base::int::Int;
use crate::fd::constraints::constraint::{
    BoolOp, Constrain, Constraint, ConstraintTerm, FixedValues, Implied, Reified, Rel, truth,
};
use crate::fd::constraints::prop::{Prop, Store};
#[cfg(test)]
use crate::fd::constraints::spec::Spec;
use crate::fd::kernel::domain::Domain;
use crate::fd::kernel::event::PropCond;
use crate::fd::kernel::propagator::{Cost, Propagated, Status};
use crate::fd::kernel::var::{Inconsistent, VarId, Vars};

/// The greatest number of values that are tried one by one.
const FEW: usize = 256;

/// `c ⇔ b` as a goal.
fn equivalence(c: ConstraintTerm, b: VarId) -> ConstraintTerm {
    ConstraintTerm::call(BoolOp::Equiv.name(), vec![c, ConstraintTerm::Var(b)])
}

/// `b ⇒ c` as a goal.
fn implication(b: VarId, c: ConstraintTerm) -> ConstraintTerm {
    ConstraintTerm::call(BoolOp::Implies.name(), vec![ConstraintTerm::Var(b), c])
}

impl Constrain for Reified {
    fn map_vars(&self, f: &mut dyn FnMut(VarId) -> VarId) -> Constraint {
        Constraint::reified(f(self.b), self.c.map_vars(f))
    }

    fn holds(&self, at: &dyn Fn(VarId) -> Int) -> bool {
        truth(&at(self.b)).is_some_and(|b| b == self.c.holds(at))
    }

    fn show(&self) -> ConstraintTerm {
        equivalence(self.c.show(), self.b)
    }

    /// Some propagators are kept after the truth value is known.
    fn show_with(&self, values: &FixedValues<'_>) -> ConstraintTerm {
        let truth = values(self.b).map(|b| b == Int::ONE);
        if truth == Some(true) {
            return self.c.show_with(values);
        }
        match self.c.negation() {
            Some(not) if truth == Some(false) => not.show_with(values),
            _ => equivalence(self.c.show_with(values), self.b),
        }
    }

    fn cost(&self) -> Cost {
        Cost::Linear
    }

    fn subscribe(&self, on: &mut dyn FnMut(VarId, PropCond)) {
        on(self.b, PropCond::Fixed);
        self.c.subscribe(on);
    }

    fn propagate(&self, vars: &mut Vars) -> Propagated {
        match vars.word(self.b) {
            Some(1) => vars.request((*self.c).clone()),
            Some(_) => match self.c.negation() {
                Some(not) => vars.request(not),
                None => return self.refute(vars),
            },
            None => match self.c.decided(vars) {
                None => return Ok(Status::Fix),
                Some(truth) => vars.fix(self.b, i64::from(truth))?,
            },
        }
        Ok(Status::Subsumed)
    }

    fn post(&self, s: &mut Store) -> Result<(), Inconsistent> {
        make_truth(s, self.b)?;
        self.c.reify(s, self.b)
    }

    fn reify(&self, s: &mut Store, b: VarId) -> Result<(), Inconsistent> {
        post_nested(s, b, BoolOp::Equiv, self.b, &self.c)
    }
}

impl Reified {
    /// The constraint must be false: removes from the last open variable the values that make it true; from several
    /// open variables, the values that [`Constrain::refute`] excludes.
    fn refute(&self, vars: &mut Vars) -> Propagated {
        match self.c.decided(vars) {
            Some(true) => return Err(Inconsistent),
            Some(false) => return Ok(Status::Subsumed),
            None => {}
        }
        let mut open: Option<VarId> = None;
        let mut several = false;
        self.c.map_vars(&mut |v| {
            if !vars.is_fixed(v) {
                several |= open.is_some_and(|other| other != v);
                open = Some(v);
            }
            v
        });
        let Some(last) = open.filter(|_| !several) else {
            return self.c.refute(vars).unwrap_or(Ok(Status::Fix));
        };
        let Some(values) = vars.domain(last).values(FEW) else {
            return Ok(Status::Fix);
        };
        for i in values {
            let value = |v: VarId| vars.value(v).unwrap_or_else(|| i.clone());
            if self.c.holds(&value) {
                vars.remove_int(last, &i)?;
            }
        }
        Ok(Status::Subsumed)
    }
}

impl Constrain for Implied {
    fn map_vars(&self, f: &mut dyn FnMut(VarId) -> VarId) -> Constraint {
        Constraint::implied(f(self.b), self.c.map_vars(f))
    }

    fn holds(&self, at: &dyn Fn(VarId) -> Int) -> bool {
        truth(&at(self.b)).is_some_and(|b| !b || self.c.holds(at))
    }

    fn show(&self) -> ConstraintTerm {
        implication(self.b, self.c.show())
    }

    fn show_with(&self, values: &FixedValues<'_>) -> ConstraintTerm {
        implication(self.b, self.c.show_with(values))
    }

    fn cost(&self) -> Cost {
        Cost::Binary
    }

    fn subscribe(&self, on: &mut dyn FnMut(VarId, PropCond)) {
        on(self.b, PropCond::Fixed);
        // No run is needed then, but the unification of two variables must find this propagator.
        for x in self.c.vars() {
            if x != self.b {
                on(x, PropCond::Fixed);
            }
        }
    }

    fn propagate(&self, vars: &mut Vars) -> Propagated {
        match vars.word(self.b) {
            None => return Ok(Status::Fix),
            Some(0) => {}
            Some(_) => vars.request((*self.c).clone()),
        }
        Ok(Status::Subsumed)
    }

    fn post(&self, s: &mut Store) -> Result<(), Inconsistent> {
        make_truth(s, self.b)?;
        match s.vars.word(self.b) {
            Some(0) => Ok(()),
            Some(_) => self.c.post(s),
            None => self.c.imply(s, self.b),
        }
    }

    fn reify(&self, s: &mut Store, b: VarId) -> Result<(), Inconsistent> {
        post_nested(s, b, BoolOp::Implies, self.b, &self.c)
    }
}

/// Makes a variable a truth value.
fn make_truth(s: &mut Store, b: VarId) -> Result<(), Inconsistent> {
    s.vars.remove_below(b, 0)?;
    s.vars.remove_above(b, 1)
}

impl Store {
    /// Posts that `b` is the truth value of a constraint.
    pub(crate) fn post_reified(&mut self, b: VarId, c: &Constraint) -> Result<(), Inconsistent> {
        make_truth(self, b)?;
        c.reify(self, b)
    }

    /// Posts that `b`, a truth value, is that of a constraint which is watched until it is decided.
    pub(crate) fn watch_truth(&mut self, b: VarId, c: Constraint) -> Result<(), Inconsistent> {
        let truth = self.vars.word(b);
        if truth == Some(1) {
            return c.post(self);
        }
        if truth.is_some()
            && let Some(not) = c.negation()
        {
            return not.post(self);
        }
        match c.decided(&self.vars) {
            Some(truth) => self.vars.fix(b, i64::from(truth)),
            None => {
                let c = Box::new(c);
                self.add(Prop::Other(Box::new(Reified { b, c })))
            }
        }
    }

    /// A new variable that is the truth value of a constraint; `None` if that is true for all values left.
    pub(crate) fn truth_of(&mut self, c: &Constraint) -> Result<Option<VarId>, Inconsistent> {
        if c.decided(&self.vars) == Some(true) {
            return Ok(None);
        }
        let b = self.new_bool();
        self.post_reified(b, c)?;
        Ok(Some(b))
    }

    /// The truth value of `v ≠ 0`, as [`Store::truth_of`].
    pub(crate) fn truth_of_nonzero(&mut self, v: VarId) -> Result<Option<VarId>, Inconsistent> {
        let nonzero = Domain::singleton(Int::ZERO).complement();
        self.truth_of(&Constraint::member(v, nonzero))
    }

    /// Posts that `b`, a truth value, is that of `f(…) = z`, where `of(z)` is this constraint: the result gets a new
    /// variable, which is compared.
    pub(crate) fn reify_function(
        &mut self,
        b: VarId,
        z: VarId,
        of: impl Fn(VarId) -> Constraint,
    ) -> Result<(), Inconsistent> {
        let c = of(z);
        if self.vars.word(b) == Some(1) {
            return c.post(self);
        }
        let result = self.new_integer();
        let same = Constraint::linear(&[(1, result), (-1, z)], Rel::Eq, 0);
        let Some(defined) = c.defined(self)? else {
            of(result).post(self)?;
            return self.post_reified(b, &same);
        };
        self.post(&Constraint::implied(defined, of(result)))?;
        let equal = self.new_bool();
        self.post_reified(equal, &same)?;
        self.post(&Constraint::connective(BoolOp::And, defined, equal, b))
    }

    /// Posts that the truth value `b` implies a constraint which has a truth value, too: `b` becomes 0 when the
    /// constraint becomes false.
    pub(crate) fn imply_by_truth(
        &mut self,
        b: VarId,
        c: &dyn Constrain,
    ) -> Result<(), Inconsistent> {
        let truth = self.new_bool();
        c.reify(self, truth)?;
        self.post_offset(b, Rel::Le, truth, 0)
    }
}

/// For a variable of any domain: the truth value of its being 0 or 1, and that of its being 1.
pub(crate) fn post_truth_of(s: &mut Store, v: VarId) -> Result<(VarId, VarId), Inconsistent> {
    let (is_truth, is_true) = (s.new_bool(), s.new_bool());
    s.post_reified(is_truth, &Constraint::member(v, Domain::range(0, 1)))?;
    s.post_reified(is_true, &Constraint::member(v, Domain::range(1, 1)))?;
    Ok((is_truth, is_true))
}

/// Posts that `b` is the truth value of `v op c`, where `c` is a constraint.
fn post_nested(
    s: &mut Store,
    b: VarId,
    op: BoolOp,
    v: VarId,
    c: &Constraint,
) -> Result<(), Inconsistent> {
    let (is_truth, is_true) = post_truth_of(s, v)?;
    let (inner, holds) = (s.new_bool(), s.new_bool());
    s.post_reified(inner, c)?;
    s.post(&Constraint::connective(op, is_true, inner, holds))?;
    post_all(s, b, &[is_truth, holds])
}

/// `b ⇔` all of the truth values.
pub(crate) fn post_all(s: &mut Store, b: VarId, all: &[VarId]) -> Result<(), Inconsistent> {
    // Σ ≥ n
    let terms: Vec<(i64, VarId)> = all.iter().map(|v| (-1, *v)).collect();
    s.post_reified(b, &Constraint::linear(&terms, Rel::Le, -(all.len() as i64)))
}

/// Stands for any constraint without a reified form of its own: `x + y ≤ 3`, checked only.
#[cfg(test)]
#[derive(Debug)]
struct CheckedOnly([VarId; 2]);

#[cfg(test)]
impl Constrain for CheckedOnly {
    fn map_vars(&self, f: &mut dyn FnMut(VarId) -> VarId) -> Constraint {
        Constraint::other(CheckedOnly(self.0.map(f)))
    }

    fn holds(&self, at: &dyn Fn(VarId) -> Int) -> bool {
        at(self.0[0]) + at(self.0[1]) <= Int::Small(3)
    }

    fn show(&self) -> ConstraintTerm {
        ConstraintTerm::function("checked", &self.0)
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
            Constraint::reified(v[3], c.clone()),
            Constraint::implied(v[3], c),
        ]
    },
};
