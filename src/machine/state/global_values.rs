//! The values of global variables, and the old ones that backtracking restores.

use crate::base::atom::Atom;
use crate::machine::memory::cell::Cell;
use crate::machine::memory::record::Record;
use indexmap::IndexMap;

pub(in crate::machine) enum Global {
    Kept(Record),
    Live(Cell),
    /// Created by `b_setval/2`, which was undone.
    Unset,
}

#[derive(Default)]
pub(in crate::machine) struct Globals {
    pub(in crate::machine) values: IndexMap<Atom, Global>,
    /// Old values that undoing the trail restores, newest last.
    pub(in crate::machine) saved: Vec<(Atom, Global)>,
}

impl Globals {
    pub(in crate::machine) fn restore(&mut self) {
        if let Some((key, old)) = self.saved.pop() {
            self.values.insert(key, old);
        }
    }
}
