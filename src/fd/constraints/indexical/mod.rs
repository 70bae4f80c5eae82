//! FD predicates: constraints that a program defines by indexicals `X in R`, after SICStus.
//!
//! A definition has up to four bodies. Two of them consist of propagating indexicals, which keep of `X`
//! what is in `R` as soon as `R` is monotone; two are one checking indexical each, which find the
//! constraint true (or false) as soon as `R` is anti-monotone and has all values of `X`. Each indexical
//! is compiled once to a range program ([`program`]); a call says what the arguments are. Knows no
//! terms: the bridge reads them, with a [`Builder`].

mod definition;
mod eval;
mod instruction;
mod program;
mod prop;
mod set;

pub(crate) use definition::{Definition, FdCall, Indexical, Neck};
pub(crate) use program::{Arg, Builder, IndexicalOp};
pub(crate) use prop::{post, post_reified};
