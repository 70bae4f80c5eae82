//! `put`: arguments of a call.

use super::P;
use crate::base::atom::Atom;
use crate::code::pred::{ConstId, FunctorId};
use crate::machine::control::flow::Flow;
use crate::machine::{Cell, Extension, Machine};

#[inline(always)]
pub(crate) fn variable_x<X: Extension>(m: &mut Machine<X>, _: P<'_>, x: u16, a: u16) -> Flow {
    let v = m.heap.push_var();
    m.set_x(x, v);
    m.set_x(a, v);
    Flow::Next
}

#[inline(always)]
pub(crate) fn variable_y<X: Extension>(m: &mut Machine<X>, _: P<'_>, y: u16, a: u16) -> Flow {
    let v = m.heap.push_var();
    m.set_y(y, v);
    m.set_x(a, v);
    Flow::Next
}

#[inline(always)]
pub(crate) fn init_y<X: Extension>(m: &mut Machine<X>, _: P<'_>, y: u16) -> Flow {
    let v = m.heap.push_var();
    m.set_y(y, v);
    Flow::Next
}

#[inline(always)]
pub(crate) fn value_x<X: Extension>(m: &mut Machine<X>, _: P<'_>, x: u16, a: u16) -> Flow {
    let c = m.reg(x);
    m.set_x(a, c);
    Flow::Next
}

#[inline(always)]
pub(crate) fn value_y<X: Extension>(m: &mut Machine<X>, _: P<'_>, y: u16, a: u16) -> Flow {
    let c = m.y(y);
    m.set_x(a, c);
    Flow::Next
}

#[inline(always)]
pub(crate) fn values_x2<X: Extension>(
    m: &mut Machine<X>,
    p: P<'_>,
    x: u8,
    a: u8,
    z: u8,
    b: u8,
) -> Flow {
    value_x(m, p, x.into(), a.into());
    value_x(m, p, z.into(), b.into())
}

#[inline(always)]
#[allow(clippy::too_many_arguments, reason = "three pairs of operands")]
pub(crate) fn values_x3<X: Extension>(
    m: &mut Machine<X>,
    p: P<'_>,
    x: u8,
    a: u8,
    z: u8,
    b: u8,
    w: u8,
    c: u8,
) -> Flow {
    values_x2(m, p, x, a, z, b);
    value_x(m, p, w.into(), c.into())
}

#[inline(always)]
pub(crate) fn values_y2<X: Extension>(
    m: &mut Machine<X>,
    p: P<'_>,
    y: u8,
    a: u8,
    z: u8,
    b: u8,
) -> Flow {
    value_y(m, p, y.into(), a.into());
    value_y(m, p, z.into(), b.into())
}

#[inline(always)]
#[allow(clippy::too_many_arguments, reason = "three pairs of operands")]
pub(crate) fn values_y3<X: Extension>(
    m: &mut Machine<X>,
    p: P<'_>,
    y: u8,
    a: u8,
    z: u8,
    b: u8,
    w: u8,
    c: u8,
) -> Flow {
    values_y2(m, p, y, a, z, b);
    value_y(m, p, w.into(), c.into())
}

#[inline(always)]
pub(crate) fn atom<X: Extension>(m: &mut Machine<X>, _: P<'_>, a: u16, c: Atom) -> Flow {
    m.set_x(a, Cell::atom(c));
    Flow::Next
}

#[inline(always)]
pub(crate) fn int<X: Extension>(m: &mut Machine<X>, _: P<'_>, a: u16, i: i32) -> Flow {
    m.set_x(a, Cell::int(i64::from(i)));
    Flow::Next
}

#[inline(always)]
pub(crate) fn constant<X: Extension>(m: &mut Machine<X>, _: P<'_>, a: u16, k: ConstId) -> Flow {
    let c = m.constant_cell(k);
    m.set_x(a, c);
    Flow::Next
}

#[inline(always)]
pub(crate) fn list<X: Extension>(m: &mut Machine<X>, _: P<'_>, a: u16) -> Flow {
    let c = Cell::list(m.heap.top);
    m.set_x(a, c);
    Flow::Next
}

#[inline(always)]
pub(crate) fn structure<X: Extension>(
    m: &mut Machine<X>,
    _: P<'_>,
    n: u8,
    a: u16,
    f: FunctorId,
) -> Flow {
    let c = Cell::structure(m.heap.top);
    let arity = m.arity(n, f);
    m.heap.push(Cell::functor(f, arity));
    m.set_x(a, c);
    Flow::Next
}
