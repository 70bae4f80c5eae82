//! The bodies of the instructions, one file for each group. Each takes the machine, the address of the
//! next instruction, and its operands.

pub(super) mod arith;
pub(super) mod choice;
pub(super) mod control;
pub(super) mod cut;
pub(super) mod engine;
pub(super) mod get;
mod guard;
pub(super) mod index;
pub(super) mod meta;
pub(super) mod native;
pub(super) mod put;
mod refuse;
pub(super) mod set;
pub(super) mod test;
pub(super) mod unify;

use super::Code;

/// The register P: the address of the next instruction.
type P<'a> = &'a mut Code;

/// A jump relative to the instruction before `p`.
#[inline(always)]
fn jump(p: &mut Code, offset: i32) {
    // SAFETY: the compiler's jumps stay inside their code block; `p` is one past the jump itself.
    *p = unsafe { p.offset(offset as isize - 1) };
}
