//! The evaluable functors of ISO 9, by name and arity.

use crate::base::atom::{Atom, AtomTable};
use crate::base::evaluable::{Op0, Op1, Op2, Op3};
use rustc_hash::FxHashMap;

/// An evaluable by name and arity.
#[derive(Clone, Copy)]
pub(in crate::machine) enum Evaluable {
    Nullary(Op0),
    Unary(Op1),
    Binary(Op2),
    Ternary(Op3),
    /// `roundtoward/2`, whose second argument is not an expression.
    Rounded,
}

/// The evaluables of one machine by functor.
#[derive(Clone)]
pub(in crate::machine) struct Evaluables(pub(in crate::machine) FxHashMap<(Atom, u32), Evaluable>);

impl Evaluables {
    pub(in crate::machine) fn new(atoms: &mut AtomTable) -> Evaluables {
        let mut map = FxHashMap::default();
        for &o in Op0::ALL {
            map.insert((atoms.intern(o.name()), 0), Evaluable::Nullary(o));
        }
        for &o in Op1::ALL {
            map.insert((atoms.intern(o.name()), 1), Evaluable::Unary(o));
        }
        for &o in Op2::ALL {
            map.insert((atoms.intern(o.name()), 2), Evaluable::Binary(o));
        }
        for &o in Op3::ALL {
            map.insert((atoms.intern(o.name()), 3), Evaluable::Ternary(o));
        }
        map.insert((atoms.intern("roundtoward"), 2), Evaluable::Rounded);
        Evaluables(map)
    }
}
