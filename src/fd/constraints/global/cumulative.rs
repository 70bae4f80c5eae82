//! `cumulative`: tasks share a resource that is limited at every time.
//!
//! Filtering: time-tabling over compulsory parts (starts, ends, durations, uses and the limit), and
//! time-table edge finding after Vilím, "Timetable edge finding filtering algorithm for discrete
//! cumulative resources" (CPAIOR 2011), in quadratic time, when time-tabling finds nothing more.

use crate::base::int::Int;
use crate::fd::constraints::constraint::{Constrain, Constraint, ConstraintTerm, Rel, settled};
use crate::fd::constraints::global::resource_profile::{
    Segment, high_less, high_sum, low_sum, profile, within, word,
};
use crate::fd::constraints::prop::Store;
#[cfg(test)]
use crate::fd::constraints::spec::Spec;
use crate::fd::kernel::bound::Bound;
use crate::fd::kernel::domain_ops::Narrowed;
use crate::fd::kernel::event::PropCond;
use crate::fd::kernel::propagator::{Propagated, Status};
use crate::fd::kernel::var::{INF, Inconsistent, SUP, VarId, Vars};

/// Above this many tasks, energy is not looked at.
const MAX_ENERGY: usize = 256;

/// A task; without an end variable it ends at its start plus its duration.
#[derive(Clone, Debug)]
pub(crate) struct CumulativeTask {
    /// The start.
    pub start: VarId,
    /// The duration; not negative.
    pub duration: VarId,
    /// The end.
    pub end: Option<VarId>,
    /// The use of the resource; not negative.
    pub usage: VarId,
}

/// At each time, the tasks that run use at most `limit`.
#[derive(Clone, Debug)]
pub(crate) struct Cumulative {
    /// The tasks.
    pub tasks: Vec<CumulativeTask>,
    /// The name of each task.
    pub labels: Vec<ConstraintTerm>,
    /// The limit.
    pub limit: VarId,
}

/// The bounds of a task.
#[derive(Clone, Copy, Debug)]
struct TaskBounds {
    est: i64,
    lst: i64,
    ect: i64,
    lct: i64,
    /// The least duration.
    p: i64,
    /// The least use.
    r: i64,
}

impl TaskBounds {
    /// Returns true if a segment that the task is no certain part of leaves too little of the resource for it.
    fn cannot_use(&self, s: &Segment, cap: i128) -> bool {
        let own = self.lst <= s.from && s.to <= self.ect;
        !own && s.height + i128::from(self.r) > cap
    }
}

impl CumulativeTask {
    fn map_vars(&self, f: &mut dyn FnMut(VarId) -> VarId) -> CumulativeTask {
        CumulativeTask {
            start: f(self.start),
            duration: f(self.duration),
            end: self.end.map(&mut *f),
            usage: f(self.usage),
        }
    }

    fn vars(&self) -> impl Iterator<Item = VarId> {
        [self.start, self.duration, self.usage]
            .into_iter()
            .chain(self.end)
    }

    fn known(&self, vars: &Vars) -> TaskBounds {
        let (est, lst) = (vars.low(self.start), vars.high(self.start));
        let p = vars.low(self.duration).max(0);
        let mut ect = low_sum(est, p);
        let mut lct = high_sum(lst, vars.high(self.duration));
        if let Some(e) = self.end {
            ect = ect.max(vars.low(e));
            lct = lct.min(vars.high(e));
        }
        TaskBounds {
            est,
            lst: lst.min(high_less(lct, p)),
            ect,
            lct,
            p,
            r: vars.low(self.usage).max(0),
        }
    }

    /// Removes starts before `est`.
    fn starts_from(&self, vars: &mut Vars, est: i64) -> Narrowed {
        vars.remove_below(self.start, est)
    }

    /// Removes ends of the task, which takes at least `p`, after `lct`.
    fn ends_by(&self, vars: &mut Vars, lct: i64, p: i64) -> Narrowed {
        if let Some(e) = self.end {
            vars.remove_above(e, lct)?;
        }
        vars.remove_above(self.start, lct.saturating_sub(p))?;
        match vars.low(self.start) {
            INF => Ok(()),
            est => vars.remove_above(self.duration, lct.saturating_sub(est)),
        }
    }
}

impl Cumulative {
    /// Time-tabling: a task cannot run at a time at which the compulsory parts of the other tasks leave too little of
    /// the resource.
    fn timetable(&self, vars: &mut Vars, known: &[TaskBounds]) -> Narrowed {
        let mut steps = Vec::with_capacity(2 * known.len());
        let mut most: i128 = 0;
        for k in known {
            if k.p > 0 {
                most = most.max(i128::from(k.r));
            }
            if k.r > 0 && k.lst < k.ect {
                steps.push((k.lst, i128::from(k.r)));
                steps.push((k.ect, -i128::from(k.r)));
            }
        }
        let segments = profile(steps);
        let peak = segments.iter().map(|s| s.height).fold(most, i128::max);
        vars.remove_below(self.limit, word(peak))?;
        let cap = match vars.high(self.limit) {
            SUP => return Ok(()),
            cap => i128::from(cap),
        };
        if peak > cap {
            return Err(Inconsistent);
        }
        for (task, k) in self.tasks.iter().zip(known) {
            vars.worked(2 * segments.len())?;
            if k.p > 0 && k.r > 0 {
                push_up(task, k, &segments, cap, vars)?;
                push_down(task, k, &segments, cap, vars)?;
            }
            if k.p > 0 || k.lst < k.ect {
                let mut room = cap;
                if k.lst < k.ect {
                    let first = segments.partition_point(|s| s.to <= k.lst);
                    let own = i128::from(k.r);
                    for s in segments[first..].iter().take_while(|s| s.from < k.ect) {
                        room = room.min(cap - (s.height - own));
                    }
                }
                vars.remove_above(task.usage, word(room))?;
            } else if i128::from(k.r) > cap {
                vars.remove_above(task.duration, 0)?;
            }
        }
        Ok(())
    }

    /// Time-table edge finding, forwards or, with times negated, backwards.
    fn energy(&self, vars: &mut Vars, known: &[TaskBounds], backwards: bool) -> Narrowed {
        let cap = match vars.high(self.limit) {
            SUP => return Ok(()),
            cap => i128::from(cap),
        };
        let tasks = energies(known, backwards);
        let table = EnergyTable::new(&tasks);
        let before: Vec<i128> = tasks.iter().map(|t| table.before(t.est)).collect();
        let mut ends: Vec<i64> = tasks.iter().map(|t| word(t.lct)).collect();
        ends.sort_unstable();
        ends.dedup();
        let mut least_limit = 0;
        let mut found: Vec<(usize, i128)> = Vec::new();
        for b in ends.into_iter().map(i128::from) {
            let at_end = table.before(b);
            vars.worked(8 * tasks.len())?;
            let mut free = 0;
            let mut best: Option<(&Energy, i128)> = None;
            for (t, at_start) in tasks.iter().zip(&before) {
                if t.est >= b {
                    continue;
                }
                free += t.free_within(b);
                if t.lct > b && best.is_none_or(|(_, extra)| t.extra_energy(b) > extra) {
                    best = Some((t, t.extra_energy(b)));
                }
                let used = at_end - at_start + free;
                let length = b - t.est;
                least_limit = least_limit.max((used + length - 1).div_euclid(length));
                let spare = cap * length - used;
                if spare < 0 {
                    return Err(Inconsistent);
                }
                if let Some((u, extra)) = best
                    && extra > spare
                {
                    let room = (spare + u.free_within(b)).div_euclid(u.r) + u.fixed_before(b);
                    found.push((u.index, b - room));
                }
            }
        }
        vars.remove_below(self.limit, word(least_limit))?;
        for (i, time) in found {
            let (task, k) = (&self.tasks[i], &known[i]);
            if backwards {
                task.ends_by(vars, word(-time), k.p)?;
            } else {
                task.starts_from(vars, word(time))?;
            }
        }
        Ok(())
    }
}

/// Moves the earliest start past segments in which too little of the resource is left.
fn push_up(
    task: &CumulativeTask,
    k: &TaskBounds,
    segments: &[Segment],
    cap: i128,
    vars: &mut Vars,
) -> Narrowed {
    let mut est = k.est;
    let first = segments.partition_point(|s| s.to <= est);
    for s in &segments[first..] {
        if s.from >= k.ect.max(low_sum(est, k.p)) {
            break;
        }
        if s.to > est && k.cannot_use(s, cap) {
            est = s.to;
        }
    }
    task.starts_from(vars, est)
}

/// Moves the latest end before segments in which too little of the resource is left.
fn push_down(
    task: &CumulativeTask,
    k: &TaskBounds,
    segments: &[Segment],
    cap: i128,
    vars: &mut Vars,
) -> Narrowed {
    let mut lct = k.lct;
    let last = segments.partition_point(|s| s.from < lct);
    for s in segments[..last].iter().rev() {
        if s.to <= k.lst.min(high_less(lct, k.p)) {
            break;
        }
        if s.from < lct && k.cannot_use(s, cap) {
            lct = s.from;
        }
    }
    if lct == SUP {
        return Ok(());
    }
    task.ends_by(vars, lct, k.p)
}

/// The tasks that use energy, the latest start first; with `backwards`, with all times negated.
fn energies(known: &[TaskBounds], backwards: bool) -> Vec<Energy> {
    let mut tasks: Vec<Energy> = Vec::with_capacity(known.len());
    for (i, k) in known.iter().enumerate() {
        if k.p > 0 && k.r > 0 && k.est != INF && k.lct != SUP {
            let (est, lct) = if backwards {
                (-k.lct, -k.est)
            } else {
                (k.est, k.lct)
            };
            tasks.push(Energy::new(i, est, lct, k.p, k.r));
        }
    }
    tasks.sort_unstable_by_key(|t| std::cmp::Reverse(t.est));
    tasks
}

/// A piece of fixed length `p` of a task, somewhere from `est` to `lct`.
struct Energy {
    index: usize,
    est: i128,
    lct: i128,
    p: i128,
    r: i128,
    /// The length without the compulsory part.
    free: i128,
}

impl Energy {
    fn new(index: usize, est: i64, lct: i64, p: i64, r: i64) -> Energy {
        let (est, lct, p) = (i128::from(est), i128::from(lct), i128::from(p));
        let compulsory = (est + p - (lct - p)).max(0);
        Energy {
            index,
            est,
            lct,
            p,
            r: i128::from(r),
            free: p - compulsory,
        }
    }

    fn lst(&self) -> i128 {
        self.lct - self.p
    }

    /// The least energy of the free part that must be spent before `b`.
    fn free_within(&self, b: i128) -> i128 {
        let late = self.lct - self.free;
        self.r * (b - late).clamp(0, self.free)
    }

    /// The part of the compulsory part that lies before `b`, as time.
    fn fixed_before(&self, b: i128) -> i128 {
        (b.min(self.est + self.p) - self.lst()).max(0)
    }

    /// The additional energy that is spent before `b` if the task starts as early as possible.
    fn extra_energy(&self, b: i128) -> i128 {
        self.r * (self.p.min(b - self.est) - self.fixed_before(b)) - self.free_within(b)
    }
}

/// The energy of compulsory parts.
struct EnergyTable {
    segments: Vec<Segment>,
    /// The energy before each segment.
    sums: Vec<i128>,
}

impl EnergyTable {
    fn new(tasks: &[Energy]) -> EnergyTable {
        let mut steps = Vec::new();
        for t in tasks {
            if t.lst() < t.est + t.p {
                steps.push((word(t.lst()), t.r));
                steps.push((word(t.est + t.p), -t.r));
            }
        }
        let segments = profile(steps);
        let mut sum = 0;
        let sums = segments
            .iter()
            .map(|s| {
                let before = sum;
                sum += s.height * (i128::from(s.to) - i128::from(s.from));
                before
            })
            .collect();
        EnergyTable { segments, sums }
    }

    fn before(&self, time: i128) -> i128 {
        let n = self
            .segments
            .partition_point(|s| i128::from(s.from) <= time);
        let Some(i) = n.checked_sub(1) else {
            return 0;
        };
        let s = &self.segments[i];
        self.sums[i] + s.height * (time.min(i128::from(s.to)) - i128::from(s.from))
    }
}

impl Constrain for Cumulative {
    fn map_vars(&self, f: &mut dyn FnMut(VarId) -> VarId) -> Constraint {
        Constraint::other(Cumulative {
            tasks: self.tasks.iter().map(|t| t.map_vars(f)).collect(),
            labels: self.labels.clone(),
            limit: f(self.limit),
        })
    }

    fn holds(&self, at: &dyn Fn(VarId) -> Int) -> bool {
        let mut placed = Vec::with_capacity(self.tasks.len());
        for t in &self.tasks {
            let (start, duration, usage) = (at(t.start), at(t.duration), at(t.usage));
            let end = &start + &duration;
            let bad = t.end.is_some_and(|e| at(e) != end);
            if bad || duration.is_negative() || usage.is_negative() {
                return false;
            }
            placed.push((start, end, usage));
        }
        let limit = at(self.limit);
        !limit.is_negative() && within(&placed, &limit)
    }

    fn show(&self) -> ConstraintTerm {
        let task = |(t, label): (&CumulativeTask, &ConstraintTerm)| {
            let end = t.end.map_or(ConstraintTerm::atom("_"), ConstraintTerm::Var);
            let (start, duration) = (
                ConstraintTerm::Var(t.start),
                ConstraintTerm::Var(t.duration),
            );
            let args = vec![
                start,
                duration,
                end,
                ConstraintTerm::Var(t.usage),
                label.clone(),
            ];
            ConstraintTerm::call("task", args)
        };
        let tasks = self.tasks.iter().zip(&self.labels).map(task).collect();
        let limit = ConstraintTerm::call("limit", vec![ConstraintTerm::Var(self.limit)]);
        let options = ConstraintTerm::List(vec![limit]);
        ConstraintTerm::call("cumulative", vec![ConstraintTerm::List(tasks), options])
    }

    fn subscribe(&self, on: &mut dyn FnMut(VarId, PropCond)) {
        for t in &self.tasks {
            t.vars().for_each(|v| on(v, PropCond::Bounds));
        }
        on(self.limit, PropCond::Bounds);
    }

    fn propagate(&self, vars: &mut Vars) -> Propagated {
        let all = self.tasks.iter().flat_map(CumulativeTask::vars);
        if let Some(done) = settled(self, vars, all.chain([self.limit])) {
            return done;
        }
        let before = vars.prunings;
        let known: Vec<TaskBounds> = self.tasks.iter().map(|t| t.known(vars)).collect();
        self.timetable(vars, &known)?;
        if vars.prunings == before && known.len() <= MAX_ENERGY {
            self.energy(vars, &known, false)?;
            self.energy(vars, &known, true)?;
        }
        Ok(Status::since(vars, before))
    }

    fn post(&self, s: &mut Store) -> Result<(), Inconsistent> {
        s.remove_below(self.limit, &Bound::from(0))?;
        for t in &self.tasks {
            s.remove_below(t.duration, &Bound::from(0))?;
            s.remove_below(t.usage, &Bound::from(0))?;
            if let Some(end) = t.end {
                let terms = [(1, t.start), (1, t.duration), (-1, end)];
                s.post_implied(&Constraint::linear(&terms, Rel::Eq, 0))?;
            }
        }
        self.post_itself(s)
    }
}

/// The oracle's row.
#[cfg(test)]
pub(crate) const SPEC: Spec = Spec {
    name: "cumulative",
    arity: 6,
    samples: |v| {
        let task = |start, duration, end: Option<usize>, usage: usize| CumulativeTask {
            start: v[start],
            duration: v[duration],
            end: end.map(|e| v[e]),
            usage: v[usage],
        };
        let cumulative = |tasks: Vec<CumulativeTask>, limit: usize| {
            Constraint::other(Cumulative {
                labels: (0..tasks.len())
                    .map(|i| ConstraintTerm::Int(i.into()))
                    .collect(),
                tasks,
                limit: v[limit],
            })
        };
        vec![
            cumulative(Vec::new(), 0),
            cumulative(vec![task(0, 1, Some(2), 3)], 4),
            cumulative(vec![task(0, 1, None, 2), task(3, 4, None, 2)], 5),
            cumulative(vec![task(0, 1, Some(2), 3), task(4, 1, None, 3)], 5),
            cumulative(
                vec![
                    task(0, 3, None, 4),
                    task(1, 3, None, 4),
                    task(2, 4, None, 3),
                ],
                5,
            ),
            cumulative(
                vec![
                    task(0, 4, None, 4),
                    task(1, 4, None, 4),
                    task(2, 4, None, 4),
                    task(3, 4, None, 4),
                ],
                5,
            ),
            cumulative(vec![task(0, 1, Some(2), 1), task(2, 1, None, 3)], 1),
        ]
    },
};
