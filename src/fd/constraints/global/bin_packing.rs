//! `bin_packing`: each item is in a bin, and the sizes of the items in a bin sum up to its load.
//!
//! Filtering: that of the sums over the truth values "item in bin", and of the sum of all loads. If there would be
//! too many truth values, the same bounds are computed without them.

use crate::base::int::Int;
use crate::fd::constraints::constraint::{Constrain, Constraint, ConstraintTerm, Rel, settled};
use crate::fd::constraints::prop::Store;
#[cfg(test)]
use crate::fd::constraints::spec::Spec;
use crate::fd::kernel::bound::Bound;
use crate::fd::kernel::domain::Domain;
use crate::fd::kernel::domain_ops::Narrowed;
use crate::fd::kernel::event::PropCond;
use crate::fd::kernel::propagator::{Cost, Propagated, Status};
use crate::fd::kernel::var::{Inconsistent, VarId, Vars};

/// Items in bins.
#[derive(Clone, Debug)]
pub(crate) struct BinPacking {
    /// The bin of each item, and its size.
    pub items: Vec<(VarId, Int)>,
    /// Each bin's number and load.
    pub bins: Vec<(Int, VarId)>,
    /// True if the truth values "item in bin" are variables.
    truths: bool,
}

/// The greatest number of truth values.
const MANY: usize = 1 << 12;

impl BinPacking {
    /// Sizes are not negative, numbers of bins are different.
    pub(crate) fn new(items: Vec<(VarId, Int)>, bins: Vec<(Int, VarId)>) -> BinPacking {
        let truths = items.len().saturating_mul(bins.len()) <= MANY;
        BinPacking {
            items,
            bins,
            truths,
        }
    }

    /// Bounds the load of a bin by the items that must be in it and those that may be, and the reverse.
    fn balance(&self, vars: &mut Vars) -> Narrowed {
        let mut bins: Vec<&(Int, VarId)> = self.bins.iter().collect();
        bins.sort_unstable_by(|a, b| a.0.cmp(&b.0));
        let mut certain = vec![Int::ZERO; bins.len()];
        let mut possible = certain.clone();
        // The bins between the bounds of an item's.
        let near = |vars: &Vars, v: VarId| {
            let (low, high) = vars.bounds(v);
            let from = bins.partition_point(|b| Bound::Fin(b.0.clone()) < low);
            from..bins.partition_point(|b| Bound::Fin(b.0.clone()) <= high)
        };
        for (v, size) in &self.items {
            let near = near(vars, *v);
            vars.worked(8 * near.len() + 64)?;
            for k in near {
                if vars.contains_int(*v, &bins[k].0) {
                    possible[k] = &possible[k] + size;
                    if vars.is_fixed(*v) {
                        certain[k] = &certain[k] + size;
                    }
                }
            }
        }
        for (k, (_, load)) in bins.iter().enumerate() {
            let (low, high) = (certain[k].clone(), possible[k].clone());
            vars.restrict_to(*load, &(Bound::Fin(low), Bound::Fin(high)))?;
        }
        for (v, size) in &self.items {
            if vars.is_fixed(*v) {
                continue;
            }
            let near = near(vars, *v);
            vars.worked(16 * near.len() + 64)?;
            for k in near {
                let (number, load) = bins[k];
                if !vars.contains_int(*v, number) {
                    continue;
                }
                let (low, high) = vars.bounds(*load);
                if Bound::Fin(&certain[k] + size) > high {
                    vars.remove_int(*v, number)?;
                } else if Bound::Fin(&possible[k] - size) < low {
                    vars.fix_int(*v, number)?;
                    break;
                }
            }
        }
        Ok(())
    }

    fn vars(&self) -> impl Iterator<Item = VarId> {
        let bins = self.bins.iter().map(|b| b.1);
        self.items.iter().map(|i| i.0).chain(bins)
    }

    fn numbers(&self) -> Domain {
        let one = |(i, _): &(Int, VarId)| (Bound::Fin(i.clone()), Bound::Fin(i.clone()));
        Domain::from_parts(self.bins.iter().map(one).collect())
    }
}

impl Constrain for BinPacking {
    fn map_vars(&self, f: &mut dyn FnMut(VarId) -> VarId) -> Constraint {
        let items = self.items.iter().map(|(v, size)| (f(*v), size.clone()));
        let items = items.collect();
        let bins = self.bins.iter().map(|(i, v)| (i.clone(), f(*v)));
        Constraint::other(BinPacking {
            items,
            bins: bins.collect(),
            truths: self.truths,
        })
    }

    fn holds(&self, at: &dyn Fn(VarId) -> Int) -> bool {
        let mut loads = vec![Int::ZERO; self.bins.len()];
        for (v, size) in &self.items {
            let bin = at(*v);
            match self.bins.iter().position(|b| b.0 == bin) {
                Some(i) => loads[i] = &loads[i] + size,
                None => return false,
            }
        }
        self.bins.iter().zip(loads).all(|(b, load)| at(b.1) == load)
    }

    fn show(&self) -> ConstraintTerm {
        let item = |(v, size): &(VarId, Int)| {
            ConstraintTerm::call(
                "item",
                vec![ConstraintTerm::Var(*v), ConstraintTerm::Int(size.clone())],
            )
        };
        let bin = |(i, v): &(Int, VarId)| {
            ConstraintTerm::call(
                "bin",
                vec![ConstraintTerm::Int(i.clone()), ConstraintTerm::Var(*v)],
            )
        };
        let items = ConstraintTerm::List(self.items.iter().map(item).collect());
        let bins = ConstraintTerm::List(self.bins.iter().map(bin).collect());
        ConstraintTerm::call("bin_packing", vec![items, bins])
    }

    fn cost(&self) -> Cost {
        Cost::Linear
    }

    fn subscribe(&self, on: &mut dyn FnMut(VarId, PropCond)) {
        let cond = match self.truths {
            true => PropCond::Fixed,
            false => PropCond::Domain,
        };
        self.vars().for_each(|v| on(v, cond));
    }

    fn propagate(&self, vars: &mut Vars) -> Propagated {
        if let Some(done) = settled(self, vars, self.vars()) {
            return done;
        }
        let before = vars.prunings;
        if !self.truths {
            self.balance(vars)?;
        }
        Ok(Status::since(vars, before))
    }

    fn post(&self, s: &mut Store) -> Result<(), Inconsistent> {
        let numbers = self.numbers();
        if numbers.is_empty() && !self.items.is_empty() {
            return Err(Inconsistent);
        }
        for (v, _) in &self.items {
            s.restrict(*v, &numbers)?;
        }
        let mut all: Vec<(Int, VarId)> = Vec::new();
        let mut total = Int::ZERO;
        for (_, size) in &self.items {
            total = &total + size;
        }
        for (i, load) in &self.bins {
            all.push((Int::ONE, *load));
            if !self.truths {
                continue;
            }
            let mut terms = vec![(Int::Small(-1), *load)];
            for (v, size) in &self.items {
                let b = s.new_bool();
                let member = Constraint::member(*v, Domain::singleton(i.clone()));
                s.post_implied(&Constraint::reified(b, member))?;
                terms.push((size.clone(), b));
            }
            s.post_implied(&Constraint::sum(terms, Rel::Eq, Int::ZERO))?;
        }
        s.post_implied(&Constraint::sum(all, Rel::Eq, total))?;
        self.post_itself(s)
    }
}

/// The oracle's row.
#[cfg(test)]
pub(crate) const SPEC: Spec = Spec {
    name: "bin_packing",
    arity: 4,
    samples: |v| {
        let packing = |items: &[(usize, i64)], bins: &[(i64, usize)]| {
            let items = items.iter().map(|(i, s)| (v[*i], Int::from(*s)));
            let bins = bins.iter().map(|(i, l)| (Int::from(*i), v[*l]));
            BinPacking::new(items.collect(), bins.collect())
        };
        let of =
            |items: &[(usize, i64)], bins: &[(i64, usize)]| Constraint::other(packing(items, bins));
        let large = |items: &[(usize, i64)], bins: &[(i64, usize)]| {
            let mut c = packing(items, bins);
            c.truths = false;
            Constraint::other(c)
        };
        vec![
            of(&[], &[(1, 0)]),
            of(&[(0, 1)], &[]),
            of(&[(0, 1), (1, 1)], &[(0, 2), (1, 3)]),
            of(&[(0, 1), (1, 2), (0, 0)], &[(-1, 2), (1, 3), (0, 1)]),
            of(&[(0, 1), (1, 2)], &[(-1, 2), (1, 2), (2, 3)]),
            large(&[], &[(1, 0)]),
            large(&[(0, 1), (1, 1)], &[(0, 2), (1, 3)]),
            large(&[(0, 1), (1, 2), (0, 0)], &[(-1, 2), (1, 3), (0, 1)]),
            large(&[(0, 1), (1, 2)], &[(-1, 2), (1, 2), (2, 3)]),
        ]
    },
};
