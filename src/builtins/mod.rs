//! L3: the builtins, one file per clause of ISO 13211-1, and what they share in a machine.
//!
//! A builtin is one row beside its function: name, modes, clause of the standard, one line of
//! documentation. Arity and argument checks are derived from the modes. Builtins are deterministic;
//! what has several answers is written in `prelude/` over `'$…'` rows.

pub mod arith;
pub mod atoms;
pub mod attvars;
pub mod boot;
pub mod char_io;
pub mod char_types;
pub mod children;
pub mod clauses;
pub mod compare;
pub mod control;
mod facts;
pub mod flags;
pub mod globals;
mod imports;
pub mod library;
pub mod linker;
pub mod load;
pub mod modules;
mod occurs_check;
pub mod os;
pub mod predicates;
pub mod processes;
pub mod solutions;
pub mod sorting;
pub mod streams;
pub mod system;
pub mod tables;
pub mod term_io;
pub mod terms;
#[cfg(test)]
mod tests_terms;
pub mod text;
pub mod time_zone;
pub mod types;

use crate::machine::builtin::{Builtin, Check, Type};
use crate::machine::{Ball, Machine};
pub use system::System;

/// The machine that the builtins run on.
pub type Vm = Machine<System>;

/// Success, failure, or a ball.
pub type Res = Result<bool, Ball>;

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

/// Every table of rows.
const TABLES: &[&[Row]] = &[
    arith::ROWS,
    atoms::ROWS,
    attvars::ROWS,
    char_io::ROWS,
    char_types::ROWS,
    children::ROWS,
    clauses::ROWS,
    compare::ROWS,
    control::ROWS,
    flags::ROWS,
    globals::ROWS,
    load::ROWS,
    modules::ROWS,
    occurs_check::ROWS,
    os::ROWS,
    predicates::ROWS,
    processes::ROWS,
    solutions::ROWS,
    sorting::ROWS,
    streams::ROWS,
    tables::ROWS,
    term_io::ROWS,
    terms::ROWS,
    time_zone::ROWS,
    types::ROWS,
];

/// All rows, for documentation and registration.
pub fn rows() -> impl Iterator<Item = &'static Row> {
    let all = TABLES.iter().chain(crate::clpz::TABLES);
    all.flat_map(|t| t.iter())
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

/// Registers every row in module `system` of a machine.
pub(crate) fn register(vm: &mut Vm) {
    vm.ext.modules = modules::Modules::new(&mut vm.atoms);
    for row in rows() {
        let name = vm.atoms.intern(row.name);
        let arity = row.arity();
        let b = vm.add_builtin(Builtin {
            run: row.run,
            name,
            arity,
            is_internal: row.name.starts_with('$'),
            checks: row.checks(),
        });
        let f = vm.functors.intern(name, arity);
        let p = vm
            .db
            .pred_id(crate::base::atom::atoms::SYSTEM, f, name, arity);
        vm.db.set_builtin(p, b);
        // Other names are the program's to redefine.
        vm.db.pred_mut(p).properties.protected = row.iso != "-" || row.name.starts_with('$');
        vm.db.pred_mut(p).meta = row.meta();
        if !row.reentrant {
            vm.ext.inline.insert(p, b);
        }
    }
}
