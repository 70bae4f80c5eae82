//! Tests: comparisons and types.

use super::clause::{ClauseEmitter, Late};
use super::x64::{LOW, PACKED, STRING};
use crate::code::instr::{Instr, OrderOp, TypeTest};
use crate::machine::Cell;
use dynasmrt::{DynamicLabel, DynasmApi, DynasmLabelApi, dynasm};

impl ClauseEmitter<'_, '_> {
    pub(super) fn test(&mut self, i: usize) -> bool {
        match self.source.code[i] {
            Instr::Compare { op, a, b, els } => {
                let slow = self.slow_test(i, els.into());
                self.both_small(a, b, slow);
                dynasm!(self.e.asm ; .arch x64 ; cmp rax, rdx);
                self.e.jump_unless(op, self.otherwise(i, els.into()));
            }
            Instr::CompareInt { op, i: k, a, els } => {
                let slow = self.slow_test(i, els.into());
                self.small(a, slow);
                let k = Cell::int(k.into()).bits() as i32;
                dynasm!(self.e.asm ; .arch x64 ; cmp rax, k);
                self.e.jump_unless(op, self.otherwise(i, els.into()));
            }
            Instr::Order { op, a, b, els } if matches!(op, OrderOp::Eq | OrderOp::Ne) => {
                self.identity(i, op, (a, b), els.into());
            }
            Instr::Test { op, a, els } => return self.type_test(i, op, a, els),
            Instr::Order { els, .. } | Instr::NotUnify { els, .. } => {
                let slow = self.slow_test(i, els.into());
                dynasm!(self.e.asm ; .arch x64 ; jmp =>slow);
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
        dynasm!(self.e.asm ; .arch x64
            ; cmp rax, rdx
            ; je =>same
            ; mov ecx, eax
            ; xor ecx, edx
            ; test cl, LOW
            ; jnz =>different
            ; test al, 6
            ; jz =>different
            ; mov ecx, eax
            ; and ecx, 6
            ; cmp ecx, 4
            ; je =>different
            ; jmp =>slow);
    }

    fn type_test(&mut self, i: usize, op: TypeTest, a: u16, els: i32) -> bool {
        let (otherwise, on) = (self.otherwise(i, els), self.labels[i + 1]);
        let a_tag = |s: &mut Self| {
            s.load(a);
            s.e.deref_a();
        };
        match op {
            TypeTest::Var => {
                a_tag(self);
                dynasm!(self.e.asm ; .arch x64 ; test al, 6 ; jnz =>otherwise);
            }
            TypeTest::Nonvar => {
                a_tag(self);
                dynasm!(self.e.asm ; .arch x64 ; test al, 6 ; jz =>otherwise);
            }
            TypeTest::Atom => {
                a_tag(self);
                dynasm!(self.e.asm ; .arch x64 ; and eax, 7 ; cmp eax, 4 ; jne =>otherwise);
            }
            TypeTest::Atomic => {
                a_tag(self);
                dynasm!(self.e.asm ; .arch x64 ; test al, 4 ; jz =>otherwise);
                self.packed_or(on);
                dynasm!(self.e.asm ; .arch x64 ; jmp =>otherwise);
            }
            TypeTest::Compound => {
                a_tag(self);
                dynasm!(self.e.asm ; .arch x64 ; mov ecx, eax ; and ecx, 6 ; cmp ecx, 2 ; je =>on);
                self.packed_or(otherwise);
            }
            TypeTest::Number => {
                a_tag(self);
                dynasm!(self.e.asm ; .arch x64 ; and eax, 5 ; cmp eax, 5 ; jne =>otherwise);
            }
            TypeTest::Callable => {
                a_tag(self);
                dynasm!(self.e.asm ; .arch x64 ; mov ecx, eax ; and ecx, 7 ; sub ecx, 2 ; cmp ecx, 2 ; jbe =>on);
                self.packed_or(otherwise);
            }
            TypeTest::Integer => {
                let slow = self.slow_test(i, els);
                a_tag(self);
                dynasm!(self.e.asm ; .arch x64
                    ; and eax, 7 ; cmp eax, 5 ; je =>on ; cmp eax, 7 ; je =>slow ; jmp =>otherwise);
            }
            TypeTest::Float
            | TypeTest::IsList
            | TypeTest::Ground
            | TypeTest::Attvar
            | TypeTest::Rational => {
                let slow = self.slow_test(i, els);
                dynasm!(self.e.asm ; .arch x64 ; jmp =>slow);
            }
        }
        true
    }

    /// Continues at `other` unless `rax` is a packed list.
    fn packed_or(&mut self, other: DynamicLabel) {
        dynasm!(self.e.asm ; .arch x64
            ; mov ecx, eax
            ; and ecx, 7
            ; cmp ecx, STRING
            ; jne =>other
            ; bt rax, PACKED
            ; jnc =>other);
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
