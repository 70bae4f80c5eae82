//! Floats: arithmetic, comparisons and constants.
//!
//! The code of an instruction for small integers comes first. If an operand is not one, control continues after the
//! clause, in code for floats. Other operands, and results that are not finite, are left to the instruction's body.
//! Machine code runs only while the flags of floating point have the values for which this is right.

use super::clause::{ClauseEmitter, Late};
use super::x64::Emitter;
use crate::base::evaluable::Op2;
use crate::code::instr::{CompareOp, Instr};
use crate::code::pred::ConstId;
use crate::machine::database::clause::Clause;
use crate::machine::memory::cell::BoxKind;
use crate::machine::memory::heap::RESERVE;
use crate::machine::{Cell, Extension, Machine};
use dynasmrt::{DynamicLabel, DynasmApi, DynasmLabelApi, dynasm};

/// The header of the box of a float.
const HEADER: u64 = Cell::box_header(BoxKind::Float, 0, 1).bits();

/// The exponent of an infinity, in place.
const INFINITE: u64 = 0x7ff0_0000_0000_0000;

/// The second operand of an instruction.
#[derive(Clone, Copy)]
enum Second {
    Register(u16),
    Constant(i64),
}

impl ClauseEmitter<'_, '_> {
    /// The label of code that executes arithmetic instruction `i` on floats or by its body, and continues after it.
    pub(super) fn slow_number(&mut self, i: usize) -> DynamicLabel {
        let (label, back) = (self.e.label(), self.labels[i + 1]);
        self.late.push(Late::Number { label, i, back });
        label
    }

    /// Emits a division, which has no path for integers. Returns true if instruction `i` is one.
    pub(super) fn division(&mut self, i: usize) -> bool {
        let Instr::Arith2 { op, .. } = self.source.code[i] else {
            return false;
        };
        if Op2::from_u8(op) != Some(Op2::Divide) {
            return false;
        }
        let slow = self.slow_number(i);
        dynasm!(self.e.asm ; .arch x64 ; jmp =>slow);
        true
    }

    /// The code behind the clause for arithmetic instruction `i`.
    pub(super) fn late_number(&mut self, label: DynamicLabel, i: usize, back: DynamicLabel) {
        self.e.bind_label(label);
        let body = self.e.label();
        let parts = match self.source.code[i] {
            Instr::Add { d, a, b } => Some((Op2::Add, d, a, Second::Register(b))),
            Instr::Sub { d, a, b } => Some((Op2::Sub, d, a, Second::Register(b))),
            Instr::Mul { d, a, b } => Some((Op2::Mul, d, a, Second::Register(b))),
            Instr::AddInt { d, a, i } => Some((Op2::Add, d, a, Second::Constant(i.into()))),
            Instr::Arith2 { d, a, b, .. } => Some((Op2::Divide, d, a, Second::Register(b))),
            _ => None,
        };
        if let Some((op, d, a, b)) = parts {
            self.float_operands(a, b, body);
            match op {
                Op2::Add => dynasm!(self.e.asm ; .arch x64 ; addsd xmm0, xmm1),
                Op2::Sub => dynasm!(self.e.asm ; .arch x64 ; subsd xmm0, xmm1),
                Op2::Mul => dynasm!(self.e.asm ; .arch x64 ; mulsd xmm0, xmm1),
                // A divisor of zero is an error.
                _ => dynasm!(self.e.asm ; .arch x64
                    ; xorpd xmm2, xmm2
                    ; ucomisd xmm1, xmm2
                    ; je =>body
                    ; divsd xmm0, xmm1),
            }
            let new_float = self.e.to.new_float;
            dynasm!(self.e.asm ; .arch x64
                ; call =>new_float
                ; jc =>body);
            self.store(d);
            dynasm!(self.e.asm ; .arch x64 ; jmp =>back);
        }
        self.e.bind_label(body);
        self.e.body(&self.source.code[i], self.address(i));
        dynasm!(self.e.asm ; .arch x64 ; jmp =>back);
    }

    /// Compares two floats for test `i`, and continues at one of two labels; after this code if the operands are not
    /// floats.
    pub(super) fn late_comparison(&mut self, i: usize, on: DynamicLabel, otherwise: DynamicLabel) {
        let (op, a, b) = match self.source.code[i] {
            Instr::Compare { op, a, b, .. } => (op, a, Second::Register(b)),
            Instr::CompareInt { op, i, a, .. } => (op, a, Second::Constant(i.into())),
            _ => return,
        };
        let body = self.e.label();
        self.float_operands(a, b, body);
        dynasm!(self.e.asm ; .arch x64
            ; ucomisd xmm0, xmm1
            ; jp =>body);
        match op {
            CompareOp::Eq => dynasm!(self.e.asm ; .arch x64 ; je =>on),
            CompareOp::Ne => dynasm!(self.e.asm ; .arch x64 ; jne =>on),
            CompareOp::Lt => dynasm!(self.e.asm ; .arch x64 ; jb =>on),
            CompareOp::Le => dynasm!(self.e.asm ; .arch x64 ; jbe =>on),
            CompareOp::Gt => dynasm!(self.e.asm ; .arch x64 ; ja =>on),
            CompareOp::Ge => dynasm!(self.e.asm ; .arch x64 ; jae =>on),
        }
        dynasm!(self.e.asm ; .arch x64 ; jmp =>otherwise);
        self.e.bind_label(body);
    }

    /// Loads `xmm0` and `xmm1` with two operands, or continues at `body`.
    fn float_operands(&mut self, a: u16, b: Second, body: DynamicLabel) {
        self.load(a);
        self.e.deref_a();
        match b {
            Second::Register(b) => {
                self.load_second(b);
                self.e.deref_d();
            }
            Second::Constant(k) => self.e.load_d(Cell::int(k).bits()),
        }
        let float_pair = self.e.to.float_pair;
        dynasm!(self.e.asm ; .arch x64
            ; call =>float_pair
            ; jc =>body);
    }

    /// A new box of a constant, in a register. Returns true if the constant is a float. No check for room is needed:
    /// a call leaves the heap's reserve, which is larger than all constants of the largest predicate.
    pub(super) fn put_float(&mut self, a: u16, k: ConstId) -> bool {
        let Some(&(_, bits)) = self.source.floats.iter().find(|(c, _)| *c == k) else {
            return false;
        };
        self.e.load_a(HEADER);
        self.push();
        self.e.load_a(bits);
        self.push();
        let box_of_last = Cell::boxed(0).bits() as i32 - 16;
        dynasm!(self.e.asm ; .arch x64 ; lea rax, [r13 + box_of_last]);
        self.store(a);
        true
    }
}

impl<X: Extension> Machine<X> {
    /// The constants of a clause that are floats, with their bits.
    pub(super) fn float_constants(&self, clause: &Clause) -> Vec<(ConstId, u64)> {
        let bits = |k: ConstId| match *self.db.constants.at(k.0 as usize).image() {
            [root, header, bits] => {
                let is_float = Cell(root).is_boxed() && Cell(header).box_kind() == BoxKind::Float;
                is_float.then_some(bits)
            }
            _ => None,
        };
        clause
            .constants()
            .filter_map(|k| Some((k, bits(k)?)))
            .collect()
    }
}

impl Emitter {
    /// Emits the routines for floats.
    pub(super) fn float_routines(&mut self) {
        self.float_pair();
        let (to, heap_size) = (self.to, self.l.heap_size);
        let tag = Cell::boxed(0).bits() as i32;
        dynasm!(self.asm ; .arch x64
            ; =>to.new_float
            ; movq rax, xmm0
            ; mov rcx, QWORD INFINITE as i64
            ; mov rsi, rax
            ; and rsi, rcx
            ; cmp rsi, rcx
            ; je >none
            ; lea rcx, [r13 + 16 + RESERVE as i32]
            ; cmp rcx, [rbx + heap_size]
            ; ja >none
            ; mov rcx, QWORD HEADER as i64
            ; mov [r12 + r13], rcx
            ; mov [r12 + r13 + 8], rax
            ; lea rax, [r13 + tag]
            ; add r13, 16
            ; clc
            ; ret
            ; none:
            ; stc
            ; ret);
    }

    /// Emits the routine that loads `xmm0` and `xmm1` with the numbers `rax` and `rdx`, one of which is a float and
    /// the other one a float or a small integer that is exact as a float.
    fn float_pair(&mut self) {
        let to = self.to;
        let (small, boxed) = (Cell::int(0).bits() as i32, Cell::boxed(0).bits() as i32);
        let (at_header, at_bits) = (-boxed, 8 - boxed);
        let float = BoxKind::Float as i8;
        dynasm!(self.asm ; .arch x64
            ; =>to.float_pair
            ; mov ecx, eax
            ; and ecx, 7
            ; cmp ecx, boxed
            ; jne >first_small
            ; mov rcx, [r12 + rax + at_header]
            ; cmp ch, BYTE float
            ; jne >none
            ; movsd xmm0, [r12 + rax + at_bits]
            ; mov ecx, edx
            ; and ecx, 7
            ; cmp ecx, boxed
            ; jne >second_small
            ; second_boxed:
            ; mov rcx, [r12 + rdx + at_header]
            ; cmp ch, BYTE float
            ; jne >none
            ; movsd xmm1, [r12 + rdx + at_bits]
            ; clc
            ; ret
            ; second_small:
            ; cmp ecx, small
            ; jne >none
            ; sar rdx, 3
            ; cvtsi2sd xmm1, rdx
            ; cvttsd2si rcx, xmm1
            ; cmp rcx, rdx
            ; jne >none
            ; clc
            ; ret
            ; first_small:
            ; cmp ecx, small
            ; jne >none
            ; sar rax, 3
            ; cvtsi2sd xmm0, rax
            ; cvttsd2si rcx, xmm0
            ; cmp rcx, rax
            ; jne >none
            ; mov ecx, edx
            ; and ecx, 7
            ; cmp ecx, boxed
            ; je <second_boxed
            ; none:
            ; stc
            ; ret);
    }
}
