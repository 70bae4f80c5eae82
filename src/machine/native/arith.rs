//! Arithmetic of small integers; floats are in `floats.rs`, other numbers and expressions are left to the bodies of the
//! instructions.

use super::clause::ClauseEmitter;
use crate::base::evaluable::Op2;
use crate::code::instr::Instr;
use crate::machine::Cell;
use dynasmrt::{DynamicLabel, DynasmApi, DynasmLabelApi, dynasm};

impl ClauseEmitter<'_, '_> {
    /// Loads `rax` with the small integer in a register; for other values, continues at `slow`.
    pub(super) fn small(&mut self, a: u16, slow: DynamicLabel) {
        self.load(a);
        self.e.deref_a();
        dynasm!(self.e.asm ; .arch x64
            ; lea ecx, [rax - 5]
            ; test cl, 7
            ; jnz =>slow);
    }

    /// Loads `rax` and `rdx` with the small integers in two registers.
    pub(super) fn both_small(&mut self, a: u16, b: u16, slow: DynamicLabel) {
        self.small(a, slow);
        self.load_second(b);
        self.e.deref_d();
        dynasm!(self.e.asm ; .arch x64
            ; lea ecx, [rdx - 5]
            ; test cl, 7
            ; jnz =>slow);
    }

    pub(super) fn arithmetic(&mut self, i: usize) -> bool {
        let slow = match self.source.code[i] {
            Instr::Add { .. } | Instr::Sub { .. } | Instr::Mul { .. } | Instr::AddInt { .. } => {
                self.slow_number(i)
            }
            Instr::Arith2 { .. } | Instr::Arith2Int { .. } => {
                return self.function(i) || self.division(i);
            }
            Instr::Eval { d, a } => {
                self.evaluate(i, d, a);
                return true;
            }
            _ => return false,
        };
        let d = match self.source.code[i] {
            Instr::Add { d, a, b } => {
                self.both_small(a, b, slow);
                dynasm!(self.e.asm ; .arch x64 ; sub rax, 5 ; add rax, rdx);
                d
            }
            Instr::Sub { d, a, b } => {
                self.both_small(a, b, slow);
                dynasm!(self.e.asm ; .arch x64 ; sub rdx, 5 ; sub rax, rdx);
                d
            }
            Instr::Mul { d, a, b } => {
                self.both_small(a, b, slow);
                dynasm!(self.e.asm ; .arch x64 ; sub rax, 5 ; sar rdx, 3 ; imul rax, rdx);
                d
            }
            Instr::AddInt { d, a, i } => {
                self.small(a, slow);
                dynasm!(self.e.asm ; .arch x64 ; add rax, 8 * i32::from(i));
                d
            }
            _ => return false,
        };
        dynasm!(self.e.asm ; .arch x64 ; jo =>slow);
        if matches!(self.source.code[i], Instr::Mul { .. }) {
            dynasm!(self.e.asm ; .arch x64 ; or rax, 5);
        }
        self.store(d);
        true
    }

    /// Evaluates a number, which is its own value; other values are left to the body of instruction `i`.
    fn evaluate(&mut self, i: usize, d: u16, a: u16) {
        let slow = self.slow(i);
        self.load(a);
        self.e.deref_a();
        // Only small integers and boxed numbers have both bits.
        dynasm!(self.e.asm ; .arch x64
            ; mov ecx, eax
            ; and ecx, 5
            ; cmp ecx, 5
            ; jne =>slow);
        self.store(d);
    }

    /// A function of two small integers, as `ops/arith.rs` computes it. Returns true if instruction `i` is one.
    fn function(&mut self, i: usize) -> bool {
        let (op, d, a, b) = match self.source.code[i] {
            Instr::Arith2 { op, d, a, b } => (op, d, a, IntegerOperand::Register(b)),
            Instr::Arith2Int { op, d, a, i } => (op, d, a, IntegerOperand::Constant(i)),
            _ => return false,
        };
        let Some(op) = Op2::from_u8(op).filter(|op| b.suits(*op)) else {
            return false;
        };
        let slow = self.slow(i);
        match b {
            IntegerOperand::Register(b) => self.both_small(a, b, slow),
            IntegerOperand::Constant(k) => {
                self.small(a, slow);
                self.e.load_d(Cell::int(k.into()).bits());
            }
        }
        match op {
            Op2::BitAnd => dynasm!(self.e.asm ; .arch x64 ; and rax, rdx),
            Op2::BitOr => dynasm!(self.e.asm ; .arch x64 ; or rax, rdx),
            Op2::ShiftRight => dynasm!(self.e.asm ; .arch x64
                ; mov rcx, rdx
                ; sar rcx, 3
                ; cmp rcx, 63
                ; ja =>slow
                ; sar rax, cl
                ; and rax, -8
                ; or rax, 5),
            _ => self.divide(op, slow),
        }
        self.store(d);
        true
    }

    /// Divides the integer in `rax` by the one in `rdx`, if that is positive.
    fn divide(&mut self, op: Op2, slow: DynamicLabel) {
        dynasm!(self.e.asm ; .arch x64
            ; mov rcx, rdx
            ; sar rcx, 3
            ; test rcx, rcx
            ; jle =>slow
            ; sar rax, 3
            ; cqo
            ; idiv rcx);
        if op == Op2::Mod {
            dynasm!(self.e.asm ; .arch x64
                ; xor eax, eax
                ; test rdx, rdx
                ; cmovns rcx, rax
                ; lea rax, [rdx + rcx]);
        }
        dynasm!(self.e.asm ; .arch x64 ; shl rax, 3 ; or rax, 5);
    }
}

/// The second operand of a function.
#[derive(Clone, Copy)]
enum IntegerOperand {
    Register(u16),
    Constant(i16),
}

impl IntegerOperand {
    /// Returns true if there is machine code for a function with this second operand.
    fn suits(self, op: Op2) -> bool {
        match op {
            Op2::BitAnd | Op2::BitOr | Op2::ShiftRight => true,
            Op2::IntDiv | Op2::Mod => !matches!(self, IntegerOperand::Constant(..=0)),
            _ => false,
        }
    }
}
