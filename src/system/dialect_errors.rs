//! Errors as programs of the dialect `swi` catch them: their context is `context(Module:Name/Arity, Message)`, where this
//! system has `Name/Arity`, and some have other words.

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

/// Names in errors that the dialect has otherwise: the name of the error, the first argument here and there.
const OTHER_WORDS: &[(&str, &str, &str)] = &[
    ("resource_error", "memory", "stack"),
    ("representation_error", "max_arity", "max_procedure_arity"),
    ("type_error", "boolean", "bool"),
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

/// A caught ball as the dialect has it, if it is an error of a predicate of the system or of a library.
pub(super) fn in_dialect(vm: &mut Vm, ball: Cell) -> Cell {
    let Some((formal, context)) = error_parts(vm, ball) else {
        return ball;
    };
    let new_context = context_in_dialect(vm, formal, context);
    let new_formal = in_other_words(vm, formal);
    if new_context == context && new_formal == formal {
        return ball;
    }
    let error = vm.functors.intern(atoms::ERROR, 2);
    vm.heap.structure(error, &[new_formal, new_context])
}

/// The second argument of an error as the dialect has it; that of other programs stays.
fn context_in_dialect(vm: &mut Vm, formal: Cell, context: Cell) -> Cell {
    let Some((name, arity)) = indicator(vm, context) else {
        return context;
    };
    let module = match modules::own(vm, atoms::SYSTEM, name, arity) {
        Some(_) => Some(atoms::SYSTEM),
        None => library::exporter(vm, name, arity).map(|row| module_of_library(vm, row)),
    };
    match module {
        Some(module) if &*vm.atoms.text(module) == WITHOUT_CONTEXT => vm.heap.new_var(),
        Some(module) => {
            let predicate = qualified(vm, module, context);
            with_message(vm, formal, predicate)
        }
        // The caller, which is not known here.
        None if is_unknown_procedure(vm, formal) => {
            let caller = vm.heap.new_var();
            with_message(vm, formal, caller)
        }
        None => context,
    }
}

fn qualified(vm: &mut Vm, module: Atom, term: Cell) -> Cell {
    vm.compound(atoms::COLON, &[Cell::atom(module), term])
}

/// The first argument of an error, as the dialect has it.
fn in_other_words(vm: &mut Vm, formal: Cell) -> Cell {
    if !formal.is_structure() {
        return formal;
    }
    let (name, arity) = name_arity(vm, formal);
    let arguments: Vec<Cell> = (0..arity)
        .map(|i| vm.heap.deref(vm.heap.argument(formal, u64::from(i))))
        .collect();
    let Some(first) = arguments.first().and_then(|a| a.to_atom()) else {
        return formal;
    };
    if first == atoms::PROCEDURE && name == atoms::EXISTENCE_ERROR && arity == 2 {
        let procedure = with_module(vm, arguments[1]);
        return vm.compound(name, &[arguments[0], procedure]);
    }
    if name == atoms::DOMAIN_ERROR && arity == 2 && vm.atoms.text(first).ends_with("_option") {
        return wrong_value(vm, arguments[1]).unwrap_or(formal);
    }
    let words = (vm.atoms.text(name), vm.atoms.text(first));
    let row = OTHER_WORDS
        .iter()
        .find(|row| (row.0, row.1) == (&*words.0, &*words.1));
    let (kind, word) = match (row, arguments.get(1)) {
        (Some(row), _) => (row.0, row.2),
        // A name that no stream has, and what can be no name.
        (None, Some(culprit)) if (&*words.0, &*words.1) == ("domain_error", "stream") => {
            match culprit.is_atom() {
                true => ("existence_error", "stream"),
                false => ("domain_error", "stream_or_alias"),
            }
        }
        _ => return formal,
    };
    let kind = vm.atoms.intern(kind);
    let mut new = arguments;
    new[0] = Cell::atom(vm.atoms.intern(word));
    let f = vm.functors.intern(kind, arity);
    vm.heap.structure(f, &new)
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

/// The error for an option with a wrong value, which the dialect reports without the option. None for the options where it
/// does report that.
fn wrong_value(vm: &mut Vm, option: Cell) -> Option<Cell> {
    if !option.is_structure() || name_arity(vm, option).1 != 1 {
        return None;
    }
    let name = name_arity(vm, option).0;
    let value = vm.heap.argument(option, 0);
    let (error, expected) = match &*vm.atoms.text(name) {
        "type" | "variable_names" | "attributes" | "blobs" | "spacing" => return None,
        "eof_action" | "encoding" | "buffer" | "newline" | "syntax_errors" => {
            (atoms::DOMAIN_ERROR, name)
        }
        "alias" | "module" => (atoms::TYPE_ERROR, atoms::ATOM),
        "max_depth" | "priority" => (atoms::TYPE_ERROR, atoms::INTEGER),
        _ => (atoms::TYPE_ERROR, vm.atoms.intern("bool")),
    };
    Some(vm.compound(error, &[Cell::atom(expected), value]))
}

/// The indicator of an unknown procedure with its module, unless that is `user`.
fn with_module(vm: &mut Vm, term: Cell) -> Cell {
    let Some(named) = indicator(vm, term) else {
        return term;
    };
    match vm.ext.loader.last_unknown {
        Some((module, name, arity)) if module != atoms::USER && (name, arity) == named => {
            qualified(vm, module, term)
        }
        _ => term,
    }
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
