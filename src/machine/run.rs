//! The run loop: fetch, execute, backtrack; and what happens when something wants attention.
//!
//! Heap room, collection, wake-ups, interrupts and limits all hide behind one comparison at calls:
//! whoever wants attention lowers the limit that `H` is compared with.

use super::stack::{COUNT_IN_SLOT, field};
use super::{Ball, Cell, Code, Extension, Machine, ops};
use crate::base::atom::atoms;
use crate::code::instr::Instr;
use crate::code::pred::PredId;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;

/// What an instruction's body says.
pub(super) enum Flow {
    /// Go on at `p`.
    Next,
    /// Backtrack.
    Fail,
    /// Throw the ball that is set.
    Raise,
    /// Throw the ball that is set, which inline arithmetic made.
    Blame,
    /// The query has an answer.
    Answer,
    /// The query has no more answers.
    NoMore,
}

/// How a run ended.
pub(super) enum Ended {
    Answer,
    NoMore,
    Raised(Ball),
}

/// What other threads can reach of a machine.
pub(super) struct Attention {
    /// `H` above this wants attention; 0 asks for it at the next call.
    limit: AtomicU64,
    interrupted: AtomicBool,
    timed_out: AtomicBool,
    /// When the first time limit is over, in nanoseconds after `start`.
    deadline: AtomicU64,
    start: Instant,
}

impl Default for Attention {
    fn default() -> Self {
        Attention {
            limit: AtomicU64::new(0),
            interrupted: AtomicBool::new(false),
            timed_out: AtomicBool::new(false),
            deadline: AtomicU64::new(u64::MAX),
            start: Instant::now(),
        }
    }
}

impl Attention {
    /// Notes when the first time limit is over.
    pub(super) fn set_deadline(&self, end: Option<Instant>) {
        let after = |end: Instant| end.saturating_duration_since(self.start).as_nanos();
        let end = end.map_or(u64::MAX, |end| after(end).try_into().unwrap_or(u64::MAX));
        self.deadline.store(end, Ordering::Relaxed);
    }
}

/// Interrupts a machine from another thread: its running query throws `interrupted`.
#[derive(Clone)]
pub struct Interrupt(Arc<Attention>);

impl Interrupt {
    /// Asks the machine to throw `'$interrupt'` at its next call.
    pub fn interrupt(&self) {
        self.0.interrupted.store(true, Ordering::SeqCst);
        self.0.limit.store(0, Ordering::SeqCst);
    }

    /// Whether the machine was asked to stop or its time is over: for work that makes no calls.
    pub fn is_due(&self) -> bool {
        let a = &self.0;
        a.interrupted.load(Ordering::SeqCst)
            || a.timed_out.load(Ordering::SeqCst)
            || match a.deadline.load(Ordering::Relaxed) {
                u64::MAX => false,
                end => a.start.elapsed().as_nanos() >= u128::from(end),
            }
    }

    /// Asks the machine to throw `resource_error(time)` at its next call.
    pub fn time_out(&self) {
        self.0.timed_out.store(true, Ordering::SeqCst);
        self.0.limit.store(0, Ordering::SeqCst);
    }
}

/// Bounds on what a machine may use; going beyond throws `resource_error`.
#[derive(Clone, Debug)]
pub struct Limits {
    /// The heap, in bytes.
    pub heap_bytes: u64,
    /// Each stack, in bytes.
    pub stack_bytes: u64,
    /// The count of inferences at which a query stops.
    pub inferences: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            heap_bytes: 4 << 30,
            stack_bytes: 4 << 30,
            inferences: u64::MAX,
        }
    }
}

impl<X: Extension> Machine<X> {
    /// A handle that interrupts this machine from another thread.
    pub fn interrupt_handle(&self) -> Interrupt {
        Interrupt(self.attention.clone())
    }

    /// Whether the next call will throw because of an interrupt: for builtins that wait.
    pub fn is_interrupted(&self) -> bool {
        let a = &self.attention;
        a.interrupted.load(Ordering::SeqCst)
            || a.timed_out.load(Ordering::SeqCst)
            || self.budgets.overdue()
    }

    /// The bounds in force.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Changes the bounds.
    pub fn set_limits(&mut self, limits: Limits) {
        self.limits = limits;
        self.want_attention();
    }

    /// Makes the next call look what there is to do.
    pub(super) fn want_attention(&self) {
        self.attention.limit.store(0, Ordering::Relaxed);
    }

    /// Whether the next call has something else to do first.
    #[inline(always)]
    pub(super) fn needs_attention(&self) -> bool {
        self.heap.top >= self.attention.limit.load(Ordering::Relaxed)
    }

    /// See [`Machine::settle`]; for the start of a run.
    pub(super) fn settle_now(&mut self) {
        self.settle();
    }

    /// Sets the limit for normal running; something that came in between lowers it again.
    fn settle(&mut self) {
        let every_call = self.limits.inferences != u64::MAX
            || self.gc_stress
            || self.budgets.any()
            || self.depth.any();
        let limit = if every_call { 0 } else { self.gc_at };
        self.attention.limit.store(limit, Ordering::SeqCst);
        let a = &self.attention;
        if a.interrupted.load(Ordering::SeqCst)
            || a.timed_out.load(Ordering::SeqCst)
            || self.has_wake_ups()
        {
            a.limit.store(0, Ordering::SeqCst);
        }
    }

    /// When to collect next, from what lives now.
    pub(super) fn set_gc_threshold(&mut self) {
        let live = self.heap.top;
        let stacks = (self.e + self.b + self.tr) / 2;
        let room = (live + stacks).max(4 << 20);
        self.gc_at = (live + room).min(self.limits.heap_bytes.max(live + (1 << 20)));
        let size = self.gc_at + 2 * super::heap::RESERVE;
        let region = &mut self.heap.region;
        if size > region.size() && !region.resize(size.next_multiple_of(1 << 16)) {
            // The system has no more memory: what there is must do.
            self.gc_at = live.max(region.size().saturating_sub(2 * super::heap::RESERVE));
            self.limits.heap_bytes = self.limits.heap_bytes.min(region.size());
        }
        self.settle();
    }

    /// What a call with `arity` arguments for `target` does first when attention is wanted.
    #[cold]
    pub(super) fn attend_call(&mut self, p: &mut Code, arity: u32) -> Flow {
        if let Err(ball) = self.check_limits(arity) {
            self.ball = Some(ball);
            return Flow::Raise;
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

    /// What an inline `attend` or cut does when attention is wanted: only wake-ups.
    #[cold]
    #[inline(never)]
    pub(super) fn attend_inline(&mut self, p: &mut Code, x: u16, n: u16) -> Flow {
        if self.wake.is_empty() && self.cleanup_due.is_empty() {
            return Flow::Next;
        }
        match self.run_wake_ups(*p, u64::from(x), (n != u16::MAX).then_some(n)) {
            Ok(Some(code)) => {
                *p = code;
                Flow::Next
            }
            Ok(None) => Flow::Next,
            Err(flow) => flow,
        }
    }

    /// The ball of an interrupt that has come, which is then over: for builtins that wait in vain.
    pub fn take_interrupt(&mut self) -> Option<Ball> {
        if self.attention.interrupted.swap(false, Ordering::SeqCst) {
            self.settle();
            let c = Cell::atom(self.atoms.intern("$interrupt"));
            return Some(self.ball(c));
        }
        if self.attention.timed_out.swap(false, Ordering::SeqCst) {
            self.settle();
            return Some(self.resource_error(atoms::TIME));
        }
        None
    }

    /// The ball of an interrupt or of a time limit that is over: for builtins that work for long.
    pub fn take_stop(&mut self) -> Option<Ball> {
        let ball = self.take_interrupt();
        ball.or_else(|| self.overdue_budget())
    }

    fn check_limits(&mut self, arity: u32) -> Result<(), Ball> {
        if let Some(ball) = self.take_interrupt() {
            return Err(ball);
        }
        if self.inferences > self.limits.inferences {
            self.limits.inferences = u64::MAX;
            self.settle();
            return Err(self.resource_error(atoms::INFERENCES));
        }
        if self.budgets.any()
            && let Some(ball) = self.exceeded_budget()
        {
            self.settle();
            return Err(ball);
        }
        if self.heap.top >= self.gc_at || self.gc_stress {
            if self.forbid_gc == 0 {
                self.collect(u64::from(arity));
            } else {
                self.set_gc_threshold();
            }
        }
        let stacks = self.e.max(self.b).max(self.tr);
        // What is left must be worth going on for, or every call would collect.
        if self.heap.top + self.limits.heap_bytes / 32 > self.limits.heap_bytes
            || stacks + stacks / 8 > self.limits.stack_bytes
        {
            self.settle();
            return Err(self.resource_error(atoms::MEMORY));
        }
        self.settle();
        Ok(())
    }

    /// Reports bindings of attributed variables and due cleanups. If there is library work to do, returns
    /// the code that does it and then resumes at `at` with `x` registers (and `n` slots of an own environment).
    fn run_wake_ups(&mut self, at: Code, x: u64, n: Option<u16>) -> Result<Option<Code>, Flow> {
        if self.wake.is_empty() && self.cleanup_due.is_empty() {
            return Ok(None);
        }
        let mut due: Vec<Cell> = Vec::new();
        let mut i = 0;
        while i < self.wake.len() {
            let (atts, value) = self.wake[i];
            i += 1;
            match X::bound(self, atts, value) {
                Ok(Some(true)) => due.push(self.heap.structure(self.known.wake, &[atts, value])),
                Ok(Some(false)) => {}
                Ok(None) => {
                    self.wake.clear();
                    return Err(Flow::Fail);
                }
                Err(ball) => {
                    self.wake.clear();
                    self.ball = Some(ball);
                    return Err(Flow::Raise);
                }
            }
        }
        self.wake.clear();
        if !self.cleanup_due.is_empty() {
            let goal = self.due_cleanups();
            due.push(goal);
        }
        self.settle();
        if due.is_empty() {
            return Ok(None);
        }
        // The registers wait in an environment of their own, above the clause's.
        let count = 4 + x;
        let true_cp = self.cp;
        if let Some(n) = n {
            self.cp = self.continuation_with(n);
        }
        self.push_env(count);
        self.set_y(0, Cell::int(count as i64));
        self.set_y(1, Cell::int(at as i64));
        self.set_y(2, Cell::int(true_cp as i64));
        self.set_y(3, Cell::int(self.b0 as i64));
        for i in 0..x {
            let c = self.reg(i as u16);
            self.set_y((4 + i) as u16, c);
        }
        let list = self.heap.list(&due, Cell::NIL);
        self.set_x(0, list);
        self.cp = ops::control::RESUME[1..].as_ptr();
        debug_assert!(matches!(
            ops::control::RESUME[0],
            Instr::Call {
                n: COUNT_IN_SLOT,
                ..
            }
        ));
        self.b0 = self.b;
        Ok(Some(self.db.entries[WAKEUP.0 as usize]))
    }

    /// Throws the ball that is set: finds the catcher of this run, or ends it.
    #[cold]
    pub(super) fn unwind(&mut self) -> Option<Code> {
        self.wake.clear();
        let mut e = self.e;
        loop {
            let bp = self.b_get(field::BP) as Code;
            if bp == ops::meta::HALT_FAIL.as_ptr() {
                return None;
            }
            if bp == ops::meta::FAIL_CATCH.as_ptr()
                && !self.ball.as_ref().is_some_and(Ball::is_final)
            {
                let own = self.b_get(field::E);
                while e > own {
                    e = self.env.get(e);
                }
                if e == own
                    && let Some(code) = self.try_catcher()
                {
                    return Some(code);
                }
            }
            let below = self.b_get(field::PREV);
            if !self.cleanups.is_empty() {
                self.collect_cleanups(below);
            }
            self.b = below;
        }
    }

    /// At an active catch frame: unifies the ball; on success leaves for the recovery goal.
    fn try_catcher(&mut self) -> Option<Code> {
        self.restore_choice();
        let depth = self.b_get(field::POS) as usize;
        let ball = self.ball.take()?;
        let below = self.b_get(field::PREV);
        let term = ball.term().restore(&mut self.heap);
        let catcher = self.y(0);
        // The catch's own choice point stays until the ball fits, so that a failed attempt is undone.
        if self.unify(catcher, term) {
            self.findall.truncate(depth);
            self.b = below;
            self.hb = self.b_get(field::H);
            let recovery = self.y(1);
            self.pop_env();
            let at = self.protect(recovery);
            self.run_due_cleanups();
            let recovery = self.protected(at);
            self.unprotect(at);
            self.set_x(0, recovery);
            self.b0 = self.b;
            return Some(self.db.entries[CALL1.0 as usize]);
        }
        self.wake.clear();
        self.restore_choice();
        self.ball = Some(ball);
        None
    }

    /// Runs code until the query has an answer, fails or throws.
    pub(super) fn run(&mut self, start: Code) -> Ended {
        let mut p = start;
        loop {
            let flow = self.dispatch(&mut p);
            match flow {
                Flow::Answer => return Ended::Answer,
                Flow::NoMore => return Ended::NoMore,
                Flow::Blame => self.blame(p),
                _ => {}
            }
            match self.unwind() {
                Some(code) => p = code,
                None => {
                    let ball = self.ball.take();
                    return match ball {
                        Some(b) => Ended::Raised(b),
                        None => Ended::NoMore,
                    };
                }
            }
        }
    }

    /// Executes instructions until something other than `Next` or `Fail` comes up.
    fn dispatch(&mut self, at: &mut Code) -> Flow {
        macro_rules! dispatch_table {
            ($(#[doc = $doc:literal] $name:ident $mnemonic:literal { $($field:ident : $ty:ty),* } $group:ident :: $body:ident ;)*) => {{
                let mut p: Code = *at;
                loop {
                    // SAFETY: `p` always points at an instruction of a live code block: entries, continuations and
                    // jumps are made by the compiler and the index, and every block ends in a transfer of control.
                    let instr = unsafe { *p };
                    // SAFETY: one past the last instruction at most, and then not read.
                    p = unsafe { p.add(1) };
                    let flow = match instr {
                        $(Instr::$name { $($field),* } => ops::$group::$body(self, &mut p, $($field),*),)*
                    };
                    match flow {
                        Flow::Next => {}
                        Flow::Fail => p = self.backtrack(),
                        other => {
                            *at = p;
                            return other;
                        }
                    }
                }
            }};
        }
        crate::instruction_table!(dispatch_table)
    }
}

/// Predicates with fixed numbers, made first in every machine.
pub(super) const CALL1: PredId = PredId(0);
/// `'$wakeup'/1`.
pub(super) const WAKEUP: PredId = PredId(1);
/// `'$body'/3`: goal, level, module.
pub(super) const BODY: PredId = PredId(2);
/// `'$conj'/4`.
pub(super) const CONJ: PredId = PredId(3);
/// `'$or'/4`.
pub(super) const OR: PredId = PredId(4);
/// `'$ite'/5`.
pub(super) const ITE: PredId = PredId(5);
/// `'$soft'/5`.
pub(super) const SOFT: PredId = PredId(6);
/// `'$not'/2`.
pub(super) const NOT: PredId = PredId(7);
/// `'$it'/4`: if-then without else.
pub(super) const IF_THEN: PredId = PredId(8);
/// `'$soft_then'/4`.
pub(super) const SOFT_THEN: PredId = PredId(9);

/// Names and arities of the fixed predicates, in the order of their numbers.
pub(super) const FIXED: &[(&str, u32)] = &[
    ("call", 1),
    ("$wakeup", 1),
    ("$body", 3),
    ("$conj", 4),
    ("$or", 4),
    ("$ite", 5),
    ("$soft", 5),
    ("$not", 2),
    ("$it", 4),
    ("$soft_then", 4),
];
