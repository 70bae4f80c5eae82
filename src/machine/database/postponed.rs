//! Clauses that are added without the compiler: small facts, and rules whose code is made when they are first called.
//! The clauses of a static predicate get their code together.

use super::clause::{Clause, ClauseContents, ClauseId, KEYS, Site};
use super::code_block::Code;
use super::predicate::{Pred, PredicateKind};
use super::store::Database;
use crate::code::instr::Instr;
use crate::code::pred::{ClauseCode, Key, PredId};
use std::sync::Arc;

/// The largest number of arguments of a fact that is added without the compiler.
pub(crate) const FACT_ARGUMENTS: usize = 8;

impl Clause {
    /// Returns true if the clause has not been compiled.
    pub(super) fn is_postponed(&self) -> bool {
        matches!(self.code(), [Instr::CompileClause { .. }])
    }

    /// Sets the number in the code of a clause that is not compiled.
    pub(super) fn set_number(&mut self, id: ClauseId) {
        self.set_instruction(0, Instr::CompileClause { c: id.0 });
    }
}

impl Database {
    /// Adds a fact, whose arguments are the atoms and integers of 32 bits that these keys, at
    /// most [`FACT_ARGUMENTS`], are.
    pub(crate) fn add_fact(
        &mut self,
        p: PredId,
        keys: &[Key],
        front: bool,
        site: Site,
    ) -> ClauseId {
        let mut code = [Instr::Proceed {}; FACT_ARGUMENTS + 1];
        for (i, key) in keys.iter().enumerate() {
            let a = i as u16;
            code[i] = match *key {
                Key::Atom(c) => Instr::GetAtom { a, c },
                Key::Int(i) => Instr::GetInt { a, i: i as i32 },
                _ => unreachable!("the key of an atom or an integer"),
            };
        }
        let contents = ClauseContents {
            code: &code[..=keys.len()],
            keys,
            constants: &[],
            image: &[],
            words: KEYS,
        };
        self.add_contents(p, &contents, front, site)
    }

    /// Adds a clause, with its index keys and its term, that is compiled when it or its predicate is first called.
    pub(crate) fn add_postponed(
        &mut self,
        p: PredId,
        keys: &[Key],
        image: &[u64],
        front: bool,
        site: Site,
    ) -> ClauseId {
        let contents = ClauseContents {
            // The clause gets its number when it is added.
            code: &[Instr::CompileClause { c: 0 }],
            keys,
            constants: &[],
            image,
            words: image.len() as u32,
        };
        self.add_contents(p, &contents, front, site)
    }

    /// Returns true if a clause has not been compiled.
    pub(crate) fn is_postponed(&self, c: ClauseId) -> bool {
        self.clause(c).is_some_and(Clause::is_postponed)
    }

    /// Notes that all clauses of a predicate have their code.
    pub(in crate::machine) fn end_postponement(&mut self, p: PredId) {
        self.pred_mut(p).properties.postponed = false;
        if self.pred(p).kind == PredicateKind::Static {
            self.relink(p);
        }
    }

    /// The static predicates that may have clauses without code.
    pub(in crate::machine) fn with_postponed(&self) -> Vec<PredId> {
        let is = |p: &Pred| p.properties.postponed && p.kind == PredicateKind::Static;
        let found = self.preds().filter(|(_, p)| is(p));
        found.map(|(id, _)| id).collect()
    }

    /// Gives a clause its code, and returns the address of it. The clause is not running, because it had none.
    pub(crate) fn set_code(&mut self, c: ClauseId, code: &ClauseCode) -> Code {
        let old = self.clause_at(c);
        let pred = self.pred(old.pred);
        let keeps_term = pred.properties.open || pred.kind == PredicateKind::Dynamic;
        let new = old.with_code(code, keeps_term);
        self.bytes = self.bytes - old.bytes() + new.bytes();
        let entry = new.entry();
        self.clauses.at_mut(c.0 as usize).clause = Some(Arc::new(new));
        entry
    }
}
