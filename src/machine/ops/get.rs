//! `get`: head arguments against argument registers.

use super::P;
use crate::base::atom::Atom;
use crate::code::instr::CompareOp;
use crate::code::pred::{ConstId, FunctorId};
use crate::machine::control::flow::Flow;
use crate::machine::{Addr, Cell, Extension, Machine};

#[inline(always)]
pub(crate) fn variable_x<X: Extension>(m: &mut Machine<X>, _: P<'_>, x: u16, a: u16) -> Flow {
    let c = m.reg(a);
    m.set_x(x, c);
    Flow::Next
}

#[inline(always)]
pub(crate) fn variable_y<X: Extension>(m: &mut Machine<X>, _: P<'_>, y: u16, a: u16) -> Flow {
    let c = m.reg(a);
    m.set_y(y, c);
    Flow::Next
}

#[inline(always)]
pub(crate) fn variables_y2<X: Extension>(
    m: &mut Machine<X>,
    p: P<'_>,
    y: u8,
    a: u8,
    z: u8,
    b: u8,
) -> Flow {
    variable_y(m, p, y.into(), a.into());
    variable_y(m, p, z.into(), b.into())
}

#[inline(always)]
#[allow(clippy::too_many_arguments, reason = "three pairs of operands")]
pub(crate) fn variables_y3<X: Extension>(
    m: &mut Machine<X>,
    p: P<'_>,
    y: u8,
    a: u8,
    z: u8,
    b: u8,
    w: u8,
    c: u8,
) -> Flow {
    variables_y2(m, p, y, a, z, b);
    variable_y(m, p, w.into(), c.into())
}

/// A guard is data for the selection of clauses: see `guard.rs`.
#[inline(always)]
#[allow(clippy::too_many_arguments, reason = "the operands of the guard")]
pub(crate) fn guard_compare<X: Extension>(
    _: &mut Machine<X>,
    _: P<'_>,
    _: CompareOp,
    _: u8,
    _: u8,
    _: u8,
    _: u8,
    _: bool,
) -> Flow {
    Flow::Next
}

/// As [`guard_compare`].
#[inline(always)]
#[allow(clippy::too_many_arguments, reason = "the operands of the guard")]
pub(crate) fn guard_compare_int<X: Extension>(
    _: &mut Machine<X>,
    _: P<'_>,
    _: CompareOp,
    _: i16,
    _: u8,
    _: u8,
    _: u8,
    _: bool,
) -> Flow {
    Flow::Next
}

#[inline(always)]
fn matched(b: bool) -> Flow {
    if b { Flow::Next } else { Flow::Fail }
}

#[inline(always)]
pub(crate) fn value_x<X: Extension>(m: &mut Machine<X>, _: P<'_>, x: u16, a: u16) -> Flow {
    matched(m.unify(m.reg(x), m.reg(a)))
}

#[inline(always)]
pub(crate) fn value_y<X: Extension>(m: &mut Machine<X>, _: P<'_>, y: u16, a: u16) -> Flow {
    matched(m.unify(m.y(y), m.reg(a)))
}

/// Unifies an atomic cell that is not boxed.
#[inline(always)]
pub(super) fn simple<X: Extension>(m: &mut Machine<X>, c: Cell, with: Cell) -> Flow {
    let c = m.heap.deref(c);
    if c == with {
        return Flow::Next;
    }
    if c.is_ref() {
        m.bind(c, with);
        return Flow::Next;
    }
    Flow::Fail
}

#[inline(always)]
pub(crate) fn atom<X: Extension>(m: &mut Machine<X>, _: P<'_>, a: u16, c: Atom) -> Flow {
    simple(m, m.reg(a), Cell::atom(c))
}

#[inline(always)]
pub(crate) fn int<X: Extension>(m: &mut Machine<X>, _: P<'_>, a: u16, i: i32) -> Flow {
    simple(m, m.reg(a), Cell::int(i64::from(i)))
}

#[inline(always)]
pub(crate) fn constant<X: Extension>(m: &mut Machine<X>, _: P<'_>, a: u16, k: ConstId) -> Flow {
    matched(m.unify_constant(k, m.reg(a)))
}

#[inline(always)]
pub(crate) fn list<X: Extension>(m: &mut Machine<X>, _: P<'_>, a: u16) -> Flow {
    begin_list(m, m.reg(a))
}

#[inline(always)]
pub(super) fn begin_list<X: Extension>(m: &mut Machine<X>, c: Cell) -> Flow {
    let c = m.heap.deref(c);
    if c.is_list() {
        m.s = c.addr();
        m.write_mode = false;
        return Flow::Next;
    }
    if c.is_ref() {
        if m.checks_cycles() {
            let at = new_list(m);
            read_new(m, c, Cell::list(at), at);
            return Flow::Next;
        }
        let at = m.heap.top;
        m.heap.top += 16;
        m.s = at;
        m.write_mode = true;
        m.bind(c, Cell::list(at));
        return Flow::Next;
    }
    begin_other(m, c)
}

/// [`begin_list`] of a term that is neither a variable nor an ordinary list.
#[cold]
#[inline(never)]
fn begin_other<X: Extension>(m: &mut Machine<X>, c: Cell) -> Flow {
    if !c.is_packed() {
        return Flow::Fail;
    }
    m.s = m.heap.open_packed(c);
    m.write_mode = false;
    Flow::Next
}

/// A list cell of two new variables.
fn new_list<X: Extension>(m: &mut Machine<X>) -> Addr {
    let at = m.heap.top;
    m.heap.push_var();
    m.heap.push_var();
    at
}

/// A structure of new variables.
fn new_structure<X: Extension>(m: &mut Machine<X>, f: FunctorId, arity: u32) -> Addr {
    let at = m.heap.top;
    m.heap.push(Cell::functor(f, arity));
    for _ in 0..arity {
        m.heap.push_var();
    }
    at
}

/// Binds a variable to a compound of new variables and continues in read mode, so that the instructions that follow
/// unify instead of writing: for the values `true` and `error` of the flag `occurs_check`.
#[cold]
fn read_new<X: Extension>(m: &mut Machine<X>, var: Cell, compound: Cell, arguments: Addr) {
    m.s = arguments;
    m.write_mode = false;
    m.bind(var, compound);
}

#[inline(always)]
pub(crate) fn structure<X: Extension>(
    m: &mut Machine<X>,
    _: P<'_>,
    n: u8,
    a: u16,
    f: FunctorId,
) -> Flow {
    begin_structure(m, m.reg(a), n, f)
}

#[inline(always)]
pub(super) fn begin_structure<X: Extension>(
    m: &mut Machine<X>,
    c: Cell,
    n: u8,
    f: FunctorId,
) -> Flow {
    let c = m.heap.deref(c);
    if c.is_structure() {
        if m.heap.get(c.addr()).header_functor() == f {
            m.s = c.addr() + 8;
            m.write_mode = false;
            return Flow::Next;
        }
        return Flow::Fail;
    }
    if c.is_ref() {
        let arity = m.arity(n, f);
        if m.checks_cycles() {
            let at = new_structure(m, f, arity);
            read_new(m, c, Cell::structure(at), at + 8);
            return Flow::Next;
        }
        let at = m.heap.top;
        m.heap.push(Cell::functor(f, arity));
        m.heap.top += 8 * u64::from(arity);
        m.s = at + 8;
        m.write_mode = true;
        m.bind(c, Cell::structure(at));
        return Flow::Next;
    }
    Flow::Fail
}

#[inline(always)]
pub(crate) fn list_vars<X: Extension>(
    m: &mut Machine<X>,
    _: P<'_>,
    a: u16,
    h: u16,
    t: u16,
) -> Flow {
    let c = m.heap.deref(m.reg(a));
    if c.is_list() {
        let (head, tail) = (m.heap.get(c.addr()), m.heap.get(c.addr() + 8));
        m.set_x(h, head);
        m.set_x(t, tail);
        return Flow::Next;
    }
    if c.is_ref() {
        let at = m.heap.top;
        let head = m.heap.push_var();
        let tail = m.heap.push_var();
        m.bind(c, Cell::list(at));
        m.set_x(h, head);
        m.set_x(t, tail);
        return Flow::Next;
    }
    other_vars(m, c, h, t)
}

/// [`list_vars`] of a term that is neither a variable nor an ordinary list.
#[cold]
#[inline(never)]
fn other_vars<X: Extension>(m: &mut Machine<X>, c: Cell, h: u16, t: u16) -> Flow {
    if !c.is_packed() {
        return Flow::Fail;
    }
    let (head, tail) = m.heap.split(c);
    m.set_x(h, head);
    m.set_x(t, tail);
    Flow::Next
}

#[inline(always)]
pub(crate) fn list_value_var<X: Extension>(
    m: &mut Machine<X>,
    _: P<'_>,
    a: u16,
    h: u16,
    t: u16,
) -> Flow {
    let c = m.heap.deref(m.reg(a));
    if c.is_ref() {
        if m.checks_cycles() {
            let at = new_list(m);
            m.bind(c, Cell::list(at));
            m.set_x(t, Cell::reference(at + 8));
            return matched(m.unify(m.reg(h), Cell::reference(at)));
        }
        let at = m.heap.top;
        let head = m.reg(h);
        m.heap.push(head);
        let tail = m.heap.push_var();
        m.bind(c, Cell::list(at));
        m.set_x(t, tail);
        return Flow::Next;
    }
    if c.is_list() {
        let head = m.heap.get(c.addr());
        if !m.unify(m.reg(h), head) {
            return Flow::Fail;
        }
        let tail = m.heap.get(c.addr() + 8);
        m.set_x(t, tail);
        return Flow::Next;
    }
    other_value_var(m, c, h, t)
}

/// [`list_value_var`] of a term that is neither a variable nor an ordinary list.
#[cold]
#[inline(never)]
fn other_value_var<X: Extension>(m: &mut Machine<X>, c: Cell, h: u16, t: u16) -> Flow {
    if !c.is_packed() {
        return Flow::Fail;
    }
    let (head, tail) = m.heap.split(c);
    if !m.unify(m.reg(h), head) {
        return Flow::Fail;
    }
    m.set_x(t, tail);
    Flow::Next
}

impl<X: Extension> Machine<X> {
    /// The arity of an instruction's functor.
    #[inline(always)]
    pub(super) fn arity(&self, n: u8, f: FunctorId) -> u32 {
        if n == u8::MAX {
            self.functors.get(f).1
        } else {
            u32::from(n)
        }
    }

    /// Unifies a constant of the pool with a cell. Returns true if they unify.
    pub(super) fn unify_constant(&mut self, k: ConstId, c: Cell) -> bool {
        let c = self.heap.deref(c);
        if c.is_any_list() {
            return self.unify_text_constant(k, c);
        }
        let constant = self.constant_cell(k);
        if c.is_ref() {
            self.bind(c, constant);
            return true;
        }
        c == constant || (c.is_box() && constant.is_box() && self.same_box(c, constant))
    }

    /// A constant of the pool, on the heap.
    pub(crate) fn constant_cell(&mut self, k: ConstId) -> Cell {
        self.db.constants.at(k.0 as usize).restore(&mut self.heap)
    }
}
