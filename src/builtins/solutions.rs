//! Collecting all solutions (ISO 13211-1, 8.10): the stack of collections that `findall/3` and the
//! predicates of the library use.

use crate::clpz;
use crate::system::{BuiltinRow, Res, Vm, repeatable};

pub(crate) const ROWS: &[BuiltinRow] = &[
    repeatable(
        "$findall_push",
        "",
        "8.10.1",
        "Opens a collection of answers.",
        push,
    ),
    repeatable(
        "$findall_add",
        "@term",
        "8.10.1",
        "Adds a copy of a term to the newest collection.",
        add,
    ),
    repeatable(
        "$findall_pop",
        "-list, ?term",
        "8.10.1",
        "Closes the newest collection and unifies the first argument with its terms as a list that ends in the second one.",
        pop,
    ),
];

fn push(vm: &mut Vm) -> Res {
    vm.findall_push();
    clpz::open_collection(vm);
    Ok(true)
}

fn add(vm: &mut Vm) -> Res {
    let t = vm.x(0);
    clpz::collect(vm, t);
    vm.ext.tables.effects += 1;
    // The answers will move to the heap.
    if vm.heap.top() + vm.findall_bytes() > vm.limits().heap_bytes || !vm.reserve(0) {
        return Err(vm.out_of_memory());
    }
    Ok(true)
}

fn pop(vm: &mut Vm) -> Res {
    let tail = vm.x(1);
    let list = vm.findall_pop(tail);
    clpz::close_collection(vm, list)?;
    Ok(vm.unify(vm.x(0), list))
}
