//! The constraints of one machine: the kernel's store, and what the bridge keeps beside it.

use super::constraint_copy::Snapshots;
use super::fd_predicates::Predicates;
use super::kernel_search::Searches;
use super::listeners::Listeners;
use super::symbols::Symbols;
use super::{expression, linear, statistics};
use crate::base::splitmix::SplitMix64;
use crate::fd::constraints::prop::Store;
use crate::fd::kernel::store::Counters;
use crate::fd::kernel::var::VarId;
use crate::machine::{Cell, Record};
use std::sync::Arc;

/// The constraints of one machine.
#[derive(Default)]
pub(crate) struct Clpz {
    pub(super) store: Store,
    /// For each kernel variable its Prolog variable, or `[]`.
    pub(super) owners: Vec<Cell>,
    /// Kernel variables that got an owner after they were made, each with the mark at that time.
    pub(super) adopted: Vec<(u64, VarId)>,
    /// The constraints of answers that are being collected.
    pub(super) snapshots: Snapshots,
    pub(super) names: Option<Arc<Symbols>>,
    /// The FD predicates of programs.
    pub(super) predicates: Predicates,
    /// Work stack of expressions, kept for its memory.
    pub(super) tasks: Vec<expression::ExpressionTask>,
    /// Buffer of linear sums, kept for its memory.
    pub(super) room: linear::LinearBuffer,
    /// Buffer of variables to bind, kept for its memory.
    pub(super) fixed: Vec<VarId>,
    /// Buffer of variables to label, kept for its memory.
    pub(super) open: Vec<VarId>,
    /// Buffer of lists of integers, kept for its memory.
    pub(super) known: Vec<(u32, i64)>,
    /// Buffer of list elements, kept for its memory.
    pub(super) cells: Vec<Cell>,
    /// The searches that run in the kernel.
    pub(super) searches: Searches,
    /// The source of random choices in searches.
    pub(super) random: SplitMix64,
    /// True if variables may have attributes of other modules.
    pub(crate) others: bool,
    /// True if every labeling takes single steps, for tests.
    pub(super) stepwise: bool,
    /// The listeners to the kernel's events.
    pub(super) listeners: Listeners,
    /// The values of the counters at the last call of `fd_statistics/2`, by their place in the table.
    pub(super) counted: [u64; statistics::KEYS.len()],
}

impl Clpz {
    /// The state of a machine with the same FD predicates, and no constraints.
    pub(super) fn fork(&self) -> Clpz {
        Clpz {
            names: self.names.clone(),
            predicates: self.predicates.clone(),
            ..Clpz::default()
        }
    }

    /// Exchanges this state for that of another heap. Definitions, counters and random numbers are those of the machine
    /// and stay.
    pub(super) fn exchange(&mut self, other: &mut Clpz) {
        use std::mem::swap;
        swap(self, other);
        swap(&mut self.names, &mut other.names);
        swap(&mut self.predicates, &mut other.predicates);
        swap(&mut self.random, &mut other.random);
        swap(&mut self.counted, &mut other.counted);
        swap(&mut self.store.counters, &mut other.store.counters);
        self.stepwise = other.stepwise;
        self.others |= other.others;
    }

    /// Returns true if there are no constraints, and nothing that undoing would change.
    pub(super) fn is_empty(&self) -> bool {
        self.store.mark() == 0
            && self.store.var_count() == 0
            && self.owners.is_empty()
            && !self.searches.any()
            && self.listeners.is_empty()
    }

    /// Undoes everything since a mark.
    pub(crate) fn undo(&mut self, mark: u64) {
        self.store.undo_to(mark);
        self.searches.undo(mark);
        while let Some(&(since, v)) = self.adopted.last() {
            if since < mark {
                break;
            }
            if let Some(c) = self.owners.get_mut(v.0 as usize) {
                *c = Cell::NIL;
            }
            self.adopted.pop();
        }
        self.owners.truncate(self.store.var_count());
    }

    /// The approximate memory of the constraints, in bytes.
    pub(crate) fn bytes(&self) -> u64 {
        self.store.bytes()
    }

    /// The counters of the kernel since the machine was made.
    pub(crate) fn counters(&self) -> Counters {
        self.store.counters()
    }

    /// Garbage collection of the store's tail: frees variables without a marked owner, and their
    /// constraints. `newest` is the mark of the newest choice point. Returns the mark that remains.
    pub(crate) fn reclaim(&mut self, newest: u64, is_marked: &dyn Fn(Cell) -> bool) -> Option<u64> {
        // A search refers to variables by number, which marking does not see.
        if self.searches.any() {
            return None;
        }
        let owners = &self.owners;
        let is_alive = |v: VarId| {
            let owner = owners.get(v.0 as usize);
            owner.is_some_and(|c| *c != Cell::NIL && is_marked(*c))
        };
        // An older variable that got its owner later keeps it while the owner is alive.
        let adoptions = self.adopted.iter().rev();
        let newest = adoptions
            .filter(|(_, v)| is_alive(*v))
            .map(|(since, _)| since + 1)
            .fold(newest, u64::max);
        let mark = self.store.reclaim(newest, &is_alive)?;
        // Undoing frees the tail. It is not backtracking: neither counters nor listeners take note.
        let backtracks = self.store.counters.backtracks;
        let trace = self.store.suspend_trace();
        self.undo(mark);
        if let Some(trace) = trace {
            self.store.resume_trace(trace);
        }
        self.store.counters.backtracks = backtracks;
        Some(mark)
    }

    /// Visits the owners, for the garbage collector.
    pub(crate) fn roots(&mut self, visit: &mut dyn FnMut(&mut Cell)) {
        self.owners.iter_mut().for_each(visit);
    }

    /// Visits the records, for the collector of atoms.
    pub(crate) fn records(&self, visit: &mut dyn FnMut(&Record)) {
        self.listeners.records(visit);
    }
}
