//! Loading program text: what is loaded, what was found on the way, and the ways to start a load.
//!
//! A load reads clause by clause, reports everything that is wrong as data ([`Diagnostic`]), keeps
//! what it can, and goes on. Only what must stop the program stops a load: halting, an interrupt,
//! a limit.

mod clause;
mod diagnostic;
mod directive;
mod expansion;
mod files;
mod heads;
mod indexical;
mod reader;
mod rows;
pub(crate) mod rules;
mod source;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod tests_indexical;

pub(crate) use diagnostic::quoted;
pub use diagnostic::{Diagnostic, Severity, describe_ball, message_text};
pub(crate) use directive::meta_specifier;
pub(crate) use rows::ROWS;
pub(crate) use source::decode;

use super::imports::{self, Wanted};
use super::library::{self, Library};
use super::{Vm, flags, modules, streams};
use crate::base::atom::{Atom, atoms};
use crate::clpz;
use crate::code::pred::PredId;
use crate::compile::Compiler;
use crate::machine::database::ClauseId;
use crate::machine::{Ball, Cell, Record};
use crate::syntax::{QuotedAs, ReadOptions};
use indexmap::IndexMap;
use reader::Load;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};
use std::path::Path;
use std::sync::Arc;

/// How deep files may load files.
const MAX_NESTING: usize = 100;

/// Where messages go.
pub type Sink = Box<dyn FnMut(Diagnostic) + Send>;

/// The state of loading in a machine: its files, its library, its messages.
#[derive(Default)]
pub struct Loader {
    /// The machine's compiler.
    pub(crate) compiler: Compiler,
    /// The embedded library.
    pub(crate) library: Library,
    files: IndexMap<Arc<str>, FileRecord, FxBuildHasher>,
    homes: FxHashMap<PredId, Home>,
    /// What is being loaded, outermost first.
    places: Vec<Place>,
    /// What `"…"` was read as before anything was being loaded: how a module begins.
    quotes: QuotedAs,
    found: Vec<Diagnostic>,
    sink: Option<Sink>,
    mains: Vec<Record>,
    /// The names that the clauses of tabled predicates get.
    tabled: FxHashMap<PredId, Atom>,
    /// Module `system` is complete.
    pub(crate) booted: bool,
}

/// What loading a file has made, so that loading it again replaces it.
#[derive(Clone, Default)]
struct FileRecord {
    /// The module that the file defines.
    module: Option<Atom>,
    preds: Vec<PredId>,
    /// Its clauses of predicates that other files may add to, each with its serial number.
    parts: Vec<(ClauseId, u32)>,
    loaded: bool,
}

/// Where a predicate's first clause stands.
#[derive(Clone)]
struct Home {
    file: Arc<str>,
    line: u32,
}

/// Where a load is.
struct Place {
    file: Arc<str>,
    /// The text that is read, which may be an included one.
    source: Arc<str>,
    module: Atom,
    library: bool,
    /// The offset and the line of the term that is being handled.
    offset: usize,
    line: u32,
    /// What the text looks as if it defined.
    heads: FxHashSet<(Atom, u32)>,
    /// The place of `Name=Var` pairs among the protected cells, while a term is expanded.
    variables: Option<usize>,
}

impl Loader {
    /// From now on messages go to `sink`; without one they wait for [`Loader::take_diagnostics`].
    pub fn set_sink(&mut self, sink: Option<Sink>) {
        self.sink = sink;
    }

    /// The messages since the last call, when there is no sink.
    pub fn take_diagnostics(&mut self) -> Vec<Diagnostic> {
        std::mem::take(&mut self.found)
    }

    /// Adds a message.
    pub fn report(&mut self, d: Diagnostic) {
        match &mut self.sink {
            Some(sink) => sink(d),
            None => self.found.push(d),
        }
    }

    /// The goals of `initialization(Goal, main)` since the last call, qualified by their modules: to be
    /// run when everything is loaded.
    pub fn take_mains(&mut self) -> Vec<Record> {
        std::mem::take(&mut self.mains)
    }

    /// Shows every record that is held here.
    pub(crate) fn records(&self, visit: &mut dyn FnMut(&Record)) {
        self.mains.iter().for_each(visit);
    }

    /// The files that are loaded, in order.
    pub fn files(&self) -> impl Iterator<Item = &str> {
        self.files
            .iter()
            .filter(|(_, r)| r.loaded)
            .map(|(f, _)| &**f)
    }

    /// The file and line of a predicate's first clause.
    pub fn home(&self, p: PredId) -> Option<(&str, u32)> {
        self.homes.get(&p).map(|h| (&*h.file, h.line))
    }

    /// The file that is being loaded now.
    pub fn current_file(&self) -> Option<&str> {
        self.places.last().map(|p| &*p.file)
    }
}

/// Whether the text that a module is loaded from now looks as if it defined a predicate.
pub(crate) fn looks_defined(vm: &Vm, module: Atom, name: Atom, arity: u32) -> bool {
    let place = vm.ext.loader.places.last();
    place.is_some_and(|p| p.module == module && p.heads.contains(&(name, arity)))
}

/// Whether what is being loaded now is a part of Horn.
pub(crate) fn loads_library(vm: &Vm) -> bool {
    vm.ext.loader.places.last().is_some_and(|p| p.library)
}

/// Whether calling an unknown procedure just fails (flag `unknown`, ISO 7.11.2.4); if so, perhaps with
/// a warning.
pub(crate) fn unknown_fails(vm: &mut Vm, p: PredId) -> bool {
    match vm.ext.flags.unknown {
        flags::Unknown::Error => false,
        flags::Unknown::Fail => true,
        flags::Unknown::Warning => {
            let text = format!(
                "warning: unknown procedure {}\n",
                clause::indicator_text(vm, p)
            );
            // A warning that cannot be written must not become an error.
            let _ = streams::write_text(vm, streams::USER_ERROR, &text);
            true
        }
    }
}

/// Whether programs find predicates of libraries that they do not import (flag `autoload`).
pub(crate) fn autoloads(vm: &mut Vm) -> bool {
    let value = flags::flag_value(vm, "autoload");
    value.and_then(Cell::to_atom) != Some(atoms::FALSE)
}

/// How the flags say that text is read in the source module.
pub(crate) fn read_options(vm: &Vm) -> ReadOptions {
    ReadOptions {
        double_quotes: flags::double_quotes(vm, vm.ext.modules.source()),
        back_quotes: vm.ext.flags.back_quotes,
        strict: vm.ext.flags.iso,
        ..ReadOptions::default()
    }
}

/// Loads a text as the file of this name; what an earlier load of it defined is replaced.
///
/// # Errors
/// Only a ball that stops the load: halting, an interrupt, a limit. Everything else is reported.
pub fn consult_text(vm: &mut Vm, name: &str, text: &str) -> Result<(), Ball> {
    if let Some(module) = load(vm, name.into(), text.into(), atoms::USER, false)? {
        imports::import_from(vm, module, atoms::USER, &Wanted::All);
    }
    Ok(())
}

/// Loads a file, unless it cannot be read.
///
/// # Errors
/// `existence_error(source_sink, Path)`, `permission_error(open, source_sink, Path)`; otherwise as
/// [`consult_text`].
pub fn consult_file(vm: &mut Vm, path: &Path) -> Result<(), Ball> {
    files::load_path(vm, path, atoms::USER).map(|_| ())
}

/// Loads an embedded library.
///
/// # Errors
/// As [`consult_text`].
pub(crate) fn library(vm: &mut Vm, row: u16) -> Result<(), Ball> {
    let file = format!("library({})", library::name(row));
    load(
        vm,
        file.into(),
        library::text(row).into(),
        atoms::SYSTEM,
        true,
    )
    .map(|_| ())
}

/// Loads a text into a module. Returns the module that it defines, if it does.
fn load(
    vm: &mut Vm,
    file: Arc<str>,
    text: Arc<str>,
    into: Atom,
    library: bool,
) -> Result<Option<Atom>, Ball> {
    // Loads nest on the Rust stack.
    if vm.ext.loader.places.len() >= MAX_NESTING {
        return Err(vm.resource_error(atoms::MEMORY));
    }
    forget(vm, &file);
    vm.ext
        .loader
        .files
        .insert(file.clone(), FileRecord::default());
    let source = vm.ext.modules.set_source(into);
    let flags = &mut vm.ext.flags;
    if vm.ext.loader.places.is_empty() {
        vm.ext.loader.quotes = flags.double_quotes;
    }
    let saved = (flags.double_quotes, flags.back_quotes, flags.iso);
    if library {
        (flags.double_quotes, flags.back_quotes, flags.iso) =
            (QuotedAs::Chars, QuotedAs::Codes, false);
    }
    let heads = heads::heads(&text, &mut vm.atoms);
    vm.ext.loader.places.push(Place {
        heads,
        file: file.clone(),
        source: file.clone(),
        module: into,
        library,
        offset: 0,
        line: 1,
        variables: None,
    });
    let mut load = Load::new(vm, file.clone(), text, into, library);
    let result = load.run();
    let record = load.finish();
    let module = record.module;
    vm.ext.loader.files.insert(file, record);
    vm.ext.loader.places.pop();
    let flags = &mut vm.ext.flags;
    (flags.double_quotes, flags.back_quotes, flags.iso) = saved;
    vm.ext.modules.set_source(source);
    result.map(|()| module)
}

/// Takes back what an earlier load of a file defined.
fn forget(vm: &mut Vm, file: &str) {
    let Some(record) = vm.ext.loader.files.get_mut(file) else {
        return;
    };
    let record = std::mem::take(record);
    for (clause, serial) in record.parts {
        if vm.db.clause(clause).is_some_and(|c| c.serial == serial) {
            vm.db.erase(clause);
        }
    }
    for p in record.preds {
        vm.db.undefine(p);
        clpz::forget(vm, p);
        untable(vm, p);
        vm.ext.loader.homes.remove(&p);
        let (module, what) = (
            vm.db.pred(p).module,
            (vm.db.pred(p).name, vm.db.pred(p).arity),
        );
        vm.ext.modules.ensure(module).redefined.remove(&what);
    }
    if let Some(module) = record.module {
        let m = vm.ext.modules.ensure(module);
        m.exports.clear();
        m.export_ops.clear();
    }
}

/// Forgets that a predicate's clauses are those of a tabled one.
fn untable(vm: &mut Vm, clauses: PredId) {
    let (module, name, arity) = {
        let p = vm.db.pred(clauses);
        (p.module, p.name, p.arity)
    };
    let all = vm.ext.loader.tabled.iter();
    let of = all.filter(|&(&p, &to)| {
        let q = vm.db.pred(p);
        to == name && q.module == module && q.arity == arity
    });
    let tabled: Vec<PredId> = of.map(|(&p, _)| p).collect();
    for p in tabled {
        vm.ext.loader.tabled.remove(&p);
        vm.db.undefine(p);
    }
}

/// Runs `work` and gives back the heap that it used; bindings are undone.
fn on_heap<R>(vm: &mut Vm, work: impl FnOnce(&mut Vm) -> R) -> R {
    let mut mark = vm.start(Cell::atom(atoms::TRUE));
    let result = work(vm);
    vm.finish(&mut mark);
    result
}

/// Whether a ball stops a load: halting, an interrupt, a limit of the whole query.
fn stops(vm: &mut Vm, ball: &Ball) -> bool {
    on_heap(vm, |vm| {
        let mut t = ball.term().restore(&mut vm.heap);
        loop {
            if let Some(a) = t.to_atom() {
                return matches!(
                    &*vm.atoms.text(a),
                    "$interrupt" | "interrupted" | "$aborted"
                );
            }
            if !t.is_structure() {
                return false;
            }
            let (f, _) = vm.heap.functor_of(t);
            let name = vm.functors.get(f).0;
            let first = vm.heap.deref(vm.heap.get(vm.heap.args_at(t)));
            match &*vm.atoms.text(name) {
                "$halt" | "halt" | "unwind" | "$inference_limit" => return true,
                "resource_error" => {
                    return first
                        .to_atom()
                        .is_some_and(|a| matches!(a, atoms::TIME | atoms::INFERENCES));
                }
                "error" => t = first,
                _ => return false,
            }
        }
    })
}

/// The predicate of a hook, if the program defines it.
fn hook(vm: &Vm, module: Atom, name: Atom, arity: u32) -> Option<PredId> {
    modules::own(vm, module, name, arity).filter(|&p| vm.db.clause_count(p) > 0)
}
