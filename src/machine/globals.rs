//! Global variables: `nb_setval/2` keeps a copy, `b_setval/2` a term that backtracking takes back.

use super::cell::Cell;
use super::copy::Attributes;
use super::record::Record;
use super::{Extension, Machine};
use crate::base::atom::Atom;
use indexmap::IndexMap;

pub(super) enum Global {
    Kept(Record),
    Live(Cell),
    /// Made by `b_setval/2` and taken back.
    Unset,
}

#[derive(Default)]
pub(super) struct Globals {
    pub(super) values: IndexMap<Atom, Global>,
    /// Old values that the trail brings back, newest last.
    pub(super) saved: Vec<(Atom, Global)>,
}

impl Globals {
    pub(super) fn restore(&mut self) {
        if let Some((key, old)) = self.saved.pop() {
            self.values.insert(key, old);
        }
    }
}

impl<X: Extension> Machine<X> {
    /// Sets a global variable to a copy of a term, for good.
    pub fn set_global(&mut self, key: Atom, value: Cell) {
        let r = Record::new(&mut self.heap, value, Attributes::Copy);
        self.globals.values.insert(key, Global::Kept(r));
    }

    /// Sets a global variable until backtracking.
    pub fn set_global_backtrackable(&mut self, key: Atom, value: Cell) {
        let value = self.heap.deref(value);
        let old = self
            .globals
            .values
            .insert(key, Global::Live(value))
            .unwrap_or(Global::Unset);
        self.globals.saved.push((key, old));
        self.trail_global();
    }

    /// The value of a global variable.
    pub fn global(&mut self, key: Atom) -> Option<Cell> {
        match self.globals.values.get(&key)? {
            Global::Kept(r) => Some(r.restore(&mut self.heap)),
            Global::Live(c) => Some(*c),
            Global::Unset => None,
        }
    }

    /// The keys that have a value, in the order of their first setting.
    pub fn global_keys(&self) -> Vec<Atom> {
        self.globals
            .values
            .iter()
            .filter(|(_, v)| !matches!(v, Global::Unset))
            .map(|(&k, _)| k)
            .collect()
    }
}
