//! A check as one row: name, level, documentation, examples, and the function that finds mistakes.

use crate::base::tree::NodeId;
use crate::syntax::{ReadTerm, Span};
use crate::system::lint::clause::BareClause;
use crate::system::lint::settings::LintLevel;

/// A check.
pub(crate) struct Check {
    /// Its name, by which it is switched.
    pub(crate) name: &'static str,
    /// The level that it has by default.
    pub(crate) level: LintLevel,
    /// The name in `style_check/1` that switches this check too, as in SWI-Prolog; empty if there is none.
    pub(crate) group: &'static str,
    /// The mistake that it finds, and why it is one, in one sentence.
    pub(crate) doc: &'static str,
    /// A program that it warns of, once.
    pub(crate) wrong: &'static str,
    /// The program as it was meant.
    pub(crate) right: &'static str,
    /// The output of SWI-Prolog when it loads the wrong program; empty if there is none.
    pub(crate) peer: &'static str,
    pub(crate) run: Run,
}

/// When a check runs.
pub(crate) enum Run {
    /// The loader finds it.
    Load,
    /// On the named variables of a term, if some occur once or are marked by `_`.
    Variables(fn(&ReadTerm, &mut Vec<Finding>)),
    /// On each rule that has one of these features.
    Clause(u32, fn(&BareClause<'_>, &mut Vec<Finding>)),
    /// As `BareClause`, and on each query that has one of these features, where a user types queries.
    Goals(u32, fn(&BareClause<'_>, &mut Vec<Finding>)),
}

/// A place in a clause.
#[derive(Clone, Copy, Debug)]
pub(crate) enum At {
    /// A subterm of the clause.
    Node(NodeId),
    /// A span of the text.
    Span(Span),
}

/// A mistake that a check has found.
#[derive(Debug)]
pub(crate) struct Finding {
    pub(crate) at: At,
    pub(crate) message: String,
    pub(crate) label: Option<String>,
    pub(crate) places: Vec<(At, String)>,
    pub(crate) notes: Vec<String>,
    pub(crate) hint: Option<String>,
    /// A list of characters that must have been written as text in double quotes; otherwise there is no mistake.
    pub(crate) quoted: Option<NodeId>,
}

impl Finding {
    pub(crate) fn new(at: At, message: impl Into<String>) -> Finding {
        Finding {
            at,
            message: message.into(),
            label: None,
            places: Vec::new(),
            notes: Vec::new(),
            hint: None,
            quoted: None,
        }
    }

    pub(crate) fn label(mut self, label: impl Into<String>) -> Finding {
        self.label = Some(label.into());
        self
    }

    pub(crate) fn place(mut self, at: At, message: impl Into<String>) -> Finding {
        self.places.push((at, message.into()));
        self
    }

    pub(crate) fn note(mut self, note: impl Into<String>) -> Finding {
        self.notes.push(note.into());
        self
    }

    pub(crate) fn only_if_quoted(mut self, text: NodeId) -> Finding {
        self.quoted = Some(text);
        self
    }

    pub(crate) fn hint(mut self, hint: impl Into<String>) -> Finding {
        self.hint = Some(hint.into());
        self
    }
}
