//! Walks over terms that end on cyclic ones: groundness.
//!
//! A walk counts its steps; after many it remembers the compounds it has met.

use super::cell::Cell;
use super::{Extension, Machine};
use rustc_hash::FxHashSet;

const PATIENCE: u32 = 1 << 16;

impl<X: Extension> Machine<X> {
    /// Whether a term holds no variable.
    pub fn is_ground(&self, c: Cell) -> bool {
        let mut stack: Vec<(u64, u64)> = Vec::new();
        let mut seen: FxHashSet<u64> = FxHashSet::default();
        let mut steps = 0u32;
        let mut c = c;
        loop {
            c = self.heap.deref(c);
            if c.is_ref() {
                return false;
            }
            if c.is_compound() {
                steps = steps.saturating_add(1);
                if steps < PATIENCE || seen.insert(c.bits()) {
                    let n = if c.is_list() {
                        2
                    } else {
                        u64::from(self.heap.functor_of(c).1)
                    };
                    stack.push((self.heap.args_at(c), n));
                }
            }
            let Some((a, n)) = stack.pop() else {
                return true;
            };
            c = self.heap.get(a);
            if n > 1 {
                stack.push((a + 8, n - 1));
            }
        }
    }
}
