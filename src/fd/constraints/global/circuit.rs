//! `circuit` and `subcircuit`: the values are the successors on one cycle through all nodes, or through all nodes
//! that are not their own successors.
//!
//! Filtering: a chain of known successors is not closed before it contains all nodes of the cycle, and the nodes that
//! must be on the cycle are strongly connected. A companion constraint makes the successors different.

use crate::base::int::Int;
use crate::fd::constraints::constraint::{Constrain, Constraint, ConstraintTerm};
use crate::fd::constraints::global::distinct::{Distinct, Strength};
use crate::fd::constraints::global::scc::Components;
use crate::fd::constraints::prop::Store;
#[cfg(test)]
use crate::fd::constraints::spec::Spec;
use crate::fd::kernel::domain_ops::Narrowed;
use crate::fd::kernel::event::PropCond;
use crate::fd::kernel::propagator::{Propagated, Status};
use crate::fd::kernel::var::{Inconsistent, VarId, Vars};
use std::cell::RefCell;

/// Successors, numbered from one.
#[derive(Debug)]
pub(crate) struct Circuit {
    next: Box<[VarId]>,
    /// True if nodes may be left out.
    partial: bool,
    components: RefCell<Components>,
}

impl Circuit {
    pub(crate) fn new(next: &[VarId], partial: bool) -> Circuit {
        Circuit {
            next: next.into(),
            partial,
            components: RefCell::default(),
        }
    }

    /// Returns true if a node must be on the cycle.
    fn must(&self, vars: &Vars, i: usize) -> bool {
        !self.partial || !vars.contains(self.next[i], i as i64 + 1)
    }

    /// The known successor of a node on the cycle.
    fn successor(&self, vars: &Vars, i: usize) -> Option<usize> {
        let j = vars.word(self.next[i])? as usize - 1;
        (j != i || (!self.partial && self.next.len() > 1)).then_some(j)
    }

    /// Follows the chains of known successors.
    fn chains(&self, vars: &mut Vars) -> Narrowed {
        let n = self.next.len();
        let known: Vec<Option<usize>> = (0..n).map(|i| self.successor(vars, i)).collect();
        let mut preceded = vec![false; n];
        for j in known.iter().flatten() {
            if std::mem::replace(&mut preceded[*j], true) {
                return Err(Inconsistent);
            }
        }
        let demanded = (0..n).filter(|i| self.must(vars, *i)).count();
        let mut on_chain = vec![false; n];
        for i in (0..n).filter(|i| !preceded[*i]) {
            let (mut end, mut length) = (i, 1);
            let mut demanded_here = usize::from(self.must(vars, i));
            on_chain[i] = true;
            while let Some(j) = known[end] {
                on_chain[j] = true;
                demanded_here += usize::from(self.must(vars, j));
                (end, length) = (j, length + 1);
            }
            let complete = if self.partial {
                demanded_here == demanded || length == 1
            } else {
                length == n
            };
            if !complete && !vars.is_fixed(self.next[end]) {
                vars.remove(self.next[end], i as i64 + 1)?;
            }
        }
        // A node that has a predecessor and is on no chain is on a cycle.
        let Some(first) = (0..n).find(|i| preceded[*i] && !on_chain[*i]) else {
            return Ok(());
        };
        let mut on_cycle = vec![false; n];
        let mut at = first;
        while !std::mem::replace(&mut on_cycle[at], true) {
            at = known[at].unwrap_or(first);
        }
        for i in (0..n).filter(|i| !on_cycle[*i]) {
            if !self.partial {
                return Err(Inconsistent);
            }
            vars.fix(self.next[i], i as i64 + 1)?;
        }
        Ok(())
    }

    /// Keeps the nodes that must be on the cycle in one strongly connected component, and the other nodes out of the
    /// cycle.
    fn connect(&self, vars: &mut Vars) -> Narrowed {
        let n = self.next.len();
        let (mut start, mut to) = (Vec::with_capacity(n + 1), Vec::new());
        for x in &self.next {
            start.push(to.len() as u32);
            let mut value = vars.next_value(*x, i64::MIN);
            while let Some(j) = value {
                to.push(j as u32 - 1);
                value = vars.next_value(*x, j + 1);
            }
            vars.worked(to.len() - start[start.len() - 1] as usize)?;
        }
        start.push(to.len() as u32);
        let mut components = self.components.borrow_mut();
        components.find(&start, &to, |steps| vars.worked(steps))?;
        if components.open.len() <= 1 {
            return Ok(());
        }
        if !self.partial {
            return Err(Inconsistent);
        }
        let Some(first) = (0..n).find(|i| self.must(vars, *i)) else {
            return Ok(());
        };
        let home = components.of[first];
        for i in (0..n).filter(|i| components.of[*i] != home) {
            vars.fix(self.next[i], i as i64 + 1)?;
        }
        Ok(())
    }
}

impl Constrain for Circuit {
    fn map_vars(&self, f: &mut dyn FnMut(VarId) -> VarId) -> Constraint {
        let next: Vec<VarId> = self.next.iter().map(|x| f(*x)).collect();
        Constraint::other(Circuit::new(&next, self.partial))
    }

    fn holds(&self, at: &dyn Fn(VarId) -> Int) -> bool {
        let n = self.next.len();
        let mut next = Vec::with_capacity(n);
        for x in &self.next {
            match at(*x).to_i64().and_then(|i| usize::try_from(i).ok()) {
                Some(i) if (1..=n).contains(&i) => next.push(i - 1),
                _ => return false,
            }
        }
        let on = |i: &usize| !self.partial || next[*i] != *i;
        let Some(first) = (0..n).find(on) else {
            return true;
        };
        let (mut at, mut length) = (next[first], 1);
        while at != first && length <= n {
            (at, length) = (next[at], length + 1);
        }
        length == (0..n).filter(on).count()
    }

    fn show(&self) -> ConstraintTerm {
        let name = if self.partial {
            "subcircuit"
        } else {
            "circuit"
        };
        ConstraintTerm::call(name, vec![ConstraintTerm::vars(&self.next)])
    }

    fn subscribe(&self, on: &mut dyn FnMut(VarId, PropCond)) {
        self.next.iter().for_each(|x| on(*x, PropCond::Domain));
    }

    fn propagate(&self, vars: &mut Vars) -> Propagated {
        let before = vars.prunings;
        self.chains(vars)?;
        self.connect(vars)?;
        if vars.prunings != before {
            return Ok(Status::NoFix);
        }
        let open = self.next.iter().any(|x| !vars.is_fixed(*x));
        Ok(if open { Status::Fix } else { Status::Subsumed })
    }

    fn post(&self, s: &mut Store) -> Result<(), Inconsistent> {
        let n = self.next.len() as i64;
        for (i, x) in self.next.iter().enumerate() {
            s.vars.remove_below(*x, 1)?;
            s.vars.remove_above(*x, n)?;
            if n > 1 && !self.partial {
                s.vars.remove(*x, i as i64 + 1)?;
            }
        }
        let different = Distinct::new(&self.next, Strength::Domain);
        s.post_implied(&Constraint::other(different))?;
        self.post_itself(s)
    }
}

/// The oracle's row.
#[cfg(test)]
pub(crate) const SPEC: Spec = Spec {
    name: "circuit",
    arity: 5,
    samples: |v| {
        let of = |xs: &[VarId], partial| Constraint::other(Circuit::new(xs, partial));
        vec![
            of(v, false),
            of(v, true),
            of(&v[..3], false),
            of(&v[..3], true),
            of(&v[..1], false),
            of(&v[..2], true),
            of(&[v[0], v[1], v[0]], true),
            of(&[], false),
        ]
    },
};
