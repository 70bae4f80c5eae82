//! A coloured resource of `multi_cumulative`: at each time, the tasks that run have at most so many
//! different colours. After Letort, Beldiceanu and Carlsson (Constraints 19, 2014).
//!
//! Filtering: time-tabling. Where as many colours are in use as there may be, tasks of other
//! colours cannot run.

use crate::base::int::Int;
use crate::fd::constraints::constraint::{Constrain, Constraint, ConstraintTerm, Rel, settled};
use crate::fd::constraints::global::resource_profile::{high_less, low_sum};
use crate::fd::constraints::prop::Store;
#[cfg(test)]
use crate::fd::constraints::spec::Spec;
use crate::fd::kernel::bound::Bound;
use crate::fd::kernel::domain_ops::Narrowed;
use crate::fd::kernel::event::PropCond;
use crate::fd::kernel::propagator::{Propagated, Status};
use crate::fd::kernel::var::{INF, Inconsistent, SUP, VarId, Vars};

/// Coloured tasks.
#[derive(Clone, Debug)]
pub(crate) struct MultiCumulative {
    /// Start, duration, end and colour; colour 0 is none.
    pub tasks: Vec<([VarId; 3], Int)>,
    /// The greatest number of colours at a time.
    pub limit: Int,
}

/// The colours in use for sure during some time.
struct ColourSegment<'a> {
    from: i64,
    to: i64,
    colors: Vec<&'a Int>,
}

impl MultiCumulative {
    fn segments(&self, vars: &Vars) -> Vec<ColourSegment<'_>> {
        let mut sure: Vec<(i64, i64, &Int)> = Vec::new();
        for ([start, _, end], color) in &self.tasks {
            let (from, to) = (vars.high(*start), vars.low(*end));
            if from < to && !color.is_zero() {
                sure.push((from, to, color));
            }
        }
        let mut times: Vec<i64> = sure.iter().flat_map(|t| [t.0, t.1]).collect();
        times.sort_unstable();
        times.dedup();
        let segment = |w: &[i64]| {
            let here = sure.iter().filter(|t| t.0 <= w[0] && w[1] <= t.1);
            let mut colors: Vec<&Int> = here.map(|t| t.2).collect();
            colors.sort_unstable();
            colors.dedup();
            ColourSegment {
                from: w[0],
                to: w[1],
                colors,
            }
        };
        times.windows(2).map(segment).collect()
    }

    fn place(&self, vars: &mut Vars, full: &[(i64, i64, Vec<Int>)]) -> Narrowed {
        for ([start, duration, end], color) in &self.tasks {
            let p = vars.low(*duration);
            if color.is_zero() || p <= 0 {
                continue;
            }
            let closed = || full.iter().filter(|s| s.2.binary_search(color).is_err());
            let (mut est, mut lct) = (vars.low(*start), vars.high(*end));
            for (from, to, _) in closed() {
                if est < *to && vars.low(*end).max(low_sum(est, p)) > *from {
                    est = *to;
                }
            }
            for (from, to, _) in closed().rev() {
                if lct > *from && vars.high(*start).min(high_less(lct, p)) < *to {
                    lct = *from;
                }
            }
            if est != INF {
                vars.remove_below(*start, est)?;
            }
            if lct != SUP {
                vars.remove_above(*end, lct)?;
            }
        }
        Ok(())
    }
}

impl Constrain for MultiCumulative {
    fn map_vars(&self, f: &mut dyn FnMut(VarId) -> VarId) -> Constraint {
        let mut map = |(t, c): &([VarId; 3], Int)| (t.map(&mut *f), c.clone());
        Constraint::other(MultiCumulative {
            tasks: self.tasks.iter().map(&mut map).collect(),
            limit: self.limit.clone(),
        })
    }

    fn holds(&self, at: &dyn Fn(VarId) -> Int) -> bool {
        let all: Vec<([Int; 3], &Int)> = self.tasks.iter().map(|(t, c)| (t.map(at), c)).collect();
        let sane = all
            .iter()
            .all(|([s, d, e], _)| !d.is_negative() && s + d == *e);
        sane && !self.limit.is_negative()
            && all.iter().all(|(t, _)| {
                let time = &t[0];
                let running = all
                    .iter()
                    .filter(|(o, c)| o[0] <= *time && *time < o[2] && !c.is_zero());
                let mut colors: Vec<&Int> = running.map(|o| o.1).collect();
                colors.sort_unstable();
                colors.dedup();
                Int::from(colors.len()) <= self.limit
            })
    }

    fn show(&self) -> ConstraintTerm {
        let task = |(i, ([s, d, e], c)): (usize, &([VarId; 3], Int))| {
            let [s, d, e] = [s, d, e].map(|v| ConstraintTerm::Var(*v));
            let args = vec![
                s,
                d,
                e,
                ConstraintTerm::ints(std::slice::from_ref(c)),
                ConstraintTerm::Int((i + 1).into()),
            ];
            ConstraintTerm::call("task", args)
        };
        let tasks = self.tasks.iter().enumerate().map(task).collect();
        let limit = ConstraintTerm::call("colored", vec![ConstraintTerm::Int(self.limit.clone())]);
        let args = vec![
            ConstraintTerm::List(tasks),
            ConstraintTerm::List(vec![limit]),
        ];
        ConstraintTerm::call("multi_cumulative", args)
    }

    fn subscribe(&self, on: &mut dyn FnMut(VarId, PropCond)) {
        for v in self.tasks.iter().flat_map(|t| t.0) {
            on(v, PropCond::Bounds);
        }
    }

    fn propagate(&self, vars: &mut Vars) -> Propagated {
        if let Some(done) = settled(self, vars, self.tasks.iter().flat_map(|t| t.0)) {
            return done;
        }
        let before = vars.prunings;
        let mut full = Vec::new();
        for s in self.segments(vars) {
            let count = Int::from(s.colors.len());
            if count > self.limit {
                return Err(Inconsistent);
            }
            if count == self.limit {
                let colors = s.colors.into_iter().cloned().collect();
                full.push((s.from, s.to, colors));
            }
        }
        if self.limit.is_zero() {
            for ([_, duration, _], color) in &self.tasks {
                if !color.is_zero() {
                    vars.remove_above(*duration, 0)?;
                }
            }
        }
        self.place(vars, &full)?;
        Ok(Status::since(vars, before))
    }

    fn post(&self, s: &mut Store) -> Result<(), Inconsistent> {
        if self.limit.is_negative() {
            return Err(Inconsistent);
        }
        for ([start, duration, end], _) in &self.tasks {
            s.remove_below(*duration, &Bound::from(0))?;
            let terms = [(1, *start), (1, *duration), (-1, *end)];
            s.post_implied(&Constraint::linear(&terms, Rel::Eq, 0))?;
        }
        self.post_itself(s)
    }
}

/// The oracle's row.
#[cfg(test)]
pub(crate) const SPEC: Spec = Spec {
    name: "colored",
    arity: 6,
    samples: |v| {
        let of = |tasks: &[([usize; 3], i64)], limit: i64| {
            Constraint::other(MultiCumulative {
                tasks: tasks
                    .iter()
                    .map(|(t, c)| (t.map(|i| v[i]), Int::from(*c)))
                    .collect(),
                limit: Int::from(limit),
            })
        };
        vec![
            of(&[], 1),
            of(&[([0, 1, 2], 1)], 0),
            of(&[([0, 1, 2], 1), ([3, 1, 4], 2)], 1),
            of(&[([0, 1, 2], 1), ([3, 1, 4], 1), ([2, 5, 3], 2)], 1),
            of(&[([0, 1, 2], 1), ([3, 5, 4], 2), ([0, 5, 4], 3)], 2),
            of(&[([0, 1, 2], 0), ([3, 1, 4], 2), ([2, 1, 4], 3)], 1),
        ]
    },
};
