//! Inline arithmetic on registers.

use super::P;
use crate::base::evaluable::{Op1, Op2};
use crate::machine::control::flow::Flow;
use crate::machine::{Ball, Cell, Extension, Machine};

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
    let (x, y) = (m.heap.deref(m.reg(a)), m.heap.deref(m.reg(b)));
    if Cell::both_int(x, y)
        && let Some(r) = small_word(op, x, y)
    {
        m.set_x(d, r);
        return Flow::Next;
    }
    m.binary_into(op2(op), d, x, y)
}

const NEGATE: u8 = Op1::Neg as u8;
const NOT: u8 = Op1::BitNot as u8;
const AND: u8 = Op2::BitAnd as u8;
const OR: u8 = Op2::BitOr as u8;
const RIGHT: u8 = Op2::ShiftRight as u8;
const LEFT: u8 = Op2::ShiftLeft as u8;
const INT_DIV: u8 = Op2::IntDiv as u8;
const MOD: u8 = Op2::Mod as u8;

/// The results of the most frequent functions of small integers; `None` for others.
#[inline(always)]
fn small_word(op: u8, x: Cell, y: Cell) -> Option<Cell> {
    let (a, b) = (x.as_int(), y.as_int());
    match op {
        AND => Some(Cell::int(a & b)),
        OR => Some(Cell::int(a | b)),
        RIGHT if (0..64).contains(&b) => Some(Cell::int(a >> b)),
        LEFT if (0..32).contains(&b) && a as i32 as i64 == a => Cell::try_int(a << b),
        INT_DIV if b > 0 => Some(Cell::int(a / b)),
        MOD if b > 0 => Some(Cell::int(a.rem_euclid(b))),
        _ => None,
    }
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
    let (x, y) = (m.heap.deref(m.reg(a)), Cell::int(i64::from(i)));
    if x.is_int()
        && let Some(r) = small_word(op, x, y)
    {
        m.set_x(d, r);
        return Flow::Next;
    }
    m.binary_into(op2(op), d, x, y)
}

#[inline(always)]
fn op2(op: u8) -> Op2 {
    Op2::from_u8(op).unwrap_or(Op2::Add)
}

#[inline(always)]
pub(crate) fn arith1<X: Extension>(m: &mut Machine<X>, _: P<'_>, op: u8, d: u16, a: u16) -> Flow {
    let x = m.heap.deref(m.reg(a));
    if x.is_int() {
        let word = match op {
            NEGATE => Cell::try_int(-x.as_int()),
            NOT => Some(Cell::int(!x.as_int())),
            _ => None,
        };
        if let Some(r) = word {
            m.set_x(d, r);
            return Flow::Next;
        }
    }
    let r = m.unary(Op1::from_u8(op).unwrap_or(Op1::Plus), x);
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
