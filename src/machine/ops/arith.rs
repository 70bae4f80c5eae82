//! Inline arithmetic on registers.

use crate::base::evaluable::{Op1, Op2};
use crate::machine::control::flow::Flow;
use crate::machine::{Ball, Cell, Code, Extension, Machine};

type P<'a> = &'a mut Code;

macro_rules! word_op {
    ($name:ident, $fast:ident, $op:expr) => {
        #[inline(always)]
        pub(crate) fn $name<X: Extension>(
            m: &mut Machine<X>,
            _: P<'_>,
            d: u16,
            a: u16,
            b: u16,
        ) -> Flow {
            let (x, y) = (m.heap.deref(m.reg(a)), m.heap.deref(m.reg(b)));
            if Cell::both_int(x, y)
                && let Some(r) = Cell::$fast(x, y)
            {
                m.set_x(d, r);
                return Flow::Next;
            }
            m.binary_into($op, d, x, y)
        }
    };
}
word_op!(add, add_small, Op2::Add);
word_op!(sub, sub_small, Op2::Sub);
word_op!(mul, mul_small, Op2::Mul);

#[inline(always)]
pub(crate) fn add_int<X: Extension>(m: &mut Machine<X>, _: P<'_>, d: u16, a: u16, i: i16) -> Flow {
    let x = m.heap.deref(m.reg(a));
    let y = Cell::int(i64::from(i));
    if x.is_int()
        && let Some(r) = Cell::add_small(x, y)
    {
        m.set_x(d, r);
        return Flow::Next;
    }
    m.binary_into(Op2::Add, d, x, y)
}

#[inline(always)]
pub(crate) fn arith2<X: Extension>(
    m: &mut Machine<X>,
    _: P<'_>,
    op: u8,
    d: u16,
    a: u16,
    b: u16,
) -> Flow {
    let (x, y) = (m.reg(a), m.reg(b));
    m.binary_into(op2(op), d, x, y)
}

#[inline(always)]
pub(crate) fn arith2_int<X: Extension>(
    m: &mut Machine<X>,
    _: P<'_>,
    op: u8,
    d: u16,
    a: u16,
    i: i16,
) -> Flow {
    let x = m.reg(a);
    m.binary_into(op2(op), d, x, Cell::int(i64::from(i)))
}

#[inline(always)]
fn op2(op: u8) -> Op2 {
    Op2::from_u8(op).unwrap_or(Op2::Add)
}

#[inline(always)]
pub(crate) fn arith1<X: Extension>(m: &mut Machine<X>, _: P<'_>, op: u8, d: u16, a: u16) -> Flow {
    let r = m.unary(Op1::from_u8(op).unwrap_or(Op1::Plus), m.reg(a));
    m.store(d, r)
}

#[inline(always)]
pub(crate) fn eval<X: Extension>(m: &mut Machine<X>, _: P<'_>, d: u16, a: u16) -> Flow {
    let x = m.heap.deref(m.reg(a));
    if x.is_number() {
        m.set_x(d, x);
        return Flow::Next;
    }
    let r = m.evaluate(x);
    m.store(d, r)
}

impl<X: Extension> Machine<X> {
    fn binary_into(&mut self, op: Op2, d: u16, a: Cell, b: Cell) -> Flow {
        let r = self.binary(op, a, b);
        self.store(d, r)
    }

    #[inline]
    fn store(&mut self, d: u16, r: Result<Cell, Ball>) -> Flow {
        match r {
            Ok(c) => {
                self.set_x(d, c);
                Flow::Next
            }
            Err(ball) => {
                self.ball = Some(ball);
                Flow::ArithError
            }
        }
    }
}
