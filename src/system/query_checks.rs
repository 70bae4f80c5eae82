//! The checks of `lint` on a query, before it runs.

use crate::base::atom::atoms;
use crate::base::tree::NodeId;
use crate::syntax::{Diagnostic, Place, Severity, Span};
use crate::system::Vm;
use crate::system::explain::clause_text::ClauseText;
use crate::system::lint::clause::BareClause;
use crate::system::lint::walk::{Calls, WalkedClause};
use crate::system::lint::{self, At, CheckId, Finding, LintLevel};

/// The size of the largest queries that are checked, in bytes.
const MAX_LENGTH: usize = 10_000;

/// Notes on the likely mistakes in the text of a query.
pub(crate) fn check(vm: &mut Vm, text: &str) -> Vec<Diagnostic> {
    if text.len() > MAX_LENGTH {
        return Vec::new();
    }
    let Some(mut query) = ClauseText::of_query(vm, text) else {
        return Vec::new();
    };
    let head = query.term.tree.atom(atoms::QUERY);
    let place = WalkedClause {
        tree: &query.term.tree,
        module: atoms::USER,
        file: &query.file,
        text: &query.text,
        span: query.term.span,
        notes_calls: false,
    };
    let mut calls = Calls::default();
    let features = calls.body(vm, &place, None, query.body);
    if features == 0 {
        return Vec::new();
    }
    let clause = BareClause {
        vm,
        module: atoms::USER,
        tree: &query.term.tree,
        head,
        body: query.body,
        goals: &calls.goals,
        numbers: 0,
        is_tabled: false,
        is_query: true,
    };
    let found = lint::findings(&clause, features);
    let is_on = |check: CheckId| check.level(&vm.ext.loader.lint, None) != LintLevel::Off;
    let found = found.into_iter().filter(|(check, _)| is_on(*check));
    found
        .filter_map(|(check, f)| message(&query, check, f))
        .collect()
}

/// The message about a finding; none if the finding requires a text in double quotes and there is none.
fn message(query: &ClauseText, check: CheckId, finding: Finding) -> Option<Diagnostic> {
    let is_quoted = |n: NodeId| query.part(query.span(n)).starts_with('"');
    if finding.quoted.is_some_and(|n| !is_quoted(n)) {
        return None;
    }
    let span = |at: At| -> Span {
        match at {
            At::Node(n) => query.span(n),
            At::Span(span) => span,
        }
    };
    let (file, text) = (query.file.clone(), query.text.clone());
    let places = finding.places.into_iter().map(|(at, message)| Place {
        file: file.clone(),
        text: text.clone(),
        span: span(at),
        message,
    });
    let places = places.collect();
    let at = Some(span(finding.at));
    Some(Diagnostic {
        check: Some(check.row().name),
        label: finding.label,
        places,
        notes: finding.notes,
        hint: finding.hint,
        ..Diagnostic::new(Severity::Note, file, text, at, finding.message)
    })
}
