//! The checks of a builtin's arguments (ISO 7.12).

use crate::base::atom::{Atom, atoms};
use crate::machine::state::builtin::Type;
use crate::machine::{Ball, Cell, Extension, Machine, Tag};

/// Returns true if a term is of a type by its tag alone. Otherwise it may be, and the check decides.
#[inline(always)]
fn is_plainly(x: Cell, ty: Type) -> bool {
    match ty {
        Type::Nonvar => !x.is_ref(),
        Type::Integer | Type::Number => x.is_int(),
        Type::Atom | Type::AtomOrString => x.is_atom(),
        Type::Atomic => x.is_atom() || x.is_int(),
        Type::Callable => x.is_atom() || x.is_compound(),
        Type::Compound => x.is_compound(),
        Type::List => x.is_any_list() || x == Cell::NIL,
        Type::Character => false,
        Type::Var => x.is_ref(),
    }
}

impl<X: Extension> Machine<X> {
    /// The name and arity of a builtin.
    pub(crate) fn builtin_indicator(&self, b: u32) -> (Atom, u32) {
        let builtin = &self.builtins[b as usize];
        (builtin.name, builtin.arity)
    }

    /// Prepares a call of a builtin: notes a step that may not be repeatable, and checks the arguments.
    pub(in crate::machine) fn prepare_builtin(&mut self, b: u32) -> Result<(), Ball> {
        if !self.builtins[b as usize].is_repeatable {
            self.note_outside();
        }
        self.check_arguments(b)
    }

    /// Runs a builtin's checks (ISO 7.12: instantiation before type).
    #[inline]
    fn check_arguments(&mut self, b: u32) -> Result<(), Ball> {
        let checks = &self.builtins[b as usize].checks;
        if checks
            .iter()
            .all(|c| is_plainly(self.x(c.arg as usize), c.ty))
        {
            return Ok(());
        }
        self.check_each_argument(b)
    }

    /// Runs the checks in the order of their errors.
    fn check_each_argument(&mut self, b: u32) -> Result<(), Ball> {
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

    /// Checks the type of a dereferenced cell. A variable passes, because instantiation was checked
    /// before, except for `Var`.
    pub(crate) fn check_type(&mut self, x: Cell, ty: Type) -> Result<(), Ball> {
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
            (Type::AtomOrString, t) => (matches!(t, Tag::Atom | Tag::String), atoms::ATOM),
            (Type::Atomic, t) => (
                matches!(t, Tag::Atom | Tag::Int | Tag::Num | Tag::String),
                atoms::ATOMIC,
            ),
            (Type::Callable, t) => (
                matches!(t, Tag::Atom | Tag::List | Tag::Packed | Tag::Struct),
                atoms::CALLABLE,
            ),
            (Type::Compound, _) => (x.is_compound(), atoms::COMPOUND),
            (Type::Number, _) => (x.is_number(), atoms::NUMBER),
            (Type::List, _) => (x.is_any_list() || x == Cell::NIL, atoms::LIST),
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
