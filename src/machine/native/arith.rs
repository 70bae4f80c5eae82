//! Arithmetic of small integers; floats are in `floats.rs`, other numbers and expressions are left to the bodies of the
//! instructions.

use super::assembler::{A, C, Condition, D, Reg, ahead};
use super::clause::ClauseEmitter;
use crate::base::evaluable::Op2;
use crate::code::instr::Instr;
use crate::machine::Cell;
use dynasmrt::DynamicLabel;

impl ClauseEmitter<'_, '_> {
    /// Loads `A` with the small integer in a register; for other values, continues at `slow`.
    pub(super) fn small(&mut self, a: u16, slow: DynamicLabel) {
        self.load(a);
        self.small_in(A, slow);
    }

    /// Loads `A` and `D` with the small integers in two registers.
    pub(super) fn both_small(&mut self, a: u16, b: u16, slow: DynamicLabel) {
        self.small(a, slow);
        self.load_second(b);
        self.small_in(D, slow);
    }

    /// Dereferences a register with a small integer; for other values, continues at `slow`. The register often has the
    /// integer itself, and as often a variable with this value, so both cases are in line.
    fn small_in(&mut self, register: Reg, slow: DynamicLabel) {
        self.e
            .asm
            .address(C, register.at(-5))
            .test(C, 7)
            .jump_if(Condition::Equal, ahead("small"));
        self.e.follow(register, slow, slow);
        self.e.check_tag(register, -5, slow);
        self.e.asm.here("small");
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
                self.e.asm.subtract_constant(A, 5).add(A, D);
                d
            }
            Instr::Sub { d, a, b } => {
                self.both_small(a, b, slow);
                self.e.asm.subtract_constant(D, 5).subtract(A, D);
                d
            }
            Instr::Mul { d, a, b } => {
                self.both_small(a, b, slow);
                self.multiply(slow);
                d
            }
            Instr::AddInt { d, a, i } => {
                self.small(a, slow);
                self.e.asm.add_constant(A, 8 * i32::from(i));
                d
            }
            _ => return false,
        };
        if !matches!(self.source.code[i], Instr::Mul { .. }) {
            self.e.asm.jump_if(Condition::Overflow, slow);
        }
        self.store(d);
        true
    }

    /// Multiplies the integers in `A` and `D`.
    fn multiply(&mut self, slow: DynamicLabel) {
        self.e
            .asm
            .subtract_constant(A, 5)
            .shift_right_signed(D, 3)
            .multiply(A, D, slow)
            .or_constant(A, 5);
    }

    /// Evaluates a number, which is its own value; other values are left to the body of instruction `i`.
    fn evaluate(&mut self, i: usize, d: u16, a: u16) {
        let slow = self.slow(i);
        self.load(a);
        self.e.deref_a();
        // Only small integers and boxed numbers have both bits.
        self.e
            .asm
            .copy(C, A)
            .and_constant(C, 5)
            .compare_constant(C, 5)
            .jump_if(Condition::NotEqual, slow);
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
            Op2::BitAnd => {
                self.e.asm.and(A, D);
            }
            Op2::BitOr => {
                self.e.asm.or(A, D);
            }
            Op2::Xor => {
                self.e.asm.xor(A, D).or_constant(A, 5);
            }
            Op2::Mul => self.multiply(slow),
            Op2::Min => self.extremum(Condition::LessOrEqual),
            Op2::Max => self.extremum(Condition::GreaterOrEqual),
            Op2::ShiftRight => {
                self.e
                    .asm
                    .copy(C, D)
                    .shift_right_signed(C, 3)
                    .compare_constant(C, 63)
                    .jump_if(Condition::Above, slow)
                    .shift_right_by_c(A)
                    .and_constant(A, -8)
                    .or_constant(A, 5);
            }
            _ => self.divide(op, slow),
        }
        self.store(d);
        true
    }

    /// The smaller or the larger of the integers in `A` and `D`: `A`, if the condition holds for it.
    fn extremum(&mut self, condition: Condition) {
        self.e
            .asm
            .compare(A, D)
            .jump_if(condition, ahead("first"))
            .copy(A, D)
            .here("first");
    }

    /// Divides the integer in `A` by the one in `D`, if that is positive.
    fn divide(&mut self, op: Op2, slow: DynamicLabel) {
        self.e
            .asm
            .copy(C, D)
            .shift_right_signed(C, 3)
            .compare_constant(C, 0)
            .jump_if(Condition::LessOrEqual, slow)
            .shift_right_signed(A, 3)
            .divide();
        if op == Op2::Rem {
            self.e.asm.copy(A, D);
        }
        if op == Op2::Mod {
            self.e
                .asm
                .constant(A, 0)
                .compare_constant(D, 0)
                .copy_if(Condition::NotNegative, C, A)
                .address(A, D.plus(C));
        }
        self.e.asm.shift_left(A, 3).or_constant(A, 5);
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
            Op2::BitAnd | Op2::BitOr | Op2::Xor | Op2::ShiftRight => true,
            Op2::Mul | Op2::Min | Op2::Max => true,
            Op2::IntDiv | Op2::Mod | Op2::Rem => !matches!(self, IntegerOperand::Constant(..=0)),
            _ => false,
        }
    }
}
