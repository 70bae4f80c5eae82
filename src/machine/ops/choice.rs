//! Choice points inside a clause: they save no registers.

use super::P;
use super::jump;
use crate::machine::control::flow::Flow;
use crate::machine::control::stacks::{ENV_HEADER, field};
use crate::machine::{Code, Extension, Machine};

#[inline(always)]
fn target(p: &Code, els: i32) -> Code {
    let mut to = *p;
    jump(&mut to, els);
    to
}

#[inline(always)]
pub(crate) fn try_else<X: Extension>(m: &mut Machine<X>, p: P<'_>, n: u16, els: i32) -> Flow {
    let own = m.e + ENV_HEADER + 8 * u64::from(n);
    let env_top = own.max(m.b_get(field::ENV_TOP));
    m.push_choice_at(0, env_top, target(p, els), 0);
    Flow::Next
}

#[inline(always)]
pub(crate) fn retry_else<X: Extension>(m: &mut Machine<X>, p: P<'_>, _n: u16, els: i32) -> Flow {
    let to = target(p, els);
    m.b_set(field::BP, to as u64);
    Flow::Next
}

#[inline(always)]
pub(crate) fn trust_else<X: Extension>(m: &mut Machine<X>, _: P<'_>, _n: u16) -> Flow {
    m.pop_choice();
    Flow::Next
}
