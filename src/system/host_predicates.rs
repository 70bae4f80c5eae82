//! Predicates that a host program defines by Rust functions, and the state that they share.
//!
//! The entry code of such a predicate loads the number of its function into a register beyond those of arguments, and
//! calls the builtin [`run`], which calls the function. Predicates of a host are called like those of a program:
//! their functions may run goals.

use super::host_state::{HostFunction, HostRelation, RowPredicate};
use super::library::{self, LibraryEntry};
use super::modules;
use super::state::{Res, Vm};
use crate::base::atom::{Atom, atoms};
use crate::code::instr::Instr;
use crate::code::pred::PredId;
use crate::machine::builtin::Builtin;
use crate::machine::{Ball, Cell};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

/// The register for the number of a function; a predicate of a host has no argument of this number.
const INDEX: u16 = 255;

/// Defines a predicate by a function, in place of an earlier definition by a function.
///
/// # Errors
/// `permission_error` if the program or the system defines the predicate in another way; `representation_error`
/// for more than 255 arguments.
pub(crate) fn define(
    vm: &mut Vm,
    module: Atom,
    name: Atom,
    arity: u32,
    function: HostFunction,
) -> Result<(), Ball> {
    let (p, b) = declare(vm, module, name, arity, run)?;
    let index = vm.ext.host.functions.len();
    vm.ext.host.functions.push(function);
    vm.db.set_builtin_code(
        p,
        b,
        &[number(index), Instr::Builtin { b }, Instr::Proceed {}],
    );
    Ok(())
}

/// Defines a predicate by the rows of a relation; otherwise as [`define`].
pub(crate) fn define_relation(
    vm: &mut Vm,
    module: Atom,
    name: Atom,
    arity: u32,
    relation: HostRelation,
) -> Result<(), Ball> {
    let (p, b) = declare(vm, module, name, arity, collect_arguments)?;
    let index = vm.ext.host.relations.len();
    vm.ext.host.relations.push(RowPredicate {
        name,
        arity,
        open: relation,
    });
    let rows = vm.atoms.intern("$host_rows");
    let rows = modules::pred(vm, atoms::SYSTEM, rows, 2);
    let code = [
        number(index),
        Instr::Builtin { b },
        Instr::Execute { p: rows },
    ];
    vm.db.set_builtin_code(p, b, &code);
    Ok(())
}

/// The instruction that loads the number of a function.
fn number(index: usize) -> Instr {
    Instr::PutInt {
        a: INDEX,
        i: index as i32,
    }
}

/// The predicate of this name and its builtin, which runs `run`.
fn declare(
    vm: &mut Vm,
    module: Atom,
    name: Atom,
    arity: u32,
    run: fn(&mut Vm) -> Res,
) -> Result<(PredId, u32), Ball> {
    if arity > u32::from(INDEX) {
        return Err(vm.representation_error("max_arity"));
    }
    let p = modules::pred(vm, module, name, arity);
    let is_hosts = vm.ext.host.defines(p);
    let is_taken = !is_hosts && vm.db.is_defined(p);
    if is_taken || (!is_hosts && modules::is_locked(vm, module, name, arity)) {
        let culprit = vm.indicator(name, arity);
        return Err(vm.permission_error("modify", "static_procedure", culprit));
    }
    let b = vm.add_builtin(Builtin {
        run,
        name,
        arity,
        is_internal: false,
        is_repeatable: false,
        checks: Arc::default(),
    });
    modules::note_definition(vm, p);
    if vm.ext.host.is_library(module) {
        vm.ext.modules.ensure(module).exports.insert((name, arity));
    }
    vm.db.pred_mut(p).properties.protected = true;
    vm.ext.host.defined.insert(p);
    Ok((p, b))
}

/// Makes a module of this name, as a library of the host.
///
/// # Errors
/// `permission_error(create, module, Name)` if there is another module or a library of this name.
pub(crate) fn make_library(vm: &mut Vm, name: Atom) -> Result<(), Ball> {
    if vm.ext.host.libraries.contains(&name) {
        return Ok(());
    }
    let embedded = library::entry(&vm.atoms.text(name));
    if vm.ext.modules.get(name).is_some() || !matches!(embedded, LibraryEntry::Unknown) {
        return Err(vm.permission_error("create", "module", Cell::atom(name)));
    }
    vm.ext.modules.ensure(name);
    vm.ext.host.libraries.insert(name);
    Ok(())
}

/// Runs the function whose number is in the register [`INDEX`].
fn run(vm: &mut Vm) -> Res {
    let index = vm.reg(INDEX).as_int();
    let function = Arc::clone(&vm.ext.host.functions[index as usize]);
    guarded(vm, |vm| function(vm))
}

/// Runs code of the host. A panic becomes a system error; the machine remains usable.
fn guarded<T>(vm: &mut Vm, code: impl FnOnce(&mut Vm) -> Result<T, Ball>) -> Result<T, Ball> {
    let protected = vm.protected_count();
    let result = catch_unwind(AssertUnwindSafe(|| code(vm)));
    vm.unprotect(protected);
    result.unwrap_or_else(|panic| {
        let message = match (panic.downcast_ref::<&str>(), panic.downcast_ref::<String>()) {
            (Some(message), _) => message,
            (None, Some(message)) => message.as_str(),
            (None, None) => "a panic",
        };
        Err(system_error(vm, message))
    })
}

/// `system_error(Message)`.
pub(crate) fn system_error(vm: &mut Vm, message: &str) -> Ball {
    let message = vm.atoms.intern_transient(message);
    let formal = vm.compound(atoms::SYSTEM_ERROR, &[Cell::atom(message)]);
    vm.open_error(formal)
}

/// Puts the goal that calls a relation and the number of its function into the registers for `$host_rows/2`.
fn collect_arguments(vm: &mut Vm) -> Res {
    let index = vm.reg(INDEX);
    let RowPredicate { name, arity, .. } = vm.ext.host.relations[index.as_int() as usize];
    let arguments: Vec<Cell> = (0..arity as usize).map(|i| vm.x(i)).collect();
    let goal = match arity {
        0 => Cell::atom(name),
        _ => vm.compound(name, &arguments),
    };
    vm.set_x(0, goal);
    vm.set_x(1, index);
    Ok(true)
}

/// Opens the relation of this number for a goal. Returns the number of the open relation.
pub(crate) fn open_relation(vm: &mut Vm, index: usize, goal: Cell) -> Result<u64, Ball> {
    let RowPredicate { name, arity, .. } = vm.ext.host.relations[index];
    let open = Arc::clone(&vm.ext.host.relations[index].open);
    let first = vm.protected_count();
    for i in 0..u64::from(arity) {
        let argument = vm.heap.argument(goal, i);
        vm.protect(argument);
    }
    let opened = guarded(vm, |vm| open(vm, first));
    vm.unprotect(first);
    let source = opened.map_err(|ball| vm.close_ball(ball, name, arity))?;
    let host = &mut vm.ext.host;
    host.opened += 1;
    host.open.insert(host.opened, source);
    Ok(host.opened)
}

/// The next row of an open relation, and true if it is the last one; none after the last row.
pub(crate) fn next_row(vm: &mut Vm, opened: u64) -> Result<Option<(Cell, bool)>, Ball> {
    // Taken out, because the iterator may run goals that read other relations.
    let Some(mut source) = vm.ext.host.open.remove(&opened) else {
        return Ok(None);
    };
    let row = guarded(vm, |vm| source(vm));
    if let Ok(Some(_)) = row {
        vm.ext.host.open.insert(opened, source);
    }
    row
}

/// Closes an open relation: its iterator is dropped.
pub(crate) fn close_relation(vm: &mut Vm, opened: u64) -> Result<(), Ball> {
    let source = vm.ext.host.open.remove(&opened);
    guarded(vm, |_| {
        drop(source);
        Ok(())
    })
}
