//! `set`: arguments of a compound that `put` began.

use super::P;
use crate::base::atom::Atom;
use crate::code::pred::ConstId;
use crate::machine::control::flow::Flow;
use crate::machine::{Cell, Extension, Machine};

#[inline(always)]
pub(crate) fn variable_x<X: Extension>(m: &mut Machine<X>, _: P<'_>, x: u16) -> Flow {
    let v = m.heap.push_var();
    m.set_x(x, v);
    Flow::Next
}

#[inline(always)]
pub(crate) fn variable_y<X: Extension>(m: &mut Machine<X>, _: P<'_>, y: u16) -> Flow {
    let v = m.heap.push_var();
    m.set_y(y, v);
    Flow::Next
}

#[inline(always)]
pub(crate) fn value_x<X: Extension>(m: &mut Machine<X>, _: P<'_>, x: u16) -> Flow {
    let c = m.reg(x);
    m.heap.push(c);
    Flow::Next
}

#[inline(always)]
pub(crate) fn values_x2<X: Extension>(m: &mut Machine<X>, p: P<'_>, x: u8, z: u8) -> Flow {
    value_x(m, p, x.into());
    value_x(m, p, z.into())
}

#[inline(always)]
pub(crate) fn values_x3<X: Extension>(m: &mut Machine<X>, p: P<'_>, x: u8, z: u8, w: u8) -> Flow {
    values_x2(m, p, x, z);
    value_x(m, p, w.into())
}

#[inline(always)]
pub(crate) fn value_y<X: Extension>(m: &mut Machine<X>, _: P<'_>, y: u16) -> Flow {
    let c = m.y(y);
    m.heap.push(c);
    Flow::Next
}

#[inline(always)]
pub(crate) fn atom<X: Extension>(m: &mut Machine<X>, _: P<'_>, c: Atom) -> Flow {
    m.heap.push(Cell::atom(c));
    Flow::Next
}

#[inline(always)]
pub(crate) fn int<X: Extension>(m: &mut Machine<X>, _: P<'_>, i: i32) -> Flow {
    m.heap.push(Cell::int(i64::from(i)));
    Flow::Next
}

#[inline(always)]
pub(crate) fn constant<X: Extension>(m: &mut Machine<X>, _: P<'_>, k: ConstId) -> Flow {
    let c = m.constant_cell(k);
    debug_assert!(!c.is_box(), "a box would stand among the arguments");
    m.heap.push(c);
    Flow::Next
}

#[inline(always)]
pub(crate) fn void<X: Extension>(m: &mut Machine<X>, _: P<'_>, n: u32) -> Flow {
    for _ in 0..n {
        m.heap.push_var();
    }
    Flow::Next
}
