//! `cumulatives`: tasks are assigned to machines; while any task runs on a machine, the sum of the
//! heights there keeps within the machine's bound. Heights may be negative. After Beldiceanu and
//! Carlsson, "A new multi-resource cumulatives constraint with negative heights" (CP 2002).
//!
//! Filtering: time-tabling on each machine. A lower bound is an upper bound of negated heights.

use crate::base::int::Int;
use crate::fd::constraints::constraint::{Constrain, Constraint, ConstraintTerm, Rel, settled};
use crate::fd::constraints::global::resource_profile::{high_less, low_sum, word};
use crate::fd::constraints::prop::Store;
#[cfg(test)]
use crate::fd::constraints::spec::Spec;
use crate::fd::kernel::bound::Bound;
use crate::fd::kernel::domain::Domain;
use crate::fd::kernel::domain_ops::Narrowed;
use crate::fd::kernel::event::PropCond;
use crate::fd::kernel::propagator::{Propagated, Status};
use crate::fd::kernel::var::{INF, Inconsistent, SUP, VarId, Vars};

/// Beyond all sums of heights.
const HUGE: i128 = 1 << 100;

/// A task: each a variable.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MachineTask {
    /// The start.
    pub start: VarId,
    /// The duration; not negative.
    pub duration: VarId,
    /// The end.
    pub end: VarId,
    /// The amount of the resource that it uses or, if negative, produces.
    pub height: VarId,
    /// The machine on which it runs.
    pub machine: VarId,
}

/// The tasks keep within the bounds of the machines.
#[derive(Clone, Debug)]
pub(crate) struct Cumulatives {
    /// The tasks.
    pub tasks: Vec<MachineTask>,
    /// Each machine's number and bound.
    pub machines: Vec<(Int, VarId)>,
    /// True if the bounds are upper bounds.
    pub upper: bool,
}

/// The bounds of a task that may run on the machine in question.
struct MachineTaskBounds {
    task: MachineTask,
    /// True if it runs there.
    here: bool,
    est: i64,
    lst: i64,
    ect: i64,
    lct: i64,
    p: i64,
    /// The least height.
    height: i128,
}

impl MachineTaskBounds {
    fn must_cover(&self, s: &LoadSegment) -> bool {
        self.lst <= s.from && s.to <= self.ect
    }

    fn may_cover(&self, s: &LoadSegment) -> bool {
        self.est < s.to && s.from < self.lct
    }

    /// The least that it adds to a segment.
    fn share(&self, s: &LoadSegment) -> i128 {
        if self.here && self.must_cover(s) {
            self.height
        } else if self.may_cover(s) {
            self.height.min(0)
        } else {
            0
        }
    }
}

struct LoadSegment {
    from: i64,
    to: i64,
    /// The least sum of heights.
    height: i128,
    /// True if some task runs for sure.
    busy: bool,
}

impl Cumulatives {
    fn known(&self, vars: &Vars, id: &Int) -> Vec<MachineTaskBounds> {
        let mut all = Vec::new();
        for t in &self.tasks {
            let p = vars.low(t.duration).max(0);
            if !vars.contains_int(t.machine, id) || vars.high(t.duration) <= 0 {
                continue;
            }
            let (est, lct) = (vars.low(t.start), vars.high(t.end));
            let height = match (self.upper, vars.low(t.height), vars.high(t.height)) {
                (true, INF, _) | (false, _, SUP) => -HUGE,
                (true, low, _) => i128::from(low),
                (false, _, high) => -i128::from(high),
            };
            all.push(MachineTaskBounds {
                task: *t,
                here: vars.is_fixed(t.machine),
                est,
                lst: vars.high(t.start).min(high_less(lct, p)),
                ect: vars.low(t.end).max(low_sum(est, p)),
                lct,
                p,
                height,
            });
        }
        all
    }

    fn segments(
        vars: &Vars,
        known: &[MachineTaskBounds],
    ) -> Result<Vec<LoadSegment>, Inconsistent> {
        let mut times: Vec<i64> = Vec::with_capacity(4 * known.len());
        for k in known {
            times.extend([k.est, k.lct]);
            if k.lst < k.ect {
                times.extend([k.lst, k.ect]);
            }
        }
        times.sort_unstable();
        times.dedup();
        let mut segments: Vec<LoadSegment> = Vec::with_capacity(times.len());
        for w in times.windows(2) {
            let mut s = LoadSegment {
                from: w[0],
                to: w[1],
                height: 0,
                busy: false,
            };
            vars.worked(known.len())?;
            for k in known {
                s.height += k.share(&s);
                s.busy |= k.here && k.must_cover(&s);
            }
            segments.push(s);
        }
        Ok(segments)
    }

    /// The most that the machine allows.
    fn cap(&self, vars: &Vars, limit: VarId) -> i128 {
        match (self.upper, vars.low(limit), vars.high(limit)) {
            (true, _, SUP) | (false, INF, _) => HUGE * 1024,
            (true, _, high) => i128::from(high),
            (false, low, _) => -i128::from(low),
        }
    }

    /// Removes heights above a number.
    fn at_most(&self, vars: &mut Vars, v: VarId, most: i128) -> Narrowed {
        if self.upper {
            vars.remove_above(v, word(most))
        } else {
            vars.remove_below(v, word(-most))
        }
    }

    fn at_least(&self, vars: &mut Vars, v: VarId, least: i128) -> Narrowed {
        if self.upper {
            vars.remove_below(v, word(least))
        } else {
            vars.remove_above(v, word(-least))
        }
    }

    fn on_machine(&self, vars: &mut Vars, id: &Int, limit: VarId) -> Narrowed {
        let known = self.known(vars, id);
        let segments = Cumulatives::segments(vars, &known)?;
        let cap = self.cap(vars, limit);
        let busy = segments.iter().filter(|s| s.busy);
        if let Some(least) = busy.map(|s| s.height).max()
            && least > -HUGE
        {
            if least > cap {
                return Err(Inconsistent);
            }
            self.at_least(vars, limit, least)?;
        }
        for k in &known {
            vars.worked(2 * segments.len())?;
            self.place(vars, k, &segments, cap, id)?;
        }
        Ok(())
    }

    /// The capacity that the other tasks of the machine leave to one.
    fn place(
        &self,
        vars: &mut Vars,
        k: &MachineTaskBounds,
        segments: &[LoadSegment],
        cap: i128,
        id: &Int,
    ) -> Narrowed {
        let (mut est, mut lct) = (k.est, k.lct);
        let mut fits = true;
        let t = &k.task;
        let first = segments.partition_point(|s| s.to <= k.est);
        let mine = || segments[first..].iter().take_while(|s| s.from < k.lct);
        for s in mine() {
            let others = s.height - k.share(s);
            if k.here && k.must_cover(s) {
                self.at_most(vars, t.height, cap - others)?;
                continue;
            }
            if s.busy && others > cap {
                // Only this task can bring the sum down.
                vars.fix_int(t.machine, id)?;
                vars.remove_above(t.start, s.from)?;
                vars.remove_below(t.end, s.to)?;
                self.at_most(vars, t.height, cap - others)?;
            }
            if k.p == 0 || others + k.height <= cap {
                continue;
            }
            fits &= !k.must_cover(s);
            if est < s.to && k.ect.max(low_sum(est, k.p)) > s.from {
                est = s.to;
            }
        }
        let end = first + mine().count();
        for s in segments[first..end].iter().rev() {
            let free = k.here && k.must_cover(s);
            let conflict = !free && k.p > 0 && s.height - k.share(s) + k.height > cap;
            if conflict && lct > s.from && k.lst.min(high_less(lct, k.p)) < s.to {
                lct = s.from;
            }
        }
        if k.here {
            if est != SUP {
                vars.remove_below(t.start, est)?;
            }
            if lct != INF && lct != SUP {
                vars.remove_above(t.end, lct)?;
            }
        } else if !fits || low_sum(est, k.p) > lct {
            vars.remove_int(t.machine, id)?;
        }
        Ok(())
    }
}

impl Constrain for Cumulatives {
    fn map_vars(&self, f: &mut dyn FnMut(VarId) -> VarId) -> Constraint {
        let mut tasks = self.tasks.clone();
        for t in &mut tasks {
            t.start = f(t.start);
            t.duration = f(t.duration);
            t.end = f(t.end);
            t.height = f(t.height);
            t.machine = f(t.machine);
        }
        let machines = self.machines.iter();
        Constraint::other(Cumulatives {
            tasks,
            machines: machines.map(|(id, l)| (id.clone(), f(*l))).collect(),
            upper: self.upper,
        })
    }

    fn holds(&self, at: &dyn Fn(VarId) -> Int) -> bool {
        let read = |t: &MachineTask| [t.start, t.duration, t.end, t.height, t.machine].map(at);
        let all: Vec<[Int; 5]> = self.tasks.iter().map(read).collect();
        let sane = |[s, d, e, _, m]: &[Int; 5]| {
            !d.is_negative() && s + d == *e && self.machines.iter().any(|(id, _)| id == m)
        };
        let kept = |(id, limit): &(Int, VarId)| {
            let limit = at(*limit);
            let here: Vec<&[Int; 5]> = all.iter().filter(|t| t[4] == *id && t[0] < t[2]).collect();
            let times = here.iter().flat_map(|t| [&t[0], &t[2]]);
            times.into_iter().all(|time| {
                let mut sum = Int::ZERO;
                let mut busy = false;
                for t in &here {
                    if t[0] <= *time && *time < t[2] {
                        sum = &sum + &t[3];
                        busy = true;
                    }
                }
                !busy
                    || if self.upper {
                        sum <= limit
                    } else {
                        sum >= limit
                    }
            })
        };
        all.iter().all(sane) && self.machines.iter().all(kept)
    }

    fn show(&self) -> ConstraintTerm {
        let task = |t: &MachineTask| {
            let args = [t.start, t.duration, t.end, t.height, t.machine];
            ConstraintTerm::call("task", args.map(ConstraintTerm::Var).to_vec())
        };
        let machine = |(id, limit): &(Int, VarId)| {
            ConstraintTerm::call(
                "machine",
                vec![ConstraintTerm::Int(id.clone()), ConstraintTerm::Var(*limit)],
            )
        };
        let bound = ConstraintTerm::atom(if self.upper { "upper" } else { "lower" });
        let args = vec![
            ConstraintTerm::List(self.tasks.iter().map(task).collect()),
            ConstraintTerm::List(self.machines.iter().map(machine).collect()),
            ConstraintTerm::List(vec![ConstraintTerm::call("bound", vec![bound])]),
        ];
        ConstraintTerm::call("cumulatives", args)
    }

    fn subscribe(&self, on: &mut dyn FnMut(VarId, PropCond)) {
        for t in &self.tasks {
            for v in [t.start, t.duration, t.end, t.height] {
                on(v, PropCond::Bounds);
            }
            on(t.machine, PropCond::Domain);
        }
        for (_, limit) in &self.machines {
            on(*limit, PropCond::Bounds);
        }
    }

    fn propagate(&self, vars: &mut Vars) -> Propagated {
        let of = |t: &MachineTask| [t.start, t.duration, t.end, t.height, t.machine];
        let limits = self.machines.iter().map(|m| m.1);
        if let Some(done) = settled(self, vars, self.tasks.iter().flat_map(of).chain(limits)) {
            return done;
        }
        let before = vars.prunings;
        for (id, limit) in &self.machines {
            self.on_machine(vars, id, *limit)?;
        }
        Ok(Status::since(vars, before))
    }

    fn post(&self, s: &mut Store) -> Result<(), Inconsistent> {
        let id = |(i, _): &(Int, VarId)| (Bound::Fin(i.clone()), Bound::Fin(i.clone()));
        let ids = Domain::from_parts(self.machines.iter().map(id).collect());
        for t in &self.tasks {
            s.remove_below(t.duration, &Bound::from(0))?;
            if ids.is_empty() {
                return Err(Inconsistent);
            }
            s.restrict(t.machine, &ids)?;
            let terms = [(1, t.start), (1, t.duration), (-1, t.end)];
            s.post_implied(&Constraint::linear(&terms, Rel::Eq, 0))?;
        }
        self.post_itself(s)
    }
}

/// The oracle's row.
#[cfg(test)]
pub(crate) const SPEC: Spec = Spec {
    name: "cumulatives",
    arity: 6,
    samples: |v| {
        let task = |[start, duration, end, height, machine]: [usize; 5]| MachineTask {
            start: v[start],
            duration: v[duration],
            end: v[end],
            height: v[height],
            machine: v[machine],
        };
        let of = |tasks: &[[usize; 5]], machines: &[(i64, usize)], upper| {
            Constraint::other(Cumulatives {
                tasks: tasks.iter().map(|t| task(*t)).collect(),
                machines: machines
                    .iter()
                    .map(|(i, l)| (Int::from(*i), v[*l]))
                    .collect(),
                upper,
            })
        };
        let mut all = Vec::new();
        for upper in [true, false] {
            all.extend([
                of(&[], &[(1, 0)], upper),
                of(&[], &[], upper),
                of(&[[0, 1, 2, 3, 4]], &[(1, 5), (0, 5)], upper),
                of(&[[0, 1, 2, 3, 4], [0, 1, 2, 5, 4]], &[(1, 1)], upper),
                of(
                    &[[0, 1, 2, 3, 4], [2, 1, 5, 4, 4]],
                    &[(0, 3), (1, 4)],
                    upper,
                ),
                of(
                    &[[0, 1, 2, 3, 1], [0, 1, 2, 4, 1], [5, 1, 5, 4, 1]],
                    &[(1, 1), (0, 1)],
                    upper,
                ),
            ]);
        }
        all
    },
};
