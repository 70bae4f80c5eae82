//! The assembler for x86-64.
//!
//! A routine's return address is on the stack.

#![allow(
    clippy::useless_conversion,
    reason = "dynasm converts the numbers of registers"
)]

use super::operands::{
    AssemblerOf, Condition, FloatOp, FloatReg, JumpTarget, MemoryOperand, OperandIndex, Reg,
};
use dynasmrt::{DynamicLabel, DynasmApi, DynasmLabelApi, dynasm, x64::X64Relocation};

pub(super) const MACHINE: Reg = Reg(3);
pub(super) const X: Reg = Reg(5);
pub(super) const HEAP: Reg = Reg(12);
pub(super) const H: Reg = Reg(13);
pub(super) const E: Reg = Reg(14);
pub(super) const LIMIT: Reg = Reg(15);
pub(super) const CHOICES: Reg = Reg(8);
pub(super) const S: Reg = Reg(9);
pub(super) const COUNT: Reg = Reg(10);
pub(super) const B: Reg = Reg(11);
pub(super) const STARTS: Reg = Reg(7);
pub(super) const A: Reg = Reg(0);
pub(super) const C: Reg = Reg(1);
pub(super) const D: Reg = Reg(2);
pub(super) const T: Reg = Reg(6);
pub(super) const F0: FloatReg = FloatReg(0);
pub(super) const F1: FloatReg = FloatReg(1);

pub(super) type X64 = AssemblerOf<X64Relocation>;

/// Emits an instruction with a place in memory, which stands at `@`.
macro_rules! with_place {
    ($s:ident, $place:expr, [$($before:tt)*] [$($after:tt)*]) => {{
        let MemoryOperand { base, index, offset } = $place;
        let base = base.0;
        match (index, i8::try_from(offset)) {
            (OperandIndex::None, Ok(offset)) =>
                dynasm!($s.code ; .arch x64 ; $($before)* [BYTE Rq(base) + offset] $($after)*),
            (OperandIndex::None, Err(_)) =>
                dynasm!($s.code ; .arch x64 ; $($before)* [DWORD Rq(base) + offset] $($after)*),
            (OperandIndex::One(Reg(index)), Ok(offset)) =>
                dynasm!($s.code ; .arch x64 ; $($before)* [BYTE Rq(base) + Rq(index) + offset] $($after)*),
            (OperandIndex::One(Reg(index)), Err(_)) =>
                dynasm!($s.code ; .arch x64 ; $($before)* [DWORD Rq(base) + Rq(index) + offset] $($after)*),
            (OperandIndex::Eight(Reg(index)), Ok(offset)) =>
                dynasm!($s.code ; .arch x64 ; $($before)* [BYTE Rq(base) + 8 * Rq(index) + offset] $($after)*),
            (OperandIndex::Eight(Reg(index)), Err(_)) =>
                dynasm!($s.code ; .arch x64 ; $($before)* [DWORD Rq(base) + 8 * Rq(index) + offset] $($after)*),
        }
        $s
    }};
}

/// Emits instructions without a place in memory.
macro_rules! emit {
    ($s:ident ; $($code:tt)*) => {{
        dynasm!($s.code ; .arch x64 ; $($code)*);
        $s
    }};
}

/// Emits an instruction with a register and a constant.
macro_rules! with_constant {
    ($s:ident ; $op:ident $d:expr, $k:expr) => {
        match i8::try_from($k) {
            Ok(short) => emit!($s ; $op Rq($d), BYTE short as _),
            Err(_) => emit!($s ; $op Rq($d), DWORD $k),
        }
    };
}

/// Moves.
impl X64 {
    pub(super) fn copy(&mut self, Reg(d): Reg, Reg(s): Reg) -> &mut X64 {
        emit!(self ; mov Rq(d), Rq(s))
    }

    pub(super) fn copy_if(&mut self, c: Condition, Reg(d): Reg, Reg(s): Reg) -> &mut X64 {
        match c {
            Condition::Below => emit!(self ; cmovb Rq(d), Rq(s)),
            Condition::NotNegative => emit!(self ; cmovns Rq(d), Rq(s)),
            _ => unreachable!("no template copies on this condition"),
        }
    }

    pub(super) fn constant(&mut self, Reg(d): Reg, word: u64) -> &mut X64 {
        if let Ok(short) = u32::try_from(word) {
            emit!(self ; mov Rd(d), short as i32)
        } else if let Ok(short) = i32::try_from(word as i64) {
            emit!(self ; mov Rq(d), short)
        } else {
            emit!(self ; mov Rq(d), QWORD word as i64)
        }
    }

    pub(super) fn label_address(&mut self, Reg(d): Reg, label: DynamicLabel) -> &mut X64 {
        emit!(self ; lea Rq(d), [=>label])
    }

    pub(super) fn address(&mut self, Reg(d): Reg, place: MemoryOperand) -> &mut X64 {
        with_place!(self, place, [lea Rq(d), ] [])
    }

    pub(super) fn load(&mut self, Reg(d): Reg, place: MemoryOperand) -> &mut X64 {
        with_place!(self, place, [mov Rq(d), ] [])
    }

    pub(super) fn load_u16(&mut self, Reg(d): Reg, place: MemoryOperand) -> &mut X64 {
        with_place!(self, place, [movzx Rd(d), WORD ] [])
    }

    pub(super) fn load_u32(&mut self, Reg(d): Reg, place: MemoryOperand) -> &mut X64 {
        with_place!(self, place, [mov Rd(d), DWORD ] [])
    }

    pub(super) fn store(&mut self, place: MemoryOperand, Reg(s): Reg) -> &mut X64 {
        with_place!(self, place, [mov ] [, Rq(s)])
    }

    pub(super) fn store_constant(&mut self, place: MemoryOperand, k: i32) -> &mut X64 {
        with_place!(self, place, [mov QWORD ] [, k])
    }

    pub(super) fn store_byte(&mut self, place: MemoryOperand, k: i8) -> &mut X64 {
        with_place!(self, place, [mov BYTE ] [, k])
    }

    pub(super) fn push(&mut self, Reg(s): Reg) -> &mut X64 {
        emit!(self ; push Rq(s))
    }

    pub(super) fn pop(&mut self, Reg(d): Reg) -> &mut X64 {
        emit!(self ; pop Rq(d))
    }

    /// Drops words from the stack; return addresses count as words.
    pub(super) fn drop_words(&mut self, n: i32) -> &mut X64 {
        emit!(self ; add rsp, 8 * n)
    }

    /// The place of a word on the stack.
    pub(super) fn stacked(n: i32) -> MemoryOperand {
        Reg(4).at(8 * n)
    }
}

/// Arithmetic. Additions and subtractions set the flags.
impl X64 {
    pub(super) fn add(&mut self, Reg(d): Reg, Reg(s): Reg) -> &mut X64 {
        emit!(self ; add Rq(d), Rq(s))
    }

    pub(super) fn add_constant(&mut self, Reg(d): Reg, k: i32) -> &mut X64 {
        with_constant!(self ; add d, k)
    }

    pub(super) fn subtract(&mut self, Reg(d): Reg, Reg(s): Reg) -> &mut X64 {
        emit!(self ; sub Rq(d), Rq(s))
    }

    pub(super) fn subtract_constant(&mut self, Reg(d): Reg, k: i32) -> &mut X64 {
        with_constant!(self ; sub d, k)
    }

    /// Multiplies; continues at `overflow` if the product does not fit a word.
    pub(super) fn multiply(
        &mut self,
        Reg(d): Reg,
        Reg(s): Reg,
        overflow: DynamicLabel,
    ) -> &mut X64 {
        emit!(self ; imul Rq(d), Rq(s) ; jo =>overflow)
    }

    /// Divides `A` by `C`: the quotient goes to `A`, the remainder to `D`.
    pub(super) fn divide(&mut self) -> &mut X64 {
        emit!(self ; cqo ; idiv rcx)
    }

    pub(super) fn and(&mut self, Reg(d): Reg, Reg(s): Reg) -> &mut X64 {
        emit!(self ; and Rq(d), Rq(s))
    }

    pub(super) fn and_constant(&mut self, Reg(d): Reg, k: i32) -> &mut X64 {
        match k {
            0.. => emit!(self ; and Rd(d), k),
            _ => with_constant!(self ; and d, k),
        }
    }

    pub(super) fn or(&mut self, Reg(d): Reg, Reg(s): Reg) -> &mut X64 {
        emit!(self ; or Rq(d), Rq(s))
    }

    pub(super) fn or_constant(&mut self, Reg(d): Reg, k: i32) -> &mut X64 {
        with_constant!(self ; or d, k)
    }

    pub(super) fn xor(&mut self, Reg(d): Reg, Reg(s): Reg) -> &mut X64 {
        emit!(self ; xor Rq(d), Rq(s))
    }

    pub(super) fn shift_left(&mut self, Reg(d): Reg, n: i8) -> &mut X64 {
        emit!(self ; shl Rq(d), n)
    }

    pub(super) fn shift_right(&mut self, Reg(d): Reg, n: i8) -> &mut X64 {
        emit!(self ; shr Rq(d), n)
    }

    pub(super) fn shift_right_signed(&mut self, Reg(d): Reg, n: i8) -> &mut X64 {
        emit!(self ; sar Rq(d), n)
    }

    /// Shifts by the number in `C`, which is less than 64.
    pub(super) fn shift_right_by_c(&mut self, Reg(d): Reg) -> &mut X64 {
        emit!(self ; sar Rq(d), cl)
    }

    pub(super) fn add_to_memory(&mut self, place: MemoryOperand, k: i32) -> &mut X64 {
        with_place!(self, place, [add QWORD ] [, k])
    }
}

/// Comparisons, which set the flags.
impl X64 {
    pub(super) fn compare(&mut self, Reg(a): Reg, Reg(b): Reg) -> &mut X64 {
        emit!(self ; cmp Rq(a), Rq(b))
    }

    pub(super) fn compare_constant(&mut self, Reg(a): Reg, k: i32) -> &mut X64 {
        match k {
            0 => emit!(self ; test Rq(a), Rq(a)),
            _ => with_constant!(self ; cmp a, k),
        }
    }

    pub(super) fn compare_memory(&mut self, Reg(a): Reg, place: MemoryOperand) -> &mut X64 {
        with_place!(self, place, [cmp Rq(a), ] [])
    }

    /// Compares a word in memory with a constant.
    pub(super) fn compare_word(&mut self, place: MemoryOperand, k: i32) -> &mut X64 {
        with_place!(self, place, [cmp QWORD ] [, k])
    }

    /// Compares 32 bits in memory with a constant.
    pub(super) fn compare_u32(&mut self, place: MemoryOperand, k: u32) -> &mut X64 {
        with_place!(self, place, [cmp DWORD ] [, k as i32])
    }

    /// Compares a byte in memory with a constant.
    pub(super) fn compare_u8(&mut self, place: MemoryOperand, k: u8) -> &mut X64 {
        with_place!(self, place, [cmp BYTE ] [, k as i8])
    }

    /// Compares the lowest byte of a register with a constant.
    pub(super) fn compare_byte(&mut self, Reg(a): Reg, k: u8) -> &mut X64 {
        emit!(self ; cmp Rb(a), k as i8)
    }

    /// Compares the second byte of `C` with a constant.
    pub(super) fn compare_second_byte_of_c(&mut self, k: u8) -> &mut X64 {
        emit!(self ; cmp ch, k as i8)
    }

    /// Sets `Equal` if none of these bits, of the lowest seven, is set.
    pub(super) fn test(&mut self, Reg(a): Reg, bits: i8) -> &mut X64 {
        emit!(self ; test Rb(a), bits)
    }
}

/// Jumps.
impl X64 {
    pub(super) fn jump(&mut self, to: impl Into<JumpTarget>) -> &mut X64 {
        let to = self.target(to);
        emit!(self ; jmp =>to)
    }

    /// Continues at the address in a register.
    pub(super) fn jump_to(&mut self, Reg(to): Reg) -> &mut X64 {
        emit!(self ; jmp Rq(to))
    }

    /// Continues at the address in a place.
    pub(super) fn jump_to_place(&mut self, place: MemoryOperand) -> &mut X64 {
        with_place!(self, place, [jmp QWORD ] [])
    }

    pub(super) fn jump_if(&mut self, c: Condition, to: impl Into<JumpTarget>) -> &mut X64 {
        let to = self.target(to);
        match c {
            Condition::Equal => emit!(self ; je =>to),
            Condition::NotEqual => emit!(self ; jne =>to),
            Condition::Below | Condition::Flag => emit!(self ; jb =>to),
            Condition::BelowOrEqual => emit!(self ; jbe =>to),
            Condition::Above => emit!(self ; ja =>to),
            Condition::AboveOrEqual => emit!(self ; jae =>to),
            Condition::Less => emit!(self ; jl =>to),
            Condition::LessOrEqual => emit!(self ; jle =>to),
            Condition::Greater => emit!(self ; jg =>to),
            Condition::GreaterOrEqual => emit!(self ; jge =>to),
            Condition::NotNegative => emit!(self ; jns =>to),
            Condition::Overflow => emit!(self ; jo =>to),
            Condition::Unordered => emit!(self ; jp =>to),
        }
    }

    /// Continues at a label if a bit of a register is set.
    pub(super) fn jump_if_bit(
        &mut self,
        Reg(a): Reg,
        bit: i8,
        to: impl Into<JumpTarget>,
    ) -> &mut X64 {
        let to = self.target(to);
        emit!(self ; bt Rq(a), bit ; jc =>to)
    }

    /// Continues at a label unless a bit of a register is set.
    pub(super) fn jump_unless_bit(
        &mut self,
        Reg(a): Reg,
        bit: i8,
        to: impl Into<JumpTarget>,
    ) -> &mut X64 {
        let to = self.target(to);
        emit!(self ; bt Rq(a), bit ; jnc =>to)
    }

    /// Begins a routine that is called.
    pub(super) fn routine(&mut self, label: DynamicLabel) -> &mut X64 {
        self.bind(label)
    }

    /// Calls a routine.
    pub(super) fn call(&mut self, label: DynamicLabel) -> &mut X64 {
        emit!(self ; call =>label)
    }

    /// Ends a routine as another one does.
    pub(super) fn jump_to_routine(&mut self, label: DynamicLabel) -> &mut X64 {
        self.jump(label)
    }

    /// As [`jump_to_routine`](Self::jump_to_routine), on a condition.
    pub(super) fn jump_to_routine_if(&mut self, c: Condition, l: DynamicLabel) -> &mut X64 {
        self.jump_if(c, l)
    }

    /// Returns from a routine; the flags stay.
    pub(super) fn return_(&mut self) -> &mut X64 {
        emit!(self ; ret)
    }

    /// Returns from a routine, with [`Condition::Flag`] or without.
    pub(super) fn return_with(&mut self, flag: bool) -> &mut X64 {
        match flag {
            true => emit!(self ; stc ; ret),
            false => emit!(self ; clc ; ret),
        }
    }

    /// Calls the function in `A` with the machine, `T` and `D`; the result goes to `A`.
    pub(super) fn call_function(&mut self) -> &mut X64 {
        emit!(self ; mov rdi, rbx ; call rax)
    }

    /// Begins the function that enters machine code: its arguments go to `MACHINE` and `D`.
    pub(super) fn enter(&mut self) -> &mut X64 {
        emit!(self
            ; push rbx ; push rbp ; push r12 ; push r13 ; push r14 ; push r15
            ; mov rbx, rdi
            ; mov rdx, rsi)
    }

    /// Returns from that function, with the result in `A`.
    pub(super) fn leave(&mut self) -> &mut X64 {
        emit!(self ; pop r15 ; pop r14 ; pop r13 ; pop r12 ; pop rbp ; pop rbx ; ret)
    }
}

/// Floats.
impl X64 {
    pub(super) fn load_float(&mut self, FloatReg(d): FloatReg, place: MemoryOperand) -> &mut X64 {
        with_place!(self, place, [movsd Rx(d), ] [])
    }

    /// Loads a register with the bits of a float.
    pub(super) fn bits_of(&mut self, Reg(d): Reg, FloatReg(s): FloatReg) -> &mut X64 {
        emit!(self ; movq Rq(d), Rx(s))
    }

    pub(super) fn float_of_integer(&mut self, FloatReg(d): FloatReg, Reg(s): Reg) -> &mut X64 {
        emit!(self ; cvtsi2sd Rx(d), Rq(s))
    }

    pub(super) fn integer_of_float(&mut self, Reg(d): Reg, FloatReg(s): FloatReg) -> &mut X64 {
        emit!(self ; cvttsd2si Rq(d), Rx(s))
    }

    /// Applies an operation to `F0` and `F1`; the result goes to `F0`.
    pub(super) fn float_op(&mut self, op: FloatOp) -> &mut X64 {
        match op {
            FloatOp::Add => emit!(self ; addsd xmm0, xmm1),
            FloatOp::Subtract => emit!(self ; subsd xmm0, xmm1),
            FloatOp::Multiply => emit!(self ; mulsd xmm0, xmm1),
            FloatOp::Divide => emit!(self ; divsd xmm0, xmm1),
        }
    }

    /// Compares `F0` with `F1`.
    pub(super) fn compare_floats(&mut self) -> &mut X64 {
        emit!(self ; ucomisd xmm0, xmm1)
    }

    /// Compares `F1` with zero.
    pub(super) fn compare_float_with_zero(&mut self) -> &mut X64 {
        emit!(self ; xorpd xmm2, xmm2 ; ucomisd xmm1, xmm2)
    }
}
