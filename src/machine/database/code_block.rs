//! Code at stable addresses: pointers to instructions, and small blocks that are patched in place.

use crate::code::instr::Instr;

/// A place in code.
pub(crate) type Code = *const Instr;

/// One or two instructions at a stable place.
pub(in crate::machine) struct Block(*mut Instr, usize);

impl Block {
    pub(in crate::machine) fn new(code: &[Instr]) -> Block {
        let b: Box<[Instr]> = code.into();
        let n = b.len();
        Block(Box::into_raw(b).cast(), n)
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

impl Drop for Block {
    fn drop(&mut self) {
        // SAFETY: made from a box of this length in `new`.
        drop(unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(self.0, self.1)) });
    }
}
