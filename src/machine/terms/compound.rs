//! Compound terms by name: the constructor for terms that need no prepared functor number.

use crate::base::atom::{IntoAtom, atoms};
use crate::machine::Cell;
use crate::machine::{Extension, Machine};

impl<X: Extension> Machine<X> {
    /// Builds `name(args…)`: a list cell for `'.'/2`, and without arguments the atom.
    ///
    /// Loops that build many terms of one functor look its number up once and call
    /// [`Heap::structure`](crate::machine::Heap::structure).
    pub(crate) fn compound(&mut self, name: impl IntoAtom, args: &[Cell]) -> Cell {
        let name = name.into_atom(&mut self.atoms);
        match *args {
            [] => Cell::atom(name),
            [head, tail] if name == atoms::DOT => self.heap.cons(head, tail),
            _ => {
                let f = self.functors.intern_transient(name, args.len() as u32);
                self.heap.structure(f, args)
            }
        }
    }
}
