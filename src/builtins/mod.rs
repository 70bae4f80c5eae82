//! The builtins, one file per clause of ISO 13211-1: a table of rows and their functions.
//!
//! A builtin is one row beside its function ([`crate::system::Row`]); its file's table is listed in
//! `TABLES`. Builtins are deterministic: predicates with several answers are written in `prelude/` over
//! internal builtins, whose names start with `$`. State and everything that other layers call is in
//! `system`.

pub mod answer_tables;
pub mod arith;
pub mod atoms;
pub mod attvars;
pub mod boot;
pub mod char_io;
pub mod char_types;
pub mod clauses;
mod code_listing;
pub mod compare;
pub mod control;
pub mod documentation;
pub mod files;
pub mod flags;
pub mod globals;
pub mod load;
pub mod modules;
pub mod os;
pub mod predicates;
pub mod shell;
pub mod solutions;
pub mod sorting;
pub mod statistics;
pub mod streams;
pub mod subprocess;
pub mod term_io;
pub mod terms;
#[cfg(test)]
mod tests;
pub mod types;
pub mod unify;

use crate::machine::builtin::Builtin;
use crate::system::module_table::Modules;
use crate::system::{Row, Vm};

/// Every table of rows.
const TABLES: &[&[Row]] = &[
    arith::ROWS,
    atoms::ROWS,
    attvars::ROWS,
    char_io::ROWS,
    char_types::ROWS,
    subprocess::ROWS,
    clauses::ROWS,
    code_listing::ROWS,
    compare::ROWS,
    control::ROWS,
    files::ROWS,
    documentation::ROWS,
    flags::ROWS,
    globals::ROWS,
    load::ROWS,
    modules::ROWS,
    unify::ROWS,
    os::ROWS,
    predicates::ROWS,
    shell::ROWS,
    solutions::ROWS,
    sorting::ROWS,
    statistics::ROWS,
    streams::ROWS,
    answer_tables::ROWS,
    term_io::ROWS,
    terms::ROWS,
    types::ROWS,
];

/// All rows, for documentation and registration.
pub fn rows() -> impl Iterator<Item = &'static Row> {
    let all = TABLES.iter().chain(crate::clpz::TABLES);
    all.flat_map(|t| t.iter())
}

/// Registers every row in module `system` of a machine.
pub(crate) fn register(vm: &mut Vm) {
    vm.ext.modules = Modules::new(&mut vm.atoms);
    for row in rows() {
        let name = vm.atoms.intern(row.name);
        let arity = row.arity();
        let b = vm.add_builtin(Builtin {
            run: row.run,
            name,
            arity,
            is_internal: row.is_internal(),
            checks: row.checks(),
        });
        let f = vm.functors.intern(name, arity);
        let p = vm
            .db
            .pred_id(crate::base::atom::atoms::SYSTEM, f, name, arity);
        vm.db.set_builtin(p, b);
        vm.db.pred_mut(p).properties.protected = row.is_protected();
        vm.db.pred_mut(p).meta = row.meta();
        if !row.reentrant {
            vm.ext.inline.insert(p, b);
        }
    }
}
