//! Operators as seen by programs (ISO 8.14.3 and 8.14.4).

use crate::base::atom::{Atom, atoms};
use crate::machine::{Ball, Cell};
use crate::syntax::{OpError, OpTable, OpType};
use crate::system::modules::strip_module;
use crate::system::text::split_list;
use crate::system::{Res, Vm};

/// The names in the third argument of op/3, each with its module, before they are checked.
///
/// # Errors
/// `instantiation_error` for a partial list or a variable.
fn names(vm: &mut Vm, what: Cell) -> Result<(Vec<(Atom, Cell)>, bool), Ball> {
    let (module, what) = strip_module(vm, what, vm.ext.modules.source());
    if what.is_ref() {
        return Err(vm.instantiation_error());
    }
    if !what.is_any_list() {
        return Ok((vec![(module, what)], false));
    }
    let (elements, end) = split_list(vm, what);
    let named = |e: Cell| strip_module(vm, e, module);
    let items: Vec<(Atom, Cell)> = elements.into_iter().map(named).collect();
    if end.is_ref() || items.iter().any(|i| i.1.is_ref()) {
        return Err(vm.instantiation_error());
    }
    // A term that is not a list is a single name of the wrong type.
    match end == Cell::NIL {
        true => Ok((items, true)),
        false => Ok((vec![(module, what)], false)),
    }
}

/// op/3. All is checked before anything is changed.
pub(crate) fn op(vm: &mut Vm) -> Res {
    let (priority, specifier, what) = (vm.x(0), vm.x(1), vm.x(2));
    if priority.is_ref() || specifier.is_ref() {
        return Err(vm.instantiation_error());
    }
    let (items, is_list) = names(vm, what)?;
    if !vm.is_integer(priority) {
        return Err(vm.type_error(atoms::INTEGER, priority));
    }
    let Some(specifier_name) = specifier.to_atom() else {
        return Err(vm.type_error(atoms::ATOM, specifier));
    };
    let mut ops = Vec::with_capacity(items.len());
    for (module, c) in items {
        match c.to_atom() {
            Some(a) => {
                vm.atoms.keep(a);
                ops.push((module, a));
            }
            None if is_list => return Err(vm.type_error(atoms::ATOM, c)),
            None => return Err(vm.type_error(atoms::LIST, c)),
        }
    }
    let level = vm.to_int(priority).map(|p| OpTable::check_priority(&p));
    let Some(Ok(level)) = level else {
        return Err(vm.domain_error("operator_priority", priority));
    };
    let Ok(ty) = OpType::from_atom(specifier_name) else {
        return Err(vm.domain_error("operator_specifier", specifier));
    };
    for &(module, a) in &ops {
        if let Err(e) = vm.ext.modules.ops(module).check(level, ty, a) {
            return Err(refused(vm, e, priority, specifier));
        }
    }
    for (module, a) in ops {
        vm.atoms.keep(a);
        // One name may come twice; the first definition can forbid the second.
        if let Err(e) = vm.ext.modules.ops_mut(module).add(level, ty, a) {
            return Err(refused(vm, e, priority, specifier));
        }
    }
    Ok(true)
}

fn refused(vm: &mut Vm, e: OpError, priority: Cell, specifier: Cell) -> Ball {
    match e {
        OpError::Priority => vm.domain_error("operator_priority", priority),
        OpError::Specifier => vm.domain_error("operator_specifier", specifier),
        OpError::Modify(a) => vm.permission_error("modify", "operator", Cell::atom(a)),
        OpError::Create(a) => vm.permission_error("create", "operator", Cell::atom(a)),
    }
}

/// `'$current_op_list'(Name, List)`, where the name may have a module.
pub(crate) fn list(vm: &mut Vm) -> Res {
    let (module, wanted) = strip_module(vm, vm.x(0), vm.ext.modules.source());
    let wanted = wanted.to_atom();
    let ops = vm.ext.modules.ops(module).clone();
    let name = vm.atoms.intern("op");
    let f = vm.functors.intern(name, 3);
    let mut list = Vec::new();
    for (a, def) in ops.iter().filter(|o| wanted.is_none_or(|w| w == o.0)) {
        let args = [
            Cell::int(i64::from(def.priority)),
            Cell::atom(def.ty.atom()),
            Cell::atom(a),
        ];
        list.push(vm.heap.structure(f, &args));
    }
    let list = vm.heap.list(&list, Cell::NIL);
    Ok(vm.unify(vm.x(1), list))
}
