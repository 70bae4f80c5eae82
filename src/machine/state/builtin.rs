//! A builtin: its function, its name for error contexts, its argument checks.

use super::ball::Ball;
use crate::base::atom::Atom;
use std::sync::Arc;

/// The function of a builtin: reads `X` registers and returns true if it succeeds.
pub(crate) type BuiltinFn<M> = fn(&mut M) -> Result<bool, Ball>;

/// The types of checked arguments.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "each is the ISO type of its name")]
pub(crate) enum Type {
    /// Anything that is not a variable.
    Nonvar,
    Integer,
    Atom,
    /// An atom, or a string that stands for the atom of its text.
    AtomOrString,
    Atomic,
    Callable,
    Compound,
    Number,
    /// `[]` or a list cell; the builtin itself examines the tail.
    List,
    /// An atom of one character.
    Character,
    /// An unbound variable.
    Var,
}

/// One checked argument.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ArgumentCheck {
    /// Its register.
    pub arg: u16,
    /// Its type.
    pub ty: Type,
    /// True if a variable is accepted too (`?integer`).
    pub optional: bool,
}

/// A builtin.
pub(crate) struct Builtin<M> {
    /// The function.
    pub run: BuiltinFn<M>,
    /// The predicate's name.
    pub name: Atom,
    /// The predicate's arity.
    pub arity: u32,
    /// True if only the library calls it: errors must not name it as their context.
    pub is_internal: bool,
    /// True if a call in the same state of the machine does the same: it reads nothing but the machine's words, and
    /// changes nothing else.
    pub is_repeatable: bool,
    /// Checks before the function runs: instantiation of all arguments first, then types.
    pub checks: Arc<[ArgumentCheck]>,
}

impl<M> Builtin<M> {
    /// Returns true if nothing is to be done before its function runs: neither checks nor a note.
    #[inline(always)]
    pub(in crate::machine) fn is_plain(&self) -> bool {
        self.is_repeatable && self.checks.is_empty()
    }
}

impl<M> Clone for Builtin<M> {
    fn clone(&self) -> Builtin<M> {
        Builtin {
            run: self.run,
            name: self.name,
            arity: self.arity,
            is_internal: self.is_internal,
            is_repeatable: self.is_repeatable,
            checks: Arc::clone(&self.checks),
        }
    }
}
