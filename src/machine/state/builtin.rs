//! What the machine keeps of a builtin: its function, its name for error contexts, its argument checks.

use super::ball::Ball;
use crate::base::atom::Atom;

/// A builtin: reads `X` registers, says whether it succeeds.
pub type BuiltinFn<M> = fn(&mut M) -> Result<bool, Ball>;

/// What an input argument must be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "each is the ISO type of its name")]
pub enum Type {
    /// Anything that is not a variable.
    Nonvar,
    Integer,
    Atom,
    Atomic,
    Callable,
    Compound,
    Number,
    /// A proper or partial list is looked at by the builtin itself; here: not a non-list.
    List,
    /// An atom of one character.
    Character,
    /// Not a variable: only an unbound argument is right.
    Var,
}

/// One checked argument.
#[derive(Clone, Copy, Debug)]
pub struct Check {
    /// Its register.
    pub arg: u16,
    /// What it must be.
    pub ty: Type,
    /// Whether a variable is right too (`?integer`).
    pub optional: bool,
}

/// A builtin as the machine runs it.
pub struct Builtin<M> {
    /// The function.
    pub run: BuiltinFn<M>,
    /// The predicate's name.
    pub name: Atom,
    /// The predicate's arity.
    pub arity: u32,
    /// Only the library calls it: errors must not name it as their context.
    pub is_internal: bool,
    /// Checks before the function runs: instantiation of all arguments first, then types.
    pub checks: Box<[Check]>,
}
