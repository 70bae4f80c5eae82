//! Tests by unification, with every binding undone.

use crate::machine::memory::cell::{Addr, Cell};
use crate::machine::terms::bind::TrailEntry;
use crate::machine::{Extension, Machine};
use rustc_hash::FxHashSet;

impl<X: Extension> Machine<X> {
    /// Runs `f`, undoes all its bindings and discards its wake-ups.
    fn with_undo<R>(&mut self, f: impl FnOnce(&mut Self) -> R) -> R {
        let (hb, tr, pending) = (self.hb, self.tr, self.wake.len());
        // Every variable counts as old, so that every binding is trailed.
        self.hb = Addr::MAX;
        let r = f(self);
        self.unwind_trail(tr);
        self.hb = hb;
        self.wake.truncate(pending);
        r
    }

    /// Returns true if two terms unify. Binds nothing.
    pub(crate) fn can_unify(&mut self, a: Cell, b: Cell) -> bool {
        let (a, b) = (self.heap.deref(a), self.heap.deref(b));
        if a == b {
            return true;
        }
        if !self.checks_cycles() && (a.is_plain_ref() || b.is_plain_ref()) {
            return true;
        }
        self.with_undo(|m| m.unify_or_fail(a, b))
    }

    /// Returns true if the unification of two dereferenced cells creates no cyclic term; `None` if they do not
    /// unify.
    pub(in crate::machine) fn unifies_without_cycle(&mut self, a: Cell, b: Cell) -> Option<bool> {
        self.with_undo(|m| m.unify_unchecked(a, b).then(|| m.is_acyclic(a)))
    }

    /// The bindings that unify two terms, the last one first; `None` if they do not unify.
    pub(crate) fn unifier(&mut self, a: Cell, b: Cell) -> Option<Vec<(Cell, Cell)>> {
        let start = self.tr;
        self.with_undo(|m| {
            if !m.unify_or_fail(a, b) {
                return None;
            }
            let mut bindings = Vec::new();
            let mut end = m.tr;
            while end > start {
                match m.trail_entry(end) {
                    TrailEntry::Var(at) => {
                        bindings.push((Cell::reference(at), m.heap.get(at)));
                        end -= 8;
                    }
                    TrailEntry::Value { addr, old } => {
                        bindings.push((old, m.heap.get(addr)));
                        end -= 16;
                    }
                    TrailEntry::Attvars(_) | TrailEntry::Global | TrailEntry::UndoGoal => end -= 8,
                }
            }
            Some(bindings)
        })
    }

    /// Returns true if `specific` is an instance of `general` (ISO 8.2.4): they unify without instantiating
    /// the variables of `specific`.
    pub(crate) fn subsumes(&mut self, general: Cell, specific: Cell) -> bool {
        let vars = self.term_variables(specific);
        self.with_undo(|m| {
            if !m.unify_or_fail(general, specific) {
                return false;
            }
            let mut met: FxHashSet<u64> = FxHashSet::default();
            vars.iter().all(|&v| {
                let v = m.heap.deref(v);
                v.is_ref() && met.insert(v.addr())
            })
        })
    }
}
