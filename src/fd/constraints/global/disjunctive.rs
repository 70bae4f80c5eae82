//! `serialized`: of a number of tasks, one runs at a time.
//!
//! Filtering: pairwise precedences, and edge finding with its relatives over least durations.

use crate::base::int::Int;
use crate::fd::constraints::constraint::{Constrain, Constraint, ConstraintTerm, settled};
use crate::fd::constraints::global::resource_profile::{high_less, high_sum, low_sum, word};
use crate::fd::constraints::global::theta_tree::{Job, tighten};
use crate::fd::constraints::prop::Store;
#[cfg(test)]
use crate::fd::constraints::spec::Spec;
use crate::fd::kernel::bound::Bound;
use crate::fd::kernel::domain_ops::Narrowed;
use crate::fd::kernel::event::PropCond;
use crate::fd::kernel::propagator::{Propagated, Status};
use crate::fd::kernel::var::{INF, Inconsistent, SUP, VarId, Vars};

/// For any two tasks `(start, duration)`, one ends before the other starts.
#[derive(Clone, Debug)]
pub(crate) struct Disjunctive {
    /// Starts and durations; no duration is negative.
    pub tasks: Vec<(VarId, VarId)>,
    /// True if a task of duration zero must not be inside another one, either.
    pub strict: bool,
}

/// Enforces `x + d + c ≤ y`.
pub(crate) fn precede(vars: &mut Vars, x: VarId, d: VarId, c: i64, y: VarId) -> Narrowed {
    let first = low_sum(low_sum(vars.low(x), vars.low(d)), c);
    if first != INF {
        vars.remove_below(y, first)?;
    }
    let last = vars.high(y);
    if last != SUP {
        let last = last.saturating_sub(c);
        vars.remove_above(x, high_less(last, vars.low(d).max(0)))?;
        match vars.low(x) {
            INF => {}
            low => vars.remove_above(d, last.saturating_sub(low))?,
        }
    }
    Ok(())
}

/// Returns true if `x` plus `d` plus `c` may be at most `y`.
pub(crate) fn may_precede(vars: &Vars, x: VarId, d: VarId, c: i64, y: VarId) -> bool {
    if x == y {
        return vars.low(d).saturating_add(c) <= 0;
    }
    low_sum(low_sum(vars.low(x), vars.low(d)), c) <= vars.high(y)
}

/// Returns true if `x + d + c ≤ y` for all values that are left.
pub(crate) fn must_precede(vars: &Vars, x: VarId, d: VarId, c: i64, y: VarId) -> bool {
    high_sum(high_sum(vars.high(x), vars.high(d)), c) <= vars.low(y) && vars.low(y) != INF
}

impl Disjunctive {
    /// Returns true if every pair of tasks is disjoint for all values that are left.
    fn is_entailed(&self, vars: &Vars) -> bool {
        self.tasks.iter().enumerate().all(|(n, &(x, dx))| {
            self.tasks[..n]
                .iter()
                .all(|&(y, dy)| must_precede(vars, x, dx, 0, y) || must_precede(vars, y, dy, 0, x))
        })
    }

    fn pairs(&self, vars: &mut Vars) -> Narrowed {
        for (n, &(x, dx)) in self.tasks.iter().enumerate() {
            vars.worked(2 * n)?;
            for &(y, dy) in &self.tasks[..n] {
                if !self.strict && (vars.low(dx) <= 0 || vars.low(dy) <= 0) {
                    continue;
                }
                match (
                    may_precede(vars, x, dx, 0, y),
                    may_precede(vars, y, dy, 0, x),
                ) {
                    (true, true) => {}
                    (true, false) => precede(vars, x, dx, 0, y)?,
                    (false, true) => precede(vars, y, dy, 0, x)?,
                    (false, false) => return Err(Inconsistent),
                }
            }
        }
        Ok(())
    }

    fn edges(&self, vars: &mut Vars) -> Narrowed {
        let mut jobs = Vec::with_capacity(self.tasks.len());
        let mut starts = Vec::with_capacity(self.tasks.len());
        for &(x, d) in &self.tasks {
            let p = vars.low(d).max(0);
            if let Some((low, high)) = vars.span(x)
                && (p > 0 || self.strict)
            {
                let p = i128::from(p);
                jobs.push(Job {
                    est: i128::from(low),
                    lct: i128::from(high) + p,
                    p,
                });
                starts.push(x);
            }
        }
        tighten(&mut jobs).ok_or(Inconsistent)?;
        for (job, x) in jobs.iter().zip(starts) {
            vars.remove_below(x, word(job.est))?;
            vars.remove_above(x, word(job.lct - job.p))?;
        }
        Ok(())
    }
}

impl Constrain for Disjunctive {
    fn map_vars(&self, f: &mut dyn FnMut(VarId) -> VarId) -> Constraint {
        let mut tasks = Vec::with_capacity(self.tasks.len());
        for (x, d) in &self.tasks {
            tasks.push((f(*x), f(*d)));
        }
        Constraint::other(Disjunctive { tasks, ..*self })
    }

    fn holds(&self, at: &dyn Fn(VarId) -> Int) -> bool {
        let all: Vec<(Int, Int)> = self.tasks.iter().map(|(x, d)| (at(*x), at(*d))).collect();
        let before = |a: &(Int, Int), b: &(Int, Int)| &a.0 + &a.1 <= b.0;
        all.iter().enumerate().all(|(i, a)| {
            let apart = |b: &(Int, Int)| {
                let void = !self.strict && (a.1.is_zero() || b.1.is_zero());
                void || before(a, b) || before(b, a)
            };
            !a.1.is_negative() && all[..i].iter().all(apart)
        })
    }

    fn show(&self) -> ConstraintTerm {
        let of = |all: Vec<VarId>| ConstraintTerm::vars(&all);
        let starts = of(self.tasks.iter().map(|t| t.0).collect());
        let durations = of(self.tasks.iter().map(|t| t.1).collect());
        ConstraintTerm::call("serialized", vec![starts, durations])
    }

    fn subscribe(&self, on: &mut dyn FnMut(VarId, PropCond)) {
        for (x, d) in &self.tasks {
            on(*x, PropCond::Bounds);
            on(*d, PropCond::Bounds);
        }
    }

    fn propagate(&self, vars: &mut Vars) -> Propagated {
        let all = self.tasks.iter().flat_map(|(x, d)| [*x, *d]);
        if let Some(done) = settled(self, vars, all) {
            return done;
        }
        let before = vars.prunings;
        self.pairs(vars)?;
        if vars.prunings == before {
            self.edges(vars)?;
        }
        if vars.prunings != before {
            Ok(Status::NoFix)
        } else if self.is_entailed(vars) {
            Ok(Status::Subsumed)
        } else {
            Ok(Status::Fix)
        }
    }

    fn decided(&self, vars: &Vars) -> Option<bool> {
        if self.tasks.iter().any(|(_, d)| vars.high(*d) < 0) {
            return Some(false);
        }
        let apart = |(x, dx): (VarId, VarId), (y, dy): (VarId, VarId)| {
            let void = !self.strict && (vars.low(dx) <= 0 || vars.low(dy) <= 0);
            void || may_precede(vars, x, dx, 0, y) || may_precede(vars, y, dy, 0, x)
        };
        let mut all = self.tasks.iter().enumerate();
        if !all.all(|(n, a)| self.tasks[..n].iter().all(|b| apart(*a, *b))) {
            return Some(false);
        }
        let sane = self.tasks.iter().all(|(_, d)| vars.low(*d) >= 0);
        (sane && self.is_entailed(vars)).then_some(true)
    }

    fn post(&self, s: &mut Store) -> Result<(), Inconsistent> {
        for (_, d) in &self.tasks {
            s.remove_below(*d, &Bound::from(0))?;
        }
        self.post_itself(s)
    }
}

/// The oracle's row.
#[cfg(test)]
pub(crate) const SPEC: Spec = Spec {
    name: "serialized",
    arity: 5,
    samples: |v| {
        let serialized = |tasks: &[(usize, usize)], strict| {
            Constraint::other(Disjunctive {
                tasks: tasks.iter().map(|(x, d)| (v[*x], v[*d])).collect(),
                strict,
            })
        };
        vec![
            serialized(&[], true),
            serialized(&[(0, 1)], true),
            serialized(&[(0, 1), (2, 3)], true),
            serialized(&[(0, 1), (2, 3)], false),
            serialized(&[(0, 3), (1, 3), (2, 4)], true),
            serialized(&[(0, 4), (1, 4), (2, 4), (3, 4)], true),
            serialized(&[(0, 4), (1, 4), (2, 4), (3, 4)], false),
            serialized(&[(0, 1), (1, 0), (2, 1)], false),
            serialized(&[(0, 1), (0, 2)], true),
        ]
    },
};
