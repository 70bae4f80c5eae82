//! Engines: requests, answers, and the end of their goals.

use super::P;
use crate::machine::control::fixed_code::ENGINE_NEXT;
use crate::machine::control::flow::Flow;
use crate::machine::state::engines::ResumeMode;
use crate::machine::{Ball, Extension, Machine};

/// Runs a function that is not inlined on a copy of the code position, so that the position itself stays in a register
/// of the processor.
#[inline(always)]
fn apart<X: Extension>(
    m: &mut Machine<X>,
    p: P<'_>,
    body: fn(&mut Machine<X>, P<'_>) -> Flow,
) -> Flow {
    let mut at = *p;
    let flow = body(m, &mut at);
    *p = at;
    flow
}

#[inline(always)]
pub(crate) fn engine_next<X: Extension>(m: &mut Machine<X>, p: P<'_>) -> Flow {
    apart(m, p, engine_next_now)
}

#[inline(always)]
pub(crate) fn engine_yield<X: Extension>(m: &mut Machine<X>, p: P<'_>) -> Flow {
    apart(m, p, engine_yield_now)
}

#[inline(always)]
pub(crate) fn engine_answer<X: Extension>(m: &mut Machine<X>, p: P<'_>) -> Flow {
    apart(m, p, engine_answer_now)
}

#[inline(always)]
pub(crate) fn engine_fail<X: Extension>(m: &mut Machine<X>, p: P<'_>) -> Flow {
    apart(m, p, engine_fail_now)
}

#[cold]
#[inline(never)]
fn engine_next_now<X: Extension>(m: &mut Machine<X>, p: P<'_>) -> Flow {
    match m.ask_engine() {
        Ok(Some(code)) => {
            *p = code;
            Flow::Next
        }
        Ok(None) => Flow::Fail,
        Err(ball) => raise(m, ball, "engine_next", 2),
    }
}

#[cold]
#[inline(never)]
fn engine_yield_now<X: Extension>(m: &mut Machine<X>, p: P<'_>) -> Flow {
    match m.yield_term() {
        Ok(unifies) => continue_caller(p, unifies),
        Err(ball) => raise(m, ball, "engine_yield", 1),
    }
}

#[cold]
#[inline(never)]
fn engine_answer_now<X: Extension>(m: &mut Machine<X>, p: P<'_>) -> Flow {
    if m.has_wake_ups() {
        // SAFETY: `p` is one past this instruction.
        let mut at = unsafe { p.sub(1) };
        let flow = m.poll_inline(&mut at, 0, 0);
        *p = at;
        return flow;
    }
    let template = m.protected(0);
    match m.answer_request(template, ResumeMode::Backtracks) {
        Ok(unifies) => continue_caller(p, unifies),
        Err(ball) => raise(m, ball, "engine_next", 2),
    }
}

#[cold]
#[inline(never)]
fn engine_fail_now<X: Extension>(m: &mut Machine<X>, _: P<'_>) -> Flow {
    match m.end_engine() {
        Ok(()) => Flow::Fail,
        Err(ball) => raise(m, ball, "engine_next", 2),
    }
}

/// Continues in the caller of `engine_next/2`.
fn continue_caller(p: P<'_>, unifies: bool) -> Flow {
    *p = ENGINE_NEXT[1..].as_ptr();
    match unifies {
        true => Flow::Next,
        false => Flow::Fail,
    }
}

fn raise<X: Extension>(m: &mut Machine<X>, ball: Ball, name: &str, arity: u32) -> Flow {
    let name = m.atoms.intern(name);
    m.ball = Some(m.close_ball(ball, name, arity));
    Flow::Raise
}
