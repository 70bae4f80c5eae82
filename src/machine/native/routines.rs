//! The routines that every unit of code has, and the pieces that templates are made of.

use super::assembler::{
    A, Assembler, B, C, CHOICES, COUNT, Condition, D, E, H, HEAP, JumpTarget, LIMIT, MACHINE, Reg,
    S, STARTS, T, X, ahead, behind,
};
use super::layout::Layout;
use super::shims::{Shims, status};
use crate::code::instr::{CompareOp, Instr};
use crate::machine::control::stacks::field;
use crate::machine::memory::heap::SCRATCH;
use crate::machine::{Cell, Code};
use dynasmrt::DynamicLabel;

/// The routines of a unit.
#[derive(Clone, Copy)]
pub(super) struct Routines {
    /// Backtracks.
    pub(super) fail: DynamicLabel,
    /// Continues at the instruction in `A`.
    pub(super) goto: DynamicLabel,
    /// Continues at the instruction in `A`, in the interpreter.
    pub(super) exit: DynamicLabel,
    /// Leaves machine code with the status in `A`.
    pub(super) leave: DynamicLabel,
    /// Continues after a function that has returned a status other than `NEXT`, in `A`.
    pub(super) flow: DynamicLabel,
    /// Unifies `A` and `D`; backtracks if they do not unify.
    pub(super) unify: DynamicLabel,
    /// Binds the variable `A` to `D`, if it is an attributed one.
    pub(super) bind: DynamicLabel,
    /// Puts `A` on the trail.
    pub(super) trail: DynamicLabel,
    /// Loads `F0` and `F1` with the numbers `A` and `D`; sets the flag if their operation is not one of
    /// floats.
    pub(super) float_pair: DynamicLabel,
    /// A box for `F0`, in `A`; sets the flag if the instruction's body has to make it.
    pub(super) new_float: DynamicLabel,
    /// Calls the function `A` with the arguments `T` and `D`.
    pub(super) shim: DynamicLabel,
    /// The same, from a routine.
    pub(super) inner_shim: DynamicLabel,
    /// Unpacks the first element of a packed list in `A`, so that `A` is read like a list; backtracks if `A`,
    /// which is not a list, is another term.
    pub(super) open_packed: DynamicLabel,
}

/// Emits machine code.
pub(super) struct Emitter {
    pub(super) asm: Assembler,
    pub(super) l: Layout,
    pub(super) shims: Shims,
    pub(super) to: Routines,
    /// The value of the first byte of a reference to machine code.
    marker: u8,
}

/// The tag of strings and packed lists.
pub(super) const STRING: i32 = Cell::TEXT_TAG as i32;
/// The number of the bit that distinguishes packed lists from strings.
pub(super) const PACKED: i8 = Cell::PACKED_BIT as i8;
/// The bits of a tag that two terms have in common if they may unify and neither is a variable: a list and a packed
/// list differ in the third one.
pub(super) const LOW: i8 = 3;

/// The first byte of an instruction.
pub(super) fn opcode(instr: &Instr) -> u8 {
    // SAFETY: an instruction begins with its discriminant, one byte.
    unsafe { *std::ptr::from_ref(instr).cast::<u8>() }
}

impl Emitter {
    pub(super) fn new(l: Layout, shims: Shims) -> Emitter {
        let mut asm = Assembler::new();
        let mut label = || asm.label();
        let to = Routines {
            fail: label(),
            goto: label(),
            exit: label(),
            leave: label(),
            flow: label(),
            unify: label(),
            bind: label(),
            trail: label(),
            float_pair: label(),
            new_float: label(),
            shim: label(),
            inner_shim: label(),
            open_packed: label(),
        };
        Emitter {
            asm,
            l,
            shims,
            to,
            marker: opcode(&Instr::Native { low: 0, high: 0 }),
        }
    }

    pub(super) fn label(&mut self) -> DynamicLabel {
        self.asm.label()
    }

    pub(super) fn bind_label(&mut self, label: DynamicLabel) {
        self.asm.bind(label);
    }

    /// The function that enters machine code: see `EnterMachineCode`.
    pub(super) fn gate(&mut self) -> usize {
        let at = self.asm.offset();
        self.asm.enter().load(LIMIT, MACHINE.at(self.l.limit));
        self.load_registers();
        self.asm.jump_to(D);
        at
    }

    /// The code at which the call of a predicate continues whose first instruction does not refer to machine code; 8
    /// times its number is in `A`. Returns its offset.
    pub(super) fn other_start(&mut self) -> usize {
        let at = self.asm.offset();
        self.asm
            .load(C, MACHINE.at(self.l.entries))
            .load(A, C.plus(A));
        self.continue_at_a();
        at
    }

    /// Loads the processor's copies of the machine's registers, but for `LIMIT`.
    fn load_registers(&mut self) {
        let l = self.l;
        self.asm
            .load(X, MACHINE.at(l.x))
            .load(HEAP, MACHINE.at(l.heap_base))
            .load(H, MACHINE.at(l.top))
            .load(E, MACHINE.at(l.env_base))
            .load(C, MACHINE.at(l.e))
            .add(E, C)
            .load(CHOICES, MACHINE.at(l.choice_base))
            .load(COUNT, MACHINE.at(l.inferences))
            .load(B, MACHINE.at(l.b))
            .load(STARTS, MACHINE.at(l.starts))
            .load(S, MACHINE.at(l.s));
    }

    /// Continues at the instruction in `A`: at its machine code if it refers to some.
    pub(super) fn continue_at_a(&mut self) {
        self.asm
            .load(C, A.at(0))
            .compare_byte(C, self.marker)
            .jump_if(Condition::NotEqual, self.to.exit)
            .shift_right(C, 16)
            .jump_to(C);
    }

    /// Emits the routines.
    pub(super) fn routines(&mut self) {
        let (l, to) = (self.l, self.to);
        self.backtracking();
        self.asm
            .bind(to.flow)
            .compare_constant(A, status::FAIL as i32)
            .jump_if(Condition::Equal, to.fail)
            .jump(to.leave)
            .bind(to.exit)
            .store(MACHINE.at(l.p), A)
            .constant(A, 0)
            .bind(to.leave)
            .store(MACHINE.at(l.top), H)
            .store(MACHINE.at(l.inferences), COUNT)
            .leave()
            // The frame is aligned in here, and where a routine has been called.
            .routine(to.inner_shim)
            .call(to.shim)
            .return_()
            .routine(to.shim)
            .store(MACHINE.at(l.top), H)
            .store(MACHINE.at(l.inferences), COUNT)
            .store(MACHINE.at(l.s), S)
            .call_function();
        self.load_registers();
        self.asm.compare_constant(A, 0).return_();
        self.binding();
        self.float_routines();
        self.unification();
        self.packed_lists();
    }

    fn packed_lists(&mut self) {
        let (to, list) = (self.to, Cell::list(SCRATCH).bits() as i32);
        self.asm
            .routine(to.open_packed)
            .copy(C, A)
            .and_constant(C, 7)
            .compare_constant(C, STRING)
            .jump_if(Condition::NotEqual, ahead("fails"))
            .jump_unless_bit(A, PACKED, ahead("fails"))
            .copy(T, A)
            .constant(A, self.shims.open_packed)
            .call(to.inner_shim)
            .constant(A, list as u64)
            .return_()
            .here("fails")
            .drop_words(1)
            .jump(to.fail);
    }

    /// Backtracks: to machine code if the alternative has some. Bindings of attributed variables that have not been
    /// reported have lowered the limit to 0, and are handled by the interpreter.
    fn backtracking(&mut self) {
        let (l, to) = (self.l, self.to);
        self.asm
            .bind(to.fail)
            .compare_word(LIMIT.at(0), 1)
            .jump_if(Condition::BelowOrEqual, ahead("slow"))
            .address(T, CHOICES.plus(B))
            .load(A, T.at(field::EXT as i32))
            .compare_memory(A, MACHINE.at(l.ext_mark))
            .jump_if(Condition::NotEqual, ahead("slow"))
            .load(A, T.at(field::TR as i32))
            .load(D, MACHINE.at(l.tr))
            .load(C, MACHINE.at(l.trail_base))
            .compare(D, A)
            .jump_if(Condition::BelowOrEqual, ahead("restore"))
            .here("undo")
            .subtract_constant(D, 8)
            .load(S, C.plus(D))
            .test(S, 7)
            .jump_if(Condition::NotEqual, ahead("special"))
            .store(HEAP.plus(S), S)
            .compare(D, A)
            .jump_if(Condition::Above, behind("undo"))
            .store(MACHINE.at(l.tr), D)
            .here("restore")
            .load(H, T.at(field::H as i32))
            .store(MACHINE.at(l.hb), H)
            .load(A, T.at(field::E as i32))
            .store(MACHINE.at(l.e), A)
            .load(E, MACHINE.at(l.env_base))
            .add(E, A)
            .load(A, T.at(field::CP as i32))
            .store(MACHINE.at(l.cp), A)
            .load(A, T.at(field::BP as i32))
            .load(C, T.at(field::N as i32))
            .address(D, T.at(field::ARGS as i32))
            .compare_constant(C, 0)
            .jump_if(Condition::Equal, to.goto)
            .here("registers")
            .load(S, D.plus_words(C).at(-8))
            .store(X.plus_words(C).at(-8), S)
            .subtract_constant(C, 1)
            .jump_if(Condition::NotEqual, behind("registers"));
        self.asm.bind(to.goto);
        self.continue_at_a();
        self.asm
            .here("special")
            .add_constant(D, 8)
            .store(MACHINE.at(l.tr), D)
            .here("slow")
            .constant(A, self.shims.backtrack)
            .call(to.shim)
            .jump_if(Condition::NotEqual, to.leave)
            .load(A, MACHINE.at(l.p))
            .jump(to.goto);
    }

    fn binding(&mut self) {
        let (l, to) = (self.l, self.to);
        self.asm
            .routine(to.bind)
            .copy(T, A)
            .constant(A, self.shims.bind)
            .call(to.inner_shim)
            .return_()
            .routine(to.trail)
            .load(C, MACHINE.at(l.tr))
            .address(T, C.at(16))
            .compare_memory(T, MACHINE.at(l.trail_size))
            .jump_if(Condition::Above, ahead("grow"))
            .load(T, MACHINE.at(l.trail_base))
            .store(T.plus(C), A)
            .add_to_memory(MACHINE.at(l.tr), 8)
            .return_()
            .here("grow")
            .copy(T, A)
            .constant(A, self.shims.trail)
            .call(to.inner_shim)
            .return_();
    }

    fn unification(&mut self) {
        let (l, to) = (self.l, self.to);
        self.asm.routine(to.unify);
        self.deref_a();
        self.deref_d();
        self.asm
            .compare(A, D)
            .jump_if(Condition::Equal, ahead("same"))
            .test(A, 7)
            .jump_if(Condition::NotEqual, ahead("bound"))
            .test(D, 6)
            .jump_if(Condition::Equal, ahead("variables"))
            .here("first")
            .store(HEAP.plus(A), D)
            .compare_memory(A, MACHINE.at(l.hb))
            .jump_to_routine_if(Condition::Below, to.trail)
            .here("same")
            .return_()
            .here("bound")
            .test(D, 7)
            .jump_if(Condition::NotEqual, ahead("terms"))
            .test(A, 6)
            .jump_if(Condition::Equal, ahead("slow"))
            .here("second")
            .store(HEAP.plus(D), A)
            .compare_memory(D, MACHINE.at(l.hb))
            .jump_if(Condition::AboveOrEqual, behind("same"))
            .copy(A, D)
            .jump_to_routine(to.trail)
            // The younger variable refers to the older one.
            .here("variables")
            .test(D, 7)
            .jump_if(Condition::NotEqual, ahead("slow"))
            .compare(A, D)
            .jump_if(Condition::Above, behind("first"))
            .jump(behind("second"))
            .here("terms");
        self.unequal_terms();
        self.arguments();
    }

    /// The end of the unification of two terms that are not the same word, and neither of which is a plain variable.
    fn unequal_terms(&mut self) {
        let to = self.to;
        let compounds = self.label();
        self.asm
            .test(A, 6)
            .jump_if(Condition::Equal, ahead("slow"))
            .test(D, 6)
            .jump_if(Condition::Equal, ahead("slow"))
            .copy(C, A)
            .xor(C, D)
            .test(C, LOW)
            .jump_if(Condition::NotEqual, ahead("fails"))
            .copy(C, A)
            .and_constant(C, 6)
            .compare_constant(C, 4)
            .jump_if(Condition::Equal, ahead("fails"))
            .or(C, D)
            .test(C, 4)
            .jump_if(Condition::Equal, compounds)
            .here("slow")
            .copy(T, A)
            .constant(A, self.shims.unify)
            .call(to.inner_shim)
            .jump_if(Condition::Equal, behind("same"))
            .drop_words(1)
            .jump(to.flow)
            .here("fails")
            .drop_words(1)
            .jump(to.fail)
            .bind(compounds);
    }

    /// The end of the unification of two lists or two structures: a loop over their arguments. Two arguments that are
    /// compounds are left to the function, which uses no stack and terminates for cyclic terms.
    fn arguments(&mut self) {
        let (l, to) = (self.l, self.to);
        let (pair, next, fails) = (self.label(), self.label(), self.label());
        self.asm
            .constant(C, 2)
            .test(A, 1)
            .jump_if(Condition::Equal, ahead("begin"))
            .load(C, HEAP.plus(A).at(-3))
            .compare_memory(C, HEAP.plus(D).at(-3))
            .jump_if(Condition::NotEqual, ahead("differ"))
            .shift_right(C, 8)
            .and_constant(C, 0xffffff)
            .add_constant(A, 8)
            .add_constant(D, 8)
            .here("begin")
            .and_constant(A, -8)
            .and_constant(D, -8)
            // `S` and `S + STARTS` are the places of the arguments; the frame has the end of the first ones, and `S`.
            .address(C, A.plus_words(C))
            .push(S)
            .push(C)
            .copy(S, A)
            .copy(STARTS, D)
            .subtract(STARTS, A)
            .jump(pair)
            .here("differ")
            .drop_words(1)
            .jump(to.fail)
            .bind(next)
            .add_constant(S, 8)
            .compare_memory(S, Assembler::stacked(0))
            .jump_if(Condition::NotEqual, pair)
            .load(STARTS, MACHINE.at(l.starts))
            .load(S, Assembler::stacked(1))
            .drop_words(2)
            .return_()
            .bind(pair)
            .address(D, S.plus(STARTS))
            .load(A, HEAP.plus(S))
            .load(D, HEAP.plus(D))
            .compare(A, D)
            .jump_if(Condition::Equal, next);
        self.deref_a();
        self.deref_d();
        self.argument_pair(next, fails);
        self.asm
            .bind(fails)
            .load(STARTS, MACHINE.at(l.starts))
            .drop_words(3)
            .jump(to.fail);
    }

    /// Unifies the arguments `A` and `D`.
    fn argument_pair(&mut self, next: DynamicLabel, fails: DynamicLabel) {
        let l = self.l;
        let (slow, grow) = (self.label(), self.label());
        self.asm
            .compare(A, D)
            .jump_if(Condition::Equal, next)
            .test(A, 7)
            .jump_if(Condition::NotEqual, ahead("bound"))
            .test(D, 6)
            .jump_if(Condition::Equal, ahead("variables"))
            .here("first")
            .store(HEAP.plus(A), D)
            .compare_memory(A, MACHINE.at(l.hb))
            .jump_if(Condition::AboveOrEqual, next)
            .jump(ahead("trail"))
            .here("variables")
            .test(D, 7)
            .jump_if(Condition::NotEqual, slow)
            .compare(A, D)
            .jump_if(Condition::Above, behind("first"))
            .jump(ahead("second"))
            .here("bound")
            .test(D, 7)
            .jump_if(Condition::NotEqual, ahead("terms"))
            .test(A, 6)
            .jump_if(Condition::Equal, slow)
            .here("second")
            .store(HEAP.plus(D), A)
            .compare_memory(D, MACHINE.at(l.hb))
            .jump_if(Condition::AboveOrEqual, next)
            .copy(A, D)
            .here("trail")
            .load(T, MACHINE.at(l.tr))
            .address(C, T.at(16))
            .compare_memory(C, MACHINE.at(l.trail_size))
            .jump_if(Condition::Above, grow)
            .load(C, MACHINE.at(l.trail_base))
            .store(C.plus(T), A)
            .add_to_memory(MACHINE.at(l.tr), 8)
            .jump(next)
            .here("terms")
            .test(A, 6)
            .jump_if(Condition::Equal, slow)
            .test(D, 6)
            .jump_if(Condition::Equal, slow)
            .copy(C, A)
            .xor(C, D)
            .test(C, LOW)
            .jump_if(Condition::NotEqual, fails)
            .copy(C, A)
            .and_constant(C, 6)
            .compare_constant(C, 4)
            .jump_if(Condition::Equal, fails);
        self.argument_functions(slow, grow, next);
    }

    /// Calls the function that unifies `A` and `D`, or the one that puts `A` on the trail, from the loop over
    /// arguments.
    fn argument_functions(&mut self, slow: DynamicLabel, grow: DynamicLabel, next: DynamicLabel) {
        let (l, to) = (self.l, self.to);
        self.asm
            .bind(slow)
            .copy(T, A)
            .constant(A, self.shims.unify)
            .jump(ahead("function"))
            .bind(grow)
            .copy(T, A)
            .constant(A, self.shims.trail)
            .here("function")
            .push(STARTS)
            .push(S)
            .load(S, Assembler::stacked(3))
            .call(to.inner_shim)
            .pop(S)
            .pop(STARTS)
            .jump_if(Condition::Equal, next)
            .load(STARTS, MACHINE.at(l.starts))
            .load(S, Assembler::stacked(1))
            .drop_words(3)
            .jump(to.flow);
    }

    /// Dereferences `A`.
    pub(super) fn deref_a(&mut self) {
        self.follow(A, ahead("done"), ahead("done"));
        self.asm.here("done");
    }

    /// Dereferences `D`.
    pub(super) fn deref_d(&mut self) {
        self.follow(D, ahead("done"), ahead("done"));
        self.asm.here("done");
    }

    /// Dereferences `A`, and continues at `var` if it is an unbound variable.
    pub(super) fn deref_or(&mut self, var: DynamicLabel) {
        self.follow(A, var, ahead("done"));
        self.asm.here("done");
    }

    /// Dereferences a register: continues at `var` if it has become an unbound variable, at `other` if it was no
    /// variable, and after this code if it has become another term.
    pub(super) fn follow(
        &mut self,
        register: Reg,
        var: impl Into<JumpTarget>,
        other: impl Into<JumpTarget>,
    ) {
        self.asm
            .test(register, 6)
            .jump_if(Condition::NotEqual, other)
            .here("again")
            .copy(C, register)
            .and_constant(C, -8)
            .load(C, HEAP.plus(C))
            .compare(C, register)
            .jump_if(Condition::Equal, var)
            .copy(register, C)
            .test(register, 6)
            .jump_if(Condition::Equal, behind("again"));
    }

    /// Continues at `other` unless a dereferenced term has the tag that `untag`, an offset, takes away.
    pub(super) fn check_tag(&mut self, term: Reg, untag: i32, other: DynamicLabel) {
        self.asm
            .address(C, term.at(untag))
            .test(C, 7)
            .jump_if(Condition::NotEqual, other);
    }

    /// Executes an instruction by its body, which has no jump.
    pub(super) fn body(&mut self, instr: &Instr, at: Code) {
        let to = self.to;
        let function = (self.shims.body)(instr);
        self.asm
            .constant(T, at as u64)
            .constant(A, function)
            .call(to.shim)
            .jump_if(Condition::NotEqual, to.flow);
    }

    /// Continues at an instruction in the interpreter.
    pub(super) fn exit_at(&mut self, at: Code) {
        let to = self.to;
        self.asm.constant(A, at as u64).jump(to.exit);
    }

    /// Loads `A` with a constant.
    pub(super) fn load_a(&mut self, word: u64) {
        self.asm.constant(A, word);
    }

    /// Loads `D` with a constant.
    pub(super) fn load_d(&mut self, word: u64) {
        self.asm.constant(D, word);
    }

    /// Jumps unless the processor's flags show that a comparison holds.
    pub(super) fn jump_unless(&mut self, op: CompareOp, to: DynamicLabel) {
        let fails = match op {
            CompareOp::Eq => Condition::NotEqual,
            CompareOp::Ne => Condition::Equal,
            CompareOp::Lt => Condition::GreaterOrEqual,
            CompareOp::Le => Condition::Greater,
            CompareOp::Gt => Condition::LessOrEqual,
            CompareOp::Ge => Condition::Less,
        };
        self.asm.jump_if(fails, to);
    }

    /// Pushes a choice point without a position that saves `n` registers, and loads `T` with its address;
    /// environments begin above `D`. If there is no room, continues at `slow`.
    pub(super) fn push_choice(&mut self, n: u32, alternative: Code, slow: DynamicLabel) {
        let l = self.l;
        let args = field::ARGS as i32;
        let size = args + 8 * n as i32;
        self.asm
            .load(A, CHOICES.plus(B).at(field::N as i32))
            .address(A, B.plus_words(A).at(args))
            .address(C, A.at(size + 64))
            .compare_memory(C, MACHINE.at(l.choice_size))
            .jump_if(Condition::Above, slow)
            .address(T, CHOICES.plus(A))
            .store(T.at(field::ENV_TOP as i32), D)
            .store(T.at(field::PREV as i32), B)
            .copy(B, A)
            .store(MACHINE.at(l.b), A)
            .store(MACHINE.at(l.hb), H)
            .store(T.at(field::H as i32), H)
            .load(A, MACHINE.at(l.e))
            .load(C, MACHINE.at(l.cp))
            .store(T.at(field::E as i32), A)
            .store(T.at(field::CP as i32), C)
            .load(A, MACHINE.at(l.tr))
            .load(C, MACHINE.at(l.ext_mark))
            .store(T.at(field::TR as i32), A)
            .store(T.at(field::EXT as i32), C)
            .constant(A, alternative as u64)
            .store(T.at(field::BP as i32), A)
            .store_constant(T.at(field::N as i32), n as i32);
        for i in 0..n as i32 {
            self.asm.load(A, X.at(8 * i)).store(T.at(args + 8 * i), A);
        }
    }

    /// Pops the newest choice point.
    pub(super) fn pop_choice(&mut self) {
        let l = self.l;
        self.asm
            .load(B, CHOICES.plus(B).at(field::PREV as i32))
            .store(MACHINE.at(l.b), B)
            .load(C, CHOICES.plus(B).at(field::H as i32))
            .store(MACHINE.at(l.hb), C);
    }
}
