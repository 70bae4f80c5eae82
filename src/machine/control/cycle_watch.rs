//! The watch for runs without end: a run that returns to a state does so for ever.
//!
//! A machine is deterministic, apart from what its builtins read outside its areas. So if all words that a run can still
//! read are at a call what they were at an earlier call, and no step in between depends on anything else, the run does
//! not end. Equal arguments are not enough: the values that differ may be those of the caller, or of a choice point.
//!
//! Nothing is recorded until a report on the progress is requested, which happens for long runs only. Then a state is
//! recorded, and the following calls are compared with it. Garbage is collected before states are compared: the collector
//! keeps the order of cells, so that equal data get equal addresses. A cycle of more calls than a watch lasts is not
//! found; words that are dead may hide one, but cannot feign one, because all words are compared.

use super::stacks::field;
use crate::code::pred::PredId;
use crate::machine::memory::heap::FIRST;
use crate::machine::state::backtrace::{Backtrace, BallOrigin};
use crate::machine::state::cycle_watch::{
    ControlRegisters, MachineState, OutsideCounts, WatchPhase, WatchedState,
};
use crate::machine::{Cell, Code, Extension, Machine, Tag};

/// The calls of a watch.
const CALLS: u32 = 4096;

/// The largest state that is recorded, in bytes.
const LARGEST: u64 = 1 << 20;

/// The work of a watch, in words that are compared: about as much as takes a millisecond.
const WORK: usize = 1 << 20;

/// The work of collecting and comparing a word, and that of a collection of nothing.
const COLLECTED: [usize; 2] = [8, 1 << 14];

/// The parts of arguments that are compared before the garbage is collected.
const PARTS: usize = 256;

/// The predicates of a cycle that are noted.
const NOTED: usize = 64;

/// The size that the heap may grow by after a collection of little data, see [`Machine::set_heap_threshold`].
const LEAST_ROOM: u64 = 4 << 20;

/// Result of comparing the present state with the recorded one.
enum StateComparison {
    Equal,
    Different,
    /// The watch has compared or collected as much as it may.
    GivesUp,
}

impl<X: Extension> Machine<X> {
    /// Notes that a step depends on something outside the words of the machine, or changes it.
    #[inline(always)]
    pub(crate) fn note_outside(&mut self) {
        self.cycles.outside += 1;
    }

    /// Begins a watch at every so many calls, without requests: for tests.
    pub(crate) fn set_cycle_watches(&mut self, every: Option<u64>) {
        self.cycles.every = every;
        self.signal();
    }

    /// Requests a watch, unless the query is known not to end.
    pub(in crate::machine) fn request_cycle_watch(&mut self) {
        let is_off = matches!(self.cycles.phase, WatchPhase::Off);
        self.cycles.is_due |= is_off && !self.cycles.is_done;
    }

    /// Ends the watch: another query begins.
    pub(in crate::machine) fn end_cycle_watch(&mut self) {
        self.cycles.phase = WatchPhase::Off;
        (self.cycles.is_due, self.cycles.is_done) = (false, false);
    }

    /// Called at each call while a watch is on: `p` is the code of the predicate. Nothing happens at a return.
    #[cold]
    #[inline(never)]
    pub(in crate::machine) fn watch_call(&mut self, p: Code, arity: u32) {
        let Some(called) = self.called else { return };
        // The bindings that wake goals are no part of the recorded state.
        if self.has_wake_ups() {
            return;
        }
        let phase = std::mem::take(&mut self.cycles.phase);
        self.cycles.phase = match phase {
            WatchPhase::Off if self.takes_due_watch() => self.begin_watch(p, arity, called),
            WatchPhase::Off => WatchPhase::Off,
            WatchPhase::Watching(watch) => self.continue_watch(watch, p, arity, called),
            WatchPhase::Found(watch) => self.report_cycle(watch, arity, called),
        };
        self.reset_limit();
    }

    /// Returns true if a watch is to begin now.
    fn takes_due_watch(&mut self) -> bool {
        if let Some(every) = self.cycles.every
            && self.inferences >= self.cycles.next
            && !self.cycles.is_done
        {
            self.cycles.next = self.inferences + every;
            return true;
        }
        std::mem::take(&mut self.cycles.is_due)
    }

    /// Returns true if the run can be watched. A limit that the program has set ends it, and so may a signal of another
    /// thread.
    fn can_be_watched(&self) -> bool {
        let stacks = self.stack_use().iter().sum::<u64>();
        self.call_limits.list.is_empty()
            && !self.limits.ending
            && !self.depth_limit.any()
            && !self.tracing.is_on()
            && !self.collector_work.at_every_call
            && self.forbid_gc == 0
            && self.ext.is_alone()
            // Otherwise the collection before the record would take long.
            && stacks <= LARGEST
            && self.gc_at <= LEAST_ROOM + LARGEST + stacks
    }

    fn begin_watch(&mut self, p: Code, arity: u32, called: PredId) -> WatchPhase {
        if !self.can_be_watched() {
            return WatchPhase::Off;
        }
        self.collect(u64::from(arity));
        if self.heap.top > LARGEST {
            return WatchPhase::Off;
        }
        WatchPhase::Watching(Box::new(WatchedState {
            state: self.record_state(p, arity),
            counts: self.outside_counts(),
            called: vec![called],
            calls: CALLS,
            work: WORK,
        }))
    }

    fn continue_watch(
        &mut self,
        mut watch: Box<WatchedState>,
        p: Code,
        arity: u32,
        called: PredId,
    ) -> WatchPhase {
        watch.calls -= 1;
        if watch.calls == 0 || self.outside_counts() != watch.counts || self.forbid_gc > 0 {
            return WatchPhase::Off;
        }
        match self.compare_state(&mut watch, p, arity) {
            StateComparison::Equal => {
                watch.calls = CALLS;
                return self.report_cycle(watch, arity, called);
            }
            StateComparison::GivesUp => return WatchPhase::Off,
            StateComparison::Different => {}
        }
        if watch.called.len() < NOTED && !watch.called.contains(&called) {
            watch.called.push(called);
        }
        WatchPhase::Watching(watch)
    }

    /// Reports a cycle if the extension takes this call for it. All calls of the cycle are made again, so one of them
    /// is taken, unless the run has ended.
    fn report_cycle(
        &mut self,
        mut watch: Box<WatchedState>,
        arity: u32,
        called: PredId,
    ) -> WatchPhase {
        if self.outside_counts().steps != watch.counts.steps {
            return WatchPhase::Off;
        }
        let is_last = watch.calls <= 1;
        // Making the message may run other code.
        let kept = self.protected.len();
        for i in 0..arity {
            let c = self.reg(i as u16);
            self.protected.push(c);
        }
        let saved = (self.p, self.s, self.write_mode, self.b0, self.called);
        let is_reported = X::cycle_found(self, &watch.called, called, is_last);
        (self.p, self.s, self.write_mode, self.b0, self.called) = saved;
        for i in 0..arity {
            let c = self.protected[kept + i as usize];
            self.set_x(i as u16, c);
        }
        self.protected.truncate(kept);
        if is_reported || is_last {
            self.cycles.is_done = true;
            return WatchPhase::Off;
        }
        watch.calls -= 1;
        WatchPhase::Found(watch)
    }

    /// The place at which the machine is, as for an interrupt.
    pub(crate) fn present_place(&mut self) -> Option<Box<Backtrace>> {
        let taken = self.backtraces.newest.take();
        self.take_backtrace(BallOrigin::Poll(self.called));
        std::mem::replace(&mut self.backtraces.newest, taken)
    }

    fn outside_counts(&self) -> OutsideCounts {
        OutsideCounts {
            steps: self.cycles.outside,
            readings: self.ext.readings(),
            propagations: self.ext.propagations(),
            written: self.ext.written(),
            generation: self.db.generation,
            dropped: self.db.dropped,
        }
    }

    fn control_registers(&self, p: Code, arity: u32) -> ControlRegisters {
        ControlRegisters {
            p: p as u64,
            cp: self.cp as u64,
            e: self.e,
            b: self.b,
            b0: self.b0,
            tr: self.tr,
            ext_mark: self.ext_mark,
            arity,
        }
    }

    /// The words of environments, choice points and trail.
    fn stack_words(&self) -> [&[u64]; 3] {
        let choices = self.b + field::ARGS + 8 * self.b_get(field::N);
        [
            self.env.slice(0, self.env_top() / 8),
            self.choice.slice(0, choices / 8),
            self.trail.slice(0, self.tr / 8),
        ]
    }

    fn argument_words(&self, arity: u32) -> impl Iterator<Item = u64> {
        (0..arity).map(|i| self.reg(i as u16).0)
    }

    /// The words of open collections and of cleanup goals.
    fn list_words(&self) -> Vec<u64> {
        let mut words = Vec::new();
        for c in &self.findall {
            words.extend([c.words.len() as u64, c.last as u64]);
            words.extend(&c.words);
        }
        words.push(self.findall.len() as u64);
        for &(goal, guard) in &self.cleanups {
            words.extend([goal.0, guard]);
        }
        words
    }

    fn record_state(&self, p: Code, arity: u32) -> MachineState {
        let [env, choice, trail] = self.stack_words();
        MachineState {
            control: self.control_registers(p, arity),
            x: self.argument_words(arity).collect(),
            env: env.to_vec(),
            choice: choice.to_vec(),
            trail: trail.to_vec(),
            heap: self.heap.words().to_vec(),
            lists: self.list_words(),
        }
    }

    fn compare_state(&mut self, watch: &mut WatchedState, p: Code, arity: u32) -> StateComparison {
        let state = &watch.state;
        if self.control_registers(p, arity) != state.control || !self.is_like(state) {
            return StateComparison::Different;
        }
        watch.work = watch.work.saturating_sub(state.size());
        if watch.work == 0 {
            return StateComparison::GivesUp;
        }
        if self.has_words(state) {
            return StateComparison::Equal;
        }
        // Without garbage there would be fewer words.
        if self.heap.top <= FIRST + 8 * state.heap.len() as u64 || !self.has_like_arguments(state) {
            return StateComparison::Different;
        }
        let [each, all] = COLLECTED;
        watch.work = watch.work.saturating_sub(each * state.size() + all);
        if watch.work == 0 {
            return StateComparison::GivesUp;
        }
        self.collect(u64::from(arity));
        // The collector may shorten the trail, and free constraints.
        let is_equal = self.outside_counts() == watch.counts
            && self.control_registers(p, arity) == watch.state.control
            && self.has_words(&watch.state);
        match is_equal {
            true => StateComparison::Equal,
            false => StateComparison::Different,
        }
    }

    /// Returns true if the words are those of a state with the same control registers.
    fn has_words(&self, state: &MachineState) -> bool {
        let [env, choice, trail] = self.stack_words();
        self.argument_words(state.control.arity)
            .eq(state.x.iter().copied())
            && *env == *state.env
            && *choice == *state.choice
            && *trail == *state.trail
            && *self.heap.words() == *state.heap
            && self.list_words() == state.lists
    }

    /// Returns true if the words outside the heap may be those of a state once the heap has been collected: they are
    /// equal, or may be addresses of cells. A number that is counted shows here that a collection is not worth its
    /// time.
    fn is_like(&self, state: &MachineState) -> bool {
        let is_like = |(now, then): (u64, u64)| {
            now == then || Cell(now).is_pointer() && Cell(then).is_pointer()
        };
        let [env, choice, _] = self.stack_words();
        let x = self.argument_words(state.control.arity);
        let stacks = [(env, &state.env), (choice, &state.choice)];
        x.zip(state.x.iter().copied()).all(is_like)
            && stacks.iter().all(|(now, then)| {
                now.len() == then.len()
                    && now.iter().copied().zip(then.iter().copied()).all(is_like)
            })
    }

    /// Returns false if the arguments are clearly other terms than those of a state.
    fn has_like_arguments(&self, state: &MachineState) -> bool {
        let now = self.argument_words(state.control.arity).map(Cell);
        let mut todo: Vec<(Cell, Cell)> = now.zip(state.x.iter().map(|&w| Cell(w))).collect();
        let then_at = |at: u64| state.heap[(at - FIRST) as usize / 8];
        for _ in 0..PARTS {
            let Some((now, mut then)) = todo.pop() else {
                return true;
            };
            let now = self.heap.deref(now);
            while then.is_ref() && then_at(then.addr()) != then.0 {
                then = Cell(then_at(then.addr()));
            }
            if now.tag() != then.tag() {
                return false;
            }
            let args = match now.tag() {
                Tag::Atom | Tag::Int if now != then => return false,
                Tag::List => 0..2,
                Tag::Struct => {
                    let header = self.heap.get(now.addr());
                    if header.0 != then_at(then.addr()) {
                        return false;
                    }
                    1..1 + u64::from(header.header_arity())
                }
                _ => continue,
            };
            let part = |i| (now.addr() + 8 * i, then.addr() + 8 * i);
            let parts = args.map(part);
            todo.extend(parts.map(|(n, t)| (self.heap.get(n), Cell(then_at(t)))));
        }
        // Large or cyclic terms.
        true
    }
}
