//! The watch for runs that return to a state that they have been in.

use crate::code::pred::PredId;

/// The watch of a machine.
#[derive(Default)]
pub(in crate::machine) struct CycleWatch {
    /// The number of steps so far that depend on, or change, something outside the words of the machine: calls of
    /// builtins that are not repeatable, runs that begin or end, libraries that are loaded.
    pub(in crate::machine) outside: u64,
    pub(in crate::machine) phase: WatchPhase,
    /// True if a watch is to begin at the next call.
    pub(in crate::machine) is_due: bool,
    /// True once a cycle of the query was reported.
    pub(in crate::machine) is_done: bool,
    /// For tests: the calls between two watches, which begin without a request.
    pub(in crate::machine) every: Option<u64>,
    /// The count of inferences at which such a watch begins.
    pub(in crate::machine) next: u64,
}

impl CycleWatch {
    /// Returns true if each call is to be looked at.
    pub(in crate::machine) fn is_on(&self) -> bool {
        self.is_due || self.every.is_some() || !matches!(self.phase, WatchPhase::Off)
    }
}

/// The state of a watch.
#[derive(Default)]
pub(in crate::machine) enum WatchPhase {
    #[default]
    Off,
    /// States are compared with one that was recorded.
    Watching(Box<WatchedState>),
    /// The run returns to the same states for ever; the cycle is reported at the call that stands for it.
    Found(Box<WatchedState>),
}

/// A watch that has begun.
pub(in crate::machine) struct WatchedState {
    pub(in crate::machine) state: MachineState,
    /// The counts of what happens outside the state, when the watch began.
    pub(in crate::machine) counts: OutsideCounts,
    /// The predicates that were called since then, the earliest first: not more than are named.
    pub(in crate::machine) called: Vec<PredId>,
    /// The calls that are left.
    pub(in crate::machine) calls: u32,
    /// The work that is left, in words that are compared.
    pub(in crate::machine) work: usize,
}

/// Counts that do not change while a run depends on nothing outside its state.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::machine) struct OutsideCounts {
    /// See [`CycleWatch::outside`].
    pub(in crate::machine) steps: u64,
    /// Values that evaluables such as `random` or `cputime` have read.
    pub(in crate::machine) readings: u64,
    pub(in crate::machine) propagations: u64,
    pub(in crate::machine) written: u64,
    /// The generation of the database.
    pub(in crate::machine) generation: u64,
    /// The clauses that were dropped: the addresses of their code may be others' now.
    pub(in crate::machine) dropped: u64,
}

/// The registers of the machine at a call. `HB` and the tops of the stacks follow from them and from the words.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::machine) struct ControlRegisters {
    /// The address of the called code.
    pub(in crate::machine) p: u64,
    pub(in crate::machine) cp: u64,
    pub(in crate::machine) e: u64,
    pub(in crate::machine) b: u64,
    pub(in crate::machine) b0: u64,
    pub(in crate::machine) tr: u64,
    pub(in crate::machine) ext_mark: u64,
    pub(in crate::machine) arity: u32,
}

/// The state of a machine at a call.
pub(in crate::machine) struct MachineState {
    pub(in crate::machine) control: ControlRegisters,
    /// The argument registers.
    pub(in crate::machine) x: Vec<u64>,
    pub(in crate::machine) env: Vec<u64>,
    pub(in crate::machine) choice: Vec<u64>,
    pub(in crate::machine) trail: Vec<u64>,
    pub(in crate::machine) heap: Vec<u64>,
    /// The words of `findall/3`'s collections and of cleanup goals.
    pub(in crate::machine) lists: Vec<u64>,
}

impl MachineState {
    /// The number of its words.
    pub(in crate::machine) fn size(&self) -> usize {
        let areas = [
            &self.env,
            &self.choice,
            &self.trail,
            &self.heap,
            &self.lists,
        ];
        areas.iter().map(|area| area.len()).sum()
    }
}
