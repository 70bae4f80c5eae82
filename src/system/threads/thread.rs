//! A thread as the others see it: its status, its queue, its signals.

use super::queue::{MessageQueue, SLICE};
use crate::machine::{Interrupt, Parcel, SharedLimits};
use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;

/// The number of the thread that made the first one.
pub(crate) const MAIN: u64 = 1;

/// The status of a thread.
#[derive(Clone)]
pub(crate) enum ThreadStatus {
    Running,
    True,
    False,
    /// The ball that its goal threw.
    Exception(Arc<Parcel>),
    /// The argument of `thread_exit/1`.
    Exited(Arc<Parcel>),
}

/// The status of a thread, and its end. The goals at exit run between the end of its goal and its own.
struct ThreadState {
    status: ThreadStatus,
    has_ended: bool,
}

/// The goals that a thread has to run, and their memory in bytes.
#[derive(Default)]
struct Signals {
    goals: VecDeque<Parcel>,
    bytes: u64,
}

/// A thread as the others see it.
pub(crate) struct Thread {
    pub(crate) id: u64,
    pub(crate) alias: Mutex<Option<String>>,
    pub(crate) detached: AtomicBool,
    state: Mutex<ThreadState>,
    ended: Condvar,
    pub(crate) queue: Arc<MessageQueue>,
    pub(crate) interrupt: Interrupt,
    /// Goals that it has to run as soon as possible.
    signals: Mutex<Signals>,
    /// True if there are such goals.
    pub(crate) is_signalled: AtomicBool,
    /// The inferences of its machine, once it has ended.
    pub(crate) inferences: AtomicU64,
    /// The limits from which it has drawn them, if it shares some with the query that has made it.
    pub(crate) limits: Option<Arc<SharedLimits>>,
    pub(crate) handle: Mutex<Option<JoinHandle<()>>>,
}

impl Thread {
    /// A thread that has not started; `message_bytes` counts the memory of the messages to it.
    pub(crate) fn new(id: u64, interrupt: Interrupt, message_bytes: Arc<AtomicU64>) -> Thread {
        Thread {
            id,
            alias: Mutex::default(),
            detached: AtomicBool::new(false),
            state: Mutex::new(ThreadState {
                status: ThreadStatus::Running,
                has_ended: false,
            }),
            ended: Condvar::new(),
            queue: Arc::new(MessageQueue::new(None, message_bytes)),
            interrupt,
            signals: Mutex::default(),
            is_signalled: AtomicBool::new(false),
            inferences: AtomicU64::new(0),
            limits: None,
            handle: Mutex::default(),
        }
    }

    fn locked(&self) -> MutexGuard<'_, ThreadState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The status: `Running` until the goal ends.
    pub(crate) fn status(&self) -> ThreadStatus {
        self.locked().status.clone()
    }

    /// Returns true if the thread has ended, with its goals at exit.
    pub(crate) fn has_ended(&self) -> bool {
        self.locked().has_ended
    }

    /// The alias.
    pub(crate) fn alias(&self) -> Option<String> {
        let alias = self.alias.lock();
        alias.unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Waits for the end of the thread, for a slice of time at most. Returns the status if it has ended.
    pub(crate) fn wait(&self) -> Option<ThreadStatus> {
        let mut state = self.locked();
        if !state.has_ended {
            let waited = self.ended.wait_timeout(state, SLICE);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        state.has_ended.then(|| state.status.clone())
    }

    /// Sets the status, once the goal has ended.
    pub(crate) fn set_status(&self, status: ThreadStatus) {
        self.locked().status = status;
    }

    /// Notes that the thread has ended.
    pub(crate) fn end(&self, status: ThreadStatus) {
        *self.locked() = ThreadState {
            status,
            has_ended: true,
        };
        self.ended.notify_all();
    }

    /// Makes the thread run a goal before its next call. Returns false if its goals would take more than `most` bytes.
    pub(crate) fn signal(&self, goal: Parcel, most: u64) -> bool {
        {
            let signals = self.signals.lock();
            let mut signals = signals.unwrap_or_else(PoisonError::into_inner);
            let bytes = signals.bytes + goal.bytes();
            if bytes > most {
                return false;
            }
            signals.bytes = bytes;
            signals.goals.push_back(goal);
        }
        self.is_signalled.store(true, Ordering::SeqCst);
        self.interrupt.request_report();
        true
    }

    /// Takes the goals that it has to run.
    pub(crate) fn take_signals(&self) -> VecDeque<Parcel> {
        self.is_signalled.store(false, Ordering::SeqCst);
        let signals = self.signals.lock();
        std::mem::take(&mut *signals.unwrap_or_else(PoisonError::into_inner)).goals
    }

    /// Puts goals back that were taken, before those that have come since.
    pub(crate) fn put_back_signals(&self, goals: impl IntoIterator<Item = Parcel>) {
        let signals = self.signals.lock();
        let mut signals = signals.unwrap_or_else(PoisonError::into_inner);
        let mut all: VecDeque<Parcel> = goals.into_iter().collect();
        all.append(&mut signals.goals);
        signals.bytes = all.iter().map(Parcel::bytes).sum();
        signals.goals = all;
    }

    /// Makes the thread run the goals that wait, before its next call.
    pub(crate) fn wake_signals(&self) {
        let signals = self.signals.lock();
        if !signals
            .unwrap_or_else(PoisonError::into_inner)
            .goals
            .is_empty()
        {
            self.is_signalled.store(true, Ordering::SeqCst);
            self.interrupt.request_report();
        }
    }

    /// Waits for the thread of the system, which is about to end.
    pub(crate) fn join(&self) {
        let handle = self.handle.lock();
        let handle = handle.unwrap_or_else(PoisonError::into_inner).take();
        if let Some(handle) = handle {
            // A panic was made the status of the thread.
            let _ = handle.join();
        }
    }
}
