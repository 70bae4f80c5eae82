//! Operators in the parser: which operator a name is at its place, and the application of operators to operands.

use super::lenient::Departure;
use super::ops::{MAX_PRIORITY, OpClass, OpDef, OpType};
use super::parse_stack::{AfterOperand, Frame, Operand, ParseFault};
use super::parser::{Parser, starts_term};
use super::positions::Notation;
use super::span::Span;
use super::token::{LexFault, TokenKind};
use crate::base::atom::{Atom, atoms};

impl Parser<'_, '_> {
    /// The prefix operator of this name before the peeked token, which ends at `end`. An operator of directives,
    /// such as `dynamic`, is one only directly below `:-`, and not before an infix or postfix operator.
    pub(super) fn prefix_here(&self, name: Atom, end: usize) -> Option<OpDef> {
        if let Some(def) = self.ops.prefix(name) {
            return Some(def);
        }
        let is_allowed = self.lenient || self.is_below_neck();
        let def = self.ops.directive(name).filter(|_| is_allowed)?;
        let functional = self.lexer.text()[end..].starts_with('(');
        let next = match &self.peeked.as_ref()?.kind {
            TokenKind::Name(s) => self.atoms.lookup(s),
            TokenKind::Quoted(s) => self.atoms.lookup(s),
            _ => None,
        };
        let follows = |a| self.ops.infix(a).or(self.ops.postfix(a)).is_some();
        (functional || !next.is_some_and(follows)).then_some(def)
    }

    /// Returns true if the next operand is a whole directive or query.
    pub(super) fn is_below_neck(&self) -> bool {
        match &self.frames[..] {
            [] => self.opts.goal,
            [Frame::Prefix { name, .. }] => matches!(*name, atoms::NECK | atoms::QUERY),
            _ => false,
        }
    }

    /// Returns true if the peeked token is an infix operator, and no prefix operator, that has a right operand: the
    /// prefix operator before it is then its left one, as in `- = x`.
    pub(super) fn is_before_infix(&self) -> bool {
        let Some(TokenKind::Name(name)) = self.peeked.as_ref().map(|t| &t.kind) else {
            return false;
        };
        let is_infix = |a| self.ops.infix(a).is_some() && self.ops.prefix(a).is_none();
        let mut ahead = self.lexer;
        self.atoms.lookup(name).is_some_and(is_infix)
            && ahead.next_token().is_ok_and(|t| starts_term(&t.kind))
    }

    /// The infix or postfix operator of this name after an operand. A name that is both, in a dialect that allows it,
    /// is the infix operator before an operand.
    pub(super) fn operator_after(&mut self, name: Atom) -> Result<Option<OpDef>, LexFault> {
        let quad = OpDef {
            priority: MAX_PRIORITY,
            ty: OpType::Xfx,
        };
        Ok(match (self.ops.infix(name), self.ops.postfix(name)) {
            (Some(infix), Some(postfix)) => {
                let has_operand = starts_term(&self.peek()?.kind) && !self.is_before_infix();
                Some(if has_operand { infix } else { postfix })
            }
            (Some(def), None) | (None, Some(def)) => Some(def),
            (None, None) if self.opts.quads && name == atoms::QUERY => Some(quad),
            (None, None) => self.directive_infix(name),
        })
    }

    /// Applies an infix or postfix operator to its left operand.
    pub(super) fn operator(
        &mut self,
        name: Atom,
        def: OpDef,
        operand: Operand,
        span: Span,
    ) -> Result<AfterOperand, ParseFault> {
        match def.ty.class() {
            OpClass::Postfix => self.postfix(name, def, operand, span),
            _ => self.infix(name, def, operand, span),
        }
    }

    /// The infix operator of this name that directives and queries have.
    fn directive_infix(&self, name: Atom) -> Option<OpDef> {
        let in_directive = match self.frames.first() {
            Some(Frame::Prefix { name, .. }) => matches!(*name, atoms::NECK | atoms::QUERY),
            _ => false,
        };
        match in_directive || self.opts.goal {
            true => self.ops.directive_infix(&self.atoms.text(name)),
            false => None,
        }
    }

    pub(super) fn comma(
        &mut self,
        operand: Operand,
        span: Span,
    ) -> Result<AfterOperand, ParseFault> {
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
    ) -> Result<AfterOperand, ParseFault> {
        let left = self.reduce_below(def, operand, span)?;
        self.frames.push(Frame::Infix {
            name,
            def,
            span,
            left,
        });
        Ok(AfterOperand::Operator)
    }

    fn postfix(
        &mut self,
        name: Atom,
        def: OpDef,
        operand: Operand,
        span: Span,
    ) -> Result<AfterOperand, ParseFault> {
        let left = self.reduce_below(def, operand, span)?;
        let name_span = span;
        let span = Span {
            start: left.span.start,
            end: span.end,
        };
        let node = self.tree.compound(name, &[left.node]);
        self.record(node, span, Notation::Named(name_span));
        Ok(AfterOperand::Operand(Operand {
            node,
            priority: def.priority,
            span,
        }))
    }

    /// The left argument of the operator `def`: reduces the operators that bind their right
    /// argument more tightly than it would.
    pub(super) fn reduce_below(
        &mut self,
        def: OpDef,
        mut operand: Operand,
        at: Span,
    ) -> Result<Operand, ParseFault> {
        while let Some(max) = self.right_max() {
            if def.priority <= max {
                break;
            }
            operand = self.reduce(operand)?;
        }
        if operand.priority > def.left_max() && !self.accepts_high_priority(&operand, false) {
            return Err(self.too_high(operand, def.left_max(), at));
        }
        Ok(operand)
    }

    /// Reduces all operators above the innermost open bracket. A single operator may stand there as an
    /// atom.
    pub(super) fn reduce_all(
        &mut self,
        mut operand: Operand,
        max: u16,
    ) -> Result<Operand, ParseFault> {
        if self.right_max().is_none() && operand.priority > MAX_PRIORITY {
            return Ok(operand);
        }
        while self.right_max().is_some() {
            operand = self.reduce(operand)?;
        }
        if operand.priority > max && !self.accepts_high_priority(&operand, max < MAX_PRIORITY) {
            return Err(self.too_high(operand, max, operand.span));
        }
        Ok(operand)
    }

    /// The highest priority that the innermost operator allows on its right.
    pub(super) fn right_max(&self) -> Option<u16> {
        match self.frames.last()? {
            Frame::Open { .. } => None,
            Frame::Prefix { def, .. } | Frame::Infix { def, .. } => Some(def.right_max()),
            Frame::Chars { .. } | Frame::Block { .. } => Some(0),
        }
    }

    /// Applies the innermost operator to its right argument.
    fn reduce(&mut self, right: Operand) -> Result<Operand, ParseFault> {
        let max = self.right_max().unwrap_or(MAX_PRIORITY);
        if right.priority > max && !self.accepts_high_priority(&right, false) {
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
                self.record(list.node, span, Notation::Text);
                return Ok(list);
            }
            Some(Frame::Block { name, def, left }) => {
                let node = self.tree.compound(name, &[right.node, left.node]);
                (node, def.priority, left.span.start, right.span)
            }
            Some(open @ Frame::Open { .. }) => {
                self.frames.push(open);
                return Ok(right);
            }
            None => return Ok(right),
        };
        let span = Span { start, end };
        self.record(node, span, Notation::Named(name_span));
        Ok(Operand {
            node,
            priority,
            span,
        })
    }

    /// Returns true if an operand is read although its priority is too high for its place.
    pub(super) fn accepts_high_priority(&mut self, operand: &Operand, is_argument: bool) -> bool {
        let text = self.lexer.text();
        let departure = match self.lenient {
            true => Departure::of_operand(text, operand, is_argument),
            false => None,
        };
        let tolerated = departure.is_some();
        self.departures.extend(departure);
        tolerated
    }
}
