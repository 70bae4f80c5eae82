//! Inline tests: on failure they jump, or backtrack if they have no jump.

use super::P;
use super::jump;
use crate::code::instr::{CompareOp, OrderOp, TypeTest};
use crate::machine::control::flow::Flow;
use crate::machine::terms::evaluate::holds;
use crate::machine::{Ball, Cell, Extension, Machine, Tag};
use std::cmp::Ordering;

#[inline(always)]
fn decided(p: P<'_>, holds: bool, els: i32) -> Flow {
    if holds {
        Flow::Next
    } else if els == 0 {
        Flow::Fail
    } else {
        jump(p, els);
        Flow::Next
    }
}

#[inline(always)]
pub(crate) fn type_test<X: Extension>(
    m: &mut Machine<X>,
    p: P<'_>,
    op: TypeTest,
    a: u16,
    els: i32,
) -> Flow {
    let c = m.heap.deref(m.reg(a));
    let ok = m.has_type(op, c);
    decided(p, ok, els)
}

#[inline(always)]
pub(crate) fn compare<X: Extension>(
    m: &mut Machine<X>,
    p: P<'_>,
    op: CompareOp,
    a: u16,
    b: u16,
    els: i16,
) -> Flow {
    let (x, y) = (m.heap.deref(m.reg(a)), m.heap.deref(m.reg(b)));
    if Cell::both_int(x, y) {
        return decided(
            p,
            holds(op, Some(x.int_bits().cmp(&y.int_bits()))),
            i32::from(els),
        );
    }
    let r = m.compare_slow(op, x, y);
    settled(p, r, els)
}

#[inline(always)]
pub(crate) fn compare_int<X: Extension>(
    m: &mut Machine<X>,
    p: P<'_>,
    op: CompareOp,
    a: u16,
    i: i16,
    els: i16,
) -> Flow {
    let x = m.heap.deref(m.reg(a));
    let y = Cell::int(i64::from(i));
    if x.is_int() {
        return decided(
            p,
            holds(op, Some(x.int_bits().cmp(&y.int_bits()))),
            i32::from(els),
        );
    }
    let r = m.compare_slow(op, x, y);
    settled(p, r, els)
}

#[inline(always)]
fn settled(p: P<'_>, r: Option<bool>, els: i16) -> Flow {
    match r {
        Some(ok) => decided(p, ok, i32::from(els)),
        None => Flow::ArithError,
    }
}

#[inline(always)]
pub(crate) fn order<X: Extension>(
    m: &mut Machine<X>,
    p: P<'_>,
    op: OrderOp,
    a: u16,
    b: u16,
    els: i16,
) -> Flow {
    let (x, y) = (m.reg(a), m.reg(b));
    let ok = match op {
        OrderOp::Eq => m.identical(x, y),
        OrderOp::Ne => !m.identical(x, y),
        OrderOp::Lt => m.compare(x, y) == Ordering::Less,
        OrderOp::Le => m.compare(x, y) != Ordering::Greater,
        OrderOp::Gt => m.compare(x, y) == Ordering::Greater,
        OrderOp::Ge => m.compare(x, y) != Ordering::Less,
    };
    decided(p, ok, i32::from(els))
}

#[inline(always)]
pub(crate) fn not_unify<X: Extension>(
    m: &mut Machine<X>,
    p: P<'_>,
    a: u16,
    b: u16,
    els: i16,
) -> Flow {
    match m.differ(a, b) {
        Ok(ok) => decided(p, ok, i32::from(els)),
        Err(ball) => {
            m.ball = Some(ball);
            Flow::Raise
        }
    }
}

impl<X: Extension> Machine<X> {
    #[cold]
    fn compare_slow(&mut self, op: CompareOp, a: Cell, b: Cell) -> Option<bool> {
        match self.compare_values(op, a, b) {
            Ok(r) => Some(r),
            Err(ball) => {
                self.ball = Some(ball);
                None
            }
        }
    }

    /// Returns true if a dereferenced cell passes a type test.
    #[inline(always)]
    pub(crate) fn has_type(&self, op: TypeTest, c: Cell) -> bool {
        match op {
            TypeTest::Var => c.is_ref(),
            TypeTest::Nonvar => !c.is_ref(),
            TypeTest::Atom => c.is_atom(),
            TypeTest::Number => c.is_number(),
            TypeTest::Integer => c.is_int() || self.is_integer(c),
            TypeTest::Float => self.is_float(c),
            TypeTest::Atomic => c.is_atomic(),
            TypeTest::Compound => c.is_compound(),
            TypeTest::Callable => c.is_atom() || c.is_compound(),
            TypeTest::IsList => self.is_proper_list(c),
            TypeTest::Ground => self.is_ground(c),
            TypeTest::Attvar => c.is_attvar(),
            TypeTest::Rational => c.is_number() && !self.is_float(c),
        }
    }

    fn is_proper_list(&self, c: Cell) -> bool {
        let (mut slow, mut c) = (c, c);
        let mut step = 0u32;
        while let Some(rest) = self.heap.rest(c) {
            c = rest;
            step = step.wrapping_add(1);
            // Brent: the slow pointer jumps ahead at powers of two.
            if c == slow {
                return false;
            }
            if step.is_power_of_two() {
                slow = c;
            }
        }
        c == Cell::NIL
    }

    /// Returns true if two registers do not unify. A binding of an attributed variable counts only if
    /// its wake-up goals succeed.
    pub(crate) fn differ(&mut self, a: u16, b: u16) -> Result<bool, Ball> {
        self.terms_differ(self.reg(a), self.reg(b))
    }

    /// Returns true if two terms do not unify; as [`Machine::differ`].
    ///
    /// # Errors
    /// Those of the wake-up goals.
    pub(crate) fn terms_differ(&mut self, a: Cell, b: Cell) -> Result<bool, Ball> {
        let (a, b) = (self.heap.deref(a), self.heap.deref(b));
        if a == b {
            return Ok(false);
        }
        if a.is_atomic() && b.is_atomic() && !matches!(a.tag(), Tag::Num | Tag::String) {
            return Ok(true);
        }
        let (hb, tr) = (self.hb, self.tr);
        let pending = self.wake.len();
        self.hb = self.heap.top;
        let unifies = self.unify_or_fail(a, b);
        let woken: Vec<(Cell, Cell)> = self.wake.split_off(pending);
        let wake_ups_fail = unifies && self.wake_ups_fail(&woken)?;
        self.unwind_trail(tr);
        self.hb = hb;
        Ok(!unifies || wake_ups_fail)
    }

    /// Returns true if the wake-up goals of tentative bindings fail.
    pub(in crate::machine) fn wake_ups_fail(
        &mut self,
        woken: &[(Cell, Cell)],
    ) -> Result<bool, Ball> {
        Ok(!woken.is_empty() && !self.run_tentatively(woken)?)
    }

    /// Returns true if the wake-up goals of tentative bindings succeed. Their effects are undone.
    #[cold]
    fn run_tentatively(&mut self, woken: &[(Cell, Cell)]) -> Result<bool, Ball> {
        let list: Vec<Cell> = woken
            .iter()
            .map(|&(a, v)| self.heap.structure(self.well_known.wake, &[a, v]))
            .collect();
        let list = self.heap.list(&list, Cell::NIL);
        let f = self.functors.intern(crate::base::atom::atoms::WAKEUP, 1);
        let goal = self.heap.structure(f, &[list]);
        let goal = self.heap.structure(
            self.well_known.colon,
            &[Cell::atom(crate::base::atom::atoms::SYSTEM), goal],
        );
        self.call_aside(goal)
    }
}
