//! What the machine keeps of a builtin: its function, its name for error contexts, its argument checks.

use super::cell::{Cell, Tag};
use super::{Ball, Extension, Machine};
use crate::base::atom::{Atom, atoms};

/// A builtin: reads `X` registers, says whether it succeeds.
pub type BuiltinFn<X> = fn(&mut Machine<X>) -> Result<bool, Ball>;

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
pub struct Builtin<X: Extension> {
    /// The function.
    pub run: BuiltinFn<X>,
    /// The predicate's name.
    pub name: Atom,
    /// The predicate's arity.
    pub arity: u32,
    /// Only the library calls it: errors must not name it as their context.
    pub is_internal: bool,
    /// Checks before the function runs: instantiation of all arguments first, then types.
    pub checks: Box<[Check]>,
}

impl<X: Extension> Machine<X> {
    /// The name and arity of a builtin.
    pub fn builtin_indicator(&self, b: u32) -> (Atom, u32) {
        let builtin = &self.builtins[b as usize];
        (builtin.name, builtin.arity)
    }

    /// Runs a builtin's checks (ISO 7.12: instantiation before type).
    pub(super) fn check_arguments(&mut self, b: u32) -> Result<(), Ball> {
        for i in 0..self.builtins[b as usize].checks.len() {
            let c = self.builtins[b as usize].checks[i];
            if !c.optional && c.ty != Type::Var && self.x(c.arg as usize).is_ref() {
                return Err(self.instantiation_error());
            }
        }
        for i in 0..self.builtins[b as usize].checks.len() {
            let c = self.builtins[b as usize].checks[i];
            let x = self.x(c.arg as usize);
            self.check_type(x, c.ty)?;
        }
        Ok(())
    }

    /// Whether a dereferenced cell is of a type; a variable is (it was looked at before), but not for `Var`.
    pub fn check_type(&mut self, x: Cell, ty: Type) -> Result<(), Ball> {
        if ty == Type::Var {
            return if x.is_ref() {
                Ok(())
            } else {
                Err(self.uninstantiation_error(x))
            };
        }
        let (ok, name) = match (ty, x.tag()) {
            (_, Tag::Var | Tag::AttVar) | (Type::Nonvar, _) => return Ok(()),
            (Type::Integer, _) => (self.is_integer(x), atoms::INTEGER),
            (Type::Atom, t) => (t == Tag::Atom, atoms::ATOM),
            (Type::Atomic, t) => (matches!(t, Tag::Atom | Tag::Int | Tag::Num), atoms::ATOMIC),
            (Type::Callable, t) => (
                matches!(t, Tag::Atom | Tag::List | Tag::Struct),
                atoms::CALLABLE,
            ),
            (Type::Compound, t) => (matches!(t, Tag::List | Tag::Struct), atoms::COMPOUND),
            (Type::Number, _) => (x.is_number(), atoms::NUMBER),
            (Type::List, t) => (t == Tag::List || x == Cell::NIL, atoms::LIST),
            (Type::Character, _) => (
                x.to_atom().is_some_and(|a| a.as_char().is_some()),
                atoms::CHARACTER,
            ),
            (Type::Var, _) => (true, atoms::TRUE),
        };
        if ok {
            Ok(())
        } else {
            Err(self.type_error(name, x))
        }
    }
}
