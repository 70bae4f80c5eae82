//! `x ∈ set`: a domain, which is narrowed at once.

use crate::base::int::Int;
use crate::fd::constraints::constraint::{
    Constrain, Constraint, ConstraintTerm, InDomain, Relation,
};
use crate::fd::constraints::prop::Store;
use crate::fd::constraints::reified;
#[cfg(test)]
use crate::fd::constraints::spec::Spec;
use crate::fd::kernel::bound::Bound;
use crate::fd::kernel::domain::Domain;
use crate::fd::kernel::event::PropCond;
use crate::fd::kernel::var::{Inconsistent, VarId, Vars};

impl Constrain for InDomain {
    fn map_vars(&self, f: &mut dyn FnMut(VarId) -> VarId) -> Constraint {
        Constraint::member(f(self.0), self.1.clone())
    }

    fn holds(&self, at: &dyn Fn(VarId) -> Int) -> bool {
        self.1.contains(&at(self.0))
    }

    fn show(&self) -> ConstraintTerm {
        goal(self.0, &self.1)
    }

    fn subscribe(&self, on: &mut dyn FnMut(VarId, PropCond)) {
        on(self.0, PropCond::Domain);
    }

    fn decided(&self, vars: &Vars) -> Option<bool> {
        decided(vars, self.0, &self.1)
    }

    fn negation(&self) -> Option<Constraint> {
        Some(Constraint::member(self.0, self.1.complement()))
    }

    fn post(&self, s: &mut Store) -> Result<(), Inconsistent> {
        s.vars.restrict(self.0, &self.1)
    }

    fn reify(&self, s: &mut Store, b: VarId) -> Result<(), Inconsistent> {
        if s.vars.word(b).is_none() && reified::post_member(s, b, self.0, &self.1)? {
            return Ok(());
        }
        s.watch_truth(b, self.copy())
    }

    fn imply(&self, s: &mut Store, b: VarId) -> Result<(), Inconsistent> {
        s.imply_by_truth(b, self)
    }
}

/// A membership as the simplest comparison that means the same.
fn goal(x: VarId, d: &Domain) -> ConstraintTerm {
    let hole = d.complement();
    let (rel, i) = match (d.parts(), hole.value(), d.value()) {
        (_, _, Some(i)) => (Relation::Eq, i.clone()),
        (_, Some(i), _) => (Relation::Ne, i.clone()),
        ([(Bound::Inf, Bound::Fin(i))], ..) => (Relation::Le, i.clone()),
        ([(Bound::Fin(i), Bound::Sup)], ..) => (Relation::Ge, i.clone()),
        _ => {
            return ConstraintTerm::call(
                "in",
                vec![ConstraintTerm::Var(x), ConstraintTerm::Domain(d.clone())],
            );
        }
    };
    ConstraintTerm::call(
        rel.name(),
        vec![ConstraintTerm::Var(x), ConstraintTerm::Int(i)],
    )
}

/// Returns whether all values of `x` are in the set, or none is.
fn decided(vars: &Vars, x: VarId, set: &Domain) -> Option<bool> {
    if let Some(value) = vars.value(x) {
        return Some(set.contains(&value));
    }
    let (low, high) = vars.bounds(x);
    // Intervals that end before `x` begins are irrelevant; usually the first other one decides.
    let at = set.parts().partition_point(|p| p.1 < low);
    match set.parts().get(at) {
        None => Some(false),
        Some(p) if p.0 > high => Some(false),
        Some(p) if p.0 <= low && p.1 >= high => Some(true),
        Some(_) if vars.is_interval(x) => None,
        Some(p) if p.0 == p.1 => match &p.0 {
            // A single value, the most frequent question.
            Bound::Fin(i) if set.parts().len() == 1 => (!vars.contains_int(x, i)).then_some(false),
            Bound::Inf | Bound::Fin(_) | Bound::Sup => among(&vars.domain(x), set),
        },
        Some(_) => among(&vars.domain(x), set),
    }
}

fn among(d: &Domain, set: &Domain) -> Option<bool> {
    let common = d.intersection(set);
    if common.is_empty() {
        Some(false)
    } else if common == *d {
        Some(true)
    } else {
        None
    }
}

/// The oracle's row.
#[cfg(test)]
pub(crate) const SPEC: Spec = Spec {
    name: "membership",
    arity: 2,
    samples: |v| {
        let holes = Domain::range(-2, 0).union(&Domain::range(3, 4));
        let sets = [Domain::range(-1, 2), Domain::singleton(Int::ONE), holes];
        let both = sets.iter().flat_map(|d| [d.clone(), d.complement()]);
        let of = |d: Domain| {
            let c = Constraint::member(v[0], d);
            let (reified, implied) = (
                Constraint::reified(v[1], c.clone()),
                Constraint::implied(v[1], c.clone()),
            );
            [c, reified, implied]
        };
        both.flat_map(of).collect()
    },
};
