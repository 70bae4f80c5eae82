//! Global variables: `nb_setval/2` keeps a copy that survives backtracking, `b_setval/2` a term until backtracking.
//! `bb_put/2` and `bb_get/2` are Scryer's names for the same.

use crate::machine::Cell;
use crate::system::{BuiltinRow, Res, Vm, det, repeatable};

pub(crate) const ROWS: &[BuiltinRow] = &[
    det(
        "nb_setval",
        "+atom, ?term",
        "-",
        "Sets a global variable to a copy of a term.",
        nb_setval,
    ),
    det(
        "b_setval",
        "+atom, ?term",
        "-",
        "Sets a global variable until backtracking.",
        b_setval,
    ),
    repeatable(
        "nb_getval",
        "+atom, ?term",
        "-",
        "Unifies the second argument with the value of a global variable; existence_error if it has none.",
        getval,
    ),
    repeatable(
        "b_getval",
        "+atom, ?term",
        "-",
        "Unifies the second argument with the value of a global variable; existence_error if it has none.",
        getval,
    ),
    repeatable(
        "$global",
        "+atom, ?term",
        "-",
        "Unifies the second argument with the value of a global variable; fails if it has none.",
        bb_get,
    ),
    repeatable(
        "$global_argument",
        "+atom, +atom, +integer, ?term",
        "-",
        "Unifies the last argument with the argument of that number of a global variable's value, a compound with the name; fails if there is none.",
        global_argument,
    ),
    det(
        "bb_put",
        "+atom, ?term",
        "-",
        "Sets a global variable to a copy of a term.",
        nb_setval,
    ),
    det(
        "bb_b_put",
        "+atom, ?term",
        "-",
        "Sets a global variable until backtracking.",
        b_setval,
    ),
    repeatable(
        "bb_get",
        "+atom, ?term",
        "-",
        "Unifies the second argument with the value of a global variable; fails if it has none.",
        bb_get,
    ),
    det(
        "nb_delete",
        "+atom",
        "-",
        "Removes a global variable, if there is one of this name.",
        nb_delete,
    ),
    det(
        "$set_global",
        "+atom, ?term",
        "-",
        "As nb_setval/2, for the evaluation of tabled predicates: it is not a side effect of their clauses.",
        set_global,
    ),
    det(
        "$globals",
        "-list",
        "-",
        "Unifies the argument with the list of the names of all global variables.",
        names,
    ),
];

fn nb_setval(vm: &mut Vm) -> Res {
    let (key, value) = (vm.x(0).as_atom(), vm.x(1));
    crate::clpz::refuse_constrained(vm, value)?;
    vm.set_global(key, value)?;
    vm.ext.tables.effects += 1;
    Ok(true)
}

fn set_global(vm: &mut Vm) -> Res {
    let (key, value) = (vm.x(0).as_atom(), vm.x(1));
    vm.set_global(key, value)?;
    Ok(true)
}

fn b_setval(vm: &mut Vm) -> Res {
    let (key, value) = (vm.x(0).as_atom(), vm.x(1));
    vm.set_global_backtrackable(key, value);
    Ok(true)
}

/// The value of the variable in the first argument.
fn value(vm: &mut Vm) -> Option<Cell> {
    let key = vm.x(0).as_atom();
    vm.global(key)
}

fn getval(vm: &mut Vm) -> Res {
    match value(vm) {
        Some(v) => Ok(vm.unify(vm.x(1), v)),
        None => {
            let key = vm.x(0);
            Err(vm.existence_error("variable", key))
        }
    }
}

fn bb_get(vm: &mut Vm) -> Res {
    match value(vm) {
        Some(v) => Ok(vm.unify(vm.x(1), v)),
        None => Ok(false),
    }
}

fn global_argument(vm: &mut Vm) -> Res {
    let (key, name, n) = (vm.x(0).as_atom(), vm.x(1).as_atom(), vm.x(2));
    let n = match n.is_int() {
        true => u32::try_from(n.as_int()).unwrap_or(0),
        false => 0,
    };
    match vm.global_argument(key, name, n) {
        Some(v) => Ok(vm.unify(vm.x(3), v)),
        None => Ok(false),
    }
}

fn nb_delete(vm: &mut Vm) -> Res {
    let key = vm.x(0).as_atom();
    vm.delete_global(key);
    Ok(true)
}

fn names(vm: &mut Vm) -> Res {
    let keys: Vec<Cell> = vm.global_keys().into_iter().map(Cell::atom).collect();
    let list = vm.heap.list(&keys, Cell::NIL);
    Ok(vm.unify(vm.x(0), list))
}
