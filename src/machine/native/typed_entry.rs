//! Second entries of clauses. A switch has dereferenced an argument and knows its type; if the first instruction of a
//! clause looks at the same argument, it need not do so again. A word before the first instruction of each unit of code
//! that a switch may enter says where its second entry is.

/// The register that the first instruction of a clause looks at, and the offset of the code that follows when the
/// dereferenced term is in `A` and has the right type and name.
#[derive(Clone, Copy)]
pub(super) struct TypedEntry {
    pub(super) register: u16,
    /// From the code's first instruction.
    pub(super) offset: u32,
}

/// The word of code without a second entry.
pub(super) const NONE: u64 = 0;

/// Distinguishes a second entry from none.
const SOME: u64 = 1 << 48;

impl TypedEntry {
    /// The word that stands before the code.
    pub(super) fn word(self) -> u64 {
        SOME | u64::from(self.register) << 32 | u64::from(self.offset)
    }

    /// The address of the second entry of the code at `at`, for an argument in this register.
    ///
    /// # Safety
    ///
    /// The code begins a clause or a selection, so that a word of this module stands before it.
    pub(super) unsafe fn address(at: u64, register: u16) -> Option<u64> {
        // SAFETY: by the contract; the code may have any alignment.
        let word = unsafe { (at as *const u64).sub(1).read_unaligned() };
        let offset = u64::from(word as u32);
        debug_assert!(word == NONE || word >> 48 == SOME >> 48);
        (word - offset == SOME | u64::from(register) << 32).then_some(at + offset)
    }
}
