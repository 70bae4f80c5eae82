//! Floats: arithmetic, comparisons and constants.
//!
//! The code of an instruction for small integers comes first. If an operand is not one, control continues after the
//! clause, in code for floats. Other operands, and results that are not finite, are left to the instruction's body.
//! Machine code runs only while the flags of floating point have the values for which this is right.

use super::assembler::{A, C, Condition, D, F0, F1, FloatOp, H, HEAP, MACHINE, T, ahead, behind};
use super::clause::{ClauseEmitter, Late};
use super::routines::Emitter;
use crate::base::evaluable::Op2;
use crate::code::instr::{CompareOp, Instr};
use crate::code::pred::ConstId;
use crate::machine::database::clause::Clause;
use crate::machine::memory::cell::BoxKind;
use crate::machine::memory::heap::RESERVE;
use crate::machine::{Cell, Extension, Machine};
use dynasmrt::DynamicLabel;

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
        self.e.asm.jump(slow);
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
                Op2::Add => {
                    self.e.asm.float_op(FloatOp::Add);
                }
                Op2::Sub => {
                    self.e.asm.float_op(FloatOp::Subtract);
                }
                Op2::Mul => {
                    self.e.asm.float_op(FloatOp::Multiply);
                }
                // A divisor of zero is an error.
                _ => {
                    self.e
                        .asm
                        .compare_float_with_zero()
                        .jump_if(Condition::Equal, body)
                        .float_op(FloatOp::Divide);
                }
            }
            let new_float = self.e.to.new_float;
            self.e.asm.call(new_float).jump_if(Condition::Flag, body);
            self.store(d);
            self.e.asm.jump(back);
        }
        self.e.bind_label(body);
        self.e.body(&self.source.code[i], self.address(i));
        self.e.asm.jump(back);
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
        self.e
            .asm
            .compare_floats()
            .jump_if(Condition::Unordered, body);
        let holds = match op {
            CompareOp::Eq => Condition::Equal,
            CompareOp::Ne => Condition::NotEqual,
            CompareOp::Lt => Condition::Below,
            CompareOp::Le => Condition::BelowOrEqual,
            CompareOp::Gt => Condition::Above,
            CompareOp::Ge => Condition::AboveOrEqual,
        };
        self.e.asm.jump_if(holds, on);
        self.e.asm.jump(otherwise);
        self.e.bind_label(body);
    }

    /// Loads `F0` and `F1` with two operands, or continues at `body`.
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
        self.e.asm.call(float_pair).jump_if(Condition::Flag, body);
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
        self.e.asm.address(A, H.at(box_of_last));
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
        self.asm
            .routine(to.new_float)
            .bits_of(A, F0)
            .constant(C, INFINITE)
            .copy(T, A)
            .and(T, C)
            .compare(T, C)
            .jump_if(Condition::Equal, ahead("none"))
            .address(C, H.at(16 + RESERVE as i32))
            .compare_memory(C, MACHINE.at(heap_size))
            .jump_if(Condition::Above, ahead("none"))
            .constant(C, HEADER)
            .store(HEAP.plus(H), C)
            .store(HEAP.plus(H).at(8), A)
            .address(A, H.at(tag))
            .add_constant(H, 16)
            .return_with(false)
            .here("none")
            .return_with(true);
    }

    /// Emits the routine that loads `F0` and `F1` with the numbers `A` and `D`, one of which is a float and
    /// the other one a float or a small integer that is exact as a float.
    fn float_pair(&mut self) {
        let to = self.to;
        let (small, boxed) = (Cell::int(0).bits() as i32, Cell::boxed(0).bits() as i32);
        let (at_header, at_bits) = (-boxed, 8 - boxed);
        let float = BoxKind::Float as u8;
        self.asm
            .routine(to.float_pair)
            .copy(C, A)
            .and_constant(C, 7)
            .compare_constant(C, boxed)
            .jump_if(Condition::NotEqual, ahead("first_small"))
            .load(C, HEAP.plus(A).at(at_header))
            .compare_second_byte_of_c(float)
            .jump_if(Condition::NotEqual, ahead("none"))
            .load_float(F0, HEAP.plus(A).at(at_bits))
            .copy(C, D)
            .and_constant(C, 7)
            .compare_constant(C, boxed)
            .jump_if(Condition::NotEqual, ahead("second_small"))
            .here("second_boxed")
            .load(C, HEAP.plus(D).at(at_header))
            .compare_second_byte_of_c(float)
            .jump_if(Condition::NotEqual, ahead("none"))
            .load_float(F1, HEAP.plus(D).at(at_bits))
            .return_with(false)
            .here("second_small")
            .compare_constant(C, small)
            .jump_if(Condition::NotEqual, ahead("none"))
            .shift_right_signed(D, 3)
            .float_of_integer(F1, D)
            .integer_of_float(C, F1)
            .compare(C, D)
            .jump_if(Condition::NotEqual, ahead("none"))
            .return_with(false)
            .here("first_small")
            .compare_constant(C, small)
            .jump_if(Condition::NotEqual, ahead("none"))
            .shift_right_signed(A, 3)
            .float_of_integer(F0, A)
            .integer_of_float(C, F0)
            .compare(C, A)
            .jump_if(Condition::NotEqual, ahead("none"))
            .copy(C, D)
            .and_constant(C, 7)
            .compare_constant(C, boxed)
            .jump_if(Condition::Equal, behind("second_boxed"))
            .here("none")
            .return_with(true);
    }
}
