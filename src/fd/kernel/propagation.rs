//! The loop that runs propagators to a fixpoint, and the delivery of events.
//!
//! Propagation over large or infinite domains may take too long or not terminate, as of `X #> Y, Y #> X`. Cycles of
//! strict inequalities are found when one is posted, and again when a fixpoint takes many runs. After that, changes
//! of the bounds of very large domains are no longer delivered. This is sound: a propagator is notified of all
//! variables that become fixed, and checks its constraint then.

use crate::base::int::Int;
use crate::fd::kernel::bound::Bound;
use crate::fd::kernel::cancel::CancelCheck;
use crate::fd::kernel::conflict_counts::ConflictCounts;
use crate::fd::kernel::cycle;
use crate::fd::kernel::event::{Cost, ModEvent, PropCond};
use crate::fd::kernel::propagator::{Dispatch, Status};
use crate::fd::kernel::queue::{CHANGES, Queue};
use crate::fd::kernel::request::Request;
use crate::fd::kernel::slot::{Inconsistent, VarId};
use crate::fd::kernel::store::{Counters, Posting, Store};
use crate::fd::kernel::store_flags::{QUEUED, REDUNDANT, SUBSUMED};
use crate::fd::kernel::subscription::{FixedSub, OnFixed, Subs};
use crate::fd::kernel::trace::By;
use crate::fd::kernel::trail::StoreUndo;
use crate::fd::kernel::var::Vars;

/// The number of runs that a fixpoint may take, however few propagators there are, before its loop is
/// searched for a cycle of inequalities.
const LONG: u64 = 2_000;
/// The number of runs after which changes of bounds of large domains are no longer delivered.
const TOO_LONG: u64 = 100_000;
/// Domains of more values than this are large.
const LARGE: u64 = 1 << 20;

/// Propagator runs between interrupt checks.
const PAUSE: u64 = 2_000;

impl<P: Posting> Store<P> {
    /// Runs propagators until nothing changes. After an inconsistency the store must be undone to
    /// an earlier mark.
    #[inline]
    pub(crate) fn propagate(&mut self) -> Result<(), Inconsistent> {
        let check = self.vars.stop.set_check(None);
        let mut result = self.propagate_some();
        while result.is_ok() && self.queue.paused {
            result = self.propagate_some();
        }
        self.vars.stop.set_check(check);
        result
    }

    /// Installs the check that cancels long runs; then [`Store::propagate_some`] pauses.
    pub(crate) fn set_cancel_check(&mut self, check: Option<CancelCheck>) {
        self.vars.stop.set_check(check);
    }

    /// Returns true if [`Store::propagate_some`] has paused before the fixpoint.
    #[inline]
    pub(crate) fn is_paused(&self) -> bool {
        self.queue.paused
    }

    /// [`Store::propagate`] that may pause when it takes long. Another call continues it.
    #[inline]
    pub(crate) fn propagate_some(&mut self) -> Result<(), Inconsistent> {
        let vars = &self.vars;
        if vars.dirty.is_empty()
            && self.queue.filled == 0
            && vars.pending.is_empty()
            && !self.is_watched()
        {
            return Ok(());
        }
        self.propagate_changes()
    }

    fn propagate_changes(&mut self) -> Result<(), Inconsistent> {
        let result = match self.is_watched() {
            false => self.fixpoint::<false>(),
            true => self.fixpoint::<true>(),
        };
        if result.is_err() {
            self.count_dead_end();
            self.forget_queue();
        }
        if !self.queue.paused {
            self.queue.coarse = false;
        }
        result
    }

    /// `TRACED` is true while a trace is recorded.
    fn fixpoint<const TRACED: bool>(&mut self) -> Result<(), Inconsistent> {
        if TRACED {
            self.report(By::Program);
        }
        if !self.vars.pending.is_empty() {
            self.post_pending()?;
        }
        if !std::mem::take(&mut self.queue.paused) {
            self.queue.steps = 0;
            self.queue.step_limit = LONG + 4 * self.props.len() as u64;
            self.queue.pause = PAUSE;
            self.queue.alarm = self.queue.step_limit.min(PAUSE);
        }
        self.notify_changes::<TRACED>(u32::MAX)?;
        while let Some(p) = self.queue.pop() {
            self.queue.steps += 1;
            if self.queue.steps > self.queue.alarm && self.handle_alarm()? {
                self.pause_before(p);
                return Ok(());
            }
            self.counters.propagations += 1;
            let flags = &mut self.flags[p as usize];
            *flags &= !QUEUED;
            if *flags & SUBSUMED != 0 {
                continue;
            }
            let result = self.props[p as usize].propagate(&mut self.vars);
            if TRACED {
                self.report(By::Prop(p));
            }
            if result.is_err() {
                if self.vars.stop.take() {
                    self.pause_before(p);
                    return Ok(());
                }
                self.failures.culprit = Some(p);
            }
            match result? {
                Status::Fix => self.notify_changes::<TRACED>(p)?,
                Status::NoFix => self.notify_changes::<TRACED>(u32::MAX)?,
                Status::Subsumed => {
                    self.subsume(p);
                    self.notify_changes::<TRACED>(p)?;
                }
            }
            if !self.vars.pending.is_empty() {
                let from = self.props.len();
                self.post_pending()?;
                if self.flags[p as usize] & REDUNDANT != 0 {
                    self.mark_implied(from);
                }
                self.notify_changes::<TRACED>(u32::MAX)?;
            }
        }
        Ok(())
    }

    /// Pauses before the run of a propagator that was taken from the queue.
    #[cold]
    #[inline(never)]
    fn pause_before(&mut self, p: u32) {
        self.flags[p as usize] &= !QUEUED;
        let level = self.props[p as usize].cost() as usize;
        self.queue.push(p, level, &mut self.flags);
        self.queue.paused = true;
    }

    /// Acts on a fixpoint that takes long. Returns true if it is to pause.
    #[cold]
    #[inline(never)]
    fn handle_alarm(&mut self) -> Result<bool, Inconsistent> {
        let queue = &mut self.queue;
        let pauses = queue.steps > queue.pause;
        if pauses {
            queue.pause = queue.steps + PAUSE;
        }
        if self.queue.steps > self.queue.step_limit {
            self.handle_step_limit()?;
        }
        self.queue.alarm = self.queue.step_limit.min(self.queue.pause);
        Ok(pauses)
    }

    /// Looks for a cycle of inequalities at the first limit of a long fixpoint; at the second one, makes the loop
    /// coarse.
    fn handle_step_limit(&mut self) -> Result<(), Inconsistent> {
        if self.queue.step_limit > TOO_LONG {
            self.queue.coarse = true;
            self.queue.step_limit = u64::MAX;
            return Ok(());
        }
        self.queue.step_limit = TOO_LONG + 64 * self.props.len() as u64;
        cycle::check_all(self)
    }

    /// Posts the constraints that propagators have requested.
    fn post_pending(&mut self) -> Result<(), Inconsistent> {
        while let Some(request) = self.vars.pending.pop() {
            match request {
                Request::Any(c) => P::post(self, &*c)?,
                Request::Offset(x, rel, y, c) => P::post_offset(self, x, rel, y, c)?,
                Request::Sum(x, y, c) => P::post_pair_sum(self, x, y, c)?,
            }
        }
        Ok(())
    }

    /// Delivers the events: queues the subscribed propagators, and lets the inequalities and disequalities act.
    /// The propagator `skip` made the changes and is not queued, unless an inequality or disequality has removed
    /// further values.
    #[inline(always)]
    fn notify_changes<const TRACED: bool>(&mut self, skip: u32) -> Result<(), Inconsistent> {
        if self.vars.dirty.is_empty() {
            return Ok(());
        }
        self.notify_dirty::<TRACED>(skip)
    }

    #[inline(never)]
    fn notify_dirty<const TRACED: bool>(&mut self, mut skip: u32) -> Result<(), Inconsistent> {
        let mut next = 0;
        while let Some(&v) = self.vars.dirty.get(next) {
            next += 1;
            if next == CHANGES {
                self.discard_delivered()?;
                next = 0;
            }
            let slot = &mut self.vars.slots[v.at()];
            let event = std::mem::take(&mut slot.event);
            let subscribed = slot.subscribed;
            let mut bits = event.subscribed_bits() & subscribed;
            let before = self.vars.prunings;
            if event.is_fixed() {
                if self.queue.coarse {
                    // The change of the other bound may not have been delivered.
                    bits |= PropCond::Bounds.mask() & subscribed;
                }
                self.notify_fixed::<TRACED>(v, skip)?;
            } else if self.queue.coarse && self.vars.size(v) > LARGE {
                continue;
            }
            if subscribed & ModEvent::SHIFTS != 0 && bits & PropCond::Bounds.mask() != 0 {
                self.notify_moved::<TRACED>(v, bits)?;
            }
            if self.vars.prunings != before {
                skip = u32::MAX;
            }
            if subscribed & ModEvent::QUEUES != 0 && bits != 0 {
                if subscribed & ModEvent::IMMEDIATE != 0 {
                    self.notify_immediate::<TRACED>(v, bits, skip)?;
                    if self.vars.prunings != before {
                        skip = u32::MAX;
                    }
                    continue;
                }
                for s in &self.subs[v.at()].others {
                    if s.mask & bits != 0 && s.prop != skip {
                        self.queue.push(s.prop, s.cost as usize, &mut self.flags);
                    }
                }
            }
        }
        self.vars.dirty.clear();
        Ok(())
    }

    /// Queues the propagators that subscribed to an event of a variable, and runs the immediate ones.
    #[inline(never)]
    fn notify_immediate<const TRACED: bool>(
        &mut self,
        v: VarId,
        bits: u8,
        skip: u32,
    ) -> Result<(), Inconsistent> {
        let mut runner = ImmediateRunner {
            props: &self.props,
            flags: &mut self.flags,
            queue: &mut self.queue,
            counters: &mut self.counters,
            failures: &mut self.failures,
        };
        for s in &self.subs[v.at()].others {
            if s.mask & bits == 0 || s.prop == skip {
                continue;
            }
            if s.cost == Cost::Immediate {
                runner.run::<TRACED>(s.prop, &mut self.vars)?;
            } else {
                runner.queue.push(s.prop, s.cost as usize, runner.flags);
            }
        }
        Ok(())
    }

    /// Drops the delivered changes when there are [`CHANGES`] of them, and counts them as runs: inequalities and
    /// disequalities alone can keep this loop going.
    #[cold]
    #[inline(never)]
    fn discard_delivered(&mut self) -> Result<(), Inconsistent> {
        self.vars.dirty.drain(..CHANGES);
        self.queue.steps += CHANGES as u64;
        if self.queue.steps > self.queue.step_limit {
            self.handle_step_limit()?;
        }
        self.queue.alarm = self.queue.step_limit.min(self.queue.pause);
        Ok(())
    }

    /// Lets inequalities act on the move of one or both bounds.
    #[inline(never)]
    fn notify_moved<const TRACED: bool>(&mut self, v: VarId, bits: u8) -> Result<(), Inconsistent> {
        if self.vars.is_wide(v) {
            return self.notify_moved_wide::<TRACED>(v);
        }
        if bits & PropCond::Min.mask() != 0 {
            self.shift_others::<TRACED, true>(v)?;
        }
        if bits & PropCond::Max.mask() != 0 {
            self.shift_others::<TRACED, false>(v)?;
        }
        Ok(())
    }

    /// Lets inequalities act on the rise of the least value (`UP`), or on the fall of the greatest.
    #[inline(always)]
    fn shift_others<const TRACED: bool, const UP: bool>(
        &mut self,
        v: VarId,
    ) -> Result<(), Inconsistent> {
        let subs = &self.subs[v.at()];
        let (shifts, bound) = if UP {
            (&subs.raises, self.vars.low(v))
        } else {
            (&subs.lowers, self.vars.high(v))
        };
        for s in shifts {
            self.counters.propagations += 1;
            if self.flags[s.prop as usize] & SUBSUMED != 0 {
                continue;
            }
            let result = if UP {
                self.vars.remove_below(s.other, bound + s.data)
            } else {
                self.vars.remove_above(s.other, bound + s.data)
            };
            if TRACED {
                self.vars.report(By::Prop(s.prop), &self.props);
            }
            if result.is_err() {
                self.failures.culprit = Some(s.prop);
                return result;
            }
        }
        Ok(())
    }

    /// [`Store::notify_moved`] where a bound is not a word.
    #[cold]
    #[inline(never)]
    fn notify_moved_wide<const TRACED: bool>(&mut self, v: VarId) -> Result<(), Inconsistent> {
        let (low, high) = self.vars.bounds(v);
        let subs = &self.subs[v.at()];
        for (shifts, raise) in [(&subs.raises, true), (&subs.lowers, false)] {
            for s in shifts {
                if self.flags[s.prop as usize] & SUBSUMED != 0 {
                    continue;
                }
                let data = Int::Small(s.data);
                let to = if raise {
                    (low.plus(&data), Bound::Sup)
                } else {
                    (Bound::Inf, high.plus(&data))
                };
                let result = self.vars.restrict_to(s.other, &to);
                if TRACED {
                    self.vars.report(By::Prop(s.prop), &self.props);
                }
                result?;
            }
        }
        Ok(())
    }

    /// Lets disequalities act on a value, and queues the propagators that wait for it.
    #[inline(never)]
    fn notify_fixed<const TRACED: bool>(
        &mut self,
        v: VarId,
        skip: u32,
    ) -> Result<(), Inconsistent> {
        let Some(value) = self.vars.word(v) else {
            return self.notify_fixed_wide::<TRACED>(v, skip);
        };
        let subs = &self.subs[v.at()].fixed;
        self.counters.propagations += subs.len() as u64;
        let done = self.vars.slot(v).done as usize;
        debug_assert!(subs.iter().take(done).all(|s| self.vars.is_fixed(s.other)));
        let mut subs = subs.get(done..).unwrap_or_default().iter();
        // Most subscriptions have no effect: `find` skips them in a short loop.
        while let Some(s) = subs.find(|s| !s.is_idle(value, &self.vars.slots)) {
            let result = if s.removes_sum() {
                self.vars.remove_inner(s.other, value + s.data)
            } else if s.removes_sums() && !TRACED {
                self.counters.propagations += 1;
                self.vars.remove_sums(s.other, value, s.offsets())
            } else if s.removes_sums() {
                one_by_one(s, value, &mut self.vars, &self.props)
            } else {
                if s.action() == OnFixed::Queue {
                    self.counters.propagations -= 1;
                    if s.data == Cost::Immediate as i64 {
                        let mut runner = ImmediateRunner {
                            props: &self.props,
                            flags: &mut self.flags,
                            queue: &mut self.queue,
                            counters: &mut self.counters,
                            failures: &mut self.failures,
                        };
                        runner.run::<TRACED>(s.prop(), &mut self.vars)?;
                    } else if s.prop() != skip {
                        self.queue.push(s.prop(), s.data as usize, &mut self.flags);
                    }
                    continue;
                }
                act(s, v, value, &mut self.vars, &self.props, &self.flags)
            };
            if TRACED {
                self.vars.report(By::Prop(s.prop()), &self.props);
            }
            if result.is_err() {
                self.failures.culprit = Some(s.prop());
                return result;
            }
            mark_done(v, s.other, &mut self.vars, &self.subs);
        }
        Ok(())
    }

    /// [`Store::notify_fixed`] for a value that is not a word.
    #[cold]
    #[inline(never)]
    fn notify_fixed_wide<const TRACED: bool>(
        &mut self,
        v: VarId,
        skip: u32,
    ) -> Result<(), Inconsistent> {
        let Some(value) = self.vars.value(v) else {
            return Ok(());
        };
        for s in &self.subs[v.at()].fixed {
            let data = Int::Small(s.data);
            match s.action() {
                OnFixed::Queue => {
                    if s.prop() != skip {
                        self.queue.push(s.prop(), s.data as usize, &mut self.flags);
                    }
                }
                OnFixed::RemoveSum => self.vars.remove_int(s.other, &(&value + &data))?,
                OnFixed::RemoveDifference => self.vars.remove_int(s.other, &(&data - &value))?,
                OnFixed::RemoveBoth => {
                    self.vars.remove_int(s.other, &(&value + &data))?;
                    self.vars.remove_int(s.other, &(&value - &data))?;
                }
                OnFixed::RemoveSums => {
                    for offset in s.offsets() {
                        let gone = &value + &Int::Small(offset);
                        self.vars.remove_int(s.other, &gone)?;
                    }
                }
                OnFixed::RemoveFromGroup => {
                    if self.flags[s.prop() as usize] & SUBSUMED == 0 {
                        self.props[s.prop() as usize]
                            .remove_value_from_others(v, &mut self.vars)?;
                    }
                }
            }
            if TRACED {
                self.vars.report(By::Prop(s.prop()), &self.props);
            }
        }
        Ok(())
    }

    /// Counts failures by variable from now on, starting at zero.
    pub(crate) fn learn_failures(&mut self) {
        self.failures.start();
    }

    /// The number of contradictions that constraints on the variable have found.
    pub(crate) fn failures(&self, v: VarId) -> u32 {
        self.failures.of(v)
    }

    /// Counts a contradiction.
    #[inline]
    pub(crate) fn count_dead_end(&mut self) {
        self.counters.backtracks += 1;
        let culprit = self.failures.culprit.take();
        if self.failures.is_counting() || self.is_watched() {
            self.count_culprit(culprit);
        }
    }

    /// Records the propagator that found a contradiction.
    fn count_culprit(&mut self, culprit: Option<u32>) {
        if self.is_watched() {
            self.report_failure(culprit);
        }
        if let Some(prop) = culprit.and_then(|p| self.props.get(p as usize))
            && self.failures.is_counting()
        {
            let all = self.vars.slots.len();
            let failures = &mut self.failures;
            prop.constraint().each_var(&mut |v| failures.count(v, all));
        }
    }

    /// Empties the queue and drops pending events.
    #[inline]
    pub(crate) fn forget_queue(&mut self) {
        let vars = &self.vars;
        if self.queue.filled != 0 || !vars.dirty.is_empty() || !vars.pending.is_empty() {
            self.queue.paused = false;
            self.clear_queue();
        }
    }

    fn clear_queue(&mut self) {
        if self.queue.filled != 0 {
            self.queue.filled = 0;
            for fifo in &mut self.queue.fifos {
                for p in fifo.waiting.drain(..) {
                    if let Some(flag) = self.flags.get_mut(p as usize) {
                        *flag &= !QUEUED;
                    }
                }
                fifo.taken = 0;
            }
        }
        self.vars.forget_changes();
    }
}

/// Runs propagators of [`Cost::Immediate`] during the delivery of an event, and queues those that cannot run then.
struct ImmediateRunner<'a, P> {
    props: &'a [P],
    flags: &'a mut [u8],
    queue: &'a mut Queue,
    counters: &'a mut Counters,
    failures: &'a mut ConflictCounts,
}

impl<P: Dispatch> ImmediateRunner<'_, P> {
    #[inline(always)]
    fn run<const TRACED: bool>(&mut self, p: u32, vars: &mut Vars) -> Result<(), Inconsistent> {
        let flags = self.flags[p as usize];
        if flags & SUBSUMED != 0 {
            return Ok(());
        }
        let Some(result) = self.props[p as usize].run_immediately(vars) else {
            self.queue.push(p, Cost::Immediate as usize, self.flags);
            return Ok(());
        };
        self.counters.propagations += 1;
        if TRACED {
            vars.report(By::Prop(p), self.props);
        }
        if result.is_err() {
            self.failures.culprit = Some(p);
        }
        if result? == Status::Subsumed {
            self.flags[p as usize] |= SUBSUMED;
            self.counters.entailments += 1;
            vars.trail.entries.push(StoreUndo::Subsumed(p));
        }
        Ok(())
    }
}

/// After `v` became fixed and has acted on `other`: marks the subscription in the other direction, of `other`'s
/// becoming fixed with an effect on `v`, as done, if all subscriptions before it are. It would remove nothing until
/// backtracking restores the slot of `other`, and its count `done` with it.
#[inline]
fn mark_done(v: VarId, other: VarId, vars: &mut Vars, subs: &[Subs]) {
    let newest = vars.trail.newest;
    let slot = &mut vars.slots[other.at()];
    let done = slot.done;
    if slot.stamp > newest
        && let Some(s) = subs[other.at()].fixed.get(done as usize)
        && s.other == v
    {
        slot.done = done.saturating_add(1);
    }
}

/// Lets the disequalities of a packed subscription act on a value one at a time, so that a trace reports each.
#[cold]
fn one_by_one<P: Dispatch>(
    s: &FixedSub,
    value: i64,
    vars: &mut Vars,
    props: &[P],
) -> Result<(), Inconsistent> {
    for (p, offset) in s.props().zip(s.offsets()) {
        let result = vars.remove(s.other, value + offset);
        vars.report(By::Prop(p), props);
        result?;
    }
    Ok(())
}

/// Performs the action of a subscription on the value of `v`; [`Store::notify_fixed`] has handled the queued ones and
/// the most frequent ones itself. A subsumed disequality may act: it is implied, so it removes nothing.
fn act<P: Dispatch>(
    s: &FixedSub,
    v: VarId,
    value: i64,
    vars: &mut Vars,
    props: &[P],
    flags: &[u8],
) -> Result<(), Inconsistent> {
    match s.action() {
        OnFixed::Queue | OnFixed::RemoveSums => Ok(()),
        OnFixed::RemoveSum => vars.remove(s.other, value + s.data),
        OnFixed::RemoveDifference => vars.remove(s.other, s.data - value),
        OnFixed::RemoveBoth => {
            vars.remove(s.other, value + s.data)?;
            vars.remove(s.other, value - s.data)
        }
        OnFixed::RemoveFromGroup => {
            if flags[s.prop() as usize] & SUBSUMED == 0 {
                return props[s.prop() as usize].remove_from_others(v, value, vars);
            }
            Ok(())
        }
    }
}
