//! Errors as programs of the dialect `swi` catch them: their context is `context(Module:Name/Arity, Message)`, where this
//! system has `Name/Arity`.

use crate::base::atom::{Atom, atoms};
use crate::machine::Cell;
use crate::system::terms::name_arity;
use crate::system::{Vm, library, modules};

/// The messages of the operating system for errors of files: the name of the error, its first argument, the message.
const FILE_MESSAGES: &[(&str, &str, &str)] = &[
    (
        "existence_error",
        "source_sink",
        "No such file or directory",
    ),
    ("existence_error", "file", "No such file or directory"),
    ("existence_error", "directory", "No such file or directory"),
    ("permission_error", "open", "Permission denied"),
];

/// Libraries of this system whose predicates are built in there.
const BUILT_IN: &[&str] = &[
    "between",
    "charsio",
    "date",
    "dcgs",
    "dicts",
    "files",
    "format",
    "process",
    "streams",
    "strings",
    "swi_system",
    "tabling",
    "threads",
];

/// The library whose errors have no context.
const WITHOUT_CONTEXT: &str = "error";

/// A caught ball with the context of the dialect, if it is an error of a predicate of the system or of a library.
pub(super) fn in_dialect(vm: &mut Vm, ball: Cell) -> Cell {
    let Some((formal, context)) = error_parts(vm, ball) else {
        return ball;
    };
    let Some((name, arity)) = indicator(vm, context) else {
        return ball;
    };
    let module = match modules::own(vm, atoms::SYSTEM, name, arity) {
        Some(_) => Some(atoms::SYSTEM),
        None => library::exporter(vm, name, arity).map(|row| module_of_library(vm, row)),
    };
    let new = match module {
        Some(module) if &*vm.atoms.text(module) == WITHOUT_CONTEXT => vm.heap.new_var(),
        Some(module) => {
            let colon = vm.functors.intern(atoms::COLON, 2);
            let predicate = vm.heap.structure(colon, &[Cell::atom(module), context]);
            with_message(vm, formal, predicate)
        }
        // The caller, which is not known here.
        None if is_unknown_procedure(vm, formal) => {
            let caller = vm.heap.new_var();
            with_message(vm, formal, caller)
        }
        None => return ball,
    };
    let error = vm.functors.intern(atoms::ERROR, 2);
    vm.heap.structure(error, &[formal, new])
}

/// The module in which the dialect has the predicates of a library.
fn module_of_library(vm: &mut Vm, row: u16) -> Atom {
    match BUILT_IN.contains(&library::name(row)) {
        true => atoms::SYSTEM,
        false => library::register_module(vm, row),
    }
}

/// The arguments of `error(Formal, Context)`, dereferenced.
fn error_parts(vm: &Vm, ball: Cell) -> Option<(Cell, Cell)> {
    let ball = vm.heap.deref(ball);
    let is_error = ball.is_structure() && name_arity(vm, ball) == (atoms::ERROR, 2);
    let argument = |i| vm.heap.deref(vm.heap.argument(ball, i));
    is_error.then(|| (argument(0), argument(1)))
}

/// Name and arity, if the term is `Name/Arity`.
fn indicator(vm: &Vm, term: Cell) -> Option<(Atom, u32)> {
    if !term.is_structure() || name_arity(vm, term) != (atoms::SLASH, 2) {
        return None;
    }
    let argument = |i| vm.heap.deref(vm.heap.argument(term, i));
    let arity = argument(1);
    let arity = arity
        .is_int()
        .then(|| u32::try_from(arity.as_int()).ok())??;
    Some((argument(0).to_atom()?, arity))
}

fn is_unknown_procedure(vm: &Vm, formal: Cell) -> bool {
    formal.is_structure()
        && name_arity(vm, formal) == (atoms::EXISTENCE_ERROR, 2)
        && vm.heap.deref(vm.heap.argument(formal, 0)) == Cell::atom(atoms::PROCEDURE)
}

/// `context(Predicate, Message)`; the message is a variable unless the error is one of a file.
fn with_message(vm: &mut Vm, formal: Cell, predicate: Cell) -> Cell {
    let message = match file_message(vm, formal) {
        Some(text) => Cell::atom(vm.atoms.intern(text)),
        None => vm.heap.new_var(),
    };
    let name = vm.atoms.intern("context");
    let f = vm.functors.intern(name, 2);
    vm.heap.structure(f, &[predicate, message])
}

fn file_message(vm: &Vm, formal: Cell) -> Option<&'static str> {
    if !formal.is_structure() {
        return None;
    }
    let name = vm.atoms.text(name_arity(vm, formal).0);
    let first = vm.heap.deref(vm.heap.argument(formal, 0)).to_atom()?;
    let first = vm.atoms.text(first);
    let row = FILE_MESSAGES
        .iter()
        .find(|(n, f, _)| *n == &*name && *f == &*first);
    row.map(|&(.., message)| message)
}
