//! L2: from a clause as a term to its instructions.
//!
//! Two passes. `goal` flattens the body into a tape of operations and notes where each variable
//! occurs; a variable that occurs in two chunks (runs of code between real calls) is permanent.
//! `emit` walks the tape once, keeping track of where each variable is: registers are allocated
//! as the walk goes, so that no later pass has to repair them. Branches undo the bookkeeping of
//! their siblings from a log. Knows no machine; names become numbers through [`Linker`].

mod allocate;
mod arith;
mod build;
mod call;
mod compiler;
mod condition;
mod constants;
mod emit;
mod goal;
mod ir;
mod liveness;
mod registers;
mod state;
mod unify;

#[cfg(test)]
pub(crate) mod tests;

pub use crate::code::pred::MAX_ARITY;
pub use compiler::key;
pub use state::{CompileError, Compiler};
