//! Changes of the store: posting and propagation, then the bindings of variables that became fixed. In the
//! other direction, bindings that unification made are reported to the kernel.

use super::attvar_link::{
    has_others, in_chain, is_alone, is_first_link, owner, put_number, store, var_of,
};
use super::listeners;
use super::memory_checks::check_memory;
use super::post_result::{PostError, PostResult, succeeds_in};
use super::symbols::{Core, Symbols};
use crate::base::atom::atoms;
use crate::fd::kernel::var::VarId;
use crate::machine::{Ball, Cell};
use crate::system::{Res, Vm};

/// Runs a change of the store: propagates, binds the variables that became fixed. The result is that of a
/// builtin; a ball without a context gets `name/arity`.
pub(super) fn change(
    vm: &mut Vm,
    name: impl ErrorContext,
    f: impl FnOnce(&mut Vm) -> PostResult<()>,
) -> Res {
    match apply(vm, f) {
        Ok(()) => Ok(true),
        Err(PostError::Fail) => Ok(false),
        failed => {
            let (name, arity) = name.read(vm);
            let name = vm.atoms.intern(name);
            succeeds_in(vm, failed, name, arity)
        }
    }
}

/// The context of the errors of a change.
pub(super) trait ErrorContext {
    /// The name and arity.
    fn read(self, vm: &Vm) -> (&'static str, u32);
}

impl ErrorContext for (&'static str, u32) {
    fn read(self, _: &Vm) -> (&'static str, u32) {
        self
    }
}

impl<F: FnOnce(&Vm) -> (&'static str, u32)> ErrorContext for F {
    fn read(self, vm: &Vm) -> (&'static str, u32) {
        self(vm)
    }
}

/// [`change`] without a context.
pub(super) fn apply(vm: &mut Vm, f: impl FnOnce(&mut Vm) -> PostResult<()>) -> PostResult<()> {
    let newest = vm.newest_ext_mark();
    store(vm).set_newest_mark(newest);
    let mut result = if store(vm).is_crowded() {
        let more = store(vm).var_count().max(1 << 10);
        reserve(vm, more).and_then(|()| f(vm))
    } else {
        f(vm)
    };
    if result.is_ok() {
        // Propagation that fails leaves an empty queue.
        result = propagate(vm);
        while result.is_ok() && store(vm).has_equations() {
            result = merge_equal(vm).and_then(|()| propagate(vm));
        }
        if result.is_ok() {
            bind_fixed(vm);
            result = check_memory(vm).map_err(PostError::Ball);
        }
    } else {
        store(vm).forget_queue();
        if let Err(PostError::Fail) = result {
            store(vm).count_dead_end();
        }
    }
    vm.ext_mark = vm.ext.clpz.store.mark();
    if store(vm).is_watched() {
        listeners::deliver_step(vm)?;
    }
    result
}

/// Ends a change that needs no propagation: records the new mark, and checks memory at intervals.
///
/// # Errors
/// `resource_error(memory)`
pub(super) fn note_posted(vm: &mut Vm) -> Res {
    let store = store(vm);
    let (mark, due) = (store.mark(), store.is_due());
    vm.ext_mark = mark;
    if due {
        check_memory(vm)?;
    }
    Ok(true)
}

/// Reserves memory for `count` more variables and constraints, where the present ones do not exceed the limit.
///
/// # Errors
/// `resource_error(memory)`
pub(super) fn reserve(vm: &mut Vm, count: usize) -> PostResult<()> {
    check_memory(vm).map_err(PostError::Ball)?;
    if store(vm).reserve(count) {
        return Ok(());
    }
    Err(PostError::Ball(vm.out_of_memory()))
}

/// Propagates to the fixpoint, with a check for interrupts and limits at each pause.
#[inline]
fn propagate(vm: &mut Vm) -> PostResult<()> {
    store(vm).propagate_some()?;
    while store(vm).is_paused() {
        if let Some(ball) = vm.take_stop() {
            store(vm).abandon();
            return Err(PostError::Ball(ball));
        }
        store(vm).propagate_some()?;
    }
    if vm.exceeds_propagation_limit() {
        // The next call ends the query or lets it pause.
        vm.poll_soon();
    }
    Ok(())
}

/// Unifies the variables that propagation has found equal. A variable of the program replaces one of the kernel's
/// own.
#[cold]
fn merge_equal(vm: &mut Vm) -> PostResult<()> {
    while let Some((v, w)) = store(vm).next_equation() {
        let merged = match (owner(vm, v), owner(vm, w)) {
            // Bindings may not have been reported to the kernel yet, so an owner may be an integer.
            (Some(x), Some(y)) if x != y && x.is_attvar() && y.is_attvar() => {
                unify_variables(vm, x, y)
            }
            // A trace labels variables, so none is replaced while there is one.
            _ if store(vm).is_watched() => Ok(()),
            (Some(x), None) if var_of(vm, x) == Some(v) => {
                store(vm).equate(v, w).map_err(PostError::from)
            }
            (None, Some(y)) if var_of(vm, y) == Some(w) => {
                store(vm).equate(w, v).map_err(PostError::from)
            }
            (None, None) => store(vm).equate(v, w).map_err(PostError::from),
            _ => Ok(()),
        };
        if merged.is_err() {
            store(vm).forget_queue();
            store(vm).count_dead_end();
            return merged;
        }
    }
    Ok(())
}

/// Unifies two constrained variables. No goal is woken if none is suspended on them.
pub(super) fn unify_variables(vm: &mut Vm, x: Cell, y: Cell) -> PostResult<()> {
    if let (Some(v), Some(w)) = (var_of(vm, x), var_of(vm, y))
        && is_alone(vm, x)
        && is_alone(vm, y)
        && !store(vm).is_watched()
    {
        // The constraints of one of them are posted again: those of the one that has fewer.
        let ((keep, to), (gone, var)) = if store(vm).load(w) >= store(vm).load(v) {
            ((w, y), (v, x))
        } else {
            ((v, x), (w, y))
        };
        store(vm).equate(keep, gone)?;
        vm.bind_quietly(var, to);
        return Ok(());
    }
    if vm.unify(x, y) {
        Ok(())
    } else {
        Err(PostError::Fail)
    }
}

/// Binds the owners of variables that became fixed.
pub(super) fn bind_fixed(vm: &mut Vm) {
    if !store(vm).has_fixed() {
        return;
    }
    let mut fixed = std::mem::take(&mut vm.ext.clpz.fixed);
    store(vm).drain_fixed(&mut fixed);
    let names = Symbols::core(vm);
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

/// Reports to the kernel that a variable with the attribute chain `atts` was bound to `value`. Returns true if
/// other modules' attributes must be woken, and `None` if no solution is left.
///
/// # Errors
/// `type_error(integer, Value)` if a constrained variable was bound to anything else.
pub(crate) fn bound(vm: &mut Vm, atts: Cell, value: Cell) -> Result<Option<bool>, Ball> {
    if vm.ext.clpz.names.is_none() {
        return Ok(Some(true));
    }
    let names = Symbols::core(vm);
    let (id, others) = in_chain(vm, &names, atts);
    let Some(v) = id.map(VarId) else {
        return Ok(Some(others));
    };
    let before = vm.reported();
    match notify_bound(vm, &names, v, value) {
        Ok(())
            if others
                && vm.reported() > before
                && is_first_link(vm, &names, vm.heap.deref(atts)) =>
        {
            // The variable was constrained before it got other attributes, so the goals woken by the consequences of
            // its constraints come before its own.
            vm.report_binding(atts, value);
            Ok(Some(false))
        }
        Ok(()) => Ok(Some(others)),
        Err(PostError::Fail) => Ok(None),
        Err(PostError::Ball(ball)) => Err(ball),
    }
}

/// Reports to the kernel that the owner of a variable was bound to `value`.
pub(super) fn notify_bound(vm: &mut Vm, names: &Core, v: VarId, value: Cell) -> PostResult<()> {
    let value = vm.heap.deref(value);
    if owner(vm, v).is_none_or(|c| !same(vm, c, value)) {
        return Ok(());
    }
    if value.is_ref() {
        return match var_of(vm, value) {
            Some(other) if other == v => Ok(()),
            Some(other) => apply(vm, |vm| {
                let store = store(vm);
                // Unification posts the constraints of one of them again: those of the one that has fewer.
                if store.load(other) >= store.load(v) {
                    return Ok(store.equate(other, v)?);
                }
                store.equate(v, other)?;
                put_number(vm, names, value, Cell::int(i64::from(v.0)));
                Ok(())
            }),
            None => {
                let number = Cell::int(i64::from(v.0));
                put_number(vm, names, value, number);
                Ok(())
            }
        };
    }
    match vm.to_int(value) {
        Some(i) => apply(vm, |vm| Ok(store(vm).assign(v, &i)?)),
        None => {
            let integer = Cell::atom(atoms::INTEGER);
            let name = atoms::TYPE_ERROR;
            let f = vm.functors.intern(name, 2);
            let formal = vm.heap.structure(f, &[integer, value]);
            let context = vm.heap.new_var();
            Err(PostError::Ball(vm.error_with_context(formal, context)))
        }
    }
}

/// Returns true if two dereferenced cells are the same variable, number, or compound term in place.
fn same(vm: &Vm, a: Cell, b: Cell) -> bool {
    a == b || (a.is_boxed() && b.is_boxed() && vm.to_int(a) == vm.to_int(b))
}
