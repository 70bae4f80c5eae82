//! The oracle's row of reification: every core constraint, reified and as a consequence.

use crate::base::int::Int;
use crate::fd::constraints::abs::Abs;
use crate::fd::constraints::constraint::{BoolOp, Constraint, Rel};
use crate::fd::constraints::divmod::Div;
use crate::fd::constraints::minmax::Max;
use crate::fd::constraints::modulo::Mod;
use crate::fd::constraints::power::Power;
use crate::fd::constraints::spec::Spec;
use crate::fd::constraints::times::Times;
use crate::fd::kernel::domain::Domain;

/// The oracle's row: every constraint, reified and as a consequence.
pub(crate) const SPEC: Spec = Spec {
    name: "reify",
    arity: 4,
    samples: |v| {
        let (x, y, z) = (v[0], v[1], v[2]);
        let holes = Domain::range(-1, 0).union(&Domain::range(2, 2));
        let plain = [
            Constraint::In(x, holes),
            Constraint::linear(&[(1, x), (-1, y)], Rel::Eq, 1),
            Constraint::linear(&[(1, x), (1, y)], Rel::Ne, 1),
            Constraint::linear(&[(2, x), (-3, y), (1, z)], Rel::Eq, 1),
            Constraint::linear(&[(2, x), (-3, y), (1, z)], Rel::Le, 1),
            Times::of(x, y, z),
            Div::trunc(x, y, z),
            Div::floor(x, y, z),
            Mod::modulo(x, y, z),
            Mod::remainder(x, y, z),
            Power::of(x, y, z),
            Abs::of(x, y),
            Max::min(x, y, z),
            Max::max(x, y, z),
            Constraint::AbsDiffEq(x, y, Int::ONE),
            Constraint::AbsDiffNe(x, y, Int::ONE),
            Constraint::AllDifferent(vec![x, y, z]),
            Constraint::Bool(BoolOp::And, x, y, z),
            Constraint::Reified(
                x,
                Box::new(Constraint::linear(&[(1, y), (-1, z)], Rel::Le, 0)),
            ),
            Constraint::Implied(
                x,
                Box::new(Constraint::linear(&[(1, y), (-1, z)], Rel::Eq, 0)),
            ),
        ];
        let mut all = Vec::new();
        for c in plain {
            all.push(Constraint::Reified(v[3], Box::new(c.clone())));
            all.push(Constraint::Implied(v[3], Box::new(c)));
        }
        all
    },
};
