//! Items for the code that the derive macros write, besides the public API.

use super::into_term::{TermBuilder, TermId};

/// A text, or several texts, as atoms: a field with `#[horn(atom)]`.
pub trait IntoAtoms {
    /// Adds the term to the terms under construction.
    fn into_atoms(self, build: &mut TermBuilder<'_>) -> TermId;
}

impl IntoAtoms for &str {
    fn into_atoms(self, build: &mut TermBuilder<'_>) -> TermId {
        build.atom(self)
    }
}

impl IntoAtoms for String {
    fn into_atoms(self, build: &mut TermBuilder<'_>) -> TermId {
        build.atom(&self)
    }
}

impl<T: IntoAtoms> IntoAtoms for Option<T> {
    fn into_atoms(self, build: &mut TermBuilder<'_>) -> TermId {
        match self {
            Some(text) => text.into_atoms(build),
            None => build.new_variable(),
        }
    }
}

impl<T: IntoAtoms> IntoAtoms for Vec<T> {
    fn into_atoms(self, build: &mut TermBuilder<'_>) -> TermId {
        let items: Vec<TermId> = self.into_iter().map(|t| t.into_atoms(build)).collect();
        build.list(&items)
    }
}
