//! Loading embedded libraries when a predicate of theirs is first needed.

use crate::base::atom::{Atom, atoms};
use crate::code::pred::PredId;
use crate::machine::Ball;
use crate::system::Vm;
use crate::system::library::{self, exporter, full_index, register_module, row_of};
use crate::system::load::run::load;
use crate::system::modules::{own, pred};

/// Loads the library that defines a module, if there is one that is not loaded yet.
///
/// # Errors
/// Only a ball that stops a load: halting, an interrupt, a limit.
pub(crate) fn load_pending(vm: &mut Vm, module: Atom) -> Result<(), Ball> {
    let pending = match vm.ext.modules.get(module) {
        Some(m) => m.pending,
        None if vm.ext.loader.library.index.is_some()
            || row_of(&vm.atoms.text(module)).is_some() =>
        {
            let row = full_index(vm).modules.get(&module).copied();
            row.inspect(|&row| {
                register_module(vm, row);
            })
        }
        None => None,
    };
    let Some(row) = pending else { return Ok(()) };
    vm.ext.modules.ensure_library(module).pending = None;
    library(vm, row)
}

/// The predicate that a library exports under this name; loads the library.
///
/// # Errors
/// As [`load_pending`].
pub(crate) fn autoload(vm: &mut Vm, name: Atom, arity: u32) -> Result<Option<PredId>, Ball> {
    let Some(row) = exporter(vm, name, arity) else {
        return Ok(None);
    };
    let module = register_module(vm, row);
    load_pending(vm, module)?;
    if let Some(p) = own(vm, module, name, arity) {
        return Ok(Some(p));
    }
    let p = pred(vm, module, name, arity);
    let import = vm
        .ext
        .modules
        .get(module)
        .and_then(|m| m.imports.get(&(name, arity)).copied());
    match import {
        Some(i) if i.pred != p && vm.db.is_defined(i.pred) => Ok(Some(i.pred)),
        _ => Ok(None),
    }
}

/// Loads an embedded library.
///
/// # Errors
/// As [`consult_text`].
pub(crate) fn library(vm: &mut Vm, row: u16) -> Result<(), Ball> {
    let file = format!("library({})", library::name(row));
    let text = library::text(row).into();
    let inferences = vm.inferences;
    let loaded = load(vm, file.into(), text, atoms::SYSTEM, None);
    // A call takes as many inferences as the library's predicates do, also if it is the first one.
    vm.inferences = inferences;
    loaded.map(|_| ())
}
