//! Modules: the predicate that a name refers to in a module, without loading any library.
//!
//! Modules are predicate-based: each name of a module is its own or refers to a predicate of another module. A name
//! that a module does not define is looked up in its imports, in module `system`, in its parent or `user`;
//! [`crate::system::resolve`] continues with the libraries.

use crate::base::atom::{Atom, atoms};
use crate::code::pred::PredId;
use crate::machine::CycleDetector;
use crate::machine::database::PredicateKind;
use crate::machine::{Ball, Cell};
use crate::system::Vm;
use crate::system::module_table::Indicator;

/// Removes `M:` prefixes with atomic `M` from a term; the innermost one counts.
pub(crate) fn strip_module(vm: &Vm, term: Cell, module: Atom) -> (Atom, Cell) {
    let colon = vm.functors.find(atoms::COLON, 2);
    let (mut module, mut term) = (module, vm.heap.deref(term));
    let mut circle = CycleDetector::default();
    while term.is_structure() && Some(vm.heap.functor_of(term).0) == colon && !circle.closes(term) {
        let at = vm.heap.args_at(term);
        let Some(m) = vm.heap.deref(vm.heap.get(at)).to_atom() else {
            break;
        };
        module = m;
        term = vm.heap.deref(vm.heap.get(at + 8));
    }
    (module, term)
}

/// The predicate `module:name/arity`, which is made if it does not exist.
pub(crate) fn pred(vm: &mut Vm, module: Atom, name: Atom, arity: u32) -> PredId {
    let f = vm.functors.intern(name, arity);
    vm.db.pred_id(module, f, name, arity)
}

/// The entry `module:name/arity` of the database, defined or not.
pub(crate) fn entry(vm: &Vm, module: Atom, name: Atom, arity: u32) -> Option<PredId> {
    vm.db.find(module, vm.functors.find(name, arity)?)
}

/// The predicate `module:name/arity` if the module itself defines it.
pub(crate) fn own(vm: &Vm, module: Atom, name: Atom, arity: u32) -> Option<PredId> {
    entry(vm, module, name, arity).filter(|&p| vm.db.is_defined(p))
}

/// Returns true if a name of `system` means another predicate in a module.
pub(crate) fn redefines(vm: &Vm, module: Atom, what: Indicator) -> bool {
    let module = vm.ext.modules.get(module);
    module.is_some_and(|m| m.redefined.contains(&what))
}

/// The predicate that a name means in a module; `None` if finding it would need a library to be loaded.
pub(crate) fn visible(vm: &Vm, module: Atom, name: Atom, arity: u32) -> Option<PredId> {
    let f = vm.functors.find(name, arity)?;
    let mut module = module;
    for _ in 0..64 {
        if let Some(p) = vm.db.find(module, f) {
            match vm.db.pred(p).kind {
                PredicateKind::Alias(to) if vm.db.is_defined(to) => return Some(to),
                _ if vm.db.is_defined(p) => return Some(p),
                _ => {}
            }
        }
        match vm.ext.modules.import_of(module, (name, arity)) {
            Some(i) if vm.db.is_defined(i.pred) => return Some(i.pred),
            Some(i) => module = vm.db.pred(i.pred).module,
            None if module == atoms::SYSTEM => return None,
            None => {
                if let Some(p) = own(vm, atoms::SYSTEM, name, arity) {
                    return Some(p);
                }
                match *vm.ext.modules.bases(module) {
                    [] => return own(vm, atoms::USER, name, arity),
                    [base] => module = base,
                    ref bases => {
                        let mut all = bases.iter().chain(&[atoms::USER]);
                        return all.find_map(|&base| seen_in(vm, base, name, arity));
                    }
                }
            }
        }
    }
    None
}

/// The predicate that a module defines, or imports, under a name.
fn seen_in(vm: &Vm, module: Atom, name: Atom, arity: u32) -> Option<PredId> {
    let imported = || vm.ext.modules.import_of(module, (name, arity));
    let defined = |p: &PredId| vm.db.is_defined(*p);
    own(vm, module, name, arity).or_else(|| imported().map(|i| i.pred).filter(defined))
}

/// Returns true if a name in a module means a predicate of the program, not of the library.
pub(crate) fn is_programs(vm: &Vm, module: Atom, name: Atom, arity: u32) -> bool {
    let Some(f) = vm.functors.find(name, arity) else {
        return false;
    };
    let p = match vm.ext.modules.import_of(module, (name, arity)) {
        Some(i) => Some(i.pred),
        None => vm.db.find(module, f),
    };
    p.is_some_and(|p| !vm.ext.modules.is_library(vm.db.pred(p).module))
}

/// Applies `read` to the meta-argument specifiers of the predicate that a name means in a module.
pub(crate) fn meta_specifiers<R>(
    vm: &Vm,
    module: Atom,
    name: Atom,
    arity: u32,
    read: impl Fn(&[u8]) -> R,
) -> Option<R> {
    let in_library = |name: Atom| {
        let loader = &vm.ext.loader;
        let specifiers = loader.library.meta(name, arity)?;
        let is_own = loader.appears_defined(module, &vm.atoms.text(name), arity);
        (!is_own).then(|| read(specifiers))
    };
    let Some(f) = vm.functors.find(name, arity) else {
        return in_library(name);
    };
    let known = |p: &PredId| vm.db.is_defined(*p) || vm.db.pred(*p).meta.is_some();
    let own = vm.db.find(module, f).filter(known);
    let imported = || {
        vm.ext
            .modules
            .import_of(module, (name, arity))
            .map(|i| i.pred)
    };
    let systems = || vm.db.find(atoms::SYSTEM, f).filter(known);
    let seen_in = |outer: Atom| {
        let import = vm.ext.modules.import_of(outer, (name, arity));
        let own = || vm.db.find(outer, f).filter(known);
        own().or_else(|| import.map(|i| i.pred))
    };
    // A module of tests sees the names of the enclosing module.
    let bases = || {
        vm.ext
            .modules
            .bases(module)
            .iter()
            .copied()
            .find_map(seen_in)
    };
    let is_library = vm.ext.modules.is_library(module);
    let users = || (!is_library).then(|| seen_in(atoms::USER)).flatten();
    let found = own.or_else(imported).or_else(systems).or_else(bases);
    match found.or_else(users) {
        None => in_library(name),
        Some(p) => match &vm.db.pred(p).meta {
            Some(m) => Some(read(m)),
            // The declarations of a library are known before its clauses are read.
            None if vm.db.is_defined(p) && !vm.db.pred(p).properties.deferred => None,
            // An import may have another name than what it means.
            None => in_library(vm.db.pred(p).name),
        },
    }
}

/// A property of a predicate that a directive declares.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Property {
    /// Its clauses can be changed while the program runs.
    Dynamic,
    /// Its clauses need not be contiguous.
    Discontiguous,
    /// Its clauses may come from several files.
    Multifile,
}

impl Property {
    /// The property of this name.
    pub(crate) fn from_atom(a: Atom) -> Option<Property> {
        match a {
            atoms::DYNAMIC => Some(Property::Dynamic),
            atoms::DISCONTIGUOUS => Some(Property::Discontiguous),
            atoms::MULTIFILE => Some(Property::Multifile),
            _ => None,
        }
    }
}

/// Declares a property of `module:name/arity` (ISO 7.4.2).
///
/// # Errors
/// `permission_error(modify, static_procedure, Name/Arity)` for predicates of the standard, and for
/// making a static predicate with clauses dynamic.
pub(crate) fn declare(
    vm: &mut Vm,
    property: Property,
    module: Atom,
    name: Atom,
    arity: u32,
) -> Result<PredId, Ball> {
    let p = pred(vm, module, name, arity);
    let is_static = vm.db.pred(p).kind == PredicateKind::Static && vm.db.clause_count(p) > 0;
    if is_locked(vm, module, name, arity) || property == Property::Dynamic && is_static {
        let pi = vm.indicator(name, arity);
        return Err(vm.permission_error("modify", "static_procedure", pi));
    }
    note_definition(vm, p);
    match property {
        Property::Dynamic => vm.db.make_dynamic(p),
        Property::Discontiguous => vm.db.pred_mut(p).properties.discontiguous = true,
        Property::Multifile => vm.db.pred_mut(p).properties.multifile = true,
    }
    vm.db.pred_mut(p).properties.declared = true;
    Ok(p)
}

/// Returns true if `module` must not define a predicate of this name: it is a control construct or a builtin
/// of the standard (ISO 7.5.2), a predicate of the host, or a static predicate of a library's module.
pub(crate) fn is_locked(vm: &Vm, module: Atom, name: Atom, arity: u32) -> bool {
    let loads_library = vm.ext.loader.loads_library();
    let library = vm.ext.modules.is_library(module);
    if library && loads_library {
        return false;
    }
    if is_construct(name, arity) {
        return true;
    }
    if vm.ext.modules.is_sealed(module) {
        let own = entry(vm, module, name, arity);
        return own.is_none_or(|p| vm.db.pred(p).kind != PredicateKind::Dynamic);
    }
    let Some(f) = vm.functors.find(name, arity) else {
        return false;
    };
    let systems = vm.db.find(atoms::SYSTEM, f);
    if systems.is_some_and(|p| vm.db.pred(p).properties.protected) {
        let module = vm.ext.modules.get(module);
        return module.is_none_or(|m| !m.unlocked.contains(&(name, arity)));
    }
    let own = vm.db.find(module, f);
    if own.is_some_and(|p| vm.ext.host.defines(p)) {
        return true;
    }
    let open = |p: PredId| {
        vm.db.pred(p).kind == PredicateKind::Dynamic || vm.db.pred(p).properties.multifile
    };
    library && own.is_some_and(|p| vm.db.is_defined(p) && !open(p))
}

/// Makes a name in a module mean a predicate of the program, which may define it although it is one of the standard.
/// Returns false if it is a control construct.
pub(crate) fn unlock(vm: &mut Vm, module: Atom, what: Indicator) -> bool {
    if is_construct(what.0, what.1) {
        return false;
    }
    pred(vm, module, what.0, what.1);
    let module = vm.ext.modules.ensure(module);
    module.redefined.insert(what);
    module.unlocked.insert(what);
    true
}

/// Returns true for names of control constructs and of clauses themselves (ISO 7.4.3, 7.8).
fn is_construct(name: Atom, arity: u32) -> bool {
    match arity {
        0 => matches!(name.as_char(), Some('!')) || name == atoms::NIL,
        1 => name == atoms::NOT_PROVABLE,
        2 => {
            matches!(name.as_char(), Some(',' | ';' | ':' | '|' | '.'))
                || matches!(
                    name,
                    atoms::ARROW | atoms::SOFT_ARROW | atoms::NECK | atoms::DCG_ARROW
                )
        }
        _ => name == atoms::CALL,
    }
}

/// Records that a module defines a name that module `system` defines, too, so that code compiled from now on does not
/// call the builtin.
pub(crate) fn note_definition(vm: &mut Vm, p: PredId) {
    let (module, name, arity, f) = {
        let q = vm.db.pred(p);
        (q.module, q.name, q.arity, q.functor)
    };
    if module != atoms::SYSTEM
        && vm
            .db
            .find(atoms::SYSTEM, f)
            .is_some_and(|s| vm.db.is_defined(s))
    {
        vm.ext
            .modules
            .ensure(module)
            .redefined
            .insert((name, arity));
    }
    if let Some(m) = vm.ext.modules.get_mut(module) {
        m.imports.remove(&(name, arity));
    }
}
