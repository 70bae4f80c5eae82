//! Where the parts of a term stand in its text, and in which notation they are written there.
//!
//! Noted while reading only if asked for. Must not know what a caller makes of it.

use super::error::Span;
use super::lexer::Lexer;
use crate::base::tree::NodeId;

/// The notation of a subterm.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Notation {
    /// A single token, or a part of what is not taken apart.
    Token,
    /// A quoted text, all its elements together.
    Text,
    /// Functional or operator notation; the name stands here.
    Named(Span),
    /// Curly brackets around one term.
    Curly,
    /// Elements between square brackets.
    List {
        /// How many; the rest of the list is its tail.
        items: usize,
        /// A `|` and the tail are written, too.
        tail: bool,
    },
}

/// The places and notations of a term's nodes, both indexed like the nodes of its tree.
#[derive(Clone, Debug, Default)]
pub struct Layout {
    /// Where each node stands, without round brackets around it.
    pub spans: Vec<Span>,
    /// How each node is written.
    pub notations: Vec<Notation>,
    /// Round brackets around a node, the inner ones first.
    pub brackets: Vec<(NodeId, Span)>,
}

impl Layout {
    /// Notes where and how a node is written.
    pub(super) fn note(&mut self, node: NodeId, span: Span, notation: Notation) {
        let i = node.0 as usize;
        if self.spans.len() <= i {
            self.spans.resize(i + 1, span);
            self.notations.resize(i + 1, Notation::Token);
        }
        self.spans[i] = span;
        self.notations[i] = notation;
    }
}

/// The comments between two byte offsets of a text, where only whole tokens and layout stand.
pub fn comments(text: &str, start: usize, end: usize) -> Vec<Span> {
    let mut found = Vec::new();
    let mut lexer = Lexer::new(text, start);
    while lexer.pos() < end {
        let before = lexer.pos();
        let Ok(token) = lexer.next_token() else {
            break;
        };
        comments_in_layout(text, before, token.start.min(end), &mut found);
        if token.start == token.end {
            break;
        }
    }
    found
}

/// The comments of layout text.
fn comments_in_layout(text: &str, mut at: usize, end: usize, found: &mut Vec<Span>) {
    while let Some(i) = text[at..end].find(['%', '/']) {
        let start = at + i;
        let rest = &text[start..end];
        let length = match rest.starts_with('%') {
            true => rest.find('\n'),
            false => rest.get(2..).and_then(|r| r.find("*/")).map(|i| i + 4),
        };
        at = start + length.unwrap_or(rest.len());
        found.push(Span { start, end: at });
    }
}
