//! Arguments and elements of which most data consists, parsed without frames and priorities.

use super::parse_stack::{Bracket, Frame};
use super::parser::{Parser, TOKENS_UNMONITORED};
use super::plain_token::plain_token;
use super::token::{Token, TokenKind};
use crate::base::tree::{Node, NodeId};

impl<'t> Parser<'t, '_> {
    /// Parses the arguments or elements that come next, as long as each is a number, a variable or an atom that is no
    /// operator, with a comma right after it. The tokens after them are parsed as those of any term.
    pub(super) fn plain_items(&mut self) {
        if self.lenient || self.peeked.is_some() {
            return;
        }
        let Some(Frame::Open {
            bracket: Bracket::Args(_) | Bracket::List,
            ..
        }) = self.frames.last()
        else {
            return;
        };
        let text = self.lexer.text();
        // The monitor is looked at before tokens that are not plain items.
        while !self
            .tokens
            .wrapping_add(1)
            .is_multiple_of(TOKENS_UNMONITORED)
            && let Some(t) = plain_token(text, self.lexer.pos())
            && text.as_bytes().get(t.end) == Some(&b',')
        {
            let end = t.end;
            let Some(node) = self.plain_item(t) else {
                return;
            };
            self.items.push(node);
            self.tokens = self.tokens.wrapping_add(1);
            self.lexer.seek(end + 1);
        }
    }

    /// The node of a token, if it is surely a whole term.
    fn plain_item(&mut self, t: Token<'t>) -> Option<NodeId> {
        let span = t.span();
        Some(match t.kind {
            TokenKind::Number(n) => self.leaf(n.into(), span).node,
            TokenKind::Var(name) => {
                let node = self.variable(name, span);
                self.set_span(node, span);
                node
            }
            TokenKind::Name(name) => {
                let a = self.atom(name);
                self.ops
                    .is_plain_atom(a)
                    .then(|| self.leaf(Node::Atom(a), span).node)?
            }
            _ => return None,
        })
    }
}
