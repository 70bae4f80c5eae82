//! Items for the code that the derive macros write, besides the public API.

use super::into_term::{TermBuilder, TermId};

/// A text, or several texts, as atoms: a field with `#[horn(atom)]`.
pub trait IntoAtom {
    /// Adds the term to the terms under construction.
    fn into_atom(self, build: &mut TermBuilder<'_>) -> TermId;
}

impl IntoAtom for &str {
    fn into_atom(self, build: &mut TermBuilder<'_>) -> TermId {
        build.atom(self)
    }
}

impl IntoAtom for String {
    fn into_atom(self, build: &mut TermBuilder<'_>) -> TermId {
        build.atom(&self)
    }
}

impl<T: IntoAtom> IntoAtom for Option<T> {
    fn into_atom(self, build: &mut TermBuilder<'_>) -> TermId {
        match self {
            Some(text) => text.into_atom(build),
            None => build.new_variable(),
        }
    }
}

impl<T: IntoAtom> IntoAtom for Vec<T> {
    fn into_atom(self, build: &mut TermBuilder<'_>) -> TermId {
        let items: Vec<TermId> = self.into_iter().map(|t| t.into_atom(build)).collect();
        build.list(&items)
    }
}
