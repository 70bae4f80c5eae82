//! The pool of constants that code refers to: larger integers, rationals, floats, texts.

use crate::code::pred::ConstId;
use crate::machine::Record;
use crate::machine::database::store::Database;

impl Database {
    /// Frees the constants to which no code refers.
    pub(crate) fn release_constants(&mut self, constants: &[ConstId]) {
        self.free_constants.extend(constants);
    }

    /// A constant for the pool.
    pub(in crate::machine) fn add_constant(&mut self, r: Record) -> ConstId {
        match self.free_constants.pop() {
            Some(k) => {
                *self.constants.at_mut(k.0 as usize) = r;
                k
            }
            None => {
                self.constants.push(r);
                ConstId(self.constants.len() as u32 - 1)
            }
        }
    }
}
