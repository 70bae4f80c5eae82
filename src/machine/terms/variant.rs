//! Variants: terms that are equal up to a renaming of variables.

use crate::machine::memory::cell::{Addr, Cell, Tag};
use crate::machine::{Extension, Machine};
use rustc_hash::{FxHashMap, FxHashSet};

/// Pairs of compounds that are visited before they are recorded, for cyclic terms and much sharing.
const UNRECORDED_STEPS: u32 = 1 << 16;

impl<X: Extension> Machine<X> {
    /// The rests of two lists, one of them packed, if their first elements are equal; those of two packed lists after
    /// all characters that are.
    fn same_heads(&self, a: Cell, b: Cell, steps: &mut u32) -> Option<(Cell, Cell)> {
        *steps = steps.saturating_add(1);
        let (a, b) = (self.heap.settled(a), self.heap.settled(b));
        if !a.is_packed() && !b.is_packed() {
            return Some((a, b));
        }
        if a == b
            && let Some((tail, _)) = self.heap.tail_of_run(a)
        {
            return Some((tail, tail));
        }
        let (x, y) = self.heap.skip_equal(a, b, steps);
        if (x, y) != (a, b) {
            return Some((x, y));
        }
        let ((head, x), (other, y)) = (self.heap.uncons(a)?, self.heap.uncons(b)?);
        (self.heap.deref(head) == self.heap.deref(other)).then_some((x, y))
    }

    /// Returns true if two terms are variants (ISO 7.1.6.1).
    pub(crate) fn variant(&self, a: Cell, b: Cell) -> bool {
        let mut there: FxHashMap<Addr, Addr> = FxHashMap::default();
        let mut back: FxHashMap<Addr, Addr> = FxHashMap::default();
        let mut seen: FxHashSet<(u64, u64)> = FxHashSet::default();
        let mut stack: Vec<(Addr, Addr, u32)> = Vec::new();
        let mut steps = 0u32;
        let (mut a, mut b) = (a, b);
        loop {
            a = self.heap.deref(a);
            b = self.heap.deref(b);
            match (a.tag(), b.tag()) {
                (Tag::Var | Tag::AttVar, Tag::Var | Tag::AttVar) => {
                    let (x, y) = (a.addr(), b.addr());
                    if *there.entry(x).or_insert(y) != y || *back.entry(y).or_insert(x) != x {
                        return false;
                    }
                }
                (Tag::List, Tag::List) | (Tag::Struct, Tag::Struct) => {
                    if a.is_structure() && self.heap.get(a.addr()) != self.heap.get(b.addr()) {
                        return false;
                    }
                    steps = steps.saturating_add(1);
                    if steps < UNRECORDED_STEPS || seen.insert((a.bits(), b.bits())) {
                        stack.push((
                            self.heap.args_at(a),
                            self.heap.args_at(b),
                            self.heap.arity_of(a),
                        ));
                    }
                }
                (Tag::Num, Tag::Num) | (Tag::String, Tag::String) => {
                    if !self.same_box(a, b) {
                        return false;
                    }
                }
                (Tag::Packed, Tag::List | Tag::Packed) | (Tag::List, Tag::Packed) => {
                    if steps < UNRECORDED_STEPS || seen.insert((a.bits(), b.bits())) {
                        match self.same_heads(a, b, &mut steps) {
                            Some(rests) => (a, b) = rests,
                            None => return false,
                        }
                        continue;
                    }
                }
                _ => {
                    if a != b {
                        return false;
                    }
                }
            }
            let Some((pa, pb, n)) = stack.pop() else {
                return true;
            };
            a = self.heap.get(pa);
            b = self.heap.get(pb);
            if n > 1 {
                stack.push((pa + 8, pb + 8, n - 1));
            }
        }
    }
}
