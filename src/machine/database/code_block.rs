//! Code at stable addresses: pointers to instructions, and small blocks that are patched in place.

use crate::code::instr::Instr;

/// The address of an instruction.
pub(crate) type Code = *const Instr;

/// One or two instructions at a stable address.
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

impl Drop for CodeBlock {
    fn drop(&mut self) {
        // SAFETY: made from a box of this length in `new`.
        drop(unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(self.0, self.1)) });
    }
}
