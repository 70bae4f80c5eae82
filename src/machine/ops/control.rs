//! Calls, environments, jumps, and the continuation of wake-up goals.

use super::jump;
use crate::code::instr::{CompareOp, Instr};
use crate::code::pred::PredId;
use crate::machine::database::Block;
use crate::machine::run::{Flow, WAKEUP};
use crate::machine::stack::COUNT_IN_SLOT;
use crate::machine::{Code, Extension, Machine};

type P<'a> = &'a mut Code;

/// The continuation of `'$wakeup'/1`.
pub(crate) static RESUME: [Instr; 2] = [
    Instr::Call {
        n: COUNT_IN_SLOT,
        p: WAKEUP,
    },
    Instr::Resume {},
];

/// Clauses with more slots than this get a continuation made for them.
const MAX_COUNTED: usize = 2048;

/// Continuations that only say how many slots live: where a clause with an environment is
/// interrupted between calls, there is no real one.
static COUNTED: [[Instr; 2]; MAX_COUNTED] = {
    let mut all = [[Instr::Call { n: 0, p: WAKEUP }, Instr::Fail {}]; MAX_COUNTED];
    let mut n = 0;
    while n < MAX_COUNTED {
        all[n][0] = Instr::Call {
            n: n as u16,
            p: WAKEUP,
        };
        n += 1;
    }
    all
};

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
    if m.needs_attention() {
        // The slow path must not see the address of `p`, or it would live in memory everywhere.
        let mut at = *p;
        let flow = attend_entry(m, &mut at, pred);
        *p = at;
        return flow;
    }
    Flow::Next
}

#[cold]
#[inline(never)]
fn attend_entry<X: Extension>(m: &mut Machine<X>, p: P<'_>, pred: PredId) -> Flow {
    if !m.deepen(pred) {
        return Flow::Fail;
    }
    let arity = m.db.pred(pred).arity;
    attend_at(m, p, arity)
}

/// Keeps the address of `p` out of the slow path.
#[inline(always)]
pub(super) fn attend_at<X: Extension>(m: &mut Machine<X>, p: P<'_>, arity: u32) -> Flow {
    let mut at = *p;
    let flow = m.attend_call(&mut at, arity);
    *p = at;
    flow
}

#[inline(always)]
pub(crate) fn proceed<X: Extension>(m: &mut Machine<X>, p: P<'_>) -> Flow {
    *p = m.cp;
    // A chain of returns may build as much as a chain of calls.
    if m.needs_attention() {
        return attend_at(m, p, 0);
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

/// Control never comes here.
#[inline(always)]
pub(crate) fn of_is<X: Extension>(_: &mut Machine<X>, _: P<'_>, _: u16, _: u32) -> Flow {
    Flow::Fail
}

/// Control never comes here.
#[inline(always)]
pub(crate) fn of_comparison<X: Extension>(
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
pub(crate) fn attend<X: Extension>(m: &mut Machine<X>, p: P<'_>, x: u16, n: u16) -> Flow {
    if m.needs_attention() {
        let mut at = *p;
        let flow = m.attend_inline(&mut at, x, n);
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
    /// A continuation that says that `n` slots live: see [`COUNTED`].
    pub(in crate::machine) fn continuation_with(&mut self, n: u16) -> Code {
        match COUNTED.get(n as usize) {
            Some(c) => c[1..].as_ptr(),
            None => {
                let make = || Block::new(&[Instr::Call { n, p: WAKEUP }, Instr::Fail {}]);
                // SAFETY: the block has two instructions.
                unsafe { self.counted.entry(n).or_insert_with(make).at().add(1) }
            }
        }
    }

    #[inline]
    fn call_builtin(&mut self, b: u32) -> Option<bool> {
        self.inferences += 1;
        let row = &self.builtins[b as usize];
        let run = row.run;
        let checked = !row.checks.is_empty();
        let result = if checked {
            self.check_arguments(b).and_then(|()| run(self))
        } else {
            run(self)
        };
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

    /// After wake-up goals: brings the saved registers back and leaves their environment.
    #[cold]
    fn resume_registers(&mut self) -> Code {
        let count = self.y(0).as_int() as u64;
        let at = self.y(1).as_int() as Code;
        let true_cp = self.y(2).as_int() as Code;
        let b0 = self.y(3).as_int() as u64;
        for i in 0..count - 4 {
            let c = self.y((4 + i) as u16);
            self.set_x(i as u16, c);
        }
        self.pop_env();
        self.cp = true_cp;
        self.b0 = b0;
        at
    }
}
