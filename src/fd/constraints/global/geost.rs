//! `geost`: objects, each with one of several shapes, do not overlap. A shape is a set of boxes at
//! offsets from the object's origin. After Beldiceanu, Carlsson, Poder, Sadek and Truchet, "A
//! generic geometrical constraint kernel in space and time" (CP 2007).
//!
//! Filtering: shapes that overlap every shape of some other object go; of objects with known
//! shapes, any two boxes filter by the orders that are left.

use crate::base::int::Int;
use crate::fd::constraints::constraint::{Constrain, Constraint, ConstraintTerm, settled};
use crate::fd::constraints::global::resource_profile::low_sum;
use crate::fd::constraints::prop::Store;
#[cfg(test)]
use crate::fd::constraints::spec::Spec;
use crate::fd::kernel::bound::{Bound, Interval};
use crate::fd::kernel::domain::Domain;
use crate::fd::kernel::domain_ops::Narrowed;
use crate::fd::kernel::event::PropCond;
use crate::fd::kernel::propagator::{Propagated, Status};
use crate::fd::kernel::var::{INF, Inconsistent, SUP, VarId, Vars};
use std::sync::Arc;

/// A box: offset and size in each dimension.
pub(crate) type ShiftedBox = Vec<(i64, i64)>;

/// A shape: its number and its boxes.
pub(crate) type GeostShape = (Int, Vec<ShiftedBox>);

/// An object.
#[derive(Clone, Debug)]
pub(crate) struct GeostObject {
    /// Its number.
    pub id: ConstraintTerm,
    /// Its shape.
    pub shape: VarId,
    /// Its position.
    pub origin: Vec<VarId>,
}

/// The objects do not overlap.
#[derive(Clone, Debug)]
pub(crate) struct Geost {
    /// The objects, all of one dimension.
    pub objects: Vec<GeostObject>,
    /// The shapes.
    pub shapes: Arc<Vec<GeostShape>>,
}

/// `x + c ≤ y`
type Precedence = (VarId, i64, VarId);

/// The orders between two boxes that may hold: dimension and order.
fn orders(
    vars: &Vars,
    i: &GeostObject,
    a: &ShiftedBox,
    j: &GeostObject,
    b: &ShiftedBox,
) -> Vec<(usize, Precedence)> {
    let mut left = Vec::new();
    for k in 0..a.len() {
        let (x, y) = (i.origin[k], j.origin[k]);
        let ((off_a, size_a), (off_b, size_b)) = (a[k], b[k]);
        let first = off_a.saturating_add(size_a).saturating_sub(off_b);
        let second = off_b.saturating_add(size_b).saturating_sub(off_a);
        for (x, c, y) in [(x, first, y), (y, second, x)] {
            let may_hold = if x == y {
                c <= 0
            } else {
                low_sum(vars.low(x), c) <= vars.high(y)
            };
            if may_hold {
                left.push((k, (x, c, y)));
            }
        }
    }
    left
}

fn precede(vars: &mut Vars, (x, c, y): Precedence) -> Narrowed {
    match vars.low(x) {
        INF => {}
        low => vars.remove_below(y, low.saturating_add(c))?,
    }
    match vars.high(y) {
        SUP => Ok(()),
        high => vars.remove_above(x, high.saturating_sub(c)),
    }
}

impl Geost {
    fn shapes_of<'a>(&'a self, vars: &Vars, o: &GeostObject) -> Vec<&'a GeostShape> {
        let possible = |s: &&GeostShape| vars.contains_int(o.shape, &s.0);
        self.shapes.iter().filter(possible).collect()
    }

    /// Returns true if two shapes may be apart, as far as any two of their boxes go.
    fn may_be_apart(
        vars: &Vars,
        i: &GeostObject,
        a: &GeostShape,
        j: &GeostObject,
        b: &GeostShape,
    ) -> bool {
        let clear = |a: &ShiftedBox| b.1.iter().all(|b| !orders(vars, i, a, j, b).is_empty());
        a.1.iter().all(clear)
    }

    fn pair(&self, vars: &mut Vars, i: &GeostObject, j: &GeostObject) -> Narrowed {
        let (of_i, of_j) = (self.shapes_of(vars, i), self.shapes_of(vars, j));
        for (o, others, p, all) in [(i, &of_j, j, &of_i), (j, &of_i, i, &of_j)] {
            for a in all.iter() {
                let fits = |b: &&GeostShape| Geost::may_be_apart(vars, o, a, p, b);
                if !others.iter().any(fits) {
                    vars.remove_int(o.shape, &a.0)?;
                }
            }
        }
        let (of_i, of_j) = (self.shapes_of(vars, i), self.shapes_of(vars, j));
        let ([a], [b]) = (of_i.as_slice(), of_j.as_slice()) else {
            return Ok(());
        };
        for a in &a.1 {
            for b in &b.1 {
                match orders(vars, i, a, j, b).as_slice() {
                    [] => return Err(Inconsistent),
                    [(_, o)] => precede(vars, *o)?,
                    [(k, o), (l, p)] if k == l => propagate_disjunction(vars, *o, *p)?,
                    _ => {}
                }
            }
        }
        Ok(())
    }
}

/// One of `x + c ≤ y` and `y + d ≤ x` holds: holes in both domains.
fn propagate_disjunction(
    vars: &mut Vars,
    (x, c, y): Precedence,
    (_, d, _): Precedence,
) -> Narrowed {
    for (x, c, y, d) in [(x, c, y, d), (y, d, x, c)] {
        if let Some((low, high)) = vars.span(y) {
            let (before, after) = (high.saturating_sub(c), low.saturating_add(d));
            if before.saturating_add(1) < after {
                vars.remove_range(x, before + 1, after - 1)?;
            }
        }
    }
    Ok(())
}

impl Constrain for Geost {
    fn map_vars(&self, f: &mut dyn FnMut(VarId) -> VarId) -> Constraint {
        let mut objects = self.objects.clone();
        for o in &mut objects {
            o.shape = f(o.shape);
            o.origin.iter_mut().for_each(|v| *v = f(*v));
        }
        Constraint::other(Geost {
            objects,
            shapes: self.shapes.clone(),
        })
    }

    fn holds(&self, at: &dyn Fn(VarId) -> Int) -> bool {
        let mut placed: Vec<Vec<Vec<(Int, Int)>>> = Vec::new();
        for o in &self.objects {
            let id = at(o.shape);
            let Some((_, parts)) = self.shapes.iter().find(|s| s.0 == id) else {
                return false;
            };
            let origin: Vec<Int> = o.origin.iter().map(|v| at(*v)).collect();
            let place = |part: &ShiftedBox| -> Vec<(Int, Int)> {
                let ends = part.iter().zip(&origin).map(|((off, size), x)| {
                    let low = x + &Int::from(*off);
                    let high = &low + &Int::from(*size);
                    (low, high)
                });
                ends.collect()
            };
            placed.push(parts.iter().map(place).collect());
        }
        let apart = |a: &Vec<(Int, Int)>, b: &Vec<(Int, Int)>| {
            a.iter().zip(b).any(|(a, b)| a.1 <= b.0 || b.1 <= a.0)
        };
        placed.iter().enumerate().all(|(n, a)| {
            let clear = |b: &Vec<Vec<(Int, Int)>>| a.iter().all(|a| b.iter().all(|b| apart(a, b)));
            placed[..n].iter().all(clear)
        })
    }

    fn show(&self) -> ConstraintTerm {
        let object = |o: &GeostObject| {
            let args = vec![
                o.id.clone(),
                ConstraintTerm::Var(o.shape),
                ConstraintTerm::vars(&o.origin),
            ];
            ConstraintTerm::call("object", args)
        };
        let mut boxes = Vec::new();
        for (id, parts) in self.shapes.iter() {
            for part in parts {
                let (offset, size): (Vec<i64>, Vec<i64>) = part.iter().copied().unzip();
                let ints = |all: Vec<i64>| {
                    ConstraintTerm::List(
                        all.into_iter()
                            .map(|i| ConstraintTerm::Int(i.into()))
                            .collect(),
                    )
                };
                let args = vec![ConstraintTerm::Int(id.clone()), ints(offset), ints(size)];
                boxes.push(ConstraintTerm::call("sbox", args));
            }
        }
        let objects = self.objects.iter().map(object).collect();
        ConstraintTerm::call(
            "geost",
            vec![ConstraintTerm::List(objects), ConstraintTerm::List(boxes)],
        )
    }

    fn subscribe(&self, on: &mut dyn FnMut(VarId, PropCond)) {
        for o in &self.objects {
            on(o.shape, PropCond::Domain);
            o.origin.iter().for_each(|v| on(*v, PropCond::Bounds));
        }
    }

    fn propagate(&self, vars: &mut Vars) -> Propagated {
        let of = |o: &GeostObject| std::iter::once(o.shape).chain(o.origin.clone());
        if let Some(done) = settled(self, vars, self.objects.iter().flat_map(of)) {
            return done;
        }
        let before = vars.prunings;
        for (n, i) in self.objects.iter().enumerate() {
            vars.worked(16 * n * self.shapes.len())?;
            for j in &self.objects[..n] {
                self.pair(vars, i, j)?;
            }
        }
        Ok(Status::since(vars, before))
    }

    fn post(&self, s: &mut Store) -> Result<(), Inconsistent> {
        let one =
            |(i, _): &GeostShape| -> Interval { (Bound::Fin(i.clone()), Bound::Fin(i.clone())) };
        let ids = Domain::from_parts(self.shapes.iter().map(one).collect());
        for o in &self.objects {
            if ids.is_empty() {
                return Err(Inconsistent);
            }
            s.restrict(o.shape, &ids)?;
        }
        self.post_itself(s)
    }
}

/// The oracle's row.
#[cfg(test)]
pub(crate) const SPEC: Spec = Spec {
    name: "geost",
    arity: 6,
    samples: |v| {
        let shapes: Arc<Vec<GeostShape>> = Arc::new(vec![
            (Int::ZERO, vec![vec![(0, 1), (0, 2)]]),
            (Int::ONE, vec![vec![(0, 2), (0, 1)], vec![(-1, 1), (1, 1)]]),
        ]);
        let of = |objects: &[[usize; 3]], shapes: &Arc<Vec<GeostShape>>| {
            let object = |(i, [s, x, y]): (usize, &[usize; 3])| GeostObject {
                id: ConstraintTerm::Int(i.into()),
                shape: v[*s],
                origin: vec![v[*x], v[*y]],
            };
            Constraint::other(Geost {
                objects: objects.iter().enumerate().map(object).collect(),
                shapes: shapes.clone(),
            })
        };
        vec![
            of(&[], &shapes),
            of(&[[0, 1, 2]], &shapes),
            of(&[[0, 1, 2]], &Arc::new(Vec::new())),
            of(&[[0, 1, 2], [3, 4, 5]], &shapes),
            of(&[[0, 1, 2], [0, 4, 5], [3, 5, 1]], &shapes),
            of(&[[0, 1, 1], [0, 1, 2]], &shapes),
        ]
    },
};
