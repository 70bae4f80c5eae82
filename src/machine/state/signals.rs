//! Signals: the part of a machine that other threads can access.

use crate::base::clock::Instant;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// The part of a machine that other threads can access.
pub(in crate::machine) struct SignalWord {
    /// The heap top at which the next call polls; 0 makes it poll in any case.
    pub(in crate::machine) limit: AtomicU64,
    pub(in crate::machine) interrupted: AtomicBool,
    /// True if a timer has gone off: the machine must compare its deadline with the clock.
    pub(in crate::machine) timer: AtomicBool,
    /// True if a report on the progress was asked for.
    pub(in crate::machine) report: AtomicBool,
    /// True if another thread waits for the program that the machine shares.
    pub(in crate::machine) program_wanted: AtomicBool,
    /// The end of the first time limit, in nanoseconds after `start`.
    pub(in crate::machine) deadline: AtomicU64,
    pub(in crate::machine) start: Instant,
}

impl Default for SignalWord {
    fn default() -> Self {
        SignalWord {
            limit: AtomicU64::new(0),
            interrupted: AtomicBool::new(false),
            timer: AtomicBool::new(false),
            report: AtomicBool::new(false),
            program_wanted: AtomicBool::new(false),
            deadline: AtomicU64::new(u64::MAX),
            start: Instant::now(),
        }
    }
}

impl SignalWord {
    /// Sets the end of the first time limit.
    pub(in crate::machine) fn set_deadline(&self, end: Option<Instant>) {
        let after = |end: Instant| end.saturating_duration_since(self.start).as_nanos();
        let end = end.map_or(u64::MAX, |end| after(end).try_into().unwrap_or(u64::MAX));
        self.deadline.store(end, Ordering::SeqCst);
    }

    /// Makes the machine look at the clock at its next call. A timer that goes off too late, when another query
    /// runs, has no effect on that query.
    pub(in crate::machine) fn request_clock_check(&self) {
        self.timer.store(true, Ordering::SeqCst);
        self.limit.store(0, Ordering::SeqCst);
    }

    /// Makes the machine give way at its next call.
    pub(in crate::machine) fn request_program(&self) {
        self.program_wanted.store(true, Ordering::SeqCst);
        self.limit.store(0, Ordering::SeqCst);
    }
}

/// Interrupts a machine from another thread: its running query throws `interrupted`.
#[derive(Clone)]
pub(crate) struct Interrupt(pub(in crate::machine) Arc<SignalWord>);

impl Interrupt {
    /// Makes the machine throw `'$interrupt'` at its next call.
    pub(crate) fn interrupt(&self) {
        self.0.interrupted.store(true, Ordering::SeqCst);
        self.0.limit.store(0, Ordering::SeqCst);
    }

    /// Makes the machine report its progress at its next call.
    pub(crate) fn request_report(&self) {
        self.0.report.store(true, Ordering::SeqCst);
        self.0.limit.store(0, Ordering::SeqCst);
    }

    /// Returns true if the machine was interrupted or a time limit has expired: for long work without
    /// calls.
    pub(crate) fn is_due(&self) -> bool {
        let a = &self.0;
        a.interrupted.load(Ordering::SeqCst)
            || match a.deadline.load(Ordering::Relaxed) {
                u64::MAX => false,
                end => a.start.elapsed().as_nanos() >= u128::from(end),
            }
    }

    /// Takes back an interrupt that the machine has not noticed.
    pub(crate) fn forget(&self) {
        self.0.interrupted.store(false, Ordering::SeqCst);
    }
}
