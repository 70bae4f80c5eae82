//! Clause selection of dynamic predicates: the clauses that a call tries, and the purge of erased clauses.

use crate::code::pred::{Key, PredId};
use crate::machine::control::fixed_code::RETRY_DYNAMIC;
use crate::machine::control::stacks::field;
use crate::machine::database::clause::ClauseId;
use crate::machine::database::dynamic::{ArgState, Bucket, Candidates, Dynamic, INDEXED_ARGS};
use crate::machine::state::areas::AreasView;
use crate::machine::{Cell, Code, Extension, Machine};
use rustc_hash::FxHashSet;

impl<X: Extension> Machine<X> {
    /// The fewest clauses of a dynamic predicate known to hold all that match these keys.
    pub(in crate::machine) fn candidates(&mut self, p: PredId, keys: &[Key]) -> Candidates {
        let mut best = Candidates::ALL;
        let Some(d) = &self.db.pred(p).dynamic else {
            return best;
        };
        let mut size = d.buckets[0].list.len();
        if size <= 8 {
            return best;
        }
        for (k, &key) in keys.iter().enumerate() {
            if key == Key::Any {
                continue;
            }
            let Some(d) = &self.db.pred(p).dynamic else {
                return best;
            };
            if let ArgState::Unknown(n) = d.args[k]
                && d.live > 2 * n
            {
                self.db.build_arg_index(p, k);
                self.note_outside();
            }
            let Some(d) = &self.db.pred(p).dynamic else {
                return best;
            };
            if let ArgState::Indexed(ix) = &d.args[k] {
                let found = ix.candidates(key);
                let Some(b) = found.bucket() else {
                    return found;
                };
                let n = d.buckets[b as usize].list.len();
                if n < size {
                    (best, size) = (found, n);
                }
            }
            if size <= 4 {
                break;
            }
        }
        best
    }

    /// The keys of the arguments that dynamic indexes may use; `arg` gives the arguments.
    pub(in crate::machine) fn call_keys(
        &self,
        arity: u32,
        arg: impl Fn(usize) -> Cell,
    ) -> ([Key; INDEXED_ARGS], usize) {
        let n = INDEXED_ARGS.min(arity as usize);
        let mut keys = [Key::Any; INDEXED_ARGS];
        for (k, key) in keys.iter_mut().enumerate().take(n) {
            *key = self.key_of(arg(k));
        }
        (keys, n)
    }

    /// The first position at or after `from` with a candidate that is visible to this generation and may match these
    /// keys.
    #[inline]
    pub(in crate::machine) fn next_match(
        &self,
        p: PredId,
        candidates: Candidates,
        from: i64,
        generation: u64,
        keys: &[Key],
    ) -> Option<(i64, ClauseId)> {
        let Some(bucket) = candidates.bucket() else {
            let first = candidates.single().filter(|_| from <= 0);
            let found = first.filter(|&c| self.is_candidate(c, generation, keys));
            return found.map(|c| (0, c));
        };
        let d: &Dynamic = self.db.pred(p).dynamic.as_deref()?;
        // The predicate may have been abolished and made again since.
        let b: &Bucket = d.buckets.get(bucket as usize)?;
        let mut at = (from - b.base).max(0) as usize;
        while at < b.list.len() {
            let id = b.list[at];
            if self.is_candidate(id, generation, keys) {
                return Some((b.base + at as i64, id));
            }
            at += 1;
        }
        None
    }

    /// Returns true if a clause is visible to a generation and these keys may match it.
    #[inline(always)]
    pub(in crate::machine) fn is_candidate(
        &self,
        c: ClauseId,
        generation: u64,
        keys: &[Key],
    ) -> bool {
        let agree = |(k, ck): (&Key, Key)| *k == Key::Any || ck == Key::Any || *k == ck;
        self.db.life(c).includes(generation)
            && keys.iter().zip(self.db.clause_at(c).keys()).all(agree)
    }

    /// Purges a predicate if enough of its clauses have been erased.
    pub(in crate::machine) fn purge_if_worthwhile(&mut self, p: PredId) {
        if self.db.needs_purge(p, self.b) {
            self.purge(p);
        }
    }

    /// Purges every predicate over which no choice point iterates.
    pub(in crate::machine) fn purge_all(&mut self) {
        let with_erased = self.db.with_erased();
        if with_erased.is_empty() {
            return;
        }
        let busy = self.iterated_preds();
        for p in with_erased {
            if !busy.contains(&p) {
                self.db.purge(p);
            }
        }
    }

    /// The dynamic predicates over which choice points iterate.
    fn iterated_preds(&self) -> FxHashSet<PredId> {
        let mut found = FxHashSet::default();
        self.each_iterated(&mut |p| {
            found.insert(p);
        });
        self.each_waiting(&mut |w| {
            w.machine.each_iterated(&mut |p| {
                found.insert(p);
            });
        });
        found
    }

    /// Visits the dynamic predicates over which choice points of this machine iterate.
    fn each_iterated(&self, visit: &mut dyn FnMut(PredId)) {
        let mut b = self.b;
        while b != 0 {
            self.iterated_pred(b).into_iter().for_each(&mut *visit);
            b = self.choice.get(b + field::PREV);
        }
        for view in self.engines.views() {
            iterated_in(&view).for_each(&mut *visit);
        }
    }

    /// The dynamic predicate over which a choice point iterates.
    fn iterated_pred(&self, b: u64) -> Option<PredId> {
        if self.choice.get(b + field::BP) as Code != RETRY_DYNAMIC.as_ptr() {
            return None;
        }
        let n = self.choice.get(b + field::N);
        let bucket_and_pred = Cell(self.choice.get(b + field::ARGS + 8 * (n - 2))).as_int();
        Some(PredId(bucket_and_pred as u32))
    }

    /// Removes erased clauses of `p` from its buckets, unless a choice point iterates over them.
    #[cold]
    pub(in crate::machine) fn purge(&mut self, p: PredId) {
        let mut b = self.b;
        while b != 0 {
            if self.iterated_pred(b) == Some(p) {
                self.db.postpone_purge(p);
                return;
            }
            b = self.choice.get(b + field::PREV);
        }
        let mut is_iterated = self
            .engines
            .views()
            .any(|v| iterated_in(&v).any(|q| q == p));
        self.each_waiting(&mut |w| {
            w.machine.each_iterated(&mut |q| is_iterated |= q == p);
        });
        match is_iterated {
            true => self.db.postpone_purge(p),
            false => self.db.purge(p),
        }
    }
}

/// The dynamic predicates over which choice points iterate that are set aside.
fn iterated_in(view: &AreasView<'_>) -> impl Iterator<Item = PredId> {
    let at = |b: u64, f: u64| view.choice[((b + f) / 8) as usize];
    let points = std::iter::successors(Some(view.registers.b), move |&b| {
        (b != 0).then(|| at(b, field::PREV))
    });
    points.filter_map(move |b| {
        let is_one = b != 0 && at(b, field::BP) as Code == RETRY_DYNAMIC.as_ptr();
        let n = is_one.then(|| at(b, field::N))?;
        let bucket_and_pred = Cell(at(b, field::ARGS + 8 * (n - 2))).as_int();
        Some(PredId(bucket_and_pred as u32))
    })
}
