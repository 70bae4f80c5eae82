//! A clause as machine code: one template for each instruction that programs run most, the instruction's body for the
//! others.
//!
//! Nothing here polls: where a call or a cut has to, machine code ends before it, and the interpreter goes on. So no
//! collection happens below a frame of machine code.

use super::x64::Emitter;
use crate::code::instr::{Class, CompareOp, Instr, OrderOp, TypeTest};
use crate::code::pred::PredId;
use crate::machine::control::stacks::{COUNT_IN_SLOT, ENV_HEADER, field};
use crate::machine::{Cell, Code};
use dynasmrt::{DynamicLabel, DynasmApi, DynasmLabelApi, dynasm};

/// A clause that becomes machine code.
pub(super) struct ClauseSource<'c> {
    pub(super) code: &'c [Instr],
    /// The address at which the interpreter will find the code.
    pub(super) base: Code,
}

/// Code that stands after the clause, because it is run rarely.
pub(super) enum Late {
    /// The body of instruction `i`, then back to a label.
    Body {
        label: DynamicLabel,
        i: usize,
        back: DynamicLabel,
    },
    /// The body of test `i`, then on to a label or where the test jumps.
    Test {
        label: DynamicLabel,
        i: usize,
        on: DynamicLabel,
    },
    /// The interpreter goes on at instruction `i`.
    Exit { label: DynamicLabel, i: usize },
    /// The arguments of a head compound from instruction `i` on, in write mode.
    Write {
        label: DynamicLabel,
        compound: usize,
        back: DynamicLabel,
    },
}

/// The translation of one clause.
pub(super) struct ClauseEmitter<'e, 'c> {
    pub(super) e: &'e mut Emitter,
    pub(super) source: ClauseSource<'c>,
    /// The label of each instruction.
    pub(super) labels: Vec<DynamicLabel>,
    pub(super) late: Vec<Late>,
    /// The places of references to machine code, with the offset of what they refer to.
    pub(super) places: Vec<(usize, usize)>,
}

impl ClauseEmitter<'_, '_> {
    /// The address of instruction `i`.
    pub(super) fn address(&self, i: usize) -> Code {
        // SAFETY: inside the code of the clause, or at its end.
        unsafe { self.source.base.add(i) }
    }

    pub(super) fn load(&mut self, x: u16) {
        let at = 8 * i32::from(x);
        dynasm!(self.e.asm ; .arch x64 ; mov rax, [rbp + at]);
    }

    pub(super) fn load_second(&mut self, x: u16) {
        let at = 8 * i32::from(x);
        dynasm!(self.e.asm ; .arch x64 ; mov rdx, [rbp + at]);
    }

    pub(super) fn store(&mut self, x: u16) {
        let at = 8 * i32::from(x);
        dynasm!(self.e.asm ; .arch x64 ; mov [rbp + at], rax);
    }

    pub(super) fn load_y(&mut self, y: u16) {
        let at = slot(y);
        dynasm!(self.e.asm ; .arch x64 ; mov rax, [r14 + at]);
    }

    pub(super) fn store_y(&mut self, y: u16) {
        let at = slot(y);
        dynasm!(self.e.asm ; .arch x64 ; mov [r14 + at], rax);
    }

    /// A new variable in `rax`.
    fn new_var(&mut self) {
        dynasm!(self.e.asm ; .arch x64
            ; mov rax, r13
            ; mov [r12 + r13], rax
            ; add r13, 8);
    }

    /// Appends `rax` to the heap.
    fn push(&mut self) {
        dynasm!(self.e.asm ; .arch x64
            ; mov [r12 + r13], rax
            ; add r13, 8);
    }

    /// The label of code that executes instruction `i` by its body, and then goes on after it.
    fn slow(&mut self, i: usize) -> DynamicLabel {
        let (label, back) = (self.e.label(), self.labels[i + 1]);
        self.late.push(Late::Body { label, i, back });
        label
    }

    /// The label of code that leaves instruction `i` to the interpreter.
    fn exit(&mut self, i: usize) -> DynamicLabel {
        let label = self.e.label();
        self.late.push(Late::Exit { label, i });
        label
    }

    /// Leaves instruction `i` to the interpreter if calls have to poll.
    fn check_signal(&mut self, i: usize) {
        let exit = self.exit(i);
        dynasm!(self.e.asm ; .arch x64
            ; cmp r13, [r15]
            ; jae =>exit);
    }

    /// The label that a test of instruction `i` goes to if it fails.
    fn otherwise(&self, i: usize, els: i32) -> DynamicLabel {
        match els {
            0 => self.e.to.fail,
            _ => self.labels[(i as i64 + i64::from(els)) as usize],
        }
    }

    fn instruction(&mut self, i: usize) -> usize {
        match self.source.code[i] {
            Instr::GetList { .. } | Instr::GetStructure { .. } => return self.compound(i),
            Instr::Native { .. } => {
                let at = self.e.asm.offset().0;
                self.places.push((i, at));
            }
            Instr::GuardCompare { .. } | Instr::GuardCompareInt { .. } => {}
            Instr::NoteIs { .. } | Instr::NoteComparison { .. } => {}
            _ => {
                if !self.move_or_put(i)
                    && !self.head(i)
                    && !self.control(i)
                    && !self.test(i)
                    && !self.arithmetic(i)
                {
                    self.default(i);
                }
            }
        }
        i + 1
    }

    /// The body of an instruction; where it goes on elsewhere, so does machine code.
    fn default(&mut self, i: usize) {
        let instr = self.source.code[i];
        let (at, next) = (self.address(i), self.address(i + 1));
        if matches!(instr.class(), Class::Poll) {
            return self.check_signal(i);
        }
        self.e.body(&instr, at);
        let plain = matches!(
            instr.class(),
            Class::Plain
                | Class::BodyCompound
                | Class::BodyArgument
                | Class::Allocate
                | Class::Deallocate
                | Class::Try
                | Class::Retry
                | Class::Trust
                | Class::Level
        );
        if plain {
            return;
        }
        let (goto, p) = (self.e.to.goto, self.e.l.p);
        dynasm!(self.e.asm ; .arch x64
            ; mov rax, [rbx + p]
            ; mov rcx, QWORD next as i64
            ; cmp rax, rcx
            ; jne =>goto);
    }

    fn move_or_put(&mut self, i: usize) -> bool {
        let pair = |a: u8, b: u8| (u16::from(a), u16::from(b));
        match self.source.code[i] {
            Instr::GetVariableX { x, a } => self.move_x(a, x),
            Instr::PutValueX { x, a } => self.move_x(x, a),
            Instr::PutValuesX2 { x, a, z, b } => self.moves_x(&[pair(x, a), pair(z, b)]),
            Instr::PutValuesX3 { x, a, z, b, w, c } => {
                self.moves_x(&[pair(x, a), pair(z, b), pair(w, c)])
            }
            Instr::GetVariableY { y, a } => self.save(&[(y, a)]),
            Instr::GetVariablesY2 { y, a, z, b } => self.save(&[pair(y, a), pair(z, b)]),
            Instr::GetVariablesY3 { y, a, z, b, w, c } => {
                self.save(&[pair(y, a), pair(z, b), pair(w, c)])
            }
            Instr::PutValueY { y, a } => self.restore(&[(y, a)]),
            Instr::PutValuesY2 { y, a, z, b } => self.restore(&[pair(y, a), pair(z, b)]),
            Instr::PutValuesY3 { y, a, z, b, w, c } => {
                self.restore(&[pair(y, a), pair(z, b), pair(w, c)])
            }
            Instr::PutVariableX { x, a } => {
                self.new_var();
                self.store(x);
                self.store(a);
            }
            Instr::PutVariableY { y, a } => {
                self.new_var();
                self.store_y(y);
                self.store(a);
            }
            Instr::InitY { y } | Instr::SetVariableY { y } => {
                self.new_var();
                self.store_y(y);
            }
            Instr::SetVariableX { x } => {
                self.new_var();
                self.store(x);
            }
            _ => return self.put(i),
        }
        true
    }

    fn put(&mut self, i: usize) -> bool {
        match self.source.code[i] {
            Instr::PutAtom { a, c } => {
                self.e.load_a(Cell::atom(c).bits());
                self.store(a);
            }
            Instr::PutInt { a, i } => {
                self.e.load_a(Cell::int(i.into()).bits());
                self.store(a);
            }
            Instr::PutList { a } => {
                dynasm!(self.e.asm ; .arch x64 ; lea rax, [r13 + 2]);
                self.store(a);
            }
            Instr::PutStructure { n, a, f } if n < u8::MAX => {
                dynasm!(self.e.asm ; .arch x64 ; lea rax, [r13 + 3]);
                self.store(a);
                self.e.load_a(Cell::functor(f, n.into()).bits());
                self.push();
            }
            Instr::SetValueX { x } => self.set(&[x]),
            Instr::SetValuesX2 { x, z } => self.set(&[x.into(), z.into()]),
            Instr::SetValuesX3 { x, z, w } => self.set(&[x.into(), z.into(), w.into()]),
            Instr::SetValueY { y } => {
                self.load_y(y);
                self.push();
            }
            Instr::SetAtom { c } => {
                self.e.load_a(Cell::atom(c).bits());
                self.push();
            }
            Instr::SetInt { i } => {
                self.e.load_a(Cell::int(i.into()).bits());
                self.push();
            }
            Instr::SetVoid { n } if n <= 4 => (0..n).for_each(|_| self.new_var()),
            _ => return false,
        }
        true
    }

    fn move_x(&mut self, from: u16, to: u16) {
        if from != to {
            self.load(from);
            self.store(to);
        }
    }

    fn moves_x(&mut self, pairs: &[(u16, u16)]) {
        pairs.iter().for_each(|&(from, to)| self.move_x(from, to));
    }

    fn save(&mut self, pairs: &[(u16, u16)]) {
        for &(y, a) in pairs {
            self.load(a);
            self.store_y(y);
        }
    }

    fn restore(&mut self, pairs: &[(u16, u16)]) {
        for &(y, a) in pairs {
            self.load_y(y);
            self.store(a);
        }
    }

    fn set(&mut self, xs: &[u16]) {
        for &x in xs {
            self.load(x);
            self.push();
        }
    }
}

/// The offset of a slot from the environment.
pub(super) fn slot(y: u16) -> i32 {
    ENV_HEADER as i32 + 8 * i32::from(y)
}

impl ClauseEmitter<'_, '_> {
    fn control(&mut self, i: usize) -> bool {
        let l = self.e.l;
        match self.source.code[i] {
            Instr::Allocate { n } => self.allocate(i, n),
            Instr::Deallocate {} => dynasm!(self.e.asm ; .arch x64
                ; mov rax, [r14 + 8]
                ; mov [rbx + l.cp], rax
                ; mov rax, [r14]
                ; mov [rbx + l.e], rax
                ; mov r14, [rbx + l.env_base]
                ; add r14, rax),
            Instr::Call { p, .. } => {
                self.check_signal(i);
                let next = self.address(i + 1);
                self.e.load_a(next as u64);
                dynasm!(self.e.asm ; .arch x64 ; mov [rbx + l.cp], rax);
                self.go(p);
            }
            Instr::Execute { p } => {
                self.check_signal(i);
                self.go(p);
            }
            Instr::Proceed {} => {
                self.check_signal(i);
                let goto = self.e.to.goto;
                dynasm!(self.e.asm ; .arch x64
                    ; mov rax, [rbx + l.cp]
                    ; jmp =>goto);
            }
            Instr::Jump { to } => {
                let to = self.labels[(i as i64 + i64::from(to)) as usize];
                dynasm!(self.e.asm ; .arch x64 ; jmp =>to);
            }
            Instr::Fail {} => {
                let fail = self.e.to.fail;
                dynasm!(self.e.asm ; .arch x64 ; jmp =>fail);
            }
            Instr::GetLevel { y } => {
                dynasm!(self.e.asm ; .arch x64 ; mov rax, [rbx + l.b0] ; shl rax, 3 ; or rax, 5);
                self.store_y(y);
            }
            Instr::MarkChoice { y } => {
                dynasm!(self.e.asm ; .arch x64 ; mov rax, r11 ; shl rax, 3 ; or rax, 5);
                self.store_y(y);
            }
            Instr::NeckCut { .. } => {
                dynasm!(self.e.asm ; .arch x64 ; mov rax, [rbx + l.b0]);
                self.cut(i);
            }
            Instr::Cut { y, .. } => {
                self.load_y(y);
                dynasm!(self.e.asm ; .arch x64 ; shr rax, 3);
                self.cut(i);
            }
            Instr::RetryElse { els, .. } => {
                let to = self.address((i as i64 + i64::from(els)) as usize);
                self.e.load_a(to as u64);
                dynasm!(self.e.asm ; .arch x64 ; mov [r8 + r11 + field::BP as i32], rax);
            }
            Instr::TrustElse { .. } => self.pop_choice(),
            Instr::TryElse { n, els } => self.try_else(i, n, els),
            _ => return false,
        }
        true
    }

    /// Calls a predicate.
    fn go(&mut self, p: PredId) {
        let (l, goto) = (self.e.l, self.e.to.goto);
        dynasm!(self.e.asm ; .arch x64
            ; inc QWORD [rbx + l.inferences]
            ; mov [rbx + l.b0], r11
            ; mov rax, [rdi + 8 * p.0 as i32]
            ; jmp =>goto);
    }

    /// Pops the newest choice point.
    fn pop_choice(&mut self) {
        let l = self.e.l;
        dynasm!(self.e.asm ; .arch x64
            ; mov r11, [r8 + r11 + field::PREV as i32]
            ; mov [rbx + l.b], r11
            ; mov r10, [r8 + r11 + field::H as i32]
            ; mov [rbx + l.hb], r10);
    }

    /// Cuts to the level in `rax`.
    fn cut(&mut self, i: usize) {
        let l = self.e.l;
        let (exit, done) = (self.exit(i), self.e.label());
        dynasm!(self.e.asm ; .arch x64
            ; cmp r13, [r15]
            ; jae =>exit
            ; cmp rax, r11
            ; je =>done
            ; cmp QWORD [rbx + l.cleanups], 0
            ; jne =>exit
            ; mov r11, rax
            ; mov [rbx + l.b], rax
            ; mov r10, [r8 + rax + field::H as i32]
            ; mov [rbx + l.hb], r10
            ; =>done);
    }

    /// Loads `rdx` with the start of a new environment, for which `E` with `own` bytes in use and the newest choice point
    /// make no room.
    fn above_choices(&mut self) {
        dynasm!(self.e.asm ; .arch x64
            ; mov rcx, [r8 + r11 + field::ENV_TOP as i32]
            ; cmp rdx, rcx
            ; cmovb rdx, rcx);
    }

    fn allocate(&mut self, i: usize, n: u16) {
        let l = self.e.l;
        let slow = self.slow(i);
        let header = ENV_HEADER as i32;
        let words = header + 8 * i32::from(n) + 64;
        dynasm!(self.e.asm ; .arch x64
            ; mov rax, [rbx + l.cp]
            ; movzx ecx, WORD [rax - 6]
            ; cmp ecx, i32::from(COUNT_IN_SLOT)
            ; je =>slow
            ; mov rsi, [rbx + l.e]
            ; lea rdx, [rsi + rcx * 8 + header]);
        self.above_choices();
        dynasm!(self.e.asm ; .arch x64
            ; lea rcx, [rdx + words]
            ; cmp rcx, [rbx + l.env_size]
            ; ja =>slow
            ; mov [rbx + l.e], rdx
            ; mov r14, [rbx + l.env_base]
            ; add r14, rdx
            ; mov [r14], rsi
            ; mov [r14 + 8], rax);
    }

    fn try_else(&mut self, i: usize, n: u16, els: i32) {
        let l = self.e.l;
        let slow = self.slow(i);
        let own = slot(n);
        let to = self.address((i as i64 + i64::from(els)) as usize);
        dynasm!(self.e.asm ; .arch x64
            ; mov rdx, [rbx + l.e]
            ; add rdx, own);
        self.above_choices();
        self.e.push_choice(0, to, slow);
        dynasm!(self.e.asm ; .arch x64 ; mov QWORD [rsi + field::POS as i32], 0);
    }

    fn head(&mut self, i: usize) -> bool {
        let (unify, fail) = (self.e.to.unify, self.e.to.fail);
        match self.source.code[i] {
            Instr::GetValueX { x, a } => {
                self.load(x);
                self.load_second(a);
                dynasm!(self.e.asm ; .arch x64 ; call =>unify);
            }
            Instr::GetValueY { y, a } => {
                self.load_y(y);
                self.load_second(a);
                dynasm!(self.e.asm ; .arch x64 ; call =>unify);
            }
            Instr::GetAtom { a, c } => {
                self.load(a);
                self.e.simple(Cell::atom(c));
            }
            Instr::GetInt { a, i } => {
                self.load(a);
                self.e.simple(Cell::int(i.into()));
            }
            Instr::GetListVars { a, h, t } => {
                let (var, done) = (self.e.label(), self.e.label());
                self.load(a);
                self.e.deref_or(var);
                dynasm!(self.e.asm ; .arch x64
                    ; lea ecx, [rax - 2]
                    ; test cl, 7
                    ; jnz =>fail
                    ; mov rcx, [r12 + rax - 2]
                    ; mov rdx, [r12 + rax + 6]
                    ; mov [rbp + 8 * i32::from(h)], rcx
                    ; mov [rbp + 8 * i32::from(t)], rdx
                    ; jmp =>done
                    ; =>var
                    ; lea rcx, [r13 + 8]
                    ; lea rdx, [r13 + 2]
                    ; mov [r12 + r13], r13
                    ; mov [r12 + r13 + 8], rcx
                    ; mov [rbp + 8 * i32::from(h)], r13
                    ; mov [rbp + 8 * i32::from(t)], rcx
                    ; add r13, 16);
                self.e.bind_to_d();
                self.e.bind_label(done);
            }
            Instr::GetListValueVar { a, h, t } => self.list_value_var(a, h, t),
            _ => return false,
        }
        true
    }

    fn list_value_var(&mut self, a: u16, h: u16, t: u16) {
        let (unify, fail) = (self.e.to.unify, self.e.to.fail);
        let (var, done) = (self.e.label(), self.e.label());
        self.load(a);
        self.e.deref_or(var);
        dynasm!(self.e.asm ; .arch x64
            ; lea ecx, [rax - 2]
            ; test cl, 7
            ; jnz =>fail
            ; mov rdx, [r12 + rax - 2]
            ; mov rcx, [r12 + rax + 6]
            ; mov rax, [rbp + 8 * i32::from(h)]
            ; mov [rbp + 8 * i32::from(t)], rcx
            ; call =>unify
            ; jmp =>done
            ; =>var
            ; mov rcx, [rbp + 8 * i32::from(h)]
            ; mov [r12 + r13], rcx
            ; lea rcx, [r13 + 8]
            ; mov [r12 + r13 + 8], rcx
            ; mov [rbp + 8 * i32::from(t)], rcx
            ; lea rdx, [r13 + 2]
            ; add r13, 16);
        self.e.bind_to_d();
        self.e.bind_label(done);
    }
}

impl ClauseEmitter<'_, '_> {
    /// Loads `rax` with the small integer in a register; other values are left to the code at `slow`.
    fn small(&mut self, a: u16, slow: DynamicLabel) {
        self.load(a);
        self.e.deref_a();
        dynasm!(self.e.asm ; .arch x64
            ; lea ecx, [rax - 5]
            ; test cl, 7
            ; jnz =>slow);
    }

    /// Loads `rax` and `rdx` with the small integers in two registers.
    fn both_small(&mut self, a: u16, b: u16, slow: DynamicLabel) {
        self.small(a, slow);
        self.load_second(b);
        self.e.deref_d();
        dynasm!(self.e.asm ; .arch x64
            ; lea ecx, [rdx - 5]
            ; test cl, 7
            ; jnz =>slow);
    }

    fn arithmetic(&mut self, i: usize) -> bool {
        let slow = match self.source.code[i] {
            Instr::Add { .. } | Instr::Sub { .. } | Instr::Mul { .. } | Instr::AddInt { .. } => {
                self.slow(i)
            }
            Instr::Eval { d, a } => {
                let slow = self.slow(i);
                self.small(a, slow);
                self.store(d);
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

    fn test(&mut self, i: usize) -> bool {
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
        if els == 0 {
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
        // Two terms are compared by the body only if both are compounds or both are boxes.
        dynasm!(self.e.asm ; .arch x64
            ; cmp rax, rdx
            ; je =>same
            ; mov ecx, eax
            ; xor ecx, edx
            ; test cl, 7
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
            }
            TypeTest::Compound => {
                a_tag(self);
                dynasm!(self.e.asm ; .arch x64 ; and eax, 6 ; cmp eax, 2 ; jne =>otherwise);
            }
            TypeTest::Number => {
                a_tag(self);
                dynasm!(self.e.asm ; .arch x64 ; and eax, 7 ; sub eax, 5 ; cmp eax, 1 ; ja =>otherwise);
            }
            TypeTest::Callable => {
                a_tag(self);
                dynasm!(self.e.asm ; .arch x64 ; and eax, 7 ; sub eax, 2 ; cmp eax, 2 ; ja =>otherwise);
            }
            TypeTest::Integer => {
                let slow = self.slow_test(i, els);
                a_tag(self);
                dynasm!(self.e.asm ; .arch x64
                    ; and eax, 7 ; cmp eax, 5 ; je =>on ; cmp eax, 6 ; je =>slow ; jmp =>otherwise);
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

    /// Emits what stands after the clause.
    fn late_code(&mut self) {
        while let Some(late) = self.late.pop() {
            match late {
                Late::Test { label, i, on } => {
                    self.e.bind_label(label);
                    let (instr, at, next) =
                        (self.source.code[i], self.address(i), self.address(i + 1));
                    let (otherwise, p) = (self.otherwise(i, test_jump(&instr)), self.e.l.p);
                    self.e.body(&instr, at);
                    self.e.load_a(next as u64);
                    dynasm!(self.e.asm ; .arch x64
                        ; cmp rax, [rbx + p]
                        ; je =>on
                        ; jmp =>otherwise);
                }
                Late::Body { label, i, back } => {
                    self.e.bind_label(label);
                    let (instr, at) = (self.source.code[i], self.address(i));
                    self.e.body(&instr, at);
                    dynasm!(self.e.asm ; .arch x64 ; jmp =>back);
                }
                Late::Exit { label, i } => {
                    self.e.bind_label(label);
                    self.e.exit_at(self.address(i));
                }
                Late::Write {
                    label,
                    compound,
                    back,
                } => self.write_compound(label, compound, back),
            }
        }
    }
}

/// The jump of a test.
fn test_jump(instr: &Instr) -> i32 {
    match *instr {
        Instr::Test { els, .. } => els,
        Instr::Compare { els, .. }
        | Instr::CompareInt { els, .. }
        | Instr::Order { els, .. }
        | Instr::NotUnify { els, .. } => els.into(),
        _ => 0,
    }
}

/// Returns true if there is a translation of an instruction.
pub(super) fn is_translated(instr: &Instr) -> bool {
    !matches!(instr.class(), Class::Entry)
        && !matches!(
            instr,
            Instr::GetStructure { n: u8::MAX, .. } | Instr::UnifyStructure { n: u8::MAX, .. }
        )
}

/// Emits a clause. Returns the places of references in its code, with the offsets of what they refer to.
pub(super) fn emit(e: &mut Emitter, source: ClauseSource<'_>) -> Vec<(usize, usize)> {
    let labels = (0..=source.code.len()).map(|_| e.label()).collect();
    let mut clause = ClauseEmitter {
        e,
        labels,
        source,
        late: Vec::new(),
        places: Vec::new(),
    };
    let mut i = 0;
    while i < clause.source.code.len() {
        let label = clause.labels[i];
        clause.e.bind_label(label);
        i = clause.instruction(i);
    }
    let end = clause.labels[i];
    clause.e.bind_label(end);
    let fail = clause.e.to.fail;
    dynasm!(clause.e.asm ; .arch x64 ; jmp =>fail);
    clause.late_code();
    clause.places
}

/// Jumps for comparisons.
impl Emitter {
    /// Jumps unless the flags say that a comparison holds.
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

    /// Pushes a choice point without a position, whose address is then in `rsi`, that saves `n` registers; environments
    /// begin above `rdx`. Without room, goes on at `slow`.
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
}
