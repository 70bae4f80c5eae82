//! The parser: operator precedence with an explicit stack (ISO 13211-1, 6.3).
//!
//! Without recursion, and each token is shifted and reduced once, so that a term a million levels
//! deep is read in linear time. Strict where ISO is: an operator as an operand needs parentheses,
//! `- 1` is a negative number and `-(1)` a compound.

use super::error::{ErrorKind, SyntaxError, hint, shortened};
use super::lenient::Departure;
use super::lexer::Lexer;
use super::named_variables::NamedVariables;
use super::ops::{ARG_PRIORITY, MAX_PRIORITY, OpTable};
use super::other_languages;
use super::parse_stack::{AfterOperand, Bracket, Frame, Operand, ParseFault};
use super::positions::{Notation, TermPositions};
use super::read_buffers::ReadBuffers;
use super::read_options::{Lenience, ReadOptions, ReadTerm};
use super::resumption;
use super::span::{Position, Span};
use super::token::{LexFault, Token, TokenKind};
use crate::base::atom::{Atom, AtomTable, atoms};
use crate::base::number::Number;
use crate::base::tree::{Node, NodeId, Tree};
use std::borrow::Cow;

/// The number of a token, negated after a `-`.
pub(super) fn signed(n: &Number, negative: bool) -> Number {
    match n {
        _ if !negative => n.clone(),
        Number::Int(i) => Number::Int(-i),
        Number::Float(f) => Number::Float(-f),
        Number::Rat(r) => Number::Rat(Box::new(-(**r).clone())),
    }
}

/// The tokens between two looks at the monitor.
pub(super) const TOKENS_UNMONITORED: u32 = 4096;

/// The state of reading one term.
pub(super) struct Parser<'t, 'a> {
    pub(super) lexer: Lexer<'t>,
    pub(super) peeked: Option<Token<'t>>,
    /// The tokens that were read, if there is a monitor; plain items in any case.
    pub(super) tokens: u32,
    pub(super) ops: &'a OpTable,
    pub(super) atoms: &'a mut AtomTable,
    pub(super) opts: &'a ReadOptions,
    pub(super) tree: Tree,
    pub(super) variables: NamedVariables,
    positions: Option<TermPositions>,
    buffers: &'a mut ReadBuffers,
    pub(super) frames: Vec<Frame>,
    /// The indices of the frames that are open brackets.
    pub(super) brackets: Vec<usize>,
    /// Arguments and list elements of the open brackets.
    pub(super) items: Vec<NodeId>,
    /// True if text that the standard forbids is read.
    pub(super) lenient: bool,
    pub(super) departures: Vec<Departure>,
    /// True if the notation of [`super::dict_notation`] is read.
    pub(super) dicts: bool,
    /// The quasi-quotations of the term: syntax, text, and the variable that stands for the result.
    pub(super) quasi: Vec<[NodeId; 3]>,
}

impl<'t, 'a> Parser<'t, 'a> {
    pub(super) fn new(
        text: &'t str,
        at: usize,
        ops: &'a OpTable,
        atoms: &'a mut AtomTable,
        opts: &'a ReadOptions,
        buffers: &'a mut ReadBuffers,
    ) -> Parser<'t, 'a> {
        // A program may have an operator of this name.
        let answers = opts.answers && !atoms.lookup("$").is_some_and(|a| ops.is_op(a));
        Parser {
            lexer: Lexer::new(text, at)
                .strict(opts.strict)
                .lenient(opts.lenience == Lenience::Applied)
                .with_answers(answers)
                .with_other_numbers(ops.dicts && !opts.strict),
            peeked: None,
            tokens: 0,
            ops,
            atoms,
            opts,
            tree: std::mem::take(&mut buffers.tree),
            variables: std::mem::take(&mut buffers.variables),
            positions: opts.positions.then(TermPositions::default),
            frames: std::mem::take(&mut buffers.frames),
            brackets: std::mem::take(&mut buffers.brackets),
            items: std::mem::take(&mut buffers.items),
            buffers,
            lenient: opts.lenience == Lenience::Applied,
            departures: Vec::new(),
            dicts: ops.dicts && !opts.strict,
            quasi: Vec::new(),
        }
    }

    /// Reads the next term. Returns it and the offset after its end token; `None` at the end of the text.
    pub(super) fn read(mut self) -> Result<Option<(ReadTerm, usize)>, Box<SyntaxError>> {
        let start = match self.peek() {
            Ok(Token {
                kind: TokenKind::Eof,
                ..
            }) => return Ok(None),
            Ok(t) => t.start,
            Err(f) => f.at,
        };
        let (root, end) = match self.parse() {
            Ok(done) => done,
            Err(f) => return Err(self.error(f, start)),
        };
        let root = match self.quasi.is_empty() {
            true => root,
            false => self.with_quasi_quotations(root),
        };
        self.tree.root = Some(root);
        self.buffers
            .keep_stacks(self.frames, self.brackets, self.items);
        let term = ReadTerm {
            tree: self.tree,
            variables: self.variables.all,
            span: Span { start, end },
            positions: self.positions,
            departures: self.departures,
        };
        Ok(Some((term, self.lexer.pos())))
    }

    pub(super) fn peek(&mut self) -> Result<&Token<'t>, LexFault> {
        let t = self.next()?;
        Ok(self.peeked.insert(t))
    }

    pub(super) fn next(&mut self) -> Result<Token<'t>, LexFault> {
        match self.peeked.take() {
            Some(t) => Ok(t),
            None if self.lenient => {
                let t = self.next_new()?;
                let text = self.lexer.text();
                self.departures.extend(Departure::of_token(text, &t));
                Ok(t)
            }
            None => self.next_new(),
        }
    }

    /// The next token that was not read yet.
    fn next_new(&mut self) -> Result<Token<'t>, LexFault> {
        let opts = self.opts;
        let monitor = opts.monitor.as_deref();
        if let Some(m) = monitor {
            self.tokens = self.tokens.wrapping_add(1);
            if self.tokens.is_multiple_of(TOKENS_UNMONITORED) && m.is_due() {
                return Err(LexFault {
                    kind: ErrorKind::GivenUp,
                    at: self.lexer.pos(),
                    resync: self.lexer.pos(),
                });
            }
        }
        self.lexer.next_token_for(monitor)
    }

    /// Parses the whole term and its end token. Returns the root and the end of the term's last token.
    fn parse(&mut self) -> Result<(NodeId, usize), ParseFault> {
        loop {
            let mut operand = loop {
                self.plain_items();
                if let Some(o) = self.operand()? {
                    break o;
                }
            };
            loop {
                match self.after_operand(operand)? {
                    AfterOperand::Operand(o) => operand = o,
                    AfterOperand::Operator => break,
                    AfterOperand::End(o) => return Ok((o.node, o.span.end)),
                }
            }
        }
    }

    /// Parses where a term must start. Returns a finished operand, or `None` after pushing a frame.
    fn operand(&mut self) -> Result<Option<Operand>, ParseFault> {
        let t = self.next()?;
        let span = t.span();
        match t.kind {
            TokenKind::Number(n) => Ok(Some(self.leaf(n.into(), span))),
            TokenKind::Var(name) => {
                let node = self.variable(name, span);
                self.set_span(node, span);
                if self.dicts && self.follows(span.end, b'{') {
                    return self.open_dict(node, span);
                }
                Ok(Some(Operand::term(node, span)))
            }
            TokenKind::Name(name) => {
                let a = self.atom(name);
                self.name(a, span)
            }
            TokenKind::Quoted(name) => {
                let a = self.atom(&name);
                self.name(a, span)
            }
            TokenKind::Text(text) => self.text(&text, self.opts.double_quotes, span),
            TokenKind::BackQuoted(text) => self.text(&text, self.opts.back_quotes, span),
            TokenKind::Punct('(') => self.open(Bracket::Paren, t.start, t.start),
            TokenKind::Punct('[') => self.open_or_empty(Bracket::List, ']', atoms::NIL, span),
            TokenKind::Punct('{') if self.begins_quasi_quotation(span) => {
                self.open_quasi_quotation(t.start)
            }
            TokenKind::Punct('{') => self.open_or_empty(Bracket::Curly, '}', atoms::CURLY, span),
            TokenKind::Eof => Err(self.fault(ErrorKind::EndOfTerm, span)),
            TokenKind::End => match self.brackets.last() {
                Some(_) => Err(self.unclosed(span)),
                None => Err(self.fault(ErrorKind::OperandExpected, span)),
            },
            _ => Err(self.fault(ErrorKind::OperandExpected, span)),
        }
    }

    pub(super) fn open(
        &mut self,
        bracket: Bracket,
        start: usize,
        bracket_at: usize,
    ) -> Result<Option<Operand>, ParseFault> {
        self.brackets.push(self.frames.len());
        self.frames.push(Frame::Open {
            bracket,
            items: self.items.len(),
            start,
            bracket_at,
        });
        Ok(None)
    }

    /// Parses `[` or `{`: a bracket, or together with its closing bracket a name.
    fn open_or_empty(
        &mut self,
        bracket: Bracket,
        close: char,
        name: Atom,
        mut span: Span,
    ) -> Result<Option<Operand>, ParseFault> {
        let next = self.peek()?;
        if next.kind != TokenKind::Punct(close) {
            return self.open(bracket, span.start, span.start);
        }
        span.end = next.end;
        self.next()?;
        self.name(name, span)
    }

    /// Parses a name where a term must start: functional notation, a negative number, a prefix operator
    /// or an atom.
    fn name(&mut self, name: Atom, span: Span) -> Result<Option<Operand>, ParseFault> {
        if self.dicts && self.is_tag(span) {
            let tag = self.leaf(Node::Atom(name), span);
            return self.open_dict(tag.node, span);
        }
        debug_assert!(self.peeked.is_none());
        if self.follows(span.end, b'(') {
            self.lexer.seek(span.end + 1);
            if self.dicts && self.peek()?.kind == TokenKind::Punct(')') {
                return self.without_arguments(name, span);
            }
            return self.open(Bracket::Args(name), span.start, span.end);
        }
        // Most atoms are.
        if self.ops.is_plain_atom(name) {
            return Ok(Some(self.leaf(Node::Atom(name), span)));
        }
        let next = self.peek()?;
        if name == atoms::MINUS
            && let TokenKind::Number(n) = &next.kind
        {
            let (n, end) = (signed(n, true).into(), next.end);
            self.next()?;
            let span = Span { end, ..span };
            return Ok(Some(self.leaf(n, span)));
        }
        let has_operand = starts_term(&next.kind);
        let end = next.end;
        if has_operand
            && let Some(def) = self.prefix_here(name, end)
            && !(self.lenient && self.is_before_infix())
        {
            if self.lenient && self.ops.prefix(name).is_none() && !self.is_below_neck() {
                let text = self.atoms.text(name);
                let declaration = Departure::of_declaration(&text, span, self.frames.is_empty());
                self.departures.push(declaration);
            }
            self.frames.push(Frame::Prefix { name, def, span });
            return Ok(None);
        }
        let mut operand = self.leaf(Node::Atom(name), span);
        if self.ops.is_op(name) {
            operand.priority = MAX_PRIORITY + 1;
        }
        Ok(Some(operand))
    }

    pub(super) fn leaf(&mut self, n: Node, span: Span) -> Operand {
        let node = self.tree.leaf(n);
        self.set_span(node, span);
        Operand::term(node, span)
    }

    pub(super) fn variable(&mut self, name: &'t str, span: Span) -> NodeId {
        self.variables.occurrence(&mut self.tree, name, span)
    }

    /// The list of the named variables: `Name=Variable`.
    pub(super) fn named_variables(&mut self) -> NodeId {
        let mut list = self.tree.nil();
        for v in self.variables.all.iter().rev() {
            let name = self.tree.var_name(v.var).unwrap_or_default();
            let name = self.atoms.intern(name);
            let pair = [self.tree.atom(name), self.tree.var(v.var)];
            let pair = self.tree.compound(atoms::UNIFY, &pair);
            list = self.tree.cons(pair, list);
        }
        list
    }

    /// The atom of this name.
    pub(super) fn atom(&mut self, name: &str) -> Atom {
        match self.opts.transient {
            true => self.atoms.intern_transient(name),
            false => self.atoms.intern(name),
        }
    }

    /// Builds the list of the items from index `items` on, ending in `tail`.
    pub(super) fn list_from(&mut self, items: usize, tail: Operand, span: Span) -> Operand {
        let mut node = tail.node;
        while self.items.len() > items {
            if let Some(head) = self.items.pop() {
                node = self.tree.cons(head, node);
                self.set_span(node, span);
            }
        }
        Operand::term(node, span)
    }

    /// Parses what follows an operand.
    fn after_operand(&mut self, operand: Operand) -> Result<AfterOperand, ParseFault> {
        let t = self.next()?;
        let span = t.span();
        let name = match &t.kind {
            TokenKind::Name(s) if self.dicts && *s == "." && self.is_call(&t) => {
                return self.dot_call(operand, span);
            }
            TokenKind::Name(s) => self.atom(s),
            TokenKind::Quoted(s) => self.atom(s),
            TokenKind::Punct(',') => match self.bracket() {
                Some(Bracket::Args(_) | Bracket::List) => return self.item(operand),
                Some(Bracket::Tail) => return Err(self.fault(ErrorKind::OperatorExpected, span)),
                Some(Bracket::Dict) => return self.next_pair(operand),
                _ => return self.comma(operand, span),
            },
            TokenKind::Punct(c @ ('[' | '{')) if self.dicts => {
                return self.block(*c, operand, t.clone());
            }
            TokenKind::Punct('|') if self.is_quasi_quotation(span) => {
                return self.quasi_quotation(operand, span);
            }
            TokenKind::Punct('|') => match self.bracket() {
                Some(Bracket::List) => return self.tail(operand),
                Some(Bracket::Tail) => return Err(self.fault(ErrorKind::OperatorExpected, span)),
                _ => atoms::BAR,
            },
            TokenKind::Punct(c @ (')' | ']' | '}')) => return self.close(*c, operand, span),
            TokenKind::End => {
                if !self.brackets.is_empty() {
                    return Err(self.unclosed(span));
                }
                return Ok(AfterOperand::End(self.reduce_all(operand, MAX_PRIORITY)?));
            }
            TokenKind::Eof => return Err(self.fault(ErrorKind::EndOfTerm, span)),
            _ => return Err(self.fault(ErrorKind::OperatorExpected, span)),
        };
        match self.operator_after(name)? {
            Some(def) => self.operator(name, def, operand, span),
            None => Err(self.fault(ErrorKind::OperatorExpected, span)),
        }
    }

    pub(super) fn bracket(&self) -> Option<Bracket> {
        match self.frames.get(*self.brackets.last()?)? {
            Frame::Open { bracket, .. } => Some(*bracket),
            _ => None,
        }
    }

    /// Ends an argument or element.
    pub(super) fn item(&mut self, operand: Operand) -> Result<AfterOperand, ParseFault> {
        let o = self.reduce_all(operand, ARG_PRIORITY)?;
        self.items.push(o.node);
        Ok(AfterOperand::Operator)
    }

    /// Parses the `|` of a list.
    fn tail(&mut self, operand: Operand) -> Result<AfterOperand, ParseFault> {
        self.item(operand)?;
        if let Some(Frame::Open { bracket, .. }) = self.frames.last_mut() {
            *bracket = Bracket::Tail;
        }
        Ok(AfterOperand::Operator)
    }

    /// Parses the closing bracket `c`.
    fn close(&mut self, c: char, operand: Operand, span: Span) -> Result<AfterOperand, ParseFault> {
        let bracket = match self.bracket() {
            Some(b) if b.close() == c => b,
            Some(b) => return Err(self.fault(ErrorKind::Unbalanced(b.open()), span)),
            None => return Err(self.fault(ErrorKind::Unbalanced('\0'), span)),
        };
        let max = match bracket {
            Bracket::Paren | Bracket::Curly => MAX_PRIORITY,
            _ => ARG_PRIORITY,
        };
        let last = self.reduce_all(operand, max)?;
        self.brackets.pop();
        let Some(Frame::Open {
            items,
            start,
            bracket_at,
            ..
        }) = self.frames.pop()
        else {
            return Err(self.fault(ErrorKind::Unbalanced('\0'), span));
        };
        let end = span.end;
        let span = Span { start, end };
        let node = match bracket {
            Bracket::Dict => self.close_dict(items, last, span)?,
            Bracket::Quasi => return Err(self.fault(ErrorKind::Unbalanced('{'), span)),
            Bracket::Paren => {
                if let Some(positions) = &mut self.positions {
                    positions.brackets.push((last.node, span));
                }
                last.node
            }
            Bracket::Curly => {
                let node = self.tree.compound(atoms::CURLY, &[last.node]);
                self.record(node, span, Notation::Curly);
                node
            }
            Bracket::Args(name) => {
                self.items.push(last.node);
                let node = self.tree.compound(name, &self.items[items..]);
                self.items.truncate(items);
                let end = bracket_at;
                self.record(node, span, Notation::Named(Span { start, end }));
                node
            }
            Bracket::List => {
                self.items.push(last.node);
                let nil = self.leaf(Node::Atom(atoms::NIL), span);
                self.close_list(items, nil, false, span)
            }
            Bracket::Tail => self.close_list(items, last, true, span),
        };
        Ok(AfterOperand::Operand(Operand::term(node, span)))
    }

    /// Builds a list written in brackets; `tail` is true if its tail is written after `|`.
    fn close_list(&mut self, items: usize, end: Operand, tail: bool, span: Span) -> NodeId {
        let length = self.items.len() - items;
        let list = self.list_from(items, end, span);
        let notation = Notation::List {
            items: length,
            tail,
        };
        self.record(list.node, span, notation);
        list.node
    }

    pub(super) fn set_span(&mut self, node: NodeId, span: Span) {
        self.record(node, span, Notation::Token);
    }

    #[inline]
    pub(super) fn record(&mut self, node: NodeId, span: Span, notation: Notation) {
        if let Some(positions) = &mut self.positions {
            positions.record(node, span, notation);
        }
    }

    pub(super) fn fault(&self, kind: ErrorKind, span: Span) -> ParseFault {
        ParseFault {
            kind,
            span,
            resync: span.start,
        }
    }

    /// The fault of the end token at `span` inside the innermost bracket.
    fn unclosed(&self, span: Span) -> ParseFault {
        let open = self.bracket().map_or('(', Bracket::open);
        self.fault(ErrorKind::Unclosed(open), span)
    }

    /// The fault of an operand whose priority is above `max`, detected at the token `at`.
    pub(super) fn too_high(&self, operand: Operand, max: u16, at: Span) -> ParseFault {
        let (kind, span) = match operand.priority > MAX_PRIORITY {
            true => (ErrorKind::BareOperator, operand.span),
            false => (ErrorKind::Priority(operand.priority, max), at),
        };
        ParseFault {
            kind,
            span,
            // The last token must be examined again: it may be the end token.
            resync: at.start.max(operand.span.end),
        }
    }

    fn error(&self, f: ParseFault, start: usize) -> Box<SyntaxError> {
        let text = self.lexer.text();
        let resume = match f.kind {
            kind if kind.is_incomplete() || kind == ErrorKind::GivenUp => text.len(),
            kind => resumption::offset(self.lexer, kind, f.span.start, f.resync, start, self.opts),
        };
        let found = match f.span.end > f.span.start {
            true => Some(shortened(&text[f.span.start..f.span.end])),
            false => None,
        };
        let base = self.opts.origin_at;
        let at = |offset: usize| {
            let offset = offset.saturating_sub(base);
            Position::in_text(&text[base..], offset, self.opts.origin)
        };
        Box::new(SyntaxError {
            kind: f.kind,
            message: f.kind.message(found.as_deref()),
            hint: hint(text, f.span)
                .map(Cow::into_owned)
                .or_else(|| other_languages::hint(text, f.kind, start, f.span)),
            found: found.map(Cow::into_owned),
            term_start: at(start),
            at: at(f.span.start),
            resume,
            incomplete: f.kind.is_incomplete(),
        })
    }
}

/// Returns true if this token can start the operand of a prefix operator.
pub(super) fn starts_term(t: &TokenKind<'_>) -> bool {
    match t {
        TokenKind::Punct(c) => matches!(c, '(' | '[' | '{'),
        TokenKind::End | TokenKind::Eof => false,
        _ => true,
    }
}
