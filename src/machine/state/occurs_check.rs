//! The flag `occurs_check` (ISO 13211-1, 7.3.3).

use crate::machine::Cell;

/// The effect of a unification that would make a cyclic term.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum OccursCheck {
    /// It makes the term.
    False,
    /// It fails.
    True,
    /// It is an error.
    Error,
}

/// Stands in place of an attribute chain in the queue of bindings if the unification is an error; the value is then
/// its formal part.
pub(in crate::machine) const REFUSED: Cell = Cell::int(0);
