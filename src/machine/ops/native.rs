//! Instructions of the native tier: where machine code begins, and where calls are counted that may become it.

use super::P;
use crate::code::pred::PredId;
use crate::machine::control::flow::Flow;
use crate::machine::{Code, Extension, Machine};

/// The address in two operands.
#[inline(always)]
pub(in crate::machine) fn address(low: u16, high: u32) -> u64 {
    u64::from(high) << 16 | u64::from(low)
}

#[inline(always)]
pub(crate) fn native<X: Extension>(_: &mut Machine<X>, _: P<'_>, _: u16, _: u32) -> Flow {
    Flow::Native
}

#[inline(always)]
pub(crate) fn warm<X: Extension>(m: &mut Machine<X>, _: P<'_>, n: u16, pred: PredId) -> Flow {
    match n {
        0 => Flow::Hot(pred),
        _ => {
            m.db.set_warm(pred, n - 1);
            Flow::Next
        }
    }
}

#[inline(always)]
pub(crate) fn goto<X: Extension>(_: &mut Machine<X>, p: P<'_>, low: u16, high: u32) -> Flow {
    *p = address(low, high) as Code;
    Flow::Next
}
