//! Building and taking apart terms on the heap.

use crate::base::atom::{Atom, atoms};
use crate::machine::Cell;
use crate::system::Vm;

/// Returns true for control constructs whose arguments are goals of the same body (ISO 7.6.2).
pub(crate) fn is_control_functor(name: Atom) -> bool {
    matches!(
        name,
        atoms::COMMA | atoms::SEMICOLON | atoms::ARROW | atoms::SOFT_ARROW
    )
}

/// Returns true for a control construct whose arguments are goals of the body.
pub(crate) fn is_control(name: Atom, arity: u32) -> bool {
    match arity {
        1 => name == atoms::NOT_PROVABLE,
        2 => is_control_functor(name),
        _ => false,
    }
}

/// A body with its variables wrapped in `call/1` (ISO 7.6.2); `None` if it is not a body.
pub(crate) fn as_goal(vm: &mut Vm, body: Cell) -> Option<Cell> {
    let body = vm.heap.deref(body);
    let simple = |vm: &Vm, c: Cell| {
        c.is_atom()
            || c.is_any_list()
            || c.is_structure()
                && !(name_arity(vm, c).1 == 2 && is_control_functor(name_arity(vm, c).0))
    };
    if simple(vm, body) {
        return Some(body);
    }
    let slot = vm.heap.cons(body, Cell::NIL).addr();
    let mut work = Vec::with_capacity(8);
    work.push(slot);
    while let Some(at) = work.pop() {
        let c = vm.heap.deref(vm.heap.get(at));
        if c.is_ref() {
            let goal = vm.compound(atoms::CALL, &[c]);
            vm.heap.set(at, goal);
        } else if simple(vm, c) {
            vm.heap.set(at, c);
        } else if c.is_structure() {
            let from = vm.heap.args_at(c);
            let (name, _) = name_arity(vm, c);
            let args = [
                vm.heap.deref(vm.heap.get(from)),
                vm.heap.deref(vm.heap.get(from + 8)),
            ];
            let new = vm.compound(name, &args);
            vm.heap.set(at, new);
            work.push(new.addr() + 8);
            work.push(new.addr() + 16);
        } else {
            return None;
        }
    }
    Some(vm.heap.get(slot))
}

/// Name and number of arguments of a compound.
pub(crate) fn name_arity(vm: &Vm, c: Cell) -> (Atom, u32) {
    if c.is_any_list() {
        (atoms::DOT, 2)
    } else {
        let (f, n) = vm.heap.functor_of(c);
        (vm.functors.get(f).0, n)
    }
}
