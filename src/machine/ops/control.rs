//! Calls, environments, jumps, and the continuation of wake-up goals.

use super::P;
use super::jump;
use crate::code::instr::CompareOp;
use crate::code::pred::PredId;
use crate::machine::control::flow::Flow;
use crate::machine::{Extension, Machine};

#[inline(always)]
pub(crate) fn allocate<X: Extension>(m: &mut Machine<X>, _: P<'_>, n: u16) -> Flow {
    m.push_env(u64::from(n));
    Flow::Next
}

#[inline(always)]
pub(crate) fn deallocate<X: Extension>(m: &mut Machine<X>, _: P<'_>) -> Flow {
    m.pop_env();
    Flow::Next
}

#[inline(always)]
pub(crate) fn call<X: Extension>(m: &mut Machine<X>, p: P<'_>, _n: u16, pred: PredId) -> Flow {
    m.cp = *p;
    execute(m, p, pred)
}

#[inline(always)]
pub(crate) fn execute<X: Extension>(m: &mut Machine<X>, p: P<'_>, pred: PredId) -> Flow {
    m.inferences += 1;
    m.b0 = m.b;
    // SAFETY: predicates are never removed, so the number is in range.
    *p = unsafe { *m.db.entries.get_unchecked(pred.0 as usize) };
    if m.is_signalled() {
        // The slow path gets a copy: taking the address of `p` would force it out of its register
        // everywhere.
        let mut at = *p;
        let flow = poll_entry(m, &mut at, pred);
        *p = at;
        return flow;
    }
    Flow::Next
}

#[cold]
#[inline(never)]
fn poll_entry<X: Extension>(m: &mut Machine<X>, p: P<'_>, pred: PredId) -> Flow {
    if m.only_counts() {
        return Flow::Next;
    }
    // Other goals may run before this one, and the machine may note the predicate.
    m.db.keep_called(pred);
    if !m.push_depth_frame(pred) {
        return Flow::Fail;
    }
    let pred = match m.divert(pred) {
        Some(to) => {
            *p = m.entry_of(to);
            to
        }
        None => pred,
    };
    let arity = m.db.pred(pred).arity;
    m.note_called(pred);
    let flow = poll_at(m, p, arity);
    m.uncount_paused_call();
    flow
}

/// Calls the slow path with a copy of `p`.
#[inline(always)]
pub(super) fn poll_at<X: Extension>(m: &mut Machine<X>, p: P<'_>, arity: u32) -> Flow {
    if m.only_counts() {
        return Flow::Next;
    }
    let mut at = *p;
    let flow = m.poll_call(&mut at, arity);
    *p = at;
    flow
}

#[inline(always)]
pub(crate) fn proceed<X: Extension>(m: &mut Machine<X>, p: P<'_>) -> Flow {
    *p = m.cp;
    // A chain of returns may build as much as a chain of calls.
    if m.is_signalled() {
        m.note_return();
        return poll_at(m, p, 0);
    }
    Flow::Next
}

#[inline(always)]
pub(crate) fn builtin<X: Extension>(m: &mut Machine<X>, _: P<'_>, b: u32) -> Flow {
    match m.call_builtin(b) {
        Some(true) => Flow::Next,
        Some(false) => Flow::Fail,
        None => Flow::Raise,
    }
}

#[inline(always)]
pub(crate) fn jump_to<X: Extension>(_: &mut Machine<X>, p: P<'_>, to: i32) -> Flow {
    jump(p, to);
    Flow::Next
}

/// Control never reaches a note.
#[inline(always)]
pub(crate) fn note_is<X: Extension>(_: &mut Machine<X>, _: P<'_>, _: u16, _: u32) -> Flow {
    Flow::Fail
}

/// Control never reaches a note.
#[inline(always)]
pub(crate) fn note_comparison<X: Extension>(
    _: &mut Machine<X>,
    _: P<'_>,
    _: CompareOp,
    _: u16,
    _: u32,
) -> Flow {
    Flow::Fail
}

#[inline(always)]
pub(crate) fn fail<X: Extension>(_: &mut Machine<X>, _: P<'_>) -> Flow {
    Flow::Fail
}

#[inline(always)]
pub(crate) fn poll<X: Extension>(m: &mut Machine<X>, p: P<'_>, x: u16, n: u16) -> Flow {
    if m.is_signalled() {
        let mut at = *p;
        let flow = m.poll_inline(&mut at, x, n);
        *p = at;
        return flow;
    }
    Flow::Next
}

#[inline(always)]
pub(crate) fn ensure_heap<X: Extension>(m: &mut Machine<X>, _: P<'_>, n: u32) -> Flow {
    m.heap.ensure(u64::from(n));
    Flow::Next
}

#[inline(always)]
pub(crate) fn resume<X: Extension>(m: &mut Machine<X>, p: P<'_>) -> Flow {
    *p = m.resume_registers();
    Flow::Next
}

impl<X: Extension> Machine<X> {
    #[inline]
    fn call_builtin(&mut self, b: u32) -> Option<bool> {
        self.inferences += 1;
        let row = &self.builtins[b as usize];
        let run = row.run;
        let result = if row.is_plain() {
            run(self)
        } else {
            self.prepare_builtin(b).and_then(|()| run(self))
        };
        self.note_growth();
        match result {
            Ok(b) => Some(b),
            Err(ball) => {
                let row = &self.builtins[b as usize];
                let (name, arity, is_internal) = (row.name, row.arity, row.is_internal);
                let ball = if is_internal {
                    ball
                } else {
                    self.close_ball(ball, name, arity)
                };
                self.ball = Some(ball);
                None
            }
        }
    }
}
