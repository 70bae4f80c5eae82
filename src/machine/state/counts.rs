//! The counts of a run: calls, redos, choice points, instructions and time for each predicate, entries for each
//! clause.

use crate::base::clock::Instant;
use crate::code::pred::PredId;
use crate::machine::database::ClauseId;
use rustc_hash::FxHashMap;

/// The counts of one predicate.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct PredCounts {
    /// Calls.
    pub calls: u64,
    /// Further clauses or alternatives that were tried after a failure.
    pub redos: u64,
    /// Choice points that were pushed.
    pub choices: u64,
    /// Instructions.
    pub steps: u64,
    /// The time in nanoseconds, without that of other predicates.
    pub nanos: u64,
}

/// The counts of one goal in a clause.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct GoalCounts {
    /// Calls.
    pub calls: u64,
    /// Returns to the clause: none for the last call of a clause.
    pub exits: u64,
}

/// The counts of a run. Control constructs are not counted, but what they call.
pub(crate) struct Counts {
    pub(crate) preds: FxHashMap<PredId, PredCounts>,
    /// The number of times that each clause was entered: the calls that its head unified with.
    pub(crate) clauses: FxHashMap<ClauseId, u64>,
    /// The counts of the goals by the addresses of the instructions that call them.
    pub(crate) goals: FxHashMap<u64, GoalCounts>,
    /// The predicate whose code runs.
    pub(in crate::machine) current: Option<PredId>,
    /// The clause whose head is being unified.
    pub(in crate::machine) head: Option<ClauseId>,
    /// The clause at each address where the code of one begins.
    pub(in crate::machine) entries: FxHashMap<u64, ClauseId>,
    /// The predicate at each address at which the code of one begins, and the number of predicates that have been
    /// entered here.
    pub(in crate::machine) pred_entries: FxHashMap<u64, PredId>,
    pub(in crate::machine) known_preds: usize,
    /// The predicate at each address in clauses that was looked up.
    pub(in crate::machine) places: FxHashMap<u64, Option<PredId>>,
    /// True if a further clause is being looked for after a failure.
    pub(in crate::machine) retries: bool,
    steps: u64,
    since: Instant,
}

/// The number of instructions between two looks at the clock.
const STEPS: u64 = 64;

impl Default for Counts {
    fn default() -> Counts {
        Counts {
            preds: FxHashMap::default(),
            clauses: FxHashMap::default(),
            goals: FxHashMap::default(),
            current: None,
            head: None,
            entries: FxHashMap::default(),
            pred_entries: FxHashMap::default(),
            known_preds: 0,
            places: FxHashMap::default(),
            retries: false,
            steps: 0,
            since: Instant::now(),
        }
    }
}

impl Counts {
    /// The counts of a predicate.
    pub(in crate::machine) fn of(&mut self, p: PredId) -> &mut PredCounts {
        self.preds.entry(p).or_default()
    }

    /// Counts an instruction of the current predicate.
    pub(in crate::machine) fn step(&mut self) {
        self.steps += 1;
        if let Some(p) = self.current {
            self.of(p).steps += 1;
        }
        if self.steps.is_multiple_of(STEPS) {
            self.clock();
        }
    }

    /// Counts the return of a goal to the instruction after the one that calls it.
    pub(in crate::machine) fn exit(&mut self, next: u64) {
        if let Some(goal) = self.goals.get_mut(&(next - 8)) {
            goal.exits += 1;
        }
    }

    /// Starts the clock.
    pub(in crate::machine) fn start(&mut self) {
        self.since = Instant::now();
    }

    /// Adds the time since the last reading of the clock to the current predicate.
    pub(in crate::machine) fn clock(&mut self) {
        let now = Instant::now();
        let time = now.duration_since(self.since).as_nanos() as u64;
        self.since = now;
        if let Some(p) = self.current {
            self.of(p).nanos += time;
        }
    }
}
