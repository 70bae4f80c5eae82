//! The offsets at which machine code finds the registers and areas of a machine.

use crate::base::atom::Atom;
use crate::code::pred::FunctorTable;
use crate::machine::database::entries::EntryTable;
use crate::machine::database::store::Database;
use crate::machine::memory::heap::Heap;
use crate::machine::memory::word_stack::WordStack;
use crate::machine::state::native::NativeState;
use crate::machine::{Cell, Code, Machine};
use std::mem::offset_of;

/// Offsets in bytes from the start of a machine.
#[derive(Clone, Copy)]
pub(super) struct Layout {
    pub(super) heap_base: i32,
    pub(super) heap_size: i32,
    pub(super) top: i32,
    pub(super) x: i32,
    pub(super) hb: i32,
    pub(super) s: i32,
    pub(super) write_mode: i32,
    pub(super) e: i32,
    pub(super) cp: i32,
    pub(super) b: i32,
    pub(super) b0: i32,
    pub(super) env_base: i32,
    pub(super) env_size: i32,
    pub(super) choice_base: i32,
    pub(super) choice_size: i32,
    pub(super) trail_base: i32,
    pub(super) trail_size: i32,
    pub(super) tr: i32,
    pub(super) ext_mark: i32,
    pub(super) inferences: i32,
    /// The address of the limit of the heap's top at which calls poll.
    pub(super) limit: i32,
    /// The address after an instruction that was executed for machine code.
    pub(super) p: i32,
    /// The pointer to the entries of predicates.
    pub(super) entries: i32,
    /// The pointer to the machine code at which calls of predicates continue.
    pub(super) starts: i32,
    /// The pointer to the functors, of eight bytes each.
    pub(super) functors: i32,
    /// The offset of the name in a functor.
    pub(super) functor_name: i32,
    /// The number of cleanup goals.
    pub(super) cleanups: i32,
}

/// The offsets of pointer and length in a vector with elements of this type.
fn vec_fields<T>() -> (usize, usize) {
    let v: Vec<T> = Vec::with_capacity(3);
    // SAFETY: a vector is three words: pointer, length, capacity, in an order of the compiler's choice.
    let words = unsafe { *std::ptr::from_ref(&v).cast::<[usize; 3]>() };
    let at = |word: usize| words.iter().position(|w| *w == word).unwrap_or(0) * 8;
    (at(v.as_ptr() as usize), at(0))
}

/// The name and the arity of a functor.
type Functor = (Atom, u32);

const _: () = assert!(size_of::<Vec<Code>>() == 24, "a vector is three words");
const _: () = assert!(size_of::<Functor>() == 8);

impl Layout {
    pub(super) fn of<X>() -> Layout {
        macro_rules! at {
            ($($path:tt)+) => { offset_of!(Machine<X>, $($path)+) as i32 };
        }
        let base = |stack: i32| stack + offset_of!(WordStack, base) as i32;
        let size = |stack: i32| stack + offset_of!(WordStack, size) as i32;
        let heap = at!(heap);
        let native = at!(native);
        let entries = at!(db) + offset_of!(Database, entries) as i32;
        Layout {
            heap_base: base(heap + offset_of!(Heap, region) as i32),
            heap_size: size(heap + offset_of!(Heap, region) as i32),
            top: heap + offset_of!(Heap, top) as i32,
            x: at!(x),
            hb: at!(hb),
            s: at!(s),
            write_mode: at!(write_mode),
            e: at!(e),
            cp: at!(cp),
            b: at!(b),
            b0: at!(b0),
            env_base: base(at!(env)),
            env_size: size(at!(env)),
            choice_base: base(at!(choice)),
            choice_size: size(at!(choice)),
            trail_base: base(at!(trail)),
            trail_size: size(at!(trail)),
            tr: at!(tr),
            ext_mark: at!(ext_mark),
            inferences: at!(inferences),
            limit: native + offset_of!(NativeState, limit) as i32,
            p: native + offset_of!(NativeState, p) as i32,
            entries: entries + EntryTable::CODES as i32 + vec_fields::<Code>().0 as i32,
            starts: entries + EntryTable::STARTS as i32 + vec_fields::<u64>().0 as i32,
            functors: at!(functors) + FunctorTable::LIST as i32 + vec_fields::<Functor>().0 as i32,
            functor_name: offset_of!(Functor, 0) as i32,
            cleanups: at!(cleanups) + vec_fields::<(Cell, u64)>().1 as i32,
        }
    }
}
