//! Importing predicates and operators into a module.

use crate::base::atom::Atom;
use crate::code::pred::PredId;
use crate::machine::database::PredicateKind;
use crate::system::Vm;
use crate::system::interface::{ImportSpec, OpPattern};
use crate::system::module_table::{Import, Indicator};
use crate::system::modules::pred;

/// Makes `name/arity` in `into` another name of `target`. A definition in `into` itself is kept.
pub(crate) fn import(
    vm: &mut Vm,
    into: Atom,
    (name, arity): Indicator,
    target: PredId,
    explicit: bool,
) {
    let p = pred(vm, into, name, arity);
    if p == target
        || vm.db.is_defined(p)
        || vm.ext.modules.is_sealed(into)
        || is_replaced(vm, into, (name, arity), target)
    {
        return;
    }
    let imports = &mut vm.ext.modules.ensure(into).imports;
    imports.insert(
        (name, arity),
        Import {
            pred: target,
            explicit,
        },
    );
    if matches!(
        vm.db.pred(p).kind,
        PredicateKind::Undefined | PredicateKind::Alias(_)
    ) {
        let qualified = vm.ext.modules.is_library(vm.db.pred(target).module);
        vm.db.set_alias(p, target, qualified);
    }
}

/// Returns true if the dialect of a module replaces this predicate of a library, for example by one whose texts are
/// strings: importing the library does not change it.
fn is_replaced(vm: &Vm, into: Atom, what: Indicator, target: PredId) -> bool {
    let of_library = |p: PredId| vm.ext.modules.is_library(vm.db.pred(p).module);
    let Some(old) = vm.ext.modules.import_of(into, what) else {
        return false;
    };
    let has_name = |p: PredId| vm.db.pred(p).name == what.0;
    !old.explicit && !has_name(old.pred) && has_name(target) && of_library(target)
}

/// Imports into a module from another one, operators included. Returns the requested predicates that are not
/// exported.
pub(crate) fn import_from(
    vm: &mut Vm,
    from: Atom,
    into: Atom,
    wanted: &ImportSpec,
) -> Vec<Indicator> {
    if from == into {
        return Vec::new();
    }
    let Some(m) = vm.ext.modules.get(from) else {
        return Vec::new();
    };
    let (exports, ops) = (m.exports.clone(), m.export_ops.clone());
    let mut missing = Vec::new();
    let take = |vm: &mut Vm, what: Indicator, alias: Atom| {
        let target = pred(vm, from, what.0, what.1);
        import(vm, into, (alias, what.1), target, true);
    };
    match wanted {
        ImportSpec::All => exports.iter().for_each(|&e| take(vm, e, e.0)),
        ImportSpec::Except(not) => {
            exports
                .iter()
                .filter(|e| !not.contains(e))
                .for_each(|&e| take(vm, e, e.0));
        }
        ImportSpec::Only(list) => {
            for &(what, alias) in &list.preds {
                if exports.contains(&what) {
                    take(vm, what, alias);
                } else {
                    missing.push(what);
                }
            }
        }
    }
    for (name, def) in ops {
        let chosen = |&(p, t, n): &OpPattern| {
            p.is_none_or(|p| p == def.priority)
                && t.is_none_or(|t| t == def.ty)
                && n.is_none_or(|n| n == name)
        };
        if !matches!(wanted, ImportSpec::Only(list) if !list.ops.iter().any(chosen)) {
            // An operator that clashes with one of the module's own is not imported.
            let _ = vm.ext.modules.ops_mut(into).add(def.priority, def.ty, name);
        }
    }
    missing
}
