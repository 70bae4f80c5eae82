//! The names that a machine knows: its atoms and functors, for `prelude/dialects/swi_names.pl`.

use crate::machine::Cell;
use crate::system::{BuiltinRow, Res, Vm, det};

pub(super) const ROWS: &[BuiltinRow] = &[
    det(
        "$atoms",
        "-list",
        "-",
        "Unifies the argument with a list of the atoms that the machine knows, except those of one character.",
        all_atoms,
    ),
    det(
        "$functors",
        "-list",
        "-",
        "Unifies the argument with a list of the functors of the compound terms that the machine has, as `Name/Arity`.",
        all_functors,
    ),
];

fn all_atoms(vm: &mut Vm) -> Res {
    let found: Vec<Cell> = vm.atoms.all().map(Cell::atom).collect();
    let list = vm.heap.list(&found, Cell::NIL);
    Ok(vm.unify(vm.x(0), list))
}

fn all_functors(vm: &mut Vm) -> Res {
    let mut all: Vec<_> = vm.functors.iter().filter(|(_, arity)| *arity > 0).collect();
    // The order of the table would be another one in each run.
    all.sort_unstable();
    let mut found = Vec::with_capacity(all.len());
    for (name, arity) in all {
        found.push(vm.indicator(name, arity));
    }
    let list = vm.heap.list(&found, Cell::NIL);
    Ok(vm.unify(vm.x(0), list))
}
