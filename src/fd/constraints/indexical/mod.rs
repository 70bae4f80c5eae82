//! FD predicates: constraints that a program defines by indexicals `X in R`, as in SICStus Prolog.
//!
//! A definition has up to four bodies. Two consist of propagating indexicals: as soon as `R` is monotone, such an
//! indexical removes the values of `X` that are not in `R`. Two are one checking indexical each: as soon as `R` is
//! anti-monotone and contains all values of `X`, it finds the constraint true, or false. Each indexical is compiled
//! once to a range program ([`program`]), which refers to arguments by number; a call has the arguments. Knows no
//! terms: the bridge reads them, with a [`Builder`].

mod definition;
mod eval;
mod instruction;
mod program;
mod prop;
mod set;

pub(crate) use definition::{Definition, FdCall, Indexical, Neck};
pub(crate) use program::{Arg, Builder, IndexicalOp};
