//! `|x − y| = c`, domain consistent unless a side consists of many intervals, and `|x − y| ≠ c`.

use crate::base::int::Int;
use crate::fd::constraints::constraint::{
    Constrain, Constraint, ConstraintTerm, Describe, Distance, InDomain, Rel, Relation,
};
use crate::fd::constraints::core::{AbsDiffEq, AbsDiffNe};
use crate::fd::constraints::prop::{Prop, Store};
#[cfg(test)]
use crate::fd::constraints::spec::Spec;
use crate::fd::constraints::support::on_two_domains;
use crate::fd::kernel::domain::Domain;
use crate::fd::kernel::domain_ops::moved;
use crate::fd::kernel::event::PropCond;
use crate::fd::kernel::propagator::{Cost, Propagated, Propagator, Status};
use crate::fd::kernel::var::{Inconsistent, VarId, Vars, is_small};

/// Of more intervals than this, only the ends are carried over.
const MANY: usize = 64;

impl AbsDiffEq {
    /// Leaves the values of `to` that are at the distance from a value of `from`.
    #[inline]
    fn keep_near(&self, vars: &mut Vars, to: VarId, from: VarId) -> Result<(), Inconsistent> {
        let c = self.c;
        if let (Some((_, base)), Some((bits, other))) = (vars.bits_of(to), vars.bits_of(from)) {
            let near = moved(bits, other - base + c) | moved(bits, other - base - c);
            return vars.keep_bits(to, base, near);
        }
        let from = vars.domain(from);
        let c = Int::Small(c);
        if from.parts().len() <= MANY {
            return vars.restrict(to, &from.shift(&c).union(&from.shift(&-c)));
        }
        let hull = (from.min().plus(&-&c), from.max().plus(&c));
        vars.restrict_to(to, &hull)
    }
}

impl Propagator for AbsDiffEq {
    on_two_domains!();

    fn propagate(&self, vars: &mut Vars) -> Propagated {
        let before = vars.prunings;
        self.keep_near(vars, self.x, self.y)?;
        self.keep_near(vars, self.y, self.x)?;
        // All remaining values of one side are at the distance from the only value of the other.
        if vars.is_fixed(self.x) || vars.is_fixed(self.y) {
            return Ok(Status::Subsumed);
        }
        Ok(Status::since(vars, before))
    }
}

impl Describe for AbsDiffEq {
    fn describe(&self) -> Constraint {
        Constraint::distance(self.x, self.y, true, Int::Small(self.c))
    }
}

impl Constrain for Distance {
    fn map_vars(&self, f: &mut dyn FnMut(VarId) -> VarId) -> Constraint {
        Constraint::distance(f(self.x), f(self.y), self.equal, self.c.clone())
    }

    fn holds(&self, at: &dyn Fn(VarId) -> Int) -> bool {
        ((at(self.x) - at(self.y)).abs() == self.c) == self.equal
    }

    fn show(&self) -> ConstraintTerm {
        let difference = ConstraintTerm::function("-", &[self.x, self.y]);
        let distance = ConstraintTerm::call("abs", vec![difference]);
        let rel = if self.equal {
            Relation::Eq
        } else {
            Relation::Ne
        };
        ConstraintTerm::call(
            rel.name(),
            vec![distance, ConstraintTerm::Int(self.c.clone())],
        )
    }

    fn post(&self, s: &mut Store) -> Result<(), Inconsistent> {
        if self.equal {
            post_equal(s, self.x, self.y, &self.c)
        } else {
            post_unequal(s, self.x, self.y, &self.c)
        }
    }

    /// The difference is `c` or `−c`, or not.
    fn reify(&self, s: &mut Store, b: VarId) -> Result<(), Inconsistent> {
        if self.c.signum() < 0 {
            return s.vars.fix(b, i64::from(!self.equal));
        }
        let difference = s.new_integer();
        let terms = [(1, self.x), (-1, self.y), (-1, difference)];
        s.post(&Constraint::linear(&terms, Rel::Eq, 0))?;
        let both = Domain::of_magnitude(&self.c);
        let set = if self.equal { both } else { both.complement() };
        InDomain(difference, set).reify(s, b)
    }
}

/// Posts `|x − y| = c`.
fn post_equal(s: &mut Store, x: VarId, y: VarId, c: &Int) -> Result<(), Inconsistent> {
    if c.signum() < 0 {
        return Err(Inconsistent);
    }
    if *c == Int::ZERO {
        return s.post_offset(x, Rel::Eq, y, 0);
    }
    if x == y {
        return Err(Inconsistent);
    }
    if let Int::Small(c) = c
        && is_small(*c)
    {
        return s.add(Prop::AbsDiffEq(AbsDiffEq { x, y, c: *c }));
    }
    let both = Domain::of_magnitude(c);
    for (x, y) in [(x, y), (y, x)] {
        if let Some(value) = s.vars.value(y) {
            return s.vars.restrict(x, &both.shift(&value));
        }
    }
    // x = y + d with |d| = c
    let Some(d) = s.new_var(both) else {
        return Err(Inconsistent);
    };
    s.post(&Constraint::linear(&[(1, x), (-1, y), (-1, d)], Rel::Eq, 0))
}

/// Posts `|x − y| ≠ c`.
fn post_unequal(s: &mut Store, x: VarId, y: VarId, c: &Int) -> Result<(), Inconsistent> {
    if c.signum() < 0 {
        return Ok(());
    }
    if x == y {
        return if *c == Int::ZERO {
            Err(Inconsistent)
        } else {
            Ok(())
        };
    }
    for (x, y) in [(x, y), (y, x)] {
        if let Some(value) = s.vars.value(y) {
            s.vars.remove_int(x, &(&value + c))?;
            return s.vars.remove_int(x, &(&value - c));
        }
    }
    match c {
        Int::Small(c) if is_small(*c) => s.add(Prop::AbsDiffNe(AbsDiffNe { x, y, c: *c })),
        Int::Small(_) | Int::Big(_) => {
            for c in [c.clone(), -c] {
                s.post(&Constraint::sum(
                    vec![(Int::ONE, x), (Int::Small(-1), y)],
                    Rel::Ne,
                    c,
                ))?;
            }
            Ok(())
        }
    }
}

/// The oracle's row.
#[cfg(test)]
pub(crate) const SPEC: Spec = Spec {
    name: "distance",
    arity: 2,
    samples: |v| {
        let distance = |c: i64| Constraint::distance(v[0], v[1], true, Int::Small(c));
        [-1, 0, 1, 2, 5].map(distance).to_vec()
    },
};
