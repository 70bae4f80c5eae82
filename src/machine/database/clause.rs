//! A clause: its code, its index keys, its life.

use super::code_block::Code;
use crate::code::instr::Instr;
use crate::code::pred::{ConstId, Key, PredId};
use crate::machine::memory::record::Record;
use std::sync::Arc;

/// The number of a clause.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct ClauseId(pub u32);

/// The death of a clause that has not been erased.
pub(crate) const ALIVE: u64 = u64::MAX;

/// The part of a clause's state that changes.
#[derive(Clone, Copy, Default)]
pub(crate) struct Life {
    /// The generation that added it.
    pub birth: u64,
    /// The generation that erased it, or [`ALIVE`].
    pub death: u64,
    /// Increases along the predicate's clauses.
    pub order: i64,
}

impl Life {
    /// Returns true if a call of this generation sees the clause.
    #[inline(always)]
    pub(crate) fn includes(&self, generation: u64) -> bool {
        self.birth <= generation && generation < self.death
    }
}

/// The place of a clause in the database; empty once the clause is dropped.
#[derive(Clone, Default)]
pub(in crate::machine) struct Place {
    pub(in crate::machine) clause: Option<Arc<Clause>>,
    pub(in crate::machine) life: Life,
}

/// A clause. It never changes, and machines with the same program share it.
pub(crate) struct Clause {
    /// The predicate it belongs to.
    pub pred: PredId,
    /// Distinguishes it from earlier clauses with its number.
    pub serial: u32,
    /// `Head-Body`, kept for dynamic predicates.
    pub source: Option<Record>,
    pub(in crate::machine) keys: Box<[Key]>,
    pub(in crate::machine) code: *mut Instr,
    pub(in crate::machine) len: usize,
    pub(in crate::machine) constants: Box<[ConstId]>,
}

impl Clause {
    /// Its size in bytes, with the allocator's overhead.
    pub(in crate::machine) fn bytes(&self) -> u64 {
        let source = self.source.as_ref().map_or(0, Record::words);
        let words = source + self.len + 2 * self.keys.len() + self.constants.len();
        (size_of::<Place>() + size_of::<Clause>() + 8 * words + 64) as u64
    }

    /// Where the code begins.
    #[inline(always)]
    pub(in crate::machine) fn entry(&self) -> Code {
        self.code
    }

    /// The instructions.
    pub(crate) fn code(&self) -> &[Instr] {
        // SAFETY: `code` and `len` come from the boxed slice that this clause owns until it is dropped.
        unsafe { std::slice::from_raw_parts(self.code, self.len) }
    }

    /// Returns true if the instruction at this address is one of its own.
    pub(in crate::machine) fn contains(&self, place: u64) -> bool {
        let start = self.code as u64;
        (start..start + 8 * self.len as u64).contains(&place)
    }
}

// SAFETY: `code` points to a box that the clause owns and nothing writes to.
unsafe impl Send for Clause {}
// SAFETY: as above.
unsafe impl Sync for Clause {}

impl Drop for Clause {
    fn drop(&mut self) {
        // SAFETY: the pointer and length are those of the box taken apart in `new_clause`.
        drop(unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(self.code, self.len)) });
    }
}
