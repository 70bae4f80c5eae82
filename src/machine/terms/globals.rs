//! Global variables, and assignment that survives backtracking (`nb_setval/2`, `b_setval/2`,
//! `nb_setarg/3`).

use crate::base::atom::Atom;
use crate::machine::control::stacks::field;
use crate::machine::memory::cell::Addr;
use crate::machine::state::global_values::Global;
use crate::machine::{Attributes, Ball, Cell, Extension, Machine, Record};

impl<X: Extension> Machine<X> {
    /// Sets a global variable to a copy of a term; backtracking keeps it.
    ///
    /// # Errors
    /// `resource_error(memory)`
    pub(crate) fn set_global(&mut self, key: Atom, value: Cell) -> Result<(), Ball> {
        let value = self.heap.deref(value);
        if value.is_atom() || value.is_int() {
            self.globals.keep(key, Global::Atomic(value));
            return Ok(());
        }
        let r = Record::new(&mut self.heap, value, Attributes::Copy);
        self.check_room(8 * r.words() as u64)?;
        self.globals.keep(key, Global::Kept(r));
        Ok(())
    }

    /// Sets a global variable; backtracking restores the old value.
    pub(crate) fn set_global_backtrackable(&mut self, key: Atom, value: Cell) {
        let value = self.heap.deref(value);
        self.globals.set_until_restored(key, Global::Live(value));
        self.trail_global();
    }

    /// The value of a global variable.
    pub(crate) fn global(&mut self, key: Atom) -> Option<Cell> {
        match self.globals.get_mut(key)? {
            Global::Kept(r) => Some(r.restore(&mut self.heap)),
            Global::Atomic(c) | Global::Live(c) => Some(*c),
            Global::Unset => None,
        }
    }

    /// Argument `n`, from 1, of the value of a global variable, if the value is a compound with the name and that many
    /// arguments. A constant is read where it is kept, without a copy of the compound.
    pub(crate) fn global_argument(&mut self, key: Atom, name: Atom, n: u32) -> Option<Cell> {
        if let Global::Kept(r) = self.globals.get_mut(key)?
            && let Some((f, argument)) = r.constant_argument(n)
        {
            return (self.functors.get(f).0 == name).then_some(argument);
        }
        let value = self.global(key)?;
        let value = self.heap.deref(value);
        if !value.is_structure() {
            return None;
        }
        let (f, arity) = self.heap.functor_of(value);
        let has_it = self.functors.get(f).0 == name && (1..=arity).contains(&n);
        has_it.then(|| self.heap.argument(value, u64::from(n) - 1))
    }

    /// Removes a global variable.
    pub(crate) fn delete_global(&mut self, key: Atom) {
        if let Some(value) = self.globals.get_mut(key) {
            *value = Global::Unset;
        }
    }

    /// The keys that have a value, in the order of their first setting.
    pub(crate) fn global_keys(&self) -> Vec<Atom> {
        self.globals
            .iter()
            .filter(|(_, v)| !matches!(v, Global::Unset))
            .map(|(&k, _)| k)
            .collect()
    }
}

impl<X: Extension> Machine<X> {
    /// Overwrites a heap cell with a copy of a term; backtracking keeps it.
    pub(crate) fn assign_permanently(&mut self, at: Addr, value: Cell) {
        let value = self.heap.deref(value);
        if value.is_atom() || value.is_int() {
            self.heap.set(at, value);
            return;
        }
        let copy = self.heap.copy(value, Attributes::Copy);
        self.heap.set(at, copy);
        self.keep_heap();
    }

    /// A compound with cells for its arguments: a packed list is replaced by a list cell from now on.
    pub(crate) fn writable(&mut self, compound: Cell) -> Cell {
        if !compound.is_packed() {
            return compound;
        }
        let list = self.heap.spilled(compound);
        // Backtracking must not undo the change of the text word.
        self.keep_heap();
        list
    }

    /// Makes the present heap older than every choice point, so that backtracking frees none of it.
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
