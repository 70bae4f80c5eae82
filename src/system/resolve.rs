//! The predicate that a call refers to if the module of the call does not define it.
//!
//! The search goes through the module's imports, module `system`, the module's bases, module `user`, and the
//! libraries, which are loaded; for the calls of a library and of a sealed module, the libraries come before `user`.

use crate::base::atom::{Atom, atoms};
use crate::code::pred::PredId;
use crate::machine::Ball;
use crate::system::module_table::Indicator;
use crate::system::modules::own;
use crate::system::{Vm, exception_hook, load};

/// The predicate that a call of `pred` refers to if the module of `pred` does not define it. Loads the library that
/// exports it, once. The hook `user:exception/3` may define it.
///
/// # Errors
/// A ball thrown by loading a library, or by the hook.
pub(crate) fn resolve_undefined(vm: &mut Vm, pred: PredId) -> Result<Option<PredId>, Ball> {
    if let Some(found) = search(vm, pred)? {
        return Ok(Some(found));
    }
    match exception_hook::retries(vm, pred)? {
        true => search(vm, pred),
        false => Ok(None),
    }
}

fn search(vm: &mut Vm, pred: PredId) -> Result<Option<PredId>, Ball> {
    let mut p = pred;
    // An import may refer to another import; a cycle of them defines nothing.
    for _ in 0..64 {
        let (module, what) = (
            vm.db.pred(p).module,
            (vm.db.pred(p).name, vm.db.pred(p).arity),
        );
        load::load_pending(vm, module)?;
        load::complete(vm, p)?;
        if vm.db.is_defined(p) {
            return Ok(Some(p));
        }
        if let Some(import) = vm.ext.modules.import_of(module, what) {
            p = import.pred;
            continue;
        }
        return elsewhere(vm, module, what);
    }
    Ok(None)
}

/// The predicate that a name means in a module that neither defines nor imports it.
fn elsewhere(vm: &mut Vm, module: Atom, what: Indicator) -> Result<Option<PredId>, Ball> {
    let (name, arity) = what;
    if module != atoms::SYSTEM
        && let Some(p) = own(vm, atoms::SYSTEM, name, arity)
    {
        return Ok(Some(p));
    }
    if vm.ext.modules.is_sealed(module)
        && let Some(p) = load::autoload(vm, name, arity)?
    {
        return Ok(Some(p));
    }
    let library = vm.ext.modules.is_library(module);
    if let Some(p) = of_bases(vm, module, what)? {
        return Ok(Some(p));
    }
    if !library && module != atoms::USER {
        if let Some(p) = of_module(vm, atoms::USER, what)? {
            return Ok(Some(p));
        }
        if let Some(p) = of_bases(vm, atoms::USER, what)? {
            return Ok(Some(p));
        }
    }
    if (library || vm.ext.flags.autoload)
        && let Some(p) = load::autoload(vm, name, arity)?
    {
        return Ok(Some(p));
    }
    if library && let Some(p) = of_module(vm, atoms::USER, what)? {
        return Ok(Some(p));
    }
    Ok(None)
}

/// The predicate that the first base of a module which has one defines or imports.
fn of_bases(vm: &mut Vm, module: Atom, what: Indicator) -> Result<Option<PredId>, Ball> {
    for base in vm.ext.modules.bases(module).to_vec() {
        load::load_pending(vm, base)?;
        if let Some(p) = of_module(vm, base, what)? {
            return Ok(Some(p));
        }
    }
    Ok(None)
}

/// The predicate that a module defines or imports.
fn of_module(vm: &mut Vm, module: Atom, what: Indicator) -> Result<Option<PredId>, Ball> {
    if let Some(p) = own(vm, module, what.0, what.1) {
        return Ok(Some(p));
    }
    match vm.ext.modules.import_of(module, what) {
        Some(i) if !vm.db.is_defined(i.pred) => {
            load::load_pending(vm, vm.db.pred(i.pred).module)?;
            Ok(vm.db.is_defined(i.pred).then_some(i.pred))
        }
        Some(i) => Ok(Some(i.pred)),
        None => Ok(None),
    }
}
