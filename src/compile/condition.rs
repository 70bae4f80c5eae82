//! Inline goals, and the code of tests, which backtrack or jump to the else branch.

use super::ir::NONE;
use super::ir::OpKind;
use super::state::{ClauseState, RetryFlags};
use crate::base::atom::{Atom, atoms};
use crate::base::tree::{Node, NodeId};
use crate::code::instr::{CompareOp, Instr, Jump, OrderOp, TypeTest};
use rustc_hash::FxHashMap;

/// The type tests that have instructions.
const TYPE_TESTS: [TypeTest; 13] = [
    TypeTest::Var,
    TypeTest::Nonvar,
    TypeTest::Atom,
    TypeTest::Number,
    TypeTest::Integer,
    TypeTest::Float,
    TypeTest::Atomic,
    TypeTest::Compound,
    TypeTest::Callable,
    TypeTest::IsList,
    TypeTest::Ground,
    TypeTest::Attvar,
    TypeTest::Rational,
];

impl ClauseState<'_> {
    /// The type tests by name.
    pub(super) fn type_tests(&mut self) -> &FxHashMap<Atom, TypeTest> {
        if self.c.type_tests.is_empty() {
            for t in TYPE_TESTS {
                let name = self.linker.intern(t.name());
                self.c.type_tests.insert(name, t);
            }
        }
        &self.c.type_tests
    }

    /// The inline operation that a goal is, if any.
    pub(super) fn inline(&mut self, module: Atom, name: Atom, args: &[NodeId]) -> Option<OpKind> {
        let kind = match *args {
            [a] => OpKind::Test {
                op: *self.type_tests().get(&name)?,
                a,
                negated: false,
            },
            [a, b] => binary(name, a, b)?,
            _ => return None,
        };
        self.is_standard(module, name, args.len() as u32)
            .then_some(kind)
    }

    /// Emits a test; in a condition, with a jump to the else branch.
    pub(super) fn test(&mut self, kind: OpKind) {
        match kind {
            OpKind::Test { op, a, negated } => {
                let r = self.operand(a);
                self.test_code(Instr::Test { op, a: r, els: 0 }, negated);
                self.operand_used(a, r);
            }
            OpKind::Compare {
                op,
                goal,
                a,
                b,
                negated,
            } => self.compare(op, goal, [a, b], negated),
            OpKind::Order { op, a, b } => {
                let (x, y) = (self.operand(a), self.operand(b));
                self.test_code(
                    Instr::Order {
                        op,
                        a: x,
                        b: y,
                        els: 0,
                    },
                    false,
                );
                self.operand_used(a, x);
                self.operand_used(b, y);
            }
            OpKind::NotUnify { a, b, negated } => {
                let (x, y) = (self.operand(a), self.operand(b));
                self.test_code(Instr::NotUnify { a: x, b: y, els: 0 }, negated);
                self.operand_used(a, x);
                self.operand_used(b, y);
            }
            _ => debug_assert!(false, "not a test"),
        }
    }

    /// Tests `op`; errors name `goal`.
    fn compare(&mut self, op: CompareOp, goal: CompareOp, [a, b]: [NodeId; 2], negated: bool) {
        let start = self.c.code.len();
        let (op, a, b) = match (self.short(a), self.short(b)) {
            (Some(_), None) => (op.mirrored(), b, a),
            _ => (op, a, b),
        };
        let x = self.expression_operand(a);
        let els = 0;
        if let Some(i) = self.short(b) {
            self.compare_code(Instr::CompareInt { op, a: x, i, els }, start, goal, negated);
        } else {
            let y = self.expression_operand(b);
            let code = Instr::Compare {
                op,
                a: x,
                b: y,
                els,
            };
            self.compare_code(code, start, goal, negated);
            self.operand_used(b, y);
        }
        self.operand_used(a, x);
    }

    /// Emits the test of a comparison, `goal` in the source, whose code begins at `start`.
    fn compare_code(&mut self, test: Instr, start: usize, goal: CompareOp, negated: bool) {
        self.c.code.push(test);
        self.note_goal(start, Some(goal));
        self.c.code.pop();
        self.test_code(test, negated);
    }

    /// A constant that fits an operand of 16 bits.
    pub(super) fn short(&self, t: NodeId) -> Option<i16> {
        match self.tree.node(t) {
            Node::Int(i) => i.to_i64().and_then(|i| i16::try_from(i).ok()),
            _ => None,
        }
    }

    /// The term in some register: the variable's own, or a held one.
    pub(super) fn operand(&mut self, t: NodeId) -> u16 {
        match *self.tree.node(t) {
            Node::Var(v) => self.register_of(v),
            _ => self.build(t, None),
        }
    }

    /// The operand has been read.
    pub(super) fn operand_used(&mut self, t: NodeId, r: u16) {
        match *self.tree.node(t) {
            Node::Var(v) => self.used(v),
            _ => self.release_held(r),
        }
    }

    /// The variable's value in a register, loaded or made if need be.
    pub(super) fn register_of(&mut self, v: u32) -> u16 {
        if self.x(v) != NONE {
            return self.x(v);
        }
        let r = self.best(v);
        if self.c.vars[v as usize].in_y {
            self.code(Instr::PutValueY { y: self.y(v), a: r });
        } else if self.goes_to_y(v) {
            self.code(Instr::PutVariableY { y: self.y(v), a: r });
            self.set_in_y(v, true);
        } else {
            self.code(Instr::PutVariableX { x: r, a: r });
        }
        self.bind_x(v, r);
        r
    }

    /// Emits a test so that it backtracks, or in a condition goes to the else branch.
    fn test_code(&mut self, test: Instr, negated: bool) {
        let mut test = test;
        let near = matches!(test.jump_mut(), Some(Jump::Near(_)));
        let at = self.c.code.len() as u32;
        self.code(test);
        match (self.in_condition, negated) {
            (false, false) => {}
            (false, true) => {
                self.set_jump(at, at + 2);
                self.code(Instr::Fail {});
            }
            (true, true) => {
                self.set_jump(at, at + 2);
                self.c.scratch.else_fixes.push(at + 1);
                self.code(Instr::Jump { to: 0 });
            }
            (true, false) if self.retry_flags.far && near => {
                self.set_jump(at, at + 2);
                self.code(Instr::Jump { to: 2 });
                self.c.scratch.else_fixes.push(at + 2);
                self.code(Instr::Jump { to: 0 });
            }
            (true, false) => self.c.scratch.else_fixes.push(at),
        }
    }

    /// Makes the instruction at `at` jump to `target`.
    pub(super) fn set_jump(&mut self, at: u32, target: u32) {
        let to = target as i32 - at as i32;
        match self.c.code[at as usize].jump_mut() {
            Some(Jump::Far(jump)) => *jump = to,
            Some(Jump::Near(jump)) => match i16::try_from(to) {
                Ok(to) => *jump = to,
                Err(_) => {
                    self.retry = Some(RetryFlags {
                        far: true,
                        ..self.retry_flags
                    })
                }
            },
            None => debug_assert!(false, "not a jump"),
        }
    }
}

/// The inline operation on two arguments with this name.
fn binary(name: Atom, a: NodeId, b: NodeId) -> Option<OpKind> {
    let negated = false;
    Some(match name {
        atoms::UNIFY => OpKind::Unify { a, b },
        atoms::NOT_UNIFY => OpKind::NotUnify { a, b, negated },
        atoms::IS => OpKind::Is { a, b },
        _ => match order(name) {
            Some(op) => OpKind::Order { op, a, b },
            None => {
                let op = comparison(name)?;
                let goal = op;
                OpKind::Compare {
                    op,
                    goal,
                    a,
                    b,
                    negated,
                }
            }
        },
    })
}

/// The comparison in standard order with this name.
fn order(name: Atom) -> Option<OrderOp> {
    Some(match name {
        atoms::EQ => OrderOp::Eq,
        atoms::NOT_EQ => OrderOp::Ne,
        atoms::AT_LT => OrderOp::Lt,
        atoms::AT_LE => OrderOp::Le,
        atoms::AT_GT => OrderOp::Gt,
        atoms::AT_GE => OrderOp::Ge,
        _ => return None,
    })
}

/// The comparison of numbers with this name.
fn comparison(name: Atom) -> Option<CompareOp> {
    Some(match name {
        atoms::NUM_EQ => CompareOp::Eq,
        atoms::NUM_NE => CompareOp::Ne,
        atoms::LT => CompareOp::Lt,
        atoms::LE => CompareOp::Le,
        atoms::GT => CompareOp::Gt,
        atoms::GE => CompareOp::Ge,
        _ => return None,
    })
}

/// The operation that succeeds where this one fails.
pub(super) fn negate(kind: OpKind) -> Option<OpKind> {
    Some(match kind {
        OpKind::Test { op, a, negated } => match op.opposite() {
            Some(op) if !negated => OpKind::Test { op, a, negated },
            _ => OpKind::Test {
                op,
                a,
                negated: !negated,
            },
        },
        OpKind::Compare {
            op,
            goal,
            a,
            b,
            negated,
        } => {
            let (op, negated) = match op.opposite() {
                Some(opposite) => (opposite, negated),
                None => (op, !negated),
            };
            OpKind::Compare {
                op,
                goal,
                a,
                b,
                negated,
            }
        }
        OpKind::Order { op, a, b } => {
            let op = op.opposite();
            OpKind::Order { op, a, b }
        }
        OpKind::Unify { a, b } => OpKind::NotUnify {
            a,
            b,
            negated: false,
        },
        OpKind::NotUnify { a, b, negated } => OpKind::NotUnify {
            a,
            b,
            negated: !negated,
        },
        _ => return None,
    })
}
