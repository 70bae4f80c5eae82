//! Polling: each call compares `H`, the top of the heap, with one limit. A collection is due when `H` reaches it;
//! wake-ups, interrupts and limits lower it, so that the same comparison notices them.
//!
//! The calls of instructions and of machine code compare, and come here if the limit is reached.

use super::flow::Flow;
use crate::base::atom::{Atom, atoms};
use crate::machine::memory::heap::RESERVE;
use crate::machine::state::backtrace::BallOrigin;
use crate::machine::state::ball::Reach;
use crate::machine::state::limits::Limits;
use crate::machine::state::pause::Pause;
use crate::machine::state::signals::Interrupt;
use crate::machine::{Ball, Cell, Code, Extension, Machine};
use std::sync::atomic::Ordering;

/// The limit that makes every call poll because calls are counted: the heap is never empty. An event lowers it to 0.
const COUNTING: u64 = 1;

/// The number of calls between two looks at the clock, where no timer announces deadlines.
const LOOK_EVERY: u64 = 500;

/// The least number of bytes by which the heap may grow until the next collection, however little memory is left.
const LEAST_GROWTH: u64 = 1 << 20;

impl<X: Extension> Machine<X> {
    /// A handle that interrupts this machine from another thread.
    pub(crate) fn interrupt_handle(&self) -> Interrupt {
        Interrupt(self.signals.clone())
    }

    /// Returns true if the next call will throw because of an interrupt: for builtins that wait.
    pub(crate) fn is_interrupted(&self) -> bool {
        self.signals.interrupted.load(Ordering::SeqCst)
            || self.limits.is_past_deadline()
            || self.call_limits.is_expired()
    }

    /// The bounds in force.
    pub(crate) fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Changes the bounds.
    pub(crate) fn set_limits(&mut self, limits: Limits) {
        self.limits = limits;
        self.publish_deadline();
        self.signal();
    }

    /// Makes the next call check the limits.
    pub(crate) fn poll_soon(&self) {
        self.signal();
    }

    /// Makes the next call poll.
    pub(in crate::machine) fn signal(&self) {
        self.signals.limit.store(0, Ordering::Relaxed);
    }

    /// Returns true if the next call must poll.
    #[inline(always)]
    pub(in crate::machine) fn is_signalled(&self) -> bool {
        self.heap.top >= self.signals.limit.load(Ordering::Relaxed)
    }

    /// Returns true if the call polls only because calls are counted, and neither the count nor the size of the heap
    /// at which a collection is due is reached.
    #[inline(always)]
    pub(in crate::machine) fn only_counts(&self) -> bool {
        self.signals.limit.load(Ordering::Relaxed) == COUNTING
            && self.inferences <= self.call_limits.counts_to
            && self.heap.top < self.gc_at
    }

    /// Sets the limit from what is counted and from the size of the heap. The flags of events are read after the limit
    /// is stored, and another thread sets its flag before it lowers the limit: an event that arrives meanwhile is not
    /// lost.
    pub(in crate::machine) fn reset_limit(&mut self) {
        let every_call = self.collector_work.at_every_call
            || self.depth_limit.any()
            || self.tracing.is_on()
            || self.cycles.is_on();
        let mut counts_to = self.limits.inferences.min(self.call_limits.first_count());
        if self.pausing.allowed {
            counts_to = counts_to.min(self.limits.slice_end);
        }
        if self.timer.is_missed() {
            counts_to = counts_to.min(self.inferences.saturating_add(LOOK_EVERY));
        }
        self.call_limits.counts_to = counts_to;
        let limit = match self.call_limits.counts_to {
            _ if every_call => 0,
            u64::MAX => self.gc_at,
            _ => COUNTING,
        };
        self.signals.limit.store(limit, Ordering::SeqCst);
        let a = &self.signals;
        if a.interrupted.load(Ordering::SeqCst)
            || a.timer.load(Ordering::SeqCst)
            || a.report.load(Ordering::SeqCst)
            || a.program_wanted.load(Ordering::SeqCst)
            || self.has_wake_ups()
            || self.engines.refused
            || self.exceeds_propagation_limit()
        {
            a.limit.store(0, Ordering::SeqCst);
        }
    }

    /// Sets the heap top of the next collection, from the present size.
    pub(in crate::machine) fn set_gc_threshold(&mut self) {
        self.set_heap_threshold();
        self.set_account();
        self.reset_limit();
    }

    /// Sets the heap top of the next collection, and makes room for it.
    pub(in crate::machine) fn set_heap_threshold(&mut self) {
        // A collection costs time in the heap and the stacks: the heap may first grow in proportion to them.
        let live = self.heap.top;
        let stacks = self.half_of_stacks();
        // Threads share the memory that the host allows, so each begins with less room.
        let least = if self.account.reservation.is_some() {
            1 << 20
        } else {
            4 << 20
        };
        let room = (live + stacks).max(least);
        self.collect_at(live + room);
    }

    /// Half of the bytes on the stacks.
    fn half_of_stacks(&self) -> u64 {
        (self.e + self.b + self.tr) / 2
    }

    /// Sets the heap top of the next collection, which limits may lower, and makes room for it.
    fn collect_at(&mut self, top: u64) {
        let live = self.heap.top;
        let stacks = self.half_of_stacks();
        let most = self.limits.heap_bytes.saturating_sub(2 * stacks);
        self.gc_at = top.min(most.max(live + LEAST_GROWTH));
        let size = self.gc_at + 2 * RESERVE;
        let region = &mut self.heap.region;
        if size > region.size() && !region.resize(size.next_multiple_of(1 << 16)) {
            // Memory is exhausted: the present size is the limit from now on.
            self.gc_at = live.max(region.size().saturating_sub(2 * RESERVE));
            self.limits.heap_bytes = self.limits.heap_bytes.min(region.size());
        }
    }

    /// Returns true if a collection that is due is put off, because the heap is small beside the stacks, which have grown
    /// since the last one: visiting them would cost more than the garbage is worth.
    fn puts_off_collection(&mut self) -> bool {
        let top = self.half_of_stacks();
        if self.heap.top >= top {
            return false;
        }
        self.collect_at(top);
        self.set_account();
        self.heap.top < self.gc_at
    }

    /// The slow path of a call with `arity` arguments: limits, collection, wake-ups.
    #[cold]
    pub(in crate::machine) fn poll_call(&mut self, p: &mut Code, arity: u32) -> Flow {
        let flow = self.polled_call(p, arity);
        self.pausing.has_raised = matches!(flow, Flow::Raise);
        flow
    }

    fn polled_call(&mut self, p: &mut Code, arity: u32) -> Flow {
        if let Some(resource) = self.limit_to_pause_at() {
            self.pausing.state = Some(Pause {
                resource,
                code: *p as u64,
                arity,
                counted: false,
            });
            return Flow::Pause;
        }
        if self.forbid_gc == 0 && self.signals.program_wanted.load(Ordering::SeqCst) {
            self.signals.program_wanted.store(false, Ordering::SeqCst);
            self.give_way(*p, arity);
        }
        if let Err(ball) = self.check_limits(arity) {
            self.ball = Some(ball);
            return Flow::Raise;
        }
        if self.cycles.is_on() {
            self.watch_call(*p, arity);
        }
        match self.run_wake_ups(*p, u64::from(arity), None) {
            Ok(Some(code)) => {
                *p = code;
                Flow::Next
            }
            Ok(None) => Flow::Next,
            Err(flow) => flow,
        }
    }

    /// The slow path of an inline `poll` or cut: only wake-ups.
    #[cold]
    #[inline(never)]
    pub(in crate::machine) fn poll_inline(&mut self, p: &mut Code, x: u16, n: u16) -> Flow {
        if self.wake.is_empty() && self.cleanup_due.is_empty() {
            return Flow::Next;
        }
        let flow = self.polled_inline(p, x, n);
        self.pausing.has_raised = matches!(flow, Flow::Raise);
        flow
    }

    fn polled_inline(&mut self, p: &mut Code, x: u16, n: u16) -> Flow {
        match self.run_wake_ups(*p, u64::from(x), (n != u16::MAX).then_some(n)) {
            Ok(Some(code)) => {
                *p = code;
                Flow::Next
            }
            Ok(None) => Flow::Next,
            Err(flow) => flow,
        }
    }

    /// The limit of the host that is reached, if the run can pause there.
    fn limit_to_pause_at(&mut self) -> Option<Atom> {
        // A run that has paused continues with the call alone, so pending wake-ups run first.
        if !self.pausing.allowed || self.has_wake_ups() {
            return None;
        }
        if self.is_interrupt_pending() && !self.tracing.shielded {
            return self.pause_at_interrupt();
        }
        let look = self.signals.timer.load(Ordering::SeqCst) || self.timer.is_missed();
        self.reached_limit(look)
    }

    /// Takes a pending interrupt, if the run is to pause there.
    fn pause_at_interrupt(&mut self) -> Option<Atom> {
        if !self.pausing.at_interrupts || self.limits.ending {
            return None;
        }
        self.signals.interrupted.store(false, Ordering::SeqCst);
        self.note_interrupt();
        self.take_backtrace(BallOrigin::Poll(self.called));
        Some(atoms::INTERRUPTED)
    }

    /// Makes queries pause when they are interrupted, or not.
    pub(crate) fn set_pauses_at_interrupts(&mut self, pauses: bool) {
        self.pausing.at_interrupts = pauses;
    }

    fn is_interrupt_pending(&self) -> bool {
        self.signals.interrupted.load(Ordering::SeqCst)
    }

    /// The limit of the host that the running query has reached; of its time only if the machine is to `look` at the
    /// clock.
    fn reached_limit(&mut self, look: bool) -> Option<Atom> {
        if !self.limits.admits_inferences(self.inferences) {
            Some(atoms::INFERENCES)
        } else if !self.admits_propagations() {
            Some(atoms::PROPAGATIONS)
        } else if self.pausing.allowed && self.inferences > self.limits.slice_end {
            Some(atoms::SLICE)
        } else {
            (look && self.limits.is_past_deadline()).then_some(atoms::TIME)
        }
    }

    /// Takes back the count of a call before which the run pauses.
    pub(in crate::machine) fn uncount_paused_call(&mut self) {
        if let Some(pause) = &mut self.pausing.state {
            pause.counted = true;
            self.inferences -= 1;
        }
    }

    /// The ball that no `catch/3` catches, for a limit of the host: for builtins that would exceed it.
    pub(crate) fn exceeded(&mut self, resource: Atom) -> Ball {
        let ball = self.resource_error(resource);
        self.end_query(ball)
    }

    /// Ends the running query: the limits in force are now those of its cleanup goals.
    pub(crate) fn leave_to_cleanups(&mut self) {
        self.give_back_limits();
        self.limits.end(self.inferences);
        self.publish_deadline();
        self.signal();
    }

    /// Takes the ball of a pending interrupt or of the host's limits on time and propagations, which no `catch/3`
    /// catches: for builtins that wait.
    pub(crate) fn take_interrupt(&mut self) -> Option<Ball> {
        if self.signals.interrupted.swap(false, Ordering::SeqCst) {
            return Some(self.interrupt());
        }
        self.signals.timer.store(false, Ordering::SeqCst);
        if self.limits.is_past_deadline() {
            return Some(self.exceeded(atoms::TIME));
        }
        if !self.admits_propagations() {
            return Some(self.exceeded(atoms::PROPAGATIONS));
        }
        None
    }

    /// Interrupts the running query: the ball, which no `catch/3` catches.
    pub(crate) fn interrupt(&mut self) -> Ball {
        self.note_interrupt();
        let c = Cell::atom(self.atoms.intern("$interrupt"));
        let ball = self.ball(c);
        self.end_query(ball)
    }

    /// Ends the running query with a ball that no `catch/3` catches.
    fn end_query(&mut self, mut ball: Ball) -> Ball {
        ball.0.reach = Reach::None;
        self.give_back_limits();
        self.limits.end(self.inferences);
        self.publish_deadline();
        self.reset_limit();
        ball
    }

    /// Takes the ball of a pending interrupt or an expired time limit: for builtins that run for long.
    pub(crate) fn take_stop(&mut self) -> Option<Ball> {
        let ball = self.take_interrupt();
        ball.or_else(|| self.expired_limit())
    }

    /// Ends a builtin that runs for long if an interrupt is pending or a time limit has expired.
    ///
    /// # Errors
    /// The ball of the interrupt or of the limit.
    pub(crate) fn check_interrupt(&mut self) -> Result<(), Ball> {
        match self.is_interrupted() {
            true => self.take_stop().map_or(Ok(()), Err),
            false => Ok(()),
        }
    }

    /// `error(resource_error(memory), Goals)` with the goals that repeat.
    #[cold]
    fn memory_full(&mut self) -> Ball {
        let Some(goals) = self.repeated_goals() else {
            return self.out_of_memory();
        };
        let formal = self
            .heap
            .structure(self.well_known.resource_error, &[Cell::atom(atoms::MEMORY)]);
        let ball = self.error_with_context(formal, goals);
        self.of_exhaustion(ball)
    }

    /// Checks for an interrupt, the limits of the host, and the time limits of the program.
    fn check_host(&mut self) -> Result<(), Ball> {
        // Such a run pauses at its next call, when the pending wake-ups have run.
        let pauses = self.pausing.allowed && self.pausing.at_interrupts && !self.limits.ending;
        if self.is_interrupt_pending() && !pauses && !self.tracing.shielded {
            return self.take_interrupt().map_or(Ok(()), Err);
        }
        // The flag is cleared before the clock is read: a timer that goes off now sets it again.
        let look = self.signals.timer.swap(false, Ordering::SeqCst) || self.timer.is_missed();
        match self.reached_limit(look) {
            // The run pauses at its next call, when the pending wake-ups have run.
            Some(_) if self.pausing.allowed => self.signals.request_clock_check(),
            Some(resource) => return Err(self.exceeded(resource)),
            None if look => return self.expired_limit().map_or(Ok(()), Err),
            None => {}
        }
        Ok(())
    }

    /// Takes the request for a report on the progress. Returns true if there was one.
    pub(crate) fn take_report_request(&self) -> bool {
        self.signals.report.load(Ordering::Relaxed)
            && self.signals.report.swap(false, Ordering::SeqCst)
    }

    fn check_limits(&mut self, arity: u32) -> Result<(), Ball> {
        if self.take_report_request() {
            X::report(self);
            self.request_cycle_watch();
        }
        self.check_host()?;
        if let Some(ball) = self.exceeded_limit() {
            self.reset_limit();
            return Err(ball);
        }
        let engines = self.engines.are_due();
        // A collection must free a useful amount, or every call would collect.
        let useful = self.limits.heap_bytes / 32;
        let makes_room = self.heap.top >= useful && self.exceeds_memory(useful);
        let has_grown = self.heap.top >= self.gc_at;
        let is_due = makes_room || has_grown && !self.puts_off_collection();
        if is_due || self.has_grown() || engines || self.collector_work.at_every_call {
            if self.forbid_gc == 0 {
                self.collect(u64::from(arity));
            } else {
                self.set_gc_threshold();
            }
            if let Err(ball) = self.check_account() {
                self.reset_limit();
                return Err(ball);
            }
        }
        if !self.reserve(0) && self.forbid_gc == 0 {
            // Garbage may have the room.
            self.collect(u64::from(arity));
        }
        if !self.reserve_after_growth() {
            self.reset_limit();
            return Err(self.out_of_memory());
        }
        let is_full = self.exceeds_memory(useful);
        self.reset_limit();
        match is_full {
            true => Err(self.memory_full()),
            false => Ok(()),
        }
    }

    /// Returns true if the heap and the stacks with so many bytes more would take more than the limit, or if a stack may not
    /// grow.
    fn exceeds_memory(&self, more: u64) -> bool {
        let stack = self.e.max(self.b).max(self.tr);
        let heaps = self.heap.top + self.engines.asking_bytes;
        let all = heaps + self.e + self.b + self.tr;
        all + more > self.limits.heap_bytes || stack + stack / 8 > self.limits.stack_bytes
    }
}
