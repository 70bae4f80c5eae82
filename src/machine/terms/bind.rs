//! Binding and the trail.
//!
//! Trail entries, newest word last: an address (unbind it); `old, address|1` (a cell's old value);
//! `global|2` (the newest saved global value); `goal|3` (the newest goal of `undo/1`); `count|5` (the attributed
//! variables that remain). Only variables older than `HB` are trailed.

use crate::machine::memory::cell::{Addr, Cell};
use crate::machine::terms::attvar::WakeUp;
use crate::machine::{Extension, Machine};

const VALUE: u64 = 1;
const GLOBAL: u64 = 2;
const UNDO_GOAL: u64 = 3;
const ATTVARS: u64 = 5;

impl<X: Extension> Machine<X> {
    #[inline(always)]
    pub(in crate::machine) fn trail_word(&mut self, w: u64) {
        if self.tr + 16 > self.trail.size() {
            self.grow_trail();
        }
        self.trail.set(self.tr, w);
        self.tr += 8;
    }

    #[cold]
    fn grow_trail(&mut self) {
        let size = self.trail.size();
        let plenty = self.trail.grow(
            size * 2,
            crate::machine::control::stacks::least_size(size, 0),
        );
        self.stack_has_grown(size, plenty);
    }

    /// Binds the plain unbound variable at `a`.
    #[inline(always)]
    pub(in crate::machine) fn bind_plain(&mut self, a: Addr, value: Cell) {
        debug_assert!(self.heap.get(a) == Cell::reference(a));
        self.heap.set(a, value);
        if a < self.hb {
            self.trail_word(a);
        }
    }

    /// Binds an unbound variable, plain or attributed, to a value that is not a variable.
    #[inline(always)]
    pub(crate) fn bind(&mut self, var: Cell, value: Cell) {
        if var.is_plain_ref() {
            self.bind_plain(var.addr(), value);
        } else {
            self.bind_attvar(var, value);
        }
    }

    #[cold]
    fn bind_attvar(&mut self, var: Cell, value: Cell) {
        let atts = self.heap.get(var.addr() + 8);
        self.assign(var.addr(), value);
        self.push_wake(atts, value);
    }

    /// Unifies two different unbound variables: the younger refers to the older, a plain one to an
    /// attributed one.
    #[inline(always)]
    pub(in crate::machine) fn bind_vars(&mut self, a: Cell, b: Cell) {
        if a.is_plain_ref() {
            if b.is_plain_ref() && a.addr() < b.addr() {
                self.bind_plain(b.addr(), a);
            } else {
                self.bind_plain(a.addr(), b);
            }
        } else {
            self.bind(b, a);
        }
    }

    /// Overwrites a heap cell; backtracking restores the old value.
    pub(crate) fn assign(&mut self, a: Addr, value: Cell) {
        let old = self.heap.get(a);
        if a < self.hb {
            self.trail_word(old.0);
            self.trail_word(a | VALUE);
        }
        self.heap.set(a, value);
    }

    /// Records that a global variable's old value was saved.
    pub(in crate::machine) fn trail_global(&mut self) {
        self.trail_word(GLOBAL);
    }

    /// Records that a goal of `undo/1` was added.
    pub(in crate::machine) fn trail_undo_goal(&mut self) {
        self.trail_word(UNDO_GOAL);
    }

    /// Records the number of attributed variables that remain after backtracking.
    pub(in crate::machine) fn trail_attvars(&mut self, count: usize) {
        self.trail_word((count as u64) << 3 | ATTVARS);
    }

    /// Undoes bindings down to trail position `to`.
    #[inline(always)]
    pub(in crate::machine) fn unwind_trail(&mut self, to: u64) {
        while self.tr > to {
            self.tr -= 8;
            let w = self.trail.get(self.tr);
            if w & 7 == 0 {
                self.heap.region.set(w, w);
            } else {
                self.unwind_special(w);
            }
        }
    }

    #[cold]
    fn unwind_special(&mut self, w: u64) {
        match w & 7 {
            VALUE => {
                self.tr -= 8;
                let old = self.trail.get(self.tr);
                self.heap.region.set(w & !7, old);
            }
            ATTVARS => self.heap.attvars.truncate((w >> 3) as usize),
            UNDO_GOAL => self.undo_goal_is_due(),
            _ => self.globals.restore(),
        }
    }

    /// The trail entry that ends at `end`.
    pub(in crate::machine) fn trail_entry(&self, end: u64) -> TrailEntry {
        let w = self.trail.get(end - 8);
        match w & 7 {
            0 => TrailEntry::Var(w),
            VALUE => TrailEntry::Value {
                addr: w & !7,
                old: Cell(self.trail.get(end - 16)),
            },
            ATTVARS => TrailEntry::Attvars((w >> 3) as usize),
            UNDO_GOAL => TrailEntry::UndoGoal,
            _ => TrailEntry::Global,
        }
    }

    pub(in crate::machine) fn value_entry(addr: Addr) -> u64 {
        addr | VALUE
    }
}

/// A trail entry, in the form that the collector uses.
pub(in crate::machine) enum TrailEntry {
    Var(Addr),
    Value {
        addr: Addr,
        old: Cell,
    },
    /// The number of attributed variables that remain.
    Attvars(usize),
    Global,
    UndoGoal,
}
