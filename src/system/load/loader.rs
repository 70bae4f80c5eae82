//! The state of loading in one machine: its files, the contexts of running loads, its messages.

use crate::base::atom::Atom;
use crate::code::pred::PredId;
use crate::compile::Compiler;
use crate::machine::Record;
use crate::machine::database::ClauseId;
use crate::syntax::Diagnostic;
use crate::syntax::QuotedAs;
use crate::system::dialects::DialectState;
use crate::system::host_files::FileStamp;
use crate::system::library::index::LibraryState;
use crate::system::lint::settings::{LintSettings, PendingCalls};
use crate::system::load::deferred_clauses::DeferredClauses;
use crate::system::load::file_names::FileNames;
use crate::system::load::prescan::TextHeads;
use crate::system::load::texts::Texts;
use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashMap};
use std::sync::Arc;

/// The state of loading in a machine: its files, its library, its messages.
#[derive(Default)]
pub(crate) struct Loader {
    /// The machine's compiler.
    pub(crate) compiler: Compiler,
    /// The embedded library.
    pub(crate) library: LibraryState,
    pub(crate) files: IndexMap<Arc<str>, FileRecord, FxBuildHasher>,
    pub(crate) names: FileNames,
    /// The state of each file on disk at its last reading, by name.
    pub(crate) stamps: FxHashMap<Arc<str>, FileStamp>,
    pub(crate) texts: Arc<Texts>,
    pub(crate) sites: Arc<FxHashMap<PredId, DefinitionSite>>,
    /// The running loads, outermost first.
    pub(crate) contexts: Vec<LoadContext>,
    /// The flag `double_quotes` as it was before the outermost load began: its value at the start of a module.
    pub(crate) quotes: QuotedAs,
    /// The dialect of the text that is being read; outside of loads, that of all texts.
    pub(crate) dialect: DialectState,
    pub(crate) found: Vec<Diagnostic>,
    pub(crate) mains: Vec<Record>,
    /// The number of the last goal that the running directive, a conjunction, has reached.
    pub(crate) reached: usize,
    /// The levels of the checks in the running load, and in those that begin now.
    pub(crate) lint: LintSettings,
    /// The calls to be checked when the outermost load ends.
    pub(crate) pending: PendingCalls,
    /// True if texts are only checked: goals of directives are not run, except those on which later text depends.
    pub(crate) only_checks: bool,
    /// The clauses of libraries that are not read yet.
    pub(crate) deferred: DeferredClauses,
    /// The names that the clauses of tabled predicates get.
    pub(crate) tabled: FxHashMap<PredId, Atom>,
    /// True while the hook for predicates that are not there is asked: it is not asked for those that it calls itself.
    pub(crate) asks_exception_hook: bool,
    /// Module, name and arity of the predicate of the last error of an unknown procedure.
    pub(crate) last_unknown: Option<(Atom, Atom, u32)>,
    /// Module `system` is complete.
    pub(crate) booted: bool,
}

/// The definitions that loading a file has made, so that loading it again replaces them.
#[derive(Clone, Default)]
pub(crate) struct FileRecord {
    /// The module that the file defines.
    pub(crate) module: Option<Atom>,
    pub(crate) preds: Vec<PredId>,
    /// Its clauses of predicates that other files may add to, each with its serial number.
    pub(crate) parts: Vec<(ClauseId, u32)>,
    pub(crate) loaded: bool,
    /// The module that it was loaded into.
    pub(crate) into: Option<Atom>,
    /// The files that it includes.
    pub(crate) included: Vec<Arc<str>>,
    /// The first ones of its clauses that were skipped because of a syntax error.
    pub(crate) skipped: Vec<SkippedClause>,
}

/// The skipped clauses that are kept for each file.
const MOST_SKIPPED: usize = 100;

/// A clause with a syntax error.
#[derive(Clone)]
pub(crate) struct SkippedClause {
    /// The name at its start, as the name of a predicate: with a small letter.
    pub(crate) name: Box<str>,
    /// Its text, which may be an included one, and its line there.
    pub(crate) text: Arc<str>,
    pub(crate) line: u32,
}

/// The place of a predicate's first clause.
#[derive(Clone)]
pub(crate) struct DefinitionSite {
    /// The file that was loaded.
    pub(crate) file: Arc<str>,
    /// The file with the clause: `file`, or one that it includes.
    pub(crate) text: Arc<str>,
    pub(crate) line: u32,
}

/// The current state of a running load: file, module, term.
pub(crate) struct LoadContext {
    pub(crate) file: Arc<str>,
    /// The text that is read, which may be an included one.
    pub(crate) source: Arc<str>,
    pub(crate) module: Atom,
    pub(crate) library: bool,
    /// The offset and the line of the term that is being handled.
    pub(crate) offset: usize,
    /// The length of the text.
    pub(crate) length: usize,
    /// The bytes of the text, without included ones, and the terms that were read.
    pub(crate) read: usize,
    pub(crate) terms: usize,
    pub(crate) line: u32,
    /// The predicates that the text appears to define.
    pub(crate) heads: TextHeads,
    /// The place of `Name=Var` pairs among the protected cells, while a term is expanded.
    pub(crate) variables: Option<usize>,
    /// The place of the term among the protected cells, while it is expanded.
    pub(crate) term: Option<usize>,
}

impl FileRecord {
    /// Keeps the name at the start of a clause that is skipped.
    pub(crate) fn skip_clause(&mut self, clause: &str, text: &Arc<str>, line: u32) {
        let is_part = |c: char| c == '_' || c.is_alphanumeric();
        let end = clause.find(|c| !is_part(c)).unwrap_or(clause.len());
        let mut rest = clause[..end].chars();
        if let Some(first) = rest.next().filter(|c| c.is_alphabetic())
            && self.skipped.len() < MOST_SKIPPED
        {
            self.skipped.push(SkippedClause {
                name: first.to_lowercase().chain(rest).collect::<String>().into(),
                text: text.clone(),
                line,
            });
        }
    }
}

impl LoadContext {
    /// The state at the start of a text.
    pub(crate) fn new(file: Arc<str>, module: Atom, library: bool, text: Arc<str>) -> LoadContext {
        LoadContext {
            source: file.clone(),
            file,
            module,
            library,
            offset: 0,
            length: text.len(),
            read: 0,
            terms: 0,
            line: 1,
            heads: TextHeads::new(text),
            variables: None,
            term: None,
        }
    }
}

impl Loader {
    /// The state of a machine with the same loaded texts that is loading nothing.
    pub(crate) fn fork(&self) -> Loader {
        Loader {
            compiler: Compiler::default(),
            library: self.library.clone(),
            files: self.files.clone(),
            names: self.names.clone(),
            stamps: self.stamps.clone(),
            texts: Arc::clone(&self.texts),
            sites: Arc::clone(&self.sites),
            contexts: Vec::new(),
            quotes: self.quotes,
            dialect: self.dialect.clone(),
            found: Vec::new(),
            mains: self.mains.clone(),
            lint: self.lint.clone(),
            pending: PendingCalls::default(),
            reached: 0,
            only_checks: self.only_checks,
            deferred: self.deferred.clone(),
            tabled: self.tabled.clone(),
            asks_exception_hook: false,
            last_unknown: None,
            booted: self.booted,
        }
    }

    /// Exchanges the loaded texts for those of another machine; the loads under way stay.
    pub(crate) fn exchange_program(&mut self, other: &mut Loader) {
        use std::mem::swap;
        swap(&mut self.library, &mut other.library);
        swap(&mut self.files, &mut other.files);
        swap(&mut self.names, &mut other.names);
        swap(&mut self.stamps, &mut other.stamps);
        swap(&mut self.texts, &mut other.texts);
        swap(&mut self.sites, &mut other.sites);
        swap(&mut self.deferred, &mut other.deferred);
        swap(&mut self.tabled, &mut other.tabled);
        swap(&mut self.booted, &mut other.booted);
    }

    /// Takes the messages since the last call.
    pub(crate) fn take_diagnostics(&mut self) -> Vec<Diagnostic> {
        std::mem::take(&mut self.found)
    }

    /// The message that was added last.
    pub(crate) fn newest(&mut self) -> Option<&mut Diagnostic> {
        self.found.last_mut()
    }

    /// Adds a message.
    pub(crate) fn report(&mut self, d: Diagnostic) {
        self.found.push(d);
    }

    /// The goals of `initialization(Goal, main)` since the last call, qualified by their modules, to be
    /// run when everything is loaded.
    pub(crate) fn take_mains(&mut self) -> Vec<Record> {
        std::mem::take(&mut self.mains)
    }

    /// Visits every record that is held here.
    pub(crate) fn records(&self, visit: &mut dyn FnMut(&Record)) {
        self.mains.iter().for_each(visit);
    }

    /// The files that are loaded, in order.
    pub(crate) fn files(&self) -> impl Iterator<Item = &str> {
        self.files
            .iter()
            .filter(|(_, r)| r.loaded)
            .map(|(f, _)| &**f)
    }

    /// The file and line of a predicate's first clause.
    pub(crate) fn home(&self, p: PredId) -> Option<(&str, u32)> {
        self.sites.get(&p).map(|h| (&*h.text, h.line))
    }

    /// The names of the text that is being read now and of the file that includes it, which may be the same.
    pub(crate) fn current_texts(&self) -> impl Iterator<Item = &str> {
        let innermost = self.contexts.last().into_iter();
        innermost.flat_map(|p| [&*p.source, &*p.file])
    }

    /// Returns true if the text that a module is loaded from now appears to define a predicate.
    pub(crate) fn appears_defined(&self, module: Atom, name: &str, arity: u32) -> bool {
        let place = self.contexts.last();
        place.is_some_and(|p| p.module == module && p.heads.contains(name, arity))
    }

    /// Returns true if an embedded library is being loaded now.
    pub(crate) fn loads_library(&self) -> bool {
        self.contexts.last().is_some_and(|p| p.library)
    }
}
