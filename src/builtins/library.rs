//! The library: Prolog files embedded in the program, loaded when something of theirs is first needed.
//!
//! What a file exports is known from its first terms alone (the `module/2` directive and the
//! `meta_predicate/1` directives after it), so that importing a library costs next to nothing and
//! a program that forgot an import still finds its predicates and operators.

use super::imports;
use super::modules::{Indicator, own, pred};
use super::{Vm, load};
use crate::base::atom::{Atom, AtomTable, atoms};
use crate::base::tree::{Node, NodeId, Tree};
use crate::code::pred::PredId;
use crate::machine::Ball;
use crate::syntax::{OpClass, OpDef, OpTable, ReadOptions, ReadTerm, SyntaxError, read_term};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;

macro_rules! prelude {
    ($($file:literal)*) => {
        /// The files by their paths in `prelude/`. Of two that export the same predicate, the first one is used.
        const FILES: &[(&str, &str)] = &[$(($file, include_str!(concat!("../../prelude/", $file)))),*];
    };
}

prelude! {
    "system/control.pl"
    "system/system.pl"
    "system/core.pl"
    "lists/lists.pl"
    "lists/apply.pl"
    "lists/between.pl"
    "lists/pairs.pl"
    "system/error.pl"
    "text/dcgs.pl"
    "control/dif.pl"
    "control/freeze.pl"
    "control/when.pl"
    "control/atts.pl"
    "control/lambda.pl"
    "control/reif.pl"
    "text/format.pl"
    "data/assoc.pl"
    "lists/ordsets.pl"
    "text/charsio.pl"
    "control/iso_ext.pl"
    "control/aggregate.pl"
    "control/yall.pl"
    "control/solution_sequences.pl"
    "data/random.pl"
    "os/time.pl"
    "tools/listing.pl"
    "os/pio.pl"
    "os/streams.pl"
    "data/option.pl"
    "data/terms.pl"
    "data/gensym.pl"
    "data/ugraphs.pl"
    "control/tabling.pl"
    "clp/fd_search.pl"
    "clp/fd_events.pl"
    "clp/fd_sets.pl"
    "clp/fd_globals.pl"
    "clp/fd_scheduling.pl"
    "clp/fd_automata.pl"
    "clp/clpz.pl"
    "clp/fd_predicates.pl"
    "clp/clpfd.pl"
    "text/strings.pl"
    "dialects/edinburgh.pl"
    "system/expand.pl"
    "clp/board.pl"
    "os/date.pl"
    "text/json.pl"
    "text/csv.pl"
    "tools/plunit.pl"
    "tools/debug.pl"
    "os/files.pl"
    "os/os.pl"
    "text/codesio.pl"
    "control/si.pl"
    "os/memfile.pl"
    "text/unicode.pl"
    "data/arithmetic.pl"
    "text/dcg_basics.pl"
    "text/dcg_high_order.pl"
    "data/rbtrees.pl"
    "data/heaps.pl"
    "data/nb_set.pl"
    "data/varnumbers.pl"
    "system/prolog_code.pl"
    "text/base64.pl"
    "os/main.pl"
    "data/recorded.pl"
    "text/uri.pl"
    "dialects/swi_builtins.pl"
    "dialects/gprolog.pl"
    "system/modules.pl"
    "os/process.pl"
    "control/intercept.pl"
    "data/hashtable.pl"
    "data/record.pl"
    "data/settings.pl"
    "dialects/gnu_fd.pl"
    "dialects/sicstus_lists.pl"
    "control/cont.pl"
    "system/ssu.pl"
}

/// How many of the files make up module `system`, loaded when a machine is made.
pub(crate) const BOOT_FILES: u16 = 3;

/// Libraries that other systems have and the ones that hold their predicates here. What is in none
/// of them is part of every program anyway.
const ALIASES: &[(&str, &str)] = &[
    ("ansi_term", "swi_builtins"),
    ("apply_macros", "apply yall"),
    ("assoc/avl", "assoc"),
    ("avl", "assoc"),
    ("backcomp", "strings swi_builtins"),
    ("basics", "lists"),
    ("base32", "base64"),
    ("bounds", "clpz"),
    ("builtins", ""),
    ("charsio", "charsio codesio"),
    ("clp/bounds", "clpz"),
    ("crypto", "base64"),
    ("check", ""),
    ("dcg/basics", "dcg_basics"),
    ("dcg/high_order", "dcg_high_order"),
    ("dialect", ""),
    ("dicts", ""),
    ("file_systems", "files"),
    ("filesex", "files"),
    ("hprolog", "lists"),
    ("http/json", "json"),
    ("increval", "tabling"),
    ("lazy_lists", "pio"),
    ("numerics/quadtests", ""),
    ("occurs", "terms"),
    ("operators", ""),
    ("optparse", "main"),
    ("options", "option"),
    ("oset", "ordsets"),
    ("ordprefix", "ordsets"),
    ("pldoc", ""),
    ("pprint", "swi_builtins"),
    ("prolog_stack", "swi_builtins"),
    ("portray_text", ""),
    ("pure_input", "pio"),
    ("quads", ""),
    ("quintus", "swi_builtins os"),
    ("readutil", "pio"),
    ("samsort", "sicstus_lists"),
    ("serialization/json", "json"),
    ("sets", "ordsets lists"),
    ("sort", "sicstus_lists"),
    ("statistics", "time"),
    ("system", "os files"),
    ("system3", "os files"),
    ("tables", "tabling"),
    ("testing", ""),
    ("time", "time date"),
    ("timeout", "time"),
    ("types", "error"),
    ("url", "uri"),
    ("utf8", "charsio"),
    ("unix", "os"),
    ("uuid", "base64"),
    ("writef", "swi_builtins"),
];

/// Libraries whose operators are only for those who import them: a `*` too many is to stay a mistake.
const KEEP_OPS: &[&str] = &["debug", "record"];

/// Libraries whose operators need no import, so that there is nothing to say of it.
pub(crate) const FREE_OPS: &[&str] = &["ssu"];

/// Libraries of names that programs are likely to use for their own predicates: nothing of theirs is
/// found without an import.
const ON_REQUEST: &[&str] = &["sicstus_lists"];

/// What a file's first terms tell of it.
struct Header {
    module: Atom,
    exports: Vec<Indicator>,
    /// The libraries whose exports it exports, too.
    reexports: Vec<u16>,
    ops: Vec<(Atom, OpDef)>,
    metas: Vec<(Indicator, Box<[u8]>)>,
}

/// What the libraries export.
#[derive(Default)]
struct Index {
    preds: FxHashMap<Indicator, u16>,
    metas: FxHashMap<Indicator, Box<[u8]>>,
    ops: Vec<(Atom, OpDef, u16)>,
    modules: FxHashMap<Atom, u16>,
}

/// What a machine knows of the library.
#[derive(Default)]
pub struct Library {
    headers: Vec<Option<Arc<Header>>>,
    index: Option<Arc<Index>>,
}

/// What `library(Name)` is.
pub(crate) enum Entry {
    /// Embedded files.
    Rows(Vec<u16>),
    /// Known from other systems; all of it is there without importing.
    Builtin,
    /// Not known.
    Unknown,
}

/// The files that `library(name)` means.
pub(crate) fn entry(name: &str) -> Entry {
    let last = name.rsplit('/').next().unwrap_or(name);
    let aliased = |wanted: &str| ALIASES.iter().find(|(n, _)| *n == wanted);
    let alias = aliased(name).or_else(|| match row_of(name) {
        Some(_) => None,
        None => aliased(last),
    });
    match (alias, row_of(last)) {
        (Some((_, targets)), _) => match targets
            .split_whitespace()
            .filter_map(row_of)
            .collect::<Vec<_>>()
        {
            rows if rows.is_empty() => Entry::Builtin,
            rows => Entry::Rows(rows),
        },
        (None, Some(row)) => Entry::Rows(vec![row]),
        (None, None) => Entry::Unknown,
    }
}

/// The file called `name.pl`.
fn row_of(name: &str) -> Option<u16> {
    FILES
        .iter()
        .position(|(f, _)| stem(f) == name)
        .map(|i| i as u16)
}

/// The name of a row, as in `library(Name)`.
pub(crate) fn name(row: u16) -> &'static str {
    FILES.get(usize::from(row)).map_or("", |(f, _)| stem(f))
}

/// The name of a file without folder and extension: the name of its library.
fn stem(path: &'static str) -> &'static str {
    let file = path.rsplit('/').next().unwrap_or(path);
    file.trim_end_matches(".pl")
}

/// The text of a row.
pub(crate) fn text(row: u16) -> &'static str {
    FILES.get(usize::from(row)).map_or("", |(_, t)| t)
}

/// The names of all libraries, for help and completion.
pub fn names() -> impl Iterator<Item = &'static str> {
    (BOOT_FILES..FILES.len() as u16).map(name)
}

fn header(vm: &mut Vm, row: u16) -> Arc<Header> {
    let library = &mut vm.ext.loader.library;
    library.headers.resize_with(FILES.len(), || None);
    if let Some(Some(h)) = library.headers.get(usize::from(row)) {
        return h.clone();
    }
    let mut h = read_header(text(row), vm.ext.modules.standard_ops(), &mut vm.atoms);
    for other in std::mem::take(&mut h.reexports) {
        let other = header(vm, other);
        let new = |e: &&Indicator| !h.exports.contains(e);
        let more: Vec<Indicator> = other.exports.iter().filter(new).copied().collect();
        h.exports.extend(more);
        h.ops.extend(&other.ops);
    }
    let h = Arc::new(h);
    vm.ext.loader.library.headers[usize::from(row)] = Some(h.clone());
    h
}

/// Reads the directives at the start of a file, up to the first clause.
fn read_header(text: &str, standard: &OpTable, names: &mut AtomTable) -> Header {
    let mut h = Header {
        module: atoms::USER,
        exports: Vec::new(),
        reexports: Vec::new(),
        ops: Vec::new(),
        metas: Vec::new(),
    };
    let mut ops = standard.clone();
    let options = ReadOptions::default();
    let mut at = 0;
    while let Ok(Some((term, next))) = read_term(text, at, &ops, names, &options) {
        let tree = &term.tree;
        let Some([d]) = tree.as_compound::<1>(tree.root(), atoms::NECK) else {
            break;
        };
        let Some((f, args)) = tree.callable(d) else {
            break;
        };
        match (&*names.text(f), args) {
            ("module", &[m, list]) => {
                if let (Node::Atom(m), Ok(i)) =
                    (tree.node(m), imports::interface(tree, list, names))
                {
                    h.module = *m;
                    h.exports = i.preds.iter().map(|&(what, _)| what).collect();
                    h.ops = i.definitions().collect();
                }
            }
            ("meta_predicate", &[specs]) => {
                for s in imports::each(tree, specs) {
                    h.metas.extend(load::meta_specifier(tree, s, names));
                }
            }
            ("reexport", &[file]) => {
                // Lazily, only what a library exports as a whole is known.
                if let Some([inner]) = tree.as_compound::<1>(file, names.intern("library"))
                    && let Node::Atom(a) = tree.node(inner)
                {
                    h.reexports.extend(row_of(&names.text(*a)));
                }
            }
            _ => {}
        }
        for &(name, d) in &h.ops {
            let _ = ops.add(d.priority, d.ty, name);
        }
        at = next;
    }
    h
}

/// Makes the index of what the libraries export, unless it is there.
pub(crate) fn ensure_index(vm: &mut Vm) -> bool {
    if vm.ext.loader.library.index.is_none() {
        let mut index = Index::default();
        for row in BOOT_FILES..FILES.len() as u16 {
            let h = header(vm, row);
            index.modules.entry(h.module).or_insert(row);
            if ON_REQUEST.contains(&name(row)) {
                continue;
            }
            for &e in &h.exports {
                index.preds.entry(e).or_insert(row);
            }
            for (what, m) in &h.metas {
                if index.preds.get(what) == Some(&row) {
                    index.metas.insert(*what, m.clone());
                }
            }
            if !KEEP_OPS.contains(&name(row)) {
                index.ops.extend(h.ops.iter().map(|&(n, d)| (n, d, row)));
            }
        }
        vm.ext.loader.library.index = Some(Arc::new(index));
    }
    true
}

fn index(vm: &mut Vm) -> Arc<Index> {
    ensure_index(vm);
    vm.ext.loader.library.index.clone().unwrap_or_default()
}

/// The specifiers of a meta-predicate that a library exports, if the index has been made.
pub(crate) fn meta(vm: &Vm, name: Atom, arity: u32) -> Option<&[u8]> {
    vm.ext
        .loader
        .library
        .index
        .as_ref()?
        .metas
        .get(&(name, arity))
        .map(|m| &**m)
}

/// Whether some library exports the predicate; the library's name.
pub(crate) fn exporter(vm: &mut Vm, name: Atom, arity: u32) -> Option<u16> {
    // A quantifier that is not where bagof/3 looks for it is an unknown procedure (ISO 8.10.2).
    if arity == 2 && name == atoms::CARET {
        return None;
    }
    index(vm).preds.get(&(name, arity)).copied()
}

/// The names and arities of all predicates that libraries export.
pub(crate) fn exported(vm: &mut Vm) -> Vec<(Atom, u32)> {
    index(vm).preds.keys().copied().collect()
}

/// Makes a library's module known without loading it. Returns the module.
pub(crate) fn announce(vm: &mut Vm, row: u16) -> Atom {
    let h = header(vm, row);
    if vm.ext.modules.get(h.module).is_none() {
        let m = vm.ext.modules.ensure_library(h.module);
        m.exports = h.exports.iter().copied().collect();
        m.export_ops.clone_from(&h.ops);
        m.pending = Some(row);
    }
    h.module
}

/// Loads the library that defines a module, unless that has happened or there is none.
///
/// # Errors
/// What a directive of the library throws that is not an error of the library: an interrupt or a limit.
pub(crate) fn load_pending(vm: &mut Vm, module: Atom) -> Result<(), Ball> {
    let pending = match vm.ext.modules.get(module) {
        Some(m) => m.pending,
        None if vm.ext.loader.library.index.is_some()
            || row_of(&vm.atoms.text(module)).is_some() =>
        {
            let row = index(vm).modules.get(&module).copied();
            row.inspect(|&row| {
                announce(vm, row);
            })
        }
        None => None,
    };
    let Some(row) = pending else { return Ok(()) };
    vm.ext.modules.ensure_library(module).pending = None;
    load::library(vm, row)
}

/// The predicate that some library exports under this name, loaded.
///
/// # Errors
/// As [`load_pending`].
pub(crate) fn autoload(vm: &mut Vm, name: Atom, arity: u32) -> Result<Option<PredId>, Ball> {
    let Some(row) = exporter(vm, name, arity) else {
        return Ok(None);
    };
    let module = announce(vm, row);
    load_pending(vm, module)?;
    if let Some(p) = own(vm, module, name, arity) {
        return Ok(Some(p));
    }
    let p = pred(vm, module, name, arity);
    let import = vm
        .ext
        .modules
        .get(module)
        .and_then(|m| m.imports.get(&(name, arity)).copied());
    match import {
        Some(i) if i.pred != p && vm.db.is_defined(i.pred) => Ok(Some(i.pred)),
        _ => Ok(None),
    }
}

/// An operator of a library that a text uses without having imported it.
pub struct Borrowed {
    /// The operator.
    pub op: Atom,
    /// The library.
    pub library: &'static str,
}

/// A term, the offset behind it, and the operators that it borrows.
pub type Read = (ReadTerm, usize, Vec<Borrowed>);

/// Reads the next term of `text` with a module's operators. If it is no term, tries once more with
/// the operators of all libraries; if it is a term then, the module keeps the operators of those
/// libraries that the term uses, and these are returned. What reads without them is not touched.
///
/// # Errors
/// The syntax error that the module's own operators give.
pub fn read(
    vm: &mut Vm,
    module: Atom,
    text: &str,
    at: usize,
    options: &ReadOptions,
) -> Result<Option<Read>, Box<SyntaxError>> {
    let fault = match read_term(text, at, vm.ext.modules.ops(module), &mut vm.atoms, options) {
        Ok(found) => return Ok(found.map(|(t, next)| (t, next, Vec::new()))),
        Err(e) if e.incomplete || vm.ext.modules.is_library(module) => return Err(e),
        Err(e) => e,
    };
    let index = index(vm);
    let own = vm.ext.modules.ops(module).clone();
    let mut ops = own.clone();
    for &(name, d, _) in &index.ops {
        if ops.get(name, d.ty.class()).is_none() {
            let _ = ops.add(d.priority, d.ty, name);
        }
    }
    let Ok(Some((term, next))) = read_term(text, at, &ops, &mut vm.atoms, options) else {
        return Err(hinted(vm, &index, &own, fault));
    };
    let rows = rows_used(&term.tree, &index, &own);
    let mut borrowed = Vec::new();
    for &(op, row) in &rows {
        if borrowed.iter().all(|b: &Borrowed| b.library != name(row)) {
            borrowed.push(Borrowed {
                op,
                library: name(row),
            });
        }
    }
    for &(name, d, row) in &index.ops {
        if rows.iter().any(|&(_, r)| r == row) && own.get(name, d.ty.class()).is_none() {
            let _ = vm.ext.modules.ops_mut(module).add(d.priority, d.ty, name);
        }
    }
    Ok(Some((term, next, borrowed)))
}

/// The operators of libraries that a term uses and the module does not have.
fn rows_used(tree: &Tree, index: &Index, own: &OpTable) -> Vec<(Atom, u16)> {
    let mut used: FxHashSet<(Atom, u32)> = FxHashSet::default();
    for i in 0..tree.len() as u32 {
        if let Node::Compound {
            name,
            arity: arity @ 1..=2,
            ..
        } = *tree.node(NodeId(i))
        {
            used.insert((name, arity));
        }
    }
    let mut found: Vec<(Atom, u16)> = Vec::new();
    for &(name, d, row) in &index.ops {
        let class = d.ty.class();
        let arity = if class == OpClass::Infix { 2 } else { 1 };
        let first = own.get(name, class).is_none() && !found.iter().any(|&(n, _)| n == name);
        if first && used.contains(&(name, arity)) {
            found.push((name, row));
        }
    }
    found
}

/// Adds to a syntax error that the token at fault is an operator of a library.
fn hinted(vm: &Vm, index: &Index, own: &OpTable, mut e: Box<SyntaxError>) -> Box<SyntaxError> {
    if e.hint.is_none()
        && let Some(a) = e.found.as_deref().and_then(|t| vm.atoms.lookup(t))
        && !own.is_op(a)
        && let Some(&(_, _, row)) = index.ops.iter().find(|(n, _, _)| *n == a)
    {
        e.hint = Some(format!(
            "`{}` is an operator of library({})",
            vm.atoms.text(a),
            name(row)
        ));
    }
    e
}

/// Where the exports of a list come from that `library(L)` itself does not have.
pub(crate) fn elsewhere(vm: &mut Vm, what: Indicator) -> bool {
    own(vm, atoms::SYSTEM, what.0, what.1).is_some() || exporter(vm, what.0, what.1).is_some()
}
