//! The parts of a machine that are the host program's: the functions of its predicates, open relations, shared values.

use super::state::{Res, Vm};
use crate::base::atom::Atom;
use crate::code::pred::PredId;
use crate::machine::{Ball, Cell};
use rustc_hash::{FxHashMap, FxHashSet};
use std::any::{Any, TypeId};
use std::sync::Arc;

/// The function of a predicate: reads the arguments from the registers. Returns true if the predicate succeeds.
pub(crate) type HostFunction = Arc<dyn Fn(&mut Vm) -> Res + Send + Sync>;

/// The function of a relation: returns its rows for these arguments, which are protected from this place on.
pub(crate) type HostRelation = Arc<dyn Fn(&mut Vm, usize) -> Result<RowSource, Ball> + Send + Sync>;

/// The rows of a relation, one for each call: the term of a row, and true if it is known to be the last one.
pub(crate) type RowSource = Box<dyn FnMut(&mut Vm) -> Result<Option<(Cell, bool)>, Ball> + Send>;

/// The predicates of a host and their state.
#[derive(Default)]
pub(crate) struct HostState {
    pub(super) functions: Vec<HostFunction>,
    pub(super) relations: Vec<RowPredicate>,
    pub(super) defined: FxHashSet<PredId>,
    /// The modules that are libraries of the host.
    pub(super) libraries: FxHashSet<Atom>,
    /// The documentation of the predicates of libraries, in the order of its addition.
    pub(crate) documents: Vec<HostDocument>,
    /// The relations whose rows are being read, by the number of their call.
    pub(super) open: FxHashMap<u64, RowSource>,
    pub(super) opened: u64,
    /// The values that functions share, one of a type.
    pub(crate) context: FxHashMap<TypeId, Box<dyn Any + Send>>,
    /// A buffer of terms under construction, empty while none is built.
    pub(crate) cells: Vec<Cell>,
}

impl HostState {
    /// The state of a machine with the same predicates, and nothing in the context.
    pub(crate) fn fork(&self) -> HostState {
        HostState {
            functions: self.functions.clone(),
            relations: self.relations.clone(),
            defined: self.defined.clone(),
            libraries: self.libraries.clone(),
            documents: self.documents.clone(),
            ..HostState::default()
        }
    }

    /// Exchanges the predicates and the context for those of another machine; rows and terms under way stay.
    pub(crate) fn exchange_program(&mut self, other: &mut HostState) {
        use std::mem::swap;
        swap(&mut self.functions, &mut other.functions);
        swap(&mut self.relations, &mut other.relations);
        swap(&mut self.defined, &mut other.defined);
        swap(&mut self.libraries, &mut other.libraries);
        swap(&mut self.documents, &mut other.documents);
        swap(&mut self.context, &mut other.context);
    }

    /// Returns true if the host defines the predicate.
    pub(crate) fn defines(&self, p: PredId) -> bool {
        self.defined.contains(&p)
    }

    /// The modules that are libraries of the host.
    pub(crate) fn libraries(&self) -> impl Iterator<Item = Atom> {
        self.libraries.iter().copied()
    }

    /// Returns true if the module is a library of the host.
    pub(crate) fn is_library(&self, module: Atom) -> bool {
        self.libraries.contains(&module)
    }
}

/// The documentation of a predicate of the host.
#[derive(Clone)]
pub(crate) struct HostDocument {
    pub(crate) library: Atom,
    pub(crate) name: String,
    pub(crate) arity: usize,
    /// The head with modes, such as `price(+Item, -Cents) is semidet`.
    pub(crate) head: String,
    pub(crate) text: String,
}

/// A predicate that is defined by its rows.
#[derive(Clone)]
pub(crate) struct RowPredicate {
    pub(super) name: Atom,
    pub(super) arity: u32,
    pub(super) open: HostRelation,
}
