//! Signals: what other threads can reach of a machine.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;

/// What other threads can reach of a machine.
pub(in crate::machine) struct SignalWord {
    /// `H` above this wants attention; 0 asks for it at the next call.
    pub(in crate::machine) limit: AtomicU64,
    pub(in crate::machine) interrupted: AtomicBool,
    pub(in crate::machine) timed_out: AtomicBool,
    /// When the first time limit is over, in nanoseconds after `start`.
    pub(in crate::machine) deadline: AtomicU64,
    pub(in crate::machine) start: Instant,
}

impl Default for SignalWord {
    fn default() -> Self {
        SignalWord {
            limit: AtomicU64::new(0),
            interrupted: AtomicBool::new(false),
            timed_out: AtomicBool::new(false),
            deadline: AtomicU64::new(u64::MAX),
            start: Instant::now(),
        }
    }
}

impl SignalWord {
    /// Notes when the first time limit is over.
    pub(in crate::machine) fn set_deadline(&self, end: Option<Instant>) {
        let after = |end: Instant| end.saturating_duration_since(self.start).as_nanos();
        let end = end.map_or(u64::MAX, |end| after(end).try_into().unwrap_or(u64::MAX));
        self.deadline.store(end, Ordering::Relaxed);
    }
}

/// Interrupts a machine from another thread: its running query throws `interrupted`.
#[derive(Clone)]
pub struct Interrupt(pub(in crate::machine) Arc<SignalWord>);

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
