//! The clauses of libraries that are not read yet: their places in the texts.

use super::prescan;
use crate::base::atom::Atom;
use crate::code::pred::PredId;
use crate::syntax::Span;
use crate::system::library::catalog;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// The clauses of libraries that are not read yet.
#[derive(Clone, Default)]
pub(crate) struct DeferredClauses {
    /// By predicate. An entry counts while the predicate is marked as deferred.
    pub(super) of: Arc<FxHashMap<PredId, ClauseSpans>>,
    /// The text that was read last, with its row.
    newest: Option<(u16, Arc<str>)>,
    /// True if clauses are read when their library is loaded.
    pub(crate) is_off: bool,
}

/// The places of a predicate's clauses in the text of a library.
#[derive(Clone)]
pub(super) struct ClauseSpans {
    pub(super) row: u16,
    pub(super) module: Atom,
    /// The number of the text, which the clauses keep.
    pub(super) text: u32,
    pub(super) spans: Vec<Span>,
}

impl DeferredClauses {
    /// Adds the place of a clause, the first one of a load if `spans` has no others.
    pub(super) fn add(&mut self, p: PredId, spans: ClauseSpans, is_first: bool) {
        let of = Arc::make_mut(&mut self.of);
        match of.get_mut(&p) {
            Some(known) if !is_first => known.spans.extend(spans.spans),
            _ => {
                of.insert(p, spans);
            }
        }
    }

    /// The text of a library.
    pub(super) fn text(&mut self, row: u16) -> Arc<str> {
        match &self.newest {
            Some((known, text)) if *known == row => text.clone(),
            _ => {
                let text: Arc<str> = catalog::text(row).into();
                self.newest = Some((row, text.clone()));
                text
            }
        }
    }

    /// Returns true if the first clause of a predicate, which is deferred, is the rule of a grammar.
    pub(crate) fn begins_with_grammar(&self, p: PredId) -> bool {
        let first = |c: &ClauseSpans| {
            let start = c.spans.first()?.start;
            prescan::head(&catalog::text(c.row)[start..])
        };
        self.of
            .get(&p)
            .and_then(first)
            .is_some_and(|head| head.is_grammar)
    }
}
