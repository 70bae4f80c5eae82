//! A new machine: the builtins are registered and module `system` is loaded.

use crate::base::atom::atoms;
use crate::builtins::register;
use crate::code::pred::PredId;
use crate::machine::Machine;
use crate::system::library::BOOT_FILES;
use crate::system::{System, Vm, load};

/// Predicates of the standard that are written in Prolog. Programs cannot redefine them (ISO 7.5.2).
const STANDARD: &[(&str, u32)] = &[
    ("once", 1),
    ("false", 0),
    ("repeat", 0),
    ("halt", 0),
    ("findall", 3),
    ("bagof", 3),
    ("setof", 3),
    ("clause", 2),
    ("retract", 1),
    ("retractall", 1),
    ("abolish", 1),
    ("dynamic", 1),
    ("discontiguous", 1),
    ("multifile", 1),
    ("initialization", 1),
    ("current_op", 3),
    ("current_predicate", 1),
    ("current_prolog_flag", 2),
    ("current_char_conversion", 2),
    ("stream_property", 2),
    ("atom_concat", 3),
    ("sub_atom", 5),
];

/// A machine with all builtins, ready to load programs.
pub(crate) fn new_vm() -> Vm {
    booted(System::default())
}

/// As [`new_vm`]; the clauses of libraries are not deferred, but read when the libraries are loaded.
#[cfg(test)]
pub(crate) fn new_vm_that_defers_nothing() -> Vm {
    let mut system = System::default();
    system.loader.deferred.is_off = true;
    booted(system)
}

fn booted(system: System) -> Vm {
    let mut vm = Machine::new(system);
    register(&mut vm);
    for row in 0..BOOT_FILES {
        // A file of module `system` that cannot be loaded leaves messages, which a test finds.
        let _ = load::library(&mut vm, row);
    }
    vm.ext.loader.booted = true;
    protect(&mut vm);
    vm
}

/// Protects the predicates of the standard, and names that start with `$`, against redefinition.
fn protect(vm: &mut Vm) {
    let internal = vm.db.preds().filter_map(|(p, d)| {
        let is_internal = d.module == atoms::SYSTEM && vm.atoms.text(d.name).starts_with('$');
        is_internal.then_some(p)
    });
    let mut all: Vec<PredId> = internal.collect();
    for &(name, arity) in STANDARD {
        let name = vm.atoms.intern(name);
        let f = vm.functors.intern(name, arity);
        all.extend(vm.db.find(atoms::SYSTEM, f));
    }
    for p in all {
        if vm.db.is_defined(p) {
            vm.db.pred_mut(p).properties.protected = true;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::new_vm;

    #[test]
    fn a_new_machine_has_nothing_to_say() {
        let mut vm = new_vm();
        let found: Vec<String> = vm
            .ext
            .loader
            .take_diagnostics()
            .iter()
            .map(ToString::to_string)
            .collect();
        assert!(found.is_empty(), "{}", found.join("\n"));
    }
}
