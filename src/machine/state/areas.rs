//! The areas and registers that belong to one run of goals: those of a query, or those of an engine.
//!
//! A machine has the areas of the goals that run; the others are set aside. An engine that waits with small areas is
//! packed: its words are copied to memory of just their size, and the areas are used by the next engine.

use super::collections::Collection;
use super::due_cleanup::DueCleanup;
use super::global_values::Globals;
use super::limits::DepthLimit;
use super::tracing::TracingHook;
use super::undo_goals::UndoGoals;
use crate::machine::database::code_block::Code;
use crate::machine::memory::cell::{Addr, Cell};
use crate::machine::memory::heap::{FIRST, Heap, RESERVE};
use crate::machine::memory::word_stack::WordStack;
use std::any::Any;

/// The registers that hold across calls, and the sizes of what is in use.
#[derive(Clone, Copy)]
pub(in crate::machine) struct SavedRegisters {
    pub(in crate::machine) hb: Addr,
    pub(in crate::machine) e: u64,
    pub(in crate::machine) cp: Code,
    pub(in crate::machine) b: u64,
    pub(in crate::machine) b0: u64,
    pub(in crate::machine) tr: u64,
    pub(in crate::machine) ext_mark: u64,
    pub(in crate::machine) gc_at: Addr,
    pub(in crate::machine) forbid_gc: u32,
    /// See `Pausing::allowed`.
    pub(in crate::machine) may_pause: bool,
    /// The bytes of the environment stack in use.
    pub(in crate::machine) env_top: u64,
    /// The bytes of the choice point stack in use.
    pub(in crate::machine) choice_top: u64,
}

impl Default for SavedRegisters {
    fn default() -> SavedRegisters {
        SavedRegisters {
            hb: 8,
            e: 0,
            cp: std::ptr::null(),
            b: 0,
            b0: 0,
            tr: 0,
            ext_mark: 0,
            gc_at: 0,
            forbid_gc: 0,
            may_pause: false,
            env_top: 0,
            choice_top: 0,
        }
    }
}

/// The lists that refer to the areas.
#[derive(Default)]
pub(in crate::machine) struct Lists {
    pub(in crate::machine) wake: Vec<(Cell, Cell)>,
    pub(in crate::machine) cleanups: Vec<(Cell, u64)>,
    pub(in crate::machine) cleanup_due: Vec<DueCleanup>,
    pub(in crate::machine) undo_goals: UndoGoals,
    pub(in crate::machine) findall: Vec<Collection>,
    pub(in crate::machine) protected: Vec<Cell>,
    pub(in crate::machine) globals: Globals,
    pub(in crate::machine) depth_limit: DepthLimit,
    pub(in crate::machine) tracing: TracingHook,
    /// The part of the extension's state that belongs to the heap; `None` if it is empty.
    pub(in crate::machine) ext: Option<Box<dyn Any + Send>>,
}

impl Lists {
    /// Returns true if goals run when the areas are given up: those of `setup_call_cleanup/3` and of `undo/1`.
    pub(in crate::machine) fn have_goals(&self) -> bool {
        !self.cleanups.is_empty() || self.undo_goals.iter().next().is_some()
    }
}

/// The areas that are set aside.
pub(in crate::machine) struct Areas {
    pub(in crate::machine) heap: Heap,
    pub(in crate::machine) env: WordStack,
    pub(in crate::machine) choice: WordStack,
    pub(in crate::machine) trail: WordStack,
    pub(in crate::machine) registers: SavedRegisters,
    pub(in crate::machine) lists: Lists,
}

/// The largest size in bytes of areas that are packed: copying so few costs less than an engine's work between two
/// answers.
const PACKED: u64 = 16 << 10;

/// The largest area that is kept for the next engine.
const KEPT: u64 = 16 << 20;

/// Areas whose words have been copied.
pub(in crate::machine) struct Packed {
    /// The words of the heap, of environments, of choice points and of the trail.
    words: Box<[u64]>,
    heap: u64,
    /// See [`Heap::attvars`].
    attvars: Vec<Addr>,
    registers: SavedRegisters,
    lists: Lists,
}

/// A view of areas that are set aside.
pub(in crate::machine) struct AreasView<'a> {
    /// The words of terms on the heap.
    pub(in crate::machine) heap: &'a [u64],
    pub(in crate::machine) env: &'a [u64],
    pub(in crate::machine) choice: &'a [u64],
    pub(in crate::machine) trail: &'a [u64],
    pub(in crate::machine) registers: &'a SavedRegisters,
    pub(in crate::machine) lists: &'a Lists,
}

impl Areas {
    pub(in crate::machine) fn new() -> Areas {
        Areas {
            heap: Heap::new(),
            env: WordStack::in_parts(1 << 16),
            choice: WordStack::new(1 << 16),
            trail: WordStack::new(1 << 16),
            registers: SavedRegisters::default(),
            lists: Lists::default(),
        }
    }

    /// The bytes in use.
    pub(in crate::machine) fn used(&self) -> u64 {
        let r = &self.registers;
        self.heap.top + r.env_top + r.choice_top + r.tr
    }

    pub(in crate::machine) fn view(&self) -> AreasView<'_> {
        let r = &self.registers;
        AreasView {
            heap: self.heap.words(),
            env: self.env.slice(0, r.env_top / 8),
            choice: self.choice.slice(0, r.choice_top / 8),
            trail: self.trail.slice(0, r.tr / 8),
            registers: r,
            lists: &self.lists,
        }
    }

    /// Copies the words in use, if they are few; then these areas may be used by another engine.
    pub(in crate::machine) fn pack(&mut self) -> Option<Box<Packed>> {
        let used = self.used();
        if used > PACKED {
            return None;
        }
        let mut words = Vec::with_capacity(used as usize / 8);
        let view = self.view();
        for part in [view.heap, view.env, view.choice, view.trail] {
            words.extend_from_slice(part);
        }
        Some(Box::new(Packed {
            words: words.into(),
            heap: (self.heap.top - FIRST) / 8,
            attvars: std::mem::take(&mut self.heap.attvars),
            registers: self.registers,
            lists: std::mem::take(&mut self.lists),
        }))
    }

    /// Replaces the contents of these areas by packed words.
    pub(in crate::machine) fn unpack(&mut self, packed: Box<Packed>) {
        let view = packed.view();
        // The areas of a new machine have room for more words than are packed.
        self.heap.region.write(FIRST, view.heap);
        self.heap.top = FIRST + 8 * packed.heap;
        self.heap.copied_attvars = FIRST;
        self.env.open(8 * view.env.len() as u64);
        self.env.write(0, view.env);
        self.choice.write(0, view.choice);
        self.trail.write(0, view.trail);
        self.registers = packed.registers;
        self.lists = packed.lists;
        self.heap.attvars = packed.attvars;
        if self.registers.gc_at + 2 * RESERVE > self.heap.region.size() {
            // The next threshold is set from the present size.
            self.registers.gc_at = 0;
        }
    }

    /// Empties the areas. Returns false if they are too large to be kept for another engine.
    pub(in crate::machine) fn clear(&mut self) -> bool {
        self.registers = SavedRegisters::default();
        self.lists = Lists::default();
        self.heap.top = FIRST;
        self.heap.copied_attvars = Addr::MAX;
        self.heap.attvars.clear();
        [&self.heap.region, &self.env, &self.choice, &self.trail]
            .iter()
            .all(|area| area.size() <= KEPT)
    }
}

impl Packed {
    /// The memory that it takes, in bytes.
    pub(in crate::machine) fn bytes(&self) -> u64 {
        8 * self.words.len() as u64 + size_of::<Packed>() as u64
    }

    pub(in crate::machine) fn view(&self) -> AreasView<'_> {
        let r = &self.registers;
        let (heap, rest) = self.words.split_at(self.heap as usize);
        let (env, rest) = rest.split_at(r.env_top as usize / 8);
        let (choice, trail) = rest.split_at(r.choice_top as usize / 8);
        AreasView {
            heap,
            env,
            choice,
            trail,
            registers: r,
            lists: &self.lists,
        }
    }
}
