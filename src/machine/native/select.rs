//! Selection of clauses as machine code: switches on an argument, and chains whose guards and first instructions are
//! tested in line.

use super::x64::{Emitter, LOW, PACKED, STRING};
use crate::code::instr::{CompareOp, Instr};
use crate::machine::control::stacks::{COUNT_IN_SLOT, ENV_HEADER, field};
use crate::machine::database::code_block::plain;
use crate::machine::database::index::{Chain, SwitchTable};
use crate::machine::ops::native::address;
use crate::machine::{Cell, Code};
use dynasmrt::{DynamicLabel, DynasmApi, DynasmLabelApi, dynasm};

/// The largest number of clauses in a chain whose tests are in line.
const LONGEST: usize = 12;

/// The place at which code continues.
enum Target {
    Fails,
    /// At machine code.
    Native(u64),
    /// At an instruction.
    Code(Code),
}

fn target(code: Code) -> Target {
    // SAFETY: a target of a selection is an instruction of a clause, of a node, or of the machine itself.
    match unsafe { *code } {
        Instr::Fail {} => Target::Fails,
        Instr::Native { low, high } => Target::Native(address(low, high)),
        _ => Target::Code(code),
    }
}

impl Emitter {
    /// Goes on at a target.
    fn go_to(&mut self, code: Code) {
        let to = self.to;
        match target(code) {
            Target::Fails => dynasm!(self.asm ; .arch x64 ; jmp =>to.fail),
            Target::Native(at) => dynasm!(self.asm ; .arch x64
                ; mov rax, QWORD at as i64
                ; jmp rax),
            Target::Code(code) => dynasm!(self.asm ; .arch x64
                ; mov rax, QWORD code as i64
                ; jmp =>to.goto),
        }
    }

    /// A `switch_on_term` by this table, which stands at `at`.
    pub(super) fn switch(&mut self, table: &SwitchTable, at: Code) {
        let (list, number, structure) = (self.label(), self.label(), self.label());
        let boxed = self.label();
        let (var, other) = (self.label(), self.label());
        dynasm!(self.asm ; .arch x64 ; mov rax, [rbp + 8 * i32::from(table.arg)]);
        self.deref_or(var);
        dynasm!(self.asm ; .arch x64
            ; mov ecx, eax
            ; and ecx, 7
            ; cmp ecx, 2
            ; je =>list
            ; cmp ecx, 3
            ; je =>structure
            ; cmp ecx, 5
            ; ja =>boxed);
        let by_hash = !table.many.is_empty();
        if by_hash {
            self.by_body(&Instr::SwitchOnTerm { t: 0 }, at);
        } else {
            self.few(table, |key| key & 15 != 12, other);
        }
        self.bind_label(structure);
        if by_hash {
            self.by_body(&Instr::SwitchOnTerm { t: 0 }, at);
        } else {
            dynasm!(self.asm ; .arch x64 ; mov rax, [r12 + rax - 3]);
            self.few(table, |key| key & 15 == 12, other);
        }
        self.bind_label(boxed);
        dynasm!(self.asm ; .arch x64
            ; cmp ecx, STRING
            ; jne =>number
            ; bt rax, PACKED
            ; jc =>list);
        for (label, code) in [
            (number, table.boxed),
            (list, table.list),
            (var, table.var),
            (other, table.other),
        ] {
            self.bind_label(label);
            self.go_to(code);
        }
    }

    /// Compares `rax` with the keys of a table that `is_meant`.
    fn few(&mut self, table: &SwitchTable, is_meant: fn(u64) -> bool, other: DynamicLabel) {
        for &(key, code) in table.few.iter().filter(|(key, _)| is_meant(*key)) {
            let next = self.label();
            self.load_d(key);
            dynasm!(self.asm ; .arch x64 ; cmp rax, rdx ; jne =>next);
            self.go_to(code);
            self.bind_label(next);
        }
        dynasm!(self.asm ; .arch x64 ; jmp =>other);
    }

    /// Executes an instruction of selection by its body, and continues as it says.
    fn by_body(&mut self, instr: &Instr, at: Code) {
        let (l, to) = (self.l, self.to);
        self.body(instr, at);
        dynasm!(self.asm ; .arch x64
            ; mov rax, [rbx + l.p]
            ; jmp =>to.goto);
    }

    /// A `try_chain` at `at`. It finds the first clause whose tests do not exclude it, then the second one, which
    /// decides whether a choice point is needed. The alternative of a choice point before clause `i` is instruction
    /// `2 * i` at `retries`; returns the code for each.
    pub(super) fn chain(&mut self, chain: &Chain, at: Code, retries: Code) -> Vec<(usize, usize)> {
        let clauses = &chain.code[..chain.code.len() - 1];
        if clauses.len() > LONGEST {
            self.by_body(&Instr::TryChain { c: 0 }, at);
            return Vec::new();
        }
        let mut labels = |n: usize| -> Vec<DynamicLabel> { (0..n).map(|_| self.label()).collect() };
        let (firsts, enter) = (labels(clauses.len() + 1), labels(clauses.len()));
        let (seconds, slow) = (labels(clauses.len() + 1), self.label());
        for (i, &clause) in clauses.iter().enumerate() {
            self.bind_label(firsts[i]);
            self.exclusion(clause, firsts[i + 1], Some(clause));
            self.remember(enter[i], seconds[i + 1]);
        }
        self.bind_label(firsts[clauses.len()]);
        let fail = self.to.fail;
        dynasm!(self.asm ; .arch x64 ; jmp =>fail);
        for (i, &clause) in clauses.iter().enumerate().skip(1) {
            self.bind_label(seconds[i]);
            self.exclusion(clause, seconds[i + 1], None);
            // SAFETY: the block of retries has two instructions for each clause.
            let retry = unsafe { retries.add(2 * i) };
            self.choice(chain.arity, retry, &raw const chain.code[i], slow);
            dynasm!(self.asm ; .arch x64 ; jmp r9);
        }
        self.bind_label(seconds[clauses.len()]);
        dynasm!(self.asm ; .arch x64 ; jmp rsi);
        let found = self.retries(chain, &enter, retries);
        for (label, &clause) in enter.iter().zip(clauses) {
            self.bind_label(*label);
            self.go_to(clause);
        }
        self.bind_label(slow);
        self.by_body(&Instr::TryChain { c: 0 }, at);
        found
    }

    /// Continues at `next` with the address of `clause` in `rsi`.
    fn remember(&mut self, clause: DynamicLabel, next: DynamicLabel) {
        dynasm!(self.asm ; .arch x64
            ; lea rsi, [=>clause]
            ; jmp =>next);
    }

    /// The alternatives of the choice points of a chain: each enters its clause, and the next clause that is not
    /// excluded becomes the alternative. Returns the place of each in the block of retries, and its offset.
    fn retries(
        &mut self,
        chain: &Chain,
        enter: &[DynamicLabel],
        retries: Code,
    ) -> Vec<(usize, usize)> {
        let (l, n) = (self.l, chain.code.len() - 1);
        let nexts: Vec<DynamicLabel> = (0..=n).map(|_| self.label()).collect();
        let mut found = Vec::new();
        for i in 1..n {
            found.push((2 * i, self.asm.offset().0));
            self.remember(enter[i], nexts[i + 1]);
        }
        for i in 2..n {
            self.bind_label(nexts[i]);
            self.exclusion(chain.code[i], nexts[i + 1], None);
            // SAFETY: as in `chain`.
            let retry = unsafe { retries.add(2 * i) };
            let position = &raw const chain.code[i];
            dynasm!(self.asm ; .arch x64
                ; lea rdx, [r8 + r11]
                ; mov rax, QWORD retry as i64
                ; mov [rdx + field::BP as i32], rax
                ; mov rax, QWORD position as i64
                ; mov [rdx + field::POS as i32], rax
                ; mov rax, [rdx + field::PREV as i32]
                ; mov [rbx + l.b0], rax
                ; jmp rsi);
        }
        self.bind_label(nexts[n]);
        self.pop_choice();
        dynasm!(self.asm ; .arch x64
            ; mov [rbx + l.b0], r11
            ; jmp rsi);
        found
    }

    /// Pushes the choice point of a chain; the clause in `rsi` goes to `r9`.
    fn choice(&mut self, arity: u32, retry: Code, position: *const Code, slow: DynamicLabel) {
        let l = self.l;
        let header = ENV_HEADER as i32;
        dynasm!(self.asm ; .arch x64
            ; mov r9, rsi
            ; mov rax, [rbx + l.cp]
            ; movzx ecx, WORD [rax - 6]
            ; cmp ecx, i32::from(COUNT_IN_SLOT)
            ; je =>slow
            ; mov rsi, [rbx + l.e]
            ; lea rdx, [rsi + rcx * 8 + header]
            ; mov rcx, [r8 + r11 + field::ENV_TOP as i32]
            ; cmp rdx, rcx
            ; cmovb rdx, rcx);
        self.push_choice(arity, retry, slow);
        dynasm!(self.asm ; .arch x64
            ; mov rax, QWORD position as i64
            ; mov [rsi + field::POS as i32], rax);
    }

    /// Continues at `next` if the tests of a clause exclude it. If the clause is `commits` and its guard excludes the
    /// clauses after it, enters it.
    fn exclusion(&mut self, clause: Code, next: DynamicLabel, commits: Option<Code>) {
        // SAFETY: a clause begins with an instruction, and others follow a reference or a guard.
        let (first, after) = unsafe { (plain(clause), plain(plain(clause).add(1))) };
        let open = self.label();
        // SAFETY: as above.
        let tested = match unsafe { *first } {
            Instr::GuardCompare {
                op,
                a,
                b,
                free,
                plain,
                commits: is_last,
            } => {
                self.argument(a);
                self.integer_or(open);
                dynasm!(self.asm ; .arch x64 ; mov rdx, rax);
                self.argument(b);
                self.integer_or(open);
                dynasm!(self.asm ; .arch x64 ; cmp rdx, rax);
                self.decide(op, (free, plain), is_last, next, open, commits);
                after
            }
            Instr::GuardCompareInt {
                op,
                i,
                a,
                free,
                plain,
                commits: is_last,
            } => {
                self.argument(a);
                self.integer_or(open);
                let i = Cell::int(i.into()).bits() as i32;
                dynasm!(self.asm ; .arch x64 ; cmp rax, i);
                self.decide(op, (free, plain), is_last, next, open, commits);
                after
            }
            _ => first,
        };
        self.bind_label(open);
        // SAFETY: as above.
        self.refusal(unsafe { *tested }, next);
    }

    /// Loads `rax` with a register, dereferenced.
    fn argument(&mut self, a: u8) {
        dynasm!(self.asm ; .arch x64 ; mov rax, [rbp + 8 * i32::from(a)]);
        self.deref_a();
    }

    fn integer_or(&mut self, open: DynamicLabel) {
        dynasm!(self.asm ; .arch x64
            ; lea ecx, [rax - 5]
            ; test cl, 7
            ; jnz =>open);
    }

    /// The code after the comparison of a guard. The comparison decides only if the head binds no attributed
    /// variable.
    fn decide(
        &mut self,
        op: CompareOp,
        (free, plain): (u8, u8),
        is_last: bool,
        next: DynamicLabel,
        open: DynamicLabel,
        commits: Option<Code>,
    ) {
        let fails = self.label();
        self.jump_unless(op, fails);
        match commits {
            Some(clause) if is_last => {
                self.silent_or(free, plain, open);
                // SAFETY: a guard is not the last instruction.
                let body = unsafe { crate::machine::database::code_block::plain(clause).add(1) };
                self.go_to(body);
            }
            _ => dynasm!(self.asm ; .arch x64 ; jmp =>open),
        }
        self.bind_label(fails);
        self.silent_or(free, plain, open);
        dynasm!(self.asm ; .arch x64 ; jmp =>next);
    }

    /// Continues at `open` if the head of a clause with these registers may bind an attributed variable.
    fn silent_or(&mut self, free: u8, mut plain: u8, open: DynamicLabel) {
        if free != 0 {
            self.argument(free.trailing_zeros() as u8);
            dynasm!(self.asm ; .arch x64 ; test al, 7 ; jnz =>open);
        }
        while plain != 0 {
            let done = self.label();
            self.argument(plain.trailing_zeros() as u8);
            dynasm!(self.asm ; .arch x64 ; test al, 6 ; jnz =>done);
            if free != 0 {
                dynasm!(self.asm ; .arch x64 ; jmp =>open);
            } else {
                dynasm!(self.asm ; .arch x64 ; test al, 1 ; jnz =>open);
            }
            self.bind_label(done);
            plain &= plain - 1;
        }
    }

    /// Continues at `next` if this first instruction is certain to fail: see `ops/refuse.rs`.
    fn refusal(&mut self, first: Instr, next: DynamicLabel) {
        let open = self.label();
        match first {
            Instr::GetAtom { a, c } => self.refuses_simple(a, Cell::atom(c), next, open),
            Instr::GetInt { a, i } => self.refuses_simple(a, Cell::int(i.into()), next, open),
            Instr::GetValueX { x, a } => {
                dynasm!(self.asm ; .arch x64
                    ; mov rdx, [rbp + 8 * i32::from(x)]
                    ; mov rax, [rbp + 8 * i32::from(a)]);
                self.differs(next, open);
            }
            Instr::GetListValueVar { a, h, .. } => {
                let none = self.label();
                dynasm!(self.asm ; .arch x64 ; mov rax, [rbp + 8 * i32::from(a)]);
                self.deref_or(open);
                dynasm!(self.asm ; .arch x64
                    ; lea ecx, [rax - 2]
                    ; test cl, 7
                    ; jnz =>none
                    ; mov rax, [r12 + rax - 2]
                    ; mov rdx, [rbp + 8 * i32::from(h)]);
                self.differs(next, open);
                // A packed list is left to the clause, and so is a string.
                dynasm!(self.asm ; .arch x64
                    ; jmp =>open
                    ; =>none
                    ; and ecx, 7
                    ; cmp ecx, STRING - 2
                    ; jne =>next);
            }
            _ => {}
        }
        self.bind_label(open);
    }

    fn refuses_simple(&mut self, a: u16, c: Cell, next: DynamicLabel, open: DynamicLabel) {
        dynasm!(self.asm ; .arch x64 ; mov rax, [rbp + 8 * i32::from(a)]);
        self.deref_or(open);
        self.load_d(c.bits());
        dynasm!(self.asm ; .arch x64 ; cmp rax, rdx ; jne =>next);
    }

    /// Continues at `next` if `rax` and `rdx` are different by their tags, or atomic and different.
    fn differs(&mut self, next: DynamicLabel, open: DynamicLabel) {
        self.deref_d();
        dynasm!(self.asm ; .arch x64 ; test dl, 6 ; jz =>open);
        self.deref_or(open);
        dynasm!(self.asm ; .arch x64
            ; cmp rax, rdx
            ; je =>open
            ; mov ecx, eax
            ; xor ecx, edx
            ; test cl, LOW
            ; jnz =>next
            ; and eax, 6
            ; cmp eax, 4
            ; je =>next);
    }
}
