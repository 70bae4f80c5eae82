//! L2: from a clause as a term to its instructions.
//!
//! Two passes. `goal` flattens the body into a list of operations (`ir`) and records where each variable occurs; a
//! variable that occurs in two chunks (runs of code between real calls) is permanent. `emit` walks the operations
//! once and tracks the location of each variable: registers are allocated during the walk, so that no later pass has
//! to repair them. Branches undo the bookkeeping of their siblings from a log. `fuse` joins neighbouring instructions
//! at the end. The compiler does not import the machine: the trait [`Linker`](crate::code::pred::Linker) maps names
//! to numbers.

mod allocate;
mod arith;
mod build;
mod call;
mod compiler;
mod condition;
mod constants;
mod emit;
mod fuse;
mod goal;
mod guard;
mod ir;
mod liveness;
mod places;
mod registers;
mod state;
mod unify;

#[cfg(test)]
pub(crate) mod tests;

pub(crate) use crate::code::pred::MAX_ARITY;
pub(crate) use compiler::key;
pub(crate) use places::{GoalCode, VariablePlace};
pub(crate) use state::{CompileError, Compiler};
