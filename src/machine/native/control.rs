//! Calls, environments, cuts, and choice points inside a clause.

use super::clause::{ClauseEmitter, KnownEntry, slot};
use super::x64::opcode;
use crate::code::instr::Instr;
use crate::code::pred::PredId;
use crate::machine::control::stacks::{COUNT_IN_SLOT, ENV_HEADER, field};
use crate::machine::database::clause::Clause;
use crate::machine::{Extension, Machine};
use dynasmrt::{DynasmApi, DynasmLabelApi, dynasm};

impl ClauseEmitter<'_, '_> {
    pub(super) fn control(&mut self, i: usize) -> bool {
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
                if self.go(p) {
                    let goto = self.e.to.goto;
                    dynasm!(self.e.asm ; .arch x64
                        ; mov rax, [rbx + l.cp]
                        ; jmp =>goto);
                }
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
            _ => return self.choice_control(i),
        }
        true
    }

    /// Cuts, and choice points inside a clause. Returns true if instruction `i` is one of them.
    fn choice_control(&mut self, i: usize) -> bool {
        let l = self.e.l;
        match self.source.code[i] {
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
            Instr::TrustElse { .. } => self.e.pop_choice(),
            Instr::TryElse { n, els } => self.try_else(i, n, els),
            _ => return false,
        }
        true
    }

    /// Calls a predicate. Returns true if the machine code that follows is reached: a builtin has been called.
    fn go(&mut self, p: PredId) -> bool {
        let (l, goto) = (self.e.l, self.e.to.goto);
        dynasm!(self.e.asm ; .arch x64
            ; inc QWORD [rbx + l.inferences]
            ; mov [rbx + l.b0], r11);
        let known = self.source.known.iter().find(|k| k.pred == p);
        let steps = known.map_or_else(Vec::new, |k| k.steps.clone());
        // An entry that has changed since is followed by the interpreter.
        for &(pred, at, ref instr) in &steps {
            dynasm!(self.e.asm ; .arch x64
                ; mov rax, [rdi + 8 * pred.0 as i32]
                ; mov rcx, QWORD at as i64
                ; cmp rax, rcx
                ; jne =>goto
                ; cmp BYTE [rax], opcode(instr) as i8
                ; jne =>goto
                ; cmp DWORD [rax + 4], target(instr) as i32
                ; jne =>goto);
        }
        let to = match steps.last() {
            Some(&(_, at, ref instr @ Instr::Builtin { .. })) => {
                self.e.body(instr, at);
                // SAFETY: `proceed` stands after the instruction.
                let poll = self.exit_at(unsafe { at.add(1) });
                dynasm!(self.e.asm ; .arch x64
                    ; cmp r13, [r15]
                    ; jae =>poll);
                return true;
            }
            Some(&(_, _, Instr::Alias { to })) => to,
            _ => p,
        };
        dynasm!(self.e.asm ; .arch x64
            ; mov rax, [rdi + 8 * to.0 as i32]
            ; jmp =>goto);
        false
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

    /// Raises `rdx`, the end of the environment `E`, to the end of the environments that the newest choice point
    /// protects: a new environment starts there.
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
}

/// The longest chain of aliases that a call follows.
const MOST_ALIASES: usize = 4;

/// The number in the second half of an instruction at an entry: of a predicate or of a builtin.
fn target(instr: &Instr) -> u32 {
    match *instr {
        Instr::Alias { to } => to.0,
        Instr::Builtin { b } => b,
        _ => 0,
    }
}

impl<X: Extension> Machine<X> {
    /// The predicates that a clause calls which are builtins or aliases.
    pub(super) fn known_entries(&self, clause: &Clause) -> Vec<KnownEntry> {
        let called = clause.code().iter().filter_map(|instr| match *instr {
            Instr::Call { p, .. } | Instr::Execute { p } => Some(p),
            _ => None,
        });
        called.filter_map(|p| self.entry_of_call(p)).collect()
    }

    fn entry_of_call(&self, pred: PredId) -> Option<KnownEntry> {
        let mut steps = Vec::new();
        let mut last = pred;
        loop {
            let at = self.db.entries[last.0 as usize];
            // SAFETY: an entry is the address of an instruction.
            let instr = unsafe { *at };
            match instr {
                Instr::Alias { to } if steps.len() < MOST_ALIASES => {
                    steps.push((last, at, instr));
                    last = to;
                }
                // SAFETY: the instruction is not the last one of its code.
                Instr::Builtin { .. } if matches!(unsafe { *at.add(1) }, Instr::Proceed {}) => {
                    steps.push((last, at, instr));
                    break;
                }
                _ => break,
            }
        }
        (!steps.is_empty()).then_some(KnownEntry { pred, steps })
    }
}
