//! Unification with an explicit stack; it terminates for cyclic terms.
//!
//! The fast path counts its steps. After millions of them, unification continues with a set of the pairs of compounds
//! that it has visited, so that it terminates for rational trees.
//!
//! Every unification obeys the flag `occurs_check` (ISO 13211-1, 7.3.3): builtins and instructions call
//! [`Machine::unify`], and instructions that would write a compound in place of a variable build it from new
//! variables and unify these (see `ops/get.rs`).

use crate::base::atom::atoms;
use crate::machine::memory::cell::Cell;
use crate::machine::state::occurs_check::{OccursCheck, REFUSED};
use crate::machine::terms::attvar::WakeUp;
use crate::machine::{Extension, Machine};
use rustc_hash::FxHashSet;

/// Steps before pairs are remembered.
const UNRECORDED_STEPS: u32 = 1 << 22;

impl<X: Extension> Machine<X> {
    /// Unifies two cells. Returns true if they unify; on failure, bindings are left for backtracking to undo.
    #[inline(always)]
    pub(crate) fn unify(&mut self, a: Cell, b: Cell) -> bool {
        let a = self.heap.deref(a);
        let b = self.heap.deref(b);
        if a == b {
            return true;
        }
        if a.is_plain_ref() && !b.is_ref() {
            if self.checks_cycles() {
                return self.unify_checked(a, b);
            }
            self.bind_plain(a.addr(), b);
            return true;
        }
        if b.is_plain_ref() && !a.is_ref() {
            if self.checks_cycles() {
                return self.unify_checked(a, b);
            }
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
        if self.checks_cycles() {
            return self.unify_checked(a, b);
        }
        self.unify_unchecked(a, b)
    }

    /// Returns true if the flag `occurs_check` demands that unification makes no cyclic term.
    #[inline(always)]
    pub(in crate::machine) fn checks_cycles(&self) -> bool {
        self.occurs_check != OccursCheck::False
    }

    /// [`Machine::unify`] while the flag `occurs_check` is `true` or `error`. If it is `error` and a cyclic term
    /// would be made, nothing is bound, the result is true, and the next call throws unless this clause fails
    /// before. Returns false if they do not unify.
    #[cold]
    #[inline(never)]
    fn unify_checked(&mut self, a: Cell, b: Cell) -> bool {
        if !a.is_compound() && !b.is_compound() {
            return self.unify_unchecked(a, b);
        }
        match self.unifies_without_cycle(a, b) {
            None => false,
            Some(true) => self.unify_unchecked(a, b),
            Some(false) if self.occurs_check == OccursCheck::True => false,
            Some(false) => {
                let f = self.functors.intern(atoms::OCCURS_CHECK, 2);
                let formal = self.heap.structure(f, &[a, b]);
                self.push_wake(REFUSED, formal);
                true
            }
        }
    }

    /// Unifies two terms. Returns false if they do not unify, or if the flag `occurs_check` is not `false` and
    /// the result would be cyclic: for tests, which are never an error.
    pub(in crate::machine) fn unify_or_fail(&mut self, a: Cell, b: Cell) -> bool {
        let (a, b) = (self.heap.deref(a), self.heap.deref(b));
        match self.checks_cycles() {
            true => self.unify_acyclic(a, b),
            false => self.unify_unchecked(a, b),
        }
    }

    /// Unifies two terms. Returns false if they do not unify, or if the result would be cyclic, whatever the
    /// flag `occurs_check` (ISO 8.2.2).
    pub(crate) fn unify_acyclic(&mut self, a: Cell, b: Cell) -> bool {
        let (a, b) = (self.heap.deref(a), self.heap.deref(b));
        self.unify_unchecked(a, b) && self.is_acyclic(a)
    }

    /// Unifies two dereferenced cells, whatever the flag `occurs_check`. Returns true if they unify.
    pub(in crate::machine) fn unify_unchecked(&mut self, a: Cell, b: Cell) -> bool {
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
                // The most frequent kinds come first; their tests need no table of kinds.
                if a.is_ref() {
                    match b.is_ref() {
                        true => self.bind_vars(a, b),
                        false => self.bind(a, b),
                    }
                } else if b.is_ref() {
                    self.bind(b, a);
                } else if Cell::both_with_cells(a, b) {
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
                } else if a.is_any_list() && b.is_any_list() {
                    if steps < UNRECORDED_STEPS || seen.insert((a.0, b.0)) {
                        let Some(rests) = self.unify_packed(a, b, &mut steps) else {
                            return false;
                        };
                        (a, b) = rests;
                        continue;
                    }
                } else if !(a.is_box() && a.tag() == b.tag() && self.same_box(a, b)) {
                    return false;
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

    /// Unifies the first elements of two lists, of which one may be packed; if both are packed, all equal characters.
    /// Returns the rests, dereferenced, if they unify.
    fn unify_packed(&mut self, a: Cell, b: Cell, steps: &mut u32) -> Option<(Cell, Cell)> {
        *steps = steps.saturating_add(1);
        let (a, b) = (self.heap.settled(a), self.heap.settled(b));
        if !a.is_packed() && !b.is_packed() {
            return Some((a, b));
        }
        let (x, y) = self.heap.skip_equal(a, b, steps);
        if (x, y) != (a, b) {
            return Some((self.heap.deref(x), self.heap.deref(y)));
        }
        let ((head, x), (other, y)) = (self.heap.uncons(a)?, self.heap.uncons(b)?);
        let (head, other) = (self.heap.deref(head), self.heap.deref(other));
        if head != other {
            // One of them is a character.
            if head.is_ref() {
                self.bind(head, other);
            } else if other.is_ref() {
                self.bind(other, head);
            } else {
                return None;
            }
        }
        Some((self.heap.deref(x), self.heap.deref(y)))
    }

    /// Returns true if two boxed numbers or strings are the same.
    pub(in crate::machine) fn same_box(&self, a: Cell, b: Cell) -> bool {
        self.heap.unbox(a) == self.heap.unbox(b)
    }
}
