//! Calls, environments, cuts, and choice points inside a clause.

use super::assembler::{A, B, C, CHOICES, COUNT, Condition, D, E, H, LIMIT, MACHINE, STARTS, T};
use super::clause::{ClauseEmitter, KnownEntry, Late, slot};
use super::inline_builtin::InlineBuiltin;
use super::routines::opcode;
use crate::code::instr::Instr;
use crate::code::pred::PredId;
use crate::machine::control::stacks::{COUNT_IN_SLOT, ENV_HEADER, field};
use crate::machine::database::clause::Clause;
use crate::machine::{Code, Extension, Machine};

impl ClauseEmitter<'_, '_> {
    pub(super) fn control(&mut self, i: usize) -> bool {
        let l = self.e.l;
        match self.source.code[i] {
            Instr::Allocate { n } => self.allocate(i, n),
            Instr::Deallocate {} => {
                self.e
                    .asm
                    .load(A, E.at(8))
                    .store(MACHINE.at(l.cp), A)
                    .load(A, E.at(0))
                    .store(MACHINE.at(l.e), A)
                    .load(E, MACHINE.at(l.env_base))
                    .add(E, A);
            }
            Instr::Call { p, .. } => {
                self.check_signal(i);
                let next = self.address(i + 1);
                self.e.load_a(next as u64);
                self.e.asm.store(MACHINE.at(l.cp), A);
                self.go(p);
            }
            Instr::Execute { p } => {
                self.check_signal(i);
                if self.go(p) {
                    self.e.asm.load(A, MACHINE.at(l.cp));
                    self.e.continue_at_a();
                }
            }
            Instr::Proceed {} => {
                self.check_signal(i);
                self.e.asm.load(A, MACHINE.at(l.cp));
                self.e.continue_at_a();
            }
            ref instr @ Instr::Builtin { .. } => self.builtin(*instr, self.address(i)),
            Instr::Jump { to } => {
                let to = self.labels[(i as i64 + i64::from(to)) as usize];
                self.e.asm.jump(to);
            }
            Instr::Fail {} => {
                let fail = self.e.to.fail;
                self.e.asm.jump(fail);
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
                self.e
                    .asm
                    .load(A, MACHINE.at(l.b0))
                    .shift_left(A, 3)
                    .or_constant(A, 5);
                self.store_y(y);
            }
            Instr::MarkChoice { y } => {
                self.e.asm.copy(A, B).shift_left(A, 3).or_constant(A, 5);
                self.store_y(y);
            }
            Instr::NeckCut { .. } => {
                self.e.asm.load(A, MACHINE.at(l.b0));
                self.cut(i);
            }
            Instr::Cut { y, .. } => {
                self.load_y(y);
                self.e.asm.shift_right(A, 3);
                self.cut(i);
            }
            Instr::RetryElse { els, .. } => {
                let to = self.address((i as i64 + i64::from(els)) as usize);
                self.e.load_a(to as u64);
                self.e.asm.store(CHOICES.plus(B).at(field::BP as i32), A);
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
        self.e.asm.add_constant(COUNT, 1).store(MACHINE.at(l.b0), B);
        let known = self.source.known.iter().find(|k| k.pred == p).cloned();
        let steps = known.as_ref().map_or(&[][..], |k| &k.steps);
        // An entry that has changed since is followed by the interpreter.
        for &(pred, at, ref instr) in steps {
            self.e
                .asm
                .load(A, MACHINE.at(l.entries))
                .load(A, A.at(8 * pred.0 as i32))
                .constant(C, at as u64)
                .compare(A, C)
                .jump_if(Condition::NotEqual, goto)
                .compare_u8(A.at(0), opcode(instr))
                .jump_if(Condition::NotEqual, goto)
                .compare_u32(A.at(4), target(instr))
                .jump_if(Condition::NotEqual, goto);
        }
        let to = match steps.last() {
            Some(&(_, at, ref instr @ Instr::Builtin { .. })) => {
                self.builtin(*instr, at);
                // SAFETY: `proceed` stands after the instruction.
                let poll = self.exit_at(unsafe { at.add(1) });
                self.e
                    .asm
                    .compare_memory(H, LIMIT.at(0))
                    .jump_if(Condition::AboveOrEqual, poll);
                return true;
            }
            Some(&(_, _, Instr::Alias { to })) => to,
            _ => p,
        };
        let at = 8 * to.0 as i32;
        self.e
            .asm
            .constant(A, at as u64)
            .jump_to_place(STARTS.at(at));
        false
    }

    /// Calls a builtin, whose instruction stands at `at`.
    fn builtin(&mut self, instr: Instr, at: Code) {
        let mut inline = self.source.inline.iter();
        let Some(&(_, inline)) = inline.find(|(b, _)| *b == target(&instr)) else {
            return self.e.body(&instr, at);
        };
        let (label, back) = (self.e.label(), self.e.label());
        self.inline(inline, label);
        self.e.bind_label(back);
        self.late.push(Late::Builtin {
            label,
            instr,
            at,
            back,
        });
    }

    /// Cuts to the level in `A`.
    fn cut(&mut self, i: usize) {
        let l = self.e.l;
        let (exit, done) = (self.exit(i), self.e.label());
        self.e
            .asm
            .compare_memory(H, LIMIT.at(0))
            .jump_if(Condition::AboveOrEqual, exit)
            .compare(A, B)
            .jump_if(Condition::Equal, done)
            .compare_word(MACHINE.at(l.cleanups), 0)
            .jump_if(Condition::NotEqual, exit)
            .copy(B, A)
            .store(MACHINE.at(l.b), A)
            .load(C, CHOICES.plus(A).at(field::H as i32))
            .store(MACHINE.at(l.hb), C)
            .bind(done);
    }

    /// Raises `D`, the end of the environment `E`, to the end of the environments that the newest choice point
    /// protects: a new environment starts there.
    fn above_choices(&mut self) {
        self.e
            .asm
            .load(C, CHOICES.plus(B).at(field::ENV_TOP as i32))
            .compare(D, C)
            .copy_if(Condition::Below, D, C);
    }

    fn allocate(&mut self, i: usize, n: u16) {
        let l = self.e.l;
        let slow = self.slow(i);
        let header = ENV_HEADER as i32;
        let words = header + 8 * i32::from(n) + 64;
        self.e
            .asm
            .load(A, MACHINE.at(l.cp))
            .load_u16(C, A.at(-6))
            .compare_constant(C, i32::from(COUNT_IN_SLOT))
            .jump_if(Condition::Equal, slow)
            .load(T, MACHINE.at(l.e))
            .address(D, T.plus_words(C).at(header));
        self.above_choices();
        self.e
            .asm
            .address(C, D.at(words))
            .compare_memory(C, MACHINE.at(l.env_size))
            .jump_if(Condition::Above, slow)
            .store(MACHINE.at(l.e), D)
            .load(E, MACHINE.at(l.env_base))
            .add(E, D)
            .store(E.at(0), T)
            .store(E.at(8), A);
    }

    fn try_else(&mut self, i: usize, n: u16, els: i32) {
        let l = self.e.l;
        let slow = self.slow(i);
        let own = slot(n);
        let to = self.address((i as i64 + i64::from(els)) as usize);
        self.e.asm.load(D, MACHINE.at(l.e)).add_constant(D, own);
        self.above_choices();
        self.e.push_choice(0, to, slow);
        self.e.asm.store_constant(T.at(field::POS as i32), 0);
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
    /// The builtins with machine code that a clause calls, by their numbers.
    pub(super) fn inline_builtins(
        &self,
        clause: &Clause,
        known: &[KnownEntry],
    ) -> Vec<(u32, InlineBuiltin)> {
        let entries = known.iter().filter_map(|k| k.steps.last()).map(|s| &s.2);
        let numbers = clause
            .code()
            .iter()
            .chain(entries)
            .filter_map(|instr| match *instr {
                Instr::Builtin { b } => Some(b),
                _ => None,
            });
        let inline = numbers.filter_map(|b| {
            let row = &self.builtins[b as usize];
            Some((b, InlineBuiltin::of(row.name, row.arity)?))
        });
        inline.collect()
    }

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
