//! Engines, for `prelude/control/engines.pl`.

use crate::base::atom::atoms;
use crate::machine::Cell;
use crate::system::{BuiltinRow, Res, Vm, det, reentrant};

pub(crate) const ROWS: &[BuiltinRow] = &[
    det(
        "$engine_create",
        "?term, ?term, -term, ?term",
        "-",
        "Makes an engine for a template and a goal and unifies the third argument with its name; the fourth is its alias, if it is an atom.",
        create,
    ),
    reentrant(
        "$engine_destroy",
        "+term",
        "-",
        "Ends an engine, whose cleanup goals run.",
        destroy,
    ),
    det(
        "$engine_post",
        "+term, ?term",
        "-",
        "Posts a copy of a term to an engine.",
        post,
    ),
    det(
        "$engine_fetch",
        "-term",
        "-",
        "Unifies the argument with the term that was posted to the engine that runs; fails if there is none.",
        fetch,
    ),
    det(
        "$engine_self",
        "-term",
        "-",
        "Unifies the argument with the name of the engine that runs; fails if none runs.",
        self_name,
    ),
    det(
        "is_engine",
        "@term",
        "-",
        "Succeeds if the argument denotes an engine.",
        is_engine,
    ),
    det(
        "$engines",
        "-list",
        "-",
        "Unifies the argument with the list of the names of all engines.",
        all,
    ),
];

fn create(vm: &mut Vm) -> Res {
    let alias = vm.x(3).to_atom().filter(|&a| a != atoms::NIL);
    let handle = vm.create_engine(vm.x(0), vm.x(1), alias)?;
    let name = Cell::atom(vm.engine_name(handle));
    Ok(vm.unify(vm.x(2), name))
}

fn destroy(vm: &mut Vm) -> Res {
    let handle = vm.engine_of(vm.x(0))?;
    vm.destroy_engine(handle)?;
    Ok(true)
}

fn post(vm: &mut Vm) -> Res {
    let handle = vm.engine_of(vm.x(0))?;
    vm.post_to_engine(handle, vm.x(1))?;
    Ok(true)
}

fn fetch(vm: &mut Vm) -> Res {
    match vm.fetch_posted() {
        Some(term) => Ok(vm.unify(vm.x(0), term)),
        None => Ok(false),
    }
}

fn self_name(vm: &mut Vm) -> Res {
    match vm.current_engine() {
        Some(handle) => {
            let name = Cell::atom(vm.engine_name(handle));
            Ok(vm.unify(vm.x(0), name))
        }
        None => Ok(false),
    }
}

fn is_engine(vm: &mut Vm) -> Res {
    Ok(vm.is_engine(vm.x(0)))
}

fn all(vm: &mut Vm) -> Res {
    let names: Vec<Cell> = vm.engine_names().into_iter().map(Cell::atom).collect();
    let list = vm.heap.list(&names, Cell::NIL);
    Ok(vm.unify(vm.x(0), list))
}
