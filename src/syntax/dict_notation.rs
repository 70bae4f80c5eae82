//! The notation of SWI-Prolog 7 beyond the standard's: dicts, functions on them, compounds without arguments, block
//! operators and quasi-quotations. The parser comes here only if its options allow them.
//!
//! All become ordinary terms. A dict `t{k: v}` is a compound [`atoms::DICT`] of its tag and its keys, each before its
//! value, in standard order of the keys; `f()` is [`atoms::NO_ARGS`] of the atom, and `x.y` is [`atoms::DOT_CALL`].

use super::chars::is_symbol;
use super::error::ErrorKind;
use super::ops::{ARG_PRIORITY, MAX_PRIORITY, OpDef, OpType};
use super::parse_stack::{AfterOperand, Bracket, Frame, Operand, ParseFault};
use super::parser::Parser;
use super::positions::Notation;
use super::span::Span;
use super::token::{Token, TokenKind};
use crate::base::atom::{Atom, atoms};
use crate::base::int::Int;
use crate::base::number::Number;
use crate::base::tree::{Node, NodeId};
use std::cmp::Ordering;

/// The operator of functions on dicts.
const DOT: OpDef = OpDef {
    priority: 1,
    ty: OpType::Yfx,
};

impl<'t> Parser<'t, '_> {
    /// Returns true if this byte stands at an offset of the text.
    pub(super) fn follows(&self, at: usize, byte: u8) -> bool {
        self.lexer.text().as_bytes().get(at) == Some(&byte)
    }

    /// Returns true if a name is the tag of a dict: alphanumeric or quoted, and `{` follows at once; or of symbol
    /// characters, and a key follows, so that `-{a}` remains a term.
    pub(super) fn is_tag(&self, name: Span) -> bool {
        if !self.follows(name.end, b'{') {
            return false;
        }
        let first = self.lexer.text()[name.start..].chars().next();
        first.is_some_and(|c| {
            c.is_alphabetic() || c == '\'' || is_symbol(c) && self.is_key(name.end + 1)
        })
    }

    /// Returns true if a key of a dict and its colon stand at an offset.
    fn is_key(&self, at: usize) -> bool {
        let mut ahead = self.lexer;
        ahead.seek(at);
        let mut next = || ahead.next_token().map(|t| t.kind);
        let is_key = match next() {
            Ok(TokenKind::Name(name)) => name.starts_with(char::is_alphabetic),
            Ok(TokenKind::Quoted(_)) | Ok(TokenKind::Number(Number::Int(_))) => true,
            _ => false,
        };
        is_key && matches!(next(), Ok(TokenKind::Name(":")))
    }

    /// Parses `)` after `name(`.
    pub(super) fn without_arguments(
        &mut self,
        name: Atom,
        span: Span,
    ) -> Result<Option<Operand>, ParseFault> {
        let end = self.next()?.end;
        let name_span = span;
        let span = Span { end, ..span };
        let name = self.leaf(Node::Atom(name), name_span);
        let node = self.tree.compound(atoms::NO_ARGS, &[name.node]);
        self.record(node, span, Notation::Named(name_span));
        Ok(Some(Operand::term(node, span)))
    }

    /// Parses `{` after the tag of a dict, up to the first value.
    pub(super) fn open_dict(
        &mut self,
        tag: NodeId,
        span: Span,
    ) -> Result<Option<Operand>, ParseFault> {
        let bracket_at = self.next()?.start;
        let items = self.items.len();
        self.open(Bracket::Dict, span.start, bracket_at)?;
        if let Some(Frame::Open { items: at, .. }) = self.frames.last_mut() {
            *at = items;
        }
        self.items.push(tag);
        let next = self.peek()?;
        if next.kind != TokenKind::Punct('}') {
            self.key()?;
            return Ok(None);
        }
        let end = next.end;
        self.next()?;
        self.brackets.pop();
        self.frames.pop();
        let span = Span { end, ..span };
        let node = self.dict(items, span)?;
        Ok(Some(Operand::term(node, span)))
    }

    /// Parses a key of a dict and the colon after it.
    fn key(&mut self) -> Result<(), ParseFault> {
        let t = self.next()?;
        let mut span = t.span();
        let digit = self.lexer.text()[t.end..].starts_with(|c: char| c.is_ascii_digit());
        let key = match t.kind {
            TokenKind::Name("-") if digit => {
                let number = self.next()?;
                span.end = number.end;
                match number.kind {
                    TokenKind::Number(Number::Int(i @ Int::Small(_))) => Node::Int(-i),
                    _ => return Err(self.fault(ErrorKind::DictKey, span)),
                }
            }
            TokenKind::Name(name) => Node::Atom(self.atom(name)),
            TokenKind::Quoted(name) => Node::Atom(self.atom(&name)),
            TokenKind::Number(Number::Int(i @ Int::Small(_))) => Node::Int(i),
            _ => return Err(self.fault(ErrorKind::DictKey, span)),
        };
        let key = self.leaf(key, span);
        self.items.push(key.node);
        let colon = self.next()?;
        let at = colon.start;
        match colon.kind {
            TokenKind::Name(name) if name.starts_with(':') => {
                // In `x:-1` the symbol is longer than the colon.
                self.lexer.seek(at + 1);
                Ok(())
            }
            _ => {
                let end = colon.end;
                Err(self.fault(ErrorKind::DictColon, Span { start: at, end }))
            }
        }
    }

    /// Ends a value; another pair follows.
    pub(super) fn next_pair(&mut self, value: Operand) -> Result<AfterOperand, ParseFault> {
        self.item(value)?;
        self.key()?;
        Ok(AfterOperand::Operator)
    }

    /// Builds the dict whose last value is `last`.
    pub(super) fn close_dict(
        &mut self,
        items: usize,
        last: Operand,
        span: Span,
    ) -> Result<NodeId, ParseFault> {
        self.items.push(last.node);
        self.dict(items, span)
    }

    /// Builds the dict of the items from index `items` on: the tag, keys and values.
    fn dict(&mut self, items: usize, span: Span) -> Result<NodeId, ParseFault> {
        let pairs = self.items[items + 1..].chunks_exact(2);
        let mut pairs: Vec<[NodeId; 2]> = pairs.map(|p| [p[0], p[1]]).collect();
        pairs.sort_by(|a, b| self.compare_keys(a[0], b[0]));
        let twice = pairs
            .windows(2)
            .any(|w| self.compare_keys(w[0][0], w[1][0]).is_eq());
        if twice {
            return Err(self.fault(ErrorKind::DuplicateKey, span));
        }
        let mut args = vec![self.items[items]];
        args.extend(pairs.into_iter().flatten());
        self.items.truncate(items);
        let node = self.tree.compound(atoms::DICT, &args);
        self.record(node, span, Notation::Token);
        Ok(node)
    }

    /// The standard order of two keys.
    fn compare_keys(&self, a: NodeId, b: NodeId) -> Ordering {
        match (self.tree.node(a), self.tree.node(b)) {
            (Node::Int(a), Node::Int(b)) => a.cmp(b),
            (Node::Atom(a), Node::Atom(b)) => self.atoms.text(*a).cmp(&self.atoms.text(*b)),
            (Node::Int(_), _) => Ordering::Less,
            _ => Ordering::Greater,
        }
    }

    /// Returns true if a token `.` calls a function on the operand before it: no layout stands after it, but a name or a term in
    /// parentheses, whose value is the key.
    pub(super) fn is_call(&self, dot: &Token<'t>) -> bool {
        let next = self.lexer.text()[dot.end..].chars().next();
        next.is_some_and(|c| c.is_alphanumeric() || matches!(c, '_' | '('))
    }

    /// Parses a function on a dict, after its `.`.
    pub(super) fn dot_call(
        &mut self,
        operand: Operand,
        dot: Span,
    ) -> Result<AfterOperand, ParseFault> {
        let left = self.reduce_below(DOT, operand, dot)?;
        let t = self.peek()?;
        let span = t.span();
        let kind = t.kind.clone();
        let function = match kind {
            TokenKind::Name(name) if !self.follows(span.end, b'(') => {
                self.next()?;
                let name = self.atom(name);
                self.leaf(Node::Atom(name), span).node
            }
            TokenKind::Number(Number::Int(i @ Int::Small(_))) => {
                self.next()?;
                self.leaf(Node::Int(i), span).node
            }
            TokenKind::Var(name) => {
                self.next()?;
                let node = self.variable(name, span);
                self.set_span(node, span);
                node
            }
            _ => {
                let frame = Frame::Infix {
                    name: atoms::DOT_CALL,
                    def: DOT,
                    span: dot,
                    left,
                };
                self.frames.push(frame);
                return Ok(AfterOperand::Operator);
            }
        };
        let node = self.tree.compound(atoms::DOT_CALL, &[left.node, function]);
        let span = Span {
            start: left.span.start,
            end: span.end,
        };
        self.record(node, span, Notation::Named(dot));
        Ok(AfterOperand::Operand(Operand::term(node, span)))
    }

    /// Parses the bracket after an operand, which must be the block of an operator `[]` or `{}`.
    pub(super) fn block(
        &mut self,
        bracket: char,
        operand: Operand,
        t: Token<'t>,
    ) -> Result<AfterOperand, ParseFault> {
        let name = match bracket {
            '[' => atoms::NIL,
            _ => atoms::CURLY,
        };
        let span = t.span();
        let Some(def) = self.ops.postfix(name) else {
            return Err(self.fault(ErrorKind::OperatorExpected, span));
        };
        let left = self.reduce_below(def, operand, span)?;
        self.frames.push(Frame::Block { name, def, left });
        self.peeked = Some(t);
        Ok(AfterOperand::Operator)
    }

    /// Returns true if a `{` is the first character of a quasi-quotation, in a program or a query.
    pub(super) fn begins_quasi_quotation(&self, brace: Span) -> bool {
        self.dicts && (self.opts.goal || self.opts.quads) && self.follows(brace.end, b'|')
    }

    /// Parses the `|` of `{|`.
    pub(super) fn open_quasi_quotation(
        &mut self,
        start: usize,
    ) -> Result<Option<Operand>, ParseFault> {
        self.next()?;
        self.open(Bracket::Quasi, start, start)
    }

    /// Returns true if the `|` at `span` is the first one of the `||` between the syntax of a quasi-quotation and its
    /// text.
    pub(super) fn is_quasi_quotation(&self, span: Span) -> bool {
        self.bracket() == Some(Bracket::Quasi) && self.follows(span.end, b'|')
    }

    /// Parses the text of a quasi-quotation, after the first `|` of `||`. A variable stands for what it means.
    pub(super) fn quasi_quotation(
        &mut self,
        syntax: Operand,
        span: Span,
    ) -> Result<AfterOperand, ParseFault> {
        let syntax = self.reduce_all(syntax, MAX_PRIORITY)?;
        let from = span.end + 1;
        let text = self.lexer.text();
        let Some(length) = text[from..].find("|}") else {
            return Err(self.fault(ErrorKind::Unclosed('{'), span));
        };
        self.brackets.pop();
        let start = match self.frames.pop() {
            Some(Frame::Open { start, .. }) => start,
            _ => span.start,
        };
        let end = from + length + 2;
        let span = Span { start, end };
        self.lexer.seek(end);
        let text = self
            .tree
            .leaf(Node::String(text[from..from + length].into()));
        let result = self.tree.new_var(None);
        self.set_span(result, span);
        self.quasi.push([syntax.node, text, result]);
        Ok(AfterOperand::Operand(Operand::term(result, span)))
    }

    /// The term with its quasi-quotations and its variables, for the library that parses them:
    /// `'$quasi_quoted'(Term, [quasi_quotation(Syntax,Text,Result),…], [Name=Variable,…])`.
    pub(super) fn with_quasi_quotations(&mut self, root: NodeId) -> NodeId {
        let name = self.atoms.intern("quasi_quotation");
        let quoted = std::mem::take(&mut self.quasi);
        let items = quoted.iter().map(|q| self.tree.compound(name, q));
        let items: Vec<NodeId> = items.collect();
        let nil = self.tree.nil();
        let items = self.tree.list(&items, nil);
        let variables = self.named_variables();
        self.tree
            .compound(atoms::QUASI_QUOTED, &[root, items, variables])
    }
}

const _: () = assert!(DOT.priority < ARG_PRIORITY);
