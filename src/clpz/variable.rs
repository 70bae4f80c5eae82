//! Prolog variables and the kernel's: the attribute `clpz` holds the number of the kernel's variable,
//! and the kernel's variable has its owner here, a cell.
//!
//! A copy of a Prolog variable copies the attribute, too; but the owner remains the original, so the
//! copy is seen to be none of the kernel's. Binding the owner to another variable makes that one the
//! owner, because owners are dereferenced.

use super::names::{Core, Names};
use super::{Step, Stop, Vm, events};
use crate::base::atom::atoms;
use crate::base::int::Int;
use crate::fd::constraints::prop::Store;
use crate::fd::kernel::bound::Bound;
use crate::fd::kernel::var::VarId;
use crate::machine::{Ball, Cell};

/// The kernel of a machine.
#[inline]
pub(super) fn store(vm: &mut Vm) -> &mut Store {
    &mut vm.ext.clpz.store
}

/// The link of a chain that the bridge put there.
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

/// The number in a chain, and whether the chain has other modules' attributes.
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

/// Whether the bridge's link is the first of a dereferenced chain, as it mostly is.
#[inline]
fn comes_first(vm: &Vm, names: &Core, chain: Cell) -> bool {
    chain.is_structure() && vm.heap.get(chain.addr() + 8) == Cell::atom(names.module)
}

/// Whether an attributed variable has no attribute but the bridge's.
pub(super) fn is_alone(vm: &Vm, var: Cell) -> bool {
    let Some(names) = vm.ext.clpz.names.as_ref() else {
        return false;
    };
    !has_others(vm, names, vm.heap.deref(vm.attributes(var)))
}

/// Whether a dereferenced chain has other modules' attributes.
#[inline]
fn has_others(vm: &Vm, names: &Core, chain: Cell) -> bool {
    let alone = comes_first(vm, names, chain) && vm.heap.get(chain.addr() + 24) == Cell::NIL;
    !alone && in_chain(vm, names, chain).1
}

/// The owner of a kernel variable as it is now: an unbound variable, an integer, or nothing (`None`)
/// for the kernel's own variables.
pub(super) fn owner(vm: &Vm, v: VarId) -> Option<Cell> {
    let c = *vm.ext.clpz.owners.get(v.0 as usize)?;
    (c != Cell::NIL).then(|| vm.heap.deref(c))
}

/// The kernel variable of a dereferenced attributed variable.
#[inline]
pub(super) fn known(vm: &Vm, var: Cell) -> Option<VarId> {
    if !var.is_attvar() {
        return None;
    }
    let names = vm.ext.clpz.names.as_ref()?;
    let first = vm.heap.get(vm.attributes_at(var));
    if comes_first(vm, names, first) {
        // Mostly nothing else waits for the variable, and it was never made one with another.
        let value = vm.heap.get(first.addr() + 16);
        if value.is_int() {
            let v = value.as_int() as u32;
            if vm.ext.clpz.owners.get(v as usize) == Some(&var) {
                return Some(VarId(v));
            }
        }
    }
    known_in(vm, names, first, var)
}

/// [`known`], wherever in the chain the bridge's link is, and whoever is the owner's place by now.
fn known_in(vm: &Vm, names: &Core, chain: Cell, var: Cell) -> Option<VarId> {
    let found = link(vm, names, chain)?;
    let value = vm.heap.deref(vm.heap.get(found.addr() + 16));
    if !value.is_int() {
        return None;
    }
    let v = VarId(u32::try_from(value.as_int()).ok()?);
    (owner(vm, v) == Some(var)).then_some(v)
}

/// The number in the chain of an attributed variable, which need not be the owner.
pub(super) fn number(vm: &Vm, var: Cell) -> Option<u32> {
    let names = vm.ext.clpz.names.as_ref()?;
    in_chain(vm, names, vm.attributes(var)).0
}

/// Whether an unconstrained variable must be written `#X` or `?(X)` in an expression: in monotonic
/// mode, that is, while `clpz:monotonic` has a clause or the flag `clpfd_monotonic` is `true`.
pub(super) fn is_monotonic(vm: &Vm, names: &Core) -> bool {
    vm.ext.flags.clpfd_monotonic || vm.db.clause_count(names.monotonic) > 0
}

/// Refuses a dereferenced, unconstrained variable that is not wrapped, in monotonic mode.
///
/// # Errors
/// `instantiation_error`
pub(super) fn refuse_bare(vm: &mut Vm, var: Cell) -> Step<()> {
    if var.is_ref() && known(vm, var).is_none() {
        return Err(Stop::Ball(vm.instantiation_error()));
    }
    Ok(())
}

/// The kernel variable of an unbound variable, made if need be.
pub(super) fn variable(vm: &mut Vm, var: Cell) -> VarId {
    // A cell that was looked at before may have become attributed since.
    let var = vm.heap.deref(var);
    if let Some(v) = known(vm, var) {
        return v;
    }
    let v = store(vm).new_integer();
    let names = Names::core(vm);
    give(vm, &names, var, v);
    v
}

/// [`variable`] as a truth value; one that is new is made as that.
pub(super) fn boolean(vm: &mut Vm, var: Cell) -> Step<VarId> {
    let var = vm.heap.deref(var);
    if let Some(v) = known(vm, var) {
        let store = store(vm);
        store.remove_below(v, &Bound::from(0))?;
        store.remove_above(v, &Bound::from(1))?;
        return Ok(v);
    }
    let names = Names::core(vm);
    Ok(fresh_boolean(vm, &names, var))
}

/// A truth value for an unbound variable that is none of the kernel's.
pub(super) fn fresh_boolean(vm: &mut Vm, names: &Core, var: Cell) -> VarId {
    let v = store(vm).new_bool();
    give(vm, names, var, v);
    v
}

/// Makes a Prolog variable the owner of a kernel variable that has none.
#[inline]
pub(super) fn give(vm: &mut Vm, names: &Core, var: Cell, v: VarId) {
    let number = Cell::int(i64::from(v.0));
    let owned = attach(vm, names, var, number);
    let owners = &mut vm.ext.clpz.owners;
    if owners.len() <= v.0 as usize {
        owners.resize(v.0 as usize + 1, Cell::NIL);
    }
    owners[v.0 as usize] = owned;
    if store(vm).is_watched() {
        events::name(vm, v, owned);
    }
}

/// Puts a number into a variable's chain.
#[inline]
fn attach(vm: &mut Vm, names: &Core, var: Cell, number: Cell) -> Cell {
    let new = [Cell::atom(names.module), number, Cell::NIL];
    if !var.is_attvar() {
        return vm.set_only_attribute(var, names.att, new);
    }
    attach_beside(vm, names, var, new)
}

/// [`attach`] where something else waits for the variable, too.
fn attach_beside(vm: &mut Vm, names: &Core, var: Cell, new: [Cell; 3]) -> Cell {
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

/// The owner of a kernel variable; one of the kernel's own gets a new Prolog variable, until the
/// newest choice point is backtracked to.
pub(super) fn adopt(vm: &mut Vm, v: VarId) -> Cell {
    if let Some(c) = owner(vm, v) {
        return c;
    }
    if let Some(i) = vm.ext.clpz.store.value(v) {
        return vm.int_cell(&i);
    }
    let names = Names::core(vm);
    let mark = store(vm).mark();
    vm.ext.clpz.adopted.push((mark, v));
    let var = vm.heap.new_var();
    give(vm, &names, var, v);
    // A change of the store, so that backtracking tells the bridge.
    store(vm).new_bool();
    vm.ext_mark = store(vm).mark();
    vm.heap.deref(var)
}

/// A dereferenced argument that must be an integer or a variable.
pub(super) fn integer_or_variable(vm: &mut Vm, c: Cell) -> Step<VarId> {
    let c = vm.heap.deref(c);
    if c.is_ref() {
        return Ok(variable(vm, c));
    }
    match vm.to_int(c) {
        Some(i) => Ok(store(vm).new_constant(&i)),
        None => Err(Stop::Ball(vm.type_error(atoms::INTEGER, c))),
    }
}

/// Runs a change of the store: propagates, binds what became fixed. A ball gets the context `name/arity`.
pub(super) fn change(
    vm: &mut Vm,
    name: impl Context,
    f: impl FnOnce(&mut Vm) -> Step<()>,
) -> Result<bool, Ball> {
    match apply(vm, f) {
        Ok(()) => Ok(true),
        Err(Stop::Fail) => Ok(false),
        Err(Stop::Ball(ball)) => {
            let (name, arity) = name.read(vm);
            let name = vm.atoms.intern(name);
            Err(vm.close_ball(ball, name, arity))
        }
    }
}

/// What the errors of a change name as their context.
pub(super) trait Context {
    /// Name and arity.
    fn read(self, vm: &Vm) -> (&'static str, u32);
}

impl Context for (&'static str, u32) {
    fn read(self, _: &Vm) -> (&'static str, u32) {
        self
    }
}

impl<F: FnOnce(&Vm) -> (&'static str, u32)> Context for F {
    fn read(self, vm: &Vm) -> (&'static str, u32) {
        self(vm)
    }
}

/// [`change`] without a context.
pub(super) fn apply(vm: &mut Vm, f: impl FnOnce(&mut Vm) -> Step<()>) -> Step<()> {
    let newest = vm.newest_ext_mark();
    store(vm).set_newest_mark(newest);
    let mut result = if store(vm).is_crowded() {
        let more = store(vm).var_count().max(1 << 10);
        room(vm, more).and_then(|()| f(vm))
    } else {
        f(vm)
    };
    if result.is_ok() {
        // When this fails, the queue is empty again.
        result = propagate(vm);
        if result.is_ok() {
            bind_fixed(vm);
            result = check_memory(vm).map_err(Stop::Ball);
        }
    } else {
        store(vm).forget_queue();
        if let Err(Stop::Fail) = result {
            store(vm).count_dead_end();
        }
    }
    vm.ext_mark = vm.ext.clpz.store.mark();
    if store(vm).is_watched() {
        events::deliver_step(vm)?;
    }
    result
}

/// After something was posted from which nothing follows yet.
///
/// # Errors
/// `resource_error(memory)`
pub(super) fn posted(vm: &mut Vm) -> Result<bool, Ball> {
    let store = store(vm);
    let (mark, due) = (store.mark(), store.is_due());
    vm.ext_mark = mark;
    if due {
        check_memory(vm)?;
    }
    Ok(true)
}

/// Whether the constraints take no more memory than they may.
///
/// # Errors
/// `resource_error(memory)`
#[inline]
pub(super) fn check_memory(vm: &mut Vm) -> Result<(), Ball> {
    if store(vm).bytes() > vm.limits().heap_bytes {
        return Err(vm.resource_error(atoms::MEMORY));
    }
    Ok(())
}

/// Makes room for so many more variables and constraints.
pub(super) fn room(vm: &mut Vm, count: usize) -> Step<()> {
    if store(vm).reserve(count) {
        return Ok(());
    }
    Err(Stop::Ball(vm.resource_error(atoms::MEMORY)))
}

/// Propagates, unless that is interrupted.
#[inline]
fn propagate(vm: &mut Vm) -> Step<()> {
    store(vm).propagate_some()?;
    while store(vm).is_paused() {
        if let Some(ball) = vm.take_stop() {
            store(vm).abandon();
            return Err(Stop::Ball(ball));
        }
        store(vm).propagate_some()?;
    }
    Ok(())
}

/// Binds the owners of variables that became fixed.
pub(super) fn bind_fixed(vm: &mut Vm) {
    if !store(vm).has_fixed() {
        return;
    }
    let mut fixed = std::mem::take(&mut vm.ext.clpz.fixed);
    store(vm).drain_fixed(&mut fixed);
    let names = Names::core(vm);
    for v in fixed.drain(..) {
        let Some(var) = owner(vm, v).filter(|c| c.is_attvar()) else {
            continue;
        };
        let value = match vm.ext.clpz.store.vars().word(v).and_then(Cell::try_int) {
            Some(c) => c,
            None => match vm.ext.clpz.store.value(v) {
                Some(i) => vm.int_cell(&i),
                None => continue,
            },
        };
        let chain = vm.attributes(var);
        vm.bind_quietly(var, value);
        if has_others(vm, &names, chain) {
            vm.report_binding(chain, value);
        }
    }
    vm.ext.clpz.fixed = fixed;
}

/// A variable with the chain `atts` was bound to `value`: tells the kernel. Whether the chain has other
/// modules' attributes; `None` if no solution is left.
pub(super) fn bound(vm: &mut Vm, atts: Cell, value: Cell) -> Result<Option<bool>, Ball> {
    if vm.ext.clpz.names.is_none() {
        return Ok(Some(true));
    }
    let names = Names::core(vm);
    let (id, others) = in_chain(vm, &names, atts);
    let Some(v) = id.map(VarId) else {
        return Ok(Some(others));
    };
    let before = vm.reported();
    match tell(vm, &names, v, value) {
        Ok(())
            if others && vm.reported() > before && comes_first(vm, &names, vm.heap.deref(atts)) =>
        {
            // The variable was constrained before anything else waited for it, so what follows
            // from the constraints wakes its goals first. The kernel has nothing to say then.
            vm.report_binding(atts, value);
            Ok(Some(false))
        }
        Ok(()) => Ok(Some(others)),
        Err(Stop::Fail) => Ok(None),
        Err(Stop::Ball(ball)) => Err(ball),
    }
}

/// Tells the kernel the value of a variable.
pub(super) fn tell(vm: &mut Vm, names: &Core, v: VarId, value: Cell) -> Step<()> {
    let value = vm.heap.deref(value);
    if owner(vm, v).is_none_or(|c| !same(vm, c, value)) {
        return Ok(());
    }
    if value.is_ref() {
        return match known(vm, value) {
            Some(other) if other == v => Ok(()),
            Some(other) => apply(vm, |vm| {
                let store = store(vm);
                // The constraints of one of them are stated anew: of the one with fewer.
                if store.load(other) >= store.load(v) {
                    return Ok(store.equate(other, v)?);
                }
                store.equate(v, other)?;
                attach(vm, names, value, Cell::int(i64::from(v.0)));
                Ok(())
            }),
            None => {
                let number = Cell::int(i64::from(v.0));
                attach(vm, names, value, number);
                Ok(())
            }
        };
    }
    match vm.to_int(value) {
        Some(i) => apply(vm, |vm| Ok(store(vm).assign(v, &i)?)),
        None => {
            let integer = Cell::atom(atoms::INTEGER);
            let formal = vm.compound(atoms::TYPE_ERROR, &[integer, value]);
            let context = vm.heap.new_var();
            Err(Stop::Ball(vm.error_with_context(formal, context)))
        }
    }
}

/// Whether two dereferenced cells are the same variable, number, or place of a compound.
fn same(vm: &Vm, a: Cell, b: Cell) -> bool {
    a == b || (a.is_boxed() && b.is_boxed() && vm.to_int(a) == vm.to_int(b))
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
