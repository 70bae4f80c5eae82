//! Code at stable addresses: pointers to instructions, and small blocks that are patched in place.

use crate::code::instr::Instr;

/// The address of an instruction.
pub(crate) type Code = *const Instr;

/// The instruction at an address, behind a reference to machine code for it.
///
/// # Safety
/// The address must be that of an instruction of a live code block.
#[inline(always)]
pub(in crate::machine) unsafe fn plain(code: Code) -> Code {
    // SAFETY: an instruction stands there, and another one after each reference to machine code.
    match unsafe { *code } {
        #[cfg(native_tier)]
        // SAFETY: as above.
        Instr::Native { .. } => unsafe { code.add(1) },
        _ => code,
    }
}

/// Some instructions at a stable address.
pub(in crate::machine) struct CodeBlock(*mut Instr, usize);

impl CodeBlock {
    pub(in crate::machine) fn new(code: &[Instr]) -> CodeBlock {
        let b: Box<[Instr]> = code.into();
        let n = b.len();
        CodeBlock(Box::into_raw(b).cast(), n)
    }
    #[inline(always)]
    pub(in crate::machine) fn at(&self) -> Code {
        self.0
    }
    pub(in crate::machine) fn set(&mut self, i: usize, instr: Instr) {
        assert!(i < self.1, "inside the block");
        // SAFETY: in bounds of the box that this block owns; the machine reads it only between bodies.
        unsafe { *self.0.add(i) = instr }
    }
}

// SAFETY: the block owns its instructions; those of a shared block are never set.
unsafe impl Send for CodeBlock {}
// SAFETY: as above.
unsafe impl Sync for CodeBlock {}

impl Clone for CodeBlock {
    /// A block of its own with the same instructions.
    fn clone(&self) -> CodeBlock {
        // SAFETY: pointer and length are those of the box taken apart in `new`.
        CodeBlock::new(unsafe { std::slice::from_raw_parts(self.0, self.1) })
    }
}

impl Drop for CodeBlock {
    fn drop(&mut self) {
        // SAFETY: made from a box of this length in `new`.
        drop(unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(self.0, self.1)) });
    }
}

/// The instructions of an entry.
const ENTRY: usize = 2;

/// The entries of a block.
const BLOCK: usize = 64;

/// The entry code of predicates, two instructions for each, at stable addresses.
#[derive(Clone, Default)]
pub(in crate::machine) struct EntryBlocks(Vec<CodeBlock>);

impl EntryBlocks {
    /// The address of entry `i`.
    pub(in crate::machine) fn at(&self, i: usize) -> Code {
        // SAFETY: inside the block, which has room for this many entries.
        unsafe { self.0[i / BLOCK].at().add(ENTRY * (i % BLOCK)) }
    }

    /// Sets instruction `k` of entry `i`, for which there must be a block.
    pub(in crate::machine) fn set(&mut self, i: usize, k: usize, instr: Instr) {
        self.0[i / BLOCK].set(ENTRY * (i % BLOCK) + k, instr);
    }

    /// Makes room for entry `i`, which comes next.
    pub(in crate::machine) fn add(&mut self, i: usize) {
        if i.is_multiple_of(BLOCK) {
            self.0
                .push(CodeBlock::new(&[Instr::Fail {}; ENTRY * BLOCK]));
        }
    }
}
