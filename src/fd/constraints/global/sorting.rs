//! `sorting` and `keysorting`: values, or rows by their keys, in ascending order, and the permutation.
//!
//! Both are decomposed into a permutation, an element constraint for each position, and an order. Besides, the bounds
//! of the sorted values are filtered, which is weaker than Mehlhorn and Thiel's bounds consistency. In long lists,
//! element constraints would subscribe to too many variables: positions and values then restrict each other by their
//! bounds alone.

use crate::base::int::Int;
use crate::fd::constraints::constraint::{Constrain, Constraint, ConstraintTerm, Rel};
use crate::fd::constraints::global::distinct::{Distinct, Strength};
use crate::fd::constraints::global::element::{Element, ElementForm, Item};
use crate::fd::constraints::global::lex::LexChain;
use crate::fd::constraints::prop::Store;
#[cfg(test)]
use crate::fd::constraints::spec::Spec;
use crate::fd::kernel::bound::Bound;
use crate::fd::kernel::domain_ops::Narrowed;
use crate::fd::kernel::event::PropCond;
use crate::fd::kernel::propagator::{Cost, Propagated, Status};
use crate::fd::kernel::var::{Inconsistent, VarId, Vars};

/// `ys` are `xs` in ascending order: `xs[i] = ys[ps[i]]`, and `ps` is a permutation.
#[derive(Debug)]
pub(crate) struct Sorting {
    pub(crate) xs: Box<[VarId]>,
    pub(crate) ps: Box<[VarId]>,
    pub(crate) ys: Box<[VarId]>,
    /// True if bounds take the place of element constraints.
    by_bounds: bool,
}

/// The number of values that have element constraints.
const SHORT: usize = 128;

impl Sorting {
    pub(crate) fn new(xs: &[VarId], ps: &[VarId], ys: &[VarId]) -> Sorting {
        Sorting {
            xs: xs.into(),
            ps: ps.into(),
            ys: ys.into(),
            by_bounds: xs.len() > SHORT,
        }
    }

    /// Narrows values, positions and sorted values by the bounds of each other.
    fn bound_places(&self, vars: &mut Vars) -> Narrowed {
        let mut low: Vec<Bound> = self.ys.iter().map(|y| vars.min(*y)).collect();
        let mut high: Vec<Bound> = self.ys.iter().map(|y| vars.max(*y)).collect();
        for j in 1..low.len() {
            if low[j] < low[j - 1] {
                low[j] = low[j - 1].clone();
            }
        }
        for j in (1..high.len()).rev() {
            if high[j - 1] > high[j] {
                high[j - 1] = high[j].clone();
            }
        }
        for (x, p) in self.xs.iter().zip(&self.ps) {
            vars.worked(16)?;
            let (least, most) = vars.bounds(*x);
            let first = high.partition_point(|h| *h < least);
            let last = low.partition_point(|l| *l <= most);
            vars.remove_below(*p, first as i64 + 1)?;
            vars.remove_above(*p, last as i64)?;
            // Both are places.
            let (i, j) = (vars.low(*p) as usize - 1, vars.high(*p) as usize - 1);
            vars.restrict_to(*x, &(low[i].clone(), high[j].clone()))?;
            if i == j {
                let bounds = vars.bounds(*x);
                vars.restrict_to(self.ys[i], &bounds)?;
            }
        }
        Ok(())
    }
}

/// The places are different ones from 1 to their number.
fn post_permutation(s: &mut Store, ps: &[VarId], strength: Strength) -> Result<(), Inconsistent> {
    for p in ps {
        s.vars.remove_below(*p, 1)?;
        s.vars.remove_above(*p, ps.len() as i64)?;
    }
    s.post_implied(&Constraint::other(Distinct::new(ps, strength)))
}

fn is_permutation(ps: &[Option<usize>]) -> bool {
    let mut seen = vec![false; ps.len()];
    ps.iter().all(|p| match p.and_then(|p| seen.get_mut(p)) {
        Some(seen) => !std::mem::replace(seen, true),
        None => false,
    })
}

/// Places counted from zero.
fn places(ps: &[VarId], at: &dyn Fn(VarId) -> Int) -> Vec<Option<usize>> {
    let place = |p: &VarId| at(*p).to_i64().and_then(|p| usize::try_from(p - 1).ok());
    ps.iter().map(place).collect()
}

fn element(index: VarId, items: impl Iterator<Item = VarId>, value: VarId) -> Constraint {
    let items = items.map(Item::Var).collect();
    Constraint::other(Element::new(ElementForm::Element, index, items, value))
}

impl Constrain for Sorting {
    fn map_vars(&self, f: &mut dyn FnMut(VarId) -> VarId) -> Constraint {
        Constraint::other(Sorting {
            xs: self.xs.iter().map(|x| f(*x)).collect(),
            ps: self.ps.iter().map(|x| f(*x)).collect(),
            ys: self.ys.iter().map(|x| f(*x)).collect(),
            by_bounds: self.by_bounds,
        })
    }

    fn holds(&self, at: &dyn Fn(VarId) -> Int) -> bool {
        let (n, ps) = (self.xs.len(), places(&self.ps, at));
        let ys: Vec<Int> = self.ys.iter().map(|y| at(*y)).collect();
        let same = |(x, p): (&VarId, &Option<usize>)| p.is_some_and(|p| ys[p] == at(*x));
        ps.len() == n
            && ys.len() == n
            && is_permutation(&ps)
            && ys.is_sorted()
            && self.xs.iter().zip(&ps).all(same)
    }

    fn show(&self) -> ConstraintTerm {
        let args = [&self.xs, &self.ps, &self.ys];
        ConstraintTerm::call(
            "sorting",
            args.iter().map(|xs| ConstraintTerm::vars(xs)).collect(),
        )
    }

    fn cost(&self) -> Cost {
        Cost::Linear
    }

    fn subscribe(&self, on: &mut dyn FnMut(VarId, PropCond)) {
        self.xs.iter().for_each(|x| on(*x, PropCond::Bounds));
        let rest = match self.by_bounds {
            true => PropCond::Bounds,
            false => PropCond::Fixed,
        };
        self.ps.iter().for_each(|x| on(*x, rest));
        self.ys.iter().for_each(|x| on(*x, rest));
    }

    fn propagate(&self, vars: &mut Vars) -> Propagated {
        let before = vars.prunings;
        bound_sorted(vars, &self.xs, &self.ys)?;
        if self.by_bounds {
            self.bound_places(vars)?;
        }
        if vars.prunings != before {
            return Ok(Status::NoFix);
        }
        let mut all = self.xs.iter().chain(&self.ps).chain(&self.ys);
        let open = all.any(|x| !vars.is_fixed(*x));
        Ok(if open { Status::Fix } else { Status::Subsumed })
    }

    fn post(&self, s: &mut Store) -> Result<(), Inconsistent> {
        if self.ps.len() != self.xs.len() || self.ys.len() != self.xs.len() {
            return Err(Inconsistent);
        }
        let strength = match self.by_bounds {
            true => Strength::Bounds,
            false => Strength::Domain,
        };
        post_permutation(s, &self.ps, strength)?;
        for w in self.ys.windows(2) {
            s.post_implied(&Constraint::linear(&[(1, w[0]), (-1, w[1])], Rel::Le, 0))?;
        }
        if !self.by_bounds {
            for (x, p) in self.xs.iter().zip(&self.ps) {
                s.post_implied(&element(*p, self.ys.iter().copied(), *x))?;
            }
        }
        self.post_itself(s)
    }
}

/// `ys` are the rows `xs` in ascending order of their first `keys` elements, rows with equal keys
/// in the order that they have: `ys[i] = xs[ps[i]]`.
#[derive(Debug)]
pub(crate) struct KeySorting {
    pub(crate) xs: Vec<Vec<VarId>>,
    pub(crate) ys: Vec<Vec<VarId>>,
    pub(crate) ps: Box<[VarId]>,
    pub(crate) keys: usize,
}

impl KeySorting {
    fn is_even(&self) -> bool {
        let n = self.xs.len();
        let width = self.xs.first().map_or(0, Vec::len);
        let mut rows = self.xs.iter().chain(&self.ys);
        self.ys.len() == n
            && self.ps.len() == n
            && (n == 0 || self.keys <= width)
            && rows.all(|r| r.len() == width)
    }

    /// Known keys determine the permutation.
    fn sort(&self, vars: &mut Vars) -> Result<(), Inconsistent> {
        let mut rows: Vec<(Vec<Int>, i64)> = Vec::with_capacity(self.xs.len());
        for (i, row) in self.xs.iter().enumerate() {
            let key = row[..self.keys].iter().map(|x| vars.value(*x));
            match key.collect() {
                Some(key) => rows.push((key, i as i64 + 1)),
                None => return self.bound_keys(vars),
            }
        }
        rows.sort_unstable();
        for ((_, place), p) in rows.iter().zip(&self.ps) {
            vars.fix(*p, *place)?;
        }
        Ok(())
    }

    fn bound_keys(&self, vars: &mut Vars) -> Result<(), Inconsistent> {
        let first = |rows: &[Vec<VarId>]| -> Vec<VarId> {
            rows.iter().filter_map(|r| r.first().copied()).collect()
        };
        bound_sorted(vars, &first(&self.xs), &first(&self.ys))
    }
}

/// Element `k` of sorted values is at least the `k`-th of their least, at most the `k`-th of their
/// greatest values.
fn bound_sorted(vars: &mut Vars, xs: &[VarId], ys: &[VarId]) -> Result<(), Inconsistent> {
    let mut low: Vec<Bound> = xs.iter().map(|x| vars.min(*x)).collect();
    let mut high: Vec<Bound> = xs.iter().map(|x| vars.max(*x)).collect();
    low.sort_unstable();
    high.sort_unstable();
    for ((y, low), high) in ys.iter().zip(&low).zip(&high) {
        vars.remove_below_bound(*y, low)?;
        vars.remove_above_bound(*y, high)?;
    }
    Ok(())
}

impl Constrain for KeySorting {
    fn map_vars(&self, f: &mut dyn FnMut(VarId) -> VarId) -> Constraint {
        let mut rows = |all: &Vec<Vec<VarId>>| -> Vec<Vec<VarId>> {
            let row = |r: &Vec<VarId>, f: &mut dyn FnMut(VarId) -> VarId| -> Vec<VarId> {
                r.iter().map(|x| f(*x)).collect()
            };
            all.iter().map(|r| row(r, f)).collect()
        };
        let (xs, ys) = (rows(&self.xs), rows(&self.ys));
        Constraint::other(KeySorting {
            xs,
            ys,
            ps: self.ps.iter().map(|x| f(*x)).collect(),
            keys: self.keys,
        })
    }

    fn holds(&self, at: &dyn Fn(VarId) -> Int) -> bool {
        if !self.is_even() {
            return false;
        }
        let ps = places(&self.ps, at);
        if !is_permutation(&ps) {
            return false;
        }
        let ps: Vec<usize> = ps.into_iter().flatten().collect();
        let row = |r: &Vec<VarId>| -> Vec<Int> { r.iter().map(|x| at(*x)).collect() };
        let xs: Vec<Vec<Int>> = self.xs.iter().map(row).collect();
        let ys: Vec<Vec<Int>> = self.ys.iter().map(row).collect();
        let same = ys.iter().zip(&ps).all(|(y, p)| *y == xs[*p]);
        let place = |i: usize| (&ys[i][..self.keys], ps[i]);
        same && (1..ys.len()).all(|i| place(i - 1) < place(i))
    }

    fn show(&self) -> ConstraintTerm {
        let rows = |all: &[Vec<VarId>]| {
            ConstraintTerm::List(all.iter().map(|r| ConstraintTerm::vars(r)).collect())
        };
        let keys = ConstraintTerm::Int(Int::Small(self.keys as i64));
        let options = vec![
            ConstraintTerm::call("keys", vec![keys]),
            ConstraintTerm::call("permutation", vec![ConstraintTerm::vars(&self.ps)]),
        ];
        ConstraintTerm::call(
            "keysorting",
            vec![
                rows(&self.xs),
                rows(&self.ys),
                ConstraintTerm::List(options),
            ],
        )
    }

    fn cost(&self) -> Cost {
        Cost::Linear
    }

    fn subscribe(&self, on: &mut dyn FnMut(VarId, PropCond)) {
        let rows = self.xs.iter().chain(&self.ys).flatten();
        rows.chain(&self.ps).for_each(|x| on(*x, PropCond::Fixed));
    }

    fn propagate(&self, vars: &mut Vars) -> Propagated {
        let before = vars.prunings;
        self.sort(vars)?;
        if vars.prunings != before {
            return Ok(Status::NoFix);
        }
        let rows = self.xs.iter().chain(&self.ys).flatten();
        let open = rows.chain(&self.ps).any(|x| !vars.is_fixed(*x));
        Ok(if open { Status::Fix } else { Status::Subsumed })
    }

    fn post(&self, s: &mut Store) -> Result<(), Inconsistent> {
        if !self.is_even() {
            return Err(Inconsistent);
        }
        post_permutation(s, &self.ps, Strength::Domain)?;
        let mut order = Vec::with_capacity(self.ys.len());
        for (y, p) in self.ys.iter().zip(&self.ps) {
            for (j, value) in y.iter().enumerate() {
                s.post_implied(&element(*p, self.xs.iter().map(|x| x[j]), *value))?;
            }
            let mut row = y[..self.keys].to_vec();
            row.push(*p);
            order.push(row);
        }
        s.post_implied(&Constraint::other(LexChain {
            rows: order,
            strict: true,
        }))?;
        self.post_itself(s)
    }
}

/// The oracle's row.
#[cfg(test)]
pub(crate) const SPEC: Spec = Spec {
    name: "sorting",
    arity: 6,
    samples: |v| {
        let of =
            |xs: &[VarId], ps: &[VarId], ys: &[VarId]| Constraint::other(Sorting::new(xs, ps, ys));
        let long = |xs: &[VarId], ps: &[VarId], ys: &[VarId]| {
            let mut c = Sorting::new(xs, ps, ys);
            c.by_bounds = true;
            Constraint::other(c)
        };
        let by_key = |xs: &[&[VarId]], ys: &[&[VarId]], ps: &[VarId], keys| {
            Constraint::other(KeySorting {
                xs: xs.iter().map(|r| r.to_vec()).collect(),
                ys: ys.iter().map(|r| r.to_vec()).collect(),
                ps: ps.into(),
                keys,
            })
        };
        vec![
            of(&v[..2], &v[2..4], &v[4..]),
            of(&v[..2], &v[2..4], &[v[0], v[5]]),
            of(&[], &[], &[]),
            long(&v[..2], &v[2..4], &v[4..]),
            long(&v[..2], &v[2..4], &[v[0], v[5]]),
            by_key(&[&v[..1], &v[1..2]], &[&v[2..3], &v[3..4]], &v[4..], 1),
            by_key(&[&v[..2], &v[1..3]], &[&v[2..4], &v[..2]], &v[4..], 1),
            by_key(&[&v[..2], &v[1..3]], &[&v[2..4], &v[..2]], &v[4..], 2),
            by_key(&[], &[], &[], 1),
        ]
    },
};
