//! L3: the builtins, one file per clause of ISO 13211-1, and what they share in a machine.
//!
//! A builtin is one row beside its function: name, modes, clause of the standard, one line of
//! documentation. Arity and argument checks are derived from the modes. Builtins are deterministic;
//! what has several answers is written in `prelude/` over `'$…'` rows.

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
pub mod files_more;
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
pub mod time_zone;
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
    streams::ROWS,
    answer_tables::ROWS,
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
