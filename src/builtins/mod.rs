//! The builtins, one file per clause of ISO 13211-1: a table of rows and their functions.
//!
//! A builtin is one row beside its function ([`crate::system::BuiltinRow`]); its file's table is listed in `TABLES`.
//! Builtins are deterministic: predicates with several answers are written in `prelude/` over internal builtins,
//! whose names start with `$`. State and everything that other layers call is in `system`.

pub(crate) mod answer_tables;
pub(crate) mod arith;
pub(crate) mod atoms;
pub(crate) mod attvars;
pub(crate) mod boot;
pub(crate) mod char_io;
pub(crate) mod char_types;
mod clause_texts;
pub(crate) mod clauses;
mod code_listing;
pub(crate) mod compare;
pub(crate) mod compression;
pub(crate) mod control;
pub(crate) mod counting;
pub(crate) mod documentation;
pub(crate) mod engines;
pub(crate) mod files;
pub(crate) mod flags;
pub(crate) mod globals;
pub(crate) mod hashes;
pub(crate) mod host_relations;
pub(crate) mod load;
pub(crate) mod markup;
pub(crate) mod message_queues;
pub(crate) mod modules;
pub(crate) mod mutexes;
mod names;
pub(crate) mod os;
pub(crate) mod predicates;
pub(crate) mod regexes;
pub(crate) mod shell;
mod signals;
pub(crate) mod sockets;
pub(crate) mod solutions;
pub(crate) mod sorting;
mod stack_frames;
pub(crate) mod statistics;
pub(crate) mod streams;
pub(crate) mod strings;
pub(crate) mod subprocess;
pub(crate) mod term_io;
pub(crate) mod terms;
#[cfg(test)]
mod tests;
pub(crate) mod threads;
pub(crate) mod tracing;
pub(crate) mod types;
mod words;
pub(crate) mod yaml;

use crate::machine::builtin::Builtin;
use crate::system::module_table::Modules;
use crate::system::{BuiltinRow, Vm};

/// Every table of rows.
const TABLES: &[&[BuiltinRow]] = &[
    arith::ROWS,
    atoms::ROWS,
    attvars::ROWS,
    char_io::ROWS,
    char_types::ROWS,
    subprocess::ROWS,
    clause_texts::ROWS,
    clauses::ROWS,
    code_listing::ROWS,
    compare::ROWS,
    control::ROWS,
    counting::ROWS,
    files::ROWS,
    documentation::ROWS,
    engines::ROWS,
    flags::ROWS,
    globals::ROWS,
    hashes::ROWS,
    host_relations::ROWS,
    load::ROWS,
    message_queues::ROWS,
    modules::ROWS,
    mutexes::ROWS,
    names::ROWS,
    os::ROWS,
    predicates::ROWS,
    compression::ROWS,
    markup::ROWS,
    sockets::ROWS,
    words::ROWS,
    yaml::ROWS,
    regexes::ROWS,
    shell::ROWS,
    solutions::ROWS,
    sorting::ROWS,
    strings::ROWS,
    statistics::ROWS,
    streams::ROWS,
    answer_tables::ROWS,
    term_io::ROWS,
    terms::ROWS,
    signals::ROWS,
    threads::ROWS,
    stack_frames::ROWS,
    tracing::ROWS,
    types::ROWS,
];

/// All rows, for documentation and registration.
pub(crate) fn rows() -> impl Iterator<Item = &'static BuiltinRow> {
    let all = TABLES.iter().chain(crate::clpz::TABLES);
    all.flat_map(|t| t.iter())
}

/// Registers every row in module `system` of a machine.
pub(crate) fn register(vm: &mut Vm) {
    vm.ext.modules = Modules::new(&mut vm.atoms);
    vm.reserve_builtins(rows().count());
    for row in rows() {
        let name = vm.atoms.intern(row.name);
        let arity = row.arity();
        let b = vm.add_builtin(Builtin {
            run: row.run,
            name,
            arity,
            is_internal: row.is_internal(),
            is_repeatable: row.is_repeatable,
            checks: row.checks().into(),
        });
        let f = vm.functors.intern(name, arity);
        let p = vm
            .db
            .pred_id(crate::base::atom::atoms::SYSTEM, f, name, arity);
        vm.db.set_builtin(p, b);
        let pred = vm.db.pred_mut(p);
        pred.properties.protected = row.is_protected();
        pred.meta = row.meta();
        if !row.reentrant {
            vm.ext.inline.insert(p, b);
        }
    }
}
