//! `lex_chain`: vectors in ascending lexicographic order. Two vectors are domain consistent (after
//! Frisch, Hnich, Kiziltan, Miguel and Walsh, CP 2002); of a chain, each pair of neighbours is.

use crate::base::int::Int;
use crate::fd::constraints::constraint::{Constrain, Constraint, ConstraintTerm};
use crate::fd::constraints::prop::Store;
#[cfg(test)]
use crate::fd::constraints::spec::Spec;
use crate::fd::kernel::event::PropCond;
use crate::fd::kernel::propagator::{Cost, Propagated, Status};
use crate::fd::kernel::var::{Inconsistent, VarId, Vars};
use std::cmp::Ordering;

/// Each vector is at most (or, if strict, less than) the next one. The first difference decides;
/// without one, vectors must be of equal length.
#[derive(Debug)]
pub(crate) struct LexChain {
    pub(crate) rows: Vec<Vec<VarId>>,
    pub(crate) strict: bool,
}

impl LexChain {
    fn pair(&self, vars: &mut Vars, xs: &[VarId], ys: &[VarId]) -> Propagated {
        for (i, (x, y)) in xs.iter().zip(ys).enumerate() {
            vars.worked(4)?;
            if x == y {
                continue;
            }
            vars.remove_above_bound(*x, &vars.max(*y))?;
            vars.remove_below_bound(*y, &vars.min(*x))?;
            if !self.can_follow(vars, &xs[i + 1..], &ys[i + 1..]) {
                vars.remove_above_bound(*x, &vars.max(*y).plus(&Int::Small(-1)))?;
                vars.remove_below_bound(*y, &vars.min(*x).plus(&Int::ONE))?;
            }
            if vars.max(*x) < vars.min(*y) {
                return Ok(Status::Subsumed);
            }
            if !vars.is_fixed(*x) || !vars.is_fixed(*y) {
                return Ok(Status::Fix);
            }
        }
        if self.strict || xs.len() != ys.len() {
            return Err(Inconsistent);
        }
        Ok(Status::Subsumed)
    }

    /// Returns true if two vectors whose elements are equal so far are in order with the rest.
    fn can_follow(&self, vars: &Vars, xs: &[VarId], ys: &[VarId]) -> bool {
        for (x, y) in xs.iter().zip(ys) {
            if x == y {
                continue;
            }
            match vars.min(*x).cmp(&vars.max(*y)) {
                Ordering::Less => return true,
                Ordering::Equal => {}
                Ordering::Greater => return false,
            }
        }
        !self.strict && xs.len() == ys.len()
    }
}

impl LexChain {
    /// The order of a pair as its bounds determine it.
    fn pair_decided(&self, vars: &Vars, xs: &[VarId], ys: &[VarId]) -> Option<bool> {
        let equal = !self.strict && xs.len() == ys.len();
        // False once an element of the first vector can be greater, or less, than that of the second.
        let (mut rises, mut falls) = (true, true);
        for (x, y) in xs.iter().zip(ys).filter(|(x, y)| x != y) {
            let ((a, b), (c, d)) = (vars.bounds(*x), vars.bounds(*y));
            if (rises && b < c) || (falls && a > d) {
                return Some(rises && b < c);
            }
            rises &= b <= c;
            falls &= a >= d;
            if !rises && !falls {
                return None;
            }
        }
        match equal {
            true => rises.then_some(true),
            false => falls.then_some(false),
        }
    }

    fn pairs(&self) -> impl Iterator<Item = (&[VarId], &[VarId])> {
        self.rows.windows(2).map(|w| (&*w[0], &*w[1]))
    }

    /// Some pair is out of order: the last one that can be.
    fn break_order(&self, vars: &mut Vars) -> Propagated {
        let open = |(x, y): &(&[VarId], &[VarId])| self.pair_decided(vars, x, y) != Some(true);
        let mut open = self.pairs().filter(open);
        let (last, next) = (open.next(), open.next());
        drop(open);
        match (last, next) {
            (None, _) => Err(Inconsistent),
            (Some((xs, ys)), None) => {
                // Equal elements in vectors of unequal length are not in order.
                let n = xs.len().min(ys.len());
                vars.request(Constraint::other(LexChain {
                    rows: vec![ys[..n].to_vec(), xs[..n].to_vec()],
                    strict: !self.strict && xs.len() == ys.len(),
                }));
                Ok(Status::Subsumed)
            }
            _ => Ok(Status::Fix),
        }
    }
}

impl Constrain for LexChain {
    fn map_vars(&self, f: &mut dyn FnMut(VarId) -> VarId) -> Constraint {
        let mut row = |r: &Vec<VarId>| r.iter().map(|x| f(*x)).collect();
        Constraint::other(LexChain {
            rows: self.rows.iter().map(&mut row).collect(),
            strict: self.strict,
        })
    }

    fn holds(&self, at: &dyn Fn(VarId) -> Int) -> bool {
        let row = |r: &Vec<VarId>| -> Vec<Int> { r.iter().map(|x| at(*x)).collect() };
        let rows: Vec<Vec<Int>> = self.rows.iter().map(row).collect();
        rows.windows(2).all(|w| {
            let first = w[0].iter().zip(&w[1]).find(|(x, y)| x != y);
            match first {
                Some((x, y)) => x < y,
                None => !self.strict && w[0].len() == w[1].len(),
            }
        })
    }

    fn show(&self) -> ConstraintTerm {
        let rows = self.rows.iter().map(|r| ConstraintTerm::vars(r)).collect();
        let mut args = vec![ConstraintTerm::List(rows)];
        if self.strict {
            let op = ConstraintTerm::call("op", vec![ConstraintTerm::atom("#<")]);
            args.push(ConstraintTerm::List(vec![op]));
        }
        ConstraintTerm::call("lex_chain", args)
    }

    fn cost(&self) -> Cost {
        Cost::Linear
    }

    fn subscribe(&self, on: &mut dyn FnMut(VarId, PropCond)) {
        let pair = self.rows.len() == 2;
        let when = if pair {
            PropCond::Bounds
        } else {
            PropCond::Fixed
        };
        self.rows.iter().flatten().for_each(|x| on(*x, when));
    }

    fn propagate(&self, vars: &mut Vars) -> Propagated {
        let [xs, ys] = self.rows.as_slice() else {
            // The pairs do the work.
            let open = self.rows.iter().flatten().any(|x| !vars.is_fixed(*x));
            return Ok(if open { Status::Fix } else { Status::Subsumed });
        };
        let before = vars.prunings;
        let status = self.pair(vars, xs, ys)?;
        Ok(if status == Status::Fix && vars.prunings != before {
            Status::NoFix
        } else {
            status
        })
    }

    fn decided(&self, vars: &Vars) -> Option<bool> {
        let mut sure = true;
        for (xs, ys) in self.pairs() {
            match self.pair_decided(vars, xs, ys) {
                Some(true) => {}
                Some(false) => return Some(false),
                None => sure = false,
            }
        }
        sure.then_some(true)
    }

    fn refute(&self, vars: &mut Vars) -> Option<Propagated> {
        Some(self.break_order(vars))
    }

    fn post(&self, s: &mut Store) -> Result<(), Inconsistent> {
        if self.rows.len() < 2 {
            return Ok(());
        }
        if self.rows.len() > 2 {
            for pair in self.rows.windows(2) {
                let pair = LexChain {
                    rows: pair.to_vec(),
                    strict: self.strict,
                };
                s.post_implied(&Constraint::other(pair))?;
            }
        }
        self.post_itself(s)
    }
}

/// The oracle's row.
#[cfg(test)]
pub(crate) const SPEC: Spec = Spec {
    name: "lex_chain",
    arity: 4,
    samples: |v| {
        let of = |rows: &[&[VarId]], strict| {
            let rows = rows.iter().map(|r| r.to_vec()).collect();
            Constraint::other(LexChain { rows, strict })
        };
        vec![
            of(&[&v[..2], &v[2..]], false),
            of(&[&v[..2], &v[2..]], true),
            of(&[&[v[0], v[1]], &[v[0], v[2]]], true),
            of(&[&[v[0], v[1]], &[v[1], v[0]]], true),
            of(&[&[v[0], v[1]], &[v[1], v[2]], &[v[2], v[3]]], false),
            of(&[&v[..1], &v[1..3]], false),
            of(&[&v[..2]], true),
            of(&[], true),
            of(&[&[], &[]], true),
            Constraint::reified(v[3], of(&[&v[..2], &v[1..3]], false)),
            Constraint::reified(v[3], of(&[&v[..2], &v[1..3]], true)),
            Constraint::reified(v[3], of(&[&v[..1], &v[1..3]], false)),
            Constraint::reified(v[3], of(&[&v[1..3], &v[..1]], true)),
            Constraint::reified(v[3], of(&[&v[..1], &v[1..2], &v[2..3]], false)),
        ]
    },
};
