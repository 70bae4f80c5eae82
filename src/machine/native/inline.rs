//! Builtins whose frequent cases are machine code: `arg/3` and `functor/3` for a structure that is known. All other
//! cases, errors among them, are left to the builtin.

use super::assembler::{A, C, COUNT, Condition, HEAP, MACHINE, T};
use super::clause::ClauseEmitter;
use super::heads::STRUCTURE;
use super::inline_builtin::InlineBuiltin;
use crate::base::atom::Atom;
use crate::machine::Cell;
use dynasmrt::DynamicLabel;

impl ClauseEmitter<'_, '_> {
    /// The frequent cases of a builtin, which is called; continues at `slow` in the others, with nothing changed.
    pub(super) fn inline(&mut self, builtin: InlineBuiltin, slow: DynamicLabel) {
        match builtin {
            InlineBuiltin::Arg => self.arg(slow),
            InlineBuiltin::Functor => self.functor(slow),
        }
    }

    /// `arg/3` for a number and a structure that has an argument of this number.
    fn arg(&mut self, slow: DynamicLabel) {
        let unify = self.e.to.unify;
        self.small(0, slow);
        self.e
            .asm
            .copy(T, A)
            .shift_right_signed(T, 3)
            .subtract_constant(T, 1);
        self.structure_or(1, slow);
        self.e
            .asm
            .load(C, HEAP.plus(A).at(STRUCTURE))
            .shift_right(C, 8)
            .and_constant(C, 0xff_ffff)
            // A number below 1 is now larger than any arity.
            .compare(T, C)
            .jump_if(Condition::AboveOrEqual, slow)
            .add_constant(COUNT, 1)
            .add(A, HEAP)
            .load(A, A.plus_words(T).at(STRUCTURE + 8));
        self.load_second(2);
        self.e.asm.call(unify);
    }

    /// `functor/3` for a structure.
    fn functor(&mut self, slow: DynamicLabel) {
        let (l, unify) = (self.e.l, self.e.to.unify);
        self.structure_or(0, slow);
        self.e
            .asm
            .add_constant(COUNT, 1)
            .load(A, HEAP.plus(A).at(STRUCTURE))
            .shift_right(A, 32)
            .load(T, MACHINE.at(l.functors))
            .load_u32(A, T.plus_words(A).at(l.functor_name))
            .shift_left(A, 32)
            .or_constant(A, Cell::atom(Atom::from_index(0)).bits() as i32);
        self.load_second(1);
        self.e.asm.call(unify);
        self.load(0);
        self.e.deref_a();
        self.e
            .asm
            .load(A, HEAP.plus(A).at(STRUCTURE))
            .shift_right(A, 8)
            .and_constant(A, 0xff_ffff)
            .shift_left(A, 3)
            .or_constant(A, Cell::int(0).bits() as i32);
        self.load_second(2);
        self.e.asm.call(unify);
    }

    /// Loads `A` with the structure in a register; for other terms, continues at `slow`.
    fn structure_or(&mut self, x: u16, slow: DynamicLabel) {
        self.load(x);
        self.e.deref_a();
        self.e.check_tag(A, STRUCTURE, slow);
    }
}
