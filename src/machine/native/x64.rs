//! Machine code for x86-64: registers, the routines that every unit of code has, and the pieces that templates are
//! made of.
//!
//! | register | holds |
//! |---|---|
//! | `rbx` | the machine |
//! | `rbp` | the `X` registers |
//! | `r12` | the heap's base; addresses of cells are relative to it |
//! | `r13` | `H`; stored in the machine only while a function is called |
//! | `r14` | the slots' environment `E`, as an address |
//! | `r15` | the address of the limit at which calls poll |
//! | `r8` | the base of the choice points |
//! | `r9` | `S` with a tag, inside a head compound |
//! | `r10` | `HB` |
//! | `r11` | `B`, relative to `r8` |
//! | `rdi` | the entries of predicates |
//! | `rax`, `rcx`, `rdx`, `rsi` | anything |
//!
//! Except for `r13`, these are copies of fields of the machine. A function that is called may change any of them, so
//! all are loaded again after it.

use super::layout::Layout;
use super::shims::{Shims, status};
use crate::code::instr::{CompareOp, Instr};
use crate::machine::control::stacks::field;
use crate::machine::memory::heap::SCRATCH;
use crate::machine::{Cell, Code};
use dynasmrt::{DynamicLabel, DynasmApi, DynasmLabelApi, VecAssembler, dynasm, x64::X64Relocation};

pub(super) type Assembler = VecAssembler<X64Relocation>;

/// The routines of a unit.
#[derive(Clone, Copy)]
pub(super) struct Routines {
    /// Backtracks.
    pub(super) fail: DynamicLabel,
    /// Continues at the instruction in `rax`.
    pub(super) goto: DynamicLabel,
    /// Continues at the instruction in `rax`, in the interpreter.
    pub(super) exit: DynamicLabel,
    /// Leaves machine code with the status in `eax`.
    pub(super) leave: DynamicLabel,
    /// Continues after a function that has returned a status other than `NEXT`, in `eax`.
    pub(super) flow: DynamicLabel,
    /// Unifies `rax` and `rdx`; backtracks if they do not unify.
    pub(super) unify: DynamicLabel,
    /// Binds the variable `rax` to `rdx`, if it is an attributed one.
    pub(super) bind: DynamicLabel,
    /// Puts `rax` on the trail.
    pub(super) trail: DynamicLabel,
    /// Loads `xmm0` and `xmm1` with the numbers `rax` and `rdx`; sets the carry flag if their operation is not one of
    /// floats.
    pub(super) float_pair: DynamicLabel,
    /// A box for `xmm0`, in `rax`; sets the carry flag if the instruction's body has to make it.
    pub(super) new_float: DynamicLabel,
    /// Calls the function `rax` with the arguments `rsi` and `rdx`.
    pub(super) shim: DynamicLabel,
    /// The same, from a routine.
    pub(super) inner_shim: DynamicLabel,
    /// Unpacks the first element of a packed list in `rax`, so that `rax` is read like a list; backtracks if `rax`,
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
    marker: i8,
}

const E: i32 = field::E as i32;
const CP: i32 = field::CP as i32;
const TR: i32 = field::TR as i32;
const H: i32 = field::H as i32;
const EXT: i32 = field::EXT as i32;
const BP: i32 = field::BP as i32;
const N: i32 = field::N as i32;
const ARGS: i32 = field::ARGS as i32;

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
        let mut asm = Assembler::new(0);
        let mut label = || asm.new_dynamic_label();
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
            marker: opcode(&Instr::Native { low: 0, high: 0 }) as i8,
        }
    }

    pub(super) fn label(&mut self) -> DynamicLabel {
        self.asm.new_dynamic_label()
    }

    pub(super) fn bind_label(&mut self, label: DynamicLabel) {
        dynasm!(self.asm ; .arch x64 ; =>label);
    }

    /// The function that enters machine code: `extern "sysv64" fn(machine, address) -> status`.
    pub(super) fn gate(&mut self) -> usize {
        let at = self.asm.offset().0;
        dynasm!(self.asm ; .arch x64
            ; push rbx ; push rbp ; push r12 ; push r13 ; push r14 ; push r15
            ; mov rbx, rdi
            ; mov rdx, rsi
            ; mov r15, [rbx + self.l.limit]);
        self.load_registers();
        dynasm!(self.asm ; .arch x64 ; jmp rdx);
        at
    }

    /// Loads the processor's copies of the machine's registers, but for `r15`.
    fn load_registers(&mut self) {
        let l = self.l;
        dynasm!(self.asm ; .arch x64
            ; mov rbp, [rbx + l.x]
            ; mov r12, [rbx + l.heap_base]
            ; mov r13, [rbx + l.top]
            ; mov r14, [rbx + l.env_base]
            ; add r14, [rbx + l.e]
            ; mov r8, [rbx + l.choice_base]
            ; mov r10, [rbx + l.hb]
            ; mov r11, [rbx + l.b]
            ; mov rdi, [rbx + l.entries]
            ; mov r9, [rbx + l.s]);
    }

    /// Emits the routines.
    pub(super) fn routines(&mut self) {
        let (l, to) = (self.l, self.to);
        self.backtracking();
        dynasm!(self.asm ; .arch x64
            ; =>to.goto
            ; mov rcx, [rax]
            ; cmp cl, BYTE self.marker
            ; jne =>to.exit
            ; shr rcx, 16
            ; jmp rcx
            ; =>to.flow
            ; cmp eax, status::FAIL as i32
            ; je =>to.fail
            ; jmp =>to.leave
            ; =>to.exit
            ; mov [rbx + l.p], rax
            ; xor eax, eax
            ; =>to.leave
            ; mov [rbx + l.top], r13
            ; pop r15 ; pop r14 ; pop r13 ; pop r12 ; pop rbp ; pop rbx
            ; ret
            // The frame is aligned in here, and where a routine has been called.
            ; =>to.inner_shim
            ; call =>to.shim
            ; ret
            ; =>to.shim
            ; mov [rbx + l.top], r13
            ; mov [rbx + l.s], r9
            ; mov rdi, rbx
            ; call rax);
        self.load_registers();
        dynasm!(self.asm ; .arch x64 ; test eax, eax ; ret);
        self.binding();
        self.float_routines();
        self.unification();
        self.packed_lists();
    }

    fn packed_lists(&mut self) {
        let (to, list) = (self.to, Cell::list(SCRATCH).bits() as i32);
        dynasm!(self.asm ; .arch x64
            ; =>to.open_packed
            ; mov ecx, eax
            ; and ecx, 7
            ; cmp ecx, STRING
            ; jne >fails
            ; bt rax, PACKED
            ; jnc >fails
            ; mov rsi, rax
            ; mov rax, QWORD self.shims.open_packed as i64
            ; call =>to.inner_shim
            ; mov eax, list
            ; ret
            ; fails:
            ; add rsp, 8
            ; jmp =>to.fail);
    }

    /// Backtracks: to machine code if the alternative has some. Bindings of attributed variables that have not been
    /// reported have lowered the limit to 0, and are handled by the interpreter.
    fn backtracking(&mut self) {
        let (l, to) = (self.l, self.to);
        dynasm!(self.asm ; .arch x64
            ; =>to.fail
            ; cmp QWORD [r15], 1
            ; jbe >slow
            ; lea rsi, [r8 + r11]
            ; mov rax, [rsi + EXT]
            ; cmp rax, [rbx + l.ext_mark]
            ; jne >slow
            ; mov rax, [rsi + TR]
            ; mov rdx, [rbx + l.tr]
            ; mov rcx, [rbx + l.trail_base]
            ; cmp rdx, rax
            ; jbe >restore
            ; undo:
            ; sub rdx, 8
            ; mov r9, [rcx + rdx]
            ; test r9b, 7
            ; jnz >special
            ; mov [r12 + r9], r9
            ; cmp rdx, rax
            ; ja <undo
            ; mov [rbx + l.tr], rdx
            ; restore:
            ; mov r13, [rsi + H]
            ; mov r10, r13
            ; mov [rbx + l.hb], r13
            ; mov rax, [rsi + E]
            ; mov [rbx + l.e], rax
            ; mov r14, [rbx + l.env_base]
            ; add r14, rax
            ; mov rax, [rsi + CP]
            ; mov [rbx + l.cp], rax
            ; mov rax, [rsi + BP]
            ; mov rcx, [rsi + N]
            ; lea rdx, [rsi + ARGS]
            ; test rcx, rcx
            ; jz =>to.goto
            ; registers:
            ; mov r9, [rdx + rcx * 8 - 8]
            ; mov [rbp + rcx * 8 - 8], r9
            ; dec rcx
            ; jnz <registers
            ; jmp =>to.goto
            ; special:
            ; add rdx, 8
            ; mov [rbx + l.tr], rdx
            ; slow:
            ; mov rax, QWORD self.shims.backtrack as i64
            ; call =>to.shim
            ; jnz =>to.leave
            ; mov rax, [rbx + l.p]
            ; jmp =>to.goto);
    }

    fn binding(&mut self) {
        let (l, to) = (self.l, self.to);
        dynasm!(self.asm ; .arch x64
            ; =>to.bind
            ; mov rsi, rax
            ; mov rax, QWORD self.shims.bind as i64
            ; call =>to.inner_shim
            ; ret
            ; =>to.trail
            ; mov rcx, [rbx + l.tr]
            ; lea rsi, [rcx + 16]
            ; cmp rsi, [rbx + l.trail_size]
            ; ja >grow
            ; mov rsi, [rbx + l.trail_base]
            ; mov [rsi + rcx], rax
            ; add QWORD [rbx + l.tr], 8
            ; ret
            ; grow:
            ; mov rsi, rax
            ; mov rax, QWORD self.shims.trail as i64
            ; call =>to.inner_shim
            ; ret);
    }

    fn unification(&mut self) {
        let to = self.to;
        let compounds = self.label();
        dynasm!(self.asm ; .arch x64 ; =>to.unify);
        self.deref_a();
        self.deref_d();
        dynasm!(self.asm ; .arch x64
            ; cmp rax, rdx
            ; je >same
            ; test al, 7
            ; jnz >bound
            ; test dl, 6
            ; jz >slow
            ; mov [r12 + rax], rdx
            ; cmp rax, r10
            ; jb =>to.trail
            ; same:
            ; ret
            ; bound:
            ; test dl, 7
            ; jnz >terms
            ; test al, 6
            ; jz >slow
            ; mov [r12 + rdx], rax
            ; cmp rdx, r10
            ; jae <same
            ; mov rax, rdx
            ; jmp =>to.trail
            ; terms:
            ; test al, 6
            ; jz >slow
            ; test dl, 6
            ; jz >slow
            ; mov ecx, eax
            ; xor ecx, edx
            ; test cl, LOW
            ; jnz >fails
            ; mov ecx, eax
            ; and ecx, 6
            ; cmp ecx, 4
            ; je >fails
            ; or ecx, edx
            ; test cl, 4
            ; jz =>compounds
            ; slow:
            ; mov rsi, rax
            ; mov rax, QWORD self.shims.unify as i64
            ; call =>to.inner_shim
            ; jz <same
            ; add rsp, 8
            ; jmp =>to.flow
            ; fails:
            ; add rsp, 8
            ; jmp =>to.fail
            ; =>compounds);
        self.arguments();
    }

    /// The end of the unification of two lists or two structures: a loop over their arguments. Two arguments that are
    /// compounds are left to the function, which uses no stack and terminates for cyclic terms.
    fn arguments(&mut self) {
        let (l, to) = (self.l, self.to);
        let (pair, next, fails) = (self.label(), self.label(), self.label());
        dynasm!(self.asm ; .arch x64
            ; mov ecx, 2
            ; test al, 1
            ; jz >begin
            ; mov rcx, [r12 + rax - 3]
            ; cmp rcx, [r12 + rdx - 3]
            ; jne >differ
            ; shr rcx, 8
            ; and ecx, 0xffffff
            ; add rax, 8
            ; add rdx, 8
            ; begin:
            ; and rax, -8
            ; and rdx, -8
            // `r9` and `r9 + rdi` are the places of the arguments; the frame has the end of the first ones, and `S`.
            ; lea rcx, [rax + rcx * 8]
            ; push r9
            ; push rcx
            ; mov r9, rax
            ; mov rdi, rdx
            ; sub rdi, rax
            ; jmp =>pair
            ; differ:
            ; add rsp, 8
            ; jmp =>to.fail
            ; =>next
            ; add r9, 8
            ; cmp r9, [rsp]
            ; jne =>pair
            ; mov rdi, [rbx + l.entries]
            ; mov r9, [rsp + 8]
            ; add rsp, 16
            ; ret
            ; =>pair
            ; lea rdx, [r9 + rdi]
            ; mov rax, [r12 + r9]
            ; mov rdx, [r12 + rdx]
            ; cmp rax, rdx
            ; je =>next);
        self.deref_a();
        self.deref_d();
        self.argument_pair(next, fails);
        dynasm!(self.asm ; .arch x64
            ; =>fails
            ; mov rdi, [rbx + l.entries]
            ; add rsp, 24
            ; jmp =>to.fail);
    }

    /// Unifies the arguments `rax` and `rdx`.
    fn argument_pair(&mut self, next: DynamicLabel, fails: DynamicLabel) {
        let l = self.l;
        let (slow, grow) = (self.label(), self.label());
        dynasm!(self.asm ; .arch x64
            ; cmp rax, rdx
            ; je =>next
            ; test al, 7
            ; jnz >bound
            ; test dl, 6
            ; jz =>slow
            ; mov [r12 + rax], rdx
            ; cmp rax, r10
            ; jae =>next
            ; jmp >trail
            ; bound:
            ; test dl, 7
            ; jnz >terms
            ; test al, 6
            ; jz =>slow
            ; mov [r12 + rdx], rax
            ; cmp rdx, r10
            ; jae =>next
            ; mov rax, rdx
            ; trail:
            ; mov rsi, [rbx + l.tr]
            ; lea rcx, [rsi + 16]
            ; cmp rcx, [rbx + l.trail_size]
            ; ja =>grow
            ; mov rcx, [rbx + l.trail_base]
            ; mov [rcx + rsi], rax
            ; add QWORD [rbx + l.tr], 8
            ; jmp =>next
            ; terms:
            ; test al, 6
            ; jz =>slow
            ; test dl, 6
            ; jz =>slow
            ; mov ecx, eax
            ; xor ecx, edx
            ; test cl, LOW
            ; jnz =>fails
            ; mov ecx, eax
            ; and ecx, 6
            ; cmp ecx, 4
            ; je =>fails);
        self.argument_functions(slow, grow, next);
    }

    /// Calls the function that unifies `rax` and `rdx`, or the one that puts `rax` on the trail, from the loop over
    /// arguments.
    fn argument_functions(&mut self, slow: DynamicLabel, grow: DynamicLabel, next: DynamicLabel) {
        let (l, to) = (self.l, self.to);
        dynasm!(self.asm ; .arch x64
            ; =>slow
            ; mov rsi, rax
            ; mov rax, QWORD self.shims.unify as i64
            ; jmp >function
            ; =>grow
            ; mov rsi, rax
            ; mov rax, QWORD self.shims.trail as i64
            ; function:
            ; push rdi
            ; push r9
            ; mov r9, [rsp + 24]
            ; call =>to.inner_shim
            ; pop r9
            ; pop rdi
            ; jz =>next
            ; mov rdi, [rbx + l.entries]
            ; mov r9, [rsp + 8]
            ; add rsp, 24
            ; jmp =>to.flow);
    }

    /// Dereferences `rax`.
    pub(super) fn deref_a(&mut self) {
        dynasm!(self.asm ; .arch x64
            ; test al, 6
            ; jnz >done
            ; again:
            ; mov rcx, rax
            ; and rcx, -8
            ; mov rcx, [r12 + rcx]
            ; cmp rcx, rax
            ; je >done
            ; mov rax, rcx
            ; test al, 6
            ; jz <again
            ; done:);
    }

    /// Dereferences `rdx`.
    pub(super) fn deref_d(&mut self) {
        dynasm!(self.asm ; .arch x64
            ; test dl, 6
            ; jnz >done
            ; again:
            ; mov rcx, rdx
            ; and rcx, -8
            ; mov rcx, [r12 + rcx]
            ; cmp rcx, rdx
            ; je >done
            ; mov rdx, rcx
            ; test dl, 6
            ; jz <again
            ; done:);
    }

    /// Dereferences `rax`, and continues at `var` if it is an unbound variable.
    pub(super) fn deref_or(&mut self, var: DynamicLabel) {
        dynasm!(self.asm ; .arch x64
            ; test al, 6
            ; jnz >done
            ; again:
            ; mov rcx, rax
            ; and rcx, -8
            ; mov rcx, [r12 + rcx]
            ; cmp rcx, rax
            ; je =>var
            ; mov rax, rcx
            ; test al, 6
            ; jz <again
            ; done:);
    }

    /// Binds the unbound variable `rax` to `rdx`, which is not a variable.
    pub(super) fn bind_to_d(&mut self) {
        let to = self.to;
        dynasm!(self.asm ; .arch x64
            ; test al, 1
            ; jnz >attributed
            ; mov [r12 + rax], rdx
            ; cmp rax, r10
            ; jae >done
            ; call =>to.trail
            ; jmp >done
            ; attributed:
            ; call =>to.bind
            ; done:);
    }

    /// Executes an instruction by its body, which has no jump.
    pub(super) fn body(&mut self, instr: &Instr, at: Code) {
        let to = self.to;
        let function = (self.shims.body)(instr);
        dynasm!(self.asm ; .arch x64
            ; mov rsi, QWORD at as i64
            ; mov rax, QWORD function as i64
            ; call =>to.shim
            ; jnz =>to.flow);
    }

    /// Continues at an instruction in the interpreter.
    pub(super) fn exit_at(&mut self, at: Code) {
        let to = self.to;
        dynasm!(self.asm ; .arch x64
            ; mov rax, QWORD at as i64
            ; jmp =>to.exit);
    }

    /// Loads `rax` with a constant.
    pub(super) fn load_a(&mut self, word: u64) {
        match i32::try_from(word as i64) {
            Ok(short) => dynasm!(self.asm ; .arch x64 ; mov rax, short),
            Err(_) => dynasm!(self.asm ; .arch x64 ; mov rax, QWORD word as i64),
        }
    }

    /// Loads `rdx` with a constant.
    pub(super) fn load_d(&mut self, word: u64) {
        match i32::try_from(word as i64) {
            Ok(short) => dynasm!(self.asm ; .arch x64 ; mov rdx, short),
            Err(_) => dynasm!(self.asm ; .arch x64 ; mov rdx, QWORD word as i64),
        }
    }

    /// Unifies `rax` with an atomic cell that is not boxed.
    pub(super) fn simple(&mut self, c: Cell) {
        let (var, done) = (self.label(), self.label());
        let to = self.to;
        self.load_d(c.bits());
        self.deref_or(var);
        dynasm!(self.asm ; .arch x64
            ; cmp rax, rdx
            ; jne =>to.fail
            ; jmp =>done
            ; =>var);
        self.bind_to_d();
        self.bind_label(done);
    }

    /// Jumps unless the processor's flags show that a comparison holds.
    pub(super) fn jump_unless(&mut self, op: CompareOp, to: DynamicLabel) {
        match op {
            CompareOp::Eq => dynasm!(self.asm ; .arch x64 ; jne =>to),
            CompareOp::Ne => dynasm!(self.asm ; .arch x64 ; je =>to),
            CompareOp::Lt => dynasm!(self.asm ; .arch x64 ; jge =>to),
            CompareOp::Le => dynasm!(self.asm ; .arch x64 ; jg =>to),
            CompareOp::Gt => dynasm!(self.asm ; .arch x64 ; jle =>to),
            CompareOp::Ge => dynasm!(self.asm ; .arch x64 ; jl =>to),
        }
    }

    /// Pushes a choice point without a position that saves `n` registers, and loads `rsi` with its address;
    /// environments begin above `rdx`. If there is no room, continues at `slow`.
    pub(super) fn push_choice(&mut self, n: u32, alternative: Code, slow: DynamicLabel) {
        let l = self.l;
        let args = field::ARGS as i32;
        let size = args + 8 * n as i32;
        dynasm!(self.asm ; .arch x64
            ; mov rax, [r8 + r11 + field::N as i32]
            ; lea rax, [r11 + rax * 8 + args]
            ; lea rcx, [rax + size + 64]
            ; cmp rcx, [rbx + l.choice_size]
            ; ja =>slow
            ; lea rsi, [r8 + rax]
            ; mov [rsi + field::ENV_TOP as i32], rdx
            ; mov [rsi + field::PREV as i32], r11
            ; mov r11, rax
            ; mov [rbx + l.b], rax
            ; mov r10, r13
            ; mov [rbx + l.hb], r13
            ; mov [rsi + field::H as i32], r13
            ; mov rax, [rbx + l.e]
            ; mov rcx, [rbx + l.cp]
            ; mov [rsi + field::E as i32], rax
            ; mov [rsi + field::CP as i32], rcx
            ; mov rax, [rbx + l.tr]
            ; mov rcx, [rbx + l.ext_mark]
            ; mov [rsi + field::TR as i32], rax
            ; mov [rsi + field::EXT as i32], rcx
            ; mov rax, QWORD alternative as i64
            ; mov [rsi + field::BP as i32], rax
            ; mov QWORD [rsi + field::N as i32], n as i32);
        for i in 0..n as i32 {
            dynasm!(self.asm ; .arch x64
                ; mov rax, [rbp + 8 * i]
                ; mov [rsi + args + 8 * i], rax);
        }
    }

    /// Pops the newest choice point.
    pub(super) fn pop_choice(&mut self) {
        let l = self.l;
        dynasm!(self.asm ; .arch x64
            ; mov r11, [r8 + r11 + field::PREV as i32]
            ; mov [rbx + l.b], r11
            ; mov r10, [r8 + r11 + field::H as i32]
            ; mov [rbx + l.hb], r10);
    }
}
