//! Selection of clauses as machine code: switches on an argument, and chains whose guards and first instructions are
//! tested in line.

use super::assembler::{A, B, C, CHOICES, Condition, D, HEAP, MACHINE, S, T, X, ahead};
use super::routines::{Emitter, LOW, PACKED, STRING};
use super::typed_entry::TypedEntry;
use crate::code::instr::{CompareOp, Instr};
use crate::machine::control::stacks::{COUNT_IN_SLOT, ENV_HEADER, field};
use crate::machine::database::code_block::plain;
use crate::machine::database::index::{Chain, SwitchTable};
use crate::machine::ops::native::address;
use crate::machine::{Cell, Code};
use dynasmrt::DynamicLabel;

/// The largest number of clauses in a chain whose tests are in line.
const LONGEST: usize = 64;

/// The largest number of keys of a switch that are compared in line.
const MOST_KEYS: usize = 256;

/// The largest number of keys that are compared one after the other.
const FEW_KEYS: usize = 4;

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
            Target::Fails => {
                self.asm.jump(to.fail);
            }
            Target::Native(at) => {
                self.asm.constant(A, at).jump_to(A);
            }
            Target::Code(code) => {
                self.asm.constant(A, code as u64).jump(to.goto);
            }
        }
    }

    /// Goes on at a target that a switch selects by the type of an argument, which is in `A`.
    fn go_to_typed(&mut self, code: Code, register: u16) {
        if let Target::Native(at) = target(code)
            // SAFETY: a switch selects clauses and further selections.
            && let Some(at) = unsafe { TypedEntry::address(at, register) }
        {
            self.asm.constant(C, at).jump_to(C);
        } else {
            self.go_to(code);
        }
    }

    /// A `switch_on_term` by this table, which stands at `at`.
    pub(super) fn switch(&mut self, table: &SwitchTable, at: Code) {
        let (list, number, structure) = (self.label(), self.label(), self.label());
        let (boxed, packed) = (self.label(), self.label());
        let (var, other) = (self.label(), self.label());
        // Most switches are on lists, which need not be dereferenced.
        let place = X.at(8 * i32::from(table.arg));
        self.asm
            .load(A, place)
            .address(C, A.at(-2))
            .test(C, 7)
            .jump_if(Condition::NotEqual, ahead("others"));
        self.bind_label(list);
        self.go_to_typed(table.list, table.arg);
        self.asm.here("others");
        self.follow(A, var, ahead("done"));
        self.asm
            .store(place, A)
            .here("done")
            .copy(C, A)
            .and_constant(C, 7)
            .compare_constant(C, 2)
            .jump_if(Condition::Equal, list)
            .compare_constant(C, 3)
            .jump_if(Condition::Equal, structure)
            .compare_constant(C, 5)
            .jump_if(Condition::Above, boxed);
        let by_hash = table.many.len() > MOST_KEYS;
        let many = table.many.iter().map(|(key, code)| (*key, *code));
        let mut keys: Vec<(u64, Code)> = table.few.iter().copied().chain(many).collect();
        keys.sort_unstable_by_key(|k| k.0);
        let (functors, atomic): (Vec<_>, Vec<_>) = keys.iter().partition(|k| k.0 & 15 == 12);
        if by_hash {
            self.by_body(&Instr::SwitchOnTerm { t: 0 }, at);
        } else {
            self.asm.copy(C, A);
            self.keys(&atomic, table.arg, other);
        }
        self.bind_label(structure);
        if by_hash {
            self.by_body(&Instr::SwitchOnTerm { t: 0 }, at);
        } else {
            self.asm.load(C, HEAP.plus(A).at(-3));
            self.keys(&functors, table.arg, other);
        }
        self.bind_label(boxed);
        self.asm
            .compare_constant(C, STRING)
            .jump_if(Condition::NotEqual, number)
            .jump_if_bit(A, PACKED, packed);
        for (label, code) in [
            (number, table.boxed),
            (packed, table.list),
            (var, table.var),
            (other, table.other),
        ] {
            self.bind_label(label);
            self.go_to(code);
        }
    }

    /// Finds `C`, the term in `A` or its functor, among sorted keys.
    fn keys(&mut self, keys: &[(u64, Code)], register: u16, other: DynamicLabel) {
        if keys.len() > FEW_KEYS {
            let (below, above) = keys.split_at(keys.len() / 2);
            let upper = self.label();
            self.load_d(above[0].0);
            self.asm
                .compare(C, D)
                .jump_if(Condition::AboveOrEqual, upper);
            self.keys(below, register, other);
            self.bind_label(upper);
            return self.keys(above, register, other);
        }
        for &(key, code) in keys {
            let next = self.label();
            self.load_d(key);
            self.asm.compare(C, D).jump_if(Condition::NotEqual, next);
            self.go_to_typed(code, register);
            self.bind_label(next);
        }
        self.asm.jump(other);
    }

    /// Executes an instruction of selection by its body, and continues as it says.
    fn by_body(&mut self, instr: &Instr, at: Code) {
        let (l, to) = (self.l, self.to);
        self.body(instr, at);
        self.asm.load(A, MACHINE.at(l.p)).jump(to.goto);
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
        self.asm.jump(fail);
        for (i, &clause) in clauses.iter().enumerate().skip(1) {
            self.bind_label(seconds[i]);
            self.exclusion(clause, seconds[i + 1], None);
            // SAFETY: the block of retries has two instructions for each clause.
            let retry = unsafe { retries.add(2 * i) };
            self.choice(chain.arity, retry, &raw const chain.code[i], slow);
            self.asm.jump_to(S);
        }
        self.bind_label(seconds[clauses.len()]);
        self.asm.jump_to(T);
        let found = self.retries(chain, &enter, retries);
        for (label, &clause) in enter.iter().zip(clauses) {
            self.bind_label(*label);
            self.go_to(clause);
        }
        self.bind_label(slow);
        self.by_body(&Instr::TryChain { c: 0 }, at);
        found
    }

    /// Continues at `next` with the address of `clause` in `T`.
    fn remember(&mut self, clause: DynamicLabel, next: DynamicLabel) {
        self.asm.label_address(T, clause).jump(next);
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
            found.push((2 * i, self.asm.offset()));
            self.remember(enter[i], nexts[i + 1]);
        }
        for i in 2..n {
            self.bind_label(nexts[i]);
            self.exclusion(chain.code[i], nexts[i + 1], None);
            // SAFETY: as in `chain`.
            let retry = unsafe { retries.add(2 * i) };
            let position = &raw const chain.code[i];
            self.asm
                .address(D, CHOICES.plus(B))
                .constant(A, retry as u64)
                .store(D.at(field::BP as i32), A)
                .constant(A, position as u64)
                .store(D.at(field::POS as i32), A)
                .load(A, D.at(field::PREV as i32))
                .store(MACHINE.at(l.b0), A)
                .jump_to(T);
        }
        self.bind_label(nexts[n]);
        self.pop_choice();
        self.asm.store(MACHINE.at(l.b0), B).jump_to(T);
        found
    }

    /// Pushes the choice point of a chain; the clause in `T` goes to `S`.
    fn choice(&mut self, arity: u32, retry: Code, position: *const Code, slow: DynamicLabel) {
        let l = self.l;
        let header = ENV_HEADER as i32;
        self.asm
            .copy(S, T)
            .load(A, MACHINE.at(l.cp))
            .load_u16(C, A.at(-6))
            .compare_constant(C, i32::from(COUNT_IN_SLOT))
            .jump_if(Condition::Equal, slow)
            .load(T, MACHINE.at(l.e))
            .address(D, T.plus_words(C).at(header))
            .load(C, CHOICES.plus(B).at(field::ENV_TOP as i32))
            .compare(D, C)
            .copy_if(Condition::Below, D, C);
        self.push_choice(arity, retry, slow);
        self.asm
            .constant(A, position as u64)
            .store(T.at(field::POS as i32), A);
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
                self.asm.copy(D, A);
                self.argument(b);
                self.integer_or(open);
                self.asm.compare(D, A);
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
                self.asm.compare_constant(A, i);
                self.decide(op, (free, plain), is_last, next, open, commits);
                after
            }
            _ => first,
        };
        self.bind_label(open);
        // SAFETY: as above.
        self.refusal(unsafe { *tested }, next);
    }

    /// Loads `A` with a register, dereferenced.
    fn argument(&mut self, a: u8) {
        self.asm.load(A, X.at(8 * i32::from(a)));
        self.deref_a();
    }

    fn integer_or(&mut self, open: DynamicLabel) {
        self.check_tag(A, -5, open);
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
            _ => {
                self.asm.jump(open);
            }
        }
        self.bind_label(fails);
        self.silent_or(free, plain, open);
        self.asm.jump(next);
    }

    /// Continues at `open` if the head of a clause with these registers may bind an attributed variable.
    fn silent_or(&mut self, free: u8, mut plain: u8, open: DynamicLabel) {
        if free != 0 {
            self.argument(free.trailing_zeros() as u8);
            self.asm.test(A, 7).jump_if(Condition::NotEqual, open);
        }
        while plain != 0 {
            let done = self.label();
            self.argument(plain.trailing_zeros() as u8);
            self.asm.test(A, 6).jump_if(Condition::NotEqual, done);
            if free != 0 {
                self.asm.jump(open);
            } else {
                self.asm.test(A, 1).jump_if(Condition::NotEqual, open);
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
                self.asm
                    .load(D, X.at(8 * i32::from(x)))
                    .load(A, X.at(8 * i32::from(a)));
                self.differs(next, open);
            }
            Instr::GetListValueVar { a, h, .. } => {
                let none = self.label();
                self.asm.load(A, X.at(8 * i32::from(a)));
                self.deref_or(open);
                self.check_tag(A, -2, none);
                self.asm
                    .load(A, HEAP.plus(A).at(-2))
                    .load(D, X.at(8 * i32::from(h)));
                self.differs(next, open);
                // A packed list is left to the clause, and so is a string.
                self.asm
                    .jump(open)
                    .bind(none)
                    .and_constant(C, 7)
                    .compare_constant(C, STRING - 2)
                    .jump_if(Condition::NotEqual, next);
            }
            _ => {}
        }
        self.bind_label(open);
    }

    fn refuses_simple(&mut self, a: u16, c: Cell, next: DynamicLabel, open: DynamicLabel) {
        self.asm.load(A, X.at(8 * i32::from(a)));
        self.deref_or(open);
        self.load_d(c.bits());
        self.asm.compare(A, D).jump_if(Condition::NotEqual, next);
    }

    /// Continues at `next` if `A` and `D` are different by their tags, or atomic and different.
    fn differs(&mut self, next: DynamicLabel, open: DynamicLabel) {
        self.deref_d();
        self.asm.test(D, 6).jump_if(Condition::Equal, open);
        self.deref_or(open);
        self.asm
            .compare(A, D)
            .jump_if(Condition::Equal, open)
            .copy(C, A)
            .xor(C, D)
            .test(C, LOW)
            .jump_if(Condition::NotEqual, next)
            .and_constant(A, 6)
            .compare_constant(A, 4)
            .jump_if(Condition::Equal, next);
    }
}
