//! Tests: comparisons and types.

use super::assembler::{A, C, Condition, D};
use super::clause::{ClauseEmitter, Late};
use super::routines::{LOW, PACKED, STRING};
use crate::code::instr::{Instr, OrderOp, TypeTest};
use crate::machine::Cell;
use dynasmrt::DynamicLabel;

impl ClauseEmitter<'_, '_> {
    pub(super) fn test(&mut self, i: usize) -> bool {
        match self.source.code[i] {
            Instr::Compare { op, a, b, els } => {
                let slow = self.slow_test(i, els.into());
                self.both_small(a, b, slow);
                self.e.asm.compare(A, D);
                self.e.jump_unless(op, self.otherwise(i, els.into()));
            }
            Instr::CompareInt { op, i: k, a, els } => {
                let slow = self.slow_test(i, els.into());
                self.small(a, slow);
                let k = Cell::int(k.into()).bits() as i32;
                self.e.asm.compare_constant(A, k);
                self.e.jump_unless(op, self.otherwise(i, els.into()));
            }
            Instr::Order { op, a, b, els } if matches!(op, OrderOp::Eq | OrderOp::Ne) => {
                self.identity(i, op, (a, b), els.into());
            }
            Instr::Test { op, a, els } => return self.type_test(i, op, a, els),
            Instr::Order { els, .. } | Instr::NotUnify { els, .. } => {
                let slow = self.slow_test(i, els.into());
                self.e.asm.jump(slow);
            }
            _ => return false,
        }
        true
    }

    /// The label of code that executes test `i` by its body.
    fn slow_test(&mut self, i: usize, els: i32) -> DynamicLabel {
        let back = self.labels[i + 1];
        let compares = matches!(
            self.source.code[i],
            Instr::Compare { .. } | Instr::CompareInt { .. }
        );
        if els == 0 && !compares {
            // The body backtracks.
            return self.slow(i);
        }
        let label = self.e.label();
        self.late.push(Late::Test { label, i, on: back });
        label
    }

    /// `==` or `\==`.
    fn identity(&mut self, i: usize, op: OrderOp, (a, b): (u16, u16), els: i32) {
        let slow = self.slow_test(i, els);
        let (otherwise, on) = (self.otherwise(i, els), self.labels[i + 1]);
        let (same, different) = match op {
            OrderOp::Eq => (on, otherwise),
            _ => (otherwise, on),
        };
        self.load(a);
        self.load_second(b);
        self.e.deref_a();
        self.e.deref_d();
        // The body is called only if both terms are compounds or both are boxes, as far as their tags show.
        self.e
            .asm
            .compare(A, D)
            .jump_if(Condition::Equal, same)
            .copy(C, A)
            .xor(C, D)
            .test(C, LOW)
            .jump_if(Condition::NotEqual, different)
            .test(A, 6)
            .jump_if(Condition::Equal, different)
            .copy(C, A)
            .and_constant(C, 6)
            .compare_constant(C, 4)
            .jump_if(Condition::Equal, different)
            .jump(slow);
    }

    fn type_test(&mut self, i: usize, op: TypeTest, a: u16, els: i32) -> bool {
        let (otherwise, on) = (self.otherwise(i, els), self.labels[i + 1]);
        match op {
            TypeTest::Integer => {
                let slow = self.slow_test(i, els);
                self.load(a);
                self.e.deref_a();
                self.e
                    .asm
                    .and_constant(A, 7)
                    .compare_constant(A, 5)
                    .jump_if(Condition::Equal, on)
                    .compare_constant(A, 7)
                    .jump_if(Condition::Equal, slow)
                    .jump(otherwise);
            }
            TypeTest::Float
            | TypeTest::IsList
            | TypeTest::Ground
            | TypeTest::Attvar
            | TypeTest::Rational => {
                let slow = self.slow_test(i, els);
                self.e.asm.jump(slow);
            }
            _ => {
                self.load(a);
                self.e.deref_a();
                self.tag_test(op, on, otherwise);
            }
        }
        true
    }

    /// A test of the term in `A` that its tag decides: continues at `otherwise` if it fails, and else at `on` or after
    /// this code.
    fn tag_test(&mut self, op: TypeTest, on: DynamicLabel, otherwise: DynamicLabel) {
        match op {
            TypeTest::Var => {
                self.e
                    .asm
                    .test(A, 6)
                    .jump_if(Condition::NotEqual, otherwise);
            }
            TypeTest::Nonvar => {
                self.e.asm.test(A, 6).jump_if(Condition::Equal, otherwise);
            }
            TypeTest::Atom => {
                self.e
                    .asm
                    .and_constant(A, 7)
                    .compare_constant(A, 4)
                    .jump_if(Condition::NotEqual, otherwise);
            }
            TypeTest::Number => {
                self.e
                    .asm
                    .and_constant(A, 5)
                    .compare_constant(A, 5)
                    .jump_if(Condition::NotEqual, otherwise);
            }
            TypeTest::Atomic => {
                self.e.asm.test(A, 4).jump_if(Condition::Equal, otherwise);
                self.packed_or(on);
                self.e.asm.jump(otherwise);
            }
            TypeTest::Compound => {
                self.e
                    .asm
                    .copy(C, A)
                    .and_constant(C, 6)
                    .compare_constant(C, 2)
                    .jump_if(Condition::Equal, on);
                self.packed_or(otherwise);
            }
            TypeTest::Callable => {
                self.e
                    .asm
                    .copy(C, A)
                    .and_constant(C, 7)
                    .subtract_constant(C, 2)
                    .compare_constant(C, 2)
                    .jump_if(Condition::BelowOrEqual, on);
                self.packed_or(otherwise);
            }
            _ => unreachable!("a test that the tag does not decide"),
        }
    }

    /// Continues at `other` unless `A` is a packed list.
    fn packed_or(&mut self, other: DynamicLabel) {
        self.e
            .asm
            .copy(C, A)
            .and_constant(C, 7)
            .compare_constant(C, STRING)
            .jump_if(Condition::NotEqual, other)
            .jump_unless_bit(A, PACKED, other);
    }
}

/// The jump of a test.
pub(super) fn test_jump(instr: &Instr) -> i32 {
    match *instr {
        Instr::Test { els, .. } => els,
        Instr::Compare { els, .. }
        | Instr::CompareInt { els, .. }
        | Instr::Order { els, .. }
        | Instr::NotUnify { els, .. } => els.into(),
        _ => 0,
    }
}
