//! The meter of a query or a load: its limits, and the resources that it has used.

use super::limits::{Limit, Spent};
use crate::base::clock::Instant;
use crate::machine::{Extension, Limits, SharedLimits};
use crate::system::Vm;
use std::sync::Arc;
use std::time::Duration;

/// The limits of a query, each from its start.
#[derive(Clone, Copy, Default, PartialEq)]
pub(super) struct Budget {
    inferences: Option<u64>,
    answers: Option<u64>,
    propagations: Option<u64>,
    output: Option<u64>,
    time: Option<Duration>,
}

impl Budget {
    /// Sets one of the limits; that on memory is not one of a query.
    pub(super) fn set(&mut self, limit: Limit) {
        match limit {
            Limit::Memory(_) | Limit::CatchableMemory(_) => {}
            Limit::Inferences(n) => self.inferences = n,
            Limit::Time(time) => self.time = time,
            Limit::Answers(n) => self.answers = n,
            Limit::Propagations(n) => self.propagations = n,
            Limit::Output(n) => self.output = n,
        }
    }

    /// Grants as much more than was granted or, if that is more, than was spent; without a number, removes the limit.
    fn extend(&mut self, more: Limit, spent: &Spent) {
        let count = |limit: &mut Option<u64>, spent: u64, more: Option<u64>| {
            *limit = limit
                .zip(more)
                .map(|(n, more)| n.max(spent).saturating_add(more));
        };
        match more {
            Limit::Memory(_) | Limit::CatchableMemory(_) => {}
            Limit::Inferences(n) => count(&mut self.inferences, spent.inferences, n),
            Limit::Answers(n) => count(&mut self.answers, spent.answers, n),
            Limit::Propagations(n) => count(&mut self.propagations, spent.propagations, n),
            Limit::Output(n) => count(&mut self.output, spent.output_bytes, n),
            Limit::Time(time) => {
                let limit = self.time.zip(time);
                self.time = limit.map(|(t, more)| t.max(spent.time).saturating_add(more));
            }
        }
    }
}

/// Limits the memory of a machine; without a number, sets the limits of a machine whose host has set none. With
/// `is_final`, no program catches that the memory is exhausted.
pub(super) fn limit_memory(vm: &mut Vm, default: &Limits, bytes: Option<usize>, is_final: bool) {
    let bytes = bytes.map(|b| b as u64);
    let is_final = is_final && bytes.is_some();
    let mut limits = vm.limits().clone();
    limits.heap_bytes = bytes.unwrap_or(default.heap_bytes);
    limits.stack_bytes = bytes.unwrap_or(default.stack_bytes);
    limits.most_bytes = bytes.unwrap_or(default.most_bytes);
    (limits.most_is_final, limits.memory_is_final) = (is_final, is_final);
    vm.set_limits(limits);
}

/// The meter of a query or a load.
#[derive(Default)]
pub(super) struct Meter {
    budget: Budget,
    /// The counts of the machine at the start.
    start: Spent,
    /// The resources that were used up to the end of the last run.
    spent: Spent,
    /// The start of the present run.
    running_since: Option<Instant>,
    /// The rest of the limits, if the query has made threads, which spend it too.
    shared: Option<Arc<SharedLimits>>,
}

/// The counts of a machine.
fn counts(vm: &Vm) -> Spent {
    Spent {
        inferences: vm.inferences,
        propagations: vm.ext.propagations(),
        output_bytes: vm.ext.streams.written(),
        ..Spent::default()
    }
}

impl Meter {
    /// The meter of a query that starts now.
    pub(super) fn new(vm: &Vm, budget: Budget) -> Meter {
        Meter {
            budget,
            start: counts(vm),
            ..Meter::default()
        }
    }

    /// Returns true if nothing is limited.
    pub(super) fn is_unlimited(&self) -> bool {
        self.budget == Budget::default()
    }

    /// Puts the limits in force for a run, which pauses after the inferences of `slice`.
    pub(super) fn begin(&mut self, vm: &mut Vm, slice: Option<u64>) {
        let now = Instant::now();
        self.running_since = Some(now);
        // Limits are in force if a goal that ran outside of the query has exhausted the memory.
        if self.is_unlimited() && slice.is_none() && !vm.limits().hold_for_query() {
            return;
        }
        let is_shared = self.shared.is_some();
        let until = |start: u64, count: u64, most: Option<u64>| match most {
            None => u64::MAX,
            // Nothing is drawn yet of what threads spend too.
            Some(_) if is_shared => count,
            Some(n) => start.saturating_add(n),
        };
        let (start, count, most) = (&self.start, counts(vm), &self.budget);
        let mut limits = vm.limits().clone();
        limits.lift();
        limits.inferences = until(start.inferences, count.inferences, most.inferences);
        limits.slice_end = slice.map_or(u64::MAX, |n| vm.inferences.saturating_add(n));
        limits.propagations = until(start.propagations, count.propagations, most.propagations);
        limits.shared.clone_from(&self.shared);
        let left = most.time.map(|t| t.saturating_sub(self.spent.time));
        limits.deadline = left.and_then(|left| now.checked_add(left));
        let output = until(start.output_bytes, count.output_bytes, most.output);
        vm.ext.streams.limit_output(most.output.map(|_| output));
        vm.set_limits(limits);
    }

    /// Lifts the limits after a run.
    pub(super) fn end(&mut self, vm: &mut Vm) {
        vm.give_back_limits();
        if vm.limits().shared.is_some() {
            self.shared.clone_from(&vm.limits().shared);
        }
        if vm.limits().hold_for_query() {
            let mut limits = vm.limits().clone();
            limits.lift();
            vm.set_limits(limits);
        }
        vm.ext.streams.limit_output(None);
        let now = counts(vm);
        self.spent = Spent {
            inferences: now.inferences.saturating_sub(self.start.inferences),
            propagations: now.propagations.saturating_sub(self.start.propagations),
            output_bytes: now.output_bytes.saturating_sub(self.start.output_bytes),
            answers: self.spent.answers,
            time: self.spent.time
                + self
                    .running_since
                    .take()
                    .map_or(Duration::ZERO, |t| t.elapsed()),
        };
    }

    /// Returns true if the limit allows another answer.
    pub(super) fn allows_answer(&self) -> bool {
        let most = self.budget.answers.unwrap_or(u64::MAX);
        self.spent.answers < most
    }

    /// Counts an answer.
    pub(super) fn count_answer(&mut self) {
        self.spent.answers += 1;
    }

    /// Grants more of a resource.
    pub(super) fn extend(&mut self, more: Limit) {
        self.budget.extend(more, &self.spent);
        if let Some(shared) = self.shared.as_deref() {
            match more {
                Limit::Inferences(n) => shared.grant_inferences(n),
                Limit::Propagations(n) => shared.grant_propagations(n),
                Limit::Output(n) => shared.output.grant(n),
                _ => {}
            }
        }
    }

    /// The resources that were used up to the end of the last run.
    pub(super) fn spent(&self) -> Spent {
        self.spent
    }
}
