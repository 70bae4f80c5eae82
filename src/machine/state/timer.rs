//! The timer of a machine: one thread that makes the machine look at the clock when its first deadline has passed.
//!
//! The thread is started by the first deadline and ends with the machine. Setting a deadline costs two atomic
//! operations, unless it is earlier than the time up to which the thread sleeps.

use super::signals::SignalWord;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// No deadline.
const NEVER: u64 = u64::MAX;

/// The part of a timer that its thread shares.
struct Alarm {
    signals: Arc<SignalWord>,
    /// The time up to which the thread sleeps, in nanoseconds after the start of the signals.
    sleeps_until: AtomicU64,
    ended: AtomicBool,
}

/// The timer of a machine.
#[derive(Default)]
pub(in crate::machine) struct Timer {
    thread: Option<(Arc<Alarm>, JoinHandle<()>)>,
    /// True if the system allows no thread.
    refused: bool,
    /// See [`Timer::is_missed`].
    missed: bool,
}

impl Timer {
    /// Makes the thread wait for the deadline of the signals.
    pub(in crate::machine) fn set(&mut self, signals: &Arc<SignalWord>) {
        let deadline = signals.deadline.load(Ordering::SeqCst);
        if self.thread.is_none() && deadline != NEVER && !self.refused {
            self.start(signals);
        }
        self.missed = self.refused && deadline != NEVER;
        if let Some((alarm, thread)) = &self.thread
            && deadline < alarm.sleeps_until.load(Ordering::SeqCst)
        {
            thread.thread().unpark();
        }
    }

    /// Returns true if there is a deadline and no thread, so that the machine must look at the clock by itself.
    pub(in crate::machine) fn is_missed(&self) -> bool {
        self.missed
    }

    fn start(&mut self, signals: &Arc<SignalWord>) {
        let alarm = Arc::new(Alarm {
            signals: signals.clone(),
            sleeps_until: AtomicU64::new(NEVER),
            ended: AtomicBool::new(false),
        });
        let of_thread = alarm.clone();
        let thread = thread::Builder::new()
            .name("horn-timer".to_string())
            .stack_size(64 << 10)
            .spawn(move || of_thread.run());
        self.refused = thread.is_err();
        self.thread = thread.ok().map(|thread| (alarm, thread));
    }
}

impl Alarm {
    fn run(&self) {
        let mut announced = NEVER;
        while !self.ended.load(Ordering::SeqCst) {
            let deadline = self.signals.deadline.load(Ordering::SeqCst);
            let until = if deadline == announced {
                NEVER
            } else {
                deadline
            };
            self.sleeps_until.store(until, Ordering::SeqCst);
            // A deadline that is set from here on unparks the thread.
            if self.signals.deadline.load(Ordering::SeqCst) != deadline {
                continue;
            }
            if until == NEVER {
                thread::park();
                continue;
            }
            let now = self.signals.start.elapsed().as_nanos();
            match u128::from(until).checked_sub(now) {
                Some(left) if left > 0 => {
                    thread::park_timeout(Duration::from_nanos(left.try_into().unwrap_or(NEVER)));
                }
                _ => {
                    announced = deadline;
                    self.signals.request_clock_check();
                }
            }
        }
    }
}

impl Drop for Timer {
    /// Waits until the thread has ended: nothing of a machine is left running.
    fn drop(&mut self) {
        if let Some((alarm, thread)) = self.thread.take() {
            alarm.ended.store(true, Ordering::SeqCst);
            thread.thread().unpark();
            // The thread has nothing that can panic.
            let _ = thread.join();
        }
    }
}
