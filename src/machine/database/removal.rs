//! Removal of clauses, also those of static predicates.

use super::clause::ClauseId;
use super::predicate::PredicateKind;
use super::store::Database;
use crate::code::pred::PredId;
use rustc_hash::FxHashSet;

impl Database {
    /// Removes clauses, also those of static predicates: later calls do not see them, calls that began before do.
    pub(crate) fn remove(&mut self, clauses: &[ClauseId]) {
        let mut changed: FxHashSet<PredId> = FxHashSet::default();
        for &c in clauses {
            let Some(p) = self.clause(c).map(|clause| clause.pred) else {
                continue;
            };
            if self.erase(c) && self.pred(p).kind == PredicateKind::Static {
                changed.insert(p);
            }
        }
        for p in changed {
            // A decision tree does not look at the generations of clauses: it is built again without the erased ones.
            let listed = std::mem::take(&mut self.pred_mut(p).clauses);
            let (live, erased): (Vec<ClauseId>, Vec<ClauseId>) =
                listed.into_iter().partition(|&c| self.is_live(c));
            self.pred_mut(p).clauses = live;
            self.erased.extend(erased);
            self.relink(p);
        }
    }

    /// Removes the closing clause.
    pub(crate) fn reopen(&mut self, p: PredId) {
        if let Some(c) = self.pred_mut(p).closing.take() {
            self.remove(&[c]);
        }
    }
}
