//! The oracle's row of reification: every core constraint, reified and as a consequence.

use crate::base::int::Int;
use crate::fd::constraints::abs::Abs;
use crate::fd::constraints::constraint::{BoolOp, Constraint, Rel};
use crate::fd::constraints::divmod::Division;
use crate::fd::constraints::minmax::Max;
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
            Constraint::member(x, holes),
            Constraint::linear(&[(1, x), (-1, y)], Rel::Eq, 1),
            Constraint::linear(&[(1, x), (1, y)], Rel::Ne, 1),
            Constraint::linear(&[(2, x), (-3, y), (1, z)], Rel::Eq, 1),
            Constraint::linear(&[(2, x), (-3, y), (1, z)], Rel::Le, 1),
            Times::of(x, y, z),
            Division::trunc(x, y, z),
            Division::floor(x, y, z),
            Division::modulo(x, y, z),
            Division::remainder(x, y, z),
            Power::of(x, y, z),
            Abs::of(x, y),
            Max::min(x, y, z),
            Max::max(x, y, z),
            Constraint::distance(x, y, true, Int::ONE),
            Constraint::distance(x, y, false, Int::ONE),
            Constraint::all_different(vec![x, y, z]),
            Constraint::connective(BoolOp::And, x, y, z),
            Constraint::reified(x, Constraint::linear(&[(1, y), (-1, z)], Rel::Le, 0)),
            Constraint::implied(x, Constraint::linear(&[(1, y), (-1, z)], Rel::Eq, 0)),
        ];
        let mut all = Vec::new();
        for c in plain {
            all.push(Constraint::reified(v[3], c.clone()));
            all.push(Constraint::implied(v[3], c));
        }
        all
    },
};
