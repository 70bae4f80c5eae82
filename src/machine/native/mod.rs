//! The native tier: the clauses of predicates that are called often become machine code.
//!
//! Continuations, choice points and the entries of predicates hold addresses of instructions in both tiers, so that
//! the collector, back traces and errors need not distinguish them. The code of a clause with machine code has
//! references to it, instructions `native`, at the places to which control returns: at its beginning, after each
//! call, before each alternative. The interpreter enters machine code at a reference. Machine code that continues at
//! an address looks for a reference there, and returns to the interpreter if there is none.
//!
//! Rare instructions have no translation: machine code calls the interpreter's body of the instruction, or returns to
//! the interpreter. It returns wherever a call polls, so that collections, wake-ups, interrupts, limits and the
//! tracer have one implementation. While calls are counted, unification checks for cycles, or flags change the
//! results of floating point, it is not entered.
//!
//! Code is written to memory that is made executable afterwards, and is never both.

#[cfg(any(target_arch = "aarch64", test))]
#[cfg_attr(
    not(target_arch = "aarch64"),
    allow(dead_code, reason = "a test of its encodings runs everywhere")
)]
mod a64;
mod arith;
mod assembler;
mod clause;
mod comparison;
mod control;
mod floats;
mod heads;
mod inline;
mod inline_builtin;
mod layout;
mod moves;
mod operands;
mod rebuild;
mod routines;
mod select;
mod shims;
mod typed_entry;
#[cfg(target_arch = "x86_64")]
mod x64;

use crate::code::instr::Instr;
use crate::code::pred::PredId;
use crate::machine::control::flow::Flow;
use crate::machine::database::clause::ClauseId;
use crate::machine::database::code_block::CodeBlock;
use crate::machine::database::machine_code::MachineCode;
use crate::machine::memory::heap::RESERVE;
use crate::machine::ops::native::address;
use crate::machine::{Code, Extension, Machine};
use layout::Layout;
use routines::Emitter;
use shims::{EnterMachineCode, Shims, status};
use std::sync::Arc;

/// The largest number of clauses of a predicate that becomes machine code.
const MAX_CLAUSES: usize = 64;

/// The largest number of instructions of a predicate that becomes machine code.
const MAX_INSTRUCTIONS: usize = 20_000;

/// Machine code creates constants, of two cells each, without a check for room; all else that is built between two
/// calls fits the 4096 cells that a call guarantees.
const _: () = assert!((2 * MAX_INSTRUCTIONS + 4096) * 8 < RESERVE as usize);

/// The instruction that refers to machine code.
fn reference(at: u64) -> Instr {
    Instr::Native {
        low: at as u16,
        high: (at >> 16) as u32,
    }
}

fn emitter<X: Extension>() -> Emitter {
    Emitter::new(Layout::of::<X>(), Shims::of::<X>())
}

/// Finishes a unit of code; writes words at places that were left for them.
fn finished(mut e: Emitter, words: &[(usize, u64)]) -> Option<Arc<MachineCode>> {
    e.routines();
    let mut code = e.asm.finished()?;
    for &(at, word) in words {
        code.get_mut(at..)?
            .first_chunk_mut()
            .map(|bytes| *bytes = word.to_ne_bytes())?;
    }
    MachineCode::new(&code)
}

impl<X: Extension> Machine<X> {
    /// Returns true if machine code may be entered: it neither counts calls nor checks for cycles, and its floating
    /// point is that of the flags' default values.
    #[inline(always)]
    pub(in crate::machine) fn may_run_native(&self) -> bool {
        self.counts.is_none() && !self.checks_cycles() && self.float_env.has_default_floats()
    }

    /// Continues after an instruction of the native tier was executed. `p` is the address after it.
    #[inline]
    pub(in crate::machine) fn native(&mut self, flow: Flow, p: &mut Code) -> Flow {
        match flow {
            Flow::Native => self.enter_native(p),
            Flow::Hot(pred) => {
                if self.counts.is_none() {
                    self.make_native(pred, self.unbound_arguments(pred));
                    *p = self.db.entries[pred.0 as usize];
                }
                Flow::Next
            }
            Flow::Selects(node) => {
                if self.counts.is_none() {
                    self.make_selection(*p, node);
                }
                Flow::Next
            }
            other => other,
        }
    }

    fn enter_native(&mut self, p: &mut Code) -> Flow {
        let Some(gate) = self.native.gate.as_ref().filter(|_| self.may_run_native()) else {
            return Flow::Next;
        };
        // SAFETY: the instruction before `p` has just been executed.
        let Instr::Native { low, high } = (unsafe { *p.sub(1) }) else {
            return Flow::Next;
        };
        self.native.limit = &raw const self.signals.limit;
        // SAFETY: the gate is code of this signature.
        let enter: EnterMachineCode<X> = unsafe { std::mem::transmute(gate.at(0) as usize) };
        let status = enter(self, address(low, high));
        *p = self.native.p;
        match status {
            status::NEXT | status::LEAVE => {
                self.count_return(*p);
                Flow::Next
            }
            status::ARITH_ERROR => Flow::ArithError,
            status::PANIC => match self.native.panic.take() {
                Some(panic) => std::panic::resume_unwind(panic),
                None => Flow::Raise,
            },
            _ => Flow::Raise,
        }
    }

    /// Counts the times that machine code continues in the interpreter. A clause that is reached so again and again,
    /// such as a loop that is driven by failure, deserves machine code as one that is called often does; its next call
    /// will run it.
    #[inline]
    fn count_return(&mut self, p: Code) {
        if self.native.returns.is_look_due() {
            self.warm_clause_at(p);
        }
    }

    #[cold]
    fn warm_clause_at(&mut self, p: Code) {
        let pred = self.db.clause_containing(p as u64).map(|c| c.pred);
        let warming = pred.filter(|&p| self.db.is_warming(p));
        self.native.returns.note_look(warming.is_some());
        if let Some(pred) = warming {
            self.make_native(pred, 0);
        }
    }

    /// A bit for each argument of a call of a predicate that is an unbound variable.
    fn unbound_arguments(&self, pred: PredId) -> u64 {
        let arity = self.db.pred(pred).arity.min(64);
        let is_unbound = |i: &u32| self.heap.deref(self.x[*i as usize]).is_ref();
        (0..arity).filter(is_unbound).map(|i| 1 << i).sum()
    }

    /// Makes machine code of those clauses of a predicate that have none. The arguments with a bit in `unbound` may often
    /// be unbound.
    #[cold]
    fn make_native(&mut self, pred: PredId, unbound: u64) {
        let clauses = self.db.pred(pred).clauses.clone();
        let sizes = clauses.iter().map(|c| self.db.clause_at(*c).code().len());
        let fits = clauses.len() <= MAX_CLAUSES && sizes.sum::<usize>() <= MAX_INSTRUCTIONS;
        if fits && self.open_gate() {
            self.make_clauses(&clauses, unbound);
        }
        self.db.end_warming(pred);
    }

    /// Makes the code that enters machine code. Returns false if that is not possible.
    fn open_gate(&mut self) -> bool {
        if self.native.gate.is_none() || !self.db.entries.has_other() {
            let mut e = emitter::<X>();
            e.gate();
            let other = e.other_start();
            self.native.gate = finished(e, &[]);
            if let Some(gate) = &self.native.gate {
                self.db.entries.set_other(gate.clone(), other);
            }
        }
        self.native.gate.is_some()
    }

    /// Makes machine code of clauses.
    fn make_clauses(&mut self, clauses: &[ClauseId], unbound: u64) -> Option<()> {
        let mut e = emitter::<X>();
        let (mut made, mut words) = (Vec::new(), Vec::new());
        for &id in clauses {
            let old = self.db.clause_at(id);
            if old.is_native() {
                continue;
            }
            if !old.code().iter().all(clause::is_translated) {
                return None;
            }
            let clause = old.recoded(&rebuild::with_places(old.code())?);
            let known = self.known_entries(old);
            let source = clause::ClauseSource {
                code: clause.code(),
                base: clause.entry(),
                floats: self.float_constants(old),
                inline: self.inline_builtins(old, &known),
                known,
                unbound,
            };
            let emitted = clause::emit(&mut e, source);
            words.extend(emitted.typed_entry);
            made.push((id, clause, emitted.places));
        }
        let code = finished(e, &words)?;
        for (id, mut clause, places) in made {
            let references: Vec<(usize, Instr)> = places
                .into_iter()
                .map(|(i, at)| (i, reference(code.at(at))))
                .collect();
            clause.set_native(code.clone(), &references);
            let returns = rebuild::returns(self.db.clause_at(id).code());
            self.db.supersede(id, clause, &returns);
        }
        Some(())
    }

    /// Makes machine code of the instruction at `p`, the code of a node of the index.
    #[cold]
    fn make_selection(&mut self, p: Code, node: u32) {
        let mut e = emitter::<X>();
        e.asm.word(typed_entry::NONE);
        // SAFETY: the node or entry that was just built, which an instruction follows.
        let (instr, next) = unsafe { (*p, p.add(1)) };
        let index = &mut self.db.index;
        // The body reads the instruction after the reference.
        let retries = match instr {
            Instr::SwitchOnTerm { t } => {
                e.switch(&index.tables[t as usize], next);
                Vec::new()
            }
            Instr::TryChain { c } => {
                let chain = &mut index.chains[c as usize];
                let clauses = chain.code.len();
                chain.retries = Some(CodeBlock::new(&vec![Instr::RetryChain {}; 2 * clauses]));
                let block = chain.retries.as_ref().map_or(p, CodeBlock::at);
                e.chain(chain, next, block)
            }
            _ => return,
        };
        let Some(code) = finished(e, &[]) else {
            return;
        };
        if let Instr::TryChain { c } = instr
            && let Some(block) = &mut index.chains[c as usize].retries
        {
            for (i, at) in retries {
                block.set(i, reference(code.at(at)));
            }
        }
        let start = reference(code.at(size_of::<u64>()));
        index.machine_code.push(code);
        self.db.set_native_selection(node, p, start, instr);
    }
}
