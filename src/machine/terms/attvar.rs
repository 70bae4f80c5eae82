//! Attributed variables: cells with an attribute chain, and the queue of their bindings.
//!
//! The chain is a term `att(Module, Value, More)` or `[]`. A binding is only queued; the next call, or
//! an inline goal that must see its effect, runs `'$wakeup'/1` of the library.

use crate::code::pred::FunctorId;
use crate::machine::memory::cell::{Addr, Cell};
use crate::machine::memory::heap::FIRST;
use crate::machine::{Extension, Machine};

/// The queue of bindings, as `bind.rs` uses it.
pub(in crate::machine) trait WakeUp {
    /// Queues a binding of a variable with the chain `atts`.
    fn push_wake(&mut self, atts: Cell, value: Cell);
}

impl<X: Extension> WakeUp for Machine<X> {
    fn push_wake(&mut self, atts: Cell, value: Cell) {
        self.wake.push((atts, value));
        self.signal();
    }
}

impl<X: Extension> Machine<X> {
    /// A new attributed variable with this chain.
    pub(crate) fn new_attvar(&mut self, atts: Cell) -> Cell {
        self.heap.ensure(2);
        let v = Cell::attvar(self.heap.top());
        self.list_attvar(v.addr());
        self.heap.push(v);
        self.heap.push(atts);
        v
    }

    /// Adds a new attributed variable to the list of them, from which backtracking removes it.
    fn list_attvar(&mut self, a: Addr) {
        // One entry on the trail for each choice point: the first one says how many are older.
        if self.heap.attvars.last().is_none_or(|&last| last < self.hb) {
            self.trail_attvars(self.heap.attvars.len());
        }
        self.heap.attvars.push(a);
    }

    /// Forgets copies of attributed variables that are no longer on the heap.
    pub(crate) fn forget_copied_attvars(&mut self) {
        if self.heap.copied_attvars >= self.heap.top {
            self.heap.copied_attvars = Addr::MAX;
        }
    }

    /// The attribute chain of an unbound attributed variable.
    pub(crate) fn attributes(&self, var: Cell) -> Cell {
        self.heap.deref(self.heap.get(var.addr() + 8))
    }

    /// The cell that holds the chain.
    pub(crate) fn attributes_at(&self, var: Cell) -> Addr {
        var.addr() + 8
    }

    /// Replaces the chain, undone by backtracking; a plain variable becomes attributed.
    pub(crate) fn set_attributes(&mut self, var: Cell, atts: Cell) -> Cell {
        if var.is_attvar() {
            self.assign(var.addr() + 8, atts);
            var
        } else {
            let v = self.new_attvar(atts);
            self.bind_plain(var.addr(), v);
            v
        }
    }

    /// Makes a plain variable attributed, with a chain of one link.
    pub(crate) fn set_only_attribute(
        &mut self,
        var: Cell,
        link: FunctorId,
        args: [Cell; 3],
    ) -> Cell {
        let heap = &mut self.heap;
        heap.ensure(6);
        let chain = Cell::structure(heap.top());
        heap.push(Cell::functor(link, 3));
        for c in args {
            heap.push(c);
        }
        let v = Cell::attvar(heap.top());
        heap.push(v);
        heap.push(chain);
        self.list_attvar(v.addr());
        self.bind_plain(var.addr(), v);
        v
    }

    /// Binds an attributed variable without reporting it: for the constraint kernel, whose store
    /// knows the value already. Other attributes are reported by the caller.
    pub(crate) fn bind_quietly(&mut self, var: Cell, value: Cell) {
        self.assign(var.addr(), value);
    }

    /// Queues a binding of a variable with the chain `atts`, as unification does.
    pub(crate) fn report_binding(&mut self, atts: Cell, value: Cell) {
        self.push_wake(atts, value);
    }

    /// The number of bindings that are queued.
    pub(crate) fn reported(&self) -> usize {
        self.wake.len()
    }

    /// Every attributed variable on the heap from address `from` upward that is still unbound, the oldest first.
    pub(crate) fn attvars_since(&self, from: Addr) -> Vec<Cell> {
        // Copies of terms are not listed.
        if self.heap.copied_attvars < self.heap.top {
            return self.search_attvars(from);
        }
        let listed = self.heap.attvars.iter().copied();
        let is_unbound = |&a: &Addr| a >= from && self.heap.get(a) == Cell::attvar(a);
        let found: Vec<Cell> = listed.filter(is_unbound).map(Cell::attvar).collect();
        debug_assert_eq!(found, self.search_attvars(from));
        found
    }

    /// As [`Machine::attvars_since`], without the list.
    fn search_attvars(&self, from: Addr) -> Vec<Cell> {
        let mut found = Vec::new();
        let mut a = from.max(FIRST);
        while a < self.heap.top() {
            let c = self.heap.get(a);
            if c.is_box_header() {
                a += 8 * c.box_words();
            } else if c == Cell::attvar(a) {
                found.push(c);
            }
            a += 8;
        }
        found
    }
}
