//! Reflection on predicates: `current_predicate/1` (ISO 13211-1, 8.8.2) and `predicate_property/2`.

use crate::base::atom::{Atom, atoms};
use crate::code::pred::PredId;
use crate::machine::database::PredicateKind;
use crate::machine::{Ball, Cell};
use crate::system::module_table::Module;
use crate::system::terms::name_arity;
use crate::system::{BuiltinRow, Res, Vm, det, load, modules, reentrant, resolve};
use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

pub(crate) const ROWS: &[BuiltinRow] = &[
    det(
        "$current_predicate_list",
        "+atom, ?term, ?term, -list",
        "8.8.2",
        "Unifies the last argument with the list of the indicators of a module's predicates.",
        list,
    ),
    det(
        "$visible_predicate_list",
        "+atom, ?term, ?term, -list",
        "8.8.2",
        "Unifies the last argument with the list of the indicators of the program's predicates that calls in a module reach.",
        visible_list,
    ),
    reentrant(
        "$load_import",
        "+atom, +callable",
        "-",
        "Loads the library from which a module gets a predicate, unless it is loaded.",
        load_import,
    ),
    det(
        "$predicate_properties",
        "+atom, +callable, -list",
        "-",
        "Unifies the last argument with the list of the properties of a predicate.",
        properties,
    ),
    reentrant(
        "$predicate_size",
        "+atom, +callable, -integer",
        "-",
        "Unifies the last argument with the size of a predicate and its clauses in bytes.",
        size,
    ),
];

/// The program's predicate that a name refers to in a module: its own or an imported one.
fn users(vm: &Vm, p: PredId) -> Option<PredId> {
    match vm.db.pred(p).kind {
        PredicateKind::Static | PredicateKind::Dynamic if vm.db.is_defined(p) => Some(p),
        // A directive declared it (ISO 7.4.2).
        PredicateKind::Undefined if vm.db.pred(p).properties.declared => Some(p),
        PredicateKind::Alias(to)
            if matches!(
                vm.db.pred(to).kind,
                PredicateKind::Static | PredicateKind::Dynamic
            ) && vm.db.pred(to).module != atoms::SYSTEM
                && vm.db.is_defined(to) =>
        {
            Some(to)
        }
        _ => None,
    }
}

fn list(vm: &mut Vm) -> Res {
    let module = vm.x(0).as_atom();
    let lazy = unread_library(vm, module).map(|_| module);
    list_of(vm, &[module], lazy.as_slice())
}

fn visible_list(vm: &mut Vm) -> Res {
    let module = vm.x(0).as_atom();
    let mut found = vec![module];
    if vm.ext.modules.is_library(module) || !exists(vm, module) {
        return list_of(vm, &found, &found);
    }
    // A module of tests sees the names of the enclosing module, and every module those of `user`.
    add_bases(vm, &mut found);
    if !found.contains(&atoms::USER) {
        found.push(atoms::USER);
        add_bases(vm, &mut found);
    }
    list_of(vm, &found, &found)
}

/// Adds the bases of modules to their list, and the bases of these.
fn add_bases(vm: &Vm, modules: &mut Vec<Atom>) {
    let mut next = 0;
    while let Some(&module) = modules.get(next) {
        next += 1;
        for &base in vm.ext.modules.bases(module) {
            if !modules.contains(&base) {
                modules.push(base);
            }
        }
    }
}

/// Returns true if there is a module of this name, or a predicate of the program in it.
fn exists(vm: &Vm, module: Atom) -> bool {
    let mut predicates = vm.db.preds().filter(|(_, p)| p.module == module);
    module == atoms::USER
        || vm.ext.modules.get(module).is_some()
        || predicates.any(|(id, _)| users(vm, id).is_some())
}

/// A library whose text is read when one of its predicates is called; `None` for any other module.
fn unread_library(vm: &Vm, module: Atom) -> Option<&Module> {
    vm.ext.modules.get(module).filter(|m| m.pending.is_some())
}

/// Returns true if calls of a name in a module reach a library which is not read yet: the module is that library, or
/// imports the name from it explicitly.
fn reaches_unread(vm: &Vm, module: Atom, what: (Atom, u32)) -> bool {
    let exports = |m: Atom| unread_library(vm, m).is_some_and(|l| l.exports.contains(&what));
    let import = vm.ext.modules.imports_explicitly(module, what);
    exports(module) || import.is_some_and(|p| exports(vm.db.pred(p).module))
}

/// The names of which that is so.
fn unread(vm: &Vm, module: Atom) -> Vec<(Atom, u32)> {
    let Some(m) = vm.ext.modules.get(module) else {
        return Vec::new();
    };
    let names = m.exports().chain(m.imports.keys().copied());
    let names = names.filter(|&what| reaches_unread(vm, module, what));
    names.collect()
}

/// Unifies the last argument with the list of the indicators of the predicates of some modules, and of those that
/// calls in `lazy` modules reach in libraries which are not read yet.
fn list_of(vm: &mut Vm, modules: &[Atom], lazy: &[Atom]) -> Res {
    let (name, arity) = (vm.x(1), vm.x(2));
    let mut found: IndexSet<(Atom, u32), FxBuildHasher> = IndexSet::default();
    if let Some(n) = name.to_atom()
        && arity.is_int()
    {
        if let Ok(a) = u32::try_from(arity.as_int()) {
            let f = vm.functors.intern(n, a);
            let in_module = |&&m: &&Atom| vm.db.find(m, f).and_then(|p| users(vm, p)).is_some();
            let in_library = |&m: &Atom| reaches_unread(vm, m, (n, a));
            if modules.iter().any(|m| in_module(&m)) || lazy.iter().any(in_library) {
                found.insert((n, a));
            }
        }
    } else {
        let wanted = |n: Atom, a: u32| {
            name.to_atom().is_none_or(|w| w == n)
                && (!arity.is_int() || arity.as_int() == i64::from(a))
        };
        let all = vm
            .db
            .preds()
            .filter(|(_, p)| modules.contains(&p.module) && wanted(p.name, p.arity));
        found.extend(
            all.filter(|(id, _)| users(vm, *id).is_some())
                .map(|(_, p)| (p.name, p.arity)),
        );
        let in_libraries = lazy.iter().flat_map(|&m| unread(vm, m));
        found.extend(in_libraries.filter(|&(n, a)| wanted(n, a)));
    }
    let items: Vec<Cell> = found.iter().map(|&(n, a)| vm.indicator(n, a)).collect();
    let list = vm.heap.list(&items, Cell::NIL);
    Ok(vm.unify(vm.x(3), list))
}

/// Returns true for control constructs that are not in the database.
fn is_construct(vm: &Vm, name: Atom, arity: u32) -> bool {
    let text = vm.atoms.text(name);
    matches!(
        (&*text, arity),
        ("!", 0) | ("," | ";" | "->" | "*->" | ":" | "|", 2)
    )
}

fn load_import(vm: &mut Vm) -> Res {
    let module = vm.x(0).as_atom();
    let (name, arity) = indicator(vm, vm.x(1));
    if modules::visible(vm, module, name, arity).is_none() && !is_construct(vm, name, arity) {
        match vm.ext.modules.import_of(module, (name, arity)) {
            Some(import) => {
                resolve::resolve_undefined(vm, import.pred)?;
            }
            None => {
                of_library(vm, name, arity)?;
            }
        }
    }
    Ok(true)
}

/// The name and arity of a callable term.
fn indicator(vm: &Vm, head: Cell) -> (Atom, u32) {
    if head.is_compound() {
        name_arity(vm, head)
    } else {
        (head.as_atom(), 0)
    }
}

fn properties(vm: &mut Vm) -> Res {
    let (module, head) = (vm.x(0).as_atom(), vm.x(1));
    let (name, arity) = indicator(vm, head);
    let mut items: Vec<Cell> = Vec::new();
    let entry = modules::entry(vm, module, name, arity);
    // A predicate without clauses may be declared by a directive.
    let declared = entry.filter(|&p| vm.db.pred(p).properties.declared);
    match modules::visible(vm, module, name, arity).or(declared) {
        Some(p) => describe(vm, module, p, &mut items),
        None if is_construct(vm, name, arity) => {
            for word in [
                "control_construct",
                "built_in",
                "static",
                "defined",
                "visible",
            ] {
                items.push(Cell::atom(vm.atoms.intern(word)));
            }
        }
        None => {
            if let Some(meta) = entry.and_then(|p| vm.db.pred(p).meta.clone()) {
                items.push(meta_property(vm, name, &meta));
            } else if let Some(p) = of_library(vm, name, arity)? {
                describe(vm, module, p, &mut items);
            }
        }
    }
    let list = vm.heap.list(&items, Cell::NIL);
    Ok(vm.unify(vm.x(2), list))
}

/// The library predicate that a call would find without an import.
fn of_library(vm: &mut Vm, name: Atom, arity: u32) -> Result<Option<PredId>, Ball> {
    if vm.ext.flags.autoload {
        load::autoload(vm, name, arity)
    } else {
        Ok(None)
    }
}

/// The predicate that a head refers to in a module, possibly one of a library.
pub(super) fn find(vm: &mut Vm, module: Atom, head: Cell) -> Result<Option<PredId>, Ball> {
    let (name, arity) = indicator(vm, head);
    match modules::visible(vm, module, name, arity) {
        Some(p) => Ok(Some(p)),
        None => of_library(vm, name, arity),
    }
}

fn size(vm: &mut Vm) -> Res {
    let Some(p) = find(vm, vm.x(0).as_atom(), vm.x(1))? else {
        return Ok(false);
    };
    load::complete_in_builtin(vm, p, 3)?;
    let bytes = Cell::int(vm.db.size_of(p) as i64);
    Ok(vm.unify(vm.x(2), bytes))
}

fn describe(vm: &mut Vm, module: Atom, p: PredId, items: &mut Vec<Cell>) {
    let (kind, flags, home) = (
        vm.db.pred(p).kind,
        vm.db.pred(p).properties,
        vm.db.pred(p).module,
    );
    let (name, arity) = (vm.db.pred(p).name, vm.db.pred(p).arity);
    let context = vm.db.pred(p).context;
    let is_transparent = context.is_some() || vm.db.pred(p).meta.is_some();
    let clauses = load::number_of_clauses(vm, load::renamed(vm, p).or(context).unwrap_or(p));
    let exported = vm
        .ext
        .modules
        .get(home)
        .is_some_and(|m| m.exports().any(|e| e == (name, arity)));
    let own = matches!(kind, PredicateKind::Static | PredicateKind::Dynamic);
    let place = load::home(vm, p);
    let place = place.map(|(file, line)| (load::absolute(vm, file).into_owned(), line));
    let words = [
        ("defined", true),
        ("visible", true),
        ("built_in", home == atoms::SYSTEM),
        (
            "foreign",
            matches!(kind, PredicateKind::Builtin(_) | PredicateKind::Control),
        ),
        ("dynamic", kind == PredicateKind::Dynamic),
        ("static", kind != PredicateKind::Dynamic),
        ("multifile", flags.multifile),
        ("discontiguous", flags.discontiguous),
        ("tabled", flags.tabled),
        ("ssu", flags.rules),
        ("transparent", is_transparent),
        ("interpreted", own),
        ("exported", exported),
    ];
    items.extend(words_that_hold(vm, &words));
    if home != module && home != atoms::SYSTEM {
        items.push(vm.compound("imported_from", &[Cell::atom(home)]));
    }
    if own {
        items.push(vm.compound("number_of_clauses", &[Cell::int(clauses as i64)]));
    }
    if let Some((file, line)) = place.filter(|_| own && !flags.library) {
        let file = Cell::atom(vm.atoms.intern(&file));
        let line = Cell::int(i64::from(line));
        for (property, value) in [("file", file), ("line_count", line)] {
            let f = vm.atoms.intern(property);
            items.push(vm.compound(f, &[value]));
        }
    }
    // No directive can declare `,/2`: its arguments would be two specifications.
    let meta = match (name, arity) {
        (atoms::COMMA, 2) => Some(b"00".as_slice().into()),
        _ => vm.db.pred(p).meta.clone(),
    };
    if let Some(meta) = meta {
        items.push(meta_property(vm, name, &meta));
    }
}

/// The atoms of the properties that hold.
fn words_that_hold(vm: &mut Vm, words: &[(&str, bool)]) -> Vec<Cell> {
    let hold = words.iter().filter(|w| w.1);
    hold.map(|w| Cell::atom(vm.atoms.intern(w.0))).collect()
}

fn meta_property(vm: &mut Vm, name: Atom, specifiers: &[u8]) -> Cell {
    let args: Vec<Cell> = specifiers.iter().map(|&b| specifier(b)).collect();
    let head = vm.compound(name, &args);
    vm.compound("meta_predicate", &[head])
}

/// A meta-argument specifier as a term.
fn specifier(b: u8) -> Cell {
    match b {
        b'0'..=b'9' => Cell::int(i64::from(b - b'0')),
        b'/' => Cell::atom(atoms::INT_DIV),
        _ => Cell::atom(Atom::from_char(char::from(b))),
    }
}
