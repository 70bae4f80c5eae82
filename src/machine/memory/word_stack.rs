//! A growable array of words, without bounds checks in release builds.
//!
//! The heap, the environment stack, the choice point stack and the trail are one each. Two invariants
//! make the unchecked accesses sound: room is made before a word is written (by the check at calls,
//! `ensure`, or `allocate`), and a word is read only after it was written. Debug builds assert the
//! bounds.

use super::large_pages;
use std::alloc::{Layout, alloc, dealloc, handle_alloc_error, realloc};

/// Stacks of up to four times this many bytes are kept as they are for the next query.
const GENEROUS: u64 = 16 << 20;

/// The most bytes that an allocation may have.
const MOST: u64 = (isize::MAX as u64) & !7;

/// The first part of a stack that is opened in parts, in bytes.
const FIRST_PART: u64 = 4 << 10;

/// The largest part, in bytes, unless more is needed at once.
const LARGEST_PART: u64 = 64 << 10;

/// Words at stable byte offsets; the base moves when it grows.
pub(crate) struct WordStack {
    pub(in crate::machine) base: *mut u64,
    /// The bytes that may be read and written.
    pub(in crate::machine) size: u64,
    /// The bytes that are allocated. There are more than `size` only in a stack that is opened in parts.
    room: u64,
}

// SAFETY: the stack owns its memory, and no pointer to it outlives a call.
unsafe impl Send for WordStack {}

impl WordStack {
    pub(crate) fn new(bytes: u64) -> WordStack {
        let layout = WordStack::layout(bytes);
        // SAFETY: the layout's size is not zero.
        let base = unsafe { alloc(layout) }.cast::<u64>();
        if base.is_null() {
            handle_alloc_error(layout)
        }
        WordStack {
            base,
            size: bytes,
            room: bytes,
        }
    }

    /// A stack with this room that [`WordStack::open`] opens in parts: every word in it is initialised, so that also one that
    /// was never set may be read, and memory that is not used is not touched.
    pub(crate) fn in_parts(room: u64) -> WordStack {
        let mut stack = WordStack::new(room);
        stack.size = 0;
        stack.open(FIRST_PART);
        stack
    }

    /// Opens a stack with enough room up to `need` bytes at least. The new words are 0.
    #[cold]
    pub(crate) fn open(&mut self, need: u64) {
        debug_assert!(need <= self.room);
        if need <= self.size {
            return;
        }
        let part = self.size.clamp(FIRST_PART, LARGEST_PART);
        let to = need
            .max(self.size + part)
            .next_multiple_of(8)
            .min(self.room);
        // SAFETY: inside the allocation.
        unsafe {
            let new = self.base.byte_add(self.size as usize);
            new.cast::<u8>().write_bytes(0, (to - self.size) as usize);
        }
        self.size = to;
    }

    /// The bytes that are allocated.
    pub(crate) fn room(&self) -> u64 {
        self.room
    }

    #[allow(
        clippy::expect_used,
        reason = "a size beyond isize::MAX cannot be asked for: limits are lower"
    )]
    fn layout(bytes: u64) -> Layout {
        Layout::from_size_align(bytes as usize, 8).expect("region size")
    }

    /// The size in bytes.
    #[inline(always)]
    pub(crate) fn size(&self) -> u64 {
        self.size
    }

    /// Resizes to `best` bytes, or to `need` if memory is short; offsets stay valid. Returns true for
    /// `best`.
    #[cold]
    pub(crate) fn grow(&mut self, best: u64, need: u64) -> bool {
        let plenty = self.grow_room(best, need);
        self.size = self.room;
        plenty
    }

    /// Changes the room of a stack that is opened in parts to `best` bytes, or to `need` if memory is short. Returns true for
    /// `best`.
    #[cold]
    pub(crate) fn grow_room(&mut self, best: u64, need: u64) -> bool {
        let plenty = self.reallocate(best);
        if !plenty && !self.reallocate(need) {
            handle_alloc_error(WordStack::layout(need.min(MOST)))
        }
        plenty
    }

    /// Resizes to `bytes`; offsets stay valid. Returns false if there is not enough memory.
    #[cold]
    pub(crate) fn resize(&mut self, bytes: u64) -> bool {
        let has_resized = self.reallocate(bytes);
        if has_resized {
            self.size = bytes;
        }
        has_resized
    }

    /// Changes the room to `bytes`. Returns false if there is not enough memory.
    fn reallocate(&mut self, bytes: u64) -> bool {
        if bytes > MOST {
            // Where addresses have 32 bits.
            return false;
        }
        // SAFETY: base was allocated with this layout; the new size is not zero.
        let base = unsafe {
            realloc(
                self.base.cast(),
                WordStack::layout(self.room),
                bytes as usize,
            )
        }
        .cast::<u64>();
        if base.is_null() {
            return false;
        }
        large_pages::advise(base, bytes);
        self.base = base;
        self.room = bytes;
        self.size = self.size.min(bytes);
        true
    }

    /// Returns memory to the system, if the stack holds much more than the first `used` bytes. Returns true if it
    /// did.
    pub(crate) fn shrink(&mut self, used: u64) -> bool {
        let enough = (2 * used).max(GENEROUS).next_multiple_of(1 << 16);
        self.room / 4 > enough && self.reallocate(enough)
    }

    /// The word at byte offset `at`.
    #[inline(always)]
    pub(crate) fn get(&self, at: u64) -> u64 {
        debug_assert!(
            at.is_multiple_of(8) && at + 8 <= self.size,
            "read at {at} of {}",
            self.size
        );
        // SAFETY: in bounds, because only offsets of words that were written are read.
        unsafe { *self.base.byte_add(at as usize) }
    }

    /// Sets the word at byte offset `at`.
    #[inline(always)]
    pub(crate) fn set(&mut self, at: u64, word: u64) {
        debug_assert!(
            at.is_multiple_of(8) && at + 8 <= self.size,
            "write at {at} of {}",
            self.size
        );
        // SAFETY: in bounds, because room is made before a word is written.
        unsafe { *self.base.byte_add(at as usize) = word }
    }

    /// Sets consecutive words from byte offset `at`.
    #[inline(always)]
    pub(crate) fn set_all<const N: usize>(&mut self, at: u64, words: [u64; N]) {
        debug_assert!(at.is_multiple_of(8) && at + 8 * N as u64 <= self.size);
        // SAFETY: in bounds, because room was made before; the base is aligned for words.
        unsafe {
            self.base
                .byte_add(at as usize)
                .cast::<[u64; N]>()
                .write(words)
        }
    }

    /// A pointer to the word at byte offset `at`, valid until the stack grows.
    #[inline(always)]
    pub(crate) fn place(&mut self, at: u64) -> *mut u64 {
        debug_assert!(at.is_multiple_of(8) && at <= self.size);
        // SAFETY: within the allocation, or one past its end.
        unsafe { self.base.byte_add(at as usize) }
    }

    /// The words from byte offset `at`.
    #[inline(always)]
    pub(crate) fn slice(&self, at: u64, words: u64) -> &[u64] {
        debug_assert!(at + 8 * words <= self.size);
        // SAFETY: in bounds, and initialised because callers only pass ranges they wrote.
        unsafe { std::slice::from_raw_parts(self.base.byte_add(at as usize), words as usize) }
    }

    /// Copies words to byte offset `at`.
    #[inline(always)]
    pub(crate) fn write(&mut self, at: u64, words: &[u64]) {
        debug_assert!(at + 8 * words.len() as u64 <= self.size);
        // SAFETY: in bounds; the source is not in this stack, because it is borrowed beside `&mut
        // self`.
        unsafe {
            std::ptr::copy_nonoverlapping(
                words.as_ptr(),
                self.base.byte_add(at as usize),
                words.len(),
            )
        }
    }
}

impl Drop for WordStack {
    fn drop(&mut self) {
        // SAFETY: allocated by `new` or `reallocate` with this layout.
        unsafe { dealloc(self.base.cast(), WordStack::layout(self.room)) }
    }
}
