//! Clauses without their code: it is made when they are first called.

use super::clause::{Clause, ClauseId};
use super::code_block::Code;
use super::store::Database;
use crate::code::instr::Instr;
use crate::code::pred::{ClauseCode, Key};
use std::sync::Arc;

/// The code of a clause, with these index keys, that is compiled when it is first called. Its term must be kept.
pub(crate) fn stub(keys: Box<[Key]>) -> ClauseCode {
    // The clause gets its number when it is added.
    let code = Box::new([Instr::CompileClause { c: 0 }]);
    ClauseCode {
        code,
        keys,
        constants: Box::new([]),
    }
}

impl Clause {
    /// Returns true if the clause has not been compiled.
    pub(super) fn is_postponed(&self) -> bool {
        matches!(self.code(), [Instr::CompileClause { .. }])
    }

    /// Sets the number in the code of a clause that is not compiled.
    pub(super) fn set_number(&mut self, id: ClauseId) {
        if self.is_postponed() {
            self.set_instruction(0, Instr::CompileClause { c: id.0 });
        }
    }
}

impl Database {
    /// Returns true if a clause has not been compiled.
    pub(crate) fn is_postponed(&self, c: ClauseId) -> bool {
        self.clause(c).is_some_and(Clause::is_postponed)
    }

    /// Gives a clause its code, and returns the address of it. The clause is not running, because it had none.
    pub(crate) fn set_code(&mut self, c: ClauseId, code: &ClauseCode) -> Code {
        let old = self.clause_at(c);
        let new = old.with_code(code);
        self.bytes = self.bytes - old.bytes() + new.bytes();
        let entry = new.entry();
        self.clauses.at_mut(c.0 as usize).clause = Some(Arc::new(new));
        entry
    }
}
