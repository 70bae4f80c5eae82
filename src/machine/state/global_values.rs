//! The values of global variables, and the old ones that backtracking restores.

use crate::base::atom::Atom;
use crate::machine::memory::cell::Cell;
use crate::machine::memory::record::Record;
use indexmap::IndexMap;

pub(in crate::machine) enum Global {
    Kept(Record),
    Live(Cell),
    /// Made by `b_setval/2` and taken back.
    Unset,
}

#[derive(Default)]
pub(in crate::machine) struct Globals {
    pub(in crate::machine) values: IndexMap<Atom, Global>,
    /// Old values that the trail brings back, newest last.
    pub(in crate::machine) saved: Vec<(Atom, Global)>,
}

impl Globals {
    pub(in crate::machine) fn restore(&mut self) {
        if let Some((key, old)) = self.saved.pop() {
            self.values.insert(key, old);
        }
    }
}
