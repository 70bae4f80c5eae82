//! A predicate: its name, how it is run, its properties and clauses.

use super::clause::ClauseId;
use super::dynamic::Dynamic;
use crate::base::atom::{Atom, atoms};
use crate::code::pred::{FunctorId, PredId};
use std::sync::Arc;

/// The kinds of predicates.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum PredicateKind {
    /// Mentioned, not defined.
    Undefined,
    /// Clauses that only loading changes.
    Static,
    /// Clauses that `assertz/1` and `retract/1` change.
    Dynamic,
    /// A Rust function, by number.
    Builtin(u32),
    /// Entry code that the machine itself has.
    Control,
    /// Another predicate: an import.
    Alias(PredId),
}

/// Properties of a predicate that loading sets.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(crate) struct Properties {
    /// Clauses may stand apart.
    pub discontiguous: bool,
    /// Clauses may come from several files.
    pub multifile: bool,
    /// May not be redefined by the user.
    pub protected: bool,
    /// True if the terms of all its clauses are kept.
    pub open: bool,
    /// Comes from a library.
    pub library: bool,
    /// Answers are tabled.
    pub tabled: bool,
    /// Defined by single-sided rules, which commit to the first head that matches.
    pub rules: bool,
    /// Has a spy point.
    pub spied: bool,
    /// Declared, so that calling it without clauses fails.
    pub declared: bool,
    /// True if its clauses are in the text of a library, and are not read yet.
    pub deferred: bool,
    /// True if clauses of it may have been added without their code.
    pub postponed: bool,
    /// True if only a call of a goal that is a term refers to it.
    pub only_called: bool,
}

/// A predicate.
#[derive(Clone)]
pub(crate) struct Pred {
    /// The module that it belongs to.
    pub module: Atom,
    /// Its name.
    pub name: Atom,
    /// Its arity.
    pub arity: u32,
    /// `name/arity`.
    pub functor: FunctorId,
    /// Its kind.
    pub kind: PredicateKind,
    /// Properties.
    pub properties: Properties,
    /// Meta-argument specifiers: a digit, `:`, `^`, `//` as `b'/'`, or another character.
    pub meta: Option<Box<[u8]>>,
    /// For a predicate that is transparent to modules, the one that its imports call: it has one argument more, the
    /// module of the import.
    pub context: Option<PredId>,
    /// The clauses of a static predicate.
    pub clauses: Vec<ClauseId>,
    /// The last clause of single-sided rules, which throws because no rule matched.
    pub closing: Option<ClauseId>,
    pub(in crate::machine) dynamic: Option<Arc<Dynamic>>,
}

impl Pred {
    /// A predicate that is mentioned and not defined.
    pub(in crate::machine) fn new(
        module: Atom,
        name: Atom,
        arity: u32,
        functor: FunctorId,
    ) -> Pred {
        Pred {
            module,
            name,
            arity,
            functor,
            kind: PredicateKind::Undefined,
            properties: Properties::default(),
            meta: None,
            context: None,
            clauses: Vec::new(),
            closing: None,
            dynamic: None,
        }
    }

    /// The clauses of a dynamic predicate, to be changed.
    pub(in crate::machine) fn dynamic_mut(&mut self) -> Option<&mut Dynamic> {
        self.dynamic.as_mut().map(Arc::make_mut)
    }
}

impl Default for Pred {
    /// The entry of predicates that do not exist yet or no more.
    fn default() -> Pred {
        Pred::new(atoms::NIL, atoms::NIL, 0, FunctorId(0))
    }
}
