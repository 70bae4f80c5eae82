//! From tokens to terms: operator precedence with an explicit stack (ISO 13211-1, 6.3).
//!
//! Nothing recurses, and each token is shifted and reduced once, so that a term a million levels
//! deep is read in linear time. Strict where ISO is: an operator as an operand needs parentheses,
//! `- 1` is a negative number and `-(1)` a compound. Must not know where the text comes from.

use super::error::{ErrorKind, Position, Span, SyntaxError, hint, shortened};
use super::layout::{Layout, Notation};
use super::lexer::{LexFault, Lexer, Tok, Token};
use super::ops::{ARG_PRIORITY, MAX_PRIORITY, OpDef, OpTable, OpType};
use super::read::{ReadOptions, ReadTerm, Text, VarInfo};
use crate::base::atom::{Atom, AtomTable, atoms};
use crate::base::int::Int;
use crate::base::tree::{Node, NodeId, Tree};
use rustc_hash::FxHashMap;
use std::borrow::Cow;

/// The leaf for a number token.
pub(super) fn number_node(tok: &Tok<'_>, negative: bool) -> Option<Node> {
    Some(match tok {
        Tok::Int(i) => Node::Int(if negative { -i } else { i.clone() }),
        Tok::Float(f) => Node::Float(if negative { -f } else { *f }),
        Tok::Rat(r) => Node::Rat(match negative {
            true => Box::new(-(**r).clone()),
            false => r.clone(),
        }),
        _ => return None,
    })
}

/// Up to this many variables are sought one by one.
const FEW_VARIABLES: usize = 12;

/// Why parsing stops.
struct Fault {
    kind: ErrorKind,
    /// The token or place at fault.
    span: Span,
    /// From where to look for the clause's end.
    resync: usize,
}

impl From<LexFault> for Fault {
    fn from(f: LexFault) -> Fault {
        Fault {
            kind: f.kind,
            span: Span {
                start: f.at,
                end: f.at,
            },
            resync: f.resync,
        }
    }
}

/// A finished subterm.
#[derive(Clone, Copy)]
struct Operand {
    node: NodeId,
    priority: u16,
    span: Span,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Bracket {
    Paren,
    Curly,
    List,
    /// A list after its `|`.
    Tail,
    Args(Atom),
}

impl Bracket {
    fn open(self) -> char {
        match self {
            Bracket::Paren | Bracket::Args(_) => '(',
            Bracket::Curly => '{',
            Bracket::List | Bracket::Tail => '[',
        }
    }
}

/// What waits for the operand that is being read.
enum Frame {
    Open {
        bracket: Bracket,
        /// The length of the item stack below this bracket's items.
        items: usize,
        start: usize,
        /// The byte offset of the bracket itself.
        bracket_at: usize,
    },
    Prefix {
        name: Atom,
        def: OpDef,
        span: Span,
    },
    Infix {
        name: Atom,
        def: OpDef,
        span: Span,
        left: Operand,
    },
    /// `"text"||`: the elements are the items from this index on.
    Chars {
        items: usize,
        start: usize,
    },
}

/// The state of reading one term.
pub(super) struct Parser<'t, 'a> {
    lexer: Lexer<'t>,
    peeked: Option<Token<'t>>,
    ops: &'a OpTable,
    atoms: &'a mut AtomTable,
    opts: &'a ReadOptions,
    tree: Tree,
    vars: Vec<VarInfo>,
    /// The variables by name, once there are many.
    var_index: FxHashMap<Box<str>, usize>,
    layout: Option<Layout>,
    frames: Vec<Frame>,
    /// The indices of the open brackets among the frames.
    brackets: Vec<usize>,
    /// Arguments and list elements that wait for their bracket to close.
    items: Vec<NodeId>,
}

impl<'t, 'a> Parser<'t, 'a> {
    pub(super) fn new(
        text: &'t str,
        at: usize,
        ops: &'a OpTable,
        atoms: &'a mut AtomTable,
        opts: &'a ReadOptions,
    ) -> Parser<'t, 'a> {
        Parser {
            lexer: Lexer::new(text, at).strict(opts.strict),
            peeked: None,
            ops,
            atoms,
            opts,
            tree: Tree::new(),
            vars: Vec::new(),
            var_index: FxHashMap::default(),
            layout: opts.layout.then(Layout::default),
            frames: Vec::with_capacity(16),
            brackets: Vec::with_capacity(8),
            items: Vec::with_capacity(16),
        }
    }

    /// The next term and the offset after its end token; nothing at the end of the text.
    pub(super) fn read(mut self) -> Result<Option<(ReadTerm, usize)>, Box<SyntaxError>> {
        let start = match self.peek() {
            Ok(Token { tok: Tok::Eof, .. }) => return Ok(None),
            Ok(t) => t.start,
            Err(f) => f.at,
        };
        let (root, end) = match self.parse() {
            Ok(done) => done,
            Err(f) => return Err(self.error(f, start)),
        };
        self.tree.root = Some(root);
        let term = ReadTerm {
            tree: self.tree,
            variables: self.vars,
            span: Span { start, end },
            layout: self.layout,
        };
        Ok(Some((term, self.lexer.pos())))
    }

    fn peek(&mut self) -> Result<&Token<'t>, LexFault> {
        let t = match self.peeked.take() {
            Some(t) => t,
            None => self.lexer.next_token()?,
        };
        Ok(self.peeked.insert(t))
    }

    fn next(&mut self) -> Result<Token<'t>, LexFault> {
        match self.peeked.take() {
            Some(t) => Ok(t),
            None => self.lexer.next_token(),
        }
    }

    /// The whole term and the end of its last token; the end token is consumed.
    fn parse(&mut self) -> Result<(NodeId, usize), Fault> {
        loop {
            let mut operand = loop {
                if let Some(o) = self.operand()? {
                    break o;
                }
            };
            loop {
                match self.after(operand)? {
                    After::Operand(o) => operand = o,
                    After::Operator => break,
                    After::End(o) => return Ok((o.node, o.span.end)),
                }
            }
        }
    }

    /// Reads where a term must start: a finished operand, or a frame was pushed.
    fn operand(&mut self) -> Result<Option<Operand>, Fault> {
        let t = self.next()?;
        let span = Span {
            start: t.start,
            end: t.end,
        };
        if let Some(n) = number_node(&t.tok, false) {
            return Ok(Some(self.leaf(n, span)));
        }
        match t.tok {
            Tok::Var(name) => {
                let node = self.variable(name, span);
                self.set_span(node, span);
                Ok(Some(Operand {
                    node,
                    priority: 0,
                    span,
                }))
            }
            Tok::Name(name) => {
                let a = self.atoms.intern(name);
                self.name(a, span)
            }
            Tok::Quoted(name) => {
                let a = self.atoms.intern(&name);
                self.name(a, span)
            }
            Tok::Text(text) => self.text(&text, self.opts.double_quotes, span),
            Tok::BackQuoted(text) => self.text(&text, self.opts.back_quotes, span),
            Tok::Punct('(') => self.open(Bracket::Paren, t.start, t.start),
            Tok::Punct('[') => self.open_or_empty(Bracket::List, ']', atoms::NIL, span),
            Tok::Punct('{') => self.open_or_empty(Bracket::Curly, '}', atoms::CURLY, span),
            Tok::Eof => Err(self.fault(ErrorKind::EndOfTerm, span)),
            Tok::End => match self.brackets.last() {
                Some(_) => Err(self.unclosed(span)),
                None => Err(self.fault(ErrorKind::OperandExpected, span)),
            },
            _ => Err(self.fault(ErrorKind::OperandExpected, span)),
        }
    }

    fn open(
        &mut self,
        bracket: Bracket,
        start: usize,
        bracket_at: usize,
    ) -> Result<Option<Operand>, Fault> {
        self.brackets.push(self.frames.len());
        self.frames.push(Frame::Open {
            bracket,
            items: self.items.len(),
            start,
            bracket_at,
        });
        Ok(None)
    }

    /// `[` or `{`: a bracket, or with its close a name.
    fn open_or_empty(
        &mut self,
        bracket: Bracket,
        close: char,
        name: Atom,
        mut span: Span,
    ) -> Result<Option<Operand>, Fault> {
        let next = self.peek()?;
        if next.tok != Tok::Punct(close) {
            return self.open(bracket, span.start, span.start);
        }
        span.end = next.end;
        self.next()?;
        self.name(name, span)
    }

    /// A name where a term must start: functional notation, a negative number, a prefix
    /// operator, or an atom.
    fn name(&mut self, name: Atom, span: Span) -> Result<Option<Operand>, Fault> {
        let minus = name == atoms::MINUS;
        let next = self.peek()?;
        if next.tok == Tok::Punct('(') && !next.layout {
            let bracket_at = next.start;
            self.next()?;
            return self.open(Bracket::Args(name), span.start, bracket_at);
        }
        if minus && let Some(n) = number_node(&next.tok, true) {
            let end = next.end;
            self.next()?;
            let span = Span { end, ..span };
            return Ok(Some(self.leaf(n, span)));
        }
        let has_operand = starts_term(&next.tok);
        let end = next.end;
        if has_operand && let Some(def) = self.prefix_here(name, end) {
            self.frames.push(Frame::Prefix { name, def, span });
            return Ok(None);
        }
        let mut operand = self.leaf(Node::Atom(name), span);
        if self.ops.is_op(name) {
            operand.priority = MAX_PRIORITY + 1;
        }
        Ok(Some(operand))
    }

    /// The prefix operator that the name is here, before the peeked token, which ends at `end`.
    fn prefix_here(&self, name: Atom, end: usize) -> Option<OpDef> {
        if let Some(def) = self.ops.prefix(name) {
            return Some(def);
        }
        let below_neck = match &self.frames[..] {
            [] => self.opts.goal,
            [Frame::Prefix { name, .. }] => matches!(*name, atoms::NECK | atoms::QUERY),
            _ => false,
        };
        let def = self.ops.directive(name).filter(|_| below_neck)?;
        let functional = self.lexer.text()[end..].starts_with('(');
        let next = match &self.peeked.as_ref()?.tok {
            Tok::Name(s) => self.atoms.lookup(s),
            Tok::Quoted(s) => self.atoms.lookup(s),
            _ => None,
        };
        let follows = |a| self.ops.infix(a).or(self.ops.postfix(a)).is_some();
        (functional || !next.is_some_and(follows)).then_some(def)
    }

    fn leaf(&mut self, n: Node, span: Span) -> Operand {
        let node = self.tree.leaf(n);
        self.set_span(node, span);
        Operand {
            node,
            priority: 0,
            span,
        }
    }

    fn variable(&mut self, name: &'t str, span: Span) -> NodeId {
        if name == "_" {
            return self.tree.new_var(None);
        }
        // Most clauses have a handful of variables, which are found faster without a table.
        let known = match self.vars.len() {
            0..=FEW_VARIABLES => self.vars.iter().position(|v| &*v.name == name),
            _ => self.var_index.get(name).copied(),
        };
        if let Some(i) = known {
            self.vars[i].occurrences += 1;
            return self.tree.var(self.vars[i].var);
        }
        let var = self.tree.var_count() as u32;
        if self.vars.len() == FEW_VARIABLES {
            let names = self.vars.iter().enumerate();
            self.var_index
                .extend(names.map(|(i, v)| (v.name.clone(), i)));
        }
        if self.vars.len() >= FEW_VARIABLES {
            self.var_index.insert(name.into(), self.vars.len());
        }
        self.vars.push(VarInfo {
            name: name.into(),
            var,
            occurrences: 1,
            first_span: span,
        });
        self.tree.new_var(Some(name))
    }

    /// A quoted text, by its flag.
    fn text(&mut self, text: &str, kind: Text, span: Span) -> Result<Option<Operand>, Fault> {
        let element: fn(char) -> Node = match kind {
            Text::Chars => |c| Node::Atom(Atom::from_char(c)),
            Text::Codes => |c| Node::Int(Int::Small(i64::from(u32::from(c)))),
            Text::Atom => {
                let a = self.atoms.intern(text);
                let atom = self.leaf(Node::Atom(a), span);
                self.note(atom.node, span, Notation::Text);
                return Ok(Some(atom));
            }
            Text::Error => return Err(self.fault(ErrorKind::BackQuotedString, span)),
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
        self.note(list.node, span, Notation::Text);
        Ok(Some(list))
    }

    /// Consumes `||`, if it is next.
    fn double_bar(&mut self) -> Result<bool, Fault> {
        if self.peek()?.tok != Tok::Punct('|') {
            return Ok(false);
        }
        // The lexer stands after the peeked token.
        let mut ahead = self.lexer;
        let double = matches!(ahead.next_token(), Ok(t) if t.tok == Tok::Punct('|'));
        if double {
            self.peeked = None;
            self.lexer = ahead;
        }
        Ok(double)
    }

    /// The list of the items from `items` on before `tail`.
    fn list_from(&mut self, items: usize, tail: Operand, span: Span) -> Operand {
        let mut node = tail.node;
        while self.items.len() > items {
            if let Some(head) = self.items.pop() {
                node = self.tree.cons(head, node);
                self.set_span(node, span);
            }
        }
        Operand {
            node,
            priority: 0,
            span,
        }
    }

    /// Reads what follows an operand.
    fn after(&mut self, operand: Operand) -> Result<After, Fault> {
        let t = self.next()?;
        let span = Span {
            start: t.start,
            end: t.end,
        };
        let name = match &t.tok {
            Tok::Name(s) => self.atoms.intern(s),
            Tok::Quoted(s) => self.atoms.intern(s),
            Tok::Punct(',') => match self.bracket() {
                Some(Bracket::Args(_) | Bracket::List) => return self.item(operand),
                Some(Bracket::Tail) => return Err(self.fault(ErrorKind::OperatorExpected, span)),
                _ => return self.comma(operand, span),
            },
            Tok::Punct('|') => match self.bracket() {
                Some(Bracket::List) => return self.tail(operand),
                Some(Bracket::Tail) => return Err(self.fault(ErrorKind::OperatorExpected, span)),
                _ => atoms::BAR,
            },
            Tok::Punct(c @ (')' | ']' | '}')) => return self.close(*c, operand, span),
            Tok::End => {
                if !self.brackets.is_empty() {
                    return Err(self.unclosed(span));
                }
                return Ok(After::End(self.reduce_all(operand, MAX_PRIORITY)?));
            }
            Tok::Eof => return Err(self.fault(ErrorKind::EndOfTerm, span)),
            _ => return Err(self.fault(ErrorKind::OperatorExpected, span)),
        };
        let quad = OpDef {
            priority: MAX_PRIORITY,
            ty: OpType::Xfx,
        };
        if let Some(def) = self.ops.infix(name) {
            self.infix(name, def, operand, span)
        } else if let Some(def) = self.ops.postfix(name) {
            self.postfix(name, def, operand, span)
        } else if self.opts.quads && name == atoms::QUERY {
            self.infix(name, quad, operand, span)
        } else {
            Err(self.fault(ErrorKind::OperatorExpected, span))
        }
    }

    fn comma(&mut self, operand: Operand, span: Span) -> Result<After, Fault> {
        let def = OpDef {
            priority: 1000,
            ty: OpType::Xfy,
        };
        self.infix(atoms::COMMA, def, operand, span)
    }

    fn infix(
        &mut self,
        name: Atom,
        def: OpDef,
        operand: Operand,
        span: Span,
    ) -> Result<After, Fault> {
        let left = self.reduce_below(def, operand, span)?;
        self.frames.push(Frame::Infix {
            name,
            def,
            span,
            left,
        });
        Ok(After::Operator)
    }

    fn postfix(
        &mut self,
        name: Atom,
        def: OpDef,
        operand: Operand,
        span: Span,
    ) -> Result<After, Fault> {
        let left = self.reduce_below(def, operand, span)?;
        let name_span = span;
        let span = Span {
            start: left.span.start,
            end: span.end,
        };
        let node = self.tree.compound(name, &[left.node]);
        self.note(node, span, Notation::Named(name_span));
        Ok(After::Operand(Operand {
            node,
            priority: def.priority,
            span,
        }))
    }

    /// The left argument of the operator `def`: reduces the operators that bind their right
    /// argument more tightly than it would.
    fn reduce_below(
        &mut self,
        def: OpDef,
        mut operand: Operand,
        at: Span,
    ) -> Result<Operand, Fault> {
        while let Some(max) = self.right_max() {
            if def.priority <= max {
                break;
            }
            operand = self.reduce(operand)?;
        }
        if operand.priority > def.left_max() {
            return Err(self.too_high(operand, def.left_max(), at));
        }
        Ok(operand)
    }

    /// Reduces everything down to the innermost open bracket. An operator alone may stand there.
    fn reduce_all(&mut self, mut operand: Operand, max: u16) -> Result<Operand, Fault> {
        if self.right_max().is_none() && operand.priority > MAX_PRIORITY {
            return Ok(operand);
        }
        while self.right_max().is_some() {
            operand = self.reduce(operand)?;
        }
        if operand.priority > max {
            return Err(self.too_high(operand, max, operand.span));
        }
        Ok(operand)
    }

    /// The highest priority that the innermost operator allows on its right.
    fn right_max(&self) -> Option<u16> {
        match self.frames.last()? {
            Frame::Open { .. } => None,
            Frame::Prefix { def, .. } | Frame::Infix { def, .. } => Some(def.right_max()),
            Frame::Chars { .. } => Some(0),
        }
    }

    /// Applies the innermost operator to its right argument.
    fn reduce(&mut self, right: Operand) -> Result<Operand, Fault> {
        let max = self.right_max().unwrap_or(MAX_PRIORITY);
        if right.priority > max {
            return Err(self.too_high(right, max, right.span));
        }
        let end = right.span.end;
        let (node, priority, start, name_span) = match self.frames.pop() {
            Some(Frame::Prefix { name, def, span }) => {
                let node = self.tree.compound(name, &[right.node]);
                (node, def.priority, span.start, span)
            }
            Some(Frame::Infix {
                name,
                def,
                span,
                left,
            }) => {
                let node = self.tree.compound(name, &[left.node, right.node]);
                (node, def.priority, left.span.start, span)
            }
            Some(Frame::Chars { items, start }) => {
                let span = Span { start, end };
                let list = self.list_from(items, right, span);
                self.note(list.node, span, Notation::Text);
                return Ok(list);
            }
            Some(open @ Frame::Open { .. }) => {
                self.frames.push(open);
                return Ok(right);
            }
            None => return Ok(right),
        };
        let span = Span { start, end };
        self.note(node, span, Notation::Named(name_span));
        Ok(Operand {
            node,
            priority,
            span,
        })
    }

    fn bracket(&self) -> Option<Bracket> {
        match self.frames.get(*self.brackets.last()?)? {
            Frame::Open { bracket, .. } => Some(*bracket),
            _ => None,
        }
    }

    /// An argument or element is over.
    fn item(&mut self, operand: Operand) -> Result<After, Fault> {
        let o = self.reduce_all(operand, ARG_PRIORITY)?;
        self.items.push(o.node);
        Ok(After::Operator)
    }

    /// The `|` of a list.
    fn tail(&mut self, operand: Operand) -> Result<After, Fault> {
        self.item(operand)?;
        if let Some(Frame::Open { bracket, .. }) = self.frames.last_mut() {
            *bracket = Bracket::Tail;
        }
        Ok(After::Operator)
    }

    fn close(&mut self, c: char, operand: Operand, span: Span) -> Result<After, Fault> {
        let bracket = match self.bracket() {
            Some(b) if closes(b, c) => b,
            Some(b) => return Err(self.fault(ErrorKind::Unbalanced(b.open()), span)),
            None => return Err(self.fault(ErrorKind::Unbalanced('\0'), span)),
        };
        let max = match bracket {
            Bracket::Paren | Bracket::Curly => MAX_PRIORITY,
            _ => ARG_PRIORITY,
        };
        let o = self.reduce_all(operand, max)?;
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
        let (node, notation) = match bracket {
            Bracket::Paren => {
                if let Some(layout) = &mut self.layout {
                    layout.brackets.push((o.node, span));
                }
                return Ok(After::Operand(Operand {
                    node: o.node,
                    priority: 0,
                    span,
                }));
            }
            Bracket::Curly => {
                let node = self.tree.compound(atoms::CURLY, &[o.node]);
                (node, Notation::Curly)
            }
            Bracket::Args(name) => {
                self.items.push(o.node);
                let node = self.tree.compound(name, &self.items[items..]);
                self.items.truncate(items);
                let end = bracket_at;
                (node, Notation::Named(Span { start, end }))
            }
            Bracket::List | Bracket::Tail => {
                let tail = bracket == Bracket::Tail;
                let rest = match tail {
                    true => o,
                    false => {
                        self.items.push(o.node);
                        self.leaf(Node::Atom(atoms::NIL), span)
                    }
                };
                let length = self.items.len() - items;
                let list = self.list_from(items, rest, span);
                let notation = Notation::List {
                    items: length,
                    tail,
                };
                (list.node, notation)
            }
        };
        self.note(node, span, notation);
        Ok(After::Operand(Operand {
            node,
            priority: 0,
            span,
        }))
    }

    fn set_span(&mut self, node: NodeId, span: Span) {
        self.note(node, span, Notation::Token);
    }

    fn note(&mut self, node: NodeId, span: Span, notation: Notation) {
        if let Some(layout) = &mut self.layout {
            layout.note(node, span, notation);
        }
    }

    fn fault(&self, kind: ErrorKind, span: Span) -> Fault {
        Fault {
            kind,
            span,
            resync: span.start,
        }
    }

    /// The end token at `span` stands inside the innermost bracket.
    fn unclosed(&self, span: Span) -> Fault {
        let open = self.bracket().map_or('(', Bracket::open);
        self.fault(ErrorKind::Unclosed(open), span)
    }

    /// `operand` is too weak an expression for its place; `at` is where that became clear.
    fn too_high(&self, operand: Operand, max: u16, at: Span) -> Fault {
        let (kind, span) = match operand.priority > MAX_PRIORITY {
            true => (ErrorKind::BareOperator, operand.span),
            false => (ErrorKind::Priority(operand.priority, max), at),
        };
        Fault {
            kind,
            span,
            // Whatever was peeked or read last must be looked at again: it may be the end.
            resync: at.start.max(operand.span.end),
        }
    }

    fn error(&self, f: Fault, start: usize) -> Box<SyntaxError> {
        let text = self.lexer.text();
        let mut lexer = self.lexer;
        lexer.seek(f.resync);
        let resume = match f.kind.is_incomplete() {
            true => text.len(),
            false => lexer.skip_to_end(),
        };
        let found = match f.span.end > f.span.start {
            true => Some(shortened(&text[f.span.start..f.span.end])),
            false => None,
        };
        let at = |offset| Position::in_text(text, offset, self.opts.origin);
        Box::new(SyntaxError {
            kind: f.kind,
            message: f.kind.message(found.as_deref()),
            hint: hint(text, f.span).map(Cow::into_owned),
            found: found.map(Cow::into_owned),
            term_start: at(start),
            at: at(f.span.start),
            resume,
            incomplete: f.kind.is_incomplete(),
        })
    }
}

enum After {
    Operand(Operand),
    /// A frame waits for another operand.
    Operator,
    End(Operand),
}

fn closes(b: Bracket, c: char) -> bool {
    match b {
        Bracket::Paren | Bracket::Args(_) => c == ')',
        Bracket::Curly => c == '}',
        Bracket::List | Bracket::Tail => c == ']',
    }
}

/// Whether a prefix operator before this token has an operand.
fn starts_term(t: &Tok<'_>) -> bool {
    match t {
        Tok::Punct(c) => matches!(c, '(' | '[' | '{'),
        Tok::End | Tok::Eof => false,
        _ => true,
    }
}
