//! `global_cardinality`: the number of variables with each key; all variables take keys.
//!
//! Domain consistent in the variables, given the bounds of the counts, by a flow between variables and keys (Régin:
//! Generalized arc consistency for global cardinality constraint, AAAI 1996). The counts are bounded by the variables
//! that must and that can take a key, and by the sum of all counts.

use crate::base::int::Int;
use crate::fd::constraints::constraint::{Constrain, Constraint, ConstraintTerm, Rel};
use crate::fd::constraints::global::scc::{Components, NONE};
use crate::fd::constraints::prop::Store;
#[cfg(test)]
use crate::fd::constraints::spec::Spec;
use crate::fd::kernel::bound::Bound;
use crate::fd::kernel::domain::Domain;
use crate::fd::kernel::domain_ops::Narrowed;
use crate::fd::kernel::event::PropCond;
use crate::fd::kernel::propagator::{Propagated, Status};
use crate::fd::kernel::var::{Inconsistent, VarId, Vars};
use std::cell::RefCell;
use std::sync::Arc;

/// `counts[k]` of the variables `xs` are `keys[k]`; keys are different.
#[derive(Debug)]
pub(crate) struct Cardinality {
    xs: Box<[VarId]>,
    keys: Arc<[Int]>,
    counts: Box<[VarId]>,
    /// True if the flow is computed; otherwise variables that must and can take a key are only counted.
    flow: bool,
    /// True if a variable occurs more than once.
    repeated: bool,
    work: RefCell<CountFlow>,
}

impl Cardinality {
    pub(crate) fn new(xs: &[VarId], keys: Arc<[Int]>, counts: &[VarId], flow: bool) -> Cardinality {
        let mut different = xs.to_vec();
        different.sort_unstable();
        different.dedup();
        Cardinality {
            xs: xs.into(),
            keys,
            counts: counts.into(),
            flow,
            repeated: different.len() < xs.len(),
            work: RefCell::default(),
        }
    }

    /// Counts the variables that must and that can take each key, and narrows by these counts.
    fn count(&self, vars: &mut Vars, flow: &mut CountFlow) -> Narrowed {
        let CountFlow {
            open,
            start,
            edges,
            certain,
            possible,
            ..
        } = flow;
        open.clear();
        start.clear();
        edges.clear();
        certain.clear();
        certain.resize(self.keys.len(), 0);
        possible.clear();
        possible.resize(self.keys.len(), 0);
        for (i, x) in self.xs.iter().enumerate() {
            let fixed = vars.is_fixed(*x);
            if !fixed {
                open.push(i as u32);
                start.push(edges.len() as u32);
            }
            let mut any = false;
            vars.worked(self.keys.len())?;
            for (k, key) in self.keys.iter().enumerate() {
                if !vars.contains_int(*x, key) {
                    continue;
                }
                any = true;
                possible[k] += 1;
                if fixed {
                    certain[k] += 1;
                } else {
                    edges.push(k as u32);
                }
            }
            if !any {
                return Err(Inconsistent);
            }
        }
        start.push(edges.len() as u32);
        self.narrow(vars, open, certain, possible)
    }

    /// Narrows the counts, and the variables of keys that occur as often as they may or must.
    fn narrow(&self, vars: &mut Vars, open: &[u32], certain: &[i64], possible: &[i64]) -> Narrowed {
        for (k, count) in self.counts.iter().enumerate() {
            vars.remove_below(*count, certain[k])?;
            vars.remove_above(*count, possible[k])?;
        }
        for (k, count) in self.counts.iter().enumerate() {
            let (low, high) = (vars.low(*count), vars.high(*count));
            let slack = high > certain[k] && low < possible[k] && !self.repeated;
            if possible[k] == certain[k] || slack {
                continue;
            }
            vars.worked(open.len())?;
            for i in open.iter() {
                let x = self.xs[*i as usize];
                let times = if self.repeated {
                    self.xs.iter().filter(|y| **y == x).count() as i64
                } else {
                    1
                };
                if high < certain[k] + times {
                    vars.remove_int(x, &self.keys[k])?;
                } else if low > possible[k] - times && vars.contains_int(x, &self.keys[k]) {
                    vars.fix_int(x, &self.keys[k])?;
                }
            }
        }
        Ok(())
    }
}

/// A flow that respects the bounds of all counts. It is kept for its buffers, and as a hint for the next run.
#[derive(Default, Debug)]
struct CountFlow {
    /// The places of the variables that are not fixed, and their keys.
    open: Vec<u32>,
    start: Vec<u32>,
    edges: Vec<u32>,
    certain: Vec<i64>,
    possible: Vec<i64>,
    /// The key of each place in the last flow.
    hint: Vec<u32>,
    mate: Vec<u32>,
    load: Vec<i64>,
    low: Vec<i64>,
    high: Vec<i64>,
    components: Components,
}

impl CountFlow {
    fn edges_of(&self, i: usize) -> &[u32] {
        &self.edges[self.start[i] as usize..self.start[i + 1] as usize]
    }

    fn assign(&mut self, i: usize, k: u32) {
        let old = std::mem::replace(&mut self.mate[i], k);
        if old != NONE {
            self.load[old as usize] -= 1;
        }
        if k != NONE {
            self.load[k as usize] += 1;
        }
    }

    /// Gives every open variable a key within the bounds of the counts.
    fn solve(&mut self, vars: &Vars, places: usize) -> Narrowed {
        let keys = self.low.len();
        self.hint.resize(places, NONE);
        self.mate.clear();
        self.mate.resize(self.open.len(), NONE);
        self.load.clear();
        self.load.resize(keys, 0);
        for i in 0..self.open.len() {
            let old = self.hint[self.open[i] as usize];
            if old != NONE
                && self.load[old as usize] < self.high[old as usize]
                && self.edges_of(i).contains(&old)
            {
                self.assign(i, old);
            }
        }
        let mut users: Vec<Vec<u32>> = vec![Vec::new(); keys];
        for i in 0..self.open.len() {
            for k in &self.edges[self.start[i] as usize..self.start[i + 1] as usize] {
                users[*k as usize].push(i as u32);
            }
        }
        for k in 0..keys {
            while self.load[k] < self.low[k] {
                self.pull(vars, k as u32, &users)?;
            }
        }
        for i in 0..self.open.len() {
            if self.mate[i] == NONE {
                self.push(vars, i as u32)?;
            }
        }
        for i in 0..self.open.len() {
            self.hint[self.open[i] as usize] = self.mate[i];
        }
        Ok(())
    }

    /// Finds one more variable for a key: one without a key, or one whose key has more than it needs or finds another
    /// variable in turn.
    fn pull(&mut self, vars: &Vars, root: u32, users: &[Vec<u32>]) -> Narrowed {
        // For each variable that was reached, the key whose search reached it.
        let mut wanted: Vec<u32> = vec![NONE; self.open.len()];
        let mut reached: Vec<u32> = vec![NONE; self.low.len()];
        let mut queue = vec![root];
        let mut next = 0;
        while let Some(&k) = queue.get(next) {
            next += 1;
            vars.worked(users[k as usize].len())?;
            for i in &users[k as usize] {
                let at = *i as usize;
                let has = self.mate[at];
                if wanted[at] != NONE || has == k || has == root {
                    continue;
                }
                wanted[at] = k;
                let spare = has == NONE || self.load[has as usize] > self.low[has as usize];
                if !spare {
                    if reached[has as usize] == NONE {
                        reached[has as usize] = *i;
                        queue.push(has);
                    }
                    continue;
                }
                let mut i = at;
                loop {
                    let k = wanted[i];
                    self.assign(i, k);
                    if k == root {
                        return Ok(());
                    }
                    i = reached[k as usize] as usize;
                }
            }
        }
        Err(Inconsistent)
    }

    /// Finds a key for one more variable; other variables may change their keys.
    fn push(&mut self, vars: &Vars, root: u32) -> Narrowed {
        let mut via: Vec<u32> = vec![NONE; self.low.len()];
        let mut queue = vec![root];
        let mut next = 0;
        while let Some(&i) = queue.get(next) {
            next += 1;
            vars.worked((self.start[i as usize + 1] - self.start[i as usize]) as usize)?;
            for at in self.start[i as usize]..self.start[i as usize + 1] {
                let k = self.edges[at as usize];
                if via[k as usize] != NONE {
                    continue;
                }
                via[k as usize] = i;
                if self.load[k as usize] >= self.high[k as usize] {
                    vars.worked(self.mate.len())?;
                    let others = self.mate.iter().enumerate();
                    queue.extend(others.filter(|(_, m)| **m == k).map(|(j, _)| j as u32));
                    continue;
                }
                let mut k = k;
                loop {
                    let i = via[k as usize];
                    let left = self.mate[i as usize];
                    self.assign(i as usize, k);
                    if i == root {
                        return Ok(());
                    }
                    k = left;
                }
            }
        }
        Err(Inconsistent)
    }

    /// Removes the keys that variables have in no flow.
    fn filter(&mut self, vars: &mut Vars, xs: &[VarId], keys: &[Int]) -> Narrowed {
        // Nodes: the variables, the keys, and one node with edges to and from the keys whose counts may still change.
        let (n, m) = (self.open.len(), keys.len());
        let node = |k: usize| (n + k) as u32;
        let mut start = Vec::with_capacity(n + m + 2);
        let mut to = Vec::with_capacity(2 * self.edges.len());
        for i in 0..n {
            start.push(to.len() as u32);
            let others = self.edges_of(i).iter().filter(|k| **k != self.mate[i]);
            to.extend(others.map(|k| node(*k as usize)));
        }
        let mut users: Vec<Vec<u32>> = vec![Vec::new(); m];
        for (i, k) in self.mate.iter().enumerate() {
            users[*k as usize].push(i as u32);
        }
        for (k, users) in users.iter().enumerate() {
            start.push(to.len() as u32);
            to.extend_from_slice(users);
            if self.load[k] < self.high[k] {
                to.push(node(m));
            }
        }
        start.push(to.len() as u32);
        let spare = |k: &usize| self.load[*k] > self.low[*k];
        to.extend((0..m).filter(spare).map(node));
        start.push(to.len() as u32);
        self.components
            .find(&start, &to, |steps| vars.worked(steps))?;
        for (i, place) in self.open.iter().enumerate() {
            for k in self.edges_of(i) {
                let apart = self.components.of[i] != self.components.of[n + *k as usize];
                if apart && *k != self.mate[i] {
                    vars.remove_int(xs[*place as usize], &keys[*k as usize])?;
                }
            }
        }
        Ok(())
    }
}

impl Constrain for Cardinality {
    fn map_vars(&self, f: &mut dyn FnMut(VarId) -> VarId) -> Constraint {
        let xs: Vec<VarId> = self.xs.iter().map(|x| f(*x)).collect();
        let counts: Vec<VarId> = self.counts.iter().map(|x| f(*x)).collect();
        Constraint::other(Cardinality::new(&xs, self.keys.clone(), &counts, self.flow))
    }

    fn holds(&self, at: &dyn Fn(VarId) -> Int) -> bool {
        let values: Vec<Int> = self.xs.iter().map(|x| at(*x)).collect();
        let count = |k: &Int| Int::Small(values.iter().filter(|i| *i == k).count() as i64);
        values.iter().all(|i| self.keys.contains(i))
            && self
                .keys
                .iter()
                .zip(&self.counts)
                .all(|(k, c)| count(k) == at(*c))
    }

    fn show(&self) -> ConstraintTerm {
        let pair = |(k, c): (&Int, &VarId)| {
            ConstraintTerm::call(
                "-",
                vec![ConstraintTerm::Int(k.clone()), ConstraintTerm::Var(*c)],
            )
        };
        let pairs = self.keys.iter().zip(&self.counts).map(pair).collect();
        let mut args = vec![ConstraintTerm::vars(&self.xs), ConstraintTerm::List(pairs)];
        if !self.flow {
            let value = ConstraintTerm::call("consistency", vec![ConstraintTerm::atom("value")]);
            args.push(ConstraintTerm::List(vec![value]));
        }
        ConstraintTerm::call("global_cardinality", args)
    }

    fn subscribe(&self, on: &mut dyn FnMut(VarId, PropCond)) {
        self.xs.iter().for_each(|x| on(*x, PropCond::Domain));
        self.counts.iter().for_each(|c| on(*c, PropCond::Bounds));
    }

    /// Decides the constraint by the variables that must and that can take each key, if possible.
    fn decided(&self, vars: &Vars) -> Option<bool> {
        let mut certain = vec![0i64; self.keys.len()];
        let mut maybe = certain.clone();
        let mut fixed = true;
        for x in &self.xs {
            let known = vars.is_fixed(*x);
            let mut any = false;
            for (k, key) in self.keys.iter().enumerate() {
                if vars.contains_int(*x, key) {
                    any = true;
                    certain[k] += i64::from(known);
                    maybe[k] += i64::from(!known);
                }
            }
            if !any {
                return Some(false);
            }
            fixed &= known;
        }
        for ((count, n), more) in self.counts.iter().zip(certain).zip(maybe) {
            let none = match more {
                0 => !vars.contains(*count, n),
                _ => vars.low(*count) > n + more || vars.high(*count) < n,
            };
            if none {
                return Some(false);
            }
            fixed &= vars.is_fixed(*count);
        }
        fixed.then_some(true)
    }

    fn propagate(&self, vars: &mut Vars) -> Propagated {
        let before = vars.prunings;
        let mut flow = self.work.borrow_mut();
        self.count(vars, &mut flow)?;
        if vars.prunings != before {
            return Ok(Status::NoFix);
        }
        if flow.open.is_empty() {
            return Ok(Status::Subsumed);
        }
        if self.flow {
            let CountFlow {
                low, high, certain, ..
            } = &mut *flow;
            let counts = self.counts.iter().zip(certain.iter());
            low.clear();
            low.extend(counts.clone().map(|(c, n)| vars.low(*c) - n));
            high.clear();
            high.extend(counts.map(|(c, n)| vars.high(*c) - n));
            flow.solve(vars, self.xs.len())?;
            flow.filter(vars, &self.xs, &self.keys)?;
        }
        Ok(Status::since(vars, before))
    }

    fn post(&self, s: &mut Store) -> Result<(), Inconsistent> {
        let n = self.xs.len() as i64;
        let part = |k: &Int| (Bound::Fin(k.clone()), Bound::Fin(k.clone()));
        let keys = Domain::from_parts(self.keys.iter().map(part).collect());
        for x in &self.xs {
            s.vars.restrict(*x, &keys)?;
        }
        for c in &self.counts {
            s.vars.remove_below(*c, 0)?;
            s.vars.remove_above(*c, n)?;
        }
        let sum: Vec<(i64, VarId)> = self.counts.iter().map(|c| (1, *c)).collect();
        s.post_implied(&Constraint::linear(&sum, Rel::Eq, n))?;
        self.post_itself(s)
    }
}

/// The oracle's row.
#[cfg(test)]
pub(crate) const SPEC: Spec = Spec {
    name: "global_cardinality",
    arity: 5,
    samples: |v| {
        let of = |xs: &[VarId], keys: &[i64], counts: &[VarId], flow| {
            let keys: Vec<Int> = keys.iter().map(|k| Int::Small(*k)).collect();
            Constraint::other(Cardinality::new(xs, keys.into(), counts, flow))
        };
        vec![
            of(&v[..3], &[0, 1], &v[3..], true),
            of(&v[..3], &[1, -1], &v[3..], false),
            of(&v[..4], &[1], &v[4..], true),
            of(&v[..3], &[0, 1, -1], &[v[3], v[4], v[3]], true),
            of(&[v[0], v[1], v[0]], &[0, 1], &[v[2], v[0]], true),
            of(&[], &[0, 1], &v[..2], true),
            of(&v[..2], &[], &[], true),
        ]
    },
};
