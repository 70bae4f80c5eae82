//! Where a call of each predicate continues.

use super::code_block::Code;
#[cfg(native_tier)]
use super::machine_code::MachineCode;
#[cfg(native_tier)]
use crate::code::instr::Instr;
use std::ops::Deref;
#[cfg(native_tier)]
use std::sync::Arc;

/// The first instructions of predicates, by their numbers; with the native tier, also the machine code that they refer
/// to.
#[derive(Default, Clone)]
pub(in crate::machine) struct EntryTable {
    codes: Vec<Code>,
    /// For each predicate, the machine code to which its first instruction refers; `other` if that is another
    /// instruction.
    #[cfg(native_tier)]
    starts: Vec<u64>,
    /// Machine code that continues at the first instruction of a predicate, whichever it is.
    #[cfg(native_tier)]
    other: Option<OtherStart>,
}

/// Machine code for the entries that have none, and its offset in the unit.
#[cfg(native_tier)]
type OtherStart = (Arc<MachineCode>, usize);

impl Deref for EntryTable {
    type Target = [Code];

    #[inline(always)]
    fn deref(&self) -> &[Code] {
        &self.codes
    }
}

impl EntryTable {
    pub(super) fn push(&mut self, code: Code) {
        self.codes.push(code);
        #[cfg(native_tier)]
        self.starts.push(0);
        self.note_instruction(self.codes.len() - 1);
    }

    /// Sets the first instruction of predicate `i`.
    pub(super) fn set(&mut self, i: usize, code: Code) {
        self.codes[i] = code;
        self.note_instruction(i);
    }

    /// Notes that the first instruction of predicate `i` was written.
    #[cfg_attr(not(native_tier), allow(unused_variables, clippy::unused_self))]
    pub(super) fn note_instruction(&mut self, i: usize) {
        #[cfg(native_tier)]
        {
            self.starts[i] = self.start_of(i);
        }
    }

    /// Replaces the first instructions of all predicates.
    pub(super) fn replace(&mut self, new: impl Fn(usize, Code) -> Code) {
        for i in 0..self.codes.len() {
            let code = self.codes[i];
            self.set(i, new(i, code));
        }
    }
}

#[cfg(native_tier)]
impl EntryTable {
    /// The offsets of the two vectors, for machine code.
    pub(in crate::machine) const CODES: usize = std::mem::offset_of!(EntryTable, codes);
    pub(in crate::machine) const STARTS: usize = std::mem::offset_of!(EntryTable, starts);

    fn start_of(&self, i: usize) -> u64 {
        // SAFETY: an entry is the address of an instruction.
        match unsafe { *self.codes[i] } {
            Instr::Native { low, high } => u64::from(high) << 16 | u64::from(low),
            _ => self.other.as_ref().map_or(0, |(code, at)| code.at(*at)),
        }
    }

    /// Returns true if entries without machine code have the code that continues at any instruction.
    pub(in crate::machine) fn has_other(&self) -> bool {
        self.other.is_some()
    }

    /// Sets the machine code for entries that have none.
    pub(in crate::machine) fn set_other(&mut self, code: Arc<MachineCode>, at: usize) {
        self.other = Some((code, at));
        self.replace(|_, code| code);
    }
}
