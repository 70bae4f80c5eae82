//! Making a dialect take effect: until the end of the text that selects it, or for all texts from now on.

use crate::base::atom::{Atom, atoms};
use crate::syntax::QuotedAs;
use crate::system::dialects::{AddedOp, Dialect, DialectState, Replacement};
use crate::system::flags::StreamTypeCheck;
use crate::system::interface::ImportSpec;
use crate::system::{Vm, imports, library, modules};

/// Makes a dialect that of the source module, in place of another one.
pub(crate) fn enter(vm: &mut Vm, dialect: Option<&'static Dialect>) {
    let module = vm.ext.modules.source();
    enter_in(vm, module, dialect);
}

/// Makes a dialect that of a module, into which a text is about to be loaded, in place of another one.
pub(crate) fn enter_in(vm: &mut Vm, module: Atom, dialect: Option<&'static Dialect>) {
    leave(vm, |_| true);
    let flags = &vm.ext.flags;
    let state = &mut vm.ext.loader.dialect;
    let before = state
        .quotes_before
        .unwrap_or((flags.double_quotes, flags.back_quotes));
    state.current = dialect;
    state.quotes_before = dialect.map(|_| before);
    let (double, back) = match dialect {
        Some(d) => (d.double_quotes, d.back_quotes.unwrap_or(before.1)),
        None => before,
    };
    match module {
        atoms::USER => vm.ext.flags.double_quotes = double,
        _ => vm.ext.modules.ensure(module).double_quotes = Some(double),
    }
    vm.ext.flags.back_quotes = back;
    vm.ext.modules.ops_mut(module).dicts = dialect.is_some_and(|d| d.dicts);
    apply_to_module(vm, module);
}

/// Makes a dialect that of a text that is about to be read. If the text will begin a module of its own, only that
/// module gets its operators and predicates, when it begins.
pub(super) fn assume(vm: &mut Vm, dialect: &'static Dialect, in_module: bool) {
    if !in_module {
        return enter(vm, Some(dialect));
    }
    let flags = &mut vm.ext.flags;
    let state = &mut vm.ext.loader.dialect;
    state.quotes_before = Some((flags.double_quotes, flags.back_quotes));
    state.current = Some(dialect);
    flags.back_quotes = dialect.back_quotes.unwrap_or(flags.back_quotes);
}

/// Gives a module the operators and the predicates of the current dialect.
pub(crate) fn apply_to_module(vm: &mut Vm, module: Atom) {
    let Some(dialect) = vm.ext.loader.dialect.current else {
        return;
    };
    if dialect.loose_streams {
        vm.ext.flags.stream_type_check = StreamTypeCheck::Loose;
    }
    let before = vm.ext.modules.ops(module).clone();
    for name in dialect.libraries.split_whitespace() {
        import_library(vm, name, module);
    }
    for replacement in dialect.goals {
        replace_predicates(vm, module, replacement);
    }
    vm.ext.modules.ops_mut(module).dicts |= dialect.dicts;
    for &(priority, ty, names) in dialect.ops {
        for name in names.split(' ') {
            let name = vm.atoms.intern(name);
            // One that clashes with an operator of the program is left out.
            let _ = vm.ext.modules.ops_mut(module).add(priority, ty, name);
        }
    }
    let changed = vm.ext.modules.ops(module).iter().filter_map(|(name, new)| {
        let old = before.get(name, new.ty.class());
        (old != Some(new)).then_some(AddedOp {
            module,
            name,
            new,
            old,
        })
    });
    let changed: Vec<AddedOp> = changed.collect();
    vm.ext.loader.dialect.added.extend(changed);
}

/// Makes names of predicates in a module refer to those of a library whose names have a prefix. All goals of the
/// module call them from now on, whatever runs these goals; a definition of the program takes precedence.
fn replace_predicates(vm: &mut Vm, module: Atom, by: &Replacement) {
    let Some(row) = library::row_of(by.library) else {
        return;
    };
    let from = library::register_module(vm, row);
    for &(name, arity) in by.goals {
        let target = vm.atoms.intern(&format!("{}{name}", by.prefix));
        let name = vm.atoms.intern(name);
        let target = modules::pred(vm, from, target, arity);
        imports::import(vm, module, (name, arity), target, false);
        let is_system = modules::own(vm, atoms::SYSTEM, name, arity).is_some();
        let defines = modules::own(vm, module, name, arity).is_some();
        if is_system && !defines {
            let module = vm.ext.modules.ensure(module);
            module.redefined.insert((name, arity));
        }
    }
}

/// Restores the dialect of the text around one that has ended.
pub(super) fn end_text(vm: &mut Vm, outer: DialectState) {
    // A module of its own keeps the operators of its dialect.
    leave(vm, |module| module == atoms::USER);
    let dicts = outer.current.is_some_and(|d| d.dicts);
    vm.ext.loader.dialect = outer;
    if dicts && !vm.ext.modules.ops(atoms::USER).dicts {
        vm.ext.modules.ops_mut(atoms::USER).dicts = true;
    }
}

/// Removes the operators of the current dialect from the modules that `of` selects; those that the program has
/// changed since are kept.
fn leave(vm: &mut Vm, of: impl Fn(Atom) -> bool) {
    for added in std::mem::take(&mut vm.ext.loader.dialect.added) {
        let AddedOp {
            module,
            name,
            new,
            old,
        } = added;
        let ops = vm.ext.modules.ops_mut(module);
        if of(module) && ops.get(name, new.ty.class()) == Some(new) {
            let (priority, ty) = old.map_or((0, new.ty), |d| (d.priority, d.ty));
            let _ = ops.add(priority, ty, name);
        }
    }
}

/// The representation of text in double quotes in a module that a text begins now.
pub(crate) fn quotes_of_new_module(vm: &Vm) -> QuotedAs {
    let dialect = vm.ext.loader.dialect.current;
    dialect.map_or(vm.ext.loader.quotes, |d| d.double_quotes)
}

/// The library of loops, which the loader compiles.
pub(super) const LOOPS: &str = "do_loops";

/// Returns true if `do` in a module refers to the loops of the library.
pub(super) fn has_loops(vm: &Vm, module: Atom) -> bool {
    let Some(name) = vm.atoms.lookup("do") else {
        return false;
    };
    let import = vm.ext.modules.import_of(module, (name, 2));
    import.is_some_and(|i| &*vm.atoms.text(vm.db.pred(i.pred).module) == LOOPS)
}

/// Imports a library into a module.
pub(super) fn import_library(vm: &mut Vm, name: &str, module: Atom) {
    if let Some(row) = library::row_of(name) {
        let from = library::register_module(vm, row);
        imports::import_from(vm, from, module, &ImportSpec::All);
    }
}
