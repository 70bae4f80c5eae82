//! Cuts. Wake-ups that are pending run before a cut commits.

use super::P;
use crate::machine::control::fixed_code::DISABLED;
use crate::machine::control::flow::Flow;
use crate::machine::control::stacks::field;
use crate::machine::{Cell, Extension, Machine};

#[inline(always)]
pub(crate) fn neck_cut<X: Extension>(m: &mut Machine<X>, p: P<'_>, x: u16, n: u16) -> Flow {
    // Wake-ups run also if there is nothing to cut yet: they may leave choice points.
    if m.is_signalled() && m.has_wake_ups() {
        return wake_first(m, p, x, n);
    }
    let level = m.b0;
    cut_now(m, p, level, x, n)
}

/// Cuts, and runs the cleanups that are due then.
#[inline(always)]
fn cut_now<X: Extension>(m: &mut Machine<X>, p: P<'_>, level: u64, x: u16, n: u16) -> Flow {
    if !m.cut_to_level(level) {
        return Flow::Next;
    }
    // A copy: the dispatch keeps `p` in a register.
    let mut at = *p;
    let flow = m.poll_inline(&mut at, x, n);
    *p = at;
    flow
}

/// Runs the wake-ups, then the cut again.
#[inline(always)]
fn wake_first<X: Extension>(m: &mut Machine<X>, p: P<'_>, x: u16, n: u16) -> Flow {
    // SAFETY: `p` is one past the cut itself.
    let mut at = unsafe { p.sub(1) };
    let flow = m.poll_inline(&mut at, x, n);
    *p = at;
    flow
}

#[inline(always)]
pub(crate) fn get_level<X: Extension>(m: &mut Machine<X>, _: P<'_>, y: u16) -> Flow {
    let level = Cell::int(m.b0 as i64);
    m.set_y(y, level);
    Flow::Next
}

#[inline(always)]
pub(crate) fn mark_choice<X: Extension>(m: &mut Machine<X>, _: P<'_>, y: u16) -> Flow {
    let level = Cell::int(m.b as i64);
    m.set_y(y, level);
    Flow::Next
}

#[inline(always)]
pub(crate) fn cut<X: Extension>(m: &mut Machine<X>, p: P<'_>, y: u16, n: u16, x: u16) -> Flow {
    let level = m.y(y).as_int() as u64;
    if m.is_signalled() && m.has_wake_ups() {
        // The level's slot must survive the wake-ups too.
        return wake_first(m, p, x, n.max(y + 1));
    }
    cut_now(m, p, level, x, n)
}

#[inline(always)]
pub(crate) fn soft_cut<X: Extension>(m: &mut Machine<X>, _: P<'_>, y: u16) -> Flow {
    let own = m.y(y).as_int() as u64;
    if m.b == own {
        m.pop_choice();
    } else {
        m.disable_choice(own);
    }
    Flow::Next
}

#[inline(always)]
pub(crate) fn cut_to<X: Extension>(m: &mut Machine<X>, p: P<'_>) -> Flow {
    let level = m.x(0).as_int() as u64;
    cut_now(m, p, level, 0, u16::MAX)
}

#[inline(always)]
pub(crate) fn current_level<X: Extension>(m: &mut Machine<X>, _: P<'_>) -> Flow {
    let level = Cell::int(m.b as i64);
    if m.unify(m.reg(0), level) {
        Flow::Next
    } else {
        Flow::Fail
    }
}

impl<X: Extension> Machine<X> {
    /// Makes a choice point below the newest one fail when it is reached.
    #[cold]
    fn disable_choice(&mut self, at: u64) {
        self.choice.set(at + field::BP, DISABLED.as_ptr() as u64);
    }
}
