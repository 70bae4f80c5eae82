//! Attributed variables: the attributes of a variable, one value for each module.
//!
//! A chain is `att(Module, Value, More)` or `[]`. Backtracking undoes all changes.

use crate::base::atom::{Atom, atoms};
use crate::machine::{Ball, Cell};
use crate::system::{BuiltinRow, Res, Vm, det};

pub(crate) const ROWS: &[BuiltinRow] = &[
    det(
        "attvar",
        "@term",
        "-",
        "True if the argument is a variable with attributes.",
        attvar,
    ),
    det(
        "put_attr",
        "-var, +atom, ?term",
        "-",
        "Sets an attribute of a variable until backtracking.",
        put_attr,
    ),
    det(
        "get_attr",
        "@term, +atom, ?term",
        "-",
        "Unifies the third argument with the value of an attribute of a variable; fails if it has none.",
        get_attr,
    ),
    det(
        "del_attr",
        "@term, +atom",
        "-",
        "Removes an attribute of a variable until backtracking.",
        del_attr,
    ),
    det(
        "get_attrs",
        "@term, ?term",
        "-",
        "Unifies the second argument with all attributes of a variable, as a chain `att(Module,Value,More)`.",
        get_attrs,
    ),
    det(
        "put_attrs",
        "-var, +nonvar",
        "-",
        "Replaces all attributes of a variable by a chain `att(Module,Value,More)`.",
        put_attrs,
    ),
    det(
        "del_attrs",
        "@term",
        "-",
        "Removes all attributes of a variable until backtracking.",
        del_attrs,
    ),
    det(
        "term_attvars",
        "@term, ?term",
        "-",
        "Unifies the second argument with the list of the attributed variables in a term and in their attributes.",
        term_attvars,
    ),
    det(
        "$attvar_mark",
        "-term",
        "-",
        "Unifies the argument with a mark for `'$attvars_since'/2`.",
        mark,
    ),
    det(
        "$attvars_since",
        "+compound, -list",
        "-",
        "Unifies the second argument with the list of the attributed variables made since a mark.",
        since,
    ),
];

fn attvar(vm: &mut Vm) -> Res {
    Ok(vm.x(0).is_attvar())
}

/// The link of a chain that holds the attribute of a module.
fn find(vm: &Vm, var: Cell, module: Atom) -> Option<Cell> {
    let mut link = vm.attributes(var);
    while link.is_structure() {
        let at = link.addr();
        if vm.heap.deref(vm.heap.get(at + 8)) == Cell::atom(module) {
            return Some(link);
        }
        link = vm.heap.deref(vm.heap.get(at + 24));
    }
    None
}

/// Gives a variable an attribute, undone by backtracking. Returns the attributed variable.
pub(crate) fn put_attribute(vm: &mut Vm, var: Cell, module: Atom, value: Cell) -> Cell {
    let var = vm.heap.deref(var);
    vm.ext.clpz.others = true;
    if var.is_attvar() {
        if let Some(link) = find(vm, var, module) {
            vm.assign(link.addr() + 16, value);
            return var;
        }
        // A new attribute is appended.
        let mut at = vm.attributes_at(var);
        let mut link = vm.attributes(var);
        while link.is_structure() {
            at = link.addr() + 24;
            link = vm.heap.deref(vm.heap.get(at));
        }
        let new = att(vm, module, value);
        vm.assign(at, new);
        return var;
    }
    let chain = att(vm, module, value);
    vm.set_attributes(var, chain)
}

/// The value of an attribute of an attributed variable.
pub(crate) fn attribute(vm: &Vm, var: Cell, module: Atom) -> Option<Cell> {
    let var = vm.heap.deref(var);
    if !var.is_attvar() {
        return None;
    }
    find(vm, var, module).map(|link| vm.heap.deref(vm.heap.get(link.addr() + 16)))
}

fn att(vm: &mut Vm, module: Atom, value: Cell) -> Cell {
    vm.compound(atoms::ATT, &[Cell::atom(module), value, Cell::NIL])
}

fn put_attr(vm: &mut Vm) -> Res {
    let (var, module, value) = (vm.x(0), vm.x(1).as_atom(), vm.x(2));
    put_attribute(vm, var, module, value);
    Ok(true)
}

fn get_attr(vm: &mut Vm) -> Res {
    let (var, module) = (vm.x(0), vm.x(1).as_atom());
    match attribute(vm, var, module) {
        Some(v) => Ok(vm.unify(vm.x(2), v)),
        None => Ok(false),
    }
}

fn del_attr(vm: &mut Vm) -> Res {
    let (var, module) = (vm.x(0), vm.x(1).as_atom());
    if !var.is_attvar() {
        return Ok(true);
    }
    let mut at = vm.attributes_at(var);
    let mut link = vm.attributes(var);
    while link.is_structure() {
        if vm.heap.deref(vm.heap.get(link.addr() + 8)) == Cell::atom(module) {
            let rest = vm.heap.deref(vm.heap.get(link.addr() + 24));
            vm.assign(at, rest);
            break;
        }
        at = link.addr() + 24;
        link = vm.heap.deref(vm.heap.get(at));
    }
    if vm.attributes(var) == Cell::NIL {
        make_plain(vm, var);
    }
    Ok(true)
}

/// Makes an attributed variable a plain one: it refers to a new variable.
fn make_plain(vm: &mut Vm, var: Cell) {
    let plain = vm.heap.new_var();
    vm.bind_quietly(var, plain);
}

fn get_attrs(vm: &mut Vm) -> Res {
    let var = vm.x(0);
    if !var.is_attvar() {
        return Ok(false);
    }
    let chain = vm.attributes(var);
    Ok(vm.unify(vm.x(1), chain))
}

/// Returns true if a term is a chain of attributes.
fn check_chain(vm: &mut Vm, chain: Cell) -> Result<(), Ball> {
    let f = vm.functors.intern(atoms::ATT, 3);
    let mut link = chain;
    while link.is_structure() && vm.heap.functor_of(link).0 == f {
        if !vm.heap.deref(vm.heap.get(link.addr() + 8)).is_atom() {
            break;
        }
        link = vm.heap.deref(vm.heap.get(link.addr() + 24));
    }
    if link == Cell::NIL {
        return Ok(());
    }
    let ty = vm.atoms.intern("attributes");
    Err(vm.type_error(ty, chain))
}

fn put_attrs(vm: &mut Vm) -> Res {
    let (var, chain) = (vm.x(0), vm.x(1));
    check_chain(vm, chain)?;
    vm.ext.clpz.others = true;
    if chain == Cell::NIL {
        if var.is_attvar() {
            make_plain(vm, var);
        }
    } else {
        vm.set_attributes(var, chain);
    }
    Ok(true)
}

fn del_attrs(vm: &mut Vm) -> Res {
    let var = vm.x(0);
    if var.is_attvar() {
        make_plain(vm, var);
    }
    Ok(true)
}

fn term_attvars(vm: &mut Vm) -> Res {
    let mut vars = vm.term_attvars(vm.x(0));
    crate::clpz::close_attvars(vm, &mut vars);
    let list = vm.heap.list(&vars, Cell::NIL);
    Ok(vm.unify(vm.x(1), list))
}

/// The mark is a compound: as the heap keeps its order when it is collected, what is above the mark
/// was made later.
fn mark(vm: &mut Vm) -> Res {
    let m = vm.compound("$attvar_mark", &[Cell::NIL]);
    Ok(vm.unify(vm.x(0), m))
}

fn since(vm: &mut Vm) -> Res {
    let from = vm.x(0).addr();
    let vars = vm.attvars_since(from);
    let list = vm.heap.list(&vars, Cell::NIL);
    Ok(vm.unify(vm.x(1), list))
}
