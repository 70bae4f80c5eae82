//! Removal of clauses, also those of static predicates, and their move to another predicate.

use super::clause::ClauseId;
use super::predicate::PredicateKind;
use super::store::Database;
use crate::code::pred::PredId;
use rustc_hash::FxHashSet;
use std::sync::Arc;

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

    /// Makes the clauses of a static predicate those of `q`, which has none: calls of `p` in them are calls of `p` as before.
    /// Returns false, and moves nothing, if another machine shares them.
    pub(crate) fn move_clauses(&mut self, p: PredId, q: PredId) -> bool {
        let moved = self.pred(p).clauses.clone();
        for c in &moved {
            let clause = self.clauses.at_mut(c.0 as usize).clause.as_mut();
            if clause.is_none_or(|c| Arc::get_mut(c).is_none()) {
                return false;
            }
        }
        for c in &moved {
            let place = self.clauses.at_mut(c.0 as usize);
            if let Some(clause) = place.clause.as_mut().and_then(Arc::get_mut) {
                clause.pred = q;
            }
        }
        self.pred_mut(p).clauses.clear();
        self.pred_mut(q).kind = PredicateKind::Static;
        let from = &mut self.pred_mut(p).properties;
        let is_open = std::mem::take(&mut from.open);
        let is_postponed = std::mem::take(&mut from.postponed);
        let to = &mut self.pred_mut(q).properties;
        to.open = is_open;
        to.postponed |= is_postponed;
        self.pred_mut(q).clauses = moved;
        self.relink(p);
        self.relink(q);
        true
    }

    /// Removes the closing clause.
    pub(crate) fn reopen(&mut self, p: PredId) {
        if let Some(c) = self.pred_mut(p).closing.take() {
            self.remove(&[c]);
        }
    }
}
