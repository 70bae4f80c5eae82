//! Clauses of libraries that are read and compiled when their predicate is first called.
//!
//! In the text of a library, a clause begins at the start of a line, and its further lines are indented. A load of
//! the library reads its directives, and of most clauses records only their places: a machine that uses few of a
//! library's predicates does not compile the others. Terms whose head the pre-scan cannot tell are read at once, such
//! as grammar rules with pushback and clauses that define operators, and so are clauses of predicates that are
//! declared or have rules. A test compares each library with what it defines when everything is read at once.

use super::deferred_clauses::ClauseSpans;
use super::prescan;
use super::session::{LoadSession, PredicateSeen, ProgramText};
use super::surroundings::Surroundings;
use crate::base::lines::end_of_line;
use crate::code::pred::PredId;
use crate::machine::Ball;
use crate::machine::database::PredicateKind;
use crate::syntax::{EndFinder, Span};
use crate::system::library;
use crate::system::{Vm, modules};
use std::sync::Arc;

impl LoadSession<'_> {
    /// Records the place of the next clause and skips it. Returns false if the next term is to be read now.
    pub(super) fn defer_clause(&mut self) -> bool {
        let Some(row) = self.defers else {
            return false;
        };
        let is_off = self.vm.ext.loader.deferred.is_off;
        if is_off || !self.conditions.is_empty() || !self.outer.is_empty() {
            return false;
        }
        let Some(start) = next_item(&self.source.text, self.source.at) else {
            return false;
        };
        let Some(head) = prescan::head(&self.source.text[start..]) else {
            return false;
        };
        let name = self.vm.atoms.intern(head.name);
        let p = modules::pred(self.vm, self.module, name, head.arity);
        if !self.may_defer(p) {
            return false;
        }
        let end = end_of_clause(&self.source.text, start);
        let span = Span { start, end };
        let is_first = !self.vm.db.pred(p).properties.deferred;
        if is_first && !self.begin(p, span) {
            return false;
        }
        let spans = ClauseSpans {
            row,
            module: self.module,
            text: self.source.number,
            spans: vec![span],
        };
        self.vm.ext.loader.deferred.add(p, spans, is_first);
        self.vm.db.defer(p);
        self.begun = true;
        self.quad = false;
        self.last = Some(p);
        self.source.at = end;
        true
    }

    /// Returns true if the clauses of a predicate can be read later.
    fn may_defer(&self, p: PredId) -> bool {
        let pred = self.vm.db.pred(p);
        let is = pred.properties;
        is.deferred
            || pred.kind == PredicateKind::Undefined
                && !is.discontiguous
                && !is.multifile
                && !is.declared
                && !self.seen.contains_key(&p)
                && !self.vm.ext.loader.tabled.contains_key(&p)
    }
}

/// Reads the deferred clauses of a predicate, if it has any.
///
/// # Errors
/// A ball that stops the load; the clauses stay deferred.
pub(crate) fn complete(vm: &mut Vm, p: PredId) -> Result<(), Ball> {
    if !vm.db.pred(p).properties.deferred {
        return Ok(());
    }
    let Some(clauses) = vm.ext.loader.deferred.of.get(&p).cloned() else {
        return Ok(());
    };
    if vm.ext.loader.booted && clauses.row >= library::BOOT_FILES {
        // The meta-arguments of libraries that are not loaded yet must be known.
        library::ensure_index(vm);
    }
    let file: Arc<str> = format!("library({})", library::name(clauses.row)).into();
    let text = vm.ext.loader.deferred.text(clauses.row);
    vm.db.undefer(p);
    let module = clauses.module;
    let outer = Surroundings::enter_library(vm, &file, module, text.clone());
    // Clauses of module `system` are compiled as when the machine was made, when there was no index of libraries.
    let is_system = clauses.row < library::BOOT_FILES;
    let index = is_system.then(|| vm.ext.loader.library.index.take());
    let source = ProgramText::numbered(file.clone(), text, clauses.text);
    let mut load = LoadSession::with_source(vm, file, source, module, true);
    let result = load.read_clauses(p, &clauses.spans);
    if let Some(index) = index {
        vm.ext.loader.library.index = index;
    }
    outer.restore(vm);
    if result.is_err() {
        vm.db.erase_all(p);
        vm.db.defer(p);
    }
    result
}

/// The number of a predicate's clauses, whether they are read or not. The closing clause of single-sided rules does not
/// count.
pub(crate) fn number_of_clauses(vm: &Vm, p: PredId) -> usize {
    if !vm.db.pred(p).properties.deferred {
        return vm.db.clause_count(p);
    }
    let Some(clauses) = vm.ext.loader.deferred.of.get(&p) else {
        return 0;
    };
    let text = library::text(clauses.row);
    let each = clauses.spans.iter().map(|s| terms(&text[s.start..s.end]));
    each.sum()
}

/// As [`complete`], in a builtin that runs goals; the first argument registers, so many, are kept.
///
/// # Errors
/// As [`complete`].
pub(crate) fn complete_in_builtin(vm: &mut Vm, p: PredId, registers: u16) -> Result<(), Ball> {
    let kept: Vec<usize> = (0..usize::from(registers))
        .map(|i| vm.protect(vm.x(i)))
        .collect();
    let result = complete(vm, p);
    for (i, &at) in kept.iter().enumerate().rev() {
        let c = vm.protected(at);
        vm.set_x(i as u16, c);
        vm.unprotect(at);
    }
    result
}

/// Reads all deferred clauses, before a machine is copied or shared: otherwise each copy would compile them again.
///
/// # Errors
/// A ball that stops a load.
pub(crate) fn complete_all(vm: &mut Vm) -> Result<(), Ball> {
    // Reading clauses may load further libraries.
    while complete_some(vm, usize::MAX)? > 0 {}
    Ok(())
}

/// Reads the deferred clauses of at most so many predicates. Returns the number of predicates.
///
/// # Errors
/// A ball that stops a load.
pub(crate) fn complete_some(vm: &mut Vm, most: usize) -> Result<usize, Ball> {
    let of = vm.ext.loader.deferred.of.iter();
    let deferred = of.filter(|&(&p, _)| vm.db.pred(p).properties.deferred);
    let mut all: Vec<(u16, PredId)> = deferred.map(|(&p, spans)| (spans.row, p)).collect();
    all.sort_unstable();
    all.truncate(most);
    for &(_, p) in &all {
        complete(vm, p)?;
    }
    Ok(all.len())
}

impl LoadSession<'_> {
    /// Reads the clauses at these places, all of one predicate.
    fn read_clauses(&mut self, p: PredId, spans: &[Span]) -> Result<(), Ball> {
        let seen = PredicateSeen {
            first: spans.first().copied().unwrap_or_default(),
            ..PredicateSeen::default()
        };
        self.seen.insert(p, seen);
        for span in spans {
            self.source.at = span.start;
            while has_term(&self.source.text[self.source.at.min(span.end)..span.end]) {
                self.last = Some(p);
                self.step()?;
            }
        }
        Ok(())
    }
}

/// The number of terms in a text.
fn terms(text: &str) -> usize {
    let mut at = 0;
    let ends = std::iter::from_fn(|| {
        at = EndFinder::new(at).find(text, true)?;
        Some(at)
    });
    ends.count()
}

/// Returns true if a text is more than comments and layout.
fn has_term(text: &str) -> bool {
    let mut lines = text.lines().map(str::trim_start);
    lines.any(|line| !line.is_empty() && !line.starts_with('%'))
}

/// The start of the next line that begins a clause or a directive; comments, and queries with their answers, are
/// skipped. `None` if any other text precedes it.
fn next_item(text: &str, at: usize) -> Option<usize> {
    let mut at = at;
    if at > 0 && text.as_bytes()[at - 1] != b'\n' {
        let rest = line(text, at);
        if has_term(rest) {
            return None;
        }
        at += rest.len();
    }
    let mut is_query = false;
    loop {
        let current = line(text, at);
        match current.as_bytes().first()? {
            b'%' | b'\n' => {}
            b' ' | b'\t' if is_query => {}
            b';' if is_query && current.starts_with(";  ") => {}
            b' ' | b'\t' if !has_term(current) => {}
            b'?' if current.starts_with("?-") => is_query = true,
            b'/' if current.starts_with("/*") => return None,
            b' ' | b'\t' => return None,
            _ => return Some(at),
        }
        at += current.len();
    }
}

/// The end of a clause that begins at the start of a line: the next line that begins with something else than layout
/// and closing brackets.
fn end_of_clause(text: &str, start: usize) -> usize {
    let mut at = start + line(text, start).len();
    while let Some(b' ' | b'\t' | b'\n' | b')' | b']' | b'}') = text.as_bytes().get(at) {
        at += line(text, at).len();
    }
    at
}

/// The rest of the line, with its end.
fn line(text: &str, at: usize) -> &str {
    end_of_line(text, at).map_or(&text[at..], |end| &text[at..=end])
}
