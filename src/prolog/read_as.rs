//! The syntax that a term is read with.

use crate::base::atom::{Atom, atoms};

/// The syntax that a term is read with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ReadAs {
    /// A query of a user.
    Query,
    /// A query that is opened at once: its atoms may be collected when it is closed.
    QueryOnce,
    /// A query in which `$X` stands for a value of an earlier answer.
    QueryAfterAnswers,
    /// A term of a program file with quads.
    FileTerm,
    /// A term of a program file with quads, with the operators of this module.
    FileTermOf(Atom),
}

impl ReadAs {
    /// Returns true for the terms of program files; with the module whose operators they have.
    pub(super) fn of_file(self) -> (bool, Atom) {
        match self {
            ReadAs::FileTerm => (true, atoms::USER),
            ReadAs::FileTermOf(module) => (true, module),
            _ => (false, atoms::USER),
        }
    }
}
