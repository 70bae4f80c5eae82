//! The assembler that templates are written for. Its registers, places in memory, conditions and labels mean the same on
//! each architecture; the instructions are in the file of the architecture.
//!
//! | register | holds |
//! |---|---|
//! | `MACHINE` | the machine |
//! | `X` | the address of the `X` registers |
//! | `HEAP` | the heap's base; addresses of cells are relative to it |
//! | `H` | the heap's top; stored in the machine only while a function is called |
//! | `E` | the slots' environment, as an address |
//! | `LIMIT` | the address of the limit at which calls poll |
//! | `CHOICES` | the base of the choice points |
//! | `S` | the next argument, with a tag, inside a head compound |
//! | `COUNT` | the number of inferences; stored in the machine only while a function is called |
//! | `B` | the newest choice point, relative to `CHOICES` |
//! | `STARTS` | the machine code at which calls of predicates continue |
//! | `A` | anything; the result of a function |
//! | `T`, `D` | anything; the arguments of a function |
//! | `C` | anything |
//! | `F0`, `F1` | floats |
//!
//! Except for `H` and `COUNT`, the named ones are copies of fields of the machine. A function that is called may change any of
//! them, so all are loaded again after it.
//!
//! An instruction has at most two operands; the first one is its result, and its other operand. Constants of 32 bits
//! are extended with their sign.

#[cfg(target_arch = "aarch64")]
pub(super) use super::a64::{A64 as Assembler, *};
pub(super) use super::operands::*;
#[cfg(target_arch = "x86_64")]
pub(super) use super::x64::{X64 as Assembler, *};
