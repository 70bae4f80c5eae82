//! The `X` registers.

use super::cell::Cell;
use std::alloc::{Layout, alloc, dealloc, handle_alloc_error};
use std::ops::{Index, IndexMut};

/// The number of registers: they have 16-bit numbers.
const COUNT: usize = 1 << 16;

/// The registers that nested queries save. They are written at the start; all others are written before they are
/// read, as the compiler ensures for code, and callers for the arguments of a predicate.
pub(in crate::machine) const SAVED: usize = 1024;

/// The registers of a machine, one for each `u16`.
///
/// Most of them are never used, so that their memory is not touched when a machine is made.
pub(in crate::machine) struct Registers(*mut Cell);

// SAFETY: the registers own their memory.
unsafe impl Send for Registers {}

impl Registers {
    pub(in crate::machine) fn new() -> Registers {
        // SAFETY: the layout's size is not zero.
        let base = unsafe { alloc(LAYOUT) }.cast::<Cell>();
        if base.is_null() {
            handle_alloc_error(LAYOUT)
        }
        let touched = if cfg!(debug_assertions) { COUNT } else { SAVED };
        for i in 0..touched {
            // SAFETY: inside the allocation.
            unsafe { base.add(i).write(Cell::NIL) }
        }
        Registers(base)
    }

    #[inline(always)]
    pub(in crate::machine) fn as_ptr(&self) -> *const Cell {
        self.0
    }

    #[inline(always)]
    pub(in crate::machine) fn as_mut_ptr(&mut self) -> *mut Cell {
        self.0
    }

    /// The registers that nested queries save.
    pub(in crate::machine) fn saved(&mut self) -> &mut [Cell] {
        // SAFETY: they were written at the start.
        unsafe { std::slice::from_raw_parts_mut(self.0, SAVED) }
    }
}

const LAYOUT: Layout = match Layout::array::<Cell>(COUNT) {
    Ok(layout) => layout,
    Err(_) => panic!("too many registers"),
};

impl Index<usize> for Registers {
    type Output = Cell;

    #[inline(always)]
    fn index(&self, i: usize) -> &Cell {
        assert!(i < COUNT, "no such register");
        // SAFETY: inside the allocation, and written before it is read (see `SAVED`).
        unsafe { &*self.0.add(i) }
    }
}

impl IndexMut<usize> for Registers {
    #[inline(always)]
    fn index_mut(&mut self, i: usize) -> &mut Cell {
        assert!(i < COUNT, "no such register");
        // SAFETY: as above.
        unsafe { &mut *self.0.add(i) }
    }
}

impl Drop for Registers {
    fn drop(&mut self) {
        // SAFETY: allocated with this layout in `new`.
        unsafe { dealloc(self.0.cast(), LAYOUT) }
    }
}
