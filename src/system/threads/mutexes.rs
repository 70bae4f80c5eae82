//! Mutexes of programs: a thread may lock one several times.

use super::queue::SLICE;
use std::sync::atomic::AtomicBool;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// The thread that holds a mutex, and how often.
#[derive(Clone, Copy, Default)]
pub(crate) struct Holder {
    pub(crate) thread: Option<u64>,
    pub(crate) count: u64,
}

/// A mutex of a program.
#[derive(Default)]
pub(crate) struct ProgramMutex {
    holder: Mutex<Holder>,
    released: Condvar,
    /// True if it is to be removed when it is unlocked.
    pub(crate) is_doomed: AtomicBool,
}

impl ProgramMutex {
    fn locked(&self) -> MutexGuard<'_, Holder> {
        self.holder.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The thread that holds it, and how often.
    pub(crate) fn holder(&self) -> Holder {
        *self.locked()
    }

    /// Locks it for a thread, and waits for a slice of time at most. Returns false if another thread holds it.
    pub(crate) fn try_lock(&self, thread: u64, waits: bool) -> bool {
        let mut holder = self.locked();
        let is_free = |h: &Holder| h.thread.is_none_or(|t| t == thread);
        if waits && !is_free(&holder) {
            let waited = self.released.wait_timeout(holder, SLICE);
            holder = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        if !is_free(&holder) {
            return false;
        }
        holder.thread = Some(thread);
        holder.count += 1;
        true
    }

    /// Unlocks it once. Returns false if the thread does not hold it.
    pub(crate) fn unlock(&self, thread: u64) -> bool {
        let mut holder = self.locked();
        if holder.thread != Some(thread) {
            return false;
        }
        holder.count -= 1;
        if holder.count == 0 {
            holder.thread = None;
            self.released.notify_one();
        }
        true
    }

    /// Unlocks it if the thread holds it.
    pub(crate) fn release(&self, thread: u64) {
        let mut holder = self.locked();
        if holder.thread == Some(thread) {
            *holder = Holder::default();
            self.released.notify_one();
        }
    }
}
