//! The threads, queues and mutexes that the machine of a host and its threads share.

use super::mutexes::ProgramMutex;
use super::queue::MessageQueue;
use super::thread::{MAIN, Thread};
use crate::code::pred::PredId;
use crate::machine::Record;
use std::collections::BTreeMap;
use std::sync::atomic::AtomicU64;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The most threads of a machine at a time.
const MOST_THREADS: usize = 1000;
/// The approximate memory of a mutex with its entry in the table, in bytes.
pub(crate) const MUTEX_BYTES: u64 = 150;
/// The approximate memory of a queue without messages with its entry in the table, in bytes.
pub(crate) const QUEUE_BYTES: u64 = 200;

/// The tables of a family.
#[derive(Default)]
pub(crate) struct Registry {
    pub(crate) threads: BTreeMap<u64, Arc<Thread>>,
    pub(crate) queues: BTreeMap<u64, (Option<String>, Arc<MessageQueue>)>,
    pub(crate) mutexes: BTreeMap<u64, (Option<String>, Arc<ProgramMutex>)>,
    /// The memory of the messages of all `queues` and of those to `threads`, in bytes.
    pub(crate) message_bytes: Arc<AtomicU64>,
    /// The memory that the machines of the threads have reserved, if the host limits it.
    pub(crate) memory: Arc<AtomicU64>,
    last: u64,
    /// True if the machine is being dropped: no thread is made any more.
    closing: bool,
}

/// The threads, queues and mutexes that the machine of a host and its threads share.
#[derive(Default)]
pub(crate) struct Family(Mutex<Registry>);

impl Registry {
    /// A new number.
    pub(crate) fn number(&mut self) -> u64 {
        self.last = self.last.max(MAIN) + 1;
        self.last
    }

    /// The thread with this alias.
    pub(crate) fn thread_named(&self, name: &str) -> Option<Arc<Thread>> {
        let is_it = |t: &&Arc<Thread>| t.alias().as_deref() == Some(name);
        self.threads.values().find(is_it).cloned()
    }

    /// The number of the queue with this alias.
    pub(crate) fn queue_named(&self, name: &str) -> Option<u64> {
        number_named(&self.queues, name)
    }

    /// Returns true if a thread or a queue has this alias: messages may be sent to both.
    pub(crate) fn is_taken(&self, name: &str) -> bool {
        self.thread_named(name).is_some() || self.queue_named(name).is_some()
    }

    /// The number of the mutex with this alias.
    pub(crate) fn mutex_named(&self, name: &str) -> Option<u64> {
        number_named(&self.mutexes, name)
    }

    /// The approximate memory of the queues without their messages, and of the mutexes, in bytes.
    fn bytes(&self) -> u64 {
        self.queues.len() as u64 * QUEUE_BYTES + self.mutexes.len() as u64 * MUTEX_BYTES
    }

    /// Returns true if another thread may be made.
    pub(crate) fn has_room(&self) -> bool {
        !self.closing && self.threads.len() < MOST_THREADS
    }
}

fn number_named<T>(all: &BTreeMap<u64, (Option<String>, T)>, name: &str) -> Option<u64> {
    let mut named = all.iter().filter(|(_, (n, _))| n.as_deref() == Some(name));
    named.next().map(|(&id, _)| id)
}

impl Family {
    /// The tables.
    pub(crate) fn locked(&self) -> MutexGuard<'_, Registry> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Interrupts all threads but the main one.
    pub(crate) fn interrupt_threads(&self) {
        for (&id, thread) in &self.locked().threads {
            if id != MAIN {
                thread.interrupt.interrupt();
            }
        }
    }

    /// Ends all threads but the main one, and removes queues and mutexes. A thread that is made meanwhile by another
    /// one is refused.
    pub(crate) fn close(&self) {
        let threads: Vec<Arc<Thread>> = {
            let mut registry = self.locked();
            registry.closing = true;
            let threads = std::mem::take(&mut registry.threads).into_values();
            (registry.queues, registry.mutexes) = Default::default();
            threads.filter(|t| t.id != MAIN).collect()
        };
        for thread in &threads {
            thread.interrupt.interrupt();
        }
        for thread in threads {
            thread.join();
        }
    }
}

/// The part of a machine that is about threads.
#[derive(Default)]
pub(crate) struct Threads {
    family: Arc<Family>,
    /// The thread that the machine runs on; none for that of a host.
    pub(crate) own: Option<Arc<Thread>>,
    /// The goals of `thread_at_exit/1`, the newest last.
    pub(crate) at_exit: Vec<Record>,
    /// The predicates whose clauses a new thread does not have.
    pub(crate) local: Vec<PredId>,
    /// The running goals that signals must not interrupt.
    pub(crate) shields: u32,
    /// A list of patterns: signals that unify with one wait.
    pub(crate) blocked: Option<Record>,
}

impl Threads {
    /// Makes this the state of a thread of a family.
    pub(crate) fn enter(&mut self, family: Arc<Family>, own: Arc<Thread>) {
        self.family = family;
        self.own = Some(own);
    }

    /// The state of another machine with the same program.
    pub(crate) fn fork(&self) -> Threads {
        let mut fork = Threads::default();
        fork.local.clone_from(&self.local);
        fork
    }

    /// Notes that new threads do not have the clauses of a predicate.
    pub(crate) fn add_local(&mut self, p: PredId) {
        if !self.local.contains(&p) {
            self.local.push(p);
        }
    }

    /// The family.
    pub(crate) fn family(&self) -> &Arc<Family> {
        &self.family
    }

    /// The approximate memory of the queues without their messages, and of the mutexes, in bytes.
    pub(crate) fn bytes(&self) -> u64 {
        self.family.locked().bytes()
    }

    /// Ends all threads: the machine begins anew.
    pub(crate) fn reset(&mut self) {
        self.family.close();
        self.family.locked().closing = false;
        self.at_exit.clear();
        self.local.clear();
        self.shields = 0;
        self.blocked = None;
    }

    /// Returns true if the machine is that of a host, and all threads of its program have ended.
    pub(crate) fn is_alone(&self) -> bool {
        let has_ended = |(&id, t): (&u64, &Arc<Thread>)| id == MAIN || t.has_ended();
        self.own.is_none() && self.family.locked().threads.iter().all(has_ended)
    }

    /// The number of the thread that the machine runs on.
    pub(crate) fn number(&self) -> u64 {
        self.own.as_ref().map_or(MAIN, |t| t.id)
    }
}

impl Drop for Threads {
    /// Ends the threads with the machine of the host.
    fn drop(&mut self) {
        if self.own.is_none() {
            self.family.close();
        }
    }
}
