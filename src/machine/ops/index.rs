//! Clause selection: switches, chains, and the clauses of dynamic predicates.

use super::P;
use super::guard::GuardResult;
use crate::code::instr::{Instr, instruction_table};
use crate::code::pred::PredId;
use crate::machine::control::fixed_code::{RETRY_CHAIN, RETRY_DYNAMIC};
use crate::machine::control::flow::Flow;
use crate::machine::control::stacks::field;
use crate::machine::database::ClauseId;
use crate::machine::database::code_block::plain;
use crate::machine::database::dynamic::Candidates;
use crate::machine::{Ball, Cell, Code, Extension, Machine, Tag};

#[inline(always)]
pub(crate) fn jit_index<X: Extension>(m: &mut Machine<X>, p: P<'_>, node: u32) -> Flow {
    *p = m.build_node(node);
    #[cfg(native_tier)]
    if m.is_native_node(node) {
        return Flow::Selects(node);
    }
    Flow::Next
}

#[inline(always)]
pub(crate) fn switch_on_term<X: Extension>(m: &mut Machine<X>, p: P<'_>, t: u32) -> Flow {
    // SAFETY: table numbers in code come from `build_table`, and tables are never removed.
    let table = unsafe { m.db.index.tables.get_unchecked(t as usize) };
    let c = m.heap.deref(m.reg(table.arg));
    // The most frequent kind comes first, with one test.
    *p = if c.is_list() {
        table.list
    } else {
        match c.tag() {
            Tag::List | Tag::Packed => table.list,
            Tag::Var | Tag::AttVar => table.var,
            Tag::Atom | Tag::Int => table.find(c.bits()),
            Tag::Struct => table.find(m.heap.get(c.addr()).bits()),
            Tag::Num | Tag::String => table.boxed,
        }
    };
    Flow::Next
}

#[inline(always)]
pub(crate) fn try_chain<X: Extension>(m: &mut Machine<X>, p: P<'_>, c: u32) -> Flow {
    // SAFETY: chain numbers in code come from `build_chain`, and chains are never removed.
    let chain = unsafe { m.db.index.chains.get_unchecked(c as usize) };
    let n = u64::from(chain.arity);
    let (first, commits) = m.next_possible(chain.code.as_ptr());
    // SAFETY: a clause of the chain, or its null pointer.
    *p = unsafe { *first };
    if p.is_null() {
        return Flow::Fail;
    }
    if commits {
        // SAFETY: the guard, which has been decided, is not the last instruction.
        *p = unsafe { plain(*p).add(1) };
        return Flow::Next;
    }
    // SAFETY: at least the null pointer follows.
    let (next, _) = m.next_possible(unsafe { first.add(1) });
    // SAFETY: as for the first.
    if !unsafe { *next }.is_null() {
        let env_top = m.env_top();
        m.push_choice(n, env_top, &RETRY_CHAIN, next as u64);
    }
    Flow::Next
}

#[inline(always)]
pub(crate) fn retry_chain<X: Extension>(m: &mut Machine<X>, p: P<'_>) -> Flow {
    let at = m.b_get(field::POS) as *const Code;
    // SAFETY: `POS` points at a clause of a chain, which a null pointer follows at the latest.
    *p = unsafe { *at };
    // SAFETY: at least the null pointer follows.
    let (next, _) = m.next_possible(unsafe { at.add(1) });
    // SAFETY: as above.
    if unsafe { *next }.is_null() {
        m.pop_choice();
        m.b0 = m.b;
    } else {
        m.b_set(field::POS, next as u64);
        // The alternative may have been one of machine code, made for this position.
        #[cfg(native_tier)]
        m.b_set(field::BP, RETRY_CHAIN.as_ptr() as u64);
        m.b0 = m.b_get(field::PREV);
    }
    Flow::Next
}

#[inline(always)]
pub(crate) fn try_dynamic<X: Extension>(m: &mut Machine<X>, p: P<'_>, pred: PredId) -> Flow {
    match m.first_dynamic(pred) {
        Some(code) => {
            *p = code;
            Flow::Next
        }
        None => Flow::Fail,
    }
}

#[inline(always)]
pub(crate) fn retry_dynamic<X: Extension>(m: &mut Machine<X>, p: P<'_>) -> Flow {
    match m.next_dynamic() {
        Some(code) => {
            *p = code;
            Flow::Next
        }
        None => {
            m.pop_choice();
            Flow::Fail
        }
    }
}

#[inline(always)]
pub(crate) fn compile_clause<X: Extension>(m: &mut Machine<X>, p: P<'_>, c: u32) -> Flow {
    match X::compile_clause(m, ClauseId(c)) {
        Ok(code) => {
            *p = m.db.set_code(ClauseId(c), &code);
            Flow::Next
        }
        Err(ball) => {
            m.ball = Some(ball);
            Flow::Raise
        }
    }
}

#[inline(always)]
pub(crate) fn compile_predicate<X: Extension>(m: &mut Machine<X>, p: P<'_>, pred: PredId) -> Flow {
    m.make_room_for_code(pred);
    match m.compile_postponed(pred) {
        Ok(()) => {
            *p = m.entry_of(pred);
            Flow::Next
        }
        Err(ball) => {
            m.ball = Some(ball);
            Flow::Raise
        }
    }
}

/// The bytes that the code of a small clause takes, roughly.
const CODE_OF_CLAUSE: u64 = 512;

impl<X: Extension> Machine<X> {
    /// Removes erased clauses before a predicate is called whose clauses have no code yet, if there may be no room for the
    /// code beside them.
    fn make_room_for_code(&mut self, pred: PredId) {
        let p = self.db.pred(pred);
        let (arity, code) = (p.arity, CODE_OF_CLAUSE * p.clauses.len() as u64);
        let room = self.limits.heap_bytes / 2;
        if self.forbid_gc == 0 && self.program_bytes().saturating_add(code) > room {
            self.collect(u64::from(arity));
        }
    }

    /// Compiles the clauses of a static predicate that have no code yet.
    ///
    /// # Errors
    /// Those of [`Extension::compile_clause`]; the clauses that were not reached are compiled later.
    pub(crate) fn compile_postponed(&mut self, pred: PredId) -> Result<(), Ball> {
        for i in 0..self.db.pred(pred).clauses.len() {
            let c = self.db.pred(pred).clauses[i];
            if self.db.is_postponed(c) {
                let code = X::compile_clause(self, c)?;
                self.db.set_code(c, &code);
            }
        }
        self.db.end_postponement(pred);
        Ok(())
    }

    /// Compiles the clauses of all static predicates that have no code yet, so that machines which share the clauses share
    /// their code. A predicate for whose code there is no room is compiled when it is called.
    pub(crate) fn compile_all_postponed(&mut self) {
        for p in self.db.with_postponed() {
            let _ = self.compile_postponed(p);
        }
    }

    /// The first clause from `at` on that is not refused by the argument registers, or the end of the
    /// chain; and true if its guard excludes the clauses after it.
    #[inline(always)]
    fn next_possible(&self, mut at: *const Code) -> (*const Code, bool) {
        loop {
            // SAFETY: every chain ends in a null pointer, and `at` is not behind it.
            let clause = unsafe { *at };
            if clause.is_null() {
                return (at, false);
            }
            // SAFETY: a clause begins with an instruction, which another one follows if it is a reference.
            let clause = unsafe { plain(clause) };
            match self.verdict(clause) {
                None if !self.refuses(clause) => return (at, false),
                Some(GuardResult::Commits) => return (at, true),
                // SAFETY: a guard is not the last instruction.
                Some(GuardResult::Open) if !self.refuses(unsafe { plain(clause.add(1)) }) => {
                    return (at, false);
                }
                None | Some(_) => {}
            }
            // SAFETY: not yet at the end.
            at = unsafe { at.add(1) };
        }
    }

    /// Returns true if the first instruction of a clause is certain to fail: see `refuse.rs`.
    #[inline(always)]
    fn refuses(&self, clause: Code) -> bool {
        macro_rules! refusal {
            (never $m:ident $($field:ident)*) => {{ $(let _ = $field;)* false }};
            ($refusal:ident $m:ident $($field:ident)*) => { super::refuse::$refusal($m, $($field),*) };
        }
        macro_rules! refusal_table {
            ($(#[doc = $doc:literal] $name:ident $mnemonic:literal { $($field:ident : $kind:ident),* } $group:ident :: $body:ident, $class:ident, $counting:ident, $refusal:ident ;)*) => {
                // SAFETY: a clause has at least one instruction.
                match unsafe { *clause } {
                    $(Instr::$name { $($field),* } => refusal!($refusal self $($field)*),)*
                }
            };
        }
        instruction_table!(refusal_table)
    }

    fn first_dynamic(&mut self, p: PredId) -> Option<Code> {
        let arity = self.db.pred(p).arity;
        let (keys, n) = self.call_keys(arity, |k| self.x[k]);
        let keys = &keys[..n];
        if let Some(only) = self.db.only_clause(p) {
            let may_match = self.is_candidate(only, self.db.generation, keys);
            return may_match.then(|| self.db.clause_at(only).entry());
        }
        if self.db.needs_purge(p, self.b) {
            self.purge(p);
        }
        let candidates = self.candidates(p, keys);
        let generation = self.db.generation;
        let from = self.db.first_place(p, candidates);
        let (at, first) = self.next_match(p, candidates, from, generation, keys)?;
        let entry = self.db.clause_at(first).entry();
        if let Some(bucket) = candidates.bucket()
            && let Some((next, _)) = self.next_match(p, candidates, at + 1, generation, keys)
        {
            // The bucket and the generation are saved as two more registers.
            let bucket_and_pred = Cell::int((i64::from(bucket) << 32) | i64::from(p.0));
            self.set_x(arity as u16, bucket_and_pred);
            self.set_x(arity as u16 + 1, Cell::int(generation as i64));
            let env_top = self.env_top();
            self.push_choice(u64::from(arity) + 2, env_top, &RETRY_DYNAMIC, next as u64);
        }
        Some(entry)
    }

    fn next_dynamic(&mut self) -> Option<Code> {
        let n = self.b_get(field::N);
        let bucket_and_pred = Cell(self.b_get(field::ARGS + 8 * (n - 2))).as_int();
        let generation = Cell(self.b_get(field::ARGS + 8 * (n - 1))).as_int() as u64;
        let p = PredId(bucket_and_pred as u32);
        let candidates = Candidates::of_bucket((bucket_and_pred >> 32) as u32);
        let (keys, k) = self.call_keys(n as u32 - 2, |i| self.x[i]);
        let keys = &keys[..k];
        let at = self.b_get(field::POS) as i64;
        let (at, clause) = self.next_match(p, candidates, at, generation, keys)?;
        let entry = self.db.clause_at(clause).entry();
        match self.next_match(p, candidates, at + 1, generation, keys) {
            Some((next, _)) => {
                self.b_set(field::POS, next as u64);
                self.b0 = self.b_get(field::PREV);
            }
            None => {
                self.pop_choice();
                self.b0 = self.b;
            }
        }
        Some(entry)
    }
}
