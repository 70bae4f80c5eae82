//! Refusals: tests of the argument registers that show, without a walk over terms, that the first instruction of a
//! clause will fail. A clause that is refused costs no choice point.

use crate::base::atom::Atom;
use crate::machine::{Cell, Extension, Machine};

/// Returns true if a cell cannot unify with `with`, which is dereferenced.
#[inline(always)]
fn differs<X: Extension>(m: &Machine<X>, c: Cell, with: Cell) -> bool {
    if with.is_ref() {
        return false;
    }
    let c = m.heap.deref(c);
    c != with && !c.is_ref() && c.differs_by_tag(with)
}

#[inline(always)]
pub(super) fn list_value_var<X: Extension>(m: &Machine<X>, a: u16, h: u16, _t: u16) -> bool {
    let list = m.heap.deref(m.reg(a));
    if !list.is_list() {
        return !list.is_ref() && (!list.is_packed() || packed_value(m, list, h));
    }
    differs(m, m.heap.get(list.addr()), m.heap.deref(m.reg(h)))
}

/// Returns true if a packed list is refused by [`list_value_var`]. Separate from the code for other lists, which is
/// short.
#[cold]
#[inline(never)]
fn packed_value<X: Extension>(m: &Machine<X>, list: Cell, h: u16) -> bool {
    differs(m, m.heap.split(list).0, m.heap.deref(m.reg(h)))
}

#[inline(always)]
pub(super) fn value_x<X: Extension>(m: &Machine<X>, x: u16, a: u16) -> bool {
    differs(m, m.reg(a), m.heap.deref(m.reg(x)))
}

#[inline(always)]
pub(super) fn atom<X: Extension>(m: &Machine<X>, a: u16, c: Atom) -> bool {
    differs(m, m.reg(a), Cell::atom(c))
}

#[inline(always)]
pub(super) fn int<X: Extension>(m: &Machine<X>, a: u16, i: i32) -> bool {
    differs(m, m.reg(a), Cell::int(i64::from(i)))
}
