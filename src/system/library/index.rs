//! The library: Prolog files embedded in the program, loaded when something of theirs is first needed.
//!
//! What a file exports is known from its first terms alone (the `module/2` directive and the
//! `meta_predicate/1` directives after it), so that importing a library costs next to nothing and
//! a program that forgot an import still finds its predicates and operators.

use crate::base::atom::Atom;
use crate::syntax::OpDef;
use crate::system::module_table::Indicator;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// What a file's first terms tell of it.
pub(crate) struct Header {
    pub(crate) module: Atom,
    pub(crate) exports: Vec<Indicator>,
    /// The libraries whose exports it exports, too.
    pub(crate) reexports: Vec<u16>,
    pub(crate) ops: Vec<(Atom, OpDef)>,
    pub(crate) metas: Vec<(Indicator, Box<[u8]>)>,
}

/// What the libraries export.
#[derive(Default)]
pub(crate) struct Index {
    pub(crate) preds: FxHashMap<Indicator, u16>,
    pub(crate) metas: FxHashMap<Indicator, Box<[u8]>>,
    pub(crate) ops: Vec<(Atom, OpDef, u16)>,
    pub(crate) modules: FxHashMap<Atom, u16>,
}

/// What a machine knows of the library.
#[derive(Default)]
pub struct Library {
    pub(crate) headers: Vec<Option<Arc<Header>>>,
    pub(crate) index: Option<Arc<Index>>,
}

impl Library {
    /// The meta-argument specifiers of a predicate that a library exports, if the index has been made.
    pub(crate) fn meta(&self, name: Atom, arity: u32) -> Option<&[u8]> {
        let metas = &self.index.as_ref()?.metas;
        metas.get(&(name, arity)).map(|m| &**m)
    }
}
