//! Unification with an explicit stack; terminates on cyclic terms.
//!
//! The fast path counts its steps; after millions of them, unification goes on with a set of the pairs
//! of compounds already visited, so that rational trees terminate.

use crate::machine::memory::cell::{Cell, Tag};
use crate::machine::{Extension, Machine};
use rustc_hash::FxHashSet;

/// Steps before pairs are remembered.
const UNRECORDED_STEPS: u32 = 1 << 22;

impl<X: Extension> Machine<X> {
    /// Unifies two cells. On failure, bindings are left for backtracking to undo.
    #[inline(always)]
    pub(crate) fn unify(&mut self, a: Cell, b: Cell) -> bool {
        let a = self.heap.deref(a);
        let b = self.heap.deref(b);
        if a == b {
            return true;
        }
        if a.is_plain_ref() && !b.is_ref() {
            self.bind_plain(a.addr(), b);
            return true;
        }
        if b.is_plain_ref() && !a.is_ref() {
            self.bind_plain(b.addr(), a);
            return true;
        }
        // Fast failure: the usual outcome of a head that does not match.
        if !a.is_ref() && !b.is_ref() && a.differs_by_tag(b) {
            return false;
        }
        self.unify_terms(a, b)
    }

    fn unify_terms(&mut self, a: Cell, b: Cell) -> bool {
        let mut pdl = std::mem::take(&mut self.pdl);
        pdl.clear();
        let result = self.unify_with(&mut pdl, a, b);
        self.pdl = pdl;
        result
    }

    fn unify_with(&mut self, pdl: &mut Vec<(u64, u64, u32)>, mut a: Cell, mut b: Cell) -> bool {
        let mut seen: FxHashSet<(u64, u64)> = FxHashSet::default();
        let mut steps = 0u32;
        // The current run of argument pairs: addresses and remaining length.
        let (mut pa, mut pb, mut n) = (0, 0, 0u32);
        loop {
            if a != b {
                match (a.tag(), b.tag()) {
                    (Tag::Var | Tag::AttVar, Tag::Var | Tag::AttVar) => self.bind_vars(a, b),
                    (Tag::Var | Tag::AttVar, _) => self.bind(a, b),
                    (_, Tag::Var | Tag::AttVar) => self.bind(b, a),
                    (Tag::List, Tag::List) | (Tag::Struct, Tag::Struct) => {
                        let m = if a.is_list() {
                            2
                        } else {
                            let (ha, hb) = (self.heap.get(a.addr()), self.heap.get(b.addr()));
                            if ha != hb {
                                return false;
                            }
                            ha.header_arity()
                        };
                        steps = steps.saturating_add(1);
                        if steps < UNRECORDED_STEPS || seen.insert((a.0, b.0)) {
                            if n > 0 {
                                pdl.push((pa, pb, n));
                            }
                            (pa, pb, n) = (self.heap.args_at(a), self.heap.args_at(b), m);
                        }
                    }
                    (Tag::Num, Tag::Num) => {
                        if !self.same_number(a, b) {
                            return false;
                        }
                    }
                    _ => return false,
                }
            }
            if n == 0 {
                match pdl.pop() {
                    Some(run) => (pa, pb, n) = run,
                    None => return true,
                }
            }
            a = self.heap.deref(self.heap.get(pa));
            b = self.heap.deref(self.heap.get(pb));
            pa += 8;
            pb += 8;
            n -= 1;
        }
    }

    /// Returns true if two boxed numbers are the same number.
    pub(in crate::machine) fn same_number(&self, a: Cell, b: Cell) -> bool {
        self.heap.unbox(a) == self.heap.unbox(b)
    }
}
