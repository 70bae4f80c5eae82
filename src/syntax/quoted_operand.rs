//! Text in quotes as an operand: an atom, a string or a list, which `||` may continue.

use super::error::ErrorKind;
use super::lenient::Departure;
use super::parse_stack::{Frame, Operand, ParseFault};
use super::parser::Parser;
use super::positions::Notation;
use super::read_options::QuotedAs;
use super::span::Span;
use super::token::TokenKind;
use crate::base::atom::{Atom, atoms};
use crate::base::int::Int;
use crate::base::tree::Node;

impl Parser<'_, '_> {
    /// Parses a quoted text with the meaning of its flag.
    pub(super) fn text(
        &mut self,
        text: &str,
        kind: QuotedAs,
        span: Span,
    ) -> Result<Option<Operand>, ParseFault> {
        let element: fn(char) -> Node = match kind {
            QuotedAs::Chars => |c| Node::Atom(Atom::from_char(c)),
            QuotedAs::Codes => |c| Node::Int(Int::Small(i64::from(u32::from(c)))),
            QuotedAs::Atom => {
                let a = self.atom(text);
                let atom = self.leaf(Node::Atom(a), span);
                self.record(atom.node, span, Notation::Text);
                return Ok(Some(atom));
            }
            QuotedAs::String => {
                let string = self.leaf(Node::String(text.into()), span);
                self.record(string.node, span, Notation::Text);
                return Ok(Some(string));
            }
            QuotedAs::Error if self.lenient => {
                self.departures.push(Departure::of_back_quotes(span));
                return self.text(text, QuotedAs::Codes, span);
            }
            QuotedAs::Error => return Err(self.fault(ErrorKind::BackQuotedString, span)),
        };
        let items = self.items.len();
        for c in text.chars() {
            let node = self.tree.leaf(element(c));
            self.set_span(node, span);
            self.items.push(node);
        }
        if self.double_bar()? {
            let start = span.start;
            self.frames.push(Frame::Chars { items, start });
            return Ok(None);
        }
        let nil = self.leaf(Node::Atom(atoms::NIL), span);
        let list = self.list_from(items, nil, span);
        self.record(list.node, span, Notation::Text);
        Ok(Some(list))
    }

    /// Consumes `||`, if it is next.
    fn double_bar(&mut self) -> Result<bool, ParseFault> {
        if self.peek()?.kind != TokenKind::Punct('|') {
            return Ok(false);
        }
        // The lexer is already after the peeked token.
        let mut ahead = self.lexer;
        let double = matches!(ahead.next_token(), Ok(t) if t.kind == TokenKind::Punct('|'));
        if double {
            self.peeked = None;
            self.lexer = ahead;
        }
        Ok(double)
    }
}
