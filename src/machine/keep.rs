//! Assignment that survives backtracking, as `nb_setarg/3` does it.

use super::cell::{Addr, Cell};
use super::copy::Attributes;
use super::stack::field;
use super::{Extension, Machine};

impl<X: Extension> Machine<X> {
    /// Overwrites a heap cell with a copy of a term, for good.
    pub fn assign_for_good(&mut self, at: Addr, value: Cell) {
        let value = self.heap.deref(value);
        if value.is_atom() || value.is_int() {
            self.heap.set(at, value);
            return;
        }
        let copy = self.heap.copy(value, Attributes::Copy);
        self.heap.set(at, copy);
        self.keep_heap();
    }

    /// Makes the present heap older than every choice point, so that backtracking keeps it.
    fn keep_heap(&mut self) {
        let top = self.heap.top();
        let mut b = self.b;
        loop {
            self.choice.set(b + field::H, top);
            if b == 0 {
                break;
            }
            b = self.choice.get(b + field::PREV);
        }
        self.hb = top;
    }
}
