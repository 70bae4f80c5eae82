//! TODO head

use crate::machine::builtin::{Check, Type};
use crate::system::{Res, Vm};

/// A builtin's row.
pub struct Row {
    /// The predicate's name.
    pub name: &'static str,
    /// Arguments, as in `"+integer, ?term"`; empty for arity 0.
    pub modes: &'static str,
    /// The clause of ISO 13211-1 or of its corrigenda, or `"-"`.
    pub iso: &'static str,
    /// One line.
    pub doc: &'static str,
    /// The function.
    pub run: fn(&mut Vm) -> Res,
    /// Whether it may run Prolog goals, and so must be called like a predicate.
    pub reentrant: bool,
}

/// A deterministic builtin.
///
/// Modes: `+t` input (a variable is an instantiation error, another type a type error), `?t` input or
/// variable, `:t` input that carries its module, `-t` output (not checked), `@t`/`?term`/`+term`... Types that are checked: `integer atom atomic
/// callable compound number list character nonvar`; `-var` demands a variable; other words are not checked.
pub const fn det(
    name: &'static str,
    modes: &'static str,
    iso: &'static str,
    doc: &'static str,
    run: fn(&mut Vm) -> Res,
) -> Row {
    Row {
        name,
        modes,
        iso,
        doc,
        run,
        reentrant: false,
    }
}

/// A deterministic builtin that may run Prolog goals ([`Machine::call_once`]).
pub const fn reentrant(
    name: &'static str,
    modes: &'static str,
    iso: &'static str,
    doc: &'static str,
    run: fn(&mut Vm) -> Res,
) -> Row {
    Row {
        name,
        modes,
        iso,
        doc,
        run,
        reentrant: true,
    }
}

impl Row {
    /// How many arguments the predicate has.
    pub fn arity(&self) -> u32 {
        if self.modes.is_empty() {
            0
        } else {
            self.modes.split(',').count() as u32
        }
    }

    /// The meta-argument specifiers, if an argument carries its module.
    pub fn meta(&self) -> Option<Box<[u8]>> {
        let specifiers: Box<[u8]> = self
            .modes
            .split(',')
            .map(|m| {
                if m.trim().starts_with(':') {
                    b':'
                } else {
                    b'?'
                }
            })
            .collect();
        specifiers.contains(&b':').then_some(specifiers)
    }

    /// The argument checks that the modes ask for.
    pub fn checks(&self) -> Box<[Check]> {
        let check = |(i, m): (usize, &str)| {
            let m = m.trim();
            let ty = match &m[1..] {
                "integer" => Type::Integer,
                "atom" => Type::Atom,
                "atomic" => Type::Atomic,
                "callable" => Type::Callable,
                "compound" => Type::Compound,
                "number" => Type::Number,
                "list" => Type::List,
                "character" => Type::Character,
                "nonvar" => Type::Nonvar,
                "var" if m.starts_with('-') => Type::Var,
                _ => return None,
            };
            let optional = !m.starts_with('+') && ty != Type::Var;
            (m.starts_with(['+', '?']) || ty == Type::Var).then_some(Check {
                arg: i as u16,
                ty,
                optional,
            })
        };
        self.modes
            .split(',')
            .enumerate()
            .filter(|(_, m)| m.trim().len() > 1)
            .filter_map(check)
            .collect()
    }
}
