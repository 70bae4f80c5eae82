//! `unify`: arguments of a compound in the head, read from or written to `S`.

use super::P;
use super::get::{begin_list, begin_structure, simple};
use crate::base::atom::Atom;
use crate::code::pred::{ConstId, FunctorId};
use crate::machine::control::flow::Flow;
use crate::machine::{Addr, Cell, Extension, Machine};

/// The next argument: its cell in read mode, a new variable in write mode.
#[inline(always)]
fn next<X: Extension>(m: &mut Machine<X>) -> Cell {
    let s = m.s;
    m.s = s + 8;
    if m.write_mode {
        let v = Cell::reference(s);
        m.heap.set(s, v);
        v
    } else {
        m.heap.get(s)
    }
}

/// Writes the next argument.
#[inline(always)]
fn write<X: Extension>(m: &mut Machine<X>, c: Cell) -> Flow {
    let s = m.s;
    m.heap.set(s, c);
    m.s = s + 8;
    Flow::Next
}

#[inline(always)]
pub(crate) fn variable_x<X: Extension>(m: &mut Machine<X>, _: P<'_>, x: u16) -> Flow {
    let c = next(m);
    m.set_x(x, c);
    Flow::Next
}

/// Several variables that occur for the first time: one test of the mode for all.
#[inline(always)]
fn variables<X: Extension, const N: usize>(m: &mut Machine<X>, registers: [u8; N]) -> Flow {
    let s = m.s;
    m.s = s + 8 * N as Addr;
    if m.write_mode {
        for (i, register) in registers.into_iter().enumerate() {
            let at = s + 8 * i as Addr;
            let v = Cell::reference(at);
            m.heap.set(at, v);
            m.set_x(register.into(), v);
        }
    } else {
        for (i, register) in registers.into_iter().enumerate() {
            let c = m.heap.get(s + 8 * i as Addr);
            m.set_x(register.into(), c);
        }
    }
    Flow::Next
}

#[inline(always)]
pub(crate) fn variables_x2<X: Extension>(m: &mut Machine<X>, _: P<'_>, x: u8, z: u8) -> Flow {
    variables(m, [x, z])
}

#[inline(always)]
pub(crate) fn variables_x3<X: Extension>(
    m: &mut Machine<X>,
    _: P<'_>,
    x: u8,
    z: u8,
    w: u8,
) -> Flow {
    variables(m, [x, z, w])
}

#[inline(always)]
pub(crate) fn variable_y<X: Extension>(m: &mut Machine<X>, _: P<'_>, y: u16) -> Flow {
    let c = next(m);
    m.set_y(y, c);
    Flow::Next
}

#[inline(always)]
fn value<X: Extension>(m: &mut Machine<X>, c: Cell) -> Flow {
    if m.write_mode {
        return write(m, c);
    }
    let s = m.s;
    m.s = s + 8;
    if m.unify(c, m.heap.get(s)) {
        Flow::Next
    } else {
        Flow::Fail
    }
}

#[inline(always)]
pub(crate) fn value_x<X: Extension>(m: &mut Machine<X>, _: P<'_>, x: u16) -> Flow {
    value(m, m.reg(x))
}

#[inline(always)]
pub(crate) fn value_y<X: Extension>(m: &mut Machine<X>, _: P<'_>, y: u16) -> Flow {
    value(m, m.y(y))
}

#[inline(always)]
fn atomic<X: Extension>(m: &mut Machine<X>, c: Cell) -> Flow {
    if m.write_mode {
        return write(m, c);
    }
    let s = m.s;
    m.s = s + 8;
    simple(m, m.heap.get(s), c)
}

#[inline(always)]
pub(crate) fn atom<X: Extension>(m: &mut Machine<X>, _: P<'_>, c: Atom) -> Flow {
    atomic(m, Cell::atom(c))
}

#[inline(always)]
pub(crate) fn int<X: Extension>(m: &mut Machine<X>, _: P<'_>, i: i32) -> Flow {
    atomic(m, Cell::int(i64::from(i)))
}

#[inline(always)]
pub(crate) fn constant<X: Extension>(m: &mut Machine<X>, _: P<'_>, k: ConstId) -> Flow {
    if m.write_mode {
        let c = m.constant_cell(k);
        return write(m, c);
    }
    let s = m.s;
    m.s = s + 8;
    if m.unify_constant(k, m.heap.get(s)) {
        Flow::Next
    } else {
        Flow::Fail
    }
}

#[inline(always)]
pub(crate) fn void<X: Extension>(m: &mut Machine<X>, _: P<'_>, n: u32) -> Flow {
    if m.write_mode {
        for _ in 0..n {
            next(m);
        }
    } else {
        m.s += 8 * u64::from(n);
    }
    Flow::Next
}

#[inline(always)]
pub(crate) fn list<X: Extension>(m: &mut Machine<X>, _: P<'_>) -> Flow {
    if m.write_mode {
        let at = m.heap.top;
        m.heap.top += 16;
        write(m, Cell::list(at));
        m.s = at;
        return Flow::Next;
    }
    let c = m.heap.get(m.s);
    begin_list(m, c)
}

#[inline(always)]
pub(crate) fn structure<X: Extension>(m: &mut Machine<X>, _: P<'_>, n: u8, f: FunctorId) -> Flow {
    if m.write_mode {
        let arity = m.arity(n, f);
        let at = m.heap.top;
        m.heap.push(Cell::functor(f, arity));
        m.heap.top += 8 * u64::from(arity);
        write(m, Cell::structure(at));
        m.s = at + 8;
        return Flow::Next;
    }
    let c = m.heap.get(m.s);
    begin_structure(m, c, n, f)
}
