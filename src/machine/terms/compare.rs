//! Standard order of terms (ISO 7.2).
//!
//! `Var < Number < String < Atom < Compound`; compounds by arity, name, arguments from the left. Explicit stack;
//! terminates on cyclic terms as `unify.rs` does.

use crate::base::atom::atoms;
use crate::machine::memory::cell::{Cell, Tag};
use crate::machine::{Extension, Machine};
use rustc_hash::FxHashSet;
use std::cmp::Ordering;

const UNRECORDED_STEPS: u32 = 1 << 22;

fn class(t: Tag) -> u8 {
    match t {
        Tag::Var | Tag::AttVar => 0,
        Tag::Int | Tag::Num => 1,
        Tag::Atom => 3,
        Tag::String => 2,
        Tag::List | Tag::Packed | Tag::Struct => 4,
    }
}

impl<X: Extension> Machine<X> {
    /// Compares in standard order.
    pub(crate) fn compare(&self, a: Cell, b: Cell) -> Ordering {
        self.compare_with::<false>(a, b)
    }

    /// Compares in standard order, but numbers by value: `1 @< 2.0`. Of equal ones, a float comes first.
    pub(crate) fn compare_by_value(&self, a: Cell, b: Cell) -> Ordering {
        self.compare_with::<true>(a, b)
    }

    #[inline(always)]
    fn compare_with<const BY_VALUE: bool>(&self, a: Cell, b: Cell) -> Ordering {
        let (a, b) = (self.heap.deref(a), self.heap.deref(b));
        if a == b {
            return Ordering::Equal;
        }
        if a.is_int() && b.is_int() {
            return a.int_bits().cmp(&b.int_bits());
        }
        if !(a.is_compound() && b.is_compound()) {
            return self.compare_simple::<BY_VALUE>(a, b);
        }
        self.compare_terms::<BY_VALUE>(a, b)
    }

    /// Returns true if two terms are identical, `==/2`.
    #[inline]
    pub(crate) fn identical(&self, a: Cell, b: Cell) -> bool {
        let (a, b) = (self.heap.deref(a), self.heap.deref(b));
        if a == b {
            return true;
        }
        if a.is_ref() || b.is_ref() || a.differs_by_tag(b) {
            return false;
        }
        self.compare(a, b) == Ordering::Equal
    }

    fn compare_simple<const BY_VALUE: bool>(&self, a: Cell, b: Cell) -> Ordering {
        let (ta, tb) = (a.tag(), b.tag());
        class(ta).cmp(&class(tb)).then_with(|| match class(ta) {
            0 => a.addr().cmp(&b.addr()),
            1 if BY_VALUE => self.compare_numbers_by_value(a, b),
            1 => self.compare_numbers(a, b),
            3 => self.compare_atoms(a, b),
            // UTF-8 order is the order of code points.
            2 => self.heap.text(a).cmp(self.heap.text(b)),
            _ => Ordering::Equal,
        })
    }

    fn compare_atoms(&self, a: Cell, b: Cell) -> Ordering {
        let (a, b) = (a.as_atom(), b.as_atom());
        if a == b {
            return Ordering::Equal;
        }
        if let (Some(c), Some(d)) = (a.as_char(), b.as_char()) {
            return c.cmp(&d);
        }
        // UTF-8 order is the order of code points.
        let (ta, tb) = (self.atoms.text(a), self.atoms.text(b));
        // An atom that stands for a value of the host may have the name of another one.
        (*ta).cmp(&*tb).then(a.cmp(&b))
    }

    fn shape(&self, c: Cell) -> (u32, crate::base::atom::Atom) {
        if c.is_any_list() {
            (2, atoms::DOT)
        } else {
            let (f, n) = self.heap.functor_of(c);
            (n, self.functors.get(f).0)
        }
    }

    /// Compares the heads of two lists, one of them packed. Returns the order if they differ; otherwise the rests,
    /// dereferenced.
    fn compare_packed(&self, a: Cell, b: Cell, steps: &mut u32) -> Result<(Cell, Cell), Ordering> {
        let rests = |x: Cell, y: Cell| Ok((self.heap.deref(x), self.heap.deref(y)));
        *steps = steps.saturating_add(1);
        let (a, b) = (self.heap.settled(a), self.heap.settled(b));
        if !a.is_packed() && !b.is_packed() {
            return Ok((a, b));
        }
        let (x, y) = self.heap.skip_equal(a, b, steps);
        if (x, y) != (a, b) {
            return rests(x, y);
        }
        match (self.heap.uncons(a), self.heap.uncons(b)) {
            // One of the heads is a character.
            (Some((head, x)), Some((other, y))) => match self.compare(head, other) {
                Ordering::Equal => rests(x, y),
                o => Err(o),
            },
            _ => Ok((a, b)),
        }
    }

    fn compare_terms<const BY_VALUE: bool>(&self, mut a: Cell, mut b: Cell) -> Ordering {
        let mut pdl: Vec<(u64, u64, u32)> = Vec::new();
        let mut seen: FxHashSet<(u64, u64)> = FxHashSet::default();
        let mut steps = 0u32;
        let (mut pa, mut pb, mut n) = (0, 0, 0u32);
        loop {
            if a != b {
                if a.is_packed() && b.is_any_list() || b.is_packed() && a.is_list() {
                    if steps < UNRECORDED_STEPS || seen.insert((a.bits(), b.bits())) {
                        match self.compare_packed(a, b, &mut steps) {
                            Ok(rests) => {
                                (a, b) = rests;
                                continue;
                            }
                            Err(o) => return o,
                        }
                    }
                } else if a.is_compound() && b.is_compound() {
                    let ((m, fa), (k, fb)) = (self.shape(a), self.shape(b));
                    if (m, fa) != (k, fb) {
                        return m
                            .cmp(&k)
                            .then_with(|| self.compare_atoms(Cell::atom(fa), Cell::atom(fb)));
                    }
                    steps = steps.saturating_add(1);
                    if steps < UNRECORDED_STEPS || seen.insert((a.bits(), b.bits())) {
                        if n > 0 {
                            pdl.push((pa, pb, n));
                        }
                        (pa, pb, n) = (self.heap.args_at(a), self.heap.args_at(b), m);
                    }
                } else {
                    let o = self.compare_simple::<BY_VALUE>(a, b);
                    if o != Ordering::Equal {
                        return o;
                    }
                }
            }
            if n == 0 {
                match pdl.pop() {
                    Some(run) => (pa, pb, n) = run,
                    None => return Ordering::Equal,
                }
            }
            a = self.heap.deref(self.heap.get(pa));
            b = self.heap.deref(self.heap.get(pb));
            pa += 8;
            pb += 8;
            n -= 1;
        }
    }
}
