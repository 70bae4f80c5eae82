//! Loading files and libraries on behalf of programs: `consult/1`, `use_module/1,2`, `include/1`.

use crate::base::atom::{Atom, AtomTable, atoms};
use crate::base::tree::{NodeId, Tree};
use crate::machine::{Ball, Cell};
use crate::syntax::{Diagnostic, Severity, Span, ends_clauses};
use crate::system::interface::{self, ImportSpec};
use crate::system::load::changes;
use crate::system::load::libraries;
use crate::system::load::run::{forget, load};
use crate::system::load::session::{self, on_heap};
use crate::system::load::source::{self, SourceLookup, SourceSpec};
use crate::system::module_table::{Indicator, Module};
use crate::system::streams::{self, StreamId, USER_INPUT};
use crate::system::text::split_list;
use crate::system::{Vm, imports, library};
use std::io::ErrorKind;
use std::path::Path;
use std::sync::Arc;

/// Reads the second argument of `use_module/2`.
pub(crate) fn import_spec(tree: &Tree, list: NodeId, names: &AtomTable) -> Option<ImportSpec> {
    if let Some((f, args)) = tree.callable(list) {
        match (&*names.text(f), args) {
            ("all", []) => return Some(ImportSpec::All),
            ("except", &[list]) => {
                let i = interface::interface(tree, list, names).ok()?;
                return Some(ImportSpec::Except(
                    i.preds.into_iter().map(|(what, _)| what).collect(),
                ));
            }
            _ => {}
        }
    }
    interface::interface(tree, list, names)
        .ok()
        .map(ImportSpec::Only)
}

/// The files that a term names: the elements of a list, or the term itself. A text is the name of a file, unless it may
/// also be a list of names of one letter, and there is no such file.
pub(crate) fn each_file(vm: &mut Vm, tree: &Tree, files: NodeId) -> Vec<NodeId> {
    let is_name = match tree.chars(files).filter(|text| !text.is_empty()) {
        None => false,
        Some(text) if text.contains(['.', '/']) => true,
        Some(_) => !matches!(find(vm, tree, files), Ok(SourceLookup::Missing)),
    };
    match is_name {
        true => vec![files],
        false => interface::each(tree, files),
    }
}

/// Imports the exports of a file into `into`, loading the file first if needed. Returns the requested
/// predicates that neither this file nor another library exports.
///
/// # Errors
/// `existence_error(source_sink, Spec)` and others for a file that cannot be read; balls that stop a load.
pub(crate) fn use_file(
    vm: &mut Vm,
    tree: &Tree,
    file: NodeId,
    into: Atom,
    wanted: &ImportSpec,
    reexport: bool,
) -> Result<Vec<Indicator>, Ball> {
    let mut missing = Vec::new();
    match find(vm, tree, file)? {
        SourceLookup::Nothing => {
            if let ImportSpec::Only(list) = wanted {
                missing.extend(list.preds.iter().map(|&(what, _)| what));
            }
        }
        SourceLookup::Rows(rows) => {
            for (i, &row) in rows.iter().enumerate() {
                let module = library::register_module(vm, row);
                if library::is_loaded_at_import(row) {
                    libraries::load_pending(vm, module)?;
                }
                let left = take(vm, module, into, wanted, reexport);
                // A library of another system may be several here: one of them has the predicate.
                match i {
                    0 => missing = left,
                    _ => missing.retain(|what| left.contains(what)),
                }
            }
        }
        SourceLookup::Host(module) => {
            missing = take(vm, module, into, wanted, reexport);
        }
        SourceLookup::Disk(path) => {
            if let Some(module) = ensure_path(vm, &path, into, wanted)? {
                missing = take(vm, module, into, wanted, reexport);
            }
        }
        SourceLookup::User => {
            load_stream(vm, into)?;
        }
        SourceLookup::Missing => return Err(no_such_file(vm, tree, file)),
    }
    // An export of another library is found there when it is called.
    missing.retain(|&what| !library::elsewhere(vm, what));
    Ok(missing)
}

fn take(
    vm: &mut Vm,
    from: Atom,
    into: Atom,
    wanted: &ImportSpec,
    reexport: bool,
) -> Vec<Indicator> {
    let missing = imports::import_from(vm, from, into, wanted);
    if reexport {
        let Some(m) = vm.ext.modules.get(from) else {
            return missing;
        };
        let (all, ops) = (m.exports.clone(), m.export_ops.clone());
        let chosen: Vec<Indicator> = match wanted {
            ImportSpec::All => all.into_iter().collect(),
            ImportSpec::Except(not) => all.into_iter().filter(|e| !not.contains(e)).collect(),
            ImportSpec::Only(list) => list
                .preds
                .iter()
                .map(|&((_, arity), alias)| (alias, arity))
                .collect(),
        };
        let m = vm.ext.modules.ensure(into);
        m.exports.extend(chosen);
        if matches!(wanted, ImportSpec::All | ImportSpec::Except(_)) {
            m.export_ops.extend(ops);
        }
    }
    missing
}

/// Resolves a file specification.
fn find(vm: &mut Vm, tree: &Tree, file: NodeId) -> Result<SourceLookup, Ball> {
    match source::spec(tree, file, vm) {
        Some(spec) => match (source::find(vm, &spec), &spec) {
            (SourceLookup::Missing, SourceSpec::Alias(alias, path)) => aliased(vm, alias, path),
            (SourceLookup::Missing, SourceSpec::Library(path)) => {
                Ok(match aliased(vm, "library", path)? {
                    SourceLookup::Missing => loaded_module(vm, path),
                    found => found,
                })
            }
            (SourceLookup::Missing, SourceSpec::File(path)) => of_type(vm, path),
            (found, _) => Ok(found),
        },
        None => {
            let culprit = vm.build(tree, file, &mut Vec::new());
            if vm.heap.deref(culprit).is_ref() {
                return Err(vm.instantiation_error());
            }
            Err(vm.domain_error("source_sink", culprit))
        }
    }
}

/// A module that was loaded from a text, as a library with its name: Scryer Prolog finds it so.
fn loaded_module(vm: &mut Vm, name: &str) -> SourceLookup {
    let name = vm.atoms.intern(name);
    let has_text = |m: &Module| m.file.is_some();
    match vm.ext.modules.get(name).is_some_and(has_text) {
        true => SourceLookup::Host(name),
        false => SourceLookup::Missing,
    }
}

/// Finds `Alias(Path)` in the directories that `user:file_search_path/2` gives for the alias; for `library`, also
/// `user:library_directory/1`.
fn aliased(vm: &mut Vm, alias: &str, path: &str) -> Result<SourceLookup, Ball> {
    if !has_clauses(vm, "file_search_path", 2) && !has_clauses(vm, "library_directory", 1) {
        return Ok(SourceLookup::Missing);
    }
    first_of(vm, "$aliased", &[alias, path])
}

/// Finds a file with an ending that `user:prolog_file_type/2` gives.
fn of_type(vm: &mut Vm, path: &str) -> Result<SourceLookup, Ball> {
    match has_clauses(vm, "prolog_file_type", 2) {
        true => first_of(vm, "$with_endings", &[path]),
        false => Ok(SourceLookup::Missing),
    }
}

/// Returns true if a hook of module `user` has clauses.
fn has_clauses(vm: &mut Vm, name: &str, arity: u32) -> bool {
    let name = vm.atoms.intern(name);
    session::hook(vm, atoms::USER, name, arity).is_some()
}

/// Finds the first file of the paths that a predicate of library(files) gives, as its last argument.
fn first_of(vm: &mut Vm, predicate: &str, words: &[&str]) -> Result<SourceLookup, Ball> {
    let [files, name] = ["files", predicate].map(|text| Cell::atom(vm.atoms.intern(text)));
    let words: Vec<Cell> = words
        .iter()
        .map(|w| Cell::atom(vm.atoms.intern(w)))
        .collect();
    let paths = on_heap(vm, |vm| {
        let paths = vm.heap.new_var();
        let args: Vec<Cell> = words.iter().copied().chain([paths]).collect();
        let goal = vm.compound(name.as_atom(), &args);
        let goal = vm.compound(atoms::COLON, &[files, goal]);
        let at = vm.protect(paths);
        let called = vm.call_once(goal);
        let paths = vm.protected(at);
        vm.unprotect(at);
        called?;
        let (items, _) = split_list(vm, paths);
        let text = |c: Cell| c.to_atom().map(|a| vm.atoms.text(a).to_string());
        Ok(items.into_iter().filter_map(text).collect::<Vec<String>>())
    })?;
    let found = paths.iter().find_map(|p| source::on_disk(vm, p));
    Ok(found.map_or(SourceLookup::Missing, SourceLookup::Disk))
}

/// Removes what loading a file has defined. Returns false if there is no such file.
///
/// # Errors
/// For a term that does not name a file.
pub(crate) fn unload(vm: &mut Vm, tree: &Tree, file: NodeId) -> Result<bool, Ball> {
    let name = match (find(vm, tree, file)?, source::spec(tree, file, vm)) {
        (SourceLookup::Disk(path), _) => source::key(vm, &path),
        // The host has loaded a text of this name, or the file no longer exists.
        (SourceLookup::Missing, Some(SourceSpec::File(name))) => name.into(),
        _ => return Ok(false),
    };
    let is_loading = vm.ext.loader.contexts.iter().any(|c| c.file == name);
    if is_loading {
        let culprit = vm.build(tree, file, &mut Vec::new());
        return Err(vm.permission_error("unload", "file", culprit));
    }
    let known = vm.ext.loader.files.contains_key(&name);
    forget(vm, &name);
    vm.ext.loader.files.shift_remove(&name);
    Ok(known)
}

/// The error of a file that was not found: what must not be read cannot be found either.
fn no_such_file(vm: &mut Vm, tree: &Tree, file: NodeId) -> Ball {
    let culprit = match tree.chars(file).filter(|text| !text.is_empty()) {
        Some(text) => Cell::atom(vm.atoms.intern(&text)),
        None => vm.build(tree, file, &mut Vec::new()),
    };
    match source::spec(tree, file, vm) {
        Some(SourceSpec::File(name)) if vm.ext.environment.is_withheld(Path::new(&*name)) => {
            vm.permission_error("open", "source_sink", culprit)
        }
        _ => vm.existence_error("source_sink", culprit),
    }
}

/// Loads a file (`consult/1`), also if it has been loaded before; with `once`, only if not.
///
/// # Errors
/// As [`use_file`].
pub(crate) fn consult(
    vm: &mut Vm,
    tree: &Tree,
    file: NodeId,
    into: Atom,
    once: bool,
) -> Result<(), Ball> {
    match find(vm, tree, file)? {
        SourceLookup::Nothing => Ok(()),
        SourceLookup::Rows(rows) => {
            for row in rows {
                let module = library::register_module(vm, row);
                libraries::load_pending(vm, module)?;
                imports::import_from(vm, module, into, &ImportSpec::All);
            }
            Ok(())
        }
        SourceLookup::Host(module) => {
            imports::import_from(vm, module, into, &ImportSpec::All);
            Ok(())
        }
        SourceLookup::Disk(path) if once => {
            ensure_path(vm, &path, into, &ImportSpec::All).map(|_| ())
        }
        SourceLookup::Disk(path) => load_path(vm, &path, into, &ImportSpec::All).map(|_| ()),
        SourceLookup::User => load_stream(vm, into),
        SourceLookup::Missing => match source::spec(tree, file, vm) {
            // The host may have loaded a text under this name.
            Some(SourceSpec::File(name))
                if once && vm.ext.loader.files.get(&*name).is_some_and(|r| r.loaded) =>
            {
                Ok(())
            }
            _ => Err(no_such_file(vm, tree, file)),
        },
    }
}

/// Loads a file unless it has been or is being loaded. Returns its module.
fn ensure_path(
    vm: &mut Vm,
    path: &Path,
    into: Atom,
    wanted: &ImportSpec,
) -> Result<Option<Atom>, Ball> {
    let key = source::key(vm, path);
    if let Some(record) = vm.ext.loader.files.get(&key) {
        let module = record.module;
        let loading = vm.ext.loader.contexts.iter().any(|p| p.file == key);
        if record.loaded || loading {
            return Ok(module);
        }
    }
    load_path(vm, path, into, wanted)
}

/// Loads a file into a module, and imports the wanted exports if it defines a module itself. Returns that module.
///
/// # Errors
/// If the file cannot be read; balls that stop a load.
pub(crate) fn load_path(
    vm: &mut Vm,
    path: &Path,
    into: Atom,
    wanted: &ImportSpec,
) -> Result<Option<Atom>, Ball> {
    let key = source::key(vm, path);
    if vm.ext.loader.contexts.iter().any(|p| p.file == key) {
        return Ok(vm.ext.loader.files.get(&key).and_then(|r| r.module));
    }
    let text = read_path(vm, path)?;
    load(vm, key, text, into, Some(wanted))
}

/// Loads the clauses that follow in the standard input.
fn load_stream(vm: &mut Vm, into: Atom) -> Result<(), Ball> {
    let text = read_text(vm, USER_INPUT, end_of_typed_clauses())?;
    let wanted = Some(&ImportSpec::All);
    load(vm, "user".into(), text.into(), into, wanted).map(|_| ())
}

/// Loads the rest of a stream.
///
/// # Errors
/// Balls thrown by reading the stream; balls that stop a load.
pub(crate) fn load_from_stream(
    vm: &mut Vm,
    name: &str,
    stream: Cell,
    into: Atom,
) -> Result<(), Ball> {
    let id = streams::find_input(vm, Some(stream), false)?;
    let text = read_text(vm, id, |_| None)?;
    let wanted = Some(&ImportSpec::All);
    load(vm, name.into(), text.into(), into, wanted).map(|_| ())
}

/// The end of a text in the pending text of a stream: the length of the text, and how much of the pending text is used.
struct TextEnd {
    length: usize,
    used: usize,
}

/// The search for the end of the clauses that are typed after `[user].` in a pending text that grows.
fn end_of_typed_clauses() -> impl FnMut(&str) -> Option<TextEnd> {
    let mut length = 0;
    move |pending| {
        while let Some(line) = pending[length..].split_inclusive('\n').next() {
            let used = length + line.len();
            if !line.ends_with('\n') {
                return None;
            }
            if ends_clauses(line) {
                return Some(TextEnd { length, used });
            }
            length = used;
        }
        None
    }
}

/// Reads a stream up to the end that `find_end` finds, or else up to the stream's end.
fn read_text(
    vm: &mut Vm,
    id: StreamId,
    mut find_end: impl FnMut(&str) -> Option<TextEnd>,
) -> Result<String, Ball> {
    loop {
        let Some(input) = vm.ext.streams.input_of(id) else {
            return Ok(String::new());
        };
        let pending = input.pending();
        let mut end = find_end(pending);
        if end.is_none() {
            let length = pending.len();
            match input.more() {
                Ok((true, _)) => {}
                Ok((false, _)) => {
                    end = Some(TextEnd {
                        length,
                        used: length,
                    })
                }
                Err(fault) => return Err(streams::fault_ball(vm, &fault, "read", id)),
            }
        }
        if let Some(input) = vm.ext.streams.input_of(id)
            && let Some(TextEnd { length, used }) = end
        {
            let text = input.pending()[..length].to_string();
            input.consume(used);
            return Ok(text);
        }
    }
}

/// The name and the text of the file that a specification means.
pub(crate) fn read_spec(
    vm: &mut Vm,
    tree: &Tree,
    file: NodeId,
) -> Result<(Arc<str>, Arc<str>), Ball> {
    match find(vm, tree, file)? {
        SourceLookup::Rows(rows) => {
            let row = rows.first().copied().unwrap_or_default();
            Ok((
                format!("library({})", library::name(row)).into(),
                library::text(row).into(),
            ))
        }
        SourceLookup::Disk(path) => Ok((source::key(vm, &path), read_path(vm, &path)?)),
        SourceLookup::Nothing | SourceLookup::Host(_) => Ok(("library".into(), "".into())),
        SourceLookup::User | SourceLookup::Missing => Err(no_such_file(vm, tree, file)),
    }
}

pub(super) fn read_path(vm: &mut Vm, path: &Path) -> Result<Arc<str>, Ball> {
    // Read before the text, so that no change is missed.
    let stamp = vm.ext.environment.stamp(path);
    let bytes = match vm.ext.environment.read(path) {
        Ok(b) => b,
        Err(e) => {
            let name = vm.atoms.intern(&path.to_string_lossy());
            let culprit = Cell::atom(name);
            return Err(match e.kind() {
                ErrorKind::NotFound => vm.existence_error("source_sink", culprit),
                _ => vm.permission_error("open", "source_sink", culprit),
            });
        }
    };
    let (text, utf8) = source::decode(bytes);
    let text: Arc<str> = text.into();
    let name = source::key(vm, path);
    changes::note(vm, &name, stamp);
    if !utf8 {
        vm.ext.loader.report(Diagnostic::new(
            Severity::Warning,
            name,
            text.clone(),
            Some(Span::default()),
            "the file is not UTF-8; it is read as ISO 8859-1",
        ));
    }
    Ok(text)
}
