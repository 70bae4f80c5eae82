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

/// The number of places of variables that are kept, a power of two.
const RECENT: usize = 16;

#[derive(Default)]
pub(in crate::machine) struct Globals {
    /// No variable is removed, so that its place stays the same.
    values: IndexMap<Atom, Global, FxBuildHasher>,
    /// The places of variables that were looked up last, by the lowest bits of their keys: to compare is less than to
    /// hash.
    recent: [u32; RECENT],
    /// Old values that undoing the trail restores, newest last.
    saved: Vec<(Atom, Global)>,
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
            recent: [0; RECENT],
            saved: Vec::new(),
            bytes: self.bytes,
        }
    }

    /// The variables in the order of their first setting.
    pub(in crate::machine) fn iter(&self) -> impl Iterator<Item = (&Atom, &Global)> {
        self.values.iter()
    }

    /// All values, also those that backtracking restores, each with its variable.
    pub(in crate::machine) fn all(&self) -> impl Iterator<Item = (&Atom, &Global)> {
        let saved = self.saved.iter().map(|(key, value)| (key, value));
        self.values.iter().chain(saved)
    }

    /// All values, also those that backtracking restores.
    pub(in crate::machine) fn all_mut(&mut self) -> impl Iterator<Item = &mut Global> {
        let saved = self.saved.iter_mut().map(|(_, value)| value);
        self.values.values_mut().chain(saved)
    }

    /// The value of a variable, if it has been set.
    #[inline]
    pub(in crate::machine) fn get_mut(&mut self, key: Atom) -> Option<&mut Global> {
        let slot = key.index() as usize % RECENT;
        let place = self.recent[slot] as usize;
        if self.values.get_index(place).is_some_and(|(k, _)| *k == key) {
            return self.values.get_index_mut(place).map(|(_, value)| value);
        }
        let (place, _, value) = self.values.get_full_mut(&key)?;
        self.recent[slot] = place as u32;
        Some(value)
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

    /// Sets a variable to a value until [`Globals::restore`].
    pub(in crate::machine) fn set_until_restored(&mut self, key: Atom, value: Global) {
        let old = self.replace(key, value);
        self.saved.push((key, old));
    }

    /// Puts a value in place. Returns the old one.
    #[inline]
    fn replace(&mut self, key: Atom, value: Global) -> Global {
        // Most keys are there.
        if let Some(old) = self.get_mut(key) {
            return std::mem::replace(old, value);
        }
        self.values.insert(key, value);
        Global::Unset
    }
}
