//! The place of each subterm in the text from which it was read, and its notation there.
//!
//! Recorded while reading only if [`ReadOptions::positions`](super::ReadOptions::positions) asks
//! for it.

use super::span::Span;
use crate::base::tree::NodeId;

/// The notation of a subterm.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Notation {
    /// A single token, or an element of a quoted text.
    Token,
    /// A quoted text as a whole.
    Text,
    /// Functional or operator notation, with the span of the name.
    Named(Span),
    /// Curly brackets around one term.
    Curly,
    /// Elements between square brackets.
    List {
        /// The number of elements; the rest of the list is its tail.
        items: usize,
        /// True if `|` and a tail are written.
        tail: bool,
    },
}

/// The spans and notations of a term's nodes, both indexed by [`NodeId`].
#[derive(Clone, Debug, Default)]
pub(crate) struct TermPositions {
    /// The span of each node, without round brackets around it.
    pub spans: Vec<Span>,
    /// The notation of each node.
    pub notations: Vec<Notation>,
    /// Round brackets around nodes; for one node, the inner ones first.
    pub brackets: Vec<(NodeId, Span)>,
}

impl TermPositions {
    /// Records the span and the notation of a node.
    pub(super) fn record(&mut self, node: NodeId, span: Span, notation: Notation) {
        let i = node.0 as usize;
        if self.spans.len() <= i {
            self.spans.resize(i + 1, span);
            self.notations.resize(i + 1, Notation::Token);
        }
        self.spans[i] = span;
        self.notations[i] = notation;
    }
}
