//! The index of the exports of the libraries.
//!
//! The exports of a file are known without loading it, so that importing a library costs almost nothing, and a
//! program that lacks an import still finds its predicates and operators.

use crate::base::atom::{Atom, atoms};
use crate::system::Vm;
use crate::system::library::catalog::{BOOT_FILES, FILES, KEEP_OPS, ON_REQUEST, name};
use crate::system::library::headers::recorded;
use crate::system::library::index::{LibraryHeader, LibraryIndex};
use crate::system::module_table::{Indicator, Module};
use crate::system::modules::{own, pred};
use std::sync::Arc;

/// The headers of all libraries, by row.
fn headers(vm: &mut Vm) -> Arc<[LibraryHeader]> {
    let known = &mut vm.ext.loader.library.headers;
    known
        .get_or_insert_with(|| recorded(&mut vm.atoms).into())
        .clone()
}

/// Makes the library index, unless it exists. Returns true if there is one.
pub(crate) fn ensure_index(vm: &mut Vm) -> bool {
    if vm.ext.loader.library.index.is_none() {
        let mut index = LibraryIndex::default();
        let headers = headers(vm);
        for row in BOOT_FILES..FILES.len() as u16 {
            let h = &headers[usize::from(row)];
            index.modules.entry(h.module).or_insert(row);
            if ON_REQUEST.contains(&name(row)) {
                continue;
            }
            for &e in &h.exports {
                index.preds.entry(e).or_insert(row);
            }
            for (what, m) in &h.metas {
                if index.preds.get(what) == Some(&row) {
                    index.metas.insert(*what, m.clone());
                }
            }
            if !KEEP_OPS.contains(&name(row)) {
                index.ops.extend(h.ops.iter().map(|&(n, d)| (n, d, row)));
            }
        }
        vm.ext.loader.library.index = Some(Arc::new(index));
    }
    true
}

pub(crate) fn full_index(vm: &mut Vm) -> Arc<LibraryIndex> {
    ensure_index(vm);
    vm.ext.loader.library.index.clone().unwrap_or_default()
}

/// The library that exports a predicate.
pub(crate) fn exporter(vm: &mut Vm, name: Atom, arity: u32) -> Option<u16> {
    // A quantifier outside `bagof/3` is an unknown procedure (ISO 8.10.2).
    if arity == 2 && name == atoms::CARET {
        return None;
    }
    let row = full_index(vm).preds.get(&(name, arity)).copied()?;
    // Reified control requires conditions of library(reif): `call((a;b), x)` does not use that library.
    let is_control = matches!(name, atoms::COMMA | atoms::SEMICOLON);
    let is_loaded = |m: &Module| m.pending.is_none();
    let module = headers(vm)[usize::from(row)].module;
    (!is_control || vm.ext.modules.get(module).is_some_and(is_loaded)).then_some(row)
}

/// Gives `user` the operators of a library whose residual goals are shown, unless it has others of these names.
pub(crate) fn adopt_operators(vm: &mut Vm, module: Atom) {
    let Some(m) = vm.ext.modules.get(module).filter(|m| m.library) else {
        return;
    };
    for (name, d) in m.export_ops.clone() {
        let ops = vm.ext.modules.ops_mut(atoms::USER);
        if ops.get(name, d.ty.class()).is_none() {
            // One that clashes with an operator of the program is left out.
            let _ = ops.add(d.priority, d.ty, name);
        }
    }
}

/// The names and arities of all predicates that libraries export.
pub(crate) fn exported(vm: &mut Vm) -> Vec<(Atom, u32)> {
    full_index(vm).preds.keys().copied().collect()
}

/// Makes a library's module known without loading it. Returns the module.
pub(crate) fn register_module(vm: &mut Vm, row: u16) -> Atom {
    let h = &headers(vm)[usize::from(row)];
    if vm.ext.modules.get(h.module).is_none() {
        let m = vm.ext.modules.ensure_library(h.module);
        m.exports = h.exports.iter().copied().collect();
        m.export_ops.clone_from(&h.ops);
        m.pending = Some(row);
        // Callers qualify the meta-arguments before the library is read.
        for ((name, arity), meta) in &h.metas {
            if h.exports.contains(&(*name, *arity)) {
                let p = pred(vm, h.module, *name, *arity);
                vm.db.pred_mut(p).meta = Some(meta.clone());
            }
        }
    }
    h.module
}

/// Returns true if a predicate that a library does not export is found in `system` or another library.
pub(crate) fn elsewhere(vm: &mut Vm, what: Indicator) -> bool {
    own(vm, atoms::SYSTEM, what.0, what.1).is_some() || exporter(vm, what.0, what.1).is_some()
}
