//! The builtins whose frequent cases are machine code.

use crate::base::atom::{Atom, atoms};

/// A builtin with machine code.
#[derive(Clone, Copy)]
pub(super) enum InlineBuiltin {
    Arg,
    Functor,
}

impl InlineBuiltin {
    /// The builtin of this name and arity, if it has machine code.
    pub(super) fn of(name: Atom, arity: u32) -> Option<InlineBuiltin> {
        match (name, arity) {
            (atoms::ARG, 3) => Some(InlineBuiltin::Arg),
            (atoms::FUNCTOR, 3) => Some(InlineBuiltin::Functor),
            _ => None,
        }
    }
}
