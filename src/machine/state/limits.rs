//! Limits: on memory and inferences, on single goals (nested), on the depth of recursion.

use super::shared_limits::{LimitShare, MemoryReservation, SharedLimits};
use crate::base::clock::Instant;
use std::sync::Arc;
use std::time::Duration;

/// Bounds on the resources of a machine; exceeding one throws `resource_error`.
#[derive(Clone, Debug)]
pub(crate) struct Limits {
    /// The heap and the stacks together, in bytes.
    pub heap_bytes: u64,
    /// Each stack, in bytes: lower only if memory did not suffice for a larger one.
    pub stack_bytes: u64,
    /// The highest values to which a program may raise the two.
    pub most_bytes: u64,
    /// True if a query that exceeds the highest values ends: no `catch/3` catches the ball.
    pub most_is_final: bool,
    /// True if a query that exceeds the limits on memory in force ends. A program that has set lower ones than the
    /// highest can catch the error.
    pub memory_is_final: bool,
    /// The count of inferences at which a query stops.
    pub inferences: u64,
    /// The count of inferences at which a query pauses, if it can.
    pub slice_end: u64,
    /// The time at which a query stops.
    pub deadline: Option<Instant>,
    /// The count of propagations at which a query stops.
    pub propagations: u64,
    /// The rest of the limits, if the query has made threads that spend it too. Then the counts above allow the part that
    /// this machine has drawn.
    pub shared: Option<Arc<SharedLimits>>,
    /// True once the query was interrupted or has exceeded a limit of the host: only its cleanup goals run, up to
    /// the deadline.
    pub ending: bool,
    /// True once the time of the cleanup goals has begun.
    pub cleaning: bool,
}

/// The time that the cleanup goals of a query have once the query was interrupted or a limit of the host
/// was exceeded.
pub(in crate::machine) const CLEANUP_TIME: Duration = Duration::from_millis(200);

/// The inferences of the cleanup goals then.
pub(in crate::machine) const CLEANUP_INFERENCES: u64 = 1_000_000;

impl Limits {
    /// Returns true if the query may have made so many inferences: if it may not, more are drawn from the rest that
    /// threads share.
    pub(in crate::machine) fn admits_inferences(&mut self, count: u64) -> bool {
        let shared = self.shared.as_deref().filter(|_| !self.ending);
        admits(&mut self.inferences, count, shared.map(|s| &s.inferences))
    }

    /// As [`Limits::admits_inferences`], for propagations. Returns true if there may be so many.
    pub(in crate::machine) fn admits_propagations(&mut self, count: u64) -> bool {
        let shared = self.shared.as_deref().filter(|_| !self.ending);
        admits(
            &mut self.propagations,
            count,
            shared.map(|s| &s.propagations),
        )
    }

    /// Gives back what this machine has drawn and not spent, whose counts these are.
    pub(in crate::machine) fn give_back(&mut self, inferences: u64, propagations: u64) {
        let Some(shared) = self.shared.as_deref().filter(|_| !self.ending) else {
            return;
        };
        for (limit, count, share) in [
            (&mut self.inferences, inferences, &shared.inferences),
            (&mut self.propagations, propagations, &shared.propagations),
        ] {
            if *limit != u64::MAX && *limit > count {
                share.grant(Some(*limit - count));
                *limit = count;
            }
        }
    }

    /// The limits of a thread that the query makes when these are its counts. The thread has counts of its own.
    pub(crate) fn of_thread(&self, inferences: u64, propagations: u64) -> Limits {
        let draws = self.shared.is_some() && !self.ending;
        let rest = |limit: u64, count: u64| match limit {
            u64::MAX => u64::MAX,
            _ if draws => 0,
            limit => limit.saturating_sub(count),
        };
        Limits {
            inferences: rest(self.inferences, inferences),
            propagations: rest(self.propagations, propagations),
            slice_end: u64::MAX,
            ..self.clone()
        }
    }

    /// Ends the query: grants its cleanup goals a little time. A second call has no effect.
    pub(in crate::machine) fn end(&mut self, inferences: u64) {
        if !self.ending {
            self.ending = true;
            self.inferences = inferences.saturating_add(CLEANUP_INFERENCES);
            self.deadline = Instant::now().checked_add(CLEANUP_TIME);
            self.propagations = u64::MAX;
        }
    }

    /// Begins the time of the cleanup goals of a query that ends, now that the builtin that was stopped has returned: it
    /// may have taken longer than that. Returns true if the deadline has changed; a second call has no effect.
    pub(in crate::machine) fn begin_cleanups(&mut self) -> bool {
        let begins = self.ending && !self.cleaning;
        if begins {
            self.cleaning = true;
            self.deadline = Instant::now().checked_add(CLEANUP_TIME);
        }
        begins
    }

    /// Returns true if the query's time is over.
    pub(in crate::machine) fn is_past_deadline(&self) -> bool {
        self.deadline.is_some_and(|end| Instant::now() >= end)
    }

    /// Returns true if there is a limit that holds for one query.
    pub(crate) fn hold_for_query(&self) -> bool {
        self.inferences != u64::MAX
            || self.slice_end != u64::MAX
            || self.propagations != u64::MAX
            || self.deadline.is_some()
            || self.ending
    }

    /// Lifts the limits on inferences, propagations and time, which hold for one query. What was drawn and not spent is
    /// given back before ([`Limits::give_back`]).
    pub(crate) fn lift(&mut self) {
        (self.inferences, self.slice_end, self.propagations) = (u64::MAX, u64::MAX, u64::MAX);
        (self.deadline, self.ending, self.cleaning) = (None, false, false);
        self.shared = None;
    }
}

/// Returns true if a limit admits a count; raises the limit by what can be drawn from the rest that threads share.
fn admits(limit: &mut u64, count: u64, share: Option<&LimitShare>) -> bool {
    let Some(missing) = count.checked_sub(*limit).filter(|&n| n > 0) else {
        return true;
    };
    match share.and_then(|share| share.draw(missing)) {
        Some(drawn) => {
            *limit = limit.saturating_add(drawn);
            true
        }
        None => false,
    }
}

/// The default for the heap and the stacks. Endless recursion fills so many bytes within two seconds; where addresses have
/// 32 bits, they and a copy of one of them must fit.
const DEFAULT_BYTES: u64 = if usize::BITS < 64 { 1 << 28 } else { 1 << 30 };

impl Default for Limits {
    fn default() -> Self {
        Limits {
            heap_bytes: DEFAULT_BYTES,
            stack_bytes: DEFAULT_BYTES,
            most_bytes: 4 * DEFAULT_BYTES,
            most_is_final: false,
            memory_is_final: false,
            inferences: u64::MAX,
            slice_end: u64::MAX,
            deadline: None,
            propagations: u64::MAX,
            shared: None,
            ending: false,
            cleaning: false,
        }
    }
}

/// The account of names, predicates and clauses, and of the memory that all threads may take together.
#[derive(Default)]
pub(in crate::machine) struct Account {
    /// The size at which the next call collects.
    pub(in crate::machine) collect_at: u64,
    /// The size at the last error. Only a larger size is an error again, so that a program that has caught the error
    /// can erase clauses.
    pub(in crate::machine) refused: u64,
    /// See [`Machine::reserve`]; none for the machine of a host.
    pub(in crate::machine) reservation: Option<MemoryReservation>,
}

/// Numbers of what a machine counts. As limits, with the greatest number where there is none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ResourceCounts {
    pub(crate) inferences: u64,
    pub(crate) propagations: u64,
    /// Bytes of text that were written.
    pub(crate) output: u64,
}

impl ResourceCounts {
    /// No limits.
    pub(crate) const UNLIMITED: ResourceCounts = ResourceCounts {
        inferences: u64::MAX,
        propagations: u64::MAX,
        output: u64::MAX,
    };

    /// The counts at which limits on further ones are reached.
    pub(in crate::machine) fn after(&self, start: &ResourceCounts) -> ResourceCounts {
        self.with(start, u64::saturating_add)
    }

    /// The limits minus the counts.
    pub(in crate::machine) fn left(&self, now: &ResourceCounts) -> ResourceCounts {
        self.with(now, u64::saturating_sub)
    }

    /// Applies an operation to each limit and its count. Where there is no limit, there is none afterwards.
    fn with(&self, counts: &ResourceCounts, operation: fn(u64, u64) -> u64) -> ResourceCounts {
        let apply = |limit: u64, count: u64| match limit {
            u64::MAX => u64::MAX,
            limit => operation(limit, count),
        };
        ResourceCounts {
            inferences: apply(self.inferences, counts.inferences),
            propagations: apply(self.propagations, counts.propagations),
            output: apply(self.output, counts.output),
        }
    }
}

/// A limit in force.
pub(in crate::machine) struct CallLimit {
    pub(in crate::machine) token: u64,
    /// The counts that it allows.
    pub(in crate::machine) until: ResourceCounts,
    /// The end of the time, for a time limit.
    pub(in crate::machine) deadline: Option<Instant>,
    /// The newest choice point when the limit was set: no newer `catch/3` catches its ball.
    pub(in crate::machine) level: u64,
}

/// The rest of a limit that is not in force.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LimitRest {
    pub(crate) counts: ResourceCounts,
    /// Time, if it is limited.
    pub(crate) time: Option<Duration>,
    /// See [`CallLimit::level`].
    pub(crate) level: u64,
}

impl CallLimit {
    pub(in crate::machine) fn is_expired(&self) -> bool {
        self.deadline.is_some_and(|end| Instant::now() >= end)
    }
}

/// The limits in force, the innermost last.
pub(in crate::machine) struct CallLimits {
    pub(in crate::machine) list: Vec<CallLimit>,
    pub(in crate::machine) last_token: u64,
    /// The lowest inference count at which a limit is reached, the host's included.
    pub(in crate::machine) counts_to: u64,
    /// The lowest number of propagations that a limit of the list allows.
    pub(in crate::machine) propagates_to: u64,
}

impl Default for CallLimits {
    fn default() -> CallLimits {
        CallLimits {
            list: Vec::new(),
            last_token: 0,
            counts_to: 0,
            propagates_to: u64::MAX,
        }
    }
}

impl CallLimits {
    /// The lowest inference count that a limit allows.
    pub(in crate::machine) fn first_count(&self) -> u64 {
        let counts = self.list.iter().map(|limit| limit.until.inferences);
        counts.min().unwrap_or(u64::MAX)
    }

    /// Computes the lowest number of propagations that a limit allows.
    pub(in crate::machine) fn update_propagations(&mut self) {
        let counts = self.list.iter().map(|limit| limit.until.propagations);
        self.propagates_to = counts.min().unwrap_or(u64::MAX);
    }

    /// Returns true if a time limit has expired.
    pub(in crate::machine) fn is_expired(&self) -> bool {
        self.list.iter().any(CallLimit::is_expired)
    }
}

/// The limit on the depth of recursion.
#[derive(Default)]
pub(in crate::machine) struct DepthLimit {
    pub(in crate::machine) limit: Option<u64>,
    /// The greatest depth so far; above the limit if it was exceeded.
    pub(in crate::machine) reached: u64,
    /// The environment that depth is counted from.
    pub(in crate::machine) base: u64,
}

impl DepthLimit {
    /// Returns true if every call must be checked.
    pub(in crate::machine) fn any(&self) -> bool {
        self.limit.is_some()
    }
}
