//! The assembler for AArch64.
//!
//! A routine's return address is on the stack, so that a routine may drop it; each word there takes 16 bytes.
//! `x15` to `x17` have parts of an instruction that is written as several.

#![allow(
    clippy::useless_conversion,
    reason = "dynasm converts the numbers of registers"
)]

use super::operands::{
    AssemblerOf, Condition, FloatOp, FloatReg, JumpTarget, MemoryOperand, OperandIndex, Reg,
};
use dynasmrt::aarch64::{Aarch64Relocation, encode_logical_immediate_64bit};
use dynasmrt::{DynamicLabel, DynasmApi, DynasmLabelApi, dynasm};

pub(super) const MACHINE: Reg = Reg(19);
pub(super) const X: Reg = Reg(20);
pub(super) const HEAP: Reg = Reg(21);
pub(super) const H: Reg = Reg(22);
pub(super) const E: Reg = Reg(23);
pub(super) const LIMIT: Reg = Reg(24);
pub(super) const CHOICES: Reg = Reg(4);
pub(super) const S: Reg = Reg(5);
pub(super) const COUNT: Reg = Reg(6);
pub(super) const B: Reg = Reg(7);
pub(super) const STARTS: Reg = Reg(8);
pub(super) const A: Reg = Reg(0);
pub(super) const T: Reg = Reg(1);
pub(super) const D: Reg = Reg(2);
pub(super) const C: Reg = Reg(3);
pub(super) const F0: FloatReg = FloatReg(0);
pub(super) const F1: FloatReg = FloatReg(1);

/// The registers for parts of an instruction.
const PART: Reg = Reg(16);
const CONSTANT: Reg = Reg(17);

pub(super) type A64 = AssemblerOf<Aarch64Relocation>;

macro_rules! emit {
    ($s:ident ; $($code:tt)*) => {{
        dynasm!($s.code ; .arch aarch64 ; $($code)*);
        let emitted: &mut A64 = $s;
        emitted
    }};
}

/// Emits an instruction with a constant, if an operation of bits can have it; otherwise the constant is in `x17`.
macro_rules! with_bits {
    ($s:ident, $k:expr, |$word:ident| [$($short:tt)*] [$($long:tt)*]) => {{
        let $word = i64::from($k) as u64;
        match encode_logical_immediate_64bit($word) {
            Some(_) => emit!($s ; $($short)*),
            None => {
                $s.constant(CONSTANT, $word);
                emit!($s ; $($long)*)
            }
        }
    }};
}

/// Returns true if a load or store of this many bytes can have the offset as a multiple of them.
fn is_scaled(offset: i32, bytes: i32) -> bool {
    offset % bytes == 0 && (0..4096 * bytes).contains(&offset)
}

/// Emits a load or store of this many bytes: with an offset that is a multiple of them, or with a short one.
macro_rules! access {
    ($s:ident, $place:expr, $bytes:literal, $aligned:ident, $short:ident, $r:expr) => {{
        let (b, at) = $s.direct($place, $bytes);
        match at {
            _ if is_scaled(at, $bytes) => emit!($s ; $aligned $r, [XSP(b), at as u32]),
            _ => emit!($s ; $short $r, [XSP(b), at]),
        }
    }};
}

/// Moves.
impl A64 {
    pub(super) fn copy(&mut self, Reg(d): Reg, Reg(s): Reg) -> &mut A64 {
        emit!(self ; mov X(d), X(s))
    }

    pub(super) fn copy_if(&mut self, c: Condition, Reg(d): Reg, Reg(s): Reg) -> &mut A64 {
        match c {
            Condition::Below => emit!(self ; csel X(d), X(s), X(d), lo),
            Condition::NotNegative => emit!(self ; csel X(d), X(s), X(d), pl),
            _ => unreachable!("no template copies on this condition"),
        }
    }

    pub(super) fn constant(&mut self, Reg(d): Reg, word: u64) -> &mut A64 {
        let part = |n: u32| ((word >> (16 * n)) & 0xffff) as u32;
        if !word <= 0xffff {
            return emit!(self ; movn X(d), !word as u32);
        }
        emit!(self ; movz X(d), part(0));
        if part(1) != 0 {
            emit!(self ; movk X(d), part(1), lsl #16);
        }
        if part(2) != 0 {
            emit!(self ; movk X(d), part(2), lsl #32);
        }
        if part(3) != 0 {
            emit!(self ; movk X(d), part(3), lsl #48);
        }
        self
    }

    pub(super) fn label_address(&mut self, Reg(d): Reg, label: DynamicLabel) -> &mut A64 {
        emit!(self ; adr X(d), =>label)
    }

    pub(super) fn address(&mut self, d: Reg, place: MemoryOperand) -> &mut A64 {
        let (b, at) = self.single(place);
        match at {
            0..4096 => emit!(self ; add XSP(d.0), XSP(b), at as u32),
            -4095..0 => emit!(self ; sub XSP(d.0), XSP(b), at.unsigned_abs()),
            _ => {
                self.constant(CONSTANT, i64::from(at) as u64);
                emit!(self ; add XSP(d.0), XSP(b), x17)
            }
        }
    }

    pub(super) fn load(&mut self, Reg(d): Reg, place: MemoryOperand) -> &mut A64 {
        match place {
            MemoryOperand {
                base: Reg(b),
                index: OperandIndex::One(Reg(i)),
                offset: 0,
            } => {
                emit!(self ; ldr X(d), [XSP(b), X(i)])
            }
            _ => access!(self, place, 8, ldr, ldur, X(d)),
        }
    }

    pub(super) fn load_u16(&mut self, Reg(d): Reg, place: MemoryOperand) -> &mut A64 {
        access!(self, place, 2, ldrh, ldurh, W(d))
    }

    pub(super) fn load_u32(&mut self, Reg(d): Reg, place: MemoryOperand) -> &mut A64 {
        access!(self, place, 4, ldr, ldur, W(d))
    }

    pub(super) fn store(&mut self, place: MemoryOperand, Reg(s): Reg) -> &mut A64 {
        match place {
            MemoryOperand {
                base: Reg(b),
                index: OperandIndex::One(Reg(i)),
                offset: 0,
            } => {
                emit!(self ; str X(s), [XSP(b), X(i)])
            }
            _ => access!(self, place, 8, str, stur, X(s)),
        }
    }

    pub(super) fn store_constant(&mut self, place: MemoryOperand, k: i32) -> &mut A64 {
        self.constant(CONSTANT, i64::from(k) as u64);
        access!(self, place, 8, str, stur, x17)
    }

    pub(super) fn store_byte(&mut self, place: MemoryOperand, k: i8) -> &mut A64 {
        self.constant(CONSTANT, u64::from(k as u8));
        access!(self, place, 1, strb, sturb, w17)
    }

    pub(super) fn push(&mut self, Reg(s): Reg) -> &mut A64 {
        emit!(self ; str X(s), [sp, #-16]!)
    }

    pub(super) fn pop(&mut self, Reg(d): Reg) -> &mut A64 {
        emit!(self ; ldr X(d), [sp], #16)
    }

    /// Drops words from the stack; return addresses count as words.
    pub(super) fn drop_words(&mut self, n: i32) -> &mut A64 {
        emit!(self ; add sp, sp, 16 * n as u32)
    }

    /// The place of a word on the stack.
    pub(super) fn stacked(n: i32) -> MemoryOperand {
        Reg(31).at(16 * n)
    }

    /// A place as a register and an offset; for an index, with code that adds it.
    fn single(&mut self, place: MemoryOperand) -> (u8, i32) {
        let MemoryOperand {
            base: Reg(b),
            index,
            offset,
        } = place;
        match index {
            OperandIndex::None => return (b, offset),
            OperandIndex::One(Reg(i)) => emit!(self ; add x16, X(b), X(i)),
            OperandIndex::Eight(Reg(i)) => emit!(self ; add x16, X(b), X(i), lsl #3),
        };
        (PART.0, offset)
    }

    /// A place as a register and an offset that a load or store of this many bytes can have.
    fn direct(&mut self, place: MemoryOperand, bytes: i32) -> (u8, i32) {
        let (b, at) = self.single(place);
        if (-256..256).contains(&at) || is_scaled(at, bytes) {
            return (b, at);
        }
        // `x17` may have the constant that is stored.
        self.constant(Reg(15), i64::from(at) as u64);
        emit!(self ; add x16, X(b), x15);
        (PART.0, 0)
    }
}

/// Arithmetic. Additions and subtractions set the flags.
impl A64 {
    pub(super) fn add(&mut self, Reg(d): Reg, Reg(s): Reg) -> &mut A64 {
        emit!(self ; adds X(d), X(d), X(s))
    }

    pub(super) fn add_constant(&mut self, Reg(d): Reg, k: i32) -> &mut A64 {
        match k {
            0..4096 => emit!(self ; adds X(d), XSP(d), k as u32),
            -4095..0 => emit!(self ; subs X(d), XSP(d), k.unsigned_abs()),
            _ => {
                self.constant(CONSTANT, i64::from(k) as u64);
                emit!(self ; adds X(d), X(d), x17)
            }
        }
    }

    pub(super) fn subtract(&mut self, Reg(d): Reg, Reg(s): Reg) -> &mut A64 {
        emit!(self ; subs X(d), X(d), X(s))
    }

    pub(super) fn subtract_constant(&mut self, d: Reg, k: i32) -> &mut A64 {
        self.add_constant(d, -k)
    }

    /// Multiplies; continues at `overflow` if the product does not fit a word.
    pub(super) fn multiply(
        &mut self,
        Reg(d): Reg,
        Reg(s): Reg,
        overflow: DynamicLabel,
    ) -> &mut A64 {
        emit!(self
            ; smulh x16, X(d), X(s)
            ; mul X(d), X(d), X(s)
            ; cmp x16, X(d), asr #63
            ; b.ne =>overflow)
    }

    /// Divides `A` by `C`: the quotient goes to `A`, the remainder to `D`.
    pub(super) fn divide(&mut self) -> &mut A64 {
        emit!(self
            ; sdiv x16, x0, x3
            ; msub x2, x16, x3, x0
            ; mov x0, x16)
    }

    pub(super) fn and(&mut self, Reg(d): Reg, Reg(s): Reg) -> &mut A64 {
        emit!(self ; and X(d), X(d), X(s))
    }

    pub(super) fn and_constant(&mut self, Reg(d): Reg, k: i32) -> &mut A64 {
        with_bits!(self, k, |word| [and XSP(d), X(d), word] [and X(d), X(d), x17])
    }

    pub(super) fn or(&mut self, Reg(d): Reg, Reg(s): Reg) -> &mut A64 {
        emit!(self ; orr X(d), X(d), X(s))
    }

    pub(super) fn or_constant(&mut self, Reg(d): Reg, k: i32) -> &mut A64 {
        with_bits!(self, k, |word| [orr XSP(d), X(d), word] [orr X(d), X(d), x17])
    }

    pub(super) fn xor(&mut self, Reg(d): Reg, Reg(s): Reg) -> &mut A64 {
        emit!(self ; eor X(d), X(d), X(s))
    }

    pub(super) fn shift_left(&mut self, Reg(d): Reg, n: i8) -> &mut A64 {
        emit!(self ; lsl X(d), X(d), n as u32)
    }

    pub(super) fn shift_right(&mut self, Reg(d): Reg, n: i8) -> &mut A64 {
        emit!(self ; lsr X(d), X(d), n as u32)
    }

    pub(super) fn shift_right_signed(&mut self, Reg(d): Reg, n: i8) -> &mut A64 {
        emit!(self ; asr X(d), X(d), n as u32)
    }

    /// Shifts by the number in `C`, which is less than 64.
    pub(super) fn shift_right_by_c(&mut self, Reg(d): Reg) -> &mut A64 {
        emit!(self ; asr X(d), X(d), x3)
    }

    pub(super) fn add_to_memory(&mut self, place: MemoryOperand, k: i32) -> &mut A64 {
        self.load(CONSTANT, place);
        emit!(self ; add x17, x17, k as u32);
        self.store(place, CONSTANT)
    }
}

/// Comparisons, which set the flags.
impl A64 {
    pub(super) fn compare(&mut self, Reg(a): Reg, Reg(b): Reg) -> &mut A64 {
        emit!(self ; cmp X(a), X(b))
    }

    pub(super) fn compare_constant(&mut self, Reg(a): Reg, k: i32) -> &mut A64 {
        match k {
            0..4096 => emit!(self ; cmp XSP(a), k as u32),
            -4095..0 => emit!(self ; cmn XSP(a), k.unsigned_abs()),
            _ => {
                self.constant(CONSTANT, i64::from(k) as u64);
                emit!(self ; cmp X(a), x17)
            }
        }
    }

    pub(super) fn compare_memory(&mut self, Reg(a): Reg, place: MemoryOperand) -> &mut A64 {
        self.load(CONSTANT, place);
        emit!(self ; cmp X(a), x17)
    }

    /// Compares a word in memory with a constant.
    pub(super) fn compare_word(&mut self, place: MemoryOperand, k: i32) -> &mut A64 {
        self.load(PART, place);
        self.compare_constant(PART, k)
    }

    /// Compares 32 bits in memory with a constant.
    pub(super) fn compare_u32(&mut self, place: MemoryOperand, k: u32) -> &mut A64 {
        access!(self, place, 4, ldr, ldur, w16);
        self.constant(CONSTANT, k.into());
        self.compare(PART, CONSTANT)
    }

    /// Compares a byte in memory with a constant.
    pub(super) fn compare_u8(&mut self, place: MemoryOperand, k: u8) -> &mut A64 {
        access!(self, place, 1, ldrb, ldurb, w16);
        emit!(self ; cmp w16, u32::from(k))
    }

    /// Compares the lowest byte of a register with a constant.
    pub(super) fn compare_byte(&mut self, Reg(a): Reg, k: u8) -> &mut A64 {
        emit!(self ; ubfx x16, X(a), #0, #8 ; cmp w16, u32::from(k))
    }

    /// Compares the second byte of `C` with a constant.
    pub(super) fn compare_second_byte_of_c(&mut self, k: u8) -> &mut A64 {
        emit!(self ; ubfx x16, x3, #8, #8 ; cmp w16, u32::from(k))
    }

    /// Sets `Equal` if none of these bits, of the lowest seven, is set.
    pub(super) fn test(&mut self, Reg(a): Reg, bits: i8) -> &mut A64 {
        with_bits!(self, bits, |word| [tst X(a), word] [tst X(a), x17])
    }
}

/// Jumps.
impl A64 {
    pub(super) fn jump(&mut self, to: impl Into<JumpTarget>) -> &mut A64 {
        let to = self.target(to);
        emit!(self ; b =>to)
    }

    /// Continues at the address in a register.
    pub(super) fn jump_to(&mut self, Reg(to): Reg) -> &mut A64 {
        emit!(self ; br X(to))
    }

    /// Continues at the address in a place.
    pub(super) fn jump_to_place(&mut self, place: MemoryOperand) -> &mut A64 {
        self.load(PART, place).jump_to(PART)
    }

    pub(super) fn jump_if(&mut self, c: Condition, to: impl Into<JumpTarget>) -> &mut A64 {
        let to = self.target(to);
        match c {
            Condition::Equal => emit!(self ; b.eq =>to),
            Condition::NotEqual => emit!(self ; b.ne =>to),
            Condition::Below => emit!(self ; b.lo =>to),
            Condition::BelowOrEqual => emit!(self ; b.ls =>to),
            Condition::Above => emit!(self ; b.hi =>to),
            Condition::AboveOrEqual | Condition::Flag => emit!(self ; b.hs =>to),
            Condition::Less => emit!(self ; b.lt =>to),
            Condition::LessOrEqual => emit!(self ; b.le =>to),
            Condition::Greater => emit!(self ; b.gt =>to),
            Condition::GreaterOrEqual => emit!(self ; b.ge =>to),
            Condition::NotNegative => emit!(self ; b.pl =>to),
            Condition::Overflow | Condition::Unordered => emit!(self ; b.vs =>to),
        }
    }

    /// Continues at a label if a bit of a register is set.
    pub(super) fn jump_if_bit(
        &mut self,
        Reg(a): Reg,
        bit: i8,
        to: impl Into<JumpTarget>,
    ) -> &mut A64 {
        let to = self.target(to);
        emit!(self ; tst X(a), 1u64 << bit ; b.ne =>to)
    }

    /// Continues at a label unless a bit of a register is set.
    pub(super) fn jump_unless_bit(
        &mut self,
        Reg(a): Reg,
        bit: i8,
        to: impl Into<JumpTarget>,
    ) -> &mut A64 {
        let to = self.target(to);
        emit!(self ; tst X(a), 1u64 << bit ; b.eq =>to)
    }

    /// Begins a routine that is called.
    pub(super) fn routine(&mut self, label: DynamicLabel) -> &mut A64 {
        self.bind(label).push(Reg(30))
    }

    /// Calls a routine.
    pub(super) fn call(&mut self, label: DynamicLabel) -> &mut A64 {
        emit!(self ; bl =>label)
    }

    /// Ends a routine as another one does.
    pub(super) fn jump_to_routine(&mut self, label: DynamicLabel) -> &mut A64 {
        self.pop(Reg(30)).jump(label)
    }

    /// As [`jump_to_routine`](Self::jump_to_routine), on a condition.
    pub(super) fn jump_to_routine_if(&mut self, c: Condition, l: DynamicLabel) -> &mut A64 {
        let (does, not) = (self.label(), self.label());
        self.jump_if(c, does)
            .jump(not)
            .bind(does)
            .jump_to_routine(l)
            .bind(not)
    }

    /// Returns from a routine; the flags stay.
    pub(super) fn return_(&mut self) -> &mut A64 {
        self.pop(Reg(30));
        emit!(self ; ret)
    }

    /// Returns from a routine, with [`Condition::Flag`] or without.
    pub(super) fn return_with(&mut self, flag: bool) -> &mut A64 {
        // A subtraction sets the carry flag, because it borrows nothing; an addition clears it.
        match flag {
            true => emit!(self ; cmp xzr, xzr),
            false => emit!(self ; cmn xzr, xzr),
        };
        self.return_()
    }

    /// Calls the function in `A` with the machine, `T` and `D`; the result goes to `A`.
    pub(super) fn call_function(&mut self) -> &mut A64 {
        emit!(self ; mov x16, x0 ; mov x0, x19 ; blr x16)
    }

    /// Begins the function that enters machine code: its arguments go to `MACHINE` and `D`.
    pub(super) fn enter(&mut self) -> &mut A64 {
        emit!(self
            ; stp x29, x30, [sp, #-16]!
            ; mov x29, sp
            ; stp x19, x20, [sp, #-16]!
            ; stp x21, x22, [sp, #-16]!
            ; stp x23, x24, [sp, #-16]!
            ; mov x19, x0
            ; mov x2, x1)
    }

    /// Returns from that function, with the result in `A`.
    pub(super) fn leave(&mut self) -> &mut A64 {
        emit!(self
            ; ldp x23, x24, [sp], #16
            ; ldp x21, x22, [sp], #16
            ; ldp x19, x20, [sp], #16
            ; ldp x29, x30, [sp], #16
            ; ret)
    }
}

/// Floats.
impl A64 {
    pub(super) fn load_float(&mut self, FloatReg(d): FloatReg, place: MemoryOperand) -> &mut A64 {
        access!(self, place, 8, ldr, ldur, D(d))
    }

    /// Loads a register with the bits of a float.
    pub(super) fn bits_of(&mut self, Reg(d): Reg, FloatReg(s): FloatReg) -> &mut A64 {
        emit!(self ; fmov X(d), D(s))
    }

    pub(super) fn float_of_integer(&mut self, FloatReg(d): FloatReg, Reg(s): Reg) -> &mut A64 {
        emit!(self ; scvtf D(d), X(s))
    }

    pub(super) fn integer_of_float(&mut self, Reg(d): Reg, FloatReg(s): FloatReg) -> &mut A64 {
        emit!(self ; fcvtzs X(d), D(s))
    }

    /// Applies an operation to `F0` and `F1`; the result goes to `F0`.
    pub(super) fn float_op(&mut self, op: FloatOp) -> &mut A64 {
        match op {
            FloatOp::Add => emit!(self ; fadd d0, d0, d1),
            FloatOp::Subtract => emit!(self ; fsub d0, d0, d1),
            FloatOp::Multiply => emit!(self ; fmul d0, d0, d1),
            FloatOp::Divide => emit!(self ; fdiv d0, d0, d1),
        }
    }

    /// Compares `F0` with `F1`.
    pub(super) fn compare_floats(&mut self) -> &mut A64 {
        emit!(self ; fcmp d0, d1)
    }

    /// Compares `F1` with zero.
    pub(super) fn compare_float_with_zero(&mut self) -> &mut A64 {
        emit!(self ; fcmp d1, 0.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    type Emit = fn(&mut A64) -> &mut A64;

    /// The words are those that GNU's disassembler shows as what each instruction means.
    #[test]
    fn encodings() {
        let cases: &[(Emit, &[u32])] = &[
            (|a| a.copy(A, D), &[0xaa02_03e0]),
            (|a| a.copy_if(Condition::Below, D, C), &[0x9a82_3062]),
            (
                |a| a.constant(A, 0x1234_5678_9abc_def0),
                &[0xd29b_de00, 0xf2b3_5780, 0xf2ca_cf00, 0xf2e2_4680],
            ),
            (|a| a.constant(A, -2_i64 as u64), &[0x9280_0020]),
            (|a| a.address(C, A.at(-2)), &[0xd100_0803]),
            (
                |a| a.address(A, H.plus_words(C).at(16)),
                &[0x8b03_0ed0, 0x9100_4200],
            ),
            (|a| a.load(A, MACHINE.at(32760)), &[0xf97f_fe60]),
            (
                |a| a.load(A, MACHINE.at(32768)),
                &[0xd290_000f, 0x8b0f_0270, 0xf940_0200],
            ),
            (
                |a| a.load(A, HEAP.plus(A).at(-3)),
                &[0x8b00_02b0, 0xf85f_d200],
            ),
            (|a| a.load(A, HEAP.plus(A)), &[0xf860_6aa0]),
            (
                |a| a.store(HEAP.plus(H).at(-2048), A),
                &[0x8b16_02b0, 0x9280_ffef, 0x8b0f_0210, 0xf900_0200],
            ),
            (|a| a.load_u16(C, A.at(-6)), &[0x785f_a003]),
            (
                |a| a.store_constant(T.at(24), 7),
                &[0xd280_00f1, 0xf900_0c31],
            ),
            (|a| a.push(S).drop_words(2), &[0xf81f_0fe5, 0x9100_83ff]),
            (|a| a.add_constant(A, 5000), &[0xd282_7111, 0xab11_0000]),
            (|a| a.subtract_constant(A, 5), &[0xf100_1400]),
            (|a| a.divide(), &[0x9ac3_0c10, 0x9b03_8202, 0xaa10_03e0]),
            (|a| a.and_constant(C, -8), &[0x927d_f063]),
            (|a| a.and_constant(C, 5), &[0xd280_00b1, 0x8a11_0063]),
            (|a| a.or_constant(A, 5), &[0xd280_00b1, 0xaa11_0000]),
            (|a| a.shift_right_signed(D, 3), &[0x9343_fc42]),
            (|a| a.shift_right_by_c(A), &[0x9ac3_2800]),
            (
                |a| a.add_to_memory(MACHINE.at(8), 1),
                &[0xf940_0671, 0x9100_0631, 0xf900_0671],
            ),
            (|a| a.compare_constant(A, -3), &[0xb100_0c1f]),
            (
                |a| a.compare_u32(A.at(4), 0x12345),
                &[0xb940_0410, 0xd284_68b1, 0xf2a0_0031, 0xeb11_021f],
            ),
            (
                |a| a.compare_second_byte_of_c(9),
                &[0xd348_3c70, 0x7100_261f],
            ),
            (|a| a.test(A, 6), &[0xf27f_041f]),
            (
                |a| a.return_with(true),
                &[0xeb1f_03ff, 0xf841_07fe, 0xd65f_03c0],
            ),
            (
                |a| a.call_function(),
                &[0xaa00_03f0, 0xaa13_03e0, 0xd63f_0200],
            ),
            (
                |a| a.enter().leave(),
                &[
                    0xa9bf_7bfd,
                    0x9100_03fd,
                    0xa9bf_53f3,
                    0xa9bf_5bf5,
                    0xa9bf_63f7,
                    0xaa00_03f3,
                    0xaa01_03e2,
                    0xa8c1_63f7,
                    0xa8c1_5bf5,
                    0xa8c1_53f3,
                    0xa8c1_7bfd,
                    0xd65f_03c0,
                ],
            ),
            (
                |a| a.load_float(F1, HEAP.plus(D).at(1)),
                &[0x8b02_02b0, 0xfc40_1201],
            ),
            (
                |a| a.bits_of(A, F0).float_of_integer(F1, D),
                &[0x9e66_0000, 0x9e62_0041],
            ),
            (
                |a| a.compare_floats().compare_float_with_zero(),
                &[0x1e61_2000, 0x1e60_2028],
            ),
        ];
        for (i, (emit, words)) in cases.iter().enumerate() {
            let mut a = A64::new();
            emit(&mut a);
            let code = a.finished().unwrap_or_default();
            let expected: Vec<u8> = words.iter().flat_map(|w| w.to_le_bytes()).collect();
            assert_eq!(code, expected, "case {i}");
        }
    }
}
