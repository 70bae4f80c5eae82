//! Mutexes, for `prelude/control/threads.pl`.

use super::threads::{alias_of, atom, is_signalled, number_in, thread_name};
use crate::base::atom::atoms;
use crate::machine::{Ball, Cell};
use crate::system::threads::family::MUTEX_BYTES;
use crate::system::threads::mutexes::ProgramMutex;
use crate::system::threads::run::family;
use crate::system::{BuiltinRow, Res, Vm, det, reentrant};
use std::sync::Arc;
use std::sync::atomic::Ordering;

pub(crate) const ROWS: &[BuiltinRow] = &[
    det(
        "$mutex_create",
        "-term, ?term",
        "-",
        "Makes a mutex: Mutex, Alias.",
        mutex_create,
    ),
    det(
        "$mutex_destroy",
        "+term",
        "-",
        "Removes a mutex.",
        mutex_destroy,
    ),
    reentrant(
        "$mutex_lock",
        "+term, +atom, -term",
        "-",
        "Locks a mutex, and waits for it if the second argument is `true`. The result is `done`, `again` or `held`.",
        mutex_lock,
    ),
    det(
        "$mutex_unlock",
        "+term",
        "-",
        "Unlocks a mutex once.",
        mutex_unlock,
    ),
    det(
        "$mutexes",
        "-list",
        "-",
        "Unifies the argument with the list of all mutexes, each as `mutex(Name, Thread, Count)`.",
        mutexes,
    ),
];

/// The functor of the terms that denote mutexes.
const MUTEX: &str = "<mutex>";

/// The mutex that a term denotes.
///
/// # Errors
/// `instantiation_error`, `type_error(mutex, M)`, `existence_error(mutex, M)`
fn mutex_of(vm: &mut Vm, c: Cell) -> Result<Arc<ProgramMutex>, Ball> {
    if c.is_ref() {
        return Err(vm.instantiation_error());
    }
    let (by_number, by_name) = (number_in(vm, c, MUTEX), alias_of(vm, c));
    if by_number.is_none() && by_name.is_none() {
        let mutex = vm.atoms.intern("mutex");
        return Err(vm.type_error(mutex, c));
    }
    let family = family(vm);
    let found = {
        let registry = family.locked();
        let id = by_number.or_else(|| registry.mutex_named(by_name.as_deref()?));
        let own = id.and_then(|id| registry.mutexes.get(&id));
        own.map(|(_, mutex)| mutex.clone())
    };
    found.ok_or_else(|| vm.existence_error("mutex", c))
}

/// The mutex that a term denotes; an atom that denotes none is made the alias of a new one.
///
/// # Errors
/// As [`mutex_of`]; `resource_error(memory)`
fn mutex_to_lock(vm: &mut Vm, c: Cell) -> Result<Arc<ProgramMutex>, Ball> {
    if let Some(name) = alias_of(vm, c) {
        let family = family(vm);
        if family.locked().mutex_named(&name).is_none() {
            vm.check_room(MUTEX_BYTES)?;
        }
        let mut registry = family.locked();
        if registry.mutex_named(&name).is_none() {
            let id = registry.number();
            registry.mutexes.insert(id, (Some(name), Arc::default()));
        }
    }
    mutex_of(vm, c)
}

fn mutex_create(vm: &mut Vm) -> Res {
    vm.check_room(MUTEX_BYTES)?;
    let alias = alias_of(vm, vm.x(1));
    let family = family(vm);
    let number = {
        let mut registry = family.locked();
        let taken = alias
            .as_ref()
            .is_some_and(|name| registry.mutex_named(name).is_some());
        (!taken).then(|| {
            let n = registry.number();
            registry.mutexes.insert(n, (alias.clone(), Arc::default()));
            n
        })
    };
    let Some(n) = number else {
        let alias = vm.x(1);
        return Err(vm.permission_error("create", "mutex", alias));
    };
    let name = match alias {
        Some(_) => vm.x(1),
        None => vm.compound(MUTEX, &[Cell::int(n as i64)]),
    };
    Ok(vm.unify(vm.x(0), name))
}

fn mutex_destroy(vm: &mut Vm) -> Res {
    let mutex = mutex_of(vm, vm.x(0))?;
    mutex.is_doomed.store(true, Ordering::SeqCst);
    remove_if_free(vm, &mutex);
    Ok(true)
}

/// Removes a mutex that is to be removed, unless a thread holds it.
fn remove_if_free(vm: &mut Vm, mutex: &Arc<ProgramMutex>) {
    if mutex.is_doomed.load(Ordering::SeqCst) && mutex.holder().thread.is_none() {
        let family = family(vm);
        let mut registry = family.locked();
        registry.mutexes.retain(|_, (_, m)| !Arc::ptr_eq(m, mutex));
    }
}

fn mutex_lock(vm: &mut Vm) -> Res {
    let mutex = mutex_to_lock(vm, vm.x(0))?;
    let waits = vm.x(1).to_atom() == Some(atoms::TRUE);
    let own = vm.ext.threads.number();
    let result = loop {
        if mutex.try_lock(own, false) {
            break "done";
        }
        if !waits {
            break "held";
        }
        if vm.while_waiting_at_call(|| mutex.try_lock(own, true)) {
            break "done";
        }
        vm.check_interrupt()?;
        if is_signalled(vm) {
            break "again";
        }
    };
    let result = atom(vm, result);
    Ok(vm.unify(vm.x(2), result))
}

fn mutex_unlock(vm: &mut Vm) -> Res {
    let name = vm.x(0);
    let mutex = mutex_of(vm, name)?;
    match mutex.unlock(vm.ext.threads.number()) {
        true => {
            remove_if_free(vm, &mutex);
            Ok(true)
        }
        false => Err(vm.permission_error("unlock", "mutex", name)),
    }
}

/// The name of the thread that holds a mutex.
fn holder_name(vm: &mut Vm, number: u64) -> Cell {
    let thread = family(vm).locked().threads.get(&number).cloned();
    match thread {
        Some(thread) => thread_name(vm, &thread),
        None => Cell::int(number as i64),
    }
}

fn mutexes(vm: &mut Vm) -> Res {
    let family = family(vm);
    let all: Vec<(u64, Option<String>, Arc<ProgramMutex>)> = {
        let registry = family.locked();
        let all = registry.mutexes.iter();
        all.map(|(&id, (alias, m))| (id, alias.clone(), m.clone()))
            .collect()
    };
    let mut cells = Vec::new();
    for (id, alias, mutex) in all {
        let name = match alias {
            Some(alias) => atom(vm, &alias),
            None => vm.compound(MUTEX, &[Cell::int(id as i64)]),
        };
        let holder = mutex.holder();
        let thread = match holder.thread {
            Some(number) => holder_name(vm, number),
            None => Cell::NIL,
        };
        let args = [name, thread, Cell::int(holder.count as i64)];
        cells.push(vm.compound("mutex", &args));
    }
    let list = vm.heap.list(&cells, Cell::NIL);
    Ok(vm.unify(vm.x(0), list))
}
