//! The way from calls to machine code: predicates count their calls in their entry code, and clauses with machine
//! code replace the clauses that they were made of.

#[cfg(native_tier)]
use super::clause::{Clause, ClauseId, ClausePlace, Life};
use super::code_block::Code;
use super::predicate::PredicateKind;
use super::store::Database;
use crate::code::instr::Instr;
use crate::code::pred::PredId;
#[cfg(native_tier)]
use std::sync::Arc;

/// The calls after which a predicate becomes machine code, where there is any.
pub(super) const NATIVE_AFTER: Option<u16> = match cfg!(native_tier) {
    true => Some(500),
    false => None,
};

/// The instruction that continues at an address.
pub(super) fn goto(code: Code) -> Instr {
    Instr::Goto {
        low: code as u64 as u16,
        high: (code as u64 >> 16) as u32,
    }
}

impl Database {
    /// Sets the instruction of a predicate's entry code that selects clauses, and returns its address.
    pub(in crate::machine) fn set_selection(&mut self, p: PredId, instr: Instr) -> Code {
        let entry = self.blocks.at(p.0 as usize);
        // SAFETY: an entry is two instructions.
        let is_counted = matches!(unsafe { *entry }, Instr::Warm { .. });
        let k = usize::from(is_counted);
        self.blocks.set(p.0 as usize, k, instr);
        self.entries.note_instruction(p.0 as usize);
        // SAFETY: as above.
        unsafe { entry.add(k) }
    }

    /// Sets the number of calls after which a predicate becomes machine code; with `None`, no further one does.
    /// Returns false if there is no machine code for this processor.
    pub(crate) fn set_native_after(&mut self, calls: Option<u16>) -> bool {
        if NATIVE_AFTER.is_none() {
            return false;
        }
        self.native_after = calls;
        for i in 0..self.preds.len() {
            if self.preds.at(i).kind == PredicateKind::Static {
                self.relink(PredId(i as u32));
            }
        }
        true
    }

    /// The count of calls of a predicate that may become machine code.
    pub(super) fn warm(&self, p: PredId) -> Option<Instr> {
        let n = self.native_after?;
        #[cfg(native_tier)]
        if self
            .pred(p)
            .clauses
            .last()
            .is_some_and(|c| self.clause_at(*c).is_native())
        {
            return None;
        }
        Some(Instr::Warm { n, p })
    }

    /// Returns true if the calls of a predicate are counted, until it becomes machine code.
    #[cfg(native_tier)]
    pub(in crate::machine) fn is_warming(&self, p: PredId) -> bool {
        // SAFETY: an entry is the address of an instruction.
        matches!(unsafe { *self.entries[p.0 as usize] }, Instr::Warm { .. })
    }

    /// Ends the count of calls of a predicate.
    #[cfg(native_tier)]
    pub(in crate::machine) fn end_warming(&mut self, p: PredId) {
        let after = self.native_after.take();
        self.relink(p);
        self.native_after = after;
    }

    /// Replaces a clause, which may be running and is erased, by the same clause with machine code. At the instructions
    /// `returns`, each with its place in the new clause, a call of the old clause that still runs continues in the new
    /// one, unless another machine shares the old clause.
    #[cfg(native_tier)]
    pub(in crate::machine) fn supersede(
        &mut self,
        id: ClauseId,
        clause: Clause,
        returns: &[(usize, usize)],
    ) {
        self.bytes += clause.bytes();
        let entry = clause.entry();
        let place = self.clauses.at_mut(id.0 as usize);
        let mut old = place.clause.replace(Arc::new(clause));
        if let Some(old) = old.as_mut().and_then(Arc::get_mut) {
            for &(from, to) in returns {
                // SAFETY: an instruction of the new clause, which is kept as long as the old one.
                old.set_instruction(from, goto(unsafe { entry.add(to) }));
            }
        }
        let old = self.place(ClausePlace {
            clause: old,
            life: Life::default(),
        });
        self.superseded.insert(old, id);
        self.erased.push(old);
    }

    /// Puts a reference to machine code before the instruction of a node, which stands at this address.
    #[cfg(native_tier)]
    pub(in crate::machine) fn set_native_selection(
        &mut self,
        node: u32,
        at: Code,
        reference: Instr,
        instr: Instr,
    ) {
        let node = &mut self.index.nodes[node as usize];
        let i = node.pred.0 as usize;
        if let Some(block) = &mut node.block {
            block.set(1, instr);
            block.set(0, reference);
        } else if at == self.blocks.at(i) {
            self.blocks.set(i, 1, instr);
            self.blocks.set(i, 0, reference);
            self.entries.note_instruction(i);
        }
    }

    /// Sets the number of calls after which a predicate becomes machine code.
    pub(in crate::machine) fn set_warm(&mut self, p: PredId, n: u16) {
        self.blocks.set(p.0 as usize, 0, Instr::Warm { n, p });
        self.entries.note_instruction(p.0 as usize);
    }
}
