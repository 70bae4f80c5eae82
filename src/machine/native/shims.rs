//! The functions that machine code calls: the body of each instruction, derived from the instruction table, and parts
//! of the machine.

use crate::code::instr::{Instr, instruction_table};
use crate::machine::control::flow::Flow;
use crate::machine::ops;
use crate::machine::{Cell, Code, Extension, Machine};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Defines a function with the calling convention that machine code uses.
#[cfg(target_arch = "x86_64")]
macro_rules! called_by_machine_code {
    ($(#[$doc:meta])* fn $($function:tt)*) => { $(#[$doc])* extern "sysv64" fn $($function)* };
    (type $($function:tt)*) => { extern "sysv64" $($function)* };
}

#[cfg(target_arch = "aarch64")]
macro_rules! called_by_machine_code {
    ($(#[$doc:meta])* fn $($function:tt)*) => { $(#[$doc])* extern "C" fn $($function)* };
    (type $($function:tt)*) => { extern "C" $($function)* };
}

/// The function that enters machine code: it continues at an address, and returns a status.
pub(super) type EnterMachineCode<X> = called_by_machine_code!(type fn(*mut Machine<X>, u64) -> u64);

/// The result of a function that machine code calls, and of machine code.
pub(super) mod status {
    /// Go on.
    pub(in crate::machine::native) const NEXT: u64 = 0;
    pub(in crate::machine::native) const FAIL: u64 = 1;
    pub(in crate::machine::native) const RAISE: u64 = 2;
    pub(in crate::machine::native) const ARITH_ERROR: u64 = 3;
    /// A body has panicked.
    pub(in crate::machine::native) const PANIC: u64 = 4;
    /// Go on in the interpreter.
    pub(in crate::machine::native) const LEAVE: u64 = 5;
}

/// The functions for a type of machine.
#[derive(Clone, Copy)]
pub(super) struct Shims {
    /// The function that executes an instruction like this one.
    pub(super) body: fn(&Instr) -> u64,
    pub(super) backtrack: u64,
    pub(super) unify: u64,
    pub(super) bind: u64,
    pub(super) trail: u64,
    pub(super) open_packed: u64,
}

impl Shims {
    pub(super) fn of<X: Extension>() -> Shims {
        Shims {
            body: body_of::<X>,
            backtrack: backtrack::<X> as *const () as u64,
            unify: unify::<X> as *const () as u64,
            bind: bind::<X> as *const () as u64,
            trail: trail::<X> as *const () as u64,
            open_packed: open_packed::<X> as *const () as u64,
        }
    }
}

/// Runs `f` for machine code, through whose frames no panic may unwind.
#[inline(always)]
fn guarded<X: Extension>(m: *mut Machine<X>, f: impl FnOnce(&mut Machine<X>) -> u64) -> u64 {
    // SAFETY: machine code passes the machine that entered it, and uses none of it while it calls.
    let m = unsafe { &mut *m };
    match catch_unwind(AssertUnwindSafe(|| f(m))) {
        Ok(status) => status,
        Err(panic) => {
            m.native.panic = Some(panic);
            status::PANIC
        }
    }
}

fn status_of<X: Extension>(m: &Machine<X>, flow: &Flow) -> u64 {
    match flow {
        Flow::Next if m.may_run_native() => status::NEXT,
        Flow::Next => status::LEAVE,
        Flow::Fail => status::FAIL,
        Flow::ArithError => status::ARITH_ERROR,
        _ => status::RAISE,
    }
}

macro_rules! shim_table {
    ($(#[doc = $doc:literal] $name:ident $mnemonic:literal { $($field:ident : $kind:ident),* } $group:ident :: $body:ident, $class:ident, $counting:ident, $refusal:ident ;)*) => {
        fn body_of<X: Extension>(instr: &Instr) -> u64 {
            match instr {
                $(Instr::$name { .. } => {
                    called_by_machine_code! {
fn body<X: Extension>(m: *mut Machine<X>, at: Code) -> u64 {
                        guarded(m, |m| {
                            // SAFETY: machine code passes the address of an instruction like the one that it was made
                            // from.
                            let (instr, mut p) = unsafe { (&*at, at.add(1)) };
                            let Instr::$name { $($field),* } = *instr else {
                                return status::PANIC;
                            };
                            let flow = ops::$group::$body(m, &mut p, $($field),*);
                            m.native.p = p;
                            status_of(m, &flow)
                        })
                    }
}
                    body::<X> as *const () as u64
                })*
            }
        }
    };
}
instruction_table!(shim_table);

called_by_machine_code! {
/// Backtracks; the alternative is in `native.p`.
fn backtrack<X: Extension>(m: *mut Machine<X>) -> u64 {
    guarded(m, |m| {
        m.native.p = m.backtrack();
        status::NEXT
    })
}
}

called_by_machine_code! {
fn unify<X: Extension>(m: *mut Machine<X>, a: u64, b: u64) -> u64 {
    guarded(m, |m| u64::from(!m.unify(Cell(a), Cell(b))))
}
}

called_by_machine_code! {
/// A panic here would end the process, because the callers have no status to return; the function cannot panic.
fn bind<X: Extension>(m: *mut Machine<X>, var: u64, value: u64) {
    // SAFETY: as in `guarded`.
    unsafe { &mut *m }.bind(Cell(var), Cell(value));
}
}

called_by_machine_code! {
/// As [`bind`].
/// Always returns [`status::NEXT`].
fn trail<X: Extension>(m: *mut Machine<X>, word: u64) -> u64 {
    // SAFETY: as in `guarded`.
    unsafe { &mut *m }.trail_word(word);
    status::NEXT
}
}

called_by_machine_code! {
fn open_packed<X: Extension>(m: *mut Machine<X>, list: u64) -> u64 {
    guarded(m, |m| {
        m.heap.open_packed(Cell(list));
        status::NEXT
    })
}
}
