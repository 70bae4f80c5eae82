//! `is/2` and the operands of comparisons: expressions become instructions over registers.
//! Without recursion: expressions may be 10⁵ operators deep.

use super::state::{ArithOperand, ArithStep, ClauseState};
use crate::base::atom::atoms;
use crate::base::evaluable::{Op1, Op2};
use crate::base::tree::{Node, NodeId};
use crate::code::instr::{CompareOp, Instr};

impl ClauseState<'_> {
    /// `a is b`.
    pub(super) fn is(&mut self, a: NodeId, b: NodeId) {
        let number = matches!(
            self.tree.node(b),
            Node::Int(_) | Node::Float(_) | Node::Rat(_)
        );
        if self.in_condition
            && let Node::Var(v) = *self.tree.node(a)
            && self.seen(v)
        {
            self.no_binding_in_condition();
            return;
        }
        if number {
            self.unify(a, b);
            return;
        }
        let result = match *self.tree.node(a) {
            Node::Var(v) => Some(v),
            _ => None,
        };
        let start = self.c.code.len();
        let d = self.evaluate(b, result);
        self.note_goal(start, None);
        match result {
            Some(v) => {
                if self.void(v) {
                    self.release(d);
                } else {
                    self.unify_held(v, d);
                }
                self.used(v);
            }
            None => self.get_held(d, a),
        }
    }

    /// Adds a note about the code from `start` on, of the comparison `op` or of `is/2`, unless its
    /// instruction alone identifies the goal.
    pub(super) fn note_goal(&mut self, start: usize, op: Option<CompareOp>) {
        let code = &self.c.code[start..];
        let (Some(last), Ok(n)) = (code.last(), u16::try_from(code.len().saturating_sub(1))) else {
            return;
        };
        let tells = last.comparison() == op;
        let plain = |i: &Instr| i.value_register().is_none();
        let at = self.c.code.len() as u32 - 1;
        if tells && code[..code.len() - 1].iter().all(plain) {
            return;
        }
        self.c.notes.push(match op {
            Some(op) => Instr::NoteComparison { op, n, at },
            None => Instr::NoteIs { n, at },
        });
    }

    /// An operand of a comparison, which may stay an expression if it is a variable.
    pub(super) fn expression_operand(&mut self, t: NodeId) -> u16 {
        match self.evaluable(t) {
            Some(_) => self.evaluate(t, None),
            None => self.operand(t),
        }
    }

    /// The code of a known evaluable with arguments.
    fn evaluable(&mut self, t: NodeId) -> Option<u8> {
        let Node::Compound { name, arity, .. } = *self.tree.node(t) else {
            return None;
        };
        if arity > 2 {
            return None;
        }
        if let Some(&known) = self.c.evaluables.get(&(name, arity)) {
            return known;
        }
        let text = self.linker.text(name);
        let op = if arity == 1 {
            Op1::from_name(&text).map(|o| o as u8)
        } else {
            Op2::from_name(&text).map(|o| o as u8)
        };
        self.c.evaluables.insert((name, arity), op);
        op
    }

    /// Evaluates an expression into a held register: the preferred one for `result`, if that has no
    /// value yet.
    fn evaluate(&mut self, t: NodeId, result: Option<u32>) -> u16 {
        let base = self.c.scratch.visits.len();
        self.c.scratch.visits.push(ArithStep::Enter(t));
        while self.c.scratch.visits.len() > base {
            match self.c.scratch.visits.pop() {
                Some(ArithStep::Enter(t)) => self.enter(t),
                Some(ArithStep::Apply(t, op)) => {
                    let root = self.c.scratch.visits.len() == base;
                    let d = self.apply(t, op, if root { result } else { None });
                    self.c.scratch.values.push(ArithOperand::Held(d));
                }
                None => break,
            }
        }
        match self.c.scratch.values.pop() {
            Some(ArithOperand::Held(r)) if self.evaluable(t).is_some() => r,
            Some(value) => {
                let a = self.load_value(value);
                self.value_used(value, a);
                let d = self.destination(result);
                self.code(Instr::Eval { d, a });
                d
            }
            None => 0,
        }
    }

    fn enter(&mut self, t: NodeId) {
        let Some(op) = self.evaluable(t) else {
            let value = match self.tree.node(t) {
                Node::Compound { .. } => ArithOperand::Held(self.build(t, None)),
                _ => ArithOperand::Leaf(t),
            };
            self.c.scratch.values.push(value);
            return;
        };
        self.c.scratch.visits.push(ArithStep::Apply(t, op));
        let args = self.tree.args(t);
        self.c
            .scratch
            .visits
            .extend(args.iter().rev().map(|&a| ArithStep::Enter(a)));
    }

    /// Emits the operation at `t`; its operands are on the stack of values.
    fn apply(&mut self, t: NodeId, op: u8, result: Option<u32>) -> u16 {
        let Node::Compound { name, arity, .. } = *self.tree.node(t) else {
            return 0;
        };
        let right = self.c.scratch.values.pop();
        if arity == 1 {
            let Some(value) = right else { return 0 };
            let a = self.load_value(value);
            self.value_used(value, a);
            let d = self.destination(result);
            self.code(Instr::Arith1 { op, d, a });
            return d;
        }
        let (Some(left), Some(right)) = (self.c.scratch.values.pop(), right) else {
            return 0;
        };
        let commutes = name == atoms::PLUS || name == atoms::TIMES;
        let (left, right) = match (self.short_value(left), self.short_value(right)) {
            (Some(_), None) if commutes => (right, left),
            _ => (left, right),
        };
        let a = self.load_value(left);
        if let Some(i) = self.short_value(right) {
            self.value_used(left, a);
            let d = self.destination(result);
            let code = match name {
                atoms::PLUS => Instr::AddInt { d, a, i },
                // Subtracting 0 keeps the sign of -0.0, adding 0 does not.
                atoms::MINUS if i != 0 && i != i16::MIN => Instr::AddInt { d, a, i: -i },
                _ => Instr::Arith2Int { op, d, a, i },
            };
            self.code(code);
            return d;
        }
        let b = self.load_value(right);
        self.value_used(left, a);
        self.value_used(right, b);
        let d = self.destination(result);
        self.code(match name {
            atoms::PLUS => Instr::Add { d, a, b },
            atoms::MINUS => Instr::Sub { d, a, b },
            atoms::TIMES => Instr::Mul { d, a, b },
            _ => Instr::Arith2 { op, d, a, b },
        });
        d
    }

    fn short_value(&self, v: ArithOperand) -> Option<i16> {
        match v {
            ArithOperand::Leaf(t) => self.short(t),
            ArithOperand::Held(_) => None,
        }
    }

    fn load_value(&mut self, v: ArithOperand) -> u16 {
        match v {
            ArithOperand::Held(r) => r,
            ArithOperand::Leaf(t) => self.operand(t),
        }
    }

    fn value_used(&mut self, v: ArithOperand, r: u16) {
        match v {
            ArithOperand::Held(r) => self.release(r),
            ArithOperand::Leaf(t) => self.operand_used(t, r),
        }
    }

    /// The register for a result, held.
    fn destination(&mut self, result: Option<u32>) -> u16 {
        let d = match result {
            Some(v) if !self.seen(v) => self.best(v),
            _ => self.any(),
        };
        self.hold(d);
        d
    }
}
