//! Counting the calls, choices and times of a run: the run loop in its counted form calls these functions at every
//! instruction. The plain form does not contain them.

use crate::base::atom::atoms;
use crate::code::instr::{Counting, Instr};
use crate::code::pred::PredId;
use crate::machine::database::code_block::plain;
use crate::machine::database::{ClauseId, PredicateKind};
use crate::machine::state::counts::{Counts, PredCounts};
use crate::machine::{Code, Extension, Machine};

impl<X: Extension> Machine<X> {
    /// Counts runs that begin from now on, up to [`Machine::end_counts`]. Returns the counts of the run around it.
    pub(crate) fn begin_counts(&mut self) -> Option<Box<Counts>> {
        // A call whose clause has code is counted with it.
        self.compile_all_postponed();
        let mut counts = Box::new(Counts::default());
        for (id, clause) in self.db.numbered_clauses() {
            counts.entries.insert(clause.entry() as u64, id);
        }
        self.note_pred_entries(&mut counts);
        counts.start();
        self.counts.replace(counts)
    }

    /// Returns true if a run is counted.
    pub(crate) fn is_counting(&self) -> bool {
        self.counts.is_some()
    }

    /// Ends counting; the run around it continues with its own counts.
    pub(crate) fn end_counts(&mut self, outer: Option<Box<Counts>>) -> Option<Box<Counts>> {
        if let Some(counts) = &mut self.counts {
            counts.clock();
        }
        let counts = std::mem::replace(&mut self.counts, outer);
        if let Some(outer) = &mut self.counts {
            // The time of the counted run is its own.
            let current = outer.current.take();
            outer.clock();
            outer.current = current;
        }
        counts
    }

    /// Called before an instruction: counts the goal that it calls. The time of the instructions before a builtin is
    /// not that of the builtin.
    pub(in crate::machine) fn count_before(&mut self, instr: &Instr, at: u64) {
        let Some(counts) = &mut self.counts else {
            return;
        };
        match instr.counting() {
            Counting::Builtin => counts.clock(),
            Counting::Call | Counting::MetaCall => {}
            Counting::Step
            | Counting::Entry
            | Counting::Exit
            | Counting::Select
            | Counting::Retry
            | Counting::Branch
            | Counting::Jump
            | Counting::Nothing => return,
        }
        counts.goals.entry(at).or_default().calls += 1;
    }

    /// Called after an instruction that neither failed nor threw. `b` is the newest choice point before it, `next`
    /// the instruction that follows.
    #[inline(never)]
    pub(in crate::machine) fn count_step(&mut self, instr: &Instr, next: Code, b: u64) {
        let Some(mut counts) = self.counts.take() else {
            return;
        };
        let counting = instr.counting();
        if counting == Counting::Jump {
            self.count_selection(&mut counts, next);
            self.counts = Some(counts);
            return;
        }
        counts.step();
        if let Some(clause) = counts.head.filter(|_| !is_of_head(instr)) {
            *counts.clauses.entry(clause).or_default() += 1;
            counts.head = None;
        }
        if self.b > b
            && let Some(p) = counts.current
        {
            counts.of(p).choices += 1;
        }
        match counting {
            Counting::Call => {
                if let Some(p) = instr.predicate() {
                    self.count_call(&mut counts, p, next);
                }
            }
            Counting::MetaCall | Counting::Entry => {
                if let Some(p) = self.pred_of_entry(&mut counts, next) {
                    self.count_call(&mut counts, p, next);
                }
            }
            Counting::Exit => {
                counts.exit(next as u64);
                counts.current = self.pred_at(&mut counts, next as u64 - 8);
            }
            Counting::Select | Counting::Retry => self.count_selection(&mut counts, next),
            Counting::Builtin => {
                counts.exit(next as u64);
                if let Some(b) = instr.index() {
                    self.count_builtin(&mut counts, b);
                }
            }
            Counting::Step | Counting::Branch | Counting::Jump | Counting::Nothing => {}
        }
        self.counts = Some(counts);
    }

    /// After a failure, before the alternative at `next`.
    #[inline(never)]
    pub(in crate::machine) fn count_failure(&mut self, next: Code) {
        let Some(mut counts) = self.counts.take() else {
            return;
        };
        counts.step();
        counts.head = None;
        // SAFETY: the alternative of a choice point is an instruction of a live code block.
        match unsafe { *plain(next) }.counting() {
            Counting::Retry => counts.retries = true,
            Counting::Branch => {
                counts.current = self.pred_at(&mut counts, next as u64);
                if let Some(p) = counts.current {
                    counts.of(p).redos += 1;
                }
            }
            Counting::Step
            | Counting::Call
            | Counting::MetaCall
            | Counting::Entry
            | Counting::Exit
            | Counting::Builtin
            | Counting::Select
            | Counting::Jump
            | Counting::Nothing => {}
        }
        self.counts = Some(counts);
    }

    /// Counts the call of a predicate whose code begins at `next`.
    fn count_call(&mut self, counts: &mut Counts, p: PredId, next: Code) {
        let pred = self.db.pred(p);
        if pred.properties.deferred {
            // It is counted when its clauses have been read.
            return;
        }
        match pred.kind {
            // The calls that they make are counted.
            PredicateKind::Undefined | PredicateKind::Control | PredicateKind::Alias(_) => return,
            PredicateKind::Static | PredicateKind::Dynamic | PredicateKind::Builtin(_) => {}
        }
        if let (PredicateKind::Static, [only]) = (pred.kind, &pred.clauses[..]) {
            counts
                .entries
                .insert(self.db.clause_at(*only).entry() as u64, *only);
        }
        counts.of(p).calls += 1;
        counts.current = Some(p);
        counts.head = self.known_entry(counts, next);
    }

    /// Counts the choice of a clause, which may need further instructions.
    fn count_selection(&mut self, counts: &mut Counts, next: Code) {
        // A switch may lead to another switch, where no clause begins.
        let known = self.known_entry(counts, next);
        let Some(clause) = known.or_else(|| self.clause_at_entry(next)) else {
            return;
        };
        counts.entries.insert(next as u64, clause);
        counts.head = Some(clause);
        let p = self.db.clause_at(clause).pred;
        counts.current = Some(p);
        if std::mem::take(&mut counts.retries) {
            counts.of(p).redos += 1;
        }
    }

    /// The clause whose code begins at an address, if it was looked up before and is still there.
    fn known_entry(&self, counts: &Counts, at: Code) -> Option<ClauseId> {
        let id = *counts.entries.get(&(at as u64))?;
        let clause = self.db.clause(id)?;
        (clause.entry() == at).then_some(id)
    }

    /// Counts a builtin that ran inside a clause. One that was called has been counted.
    fn count_builtin(&mut self, counts: &mut Counts, b: u32) {
        let caller = counts.current;
        let is_called =
            caller.is_some_and(|p| matches!(self.db.pred(p).kind, PredicateKind::Builtin(_)));
        let row = &self.builtins[b as usize];
        if is_called || row.is_internal {
            counts.clock();
            return;
        }
        let (name, arity) = (row.name, row.arity);
        let f = self.functors.intern(name, arity);
        let Some(p) = self.db.find(atoms::SYSTEM, f) else {
            counts.clock();
            return;
        };
        let PredCounts { calls, steps, .. } = counts.of(p);
        (*calls, *steps) = (*calls + 1, *steps + 1);
        counts.current = Some(p);
        counts.clock();
        counts.current = caller;
    }

    /// The predicate whose code begins at an address.
    fn pred_of_entry(&mut self, counts: &mut Counts, at: Code) -> Option<PredId> {
        self.note_pred_entries(counts);
        let found = counts.pred_entries.get(&(at as u64)).copied();
        // Its code may begin elsewhere by now.
        let is_there = |p: &PredId| self.db.entries[p.0 as usize] == at;
        if let Some(p) = found.filter(is_there) {
            return Some(p);
        }
        let clause = self.known_entry(counts, at)?;
        Some(self.db.clause_at(clause).pred)
    }

    /// Records the addresses at which the code of the predicates begins that were made since the last call.
    fn note_pred_entries(&self, counts: &mut Counts) {
        let all = &self.db.entries;
        let new = all.iter().enumerate().skip(counts.known_preds);
        let new = new.map(|(i, entry)| (*entry as u64, PredId(i as u32)));
        counts.pred_entries.extend(new);
        counts.known_preds = all.len();
    }

    /// The predicate that has the instruction at an address.
    fn pred_at(&mut self, counts: &mut Counts, at: u64) -> Option<PredId> {
        if let Some(&known) = counts.places.get(&at) {
            return known;
        }
        let found = self.db.clause_containing(at).map(|c| c.pred);
        counts.places.insert(at, found);
        found
    }

    /// The clause whose code begins at an address.
    fn clause_at_entry(&mut self, at: Code) -> Option<ClauseId> {
        let (id, clause) = self.db.numbered_clause_containing(at as u64)?;
        (clause.entry() == at).then_some(id)
    }

    /// After a ball was caught.
    pub(in crate::machine) fn count_recovery(&mut self) {
        if let Some(counts) = &mut self.counts {
            counts.clock();
            (counts.head, counts.current) = (None, None);
        }
    }
}

/// Returns true for the instructions that unify a head, and for those that may occur among them.
fn is_of_head(instr: &Instr) -> bool {
    if matches!(
        instr,
        Instr::Allocate { .. } | Instr::GetLevel { .. } | Instr::EnsureHeap { .. }
    ) {
        return true;
    }
    macro_rules! of_head {
        (get) => {
            true
        };
        (unify) => {
            true
        };
        ($group:ident) => {
            false
        };
    }
    macro_rules! groups {
        ($(#[doc = $doc:literal] $name:ident $mnemonic:literal { $($field:ident : $kind:ident),* } $group:ident :: $body:ident, $class:ident, $counting:ident, $refusal:ident ;)*) => {
            match instr {
                $(Instr::$name { .. } => of_head!($group),)*
            }
        };
    }
    crate::code::instr::instruction_table!(groups)
}
