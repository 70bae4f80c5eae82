//! The values of global variables, and the old ones that backtracking restores.

use crate::base::atom::Atom;
use crate::machine::memory::cell::Cell;
use crate::machine::memory::record::Record;
use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;

pub(in crate::machine) enum Global {
    Kept(Record),
    /// A small integer or an atom that backtracking keeps, as it does [`Global::Kept`].
    Atomic(Cell),
    Live(Cell),
    /// Created by `b_setval/2`, which was undone.
    Unset,
}

#[derive(Default)]
pub(in crate::machine) struct Globals {
    pub(in crate::machine) values: IndexMap<Atom, Global, FxBuildHasher>,
    /// Old values that undoing the trail restores, newest last.
    pub(in crate::machine) saved: Vec<(Atom, Global)>,
    /// The size of the values outside the heap in bytes.
    pub(in crate::machine) bytes: u64,
}

impl Global {
    /// The memory that it takes outside the heap, in bytes.
    fn bytes(&self) -> u64 {
        match self {
            Global::Kept(r) => 8 * r.words() as u64,
            Global::Atomic(_) | Global::Live(_) | Global::Unset => 0,
        }
    }
}

impl Globals {
    /// The values that backtracking keeps.
    pub(in crate::machine) fn fork(&self) -> Globals {
        let kept = self.values.iter().map(|(&key, value)| match value {
            Global::Kept(record) => (key, Global::Kept(record.clone())),
            Global::Atomic(cell) => (key, Global::Atomic(*cell)),
            Global::Live(_) | Global::Unset => (key, Global::Unset),
        });
        Globals {
            values: kept.collect(),
            saved: Vec::new(),
            bytes: self.bytes,
        }
    }

    pub(in crate::machine) fn restore(&mut self) {
        if let Some((key, old)) = self.saved.pop() {
            self.replace(key, old);
        }
    }

    /// Sets a variable to a value that backtracking keeps.
    pub(in crate::machine) fn keep(&mut self, key: Atom, value: Global) {
        self.bytes += value.bytes();
        let old = self.replace(key, value);
        self.bytes -= old.bytes();
    }

    /// Puts a value in place. Returns the old one.
    #[inline]
    pub(in crate::machine) fn replace(&mut self, key: Atom, value: Global) -> Global {
        // Most keys are there.
        if let Some(old) = self.values.get_mut(&key) {
            return std::mem::replace(old, value);
        }
        self.values.insert(key, value);
        Global::Unset
    }
}
