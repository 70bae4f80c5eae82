//! Queues of messages.

use crate::machine::Parcel;
use std::collections::VecDeque;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// The time between two checks for interrupts during a wait.
pub(crate) const SLICE: Duration = Duration::from_millis(10);

/// The messages of a queue.
#[derive(Default)]
pub(crate) struct QueuedMessages {
    /// In order, each with its number.
    pub(crate) list: VecDeque<(u64, Arc<Parcel>)>,
    /// The number of the next message.
    next: u64,
    /// The memory of the messages in bytes.
    pub(crate) bytes: u64,
    /// True if the queue was destroyed.
    pub(crate) destroyed: bool,
}

/// A queue of messages.
pub(crate) struct MessageQueue {
    messages: Mutex<QueuedMessages>,
    changed: Condvar,
    /// The most messages that it holds.
    pub(crate) most: Option<usize>,
    /// The memory of the messages of all queues that share this count, in bytes.
    total: Arc<AtomicU64>,
}

impl MessageQueue {
    pub(crate) fn new(most: Option<usize>, total: Arc<AtomicU64>) -> MessageQueue {
        MessageQueue {
            messages: Mutex::default(),
            changed: Condvar::new(),
            most,
            total,
        }
    }

    /// The memory of the messages of this queue, and of those that share its count, in bytes.
    pub(crate) fn total_bytes(&self) -> u64 {
        self.total.load(Ordering::Relaxed)
    }

    /// The messages. No code that runs while they are locked panics half way through a change.
    pub(crate) fn locked(&self) -> MutexGuard<'_, QueuedMessages> {
        self.messages.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for a change, at most for a slice.
    pub(crate) fn wait<'a>(
        &self,
        messages: MutexGuard<'a, QueuedMessages>,
        most: Duration,
    ) -> MutexGuard<'a, QueuedMessages> {
        let waited = self.changed.wait_timeout(messages, most.min(SLICE));
        waited.unwrap_or_else(PoisonError::into_inner).0
    }

    /// Returns true if another message fits.
    pub(crate) fn has_room(&self, messages: &QueuedMessages) -> bool {
        self.most.is_none_or(|most| messages.list.len() < most)
    }

    /// Adds a message.
    pub(crate) fn add(&self, messages: &mut QueuedMessages, parcel: Parcel) {
        messages.bytes += parcel.bytes();
        self.total.fetch_add(parcel.bytes(), Ordering::Relaxed);
        messages.list.push_back((messages.next, Arc::new(parcel)));
        messages.next += 1;
        self.changed.notify_all();
    }

    /// Removes the message at a place.
    pub(crate) fn remove(&self, messages: &mut QueuedMessages, i: usize) {
        if let Some((_, parcel)) = messages.list.remove(i) {
            messages.bytes -= parcel.bytes();
            self.total.fetch_sub(parcel.bytes(), Ordering::Relaxed);
        }
        if self.most.is_some() {
            // A sender may wait for room.
            self.changed.notify_all();
        }
    }

    /// Destroys the queue; threads that wait for its messages are woken.
    pub(crate) fn destroy(&self) {
        let mut messages = self.locked();
        messages.destroyed = true;
        messages.list.clear();
        self.total.fetch_sub(messages.bytes, Ordering::Relaxed);
        messages.bytes = 0;
        self.changed.notify_all();
    }
}

impl Drop for MessageQueue {
    fn drop(&mut self) {
        let bytes = self.locked().bytes;
        self.total.fetch_sub(bytes, Ordering::Relaxed);
    }
}
