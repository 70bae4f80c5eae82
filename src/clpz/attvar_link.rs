//! The link between Prolog variables and the kernel's: the attribute `clpz` holds the number of the kernel
//! variable, and the kernel variable has an owner, the cell of a Prolog variable.
//!
//! A copy of a Prolog variable copies the attribute, too. The owner remains the original, which is how a copy
//! is known not to be constrained. Owners are dereferenced: when the owner is bound to another variable, that
//! one becomes the owner.

use super::memory_checks::check_memory_at_intervals;
use super::post_result::{PostError, PostResult};
use super::symbols::{Core, Symbol, Symbols};
use super::variable_labels;
use crate::base::atom::atoms;
use crate::base::int::Int;
use crate::fd::constraints::prop::Store;
use crate::fd::kernel::bound::Bound;
use crate::fd::kernel::var::VarId;
use crate::machine::Cell;
use crate::system::Vm;

/// The kernel's store of a machine.
#[inline]
pub(super) fn store(vm: &mut Vm) -> &mut Store {
    &mut vm.ext.clpz.store
}

/// The bridge's link of an attribute chain.
fn link(vm: &Vm, names: &Core, chain: Cell) -> Option<Cell> {
    let mut link = vm.heap.deref(chain);
    while link.is_structure() {
        let at = link.addr();
        if vm.heap.get(at + 8) == Cell::atom(names.module) {
            return Some(link);
        }
        link = vm.heap.deref(vm.heap.get(at + 24));
    }
    None
}

/// The number in a chain, and true if the chain has other modules' attributes.
pub(super) fn in_chain(vm: &Vm, names: &Core, chain: Cell) -> (Option<u32>, bool) {
    let mut id = None;
    let mut others = false;
    let mut link = vm.heap.deref(chain);
    while link.is_structure() {
        let at = link.addr();
        if vm.heap.get(at + 8) == Cell::atom(names.module) {
            let value = vm.heap.deref(vm.heap.get(at + 16));
            if value.is_int() {
                id = u32::try_from(value.as_int()).ok();
            }
        } else {
            others = true;
        }
        link = vm.heap.deref(vm.heap.get(at + 24));
    }
    (id, others)
}

/// Returns true if the bridge's link is the first of a dereferenced chain, as it usually is.
#[inline]
pub(super) fn is_first_link(vm: &Vm, names: &Core, chain: Cell) -> bool {
    chain.is_structure() && vm.heap.get(chain.addr() + 8) == Cell::atom(names.module)
}

/// Returns true if an attributed variable has no attribute but the bridge's.
pub(super) fn is_alone(vm: &Vm, var: Cell) -> bool {
    let Some(names) = vm.ext.clpz.names.as_ref() else {
        return false;
    };
    !has_others(vm, names, vm.heap.deref(vm.attributes(var)))
}

/// Returns true if a dereferenced chain has other modules' attributes.
#[inline]
pub(super) fn has_others(vm: &Vm, names: &Core, chain: Cell) -> bool {
    let alone = is_first_link(vm, names, chain) && vm.heap.get(chain.addr() + 24) == Cell::NIL;
    !alone && in_chain(vm, names, chain).1
}

/// The present owner of a kernel variable: an unbound variable or an integer. `None` for the kernel's own
/// variables.
pub(super) fn owner(vm: &Vm, v: VarId) -> Option<Cell> {
    let c = *vm.ext.clpz.owners.get(v.0 as usize)?;
    (c != Cell::NIL).then(|| vm.heap.deref(c))
}

/// The kernel variable of a dereferenced attributed variable.
#[inline]
pub(super) fn var_of(vm: &Vm, var: Cell) -> Option<VarId> {
    if !var.is_attvar() {
        return None;
    }
    let names = vm.ext.clpz.names.as_ref()?;
    let first = vm.heap.get(vm.attributes_at(var));
    if is_first_link(vm, names, first) {
        // The usual case: no other attribute, and never unified with another constrained variable.
        let value = vm.heap.get(first.addr() + 16);
        if value.is_int() {
            let v = value.as_int() as u32;
            if vm.ext.clpz.owners.get(v as usize) == Some(&var) {
                return Some(VarId(v));
            }
        }
    }
    var_in_chain(vm, names, first, var)
}

/// The general case of [`var_of`]: the bridge's link is anywhere in the chain, the owner was bound to
/// another variable.
fn var_in_chain(vm: &Vm, names: &Core, chain: Cell, var: Cell) -> Option<VarId> {
    let found = link(vm, names, chain)?;
    let value = vm.heap.deref(vm.heap.get(found.addr() + 16));
    if !value.is_int() {
        return None;
    }
    let v = VarId(u32::try_from(value.as_int()).ok()?);
    (owner(vm, v) == Some(var)).then_some(v)
}

/// The number in the chain of an attributed variable, even if that is not the owner.
pub(super) fn number(vm: &Vm, var: Cell) -> Option<u32> {
    let names = vm.ext.clpz.names.as_ref()?;
    in_chain(vm, names, vm.attributes(var)).0
}

/// Returns true in monotonic mode, in which an unconstrained variable must be written `#X` or `?(X)` in an
/// expression: while `clpz:monotonic` has a clause or the flag `clpfd_monotonic` is `true`.
pub(super) fn is_monotonic(vm: &Vm, names: &Core) -> bool {
    vm.ext.flags.clpfd_monotonic || vm.db.clause_count(names.monotonic) > 0
}

/// Refuses a dereferenced, unconstrained variable that is not wrapped, in monotonic mode.
///
/// # Errors
/// `instantiation_error`
pub(super) fn refuse_bare(vm: &mut Vm, var: Cell) -> PostResult<()> {
    if var.is_ref() && var_of(vm, var).is_none() {
        return Err(PostError::Ball(vm.instantiation_error()));
    }
    Ok(())
}

/// The kernel variable of an unbound variable; a new one if it has none.
pub(super) fn variable(vm: &mut Vm, var: Cell) -> VarId {
    // The cell may have become attributed since the caller dereferenced it.
    let var = vm.heap.deref(var);
    if let Some(v) = var_of(vm, var) {
        return v;
    }
    let v = store(vm).new_integer();
    let names = Symbols::core(vm);
    attach(vm, &names, var, v);
    v
}

/// [`variable`] with the domain `0..1`.
pub(super) fn boolean(vm: &mut Vm, var: Cell) -> PostResult<VarId> {
    let var = vm.heap.deref(var);
    if let Some(v) = var_of(vm, var) {
        let store = store(vm);
        store.remove_below(v, &Bound::from(0))?;
        store.remove_above(v, &Bound::from(1))?;
        return Ok(v);
    }
    let names = Symbols::core(vm);
    Ok(fresh_boolean(vm, &names, var))
}

/// A new kernel variable with the domain `0..1` for an unbound variable that has none.
pub(super) fn fresh_boolean(vm: &mut Vm, names: &Core, var: Cell) -> VarId {
    let v = store(vm).new_bool();
    attach(vm, names, var, v);
    v
}

/// Makes a Prolog variable the owner of a kernel variable, which has none.
#[inline]
pub(super) fn attach(vm: &mut Vm, names: &Core, var: Cell, v: VarId) {
    let number = Cell::int(i64::from(v.0));
    let owned = put_number(vm, names, var, number);
    let owners = &mut vm.ext.clpz.owners;
    if owners.len() <= v.0 as usize {
        owners.resize(v.0 as usize + 1, Cell::NIL);
    }
    owners[v.0 as usize] = owned;
    if store(vm).is_watched() {
        variable_labels::name(vm, v, owned);
    }
}

/// Puts a number into a variable's chain.
#[inline]
pub(super) fn put_number(vm: &mut Vm, names: &Core, var: Cell, number: Cell) -> Cell {
    let new = [Cell::atom(names.module), number, Cell::NIL];
    if !var.is_attvar() {
        return vm.set_only_attribute(var, names.att, new);
    }
    put_number_beside(vm, names, var, new)
}

/// [`put_number`] for a variable that has attributes already.
fn put_number_beside(vm: &mut Vm, names: &Core, var: Cell, new: [Cell; 3]) -> Cell {
    let chain = vm.attributes(var);
    if let Some(found) = link(vm, names, chain) {
        vm.assign(found.addr() + 16, new[1]);
        return var;
    }
    let mut at = vm.attributes_at(var);
    let mut next = chain;
    while next.is_structure() {
        at = next.addr() + 24;
        next = vm.heap.deref(vm.heap.get(at));
    }
    let last = vm.heap.structure(names.att, &new);
    vm.assign(at, last);
    var
}

/// The owner of a kernel variable, or its value. One of the kernel's own variables gets a new Prolog variable
/// as its owner, until the machine backtracks to the newest choice point.
pub(super) fn make_visible(vm: &mut Vm, v: VarId) -> Cell {
    if let Some(c) = owner(vm, v) {
        return c;
    }
    if let Some(i) = vm.ext.clpz.store.value(v) {
        return vm.int_cell(&i);
    }
    let names = Symbols::core(vm);
    let mark = store(vm).mark();
    vm.ext.clpz.adopted.push((mark, v));
    let var = vm.heap.new_var();
    attach(vm, &names, var, v);
    // An entry of the store's trail, so that backtracking calls `Clpz::undo`.
    store(vm).new_bool();
    vm.ext_mark = store(vm).mark();
    vm.heap.deref(var)
}

/// A variable as it is shown in a goal: its label while labels are in force, or else its value or owner.
pub(super) fn shown(vm: &mut Vm, v: VarId) -> Cell {
    if let Some(labels) = &vm.ext.clpz.listeners.labels {
        let label = labels.iter().find(|l| l.0 == v).map(|l| l.1.clone());
        let label = label.unwrap_or_else(|| format!("_{}", v.0).into());
        return variable_labels::label_term(vm, &label);
    }
    match store(vm).value(v) {
        Some(i) => vm.int_cell(&i),
        None => make_visible(vm, v),
    }
}

/// The integer or variable that a dereferenced cell is, or wraps as `#X` or `?(X)`; otherwise the cell.
#[inline]
pub(super) fn unwrapped(vm: &Vm, names: &Symbols, c: Cell) -> Cell {
    if c.is_structure() && names.symbol(vm.heap.functor_of(c).0) == Some(Symbol::Same) {
        let x = vm.heap.deref(vm.heap.get(c.addr() + 8));
        if x.is_ref() || vm.is_integer(x) {
            return x;
        }
    }
    c
}

/// A cell that must be an integer or a variable, dereferenced and without a wrapper.
///
/// # Errors
/// `type_error(integer, C)`
#[inline]
pub(super) fn integer_or_var(vm: &mut Vm, c: Cell) -> PostResult<Cell> {
    let c = vm.heap.deref(c);
    if c.is_ref() || c.is_int() {
        return Ok(c);
    }
    let names = Symbols::of(vm);
    let x = unwrapped(vm, &names, c);
    if x.is_ref() || vm.is_integer(x) {
        return Ok(x);
    }
    Err(PostError::Ball(vm.type_error(atoms::INTEGER, c)))
}

/// The kernel variable of a cell that must be an integer or a variable. Checks memory at intervals, as a list may make
/// millions of variables before anything is propagated.
///
/// # Errors
/// `type_error(integer, C)`, `resource_error(memory)`
pub(super) fn integer_or_variable(vm: &mut Vm, c: Cell) -> PostResult<VarId> {
    let c = integer_or_var(vm, c)?;
    check_memory_at_intervals(vm).map_err(PostError::Ball)?;
    if c.is_ref() {
        return Ok(variable(vm, c));
    }
    match vm.to_int(c) {
        Some(i) => Ok(store(vm).new_constant(&i)),
        None => Err(PostError::Ball(vm.type_error(atoms::INTEGER, c))),
    }
}

/// The value of a dereferenced cell if it is an integer.
pub(super) fn integer(vm: &Vm, c: Cell) -> Option<Int> {
    if c.is_int() {
        Some(Int::Small(c.as_int()))
    } else if c.is_ref() {
        None
    } else {
        vm.to_int(c)
    }
}
