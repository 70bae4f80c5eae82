//! Packed lists that are constants of compiled code: texts that end in `[]`.

use crate::code::pred::ConstId;
use crate::machine::memory::packed::split_image;
use crate::machine::{Cell, Extension, Machine};

impl<X: Extension> Machine<X> {
    /// Unifies a constant of the pool with a list, packed or not. Returns true if they unify. Only the part of the
    /// constant to which a variable is bound is copied to the heap.
    #[cold]
    #[inline(never)]
    pub(in crate::machine) fn unify_text_constant(&mut self, k: ConstId, list: Cell) -> bool {
        let k = k.0 as usize;
        let mut c = list;
        let mut left = Cell::from_word(self.db.constants.at(k).image()[0]);
        while left.is_packed() {
            if c.is_ref() {
                let whole = self.db.constants.at(k).restore(&mut self.heap);
                let first = whole.pointee();
                let own = Cell::from_word(self.db.constants.at(k).image()[0]).pointee();
                let rest = left.with_addr(left.pointee() - own + first);
                return self.unify(c, rest);
            }
            let (head, rest) = split_image(self.db.constants.at(k).image(), left);
            let Some((other, tail)) = self.heap.uncons(c) else {
                return false;
            };
            let other = self.heap.deref(other);
            if other.is_ref() {
                self.bind(other, head);
            } else if other != head {
                return false;
            }
            (left, c) = (rest, self.heap.deref(tail));
        }
        if c.is_ref() {
            return self.unify(c, left);
        }
        c == left
    }
}
